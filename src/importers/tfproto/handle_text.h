// Resources and variants have no numbers; a person still wants to see what they are.
#pragma once

#include <string>
#include <string_view>

namespace tdbg::importers::tfproto {

// One line for a ResourceHandleProto: its name, type, what it holds, its device.
// Throws protozero's exceptions on malformed bytes: callers are inside ReadWire.
std::string ResourceText(std::string_view proto);

// One line for a VariantTensorDataProto: its type and the tensors in it. Throws likewise.
std::string VariantText(std::string_view proto);

}  // namespace tdbg::importers::tfproto
