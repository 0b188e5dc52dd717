// The nouns of a run, each with an id type of its own.
#pragma once

#include "base/string_pool.h"
#include "base/strong_id.h"

namespace tdbg::store {

using GraphId = StrongId<struct GraphTag>;
using OpId = StrongId<struct OpTag>;
using ExecutionId = StrongId<struct ExecutionTag>;
using EventId = StrongId<struct EventTag>;
using FrameId = StrongId<struct FrameTag>;
using StackId = StrongId<struct StackTag>;
using SourceFileId = StrongId<struct SourceFileTag>;
using LayerId = StrongId<struct LayerTag>;
using DeviceId = StrongId<struct DeviceTag>;
using ThreadId = StrongId<struct ThreadTag>;

}  // namespace tdbg::store
