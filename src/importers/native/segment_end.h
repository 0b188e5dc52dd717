// What the end of a segment's file tells: whether anything was cut off, lost or written over.
#pragma once

#include <string>

#include "format/trace_layout.h"
#include "importers/native/segment_set.h"
#include "store/loss_log.h"

namespace tdbg::importers::native {

// Replaces what was reported of this segment's end by what is known now.
void ReportEnd(const OpenSegment& segment, store::LossLog& losses);

// The same for the file of a segment that nobody has opened, as those of values are until one is
// asked for.
void ReportUnopenedEnd(const std::string& path, const std::string& shown, bool packed,
                       store::LossLog& losses);

}  // namespace tdbg::importers::native
