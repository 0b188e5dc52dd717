#include "view/commands/run_tables.h"

#include "session/run_facts.h"

namespace tdbg::view {

Table LossTable(const store::Trace& trace) {
  std::vector<std::vector<Cell>> rows;
  for (const store::Loss& loss : trace.losses.losses()) {
    rows.push_back({TextCell(loss.name, Style::kWarning), NumberCell(loss.count),
                    loss.file.empty() ? Cell() : TextCell(loss.file),
                    loss.offset < 0 ? Cell() : NumberCell(loss.offset), TextCell(loss.text)});
  }
  return FixedTable("losses",
                    {{"name", "loss"},
                     {"count", "times", Column::Side::kRight},
                     {"file", "file"},
                     {"offset", "at byte", Column::Side::kRight},
                     {"text", "what"}},
                    std::move(rows));
}

Table RunTable(Position& position) {
  std::vector<std::vector<Cell>> rows;
  for (size_t i = 0; i < position.session().runs().size(); ++i) {
    session::RunView& view = position.session().runs()[i];
    const store::Run& run = view.run();
    const query::AlertCounts counts = view.alert_counts();
    rows.push_back({NumberCell(static_cast<int64_t>(i)),
                    TextCell(run.id, Style::kName, "use " + std::to_string(i)),
                    TextCell(session::FormatText(run)), TextCell(session::TimeSpanText(run)),
                    NumberCell(static_cast<int64_t>(run.executions.size())),
                    NumberCell(static_cast<int64_t>(run.events.size())),
                    NumberCell(counts.origin, counts.origin > 0 ? Style::kError : Style::kPlain)});
  }
  Table table = FixedTable("runs",
                           {{"number", "", Column::Side::kRight},
                            {"run", "run"},
                            {"format", "format"},
                            {"started", "started"},
                            {"executions", "executions", Column::Side::kRight},
                            {"tensors", "tensors", Column::Side::kRight},
                            {"origins", "origins", Column::Side::kRight}},
                           std::move(rows));
  table.marked_row = position.run_number();
  return table;
}

Table DeviceTable(session::RunView& view) {
  const store::Run& run = view.run();
  std::vector<int64_t> ops(run.devices.size()), events(run.devices.size()), bad(run.devices.size());
  for (const store::OpId id : run.graphs.op_ids()) {
    if (const store::DeviceId device = run.graphs.op(id).device; device.valid()) {
      ++ops[device.index()];
    }
  }
  for (const store::EventId id : run.events.ids()) {
    if (const store::DeviceId device = run.events.device[id]; device.valid()) {
      ++events[device.index()];
    }
  }
  for (const query::Alert& alert : view.alerts()) {
    if (const store::DeviceId device = run.events.device[alert.event]; device.valid()) {
      ++bad[device.index()];
    }
  }
  std::vector<std::vector<Cell>> rows;
  for (size_t i = 0; i < run.devices.size(); ++i) {
    rows.push_back({TextCell(run.DeviceName(store::DeviceId(i)), Style::kName), NumberCell(ops[i]),
                    NumberCell(events[i]),
                    NumberCell(bad[i], bad[i] > 0 ? Style::kError : Style::kPlain)});
  }
  return FixedTable("devices",
                    {{"device", "device"},
                     {"ops", "ops placed", Column::Side::kRight},
                     {"tensors", "tensors", Column::Side::kRight},
                     {"bad", "bad", Column::Side::kRight}},
                    std::move(rows));
}

}  // namespace tdbg::view
