#include "cli/byte_count.h"

#include <limits>
#include <string>

#include "base/lower_case.h"
#include "base/whole_number.h"

namespace tdbg::cli {
namespace {

// How many bytes the unit stands for; 0 if there is no such unit.
int64_t UnitBytes(std::string_view unit) {
  if (unit.empty() || unit == "b") return 1;
  const size_t power = std::string_view("kmgt").find(unit[0]);
  const std::string_view rest = unit.substr(1);
  if (power == std::string_view::npos || (!rest.empty() && rest != "b" && rest != "ib")) return 0;
  int64_t bytes = 1;
  for (size_t i = 0; i <= power; ++i) bytes *= rest == "b" ? 1000 : 1024;
  return bytes;
}

}  // namespace

Result<int64_t> ParseByteCount(std::string_view text) {
  const size_t end = text.find_first_not_of("0123456789");
  const auto number = WholeNumber(text.substr(0, end));
  std::string unit = LowerCase(end == text.npos ? "" : text.substr(end));
  unit.erase(0, unit.find_first_not_of(' '));
  const int64_t bytes = UnitBytes(unit);
  if (!number || *number < 1 || bytes == 0 ||
      *number > std::numeric_limits<int64_t>::max() / bytes) {
    return InvalidArgument("'" + std::string(text) +
                           "' is not a size: write 500MB, 2GiB or a number of bytes");
  }
  return *number * bytes;
}

}  // namespace tdbg::cli
