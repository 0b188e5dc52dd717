// The fixed parts of all records but tensor events. What is marked "tail" follows the struct at
// once. Strings are numbers of string records; 0 is the empty one and never recorded. All other
// numbers are those of include/tdbg/capture.h: given out once per process, 0 meaning none. A record
// may be read before the one that defines a number it mentions.
#pragma once

#include <cstddef>
#include <cstdint>

#include "format/record.h"

namespace tdbg::format {

// First record of a run.
struct ProcessRecord {
  static constexpr RecordKind kKind = RecordKind::kProcess;
  RecordHead head;
  int64_t start_ns;
  uint32_t pid;
  uint32_t parent_pid;
  uint32_t job;  // strings from here on
  uint32_t host;
  uint32_t worker;
  uint32_t framework;
  uint32_t framework_version;
  uint32_t mode;  // "auto", "full_health", …
  uint32_t program;
  uint32_t tdbg_version;
  uint32_t has_loss_page;  // 1: the folder of the run has one (loss_page.h)
  uint32_t zero;
};
static_assert(sizeof(ProcessRecord) == 64);

// Tail: the bytes.
struct StringRecord {
  static constexpr RecordKind kKind = RecordKind::kString;
  RecordHead head;
  uint32_t id;
  uint32_t size;
};
static_assert(sizeof(StringRecord) == 16);
inline constexpr uint32_t kLongestString = uint32_t{1} << 20;

struct GraphRecord {
  static constexpr RecordKind kKind = RecordKind::kGraph;
  RecordHead head;
  uint32_t id;
  uint32_t key;   // string; tells graphs of one name apart
  uint32_t name;  // string; what the user calls it
  uint32_t outer;
  uint32_t zero[2];
};
static_assert(sizeof(GraphRecord) == 32);

// One input of an op: output `slot` of the op called `name` in the same graph.
struct OpInput {
  static constexpr int32_t kControl = -1;
  uint32_t name;  // string
  int32_t slot;   // kControl: only runs after it
};
static_assert(sizeof(OpInput) == 8);

// The numbers are those of tdbg_role.
enum class RecordedRole : uint8_t {
  kComputes = 0,
  kReadsInput = 1,
  kReadsConstant = 2,
  kReadsVariable = 3,
  kPassesOn = 4,
};

inline constexpr uint8_t kOpAsWritten = 1;  // TDBG_AS_WRITTEN
inline constexpr uint8_t kOpAssigns = 2;    // TDBG_ASSIGNS
// The other bits of tdbg_op_flags matter to the recorder alone.

// Tail: `input_count` OpInputs. Two records of one id are the op as written and the op as executed,
// told apart by kOpAsWritten; of two alike the later one holds.
struct OpRecord {
  static constexpr RecordKind kKind = RecordKind::kOp;
  RecordHead head;
  uint32_t id;
  uint32_t graph;
  uint32_t name;           // string
  uint32_t type;           // string
  uint32_t device;         // string
  uint32_t stack;          // innermost frame
  uint32_t written;        // string; the user's own name of it, where the runtime renamed it
  uint32_t written_graph;  // string; name of the user's function, where it was inlined
  uint32_t output_count;
  uint32_t input_count;
  uint8_t role;   // RecordedRole
  uint8_t flags;  // kOpAsWritten, kOpAssigns
  uint8_t zero[2];
  uint32_t fused;  // string; "Abs,Log": types of the ops put together in this one, as they work
};
static_assert(sizeof(OpRecord) == 56);

// Tail: `rank` int64 extents.
struct ShapeRecord {
  static constexpr RecordKind kKind = RecordKind::kShape;
  RecordHead head;
  uint32_t id;
  uint32_t rank;
};
static_assert(sizeof(ShapeRecord) == 16);

// Which part of its line a frame calls, in bytes from 0: from `begin` to before `end` of
// `end_line`.
struct FrameColumns {
  uint32_t begin = 0;
  uint32_t end = 0;
  uint32_t end_line = 0;
  uint32_t zero = 0;
  bool operator==(const FrameColumns&) const = default;
};
static_assert(sizeof(FrameColumns) == 16);

// A stack is named by its innermost frame. Frames with the same callers share the records of these.
// Tail: FrameColumns, or nothing where they are not known.
struct StackFrameRecord {
  static constexpr RecordKind kKind = RecordKind::kStackFrame;
  RecordHead head;
  uint32_t id;
  uint32_t caller;    // frame; 0 for the outermost
  uint32_t file;      // string
  uint32_t function;  // string
  uint32_t line;
  uint32_t layer;  // that what this frame did belongs to
};
static_assert(sizeof(StackFrameRecord) == 32);

// A part of a model by which a framework knows it: a layer, a loss, an optimizer.
struct LayerRecord {
  static constexpr RecordKind kKind = RecordKind::kLayer;
  RecordHead head;
  uint32_t id;
  uint32_t path;   // string; names of layers, outermost first: "functional/dense_1"
  uint32_t type;   // string; its class
  uint32_t stack;  // where the program made it
  uint32_t zero[2];
};
static_assert(sizeof(LayerRecord) == 32);

// A long record. Tail: the text.
struct SourceFileRecord {
  static constexpr RecordKind kKind = RecordKind::kSourceFile;
  RecordHead head;
  uint64_t granules;
  uint64_t size;
  uint32_t path;  // string
  uint32_t zero;
};
static_assert(sizeof(SourceFileRecord) == 32);

// The numbers are those of tdbg_execution_kind.
enum class ExecutionKind : uint8_t { kEagerOp = 0, kFunctionCall = 1, kSessionRun = 2 };

inline constexpr uint8_t kExecutionUpdates = 1;  // TDBG_UPDATES
inline constexpr uint8_t kExecutionFailed = 2;   // the recorder made an op of it fail

// An execution begins. aux: ExecutionKind; an eager op has no end of its own. Numbers count
// up from 1 and wrap around after 2^32, leaving out 0.
struct ExecutionRecord {
  static constexpr RecordKind kKind = RecordKind::kExecution;
  RecordHead head;
  int64_t time_ns;
  uint32_t number;
  uint32_t graph;
  uint32_t stack;
  uint32_t name;  // string; op type or function
};
static_assert(sizeof(ExecutionRecord) == 32);

// aux: kExecutionUpdates, kExecutionFailed. There may be several records of one end: the last tells
// when it was.
struct ExecutionEndRecord {
  static constexpr RecordKind kKind = RecordKind::kExecutionEnd;
  RecordHead head;
  int64_t time_ns;
  uint32_t number;
  uint32_t zero[3];
};
static_assert(sizeof(ExecutionEndRecord) == 32);

// Executions from `first_execution` on, up to the next such record, belong to `step`. aux: 1 if the
// program itself said which step it is. The record may be repeated, as at the start of a segment.
struct StepRecord {
  static constexpr RecordKind kKind = RecordKind::kStep;
  RecordHead head;
  int64_t time_ns;
  int64_t step;
  uint32_t first_execution;
  uint32_t zero;
};
static_assert(sizeof(StepRecord) == 32);

// An op that made a bad value (kBadValue) or failed (kError). The tensor event of the value carries
// the verdict too; a later ruling of the same value replaces it (masked is known late). The
// `operand_count` operand records follow in the same segments of the same thread, in any order.
struct IncidentRecord {
  static constexpr RecordKind kKind = RecordKind::kBadValue;
  RecordHead head;
  int64_t time_ns;  // that of the tensor event
  uint32_t op;
  uint32_t execution;
  uint32_t slot;
  uint32_t iteration;
  uint32_t stack;    // of the op that was running
  uint32_t message;  // string; of an error
  uint32_t operand_count;
  uint8_t verdict;  // Verdict
  uint8_t source;   // Source
  uint8_t zero[18];
};
static_assert(sizeof(IncidentRecord) == 64);

// What is known of who reads a bad value that an eager op made: no graph tells. The numbers are on
// disk.
enum class Reading : uint8_t {
  kAwaited = 0,  // the program handed it in, and from here on each op that reads it is looked at
  kClean = 1,    // an op read it and made only finite numbers of it
  kBad = 2,      // an op read it and made a bad value of it
  kLeaves = 3,   // an op took it to where nobody follows it, or it is not followed any more
};

// aux: Reading.
struct ReadingRecord {
  static constexpr RecordKind kKind = RecordKind::kReading;
  RecordHead head;
  int64_t time_ns;     // of the tensor event that the reader made
  uint32_t made_by;    // execution of the eager op whose value it is
  uint16_t made_slot;  // which of its outputs
  uint16_t slot;       // of the reader: its first bad output
  uint32_t op;         // the reader
  uint32_t execution;  // in which it ran
};
static_assert(sizeof(ReadingRecord) == 32);

// `count` more of what `name` says were lost; the name is one of a few fixed words. No tail.
struct LossRecord {
  static constexpr RecordKind kKind = RecordKind::kLoss;
  RecordHead head;
  int64_t time_ns;
  uint64_t count;
  uint32_t name;  // string
  uint32_t text;  // string; one sentence for a person, or empty
};
static_assert(sizeof(LossRecord) == 32);

// The program ended the recording: nothing of this run follows.
struct EndOfRunRecord {
  static constexpr RecordKind kKind = RecordKind::kEndOfRun;
  RecordHead head;
  int64_t time_ns;
  uint64_t zero[2];
};
static_assert(sizeof(EndOfRunRecord) == 32);

// What the system calls a thread. A thread that begins when another has ended takes over its
// number, and is recorded again if its name differs.
struct ThreadRecord {
  static constexpr RecordKind kKind = RecordKind::kThread;
  RecordHead head;
  uint32_t number;  // of the segments it writes
  uint32_t name;    // string
  uint32_t zero[4];
};
static_assert(sizeof(ThreadRecord) == 32);

// A long record. Tail: the elements, row-major; fewer of them than the shape has if the value was
// cut.
struct ValueRecord {
  static constexpr RecordKind kKind = RecordKind::kValue;
  RecordHead head;
  uint64_t granules;
  uint64_t size;
  uint32_t shape;
  uint8_t dtype;
  uint8_t zero[3];
};
static_assert(sizeof(ValueRecord) == 32);

}  // namespace tdbg::format
