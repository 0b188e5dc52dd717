#include <algorithm>

#include "base/near_names.h"
#include "base/printable.h"
#include "view/command_table.h"
#include "view/help_topics.h"

namespace tdbg::view {
namespace {

constexpr std::pair<Topic, const char*> kSections[] = {
    {Topic::kTensors, "tensors"},       {Topic::kGraph, "the graph"},
    {Topic::kSource, "the program"},    {Topic::kRun, "the run"},
    {Topic::kMoving, "moving in time"}, {Topic::kPrompt, "the prompt"},
};

std::string AliasText(const Command& command) {
  std::string text;
  for (const std::string_view alias : command.aliases) {
    text += (text.empty() ? "" : ", ") + std::string(alias);
  }
  return text;
}

Document Overview() {
  Document page = Document::Of("commands");
  for (const auto& [topic, heading] : kSections) {
    std::vector<std::vector<Cell>> rows;
    for (const Command& command : Commands()) {
      if (command.topic != topic) continue;
      rows.push_back({TextCell(command.name, Style::kName, "help " + std::string(command.name)),
                      TextCell(AliasText(command)), TextCell(command.summary)});
    }
    if (rows.empty()) continue;
    page.Say("").Say(heading, Style::kHeading);
    page.Show(
        FixedTable("commands", {{"name", ""}, {"aliases", ""}, {"summary", ""}}, std::move(rows)));
  }
  std::string topics;
  for (const HelpTopic& topic : HelpTopics()) {
    topics += (topics.empty() ? "" : ", ") + std::string(topic.name);
  }
  page.Say("").Say("help COMMAND tells more of one; help " + topics + " of what they share");
  return page;
}

// Paragraphs end at line feeds; lines at the last blank that fits.
void SayParagraphs(std::string_view text, Document& page) {
  constexpr size_t kWidth = 78;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    std::string_view paragraph = text.substr(0, end);
    while (DisplayColumns(paragraph) > kWidth) {
      const size_t blank = paragraph.rfind(' ', kWidth);
      if (blank == std::string_view::npos) break;
      page.Say("  " + std::string(paragraph.substr(0, blank)));
      paragraph.remove_prefix(blank + 1);
    }
    page.Say("  " + std::string(paragraph));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

std::string Usage(const Command& command) {
  std::string usage(command.name);
  using Count = Positional::Count;
  const std::string name = "<" + std::string(command.positional.name) + ">";
  if (command.positional.count == Count::kOne) usage += " " + name;
  if (command.positional.count != Count::kNone && command.positional.count != Count::kOne) {
    usage += " [" + name + "]";
  }
  return usage + (command.flags.empty() ? "" : " [flags]");
}

Document HelpOf(const Command& command) {
  Document page = Document::Of(Usage(command));
  page.Say("  " + std::string(command.summary));
  if (!command.aliases.empty()) page.Say("  also: " + AliasText(command));
  if (!command.details.empty()) {
    page.Say("");
    SayParagraphs(command.details, page);
  }
  if (!command.flags.empty()) {
    std::vector<std::vector<Cell>> rows;
    for (const Flag& flag : command.flags) {
      std::string spelled(flag.brief);
      spelled += (spelled.empty() ? "" : ", ") + std::string(flag.name);
      if (!flag.value.empty()) spelled += " " + std::string(flag.value);
      rows.push_back({TextCell(" "), TextCell(spelled, Style::kName), TextCell(flag.meaning)});
    }
    page.Say("");
    page.Show(
        FixedTable("flags", {{"indent", ""}, {"flag", ""}, {"meaning", ""}}, std::move(rows)));
  }
  if (!command.examples.empty()) page.Say("");
  for (const std::string_view example : command.examples) {
    page.Say(Line("  ").Add(std::string(example), Style::kName));
  }
  return page;
}

Result<Document> Help(Workspace& workspace, const Arguments& arguments) {
  const std::string& word = arguments.text();
  if (word.empty()) return Overview();
  if (const Command* command = FindCommand(word)) return HelpOf(*command);
  for (const HelpTopic& topic : HelpTopics()) {
    if (topic.name == word) return topic.page();
  }
  if (const auto alias = workspace.defined.aliases.find(word);
      alias != workspace.defined.aliases.end()) {
    return Document::Of(word + " is defined as: " + alias->second);
  }
  return UnknownCommand(word, workspace.program != nullptr);
}

}  // namespace

Command HelpCommand() {
  return {
      .name = "help",
      .aliases = {"h"},
      .topic = Topic::kPrompt,
      .summary = "list the commands, or tell all of one",
      .positional = {"a command or a topic", Positional::Count::kOptional, Kind::kCommand},
      .examples = {"help", "help pt", "help filters"},
      .run = Help,
  };
}

}  // namespace tdbg::view
