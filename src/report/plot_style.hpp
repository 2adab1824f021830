// SPDX-License-Identifier: BSD-3-Clause
// Colors and fonts of plots, shared by pages and image files. The colors of the series follow Okabe and Ito (2008),
// "Color Universal Design": they differ for all common kinds of color blindness. The orange is darker than theirs, for
// a contrast of 3:1 with a white background; the colors of dark mode are lighter.
#pragma once

namespace resunit::report {

constexpr const char* kPlotStyle = R"(
:root { --ink: #1d2528; --ground: #ffffff; --line: #d5dbdd; --soft: #56646a;
  --series-0: #0072b2; --series-1: #b97900; --series-2: #b0569a; --series-3: #d55e00; --series-4: #5d6b70; --series-5: #00875f; }
@media (prefers-color-scheme: dark) { :root { --ink: #e4e9ea; --ground: #14191b; --line: #37434a; --soft: #a3b0b5;
  --series-0: #56b4e9; --series-1: #f0b93d; --series-2: #e3a0cb; --series-3: #ff8b4d; --series-4: #a9b5ba; --series-5: #35c795; } }
.plot { font: 13px system-ui, sans-serif; } .plot text { fill: var(--ink); } .plot .note { fill: var(--soft); font-size: 12px; }
.plot .exponent { font-size: 10px; } .plot .grid { stroke: var(--line); stroke-width: 1; }
.plot .frame { stroke: var(--soft); stroke-width: 1; fill: none; }
.plot .curve { fill: none; stroke: currentColor; stroke-width: 1.8; stroke-linejoin: round; }
.plot .dashes { fill: none; stroke: currentColor; stroke-width: 1.8; stroke-dasharray: 5 4; }
.plot .bars { fill: none; stroke: currentColor; stroke-width: 1.2; }
.plot .mark { fill: currentColor; stroke: currentColor; stroke-width: 1.4; }
.plot .open { fill: var(--ground); stroke: currentColor; stroke-width: 1.4; }
.plot .dots { fill: none; stroke: currentColor; stroke-width: 3.6; stroke-linecap: round; opacity: 0.65; }
.plot .s0 { color: var(--series-0); } .plot .s1 { color: var(--series-1); } .plot .s2 { color: var(--series-2); }
.plot .s3 { color: var(--series-3); } .plot .s4 { color: var(--series-4); } .plot .s5 { color: var(--series-5); }
)";

}  // namespace resunit::report
