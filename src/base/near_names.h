// "Did you mean …": names close to one that does not exist.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tdbg {

// At most `most` of the known names that look like a slip of `typed`, nearest first: a few letters
// off, the same but for case, or holding it as a part. Each is listed once.
std::vector<std::string> NearNames(std::string_view typed, std::span<const std::string_view> known,
                                   size_t most = 3);

// "; did you mean a, b or c?" with the names that NearNames finds; "" where it finds none.
std::string DidYouMean(std::string_view typed, std::span<const std::string_view> known);

}  // namespace tdbg
