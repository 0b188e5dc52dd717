#include "view/value_page.h"

#include <cmath>
#include <cstdio>

#include "base/printable.h"
#include "tensor/health.h"
#include "tensor/npy.h"
#include "view/health_text.h"
#include "view/tensor_lines.h"

namespace tdbg::view {
namespace {

using tensor::TensorView;
using Side = Column::Side;

// Numpy's own width, so that text in a file can be compared with what Python prints.
constexpr int64_t kFileWidth = 75;

std::string Percent(int64_t part, int64_t whole) {
  char text[32];
  std::snprintf(text, sizeof(text), "%.2f%%",
                whole == 0 ? 0.0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole));
  return text;
}

// A row of one table: name and number of each column that says something.
struct Numbers {
  std::vector<Column> columns;
  std::vector<Cell> cells;

  void Add(const char* key, const char* heading, Cell cell, bool shown) {
    columns.push_back({key, heading, shown ? Side::kRight : Side::kNowhere});
    cells.push_back(std::move(cell));
  }
  Table ToTable(const char* name) { return FixedTable(name, std::move(columns), {cells}); }
};

void SayBooleans(const store::Digest& digest, Document& page) {
  Numbers counts;
  counts.Add("false", "False", MaybeCell(digest.zero), true);
  counts.Add("true", "True", MaybeCell(digest.positive), true);
  counts.Add("total", "total", MaybeCell(digest.elements), true);
  page.Show(counts.ToTable("counts"));
}

}  // namespace

const Flag kAllFlag = {"-a", "--all", "", "print every element, however many there are"};
const Flag kRangesFlag = {"-r", "--ranges", "RANGES",
                          "mark elements in [low, high], in a list of such, or nan"};
const Flag kSummaryFlag = {"-s", "--numeric_summary", "",
                           "count NaN, infinities, signs and zeros; min, max, mean, std"};
const Flag kWriteFlag = {"-w", "--write_path", "FILE", "write the value to FILE, as .npy",
                         Kind::kPath};

Result<ValueOptions> ValueOptions::From(const Arguments& arguments) {
  ValueOptions options;
  options.all = arguments.Has("--all");
  options.summary = arguments.Has("--numeric_summary");
  options.write_path = arguments.Value("--write_path");
  if (const auto ranges = arguments.Value("--ranges")) {
    TDBG_ASSIGN_OR_RETURN(options.ranges, ParseRanges(*ranges));
  }
  return options;
}

tensor::FormatOptions FormatFor(const Surface& surface, const Settings& settings, bool all) {
  tensor::FormatOptions options;
  options.threshold = all ? INT64_MAX : settings.Get("threshold");
  options.edge_items = settings.Get("edge_items");
  options.precision = static_cast<int>(settings.Get("precision"));
  options.line_width = surface.terminal ? static_cast<int64_t>(surface.columns) - 1 : kFileWidth;
  return options;
}

void SaySummary(const store::Digest& digest, Document& page) {
  if (digest.elements.value_or(1) == 0) {
    page.Say("no elements, so nothing to summarise", Style::kFaint);
    return;
  }
  if (!tensor::HasNumbers(digest.dtype) || !digest.elements) {
    page.Say("no summary: elements of type " + std::string(tensor::Info(digest.dtype).name) +
                 " are no numbers",
             Style::kFaint);
    return;
  }
  if (digest.dtype == tensor::DType::kBool) return SayBooleans(digest, page);
  Numbers counts;
  const auto add = [&](const char* key, const char* heading, const std::optional<int64_t>& count,
                       Style style) {
    Cell cell = MaybeCell(count);
    cell.style = style;
    counts.Add(key, heading, std::move(cell), count.value_or(0) != 0);
  };
  add("nan", "NaN", digest.nan, Style::kNan);
  add("neg_inf", "−∞", digest.neg_inf, Style::kNegInf);
  add("negative", "−", digest.negative, Style::kPlain);
  add("zero", "0", digest.zero, Style::kPlain);
  add("positive", "+", digest.positive, Style::kPlain);
  add("pos_inf", "+∞", digest.pos_inf, Style::kPosInf);
  add("subnormal", "subnormal", digest.subnormal, Style::kFaint);
  counts.Add("total", "total", MaybeCell(digest.elements), true);
  page.Show(counts.ToTable("counts"));

  const auto finite = [](const std::optional<double>& number) {
    return number && !std::isnan(*number);
  };
  if (!finite(digest.min) && !finite(digest.l2)) return;
  Numbers moments;
  const auto moment = [&](const char* key, const std::optional<double>& number) {
    moments.Add(key, key, MaybeCell(number), finite(number));
  };
  moment("min", digest.min);
  moment("max", digest.max);
  moment("mean", digest.mean);
  moment("std",
         digest.variance ? std::optional<double>(std::sqrt(*digest.variance)) : std::nullopt);
  moment("l2", digest.l2);
  page.Show(moments.ToTable("moments"));
}

Status SayValue(const Surface& surface, const Settings& settings, const ShownTensor& shown,
                const ValueOptions& options, Document& page) {
  const TensorView& view = shown.view;
  if (options.ranges) {
    TDBG_ASSIGN_OR_RETURN(const int64_t count, CountInRanges(view, *options.ranges));
    const int64_t all = view.num_elements();
    page.Say(std::to_string(count) + " of " + Counted(all, "element") + " marked (" +
             Percent(count, all) + ")");
  }
  if (options.write_path) {
    TDBG_ASSIGN_OR_RETURN(const std::string bytes, tensor::ToNpy(view));
    TDBG_RETURN_IF_ERROR(surface.files.Write(*options.write_path, bytes, false));
    page.Say("wrote " + std::to_string(bytes.size()) + " bytes to " + *options.write_path,
             Style::kFaint);
  }
  if (options.summary) {
    SaySummary(store::DigestOf(view.dtype, view.shape, tensor::ComputeHealth(view)), page);
  }
  page.tensor = shown;
  for (Line& line : TensorLines(view, FormatFor(surface, settings, options.all), options.ranges)) {
    page.Say(std::move(line));
  }
  return Status::Ok();
}

}  // namespace tdbg::view
