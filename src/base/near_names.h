// "Did you mean …": names close to one that does not exist.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tdbg {

// At most `most` of the candidates that look like a slip of `typed`, nearest first: a few letters
// off, the same but for case, or holding it as a part. Each is listed once.
std::vector<std::string> NearNames(std::string_view typed,
                                   const std::vector<std::string_view>& candidates,
                                   size_t most = 3);

// "; did you mean a, b or c?", or "" where nothing is near.
std::string DidYouMean(const std::vector<std::string>& names);

}  // namespace tdbg
