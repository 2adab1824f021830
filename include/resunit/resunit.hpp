// SPDX-License-Identifier: BSD-3-Clause
// Everything a caller can name. At run time the library needs OpenBLAS, LAPACKE, Clp and fmt, which are linked into
// libresunit; a caller needs Eigen's headers.
#pragma once

#include "resunit/diagnose.hpp"
#include "resunit/error.hpp"
#include "resunit/fit.hpp"
#include "resunit/intervals.hpp"
#include "resunit/metrics.hpp"
#include "resunit/model_file.hpp"
#include "resunit/progress.hpp"
#include "resunit/regress.hpp"
#include "resunit/row.hpp"
#include "resunit/samples.hpp"
#include "resunit/synthetic.hpp"
#include "resunit/table.hpp"
#include "resunit/types.hpp"
#include "resunit/unit.hpp"
#include "resunit/version.hpp"
