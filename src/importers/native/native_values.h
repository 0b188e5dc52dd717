// The way back from the events of a native run to their records and values.
#pragma once

#include "importers/native/definitions.h"
#include "importers/native/segment_set.h"
#include "store/value_source.h"

namespace tdbg::importers::native {

// Keeps references to all three, which live as long as the trace.
class NativeValues : public store::ValueSource {
 public:
  NativeValues(const store::Run& run, const SegmentSet& segments, const Definitions& definitions)
      : run_(run), segments_(segments), definitions_(definitions) {}

  Result<store::Digest> ReadDigest(store::EventId event) const override;
  Result<tensor::Value> ReadValue(store::EventId event) const override;
  Result<tensor::Value> ReadRecorded(store::EventId event) const override;
  uint64_t RecordedBytes(store::EventId event) const override;
  Result<std::vector<store::Attribute>> ReadAttributes(store::OpId op) const override;
  Result<std::vector<std::string>> ReadSource(store::SourceFileId file) const override;

 private:
  // Empty where its segment was deleted.
  std::span<const std::byte> Record(store::EventId event) const;

  const store::Run& run_;
  const SegmentSet& segments_;
  const Definitions& definitions_;
};

}  // namespace tdbg::importers::native
