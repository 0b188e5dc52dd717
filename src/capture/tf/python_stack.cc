#include "capture/tf/python_stack.h"

#include <cstring>
#include <vector>

#include <dlfcn.h>

namespace tdbg::tf {
namespace {

struct PyObject;  // opaque: only pointers pass through here

struct Interpreter {
  int (*Py_IsInitialized)();
  int (*PyGILState_Ensure)();
  void (*PyGILState_Release)(int);
  void* (*PyGILState_GetThisThreadState)();
  PyObject* (*PyThreadState_GetFrame)(void*);
  PyObject* (*PyFrame_GetBack)(PyObject*);
  PyObject* (*PyFrame_GetCode)(PyObject*);
  int (*PyFrame_GetLineNumber)(PyObject*);
  PyObject* (*PyObject_GetAttrString)(PyObject*, const char*);
  const char* (*PyUnicode_AsUTF8AndSize)(PyObject*, long*);
  void (*PyErr_Clear)();
  void (*Py_DecRef)(PyObject*);
};

template <typename Function>
bool Load(const char* name, Function** function) {
  *function = reinterpret_cast<Function*>(dlsym(RTLD_DEFAULT, name));
  return *function != nullptr;
}

const Interpreter* FindInterpreter() {
  static Interpreter py;
  static const bool found = [] {
    return Load("Py_IsInitialized", &py.Py_IsInitialized) &&
           Load("PyGILState_Ensure", &py.PyGILState_Ensure) &&
           Load("PyGILState_Release", &py.PyGILState_Release) &&
           Load("PyGILState_GetThisThreadState", &py.PyGILState_GetThisThreadState) &&
           Load("PyThreadState_GetFrame", &py.PyThreadState_GetFrame) &&
           Load("PyFrame_GetBack", &py.PyFrame_GetBack) &&
           Load("PyFrame_GetCode", &py.PyFrame_GetCode) &&
           Load("PyFrame_GetLineNumber", &py.PyFrame_GetLineNumber) &&
           Load("PyObject_GetAttrString", &py.PyObject_GetAttrString) &&
           Load("PyUnicode_AsUTF8AndSize", &py.PyUnicode_AsUTF8AndSize) &&
           Load("PyErr_Clear", &py.PyErr_Clear) && Load("Py_DecRef", &py.Py_DecRef);
  }();
  return found ? &py : nullptr;
}

// Texts borrowed from Python live as long as the objects kept here.
struct Walk {
  const Interpreter& py;
  std::vector<tdbg_frame> frames;  // innermost first
  std::vector<PyObject*> kept;

  tdbg_text Attribute(PyObject* object, const char* name) {
    PyObject* const text = py.PyObject_GetAttrString(object, name);
    long size = 0;
    const char* const data = text == nullptr ? nullptr : py.PyUnicode_AsUTF8AndSize(text, &size);
    if (text != nullptr) kept.push_back(text);
    if (data == nullptr) {
      py.PyErr_Clear();
      return {"", 0};
    }
    return {data, static_cast<size_t>(size)};
  }

  void Add(PyObject* frame) {
    PyObject* const code = py.PyFrame_GetCode(frame);
    kept.push_back(code);
    const int line = py.PyFrame_GetLineNumber(frame);
    frames.push_back({Attribute(code, "co_filename"), Attribute(code, "co_name"),
                      static_cast<uint32_t>(line < 0 ? 0 : line)});
  }
};

constexpr size_t kMostFrames = 256;

}  // namespace

tdbg_id PythonStack() {
  const Interpreter* const py = FindInterpreter();
  if (py == nullptr || py->Py_IsInitialized() == 0) return 0;
  if (py->PyGILState_GetThisThreadState() == nullptr) return 0;  // a thread of TensorFlow's own
  const int state = py->PyGILState_Ensure();
  Walk walk{*py, {}, {}};
  PyObject* frame = py->PyThreadState_GetFrame(py->PyGILState_GetThisThreadState());
  while (frame != nullptr) {
    if (walk.frames.size() < kMostFrames) walk.Add(frame);
    PyObject* const back = py->PyFrame_GetBack(frame);
    py->Py_DecRef(frame);
    frame = back;
  }
  std::vector<tdbg_frame> outermost_first(walk.frames.rbegin(), walk.frames.rend());
  const tdbg_id stack = outermost_first.empty()
                            ? 0
                            : tdbg_define_stack(outermost_first.data(), outermost_first.size());
  for (PyObject* object : walk.kept) py->Py_DecRef(object);
  py->PyGILState_Release(state);
  return stack;
}

}  // namespace tdbg::tf
