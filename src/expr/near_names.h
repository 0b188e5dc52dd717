// Which known names a mistyped one may have meant.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace tdbg::expr {

// "; did you mean 'a' or 'b'?" for the nearest of the known names, at most three of them; "" where
// none is near.
std::string DidYouMean(std::string_view name, std::span<const std::string_view> known);

}  // namespace tdbg::expr
