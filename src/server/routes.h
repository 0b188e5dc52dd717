// Which part of the server answers a path.
#pragma once

#include <string>
#include <string_view>

namespace tdbg::server {

enum class RouteKind {
  kFile,     // of the page
  kCall,     // a typed request, /rpc/METHOD
  kGet,      // what has a URL of its own: exports, and the routes of TensorBoard's plugin
  kChanges,  // the WebSocket that says when to ask again
};

struct Route {
  RouteKind kind = RouteKind::kFile;
  std::string name;  // of the method of a kCall; else the path that the part knows
};

// `path` as a Target has it. What no other part knows is a file.
Route FindRoute(std::string_view path);

// What the header Allow would say.
std::string_view AllowedMethods(RouteKind kind);
bool Allows(RouteKind kind, std::string_view method);

}  // namespace tdbg::server
