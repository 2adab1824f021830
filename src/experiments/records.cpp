// SPDX-License-Identifier: BSD-3-Clause
#include "experiments/records.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <sstream>

#include "resunit/error.hpp"
#include "resunit/version.hpp"
#include "system/atomic_file.hpp"

namespace resunit::experiments {
namespace {

std::vector<std::string> split(const std::string& line) {
  std::vector<std::string> fields;
  std::istringstream stream(line);
  for (std::string field; std::getline(stream, field, ',');) fields.push_back(field);
  return fields;
}

void write_whole(const std::filesystem::path& name, const std::string& text) {
  AtomicFile file(name);
  file.write(text);
  file.commit();
}

}  // namespace

RecordFile::RecordFile(const Experiment& experiment, const std::filesystem::path& folder, bool quick)
    : experiment_(experiment), stem_(folder / (experiment.name + (quick ? ".quick" : ""))) {}

std::filesystem::path RecordFile::file(const char* ending) const {
  return stem_.string() + ending;
}

std::string RecordFile::header() const {
  return fmt::format("method,network,trial,{},{}\n", fmt::join(experiment_.setting_names, ","),
                     fmt::join(experiment_.value_names, ","));
}

std::string RecordFile::line(const Record& record) const {
  const Task& task = record.task;
  return fmt::format("{},{},{},{},{}\n", task.method, task.network, task.trial, fmt::join(task.setting, ","),
                     fmt::join(record.values, ","));
}

/// An incomplete last line is ignored.
Records RecordFile::read(const std::filesystem::path& name) const {
  std::ifstream stream(name);
  std::string text;
  if (!std::getline(stream, text) || text + "\n" != header()) return {};
  const std::size_t settings = experiment_.setting_names.size(), values = experiment_.value_names.size();
  Records records;
  while (std::getline(stream, text)) {
    const std::vector<std::string> fields = split(text);
    if (stream.eof() || fields.size() != 3 + settings + values) continue;
    const auto number = [&](std::size_t k) { return std::strtod(fields[k].c_str(), nullptr); };
    Record record{
        .task = {.method = fields[0], .network = static_cast<int>(number(1)), .trial = static_cast<int>(number(2))}};
    for (std::size_t k = 0; k < settings; ++k) record.task.setting.push_back(number(3 + k));
    for (std::size_t k = 0; k < values; ++k) record.values.push_back(number(3 + settings + k));
    records.push_back(std::move(record));
  }
  return records;
}

Records RecordFile::read_previous(const std::set<Task>& wanted) const {
  Records kept;
  std::set<Task> seen;
  for (const char* ending : {".partial.csv", ".csv"})
    for (Record& record : read(file(ending)))
      if (wanted.contains(record.task) && seen.insert(record.task).second) kept.push_back(std::move(record));
  return kept;
}

void RecordFile::begin(const Records& records) {
  std::string text = header();
  for (const Record& record : records) text += line(record);
  write_whole(file(".partial.csv"), text);
  partial_.open(file(".partial.csv"), std::ios::app);
  if (!partial_) throw DataError(fmt::format("cannot write {}", file(".partial.csv").string()));
}

void RecordFile::append(const Record& record) {
  partial_ << line(record);
  if (!partial_.flush()) throw DataError(fmt::format("cannot write {}", file(".partial.csv").string()));
}

void RecordFile::complete(Records records, const std::string& command, double seconds) {
  std::sort(records.begin(), records.end(), [](const Record& a, const Record& b) { return a.task < b.task; });
  std::string table = header();
  nlohmann::json rows = nlohmann::json::array();
  for (const Record& record : records) {
    table += line(record);
    nlohmann::json row{{"method", record.task.method}, {"network", record.task.network}, {"trial", record.task.trial}};
    for (std::size_t k = 0; k < record.task.setting.size(); ++k)
      row[experiment_.setting_names[k]] = record.task.setting[k];
    for (std::size_t k = 0; k < record.values.size(); ++k)
      row[experiment_.value_names[k]] =
          std::isfinite(record.values[k]) ? nlohmann::json(record.values[k]) : nlohmann::json(nullptr);
    rows.push_back(std::move(row));
  }
  const nlohmann::json document{
      {"experiment", experiment_.name},
      {"command", command},
      {"version", RESUNIT_VERSION},
      {"seeds", "network is the seed of the teacher; network and trial give that of the samples"},
      {"seconds", seconds},
      {"records", std::move(rows)}};
  write_whole(file(".csv"), table);
  write_whole(file(".json"), document.dump(1) + "\n");
  partial_.close();
  std::filesystem::remove(file(".partial.csv"));
}

}  // namespace resunit::experiments
