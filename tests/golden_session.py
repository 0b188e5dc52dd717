"""Golden files: sessions of the prompt, command by command with what it answers.

  # tdbg open tfdbg1_basic/dump            the path: in tests/fixtures, or $SHARED/…
  # What this session is about.
  tdbg> lt
  the answer
  ## A comment on the next command.
  tdbg> pt a:0 -w $TMP/a.npy
  the answer

The commands are piped to `tdbg open PATH --echo`, which prints each before its answer, so that what
the process prints is the file's text. It runs in an empty folder, $TMP, which is its home too."""

import os
import pathlib
import re
import subprocess
from dataclasses import dataclass, field

ROOT = pathlib.Path(__file__).resolve().parent.parent
FIXTURES = ROOT / "tests" / "fixtures"
SHARED = pathlib.Path(os.environ.get("TDBG_SHARED", ROOT.parent / "shared")).resolve()
TDBG = pathlib.Path(os.environ.get("TDBG_BUILD_DIR", ROOT / "build" / "release")) / "tdbg"
PROMPT = "tdbg> "
HEAD = "# tdbg open "
WIDTH = "100"


@dataclass
class Step:
    command: str
    answer: str
    comment: str = ""


@dataclass
class Session:
    path: str  # as the file says it
    comment: str = ""  # the lines behind the first, each with its "#"
    greeting: str = ""  # what is printed before the first command
    steps: list[Step] = field(default_factory=list)

    @property
    def needs_shared(self):
        return "$SHARED" in self.path or any("$SHARED" in step.command for step in self.steps)

    def text(self):
        parts = [HEAD + self.path + "\n", self.comment]
        parts.append(f"{self.greeting}\n\n" if self.greeting else "")
        for step in self.steps:
            answer = step.answer + "\n" if step.answer else ""
            parts.append(f"{step.comment}{PROMPT}{step.command}\n{answer}\n")
        return "".join(parts).rstrip("\n") + "\n"


def parse(text):
    lines = text.splitlines(keepends=True)
    if not lines or not lines[0].startswith(HEAD):
        raise ValueError(f"the first line must be '{HEAD}PATH'")
    session = Session(lines.pop(0)[len(HEAD) :].strip())
    while lines and lines[0].startswith("#"):
        session.comment += lines.pop(0)
    comment = ""
    for line in lines:
        if line.startswith("## "):
            comment += line
        elif line.startswith(PROMPT):
            session.steps.append(Step(line[len(PROMPT) :].rstrip("\n"), "", comment))
            comment = ""
        elif session.steps:
            session.steps[-1].answer += line
        else:
            session.greeting += line
    for step in session.steps:
        step.answer = step.answer.rstrip()
    session.greeting = session.greeting.rstrip()
    return session


def split_output(output, commands):
    """(greeting, [answer]) of what `--echo` printed. Fails where a command was not echoed."""
    answers, rest = [], output
    for command in commands:
        before, echo, rest = ("\n" + rest).partition(f"\n{PROMPT}{command}\n")
        assert echo, f"{PROMPT}{command}: not echoed, or not in this order; printed:\n{output}"
        answers.append(before.strip("\n").rstrip())
    return answers[0] if answers else "", answers[1:] + [rest.strip("\n").rstrip()]


def recording_of(session):
    """The file or folder that the session's first line names."""
    path = session.path.replace("$SHARED", str(SHARED)).replace("$FIXTURES", str(FIXTURES))
    return FIXTURES / path


def run(session, folder, native=None):
    """The same session with the answers of now: of its recording, or of that as the trace `native`."""
    places = {"$TMP": str(folder), "$SHARED": str(SHARED), "$FIXTURES": str(FIXTURES)}
    if native:
        places["$NATIVE"] = str(native)

    def real(text):
        for name, place in places.items():
            text = text.replace(name, place)
        return text

    path = native or recording_of(session)
    commands = [real(step.command) for step in session.steps]
    environment = {"PATH": os.environ["PATH"], "HOME": str(folder), "COLUMNS": WIDTH, "TZ": "UTC"}
    environment |= {"LC_ALL": "C.UTF-8", "TERM": "dumb", "NO_COLOR": "1"}
    done = subprocess.run(
        [TDBG, "open", path, "--echo"],
        input="".join(command + "\n" for command in commands),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=environment,
        cwd=folder,
        timeout=60,
    )
    assert 0 <= done.returncode <= 2, f"exit status {done.returncode}:\n{done.stdout}"
    greeting, answers = split_output(done.stdout, commands)

    def shown(text):
        for name, place in places.items():
            text = text.replace(place, name)
        return "\n".join(line.rstrip() for line in text.split("\n"))

    steps = [Step(s.command, shown(a), s.comment) for s, a in zip(session.steps, answers, strict=True)]
    return Session(session.path, session.comment, shown(greeting), steps)


def without_sizes(text):
    """The text without the numbers in columns of bytes: how much a recording spends on a tensor is its format's affair."""
    lines, end = [], None
    for line in text.split("\n"):
        heading = re.search(r"size \(B\)", line)
        if heading:
            end = heading.end()
        elif not line:
            end = None
        elif end and (size := re.search(r"(?<= )[\d.]+[kMG]?$", line[:end])):
            line = line[: size.start()] + "#".rjust(len(size[0])) + line[end:]
        lines.append(line)
    return "\n".join(lines)


def differing(session, other):
    """What `other`, the same session on another recording, answers otherwise, as a session of these steps alone."""
    steps = [
        step
        for was, step in zip(session.steps, other.steps, strict=True)
        if without_sizes(was.answer) != without_sizes(step.answer)
    ]
    greeting = other.greeting if without_sizes(other.greeting) != without_sizes(session.greeting) else ""
    return Session(session.path, "", greeting, [Step(step.command, step.answer) for step in steps])


def words_of(line):
    """[[word]] of each command in a line that was typed: quotes, backticks and brackets hold together."""
    commands = [[]]
    pattern = r"(?:`[^`]*`|'[^']*'|\"[^\"]*\"|\[[^\]]*\]|[^\s;])+|;"
    for word in re.findall(pattern, line):
        if word == ";":
            commands.append([])
        else:
            commands[-1].append(word)
    return [words for words in commands if words]


def unused(commands, lines):
    """What `tdbg open --commands` lists and none of the typed lines uses: names, aliases, and both
    spellings of each flag."""
    by_word = {}
    for command in commands:
        for word in (command["name"], *command["aliases"]):
            by_word[word] = command
    used = set()
    for words in (words for line in lines for words in words_of(line)):
        word = words[0] if words[0] in by_word else words[0][0]  # "/regex", "@1,2"
        if word not in by_word:
            continue
        used.add(word)
        name = by_word[word]["name"]
        used |= {(name, argument.split("=")[0]) for argument in words[1:] if argument.startswith("-")}
    missing = [word for word in by_word if word not in used]
    for command in commands:
        for flag in (flag for spellings in command["flags"] for flag in spellings if flag):
            if (command["name"], flag) not in used:
                missing.append(f"{command['name']} {flag}")
    return missing
