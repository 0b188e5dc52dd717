#include <csignal>
#include <cstdio>
#include <cstring>

#include <fcntl.h>
#include <spawn.h>
#include <unistd.h>

#include "cli/commands.h"
#include "cli/end_signals.h"
#include "cli/exit_status.h"
#include "cli/progress.h"
#include "cli/remark.h"
#include "cli/terminal_text.h"
#include "rpc/service.h"
#include "server/http_server.h"
#include "session/session.h"

namespace tdbg::cli {
namespace {

using session::Session;

// The line of progress is gone before the URL comes.
Result<std::unique_ptr<Session>> OpenSession(const std::string& path) {
  ProgressLine progress;
  return Session::Open(path, progress.callback());
}

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

}  // namespace

Result<int> RunServe(const ServeOptions& options) {
  TDBG_ASSIGN_OR_RETURN(auto session, OpenSession(options.path));
  rpc::Service service(std::move(session));
  server::Options wishes{.host = options.host};
  if (options.port >= 0) wishes.port = static_cast<uint16_t>(options.port);
  std::unique_ptr<server::HttpServer> server;  // ends after `end`: a second Ctrl-C is heard
  const EndSignals end;
  TDBG_ASSIGN_OR_RETURN(server, server::HttpServer::Start(wishes, service));
  if (server->is_public()) {
    Remark("others than this machine can reach " + options.host +
           "; what they send and get is not encrypted");
  }
  std::printf("tdbg: serving %s\n%s\n", Printable(options.path).c_str(), server->url().c_str());
  if (std::fflush(stdout) != 0) return Unreadable("cannot write to standard output");
  if (options.open) OpenBrowser(server->url(), end.before());
  end.Wait();
  return kExitFine;
}

}  // namespace tdbg::cli
