// A function's arguments, bound to the names in its signature.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "expr/object.h"
#include "expr/reduce.h"
#include "expr/underline.h"

namespace tdbg::expr {

struct Argument {
  Object value;
  Range range;
  std::string keyword;  // empty for a positional one
  Range keyword_range;
};

class Call;

struct Function {
  std::string_view name;
  // "sum(a, axis=None, keepdims=False)": what is bound by, and what help shows. Parameters without
  // "=" are required; "*shape" takes all positional arguments that are left, or one by name.
  std::string_view signature;
  std::string_view summary;
  Result<Object> (*run)(const Call& call);
  bool method = false;  // may be written x.sum()
};

// One call. Each getter reports what is wrong with its argument and remembers to blame it.
class Call {
 public:
  // An argument too many, missing, unknown or given twice is an error; `blamed` is set where one
  // argument is to blame.
  static Result<Call> Bind(const Function& function, std::vector<Argument> arguments,
                           const Stop& stop, Range& blamed);

  const Stop& stop() const { return *stop_; }
  std::string_view name() const { return function_->name; }

  // Null where the argument was not given, or given as None.
  const Object* Find(std::string_view parameter) const;
  bool GivenAsNone(std::string_view parameter) const;
  bool GivenByPosition(std::string_view parameter) const;

  Result<Array> Numbers(std::string_view parameter) const;   // an array of numbers
  Result<Array> Elements(std::string_view parameter) const;  // texts are accepted, too
  Result<int64_t> Integer(std::string_view parameter, int64_t otherwise) const;
  Result<double> Real(std::string_view parameter, double otherwise) const;
  Result<bool> Flag(std::string_view parameter, bool otherwise) const;
  Result<tensor::DType> DType(std::string_view parameter, tensor::DType otherwise) const;
  Result<std::vector<int64_t>> Integers(std::string_view parameter) const;
  // From "axis" and "keepdims".
  Result<Along> AxesAndKeep() const;
  // From "axis" where one axis at most makes sense.
  Result<std::optional<int64_t>> Axis() const;
  // What "*name" took; a single list or tuple counts as its items.
  Result<std::vector<int64_t>> RestAsIntegers() const;
  std::vector<Object> Rest() const;

  // For the rest of the call, errors are about this argument.
  void Blame(std::string_view parameter) const;

 private:
  const Argument* ArgumentOf(std::string_view parameter) const;

  const Function* function_ = nullptr;
  std::vector<Argument> arguments_;
  std::vector<std::pair<std::string_view, int>> bound_;  // parameter to argument, -1 for none
  std::vector<int> rest_;
  const Stop* stop_ = nullptr;
  Range* blamed_ = nullptr;
};

// The dtype that an object names: a dtype, or a text such as "float32" or "f32".
Result<tensor::DType> DTypeOf(const Object& object);

}  // namespace tdbg::expr
