#include "vocabulary/recorder_loss.h"

namespace tdbg {
namespace {

// In the order of the enum.
constexpr LossWords kLossWords[] = {
    {.name = "capture_lost_record",
     .text = "an event, execution or definition for which no file could be made",
     .hides_births = true},
    {.name = "capture_unrecorded_birth",
     .text = "a bad value that was seen where it was born, but could not be recorded",
     .hides_births = true},
    {.name = "capture_lost_value",
     .text = "a value for which there was no room on the disk or in the budget"},
    {.name = "capture_unreadable_tensor",
     .text = "a tensor with fewer bytes than its shape and type ask for",
     .hides_births = true},
    {.name = "capture_cut_value",
     .text = "a large operand or output of which only the beginning was kept",
     .on_purpose = true},
    {.name = "capture_unkept_value",
     .text = "an origin whose values were not kept, since those of enough others were",
     .on_purpose = true},
    {.name = "capture_unkept_operands",
     .text = "a bad value whose operands were not kept, since those of enough others were",
     .on_purpose = true},
    {.name = "capture_unkept_error",
     .text = "a failed op that was not recorded, since enough others were",
     .on_purpose = true},
    {.name = "capture_unkept_shape",
     .text = "a tensor whose shape was not kept, since too many others were seen",
     .hides_births = true},
    {.name = "capture_cut_text", .text = "a name, message or path too long to be kept whole"},
    {.name = "capture_unkept_source", .text = "a source file too large to be kept"},
    {.name = "capture_budget",
     .text = "an event that was deleted to keep within the budget on disk",
     .on_purpose = true},
    {.name = "capture_uninherited",
     .text = "a forked process that could not read all that its parent had defined"},
    {.name = "capture_disproved",
     .text = "a tensor that was larger than its inputs allow; everything is read from then on",
     .on_purpose = true},
    {.name = "capture_no_debugger",
     .text = "a process that did not reach the debugger it was told of"},
    {.name = "capture_harmed_file",
     .text = "a file of the recording that somebody cut, replaced or deleted while the program ran",
     .hides_births = true},
    {.name = "capture_taken_line",
     .text =
         "a process that closed its line to the debugger, which could not hold it from then on"},
};
static_assert(sizeof kLossWords / sizeof kLossWords[0] == kRecorderLosses);

}  // namespace

const LossWords& WordsOf(RecorderLoss loss) { return kLossWords[static_cast<size_t>(loss)]; }

const LossWords* FindLossWords(std::string_view name) {
  for (const LossWords& words : kLossWords) {
    if (name == words.name) return &words;
  }
  return nullptr;
}

}  // namespace tdbg
