#include "server/assets.h"

#include <array>

#include <gtest/gtest.h>
#include <zlib.h>

#include "server/gzip.h"

namespace tdbg::server {
namespace {

std::string Unpacked(const std::string& packed) {
  std::string bytes(1 << 20, '\0');
  z_stream stream{};
  EXPECT_EQ(inflateInit2(&stream, MAX_WBITS + 16), Z_OK);
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
  stream.avail_in = static_cast<uInt>(packed.size());
  stream.next_out = reinterpret_cast<Bytef*>(bytes.data());
  stream.avail_out = static_cast<uInt>(bytes.size());
  EXPECT_EQ(inflate(&stream, Z_FINISH), Z_STREAM_END);
  bytes.resize(stream.total_out);
  inflateEnd(&stream);
  return bytes;
}

std::string Header(const Answer& answer, std::string_view name) {
  for (const auto& [key, value] : answer.headers) {
    if (key == name) return value;
  }
  return "";
}

class AssetsTest : public testing::Test {
 protected:
  static constexpr EmbeddedFile File(std::string_view path, const std::string& bytes) {
    return {path, bytes.data(), bytes.data() + bytes.size()};
  }

  const std::string page_ = "<html></html>";
  const std::string script_ = std::string(5000, 'x') + "\0y";
  const std::string image_ = std::string(5000, 'p');
  const std::array<EmbeddedFile, 3> files_ = {
      File("index.html", page_), File("assets/a.js", script_), File("icon.png", image_)};
  Assets assets_{files_};
};

TEST_F(AssetsTest, TheRootIsTheIndex) {
  const Answer answer = assets_.Get("/", true);
  EXPECT_EQ(answer.status, 200);
  EXPECT_EQ(answer.body, page_);
  EXPECT_EQ(answer.content_type, "text/html; charset=utf-8");
  EXPECT_EQ(answer.cache_control, "no-store");
}

TEST_F(AssetsTest, PacksTextThatIsLongEnoughIfAsked) {
  EXPECT_EQ(assets_.Get("/assets/a.js", false).body, script_);
  for (int time = 0; time < 2; ++time) {
    const Answer packed = assets_.Get("/assets/a.js", true);
    EXPECT_EQ(Header(packed, "Content-Encoding"), "gzip");
    EXPECT_LT(packed.body.size(), 200u);
    EXPECT_EQ(Unpacked(packed.body), script_);
    EXPECT_NE(packed.cache_control.find("immutable"), std::string::npos);
  }
  EXPECT_EQ(assets_.Get("/icon.png", true).body, image_);
}

TEST_F(AssetsTest, ServesNothingElse) {
  for (const std::string_view path :
       {"/index", "/assets", "/assets/", "/assets/b.js", "/INDEX.HTML", "/index.html/"}) {
    EXPECT_EQ(assets_.Get(path, false).status, 404) << path;
  }
}

TEST(AssetsWithoutPageTest, SayHowToBuildIt) {
  Assets none{std::span<const EmbeddedFile>()};
  const Answer answer = none.Get("/", false);
  EXPECT_EQ(answer.status, 200);
  EXPECT_NE(answer.body.find("make build"), std::string::npos);
  EXPECT_EQ(none.Get("/x", false).status, 404);
}

TEST(GzipTest, ReadsAcceptEncoding) {
  for (const std::string_view said :
       {"gzip", "gzip, deflate, br", "deflate, gzip;q=0.5", " br ,\tgzip ", "gzip; q=1.0"}) {
    EXPECT_TRUE(AcceptsGzip(said)) << said;
  }
  for (const std::string_view said :
       {"", "identity", "xgzip", "gzipx", "br, gzip;q=0", "gzip; q=0.000", ",,", ";"}) {
    EXPECT_FALSE(AcceptsGzip(said)) << said;
  }
}

TEST(GzipTest, ComesBackWhole) {
  std::string bytes;
  for (unsigned i = 0; i < 100'000; ++i) bytes += static_cast<char>(i * i % 251);
  EXPECT_EQ(Unpacked(Gzip(bytes, Effort::kFast)), bytes);
  EXPECT_EQ(Unpacked(Gzip("", Effort::kSmall)), "");
}

}  // namespace
}  // namespace tdbg::server
