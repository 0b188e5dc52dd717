#include "cli/shell_settings.h"

#include "cli/user_files.h"

namespace tdbg::cli {

void LoadSettings(view::Workspace& workspace) {
  workspace.surface.version = TDBG_VERSION;
  workspace.settings.KeepIn(SettingsPath());
  const auto saved = workspace.surface.files.Read(workspace.settings.path());
  if (saved.ok()) workspace.settings.Load(*saved);
}

}  // namespace tdbg::cli
