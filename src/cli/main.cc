// tdbg: the command line.
#include <cstdio>
#include <string>

#include <CLI/CLI.hpp>

#include "base/whole_number.h"
#include "cli/commands.h"
#include "cli/exit_status.h"
#include "cli/terminal_text.h"

namespace tdbg::cli {
namespace {

void AddPath(CLI::App* command, std::string& path) {
  command
      ->add_option("PATH", path,
                   "tdbg trace, tfdbg2 logdir, tfdbg1 dump directory, or a directory of several")
      ->required();
}

// Names from a recording may be in the message: it stays one line, and harmless.
int Fail(const std::string& message) {
  std::fprintf(stderr, "tdbg: %s\n", Printable(message).c_str());
  return kExitUsage;
}

// A whole number of at least `least`.
CLI::Validator WholeFrom(int64_t least) {
  const auto check = [least](const std::string& text) -> std::string {
    const std::optional<int64_t> number = WholeNumber(text);
    if (number && *number >= least) return "";
    return "'" + text + "' is not accepted, only whole numbers from " + std::to_string(least) +
           " on";
  };
  return CLI::Validator(check, "");
}

// What the first word was, where it is no subcommand.
std::string UnknownCommand(const CLI::App& app, int argc, char** argv) {
  if (argc < 2 || argv[1][0] == '-') return "";
  std::string known;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    if (command->get_name() == argv[1]) return "";
    known += (known.empty() ? "" : ", ") + command->get_name();
  }
  return std::string("there is no command '") + argv[1] + "', only " + known;
}

int Finish(const Result<int>& result) {
  if (!result.ok()) return Fail(result.status().message());
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
    return Fail("cannot write to standard output");
  }
  return *result;
}

int Main(int argc, char** argv) {
  CLI::App app("tdbg, the tensor debugger: where did the first bad value come from?", "tdbg");
  app.set_version_flag("--version", std::string("tdbg ") + TDBG_VERSION);
  app.require_subcommand(1);

  InfoOptions info;
  CLI::App* info_command = app.add_subcommand("info", "Say what a recording holds");
  AddPath(info_command, info.path);
  info_command->add_flag("--json", info.json, "Print JSON (docs/json.md)");

  AlertsOptions alerts;
  CLI::App* alerts_command = app.add_subcommand(
      "alerts", "List NaN and infinities, where they were born first; status 1 if there are any");
  AddPath(alerts_command, alerts.path);
  alerts_command->add_flag("--json", alerts.json, "Print JSON (docs/json.md), one object each");
  alerts_command->add_flag("--each", alerts.each, "One line for each bad tensor, not for each op");

  DumpOptions dump;
  CLI::App* dump_command = app.add_subcommand("dump", "Print a recorded tensor as numpy would");
  AddPath(dump_command, dump.path);
  dump_command
      ->add_option("--tensor", dump.tensor,
                   "[graph::]op:slot[#n][slice] or @execution:slot, as 'loss/Log:0[85,:3]'")
      ->required();
  dump_command->add_option("--run", dump.run, "Id of the run, where PATH holds several");
  dump_command->add_flag("--json", dump.json, "Print JSON (docs/json.md)");
  dump_command
      ->add_option("--max-elements", dump.max_elements,
                   "At most so many values in JSON; 0 for all of them")
      ->capture_default_str()
      ->check(WholeFrom(0));
  dump_command->add_option("--precision", dump.precision, "Digits behind the point")
      ->capture_default_str()
      ->check(WholeFrom(0));
  dump_command->add_option("--threshold", dump.threshold, "More elements than this are summarised")
      ->capture_default_str()
      ->check(WholeFrom(0));
  dump_command->add_option("--edge-items", dump.edge_items, "Elements shown at each end of an axis")
      ->capture_default_str()
      ->check(WholeFrom(0));
  dump_command->add_option("--line-width", dump.line_width, "Characters in a line")
      ->capture_default_str()
      ->check(WholeFrom(1));

  OpenOptions open;
  CLI::App* open_command = app.add_subcommand("open", "Open the prompt on a recording");
  open_command->add_option(
      "PATH", open.path,
      "tdbg trace, tfdbg2 logdir, tfdbg1 dump directory, or a directory of several");
  open_command->add_option("-c", open.commands, "Run these commands (separated by ';') and leave")
      ->allow_extra_args(false);  // so that PATH may follow
  open_command->add_option("-x", open.script, "Run the commands of this file and leave");
  open_command->add_flag("--json", open.json, "One JSON object for each answer (docs/json.md)");
  open_command->add_flag("--echo", open.echo, "Print each command before its answer");
  open_command->add_flag("--timing", open.timing,
                         "Say on standard error how long each answer took");
  open_command->add_option("--lines", open.lines, "At most so many lines of each answer; 0 for all")
      ->check(WholeFrom(0));
  open_command->add_flag("--commands", open.list_commands,
                         "List the commands of the prompt as JSON, and leave");

  ServeOptions serve;
  CLI::App* serve_command =
      app.add_subcommand("serve", "Show a recording in the browser; Ctrl-C ends it");
  AddPath(serve_command, serve.path);
  serve_command
      ->add_option("--port", serve.port,
                   "Port to listen on, 0 for any; 6066 if not given, or any if that is taken")
      ->check(CLI::Range(0, 65535));
  serve_command
      ->add_option("--host", serve.host,
                   "Address to listen on; others than 127.0.0.1 let other machines in")
      ->capture_default_str();
  serve_command->add_flag("--open", serve.open, "Open the page in the browser");

  ConvertOptions convert;
  CLI::App* convert_command =
      app.add_subcommand("convert", "Write a recording in another format, for TensorBoard say");
  convert_command->add_option("FROM", convert.from, "The recording; its format is recognised")
      ->required();
  convert_command->add_option("TO", convert.to, "Directory to make, or an empty one")->required();
  convert_command
      ->add_option(
          "--to", convert.format,
          "Format to write, native or tfdbg2; the one that FROM does not have if not given")
      ->check(CLI::IsMember({"native", "tfdbg2"}));
  convert_command->add_flag("--follow", convert.follow,
                            "Go on while FROM grows, until its program ends or Ctrl-C");
  convert_command->add_flag("--values", convert.values,
                            "Whole values as values, where TensorBoard could read statistics only");

  RunOptions run;
  CLI::App* run_command = app.add_subcommand(
      "run", "Run a program, hold it where the first bad value is born, and open the prompt there");
  AddLaunchOptions(run_command, run.launch);
  run_command->add_flag("!--no-stop", run.stop, "Only record; report at the end");
  run_command->add_flag("--web", run.web, "Show it in a page while it runs, until Ctrl-C");

  RecordOptions record;
  CLI::App* record_command =
      app.add_subcommand("record", "Run a program and record it, without holding it");
  AddLaunchOptions(record_command, record.launch);
  record_command->add_flag("--web", record.web, "Show it in a page while it runs, until Ctrl-C");

  CheckOptions check;
  CLI::App* check_command = app.add_subcommand(
      "check",
      "Run a program until a bad value is born; status 1 if one is, 3 if it fails otherwise");
  AddLaunchOptions(check_command, check.launch);
  check_command->add_option("--allow", check.allow,
                            "A filter: bad values that it matches are intended, as "
                            "'name =~ \"mask\"'");
  check_command->add_flag("--strict", check.strict, "Masked bad values fail, too");
  check_command->add_option("--json", check.json, "Write the findings to this file (docs/json.md)");
  check_command->add_option("--junit", check.junit, "Write a JUnit report to this file");

  PackOptions pack;
  CLI::App* pack_command =
      app.add_subcommand("pack", "Make a finished trace small; it is read as before");
  pack_command->add_option("PATH", pack.path, "tdbg trace, or one run of it")->required();

  PrepareOptions prepare;
  CLI::App* prepare_command = app.add_subcommand(
      "prepare", "Compile now what the first run with a TensorFlow would, and print where it lies");
  prepare_command->add_option("--python", prepare.python, "Interpreter to use (python3 of PATH)");

  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& asked_for_help) {
    return app.exit(asked_for_help);
  } catch (const CLI::ParseError& error) {
    std::string command = "tdbg";
    for (const CLI::App* sub : app.get_subcommands()) command += " " + sub->get_name();
    std::string what = UnknownCommand(app, argc, argv);
    if (what.empty()) what = error.what();
    return Fail(what + " (see " + command + " --help)");
  }
  for (auto& [command, launch] : {std::pair{run_command, &run.launch},
                                  {record_command, &record.launch},
                                  {check_command, &check.launch}}) {
    if (!command->parsed()) continue;
    const Status status = FinishLaunchOptions(*command, *launch);
    if (!status.ok())
      return Fail(status.message() + " (see tdbg " + command->get_name() + " --help)");
  }
  if (prepare_command->parsed()) return Finish(RunPrepare(prepare));
  if (run_command->parsed()) return Finish(RunRun(run));
  if (record_command->parsed()) return Finish(RunRecord(record));
  if (check_command->parsed()) return Finish(RunCheck(check));
  if (info_command->parsed()) return Finish(RunInfo(info));
  if (alerts_command->parsed()) return Finish(RunAlerts(alerts));
  if (open_command->parsed()) return Finish(RunOpen(open));
  if (serve_command->parsed()) return Finish(RunServe(serve));
  if (convert_command->parsed()) return Finish(RunConvert(convert));

  if (pack_command->parsed()) return Finish(RunPack(pack));
  return Finish(RunDump(dump));
}

}  // namespace
}  // namespace tdbg::cli

int main(int argc, char** argv) { return tdbg::cli::Main(argc, argv); }
