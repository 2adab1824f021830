// SPDX-License-Identifier: BSD-3-Clause
// One table or figure of the paper as a list of small tasks. A task is one fit by one method on one draw of samples; it
// depends only on its own fields, so that tasks can run in any order, on any thread, and be resumed.
//
//     tasks(scale) ─► run(task) ─► Record {task, values} ─► conclude(records), present(records) ─► a section of the page
//
// Every count on the page is computed from the records; descriptions contain none.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "report/section.hpp"

namespace resunit::experiments {

struct Task {
  std::vector<double> setting;  ///< d, n, noise, ...: the values of Experiment::setting_names
  std::string method;           ///< "SGD", "LP", "QP", "resunit", ... as on the page; without commas, for CSV files
  int network = 0;              ///< seed of the teacher
  int trial = 0;                ///< with `network`, seed of the samples

  auto operator<=>(const Task&) const = default;
};

struct Record {
  Task task;
  std::vector<double> values;  ///< the values of Experiment::value_names; infinite if a method found no unit
};
using Records = std::vector<Record>;

/// The extent of an experiment, and its data.
struct Scale {
  bool quick = false;          ///< few trials: a check of the program, not a result
  std::filesystem::path data;  ///< folder of the regression tables
};

struct Experiment {
  std::string name;
  std::string title;
  std::string location;     ///< in the paper
  std::string description;  ///< what is measured, and the fixed settings; no counts, which depend on the scale
  std::vector<std::string> setting_names;
  std::vector<std::string> value_names;
  bool timed = false;  ///< run tasks one after another, because their times are reported
  std::function<std::vector<Task>(const Scale&)> tasks;
  std::function<std::vector<double>(const Task&, const Scale&)> run;
  std::function<std::string(const Records&)> conclude;  ///< one or two sentences with the result
  std::function<void(const Records&, const Scale&, report::Section&)> present;
  std::function<std::string(std::size_t setting, double value)> value_text = {};  ///< none: the value as a number
};

namespace weights {
Experiment experiment();
}
namespace sample_efficiency {
Experiment experiment();
}
namespace noise {
Experiment experiment();
}
namespace running_time {
Experiment experiment();
}
namespace condition_number {
Experiment experiment();
}
namespace vanilla_lr {
Experiment experiment();
}
namespace nonnegativity {
Experiment experiment();
}
namespace multilayer {
Experiment experiment();
}
namespace benchmarks {
Experiment experiment();
}

/// Adds the conclusion, the description, the extent of the run, and what it omits compared with a full run.
void describe(const Experiment& experiment, const Records& records, const Scale& scale, report::Section& section);

/// All experiments, in the paper's order.
std::vector<Experiment> catalog();

/// Throws OptionError with a list of all names if there is no experiment of this name.
Experiment experiment_named(const std::string& name);

}  // namespace resunit::experiments
