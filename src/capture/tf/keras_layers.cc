#include "capture/tf/keras_layers.h"

#include <string>

#include "capture/tf/keras_layers_text.h"
#include "capture/tf/python_api.h"
#include "capture/tf/python_stack.h"
#include "capture/tf/scope_layers.h"
#include "capture/tf/text.h"

namespace tdbg::tf {
namespace {

ScopeLayers& TheScopes() {
  static ScopeLayers& scopes = *new ScopeLayers;
  return scopes;
}

PyObject* g_names = nullptr;  // what the program defines; kept for ever

// The functions that the program calls. Python's lock is held.
PyObject* DefineStackFrom(PyObject*, PyObject* frame) {
  PythonTurn python;
  return python.valid() ? python.NewNumber(PythonStackFrom(python, frame)) : nullptr;
}

PyObject* DefineLayer(PyObject*, PyObject* arguments) {
  PythonTurn python;
  if (!python.valid()) return nullptr;
  const std::string_view path = python.Text(python.Element(arguments, 0));
  const std::string_view type = python.Text(python.Element(arguments, 1));
  const long stack = python.Number(python.Element(arguments, 2));
  return python.NewNumber(
      tdbg_define_layer(Text(path), Text(type), stack < 0 ? 0 : static_cast<tdbg_id>(stack)));
}

PyObject* NoteScope(PyObject*, PyObject* arguments) {
  PythonTurn python;
  if (!python.valid()) return nullptr;
  const std::string_view scope = python.Text(python.Element(arguments, 0));
  const long layer = python.Number(python.Element(arguments, 1));
  if (layer > 0) TheScopes().Add(scope, static_cast<tdbg_id>(layer));
  return python.NewNumber(0);
}

// Python keeps pointers to these.
PyMethodDef g_define_stack = {"define_stack", &DefineStackFrom, PyMethodDef::kOneArgument, nullptr};
PyMethodDef g_define_layer = {"define_layer", &DefineLayer, PyMethodDef::kArguments, nullptr};
PyMethodDef g_note_scope = {"note_scope", &NoteScope, PyMethodDef::kArguments, nullptr};

}  // namespace

void FollowKeras() {
  PythonTurn python;
  if (!python.valid() || g_names != nullptr) return;
  g_names = python.Run(kKerasLayersText, "<tdbg keras_layers.py>", "tdbg_keras_layers",
                       {&g_define_stack, &g_define_layer, &g_note_scope});
}

tdbg_id LayerHere() {
  if (g_names == nullptr) return 0;
  PythonTurn python;
  if (!python.valid()) return 0;
  const long layer = python.Number(python.Call(python.Item(g_names, "layer_here")));
  return layer < 0 ? 0 : static_cast<tdbg_id>(layer);
}

tdbg_id DefineOpOfLayer(const tdbg_op* op) {
  tdbg_op with_layer = *op;
  const tdbg_id layer = TheScopes().Of({op->name.data, op->name.size});
  with_layer.stack = tdbg_stack_in_layer(op->stack, layer);
  return tdbg_define_op(&with_layer);
}

}  // namespace tdbg::tf
