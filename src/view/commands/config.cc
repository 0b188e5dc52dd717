#include "view/command_table.h"

namespace tdbg::view {
namespace {

Document Show(const Settings& settings) {
  std::vector<std::vector<Cell>> rows;
  for (const Settings::Entry& entry : settings.entries()) {
    Cell value = TextCell(Settings::ValueText(entry));
    if (entry.is_switch) {
      value.datum = entry.value != 0;
    } else {
      value.datum = entry.value;
    }
    rows.push_back({TextCell(entry.key, Style::kName), std::move(value), TextCell(entry.meaning)});
  }
  Document page = Document::Of("settings");
  page.Show(FixedTable("settings", {{"key", "setting"}, {"value", "value"}, {"meaning", "meaning"}},
                       std::move(rows)));
  return page;
}

Result<Document> Config(Workspace& workspace, const Arguments& arguments) {
  const std::vector<std::string>& words = arguments.words();
  if (words.empty() || (words.size() == 1 && words[0] == "show")) return Show(workspace.settings);
  if (words[0] != "set" || words.size() != 3) {
    return InvalidArgument("config: expected `config`, `config show` or `config set KEY VALUE`");
  }
  TDBG_RETURN_IF_ERROR(workspace.settings.Set(words[1], words[2]));
  Document page = Document::Of(words[1] + " is " + words[2] + " from now on");
  if (!workspace.settings.path().empty()) {
    const Status saved =
        workspace.surface.files.Write(workspace.settings.path(), workspace.settings.Save(), false);
    // The setting holds for this session all the same.
    if (!saved.ok()) page.Say("not kept for the next time: " + saved.message(), Style::kWarning);
  }
  return page;
}

}  // namespace

Command ConfigCommand() {
  return {
      .name = "config",
      .aliases = {"cfg"},
      .topic = Topic::kPrompt,
      .summary = "show the settings, or change one for now and for later sessions",
      .positional = {"show, or set KEY VALUE", Positional::Count::kAny, Kind::kSetting},
      .examples = {"config", "config set threshold 5000", "config set pager off"},
      .run = Config,
  };
}

}  // namespace tdbg::view
