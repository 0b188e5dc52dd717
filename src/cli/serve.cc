#include <csignal>
#include <cstdio>
#include <cstring>

#include <fcntl.h>
#include <spawn.h>
#include <unistd.h>

#include "cli/end_signals.h"
#include "cli/exit_status.h"
#include "cli/progress.h"
#include "cli/remark.h"
#include "cli/subcommands.h"
#include "cli/terminal_text.h"
#include "rpc/service.h"
#include "server/http_server.h"
#include "session/target/target.h"

namespace tdbg::cli {
namespace {

struct ServeOptions {
  std::string path;
  std::string host = "127.0.0.1";
  int64_t port = -1;  // not given: the usual one, or any that is free
  bool open = false;  // start a browser
};

using session::Target;

void OpenBrowser(const std::string& url, const sigset_t& signals) {
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    posix_spawn_file_actions_addopen(&files, stream, "/dev/null", O_RDWR, 0);
  }
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setsigmask(&attributes, &signals);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
  std::string program = "xdg-open", argument = url;
  char* const words[] = {program.data(), argument.data(), nullptr};
  pid_t child = 0;
  const int error = posix_spawnp(&child, program.c_str(), &files, &attributes, words, environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&files);
  if (error != 0) {
    Remark(std::string("cannot start xdg-open: ") + std::strerror(error) +
           "; open the URL yourself");
  }
}

Result<int> Serve(const ServeOptions& options) {
  TDBG_ASSIGN_OR_RETURN(const auto target, OpenTarget(options.path));
  rpc::Service service(*target);
  server::Options wishes{.host = options.host};
  if (options.port >= 0) wishes.port = static_cast<uint16_t>(options.port);
  std::unique_ptr<server::HttpServer> server;  // declared before `end`, so that a second Ctrl-C
                                               // ends a server that takes long to end
  const EndSignals end;
  TDBG_ASSIGN_OR_RETURN(server, server::HttpServer::Start(wishes, service));
  if (server->is_public()) {
    Remark("others than this machine can reach " + options.host +
           "; what they send and get is not encrypted");
  }
  std::printf("tdbg: serving %s\n%s\n", Printable(options.path).c_str(), server->url().c_str());
  if (std::fflush(stdout) != 0) return Unreadable("cannot write to standard output");
  if (options.open) OpenBrowser(server->url_for_browser(), end.before());
  end.Wait();
  return kExitFine;
}

}  // namespace

Subcommand ServeCommand() {
  auto options = std::make_shared<ServeOptions>();
  return {
      .name = "serve",
      .purpose = "Show a recording in the browser; Ctrl-C ends it",
      .description = {"Prints the URL of a page on the recording. The URL holds a token, without "
                      "which nothing is shown to anybody. A recording that still grows is "
                      "followed."},
      .options = {RecordingArgument(&options->path),
                  {.name = "--port",
                   .value = "N",
                   .help = "Port to listen on, 0 for any; 6066 if not given, or any if that is "
                           "taken",
                   .target = &options->port,
                   .most = 65535},
                  {.name = "--host",
                   .value = "ADDRESS",
                   .help = "Address to listen on; others than 127.0.0.1 let other machines in",
                   .target = &options->host},
                  {.name = "--open",
                   .help = "Open the page in the browser",
                   .target = &options->open}},
      .statuses = {{"0", "it was ended by Ctrl-C"}},
      .examples = {{"tdbg serve trace", "prints the URL to open"},
                   {"tdbg serve --open trace", "opens it, too"}},
      .run = [options] { return Serve(*options); },
  };
}

}  // namespace tdbg::cli
