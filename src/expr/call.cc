#include "expr/call.h"

#include <algorithm>
#include <utility>

#include "expr/cast.h"
#include "expr/element_block.h"
#include "expr/elementwise.h"
#include "expr/near_names.h"
#include "expr/promotion.h"

namespace tdbg::expr {
namespace {

struct Parameter {
  std::string_view name;
  bool required = false;
  bool rest = false;
};

std::vector<Parameter> ParametersOf(std::string_view signature) {
  std::vector<Parameter> parameters;
  signature.remove_prefix(signature.find('(') + 1);
  signature.remove_suffix(1);
  while (!signature.empty()) {
    const size_t comma = std::min(signature.find(", "), signature.size());
    std::string_view one = signature.substr(0, comma);
    signature.remove_prefix(std::min(comma + 2, signature.size()));
    Parameter parameter;
    parameter.rest = one.starts_with('*');
    if (parameter.rest) one.remove_prefix(1);
    const size_t equals = one.find('=');
    parameter.required = equals == std::string_view::npos && !parameter.rest;
    parameter.name = one.substr(0, equals);
    parameters.push_back(parameter);
  }
  return parameters;
}

Result<int64_t> AsInteger(const Object& object) {
  const Array* array = object.array();
  if (!array || array->size() != 1 || !IsInteger(array->dtype())) {
    return InvalidArgument("expected an integer, but this is " + Describe(object) +
                           (array && array->size() == 1 ? " with a fraction" : ""));
  }
  return tensor::ReadInt64(array->dtype(), array->data());
}

Result<std::vector<int64_t>> AsIntegers(const Object& object) {
  std::vector<int64_t> integers;
  if (const Sequence* sequence = object.sequence()) {
    for (const Object& item : sequence->items) {
      TDBG_ASSIGN_OR_RETURN(const int64_t integer, AsInteger(item));
      integers.push_back(integer);
    }
    return integers;
  }
  TDBG_ASSIGN_OR_RETURN(const int64_t integer, AsInteger(object));
  integers.push_back(integer);
  return integers;
}

}  // namespace

Result<tensor::DType> DTypeOf(const Object& object) {
  if (const auto* dtype = std::get_if<tensor::DType>(&object.is)) return *dtype;
  if (const std::string* text = object.text()) {
    const std::optional<tensor::DType> dtype = *text == "float" ? tensor::DType::kF64
                                               : *text == "int" ? tensor::DType::kI64
                                                                : tensor::DTypeFromName(*text);
    if (dtype && tensor::HasNumbers(*dtype)) return Unquantized(*dtype);
    return InvalidArgument("there is no such dtype");
  }
  return InvalidArgument("expected a dtype such as 'float32', but this is " + Describe(object));
}

Result<Call> Call::Bind(const Function& function, std::vector<Argument> arguments, const Stop& stop,
                        Range& blamed) {
  Call call;
  call.function_ = &function;
  call.arguments_ = std::move(arguments);
  call.stop_ = &stop;
  call.blamed_ = &blamed;
  const std::vector<Parameter> parameters = ParametersOf(function.signature);
  for (const Parameter& parameter : parameters) {
    if (!parameter.rest) call.bound_.emplace_back(parameter.name, -1);
  }
  const bool takes_rest = call.bound_.size() != parameters.size();
  // A "*name" stands behind the parameters that positions may fill.
  size_t positional = 0;
  while (positional < parameters.size() && !parameters[positional].rest) ++positional;
  const std::string_view rest_name = takes_rest ? parameters[positional].name : "";

  const std::string usage = "; it is " + std::string(function.signature);
  size_t next = 0;
  for (size_t i = 0; i < call.arguments_.size(); ++i) {
    const Argument& argument = call.arguments_[i];
    const int index = static_cast<int>(i);
    if (argument.keyword.empty()) {
      if (next < positional) {
        call.bound_[next++].second = index;
      } else if (takes_rest) {
        call.rest_.push_back(index);
      } else {
        blamed = argument.range;
        return InvalidArgument("this argument is one too many" + usage);
      }
      continue;
    }
    if (takes_rest && argument.keyword == rest_name && call.rest_.empty()) {
      call.rest_.push_back(index);
      continue;
    }
    const auto found = std::find_if(call.bound_.begin(), call.bound_.end(),
                                    [&](const auto& b) { return b.first == argument.keyword; });
    if (found == call.bound_.end() || found->second >= 0) {
      blamed = argument.keyword_range;
      std::vector<std::string_view> names;
      for (const auto& [name, place] : call.bound_) names.push_back(name);
      const std::string what = "'" + argument.keyword.substr(0, 40) + "'";
      if (found != call.bound_.end()) return InvalidArgument(what + " is given twice" + usage);
      const std::string near = DidYouMean(argument.keyword, names);
      return InvalidArgument("'" + std::string(function.name) + "' has no argument " + what +
                             (near.empty() ? usage : near));
    }
    found->second = index;
  }
  for (const Parameter& parameter : parameters) {
    if (parameter.required && !call.ArgumentOf(parameter.name)) {
      return InvalidArgument("the argument '" + std::string(parameter.name) + "' is missing" +
                             usage);
    }
  }
  return call;
}

const Argument* Call::ArgumentOf(std::string_view parameter) const {
  for (const auto& [name, place] : bound_) {
    if (name == parameter) return place < 0 ? nullptr : &arguments_[static_cast<size_t>(place)];
  }
  return nullptr;
}

const Object* Call::Find(std::string_view parameter) const {
  const Argument* argument = ArgumentOf(parameter);
  return argument && !argument->value.none() ? &argument->value : nullptr;
}

bool Call::GivenAsNone(std::string_view parameter) const {
  const Argument* argument = ArgumentOf(parameter);
  return argument && argument->value.none();
}

bool Call::GivenByPosition(std::string_view parameter) const {
  const Argument* argument = ArgumentOf(parameter);
  return argument && argument->keyword.empty();
}

void Call::Blame(std::string_view parameter) const {
  if (const Argument* argument = ArgumentOf(parameter)) *blamed_ = argument->range;
}

Result<Array> Call::Elements(std::string_view parameter) const {
  const Argument* argument = ArgumentOf(parameter);
  TDBG_CHECK(argument);
  Result<Array> array = AsArray(argument->value);
  if (!array.ok()) Blame(parameter);
  return array;
}

Result<Array> Call::Numbers(std::string_view parameter) const {
  TDBG_ASSIGN_OR_RETURN(Array array, Elements(parameter));
  if (!tensor::HasNumbers(array.dtype())) {
    Blame(parameter);
    return InvalidArgument("'" + std::string(name()) + "' takes numbers, but this is of dtype " +
                           std::string(tensor::Info(array.dtype()).name));
  }
  return array;
}

Result<int64_t> Call::Integer(std::string_view parameter, int64_t otherwise) const {
  const Object* object = Find(parameter);
  if (!object) return otherwise;
  Result<int64_t> integer = AsInteger(*object);
  if (!integer.ok()) Blame(parameter);
  return integer;
}

Result<std::vector<int64_t>> Call::Integers(std::string_view parameter) const {
  const Object* object = Find(parameter);
  Result<std::vector<int64_t>> integers = AsIntegers(object ? *object : Object{None{}});
  if (!integers.ok()) Blame(parameter);
  return integers;
}

Result<double> Call::Real(std::string_view parameter, double otherwise) const {
  const Object* object = Find(parameter);
  if (!object) return otherwise;
  const Array* array = object->array();
  if (!array || array->size() != 1 || !tensor::HasNumbers(array->dtype()) ||
      NumbersOf(array->dtype()) == expr::Numbers::kComplex) {
    Blame(parameter);
    return InvalidArgument("expected a number, but this is " + Describe(*object));
  }
  return tensor::ReadDouble(array->dtype(), array->data());
}

Result<bool> Call::Flag(std::string_view parameter, bool otherwise) const {
  const Object* object = Find(parameter);
  if (!object) return otherwise;
  const Array* array = object->array();
  Result<bool> truth = array ? Truth(*array)
                             : Result<bool>(InvalidArgument("expected True or False, but this is " +
                                                            Describe(*object)));
  if (!truth.ok()) Blame(parameter);
  return truth;
}

Result<tensor::DType> Call::DType(std::string_view parameter, tensor::DType otherwise) const {
  const Object* object = Find(parameter);
  if (!object) return otherwise;
  Result<tensor::DType> dtype = DTypeOf(*object);
  if (!dtype.ok()) Blame(parameter);
  return dtype;
}

Result<Along> Call::AxesAndKeep() const {
  Along along;
  TDBG_ASSIGN_OR_RETURN(along.keep, Flag("keepdims", false));
  if (Find("axis")) {
    TDBG_ASSIGN_OR_RETURN(along.axes, Integers("axis"));
    Blame("axis");  // what can still go wrong is an axis that is not there
  }
  return along;
}

Result<std::optional<int64_t>> Call::Axis() const {
  if (!Find("axis")) return std::optional<int64_t>();
  TDBG_ASSIGN_OR_RETURN(const int64_t axis, Integer("axis", 0));
  Blame("axis");
  return std::optional<int64_t>(axis);
}

std::vector<Object> Call::Rest() const {
  std::vector<Object> objects;
  for (const int place : rest_) objects.push_back(arguments_[static_cast<size_t>(place)].value);
  if (objects.size() == 1 && objects[0].sequence()) {
    std::vector<Object> items = objects[0].sequence()->items;
    return items;
  }
  return objects;
}

Result<std::vector<int64_t>> Call::RestAsIntegers() const {
  if (!rest_.empty()) {
    *blamed_ = {arguments_[static_cast<size_t>(rest_.front())].range.begin,
                arguments_[static_cast<size_t>(rest_.back())].range.end};
  }
  Object all{Sequence{Rest(), false}};
  return AsIntegers(all);
}

}  // namespace tdbg::expr
