// SPDX-License-Identifier: BSD-3-Clause
#include "report/plot.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <system_error>

namespace resunit::report {
namespace {

constexpr std::array<const char*, 5> kColors = {"#1b7a5a", "#2f6fb7", "#8a5fb5", "#c5562d", "#808080"};

/// In double quotes for gnuplot, without the characters that it interprets.
std::string quoted(const std::string& text) {
  std::string safe = "\"";
  for (const char c : text)
    if (c != '"' && c != '\\' && c != '`' && c != '\n') safe += c;
  return safe + "\"";
}

std::string style_of(const Series& series) {
  const char* color = kColors[static_cast<std::size_t>(series.color) % kColors.size()];
  switch (series.style) {
    case Series::Style::line: return fmt::format("with linespoints lw 2 pt 7 ps 0.5 lc rgb '{}'", color);
    case Series::Style::dashes: return fmt::format("with lines lw 1.5 dt 2 lc rgb '{}'", color);
    case Series::Style::points: return fmt::format("with points pt 6 ps 0.9 lc rgb '{}'", color);
    case Series::Style::dots: return fmt::format("with points pt 7 ps 0.25 lc rgb '{}'", color);
  }
  return {};
}

bool is_drawable(double value, bool on_log_axis) {
  return std::isfinite(value) && (!on_log_axis || value > 0);
}

std::string script(const Plot& plot, const std::string& output) {
  std::ostringstream text;
  text << "set terminal svg size 460,340 dynamic background rgb 'white' font 'sans-serif,12' noenhanced\n"
       << "set output " << quoted(output) << "\nset grid lc rgb '#dddddd'\nset border 3 lc rgb '#555555'\n"
       << "set tics nomirror\nset key outside bottom center horizontal samplen 2\n"
       << "set xlabel " << quoted(plot.x_label) << "\nset ylabel " << quoted(plot.y_label) << "\n";
  if (plot.log_x) text << "set logscale x\nset format x '%.0e'\n";
  if (plot.log_y) text << "set logscale y\nset format y '%.0e'\n";
  std::ostringstream curves;
  for (const Series& series : plot.series) {
    std::ostringstream points;
    for (std::size_t k = 0; k < series.x.size(); ++k)
      if (is_drawable(series.x[k], plot.log_x) && is_drawable(series.y[k], plot.log_y))
        points << series.x[k] << ' ' << series.y[k] << '\n';
    if (points.str().empty()) continue;
    const auto index = curves.tellp() == 0 ? "plot " : ", ";
    const std::string block = fmt::format("$series{}", static_cast<long>(text.tellp()));
    text << block << " << EOD\n" << points.str() << "EOD\n";
    curves << index << block << " " << style_of(series)
           << (series.name.empty() ? " notitle" : " title " + quoted(series.name));
  }
  return curves.str().empty() ? std::string() : text.str() + curves.str() + "\n";
}

/// A new temporary folder; empty if none can be created.
std::filesystem::path make_temporary_folder() {
  std::error_code none;
  std::string pattern = (std::filesystem::temp_directory_path(none) / "resunit-plot-XXXXXX").string();
  return !none && mkdtemp(pattern.data()) ? std::filesystem::path(pattern) : std::filesystem::path();
}

/// Runs gnuplot with one argument and discards its output. std::system is not used because it blocks Ctrl-C.
bool run_gnuplot(std::string argument) {
  posix_spawn_file_actions_t silence;
  posix_spawn_file_actions_init(&silence);
  for (const int stream : {STDOUT_FILENO, STDERR_FILENO})
    posix_spawn_file_actions_addopen(&silence, stream, "/dev/null", O_WRONLY, 0);
  std::string name = "gnuplot";
  char* const words[] = {name.data(), argument.data(), nullptr};
  pid_t child = 0;
  const int error = ::posix_spawnp(&child, name.c_str(), &silence, nullptr, words, environ);
  posix_spawn_file_actions_destroy(&silence);
  if (error != 0) return false;
  int status = 0;
  while (::waitpid(child, &status, 0) < 0)
    if (errno != EINTR) return false;
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/// The contents of the file from "<svg" on: an XML declaration is not allowed inside a page.
std::string read_svg(const std::filesystem::path& file) {
  std::ifstream stream(file);
  std::ostringstream text;
  text << stream.rdbuf();
  const std::string whole = text.str();
  const std::size_t start = whole.find("<svg");
  return start == std::string::npos ? std::string() : whole.substr(start);
}

}  // namespace

bool has_gnuplot() {
  static const bool has = run_gnuplot("--version");
  return has;
}

std::string svg(const Plot& plot) {
  if (!has_gnuplot()) return {};
  const std::filesystem::path folder = make_temporary_folder();
  if (folder.empty()) return {};
  const std::filesystem::path input = folder / "plot.gp", output = folder / "plot.svg";
  std::ofstream(input) << script(plot, output.string());
  const std::string image = run_gnuplot(input.string()) ? read_svg(output) : std::string();
  std::error_code ignored;
  std::filesystem::remove_all(folder, ignored);
  return image;
}

}  // namespace resunit::report
