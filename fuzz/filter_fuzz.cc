// Any text as a tensor filter, beside named ones of the same text: it compiles, or is refused in
// three lines, and what compiles answers for any event.
#include "fuzz/expectations.h"
#include "query/filter.h"
#include "query/run_sketch.h"

namespace tdbg::fuzz {
namespace {

using query::Filter;

query::RunSketch& Sketch() {
  static query::RunSketch sketch;
  if (sketch.run.events.size() == 0) {
    const auto graph = sketch.Graph("g");
    const auto op = sketch.Op(graph, "x/MatMul", "MatMul");
    const auto execution = sketch.Execution(100, "f");
    sketch.Event(op, 10, false, 0, execution);
    sketch.Event(op, 20, true, 7);
    sketch.Output(sketch.Execution(30, "Mul"), -1);
    sketch.Event({}, 40);
    sketch.run.events.execution[store::EventId(3)] = execution;
  }
  return sketch;
}

void ExpectUnderlined(const Status& status) {
  const std::string& message = status.message();
  const size_t first = message.find('\n');
  const size_t second = message.find('\n', first + 1);
  TDBG_CHECK(first != std::string::npos && second != std::string::npos);
  ExpectOneLine(std::string_view(message).substr(0, first));
  ExpectOneLine(std::string_view(message).substr(first + 1, second - first - 1));
  ExpectOneLine(std::string_view(message).substr(second + 1));
}

void CompileAny(std::string_view text) {
  const query::NamedFilters named = {{"a", std::string(text)}, {"b", "max > 1 and a"}};
  const Result<Filter> filter = Filter::Compile(text, named);
  if (!filter.ok()) return ExpectUnderlined(filter.status());
  const query::Steps steps(Sketch().run);
  query::FilterMatcher matcher(*filter, Sketch().run, {.steps = &steps});
  for (const store::EventId event : Sketch().run.events.ids()) {
    const bool once = matcher.Matches(event);
    TDBG_CHECK(matcher.Matches(event) == once);
  }
}

}  // namespace
}  // namespace tdbg::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  tdbg::fuzz::CompileAny(tdbg::fuzz::AsText(data, size));
  return 0;
}
