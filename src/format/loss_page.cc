#include "format/loss_page.h"

#include <algorithm>
#include <cstring>

#include "format/checksum.h"

namespace tdbg::format {
namespace {

constexpr char kLossMagic[8] = {'t', 'd', 'b', 'g', 'l', 'o', 's', 's'};
constexpr uint32_t kLossPageVersion = 1;

uint64_t PageChecksum(const LossPage& page) {
  constexpr size_t kBehind = offsetof(LossPage, entry_count);
  const uint64_t before = Checksum64(&page, offsetof(LossPage, checksum));
  return Checksum64(&page.entry_count, sizeof page - kBehind, before);
}

}  // namespace

LossPage EmptyLossPage(std::string_view job) {
  LossPage page = {};
  std::memcpy(page.magic, kLossMagic, sizeof kLossMagic);
  page.version = kLossPageVersion;
  page.state = static_cast<uint8_t>(RecorderState::kStarting);
  SetField(page.job, job);
  SealLossPage(page);
  return page;
}

void SetField(std::span<char> field, std::string_view text) {
  const size_t size = std::min(text.size(), field.size());
  std::copy_n(text.data(), size, field.data());
  std::fill(field.begin() + static_cast<std::ptrdiff_t>(size), field.end(), '\0');
}

std::string_view FieldText(std::span<const char> field) {
  const auto end = std::find(field.begin(), field.end(), '\0');
  return {field.data(), static_cast<size_t>(end - field.begin())};
}

void SealLossPage(LossPage& page) { page.checksum = PageChecksum(page); }

std::optional<LossPage> ReadLossPage(std::span<const std::byte> bytes) {
  LossPage page;
  if (bytes.size() != sizeof page) return std::nullopt;
  std::memcpy(&page, bytes.data(), sizeof page);
  const bool known = std::memcmp(page.magic, kLossMagic, sizeof kLossMagic) == 0 &&
                     page.version == kLossPageVersion;
  if (!known || page.checksum != PageChecksum(page)) return std::nullopt;
  if (page.state > static_cast<uint8_t>(RecorderState::kStopped)) return std::nullopt;
  if (page.entry_count > LossPage::kEntries) return std::nullopt;
  return page;
}

}  // namespace tdbg::format
