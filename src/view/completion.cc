#include "view/completion.h"

#include <algorithm>
#include <set>

#include "expr/functions.h"
#include "session/recorded_names.h"
#include "session/tensor_sort.h"
#include "view/command_line.h"
#include "view/command_table.h"
#include "view/help_topics.h"

namespace tdbg::view {
namespace {

// The place in the line that is being completed.
struct Place {
  size_t begin = 0;         // of the word
  std::string_view word;    // up to the cursor
  std::vector<Word> words;  // before it, in the same command
};

Place PlaceAt(std::string_view line, size_t cursor) {
  const std::string_view typed = line.substr(0, cursor);
  size_t command = 0;  // where the last command of the line begins
  bool quoted = false;
  char quote = 0;
  size_t begin = 0;
  for (size_t i = 0; i < typed.size(); ++i) {
    const char c = typed[i];
    if (quoted) {
      quoted = c != quote;
    } else if (c == '\'' || c == '"' || c == '`') {
      quoted = true;
      quote = c;
      begin = i + 1;
    } else if (c == ';') {
      command = begin = i + 1;
    } else if (c == ' ' || c == '(' || c == ',') {
      begin = i + 1;
    }
  }
  Place place;
  place.begin = begin;
  place.word = typed.substr(begin);
  const auto before = ParseCommandLine(typed.substr(command, begin - command));
  if (before.ok()) place.words = before->words;
  // An opening quote or backtick before the word is a part of it.
  if (!place.words.empty() && begin > 0 && typed[begin - 1] != ' ' &&
      place.words.back().text.size() == 1) {
    place.words.pop_back();
  }
  return place;
}

class Candidates {
 public:
  explicit Candidates(std::string_view word) : word_(word) {}

  void Offer(std::string_view text, std::string_view description = "") {
    if (text.starts_with(word_) && seen_.emplace(text).second) {
      found_.push_back({std::string(text), std::string(description)});
    }
  }
  std::vector<Candidate> Take() {
    std::sort(found_.begin(), found_.end(),
              [](const Candidate& a, const Candidate& b) { return a.text < b.text; });
    return std::move(found_);
  }

 private:
  std::string_view word_;
  std::set<std::string, std::less<>> seen_;
  std::vector<Candidate> found_;
};

void OfferCommands(const Workspace& workspace, Candidates& candidates) {
  for (const Command& command : Commands()) {
    candidates.Offer(command.name, command.summary);
    for (const std::string_view alias : command.aliases) {
      candidates.Offer(alias, command.summary);
    }
  }
  for (const auto& [name, meaning] : workspace.defined.aliases) candidates.Offer(name, meaning);
}

void OfferKind(Workspace& workspace, Kind kind, std::string_view word, Candidates& candidates) {
  const auto offer_all = [&](const std::vector<std::string>& names) {
    for (const std::string& name : names) candidates.Offer(name);
  };
  switch (kind) {
    case Kind::kTensor:
      return offer_all(session::TensorNames(workspace.position.run(), word));
    case Kind::kExpression:
      for (const expr::FunctionInfo& function : expr::Functions()) {
        candidates.Offer(function.name, function.signature);
      }
      return;
    case Kind::kNode:
      return offer_all(session::NodeNames(workspace.position.run(), word));
    case Kind::kOpType:
      return offer_all(session::OpTypes(workspace.position.run()));
    case Kind::kGraph:
      return offer_all(session::GraphNames(workspace.position.run()));
    case Kind::kSource:
      return offer_all(session::SourceNames(workspace.position.run()));
    case Kind::kFeed:
      return offer_all(session::FeedNames(workspace.position.run()));
    case Kind::kRun:
      for (const session::RunView& run : workspace.position.session().runs())
        candidates.Offer(run.run().id);
      return;
    case Kind::kPath:
      return offer_all(workspace.surface.files.List(std::string(word)));
    case Kind::kCommand:
      OfferCommands(workspace, candidates);
      for (const HelpTopic& topic : HelpTopics()) candidates.Offer(topic.name);
      return;
    case Kind::kSetting:
      for (const char* verb : {"set", "show"}) candidates.Offer(verb);
      for (const Settings::Entry& entry : workspace.settings.entries()) {
        candidates.Offer(entry.key, entry.meaning);
      }
      return;
    case Kind::kSortKey:
      for (const session::SortKey& key : session::SortKeys()) {
        candidates.Offer(key.name, key.meaning);
      }
      return;
    case Kind::kFilter:
      for (const auto& [name, text] : workspace.defined.filters) candidates.Offer(name, text);
      for (const query::FilterField& field : query::FilterFields()) {
        candidates.Offer(field.name, field.summary);
      }
      return;
    case Kind::kTopic:
    case Kind::kNothing:
      return;
  }
}

const Flag* FindFlag(const Command& command, std::string_view spelled) {
  for (const Flag& flag : command.flags) {
    if (flag.brief == spelled || flag.name == spelled) return &flag;
  }
  return nullptr;
}

}  // namespace

Completion Complete(Workspace& workspace, std::string_view line, size_t cursor) {
  const Place place = PlaceAt(line, std::min(cursor, line.size()));
  Candidates candidates(place.word);
  Completion completion{place.begin, {}, " "};
  if (place.words.empty()) {
    OfferCommands(workspace, candidates);
    completion.candidates = candidates.Take();
    return completion;
  }
  const Command* const command = FindCommand(place.words.front().text);
  const bool in_backticks = place.begin > 0 && line[place.begin - 1] == '`';
  if (in_backticks) {
    OfferKind(workspace, Kind::kTensor, place.word, candidates);
    completion.after = "`";
  } else if (place.words.back().text == ">" || place.words.back().text == ">>") {
    OfferKind(workspace, Kind::kPath, place.word, candidates);
  } else if (command != nullptr) {
    const Flag* const flag = FindFlag(*command, place.words.back().text);
    if (flag != nullptr && !flag->value.empty()) {
      OfferKind(workspace, flag->kind, place.word, candidates);
    } else if (place.word.starts_with('-')) {
      for (const Flag& each : command->flags) {
        // The long name says more; the short one is offered when it is what was begun.
        if (!each.brief.empty() && !place.word.starts_with("--")) {
          candidates.Offer(each.brief, each.meaning);
        }
        candidates.Offer(each.name, each.meaning);
      }
    } else {
      OfferKind(workspace, command->positional.kind, place.word, candidates);
    }
  }
  completion.candidates = candidates.Take();
  // A directory goes on, and so may a tensor's name: a slice can follow.
  if (completion.candidates.size() == 1 && completion.candidates[0].text.ends_with('/')) {
    completion.after = "";
  }
  return completion;
}

}  // namespace tdbg::view
