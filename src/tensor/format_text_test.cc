#include "tensor/format_text.h"

#include <gtest/gtest.h>

namespace tdbg::tensor {
namespace {

using std::string_literals::operator""s;

TEST(FormatText, QuotesBytesAsPythonDoes) {
  EXPECT_EQ(QuoteBytes("ab"), "b'ab'");
  EXPECT_EQ(QuoteBytes(""), "b''");
  EXPECT_EQ(QuoteBytes("c\0d"s), "b'c\\x00d'");
  EXPECT_EQ(QuoteBytes("\t\n\r\\\x7f\xff"), "b'\\t\\n\\r\\\\\\x7f\\xff'");
  EXPECT_EQ(QuoteBytes("it's"), "b\"it's\"");
  EXPECT_EQ(QuoteBytes("\""), "b'\"'");
  EXPECT_EQ(QuoteBytes("'\""), "b'\\'\"'");
}

TEST(FormatText, EscapesControlsOnly) {
  EXPECT_EQ(EscapeControls("a\x1b[31m\nb\x7f"), "a\\x1b[31m\\x0ab\\x7f");
  EXPECT_EQ(EscapeControls("gr\xc3\xb6\xc3\x9f"
                           "e"),
            "gr\xc3\xb6\xc3\x9f"
            "e");
}

}  // namespace
}  // namespace tdbg::tensor
