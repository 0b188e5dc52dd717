// The files of the page, which are part of the program.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>

#include "server/answer.h"

namespace tdbg::server {

struct EmbeddedFile {
  std::string_view path;  // below the built page, as "assets/index.js"
  const char* begin;
  const char* end;
};

// Written by cmake/embed_web.cmake; none where the page was not built.
std::span<const EmbeddedFile> EmbeddedFiles();

// For one thread.
class Assets {
 public:
  explicit Assets(std::span<const EmbeddedFile> files = EmbeddedFiles()) : files_(files) {}

  // "/" is index.html. What is not there is 404; a page that was not built says so itself.
  Answer Get(std::string_view path, bool gzip);

 private:
  std::span<const EmbeddedFile> files_;
  std::map<std::string_view, std::string> packed_;  // by path, once asked for
};

}  // namespace tdbg::server
