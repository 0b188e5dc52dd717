#include "view/commands/dump_choice.h"

#include "base/printable.h"
#include "view/commands/tensor_table.h"

namespace tdbg::view {

Result<size_t> DumpNumber(const session::FoundTensor& found, int64_t number) {
  const int64_t count = static_cast<int64_t>(found.events.size());
  const int64_t index = number < 0 ? number + count : number;
  if (index < 0 || index >= count) {
    return NotFound(found.name + " has " + Counted(count, "event") + ": there is no number " +
                    std::to_string(number));
  }
  return static_cast<size_t>(index);
}

Document AllDumps(Position& position, const session::FoundTensor& found,
                  const std::string& command) {
  const std::string one = command + " " + found.name + " -n " + std::to_string(found.chosen);
  Document page =
      Document::Of(found.name + " was recorded " + std::to_string(found.events.size()) + " times");
  page.Show(TensorTable(position, found.events));
  page.Say(Line("one of them: ").Add(one, Style::kName, one));
  return page;
}

}  // namespace tdbg::view
