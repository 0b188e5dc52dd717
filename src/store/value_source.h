// The way back from a row of the store to the recorded bytes. Each importer implements it: values
// stay in their files until somebody asks.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "store/digest.h"
#include "store/ids.h"
#include "tensor/value.h"

namespace tdbg::store {

// What somebody is told who asks for something that was recorded, but deleted since. `what` is the
// subject of a sentence: "event 82".
Status NotKept(std::string_view what);

// What the definition of an op says beside its inputs, as one line for a person.
struct Attribute {
  std::string key;
  std::string text;  // "float32", "[?,10]", "'NHWC'"
};

class ValueSource {
 public:
  virtual ~ValueSource() = default;

  // What was recorded of the event's tensor; computed from the value where that was recorded.
  virtual Result<Digest> ReadDigest(EventId event) const = 0;

  // The tensor itself; kUnsupported where the recording has only a summary.
  virtual Result<tensor::Value> ReadValue(EventId event) const = 0;

  // What the recorder wrote down: the tensor itself, or the numbers that sum it up.
  virtual Result<tensor::Value> ReadRecorded(EventId event) const = 0;

  // How many bytes the recording spends on the event: the whole file where each event has one.
  virtual uint64_t RecordedBytes(EventId event) const = 0;

  // By key. kUnsupported where the format records none, kNotFound where it does but the op's
  // definition is not there.
  virtual Result<std::vector<Attribute>> ReadAttributes(OpId op) const = 0;

  // The recorded text, without line ends; kNotFound where none was recorded.
  virtual Result<std::vector<std::string>> ReadSource(SourceFileId file) const = 0;
};

}  // namespace tdbg::store
