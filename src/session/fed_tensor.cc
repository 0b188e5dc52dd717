#include "session/fed_tensor.h"

namespace tdbg::session {
namespace {

// Cuts "_12" off the end of `text` and answers with the digits; "" where the text does not end so.
std::string_view CutNumber(std::string_view& text) {
  const size_t underscore = text.rfind('_');
  if (underscore == std::string_view::npos) return {};
  const std::string_view digits = text.substr(underscore + 1);
  if (digits.find_first_not_of("0123456789") != std::string_view::npos) return {};
  text = text.substr(0, underscore);
  return digits;
}

}  // namespace

std::optional<FedTensor> FedTensorOf(std::string_view argument_op) {
  constexpr std::string_view kStart = "_arg_";
  if (!argument_op.starts_with(kStart)) return std::nullopt;
  std::string_view rest = argument_op.substr(kStart.size());
  if (CutNumber(rest).empty()) return std::nullopt;  // which argument it is
  const std::string_view slot = CutNumber(rest);
  if (slot.empty() || rest.empty()) return std::nullopt;
  return FedTensor{rest, slot};
}

}  // namespace tdbg::session
