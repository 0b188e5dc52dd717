#include <filesystem>
#include <fstream>

#include "cli/completion_script.h"
#include "cli/exit_status.h"
#include "cli/manual_page.h"
#include "cli/subcommands.h"

namespace tdbg::cli {
namespace {

Status WriteFile(const std::filesystem::path& path, const std::string& text) {
  std::error_code error;
  std::filesystem::create_directories(path.parent_path(), error);
  if (error)
    return Unreadable(path.parent_path().string() + ": cannot be made: " + error.message());
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  if (!file) return Unreadable(path.string() + ": cannot be written");
  return Status::Ok();
}

Result<int> Generate(const std::string& folder) {
  const std::filesystem::path share = folder;
  const std::vector<Subcommand> subcommands = Subcommands();
  const std::filesystem::path manual = share / "man/man1";
  TDBG_RETURN_IF_ERROR(WriteFile(manual / "tdbg.1", ManualPage(subcommands)));
  for (const Subcommand& subcommand : subcommands) {
    const std::string name = "tdbg-" + subcommand.name + ".1";
    TDBG_RETURN_IF_ERROR(WriteFile(manual / name, ManualPage(subcommand)));
  }
  TDBG_RETURN_IF_ERROR(
      WriteFile(share / "bash-completion/completions/tdbg", BashCompletion(subcommands)));
  TDBG_RETURN_IF_ERROR(WriteFile(share / "zsh/site-functions/_tdbg", ZshCompletion(subcommands)));
  TDBG_RETURN_IF_ERROR(
      WriteFile(share / "fish/vendor_completions.d/tdbg.fish", FishCompletion(subcommands)));
  return kExitFine;
}

}  // namespace

Subcommand GenerateCommand() {
  auto folder = std::make_shared<std::string>();
  return {
      .name = "generate",
      .purpose = "Write the manual pages, and completions for bash, zsh and fish",
      .description = {"Writes man/man1, bash-completion/completions, zsh/site-functions and "
                      "fish/vendor_completions.d below a directory. 'make install' does this for "
                      "PREFIX/share, where man and the shells look by themselves."},
      .options = {{.name = "DIRECTORY",
                   .value = "DIRECTORY",
                   .help = "Where to write; made if it is missing",
                   .target = folder.get(),
                   .required = true}},
      .statuses = {{"0", "all was written"}},
      .examples = {{"tdbg generate ~/.local/share", "for yourself"}},
      .run = [folder] { return Generate(*folder); },
  };
}

}  // namespace tdbg::cli
