#include <algorithm>
#include <cstdio>

#include "cli/exit_status.h"
#include "cli/json_text.h"
#include "cli/progress.h"
#include "cli/subcommands.h"
#include "cli/terminal_text.h"
#include "query/tensor_name.h"
#include "session/session.h"
#include "session/tensor_lookup.h"
#include "tensor/format.h"
#include "tensor/slice.h"

namespace tdbg::cli {
namespace {

struct DumpOptions {
  std::string path;
  std::string tensor;
  std::string run;  // id; empty where there is only one
  bool json = false;
  int64_t max_elements = 100000;  // in JSON; 0 for all
  int precision = 8;
  int64_t threshold = 1000;
  int64_t edge_items = 3;
  int64_t line_width = 75;
};

using session::RunView;
using session::Session;
using store::EventId;
using tensor::TensorView;

// The one event that the user means.
struct Chosen {
  RunView* run = nullptr;
  EventId event;
  std::string name;
  int64_t occurrence = 0;
  int64_t occurrences = 0;
};

Result<Chosen> Choose(Session& session, const DumpOptions& options, const query::TensorName& name) {
  struct Candidate {
    RunView* run;
    session::FoundTensor tensor;
  };
  std::vector<Candidate> candidates;
  bool run_exists = options.run.empty();
  Status mistake = Status::Ok();
  for (RunView& run : session.runs()) {
    if (!options.run.empty() && run.run().id != options.run) continue;
    run_exists = true;
    if (auto found = session::FindTensor(run, name); found.ok()) {
      candidates.push_back({&run, *std::move(found)});
    } else if (mistake.ok()) {
      mistake = found.status();
    }
  }
  if (!run_exists) {
    return NotFound("there is no run " + options.run + " in " + options.path + "; `tdbg info " +
                    options.path + "` lists the runs");
  }
  if (candidates.empty()) {
    return mistake.ok() ? NotFound("no run was recorded in " + options.path) : mistake;
  }
  if (candidates.size() > 1) {
    std::string list;
    for (const Candidate& candidate : candidates) {
      list += (list.empty() ? "" : ", ") + candidate.tensor.name + " of --run " +
              candidate.run->run().id;
    }
    return InvalidArgument(options.tensor + " could be " + list + "; say which");
  }
  const Candidate& found = candidates.front();
  const auto& events = found.tensor.events;
  return Chosen{found.run, found.tensor.event(), found.tensor.name,
                static_cast<int64_t>(found.tensor.chosen), static_cast<int64_t>(events.size())};
}

// As much of the leading rows as `limit` elements allow.
TensorView Shortened(TensorView view, int64_t limit, bool& truncated) {
  std::vector<int64_t> dims(view.shape.dims().begin(), view.shape.dims().end());
  int64_t left = view.num_elements();
  truncated = limit > 0 && left > limit;
  for (size_t axis = 0; truncated && axis < dims.size() && left > limit; ++axis) {
    const int64_t row = left / dims[axis];
    dims[axis] = std::max<int64_t>(1, limit / row);
    left = row * dims[axis];
  }
  view.shape = tensor::Shape(std::move(dims));
  return view;
}

std::string HealthText(const store::Digest& digest) {
  std::string text;
  const auto add = [&](const std::optional<int64_t>& count, const char* what) {
    if (count.value_or(0) == 0) return;
    text += (text.empty() ? "" : ", ") + std::to_string(*count) + " " + what;
  };
  add(digest.nan, "NaN");
  add(digest.pos_inf, "+∞");
  add(digest.neg_inf, "−∞");
  add(digest.negative, "negative");
  add(digest.zero, "zero");
  add(digest.positive, "positive");
  add(digest.subnormal, "subnormal");
  if (digest.min && digest.max) {
    char range[96];
    std::snprintf(range, sizeof(range), "   min %.6g   mean %.6g   max %.6g", *digest.min,
                  digest.mean.value_or(0), *digest.max);
    text += range;
  }
  if (text.empty() && digest.bad) text = *digest.bad ? "holds NaN or ∞" : "all finite";
  return text;
}

std::string TypeText(const store::Digest& digest) {
  if (digest.dtype == tensor::DType::kInvalid) return "";
  std::string text(tensor::Info(digest.dtype).name);
  if (digest.shape) {
    text += digest.shape->ToString();
  } else if (digest.rank) {
    text += " of rank " + std::to_string(*digest.rank);
  }
  return text;
}

void PrintHeader(const Chosen& chosen, const store::Digest& digest) {
  std::string line = Inked(view::Style::kStrong, Printable(chosen.name));
  if (chosen.occurrences > 1) {
    line += " #" + std::to_string(chosen.occurrence) + " of " + std::to_string(chosen.occurrences);
  }
  if (const std::string type = TypeText(digest); !type.empty()) line += "  " + type;
  const auto execution = chosen.run->run().events.execution[chosen.event];
  if (execution.valid()) line += "  execution " + std::to_string(execution.index());
  std::printf("%s\n", line.c_str());
  if (const std::string health = HealthText(digest); !health.empty()) {
    std::printf("%s\n", Inked(view::Style::kFaint, health).c_str());
  }
}

// The tensor, or the part of it that was asked for; nullopt where no values were recorded.
struct Part {
  std::optional<tensor::Value> value;
  TensorView view;
  std::string why_not;
};

Result<Part> ReadPart(const Chosen& chosen, const tensor::Slice& slice) {
  Part part;
  auto value = chosen.run->run().values->ReadValue(chosen.event);
  if (!value.ok()) {
    if (!slice.items.empty()) {
      return Unsupported(chosen.name + " cannot be sliced: " + value.status().message());
    }
    part.why_not = value.status().message();
    return part;
  }
  part.value = *std::move(value);
  part.view = part.value->view();
  TDBG_ASSIGN_OR_RETURN(part.view, tensor::ApplySlice(slice, part.view));
  return part;
}

// "#n" where the name alone would not do.
std::string Occurrence(const Chosen& chosen) {
  return chosen.occurrences > 1 ? "#" + std::to_string(chosen.occurrence) : "";
}

void PrintJson(const Chosen& chosen, const query::TensorName& name, const store::Digest& digest,
               const Part& part, int64_t max_elements) {
  const auto execution = chosen.run->run().events.execution[chosen.event];
  Json shape = nullptr;
  if (part.value) {
    shape = part.view.shape.dims();
  } else if (digest.shape) {
    shape = digest.shape->dims();
  }
  bool truncated = false;
  Json values = nullptr;
  if (part.value) values = JsonValues(Shortened(part.view, max_elements, truncated));
  const Json object = {
      {"run", chosen.run->run().id},
      {"name", chosen.name + Occurrence(chosen) + name.slice},
      {"execution", execution.valid() ? Json(execution.index()) : Json(nullptr)},
      {"dtype", digest.dtype == tensor::DType::kInvalid ? Json(nullptr)
                                                        : Json(tensor::Info(digest.dtype).name)},
      {"shape", std::move(shape)},
      {"health", JsonHealth(digest)},
      {"values", std::move(values)},
      {"truncated", truncated}};
  std::printf("%s\n", ToText(object).c_str());
}

Result<int> Dump(const DumpOptions& options) {
  TDBG_ASSIGN_OR_RETURN(const query::TensorName name, query::ParseTensorName(options.tensor));
  TDBG_ASSIGN_OR_RETURN(const tensor::Slice slice, tensor::ParseSlice(name.slice));
  ProgressLine progress;
  TDBG_ASSIGN_OR_RETURN(const auto session, Session::Open(options.path, progress.callback()));
  TDBG_ASSIGN_OR_RETURN(const Chosen chosen, Choose(*session, options, name));
  TDBG_ASSIGN_OR_RETURN(const Part part, ReadPart(chosen, slice));
  TDBG_ASSIGN_OR_RETURN(store::Digest digest, chosen.run->run().values->ReadDigest(chosen.event));
  if (!slice.items.empty()) {
    digest = store::DigestOf(part.view.dtype, part.view.shape, tensor::ComputeHealth(part.view));
  }
  if (options.json) {
    PrintJson(chosen, name, digest, part, options.max_elements);
    return kExitFine;
  }
  PrintHeader(chosen, digest);
  if (part.value) {
    const tensor::FormatOptions format{options.precision, options.threshold, options.edge_items,
                                       options.line_width};
    std::printf("%s\n", tensor::FormatTensor(part.view, format).c_str());
  } else {
    std::printf("no values: %s\n", Printable(part.why_not).c_str());
  }
  return kExitFine;
}

}  // namespace

Subcommand DumpCommand() {
  auto options = std::make_shared<DumpOptions>();
  return {
      .name = "dump",
      .purpose = "Print a recorded tensor as numpy would",
      .description = {"Prints one tensor of a recording: its type and shape, counts of bad and "
                      "special values, and the values themselves where they were recorded.",
                      "A tensor is named by its op and the number of the output. The graph stands "
                      "before it where several have such an op, the occurrence behind it where the "
                      "op ran several times, and a slice as Python writes it at the end."},
      .options = {RecordingArgument(&options->path),
                  {.name = "--tensor",
                   .value = "NAME",
                   .help = "[graph::]op:slot[#n][slice] or @execution:slot, as 'loss/Log:0[85,:3]'",
                   .target = &options->tensor,
                   .required = true},
                  {.name = "--run",
                   .value = "ID",
                   .help = "Id of the run, where PATH holds several",
                   .target = &options->run},
                  JsonFlag(&options->json),
                  {.name = "--max-elements",
                   .value = "N",
                   .help = "At most so many values in JSON; 0 for all of them",
                   .target = &options->max_elements},
                  {.name = "--precision",
                   .value = "N",
                   .help = "Digits behind the point",
                   .target = &options->precision},
                  {.name = "--threshold",
                   .value = "N",
                   .help = "More elements than this are summarised",
                   .target = &options->threshold},
                  {.name = "--edge-items",
                   .value = "N",
                   .help = "Elements shown at each end of an axis",
                   .target = &options->edge_items},
                  {.name = "--line-width",
                   .value = "N",
                   .help = "Characters in a line",
                   .target = &options->line_width,
                   .least = 1}},
      .statuses = {{"0", "the tensor was printed"}},
      .examples = {{"tdbg dump trace --tensor loss/Log:0", "the first output of that op"},
                   {"tdbg dump trace --tensor 'loss/Log:0#2[85,:3]'",
                    "part of what it gave when it ran for the third time"}},
      .run = [options] { return Dump(*options); },
  };
}

}  // namespace tdbg::cli
