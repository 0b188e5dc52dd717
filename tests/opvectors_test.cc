// Our statistics against the outputs of TensorFlow's debug ops for the same bytes.
//
// The recorded calls are in the folder that TDBG_SHARED names, or in shared/ beside the project.
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tensor/element.h"
#include "tensor/health.h"

namespace tdbg::tensor {
namespace {

using nlohmann::json;

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// TensorFlow's threads read subnormals as zeros, so these count them as zeros and leave them out
// of the moments; we count them by their sign. All else must be equal.
const std::set<std::string> kTensorFlowFlushes = {
    "DebugNumericSummaryV2 FULL_HEALTH float32 denormal",
    "DebugNumericSummaryV2 FULL_HEALTH float64 denormal",
    "DebugNumericSummary float32 denormal",
    "DebugNumericSummary float64 denormal",
    "DebugNumericSummary with bounds float32 denormal",
    "DebugNumericSummary with bounds float64 denormal",
};

std::filesystem::path VectorsPath() {
  const char* shared = std::getenv("TDBG_SHARED");
  const auto folder = shared != nullptr ? std::filesystem::path(shared)
                                        : std::filesystem::path(TDBG_SOURCE_DIR) / ".." / "shared";
  return folder / "fixtures" / "opvectors" / "vectors.json";
}

std::string NameOf(const json& vector) {
  std::string name = vector["op"];
  if (vector.contains("mode_name") && vector["mode_name"].is_string()) {
    name += " " + vector["mode_name"].get<std::string>();
  }
  if (vector.contains("attrs") && !vector["attrs"].empty()) name += " with bounds";
  return name + " " + vector["dtype"].get<std::string>() + " " + vector["label"].get<std::string>();
}

std::vector<std::byte> FromHex(const std::string& hex) {
  std::vector<std::byte> bytes;
  for (size_t i = 0; i < hex.size(); i += 2) {
    bytes.push_back(static_cast<std::byte>(std::stoi(hex.substr(i, 2), nullptr, 16)));
  }
  return bytes;
}

double NumberOf(const json& value) {
  if (value.is_number()) return value;
  if (value == "Infinity") return kInf;
  if (value == "-Infinity") return -kInf;
  return kNan;
}

// What a vector's tensor holds, and the view of it.
struct Input {
  explicit Input(const json& vector)
      : bytes(FromHex(vector["input_le_hex"])),
        view(TensorView::Contiguous(*DTypeFromName(vector["dtype"].get<std::string>()),
                                    Shape(vector["shape"].get<std::vector<int64_t>>()),
                                    bytes.data())),
        health(ComputeHealth(view)) {}

  double dtype() const { return static_cast<double>(view.dtype); }
  double rank() const { return view.shape.rank(); }

  std::vector<std::byte> bytes;
  TensorView view;
  Health health;
};

using Numbers = std::vector<double>;

double Number(int64_t count) { return static_cast<double>(count); }

// DebugNumericSummaryV2.
Numbers SummaryV2(const json& vector, const Input& input) {
  const Health& health = input.health;
  const double id = vector["tensor_id"];
  const double elements = Number(health.elements);
  const Numbers bad = {Number(health.neg_inf), Number(health.pos_inf), Number(health.nan)};
  switch (vector["mode"].get<int>()) {
    case 2:
      return {id, health.bad() > 0 ? 1.0 : 0.0};
    case 3:
      return {id, elements, bad[0], bad[1], bad[2]};
    case 4:
      return {id,
              -1,
              input.dtype(),
              input.rank(),
              elements,
              bad[0],
              bad[1],
              bad[2],
              Number(health.negative),
              Number(health.zero),
              Number(health.positive)};
    case 5: {
      Numbers numbers = {id, input.dtype(), input.rank(), elements};
      const auto dims = input.view.shape.dims();
      const size_t first = dims.size() > 6 ? dims.size() - 6 : 0;
      for (size_t i = first; i < dims.size(); ++i) numbers.push_back(Number(dims[i]));
      numbers.resize(10);
      return numbers;
    }
    default:
      return {bad[0] > 0 ? -kInf : 0, bad[1] > 0 ? kInf : 0, bad[2] > 0 ? kNan : 0};
  }
}

// DebugNumericSummary. Finite elements beyond a bound count as infinite, but stay in the moments.
Numbers SummaryV1(const json& vector, const Input& input) {
  const double lower = vector["attrs"].value("lower_bound", -kInf);
  const double upper = vector["attrs"].value("upper_bound", kInf);
  Health health = input.health;
  for (int64_t i = 0; i < health.elements; ++i) {
    const double value =
        ReadDouble(input.view.dtype, input.view.data + i * ElementStride(input.view.dtype));
    if (!std::isfinite(value) || (value > lower && value < upper)) continue;
    --(value < 0 ? health.negative : value > 0 ? health.positive : health.zero);
    ++(value <= lower ? health.neg_inf : health.pos_inf);
  }
  const bool any = input.health.finite() > 0;
  Numbers numbers = {1,
                     Number(health.elements),
                     Number(health.nan),
                     Number(health.neg_inf),
                     Number(health.negative),
                     Number(health.zero),
                     Number(health.positive),
                     Number(health.pos_inf),
                     any ? health.min : kInf,
                     any ? health.max : -kInf,
                     health.mean,
                     health.variance,
                     input.dtype(),
                     input.rank()};
  for (const int64_t dim : input.view.shape.dims()) numbers.push_back(Number(dim));
  return numbers;
}

Numbers OurOutput(const json& vector) {
  const Input input(vector);
  if (vector["op"] == "DebugNumericSummaryV2") return SummaryV2(vector, input);
  if (vector["op"] == "DebugNumericSummary") return SummaryV1(vector, input);
  return {Number(input.health.nan)};  // DebugNanCount
}

// Moments may differ in the last digits, all else may not.
bool Equal(const json& vector, const Numbers& ours) {
  const json& theirs = vector["output"];
  if (theirs.size() != ours.size()) return false;
  for (size_t i = 0; i < ours.size(); ++i) {
    const double expected = NumberOf(theirs[i]);
    if (std::isnan(expected) && std::isnan(ours[i])) continue;
    const bool moment = vector["op"] == "DebugNumericSummary" && (i == 10 || i == 11);
    const double slack = moment ? 1e-12 * std::abs(expected) : 0;
    if (expected == ours[i] || std::abs(expected - ours[i]) <= slack) continue;
    return false;
  }
  return true;
}

std::string Text(const Numbers& numbers) {
  std::string text;
  for (const double number : numbers) text += std::to_string(number) + " ";
  return text;
}

TEST(OpVectors, OurStatisticsAreTensorFlows) {
  const auto path = VectorsPath();
  if (!std::filesystem::exists(path)) {
    GTEST_SKIP() << "no recorded calls at " << path << "; set TDBG_SHARED";
  }
  const json vectors = json::parse(std::ifstream(path))["vectors"];
  size_t compared = 0;
  std::set<std::string> flushed;
  for (const json& vector : vectors) {
    if (vector.contains("error")) continue;
    ++compared;
    const Numbers ours = OurOutput(vector);
    if (Equal(vector, ours)) continue;
    const std::string name = NameOf(vector);
    if (kTensorFlowFlushes.contains(name)) {
      flushed.insert(name);
    } else {
      ADD_FAILURE() << name << ": ours is " << Text(ours) << "theirs " << vector["output"];
    }
  }
  EXPECT_EQ(flushed, kTensorFlowFlushes) << "one of those that differ by flushing now agrees";
  EXPECT_EQ(vectors.size(), 530u);
  EXPECT_EQ(compared, 482u) << "the others are calls that TensorFlow refused";
}

}  // namespace
}  // namespace tdbg::tensor
