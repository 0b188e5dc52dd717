#include "importers/native/record_columns.h"

#include <array>
#include <cstring>
#include <unordered_map>

#include "format/record.h"
#include "format/segment_reader.h"
#include "format/tensor_event.h"

namespace tdbg::importers::native {
namespace {

using format::RecordHead;
using format::RecordKind;

// Records longer than this are few, and their bytes go as they are.
constexpr size_t kMostWords = format::EncodedTensorEvent::kMostBytes / 4;
constexpr size_t kHeadWords = sizeof(RecordHead) / 4;
constexpr size_t kTimeWord = 2;  // where a record has a time, it has it behind the head
constexpr size_t kOpWord = offsetof(format::TensorEventRecord, op) / 4;

// Columns: kinds, auxes, granules (2), long granules (8), bytes of long records, then of each class
// of records four for each word.
enum Column : size_t {
  kKinds,
  kAuxes,
  kGranules,
  kLongGranules = kGranules + 2,
  kBytes = kLongGranules + 8,
  kWords
};
constexpr size_t kClasses = 3;
constexpr size_t kColumns = kWords + kClasses * kMostWords * 4;

bool IsEvent(uint8_t kind) {
  return kind == static_cast<uint8_t>(RecordKind::kTensorEvent) ||
         kind == static_cast<uint8_t>(RecordKind::kOperand);
}

bool HasTime(uint8_t kind) {
  return kind >= static_cast<uint8_t>(RecordKind::kTensorEvent) &&
         kind <= static_cast<uint8_t>(RecordKind::kReading);
}

// Events with and without health do not mix, nor with all else.
size_t ClassOf(uint8_t kind, uint64_t granules) {
  return !IsEvent(kind) ? 0 : granules == 1 ? 1 : 2;
}

size_t WordColumn(size_t record_class, size_t word) {
  return kWords + (record_class * kMostWords + word) * 4;
}

using Words = std::array<uint32_t, kMostWords>;

// Small differences of either sign become small numbers.
template <typename Word>
Word ZigZag(Word difference) {
  const Word sign = difference >> (8 * sizeof(Word) - 1);
  return static_cast<Word>(difference << 1) ^ static_cast<Word>(0 - sign);
}
template <typename Word>
Word UnZigZag(Word coded) {
  return static_cast<Word>(coded >> 1) ^ static_cast<Word>(0 - (coded & 1));
}

// What both directions remember of the records so far.
class Predecessors {
 public:
  // The record that this one is compared with, to be replaced by it afterwards.
  Words& Of(uint8_t kind, uint8_t aux, uint32_t op) {
    const uint64_t key = IsEvent(kind) ? uint64_t{op} << 16 | aux << 8 | kind : kind;
    return last_[key];
  }
  uint64_t& time() { return time_; }

 private:
  std::unordered_map<uint64_t, Words> last_;
  uint64_t time_ = 0;
};

uint64_t TimeOf(const Words& words) {
  return words[kTimeWord] | uint64_t{words[kTimeWord + 1]} << 32;
}

class Splitter {
 public:
  Splitter() : columns_(kColumns) {}

  void Add(const RecordHead& head, std::span<const std::byte> record) {
    Put(kKinds, head.kind);
    Put(kAuxes, head.aux);
    for (size_t i = 0; i < 2; ++i) Put(kGranules + i, head.granules >> (8 * i));
    const size_t count = record.size() / 4;
    if (head.granules == 0 || count > kMostWords) {
      AddBytes(head, record);
      return;
    }
    Words words = {};
    std::memcpy(words.data(), record.data(), record.size());
    const size_t record_class = ClassOf(head.kind, head.granules);
    Words& before = last_.Of(head.kind, head.aux, words[kOpWord]);
    size_t word = kHeadWords;
    if (HasTime(head.kind)) {
      const uint64_t difference = ZigZag(TimeOf(words) - last_.time());
      PutWord(record_class, kTimeWord, static_cast<uint32_t>(difference));
      PutWord(record_class, kTimeWord + 1, static_cast<uint32_t>(difference >> 32));
      last_.time() = TimeOf(words);
      word += 2;
    }
    for (; word < count; ++word) {
      const bool plain = word == kOpWord && IsEvent(head.kind);
      PutWord(record_class, word, plain ? words[word] : ZigZag(words[word] - before[word]));
    }
    before = words;
  }

  Columns Take() { return std::move(columns_); }

 private:
  void Put(size_t column, uint64_t byte) { columns_[column].push_back(static_cast<uint8_t>(byte)); }
  void PutWord(size_t record_class, size_t word, uint32_t value) {
    const size_t column = WordColumn(record_class, word);
    for (size_t i = 0; i < 4; ++i) Put(column + i, value >> (8 * i));
  }
  void AddBytes(const RecordHead& head, std::span<const std::byte> record) {
    if (head.granules == 0) {
      const uint64_t granules = record.size() / format::kGranuleBytes;
      for (size_t i = 0; i < 8; ++i) Put(kLongGranules + i, granules >> (8 * i));
    }
    const auto* bytes = reinterpret_cast<const uint8_t*>(record.data());
    columns_[kBytes].insert(columns_[kBytes].end(), bytes + sizeof(RecordHead),
                            bytes + record.size());
  }

  Columns columns_;
  Predecessors last_;
};

class Joiner {
 public:
  Joiner(const Columns& columns, uint64_t most_bytes)
      : columns_(columns), at_(kColumns, 0), most_bytes_(most_bytes) {}

  std::optional<std::vector<std::byte>> Join() {
    for (size_t i = 0; i < columns_[kKinds].size() && sound_; ++i) Add();
    if (!sound_) return std::nullopt;
    return std::move(bytes_);
  }

 private:
  uint64_t Take(size_t column) {
    if (at_[column] == columns_[column].size()) {
      sound_ = false;
      return 0;
    }
    return columns_[column][at_[column]++];
  }
  uint64_t Take(size_t column, size_t count) {
    uint64_t value = 0;
    for (size_t i = 0; i < count; ++i) value |= Take(column + i) << (8 * i);
    return value;
  }
  uint32_t TakeWord(size_t record_class, size_t word) {
    return static_cast<uint32_t>(Take(WordColumn(record_class, word), 4));
  }

  void Add() {
    RecordHead head = {};
    head.kind = static_cast<uint8_t>(Take(kKinds));
    head.aux = static_cast<uint8_t>(Take(kAuxes));
    head.granules = static_cast<uint16_t>(Take(kGranules, 2));
    const uint64_t granules = head.granules == 0 ? Take(kLongGranules, 8) : head.granules;
    if (granules == 0 || granules > (most_bytes_ - bytes_.size()) / format::kGranuleBytes) {
      sound_ = false;
      return;
    }
    const size_t start = bytes_.size();
    const size_t count = granules * format::kGranuleBytes / 4;
    const bool whole = head.granules == 0 || count > kMostWords;
    if (whole && !HasBytes(granules * format::kGranuleBytes)) return;
    bytes_.resize(start + granules * format::kGranuleBytes);
    if (whole) {
      TakeBytes(bytes_.data() + start, granules * format::kGranuleBytes);
    } else {
      const Words words = TakeWords(head, count);
      std::memcpy(bytes_.data() + start, words.data(), count * 4);
    }
    head.checksum = format::RecordChecksum(head, bytes_.data() + start, granules);
    std::memcpy(bytes_.data() + start, &head, sizeof head);
  }

  // Whether the rest of a record of that size is there, before room for it is made.
  bool HasBytes(uint64_t size) {
    sound_ = columns_[kBytes].size() - at_[kBytes] >= size - sizeof(RecordHead);
    return sound_;
  }

  void TakeBytes(std::byte* record, uint64_t size) {
    const uint64_t wanted = size - sizeof(RecordHead);
    std::memcpy(record + sizeof(RecordHead), columns_[kBytes].data() + at_[kBytes], wanted);
    at_[kBytes] += wanted;
  }

  Words TakeWords(const RecordHead& head, size_t count) {
    Words words = {};
    const size_t record_class = ClassOf(head.kind, head.granules);
    if (IsEvent(head.kind)) words[kOpWord] = TakeWord(record_class, kOpWord);
    Words& before = last_.Of(head.kind, head.aux, words[kOpWord]);
    size_t word = kHeadWords;
    if (HasTime(head.kind)) {
      const uint64_t low = TakeWord(record_class, kTimeWord);
      const uint64_t difference = low | uint64_t{TakeWord(record_class, kTimeWord + 1)} << 32;
      last_.time() += UnZigZag(difference);
      words[kTimeWord] = static_cast<uint32_t>(last_.time());
      words[kTimeWord + 1] = static_cast<uint32_t>(last_.time() >> 32);
      word += 2;
    }
    for (; word < count; ++word) {
      if (word == kOpWord && IsEvent(head.kind)) continue;
      words[word] = before[word] + UnZigZag(TakeWord(record_class, word));
    }
    before = words;
    return words;
  }

  const Columns& columns_;
  std::vector<size_t> at_;
  uint64_t most_bytes_;
  bool sound_ = true;
  std::vector<std::byte> bytes_;
  Predecessors last_;
};

}  // namespace

std::optional<Columns> SplitRecords(std::span<const std::byte> records) {
  Splitter splitter;
  while (!records.empty()) {
    const auto record = format::SoundRecord(records);
    if (record.empty()) return std::nullopt;
    RecordHead head;
    std::memcpy(&head, record.data(), sizeof head);
    splitter.Add(head, record);
    records = records.subspan(record.size());
  }
  return splitter.Take();
}

std::optional<std::vector<std::byte>> JoinRecords(const Columns& columns, uint64_t most_bytes) {
  if (columns.size() != kColumns) return std::nullopt;
  return Joiner(columns, most_bytes).Join();
}

}  // namespace tdbg::importers::native
