#include "bench/small_training.h"

#include <algorithm>
#include <cmath>

namespace tdbg::bench {
namespace {

constexpr int kBatch = 16;
constexpr int kInputs = 32;
constexpr int kHiddenUnits = 48;
constexpr int kClasses = 10;
constexpr float kRate = 0.05f;

// out[m,n] = a[m,k] * b[k,n], either of them transposed in memory.
void Multiply(const std::vector<float>& a, bool a_transposed, const std::vector<float>& b,
              bool b_transposed, int m, int k, int n, std::vector<float>& out) {
  std::fill(out.begin(), out.end(), 0.0f);
  for (int i = 0; i < m; ++i) {
    for (int j = 0; j < k; ++j) {
      const float factor = a[static_cast<size_t>(a_transposed ? j * m + i : i * k + j)];
      for (int l = 0; l < n; ++l) {
        out[static_cast<size_t>(i * n + l)] +=
            factor * b[static_cast<size_t>(b_transposed ? l * k + j : j * n + l)];
      }
    }
  }
}

}  // namespace

SmallTraining::SmallTraining(uint32_t seed) : random_(seed), tensors_(kPlaces) {
  Add(kInput, "x", "IteratorGetNext", {kBatch, kInputs});
  Add(kW1, "dense/ReadVariableOp", "ReadVariableOp", {kInputs, kHiddenUnits});
  Add(kHidden, "dense/MatMul", "MatMul", {kBatch, kHiddenUnits});
  Add(kBiased, "dense/BiasAdd", "BiasAdd", {kBatch, kHiddenUnits});
  Add(kRelu, "dense/Relu", "Relu", {kBatch, kHiddenUnits});
  Add(kW2, "dense_1/ReadVariableOp", "ReadVariableOp", {kHiddenUnits, kClasses});
  Add(kLogits, "dense_1/MatMul", "MatMul", {kBatch, kClasses});
  Add(kSoftmax, "Softmax", "Softmax", {kBatch, kClasses});
  Add(kLog, "Log", "Log", {kBatch, kClasses});
  Add(kProduct, "mul", "Mul", {kBatch, kClasses});
  Add(kLoss, "Mean", "Mean", {});
  Add(kLogitsGrad, "gradient_tape/sub", "Sub", {kBatch, kClasses});
  Add(kW2Grad, "gradient_tape/dense_1/MatMul/MatMul_1", "MatMul", {kHiddenUnits, kClasses});
  Add(kReluGrad, "gradient_tape/dense_1/MatMul/MatMul", "MatMul", {kBatch, kHiddenUnits});
  Add(kHiddenGrad, "gradient_tape/dense/ReluGrad", "ReluGrad", {kBatch, kHiddenUnits});
  Add(kW1Grad, "gradient_tape/dense/MatMul/MatMul_1", "MatMul", {kInputs, kHiddenUnits});
  Add(kB1Grad, "gradient_tape/dense/BiasAddGrad", "BiasAddGrad", {kHiddenUnits});
  Add(kW1Step, "SGD/mul", "Mul", {kInputs, kHiddenUnits});
  Add(kW2Step, "SGD/mul_1", "Mul", {kHiddenUnits, kClasses});
  Add(kB1, "dense/BiasAdd/ReadVariableOp", "ReadVariableOp", {kHiddenUnits});
  std::normal_distribution<float> normal;
  for (const Place place : {kW1, kW2}) {
    for (float& weight : at(place)) weight = 0.2f * normal(random_);
  }
  for (int i = 0; i < kClasses * kInputs; ++i) centres_.push_back(normal(random_));
  labels_.resize(kBatch);
}

void SmallTraining::Add(Place place, const char* name, const char* type,
                        std::vector<int64_t> dims) {
  size_t elements = 1;
  for (const int64_t extent : dims) elements *= static_cast<size_t>(extent);
  tensors_[place] = {name, type, std::move(dims), std::vector<float>(elements, 0.0f)};
}

tensor::Health SmallTraining::HealthOf(size_t place) const {
  const TrainingTensor& tensor = tensors_[place];
  return tensor::ComputeHealth(tensor::TensorView::Contiguous(
      tensor::DType::kF32, tensor::Shape(tensor.dims), tensor.elements.data()));
}

void SmallTraining::Step() {
  NextBatch();
  Forward();
  Backward();
}

void SmallTraining::NextBatch() {
  std::normal_distribution<float> normal;
  for (int i = 0; i < kBatch; ++i) {
    labels_[static_cast<size_t>(i)] = static_cast<int>(random_() % kClasses);
    for (int j = 0; j < kInputs; ++j) {
      const float centre =
          centres_[static_cast<size_t>(labels_[static_cast<size_t>(i)] * kInputs + j)];
      at(kInput)[static_cast<size_t>(i * kInputs + j)] = centre + normal(random_);
    }
  }
}

void SmallTraining::Forward() {
  Multiply(at(kInput), false, at(kW1), false, kBatch, kInputs, kHiddenUnits, at(kHidden));
  for (size_t i = 0; i < at(kHidden).size(); ++i) {
    at(kBiased)[i] = at(kHidden)[i] + at(kB1)[i % kHiddenUnits];
    at(kRelu)[i] = std::max(at(kBiased)[i], 0.0f);
  }
  Multiply(at(kRelu), false, at(kW2), false, kBatch, kHiddenUnits, kClasses, at(kLogits));
  float loss = 0;
  for (size_t i = 0; i < kBatch; ++i) {
    const float* const logits = &at(kLogits)[i * kClasses];
    float* const softmax = &at(kSoftmax)[i * kClasses];
    const float most = *std::max_element(logits, logits + kClasses);
    float sum = 0;
    for (size_t j = 0; j < kClasses; ++j) sum += softmax[j] = std::exp(logits[j] - most);
    for (size_t j = 0; j < kClasses; ++j) {
      const size_t place = i * kClasses + j;
      const bool wanted = labels_[i] == static_cast<int>(j);
      softmax[j] /= sum;
      at(kLog)[place] = std::log(std::max(softmax[j], 1e-30f));
      at(kProduct)[place] = wanted ? -at(kLog)[place] : 0.0f;
      at(kLogitsGrad)[place] = (softmax[j] - (wanted ? 1.0f : 0.0f)) / kBatch;
      loss += at(kProduct)[place] / kBatch;
    }
  }
  at(kLoss)[0] = loss;
}

void SmallTraining::Backward() {
  Multiply(at(kRelu), true, at(kLogitsGrad), false, kHiddenUnits, kBatch, kClasses, at(kW2Grad));
  Multiply(at(kLogitsGrad), false, at(kW2), true, kBatch, kClasses, kHiddenUnits, at(kReluGrad));
  std::fill(at(kB1Grad).begin(), at(kB1Grad).end(), 0.0f);
  for (size_t i = 0; i < at(kHiddenGrad).size(); ++i) {
    at(kHiddenGrad)[i] = at(kBiased)[i] > 0 ? at(kReluGrad)[i] : 0.0f;
    at(kB1Grad)[i % kHiddenUnits] += at(kHiddenGrad)[i];
  }
  Multiply(at(kInput), true, at(kHiddenGrad), false, kInputs, kBatch, kHiddenUnits, at(kW1Grad));
  const auto descend = [&](Place weights, Place gradient, std::vector<float>* steps) {
    for (size_t i = 0; i < at(weights).size(); ++i) {
      const float step = kRate * at(gradient)[i];
      if (steps != nullptr) (*steps)[i] = step;
      at(weights)[i] -= step;
    }
  };
  descend(kW1, kW1Grad, &at(kW1Step));
  descend(kW2, kW2Grad, &at(kW2Step));
  descend(kB1, kB1Grad, nullptr);
}

}  // namespace tdbg::bench
