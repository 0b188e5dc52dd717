#include "capture/settings.h"

#include <cstdlib>

#include <gtest/gtest.h>

namespace tdbg::capture {
namespace {

TEST(Settings, Words) {
  Settings settings;
  EXPECT_TRUE(settings.Set("mode", "curt_health").ok());
  EXPECT_EQ(settings.mode, Detail::kCurtHealth);
  EXPECT_EQ(std::string_view(DetailName(settings.mode)), "curt_health");
  EXPECT_TRUE(settings.Set("every", "3").ok());
  EXPECT_EQ(settings.every, 3);
  EXPECT_TRUE(settings.Set("steps", "5:9").ok());
  EXPECT_EQ(settings.first_step, 5);
  EXPECT_EQ(settings.end_step, 9);
  EXPECT_TRUE(settings.Set("steps", ":7").ok());
  EXPECT_EQ(settings.first_step, INT64_MIN);
  EXPECT_TRUE(settings.Set("retain", "events 1000").ok());
  EXPECT_EQ(settings.retain.kind, Retention::Kind::kEvents);
  EXPECT_EQ(settings.retain.last, 1000);
  EXPECT_TRUE(settings.Set("retain", "all").ok());
  EXPECT_TRUE(settings.Set("budget", "3M").ok());
  EXPECT_EQ(settings.budget_bytes, 3u << 20);
  EXPECT_TRUE(settings.Set("name", "layer_[0-9]+").ok());
  EXPECT_TRUE(settings.name->Matches("layer_1/kernel"));
  EXPECT_TRUE(settings.Set("name", "").ok());
  EXPECT_FALSE(settings.name.has_value());
  EXPECT_TRUE(settings.Set("stop", "1").ok());
  EXPECT_TRUE(settings.stop);
  EXPECT_TRUE(settings.Set("raise", "1").ok());
  EXPECT_TRUE(settings.raise);
  EXPECT_TRUE(settings.Set("raise_frames", "all").ok());
  EXPECT_GT(settings.raise_frames, 1'000'000);
  EXPECT_TRUE(settings.Set("raise_path", "0").ok());
  EXPECT_EQ(settings.raise_path, 0);
  EXPECT_TRUE(settings.Set("worker", "worker/1").ok());
  EXPECT_EQ(settings.worker, "worker/1");
}

TEST(Settings, WhatIsRefusedChangesNothing) {
  Settings settings;
  constexpr const char* kWrong[][2] = {
      {"mode", "loud"},    {"every", "0"},         {"every", "x"},
      {"steps", "3"},      {"steps", "9:5"},       {"stride", "-1"},
      {"retain", "steps"}, {"retain", "steps 0"},  {"retain", "none"},
      {"budget", "-1"},    {"budget", "1T"},       {"budget", "9999999999G"},
      {"stop", "yes"},     {"op_type", "a("},      {"colour", "red"},
      {"raise", "2"},      {"raise_frames", "-1"}, {"raise_path", "many"},
  };
  for (const auto& [key, value] : kWrong) {
    const Status status = settings.Set(key, value);
    EXPECT_FALSE(status.ok()) << key << " " << value;
    EXPECT_NE(status.message().find(key), std::string::npos) << status.message();
  }
  EXPECT_EQ(settings.mode, Detail::kAuto);
  EXPECT_EQ(settings.every, 10);
  EXPECT_FALSE(settings.op_type.has_value());
}

TEST(Settings, Environment) {
  setenv("TDBG_MODE", "shape", 1);
  setenv("TDBG_STRIDE", "nothing", 1);
  setenv("TDBG_WORKER", "w", 1);
  Settings settings;
  const Status status = settings.ReadEnvironment();
  unsetenv("TDBG_MODE");
  unsetenv("TDBG_STRIDE");
  unsetenv("TDBG_WORKER");
  EXPECT_EQ(settings.mode, Detail::kShape);
  EXPECT_EQ(settings.worker, "w");
  ASSERT_FALSE(status.ok());
  EXPECT_NE(status.message().find("TDBG_STRIDE"), std::string::npos);
}

}  // namespace
}  // namespace tdbg::capture
