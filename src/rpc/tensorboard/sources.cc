#include "rpc/tensorboard/answers.h"
#include "rpc/tensorboard/wording.h"

namespace tdbg::rpc::tensorboard {
namespace {

using store::FrameId;
using store::SourceFileId;

// The source files whose record could be read, in the order of the recording.
std::vector<SourceFileId> NumberedSources(const store::Run& run) {
  std::vector<SourceFileId> sources;
  for (const SourceFileId id : Ids<SourceFileId>(run.sources.size())) {
    if (run.sources[id].path.valid()) sources.push_back(id);
  }
  return sources;
}

Json FrameRow(const store::Run& run, const store::Frame& frame) {
  const store::SourceFile file = frame.file.valid() ? run.sources[frame.file] : store::SourceFile();
  return {HostName(run, file.host), run.strings[file.path], frame.line,
          run.strings[frame.function]};
}

}  // namespace

Result<std::string> AnswerSourceList(NumberedRun& numbered, const Parameters&) {
  const store::Run& run = numbered.run();
  Json list = Json::array();
  for (const SourceFileId id : NumberedSources(run)) {
    list.push_back({HostName(run, run.sources[id].host), run.strings[run.sources[id].path]});
  }
  return ToText(list);
}

Result<std::string> AnswerSourceFile(NumberedRun& numbered, const Parameters& parameters) {
  const store::Run& run = numbered.run();
  if (!parameters.contains("index")) {
    return InvalidArgument("index is not provided for source file content");
  }
  TDBG_ASSIGN_OR_RETURN(const int64_t index, ParseNumber(parameters, "index", 0));
  const std::vector<SourceFileId> sources = NumberedSources(run);
  const auto count = static_cast<int64_t>(sources.size());
  if (index < -count || index >= count) {
    return InvalidArgument("Not found: There is no source-code file at index " +
                           std::to_string(index));
  }
  // As in Python, a negative index counts from the end.
  const SourceFileId id = sources[static_cast<size_t>(index < 0 ? index + count : index)];
  const auto lines = run.values->ReadSource(id);
  return ToText({{"host_name", HostName(run, run.sources[id].host)},
                 {"file_path", run.strings[run.sources[id].path]},
                 {"lines", lines.ok() ? *lines : std::vector<std::string>()}});
}

Result<std::string> AnswerStackFrames(NumberedRun& numbered, const Parameters& parameters) {
  const store::Run& run = numbered.run();
  const auto ids = parameters.find("stack_frame_ids");
  if (ids == parameters.end()) return InvalidArgument("Missing stack_frame_ids parameter");
  if (ids->second.empty()) return InvalidArgument("Empty stack_frame_ids parameter");
  Json rows = Json::array();
  std::string_view rest = ids->second;
  for (bool more = true; more;) {
    const size_t comma = rest.find(',');
    const std::string_view id = rest.substr(0, comma);
    const FrameId frame = numbered.FindFrame(id);
    if (!frame.valid() || !run.stacks.frame(frame).recorded) {
      return InvalidArgument("Not found: Cannot find stack frame with ID " + std::string(id));
    }
    rows.push_back(FrameRow(run, run.stacks.frame(frame)));
    more = comma != rest.npos;
    if (more) rest.remove_prefix(comma + 1);
  }
  return ToText({{"stack_frames", rows}});
}

}  // namespace tdbg::rpc::tensorboard
