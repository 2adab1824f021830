// SPDX-License-Identifier: BSD-3-Clause
// Learns an L-layer residual network from samples.
//
//     resunit::NetworkFit fit = resunit::fit_network(data, {.layers = 3});
//     std::cout << fit.brief();
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "resunit/columns.hpp"
#include "resunit/fit_options.hpp"
#include "resunit/fit_result.hpp"
#include "resunit/network.hpp"
#include "resunit/progress.hpp"
#include "resunit/samples.hpp"

namespace resunit {

/// Options of a fit of a network.
struct NetworkOptions {
  Index layers = 3;                   ///< L, the number of weight matrices, >= 2; 0: the smallest L <= 4 that fits
  Method method = Method::automatic;  ///< automatic, exact, noisy (L = 3), or qp: the paper's formula for W >= 0
  std::uint64_t seed = 0;             ///< random seed; equal seeds give identical results
  int threads = 0;                    ///< 0: all cores; the result has the same bits for any number of threads
  int starts = 0;                     ///< largest number of random starts of the search, >= 0; 0: by L and n
  Columns columns = {};               ///< column names for messages and for the result; may be empty
  Progress progress = {};
};

/// What is known about the weights of an exact fit. A network is *locally identifiable* if no other network near it
/// fits the samples. In contrast to the certificate of a unit, this does not exclude a different network elsewhere.
struct NetworkCertificate {
  bool holds = false;  ///< locally identifiable: all conditions below hold
  double backward_error =
      0;  ///< largest residual of a sample, |yhat_i - y_i| / |x_i|, relative to the root mean square
          ///< of |y_i| / |x_i|; condition: <= allowed_backward_error
  double allowed_backward_error = 1e-11;  ///< larger if the answers of an oracle are less precise
  double singular_value = 0;  ///< smallest singular value of the Jacobian of all weights at the activation patterns,
                              ///< columns scaled to unit norm, relative to the largest; condition: > the next field
  double required_singular_value = 1e-6;  ///< larger if the answers of an oracle are less precise
  Index equations = 0;                    ///< number of outputs, n m, without samples at kinks
  Index unknowns = 0;                     ///< number of weights, without those of neurons that are never active
  Index required_equations = 0;           ///< unknowns + (2d + 2) m; condition: equations >= this
  bool held_out = false;        ///< condition: the network was found without some of the samples and fits them too
  Index fewest_per_side = 0;    ///< smallest number of samples on one side of a neuron's kink
  Index required_per_side = 0;  ///< d + 2; condition: fewest_per_side >= this
  Index fewest_apart = 0;       ///< smallest number of samples on which two neurons differ, or on which they agree;
                                ///< condition: >= 2
  std::vector<std::vector<bool>> never_active;   ///< per hidden layer and row: inactive on all samples; the row is zero
  std::vector<std::vector<bool>> always_active;  ///< per hidden layer and row: active on all samples
  std::vector<std::vector<bool>> scale_rows;     ///< per hidden layer and row: a multiple of e_j, in canonical form
  Index nested_pairs = 0;  ///< pairs of neurons of consecutive layers where the upper one has one sign on a side of the
                           ///< lower one's kink
};

/// Noise and standard errors of a fit by method noisy.
struct NetworkUncertainty {
  double noise_std = 0;                 ///< estimated standard deviation of the noise of the outputs
  double degrees_of_freedom = 0;        ///< nm - number of weights
  double relaxed_loss = 0;              ///< loss of the over-parametrized relaxed network, on the same samples
  double lower = 0, upper = 0;          ///< the band in which the loss lies if both minima were found
  std::vector<Matrix> standard_errors;  ///< of each weight matrix; empty if not computed
};

/// The queries of an extraction (extract.hpp).
struct NetworkQueries {
  Index count = 0;       ///< number of queries; 0: the network was not extracted
  Index kinks = 0;       ///< number of kinks whose jumps of the Jacobian were measured
  double precision = 0;  ///< standard deviation of the rounding errors of the answers, relative to their size
};

/// The result of a fit of a network. Starts as "not run"; all fields are set for every status.
struct NetworkFit {
  Network network;                        ///< empty unless usable()
  Method method = Method::automatic;      ///< the method that was used; not automatic after a run
  FitStatus status = FitStatus::not_run;  ///< solved: exact and locally identifiable, or noisy within the band;
                                          ///< undetermined: exact only; suspect: noisy outside the band, or qp with a
                                          ///< large loss; not_exact: no network was found
  std::string reason;                     ///< one sentence that explains the status, with numbers
  std::string choice;                     ///< why the method and the number of layers were selected
  std::vector<std::string> warnings;      ///< problems that limit the use of the weights
  double training_loss = 0;               ///< 1/2n sum |yhat - y|^2
  double relative_residual = 0;           ///< |Yhat - Y| / |Y|
  NetworkCertificate certificate;         ///< of method exact
  NetworkUncertainty uncertainty;         ///< of method noisy
  NetworkQueries queries;                 ///< of extract()
  int starts = 0;                         ///< random starts of the search
  std::vector<std::pair<std::string, double>> seconds;  ///< wall time of each stage, in order
  Columns columns;                                      ///< NetworkOptions::columns
  InputRange input_range;                               ///< of the samples

  /// True if `network` can be used for predictions.
  [[nodiscard]] bool usable() const {
    return status == FitStatus::solved || status == FitStatus::suspect || status == FitStatus::undetermined;
  }
  [[nodiscard]] RESUNIT_API std::string brief() const;  ///< one line
  [[nodiscard]] RESUNIT_API std::string full() const;   ///< several lines with the certificate, warnings and times
};

/// The fitted network's outputs for each row of X: n x m. Throws DataError if the fit has no weights or X does not have as
/// many columns as the network has inputs. `threads`: 0 means all cores.
[[nodiscard]] RESUNIT_API Matrix predict(const NetworkFit& fit, const MatrixView& X, int threads = 1);

/// Learns a network from samples in memory. Throws DataError for samples that cannot be used and OptionError for options
/// out of range; every other outcome is a status.
[[nodiscard]] RESUNIT_API NetworkFit fit_network(const Samples& samples, const NetworkOptions& options = {});

}  // namespace resunit
