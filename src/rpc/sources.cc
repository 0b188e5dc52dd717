#include <algorithm>
#include <set>

#include "rpc/facts.h"
#include "rpc/handlers.h"
#include "session/execution_facts.h"
#include "session/op_lookup.h"
#include "session/source_index.h"

namespace tdbg::rpc {
namespace {

constexpr size_t kMostMade = 1000;

// What some stacks made, each thing once.
struct Made {
  std::set<store::OpId> ops;
  std::set<store::ExecutionId> executions;
};

Made MadeBy(session::RunView& run, const std::vector<store::StackId>& stacks) {
  Made made;
  for (const store::StackId stack : stacks) {
    for (const store::OpId op : run.sources().Ops(stack)) made.ops.insert(op);
    for (const store::ExecutionId one : run.sources().Executions(stack))
      made.executions.insert(one);
  }
  return made;
}

std::optional<Verdict> Worst(session::RunView& run, const Made& made) {
  std::optional<Verdict> worst;
  for (const store::OpId op : made.ops) worst = Graver(worst, run.WorstOf(op));
  for (const store::ExecutionId execution : made.executions) {
    worst = Graver(worst, run.WorstOf(execution));
  }
  return worst;
}

const session::SourceIndex::File* IndexedFile(session::RunView& run, store::SourceFileId file) {
  for (const session::SourceIndex::File& one : run.sources().files()) {
    if (one.id == file) return &one;
  }
  return nullptr;
}

LineMark MarkOf(session::RunView& run, int32_t line, const std::vector<store::StackId>& stacks) {
  const Made made = MadeBy(run, stacks);
  return {line, static_cast<int64_t>(made.ops.size()), static_cast<int64_t>(made.executions.size()),
          Worst(run, made)};
}

MadeHere Told(session::RunView& view, store::OpId id) {
  const store::Run& run = view.run();
  const store::Op& op = run.graphs.op(id);
  MadeHere made;
  made.name = run.strings[op.name];
  made.op = id.index();
  made.op_type = run.strings[op.type];
  made.graph = run.strings[run.graphs.graph(op.graph).name];
  made.worst = view.WorstOf(id);
  if (const store::EventId event = TellingEvent(view, id); event.valid())
    made.event = event.index();
  return made;
}

MadeHere Told(session::RunView& view, store::ExecutionId id) {
  const store::Run& run = view.run();
  MadeHere made;
  made.name = "@" + std::to_string(id.index());
  made.execution = id.index();
  made.op_type = session::WhatRan(run, id);
  made.worst = view.WorstOf(id);
  const store::Execution& execution = run.executions[id];
  if (execution.num_events > 0) made.event = execution.first_event.index();
  return made;
}

}  // namespace

Result<Sources> AnswerSources(session::RunView& run, const RunRequest&) {
  Sources answer;
  for (const session::SourceIndex::File& file : run.sources().files()) {
    if (!file.id.valid()) continue;
    Made made;
    for (const auto& [line, stacks] : file.lines) {
      Made here = MadeBy(run, stacks);
      made.ops.merge(here.ops);
      made.executions.merge(here.executions);
    }
    SourceFile& told = answer.files.emplace_back();
    told.file = file.id.index();
    told.path = file.path;
    told.lines = run.run().sources[file.id].num_lines;
    told.library = !file.users;
    told.ops = static_cast<int64_t>(made.ops.size());
    told.executions = static_cast<int64_t>(made.executions.size());
    told.worst = Worst(run, made);
  }
  return answer;
}

Result<SourceText> AnswerSource(session::RunView& run, const FileRequest& request) {
  TDBG_ASSIGN_OR_RETURN(const store::SourceFileId file, FileOf(run, request.file));
  SourceText answer;
  answer.file = file.index();
  answer.path = run.run().strings[run.run().sources[file].path];
  if (auto text = run.run().values->ReadSource(file); text.ok()) {
    answer.lines = *std::move(text);
  } else {
    answer.why_no_text = text.status().message();
  }
  if (const auto* indexed = IndexedFile(run, file)) {
    for (const auto& [line, stacks] : indexed->lines) {
      answer.marks.push_back(MarkOf(run, line, stacks));
    }
  }
  return answer;
}

Result<LineOps> AnswerLineOps(session::RunView& run, const LineRequest& request) {
  TDBG_ASSIGN_OR_RETURN(const store::SourceFileId file, FileOf(run, request.file));
  LineOps answer;
  const auto* indexed = IndexedFile(run, file);
  if (indexed == nullptr || request.line < 1 || request.line > INT32_MAX) return answer;
  const auto line = indexed->lines.find(static_cast<int32_t>(request.line));
  if (line == indexed->lines.end()) return answer;
  const Made made = MadeBy(run, line->second);
  answer.total = static_cast<int64_t>(made.ops.size() + made.executions.size());
  for (const store::OpId op : made.ops) {
    if (answer.made.size() < kMostMade) answer.made.push_back(Told(run, op));
  }
  for (const store::ExecutionId execution : made.executions) {
    if (answer.made.size() < kMostMade) answer.made.push_back(Told(run, execution));
  }
  // What went wrong comes first; a stable sort keeps the order of the program.
  std::stable_sort(answer.made.begin(), answer.made.end(),
                   [](const MadeHere& a, const MadeHere& b) { return a.worst && !b.worst; });
  return answer;
}

}  // namespace tdbg::rpc
