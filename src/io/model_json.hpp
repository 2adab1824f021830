// The names in a model file, shared by those who write and read it.
#pragma once

namespace resunit {

inline constexpr const char* kModelFormat = "resunit";
inline constexpr int kModelVersion = 1;
inline constexpr const char* kUnitKind = "unit";

}  // namespace resunit
