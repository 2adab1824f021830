// One table or figure of the paper as a list of small tasks. A task is one fit by one method on one draw of samples; it
// depends on nothing but its own fields, so that tasks run in any order, on any thread, and go on after an
// interruption.
//
//     tasks(scale) ─► run(task) ─► Record {task, figures} ─► present(records) ─► a section of the page
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "report/section.hpp"

namespace resunit::experiments {

struct Task {
  std::vector<double> setting;  ///< d, n, the noise, ...: what Experiment::setting_names says
  std::string method;  ///< "SGD", "LP", "QP", "resunit", ... as the page spells it; no comma, for it stands in a CSV
  int network = 0;     ///< seeds the teacher
  int trial = 0;       ///< seeds the samples, together with the network

  auto operator<=>(const Task&) const = default;
};

struct Record {
  Task task;
  std::vector<double> figures;  ///< what Experiment::figure_names says; infinite where a method gave no unit
};
using Records = std::vector<Record>;

/// How much of an experiment to run, and on what.
struct Scale {
  bool quick = false;          ///< few trials: to see that all works, not to quote
  std::filesystem::path data;  ///< folder of the regression tables
};

struct Experiment {
  std::string name;
  std::string title;
  std::string place;     ///< in the paper
  std::string question;  ///< what was asked, and with which settings
  std::vector<std::string> setting_names;
  std::vector<std::string> figure_names;
  bool timed = false;  ///< one task after the other, for their times are figures
  std::function<std::vector<Task>(const Scale&)> tasks;
  std::function<std::vector<double>(const Task&, const Scale&)> run;
  std::function<void(const Records&, const Scale&, report::Section&)> present;
};

Experiment weights();
Experiment sample_efficiency();
Experiment noise();
Experiment running_time();
Experiment condition_number();
Experiment vanilla_lr();
Experiment nonnegativity();
Experiment benchmarks();

/// All of them, in the paper's order.
std::vector<Experiment> catalogue();

/// Throws OptionError that lists the names, if there is none of this name.
Experiment experiment_named(const std::string& name);

}  // namespace resunit::experiments
