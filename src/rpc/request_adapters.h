// From JSON to a typed handler of rpc/handlers.h and back: what the table of requests is made of.
#pragma once

#include "base/status.h"
#include "rpc/facts.h"
#include "rpc/messages_json.h"
#include "rpc/opened_trace.h"
#include "rpc/wire.h"

namespace tdbg::rpc {

template <typename Answer>
Result<Json> JsonOf(const Result<Answer>& answer) {
  TDBG_RETURN_IF_ERROR(answer.status());
  Json json;
  Put(json, *answer);
  return json;
}

template <typename Request, auto answer>
Result<Json> OfTrace(OpenedTrace& trace, const Json& json) {
  Request request;
  TDBG_RETURN_IF_ERROR(Take(json, request));
  return JsonOf(answer(trace, request));
}

template <typename Request, auto answer>
Result<Json> OfRun(OpenedTrace& trace, const Json& json) {
  Request request;
  TDBG_RETURN_IF_ERROR(Take(json, request));
  TDBG_ASSIGN_OR_RETURN(const size_t run, RunOf(*trace.session, request.run));
  return JsonOf(answer(trace.session->runs()[run], request));
}

template <typename Request, auto answer>
Result<Json> OfKept(OpenedTrace& trace, const Json& json) {
  Request request;
  TDBG_RETURN_IF_ERROR(Take(json, request));
  TDBG_ASSIGN_OR_RETURN(const size_t number, RunOf(*trace.session, request.run));
  session::RunView& run = trace.session->runs()[number];
  const auto [memory, added] = trace.memory.try_emplace(&run, &trace.asker);
  return JsonOf(answer(run, memory->second, request));
}

}  // namespace tdbg::rpc
