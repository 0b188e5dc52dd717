#include <algorithm>
#include <cmath>
#include <utility>

#include "query/filter.h"
#include "query/filter_term.h"
#include "query/in_parts.h"
#include "query/tensor_name.h"

namespace tdbg::query {
namespace {

using store::Badness;
using store::Digest;
using store::EventId;
using Kind = FilterTerm::Kind;

enum class Truth : int8_t { kNo, kYes, kUnknown };

Truth ToTruth(bool truth) { return truth ? Truth::kYes : Truth::kNo; }

using Number = std::optional<double>;

Number FromCount(const std::optional<int64_t>& count) {
  if (!count) return std::nullopt;
  return static_cast<double>(*count);
}

Number Plus(Number a, Number b) {
  if (!a || !b) return std::nullopt;
  return *a + *b;
}

// Whether what was recorded of the event can tell `field`: where it cannot, reading it is spared.
bool MayTell(const store::Run& run, EventId event, Field field) {
  switch (field) {
    case Field::kMin:
    case Field::kMax:
    case Field::kMean:
    case Field::kStd:
    case Field::kVar:
    case Field::kL2:
    case Field::kSubnormal:
      return run.MayTellMoments(event);
    default:
      return run.events.detail[event] != Detail::kNoTensor;
  }
}

double Calculate(expr::Op op, double a, double b) {
  switch (op) {
    case expr::Op::kAdd:
      return a + b;
    case expr::Op::kSubtract:
      return a - b;
    case expr::Op::kMultiply:
      return a * b;
    case expr::Op::kDivide:
      return a / b;
    case expr::Op::kFloorDivide:
      return std::floor(a / b);
    case expr::Op::kRemainder:
      return a - std::floor(a / b) * b;
    default:
      return std::pow(a, b);
  }
}

bool Holds(expr::Op op, double a, double b) {
  switch (op) {
    case expr::Op::kLess:
      return a < b;
    case expr::Op::kLessEqual:
      return a <= b;
    case expr::Op::kGreater:
      return a > b;
    case expr::Op::kGreaterEqual:
      return a >= b;
    case expr::Op::kEqual:
      return a == b;
    default:
      return a != b;
  }
}

}  // namespace

class FilterMatcher::State {
 public:
  State(const Filter& filter, const store::Run& run, const FilterContext& context)
      : filter_(filter), run_(run), context_(context) {}

  bool Matches(EventId event) {
    event_ = event;
    read_ = false;
    return Condition(filter_.term()) == Truth::kYes;
  }

 private:
  Truth Condition(const FilterTerm& term) {
    switch (term.kind) {
      case Kind::kTruth:
        return ToTruth(term.number != 0);
      case Kind::kCompare: {
        const Number a = NumberOf(term.children[0]);
        if (!a) return Truth::kUnknown;
        const Number b = NumberOf(term.children[1]);
        if (!b) return Truth::kUnknown;
        return ToTruth(Holds(term.op, *a, *b));
      }
      case Kind::kNotZero: {
        const Number number = NumberOf(term.children[0]);
        return number ? ToTruth(*number != 0) : Truth::kUnknown;
      }
      case Kind::kText:
        return TextPasses(term);
      case Kind::kShapeIs: {
        const Digest* digest = Recorded();
        if (!digest || !digest->shape) return Truth::kUnknown;
        return ToTruth(std::ranges::equal(digest->shape->dims(), term.shape));
      }
      case Kind::kHasBad:
        return HasBad();
      case Kind::kAnd:
        return Joined(term, Truth::kNo);
      case Kind::kOr:
        return Joined(term, Truth::kYes);
      case Kind::kNot: {
        const Truth truth = Condition(term.children[0]);
        return truth == Truth::kUnknown ? truth : ToTruth(truth == Truth::kNo);
      }
      default:
        break;
    }
    TDBG_CHECK(false);
    return Truth::kUnknown;
  }

  // One false part decides an `and`, one true part an `or`. Where none does, one unknown part makes
  // the whole unknown.
  Truth Joined(const FilterTerm& term, Truth deciding) {
    bool unknown = false;
    for (const FilterTerm& child : term.children) {
      const Truth truth = Condition(child);
      if (truth == deciding) return deciding;
      unknown = unknown || truth == Truth::kUnknown;
    }
    if (unknown) return Truth::kUnknown;
    return deciding == Truth::kNo ? Truth::kYes : Truth::kNo;
  }

  Number NumberOf(const FilterTerm& term) {
    switch (term.kind) {
      case Kind::kConstant:
        return term.number;
      case Kind::kField:
        return FieldNumber(term.field);
      case Kind::kShapeItem:
        return Extent(NumberOf(term.children[0]));
      case Kind::kArithmetic: {
        const Number a = NumberOf(term.children[0]);
        const Number b = a ? NumberOf(term.children[1]) : std::nullopt;
        if (!b) return std::nullopt;
        return Calculate(term.op, *a, *b);
      }
      case Kind::kNegate: {
        const Number number = NumberOf(term.children[0]);
        return number ? Number(-*number) : number;
      }
      case Kind::kMagnitude: {
        const Number number = NumberOf(term.children[0]);
        return number ? Number(std::fabs(*number)) : number;
      }
      default: {
        TDBG_DCHECK(term.kind == Kind::kOneIfTrue);
        const Truth truth = Condition(term.children[0]);
        if (truth == Truth::kUnknown) return std::nullopt;
        return truth == Truth::kYes ? 1 : 0;
      }
    }
  }

  const Digest* Recorded() {
    if (!read_) {
      read_ = true;
      Result<Digest> digest = run_.values ? run_.values->ReadDigest(event_)
                                          : Result<Digest>(NotFound("nothing is recorded"));
      readable_ = digest.ok();
      if (readable_) digest_ = *std::move(digest);
    }
    return readable_ ? &digest_ : nullptr;
  }

  Truth HasBad() {
    switch (run_.events.badness[event_]) {
      case Badness::kClean:
        return Truth::kNo;
      case Badness::kBad:
        return Truth::kYes;
      case Badness::kUnknown:
      case Badness::kFailed:
        return Truth::kUnknown;
      case Badness::kUnread:
        break;
    }
    const Digest* digest = Recorded();
    return digest && digest->bad ? ToTruth(*digest->bad) : Truth::kUnknown;
  }

  Number FieldNumber(Field field) {
    const store::TensorEventTable& events = run_.events;
    switch (field) {
      case Field::kSize:
        return events.payload[event_].size;
      case Field::kSlot:
        return events.slot[event_] < 0 ? Number() : Number(events.slot[event_]);
      case Field::kStep:
        if (context_.steps == nullptr) return std::nullopt;
        return FromCount(context_.steps->Of(events.execution[event_]));
      case Field::kExecution: {
        const store::ExecutionId execution = events.execution[event_];
        return execution.valid() ? Number(execution.index()) : Number();
      }
      case Field::kThread: {
        const store::ThreadId thread = run_.ThreadOf(event_);
        return thread.valid() ? Number(run_.threads[thread].number) : Number();
      }
      case Field::kTime: {
        const int64_t time = events.time_ns[event_];
        if (time == kNoTime || run_.start_ns == kNoTime) return std::nullopt;
        return static_cast<double>(time - run_.start_ns) / 1e9;
      }
      case Field::kNan:
      case Field::kInf:
      case Field::kPosInf:
      case Field::kNegInf:
      case Field::kBad:
        if (events.badness[event_] == Badness::kClean) return 0;
        break;
      default:
        break;
    }
    if (!MayTell(run_, event_, field)) return std::nullopt;
    const Digest* digest = Recorded();
    return digest ? RecordedNumber(field, *digest) : std::nullopt;
  }

  static Number RecordedNumber(Field field, const Digest& digest) {
    const Number inf = Plus(FromCount(digest.neg_inf), FromCount(digest.pos_inf));
    switch (field) {
      case Field::kRank:
        if (digest.rank) return FromCount(digest.rank);
        return digest.shape ? Number(digest.shape->rank()) : Number();
      case Field::kElements:
        if (digest.elements || !digest.shape) return FromCount(digest.elements);
        return FromCount(digest.shape->NumElements());
      case Field::kNan:
        return FromCount(digest.nan);
      case Field::kInf:
        return inf;
      case Field::kPosInf:
        return FromCount(digest.pos_inf);
      case Field::kNegInf:
        return FromCount(digest.neg_inf);
      case Field::kBad:
        return Plus(FromCount(digest.nan), inf);
      case Field::kZero:
        return FromCount(digest.zero);
      case Field::kNegative:
        return FromCount(digest.negative);
      case Field::kPositive:
        return FromCount(digest.positive);
      case Field::kSubnormal:
        return FromCount(digest.subnormal);
      case Field::kMin:
        return digest.min;
      case Field::kMax:
        return digest.max;
      case Field::kMean:
        return digest.mean;
      case Field::kVar:
        return digest.variance;
      case Field::kStd:
        return digest.variance ? Number(std::sqrt(*digest.variance)) : Number();
      case Field::kL2:
        return digest.l2;
      default:
        return std::nullopt;
    }
  }

  Number Extent(Number place) {
    const Digest* digest = Recorded();
    if (!place || !digest || !digest->shape) return std::nullopt;
    const int rank = digest->shape->rank();
    const double from_start = *place < 0 ? *place + rank : *place;
    if (!(from_start >= 0 && from_start < rank) || from_start != std::floor(from_start)) {
      return std::nullopt;
    }
    return static_cast<double>((*digest->shape)[static_cast<int>(from_start)]);
  }

  // The number of the event's text in `field`, by which its answer to a test is remembered; -1
  // where the event has none.
  int64_t TextKey(Field field) const {
    const auto key = [](StringId text) { return text.valid() ? int64_t{text.index()} : -1; };
    const store::OpId op = run_.events.op[event_];
    const store::ExecutionId execution = run_.events.execution[event_];
    switch (field) {
      case Field::kNode:
        return op.valid() ? key(run_.graphs.op(op).name) : -1;
      case Field::kOp:
        if (op.valid()) return key(run_.graphs.op(op).type);
        return execution.valid() ? key(run_.executions[execution].op_type) : -1;
      case Field::kGraph: {
        const store::GraphId graph = op.valid()          ? run_.graphs.op(op).graph
                                     : execution.valid() ? run_.executions[execution].graph
                                                         : store::GraphId();
        return graph.valid() ? key(run_.graphs.graph(graph).name) : -1;
      }
      case Field::kDevice: {
        const store::DeviceId device = run_.events.device[event_];
        return device.valid() ? key(run_.devices[device]) : -1;
      }
      case Field::kHost: {
        const StringId host = execution.valid() ? run_.executions[execution].host : StringId();
        if (host.valid() || !op.valid()) return key(host);
        return key(run_.graphs.op(op).host);
      }
      default:
        return -1;
    }
  }

  Truth TextPasses(const FilterTerm& term) {
    if (term.field == Field::kDType) return DTypePasses(*term.test);
    if (term.field == Field::kName) return NamePasses(term);
    if (term.field == Field::kVerdict) return VerdictPasses(*term.test);
    const int64_t key = TextKey(term.field);
    if (key < 0) return Truth::kUnknown;
    Truth& known = Remembered(term.test_index, static_cast<size_t>(key));
    if (known == Truth::kUnknown) {
      known = ToTruth(term.test->Accepts(run_.strings[StringId(static_cast<size_t>(key))]));
    }
    return known;
  }

  Truth DTypePasses(const TextTest& test) {
    tensor::DType dtype = run_.events.dtype[event_];
    if (dtype == tensor::DType::kInvalid) {
      const Digest* digest = Recorded();
      if (digest) dtype = digest->dtype;
    }
    if (dtype == tensor::DType::kInvalid) return Truth::kUnknown;
    const tensor::DTypeInfo& info = tensor::Info(dtype);
    if (test.Accepts(info.name)) return Truth::kYes;
    return ToTruth(test.regex && test.Accepts(info.short_name));
  }

  Truth VerdictPasses(const TextTest& test) const {
    if (context_.verdicts == nullptr) return Truth::kUnknown;
    const auto verdict = context_.verdicts->find(event_);
    if (verdict == context_.verdicts->end()) return Truth::kUnknown;
    return ToTruth(test.Accepts(VerdictName(verdict->second)));
  }

  // A name in a graph follows from op and slot, so its answer is remembered by them. Eager tensors
  // all have different names, which are tested each time.
  Truth NamePasses(const FilterTerm& term) {
    constexpr int32_t kRememberedSlots = 4;
    const store::OpId op = run_.events.op[event_];
    const int32_t slot = run_.events.slot[event_];
    if (!op.valid() || slot < 0 || slot >= kRememberedSlots) {
      return ToTruth(term.test->Accepts(NameOf(run_, event_)));
    }
    const size_t key = size_t{op.index()} * kRememberedSlots + static_cast<size_t>(slot);
    Truth& known = Remembered(term.test_index, key);
    if (known == Truth::kUnknown) known = ToTruth(term.test->Accepts(NameOf(run_, event_)));
    return known;
  }

  Truth& Remembered(size_t test, size_t key) {
    if (test >= answers_.size()) answers_.resize(test + 1);
    std::vector<Truth>& answers = answers_[test];
    if (key >= answers.size()) answers.resize(key + key / 2 + 64, Truth::kUnknown);
    return answers[key];
  }

  const Filter filter_;
  const store::Run& run_;
  const FilterContext context_;

  EventId event_;
  Digest digest_;
  bool read_ = false;
  bool readable_ = false;
  std::vector<std::vector<Truth>> answers_;  // of each test, by the text's key
};

FilterMatcher::FilterMatcher(const Filter& filter, const store::Run& run,
                             const FilterContext& context)
    : state_(std::make_unique<State>(filter, run, context)) {}
FilterMatcher::~FilterMatcher() = default;

bool FilterMatcher::Matches(EventId event) { return state_->Matches(event); }

std::vector<EventId> Select(const Filter& filter, const store::Run& run,
                            const FilterContext& context, std::span<const EventId> events,
                            const std::atomic<bool>* stop) {
  const auto select = [&](std::span<const EventId> part) {
    constexpr size_t kEventsBetweenChecks = 4096;
    std::vector<EventId> found;
    FilterMatcher matcher(filter, run, context);
    for (size_t i = 0; i < part.size(); ++i) {
      if (i % kEventsBetweenChecks == 0 && stop && stop->load(std::memory_order_relaxed)) break;
      if (matcher.Matches(part[i])) found.push_back(part[i]);
    }
    return found;
  };
  std::vector<std::vector<EventId>> parts(NumParts(events.size()));
  InParts(events.size(), parts.size(), [&](size_t part, size_t begin, size_t end) {
    parts[part] = select(events.subspan(begin, end - begin));
  });
  std::vector<EventId> found = std::move(parts[0]);
  for (size_t part = 1; part < parts.size(); ++part) {
    found.insert(found.end(), parts[part].begin(), parts[part].end());
  }
  return found;
}

}  // namespace tdbg::query
