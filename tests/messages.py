#!/usr/bin/env python3
"""Messages begin and end as sentences do: file:line of each that begins in lower case, or that adds a full stop to the
text of a struct err, which has one (err_set() in runner/base/util.h).

    messages.py [FILE...]       default: all that git knows
Calls that leave a sentence are read whole, so that a text on a continued line is seen, too, and each branch of a
choice within the call. A name in front of the sentence ("comm_alloc: …", "step=fast: …", "sh_conf of k is 3") is what
was typed or declared, and keeps its own letters.
"""
import re
import subprocess
import sys

C_CALLS = ("app_fail|cli_error|cli_say|db_fail|err_set|fault_note|evaluate_error|proof_why|job_charge|job_doubt|"
           "hub_judge|decline|comm_fail")
# the format's place in the arguments, where it is not the first text of the call
ARGUMENT = {"job_charge": 2, "job_doubt": 2, "decline": 2}
LUA_CALL = re.compile(r"\bsettle\(m, \"[A-Z]+\", \"([^\"]*)\"")
TEXT = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
LOWER = re.compile(r"[a-z]+,? (?:[a-z%]|$)")
# pieces that stand within a sentence, each after a colon or a dash of its format
WITHIN = {"no reason was given", "the other side ended it", "was there", "was not there", "a key (ID, SIS User ID, e-mail)",
          "build or install", "usage: "}


def call_end(s, at):
    """Where the call that opened before `at` closes."""
    depth = 1
    while at < len(s) and depth:
        if s[at] == '"':
            at = TEXT.match(s, at).end() if TEXT.match(s, at) else at + 1
            continue
        depth += {"(": 1, ")": -1}.get(s[at], 0)
        at += 1
    return at


def begins(args):
    """Each text of the call that is the beginning of a literal, with where it stands and its argument's number."""
    depth = argument = at = 0
    while at < len(args):
        m = TEXT.match(args, at)
        if m:
            before = args[:at].rstrip()
            if not before.endswith('"') and (not before or before[-1] in ",?:("):
                yield at, argument, depth, m.group(1)
            at = m.end()
            continue
        depth += {"(": 1, ")": -1}.get(args[at], 0)
        argument += args[at] == "," and depth == 0
        at += 1


def in_c(name, s):
    for m in re.finditer(r"\b(" + C_CALLS + r")\(", s):
        args = s[m.end():call_end(s, m.end()) - 1]
        first = None
        for at, argument, depth, text in begins(args):
            want = ARGUMENT.get(m.group(1))
            if want is not None and argument != want or depth:
                continue
            first = argument if first is None else first
            if re.search(r'%s\.$', text) and re.search(r"\b(?:e|err|why)(?:\.|->)text\s*$", args):
                yield name, s.count("\n", 0, m.end() + at) + 1, text
            if argument == first and LOWER.match(text) and text not in WITHIN and not text.startswith("usage: "):
                yield name, s.count("\n", 0, m.end() + at) + 1, text


def in_lua(name, s):
    for m in LUA_CALL.finditer(s):
        if LOWER.match(m.group(1)) and '"PASS"' not in m.group(0):
            yield name, s.count("\n", 0, m.start()) + 1, m.group(1)


def main():
    files = sys.argv[1:] or subprocess.check_output(
        ["git", "ls-files", "tui/*.c", "db/*.c", "runner/*.c", "grader/*.c", "curriculum/load/*.c", "grader/lua/*.lua"],
        text=True).split()
    bad = 0
    for f in files:
        with open(f, encoding="utf-8", errors="replace") as file:
            s = file.read()
        for name, line, text in (in_lua if f.endswith(".lua") else in_c)(f, s):
            print(f"{name}:{line}: \"{text[:80]}\": a message is one sentence, with a capital and one full stop (HACKING.md)")
            bad = 1
    print(f"# {len(files)} files")
    return bad


sys.exit(main())
