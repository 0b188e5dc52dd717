// What a native trace defines by number: strings, graphs, ops, shapes, stacks and sources.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "format/records.h"
#include "format/segment_reader.h"
#include "importers/native/by_number.h"
#include "importers/native/record_arena.h"
#include "store/trace.h"
#include "tensor/shape.h"

namespace tdbg::importers::native {

// One op, in up to two definitions, which its owner keeps.
struct NumberedOp {
  const format::OpRecord* executed = nullptr;
  const format::OpRecord* written = nullptr;
  store::OpId id;  // invalid for an op without a graph
  store::DeviceId device;
  bool ran = false;  // events of it were recorded

  const format::OpRecord* any() const { return executed != nullptr ? executed : written; }
  bool has_graph() const { return any() != nullptr && any()->graph != 0; }
};

// Puts definitions into the run as they come. Graphs end up as they were executed: see
// ResolveGraphs.
class Definitions {
 public:
  explicit Definitions(store::Run& run) : run_(run) {}

  // False if the record is no definition or too short for what it says.
  bool Add(const format::RecordView& record);

  StringId String(uint32_t number) const;  // invalid for 0 and for what is not there
  std::string_view Text(uint32_t number) const { return run_.strings[String(number)]; }
  store::GraphId Graph(uint32_t number);  // a bare one if its record is missing
  store::StackId Stack(uint32_t number);
  const tensor::Shape* Shape(uint32_t number) const;

  // nullptr if neither definition is there.
  NumberedOp* Op(uint32_t number);

  // Data input `index` of the op as it was executed under that number: another of the same name may
  // read something else.
  std::optional<store::InputRef> InputOf(uint32_t number, size_t index);

  // An op of which nothing but the number is known, or that has no graph.
  store::OpId BareOp(uint32_t number);

  // Says that events of the op were recorded: it ran, whatever else is known of it.
  void NoteRan(NumberedOp& op);

  // After a round of reading: decides for each graph that has changed what was executed and which
  // ops of the user's source ran inside others.
  void ResolveGraphs();

  std::string_view SourceText(store::SourceFileId file) const;

 private:
  struct Frame {
    store::FrameId frame;
    uint32_t caller = 0;
    store::StackId stack;
  };

  bool AddString(const format::RecordView& record);
  bool AddGraph(const format::RecordView& record);
  bool AddOp(const format::RecordView& record);
  bool AddShape(const format::RecordView& record);
  bool AddFrame(const format::RecordView& record);
  bool AddSource(const format::RecordView& record);
  bool AddLayer(const format::RecordView& record);
  store::LayerId Layer(uint32_t number);  // a bare one if its record is missing
  store::SourceFileId SourceAt(StringId path);

  void ResolveGraph(store::GraphId graph);
  void Describe(const NumberedOp& op, bool has_edges);
  std::vector<store::InputRef> Inputs(const format::OpRecord& record) const;
  void FindSender(const NumberedOp& op);
  void FindAbsorbed(const NumberedOp& op);
  StringId NameBeforeOptimizing(const NumberedOp& op) const;
  std::vector<store::FusedOp> Fused(const format::OpRecord& executed, store::GraphId source,
                                    StringId start, const std::vector<StringId>& before);
  const format::OpRecord* WrittenIn(store::GraphId graph, StringId name) const;
  store::GraphId WrittenGraph(const format::OpRecord& executed, StringId name) const;

  store::Run& run_;
  RecordArena op_records_;
  ByNumber<StringId> strings_;
  ByNumber<store::GraphId> graphs_;
  ByNumber<NumberedOp> ops_;
  ByNumber<tensor::Shape> shapes_;
  ByNumber<Frame> frames_;
  ByNumber<store::LayerId> layers_;
  std::map<std::tuple<StringId, StringId, uint32_t, store::LayerId, store::FrameColumns>,
           store::FrameId>
      frame_ids_;
  std::unordered_map<StringId, store::SourceFileId> source_ids_;
  std::unordered_map<store::SourceFileId, std::string> source_texts_;
  std::unordered_map<store::GraphId, std::vector<uint32_t>> op_numbers_;
  std::unordered_map<StringId, std::vector<store::GraphId>> graphs_named_;
  std::unordered_map<store::OpId, uint32_t> number_of_;
  std::unordered_set<store::GraphId> changed_;
};

}  // namespace tdbg::importers::native
