// Does a unit found on a part of the samples fit all of them? One pass, which also brings back samples that say no.
//     misfit = |Yhat - Y| / |Y|;   sample i contradicts where |yhat_i - y_i| > 1e-6 (| |B| |r_i| | + |y_i|)
#pragma once

#include "resunit/unit.hpp"
#include "stream/sample_stream.hpp"

namespace resunit {

struct ExactCheck {
  double misfit = 0;
  double loss = 0;        ///< 1/2n sum |yhat - y|^2
  Dataset contradicting;  ///< the first of them, at most `most`
};

ExactCheck check_unit(SampleStream& stream, const Unit& unit, Index most, int threads);

}  // namespace resunit
