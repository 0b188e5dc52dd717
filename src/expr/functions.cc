#include "expr/functions.h"

#include <algorithm>
#include <memory>
#include <string>
#include <unordered_map>

#include "expr/function_table.h"

namespace tdbg::expr {
namespace {

struct Alias {
  std::string_view name;
  std::string_view of;
};

constexpr Alias kAliases[] = {
    {"absolute", "abs"},       {"acos", "arccos"},        {"acosh", "arccosh"},
    {"amax", "max"},           {"amin", "min"},           {"asin", "arcsin"},
    {"asinh", "arcsinh"},      {"atan", "arctan"},        {"atan2", "arctan2"},
    {"atanh", "arctanh"},      {"conjugate", "conj"},     {"around", "round"},
    {"fabs", "abs"},           {"flatten", "ravel"},      {"mod", "remainder"},
    {"pow", "power"},          {"true_divide", "divide"}, {"permute_dims", "transpose"},
    {"concat", "concatenate"},
};

// Made once, never changed.
struct Table {
  std::unordered_map<std::string_view, const Function*> by_name;
  std::vector<FunctionInfo> infos;
  std::vector<std::string_view> names;
  std::vector<std::string_view> methods;
  std::vector<std::unique_ptr<std::string>> texts;  // of aliases

  Table() {
    for (const auto& part :
         {ElementwiseFunctions(), ReducingFunctions(), ShapingFunctions(), OrderingFunctions()}) {
      for (const Function& function : part) {
        Add(function.name, function);
        infos.push_back({function.name, function.signature, function.summary});
      }
    }
    for (const Alias& alias : kAliases) {
      const Function& function = *by_name.at(alias.of);
      Add(alias.name, function);
      const std::string_view parameters = function.signature.substr(function.name.size());
      texts.push_back(
          std::make_unique<std::string>(std::string(alias.name) + std::string(parameters)));
      const std::string_view signature = *texts.back();
      texts.push_back(std::make_unique<std::string>("the same as " + std::string(alias.of)));
      infos.push_back({alias.name, signature, *texts.back()});
    }
    std::sort(infos.begin(), infos.end(),
              [](const FunctionInfo& a, const FunctionInfo& b) { return a.name < b.name; });
  }

  void Add(std::string_view name, const Function& function) {
    const bool added = by_name.emplace(name, &function).second;
    TDBG_CHECK(added);
    names.push_back(name);
    if (function.method) methods.push_back(name);
  }
};

const Table& TheTable() {
  static const Table table;
  return table;
}

}  // namespace

std::span<const FunctionInfo> Functions() { return TheTable().infos; }

const Function* FindFunction(std::string_view name) {
  const auto it = TheTable().by_name.find(name);
  return it == TheTable().by_name.end() ? nullptr : it->second;
}

const std::vector<std::string_view>& FunctionNames() { return TheTable().names; }
const std::vector<std::string_view>& MethodNames() { return TheTable().methods; }

}  // namespace tdbg::expr
