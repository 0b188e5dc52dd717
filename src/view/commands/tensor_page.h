// One recorded tensor as a page: what it is, how it fares, and its value where one was recorded.
#pragma once

#include "base/status.h"
#include "session/tensor_lookup.h"
#include "view/document.h"
#include "view/value_page.h"
#include "view/workspace.h"

namespace tdbg::view {

Result<Document> TensorPage(Workspace& workspace, const session::FoundTensor& found,
                            const ValueOptions& options);

}  // namespace tdbg::view
