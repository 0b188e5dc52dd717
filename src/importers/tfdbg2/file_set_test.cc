#include "importers/tfdbg2/file_set.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/scratch_directory.h"
#include "base/tfrecord_frame.h"

namespace tdbg::importers::tfdbg2 {
namespace {

TEST(LogFileName, IsTakenApart) {
  const auto name = ParseLogFileName("tfdbg_events.1794731945.my.host.execution");
  ASSERT_TRUE(name.has_value());
  EXPECT_EQ(name->prefix, "tfdbg_events.1794731945.my.host");
  EXPECT_EQ(name->host, "my.host");
  EXPECT_EQ(name->kind, FileKind::kExecution);
  EXPECT_EQ(ParseLogFileName("tfdbg_events.1.h.graph_execution_traces")->kind, FileKind::kTraces);
  EXPECT_EQ(ParseLogFileName("tfdbg_events.1.metadata")->host, "");
}

TEST(LogFileName, OthersAreRefused) {
  for (const char* name : {"", "tfdbg_events.", "tfdbg_events.metadata", "tfdbg_events.1.h.other",
                           "events.1.h.metadata", "xtfdbg_events.1.h.metadata", "metadata",
                           "tfdbg_events.1.h.metadata~"}) {
    EXPECT_FALSE(ParseLogFileName(name).has_value()) << name;
  }
}

class LogFileTest : public testing::Test {
 protected:
  // What is new, damaged records as "!".
  std::vector<std::string> Read() {
    std::vector<std::string> records;
    file_.ReadNew(losses_, [&](const LogFile::Record& record) {
      records.push_back(record.sound ? std::string(record.data) : "!");
      EXPECT_EQ(file_.bytes().substr(record.offset, record.data.size()), record.data);
    });
    return records;
  }
  std::string Losses() const {
    std::string text;
    for (const store::Loss& loss : losses_.losses()) {
      text +=
          loss.name + "@" + std::to_string(loss.offset) + "*" + std::to_string(loss.count) + " ";
    }
    return text;
  }
  void Append(std::string_view bytes) const { directory_.Append("log", bytes); }

  using Records = std::vector<std::string>;
  const ScratchDirectory directory_;
  store::LossLog losses_;
  LogFile file_{directory_.PathOf("log"), "log"};
};

TEST_F(LogFileTest, ReadsOnlyWhatIsNew) {
  Append(TfRecordFrame("a"));
  EXPECT_EQ(Read(), Records{"a"});
  EXPECT_EQ(Read(), Records{});
  Append(TfRecordFrame("b") + TfRecordFrame("c"));
  EXPECT_EQ(file_.NewBytes(), 2 * TfRecordFrame("b").size());
  EXPECT_EQ(Read(), (Records{"b", "c"}));
  EXPECT_EQ(Losses(), "");
}

TEST_F(LogFileTest, ATornEndIsALossUntilTheRestComes) {
  const std::string frame = TfRecordFrame("second");
  Append(TfRecordFrame("first") + frame.substr(0, 9));
  EXPECT_EQ(Read(), Records{"first"});
  EXPECT_EQ(Losses(), "torn_record@21*1 ");
  EXPECT_EQ(Read(), Records{});
  EXPECT_EQ(Losses(), "torn_record@21*1 ");
  Append(frame.substr(9));
  EXPECT_EQ(Read(), Records{"second"});
  EXPECT_EQ(Losses(), "");
}

TEST_F(LogFileTest, DamagedRecordsKeepTheirPlace) {
  std::string frame = TfRecordFrame("b");
  frame.back() ^= 1;
  Append(TfRecordFrame("a") + frame + TfRecordFrame("c"));
  EXPECT_EQ(Read(), (Records{"a", "!", "c"}));
  EXPECT_EQ(Losses(), "damaged_record@17*1 ");
}

TEST_F(LogFileTest, GoesOnBehindADamagedFrame) {
  std::string frame = TfRecordFrame("b");
  frame[0] ^= 1;
  Append(TfRecordFrame("a") + frame + TfRecordFrame("c"));
  EXPECT_EQ(Read(), (Records{"a", "c"}));
  EXPECT_EQ(Losses(), "damaged_frame@17*1 ");
}

TEST_F(LogFileTest, GoesOnBehindADamagedFrameWhenTheFileGrows) {
  std::string frame = TfRecordFrame("b");
  frame[0] ^= 1;
  Append(TfRecordFrame("a") + frame);
  EXPECT_EQ(Read(), Records{"a"});
  EXPECT_EQ(Read(), Records{});
  Append(TfRecordFrame("c").substr(0, 5));
  EXPECT_EQ(Read(), Records{});
  Append(TfRecordFrame("c").substr(5) + TfRecordFrame("d"));
  EXPECT_EQ(Read(), (Records{"c", "d"}));
  EXPECT_EQ(Losses(), "damaged_frame@17*1 ");
}

TEST_F(LogFileTest, MayBeToldToStopAtADamagedFrame) {
  std::string frame = TfRecordFrame("b");
  frame[0] ^= 1;
  file_.StopAtDamagedFrame();
  Append(TfRecordFrame("a") + frame + TfRecordFrame("c"));
  EXPECT_EQ(Read(), Records{"a"});
  Append(TfRecordFrame("d"));
  EXPECT_EQ(Read(), Records{});
  EXPECT_EQ(Losses(), "damaged_frame@17*1 ");
}

TEST_F(LogFileTest, AFileThatCannotBeReadIsALoss) {
  EXPECT_EQ(Read(), Records{});
  EXPECT_EQ(Losses(), "unreadable_file@-1*1 ");
  EXPECT_EQ(file_.NewBytes(), 0u);
  Append(TfRecordFrame("a"));
  EXPECT_EQ(Read(), Records{"a"});
  EXPECT_EQ(Losses(), "");
}

}  // namespace
}  // namespace tdbg::importers::tfdbg2
