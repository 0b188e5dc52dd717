#include "importers/tfdbg1/tfdbg1_importer.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <set>
#include <system_error>
#include <utility>

#include "importers/tfdbg1/core_metadata.h"
#include "importers/tfdbg1/dump_values.h"
#include "importers/tfdbg1/event_file.h"

namespace tdbg::importers::tfdbg1 {

using store::ExecutionId;

Tfdbg1Importer::Tfdbg1Importer(std::string directory, std::string shown_prefix, store::Trace& trace)
    : directory_(std::move(directory)),
      trace_(trace),
      losses_(trace.losses, std::move(shown_prefix)),
      files_(std::make_shared<DumpFiles>(directory_)),
      watches_(std::make_shared<WatchTable>()),
      digests_(std::make_shared<DigestTable>()),
      scan_(
          *files_,
          [this](const std::string& path, const Problem& problem) {
            losses_.Report(path, problem);
          },
          [this](const std::string& path) { losses_.Forget(path); }) {}

Status Tfdbg1Importer::Update(const Progress& progress) {
  TDBG_ASSIGN_OR_RETURN(Found found, scan_.FindNew());
  if (run_ == nullptr) MakeRun();
  run_->changes.Begin(run_->events.size(), run_->executions.size());
  while (roots_.size() < scan_.num_roots()) roots_.emplace_back(scan_.root_path(roots_.size()));
  ReadAllMetadata(std::move(found.metadata));
  ReadAllInfos(std::move(found.infos));
  ReadAllGraphs(std::move(found.graphs));
  ReadAllTensors(found.tensors, progress);
  return Status::Ok();
}

void Tfdbg1Importer::MakeRun() {
  trace_.runs.push_back(std::make_unique<store::Run>(store::Format::kTfdbg1));
  run_ = trace_.runs.back().get();
  run_->id = std::filesystem::path(directory_).filename().string();
  run_->framework = "tensorflow";
  run_->values = std::make_unique<DumpValues>(*run_, files_, watches_, digests_);
}

bool Tfdbg1Importer::HasGrown(uint32_t file, uint64_t size) const {
  std::error_code error;
  const auto now = std::filesystem::file_size(JoinPath(directory_, files_->path(file)), error);
  return !error && now != size;
}

Result<MappedFile> Tfdbg1Importer::Open(uint32_t file) {
  ++run_->records;
  losses_.Forget(files_->path(file));
  auto mapped = files_->Open(file);
  if (!mapped.ok()) {
    losses_.Report(files_->path(file), {"unreadable_file", -1, mapped.status().message()});
  } else if (const auto hole = mapped->hole_at()) {
    losses_.Report(files_->path(file),
                   {"sparse_file", static_cast<int64_t>(*hole),
                    "a huge file of which most was never written: nothing is read from here on"});
  }
  return mapped;
}

void Tfdbg1Importer::ReadAllMetadata(std::vector<FoundMetadata> found) {
  for (const auto& [again, size, execution] : std::exchange(unfinished_metadata_, {})) {
    if (HasGrown(again.file, size)) {
      ReadMetadata(again, execution);
    } else {
      unfinished_metadata_.push_back({again, size, execution});
    }
  }
  std::sort(found.begin(), found.end(), [](const FoundMetadata& a, const FoundMetadata& b) {
    return std::pair(a.name.time_us, a.name.session_run_index) <
           std::pair(b.name.time_us, b.name.session_run_index);
  });
  for (const FoundMetadata& metadata : found) {
    const ExecutionId id = run_->executions.Append({});
    roots_[metadata.root].AddExecution(
        {metadata.name.time_us, metadata.name.session_run_index, id});
    ReadMetadata(metadata, id);
  }
}

void Tfdbg1Importer::ReadMetadata(const FoundMetadata& found, ExecutionId id) {
  store::Execution& execution = run_->executions[id];
  run_->changes.Note(id);
  execution.time_ns = found.name.time_us * 1000;
  execution.session_run_index = found.name.session_run_index;
  execution.fetches_text = roots_[found.root].fetches_text;
  execution.feeds_text = roots_[found.root].feeds_text;
  run_->ExtendTime(execution.time_ns);

  const auto mapped = Open(found.file);
  const std::string_view bytes = mapped.ok() ? mapped->bytes() : std::string_view();
  const EventFile event = ParseEventFile(bytes);
  const auto report = [&](const Problem& problem) {
    losses_.Report(files_->path(found.file), problem);
  };
  if (event.damaged_at >= 0 || event.message.empty()) {
    if (mapped.ok()) report({"bad_event", event.damaged_at, "the file ends early or is damaged"});
    unfinished_metadata_.push_back({found, bytes.size(), id});
    return;
  }
  // The runtime takes the time in the file and that in its name some microseconds apart.
  constexpr double kBetweenLooksUs = 1e6;
  if (!(std::abs(event.wall_time_us - static_cast<double>(found.name.time_us)) < kBetweenLooksUs)) {
    report({"wrong_time", -1, "the time in the file is not the one in its name"});
  }
  if (event.strange_at >= 0) {
    report(
        {"unknown_field", event.strange_at, "the file has a field that the runtime never writes"});
  }
  CoreMetadata metadata;
  const int64_t message_at = event.message.data() - bytes.data();
  if (const Status status = ParseCoreMetadata(event.message, metadata); !status.ok()) {
    report({"bad_metadata", message_at, status.message()});
  } else if (metadata.session_run_index != found.name.session_run_index) {
    report({"bad_metadata", message_at, "the session's run index is not the one in the file name"});
  }
  const auto intern = [&](const std::vector<std::string>& names, std::vector<StringId>& ids) {
    for (const std::string& name : names) ids.push_back(run_->strings.Intern(name));
  };
  execution.executor_step_index = metadata.executor_step_index;
  execution.global_step = metadata.global_step;
  intern(metadata.input_names, execution.feeds);
  intern(metadata.output_names, execution.fetches);
  intern(metadata.target_nodes, execution.targets);
  roots_[found.root].ExecutionIsKnown(id);
}

void Tfdbg1Importer::ReadAllInfos(std::vector<FoundInfo> found) {
  for (const auto& [again, size, execution] : std::exchange(unfinished_infos_, {})) {
    if (HasGrown(again.file, size)) {
      found.push_back(again);
    } else {
      unfinished_infos_.push_back({again, size, execution});
    }
  }
  for (const FoundInfo& info : found) ReadInfo(info);
}

void Tfdbg1Importer::ReadInfo(const FoundInfo& found) {
  const auto mapped = Open(found.file);
  if (!mapped.ok()) return;
  const EventFile event = ParseEventFile(mapped->bytes());
  if (event.damaged_at >= 0 || event.strange_at >= 0 || event.message.empty()) {
    losses_.Report(files_->path(found.file),
                   {"bad_event", std::max(event.damaged_at, event.strange_at),
                    "the text on what was fed or fetched is damaged or missing"});
    unfinished_infos_.push_back({found, mapped->bytes().size(), {}});
  }
  DumpRoot& root = roots_[found.root];
  const StringId text = run_->strings.Intern(event.message);
  (found.of_feeds ? root.feeds_text : root.fetches_text) = text;
  for (const DumpRoot::Execution& entry : root.executions()) {
    store::Execution& execution = run_->executions[entry.id];
    (found.of_feeds ? execution.feeds_text : execution.fetches_text) = text;
    run_->changes.Note(entry.id);
  }
}

void Tfdbg1Importer::ReadAllGraphs(std::vector<FoundGraph> found) {
  for (const auto& [again, size, execution] : std::exchange(unfinished_graphs_, {})) {
    if (HasGrown(again.file, size)) {
      found.push_back(again);
    } else {
      unfinished_graphs_.push_back({again, size, execution});
    }
  }
  std::sort(found.begin(), found.end(), [](const FoundGraph& a, const FoundGraph& b) {
    return std::pair(a.time_us, a.file) < std::pair(b.time_us, b.file);
  });
  std::set<uint32_t> roots;
  for (const FoundGraph& graph : found) {
    ReadGraph(graph);
    roots.insert(graph.root);
  }
  for (const uint32_t root : roots) roots_[root].LinkTransfers(*run_);
}

void Tfdbg1Importer::ReadGraph(const FoundGraph& found) {
  const auto mapped = Open(found.file);
  const std::string_view bytes = mapped.ok() ? mapped->bytes() : std::string_view();
  const std::string path = files_->path(found.file);
  DumpRoot& root = roots_[found.root];
  // The device's tensors may have come before the first of its graphs.
  const store::GraphId bare =
      run_->graphs.FindGraph(run_->strings.Find(root.PathOf(found.device_directory)));
  if (bare.valid()) {
    run_->graphs.Rename(bare, run_->strings.Intern(path));
    ++run_->changes.moved;
  }
  GraphFile graph =
      ReadGraphFile(bytes, path, found.device_directory, found.time_us, *run_, *watches_);
  if (mapped.ok()) {
    for (const Problem& problem : graph.problems) losses_.Report(path, problem);
  }
  if (graph.unfinished) unfinished_graphs_.push_back({found, bytes.size(), {}});
  run_->graphs.Changed(graph.graph);
  root.device(found.device_directory).AddGraph(std::move(graph), *run_);
}

void Tfdbg1Importer::ReadAllTensors(const std::vector<FoundTensor>& found,
                                    const Progress& progress) {
  TensorBatch batch(*run_, *files_, *digests_, *watches_, roots_, losses_);
  for (const UnfinishedTensor& tensor : std::exchange(unfinished_tensors_, {})) {
    if (HasGrown(tensor.found.file, tensor.size)) {
      batch.ReadAgain(tensor);
      ++run_->records;
    } else {
      batch.Keep(tensor);
    }
  }
  constexpr size_t kBetweenNotices = 256;
  for (size_t i = 0; i < found.size(); ++i) {
    if (progress && i % kBetweenNotices == 0) progress(i, found.size());
    batch.Read(found[i]);
  }
  run_->records += found.size();
  if (progress) progress(found.size(), found.size());
  unfinished_tensors_ = batch.Append();
}

}  // namespace tdbg::importers::tfdbg1
