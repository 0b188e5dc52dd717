// The Python interpreter in this process, if there is one: the few functions of its C API that we
// call, found at run time, so that one binary serves every Python from 3.9 on, or none.
#pragma once

#include <string_view>
#include <vector>

#include "tdbg/capture.h"

namespace tdbg::tf {

struct PyObject;  // opaque: only pointers pass through here

struct PythonApi {
  int (*Py_IsInitialized)();
  int (*PyGILState_Ensure)();
  void (*PyGILState_Release)(int);
  void* (*PyGILState_GetThisThreadState)();
  PyObject* (*PyThreadState_GetFrame)(void*);
  PyObject* (*PyFrame_GetBack)(PyObject*);
  PyObject* (*PyFrame_GetCode)(PyObject*);
  int (*PyFrame_GetLineNumber)(PyObject*);
  PyObject* (*PyObject_GetAttrString)(PyObject*, const char*);
  PyObject* (*PyObject_CallMethod)(PyObject*, const char*, const char*, ...);
  PyObject* (*PyMapping_GetItemString)(PyObject*, const char*);
  PyObject* (*PySequence_GetItem)(PyObject*, long);
  long (*PySequence_Size)(PyObject*);
  long (*PyLong_AsLong)(PyObject*);
  const char* (*PyUnicode_AsUTF8AndSize)(PyObject*, long*);
  void (*PyErr_Clear)();
  void (*Py_DecRef)(PyObject*);
};

// The interpreter's lock on a thread that runs Python, for a few microseconds. Everything it hands
// out lives as long as it does; a failed question answers null and leaves no error behind.
class PythonTurn {
 public:
  PythonTurn();
  ~PythonTurn();
  PythonTurn(const PythonTurn&) = delete;
  PythonTurn& operator=(const PythonTurn&) = delete;

  // False on a thread of TensorFlow's own, or without Python.
  bool valid() const { return api_ != nullptr; }

  PyObject* InnermostFrame();
  PyObject* Caller(PyObject* frame);
  PyObject* Code(PyObject* frame);
  int Line(PyObject* frame);

  PyObject* Attribute(PyObject* object, const char* name);
  PyObject* Item(PyObject* mapping, const char* key);
  PyObject* Element(PyObject* sequence, long index);
  PyObject* Call(PyObject* object, const char* method, const char* argument);
  long Size(PyObject* sequence);
  long Number(PyObject* number);
  std::string_view Text(PyObject* text);

 private:
  PyObject* Keep(PyObject* object);

  const PythonApi* api_ = nullptr;
  int state_ = 0;
  std::vector<PyObject*> kept_;
};

}  // namespace tdbg::tf
