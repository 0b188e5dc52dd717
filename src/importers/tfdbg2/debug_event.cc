#include "importers/tfdbg2/debug_event.h"

#include <concepts>

#include "importers/tfproto/wire.h"

namespace tdbg::importers::tfdbg2 {
namespace {

using tfproto::Field;
using tfproto::kBytes;
using tfproto::kFixed64;
using tfproto::kVarint;
using tfproto::ReadWire;
using tfproto::Wire;

// Calls `read_field` for each field of `body`; it must consume or skip the field.
template <typename Message>
Result<Message> Parse(std::string_view what, std::string_view body,
                      std::invocable<Wire&, Message&> auto read_field) {
  Message parsed;
  TDBG_RETURN_IF_ERROR(ReadWire(what, [&] {
    Wire message(body);
    while (message.next()) read_field(message, parsed);
  }));
  return parsed;
}

// Packed, as TensorFlow writes it, or one number at a time.
void ReadIntegers(Wire& message, std::vector<int64_t>& values) {
  if (message.wire_type() == kVarint) {
    values.push_back(message.get_int64());
  } else {
    for (const int64_t value : message.get_packed_int64()) values.push_back(value);
  }
}

CodeLocation ReadCodeLocation(Wire message) {
  CodeLocation location;
  while (message.next()) {
    switch (message.tag_and_type()) {
      case Field(1, kBytes):
        location.host = message.get_view();
        break;
      case Field(2, kBytes):
        location.frame_ids.push_back(message.get_view());
        break;
      default:
        message.skip();
    }
  }
  return location;
}

EventKind KindOfField(uint32_t number) {
  switch (number) {
    case 3:
      return EventKind::kMetadata;
    case 4:
      return EventKind::kSourceFile;
    case 6:
      return EventKind::kStackFrame;
    case 7:
      return EventKind::kOpCreation;
    case 8:
      return EventKind::kGraph;
    case 9:
      return EventKind::kExecution;
    case 10:
      return EventKind::kTrace;
    case 12:
      return EventKind::kDevice;
    default:
      return EventKind::kUnknown;
  }
}

}  // namespace

Result<DebugEvent> ParseDebugEvent(std::string_view bytes) {
  return Parse<DebugEvent>("debug event", bytes, [](Wire& message, DebugEvent& event) {
    if (message.tag_and_type() == Field(1, kFixed64)) {
      event.wall_time = message.get_double();
    } else if (const EventKind kind = KindOfField(message.tag());
               kind != EventKind::kUnknown && message.wire_type() == kBytes) {
      event.kind = kind;
      event.body = message.get_view();
    } else {
      message.skip();
    }
  });
}

Result<Metadata> ParseMetadata(std::string_view body) {
  return Parse<Metadata>("metadata", body, [](Wire& message, Metadata& metadata) {
    switch (message.tag_and_type()) {
      case Field(1, kBytes):
        metadata.tensorflow_version = message.get_view();
        break;
      case Field(2, kBytes):
        metadata.file_version = message.get_view();
        break;
      case Field(3, kBytes):
        metadata.run_id = message.get_view();
        break;
      default:
        message.skip();
    }
  });
}

Result<SourceFileRecord> ParseSourceFile(std::string_view body) {
  return Parse<SourceFileRecord>("source file", body, [](Wire& message, SourceFileRecord& file) {
    switch (message.tag_and_type()) {
      case Field(1, kBytes):
        file.path = message.get_view();
        break;
      case Field(2, kBytes):
        file.host = message.get_view();
        break;
      case Field(3, kBytes):
        ++file.num_lines;
        message.skip();
        break;
      default:
        message.skip();
    }
  });
}

Result<std::vector<std::string_view>> ParseSourceLines(std::string_view body) {
  using Lines = std::vector<std::string_view>;
  return Parse<Lines>("source file", body, [](Wire& message, Lines& lines) {
    if (message.tag_and_type() == Field(3, kBytes)) {
      lines.push_back(message.get_view());
    } else {
      message.skip();
    }
  });
}

Result<StackFrameRecord> ParseStackFrame(std::string_view body) {
  return Parse<StackFrameRecord>("stack frame", body, [](Wire& message, StackFrameRecord& frame) {
    switch (message.tag_and_type()) {
      case Field(1, kBytes):
        frame.id = message.get_view();
        break;
      case Field(2, kBytes): {
        Wire place = message.get_message();
        while (place.next()) {
          switch (place.tag_and_type()) {
            case Field(1, kVarint):
              frame.file_index = place.get_int64();
              break;
            case Field(2, kVarint):
              frame.line = place.get_int64();
              break;
            case Field(4, kBytes):
              frame.function = place.get_view();
              break;
            default:
              place.skip();
          }
        }
        break;
      }
      default:
        message.skip();
    }
  });
}

Result<OpCreation> ParseOpCreation(std::string_view body) {
  return Parse<OpCreation>("op creation", body, [](Wire& message, OpCreation& op) {
    switch (message.tag_and_type()) {
      case Field(1, kBytes):
        op.op_type = message.get_view();
        break;
      case Field(2, kBytes):
        op.op_name = message.get_view();
        break;
      case Field(3, kBytes):
        op.graph_name = message.get_view();
        break;
      case Field(4, kBytes):
        op.graph_id = message.get_view();
        break;
      case Field(5, kBytes):
        op.device = message.get_view();
        break;
      case Field(6, kBytes):
        op.inputs.push_back(message.get_view());
        break;
      case Field(7, kVarint):
        op.num_outputs = message.get_int32();
        break;
      case Field(8, kBytes):
        op.location = ReadCodeLocation(message.get_message());
        break;
      case Field(9, kBytes):
      case Field(9, kVarint):
        ReadIntegers(message, op.output_tensor_ids);
        break;
      default:
        message.skip();
    }
  });
}

Result<GraphRecord> ParseGraph(std::string_view body) {
  return Parse<GraphRecord>("graph", body, [](Wire& message, GraphRecord& graph) {
    switch (message.tag_and_type()) {
      case Field(1, kBytes):
        graph.id = message.get_view();
        break;
      case Field(2, kBytes):
        graph.name = message.get_view();
        break;
      case Field(6, kBytes):
        graph.outer_id = message.get_view();
        break;
      default:
        message.skip();
    }
  });
}

Result<DeviceRecord> ParseDevice(std::string_view body) {
  return Parse<DeviceRecord>("device", body, [](Wire& message, DeviceRecord& device) {
    switch (message.tag_and_type()) {
      case Field(1, kBytes):
        device.name = message.get_view();
        break;
      case Field(2, kVarint):
        device.id = message.get_int64();
        break;
      default:
        message.skip();
    }
  });
}

Result<ExecutionRecord> ParseExecution(std::string_view body) {
  return Parse<ExecutionRecord>("execution", body, [](Wire& message, ExecutionRecord& execution) {
    switch (message.tag_and_type()) {
      case Field(1, kBytes):
        execution.op_type = message.get_view();
        break;
      case Field(2, kVarint):
        execution.num_outputs = message.get_int32();
        break;
      case Field(3, kBytes):
        execution.graph_id = message.get_view();
        break;
      case Field(4, kBytes):
      case Field(4, kVarint):
        ReadIntegers(message, execution.input_tensor_ids);
        break;
      case Field(5, kBytes):
      case Field(5, kVarint):
        ReadIntegers(message, execution.output_tensor_ids);
        break;
      case Field(6, kVarint):
        execution.mode = message.get_int64();
        break;
      case Field(7, kBytes):
        execution.tensors.push_back(message.get_view());
        break;
      case Field(8, kBytes):
        execution.location = ReadCodeLocation(message.get_message());
        break;
      case Field(9, kBytes):
      case Field(9, kVarint):
        ReadIntegers(message, execution.output_device_ids);
        break;
      default:
        message.skip();
    }
  });
}

Result<TraceRecord> ParseTrace(std::string_view body) {
  return Parse<TraceRecord>("graph execution trace", body, [](Wire& message, TraceRecord& trace) {
    switch (message.tag_and_type()) {
      case Field(1, kBytes):
        trace.graph_id = message.get_view();
        break;
      case Field(2, kBytes):
        trace.op_name = message.get_view();
        break;
      case Field(3, kVarint):
        trace.slot = message.get_int32();
        break;
      case Field(4, kVarint):
        trace.mode = message.get_int64();
        break;
      case Field(5, kBytes):
        trace.tensor = message.get_view();
        break;
      case Field(6, kBytes):
        trace.device = message.get_view();
        break;
      default:
        message.skip();
    }
  });
}

}  // namespace tdbg::importers::tfdbg2
