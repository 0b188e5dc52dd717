// The parts that all JSON of tdbg has in common. The contract is in docs/json.md.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "store/digest.h"
#include "store/loss_log.h"
#include "tensor/tensor_view.h"

namespace tdbg::cli {

using Json = nlohmann::ordered_json;  // keys come out in the order they are documented

// Non-finite numbers are the strings "NaN", "Infinity", "-Infinity".
Json JsonNumber(double number);

// Seconds since the epoch; null for kNoTime.
Json JsonTime(int64_t time_ns);

// null for an empty text.
Json JsonText(std::string_view text);

// null for an unknown number.
Json JsonMaybe(const std::optional<int64_t>& number);
Json JsonMaybe(const std::optional<double>& number);

// Nested lists; a complex number is [re, im]; bytes that are no UTF-8 are {"b64": …}.
Json JsonValues(const tensor::TensorView& view);

Json JsonHealth(const store::Digest& digest);

// A list.
Json JsonLosses(const store::LossLog& losses);

// On one line; bytes that are no UTF-8 are replaced.
std::string ToText(const Json& json);

}  // namespace tdbg::cli
