// One tensor file: what it holds, and whether that agrees with where it lies.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "importers/tfdbg1/dump_name.h"
#include "importers/tfdbg1/problem.h"
#include "store/tensor_event.h"
#include "vocabulary/detail.h"

namespace tdbg::importers::tfdbg1 {

// The path of a tensor file, below its dump root.
struct TensorPath {
  std::string_view directory;         // "DEVICE_DIRECTORY/scope/inner"; "" for the dump root itself
  std::string_view device_directory;  // "" outside of any, where the content has to tell
  DumpName name;
};

// What the file says. Views point into the bytes read, or into the path.
struct TensorFile {
  std::string node;         // the watched node; as the path says it where the content is of no use
  int32_t slot = -1;        // the watched output; -1 if neither path nor content tells
  std::string_view device;  // "" if the content is of no use
  Detail detail = Detail::kUnknown;
  tensor::DType dtype = tensor::DType::kInvalid;  // of the recorded tensor
  bool clean = false;                             // no element can be NaN or infinite
  bool whole = false;                             // the recorded tensor can be decoded
  std::string_view tensor;                        // its TensorProto; "" if there is none
  std::vector<double> summary;                    // the numbers of a summarising debug op
  bool unfinished = false;                        // it may be in the middle of being written
  Problems problems;
};

// Never fails: a file without any sense in it is still a tensor that was dumped, known by its name.
TensorFile ReadTensorFile(std::string_view bytes, const TensorPath& path);

// The numbers of a summarising debug op; empty if the tensor is not of the kind that `detail`
// writes.
std::vector<double> ReadSummary(Detail detail, std::string_view tensor);

}  // namespace tdbg::importers::tfdbg1
