#include "rpc/tensorboard/wording.h"

#include <algorithm>

#include "base/wall_time.h"
#include "base/whole_number.h"
#include "rpc/tensorboard/numbered_run.h"

namespace tdbg::rpc::tensorboard {

std::string ToText(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json WallTime(const store::Run& run, int64_t time_ns) {
  const int64_t known = time_ns == kNoTime ? run.start_ns : time_ns;
  return known == kNoTime ? 0.0 : SecondsFromNs(known);
}

std::string HostName(const store::Run& run, StringId host) {
  if (!host.valid() && !run.hosts.empty()) return run.hosts.front();
  return std::string(run.strings[host]);
}

std::string ExecutionName(const store::Run& run, const store::Execution& execution) {
  const bool unnamed = !execution.op_type.valid() && execution.time_ns != kNoTime;
  return unnamed ? "Session.run" : std::string(run.strings[execution.op_type]);
}

Json TextOrNull(std::string_view text) {
  return text.empty() ? Json(nullptr) : Json(std::string(text));
}

Json ListOrNull(const std::vector<int64_t>& numbers) {
  return numbers.empty() ? Json(nullptr) : Json(numbers);
}

Json NumbersOrNull(const std::optional<std::vector<double>>& numbers) {
  return !numbers || numbers->empty() ? Json(nullptr) : Json(*numbers);
}

std::string GraphKey(const store::Run& run, store::GraphId graph) {
  return graph.valid() ? std::string(run.strings[run.graphs.graph(graph).key]) : std::string();
}

Json GraphKeys(const store::Run& run, store::GraphId graph) {
  std::vector<std::string> keys;
  for (; graph.valid(); graph = run.graphs.graph(graph).outer) keys.push_back(GraphKey(run, graph));
  std::reverse(keys.begin(), keys.end());
  return keys;
}

Json FrameNames(const store::Run& run, store::StackId stack) {
  Json names = Json::array();
  for (const store::FrameId frame : run.stacks.frames(stack)) {
    names.push_back(FrameName(run, frame));
  }
  return names;
}

Result<int64_t> ParseNumber(const Parameters& parameters, std::string_view name,
                            int64_t otherwise) {
  const auto given = parameters.find(name);
  if (given == parameters.end()) return otherwise;
  if (const auto number = WholeNumber(given->second)) return *number;
  return InvalidArgument("'" + given->second + "' is no whole number, as " + std::string(name) +
                         " must be");
}

Result<Range> ParseRange(const Parameters& parameters, size_t size) {
  TDBG_ASSIGN_OR_RETURN(const int64_t begin, ParseNumber(parameters, "begin", 0));
  TDBG_ASSIGN_OR_RETURN(const int64_t end, ParseNumber(parameters, "end", -1));
  const auto text = [](int64_t number) { return "(" + std::to_string(number) + ")"; };
  const auto count = static_cast<int64_t>(size);
  if (begin < 0) return InvalidArgument("Invalid argument: Invalid begin index " + text(begin));
  if (end > count) {
    return InvalidArgument("Invalid argument: end index " + text(end) + " out of bounds " +
                           text(count));
  }
  if (end >= 0 && end < begin) {
    return InvalidArgument("Invalid argument: end index " + text(end) +
                           " is unexpectedly less than begin index " + text(begin));
  }
  const Range range{begin, end < 0 ? count : end};
  if (range.end - range.begin > kMostRows) {
    return InvalidArgument("an answer has at most " + std::to_string(kMostRows) +
                           " rows; ask for a part of these " +
                           std::to_string(range.end - range.begin) + " with begin and end");
  }
  return range;
}

std::string WithRows(const Json& head, std::string_view name, Range range,
                     const std::function<Json(size_t row)>& make_row) {
  std::string text = ToText(head);
  text.back() = ',';  // no head is empty
  text += ToText(std::string(name)) + ":[";
  for (int64_t row = range.begin; row < range.end; ++row) {
    if (row > range.begin) text += ',';
    text += ToText(make_row(static_cast<size_t>(row)));
  }
  return text + "]}";
}

}  // namespace tdbg::rpc::tensorboard
