// Turns the problems of files into losses of the trace, and takes them back.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "importers/tfdbg1/problem.h"
#include "store/loss_log.h"

namespace tdbg::importers::tfdbg1 {

class LossReporter {
 public:
  // `prefix` goes before each path: "" or "worker0/".
  LossReporter(store::LossLog& log, std::string prefix) : log_(log), prefix_(std::move(prefix)) {}

  void Report(std::string_view path, const Problem& problem, int64_t count = 1) {
    log_.Add(problem.name, prefix_ + std::string(path), problem.offset, problem.text, count);
  }

  // What was learnt since contradicts it.
  void TakeBack(std::string_view path, std::string_view name) {
    log_.Remove(name, prefix_ + std::string(path));
  }

  // The file has grown since; what was wrong with it before may be so no more.
  void Forget(std::string_view path) { log_.RemoveFile(prefix_ + std::string(path)); }

 private:
  store::LossLog& log_;
  std::string prefix_;
};

}  // namespace tdbg::importers::tfdbg1
