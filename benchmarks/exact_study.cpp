// SPDX-License-Identifier: BSD-3-Clause
// What exact identification finds and certifies, and its time. One table per word (docs/journal/exact_study.md):
//     exact_study weights [networks]         d = 16, n = 512: any fraction p of negative entries, s scale rows
//     exact_study few D [networks]           rows found and certified against n / d, and rows that are identifiable
//     exact_study inputs [networks]          other distributions of the inputs, scales, conditions of B, float32
//     exact_study scales [networks]          columns of X of very different sizes, weights of order one
//     exact_study certificates [problems]    small problems of all kinds: is any certificate false?
//     exact_study speed                      one thread, method exact
#include <fmt/format.h>

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include "exact/exact.hpp"
#include "exact/random_problems.hpp"
#include "linalg/norms.hpp"
#include "resunit/fit.hpp"
#include "resunit/metrics.hpp"
#include "statistics.hpp"
#include "system/stopwatch.hpp"

namespace {

using namespace resunit;
using benchmarks::median;

/// Rows of A that equal those of the teacher, both in canonical form.
std::vector<bool> correct_rows(const Unit& estimate, const Unit& teacher) {
  const Unit truth = canonical(teacher), found = canonical(estimate);
  std::vector<bool> correct(truth.rows());
  for (Index j = 0; j < truth.rows(); ++j)
    correct[j] = (found.A.row(j) - truth.A.row(j)).norm() <= 1e-5 * std::max(1e-6, truth.A.row(j).norm());
  return correct;
}

struct Score {
  int networks = 0, exact = 0, certified = 0, false_rows = 0;
  Index rows = 0, correct = 0, certified_rows = 0;
  double layer1 = 0, layer2 = 0, output = 0;  ///< largest errors
};

void add_rows(const Unit& unit, const Certificate& certificate, const Unit& teacher, Score& score) {
  const std::vector<bool> correct = correct_rows(unit, teacher);
  for (Index j = 0; j < teacher.rows(); ++j) {
    const bool certified = !certificate.layer1_rows.empty() && certificate.layer1_rows[j];
    score.correct += correct[j];
    score.certified_rows += certified;
    score.false_rows += certified && !correct[j];
  }
}

void add(const Fit& fit, const Unit& teacher, const Matrix& test_inputs, Score& score) {
  ++score.networks;
  score.rows += teacher.rows();
  if (!fit.usable()) return;
  const WeightErrors errors = weight_errors(fit.unit, teacher);
  const double output = output_errors(predict(fit.unit, test_inputs), predict(teacher, test_inputs)).output_error;
  score.layer1 = std::max(score.layer1, errors.layer1);
  score.layer2 = std::max(score.layer2, errors.layer2);
  score.output = std::max(score.output, output);
  score.exact += output <= 1e-9;
  score.certified += fit.certificate.holds;
  add_rows(fit.unit, fit.certificate, teacher, score);
}

void study_weights(int networks) {
  fmt::print(
      "| p | s | exact | certified | false rows | layer 1 | layer 2 | output |\n|---|---|---|---|---|---|---|---|\n");
  for (const Index s : {0, 2, 4, 8, 16})
    for (int tenths = 0; tenths <= 10; ++tenths) {
      Score score;
      for (int k = 0; k < networks; ++k) {
        const auto seed = static_cast<std::uint64_t>(10000 * s + 100 * tenths + k);
        const Unit teacher = draw_teacher({.inputs = 16, .negative = tenths / 10.0, .scale_rows = s, .seed = seed});
        const Dataset data = draw_samples(teacher, {.samples = 512, .seed = seed + 1});
        add(fit(data, {.threads = 1}), teacher, draw_samples(teacher, {.samples = 500, .seed = seed + 2}).X, score);
      }
      fmt::print("| {} | {} | {}/{} | {} | {} | {:.1e} | {:.1e} | {:.1e} |\n", tenths / 10.0, s, score.exact,
                 score.networks, score.certified, score.false_rows, score.layer1, score.layer2, score.output);
    }
}

/// Number of rows that are identifiable at the true activation pattern: rank [Y, -s o X] = 2d.
Index identifiable_rows(const Unit& teacher, const Dataset& data) {
  const Index d = teacher.rows();
  const Matrix S = data.X * teacher.A.transpose();
  Index count = 0;
  for (Index j = 0; j < d; ++j) {
    Eigen::MatrixXd M(data.X.rows(), 2 * d);
    M << data.Y, (S.col(j).array() > 0).cast<double>().matrix().asDiagonal() * data.X;
    Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(M);
    qr.setThreshold(1e-9);
    count += qr.rank() == 2 * d;
  }
  return count;
}

void study_few_samples(Index d, int networks) {
  fmt::print(
      "| d | p | n/d | identifiable | correct | certified | false rows | paper's LP: networks with layer 2 correct "
      "| seconds |\n"
      "|---|---|---|---|---|---|---|---|---|\n");
  for (const double negative : {0.0, 0.5})
    for (const double ratio : {2.0, 2.25, 2.5, 2.75, 3.0, 3.5, 4.0, 6.0, 8.0, 16.0}) {
      Score score;
      Index identifiable = 0;
      int by_lp = 0;
      std::vector<double> seconds;
      for (int k = 0; k < networks; ++k) {
        const auto seed = static_cast<std::uint64_t>(1000 * d + k);
        const Unit teacher = draw_teacher({.inputs = d, .negative = negative, .seed = seed});
        const auto n = static_cast<Index>(std::ceil(ratio * static_cast<double>(d)));
        const Dataset data = draw_samples(teacher, {.samples = n, .seed = seed + 1});
        identifiable += identifiable_rows(teacher, data);
        const Stopwatch watch;
        const ExactFit exact = learn_exactly(data, {});
        seconds.push_back(watch.seconds());
        add_rows(exact.unit, exact.certificate, teacher, score);
        const Fit lp = fit(data, {.method = Method::lp});
        by_lp += lp.usable() && weight_errors(lp.unit, teacher).layer2 <= 1e-6;
      }
      const auto fraction = [&](Index count) { return static_cast<double>(count) / static_cast<double>(d * networks); };
      fmt::print("| {} | {} | {} | {:.3f} | {:.3f} | {:.3f} | {} | {}/{} | {:.2g} |\n", d, negative, ratio,
                 fraction(identifiable), fraction(score.correct), fraction(score.certified_rows), score.false_rows,
                 by_lp, networks, median(seconds));
      std::fflush(stdout);
    }
}

struct Setting {
  std::string name;
  std::function<std::pair<Unit, Matrix>(test::Random&)> draw;  ///< a teacher and 700 inputs, 200 of them for testing
  std::function<void(Dataset&)> modify = [](Dataset&) {};
};

std::vector<Setting> input_settings(Index d) {
  const auto generic = [d](test::Random& random) {
    return Unit{.A = random.gaussian(d, d), .B = random.gaussian(d + 2, d)};
  };
  std::vector<Setting> settings;
  for (const test::InputKind& kind : test::continuous_kinds())
    settings.push_back({kind.name, [=](test::Random& random) {
                          Unit unit = generic(random);
                          if (kind.name == "columns of all scales") test::suit_scales(unit);
                          Matrix X = kind.draw(700, d, random);
                          return std::pair(unit, X);
                        }});
  settings.push_back({"integers -5..5", [=](test::Random& random) {
                        Unit unit = generic(random);
                        return std::pair(unit, random.integers(700, d, -5, 5));
                      }});
  settings.push_back({"uniform on [0, 1]", [=](test::Random& random) {
                        Unit unit = generic(random);
                        Matrix X(700, d);
                        for (double& x : X.reshaped()) x = random.uniform(0, 1);
                        return std::pair(unit, X);
                      }});
  for (const double scale : {1e-9, 1e9})
    settings.push_back({fmt::format("y times {:g}", scale), [=](test::Random& random) {
                          Unit unit = generic(random);
                          unit.B *= scale;
                          Matrix X = random.gaussian(700, d);
                          return std::pair(unit, X);
                        }});
  for (const double condition : {1e4, 1e8})
    settings.push_back({fmt::format("condition of B {:g}", condition), [=](test::Random& random) {
                          Unit unit = draw_teacher({.inputs = d,
                                                    .negative = 0.5,
                                                    .condition = condition,
                                                    .seed = static_cast<std::uint64_t>(random.integer(0, 1 << 30))});
                          Matrix X = random.gaussian(700, d);
                          return std::pair(unit, X);
                        }});
  settings.push_back({"float32",
                      [=](test::Random& random) {
                        Unit unit = generic(random);
                        Matrix X = random.gaussian(700, d).cast<float>().cast<double>();
                        return std::pair(unit, X);
                      },
                      [](Dataset& data) { data.Y = data.Y.cast<float>().cast<double>().eval(); }});
  return settings;
}

void study_inputs(int networks) {
  fmt::print(
      "| inputs, d = 12, n = 500 | method | certified | correct rows | false rows | layer 1 | layer 2 | output |\n"
      "|---|---|---|---|---|---|---|---|\n");
  for (const Setting& setting : input_settings(12)) {
    Score score;
    std::string method;
    for (int k = 0; k < networks; ++k) {
      test::Random random(static_cast<std::uint64_t>(k));
      const auto [teacher, X] = setting.draw(random);
      Dataset data = test::samples_of(teacher, X.topRows(500));
      setting.modify(data);
      const Fit found = fit(data, {.threads = 1});
      const std::string name(to_string(found.method));
      if (method.find(name) == std::string::npos) method += (method.empty() ? "" : ", ") + name;
      add(found, teacher, X.bottomRows(200), score);
    }
    fmt::print("| {} | {} | {}/{} | {}/{} | {} | {:.1e} | {:.1e} | {:.1e} |\n", setting.name, method, score.certified,
               networks, score.correct, score.rows, score.false_rows, score.layer1, score.layer2, score.output);
  }
}

void study_scales(int networks) {
  constexpr double kSmallest = 2e-4;
  fmt::print(
      "| d | n | rms of the columns | A | exact, of {} | rows | correct | certified | false rows | median ms |\n"
      "|---|---|---|---|---|---|---|---|---|---|\n",
      networks);
  struct Shape {
    Index d, n;
  };
  for (const auto& [d, n] : {Shape{6, 80}, Shape{12, 48}, Shape{12, 160}, Shape{24, 320}})
    for (const double ratio : {1e1, 1e3, 1.3e7, 1e9})
      for (const bool nonnegative : {true, false}) {
        Score score;
        std::vector<double> seconds;
        for (int k = 0; k < networks; ++k) {
          const test::BadlyScaled problem(d, n, kSmallest, ratio * kSmallest, nonnegative,
                                          static_cast<std::uint64_t>(1000 + k));
          const Stopwatch watch;
          const Fit found = fit(problem.data, {.threads = 1});
          seconds.push_back(watch.seconds());
          score.rows += d;
          if (!found.usable()) continue;
          const Vector errors = problem.row_errors(found.unit);
          score.exact +=
              length_of(predict(found.unit, problem.data.X) - problem.data.Y) <= 1e-12 * length_of(problem.data.Y);
          for (Index j = 0; j < d; ++j) {
            const bool correct = errors(j) <= 1e-6;
            const bool certified = !found.certificate.layer1_rows.empty() && found.certificate.layer1_rows[j];
            score.correct += correct;
            score.certified_rows += certified;
            score.false_rows += certified && !correct;
          }
        }
        fmt::print("| {} | {} | {:g} to {:g} | {} | {} | {} | {} | {} | {} | {:.3g} |\n", d, n, kSmallest,
                   ratio * kSmallest, nonnegative ? ">= 0" : "any sign", score.exact, score.rows, score.correct,
                   score.certified_rows, score.false_rows, 1000 * median(seconds));
        std::fflush(stdout);
      }
}

void study_certificates(int problems) {
  std::vector<test::InputKind> kinds = test::continuous_kinds();
  kinds.push_back({"one sign per column", [](Index n, Index d, test::Random& r) {
                     const Vector sign = r.gaussian(1, d).row(0).unaryExpr([](double g) { return g < 0 ? -1.0 : 1.0; });
                     return Matrix(r.gaussian(n, d).cwiseAbs() * sign.asDiagonal());
                   }});
  const std::size_t continuous = kinds.size();
  kinds.push_back({"zeros and ones", [](Index n, Index d, test::Random& r) { return r.integers(n, d, 0, 1); }});
  kinds.push_back({"lattice", [](Index n, Index d, test::Random& r) {
                     Matrix X = r.integers(n, d, -2, 1);
                     return Matrix(X.unaryExpr([](double x) { return x >= 0 ? x + 1 : x; }));  // -2, -1, 1, 2
                   }});
  kinds.push_back({"integers -3..3", [](Index n, Index d, test::Random& r) { return r.integers(n, d, -3, 3); }});
  fmt::print(
      "| inputs | problems | exact on the samples | rows | certified | false | certificates | seconds, slowest |\n"
      "|---|---|---|---|---|---|---|---|\n");
  for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
    Score score;
    int fitted = 0;
    double slowest = 0;
    for (int k = 0; k < problems / static_cast<int>(kinds.size()); ++k) {
      test::Random random(static_cast<std::uint64_t>(100000 * kind + k));
      const Index d = random.integer(2, 6), m = d + random.integer(0, 2), n = random.integer(2 * d, 12 * d);
      Unit teacher = test::special_unit(d, m, random);
      if (kind > continuous) teacher.A = teacher.A.array().round();
      if (kinds[kind].name == "columns of all scales") test::suit_scales(teacher);
      const Dataset data = test::samples_of(teacher, kinds[kind].draw(n, d, random));
      const Stopwatch watch;
      const Fit found = fit(data, {.method = Method::exact, .threads = 1});
      slowest = std::max(slowest, watch.seconds());
      fitted += found.usable();
      add(found, teacher, data.X, score);
    }
    fmt::print("| {} | {} | {} | {} | {} | {} | {} | {:.2g} |\n", kinds[kind].name, score.networks, fitted, score.rows,
               score.certified_rows, score.false_rows, score.certified, slowest);
    std::fflush(stdout);
  }
}

void study_speed() {
  fmt::print("| d | n | networks | certified | median ms |\n|---|---|---|---|---|\n");
  struct Size {
    Index d, n;
    int networks;
  };
  for (const auto& [d, n, networks] :
       {Size{8, 512, 20}, Size{16, 512, 20}, Size{32, 512, 20}, Size{64, 512, 5}, Size{64, 1024, 5}, Size{128, 2048, 3},
        Size{256, 4096, 1}, Size{16, 100000, 3}, Size{16, 1000000, 1}}) {
    std::vector<double> seconds;
    int certified = 0;
    for (int k = 0; k < networks; ++k) {
      const auto seed = static_cast<std::uint64_t>(k);
      const Unit teacher = draw_teacher({.inputs = d, .negative = 0.5, .seed = seed});
      const Dataset data = draw_samples(teacher, {.samples = n, .seed = seed + 1});
      const Stopwatch watch;
      const Fit found = fit(data, {.method = Method::exact, .threads = 1});
      seconds.push_back(watch.seconds());
      certified += found.certificate.holds && weight_errors(found.unit, teacher).layer1 <= 1e-9;
    }
    fmt::print("| {} | {} | {} | {} | {:.3g} |\n", d, n, networks, certified, 1000 * median(seconds));
    std::fflush(stdout);
  }
}

int argument(int argc, char** argv, int k, int fallback) {
  return argc > k ? std::atoi(argv[k]) : fallback;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string table = argc > 1 ? argv[1] : "";
  if (table == "weights")
    study_weights(argument(argc, argv, 2, 20));
  else if (table == "few" && argc > 2)
    study_few_samples(argument(argc, argv, 2, 16), argument(argc, argv, 3, 10));
  else if (table == "inputs")
    study_inputs(argument(argc, argv, 2, 10));
  else if (table == "scales")
    study_scales(argument(argc, argv, 2, 20));
  else if (table == "certificates")
    study_certificates(argument(argc, argv, 2, 10000));
  else if (table == "speed")
    study_speed();
  else
    return fmt::print(stderr, "usage: exact_study weights | few D | inputs | scales | certificates | speed\n"), 1;
}
