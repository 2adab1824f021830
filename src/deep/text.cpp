// SPDX-License-Identifier: BSD-3-Clause
// NetworkFit::brief and NetworkFit::full: a fit of a network as text.
#include <fmt/format.h>

#include <algorithm>

#include "linalg/norms.hpp"
#include "model/counted.hpp"
#include "model/stages_text.hpp"
#include "resunit/fit_network.hpp"

namespace resunit {
namespace {

std::string certificate_text(const NetworkCertificate& certificate) {
  return fmt::format("  {} for {}, smallest singular value of the Jacobian {:.1e}\n",
                     counted(certificate.equations, "equation"), counted(certificate.unknowns, "unknown weight"),
                     certificate.singular_value);
}

/// "  2310 queries, 96 kinks; ...\n" for a network that was extracted.
std::string queries_text(const NetworkQueries& queries) {
  if (queries.count == 0) return {};
  return fmt::format("  {} queries, {}; the answers have a precision of {:.0e}\n", queries.count,
                     counted(queries.kinks, "kink"), queries.precision);
}

/// "  2 rows of W_0 are scale rows\n" for each layer with such rows.
std::string rows_text(const std::vector<std::vector<bool>>& layers, const char* one, const char* several) {
  std::string text;
  for (std::size_t l = 0; l < layers.size(); ++l)
    if (const auto rows = std::count(layers[l].begin(), layers[l].end(), true); rows > 0)
      text += fmt::format("  {} of W_{} {}\n", counted(rows, "row"), l, rows == 1 ? one : several);
  return text;
}

/// "  noise: standard deviation 0.5; standard errors 1.2% of W_0, 0.8% of W_1, 0.5% of W_2\n"
std::string noise_text(const NetworkFit& fit) {
  std::string text = fmt::format("  noise: standard deviation {:.4g}", fit.uncertainty.noise_std);
  const std::vector<Matrix>& errors = fit.uncertainty.standard_errors;
  for (std::size_t l = 0; l < errors.size(); ++l) {
    const Matrix& W = fit.network.weights[l];
    if (!W.isZero(0))
      text += fmt::format("{}{:.2g}% of W_{}", l == 0 ? "; standard errors " : ", ",
                          100 * length_of(errors[l]) / length_of(W), l);
  }
  return text + '\n';
}

}  // namespace

std::string NetworkFit::brief() const {
  if (status == FitStatus::not_run) return "not run";
  if (!usable()) return fmt::format("{}: {} ({})", to_string(method), to_string(status), reason);
  return fmt::format("{}: {}, {} layers, {}, {}, training loss {:.3g}", to_string(method), to_string(status),
                     network.layers(), counted(network.inputs(), "input"), counted(network.outputs(), "output"),
                     training_loss);
}

std::string NetworkFit::full() const {
  std::string text = brief() + "\n";
  if (!choice.empty()) text += fmt::format("  {}\n", choice);
  if (usable() && !reason.empty()) text += fmt::format("  {}\n", reason);
  text += queries_text(queries);
  if (method == Method::exact && usable())
    text += certificate_text(certificate) + rows_text(certificate.scale_rows, "is a scale row", "are scale rows") +
            rows_text(certificate.never_active, "is never active", "are never active") +
            rows_text(certificate.always_active, "is always active", "are always active");
  if (method == Method::noisy && usable()) text += noise_text(*this);
  for (const std::string& warning : warnings)
    if (warning != reason) text += fmt::format("  warning: {}\n", warning);
  text += stages_text(seconds);
  text.pop_back();
  return text;
}

}  // namespace resunit
