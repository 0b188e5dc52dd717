// The way back from a row of the store to the recorded bytes. Each importer implements it: values
// stay in their files until somebody asks.
#pragma once

#include <string>
#include <vector>

#include "base/status.h"
#include "store/digest.h"
#include "store/ids.h"
#include "tensor/value.h"

namespace tdbg::store {

class ValueSource {
 public:
  virtual ~ValueSource() = default;

  // What was recorded of the event's tensor; computed from the value where that was recorded.
  virtual Result<Digest> ReadDigest(EventId event) const = 0;

  // The tensor itself; kUnsupported where the recording has only a summary.
  virtual Result<tensor::Value> ReadValue(EventId event) const = 0;

  // The recorded text, without line ends; kNotFound where none was recorded.
  virtual Result<std::vector<std::string>> ReadSource(SourceFileId file) const = 0;
};

}  // namespace tdbg::store
