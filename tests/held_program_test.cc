// What is typed at a program that is held, before a program that only notes what it was asked.
#include <atomic>

#include <gtest/gtest.h>

#include "fixture_path.h"
#include "noted_program.h"
#include "view/command_table.h"
#include "view/line_stream.h"
#include "view/shell.h"

namespace tdbg::view {
namespace {

using tests::NoFiles;
using tests::NotedProgram;

class HeldProgramTest : public testing::Test {
 protected:
  HeldProgramTest()
      : session_(*session::Session::Open(tests::OwnFixture("mnist_nan") / "dump", {})),
        shell_(*session_, files_, stop_) {
    shell_.workspace().program = &program_;
    shell_.workspace().surface.terminal = true;
  }

  std::string Answer(std::string_view line) { return PlainText(shell_.Run(line)); }

  // Where the first bad value was born, as the program's report has it.
  query::Alert FirstBirth() {
    for (const query::Alert& alert : run().alerts()) {
      if (alert.verdict == Verdict::kOrigin) return alert;
    }
    TDBG_CHECK(false);
  }
  session::RunView& run() { return session_->runs()[0]; }

  std::unique_ptr<session::Session> session_;
  NoFiles files_;
  std::atomic<bool> stop_ = false;
  NotedProgram program_;
  Shell shell_;
};

TEST_F(HeldProgramTest, ContinueLetsOneOrSeveralBirthsPass) {
  EXPECT_EQ(Answer("c"), "");
  EXPECT_EQ(program_.asked, "continue 1");
  EXPECT_TRUE(shell_.quit());
  Answer("continue 12");
  EXPECT_EQ(program_.asked, "continue 12");
}

TEST_F(HeldProgramTest, ContinueRefusesWhatIsNoCount) {
  for (const char* line : {"c 0", "c -1", "c two"}) {
    EXPECT_EQ(Answer(line).rfind("error: continue: how many births", 0), 0u) << Answer(line);
  }
  EXPECT_EQ(program_.asked, "nothing");
  EXPECT_FALSE(shell_.quit());
}

TEST_F(HeldProgramTest, WordsOfOtherDebuggersAreAnsweredForALivingProgram) {
  for (const char* line : {"run",
                           "r",
                           "run -n",
                           "start",
                           "n",
                           "until",
                           "u 3",
                           "finish",
                           "advance 60",
                           "stepi",
                           "break train.py:54",
                           "b 54",
                           "tbreak x",
                           "watch loss",
                           "rwatch x",
                           "condition 1 x",
                           "delete",
                           "d 1",
                           "kill",
                           "k",
                           "jump 3",
                           "call f()",
                           "set x=1",
                           "invoke_stepper",
                           "inject_value x 1",
                           "lp",
                           "list_profile"}) {
    const std::string answer = Answer(line);
    EXPECT_EQ(answer.rfind("error: '", 0), 0u) << line << ": " << answer;
    EXPECT_EQ(answer.find("recording"), answer.npos) << line << ": " << answer;
    EXPECT_NE(answer.find('`'), answer.npos) << line << ": " << answer;
  }
  EXPECT_NE(Answer("run").find("`continue`"), std::string::npos);
}

TEST_F(HeldProgramTest, QuitAsksWhereSomebodyCanAnswer) {
  const Document page = shell_.Run("quit");
  ASSERT_TRUE(page.question.has_value());
  EXPECT_EQ(program_.asked, "nothing");
  EXPECT_FALSE(shell_.quit());
  Answer(page.question->command);
  EXPECT_EQ(program_.asked, "end");
  EXPECT_TRUE(shell_.quit());
}

TEST_F(HeldProgramTest, AWordThatStandsForQuitAsksToo) {
  Answer("define bye quit");
  EXPECT_TRUE(shell_.Run("bye").question.has_value());
}

TEST_F(HeldProgramTest, ScriptsAreNotAsked) {
  files_.script = "# all done\nquit\nlt\n";
  EXPECT_FALSE(shell_.Run("source done.tdbg").question.has_value());
  EXPECT_EQ(program_.asked, "end");
  shell_.workspace().surface.terminal = false;
  shell_.workspace().conversation.over = false;
  EXPECT_FALSE(shell_.Run("quit").question.has_value());
}

TEST_F(HeldProgramTest, ATensorMeansItsValueAtTheCursor) {
  const query::Alert birth = FirstBirth();  // of step 2
  shell_.workspace().position.cursor() = {birth.event};
  EXPECT_EQ(Answer("pt Log").rfind("train_step::Log:0#2 ", 0), 0u) << Answer("pt Log");
  // What the same execution computed a moment later counts, too.
  EXPECT_EQ(Answer("pt gradient_tape/mul_1").rfind("train_step::gradient_tape/mul_1:0#2 ", 0), 0u);
  EXPECT_EQ(Answer("pt Log#0").rfind("train_step::Log:0#0 ", 0), 0u);
  EXPECT_EQ(Answer("pt Log -n 1").rfind("train_step::Log:0#1 ", 0), 0u);
  // Of two graphs that have it, the cursor's is meant.
  EXPECT_EQ(Answer("pt Softmax").rfind("train_step::Softmax:0#2 ", 0), 0u);
}

TEST_F(HeldProgramTest, IgnoreMeansTheOpAtTheCursor) {
  const query::Alert birth = FirstBirth();
  shell_.workspace().position.cursor() = {birth.event};
  EXPECT_EQ(Answer("ignore"),
            "births in train_step::Log are ignored from now on; `continue` lets the program go\n");
  ASSERT_EQ(program_.ignored().size(), 1u);
  EXPECT_TRUE(program_.ignored()[0].Cover(run(), birth));
  for (const query::Alert& alert : run().alerts()) {
    const store::OpId op = run().run().events.op[alert.event];
    EXPECT_EQ(program_.ignored()[0].Cover(run(), alert), op == run().run().events.op[birth.event]);
  }
  EXPECT_EQ(Answer("ignore").rfind("births in train_step::Log are ignored already", 0), 0u);
  EXPECT_EQ(program_.ignored().size(), 1u);
}

TEST_F(HeldProgramTest, IgnoreMeansALine) {
  const query::Alert birth = FirstBirth();
  const auto line =
      query::UserLine(run().run(), run().run().graphs.op(run().run().events.op[birth.event]).stack);
  ASSERT_TRUE(line.has_value());
  shell_.workspace().position.cursor() = {birth.event};
  const std::string number = std::to_string(line->line);
  Answer("ignore mnist_nan.py:" + number);
  Answer("ignore --clear");
  EXPECT_EQ(program_.ignored().size(), 0u);
  Answer("ignore " + number);
  ASSERT_EQ(program_.ignored().size(), 1u);
  EXPECT_EQ(program_.ignored()[0].Text(), "mnist_nan.py:" + number);
  EXPECT_TRUE(program_.ignored()[0].Cover(run(), birth));
  EXPECT_NE(Answer("ignore --list").find("mnist_nan.py:" + number), std::string::npos);
  EXPECT_EQ(Answer("ignore mnist_nan.py:1").rfind("error: no op was made at mnist_nan.py:1", 0),
            0u);
  EXPECT_EQ(Answer("ignore nowhere.py:1").rfind("error: ", 0), 0u);
}

}  // namespace
}  // namespace tdbg::view
