// SPDX-License-Identifier: BSD-3-Clause
#include "model/fit_names.hpp"

namespace resunit {

std::string_view to_string(Method method) {
  return name_of(method);
}
std::string_view to_string(Bias bias) {
  return name_of(bias);
}
std::string_view to_string(Rescale rescale) {
  return name_of(rescale);
}
std::string_view to_string(RowStatus status) {
  return name_of(status);
}
std::string_view to_string(FitStatus status) {
  return name_of(status);
}
std::string_view to_string(Remedy remedy) {
  return name_of(remedy);
}
std::string_view to_string(FeasibleSet set) {
  return name_of(set);
}

}  // namespace resunit
