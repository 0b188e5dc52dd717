// What several of the routes say in the same words.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/status.h"
#include "rpc/reply.h"
#include "session/session.h"

namespace tdbg::rpc::tensorboard {

using Json = nlohmann::ordered_json;

// On one line; bytes that are no UTF-8 are replaced.
std::string ToText(const Json& json);

// Seconds since the epoch; the start of the run for a moment that was not recorded.
Json WallTime(const store::Run& run, int64_t time_ns);

// The run's first host where none was recorded.
std::string HostName(const store::Run& run, StringId host);

// The op or function that ran; "Session.run" for what has no name; "" for what was not recorded.
std::string ExecutionName(const store::Run& run, const store::Execution& execution);

// null for an empty text.
Json TextOrNull(std::string_view text);
// null for an empty list or none.
Json ListOrNull(const std::vector<int64_t>& numbers);
Json NumbersOrNull(const std::optional<std::vector<double>>& numbers);

// "" for none.
std::string GraphKey(const store::Run& run, store::GraphId graph);
// Of the graph and those around it, outermost first.
Json GraphKeys(const store::Run& run, store::GraphId graph);

// Outermost first.
Json FrameNames(const store::Run& run, store::StackId stack);

// Part of a list: [begin, end).
struct Range {
  int64_t begin = 0;
  int64_t end = 0;
};

// Half a kilobyte each: more would hold up all others who ask.
inline constexpr int64_t kMostRows = 100'000;

// What "begin" and "end" ask for of a list this long. A negative end is the end of the list.
Result<Range> ParseRange(const Parameters& parameters, size_t size);

// A whole number; `otherwise` where there is no such parameter.
Result<int64_t> ParseNumber(const Parameters& parameters, std::string_view name, int64_t otherwise);

// `head` with one member more: the rows of the range under this name. Rows become text one by one:
// there may be a million.
std::string WithRows(const Json& head, std::string_view name, Range range,
                     const std::function<Json(size_t row)>& make_row);

}  // namespace tdbg::rpc::tensorboard
