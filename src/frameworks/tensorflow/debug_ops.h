// The ops by which TensorFlow's first debugger copies a tensor, or what it says of one, into a
// file.
#pragma once

#include <string_view>

namespace tdbg::frameworks::tensorflow {

// What all of them begin with.
inline constexpr std::string_view kDebug = "Debug";

inline constexpr std::string_view kDebugIdentity = "DebugIdentity";  // others follow it: "…V3"
inline constexpr std::string_view kDebugIdentityV3 = "DebugIdentityV3";
inline constexpr std::string_view kDebugNanCount = "DebugNanCount";
inline constexpr std::string_view kDebugNumericSummary = "DebugNumericSummary";

}  // namespace tdbg::frameworks::tensorflow
