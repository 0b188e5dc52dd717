#include "importers/tfdbg1/core_metadata.h"

#include <nlohmann/json.hpp>

namespace tdbg::importers::tfdbg1 {
namespace {

using nlohmann::json;

bool ReadNumber(const json& object, const char* key, int64_t& number) {
  const auto it = object.find(key);
  if (it == object.end() || !it->is_number_integer()) return false;
  number = it->get<int64_t>();
  return true;
}

bool ReadNames(const json& object, const char* key, std::vector<std::string>& names) {
  const auto it = object.find(key);
  if (it == object.end() || !it->is_array()) return false;
  bool all = true;
  for (const json& name : *it) {
    if (name.is_string()) {
      names.push_back(name.get<std::string>());
    } else {
      all = false;
    }
  }
  return all;
}

}  // namespace

Status ParseCoreMetadata(std::string_view text, CoreMetadata& metadata) {
  const json object = json::parse(text.begin(), text.end(), nullptr, /*allow_exceptions=*/false);
  if (!object.is_object()) return Corrupt("the metadata is not a JSON object");
  bool whole = true;  // fields behind a missing one are read, too
  whole &= ReadNumber(object, "global_step", metadata.global_step);
  whole &= ReadNumber(object, "session_run_index", metadata.session_run_index);
  whole &= ReadNumber(object, "executor_step_index", metadata.executor_step_index);
  whole &= ReadNames(object, "input_names", metadata.input_names);
  whole &= ReadNames(object, "output_names", metadata.output_names);
  whole &= ReadNames(object, "target_nodes", metadata.target_nodes);
  return whole ? Status::Ok() : Corrupt("the metadata lacks one of its six entries");
}

}  // namespace tdbg::importers::tfdbg1
