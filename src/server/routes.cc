#include "server/routes.h"

#include <algorithm>

namespace tdbg::server {
namespace {

constexpr std::string_view kCallPrefix = "/rpc/";
constexpr std::string_view kExperimentPrefix = "/experiment/";

// TensorBoard's routes are below /experiment/<id> as well.
std::string_view WithoutExperiment(std::string_view path) {
  if (!path.starts_with(kExperimentPrefix)) return path;
  const size_t rest = path.find('/', kExperimentPrefix.size());
  return rest == std::string_view::npos ? path : path.substr(rest);
}

}  // namespace

Route FindRoute(std::string_view path) {
  if (path.starts_with(kCallPrefix)) {
    return {RouteKind::kCall, std::string(path.substr(kCallPrefix.size()))};
  }
  if (path == "/changes") return {RouteKind::kChanges, std::string(path)};
  if (path.starts_with("/export/")) return {RouteKind::kGet, std::string(path)};
  const std::string_view inner = WithoutExperiment(path);
  if (inner.starts_with("/data/")) return {RouteKind::kGet, std::string(inner)};
  return {RouteKind::kFile, std::string(path)};
}

std::string_view AllowedMethods(RouteKind kind) {
  switch (kind) {
    case RouteKind::kFile:
      return "GET, HEAD";
    case RouteKind::kCall:
      return "POST";
    case RouteKind::kGet:
      return "GET, HEAD, POST";
    case RouteKind::kChanges:
      return "GET";
  }
  return "";
}

bool Allows(RouteKind kind, std::string_view method) {
  std::string_view methods = AllowedMethods(kind);
  while (!methods.empty()) {
    const std::string_view one = methods.substr(0, methods.find(", "));
    if (one == method) return true;
    methods.remove_prefix(std::min(one.size() + 2, methods.size()));
  }
  return false;
}

}  // namespace tdbg::server
