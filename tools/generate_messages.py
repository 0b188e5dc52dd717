#!/usr/bin/env python3
"""Makes the types of src/rpc/messages.schema, which says how it is written, for both ends.

    tools/generate_messages.py --cpp FOLDER          messages.h, messages_json.h and .cc, handlers.h, requests.cc
    tools/generate_messages.py --typescript FILE
"""

import argparse
import dataclasses
import pathlib
import re
import sys

SCHEMA = pathlib.Path(__file__).resolve().parent.parent / "src/rpc/messages.schema"
CPP_TYPES = {"bool": "bool", "int": "int64_t", "real": "double", "text": "std::string", "bytes": "Bytes"}
TS_TYPES = {"bool": "boolean", "int": "number", "real": "Real", "text": "string", "bytes": "string"}
MADE = "Made from src/rpc/messages.schema; not to be edited."


@dataclasses.dataclass
class Field:
    name: str
    type: str
    many: bool
    maybe: bool
    meaning: str


@dataclasses.dataclass
class Request:
    asks: str
    answers: str
    kept: bool


@dataclasses.dataclass
class Schema:
    enums: dict = dataclasses.field(default_factory=dict)
    headers: dict = dataclasses.field(default_factory=dict)  # of the enums that C++ has already
    messages: dict = dataclasses.field(default_factory=dict)
    requests: dict = dataclasses.field(default_factory=dict)


class Mistake(Exception):
    pass


def parse(text):
    schema = Schema()
    fields = None
    for number, line in enumerate(text.splitlines(), 1):
        try:
            fields = parse_line(schema, fields, line)
        except (Mistake, ValueError) as mistake:
            raise SystemExit(f"{SCHEMA.name}:{number}: {mistake}") from mistake
    check_names(schema)
    return schema


def parse_line(schema, fields, line):
    code, _, comment = line.partition("#")
    words = code.split()
    if not words:
        return fields
    if code[0] == " ":
        if fields is None:
            raise Mistake("a field outside of a message")
        name, type_name = (part.strip() for part in code.split(":"))
        bare = type_name.rstrip("?").removesuffix("[]")
        fields.append(Field(name, bare, "[]" in type_name, type_name.endswith("?"), comment.strip()))
        return fields
    if words[0] == "message":
        return schema.messages.setdefault(words[1], [])
    if words[0] == "enum":
        declared, _, values = code.removeprefix("enum").partition(":")
        name, _, header = (part.strip() for part in declared.partition("="))
        schema.enums[name] = values.split()
        if header:
            schema.headers[name] = header
    elif match := re.fullmatch(r"request (\w+): (\w+) -> (\w+)(?: +(kept))?", code.strip()):
        schema.requests[match[1]] = Request(match[2], match[3], bool(match[4]))
    else:
        raise Mistake(f"'{words[0]}' begins no enum, message or request")
    return None


def check_names(schema):
    known = set(CPP_TYPES) | set(schema.enums) | set(schema.messages)
    for message, fields in schema.messages.items():
        for field in fields:
            if field.type not in known:
                raise SystemExit(f"{SCHEMA.name}: {message}.{field.name}: nothing is called {field.type}")
    for name, request in schema.requests.items():
        for message in (request.asks, request.answers):
            if message not in schema.messages:
                raise SystemExit(f"{SCHEMA.name}: request {name}: no message is called {message}")
        if request.kept and not is_of_run(schema, request):
            raise SystemExit(f"{SCHEMA.name}: request {name}: {request.asks} does not begin with 'run: int'")


def is_of_run(schema, request):
    """Such a request is answered by the run it names, any other by the whole trace."""
    fields = schema.messages[request.asks]
    return bool(fields) and fields[0].name == "run" and fields[0].type == "int"


# ---- C++


def in_order(schema):
    """Messages, each after those it holds."""
    done = []

    def visit(name):
        if name in done or name not in schema.messages:
            return
        for field in schema.messages[name]:
            visit(field.type)
        done.append(name)

    for name in schema.messages:
        visit(name)
    return done


def cpp_type(field):
    base = CPP_TYPES.get(field.type, field.type)
    if field.many:
        base = f"std::vector<{base}>"
    return f"std::optional<{base}>" if field.maybe else base


def cpp_field(field):
    plain = not field.many and not field.maybe
    start = {"bool": " = false", "int": " = 0", "real": " = 0"}.get(field.type, "") if plain else ""
    return f"  {cpp_type(field)} {field.name}{start or ('{}' if plain and field.type[0].isupper() else '')};"


def pascal(word):
    return "".join(part.capitalize() for part in word.split("_"))


def cpp_types(schema):
    out = [f"// {MADE}", "#pragma once", "", "#include <cstdint>", "#include <optional>", "#include <string>",
           "#include <vector>", "", *(f'#include "{header}"' for header in schema.headers.values()), "",
           "namespace tdbg::rpc {", "",
           "// Raw bytes; base64 on the wire.", "struct Bytes {", "  std::string data;", "};", ""]  # fmt: skip
    for name, words in schema.enums.items():
        if name not in schema.headers:
            out += [f"enum class {name} {{ {', '.join('k' + pascal(word) for word in words)} }};", ""]
    for name in in_order(schema):
        out += [f"struct {name} {{", *map(cpp_field, schema.messages[name]), "};", ""]
    return "\n".join(out + ["}  // namespace tdbg::rpc", ""])


def cpp_json_header(schema):
    """Apart from the types, so that handlers need not read a JSON library's headers."""
    out = [f"// {MADE}", "#pragma once", "", '#include "rpc/messages.h"', '#include "rpc/wire.h"', "",
           "namespace tdbg::rpc {", ""]  # fmt: skip
    for name, words in schema.enums.items():
        pairs = ", ".join(f'{{{name}::k{pascal(word)}, "{word}"}}' for word in words)
        out += ["template <>", f"inline constexpr EnumWord<{name}> kEnumWords<{name}>[] = {{{pairs}}};", ""]
    for name in in_order(schema):
        out += [f"void Put(Json& json, const {name}& message);", f"Status Take(const Json& json, {name}& message);", ""]
    return "\n".join(out + ["}  // namespace tdbg::rpc", ""])


def cpp_json_source(schema):
    out = [f"// {MADE}", '#include "rpc/messages_json.h"', "", "namespace tdbg::rpc {", ""]
    for name in in_order(schema):
        fields = schema.messages[name]
        unused = "[[maybe_unused]] " if not fields else ""
        out += [f"void Put(Json& json, {unused}const {name}& message) {{", "  json = Json::object();"]
        out += [f'  Put(json["{field.name}"], message.{field.name});' for field in fields]
        out += ["}", f"Status Take(const Json& json, {unused}{name}& message) {{",
                "  TDBG_RETURN_IF_ERROR(CheckObject(json));"]  # fmt: skip
        out += [f'  TDBG_RETURN_IF_ERROR(TakeField(json, "{field.name}", message.{field.name}));' for field in fields]
        out += ["  return Status::Ok();", "}", ""]
    return "\n".join(out + ["}  // namespace tdbg::rpc", ""])


def cpp_handlers(schema):
    out = [f"// {MADE}", "#pragma once", "", '#include "base/status.h"', '#include "rpc/messages.h"', "",
           "namespace tdbg::session {", "class RunView;", "}", "",
           "namespace tdbg::rpc {", "", "struct OpenedTrace;", "struct RunMemory;", "",
           "// Each is defined by whoever answers that request. Without one of them nothing links."]  # fmt: skip
    for name, request in schema.requests.items():
        given = "session::RunView& run" if is_of_run(schema, request) else "OpenedTrace& trace"
        if request.kept:
            given += ", RunMemory& memory"
        out.append(f"Result<{request.answers}> Answer{pascal(name)}({given}, const {request.asks}& request);")
    return "\n".join(out + ["", "}  // namespace tdbg::rpc", ""])


def cpp_requests(schema):
    out = [f"// {MADE}", '#include "rpc/requests.h"', "", '#include "rpc/handlers.h"',
           '#include "rpc/request_adapters.h"', "", "namespace tdbg::rpc {", "namespace {", "",
           "constexpr KnownRequest kRequests[] = {"]  # fmt: skip
    for name, request in schema.requests.items():
        adapter = "OfKept" if request.kept else "OfRun" if is_of_run(schema, request) else "OfTrace"
        out.append(f'    {{"{name}", &{adapter}<{request.asks}, &Answer{pascal(name)}>}},')
    out += ["};", "", "}  // namespace", "", "std::span<const KnownRequest> Requests() { return kRequests; }"]
    return "\n".join(out + ["", "}  // namespace tdbg::rpc", ""])


# ---- TypeScript


def ts_type(field):
    base = TS_TYPES.get(field.type, field.type)
    if field.many:
        base = f"{base}[]"
    return f"{base} | null" if field.maybe else base


def requested(schema):
    """Messages that only clients make: there what may be null, and lists, can be left out."""
    return {request.asks for request in schema.requests.values()}


def typescript(schema):
    out = [f"// {MADE}", "", "/** A double; what JSON has no number for travels as text. */",
           'export type Real = number | "NaN" | "Infinity" | "-Infinity";', ""]
    for name, words in schema.enums.items():
        out += [f"export type {name} = {' | '.join(f'{chr(34)}{word}{chr(34)}' for word in words)};", ""]
    for name, fields in schema.messages.items():
        out.append(f"export interface {name} {{")
        for field in fields:
            if field.meaning:
                out.append(f"  /** {field.meaning} */")
            optional = "?" if name in requested(schema) and (field.maybe or field.many) else ""
            out.append(f"  {field.name}{optional}: {ts_type(field)};")
        out += ["}", ""]
    out.append("export interface Requests {")
    out += [f"  {name}: {{ request: {request.asks}; answer: {request.answers} }};"
            for name, request in schema.requests.items()]  # fmt: skip
    return "\n".join(out + ["}", ""])


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--cpp", type=pathlib.Path)
    parser.add_argument("--typescript", type=pathlib.Path)
    options = parser.parse_args()
    schema = parse(SCHEMA.read_text())
    if options.cpp:
        write(options.cpp / "messages.h", cpp_types(schema))
        write(options.cpp / "messages_json.h", cpp_json_header(schema))
        write(options.cpp / "messages_json.cc", cpp_json_source(schema))
        write(options.cpp / "handlers.h", cpp_handlers(schema))
        write(options.cpp / "requests.cc", cpp_requests(schema))
    if options.typescript:
        write(options.typescript, typescript(schema))


if __name__ == "__main__":
    sys.exit(main())
