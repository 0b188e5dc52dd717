#include "rpc/values.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "rpc/element.h"
#include "rpc/facts.h"
#include "rpc/handlers.h"
#include "session/tensor_facts.h"
#include "tensor/each_element.h"
#include "tensor/element.h"
#include "tensor/format.h"
#include "tensor/npy.h"
#include "tensor/slice.h"
#include "tensor/value.h"

namespace tdbg::rpc {
namespace {

using tensor::TensorView;

constexpr int64_t kMostCells = 65536;
constexpr size_t kMostTexts = 4096;
constexpr int64_t kMostBins = 1000;
constexpr int64_t kMostCsvElements = 4'000'000;

// A window on elements that it keeps alive.
struct Sliced {
  tensor::Value value;
  TensorView view;
};

Result<Sliced> Slice(session::RunView& run, int64_t number, const std::string& text) {
  TDBG_ASSIGN_OR_RETURN(const store::EventId event, EventOf(run, number));
  TDBG_ASSIGN_OR_RETURN(tensor::Value value, run.run().values->ReadValue(event));
  TDBG_ASSIGN_OR_RETURN(const tensor::Slice slice, tensor::ParseSlice(text));
  TDBG_ASSIGN_OR_RETURN(TensorView view, tensor::ApplySlice(slice, value.view()));
  return Sliced{std::move(value), std::move(view)};
}

bool IsReal(tensor::DType dtype) {
  return tensor::HasNumbers(dtype) && tensor::Info(dtype).cls != tensor::DTypeClass::kComplex;
}

// Doubles the step of the longest axis until no more than `most` elements are left.
std::vector<int64_t> StridesFor(const tensor::Shape& shape, int64_t most) {
  std::vector<int64_t> strides(static_cast<size_t>(shape.rank()), 1);
  const auto length = [&](size_t axis) {
    return (shape[static_cast<int>(axis)] + strides[axis] - 1) / strides[axis];
  };
  for (;;) {
    double cells = 1;
    size_t longest = 0;
    for (size_t axis = 0; axis < strides.size(); ++axis) {
      cells *= static_cast<double>(length(axis));
      if (length(axis) > length(longest)) longest = axis;
    }
    if (cells <= static_cast<double>(most) || strides.empty()) return strides;
    strides[longest] *= 2;
  }
}

TensorView Thinned(const TensorView& view, const std::vector<int64_t>& strides) {
  TensorView thin = view;
  std::vector<int64_t> dims(strides.size());
  for (size_t axis = 0; axis < strides.size(); ++axis) {
    dims[axis] = (view.shape[static_cast<int>(axis)] + strides[axis] - 1) / strides[axis];
    thin.strides_bytes[axis] *= strides[axis];
  }
  thin.shape = tensor::Shape(std::move(dims));
  return thin;
}

Health HealthOfView(const TensorView& view) {
  return HealthOf(store::DigestOf(view.dtype, view.shape, tensor::ComputeHealth(view)));
}

std::vector<int64_t> Dims(const tensor::Shape& shape) {
  return {shape.dims().begin(), shape.dims().end()};
}

bool IsBad(tensor::DType dtype, const std::byte* at) {
  const std::complex<double> number = tensor::ReadComplex(dtype, at);
  return !std::isfinite(number.real()) || !std::isfinite(number.imag());
}

// The element that each cell shows: the first of its block, or the first bad one of it, which must
// not be lost by thinning out.
std::vector<const std::byte*> Chosen(const TensorView& view, const TensorView& shown,
                                     const std::vector<int64_t>& strides, bool has_bad) {
  std::vector<const std::byte*> cells;
  tensor::ForEachElement(shown, [&](const std::byte* at) { cells.push_back(at); });
  if (!has_bad || shown.shape == view.shape) return cells;
  std::vector<char> is_bad(cells.size(), 0);
  std::vector<int64_t> index(strides.size(), 0);
  tensor::ForEachElement(view, [&](const std::byte* at) {
    size_t cell = 0;
    for (size_t axis = 0; axis < index.size(); ++axis) {
      cell = cell * static_cast<size_t>(shown.shape[static_cast<int>(axis)]) +
             static_cast<size_t>(index[axis] / strides[axis]);
    }
    if (is_bad[cell] == 0 && IsBad(view.dtype, at)) {
      is_bad[cell] = 1;
      cells[cell] = at;
    }
    for (size_t axis = index.size(); axis-- > 0;) {
      if (++index[axis] < view.shape[static_cast<int>(axis)]) break;
      index[axis] = 0;
    }
  });
  return cells;
}

std::string NumbersOf(tensor::DType dtype, const std::vector<const std::byte*>& cells) {
  std::string bytes;
  bytes.reserve(cells.size() * sizeof(double));
  for (const std::byte* const at : cells) {
    const double cell = tensor::ReadDouble(dtype, at);
    char raw[sizeof cell];
    std::memcpy(raw, &cell, sizeof cell);
    bytes.append(raw, sizeof raw);
  }
  return bytes;
}

// A name that every file system takes.
std::string FileName(session::RunView& run, int64_t event, const char* suffix) {
  std::string name = session::FactsOf(run, store::EventId(static_cast<uint32_t>(event))).name;
  for (char& c : name) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       c == '.' || c == '-' || c == '_';
    if (!plain) c = '_';
  }
  return name + suffix;
}

// In quotes where a comma, a quote or a line's end would be misread.
std::string CsvCell(std::string text) {
  if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
  for (size_t at = 0; (at = text.find('"', at)) != std::string::npos; at += 2)
    text.insert(at, 1, '"');
  return '"' + text + '"';
}

}  // namespace

Result<Value> AnswerValue(session::RunView& run, const ValueRequest& request) {
  TDBG_ASSIGN_OR_RETURN(const Sliced sliced, Slice(run, request.event, request.slice));
  Value answer;
  answer.dtype = tensor::Info(sliced.view.dtype).name;
  answer.shape = Dims(sliced.value.shape());
  answer.view = Dims(sliced.view.shape);
  answer.strides = StridesFor(sliced.view.shape, std::clamp<int64_t>(request.most, 1, kMostCells));
  const TensorView shown = Thinned(sliced.view, answer.strides);
  answer.shown = Dims(shown.shape);
  answer.health = HealthOfView(sliced.view);
  const auto cells = Chosen(sliced.view, shown, answer.strides, answer.health.bad.value_or(false));
  if (IsReal(shown.dtype)) answer.cells.data = NumbersOf(shown.dtype, cells);
  if (cells.size() <= kMostTexts) {
    for (const std::byte* const at : cells) {
      answer.texts.push_back(tensor::FormatElement(shown.dtype, at));
    }
  }
  return answer;
}

Result<Histogram> AnswerHistogram(session::RunView& run, const HistogramRequest& request) {
  TDBG_ASSIGN_OR_RETURN(const Sliced sliced, Slice(run, request.event, request.slice));
  if (!IsReal(sliced.view.dtype)) {
    return Unsupported("only real numbers have a histogram; these are " +
                       std::string(tensor::Info(sliced.view.dtype).name));
  }
  const auto bins = static_cast<size_t>(std::clamp<int64_t>(request.bins, 1, kMostBins));
  const tensor::Health health = tensor::ComputeHealth(sliced.view);
  Histogram answer;
  answer.health = HealthOf(store::DigestOf(sliced.view.dtype, sliced.view.shape, health));
  if (health.finite() == 0) return answer;
  answer.low = health.min;
  answer.high = health.max;
  answer.counts.resize(bins);
  // Halved, because the whole range of doubles is wider than a double.
  const double half_width = health.max / 2 - health.min / 2;
  tensor::ForEachElement(sliced.view, [&](const std::byte* at) {
    const double number = tensor::ReadDouble(sliced.view.dtype, at);
    if (!std::isfinite(number)) return;
    const double share = half_width > 0 ? (number / 2 - health.min / 2) / half_width : 0;
    const auto bin = static_cast<size_t>(share * static_cast<double>(bins));
    ++answer.counts[std::min(bin, bins - 1)];
  });
  return answer;
}

Result<BadElement> AnswerBadElement(session::RunView& run, const BadElementRequest& request) {
  TDBG_ASSIGN_OR_RETURN(const Sliced sliced, Slice(run, request.event, request.slice));
  BadElement answer;
  if (!tensor::MayBeBad(sliced.view.dtype)) return answer;
  const bool backwards = request.backwards.value_or(false);
  const int64_t after = request.after.value_or(backwards ? sliced.view.num_elements() : -1);
  int64_t element = 0;
  std::optional<int64_t> found;
  tensor::ForEachElement(sliced.view, [&](const std::byte* at) {
    const bool fits = backwards ? element < after : element > after && !found;
    if (fits && IsBad(sliced.view.dtype, at)) found = element;
    ++element;
  });
  if (!found) return answer;
  answer.element = found;
  answer.index = sliced.view.shape.Unravel(*found);
  answer.text = tensor::FormatElement(sliced.view.dtype, ElementAt(sliced.view, *found));
  return answer;
}

Result<Reply> ExportNpy(session::RunView& run, int64_t event, const std::string& slice) {
  TDBG_ASSIGN_OR_RETURN(const Sliced sliced, Slice(run, event, slice));
  TDBG_ASSIGN_OR_RETURN(std::string bytes, tensor::ToNpy(sliced.view));
  return Reply{200, "application/octet-stream", std::move(bytes), FileName(run, event, ".npy")};
}

Result<Reply> ExportCsv(session::RunView& run, int64_t event, const std::string& slice) {
  TDBG_ASSIGN_OR_RETURN(const Sliced sliced, Slice(run, event, slice));
  const TensorView& view = sliced.view;
  if (view.num_elements() > kMostCsvElements) {
    return Unsupported("a .csv of more than " + std::to_string(kMostCsvElements) +
                       " elements; save a slice of it, or the whole as .npy");
  }
  const int64_t row = view.shape.rank() == 0 ? 1 : view.shape[view.shape.rank() - 1];
  std::string text;
  int64_t element = 0;
  tensor::ForEachElement(view, [&](const std::byte* at) {
    text += CsvCell(tensor::FormatElement(view.dtype, at));
    text += ++element % row == 0 ? '\n' : ',';
  });
  return Reply{200, "text/csv; charset=utf-8", std::move(text), FileName(run, event, ".csv")};
}

}  // namespace tdbg::rpc
