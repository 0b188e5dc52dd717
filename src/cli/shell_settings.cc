#include "cli/shell_settings.h"

#include "cli/user_files.h"

namespace tdbg::cli {

void LoadSettings(view::Workspace& workspace) {
  workspace.version = TDBG_VERSION;
  workspace.settings_path = SettingsPath();
  const auto saved = workspace.files.Read(workspace.settings_path);
  if (saved.ok()) workspace.settings.Load(*saved);
}

}  // namespace tdbg::cli
