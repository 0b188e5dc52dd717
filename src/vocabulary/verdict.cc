#include "vocabulary/verdict.h"

namespace tdbg {

const char* VerdictName(Verdict verdict) {
  switch (verdict) {
    case Verdict::kUnknown:
      return "";
    case Verdict::kOrigin:
      return "origin";
    case Verdict::kInherited:
      return "inherited";
    case Verdict::kMasked:
      return "masked";
    case Verdict::kHandled:
      return "handled";
  }
  return "";
}

const char* SourceName(Source source) {
  switch (source) {
    case Source::kUnknown:
      return "";
    case Source::kOp:
      return "op";
    case Source::kInput:
      return "input";
    case Source::kConstant:
      return "constant";
    case Source::kVariable:
      return "variable";
  }
  return "";
}

}  // namespace tdbg
