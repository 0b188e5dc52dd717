#include "importers/native/run_reader.h"

#include <algorithm>

#include "base/printable.h"
#include "importers/native/loss_reader.h"
#include "importers/native/native_values.h"
#include "importers/native/record_cast.h"
#include "importers/native/segment_end.h"
#include "vocabulary/recorder_loss.h"

namespace tdbg::importers::native {
namespace {

using format::RecordKind;
using format::RecordView;
using format::SegmentKind;
using store::EventId;
using store::ExecutionId;

}  // namespace

RunReader::RunReader(const std::string& directory, const std::string& id,
                     const std::string& shown_prefix, store::Trace& trace)
    : run_(trace.runs.emplace_back(std::make_unique<store::Run>(store::Format::kNative)).get()),
      losses_(trace.losses),
      directory_(directory),
      segments_(directory, shown_prefix, trace.losses),
      definitions_(*run_),
      incidents_(*run_, definitions_),
      readings_(*run_, definitions_),
      executions_(*run_, definitions_) {
  run_->id = id;
  run_->values = std::make_unique<NativeValues>(*run_, segments_, definitions_);
}

Status RunReader::Update(const Progress& progress) {
  TDBG_RETURN_IF_ERROR(segments_.Refresh());
  run_->changes.Begin(run_->events.end_index(), run_->executions.end_index());
  uint64_t total = 0, done = 0;
  for (const uint32_t number : segments_.OfKind(SegmentKind::kEvents)) {
    const OpenSegment& segment = segments_.segment(number);
    total += segment.owner->bytes().size() - segment.reader.offset_bytes();
  }
  const size_t first_event = run_->events.end_index();
  ReadSegments(SegmentKind::kMeta, {});
  ReadSegments(SegmentKind::kEvents, [&](uint64_t bytes) {
    done += bytes;
    if (progress) progress(std::min(done, total), total);
  });
  // What the events speak of was defined before them, but maybe after the first look, and maybe in
  // a new segment.
  TDBG_RETURN_IF_ERROR(segments_.Refresh());
  ReadSegments(SegmentKind::kMeta, {});

  executions_.Place(execution_numbers_);
  PlaceEvents(first_event);
  executions_.PlaceSteps();
  definitions_.ResolveGraphs();
  incidents_.Settle(executions_);
  readings_.Settle(executions_);
  ReportDamage();
  ReadLosses(directory_, segments_.shown_prefix(), has_loss_page_, *run_, losses_);
  return Status::Ok();
}

void RunReader::ReadSegments(SegmentKind kind, const std::function<void(uint64_t)>& report) {
  constexpr uint64_t kReportEvery = uint64_t{1} << 20;
  for (const uint32_t number : segments_.OfKind(kind)) {
    OpenSegment& segment = segments_.segment(number);
    if (kind == SegmentKind::kEvents) NoteWriter(number, segment.thread);
    uint64_t unreported = 0;
    while (const auto record = segment.reader.Next()) {
      Read(*record, number, segment);
      ++run_->records;
      unreported += record->bytes.size();
      if (report && unreported >= kReportEvery) report(std::exchange(unreported, 0));
    }
    if (report) report(unreported);
  }
}

void RunReader::NoteWriter(uint32_t file, uint32_t thread) {
  if (file >= run_->file_threads.size()) run_->file_threads.resize(size_t{file} + 1);
  run_->file_threads[file] = run_->InternThread(thread);
}

void RunReader::Read(const RecordView& record, uint32_t file, const OpenSegment& segment) {
  if (AddRecord(record, file, segment.thread)) return;
  losses_.Add("unreadable_record", segment.shown, static_cast<int64_t>(record.offset_bytes),
              "records whose checksum is right, but whose content is nothing this tdbg knows");
}

bool RunReader::AddRecord(const RecordView& record, uint32_t file, uint32_t thread) {
  switch (record.kind) {
    case RecordKind::kTensorEvent:
      return AddEvent(record, file);
    case RecordKind::kOperand:
      return incidents_.AddOperand(record, file, thread);
    case RecordKind::kBadValue:
    case RecordKind::kError:
      return incidents_.Add(record, file, thread);
    case RecordKind::kReading:
      return readings_.Add(record);
    case RecordKind::kExecution:
      return executions_.AddBegin(record, file, thread);
    case RecordKind::kExecutionEnd:
      return executions_.AddEnd(record);
    case RecordKind::kStep:
      return executions_.AddStep(record);
    case RecordKind::kProcess:
      return AddProcess(record);
    case RecordKind::kLoss:
      return AddLoss(record);
    case RecordKind::kThread:
      return AddThread(record);
    case RecordKind::kEndOfRun: {
      const auto* end = CastRecord<format::EndOfRunRecord>(record.bytes);
      if (end == nullptr) return false;
      run_->ExtendTime(end->time_ns);
      run_->finished = true;
      return true;
    }
    default:
      return definitions_.Add(record);
  }
}

bool RunReader::AddProcess(const RecordView& record) {
  const auto* process = CastRecord<format::ProcessRecord>(record.bytes);
  if (process == nullptr) return false;
  run_->job = definitions_.Text(process->job);
  run_->framework = definitions_.Text(process->framework);
  run_->framework_version = definitions_.Text(process->framework_version);
  run_->format_version = std::to_string(format::kContractVersion);
  run_->detail = DetailNamed(definitions_.Text(process->mode));
  run_->AddHost(definitions_.Text(process->worker));
  run_->AddHost(definitions_.Text(process->host));
  run_->ExtendTime(process->start_ns);
  run_->pid = process->pid;
  has_loss_page_ = process->has_loss_page != 0;
  return true;
}

bool RunReader::AddLoss(const RecordView& record) {
  const auto* loss = CastRecord<format::LossRecord>(record.bytes);
  if (loss == nullptr || !definitions_.String(loss->name).valid()) return false;
  constexpr size_t kLongest = 1000;
  std::string text = Printable(definitions_.Text(loss->text).substr(0, kLongest));
  if (text.empty()) text = "counted while the program ran";
  const std::string name = Printable(definitions_.Text(loss->name).substr(0, kLongest));
  const LossWords* const words = FindLossWords(name);
  const bool harmless = words != nullptr && !words->hides_births;
  losses_.Add(name, segments_.shown_prefix(), -1, text,
              static_cast<int64_t>(std::min<uint64_t>(loss->count, INT64_MAX / 2)),
              harmless ? store::Hides::kNothing : store::Hides::kBirths);
  return true;
}

bool RunReader::AddThread(const RecordView& record) {
  const auto* thread = CastRecord<format::ThreadRecord>(record.bytes);
  if (thread == nullptr) return false;
  run_->threads[run_->InternThread(thread->number)].name = definitions_.String(thread->name);
  return true;
}

bool RunReader::AddEvent(const RecordView& record, uint32_t file) {
  const auto row = ReadEventRow(record, file);
  if (!row) return false;
  run_->ExtendTime(row->event.time_ns);
  run_->events.Append(row->event);
  if (rows_of_file_.size() <= file) rows_of_file_.resize(size_t{file} + 1);
  ++rows_of_file_[file];
  op_numbers_.push_back(row->op);
  execution_numbers_.push_back(row->execution);
  return true;
}

void RunReader::PlaceEvents(size_t first_new) {
  uint32_t number = 0;
  ExecutionId execution;
  for (size_t i = 0; i < op_numbers_.size(); ++i) {
    if (execution_numbers_[i] != number) {
      number = execution_numbers_[i];
      execution = executions_.Find(number);
      executions_.NoteEvent(execution, EventId(first_new + i));
    }
    const EventId event(first_new + i);
    run_->events.execution[event] = execution;
    PlaceEvent(event, op_numbers_[i]);
  }
  op_numbers_.clear();
  execution_numbers_.clear();
}

void RunReader::PlaceEvent(EventId event, uint32_t op_number) {
  NumberedOp* const op = definitions_.Op(op_number);
  const ExecutionId id = run_->events.execution[event];
  if (op == nullptr) {
    ++unrecorded_ops_;
    run_->events.op[event] = definitions_.BareOp(op_number);
    return;
  }
  run_->events.device[event] = op->device;
  if (op->has_graph()) {
    run_->events.op[event] = op->id;
    definitions_.NoteRan(*op);
    return;
  }
  if (!executions_.IsEager(id)) {
    run_->events.op[event] = definitions_.BareOp(op_number);
    return;
  }
  store::Execution& execution = run_->executions[id];
  run_->changes.Note(id);
  if (!execution.op_type.valid()) execution.op_type = definitions_.String(op->any()->type);
  if (!execution.stack.valid()) execution.stack = definitions_.Stack(op->any()->stack);
  constexpr uint32_t kMostOutputs = 1 << 16;  // no op has more, but a damaged number may claim it
  const auto outputs = static_cast<int32_t>(std::min(op->any()->output_count, kMostOutputs));
  const int32_t slot = run_->events.slot[event];
  const int32_t seen = slot < static_cast<int32_t>(kMostOutputs) ? slot + 1 : 0;
  execution.num_outputs = std::max({execution.num_outputs, outputs, seen});
  if (execution.num_events == 0) execution.first_event = event;
  // One thread records the outputs of an op one after the other, so they lie together.
  if (execution.first_event.index() + static_cast<uint32_t>(execution.num_events) ==
      event.index()) {
    ++execution.num_events;
  }
}

void RunReader::ForgetDeleted() {
  for (const uint32_t file : segments_.CloseDeleted()) {
    if (file < rows_of_file_.size()) deleted_rows_ += rows_of_file_[file];
  }
  const size_t rows = run_->events.size();
  if (deleted_rows_ > 0 && deleted_rows_ * 3 >= rows) ForgetRows();
}

void RunReader::ForgetRows() {
  deleted_rows_ = 0;
  store::Run& run = *run_;
  run.events.Keep(run.events.time_ns.Where(
      [&](EventId event) { return segments_.IsOpen(run.events.payload[event].file); }));
  executions_.Forget([&](uint32_t file) { return segments_.IsOpen(file); });

  const auto is_gone = [&](EventId event) { return event.valid() && !run.events.Has(event); };
  const auto is_about_gone = [&](const auto& entry) { return is_gone(entry.first); };
  std::erase_if(run.failures, is_about_gone);
  std::erase_if(run.operands, is_about_gone);
  std::erase_if(run.only_read, is_gone);
  std::erase_if(run.readers, is_about_gone);
  std::erase_if(run.read_eager, is_about_gone);
  for (auto& [event, operands] : run.operands) {
    std::replace_if(operands.begin(), operands.end(), is_gone, EventId());
  }
  for (auto& [event, readers] : run.readers) std::erase_if(readers.bad, is_gone);
  for (auto& [event, read] : run.read_eager) std::erase_if(read, is_gone);
  run.changes.events.clear();
  run.changes.executions.clear();
  ++run.forgettings;
}

void RunReader::ReportDamage() {
  for (const SegmentKind kind : {SegmentKind::kMeta, SegmentKind::kEvents}) {
    for (const uint32_t number : segments_.OfKind(kind)) {
      const OpenSegment& segment = segments_.segment(number);
      ReportEnd(segment, losses_);
      const format::SegmentDamage damage = segment.reader.damage();
      losses_.Remove("damaged_record", segment.shown);
      if (damage.count == 0) continue;
      losses_.Add("damaged_record", segment.shown, static_cast<int64_t>(damage.first_offset_bytes),
                  "records that do not match their checksum; reading went on at the next sound one",
                  static_cast<int64_t>(damage.count));
    }
  }
  losses_.Remove("unrecorded_op", segments_.shown_prefix());
  if (unrecorded_ops_ > 0) {
    losses_.Add("unrecorded_op", segments_.shown_prefix(), -1,
                "tensors of ops whose definition is not there", unrecorded_ops_,
                store::Hides::kNothing);
  }
}

}  // namespace tdbg::importers::native
