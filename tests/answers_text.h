// What tdbg says of a run, as text without the ids that depend on when it was read. A run that was
// followed while it grew is answered for as one that was opened when it was complete: if, and only
// if, these texts are equal.
#pragma once

#include <algorithm>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "query/fate.h"
#include "rpc/handlers.h"
#include "rpc/opened_trace.h"
#include "session/alert_groups.h"
#include "session/origin_walk.h"
#include "session/session.h"
#include "session/step_table.h"
#include "session/tensors_read.h"

namespace tdbg::tests {

class AnswersText {
 public:
  // `seed` draws the order in which fates and provenances are asked for.
  AnswersText(session::RunView& view, uint32_t seed)
      : view_(view), run_(view.run()), random_(seed) {}

  std::vector<std::string> Lines(rpc::RunMemory& memory) {
    lines_.clear();
    for (const store::EventId event : view_.index().chronological()) Add("event", Event(event));
    Alerts();
    Steps();
    Timeline(memory);
    return lines_;
  }

 private:
  void Add(const std::string& kind, const std::string& text) {
    lines_.push_back(kind + " " + text);
  }

  std::string Execution(store::ExecutionId id) const {
    if (!id.valid()) return "-";
    const store::Execution& execution = run_.executions[id];
    return std::to_string(execution.time_ns) + "/" + std::string(run_.strings[execution.op_type]);
  }

  std::string Event(store::EventId id) const {
    if (!id.valid()) return "-";
    const store::TensorEvent event = run_.events.Row(id);
    std::ostringstream text;
    text << event.time_ns << " ";
    if (event.op.valid()) {
      const store::Graph& graph = run_.graphs.graph(run_.graphs.op(event.op).graph);
      text << run_.strings[graph.name.valid() ? graph.name : graph.key]
           << "::" << run_.strings[run_.graphs.op(event.op).name];
    }
    text << ":" << event.slot << " @" << Execution(event.execution) << " "
         << static_cast<int>(event.badness) << " " << run_.DeviceName(event.device);
    return text.str();
  }

  void Alerts() {
    const auto& alerts = view_.alerts();
    std::vector<std::string> texts(alerts.size());
    std::vector<size_t> order(alerts.size());
    for (size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::shuffle(order.begin(), order.end(), random_);
    query::Fate fate(run_, view_.index(), view_.links(), view_.bad());
    fate.JudgeAgain(view_.bad().events());
    query::Provenance provenance(run_, view_.index(), view_.links(), view_.bad());
    for (const size_t i : order) {
      const store::EventId event = alerts[i].event;
      std::ostringstream text;
      text << Event(event) << ": " << VerdictName(alerts[i].verdict) << " "
           << SourceName(alerts[i].source) << ", " << (fate.Masked(event) ? "masked" : "")
           << " from " << Event(provenance.BadInput(event)) << " of";
      for (const session::ReadTensor& read : session::TensorsRead(view_, event)) {
        text << " " << read.name << "=" << Event(read.event);
      }
      const auto walk = session::WalkToOrigin(view_, event);
      text << " to " << (walk.ok() ? Event(walk->back().event) : walk.status().message());
      texts[i] = text.str();
    }
    for (const std::string& text : texts) Add("alert", text);
    const query::AlertCounts& counts = view_.alert_counts();
    Add("counts", std::to_string(counts.origin) + " " + std::to_string(counts.inherited) + " " +
                      std::to_string(counts.masked));
    for (const session::AlertGroup& group : session::GroupAlerts(view_, false)) {
      Add("group", std::to_string(group.count) + " " + Event(group.first.event));
    }
    std::vector<std::string> worst;
    for (const store::OpId op : run_.graphs.op_ids()) {
      const auto verdict = view_.WorstOf(op);
      if (!verdict) continue;
      worst.push_back(std::string(run_.strings[run_.graphs.op(op).name]) + " " +
                      VerdictName(*verdict));
    }
    std::sort(worst.begin(), worst.end());
    for (const std::string& text : worst) Add("worst", text);
  }

  void Steps() {
    std::vector<std::string> executions;
    for (const auto id : run_.executions.ids()) {
      const auto step = view_.steps().Of(id);
      executions.push_back(Execution(id) + " step " + (step ? std::to_string(*step) : "-"));
    }
    std::sort(executions.begin(), executions.end());
    for (const std::string& text : executions) Add("execution", text);
    for (const session::StepFacts& step : session::StepTable(view_)) {
      Add("step", std::to_string(step.step) + " " + std::to_string(step.executions) + " " +
                      std::to_string(step.tensors) + " " + std::to_string(step.bad) + " " +
                      (step.worst ? VerdictName(*step.worst) : "") + " " + Event(step.first_bad));
    }
  }

  void Timeline(rpc::RunMemory& memory) {
    const auto answer = rpc::AnswerTimeline(view_, memory, {0, 0, 0, 5000});
    if (!answer.ok()) return Add("timeline", answer.status().message());
    Add("timeline", std::to_string(answer->first_ns) + " " + std::to_string(answer->last_ns));
    for (const rpc::Track& track : answer->tracks) {
      Add("track", track.name + " " + std::to_string(track.thread.value_or(-1)) + " " +
                       std::to_string(track.lane));
      for (const rpc::Mark& mark : track.marks) {
        std::ostringstream text;
        text << mark.begin_ns << " " << mark.end_ns << " " << mark.count << " "
             << (mark.worst ? static_cast<int>(*mark.worst) : -1) << " " << mark.label << " "
             << mark.step.value_or(-1);
        if (mark.event) text << " " << Event(store::EventId(static_cast<size_t>(*mark.event)));
        Add("mark", text.str());
      }
    }
  }

  session::RunView& view_;
  const store::Run& run_;
  std::mt19937 random_;
  std::vector<std::string> lines_;
};

}  // namespace tdbg::tests
