// Help on what several commands share: names, filters, expressions.
#pragma once

#include <string_view>
#include <vector>

#include "view/document.h"

namespace tdbg::view {

struct HelpTopic {
  std::string_view name;
  Document (*page)();
};

const std::vector<HelpTopic>& HelpTopics();

}  // namespace tdbg::view
