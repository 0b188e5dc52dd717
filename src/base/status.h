// Status and Result<T>: how every fallible function in src/ reports failure.
//
// An error is one line for a person: what was wrong, where, and what is accepted. It is handled
// exactly once. No exception crosses a folder; this folder builds without exceptions.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "base/check.h"

namespace tdbg {

enum class StatusCode {
  kOk,
  kInvalidArgument,  // the user asked for something that makes no sense
  kNotFound,         // what the user asked for is not there
  kUnreadable,       // the operating system refused
  kCorrupt,          // the bytes are not what the format says
  kUnsupported,      // the data is sound, but tdbg cannot do that with it
};

class [[nodiscard]] Status {
 public:
  Status() = default;
  Status(StatusCode code, std::string message) : code_(code), message_(std::move(message)) {
    TDBG_CHECK(code != StatusCode::kOk);
  }

  static Status Ok() { return {}; }

  bool ok() const { return code_ == StatusCode::kOk; }
  StatusCode code() const { return code_; }
  const std::string& message() const { return message_; }

 private:
  StatusCode code_ = StatusCode::kOk;
  std::string message_;
};

inline Status InvalidArgument(std::string message) {
  return {StatusCode::kInvalidArgument, std::move(message)};
}
inline Status NotFound(std::string message) { return {StatusCode::kNotFound, std::move(message)}; }
inline Status Unreadable(std::string message) {
  return {StatusCode::kUnreadable, std::move(message)};
}
inline Status Corrupt(std::string message) { return {StatusCode::kCorrupt, std::move(message)}; }
inline Status Unsupported(std::string message) {
  return {StatusCode::kUnsupported, std::move(message)};
}

// Either a value or the reason why there is none.
template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value) : value_(std::move(value)) {}         // NOLINT: implicit by design
  Result(Status status) : status_(std::move(status)) {  // NOLINT: implicit by design
    TDBG_CHECK(!status_.ok());
  }

  bool ok() const { return value_.has_value(); }
  const Status& status() const { return status_; }

  T& operator*() & { return Checked(); }
  const T& operator*() const& { return const_cast<Result*>(this)->Checked(); }
  T&& operator*() && { return std::move(Checked()); }
  T* operator->() { return &Checked(); }
  const T* operator->() const { return &const_cast<Result*>(this)->Checked(); }

 private:
  T& Checked() {
    TDBG_CHECK(value_.has_value());
    return *value_;
  }

  std::optional<T> value_;
  Status status_;
};

}  // namespace tdbg

// Leaves the function with the error, if there is one.
#define TDBG_RETURN_IF_ERROR(expr)                                                  \
  do {                                                                              \
    if (::tdbg::Status tdbg_status = (expr); !tdbg_status.ok()) return tdbg_status; \
  } while (false)

#define TDBG_CONCAT_INNER(a, b) a##b
#define TDBG_CONCAT(a, b) TDBG_CONCAT_INNER(a, b)

// `TDBG_ASSIGN_OR_RETURN(auto x, F());` leaves the function with F's error or declares x.
#define TDBG_ASSIGN_OR_RETURN(declaration, expr)         \
  auto TDBG_CONCAT(tdbg_result_, __LINE__) = (expr);     \
  if (!TDBG_CONCAT(tdbg_result_, __LINE__).ok())         \
    return TDBG_CONCAT(tdbg_result_, __LINE__).status(); \
  declaration = *std::move(TDBG_CONCAT(tdbg_result_, __LINE__))
