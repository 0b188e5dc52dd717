#include "capture/tf/python_api.h"

#include <dlfcn.h>

namespace tdbg::tf {
namespace {

template <typename Function>
bool Load(const char* name, Function** function) {
  *function = reinterpret_cast<Function*>(dlsym(RTLD_DEFAULT, name));
  return *function != nullptr;
}

const PythonApi* FindPython() {
  static PythonApi py;
#define TDBG_LOAD(name) Load(#name, &py.name)
  static const bool found =
      TDBG_LOAD(Py_IsInitialized) && TDBG_LOAD(PyGILState_Check) && TDBG_LOAD(PyGILState_Ensure) &&
      TDBG_LOAD(PyGILState_Release) && TDBG_LOAD(PyGILState_GetThisThreadState) &&
      TDBG_LOAD(PyThreadState_GetFrame) && TDBG_LOAD(PyFrame_GetBack) &&
      TDBG_LOAD(PyFrame_GetCode) && TDBG_LOAD(PyFrame_GetLineNumber) &&
      TDBG_LOAD(PyObject_GetAttrString) && TDBG_LOAD(PyObject_CallMethod) &&
      TDBG_LOAD(PyMapping_GetItemString) && TDBG_LOAD(PySequence_GetItem) &&
      TDBG_LOAD(PySequence_Size) && TDBG_LOAD(PyLong_AsLong) &&
      TDBG_LOAD(PyUnicode_AsUTF8AndSize) && TDBG_LOAD(PyErr_Clear) && TDBG_LOAD(Py_DecRef) &&
      TDBG_LOAD(PyLong_FromLong) && TDBG_LOAD(PyUnicode_FromString) && TDBG_LOAD(PyDict_New) &&
      TDBG_LOAD(PyDict_SetItemString) && TDBG_LOAD(PyCFunction_NewEx) &&
      TDBG_LOAD(PyObject_CallObject) && TDBG_LOAD(PyEval_GetBuiltins) &&
      TDBG_LOAD(Py_CompileString) && TDBG_LOAD(PyEval_EvalCode);
  Load("PyFrame_GetLasti", &py.PyFrame_GetLasti);
  Load("PyCode_Addr2Location", &py.PyCode_Addr2Location);
#undef TDBG_LOAD
  return found ? &py : nullptr;
}

}  // namespace

PythonTurn::PythonTurn() {
  const PythonApi* const py = FindPython();
  if (py == nullptr || py->Py_IsInitialized() == 0) return;
  thread_ = py->PyGILState_GetThisThreadState();
  if (thread_ == nullptr) return;
  api_ = py;
  state_ = py->PyGILState_Ensure();
}

PythonTurn::PythonTurn(void* waiting_thread) : thread_(waiting_thread) {
  const PythonApi* const py = FindPython();
  if (waiting_thread == nullptr || py == nullptr || py->Py_IsInitialized() == 0) return;
  api_ = py;
  state_ = py->PyGILState_Ensure();
}

PythonTurn::~PythonTurn() {
  if (api_ == nullptr) return;
  for (PyObject* object : kept_) api_->Py_DecRef(object);
  api_->PyGILState_Release(state_);
}

PyObject* PythonTurn::Keep(PyObject* object) {
  if (object == nullptr) {
    api_->PyErr_Clear();
  } else {
    kept_.push_back(object);
  }
  return object;
}

PyObject* PythonTurn::InnermostFrame() { return Keep(api_->PyThreadState_GetFrame(thread_)); }

PyObject* PythonTurn::Caller(PyObject* frame) { return Keep(api_->PyFrame_GetBack(frame)); }
PyObject* PythonTurn::Code(PyObject* frame) { return Keep(api_->PyFrame_GetCode(frame)); }
int PythonTurn::Line(PyObject* frame) { return api_->PyFrame_GetLineNumber(frame); }

PythonColumns PythonTurn::Columns(PyObject* frame, PyObject* code, int line) {
  if (api_->PyFrame_GetLasti == nullptr || api_->PyCode_Addr2Location == nullptr) return {};
  int begin_line = 0;
  PythonColumns columns;
  const int known = api_->PyCode_Addr2Location(code, api_->PyFrame_GetLasti(frame), &begin_line,
                                               &columns.begin, &columns.end_line, &columns.end);
  const bool usable = known != 0 && begin_line == line && columns.begin >= 0 && columns.end >= 0 &&
                      columns.end_line >= line;
  return usable ? columns : PythonColumns{};
}

PyObject* PythonTurn::Attribute(PyObject* object, const char* name) {
  return object == nullptr ? nullptr : Keep(api_->PyObject_GetAttrString(object, name));
}

PyObject* PythonTurn::Item(PyObject* mapping, const char* key) {
  return mapping == nullptr ? nullptr : Keep(api_->PyMapping_GetItemString(mapping, key));
}

PyObject* PythonTurn::Element(PyObject* sequence, long index) {
  return sequence == nullptr ? nullptr : Keep(api_->PySequence_GetItem(sequence, index));
}

PyObject* PythonTurn::Call(PyObject* object, const char* method, const char* argument) {
  return object == nullptr ? nullptr
                           : Keep(api_->PyObject_CallMethod(object, method, "s", argument));
}

PyObject* PythonTurn::Call(PyObject* function) {
  return function == nullptr ? nullptr : Keep(api_->PyObject_CallObject(function, nullptr));
}

long PythonTurn::Size(PyObject* sequence) {
  const long size = sequence == nullptr ? 0 : api_->PySequence_Size(sequence);
  if (size < 0) api_->PyErr_Clear();
  return size < 0 ? 0 : size;
}

long PythonTurn::Number(PyObject* number) {
  const long value = number == nullptr ? -1 : api_->PyLong_AsLong(number);
  if (value == -1) api_->PyErr_Clear();
  return value;
}

PyObject* PythonTurn::NewNumber(long number) { return api_->PyLong_FromLong(number); }

PyObject* PythonTurn::Run(const char* text, const char* file, const char* module,
                          std::initializer_list<PyMethodDef*> functions) {
  constexpr int kFileInput = 257;  // Py_file_input
  PyObject* const names = api_->PyDict_New();
  if (names == nullptr) return Keep(nullptr);
  api_->PyDict_SetItemString(names, "__builtins__", api_->PyEval_GetBuiltins());
  PyObject* const name = Keep(api_->PyUnicode_FromString(module));
  if (name != nullptr) api_->PyDict_SetItemString(names, "__name__", name);
  for (PyMethodDef* const function : functions) {
    PyObject* const callable = Keep(api_->PyCFunction_NewEx(function, nullptr, nullptr));
    if (callable != nullptr) api_->PyDict_SetItemString(names, function->name, callable);
  }
  PyObject* const code = Keep(api_->Py_CompileString(text, file, kFileInput));
  const bool ran = code != nullptr && Keep(api_->PyEval_EvalCode(code, names, names)) != nullptr;
  if (ran) return names;
  api_->Py_DecRef(names);
  return nullptr;
}

std::string_view PythonTurn::Text(PyObject* text) {
  long size = 0;
  const char* const data = text == nullptr ? nullptr : api_->PyUnicode_AsUTF8AndSize(text, &size);
  if (data == nullptr) api_->PyErr_Clear();
  return data == nullptr ? std::string_view() : std::string_view(data, static_cast<size_t>(size));
}

void* WaitingPythonThread() {
  const PythonApi* const py = FindPython();
  if (py == nullptr || py->Py_IsInitialized() == 0 || py->PyGILState_Check() != 0) return nullptr;
  return py->PyGILState_GetThisThreadState();
}

}  // namespace tdbg::tf
