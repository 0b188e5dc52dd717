// TensorFlow's AttrValue: one attribute of a node, as a person reads it.
#pragma once

#include <string>
#include <string_view>

namespace tdbg::importers::tfproto {

// One line: float32, [?,10] or "unknown rank", true, 7, 0.5, 'text', [a, b] for a list, a
// function's name, float32[2,3] for a tensor and, of at most eight elements, their values.
// "unreadable" for bytes that are no attribute; "none" for an attribute without value.
std::string AttrText(std::string_view attr_value);

}  // namespace tdbg::importers::tfproto
