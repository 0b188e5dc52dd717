#include "view/arguments.h"

#include <algorithm>

#include "base/near_names.h"
#include "base/whole_number.h"

namespace tdbg::view {
namespace {

// A number such as -1, and what only begins with a minus, as -`x:0` does, is no flag.
bool LooksLikeFlag(const Word& word) {
  const std::string_view text = word.text;
  if (word.quoted || text.size() < 2 || text[0] != '-') return false;
  const char second = text[1];
  if (second == '-') return text.size() > 2;
  const bool letter = (second >= 'a' && second <= 'z') || (second >= 'A' && second <= 'Z');
  return letter && text.find('(') == std::string_view::npos;
}

bool SameButForDashes(std::string_view typed, std::string_view name) {
  return typed.size() <= name.size() &&
         std::equal(typed.begin(), typed.end(), name.begin(),
                    [](char a, char b) { return a == b || (a == '-' && b == '_'); });
}

// One word as flags: the flag it names, what of the word is its value, or several switches in one.
struct Reading {
  std::vector<const Flag*> flags;
  std::optional<std::string> value;
};

Reading ReadLong(const std::vector<Flag>& flags, std::string_view text) {
  Reading reading;
  if (const size_t equals = text.find('='); equals != std::string_view::npos) {
    reading.value = text.substr(equals + 1);
    text = text.substr(0, equals);
  }
  for (const Flag& flag : flags) {
    if (!SameButForDashes(text, flag.name)) continue;
    if (text.size() == flag.name.size()) {
      reading.flags = {&flag};
      return reading;
    }
    reading.flags.push_back(&flag);
  }
  if (reading.flags.size() > 1) reading.flags.clear();
  return reading;
}

Reading ReadBrief(const std::vector<Flag>& flags, std::string_view text) {
  for (const Flag& flag : flags) {
    if (flag.brief == text) return {{&flag}, std::nullopt};
  }
  Reading reading;
  for (size_t i = 1; i < text.size(); ++i) {
    const auto named = [&](const Flag& flag) { return flag.brief == std::string("-") + text[i]; };
    const auto it = std::find_if(flags.begin(), flags.end(), named);
    if (it == flags.end()) return {};
    reading.flags.push_back(&*it);
    if (it->value.empty()) continue;
    if (i + 1 < text.size()) reading.value = text.substr(i + 1);
    break;
  }
  return reading;
}

std::string FlagList(const std::vector<Flag>& flags) {
  if (flags.empty()) return "it takes no flags";
  std::string list = "its flags are";
  for (const Flag& flag : flags) {
    list += " " + std::string(flag.brief.empty() ? flag.name : flag.brief);
  }
  return list;
}

Status UnknownFlag(std::string_view command, const std::vector<Flag>& flags,
                   const std::string& typed) {
  std::vector<std::string_view> names;
  for (const Flag& flag : flags) {
    if (typed.starts_with("--")) names.push_back(flag.name);
  }
  return InvalidArgument(std::string(command) + ": there is no flag " + typed + "; " +
                         FlagList(flags) + DidYouMean(typed, names));
}

}  // namespace

Result<Arguments> Arguments::Parse(std::string_view command, const std::vector<Flag>& flags,
                                   const Positional& positional, const CommandLine& line) {
  Arguments arguments;
  arguments.command_ = command;
  const std::string who(command);
  // A command that takes text as typed and has no flags leaves minus signs alone.
  bool flags_end = flags.empty() && positional.count == Positional::Count::kRest;
  size_t begin = std::string::npos;
  size_t end = 0;
  for (size_t i = 1; i < line.words.size(); ++i) {
    const Word& word = line.words[i];
    if (!flags_end && !word.quoted && word.text == "--") {
      flags_end = true;
      continue;
    }
    if (flags_end || !LooksLikeFlag(word)) {
      arguments.words_.push_back(word.text);
      begin = std::min(begin, word.begin);
      end = word.end;
      continue;
    }
    Reading reading =
        word.text[1] == '-' ? ReadLong(flags, word.text) : ReadBrief(flags, word.text);
    if (reading.flags.empty()) return UnknownFlag(command, flags, word.text);
    for (const Flag* flag : reading.flags) arguments.values_[flag->name] = "";
    const Flag& last = *reading.flags.back();
    const std::string spelled = word.text.substr(0, word.text.find('='));
    if (last.value.empty()) {
      if (reading.value) return InvalidArgument(who + ": " + spelled + " takes no value");
      continue;
    }
    if (!reading.value) {
      if (i + 1 == line.words.size()) {
        return InvalidArgument(who + ": " + spelled + " needs a value: " + std::string(last.value));
      }
      reading.value = line.words[++i].text;
    }
    arguments.values_[last.name] = *reading.value;
  }

  using Count = Positional::Count;
  const std::string expected(positional.name);
  if (arguments.words_.empty()) {
    if (positional.count == Count::kOne) return InvalidArgument(who + ": needs " + expected);
    return arguments;
  }
  if (positional.count == Count::kNone) {
    return InvalidArgument(who + ": takes no argument, but got '" + arguments.words_[0] + "'");
  }
  const bool many = positional.count == Count::kAny || positional.count == Count::kRest;
  if (!many && arguments.words_.size() > 1) {
    return InvalidArgument(who + ": takes one argument (" + expected + "), but got '" +
                           arguments.words_[1] + "' as well");
  }
  const bool one_word = arguments.words_.size() == 1;
  arguments.text_ = one_word ? arguments.words_[0] : line.text.substr(begin, end - begin);
  return arguments;
}

std::optional<std::string> Arguments::Value(std::string_view name) const {
  const auto it = values_.find(name);
  if (it == values_.end()) return std::nullopt;
  return it->second;
}

Result<std::optional<int64_t>> Arguments::Number(std::string_view name) const {
  const std::optional<std::string> value = Value(name);
  if (!value) return std::optional<int64_t>();
  const std::optional<int64_t> number = WholeNumber(*value);
  if (!number) {
    return InvalidArgument(command_ + ": " + std::string(name) + " takes a whole number, not '" +
                           *value + "'");
  }
  return number;
}

}  // namespace tdbg::view
