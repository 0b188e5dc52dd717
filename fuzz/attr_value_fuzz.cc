// Any bytes as an AttrValue: always one line.
#include "fuzz/expectations.h"
#include "importers/tfproto/attr_value.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string text = tdbg::importers::tfproto::AttrText(tdbg::fuzz::AsText(data, size));
  TDBG_CHECK(!text.empty() || size > 0);  // a function may have no name
  for (const char c : text) TDBG_CHECK(static_cast<unsigned char>(c) >= ' ');
  return 0;
}
