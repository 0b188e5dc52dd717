#include "importers/tfdbg2/function_name.h"

namespace tdbg::importers::tfdbg2 {
namespace {

// The name without the "_<digits>" at its end; unchanged if there are none.
std::string_view WithoutNumber(std::string_view name) {
  const size_t last = name.find_last_not_of("0123456789");
  if (last == std::string_view::npos || last + 1 == name.size() || name[last] != '_') return name;
  return name.substr(0, last);
}

bool Skip(std::string_view& text, std::string_view start) {
  if (!text.starts_with(start)) return false;
  text.remove_prefix(start.size());
  return true;
}

}  // namespace

FunctionName ParseFunctionName(std::string_view op_type) {
  std::string_view name = op_type;
  if (Skip(name, "__forward_")) return {WithoutNumber(name), {}};
  if (!Skip(name, "__inference_")) return {};
  name = WithoutNumber(name);
  std::string_view inner = name;
  if (Skip(inner, "__backward_")) return {WithoutNumber(inner), name};
  return {name, {}};
}

}  // namespace tdbg::importers::tfdbg2
