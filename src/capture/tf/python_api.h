// The Python interpreter in this process, if there is one: the few functions of its C API that we
// call, found at run time, so that one binary serves every Python from 3.9 on, or none.
#pragma once

#include <initializer_list>
#include <string_view>
#include <vector>

#include "tdbg/capture.h"

namespace tdbg::tf {

struct PyObject;  // opaque: only pointers pass through here

// A function that Python can call, as its C API has it. Python keeps pointers to it.
struct PyMethodDef {
  static constexpr int kArguments = 1;    // called with a tuple of them
  static constexpr int kOneArgument = 8;  // called with the argument itself
  const char* name;
  PyObject* (*function)(PyObject* self, PyObject* argument);
  int flags;
  const char* documentation;
};

struct PythonApi {
  int (*Py_IsInitialized)();
  int (*PyGILState_Check)();
  int (*PyGILState_Ensure)();
  void (*PyGILState_Release)(int);
  void* (*PyGILState_GetThisThreadState)();
  PyObject* (*PyThreadState_GetFrame)(void*);
  PyObject* (*PyFrame_GetBack)(PyObject*);
  PyObject* (*PyFrame_GetCode)(PyObject*);
  int (*PyFrame_GetLineNumber)(PyObject*);
  // Since Python 3.11; before that null.
  int (*PyFrame_GetLasti)(PyObject*);
  int (*PyCode_Addr2Location)(PyObject*, int, int*, int*, int*, int*);
  PyObject* (*PyObject_GetAttrString)(PyObject*, const char*);
  PyObject* (*PyObject_CallMethod)(PyObject*, const char*, const char*, ...);
  PyObject* (*PyMapping_GetItemString)(PyObject*, const char*);
  PyObject* (*PySequence_GetItem)(PyObject*, long);
  long (*PySequence_Size)(PyObject*);
  long (*PyLong_AsLong)(PyObject*);
  PyObject* (*PyLong_FromLong)(long);
  const char* (*PyUnicode_AsUTF8AndSize)(PyObject*, long*);
  PyObject* (*PyUnicode_FromString)(const char*);
  PyObject* (*PyDict_New)();
  int (*PyDict_SetItemString)(PyObject*, const char*, PyObject*);
  PyObject* (*PyCFunction_NewEx)(PyMethodDef*, PyObject*, PyObject*);
  PyObject* (*PyObject_CallObject)(PyObject*, PyObject*);
  PyObject* (*PyEval_GetBuiltins)();
  PyObject* (*Py_CompileString)(const char*, const char*, int);
  PyObject* (*PyEval_EvalCode)(PyObject*, PyObject*, PyObject*);
  void (*PyErr_Clear)();
  void (*Py_DecRef)(PyObject*);
};

// The part of a line that a frame is calling, as tdbg_frame has it.
struct PythonColumns {
  int begin = 0;
  int end_line = 0;
  int end = 0;
};

// The interpreter's lock on a thread that runs Python, for a few microseconds. Everything it hands
// out lives as long as it does; a failed question answers null and leaves no error behind.
class PythonTurn {
 public:
  PythonTurn();
  // On any thread, to look at one that waits for this one without the lock.
  explicit PythonTurn(void* waiting_thread);
  ~PythonTurn();
  PythonTurn(const PythonTurn&) = delete;
  PythonTurn& operator=(const PythonTurn&) = delete;

  // False on a thread of TensorFlow's own, or without Python.
  bool valid() const { return api_ != nullptr; }

  PyObject* InnermostFrame();
  PyObject* Caller(PyObject* frame);
  PyObject* Code(PyObject* frame);
  int Line(PyObject* frame);
  // All 0 where this Python does not know.
  PythonColumns Columns(PyObject* frame, PyObject* code, int line);

  PyObject* Attribute(PyObject* object, const char* name);
  PyObject* Item(PyObject* mapping, const char* key);
  PyObject* Element(PyObject* sequence, long index);
  PyObject* Call(PyObject* object, const char* method, const char* argument);
  PyObject* Call(PyObject* function);  // without arguments
  long Size(PyObject* sequence);
  long Number(PyObject* number);
  std::string_view Text(PyObject* text);

  // A number for Python to own: what functions that it calls return.
  PyObject* NewNumber(long number);

  // Runs a program in a module of its own, which sees the functions. Returns what it defines, to be
  // kept for ever; null if it fails.
  PyObject* Run(const char* text, const char* file, const char* module,
                std::initializer_list<PyMethodDef*> functions);

 private:
  PyObject* Keep(PyObject* object);

  const PythonApi* api_ = nullptr;
  void* thread_ = nullptr;  // whose frames are looked at
  int state_ = 0;
  std::vector<PyObject*> kept_;
};

// Python's state of this thread, if it runs Python and has given the lock away, as it does before
// it waits for TensorFlow; else null.
void* WaitingPythonThread();

}  // namespace tdbg::tf
