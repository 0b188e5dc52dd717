#include "store/value_source.h"

namespace tdbg::store {

Status NotKept(std::string_view what) {
  return NotFound(std::string(what) +
                  " is not kept any more: the recorder deletes what is older than it was told to "
                  "keep (--retain, --budget)");
}

}  // namespace tdbg::store
