// A command's answer as JSON: docs/json.md.
#pragma once

#include <string_view>

#include "cli/json_text.h"
#include "view/document.h"

namespace tdbg::cli {

// At most `most_rows` rows of each table and lines of each text.
Json JsonDocument(std::string_view command, const view::Document& document, size_t most_rows);

}  // namespace tdbg::cli
