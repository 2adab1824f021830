// SPDX-License-Identifier: BSD-3-Clause
// The names of methods, biases, rescalings, input distributions, statuses and feasible sets.
#pragma once

#include "model/enum_names.hpp"
#include "resunit/feasible_set.hpp"
#include "resunit/fit_options.hpp"
#include "resunit/fit_result.hpp"
#include "resunit/synthetic.hpp"

namespace resunit {

template <>
inline constexpr std::array kEnumNames<Method> = {
    EnumName{Method::automatic, "auto"}, EnumName{Method::exact, "exact"}, EnumName{Method::noisy, "noisy"},
    EnumName{Method::qp, "qp"},          EnumName{Method::lp, "lp"},       EnumName{Method::lp_noisy, "lp-noisy"},
    EnumName{Method::lr, "lr"},          EnumName{Method::sgd, "sgd"}};

template <>
inline constexpr std::array kEnumNames<Bias> = {EnumName{Bias::none, "none"}, EnumName{Bias::layer1, "layer1"},
                                                EnumName{Bias::both, "both"}};

template <>
inline constexpr std::array kEnumNames<Rescale> = {EnumName{Rescale::paper, "paper"},
                                                   EnumName{Rescale::authors, "authors"}};

template <>
inline constexpr std::array kEnumNames<InputDistribution> = {EnumName{InputDistribution::mixture, "mixture"},
                                                             EnumName{InputDistribution::gaussian, "gaussian"}};

template <>
inline constexpr std::array kEnumNames<RowStatus> = {
    EnumName{RowStatus::not_run, "not run"}, EnumName{RowStatus::solved, "solved"},
    EnumName{RowStatus::iteration_limit, "iteration limit"}, EnumName{RowStatus::infeasible, "infeasible"},
    EnumName{RowStatus::stalled, "stalled"}};

template <>
inline constexpr std::array kEnumNames<FitStatus> = {EnumName{FitStatus::not_run, "not run"},
                                                     EnumName{FitStatus::solved, "solved"},
                                                     EnumName{FitStatus::suspect, "suspect"},
                                                     EnumName{FitStatus::inexact, "inexact"},
                                                     EnumName{FitStatus::undetermined, "undetermined"},
                                                     EnumName{FitStatus::not_exact, "not exact"},
                                                     EnumName{FitStatus::infeasible, "infeasible"},
                                                     EnumName{FitStatus::rank_deficient, "rank deficient"},
                                                     EnumName{FitStatus::too_few_samples, "too few samples"},
                                                     EnumName{FitStatus::too_few_one_signed, "too few one-signed"},
                                                     EnumName{FitStatus::unrelated, "unrelated"},
                                                     EnumName{FitStatus::diverged, "diverged"}};

template <>
inline constexpr std::array kEnumNames<Remedy> = {EnumName{Remedy::none, "none"},
                                                  EnumName{Remedy::automatic, "auto"},
                                                  EnumName{Remedy::robust, "robust"},
                                                  EnumName{Remedy::bias_layer1, "bias layer1"},
                                                  EnumName{Remedy::bias_both, "bias both"},
                                                  EnumName{Remedy::remove_outliers, "remove outliers"},
                                                  EnumName{Remedy::match_rows, "match rows"},
                                                  EnumName{Remedy::add_samples, "add samples"},
                                                  EnumName{Remedy::drop_columns, "drop columns"},
                                                  EnumName{Remedy::regress, "regress"}};

template <>
inline constexpr std::array kEnumNames<FeasibleSet> = {
    EnumName{FeasibleSet::unknown, "unknown"}, EnumName{FeasibleSet::empty, "empty"},
    EnumName{FeasibleSet::unbounded, "unbounded"}, EnumName{FeasibleSet::wide, "wide"},
    EnumName{FeasibleSet::point, "point"}};

}  // namespace resunit
