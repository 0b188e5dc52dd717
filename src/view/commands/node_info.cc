#include <memory>

#include "base/printable.h"
#include "session/alert_facts.h"
#include "session/execution_facts.h"
#include "session/node_facts.h"
#include "session/tensor_facts.h"
#include "view/birth_rows.h"
#include "view/command_table.h"
#include "view/commands/stack_table.h"
#include "view/current_op.h"
#include "view/health_text.h"

namespace tdbg::view {
namespace {

using session::NeighbourFacts;
using session::NodeFacts;
using session::Subject;
using Side = Column::Side;

void SayFact(Document& page, const char* label, std::string_view text, std::string command = {}) {
  if (text.empty()) return;
  std::string start = "  " + std::string(label);
  start.resize(12, ' ');
  page.Say(Line()
               .Add(start, Style::kFaint)
               .Add(std::string(text), command.empty() ? Style::kPlain : Style::kName,
                    std::move(command)));
}

void AddNeighbours(const std::vector<NeighbourFacts>& facts, const char* relation,
                   std::vector<std::vector<Cell>>& rows) {
  for (const NeighbourFacts& fact : facts) {
    Cell name = fact.op.valid() ? TextCell(fact.name, Style::kName, "ni " + fact.full)
                                : TextCell(fact.name);
    name.datum = fact.name;
    rows.push_back({TextCell(relation, Style::kFaint), std::move(name),
                    fact.op_type.empty() ? UnknownCell() : TextCell(fact.op_type),
                    fact.device.empty() ? Cell() : TextCell(fact.device, Style::kFaint)});
  }
}

// "2 inputs, 1 control input, 3 readers, no control readers": what the rows below add up to.
std::string CountsText(const NodeFacts& facts) {
  const auto count = [](const std::vector<NeighbourFacts>& list, const char* noun) {
    return list.empty() ? "no " + std::string(noun) + "s"
                        : Counted(static_cast<int64_t>(list.size()), noun);
  };
  return count(facts.inputs, "input") + ", " + count(facts.control_inputs, "control input") + ", " +
         count(facts.readers, "recipient") + ", " +
         count(facts.control_readers, "control recipient");
}

Table Dumps(session::RunView& run, std::vector<store::EventId> events) {
  Table table{"dumps",
              {{"slot", "slot", Side::kRight},
               {"watch", "record"},
               {"time_ms", "t (ms)", Side::kRight},
               {"step", "step", Side::kRight},
               {"dtype", "type"},
               {"shape", "", Side::kNowhere},
               {"min", "min", Side::kRight},
               {"max", "max", Side::kRight},
               {"bad", "bad"},
               {"name", "tensor"}},
              events.size(),
              {}};
  const auto rows = std::make_shared<const std::vector<store::EventId>>(std::move(events));
  table.row = [rows, &run](size_t i) -> std::vector<Cell> {
    const store::EventId event = (*rows)[i];
    const session::TensorFacts facts = session::FactsOf(run, event);
    store::Digest digest;
    if (auto read = run.run().values->ReadDigest(event); read.ok()) digest = *std::move(read);
    Cell name = TextCell(facts.brief, Style::kName, "pt " + facts.name);
    name.datum = facts.name;
    const int32_t slot = run.run().events.slot[event];
    return {slot < 0 ? UnknownCell() : NumberCell(slot),
            facts.watch.empty() ? UnknownCell() : TextCell(facts.watch),
            {MillisecondsText(facts.time_ns),
             Style::kFaint,
             {},
             static_cast<double>(facts.time_ns) / 1e6},
            MaybeCell(facts.step),
            TypeCell(digest),
            ShapeCell(digest),
            MaybeCell(digest.min),
            MaybeCell(digest.max),
            BadCell(digest),
            std::move(name)};
  };
  return table;
}

void ShowAttributes(Document& page, const store::Run& run, store::OpId op) {
  const auto attributes = run.values->ReadAttributes(op);
  page.Say("");
  if (!attributes.ok()) {
    page.Say("attributes: " + attributes.status().message(), Style::kFaint);
    return;
  }
  page.Say(attributes->empty() ? "no attributes" : "attributes:", Style::kStrong);
  std::vector<std::vector<Cell>> rows;
  for (const store::Attribute& attribute : *attributes) {
    rows.push_back({TextCell(attribute.key, Style::kFaint), TextCell(attribute.text)});
  }
  page.Show(FixedTable("attributes", {{"key", ""}, {"value", ""}}, std::move(rows)));
}

void ShowDumps(Document& page, session::RunView& run, std::vector<store::EventId> events) {
  const auto count = static_cast<int64_t>(events.size());
  page.Say("").Say(
      count == 0 ? "nothing was recorded of its outputs" : Counted(count, "recorded tensor") + ":",
      Style::kStrong);
  if (count > 0) page.Show(Dumps(run, std::move(events)));
}

void ShowStack(Document& page, const store::Run& run, store::StackId stack) {
  const auto frames = session::StackFacts(run, stack);
  page.Say("");
  if (frames.empty()) {
    page.Say(NoStackText(run), Style::kFaint);
    return;
  }
  page.Say("made by, outermost call first:", Style::kStrong);
  page.Show(StackTable(frames, {.innermost_first = false, .all = true, .current = 0}));
}

Document OpPage(Workspace& workspace, const Subject& subject, const Arguments& arguments) {
  session::RunView& run = workspace.position.run();
  const NodeFacts facts = session::FactsOfNode(run, subject.op);
  Document page = Document::Of("node " + facts.name);
  SayFact(page, "op", facts.op_type.empty() ? "its creation was not recorded" : facts.op_type);
  SayFact(page, "source", facts.written);
  SayFact(page, "device", facts.device);
  SayFact(page, "graph", facts.graph, "lg " + std::string(facts.graph));
  for (const store::GraphId body : facts.bodies) {
    const std::string name(run.run().strings[run.run().graphs.graph(body).name]);
    SayFact(page, "runs", name, "lg " + name);
  }
  if (const auto layer = query::LayerOf(run.run(), subject.StackIn(run.run()))) {
    SayFact(page, "layer", session::LayerText(*layer));
    if (layer->made) SayFact(page, "made at", LineText(*layer->made));
  }
  if (const auto& forward = run.forward(subject.op)) {
    SayFact(page, "gradient", "of " + std::string(forward->name));
  }
  if (facts.from_caller) SayFact(page, "given", "by whoever runs the graph");
  page.Say("").Say(CountsText(facts), Style::kStrong);
  std::vector<std::vector<Cell>> rows;
  AddNeighbours(facts.inputs, "input", rows);
  AddNeighbours(facts.control_inputs, "control input", rows);
  AddNeighbours(facts.readers, "recipient", rows);
  AddNeighbours(facts.control_readers, "control recipient", rows);
  page.Show(FixedTable("neighbours",
                       {{"relation", ""}, {"name", ""}, {"op_type", ""}, {"device", ""}},
                       std::move(rows)));

  if (arguments.Has("--attributes")) {
    ShowAttributes(page, run.run(), subject.op);
  }
  if (arguments.Has("--dumps")) {
    const auto events = subject.slot ? run.index().OfOutput(subject.op, *subject.slot)
                                     : run.index().OfOp(subject.op);
    ShowDumps(page, run, {events.begin(), events.end()});
  }
  if (arguments.Has("--traceback")) {
    ShowStack(page, run.run(), subject.StackIn(run.run()));
  }
  return page;
}

Document ExecutionPage(Workspace& workspace, const Subject& subject, const Arguments& arguments) {
  session::RunView& run = workspace.position.run();
  const session::ExecutionFacts facts = session::FactsOfExecution(run, subject.execution);
  Document page = Document::Of("execution " + session::NameOfSubject(run, subject) + ": " +
                               std::string(facts.what));
  SayFact(page, "graph", facts.graph, "lg " + std::string(facts.graph));
  if (facts.step) SayFact(page, "step", std::to_string(*facts.step));
  SayFact(page, "fetches", facts.fetches);
  SayFact(page, "feeds", facts.feeds);
  SayFact(page, "targets", facts.targets);
  std::vector<std::vector<Cell>> rows;
  size_t unknown = 0;
  for (const session::ExecutionInput& input :
       session::InputsOfExecution(run.run(), subject.execution)) {
    if (!input.maker.valid()) {
      ++unknown;
      continue;
    }
    rows.push_back({TextCell("input", Style::kFaint),
                    TextCell(input.Name(), Style::kName, "ni " + input.Name()),
                    TextCell(session::WhatRan(run.run(), input.maker))});
  }
  std::string counts = Counted(static_cast<int64_t>(rows.size() + unknown), "input");
  if (unknown > 0) {
    counts += " (" + std::to_string(unknown) + " made by nothing that was recorded)";
  }
  page.Say("").Say(counts + ", " + Counted(facts.outputs, "output"), Style::kStrong);
  page.Show(
      FixedTable("neighbours", {{"relation", ""}, {"name", ""}, {"op_type", ""}}, std::move(rows)));
  if (arguments.Has("--attributes")) {
    page.Say("").Say("attributes: eager executions are recorded without them", Style::kFaint);
  }
  if (arguments.Has("--dumps")) ShowDumps(page, run, facts.events);
  if (arguments.Has("--traceback")) ShowStack(page, run.run(), subject.StackIn(run.run()));
  return page;
}

Result<Document> NodeInfo(Workspace& workspace, const Arguments& arguments) {
  TDBG_ASSIGN_OR_RETURN(const Subject subject, NamedSubject(workspace.position, arguments.text()));
  return subject.op.valid() ? OpPage(workspace, subject, arguments)
                            : ExecutionPage(workspace, subject, arguments);
}

}  // namespace

Command NodeInfoCommand() {
  return {
      .name = "node_info",
      .aliases = {"ni"},
      .topic = Topic::kGraph,
      .summary = "tell what an op is, what it reads and who reads it",
      .positional = {"[graph::]op[:slot] or @execution", Positional::Count::kOptional, Kind::kNode},
      .flags = {{"-a", "--attributes", "", "its attributes as well"},
                {"-d", "--dumps", "", "what was recorded of its outputs as well"},
                {"-t", "--traceback", "", "the stack that made it as well"}},
      .details =
          "Without a name, the op of the current tensor.\n"
          "Sends, receives and other go-betweens of the runtime are looked through: an "
          "input from another device is shown with that device.",
      .examples = {"ni", "ni -a -d -t dense/MatMul", "ni loss::Log:0", "ni @3"},
      .run = NodeInfo,
  };
}

}  // namespace tdbg::view
