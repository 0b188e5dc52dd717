#include "session/source_index.h"
#include "view/command_table.h"

namespace tdbg::view {
namespace {

using session::SourceIndex;
using Side = Column::Side;

std::vector<Cell> Row(const store::Run& run, const SourceIndex::File& file,
                      const session::SourceCounts& counts) {
  const int64_t lines = run.sources[file.id].num_lines;
  return {TextCell(file.path, Style::kName, "ps " + std::string(file.path)),
          lines > 0 ? NumberCell(lines) : UnknownCell(),
          NumberCell(counts.ops),
          NumberCell(counts.executions),
          NumberCell(counts.tensors),
          NumberCell(counts.events),
          NumberCell(counts.bad_ops, counts.bad_ops > 0 ? Style::kError : Style::kPlain)};
}

Result<Document> ListSource(Workspace& workspace, const Arguments& arguments) {
  session::RunView& run = workspace.position.run();
  TDBG_ASSIGN_OR_RETURN(const auto paths,
                        session::Pattern::Compile(arguments.Value("--path_filter")));
  TDBG_ASSIGN_OR_RETURN(const auto nodes,
                        session::Pattern::Compile(arguments.Value("--node_name_filter")));
  const std::vector<SourceIndex::File>& files = run.sources().files();
  // The mistake of asking for a file says why there are none.
  if (files.empty()) return session::FindSource(run, "").status();
  Document page =
      Document::Of("source files that made ops, each counted in every file of its stack");
  for (const bool users : {true, false}) {
    std::vector<std::vector<Cell>> rows;
    for (const SourceIndex::File& file : files) {
      if (file.users != users || !paths.Fits(file.path)) continue;
      const session::SourceCounts counts = session::CountMade(run, file, nodes);
      if (counts.ops + counts.executions > 0) rows.push_back(Row(run.run(), file, counts));
    }
    if (!users && rows.empty()) continue;
    page.Say("").Say(users ? "the program's own:" : "of libraries:", Style::kStrong);
    if (rows.empty()) page.Say("  none", Style::kFaint);
    page.Show(FixedTable(users ? "sources" : "library_sources",
                         {{"path", "file"},
                          {"lines", "lines", Side::kRight},
                          {"nodes", "ops", Side::kRight},
                          {"executions", "executions", Side::kRight},
                          {"tensors", "tensors", Side::kRight},
                          {"dumps", "recorded", Side::kRight},
                          {"bad", "bad", Side::kRight}},
                         std::move(rows)));
  }
  return page;
}

}  // namespace

Command ListSourceCommand() {
  return {
      .name = "list_source",
      .aliases = {"ls"},
      .topic = Topic::kSource,
      .summary = "list the source files that made ops",
      .flags = {{"-p", "--path_filter", "REGEX", "only files whose path matches", Kind::kSource},
                {"-n", "--node_name_filter", "REGEX", "count only ops whose name matches",
                 Kind::kNode}},
      .details =
          "A file made an op if it stands anywhere in the stack that created it, so one op "
          "counts in several files. bad counts ops that made a NaN or an infinity.",
      .examples = {"ls", "ls -p train", "ls -n ^loss/"},
      .run = ListSource,
  };
}

}  // namespace tdbg::view
