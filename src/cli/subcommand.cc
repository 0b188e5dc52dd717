#include "cli/subcommand.h"

#include <algorithm>

namespace tdbg::cli {

std::string DefaultOf(const Option& option) {
  if (const auto* text = std::get_if<std::string*>(&option.target)) return **text;
  int64_t number = -1;
  if (const auto* narrow = std::get_if<int*>(&option.target)) number = **narrow;
  if (const auto* wide = std::get_if<int64_t*>(&option.target)) number = **wide;
  return number < 0 ? "" : std::to_string(number);
}

std::vector<std::string> ChoicesOf(const Option& option) {
  std::vector<std::string> choices;
  if (option.value.find('|') == std::string::npos) return choices;
  for (size_t begin = 0; begin <= option.value.size();) {
    const size_t end = std::min(option.value.find('|', begin), option.value.size());
    choices.push_back(option.value.substr(begin, end - begin));
    begin = end + 1;
  }
  return choices;
}

Option RecordingArgument(std::string* path) {
  return {.name = "PATH",
          .value = "DIRECTORY",
          .help = "tdbg trace, tfdbg2 logdir, tfdbg1 dump directory, or a directory of several",
          .target = path,
          .required = true};
}

Option JsonFlag(bool* json, std::string help) {
  return {.name = "--json", .help = std::move(help), .target = json};
}

std::vector<StatusMeaning> StatusesOf(const Subcommand& subcommand) {
  std::vector<StatusMeaning> statuses = subcommand.statuses;
  const auto is_mistake = [](const StatusMeaning& status) { return status.status == "2"; };
  const auto after = std::find_if(statuses.begin(), statuses.end(),
                                  [](const auto& status) { return status.status > "2"; });
  if (std::none_of(statuses.begin(), statuses.end(), is_mistake)) {
    statuses.insert(after, {"2",
                            "the command line is wrong, or what it names cannot be used; one "
                            "line on standard error says why"});
  }
  return statuses;
}

}  // namespace tdbg::cli
