// A classifier with one hidden layer, trained for real on made-up data, and the tensors of its last
// step: activations, gradients, weights, updates.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "tensor/health.h"

namespace tdbg::bench {

struct TrainingTensor {
  std::string name;
  std::string type;  // of the op
  std::vector<int64_t> dims;
  std::vector<float> elements;
};

class SmallTraining {
 public:
  explicit SmallTraining(uint32_t seed);

  void Step();

  const std::vector<TrainingTensor>& tensors() const { return tensors_; }
  tensor::Health HealthOf(size_t tensor) const;

 private:
  // Positions in tensors_; the order is that of a step.
  enum Place : size_t {
    kInput,
    kW1,
    kHidden,
    kBiased,
    kRelu,
    kW2,
    kLogits,
    kSoftmax,
    kLog,
    kProduct,
    kLoss,
    kLogitsGrad,
    kW2Grad,
    kReluGrad,
    kHiddenGrad,
    kW1Grad,
    kB1Grad,
    kW1Step,
    kW2Step,
    kB1,
    kPlaces
  };

  std::vector<float>& at(Place place) { return tensors_[place].elements; }
  void Add(Place place, const char* name, const char* type, std::vector<int64_t> dims);
  void NextBatch();
  void Forward();
  void Backward();

  std::mt19937 random_;
  std::vector<float> centres_;  // of the classes
  std::vector<int> labels_;
  std::vector<TrainingTensor> tensors_;
};

}  // namespace tdbg::bench
