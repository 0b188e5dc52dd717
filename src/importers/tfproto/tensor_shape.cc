#include "importers/tfproto/tensor_shape.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace tdbg::importers::tfproto {

tensor::Shape ReadShape(Wire message, bool* known) {
  std::vector<int64_t> dims;
  while (message.next()) {
    switch (message.tag_and_type()) {
      case Field(2, kBytes): {
        int64_t size = 0;
        Wire dim = message.get_message();
        while (dim.next()) {
          if (dim.tag_and_type() == Field(1, kVarint)) {
            size = dim.get_int64();
          } else {
            dim.skip();
          }
        }
        dims.push_back(size);
        break;
      }
      case Field(3, kVarint):
        if (ReadBool(message)) *known = false;
        break;
      default:
        message.skip();
    }
  }
  return tensor::Shape(std::move(dims));
}

}  // namespace tdbg::importers::tfproto
