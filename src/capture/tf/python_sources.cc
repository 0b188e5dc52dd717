#include "capture/tf/python_sources.h"

#include "capture/tf/python_api.h"
#include "capture/tf/python_sources_text.h"
#include "capture/tf/text.h"
#include "tdbg/capture.h"

namespace tdbg::tf {
namespace {

PyObject* g_program = nullptr;  // what it defines; kept for ever

PyObject* DefineSource(PyObject*, PyObject* arguments) {
  PythonTurn python;
  if (!python.valid()) return nullptr;
  const std::string_view file = python.Text(python.Element(arguments, 0));
  const std::string_view text = python.Text(python.Element(arguments, 1));
  if (!text.empty()) tdbg_define_source(Text(file), Text(text));
  return python.NewNumber(0);
}

// The function as Python knows it. Static, because Python keeps a pointer to this.
PyMethodDef g_define_source = {"define_source", &DefineSource, PyMethodDef::kArguments, nullptr};

}  // namespace

void TellSources() {
  PythonTurn python;
  if (!python.valid()) return;
  if (g_program == nullptr) {
    g_program = python.Run(kPythonSourcesText, "<tdbg python_sources.py>", "tdbg_python_sources",
                           {&g_define_source});
  }
  python.Call(python.Item(g_program, "tell"));
}

}  // namespace tdbg::tf
