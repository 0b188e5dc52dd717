// Whatever an answer offers to type, in its "next" lines and behind its names, is answered when it
// is typed: for each answer of the golden sessions, and for the report on each birth.
#include <algorithm>
#include <atomic>
#include <fstream>
#include <set>

#include <gtest/gtest.h>

#include "fixture_path.h"
#include "noted_program.h"
#include "session/birth_facts.h"
#include "view/birth_page.h"
#include "view/command_line.h"
#include "view/line_stream.h"
#include "view/shell.h"

namespace tdbg::view {
namespace {

namespace fs = std::filesystem;

constexpr size_t kMostRows = 4;  // of a table, from either end

void AddLinks(const Line& line, std::set<std::string>& links) {
  for (const Segment& segment : line.segments) links.insert(segment.command);
}

void AddLinks(const Table& table, std::set<std::string>& links) {
  for (const Column& column : table.columns) links.insert(column.command);
  for (size_t i = 0; i < table.num_rows; ++i) {
    if (i >= kMostRows && i + kMostRows < table.num_rows) continue;
    for (const Cell& cell : table.row(i)) links.insert(cell.command);
  }
}

std::set<std::string> LinksOf(const Document& document) {
  std::set<std::string> links;
  for (const Block& block : document.blocks) {
    if (const auto* text = std::get_if<Text>(&block)) {
      for (const Line& line : text->lines) AddLinks(line, links);
    } else {
      AddLinks(std::get<Table>(block), links);
    }
  }
  links.erase("");
  return links;
}

// What is wrong with the answer; "" where it is one.
std::string Mistake(Shell& shell, const std::string& line) {
  const Document answer = shell.Run(line);
  return answer.severity == Document::Severity::kError ? PlainText(answer) : "";
}

struct GoldenSession {
  fs::path recording;
  std::vector<std::string> lines;  // as typed
};

std::string Real(std::string text) {
  const std::pair<const char*, fs::path> places[] = {
      {"$SHARED", tests::SharedFolder()}, {"$FIXTURES", tests::OwnFixture("")}, {"$TMP", "tmp"}};
  for (const auto& [name, place] : places) {
    for (size_t at; (at = text.find(name)) != text.npos;) {
      text.replace(at, std::string_view(name).size(), place.string());
    }
  }
  return text;
}

GoldenSession ReadGolden(const fs::path& path) {
  constexpr std::string_view kHead = "# tdbg open ", kPrompt = "tdbg> ";
  GoldenSession session;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    if (session.recording.empty() && line.starts_with(kHead)) {
      const std::string place = line.substr(kHead.size());
      session.recording = place.starts_with("$") ? fs::path(Real(place)) : tests::OwnFixture(place);
    } else if (line.starts_with(kPrompt)) {
      session.lines.push_back(Real(line.substr(kPrompt.size())));
    }
  }
  return session;
}

std::vector<fs::path> GoldenFiles() {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(fs::path(TDBG_SOURCE_DIR) / "tests" / "golden")) {
    if (entry.path().extension() == ".txt") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

class GoldenLinks : public testing::TestWithParam<fs::path> {};

TEST_P(GoldenLinks, AreAnswered) {
  const GoldenSession golden = ReadGolden(GetParam());
  if (!fs::exists(golden.recording)) GTEST_SKIP() << golden.recording << " is not there";
  auto session = session::Session::Open(golden.recording, {});
  ASSERT_TRUE(session.ok()) << session.status().message();
  tests::NoFiles files;
  const std::atomic<bool> stop = false;
  for (size_t typed = 0; typed <= golden.lines.size(); ++typed) {
    Shell shell(**session, files, stop);
    Document answer = shell.Opening();
    for (size_t i = 0; i < typed; ++i) {
      for (const std::string& command : SplitCommands(golden.lines[i])) answer = shell.Run(command);
    }
    for (const std::string& link : LinksOf(answer)) {
      EXPECT_EQ(Mistake(shell, link), "")
          << "`" << link << "`, behind: " << (typed == 0 ? "" : golden.lines[typed - 1]);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Sessions, GoldenLinks, testing::ValuesIn(GoldenFiles()),
                         [](const auto& file) { return file.param.stem().string(); });

class ReportLinks : public testing::TestWithParam<const char*> {};

TEST_P(ReportLinks, AreAnsweredWhileTheProgramIsHeld) {
  auto session = session::Session::Open(tests::OwnFixture(GetParam()) / "dump", {});
  ASSERT_TRUE(session.ok());
  tests::NoFiles files;
  tests::NotedProgram program;
  const std::atomic<bool> stop = false;
  session::RunView& run = (*session)->runs()[0];
  for (const query::Alert& alert : session::Births(run)) {
    const Document report =
        BirthPage(run, session::ExplainAlert(run, alert), {.columns = 80, .held = true});
    const std::set<std::string> links = LinksOf(report);
    EXPECT_TRUE(links.contains("c"));
    for (const std::string& link : links) {
      Shell shell(**session, files, stop);
      shell.workspace().program = &program;
      shell.workspace().position.cursor() = {alert.event};
      EXPECT_EQ(Mistake(shell, link), "") << "`" << link << "` in:\n" << PlainText(report);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Fixtures, ReportLinks,
                         testing::Values("mnist_nan", "causes", "tfdbg1_basic",
                                         "tfdbg2_full_tensor"));

// Names as reports show them, cut at the front or without their graph.
TEST_P(ReportLinks, NamesCanBeTypedBack) {
  auto session = session::Session::Open(tests::OwnFixture(GetParam()) / "dump", {});
  ASSERT_TRUE(session.ok());
  tests::NoFiles files;
  const std::atomic<bool> stop = false;
  session::RunView& run = (*session)->runs()[0];
  for (const query::Alert& alert : session::Births(run)) {
    const Document report =
        BirthPage(run, session::ExplainAlert(run, alert), {.columns = 40, .held = true});
    for (const Block& block : report.blocks) {
      for (const Line& line : std::get<Text>(block).lines) {
        for (const Segment& segment : line.segments) {
          if (!segment.command.starts_with("pt ") || segment.text.starts_with("`")) continue;
          std::string name = segment.text;
          if (name.starts_with("← ")) name.erase(0, std::string_view("← ").size());
          Shell shell(**session, files, stop);
          shell.workspace().position.cursor() = {alert.event};
          EXPECT_EQ(Mistake(shell, "pt " + name), "") << PlainText(report);
        }
      }
    }
  }
}

}  // namespace
}  // namespace tdbg::view
