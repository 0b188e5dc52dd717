// What exists: strings, shapes, stacks, sources, graphs and ops, each recorded once under a number.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "base/string_pool.h"
#include "capture/losses.h"
#include "capture/op_table.h"
#include "capture/segment_stream.h"
#include "format/records.h"
#include "tdbg/capture.h"

namespace tdbg::capture {

// A shape as events name it. Never freed.
struct KnownShape {
  uint32_t number;
  uint32_t rank;
  int64_t elements;  // -1: an extent is negative, or there are too many
  int64_t dims[];

  bool Is(std::span<const int64_t> extents) const {
    return rank == extents.size() && std::equal(extents.begin(), extents.end(), dims);
  }
};

// For any thread: one lock guards it all, for what it does is rare. What cannot be recorded is
// counted; numbers are given out all the same. Nothing works without a stream.
class Definitions {
 public:
  explicit Definitions(OpTable& ops) : ops_(ops) {}

  // Where records, and the counts of those that do not fit, go from now on. Borrowed, for ever.
  // Files are opened in `table`.
  void SetStream(SegmentStream& stream, Losses& losses, StreamOwner& owner, OwnTable& table);

  // Leaves the file of records if somebody has cut, replaced or deleted it. The texts are recorded
  // again; what else it held is lost.
  void LeaveFileIfHarmed();

  uint32_t String(std::string_view text);
  // nullptr if there are too many.
  const KnownShape* Shape(std::span<const int64_t> dims);
  uint32_t Stack(std::span<const tdbg_frame> frames);
  // The text of a file that cannot be read: the first one of its name counts.
  void Source(std::string_view file, std::string_view text);
  uint32_t Layer(std::string_view path, std::string_view type, uint32_t stack);
  // The stack whose innermost frame belongs to the layer; `stack` itself if either is unknown.
  uint32_t StackInLayer(uint32_t stack, uint32_t layer);
  uint32_t Graph(std::string_view key, std::string_view name, uint32_t outer);
  uint32_t Op(const tdbg_op& op);
  // The number of the op of that name in the graph; 0 if none was defined.
  uint32_t FindOp(uint32_t graph, std::string_view name);
  // The same, in the graph of another op.
  uint32_t FindBeside(const OpState& op, std::string_view name);

  // What the patterns of filters are matched against.
  struct OpNames {
    std::string_view type, name, written, graph;
  };
  OpNames NamesOf(const OpState& op);

  // The stack that the op was made on; 0 if it is not known.
  uint32_t StackOf(const OpState& op);

  // The text of a source file as it is now; nullopt if it cannot be read, or is too long for one.
  std::optional<std::string> ReadSource(const std::string& path, bool* too_long = nullptr);

  struct NamedFrame {
    std::string_view file, function;
    uint32_t line;
  };
  // Outermost first. Walks over all frames that are known: for rare events.
  std::vector<NamedFrame> FramesOf(uint32_t stack);

  // Writes a record that defines none of the above (a loss, a step).
  template <typename RecordType>
  void Record(const RecordType& record) {
    const std::lock_guard lock(mutex_);
    Write(record);
  }

  // Held around a fork, so that the child finds everything whole.
  std::mutex& mutex() { return mutex_; }

 private:
  struct Frame {
    uint32_t caller, file, function, line, layer;
    format::FrameColumns columns;
    bool operator==(const Frame&) const = default;
  };
  struct LayerKey {
    uint32_t path, type, stack;
    bool operator==(const LayerKey&) const = default;
  };
  struct OpKey {
    uint32_t graph, name, type, device;
    bool operator==(const OpKey&) const = default;
  };
  struct KeyHash {
    size_t operator()(const Frame& f) const {
      const uint32_t part = f.columns.begin ^ f.columns.end << 8;
      return Mix(f.caller, f.file, f.function, f.line ^ f.layer << 20 ^ part << 12);
    }
    size_t operator()(const LayerKey& k) const { return Mix(k.path, k.type, k.stack, 0); }
    size_t operator()(const OpKey& k) const { return Mix(k.graph, k.name, k.type, k.device); }
    static size_t Mix(uint64_t a, uint64_t b, uint64_t c, uint64_t d);
  };

  // To be called under the lock, all of them.
  uint32_t StringLocked(std::string_view text);
  void RecordString(uint32_t number, std::string_view text);
  uint32_t FrameNumber(const Frame& frame);
  void RecordSource(uint32_t path);
  void WriteSource(uint32_t path, std::string_view text);
  bool MakeRoom(uint64_t granules);
  uint32_t NumberOf(const OpKey& key);
  uint32_t VariantOf(uint32_t number, uint64_t read);
  template <typename RecordType>
  void Write(const RecordType& record, std::span<const std::byte> tail = {}) {
    if (MakeRoom(format::GranulesFor(sizeof(RecordType) + tail.size()))) {
      stream_->writer().Append(record, tail);
    }
  }

  OpTable& ops_;
  std::mutex mutex_;
  SegmentStream* stream_ = nullptr;
  Losses* losses_ = nullptr;  // set with the stream, as are the owner and the table
  StreamOwner* owner_ = nullptr;
  OwnTable* table_ = nullptr;

  StringPool strings_;
  std::unordered_multimap<uint64_t, KnownShape*> shapes_;
  uint32_t shape_count_ = 0;
  std::unordered_map<Frame, uint32_t, KeyHash> frames_;
  std::vector<const Frame*> numbered_frames_;  // keys of frames_, which never move
  std::unordered_map<LayerKey, uint32_t, KeyHash> layers_;
  std::unordered_set<uint32_t> sources_;                // paths that were tried
  std::unordered_set<uint32_t> told_sources_;           // those whose text was recorded
  std::unordered_map<uint32_t, uint32_t> graphs_;       // by key
  std::unordered_map<uint32_t, uint32_t> graph_names_;  // number to name
  std::unordered_map<OpKey, uint32_t, KeyHash> op_numbers_;
  // Of the ops of one name that a graph was executed with, by the number of the first of them and
  // what they read.
  std::map<std::pair<uint32_t, uint64_t>, uint32_t> variants_;
};

}  // namespace tdbg::capture
