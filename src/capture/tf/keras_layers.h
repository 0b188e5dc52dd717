// Which part of a Keras model an op belongs to. A short Python program (keras_layers.py) learns it
// from Keras itself, inside the debuggee; without Keras it does nothing.
#pragma once

#include "tdbg/capture.h"

namespace tdbg::tf {

// Starts that program, once, if this thread runs Python. Not to be called while a library is being
// loaded: another thread may hold the interpreter's lock and wait for the loader's.
void FollowKeras();

// The layer that this thread is in; 0 if it is in none.
tdbg_id LayerHere();

// tdbg_define_op, with the word to which layer the op belongs. Names of ops tell that: those that
// are made in a layer begin with its scope, and what is made of them keeps it.
tdbg_id DefineOpOfLayer(const tdbg_op* op);

}  // namespace tdbg::tf
