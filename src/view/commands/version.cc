#include "view/command_table.h"

namespace tdbg::view {
namespace {

Result<Document> Version(Workspace& workspace, const Arguments&) {
  Document page = Document::Of("tdbg " + workspace.surface.version);
  for (const session::RunView& run : workspace.position.session().runs()) {
    const store::Run& recorded = run.run();
    if (recorded.framework.empty()) continue;
    page.Say("run " + recorded.id + " was recorded by " + recorded.framework +
             (recorded.framework_version.empty() ? "" : " " + recorded.framework_version));
  }
  return page;
}

}  // namespace

Command VersionCommand() {
  return {
      .name = "version",
      .aliases = {"ver"},
      .topic = Topic::kPrompt,
      .summary = "say which tdbg this is, and what wrote the recording",
      .run = Version,
  };
}

}  // namespace tdbg::view
