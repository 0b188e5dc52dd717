/* tdbg's capture library: what runs inside the program that is debugged.
 *
 * An adapter (of a framework, or of your own training loop) tells the library what exists (graphs,
 * ops, stacks, sources) and what happens (executions, the tensors an op made). The library filters,
 * sums up, records to the trace directory, judges bad values at once and, where a debugger asked
 * for it, holds the program where one is born.
 *
 * Every function may be called from any thread. None throws, aborts, or leaves the floating-point
 * environment changed. A fault of the library's own (no disk, no memory) switches it off; the
 * program goes on. Without tdbg_start() every call is cheap and does nothing.
 *
 * Numbers of one process: an id is never reused and 0 means none. Texts are copied. */
#ifndef TDBG_CAPTURE_H_
#define TDBG_CAPTURE_H_

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define TDBG_API __attribute__((visibility("default")))

/* Of this header. tdbg_abi_version() is that of the library; they fit if they are equal. */
#define TDBG_ABI_VERSION 6
TDBG_API uint32_t tdbg_abi_version(void);

typedef uint32_t tdbg_id;

typedef struct tdbg_text {
  const char* data;
  size_t size;
} tdbg_text;

/* ---- Life ---------------------------------------------------------------------------------- */

/* clang-format off */
/* Settings are pairs of words, before or after the start:
 *   mode     auto no_tensor curt_health concise_health full_health shape full_tensor
 *   every    full statistics on each Nth step (auto)
 *   op_type, name, dtype, graph      filters: regular expressions, matched from the beginning of the
 *            text on; a tensor is recorded if all of them match. "" is no filter
 *   steps    "A:B", half open         stride   record only each Nth step
 *   retain   "steps N", "events N" or "all"
 *   budget   bytes on disk; K, M or G may follow the number
 *   stop     1: hold the program at a birth (needs a debugger on the control socket)
 *   raise    1: an op that made something bad fails, with a report as its message
 *   raise_frames, raise_path   of that report: how many frames of a stack, how many characters of a
 *            file's name; a number or "all"
 *   framework, framework_version, worker, program, job     what this process is
 * Each is also read from the environment at the start, as TDBG_MODE and so on. Returns 0, or -1 if
 * the key or the value is not understood (tdbg_last_error says why). */
/* clang-format on */
TDBG_API int tdbg_set(const char* key, const char* value);

/* Begins recording below `trace_directory`, in a folder of this process's own; NULL: where the
 * environment's TDBG_TRACE says, and if that is not set nothing is begun and 1 returned. 0 when
 * recording, -1 on failure. A second start is the first one's answer. */
TDBG_API int tdbg_start(const char* trace_directory);

/* Ends the recording: everything is committed, losses are written down. Also done at exit. */
TDBG_API void tdbg_stop(void);

/* One line on the last refusal or failure; "" if there was none. Of this thread. */
TDBG_API const char* tdbg_last_error(void);

/* Switches recording off and on while the program runs; nothing is forgotten. */
TDBG_API void tdbg_set_enabled(int enabled);

enum tdbg_switch_bits {
  TDBG_RECORDS = 1,     /* something is to be recorded */
  TDBG_WANTS_STACKS = 2 /* executions are to tell where they were asked for: only early in a run,
                           and after a birth. It stands for later ones that ask in the same order */
};

/* The address of a word of tdbg_switch_bits that is nonzero while anything is to be recorded:
 * adapters read it (relaxed) before they do any work of their own. Valid for the life of the
 * process. */
TDBG_API const uint32_t* tdbg_switch(void);

/* ---- What exists ---------------------------------------------------------------------------- */

typedef struct tdbg_frame {
  tdbg_text file;
  tdbg_text function;
  uint32_t line;
  /* Which part of the line is being called, where that is known: bytes, counted from 0, from
   * `column` to before `end_column` of `end_line`. All 0 where it is not. */
  uint32_t column;
  uint32_t end_line;
  uint32_t end_column;
} tdbg_frame;

/* Outermost frame first. Equal stacks get the same id. The text of each file that is new and can be
 * read is recorded with it. */
TDBG_API tdbg_id tdbg_define_stack(const tdbg_frame* frames, size_t count);

/* The text of a file that cannot be read from disk, a notebook's cell, under the name that frames
 * have for it. The first text of a name counts. */
TDBG_API void tdbg_define_source(tdbg_text file, tdbg_text text);

/* A part of a model that the framework knows by name: a layer, a loss, an optimizer. `path` are the
 * names of the layers that it lies in and its own ("functional/dense_1"), `type` is its class,
 * `stack` where the program made it, if that is known. */
TDBG_API tdbg_id tdbg_define_layer(tdbg_text path, tdbg_text type, tdbg_id stack);

/* The same stack, with the word that what was done there belongs to the layer. */
TDBG_API tdbg_id tdbg_stack_in_layer(tdbg_id stack, tdbg_id layer);

/* `name` is what the user calls it ("train_step"), `key` tells graphs of the same name apart. */
TDBG_API tdbg_id tdbg_define_graph(tdbg_text key, tdbg_text name, tdbg_id outer);

/* Where the value of an op comes from. */
enum tdbg_role {
  TDBG_COMPUTES = 0,
  TDBG_READS_INPUT = 1, /* fed, or read from a dataset */
  TDBG_READS_CONSTANT = 2,
  TDBG_READS_VARIABLE = 3,
  TDBG_PASSES_ON = 4, /* an alias of its input: not recorded by itself */
  TDBG_COMPARES = 5   /* makes no value that can be bad, but decides by those that it reads */
};

enum tdbg_op_flags {
  TDBG_AS_WRITTEN = 1,     /* the op as the user's source has it; the runtime may run another one */
  TDBG_ASSIGNS = 2,        /* writes a variable */
  TDBG_MAY_GIVE_BIRTH = 4, /* may make a bad value of good ones and destroy these in doing so */
  TDBG_CALLS = 8,          /* returns what other ops made, which it runs or which was collected */
  TDBG_HANDS_IN = 16,      /* makes no value but takes one over from the program, to which it may
                              mean something: it is told once something bad was made of it */
  TDBG_MOVES = 32,     /* hands on what others made: what is bad in it does not fail it (raise) */
  TDBG_ONE_RESULT = 64 /* only the first output is its result: another one does not fail it */
};

typedef struct tdbg_op {
  tdbg_id graph; /* 0: an op that runs by itself (eager) */
  tdbg_text name;
  tdbg_text type;
  tdbg_text device;
  const tdbg_text*
      inputs; /* "producer" or "producer:1", "^producer" for control; of the same graph */
  size_t input_count;
  uint32_t output_count;
  tdbg_id stack;
  uint32_t role;           /* tdbg_role */
  uint32_t flags;          /* tdbg_op_flags */
  tdbg_text written;       /* the user's own name of it where the runtime renamed it; else empty */
  tdbg_text written_graph; /* name of the user's function it was written in, where it was inlined */
  tdbg_text fused;         /* "Abs,Log": types of the ops that the runtime put together in this one,
                              in the order in which they work; else empty */
} tdbg_op;

/* A second definition of the same name in the same graph gets the same id and replaces what the
 * first one said, but an executed op never loses the stack its written one had. One that is
 * executed with other inputs gets an id of its own. */
TDBG_API tdbg_id tdbg_define_op(const tdbg_op* op);

/* 0 if no op of that name was defined in the graph. */
TDBG_API tdbg_id tdbg_find_op(tdbg_id graph, tdbg_text name);

/* What executions are called: an op type or a function, defined once and begun often. */
TDBG_API tdbg_id tdbg_define_name(tdbg_text name);

/* ---- What happens --------------------------------------------------------------------------- */

enum tdbg_execution_kind { TDBG_EAGER_OP = 0, TDBG_FUNCTION_CALL = 1, TDBG_SESSION_RUN = 2 };

typedef struct tdbg_execution {
  uint32_t kind; /* tdbg_execution_kind */
  tdbg_id graph; /* of a call, where known */
  tdbg_id stack; /* of the call, where known */
  tdbg_id name;  /* of tdbg_define_name */
} tdbg_execution;

enum tdbg_execution_flags {
  TDBG_UPDATES = 1 /* it assigned to a variable: a step ends with it */
};

/* One top-level thing that the program asked for. Returns its number, counted from 1. */
TDBG_API uint64_t tdbg_execution_begin(const tdbg_execution* execution);
TDBG_API void tdbg_execution_end(uint64_t execution, uint32_t flags);

/* The program says which step it is in; from then on only it does. */
TDBG_API void tdbg_step(int64_t step);

typedef struct tdbg_tensor {
  const void* data; /* NULL: nothing readable (opaque elements, device memory, never set) */
  uint64_t bytes;
  const int64_t* dims;
  uint32_t rank;
  uint32_t dtype; /* numbered as in docs/capture.md */
  uint32_t flags; /* tdbg_tensor_flags */
} tdbg_tensor;

enum tdbg_tensor_flags {
  TDBG_FOLLOWED = 1 /* it fills memory that nobody writes to but ops that are reported, and whose
                       end is told by tdbg_memory_freed */
};

/* One op that has run. Outputs are borrowed for the length of the call. Facts that an accelerator
 * delivers late are reported late: the same call, from any thread, with the time when the op ran.
 */
typedef struct tdbg_op_run {
  tdbg_id op;
  uint32_t iteration; /* of the innermost loop, from 0 */
  uint64_t execution; /* 0: unknown */
  uint32_t growth;    /* tdbg_growth, after TDBG_PLAN_BOUND; else 0 */
  uint32_t bound;     /* what tdbg_bound_of said; 0: not asked */
  int64_t time_ns;    /* since the epoch; 0: now */
  const tdbg_tensor* outputs;
  uint32_t output_count;
  uint32_t first_slot; /* which output of the op outputs[0] is; 0 unless only some are reported */
  uint32_t input_count;
  /* Asked if an output is bad, if the op failed, or where the inputs tell as much as a far larger
   * output would: its input `index` as it was before the op ran.
   * Returns 0 if it can still be read; what it points to must live until tdbg_op_done returns. */
  int (*input)(void* context, uint32_t index, tdbg_tensor* tensor);
  /* Asked if an input is bad before anything else was: whether it came from outside
   * (TDBG_READS_INPUT, TDBG_READS_CONSTANT) or was made by an op (TDBG_COMPUTES). May be NULL: an
   * op made it. */
  uint32_t (*input_role)(void* context, uint32_t index);
  /* Asked at a birth only: the stack of the op that is running, where it has none of its own. */
  tdbg_id (*stack)(void* context);
  /* Asked where an output is bad and the setting `raise` is on: lets the op fail with `message`.
   * May be NULL. */
  void (*fail)(void* context, tdbg_text message);
  void* context;
} tdbg_op_run;

enum tdbg_plan {
  TDBG_PLAN_OUTPUTS = 1, /* call tdbg_op_done with the outputs */
  TDBG_PLAN_INPUTS = 2,  /* keep the inputs alive until then: this op may give birth */
  TDBG_PLAN_BOUND = 4,   /* ask tdbg_bound_of first: it may rule that out */
  TDBG_PLAN_HOLD = 8     /* call tdbg_op_done even if there are no outputs to report: a debugger
                            wants to hold the next thread that has run an op */
};

/* What to do about the op that is about to run: tdbg_plan bits; 0: nothing. */
TDBG_API uint32_t tdbg_op_plan(tdbg_id op);

/* How large the elements of an op's outputs can get for inputs of a given size. Integers and bools
 * among these (shapes, axes, conditions) do not count. */
enum tdbg_growth {
  TDBG_GROWS_FREELY = 0,
  TDBG_GROWS_LIKE_SUM = 1,     /* one element of each input, added up; or less, as in a copy */
  TDBG_GROWS_LIKE_PRODUCT = 2, /* one element of each, multiplied */
  TDBG_GROWS_LIKE_SQUARE = 3,  /* the square of such a sum */
  TDBG_GROWS_LIKE_DOT = 4,     /* products of an element of each of the first two, none of them used
                                  twice, added up; and one element of each other input; of that a
                                  function which is at most 1 or what it is given */
  TDBG_GROWS_LIKE_TOTAL = 5    /* all elements of all inputs, added up */
};

/* Before an op of known growth runs: 0 if it might make something bad of these inputs, for all that
 * is known of them. Else the outputs are finite, below 2^(result-126), and the inputs need not be
 * kept. All inputs, with data, bytes, dtype and flags: large ones are known if they are followed.
 */
TDBG_API uint32_t tdbg_bound_of(uint32_t growth, const tdbg_tensor* inputs, uint32_t count);

/* Before memory is freed in which followed tensors lay: what comes to its place is another. */
TDBG_API void tdbg_memory_freed(const void* data);

/* May hold the calling thread, where a debugger wants that. */
TDBG_API void tdbg_op_done(const tdbg_op_run* run);

/* The op failed with `message`; outputs are not looked at. */
TDBG_API void tdbg_op_failed(const tdbg_op_run* run, tdbg_text message);

/* Whether the setting `raise` is on while something is recorded. */
TDBG_API int tdbg_raises(void);

/* The op read a bad constant that is part of its graph: its input `input`, and `name` among the ops
 * as written. No op makes such a constant, so it is for its readers that `raise` lets them fail. */
TDBG_API void tdbg_bad_constant_read(const tdbg_op_run* run, uint32_t input, tdbg_text name);

/* Something the adapter could not do, by name; counted and shown to the user. What is recorded is
 * poorer for it, but nothing bad can have been missed. */
TDBG_API void tdbg_lost(const char* what, uint64_t count);

/* The same where values were made that nobody could look at: whether anything bad was born is not
 * known then, and `tdbg check` says so. */
TDBG_API void tdbg_unseen(const char* what, uint64_t count);

/* For an adapter whose own allocation has failed, and which has no other way to say so: memory that
 * is never freed, and recording ends. tdbg_in_reserve() is 1 for what came from there. */
TDBG_API void* tdbg_reserve(size_t bytes);
TDBG_API int tdbg_in_reserve(const void* at);

#ifdef __cplusplus
}
#endif

#endif /* TDBG_CAPTURE_H_ */
