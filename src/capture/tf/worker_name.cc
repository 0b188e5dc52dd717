#include "capture/tf/worker_name.h"

namespace tdbg::tf {
namespace {

// What follows `"key":` in the text, up to the end of the value.
std::string_view ValueOf(std::string_view text, std::string_view key) {
  const size_t at = text.find(key);
  if (at == std::string_view::npos) return {};
  text.remove_prefix(at + key.size());
  const size_t start = text.find_first_not_of(" \t\r\n:\"");
  if (start == std::string_view::npos) return {};
  text.remove_prefix(start);
  return text.substr(0, text.find_first_of(" \t\r\n,}\""));
}

}  // namespace

std::string WorkerName(std::string_view tf_config) {
  const size_t task = tf_config.find("\"task\"");
  if (task == std::string_view::npos) return "";
  tf_config.remove_prefix(task);
  const std::string_view type = ValueOf(tf_config, "\"type\"");
  const std::string_view index = ValueOf(tf_config, "\"index\"");
  return type.empty() ? "" : std::string(type) + ":" + std::string(index);
}

}  // namespace tdbg::tf
