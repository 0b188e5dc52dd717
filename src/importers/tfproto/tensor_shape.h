// TensorFlow's TensorShapeProto.
#pragma once

#include "importers/tfproto/wire.h"
#include "tensor/shape.h"

namespace tdbg::importers::tfproto {

// The extents as they stand: an unknown one is negative. Sets `*known` to false where not even the
// rank is known, and leaves it alone otherwise. Throws on malformed bytes, as `message` does.
tensor::Shape ReadShape(Wire message, bool* known);

}  // namespace tdbg::importers::tfproto
