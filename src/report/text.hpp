// SPDX-License-Identifier: BSD-3-Clause
// The size of text in a plot, estimated without font files, and text shortened or wrapped to a width.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace resunit::report {

/// An upper estimate in most sans-serif fonts: DejaVu Sans, the widest of the common ones, is the reference.
double text_width(std::string_view utf8, double font_size);

/// The text, or its first characters and "…" if it is wider than `width`.
std::string shortened(const std::string& utf8, double font_size, double width);

/// Lines of whole words that are not wider than `width`; a single long word is shortened.
std::vector<std::string> wrapped_lines(const std::string& utf8, double font_size, double width);

}  // namespace resunit::report
