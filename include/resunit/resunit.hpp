// Everything a caller can name.
#pragma once

#include "resunit/diagnose.hpp"
#include "resunit/error.hpp"
#include "resunit/fit.hpp"
#include "resunit/io.hpp"
#include "resunit/metrics.hpp"
#include "resunit/noise.hpp"
#include "resunit/options.hpp"
#include "resunit/progress.hpp"
#include "resunit/regress.hpp"
#include "resunit/row.hpp"
#include "resunit/samples.hpp"
#include "resunit/stream.hpp"
#include "resunit/synthetic.hpp"
#include "resunit/types.hpp"
#include "resunit/unit.hpp"
#include "resunit/version.hpp"
