#include "view/borrowed_words.h"

#include <algorithm>
#include <string>
#include <vector>

namespace tdbg::view {
namespace {

// Words that ask for the same thing, and the answer of a program that is held.
struct Wish {
  std::vector<std::string_view> words;
  std::string_view answer;
};

const std::vector<Wish>& Wishes() {
  static const std::vector<Wish> wishes = {
      {{"run", "r", "start", "starti"},
       "the program runs already and is held here: `continue` lets it run on to the next birth, "
       "`detach` to its end, `quit` ends it"},
      {{"n", "until", "u", "finish", "fin", "advance", "stepi", "si", "nexti"},
       "a program is held where a bad value is born, not line by line: `continue` lets it run on "
       "to the next birth; `step`, `rs` and `goto` move through what it computed so far"},
      {{"break", "b", "tbreak", "watch", "rwatch", "awatch", "catch", "condition"},
       "there are no breakpoints yet: a program is held where a bad value is born, an op fails, "
       "or at Ctrl-C; `find` and `lt -f` look for a value in what it computed so far"},
      {{"delete", "del", "d", "clear", "disable", "enable", "tb"},
       "there are no breakpoints yet; `ignore` passes over the births of an op or a line"},
      {{"kill", "k"}, "`quit` ends the program"},
      {{"jump", "j", "call", "return", "set", "inject_value"},
       "tdbg changes nothing in the program; `config` has the settings of the prompt, `eval` "
       "computes with what was recorded"},
      {{"invoke_stepper"},
       "`step` and `rs` move through what the program computed so far, `continue` lets it run on "
       "to the next birth"},
      {{"list_profile", "lp"},
       "no profile is recorded; `executions` and `steps` tell when things ran"},
  };
  return wishes;
}

}  // namespace

Status NeedsLivingProgram(std::string_view word) {
  return Unsupported("'" + std::string(word) +
                     "' needs a living program; this is a recording: `step`, `goto` and `lt -f` "
                     "move through what happened");
}

std::optional<Status> AnswerToBorrowedWord(std::string_view word, bool living) {
  if (word == "mouse" || word == "m") {
    return Unsupported("'" + std::string(word) +
                       "' belongs to a full-screen view; `config set mouse_mode` keeps the "
                       "choice for it");
  }
  for (const Wish& wish : Wishes()) {
    if (std::find(wish.words.begin(), wish.words.end(), word) == wish.words.end()) continue;
    if (!living) return NeedsLivingProgram(word);
    return Unsupported("'" + std::string(word) + "': " + std::string(wish.answer));
  }
  return std::nullopt;
}

}  // namespace tdbg::view
