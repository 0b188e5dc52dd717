#include "view/command_table.h"
#include "view/commands/tensor_page.h"
#include "view/current_tensor.h"
#include "view/eval_page.h"

namespace tdbg::view {
namespace {

Result<Document> Eval(Workspace& workspace, const Arguments& arguments) {
  if (arguments.text().empty())
    return InvalidArgument("eval: needs an expression; `help eval` shows some");
  TDBG_ASSIGN_OR_RETURN(const ValueOptions options, ValueOptions::From(arguments));
  return EvalPage(workspace, arguments.text(), Moment::kFirst, options);
}

// A name where the text is one, as in gdb; else an expression.
Result<Document> Print(Workspace& workspace, const Arguments& arguments) {
  TDBG_ASSIGN_OR_RETURN(const ValueOptions options, ValueOptions::From(arguments));
  const std::string& text = arguments.text();
  auto found = NamedTensor(workspace.position, text);
  const bool expression = text.find_first_of("`(+*<>=") != std::string::npos;
  if (!found.ok()) {
    auto page = EvalPage(workspace, text, Moment::kCursor, options);
    // What looks like a name is more likely a slip in one.
    if (!page.ok() && !expression) return found.status();
    return page;
  }
  const bool moves_along = !text.empty() && !text.starts_with('.') &&
                           text.find('#') == std::string::npos && !text.starts_with('@');
  if (moves_along) TDBG_RETURN_IF_ERROR(ChooseAtCursor(workspace.position, *found));
  return TensorPage(workspace, *found, options);
}

}  // namespace

Command EvalCommand() {
  return {
      .name = "eval",
      .aliases = {"ev"},
      .topic = Topic::kTensors,
      .summary = "compute with tensors, as numpy would",
      .positional = {"an expression", Positional::Count::kRest, Kind::kExpression},
      .flags = {kAllFlag, kWriteFlag},
      .details =
          "Tensors stand in backticks: `hidden/Relu:0`. Of a tensor recorded several times "
          "it is the first; `op:0[2]` or `op:0#2` is the third.\n"
          "`help expressions` lists the functions.",
      .examples = {"eval `w:0`.T @ `x:0`", "eval np.sum(np.isnan(`loss:0`))",
                   "eval `a:0`[0, ::2] > 0.5", "ev max(abs(`g:0` - `h:0`)) -w d.npy"},
      .run = Eval,
  };
}

Command PrintCommand() {
  return {
      .name = "print",
      .aliases = {"p"},
      .topic = Topic::kTensors,
      .summary = "print a tensor or an expression as of the cursor",
      .positional = {"a tensor or an expression", Positional::Count::kRest, Kind::kTensor},
      .flags = {kRangesFlag, kAllFlag, kSummaryFlag, kWriteFlag},
      .details =
          "A tensor means the value it had last when the tensor under the cursor was "
          "recorded; so the same words tell another story after `step` and `rs`.",
      .examples = {"print", "p hidden/Relu:0", "p max(`loss:0`)"},
      .run = Print,
  };
}

}  // namespace tdbg::view
