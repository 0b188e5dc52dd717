#include "cli/check_result.h"

#include <algorithm>
#include <cstdio>

#include "base/printable.h"
#include "cli/alert_json.h"
#include "cli/json_text.h"
#include "cli/loss_scaler_json.h"
#include "cli/user_files.h"
#include "cli/warning_json.h"
#include "session/birth_facts.h"

namespace tdbg::cli {
namespace {

Json JsonAlerts(const std::vector<session::FoundAlert>& alerts) {
  Json list = Json::array();
  for (const session::FoundAlert& found : alerts) {
    list.push_back(JsonAlert(session::Describe(*found.run, found.alert),
                             session::PatternOf(*found.run, found.alert)));
  }
  return list;
}

Json JsonWarnings(const std::vector<session::WarningFacts>& warnings) {
  Json list = Json::array();
  for (const session::WarningFacts& facts : warnings) list.push_back(JsonWarning(facts));
  return list;
}

Json JsonInput(const session::OperandFacts& input) {
  Json object = {{"name", input.name},
                 {"tensor", JsonText(input.full)},
                 {"dtype", nullptr},
                 {"shape", nullptr}};
  if (const tensor::DType dtype = input.tensor.dtype(); dtype != tensor::DType::kInvalid) {
    object["dtype"] = tensor::Info(dtype).name;
  }
  if (const auto shape = input.tensor.shape()) object["shape"] = shape->dims();
  object.update(JsonHealth(input.tensor.digest));
  return object;
}

Json JsonGrown(const std::optional<session::GrownTensor>& grown) {
  if (!grown) return nullptr;
  const query::Growth& growth = grown->growth;
  return {{"tensor", grown->name},
          {"op_type", JsonText(grown->op_type)},
          {"file", grown->line ? JsonText(grown->line->file) : Json(nullptr)},
          {"line", grown->line ? Json(grown->line->line) : Json(nullptr)},
          {"by", query::ByName(growth.by)},
          {"since", growth.since},
          {"until", growth.until},
          {"before", JsonNumber(growth.before)},
          {"now", JsonNumber(growth.now)},
          {"factor", JsonNumber(growth.factor)},
          {"measured", growth.measured}};
}

// The part of the told line that made it.
Json JsonExpression(const session::BirthFacts& facts) {
  if (!facts.mark || !facts.mark->sure) return nullptr;
  const std::string& line = facts.source.back();
  const auto [begin, end] = facts.mark->part;
  const auto starts_character = [](char byte) {
    return (static_cast<unsigned char>(byte) & 0xC0) != 0x80;
  };
  const auto before = line.begin() + static_cast<ptrdiff_t>(begin);
  return {{"text", JsonText(line.substr(begin, end - begin))},
          {"column", std::count_if(line.begin(), before, starts_character) + 1}};
}

Json JsonGrowth(const session::GrowthFacts& facts) {
  Json object = JsonGrown(facts.grown);
  object["led"] = session::LedName(facts.led);
  object["variable"] = JsonGrown(facts.variable);
  object["gradient"] = JsonGrown(facts.gradient);
  return object;
}

Json JsonBirths(const std::vector<session::FoundAlert>& births) {
  Json list = Json::array();
  for (const session::FoundAlert& found : births) {
    const session::BirthFacts facts = session::ExplainAlert(*found.run, found.alert);
    Json object = JsonAlert(facts.alert, facts.pattern);
    object["inputs"] = Json::array();
    for (const auto& input : facts.inputs) object["inputs"].push_back(JsonInput(input));
    object["expression"] = JsonExpression(facts);
    object["cause"] = facts.cause;
    object["tried"] = JsonText(facts.tried);
    object["growth"] = facts.growth ? JsonGrowth(*facts.growth) : Json(nullptr);
    list.push_back(std::move(object));
  }
  return list;
}

std::string XmlText(std::string_view text) {
  std::string escaped;
  for (const char c : Printable(text)) {
    switch (c) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      default:
        escaped += c;
    }
  }
  return escaped;
}

// Line by line, because Printable would escape the line ends.
std::string XmlLines(std::string_view text) {
  std::string lines;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    lines += XmlText(text.substr(0, end)) + "\n";
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

}  // namespace

Status WriteCheckJson(const CheckResult& result, const std::string& path) {
  Json could_not_look = Json::array();
  for (const session::BlindSpot& spot : result.found.blind_spots) {
    could_not_look.push_back({{"name", spot.name}, {"count", spot.count}, {"text", spot.text}});
  }
  // Where not everything was looked at, nobody knows.
  Json clean = result.verdict != CheckVerdict::kFound;
  if (result.verdict != CheckVerdict::kFound && !could_not_look.empty()) clean = nullptr;
  const Json json = {
      {"clean", std::move(clean)},
      {"could_not_look", std::move(could_not_look)},
      {"program_status", result.program_status},
      {"births", JsonBirths(result.found.findings.births)},
      {"allowed", JsonAlerts(result.found.findings.allowed)},
      {"masked", JsonAlerts(result.found.findings.masked)},
      {"handled", JsonAlerts(result.found.findings.handled)},
      {"loss_scalers", JsonLossScalers(result.found.loss_scalers)},
      {"warnings", JsonWarnings(result.found.warnings)},
      {"losses",
       result.session == nullptr ? Json::array() : JsonLosses(result.session->trace().losses)}};
  return UserFiles().Write(path, ToText(json) + "\n", false);
}

Status WriteCheckJUnit(const CheckResult& result, const std::string& report,
                       const std::string& path) {
  const bool found = result.verdict == CheckVerdict::kFound;
  const bool fine = result.verdict == CheckVerdict::kClean;
  char seconds[32];
  std::snprintf(seconds, sizeof(seconds), "%.3f", result.seconds);
  std::string xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  xml += "<testsuite name=\"tdbg check\" tests=\"1\" failures=\"" + std::to_string(found ? 1 : 0) +
         "\" errors=\"" + std::to_string(found || fine ? 0 : 1) + "\" time=\"" + seconds + "\">\n";
  xml += "  <testcase classname=\"tdbg\" name=\"" + XmlText(result.program) + "\" time=\"" +
         seconds + "\">\n";
  if (found) {
    const bool born = !result.found.findings.births.empty();
    xml += std::string("    <failure message=\"") +
           (born ? "a bad value was born" : "a masked value or a warning, with --strict") + "\">" +
           XmlLines(report) + "</failure>\n";
  } else if (result.verdict == CheckVerdict::kCouldNotLook) {
    xml += "    <error message=\"" + XmlText(BlindSpotsText(result.found.blind_spots)) + "\"/>\n";
  } else if (!fine) {
    xml += "    <error message=\"the program ended with status " +
           std::to_string(result.program_status) + "\"/>\n";
  }
  xml += "  </testcase>\n</testsuite>\n";
  return UserFiles().Write(path, xml, false);
}

}  // namespace tdbg::cli
