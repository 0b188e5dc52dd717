#include "control/debugger_end.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <utility>

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

namespace tdbg::control {
namespace {

constexpr char kFolder[] = "/tdbg-XXXXXX";
constexpr char kSocket[] = "/control";
constexpr size_t kOwnBytes = sizeof kFolder + sizeof kSocket;

// Makes a folder of our own in `parent` and returns its path; "" where that cannot be done.
std::string MakeFolderIn(const char* parent) {
  if (parent == nullptr || *parent != '/') return "";
  std::string path = parent;
  if (path.size() + kOwnBytes > sizeof(sockaddr_un::sun_path)) return "";
  path += kFolder;
  return mkdtemp(path.data()) == nullptr ? "" : path;
}

bool IsOurUser(int fd) {
  ucred peer = {};
  socklen_t size = sizeof peer;
  return getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 && peer.uid == geteuid();
}

}  // namespace

std::vector<Report> Debuggee::Receive(Status* error) {
  line_.Receive();
  std::vector<Report> reports;
  std::string text;
  while (line_.Next(&text)) {
    Result<std::optional<Report>> parsed = ParseReport(text);
    const bool hello = parsed.ok() && *parsed && (*parsed)->kind == Report::Kind::kHello;
    // A word that this debugger does not know changes nothing.
    if (parsed.ok() && !*parsed && greeted_) continue;
    Status status = parsed.status();
    if (parsed.ok() && !hello && !greeted_) {
      status = Corrupt("a process on the control channel did not say hello first");
    } else if (hello && (*parsed)->version != kProtocolVersion) {
      status = Unsupported("process " + std::to_string((*parsed)->pid) + " speaks version " +
                           std::to_string((*parsed)->version) + " of the control channel, not " +
                           std::to_string(kProtocolVersion));
    }
    if (!status.ok()) {
      *error = status;
      Close();
      break;
    }
    greeted_ = true;
    reports.push_back(**std::move(parsed));
  }
  return reports;
}

int64_t Debuggee::Send(const Command& command) {
  const int64_t number = ++last_request_;
  line_.Send(ToLine(Request{.number = number, .command = command}));
  return number;
}

Result<Listener> Listener::Open() {
  Listener listener;
  const char* const parents[] = {std::getenv("XDG_RUNTIME_DIR"), std::getenv("TMPDIR"), "/tmp"};
  for (const char* parent : parents) {
    listener.directory_ = MakeFolderIn(parent);
    if (!listener.directory_.empty()) break;
  }
  if (listener.directory_.empty()) {
    return Unreadable(
        "no folder for the control socket: XDG_RUNTIME_DIR, TMPDIR and /tmp cannot be written, or "
        "have paths that are too long; set TMPDIR to a short path that can be written");
  }
  listener.path_ = listener.directory_ + kSocket;
  sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  std::memcpy(address.sun_path, listener.path_.data(), listener.path_.size());
  listener.fd_ = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (listener.fd_ < 0 ||
      bind(listener.fd_, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0 ||
      chmod(listener.path_.c_str(), 0600) != 0 || listen(listener.fd_, SOMAXCONN) != 0) {
    return Unreadable("cannot listen at " + listener.path_ + ": " + std::strerror(errno));
  }
  return listener;
}

Listener::Listener(Listener&& other) noexcept { *this = std::move(other); }

Listener& Listener::operator=(Listener&& other) noexcept {
  std::swap(directory_, other.directory_);
  std::swap(path_, other.path_);
  std::swap(fd_, other.fd_);
  return *this;
}

Listener::~Listener() {
  if (fd_ >= 0) close(fd_);
  if (directory_.empty()) return;
  unlink(path_.c_str());
  rmdir(directory_.c_str());
}

std::optional<Debuggee> Listener::Accept() {
  for (;;) {
    const int fd = accept4(fd_, nullptr, nullptr, SOCK_CLOEXEC);
    if (fd < 0 && (errno == EINTR || errno == ECONNABORTED)) continue;
    if (fd < 0) return std::nullopt;
    if (IsOurUser(fd)) return Debuggee(SocketLine(fd));
    close(fd);
  }
}

}  // namespace tdbg::control
