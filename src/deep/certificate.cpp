// SPDX-License-Identifier: BSD-3-Clause
#include "deep/certificate.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

#include "deep/descent/projected_hessian.hpp"
#include "deep/descent/sensitivities.hpp"
#include "linalg/indexing.hpp"
#include "linalg/norms.hpp"
#include "model/counted.hpp"
#include "model/network_parts.hpp"
#include "model/unit_parts.hpp"

namespace resunit {
namespace {

/// A sample is at the kink of a neuron if |w r| is at most this, relative to |w| |r|.
constexpr double kAtKink = 1e-9;

constexpr Index kFewestApart = 2;  ///< samples that distinguish the activation patterns of two neurons

/// The activations W_l r_l of every layer, n x d, divided by |w_j| |r|.
struct Activations {
  std::vector<Eigen::MatrixXd> relative;
  std::vector<Eigen::MatrixXd> inputs;  ///< r_l
};

Activations activations(const Eigen::MatrixXd& X, const Network& network) {
  Activations found;
  Matrix R = X;
  for (Index l = 0; l + 1 < network.layers(); ++l) {
    const Matrix& W = network.weights[static_cast<std::size_t>(l)];
    Eigen::MatrixXd V = R * W.transpose();
    V.array().colwise() /= R.rowwise().norm().array().max(kSmallestDivisor);
    V.array().rowwise() /= W.rowwise().norm().transpose().array().max(kSmallestDivisor);
    found.relative.push_back(std::move(V));
    found.inputs.emplace_back(R);
    R = next_layer(R, W);
  }
  return found;
}

std::vector<Index> samples_off_kinks(const Activations& at, const Network& network) {
  std::vector<Index> rows;
  for (Index i = 0; i < at.inputs.front().rows(); ++i) {
    bool off = true;
    for (std::size_t l = 0; l < at.relative.size(); ++l)
      for (Index j = 0; j < at.relative[l].cols(); ++j)
        off = off && (std::abs(at.relative[l](i, j)) > kAtKink || network.weights[l].row(j).isZero(0));
    if (off) rows.push_back(i);
  }
  return rows;
}

/// Rows of all hidden layers that are active on some samples, by their positions in the vector of hidden weights.
std::vector<Index> unknown_positions(const NetworkCertificate& certificate, Index d) {
  std::vector<Index> positions;
  for (std::size_t l = 0; l < certificate.never_active.size(); ++l)
    for (Index j = 0; j < d; ++j) {
      if (certificate.never_active[l][static_cast<std::size_t>(j)]) continue;
      for (Index k = 0; k < d; ++k) positions.push_back((static_cast<Index>(l) * d + j) * d + k);
    }
  return positions;
}

/// Squared norms of the columns of the Jacobian of the hidden weights, divided by the number of samples.
Vector column_squares(const NetworkState& state, const Network& network) {
  const Index n = state.E.rows(), d = network.inputs(), hidden = network.layers() - 1;
  Vector squares(hidden * d * d);
  Eigen::MatrixXd of_outputs = Eigen::MatrixXd::Zero(n, hidden * d);  // sums of squares over outputs
  for (Index o = 0; o < network.outputs(); ++o) of_outputs += sensitivities(state, network, o).cwiseAbs2();
  for (Index l = 0; l < hidden; ++l)
    Eigen::Map<Matrix>(squares.data() + l * d * d, d, d) =
        of_outputs.middleCols(l * d, d).transpose() * state.F.middleCols(l * d, d).cwiseAbs2();
  return squares / static_cast<double>(n);
}

/// The smallest singular value of the Jacobian of all weights relative to the largest, columns scaled to unit norm. The
/// last layer is eliminated: (I - P) J has full rank if and only if [J, F] has and F has.
double smallest_singular_value(const ColumnSamples& samples, const Network& network, const std::vector<Index>& unknowns,
                               int threads) {
  NetworkState state{.weights = HiddenWeights(network.weights.begin(), network.weights.end() - 1)};
  const NetworkShape shape(NetworkFamily::exact, network.inputs(), state.weights);
  evaluate(shape, samples, state);
  if (!std::isfinite(state.loss)) return 0;
  const double of_last = 1 / std::sqrt(std::max(1 / state.normal.rcond(), 1.0));
  if (unknowns.empty()) return of_last;
  ProjectedHessian projected(shape, threads);
  projected.assemble(state);
  const Eigen::MatrixXd full = projected.hessian().selfadjointView<Eigen::Lower>();
  const Vector scale = column_squares(state, network).cwiseSqrt().cwiseMax(kSmallestDivisor);
  Eigen::MatrixXd gram = full(unknowns, unknowns);
  const Vector chosen = scale(unknowns);
  gram.array().colwise() /= chosen.array();
  gram.array().rowwise() /= chosen.transpose().array();
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(gram, Eigen::EigenvaluesOnly);
  const double smallest = eigen.eigenvalues()(0), largest = eigen.eigenvalues().tail(1)(0);
  return std::min(of_last, std::sqrt(std::max(smallest, 0.0) / std::max(largest, kSmallestDivisor)));
}

/// Pairs of neurons of consecutive layers where the upper one has one sign on a side of the lower one's kink.
Index nested_pairs(const Activations& at) {
  Index count = 0;
  for (std::size_t l = 0; l + 1 < at.relative.size(); ++l)
    for (const double side : {1.0, -1.0}) {
      const Eigen::MatrixXd here = (side * at.relative[l].array() > 0).cast<double>();
      const Eigen::MatrixXd up = (at.relative[l + 1].array() > 0).cast<double>().matrix().transpose() * here;
      const Eigen::MatrixXd down = (at.relative[l + 1].array() < 0).cast<double>().matrix().transpose() * here;
      count += (up.array() == 0 || down.array() == 0).count();
    }
  return count;
}

void count_sides(const Activations& at, const Network& network, NetworkCertificate& certificate) {
  const Index n = at.inputs.front().rows(), d = network.inputs();
  certificate.fewest_per_side = n;
  for (std::size_t l = 0; l < at.relative.size(); ++l) {
    std::vector<bool> never(static_cast<std::size_t>(d)), always(never), scale(never);
    for (Index j = 0; j < d; ++j) {
      const auto row = static_cast<std::size_t>(j);
      const auto v = at.relative[l].col(j).array();
      const Index active = (v > kAtKink).count(), inactive = (v < -kAtKink).count();
      never[row] = active == 0;
      always[row] = inactive == 0 && active > 0;
      scale[row] = is_scale_row(network.weights[l], j);
      certificate.fewest_per_side = std::min({certificate.fewest_per_side, active, inactive});
    }
    certificate.never_active.push_back(std::move(never));
    certificate.always_active.push_back(std::move(always));
    certificate.scale_rows.push_back(std::move(scale));
  }
}

/// The smallest number of samples on which two active neurons of any layers differ, or agree.
Index fewest_apart(const Activations& at) {
  const Index n = at.inputs.front().rows(), d = at.inputs.front().cols(), hidden = std::ssize(at.relative);
  Eigen::MatrixXd signs(n, hidden * d);
  for (Index l = 0; l < hidden; ++l) {
    const auto v = at.relative[static_cast<std::size_t>(l)].array();
    signs.middleCols(l * d, d) = (v > kAtKink).cast<double>() - (v < -kAtKink).cast<double>();
  }
  const Eigen::MatrixXd difference = signs.transpose() * signs, both = signs.cwiseAbs().transpose() * signs.cwiseAbs();
  double fewest = static_cast<double>(n);
  for (Index a = 0; a < signs.cols(); ++a)
    for (Index b = 0; b < a; ++b)
      if (both(a, b) > 0) fewest = std::min(fewest, (both(a, b) - std::abs(difference(a, b))) / 2);
  return static_cast<Index>(fewest);
}

}  // namespace

double largest_residual(const ColumnSamples& samples, const Network& network) {
  const Matrix Y = predict(network, Matrix(samples.X));
  return (Y - samples.Y).rowwise().norm().maxCoeff() /
         (rms_of(samples.Y) * std::sqrt(static_cast<double>(samples.Y.cols())));
}

double allowed_residual(double precision) {
  return std::max(kLargestBackwardError, kLargestInPrecisions * precision);
}

NetworkCertificate certify(const ColumnSamples& samples, const Network& network, bool held_out, int threads,
                           double precision) {
  const Index d = network.inputs(), m = network.outputs();
  NetworkCertificate certificate{
      .backward_error = largest_residual(samples, network),
      .allowed_backward_error = allowed_residual(precision),
      .required_singular_value = std::max(kSmallestSingularValue, kSingularValueInPrecisions * precision),
      .held_out = held_out};
  const Activations at = activations(samples.X, network);
  count_sides(at, network, certificate);
  certificate.nested_pairs = nested_pairs(at);
  certificate.fewest_apart = fewest_apart(at);
  const std::vector<Index> rows = samples_off_kinks(at, network), unknowns = unknown_positions(certificate, d);
  certificate.equations = static_cast<Index>(rows.size()) * m;
  certificate.unknowns = static_cast<Index>(unknowns.size()) + m * d;
  certificate.required_equations = certificate.unknowns + (2 * d + 2) * m;
  certificate.required_per_side = d + 2;
  if (certificate.equations >= certificate.unknowns)
    certificate.singular_value =
        smallest_singular_value({samples.X(rows, kAll), samples.Y(rows, kAll)}, network, unknowns, threads);
  certificate.holds = failed_conditions(certificate).empty();
  return certificate;
}

std::string failed_conditions(const NetworkCertificate& certificate) {
  std::vector<std::string> failed;
  if (!(certificate.backward_error <= certificate.allowed_backward_error))
    failed.push_back(fmt::format("the residual of a sample is {:.1e} of the outputs, more than {:.0e}",
                                 certificate.backward_error, certificate.allowed_backward_error));
  if (certificate.equations < certificate.required_equations)
    failed.push_back(fmt::format("the samples give {} for {}, fewer than {}",
                                 counted(certificate.equations, "equation"),
                                 counted(certificate.unknowns, "unknown weight"), certificate.required_equations));
  else if (certificate.singular_value <= certificate.required_singular_value)
    failed.push_back(fmt::format("the Jacobian of the weights is rank deficient: singular value {:.1e} of the largest",
                                 certificate.singular_value));
  if (certificate.fewest_per_side < certificate.required_per_side)
    failed.push_back(fmt::format("a neuron has only {} on one side of its kink, fewer than {}",
                                 counted(certificate.fewest_per_side, "sample"), certificate.required_per_side));
  if (certificate.fewest_apart < kFewestApart)
    failed.push_back(
        fmt::format("two neurons have equal or opposite activation patterns on all samples but {}, so that "
                    "one could replace the other",
                    certificate.fewest_apart));
  if (!certificate.held_out) failed.emplace_back("the network was not confirmed on held-out samples");
  return fmt::format("{}", fmt::join(failed, "; "));
}

}  // namespace resunit
