#include "cli/json_text.h"

#include <cmath>
#include <complex>

#include "base/printable.h"
#include "base/wall_time.h"
#include "tensor/element.h"

namespace tdbg::cli {
namespace {

using tensor::DTypeClass;
using tensor::TensorView;

std::string Base64(std::string_view bytes) {
  constexpr char kDigits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (size_t i = 0; i < bytes.size(); i += 3) {
    uint32_t bits = 0;
    for (size_t k = 0; k < 3; ++k) {
      bits = bits << 8 | (i + k < bytes.size() ? static_cast<uint8_t>(bytes[i + k]) : 0);
    }
    for (size_t k = 0; k < 4; ++k) {
      text += i + k <= bytes.size() ? kDigits[bits >> (18 - 6 * k) & 63] : '=';
    }
  }
  return text;
}

Json JsonString(std::string_view bytes) {
  Json text = std::string(bytes);
  try {
    static_cast<void>(text.dump());  // throws on what is no UTF-8
    return text;
  } catch (const Json::exception&) {
    return {{"b64", Base64(bytes)}};
  }
}

Json JsonElement(tensor::DType dtype, const std::byte* at) {
  switch (tensor::Info(dtype).cls) {
    case DTypeClass::kBool:
      return tensor::ReadInt64(dtype, at) != 0;
    case DTypeClass::kSigned:
      return tensor::ReadInt64(dtype, at);
    case DTypeClass::kUnsigned:
      return tensor::ReadUint64(dtype, at);
    case DTypeClass::kFloat:
      return JsonNumber(tensor::ReadDouble(dtype, at));
    case DTypeClass::kComplex: {
      const std::complex<double> value = tensor::ReadComplex(dtype, at);
      return Json::array({JsonNumber(value.real()), JsonNumber(value.imag())});
    }
    case DTypeClass::kOpaque:
      return JsonString(tensor::ReadText(at));
    case DTypeClass::kNone:
      break;
  }
  return nullptr;
}

Json JsonAxis(const TensorView& view, int axis, const std::byte* at) {
  if (axis == view.shape.rank()) return JsonElement(view.dtype, at);
  Json list = Json::array();
  for (int64_t i = 0; i < view.shape[axis]; ++i) {
    list.push_back(
        JsonAxis(view, axis + 1, at + i * view.strides_bytes[static_cast<size_t>(axis)]));
  }
  return list;
}

}  // namespace

Json JsonNumber(double number) {
  if (std::isnan(number)) return "NaN";
  if (std::isinf(number)) return number > 0 ? "Infinity" : "-Infinity";
  return number;
}

Json JsonTime(int64_t time_ns) {
  if (time_ns == kNoTime) return nullptr;
  return SecondsFromNs(time_ns);
}

Json JsonText(std::string_view text) {
  if (text.empty()) return nullptr;
  return std::string(text);
}

Json JsonMaybe(const std::optional<int64_t>& number) {
  if (!number) return nullptr;
  return *number;
}

Json JsonMaybe(const std::optional<double>& number) {
  if (!number) return nullptr;
  return JsonNumber(*number);
}

Json JsonValues(const TensorView& view) { return JsonAxis(view, 0, view.data); }

Json JsonHealth(const store::Digest& digest) {
  Json first_bad = nullptr;
  if (digest.first_bad && digest.shape) first_bad = digest.shape->Unravel(*digest.first_bad);
  return {{"elements", JsonMaybe(digest.elements)},
          {"neg_inf", JsonMaybe(digest.neg_inf)},
          {"pos_inf", JsonMaybe(digest.pos_inf)},
          {"nan", JsonMaybe(digest.nan)},
          {"negative", JsonMaybe(digest.negative)},
          {"zero", JsonMaybe(digest.zero)},
          {"positive", JsonMaybe(digest.positive)},
          {"subnormal", JsonMaybe(digest.subnormal)},
          {"min", JsonMaybe(digest.min)},
          {"max", JsonMaybe(digest.max)},
          {"mean", JsonMaybe(digest.mean)},
          {"variance", JsonMaybe(digest.variance)},
          {"l2", JsonMaybe(digest.l2)},
          {"first_bad", std::move(first_bad)}};
}

Json JsonLosses(const store::LossLog& losses) {
  Json list = Json::array();
  for (const store::Loss& loss : losses.losses()) {
    list.push_back({{"name", loss.name},
                    {"count", loss.count},
                    {"file", JsonText(loss.file)},
                    {"offset", loss.offset < 0 ? Json(nullptr) : Json(loss.offset)},
                    {"text", loss.text},
                    {"hides_births", loss.hides == store::Hides::kBirths}});
  }
  return list;
}

std::string ToText(const Json& json) {
  return PrintableJson(json.dump(-1, ' ', false, Json::error_handler_t::replace));
}

}  // namespace tdbg::cli
