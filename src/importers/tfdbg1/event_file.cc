#include "importers/tfdbg1/event_file.h"

#include "importers/tfdbg1/strict_wire.h"

namespace tdbg::importers::tfdbg1 {
namespace {

using tfproto::Field;
using tfproto::kBytes;
using tfproto::kFixed64;
using tfproto::kVarint;
using tfproto::Wire;

constexpr uint32_t kNoneRepeated = 0;

void ReadPluginData(Wire plugin_data, WireTrail& trail, EventFile& event) {
  WalkStrictly(plugin_data, trail, kNoneRepeated, [&](Wire& field) {
    switch (field.tag_and_type()) {
      case Field(1, kBytes):
        event.plugin_name = field.get_view();
        return true;
      case Field(2, kBytes):
        event.plugin_content = field.get_view();
        return true;
      default:
        return false;
    }
  });
}

void ReadValue(Wire value, WireTrail& trail, EventFile& event) {
  ++event.num_values;
  WalkStrictly(value, trail, kNoneRepeated, [&](Wire& field) {
    switch (field.tag_and_type()) {
      case Field(1, kBytes):
        event.tag = field.get_view();
        return true;
      case Field(7, kBytes):
        event.key = field.get_view();
        return true;
      case Field(8, kBytes):
        event.tensor = field.get_view();
        event.has_tensor = true;
        return true;
      case Field(9, kBytes):
        WalkStrictly(field.get_message(), trail, kNoneRepeated, [&](Wire& metadata) {
          if (metadata.tag_and_type() != Field(1, kBytes)) return false;
          ReadPluginData(metadata.get_message(), trail, event);
          return true;
        });
        return true;
      default:
        return false;
    }
  });
}

void ReadLogMessage(Wire log_message, WireTrail& trail, EventFile& event) {
  WalkStrictly(log_message, trail, kNoneRepeated, [&](Wire& field) {
    switch (field.tag_and_type()) {
      case Field(1, kVarint):
        field.skip();  // a log level: says nothing here
        return true;
      case Field(2, kBytes):
        event.message = field.get_view();
        return true;
      default:
        return false;
    }
  });
}

// A graph is worth having as far as it goes: its nodes stand on their own.
void ReadGraph(Wire& field, WireTrail& trail, EventFile& event) {
  try {
    event.graph_def = field.get_view();
  } catch (const protozero::end_of_buffer_exception&) {
    event.graph_def = field.data();  // what follows the length, though it is shorter than that says
    trail.MoveTo(event.graph_def.data() + event.graph_def.size());
    throw;
  }
}

}  // namespace

EventFile ParseEventFile(std::string_view bytes) {
  EventFile event;
  WireTrail trail(bytes);
  const Status status = tfproto::ReadWire("event", [&] {
    WalkStrictly(Wire(bytes), trail, kNoneRepeated, [&](Wire& field) {
      switch (field.tag_and_type()) {
        case Field(1, kFixed64):
          event.wall_time_us = field.get_double();
          return true;
        case Field(4, kBytes):
          ReadGraph(field, trail, event);
          return true;
        case Field(5, kBytes):
          WalkStrictly(field.get_message(), trail, kNoneRepeated, [&](Wire& summary) {
            if (summary.tag_and_type() != Field(1, kBytes)) return false;
            ReadValue(summary.get_message(), trail, event);
            return true;
          });
          return true;
        case Field(6, kBytes):
          ReadLogMessage(field.get_message(), trail, event);
          return true;
        default:
          return false;
      }
    });
  });
  if (!status.ok()) event.damaged_at = trail.at();
  event.strange_at = trail.strange_at();
  return event;
}

}  // namespace tdbg::importers::tfdbg1
