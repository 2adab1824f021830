// One record per option: name, field, range and meaning. `describe` lists the records of a struct for a visitor
//     visit(name, field, range, help)
// so that validation, the command's help and the documentation all speak from the same lines.
#pragma once

#include <limits>
#include <string>
#include <string_view>

#include "resunit/error.hpp"
#include "resunit/fit.hpp"
#include "resunit/noise.hpp"
#include "resunit/regress.hpp"
#include "resunit/row.hpp"
#include "resunit/synthetic.hpp"

namespace resunit {

/// The values an option may take: an interval, open at an end where the end itself is not allowed. Never NaN or
/// infinite.
struct Range {
  double low = std::numeric_limits<double>::lowest();
  double high = std::numeric_limits<double>::max();
  bool open_low = false;
  bool open_high = false;

  constexpr bool contains(double value) const {
    return (open_low ? value > low : value >= low) && (open_high ? value < high : value <= high);
  }
  RESUNIT_API std::string text() const;  ///< "a value in (0, 1)", "a value of at least 1"
};

constexpr Range at_least(double low) {
  return {.low = low};
}
constexpr Range above(double low) {
  return {.low = low, .open_low = true};
}
constexpr Range between(double low, double high) {
  return {.low = low, .high = high};
}
constexpr Range inside(double low, double high) {
  return {.low = low, .high = high, .open_low = true, .open_high = true};
}
constexpr Range from_up_to(double low, double high) {
  return {.low = low, .high = high, .open_high = true};
}

template <class Options, class Visitor>
requires std::is_same_v<std::remove_const_t<Options>, RowOptions>
void describe(Options& o, Visitor&& visit) {
  visit("tolerance", o.tolerance, inside(0, 1), "relative optimality residual at which a row program is solved");
  visit("max-iterations", o.max_iterations, at_least(1), "Newton or interior-point steps a row may take");
  visit("rank-tolerance", o.rank_tolerance, inside(0, 1), "singular values below this times the largest count as zero");
  visit("path-parameter", o.path_parameter, above(0),
        "qp, lp-noisy: barrier of layer 1 as a share of the mean square of the hidden outputs");
}

template <class Options, class Visitor>
requires std::is_same_v<std::remove_const_t<Options>, SgdOptions>
void describe(Options& o, Visitor&& visit) {
  visit("epochs", o.epochs, at_least(1), "sgd: passes over the samples");
  visit("batch", o.batch, at_least(1), "sgd: samples a step");
  visit("rate", o.rate, above(0), "sgd: initial learning rate");
  visit("decay", o.decay, at_least(0), "sgd: the rate is divided by 1 + decay * epoch");
  visit("stop", o.stop, from_up_to(0, 1),
        "sgd: ends after an epoch that changes the loss by less than this share of it");
}

template <class Options, class Visitor>
requires std::is_same_v<std::remove_const_t<Options>, NoisyOptions>
void describe(Options& o, Visitor&& visit) {
  visit("robust", o.robust, Range{}, "noisy: Huber's loss instead of squares, for outliers");
  visit("reweight", o.reweight, Range{}, "noisy: weigh outputs by their estimated noise where it differs among them");
  visit("sandwich", o.sandwich, Range{}, "noisy: standard errors that allow the noise to depend on x");
  visit("restarts", o.restarts, at_least(0), "noisy: further searches while the loss is above what can be expected");
  visit("largest-covariance", o.largest_covariance, at_least(0),
        "noisy: standard errors are computed for d^2 up to this");
}

template <class Options, class Visitor>
requires std::is_same_v<std::remove_const_t<Options>, FitOptions>
void describe(Options& o, Visitor&& visit) {
  visit("seed", o.seed, at_least(0), "of everything random");
  visit("threads", o.threads, at_least(0), "0 means all cores; results do not depend on it");
  visit("bias", o.bias, Range{}, "append a constant input: biases of both layers are learned; needs m >= d + 1");
  visit("polish", o.polish, Range{},
        "qp, lp, lp-noisy, lr, sgd: descend from the result to the nearest minimum of the output loss");
  describe(o.noise, visit);
  visit("nonnegative", o.nonnegative, Range{}, "qp, lp, lp-noisy: constrain A >= 0 in layer 1");
  visit("scale-tolerance", o.scale_tolerance, from_up_to(0, 1),
        "qp, lp, lp-noisy: share of the mean square of x_j that a scale row may leave unexplained");
  describe(o.rows, visit);
  describe(o.sgd, visit);
}

template <class Options, class Visitor>
requires std::is_same_v<std::remove_const_t<Options>, TeacherOptions>
void describe(Options& o, Visitor&& visit) {
  visit("inputs", o.inputs, at_least(1), "d, the number of inputs");
  visit("outputs", o.outputs, at_least(0), "m, the number of outputs, at least d; 0 means d, or d + 1 with a bias");
  visit("negative", o.negative, between(0, 1), "fraction of the entries of A that are negative");
  visit("scale-rows", o.scale_rows, at_least(0), "rows of A that keep only their diagonal entry, at most d");
  visit("bias", o.bias, Range{}, "biases in both layers, as fit --bias learns them");
  visit("condition", o.condition, at_least(0), "condition number of B; 0 draws B from N(0, 1)");
}

template <class Options, class Visitor>
requires std::is_same_v<std::remove_const_t<Options>, SampleOptions>
void describe(Options& o, Visitor&& visit) {
  visit("samples", o.samples, at_least(1), "n, the number of samples");
  visit("noise", o.noise, at_least(0), "standard deviation of the noise on every output");
  visit("mean", o.mean, Range{}, "mean of gaussian inputs");
}

template <class Options, class Visitor>
requires std::is_same_v<std::remove_const_t<Options>, RegressOptions>
void describe(Options& o, Visitor&& visit) {
  visit("width", o.width, at_least(0), "hinges of each network; 0 chooses on held-out rows");
  visit("members", o.members, at_least(1), "networks that are averaged");
  visit("fast", o.fast, Range{}, "two networks of width 64 instead: a third of the time, a few percent more error");
  visit("seed", o.seed, at_least(0), "of random directions and of the division of rows");
  visit("threads", o.threads, at_least(0), "0 means all cores; results do not depend on it");
}

/// Throws OptionError "FitOptions::threads = -1, expected a value of at least 0" for the first field out of its range.
RESUNIT_API void validate(const FitOptions& options);
RESUNIT_API void validate(const TeacherOptions& options);
RESUNIT_API void validate(const SampleOptions& options);
RESUNIT_API void validate(const NoisyOptions& options);
RESUNIT_API void validate(const RegressOptions& options);

}  // namespace resunit
