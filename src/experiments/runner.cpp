// SPDX-License-Identifier: BSD-3-Clause
// Runs experiments, stores the results of tasks as they finish, and writes the page.
#include <fmt/format.h>

#include <atomic>
#include <mutex>
#include <set>
#include <thread>

#include "experiments/extent.hpp"
#include "experiments/machine.hpp"
#include "experiments/records.hpp"
#include "experiments/reproduce.hpp"
#include "linalg/openblas.hpp"
#include "model/random.hpp"
#include "parallel/parallel_for.hpp"
#include "report/page.hpp"
#include "report/report.hpp"
#include "resunit/error.hpp"
#include "resunit/version.hpp"
#include "system/stopwatch.hpp"

namespace resunit {
namespace experiments {
namespace {

void create_folder(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) throw DataError(fmt::format("cannot create the folder {}: {}", folder.string(), error.message()));
}

/// The tasks that are not done, in random order, so that the remaining time can be estimated from the elapsed time.
std::vector<Task> remaining_tasks(const std::vector<Task>& tasks, const Records& done) {
  std::set<Task> finished;
  for (const Record& record : done) finished.insert(record.task);
  std::vector<Task> remaining;
  for (const Task& task : tasks)
    if (!finished.contains(task)) remaining.push_back(task);
  Random(0, Stream::experiment_order).shuffle(remaining);
  return remaining;
}

class Run {
 public:
  Run(const Experiment& experiment, const ReproduceOptions& options)
      : experiment_(experiment),
        options_(options),
        scale_{.quick = options.quick, .data = options.data},
        file_(experiment, options.out, options.quick),
        progress_scope_(options.progress) {}

  Records records() {
    const std::vector<Task> tasks = experiment_.tasks(scale_);
    if (options_.resume) records_ = file_.read_previous({tasks.begin(), tasks.end()});
    const std::vector<Task> remaining = remaining_tasks(tasks, records_);
    file_.begin(records_);
    const OneBlasThread guard;
    const Progress report = progress_scope_.reports();
    const auto caller = std::this_thread::get_id();
    parallel_for(std::ssize(remaining), experiment_.timed ? 1 : options_.threads, [&](Index k) {
      store({remaining[k], experiment_.run(remaining[k], scale_)});
      if (report && std::this_thread::get_id() == caller)
        report(experiment_.name, static_cast<double>(done_) / static_cast<double>(remaining.size()));
    });
    file_.complete(records_, options_.command, watch_.seconds());
    return std::move(records_);
  }
  double seconds() const { return watch_.seconds(); }
  const Scale& scale() const { return scale_; }

 private:
  void store(Record record) {
    const std::lock_guard lock(mutex_);
    file_.append(record);
    records_.push_back(std::move(record));
    ++done_;
  }

  const Experiment& experiment_;
  const ReproduceOptions& options_;
  Scale scale_;
  RecordFile file_;
  ProgressScope progress_scope_;
  Stopwatch watch_;
  std::mutex mutex_;
  Records records_;
  std::atomic<Index> done_{0};
};

}  // namespace

void describe(const Experiment& experiment, const Records& records, const Scale& scale, report::Section& section) {
  section.strong(experiment.conclude(records));
  section.paragraph(experiment.location + ". " + experiment.description);
  section.paragraph(extent_text(records));
  const std::string omitted = omitted_text(experiment, experiment.tasks({.quick = false, .data = scale.data}), records);
  if (!omitted.empty()) section.paragraph(omitted);
}

namespace {

report::Section section_of(const Experiment& experiment, const ReproduceOptions& options) {
  report::Section section(experiment.name, experiment.title);
  Run run(experiment, options);
  const Records records = run.records();
  describe(experiment, records, run.scale(), section);
  experiment.present(records, run.scale(), section);
  const std::string name = experiment.name + (options.quick ? ".quick" : "");
  section.small(fmt::format("{} {} s in this run, on {}. To repeat: resunit reproduce {}{}", seeds_text(records),
                            report::number(run.seconds()), machine_text(), experiment.name,
                            options.quick ? " --quick" : ""));
  section.links("Raw results:", {name + ".csv", name + ".json"});
  return section;
}

}  // namespace
}  // namespace experiments

std::vector<std::string> experiment_names() {
  std::vector<std::string> names;
  for (const experiments::Experiment& experiment : experiments::catalog()) names.push_back(experiment.name);
  return names;
}

void reproduce(const std::vector<std::string>& names, const ReproduceOptions& options) {
  std::vector<experiments::Experiment> chosen;
  for (const std::string& name : names) chosen.push_back(experiments::experiment_named(name));
  experiments::create_folder(options.out);
  report::Page page("The paper's experiments, repeated with resunit");
  page.lead(fmt::format(
      "Tables and figures of \"Nonparametric Learning of Two-Layer ReLU Residual Units\" (TMLR 2022), repeated with "
      "resunit {} and compared with the paper's values, which are printed in it or digitized from its figures.{}",
      RESUNIT_VERSION,
      options.quick ? " This is a quick run with few trials, a check of the program: do not quote its numbers." : ""));
  for (const experiments::Experiment& experiment : chosen) page.add(experiments::section_of(experiment, options));
  page.footer(options.command);
  write_page(options.out / "index.html", page.html());
  write_page(options.out / "index.md", page.markdown());
}

}  // namespace resunit
