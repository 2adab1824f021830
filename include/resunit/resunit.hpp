// SPDX-License-Identifier: BSD-3-Clause
// The whole public interface. At run time libresunit.so requires the shared libraries of OpenBLAS, LAPACKE, Clp and
// fmt; to compile, a caller requires only the headers of Eigen.
#pragma once

#include "resunit/columns.hpp"
#include "resunit/diagnose.hpp"
#include "resunit/error.hpp"
#include "resunit/extract.hpp"
#include "resunit/fit.hpp"
#include "resunit/intervals.hpp"
#include "resunit/metrics.hpp"
#include "resunit/model_file.hpp"
#include "resunit/network.hpp"
#include "resunit/progress.hpp"
#include "resunit/regress.hpp"
#include "resunit/row.hpp"
#include "resunit/samples.hpp"
#include "resunit/synthetic.hpp"
#include "resunit/table.hpp"
#include "resunit/types.hpp"
#include "resunit/unit.hpp"
#include "resunit/version.hpp"
