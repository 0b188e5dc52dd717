// TFRecord framing: length, its check, data, its check. Knows nothing of what is inside.
#pragma once

#include <cstdint>
#include <string_view>

namespace tdbg::importers {

// Walks the records of a file's bytes. Never trusts a length whose check fails.
class TfRecordReader {
 public:
  enum class Next {
    kRecord,     // data() is a whole, checked record
    kBadData,    // the frame is sound, but the data fails its check; data() is what is there
    kBadLength,  // the frame itself is damaged: only Resync() leads on
    kTorn,       // the bytes end inside a record: a killed writer, or one that is still writing
    kEnd,        // the bytes end with the last record
  };

  explicit TfRecordReader(std::string_view bytes, uint64_t offset = 0)
      : bytes_(bytes), next_(offset) {}

  // Moves to the next record. kBadLength, kTorn and kEnd do not move.
  Next Advance();

  // After kBadLength: moves to the next place where a length passes its check and the record fits.
  // False, and no move, if there is none. Linear in the bytes passed over, whatever they are.
  bool Resync();

  std::string_view data() const { return data_; }
  uint64_t record_offset() const { return record_; }  // of the record Advance() last looked at
  uint64_t next_offset() const { return next_; }      // where the next Advance() will look

 private:
  Next ReadAt(uint64_t offset);
  uint64_t BeforeNonZero(uint64_t at) const;

  std::string_view bytes_;
  std::string_view data_;
  uint64_t record_ = 0;
  uint64_t next_;
};

}  // namespace tdbg::importers
