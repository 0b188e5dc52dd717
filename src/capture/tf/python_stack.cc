#include "capture/tf/python_stack.h"

#include <string>
#include <vector>

#include "capture/tf/keras_layers.h"
#include "capture/tf/python_sources.h"
#include "capture/tf/text.h"

namespace tdbg::tf {
namespace {

constexpr long kMostFrames = 256;

uint32_t LineNumber(long line) { return line < 0 ? 0 : static_cast<uint32_t>(line); }

tdbg_id Define(const std::vector<tdbg_frame>& outermost_first) {
  return outermost_first.empty()
             ? 0
             : tdbg_define_stack(outermost_first.data(), outermost_first.size());
}

// The graph of the innermost Session.run on this thread's stack.
PyObject* RunningSessionGraph(PythonTurn& python) {
  for (PyObject* frame = python.InnermostFrame(); frame != nullptr; frame = python.Caller(frame)) {
    const std::string_view file = python.Text(python.Attribute(python.Code(frame), "co_filename"));
    if (!file.ends_with("client/session.py")) continue;
    PyObject* const self = python.Item(python.Attribute(frame, "f_locals"), "self");
    if (PyObject* graph = python.Attribute(self, "graph")) return graph;
  }
  return nullptr;
}

}  // namespace

tdbg_id PythonStack() {
  PythonTurn python;
  if (!python.valid()) return 0;
  TellSources();
  return tdbg_stack_in_layer(PythonStackFrom(python, python.InnermostFrame()), LayerHere());
}

tdbg_id CallingStack() {
  PythonTurn python;
  return python.valid() ? PythonStackFrom(python, python.InnermostFrame()) : 0;
}

tdbg_id WaitingStack(void* waiting_thread) {
  PythonTurn python(waiting_thread);
  return python.valid() ? PythonStackFrom(python, python.InnermostFrame()) : 0;
}

tdbg_id PythonStackFrom(PythonTurn& python, PyObject* frame) {
  std::vector<tdbg_frame> innermost_first;
  for (; frame != nullptr && innermost_first.size() < kMostFrames; frame = python.Caller(frame)) {
    PyObject* const code = python.Code(frame);
    const int line = python.Line(frame);
    const PythonColumns columns = python.Columns(frame, code, line);
    innermost_first.push_back({Text(python.Text(python.Attribute(code, "co_filename"))),
                               Text(python.Text(python.Attribute(code, "co_name"))),
                               LineNumber(line), LineNumber(columns.begin),
                               LineNumber(columns.end_line), LineNumber(columns.end)});
  }
  return Define({innermost_first.rbegin(), innermost_first.rend()});
}

tdbg_id SessionOpStack(tdbg_text function, tdbg_text op) {
  PythonTurn python;
  if (!python.valid()) return 0;
  PyObject* graph = RunningSessionGraph(python);
  if (function.size != 0) {
    const std::string called(function.data, function.size);
    graph = python.Attribute(python.Call(graph, "_get_function", called.c_str()), "graph");
  }
  const std::string name(op.data, op.size);
  PyObject* const made = python.Call(graph, "get_operation_by_name", name.c_str());
  PyObject* const traceback = python.Attribute(made, "traceback");
  std::vector<tdbg_frame> frames;
  const long count = python.Size(traceback);
  for (long i = 0; i < count && i < kMostFrames; ++i) {
    PyObject* const frame = python.Element(traceback, i);
    frames.push_back({Text(python.Text(python.Attribute(frame, "filename"))),
                      Text(python.Text(python.Attribute(frame, "name"))),
                      LineNumber(python.Number(python.Attribute(frame, "lineno"))), 0, 0, 0});
  }
  return Define(frames);
}

}  // namespace tdbg::tf
