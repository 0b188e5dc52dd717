// Values of a tfdbg1 dump: each file is opened when somebody asks for it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "importers/tfdbg1/digest_table.h"
#include "importers/tfdbg1/dump_files.h"
#include "importers/tfdbg1/watch_table.h"
#include "store/run.h"
#include "store/value_source.h"

namespace tdbg::importers::tfdbg1 {

// The digest of a tensor that was dumped itself. `owner` keeps `tensor`, a TensorProto, alive.
Result<store::Digest> DigestOfTensor(std::string_view tensor, std::shared_ptr<const void> owner);

class DumpValues : public store::ValueSource {
 public:
  // `run` owns this object. The tables are shared with the importer, because the trace outlives it.
  DumpValues(const store::Run& run, std::shared_ptr<const DumpFiles> files,
             std::shared_ptr<const WatchTable> watches, std::shared_ptr<const DigestTable> digests)
      : run_(run),
        files_(std::move(files)),
        watches_(std::move(watches)),
        digests_(std::move(digests)) {}

  Result<store::Digest> ReadDigest(store::EventId event) const override;
  Result<tensor::Value> ReadValue(store::EventId event) const override;
  Result<tensor::Value> ReadRecorded(store::EventId event) const override;
  uint64_t RecordedBytes(store::EventId event) const override;
  // From the op's graph file, which is searched each time: nobody asks twice in a row.
  Result<std::vector<store::Attribute>> ReadAttributes(store::OpId op) const override;
  // A dump has no sources.
  Result<std::vector<std::string>> ReadSource(store::SourceFileId file) const override;

 private:
  struct Recorded {
    std::shared_ptr<const MappedFile> file;  // shared with the values that point into it
    std::string_view tensor;
  };
  Result<Recorded> Open(store::EventId event) const;

  const store::Run& run_;
  std::shared_ptr<const DumpFiles> files_;
  std::shared_ptr<const WatchTable> watches_;
  std::shared_ptr<const DigestTable> digests_;
};

}  // namespace tdbg::importers::tfdbg1
