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

template <class Result>
Section result_section(const Result& fit) {
  Section section("result", "Result");
  section.badge(badge_of(fit), fmt::format("{} by method {}", to_string(fit.status), to_string(fit.method)));
  section.paragraph(fit.brief());
  if (!fit.choice.empty()) section.paragraph(fit.choice + ".");
  if (!fit.reason.empty()) section.paragraph(fit.reason + ".");
  for (const std::string& warning : fit.warnings) section.paragraph("Warning: " + warning);
  if (fit.uncertainty.noise_std > 0)
    section.paragraph(fmt::format("Noise: standard deviation {:.4g} per output.", fit.uncertainty.noise_std));
  return section;
}

}  // namespace resunit::report
