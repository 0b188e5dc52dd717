// The rows of a report that tell of tensors: what the op made, what it read.
#pragma once

#include <cstddef>
#include <string>

#include "session/birth_facts.h"
#include "view/document.h"

namespace tdbg::view {

// One row for the output and one for each input worth showing, in columns; where the screen is
// narrow, where an input came from stands below it.
void SayTensors(const session::BirthFacts& facts, size_t columns, Document& page);

// "mnist.py:31 in model()"
std::string LineText(const query::SourceLine& line);

}  // namespace tdbg::view
