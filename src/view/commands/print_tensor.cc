#include <string>

#include "tensor/slice.h"
#include "view/command_table.h"
#include "view/commands/dump_choice.h"
#include "view/commands/tensor_page.h"
#include "view/current_tensor.h"

namespace tdbg::view {
namespace {

Result<Document> PrintTensor(Workspace& workspace, const Arguments& arguments) {
  TDBG_ASSIGN_OR_RETURN(const ValueOptions options, ValueOptions::From(arguments));
  TDBG_ASSIGN_OR_RETURN(auto number, arguments.Number("--number"));
  TDBG_ASSIGN_OR_RETURN(const auto time, arguments.Number("--time"));
  if (number && time) return InvalidArgument("pt: -n and --time both choose; give one of them");
  if (!number) number = time;
  const std::string& text = arguments.text();
  TDBG_ASSIGN_OR_RETURN(session::FoundTensor found, NamedTensor(workspace.position, text));
  TDBG_RETURN_IF_ERROR(tensor::ParseSlice(found.slice).status());
  if (number) {
    TDBG_ASSIGN_OR_RETURN(found.chosen, DumpNumber(found, *number));
  } else if (found.events.size() > 1 && !text.empty() && !text.starts_with('.') &&
             text.find('#') == std::string::npos) {
    if (workspace.program == nullptr) return AllDumps(workspace.position, found, "pt");
    // At a program that is held, the tensor meant is that of the execution it is held in.
    ChooseInExecution(workspace.position, found);
  }
  return TensorPage(workspace, found, options);
}

}  // namespace

Command PrintTensorCommand() {
  return {
      .name = "print_tensor",
      .aliases = {"pt"},
      .topic = Topic::kTensors,
      .summary = "print the value of a tensor, or a part of it",
      .positional = {"a tensor", Positional::Count::kOptional, Kind::kTensor},
      .flags = {{"-n", "--number", "K", "the K-th time it was recorded, from 0; -1 is the last"},
                {"", "--time", "K", "the same as -n"},
                kRangesFlag,
                kAllFlag,
                kSummaryFlag,
                kWriteFlag},
      .details =
          "A name is [graph::]op:slot[#n][slice], or @execution:slot for an eager tensor; the slot "
          "may be left out where only one was recorded. Without a name it is the current tensor, "
          "and so is `.`.\n"
          "Slices are numpy's: [0:3], [-1], [..., ::2]. A tensor that was recorded several times "
          "is listed; -n or #n picks one. While a program is held, its value at the cursor is "
          "shown.\n"
          "Numbers are written digit for digit as numpy would.",
      .examples = {"pt hidden/Relu:0", "pt loss/Log:0[85,:3] -s", "pt w:0 -n 2 -r [[0,1],nan]",
                   "pt w:0 -w w.npy"},
      .run = PrintTensor,
  };
}

}  // namespace tdbg::view
