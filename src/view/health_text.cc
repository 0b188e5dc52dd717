#include "view/health_text.h"

#include <cstdio>

namespace tdbg::view {
namespace {

template <typename... Args>
std::string Print(const char* format, Args... args) {
  char text[64];
  std::snprintf(text, sizeof(text), format, args...);
  return text;
}

}  // namespace

std::string NumberText(double number) { return Print("%.6g", number); }

std::string TypeText(const store::Digest& digest) {
  if (digest.dtype == tensor::DType::kInvalid) return "";
  std::string text(tensor::Info(digest.dtype).short_name);
  if (digest.shape) return text + digest.shape->ToString();
  return digest.rank ? text + " of rank " + std::to_string(*digest.rank) : text;
}

std::string IndexText(const std::vector<int64_t>& index) {
  return index.empty() ? "" : tensor::Shape(index).ToString();
}

std::string SizeText(int64_t bytes) {
  if (bytes < 1024) return std::to_string(bytes);
  double scaled = static_cast<double>(bytes) / 1024;
  for (const char unit : {'k', 'M', 'G'}) {
    if (scaled < 1024 || unit == 'G') return Print("%.2f%c", scaled, unit);
    scaled /= 1024;
  }
  return "";
}

std::string MillisecondsText(int64_t ns) { return Print("%.3f", static_cast<double>(ns) / 1e6); }

Cell MaybeCell(const std::optional<double>& number) {
  if (!number) return UnknownCell();
  return {NumberText(*number), Style::kPlain, {}, *number};
}

Cell MaybeCell(const std::optional<int64_t>& number) {
  return number ? NumberCell(*number) : UnknownCell();
}

Cell TypeCell(const store::Digest& digest) {
  std::string text = TypeText(digest);
  if (text.empty()) return UnknownCell();
  return {std::move(text), Style::kPlain, {}, std::string(tensor::Info(digest.dtype).name)};
}

Cell ShapeCell(const store::Digest& digest) {
  Cell cell;
  if (digest.shape) {
    cell.datum = std::vector<int64_t>(digest.shape->dims().begin(), digest.shape->dims().end());
  }
  return cell;
}

std::optional<int64_t> BadCount(const store::Digest& digest) {
  if (!digest.nan || !digest.pos_inf || !digest.neg_inf) return std::nullopt;
  return *digest.nan + *digest.pos_inf + *digest.neg_inf;
}

Cell BadCell(const store::Digest& digest) {
  Cell cell;
  const auto add = [&](const std::optional<int64_t>& count, const char* what, Style style) {
    if (count.value_or(0) == 0) return;
    if (cell.text.empty()) cell.style = style;
    cell.text += (cell.text.empty() ? "" : ", ") + std::to_string(*count) + " " + what;
  };
  add(digest.nan, "NaN", Style::kNan);
  add(digest.pos_inf, "+∞", Style::kPosInf);
  add(digest.neg_inf, "−∞", Style::kNegInf);
  if (const auto count = BadCount(digest)) {
    cell.datum = *count;
  } else if (digest.bad) {
    cell.datum = *digest.bad;
    if (*digest.bad && cell.text.empty()) cell = {"bad", Style::kNan, {}, true};
  } else if (cell.text.empty()) {
    return UnknownCell();
  }
  if (!digest.initialized) cell.text = "uninitialised";
  return cell;
}

}  // namespace tdbg::view
