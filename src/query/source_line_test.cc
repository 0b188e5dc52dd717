#include "query/source_line.h"

#include <gtest/gtest.h>

#include "query/run_sketch.h"

namespace tdbg::query {
namespace {

using store::FrameId;
using store::StackId;

constexpr char kKeras[] = "/lib/python3.11/site-packages/keras/src/";

struct StackSketch : RunSketch {
  FrameId Frame(const std::string& path, int32_t line, std::string_view function,
                store::LayerId layer = {}) {
    const FrameId id = run.stacks.AddFrame();
    store::Frame& frame = run.stacks.frame(id);
    frame.file = run.sources.Append({run.strings.Intern(path), {}, 0});
    frame.line = line;
    frame.function = run.strings.Intern(function);
    frame.recorded = true;
    frame.layer = layer;
    return id;
  }
  StackId Stack(const std::vector<FrameId>& frames) { return run.stacks.Intern(frames); }

  store::LayerId Layer(std::string_view path, std::string_view type, StackId made) {
    return run.layers.Append({run.strings.Intern(path), run.strings.Intern(type), made});
  }

  FrameId Fit() { return Frame("/srv/demo/train.py", 40, "main"); }
  FrameId Filter() {
    return Frame(std::string(kKeras) + "utils/traceback_utils.py", 117, "error_handler");
  }
  FrameId Trainer(std::string_view function) {
    return Frame(std::string(kKeras) + "backend/tensorflow/trainer.py", 377, function);
  }
};

TEST(SourceLine, OfAModelThatIsRunAsAWholeIsTheLayers) {
  StackSketch sketch;
  const StackId made =
      sketch.Stack({sketch.Frame("/srv/demo/train.py", 12, "model"),
                    sketch.Frame(std::string(kKeras) + "layers/layer.py", 222, "new")});
  const store::LayerId layer = sketch.Layer("functional/dense", "Dense", made);
  const FrameId op =
      sketch.Frame(std::string(kKeras) + "backend/tensorflow/numpy.py", 9, "log", layer);
  const StackId fit = sketch.Stack({sketch.Fit(), sketch.Filter(), sketch.Trainer("fit"), op});
  ASSERT_TRUE(UserLine(sketch.run, fit));
  EXPECT_EQ(UserLine(sketch.run, fit)->line, 12);
  EXPECT_EQ(UserLine(sketch.run, fit)->function, "model");
  const auto place = LayerOf(sketch.run, fit);
  ASSERT_TRUE(place && place->made);
  EXPECT_EQ(place->path, "functional/dense");
  EXPECT_EQ(place->type, "Dense");
  EXPECT_EQ(place->made->line, 12);
}

TEST(SourceLine, OfTheUsersOwnCallComesBeforeTheLayers) {
  StackSketch sketch;
  const StackId made = sketch.Stack({sketch.Frame("/srv/demo/train.py", 12, "model")});
  const store::LayerId layer = sketch.Layer("net/dense", "Dense", made);
  const FrameId op =
      sketch.Frame(std::string(kKeras) + "backend/tensorflow/numpy.py", 9, "log", layer);
  const FrameId own = sketch.Frame("/srv/demo/train.py", 30, "call");
  const StackId called =
      sketch.Stack({sketch.Fit(), sketch.Trainer("fit"), own, sketch.Filter(), op});
  EXPECT_EQ(UserLine(sketch.run, called)->line, 30);
  // A trainer's other functions are called by a train_step of the user's own.
  const FrameId step = sketch.Frame("/srv/demo/train.py", 33, "train_step");
  const StackId stepped =
      sketch.Stack({sketch.Fit(), sketch.Trainer("fit"), step, sketch.Trainer("compute_loss"), op});
  EXPECT_EQ(UserLine(sketch.run, stepped)->line, 33);
}

TEST(SourceLine, StaysWhereNoLayerIsKnown) {
  StackSketch sketch;
  const StackId fit = sketch.Stack({sketch.Fit(), sketch.Filter(), sketch.Trainer("fit")});
  EXPECT_EQ(UserLine(sketch.run, fit)->line, 40);
  EXPECT_FALSE(LayerOf(sketch.run, fit));
  EXPECT_FALSE(LayerOf(sketch.run, StackId()));
}

TEST(SourceLine, OfAFailureHasTheCallThatFailed) {
  StackSketch sketch;
  const std::string function =
      "/lib/site-packages/tensorflow/python/eager/polymorphic_function/polymorphic_function.py";
  const auto call = [&] { return sketch.Frame(function, 833, "__call__"); };
  const FrameId good = sketch.Frame("/srv/demo/a.py", 8, "good"),
                bad = sketch.Frame("/srv/demo/a.py", 11, "bad");
  const FrameId inside = sketch.Frame("/srv/demo/a.py", 5, "reshape");
  const store::OpId op = sketch.Op(sketch.Graph("reshape"), "Reshape", "Reshape");
  sketch.run.graphs.op(op).stack = sketch.Stack({good, call(), inside});
  const store::ExecutionId execution = sketch.Execution(9, "reshape");
  EXPECT_EQ(FramesOfFailure(sketch.run, op, execution).front(), good);
  const FrameId called = call();
  sketch.run.executions[execution].stack =
      sketch.Stack({bad, called, sketch.Frame(function, 900, "_call")});
  EXPECT_EQ(FramesOfFailure(sketch.run, op, execution),
            (std::vector<FrameId>{bad, called, inside}));
}

}  // namespace
}  // namespace tdbg::query
