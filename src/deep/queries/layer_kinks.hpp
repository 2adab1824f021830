// SPDX-License-Identifier: BSD-3-Clause
// Kinks and lines in the coordinates r_l of the input of layer l, when the layers below are known:
//     J_r = dr_l / dx,   w = J_r'^-1 v,   z = J_r J^+ g
// w is a multiple of the row of W_l if the kink belongs to layer l, and z solves (I + D W_l) z = tau e_p     (D-coordinates)
#pragma once

#include <vector>

#include "deep/queries/jumps.hpp"

namespace resunit {

/// A kink in the coordinates of a layer.
struct LayerKink {
  Vector r;
  Eigen::MatrixXd J;   ///< dr_l / dx
  Vector w;            ///< unit vector, to the side after the kink
  double length;       ///< |J_r'^-1 v|
  double error;        ///< of w, estimated
  Vector minus, plus;  ///< z on both sides
};

/// The kinks and ends of a line, in order, in the coordinates of a layer: consecutive rows.
struct LinePoints {
  Matrix r;
};

/// Everything that was measured, in the coordinates of one layer; starts with layer 0, where r = x.
class LayerCoordinates {
 public:
  LayerCoordinates(const std::vector<Kink>& kinks, const std::vector<Line>& lines, double precision);

  /// Proceeds to the next layer: W are the weights of the current one, to which the kinks in `used` belong.
  void apply(const Matrix& W, const std::vector<bool>& used);

  [[nodiscard]] const std::vector<LayerKink>& kinks() const { return kinks_; }
  /// The same kinks as measured.
  [[nodiscard]] const std::vector<Kink>& measured() const { return measured_; }
  [[nodiscard]] const std::vector<LinePoints>& lines() const { return lines_; }
  [[nodiscard]] Index layer() const { return layer_; }
  [[nodiscard]] Index inputs() const { return inputs_; }

  /// Errors of directions up to this, in addition to LayerKink::error: those of the layers below accumulate.
  [[nodiscard]] double direction_tolerance() const;

 private:
  void compute_directions();

  Index inputs_, layer_ = 0;
  double precision_;
  std::vector<Kink> measured_;
  std::vector<Vector> below_;  ///< a point before each kink
  std::vector<LayerKink> kinks_;
  std::vector<LinePoints> lines_;
};

}  // namespace resunit
