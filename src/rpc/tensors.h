// Lists of the tensor events of one run, remembered until it has grown: a table asks for them page
// by page.
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "rpc/asker.h"
#include "rpc/messages.h"
#include "session/session.h"

namespace tdbg::rpc {

class TensorLists {
 public:
  // Gives up when who asks has gone; null: nobody goes.
  explicit TensorLists(const Asker* asker) : asker_(asker) {}

  // To be called when the run has grown.
  void Grew() { lists_.clear(); }

  Result<Tensors> Answer(session::RunView& run, const TensorsRequest& request);
  Result<TensorPlace> Answer(session::RunView& run, const TensorPlaceRequest& request);

 private:
  struct Question {
    std::string filter;
    std::vector<std::string> nodes;
    std::string sort;
    bool descending = false;

    auto operator<=>(const Question&) const = default;
  };

  template <typename Request>
  static Question QuestionOf(const Request& request);
  Result<std::span<const store::EventId>> Events(session::RunView& run, const Question& question);

  const Asker* const asker_;
  std::map<Question, std::vector<store::EventId>> lists_;
};

}  // namespace tdbg::rpc
