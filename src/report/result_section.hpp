// SPDX-License-Identifier: BSD-3-Clause
// The first section of the report of a fit: status, reason and warnings.
#pragma once

#include <fmt/format.h>

#include <string>

#include "report/section.hpp"
#include "resunit/fit_result.hpp"

namespace resunit::report {

/// `Result` is Fit or NetworkFit.
template <class Result>
Badge badge_of(const Result& fit) {
  if (fit.status == FitStatus::solved) return fit.warnings.empty() ? Badge::good : Badge::caution;
  return fit.usable() ? Badge::caution : Badge::failure;
}

/// The probable cause of an inadequate fit and the remedy, which networks do not have.
inline void add_cause(const Fit& fit, Section& section) {
  if (!fit.cause.empty()) section.paragraph("Probable cause: " + fit.cause + ".");
  if (fit.remedy != Remedy::none) section.paragraph(fmt::format("Remedy: {}.", to_string(fit.remedy)));
}
template <class Result>
void add_cause(const Result&, Section&) {}

template <class Result>
Section result_section(const Result& fit) {
  Section section("result", "Result");
  section.badge(badge_of(fit), fmt::format("{} by method {}", to_string(fit.status), to_string(fit.method)));
  section.paragraph(fit.brief());
  if (!fit.choice.empty()) section.paragraph(fit.choice + ".");
  if (!fit.reason.empty()) section.paragraph(fit.reason + ".");
  add_cause(fit, section);
  for (const std::string& warning : fit.warnings)
    if (warning != fit.reason) section.paragraph("Warning: " + warning);
  if (fit.uncertainty.noise_std > 0)
    section.paragraph(fmt::format("Noise: standard deviation {:.4g} per output.", fit.uncertainty.noise_std));
  return section;
}

}  // namespace resunit::report
