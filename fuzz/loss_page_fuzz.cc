// Any bytes as a loss page, with their own checksum and with a right one: what is read lies within
// the page.
#include <cstring>

#include "format/loss_page.h"
#include "fuzz/expectations.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using tdbg::format::LossPage;
  static_cast<void>(tdbg::format::ReadLossPage(std::as_bytes(std::span(data, size))));
  LossPage page = tdbg::format::EmptyLossPage("job");
  constexpr size_t kFrom = offsetof(LossPage, state);
  std::memcpy(reinterpret_cast<char*>(&page) + kFrom, data, std::min(size, sizeof page - kFrom));
  tdbg::format::SealLossPage(page);
  const auto read = tdbg::format::ReadLossPage(std::as_bytes(std::span(&page, 1)));
  if (!read) return 0;
  TDBG_CHECK(read->entry_count <= LossPage::kEntries);
  for (const auto& entry : std::span(read->entries).first(read->entry_count)) {
    TDBG_CHECK(tdbg::format::FieldText(entry.name).size() <= sizeof entry.name);
  }
  TDBG_CHECK(tdbg::format::FieldText(read->why).size() <= sizeof read->why);
  return 0;
}
