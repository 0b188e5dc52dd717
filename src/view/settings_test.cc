#include "view/settings.h"

#include <gtest/gtest.h>

namespace tdbg::view {
namespace {

TEST(SettingsTest, ValuesSurviveSavingAndLoading) {
  Settings settings;
  ASSERT_TRUE(settings.Set("graph_recursion_depth", "7").ok());
  ASSERT_TRUE(settings.Set("pager", "off").ok());
  Settings later;
  later.Load(settings.Save());
  EXPECT_EQ(later.Get("graph_recursion_depth"), 7);
  EXPECT_EQ(later.Get("pager"), 0);
}

TEST(SettingsTest, SwitchesTakeManyWords) {
  Settings settings;
  for (const char* word : {"1", "true", "t", "yes", "y", "on"}) {
    ASSERT_TRUE(settings.Set("mouse_mode", "off").ok());
    EXPECT_TRUE(settings.Set("mouse_mode", word).ok()) << word;
    EXPECT_EQ(settings.Get("mouse_mode"), 1) << word;
  }
  EXPECT_FALSE(settings.Set("mouse_mode", "maybe").ok());
}

TEST(SettingsTest, MistakesChangeNothing) {
  Settings settings;
  EXPECT_EQ(settings.Set("precison", "3").message(),
            "there is no setting precison; the settings are graph_recursion_depth, mouse_mode, "
            "pager, threshold, edge_items, precision, eval_memory, eval_work; did you mean "
            "precision?");
  EXPECT_FALSE(settings.Set("precision", "many").ok());
  EXPECT_FALSE(settings.Set("precision", "-1").ok());
  EXPECT_EQ(settings.Get("precision"), 8);
}

TEST(SettingsTest, ADamagedFileIsNoObstacle) {
  Settings settings;
  for (const char* json : {"", "{", "[1]", "{\"unknown\": 1}", "{\"precision\": \"x\"}",
                           "{\"precision\": 1e99, \"pager\": false}"}) {
    settings.Load(json);
  }
  EXPECT_EQ(settings.Get("precision"), 8);
  EXPECT_EQ(settings.Get("pager"), 0);
}

}  // namespace
}  // namespace tdbg::view
