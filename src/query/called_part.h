// Which part of a line of Python makes an op, by how the op is written.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tdbg::query {

// Bytes of a line.
struct LinePart {
  size_t begin = 0;
  size_t end = 0;
  bool operator==(const LinePart&) const = default;
};

// The calls and operators of a line that are spelled in one of these ways ("log(", " + "), outside
// of strings and comments.
struct SpelledParts {
  // In the order in which Python comes to them. A call has its name, and its brackets as far as
  // they are in the line; an operator stands alone.
  std::vector<LinePart> parts;
  bool operators = false;  // some are such: then the order is only that of the text
};
SpelledParts PartsSpelled(std::string_view line, const std::vector<std::string>& spellings);

// The one of `count` ops of a kind that is made as number `index`, from 0; nullopt where the line
// does not tell.
std::optional<LinePart> PartOf(const SpelledParts& spelled, size_t index, size_t count);

// Of the lines of a file: the one in the statement that line `at`, from 0, belongs to in which
// alone such an op is made. `at` itself where it makes one, and where no other line of the
// statement, or more than one of them, does.
size_t LineThatMakes(const std::vector<std::string>& lines, size_t at,
                     const std::vector<std::string>& spellings);

// Whether the line calls or computes something beside the part, for which it may be mistaken.
bool HasOtherCode(std::string_view line, const LinePart& part);

}  // namespace tdbg::query
