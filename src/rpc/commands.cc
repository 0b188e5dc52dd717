#include "rpc/commands.h"

#include <algorithm>

#include "rpc/facts.h"
#include "rpc/handlers.h"
#include "rpc/opened_trace.h"
#include "view/completion.h"

namespace tdbg::rpc {
namespace {

constexpr size_t kMostClients = 16;
constexpr size_t kMostLines = 2000;
constexpr size_t kMostTableRows = 500;
constexpr size_t kLongestName = 64;

// A page in a browser reads and writes no files of the machine that serves it.
class NoFiles : public view::Files {
 public:
  Result<std::string> Read(const std::string& path) override { return Refused(path); }
  std::vector<std::string> List(const std::string&) override { return {}; }
  Status Write(const std::string& path, std::string_view, bool) override { return Refused(path); }

 private:
  static Status Refused(const std::string& path) {
    return Unsupported("the page does not touch files (" + path +
                       "); save a tensor from its card, or use `tdbg open`");
  }
};

// Several people may look at the same page: none of them ends the program by closing it.
class ProgramOfPage : public session::LiveProgram {
 public:
  explicit ProgramOfPage(session::Target& target) : target_(target) {}

  session::TargetState state() override { return target_.state(); }
  Status Continue(int64_t births) override { return target_.Continue(births); }
  Status Detach() override { return target_.Detach(); }
  Status End() override {
    return Unsupported(
        "the page does not end the program: type `quit` at the terminal where it was started");
  }
  void Ignore(session::IgnoredBirths births) override { target_.Ignore(std::move(births)); }
  void IgnoreNone() override { target_.IgnoreNone(); }
  std::vector<session::IgnoredBirths> ignored() override { return target_.ignored(); }

 private:
  session::Target& target_;
};

Style StyleOf(view::Style style) {
  switch (style) {
    case view::Style::kStrong:
      return Style::kStrong;
    case view::Style::kFaint:
      return Style::kFaint;
    case view::Style::kName:
      return Style::kName;
    case view::Style::kHeading:
      return Style::kHeading;
    case view::Style::kError:
      return Style::kError;
    case view::Style::kWarning:
      return Style::kWarning;
    case view::Style::kNan:
      return Style::kNan;
    case view::Style::kPosInf:
      return Style::kPosInf;
    case view::Style::kNegInf:
      return Style::kNegInf;
    case view::Style::kZero:
      return Style::kZero;
    case view::Style::kHighlight:
      return Style::kHighlight;
    case view::Style::kLineNumber:
      return Style::kLineNumber;
    case view::Style::kPlain:
      break;
  }
  return Style::kPlain;
}

Severity SeverityOf(view::Document::Severity severity) {
  switch (severity) {
    case view::Document::Severity::kFound:
      return Severity::kFound;
    case view::Document::Severity::kError:
      return Severity::kError;
    case view::Document::Severity::kPlain:
      break;
  }
  return Severity::kPlain;
}

Block BlockOf(const view::Text& text) {
  Block block;
  for (const view::Line& line : text.lines) {
    if (block.lines.size() == kMostLines) break;
    TextLine& told = block.lines.emplace_back();
    for (const view::Segment& segment : line.segments) {
      told.segments.push_back({segment.text, StyleOf(segment.style), segment.command});
    }
  }
  return block;
}

Block BlockOf(const view::Table& table) {
  Block block;
  block.num_rows = static_cast<int64_t>(table.num_rows);
  const auto is_shown = [&](size_t i) {
    return table.columns[i].side != view::Column::Side::kNowhere;
  };
  for (size_t i = 0; i < table.columns.size(); ++i) {
    if (!is_shown(i)) continue;
    const view::Column& column = table.columns[i];
    block.columns.push_back(
        {column.key, column.heading, column.side == view::Column::Side::kRight, column.command});
  }
  for (size_t i = 0; i < std::min(table.num_rows, kMostTableRows); ++i) {
    TableRow& row = block.rows.emplace_back();
    const std::vector<view::Cell> cells = table.row(i);
    for (size_t k = 0; k < cells.size(); ++k) {
      if (is_shown(k))
        row.cells.push_back({cells[k].text, StyleOf(cells[k].style), cells[k].command});
    }
  }
  return block;
}

}  // namespace

struct Commands::Client {
  Client(std::string n, session::Session& session, view::Files& files, const Asker& asker)
      : name(std::move(n)), shell(session, files, asker.gone) {
    shell.workspace().surface.version = TDBG_VERSION;
    shell.workspace().surface.pause = [&asker] {
      if (asker.pause) asker.pause();
    };
  }

  std::string name;
  view::Shell shell;
  bool busy = false;
};

Commands::Commands(session::Target& target, session::Session& session, const Asker& asker)
    : session_(session), files_(std::make_unique<NoFiles>()), asker_(asker) {
  if (target.is_living()) program_ = std::make_unique<ProgramOfPage>(target);
}

Commands::~Commands() = default;

Result<Commands::Client*> Commands::ClientOf(const std::string& name) {
  const auto known = std::find_if(clients_.begin(), clients_.end(),
                                  [&](const Client& client) { return client.name == name; });
  if (known != clients_.end()) {
    if (known->busy) return Unsupported("the command before this one still runs");
    clients_.splice(clients_.begin(), clients_, known);
  } else {
    const auto oldest = std::find_if(clients_.rbegin(), clients_.rend(),
                                     [](const Client& client) { return !client.busy; });
    if (clients_.size() >= kMostClients && oldest != clients_.rend()) {
      clients_.erase(std::prev(oldest.base()));
    }
    clients_.emplace_front(name.substr(0, kLongestName), session_, *files_, asker_);
    clients_.front().shell.workspace().program = program_.get();
  }
  return &clients_.front();
}

Status Commands::TurnTo(Client& client, int64_t run) {
  TDBG_ASSIGN_OR_RETURN(const size_t number, RunOf(session_, run));
  client.shell.workspace().position.GoToRun(number);
  return Status::Ok();
}

Result<Document> Commands::Answer(const CommandRequest& request) {
  TDBG_ASSIGN_OR_RETURN(Client* const client, ClientOf(request.client));
  TDBG_RETURN_IF_ERROR(TurnTo(*client, request.run));
  client->busy = true;
  const view::Document page = client->shell.Run(request.line);
  client->busy = false;
  Document answer;
  answer.title = page.title;
  answer.severity = SeverityOf(page.severity);
  for (const view::Block& block : page.blocks) {
    answer.blocks.push_back(std::visit([](const auto& one) { return BlockOf(one); }, block));
  }
  return answer;
}

Result<Completion> Commands::Answer(const CompletionRequest& request) {
  TDBG_ASSIGN_OR_RETURN(Client* const client, ClientOf(request.client));
  TDBG_RETURN_IF_ERROR(TurnTo(*client, request.run));
  const view::Completion found =
      view::Complete(client->shell.workspace(), request.line, request.line.size());
  Completion answer;
  answer.before = request.line.substr(0, found.begin);
  for (const view::Candidate& candidate : found.candidates) {
    if (answer.candidates.size() == kMostTableRows) break;
    answer.candidates.push_back({candidate.text, candidate.description});
  }
  return answer;
}

void Commands::Refreshed() {
  for (Client& client : clients_) client.shell.Refreshed();
}

Result<Document> AnswerCommand(OpenedTrace& trace, const CommandRequest& request) {
  return trace.commands.Answer(request);
}

Result<Completion> AnswerComplete(OpenedTrace& trace, const CompletionRequest& request) {
  return trace.commands.Answer(request);
}

}  // namespace tdbg::rpc
