#include "rpc/tensorboard/answers.h"
#include "rpc/tensorboard/wording.h"

namespace tdbg::rpc::tensorboard {
namespace {

constexpr char kInfNan[] = "InfNanAlert";  // there is no other type

Json AlertRow(const store::Run& run, const NumberedAlert& alert) {
  const auto digest = run.values->ReadDigest(alert.event);
  const auto count = [&](std::optional<int64_t> store::Digest::*number) {
    const bool known = digest.ok() && ((*digest).*number).has_value();
    return known ? Json(*((*digest).*number)) : Json(nullptr);
  };
  const store::OpId op = run.events.op[alert.event];
  return {{"alert_type", kInfNan},
          {"op_type", op.valid()
                          ? std::string(run.strings[run.graphs.op(op).type])
                          : ExecutionName(run, run.executions[run.events.execution[alert.event]])},
          {"output_slot", alert.slot},
          {"size", count(&store::Digest::elements)},
          {"num_neg_inf", count(&store::Digest::neg_inf)},
          {"num_pos_inf", count(&store::Digest::pos_inf)},
          {"num_nan", count(&store::Digest::nan)},
          {"execution_index", op.valid() ? Json(nullptr) : Json(alert.row)},
          {"graph_execution_trace_index", op.valid() ? Json(alert.row) : Json(nullptr)}};
}

}  // namespace

Result<std::string> AnswerAlerts(NumberedRun& run, const Parameters& parameters) {
  const std::vector<NumberedAlert>& alerts = run.alerts();
  Json breakdown = Json::object();
  if (!alerts.empty()) breakdown[kInfNan] = alerts.size();
  const auto type = parameters.find("alert_type");
  const bool any_type = type == parameters.end();
  if (!any_type && !breakdown.contains(type->second)) {
    return InvalidArgument("Invalid argument: Filtering of alerts failed: alert type " +
                           type->second + " does not exist");
  }
  TDBG_ASSIGN_OR_RETURN(const Range range, ParseRange(parameters, alerts.size()));
  const Json head = {{"begin", range.begin},
                     {"end", range.end},
                     {"alert_type", any_type ? Json(nullptr) : Json(type->second)},
                     {"num_alerts", alerts.size()},
                     {"alerts_breakdown", breakdown},
                     {"per_type_alert_limit", NumberedAlert::kLimit}};
  return WithRows(head, "alerts", range,
                  [&](size_t row) { return AlertRow(run.run(), alerts[row]); });
}

}  // namespace tdbg::rpc::tensorboard
