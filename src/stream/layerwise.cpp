#include "stream/layerwise.hpp"

#include <fmt/format.h>

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <utility>

#include "layer1/layer1.hpp"
#include "layer2/layer2.hpp"
#include "stream/row_passes.hpp"
#include "stream/sums.hpp"
#include "timing/stopwatch.hpp"

namespace resunit {
namespace {

constexpr double kSilent = 1e-9;  ///< as in src/layer2/layer2.cpp: smaller hidden outputs are rounding of zero

/// Sums over samples, one entry a row; those with x_ij < 0 tell the scale of a row of layer 2.
struct ScaleSums {
  Eigen::ArrayXd negative, ties, xx, xi, ii;
  explicit ScaleSums(Index d) : negative(Eigen::ArrayXd::Zero(d)), ties(negative), xx(ties), xi(xx), ii(xi) {}
  ScaleSums& operator+=(const ScaleSums& other) {
    negative += other.negative;
    ties += other.ties;
    xx += other.xx;
    xi += other.xi;
    ii += other.ii;
    return *this;
  }
};

struct VectorSum {
  Vector values;
  VectorSum& operator+=(const VectorSum& other) {
    values += other.values;
    return *this;
  }
};

class Layerwise {
 public:
  Layerwise(SampleStream& stream, const Samples& part, const FitOptions& options)
      : stream_(stream), part_(part), options_(options), rows_(options.rows), d_(stream.inputs()) {
    rows_.threads = options.threads;
    rows_.progress = nullptr;
  }

  Fit run() {
    Fit fit{.method = Method::qp};
    const Stopwatch watch_layer2;
    triangles_ = find_triangles(stream_, options_.threads);
    const RowsResult layer2 = solve_layer2();
    fit.layer2_rows = layer2.rows;
    if (layer2.rank < d_) {
      fit.status = FitStatus::rank_deficient;
      fit.reason = fmt::format("Y has rank {}, below the {} inputs: B has no left inverse that these samples determine",
                               layer2.rank, d_);
      return fit;
    }
    C_ = layer2.C;
    rescale_layer2(fit);
    fit.unit.B = regress_layer2();
    fit.seconds.emplace_back("layer 2", watch_layer2.seconds());

    const Stopwatch watch_layer1;
    const RowsResult layer1 = solve_layer1();
    fit.layer1_rows = layer1.rows;
    fit.unit.A = rescale_layer1(layer1.C, fit);
    fit.seconds.emplace_back("layer 1", watch_layer1.seconds());
    judge(layer2, layer1, fit);
    return fit;
  }

 private:
  RowsResult solve_layer2() {
    const Matrix targets = part_.X.transpose();
    const RowsResult start = solve_rows(RowProgram::least_squares, part_.Y, targets, rows_);
    return solve_streamed_rows(
        RowProgram::least_squares, stream_,
        {.F = [](const Samples& chunk) { return Matrix(chunk.Y); },
         .targets = [](const Samples& chunk, Index first,
                       Index count) { return Matrix(chunk.X.middleCols(first, count).transpose()); },
         .triangle = triangles_.Y,
         .target_lengths = triangles_.X.colwise().norm().transpose()},
        start.C, rows_);
  }

  /// Rounding of zero, in units of x_j.
  Vector silent() const {
    return kSilent / std::sqrt(static_cast<double>(stream_.count())) * triangles_.X.colwise().norm().transpose();
  }

  /// alg:preReLU-TLRN-QP-Layer2-rescale: layer2_scale of src/layer2/layer2.hpp from sums.
  void rescale_layer2(Fit& fit) {
    const Vector limit = silent();
    const ScaleSums sums =
        sum_over_samples(stream_, options_.threads, ScaleSums(d_), [&](const Samples& part, ScaleSums& to) {
          const Matrix images = part.Y * C_.transpose();
          for (Index i = 0; i < part.count(); ++i)
            for (Index j = 0; j < d_; ++j) {
              const double x = part.X(i, j), image = images(i, j);
              if (!(x < 0)) continue;
              to.negative(j) += 1;
              to.ties(j) += std::abs(image - x) <= limit(j) ? 1 : 0;
              to.xx(j) += x * x;
              to.xi(j) += x * image;
              to.ii(j) += image * image;
            }
        });
    fit.certificate = {.layer2_rows = std::vector<bool>(d_),
                       .layer1_rows = std::vector<bool>(d_),
                       .scale_rows = std::vector<bool>(d_)};
    for (Index j = 0; j < d_; ++j) {
      const bool tied_on_some = 4 * sums.ties(j) > sums.negative(j) && sums.ties(j) < sums.negative(j);
      if (sums.xx(j) == 0 || tied_on_some) continue;
      const double k = sums.xi(j) / sums.xx(j), rest = sums.ii(j) - k * sums.xi(j);
      if (!(k > 0 && rest <= options_.scale_tolerance * sums.xx(j))) continue;
      fit.certificate.scale_rows[j] = true;
      C_.row(j) /= k;
    }
  }

  /// B by regression of y on C y, on the triangle of Y, whose Gram matrix is that of Y.
  Matrix regress_layer2() const {
    const Eigen::MatrixXd images = triangles_.Y * C_.transpose();
    return Eigen::ColPivHouseholderQR<Eigen::MatrixXd>(images).solve(Eigen::MatrixXd(triangles_.Y)).transpose();
  }

  /// (A x)^+ of rows [first, first + count), count x n.
  Matrix hidden_outputs(const Samples& chunk, Index first, Index count) const {
    const Vector limit = silent();
    Matrix H = C_.middleRows(first, count) * chunk.Y.transpose();
    H -= chunk.X.middleCols(first, count).transpose();
    for (Index j = 0; j < count; ++j) {
      const double least = limit(first + j);
      H.row(j) = H.row(j).unaryExpr([least](double h) { return h > least ? h : 0.0; });
    }
    return H;
  }

  RowsResult solve_layer1() {
    const Vector squares = sum_over_samples(stream_, options_.threads, VectorSum{Vector::Zero(d_)},
                                            [&](const Samples& part, VectorSum& to) {
                                              to.values += hidden_outputs(part, 0, d_).rowwise().squaredNorm();
                                            })
                               .values;
    const Layer1 start =
        learn_layer1(part_.X, hidden_outputs(part_, 0, d_),
                     {.program = RowProgram::central_path, .rescale = options_.rescale, .rows = rows_});
    return solve_streamed_rows(RowProgram::central_path, stream_,
                               {.F = [](const Samples& chunk) { return Matrix(-chunk.X); },
                                .targets = [this](const Samples& chunk, Index first,
                                                  Index count) { return Matrix(-hidden_outputs(chunk, first, count)); },
                                .triangle = -triangles_.X,
                                .target_lengths = squares.cwiseSqrt()},
                               start.rows.C, rows_);
  }

  /// Line 5 of alg:preReLU-TLRN-QP-Layer1: layer1_scale of src/layer1/layer1.hpp from sums.
  Matrix rescale_layer1(const Matrix& rows, Fit& fit) {
    const VectorSum zero{Vector::Zero(2 * d_)};
    const Vector sums = sum_over_samples(stream_, options_.threads, zero, [&](const Samples& part, VectorSum& to) {
                          const Matrix H = hidden_outputs(part, 0, d_), U = rows * part.X.transpose();
                          const auto& chosen_by = options_.rescale == Rescale::paper ? H : U;
                          const auto chosen = (chosen_by.array() > 0).cast<double>();
                          to.values.head(d_) += (chosen * H.array().square()).rowwise().sum().matrix();
                          to.values.tail(d_) += (chosen * H.array() * U.array()).rowwise().sum().matrix();
                        }).values;
    Matrix A = Matrix::Zero(d_, d_);
    for (Index j = 0; j < d_; ++j) {
      const double k = sums(j) > 0 ? sums(d_ + j) / sums(j) : 0.0;
      if (k > 0)
        A.row(j) = rows.row(j) / k;
      else if (sums(j) > 0)
        fit.warnings.push_back(fmt::format("row {} of A could not be scaled and is given as zero", j + 1));
    }
    return A;
  }

  static void judge(const RowsResult& layer2, const RowsResult& layer1, Fit& fit) {
    const bool solved = layer2.status() == RowStatus::solved && layer1.status() == RowStatus::solved;
    fit.status = solved ? FitStatus::solved : FitStatus::inexact;
    fit.reason =
        solved ? "every row program was solved to its tolerance" : "some row programs stopped before their tolerance";
    if (!solved) fit.warnings.push_back(fit.reason + "; see the status of each row");
    if (layer1.rank < fit.unit.A.rows())
      fit.warnings.push_back(
          fmt::format("X has rank {}, below its {} columns: layer 1 is not unique, the smallest A is given",
                      layer1.rank, fit.unit.A.rows()));
  }

  SampleStream& stream_;
  const Samples& part_;
  const FitOptions& options_;
  RowOptions rows_;
  Index d_;
  Triangles triangles_;
  Matrix C_;
};

}  // namespace

Fit learn_streamed_layerwise(SampleStream& stream, const Samples& part, const FitOptions& options) {
  return Layerwise(stream, part, options).run();
}

}  // namespace resunit
