// A tensor as a page: what pt, pf, print and eval have in common.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/status.h"
#include "store/digest.h"
#include "tensor/format.h"
#include "view/arguments.h"
#include "view/document.h"
#include "view/ranges.h"
#include "view/settings.h"
#include "view/surface.h"

namespace tdbg::view {

struct ValueOptions {
  bool all = false;      // every element, however many
  bool summary = false;  // counts, min, max, mean, std
  std::optional<Ranges> ranges;
  std::optional<std::string> write_path;  // as .npy

  // Reads those of --all, --numeric_summary, --ranges and --write_path that the command has.
  static Result<ValueOptions> From(const Arguments& arguments);
};

extern const Flag kAllFlag;
extern const Flag kRangesFlag;
extern const Flag kSummaryFlag;
extern const Flag kWriteFlag;

// Adds the value to the page, under whatever it has already said of it.
Status SayValue(const Surface& surface, const Settings& settings, const ShownTensor& shown,
                const ValueOptions& options, Document& page);

// How tensors are printed on this surface; `all`: every element.
tensor::FormatOptions FormatFor(const Surface& surface, const Settings& settings, bool all);

// Counts and moments as tables; one line where there is nothing to summarise.
void SaySummary(const store::Digest& digest, Document& page);

}  // namespace tdbg::view
