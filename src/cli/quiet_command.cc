#include "cli/quiet_command.h"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <unistd.h>

#include "cli/program_status.h"

extern char** environ;

namespace tdbg::cli {
namespace {

struct Pipe {
  int ends[2] = {-1, -1};

  bool Open() { return pipe2(ends, O_CLOEXEC) == 0; }
  void CloseWriting() { Close(ends[1]); }
  ~Pipe() {
    Close(ends[0]);
    Close(ends[1]);
  }

 private:
  static void Close(int& fd) {
    if (fd >= 0) close(fd);
    fd = -1;
  }
};

// Both at once: a command that fills one of them must not wait for a reader of the other.
void ReadBoth(const Pipe& out, const Pipe& err, CommandOutput& output) {
  pollfd waiting[] = {{out.ends[0], POLLIN, 0}, {err.ends[0], POLLIN, 0}};
  std::string* const texts[] = {&output.out, &output.err};
  while (waiting[0].fd >= 0 || waiting[1].fd >= 0) {
    if (poll(waiting, 2, -1) < 0 && errno != EINTR) return;
    for (int i = 0; i < 2; ++i) {
      if (waiting[i].fd < 0 || waiting[i].revents == 0) continue;
      char bytes[4096];
      const ssize_t n = read(waiting[i].fd, bytes, sizeof(bytes));
      if (n > 0) texts[i]->append(bytes, static_cast<size_t>(n));
      if (n == 0 || (n < 0 && errno != EINTR)) waiting[i].fd = -1;
    }
  }
}

}  // namespace

Result<CommandOutput> RunQuietly(const std::vector<std::string>& words) {
  std::vector<char*> argv;
  for (const std::string& word : words) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  Pipe out, err;
  if (!out.Open() || !err.Open()) {
    return Unreadable("cannot start " + words[0] + ": " + std::strerror(errno));
  }
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, out.ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, err.ends[1], STDERR_FILENO);
  pid_t pid = -1;
  const int failure = posix_spawnp(&pid, argv[0], &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (failure != 0) {
    return NotFound("cannot start " + words[0] + ": " + std::strerror(failure));
  }
  out.CloseWriting();
  err.CloseWriting();
  CommandOutput output;
  ReadBoth(out, err, output);
  output.status = WaitFor(pid);
  return output;
}

}  // namespace tdbg::cli
