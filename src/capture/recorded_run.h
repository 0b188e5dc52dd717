// What a recorder left behind, read back: for tests.
#pragma once

#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "format/loss_page.h"
#include "format/mapped_segment.h"
#include "format/records.h"
#include "format/segment_reader.h"
#include "format/tensor_event.h"
#include "format/trace_layout.h"

namespace tdbg::capture {

template <typename Record>
Record As(const format::RecordView& view) {
  Record record;
  std::memcpy(&record, view.bytes.data(), sizeof record);
  return record;
}

struct RecordedRun {
  struct Segment {
    format::SegmentName name;
    size_t events = 0;
    bool finished = false;
    uint64_t damage = 0;
  };
  std::vector<Segment> segments;
  std::vector<format::DecodedTensorEvent> events;
  std::vector<format::DecodedTensorEvent> operands;
  std::vector<format::IncidentRecord> incidents;
  std::vector<format::IncidentRecord> errors;
  std::vector<format::ExecutionRecord> executions;
  std::vector<format::ExecutionEndRecord> ends;
  std::vector<format::StepRecord> steps;
  std::vector<format::ThreadRecord> threads;
  std::vector<format::OpRecord> ops;
  std::vector<format::GraphRecord> graphs;
  std::vector<format::StackFrameRecord> frames;
  std::vector<format::LayerRecord> layers;
  std::map<uint32_t, std::string> strings;
  std::map<uint32_t, std::vector<int64_t>> shapes;
  std::map<std::string, std::string> sources;
  std::map<std::string, uint64_t> losses;
  format::RecorderState state = format::RecorderState::kStarting;
  std::string why;
  std::vector<format::ProcessRecord> processes;
  size_t ends_of_run = 0;

  std::string path;

  // The elements that an event refers to.
  std::string ValueOf(const format::ValueRef& ref) const {
    auto segment = format::MappedSegment::Open(
        path + "/" +
        format::SegmentFileName(format::SegmentKind::kValues, ref.thread, ref.sequence));
    EXPECT_TRUE(segment.ok());
    if (!segment.ok()) return "";
    const auto view = format::ReadRecord(segment->bytes(), ref.offset_bytes);
    EXPECT_TRUE(view.has_value());
    if (!view) return "";
    const auto record = As<format::ValueRecord>(*view);
    return std::string(reinterpret_cast<const char*>(view->bytes.data()) + sizeof record,
                       record.size);
  }
};

inline void ReadLossPageOf(const std::string& path, RecordedRun& run) {
  std::ifstream file(path, std::ios::binary);
  const std::string bytes(std::istreambuf_iterator<char>(file), {});
  const auto page = format::ReadLossPage(std::as_bytes(std::span(bytes)));
  EXPECT_TRUE(page.has_value()) << path;
  if (!page) return;
  run.state = static_cast<format::RecorderState>(page->state);
  run.why = format::FieldText(page->why);
  for (uint32_t i = 0; i < page->entry_count; ++i) {
    run.losses[std::string(format::FieldText(page->entries[i].name))] = page->entries[i].count;
  }
}

// The run whose folder this is.
inline RecordedRun ReadRun(const std::string& directory) {
  RecordedRun run;
  run.path = directory;
  for (const auto& file : std::filesystem::directory_iterator(directory)) {
    if (file.path().filename() == format::kLossPageName) {
      ReadLossPageOf(file.path().string(), run);
      continue;
    }
    const auto name = format::ParseSegmentFileName(file.path().filename().string());
    EXPECT_TRUE(name.has_value()) << file.path();
    auto segment = format::MappedSegment::Open(file.path().string());
    // A writer that was killed may just have made the next one: nothing is written there yet.
    EXPECT_TRUE(segment.ok() || segment.status().code() == StatusCode::kNotFound) << file.path();
    if (!name || !segment.ok()) continue;
    format::SegmentReader reader(segment->bytes());
    const size_t before = run.events.size();
    while (const auto view = reader.Next()) {
      const auto tail = [&](size_t fixed, size_t size) {
        return std::string(reinterpret_cast<const char*>(view->bytes.data()) + fixed, size);
      };
      using Kind = format::RecordKind;
      switch (view->kind) {
        case Kind::kTensorEvent:
        case Kind::kOperand: {
          const auto event = format::DecodeTensorEvent(view->bytes);
          EXPECT_TRUE(event.has_value());
          if (event) (view->kind == Kind::kOperand ? run.operands : run.events).push_back(*event);
          break;
        }
        case Kind::kBadValue:
          run.incidents.push_back(As<format::IncidentRecord>(*view));
          break;
        case Kind::kError:
          run.errors.push_back(As<format::IncidentRecord>(*view));
          break;
        case Kind::kExecution:
          run.executions.push_back(As<format::ExecutionRecord>(*view));
          break;
        case Kind::kExecutionEnd:
          // A call whose op was made to fail says so before it ends.
          if ((view->aux & format::kExecutionFailed) == 0) {
            run.ends.push_back(As<format::ExecutionEndRecord>(*view));
          }
          break;
        case Kind::kThread:
          run.threads.push_back(As<format::ThreadRecord>(*view));
          break;
        case Kind::kStep:
          run.steps.push_back(As<format::StepRecord>(*view));
          break;
        case Kind::kOp:
          run.ops.push_back(As<format::OpRecord>(*view));
          break;
        case Kind::kGraph:
          run.graphs.push_back(As<format::GraphRecord>(*view));
          break;
        case Kind::kStackFrame:
          run.frames.push_back(As<format::StackFrameRecord>(*view));
          break;
        case Kind::kLayer:
          run.layers.push_back(As<format::LayerRecord>(*view));
          break;
        case Kind::kString: {
          const auto record = As<format::StringRecord>(*view);
          run.strings[record.id] = tail(sizeof record, record.size);
          break;
        }
        case Kind::kShape: {
          const auto record = As<format::ShapeRecord>(*view);
          std::vector<int64_t> dims(record.rank);
          std::memcpy(dims.data(), view->bytes.data() + sizeof record, record.rank * 8);
          run.shapes[record.id] = dims;
          break;
        }
        case Kind::kSourceFile: {
          const auto record = As<format::SourceFileRecord>(*view);
          run.sources[run.strings[record.path]] = tail(sizeof record, record.size);
          break;
        }
        case Kind::kProcess:
          run.processes.push_back(As<format::ProcessRecord>(*view));
          break;
        case Kind::kEndOfRun:
          ++run.ends_of_run;
          break;
        default:
          break;
      }
    }
    run.segments.push_back({.name = *name,
                            .events = run.events.size() - before,
                            .finished = reader.finished(),
                            .damage = reader.damage().count});
  }
  return run;
}

// The only run below a trace directory.
inline RecordedRun ReadOnlyRun(const std::string& trace_directory) {
  std::string only;
  for (const auto& entry : std::filesystem::directory_iterator(trace_directory)) {
    if (!entry.is_directory()) continue;
    EXPECT_TRUE(only.empty()) << "two runs";
    only = entry.path().string();
  }
  EXPECT_FALSE(only.empty()) << "no run";
  return only.empty() ? RecordedRun() : ReadRun(only);
}

}  // namespace tdbg::capture
