#!/usr/bin/env python3
"""Messages begin and end as sentences do, and numbers in them have one form: file:line of each text that begins in lower
case, or that adds a full stop to the text of a struct err, which has one (err_set() in runner/base/util.h); that may say
"1 pairs"; that prints a raw exponent; that writes microseconds otherwise than µs, on a page or in a benchmark, too; and
each model of a page whose billions look like bytes, each fraction of its text that begins with the point, and each passage that says its heading once more.

    messages.py [FILE...]       default: all that git knows
    messages.py --try           shows that a mistake of each kind is refused
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
          "build or install"}


# what a person counts; figure_of() has the singular, too
COUNTED = ("answers|attempts|cards|cases|conflicts|counters|days|figures|files|functions|gates|hints|hours|ideas|labs|lines|"
           "milestones|minutes|mutants|notes|pairs|papers|points|predictions|questions|ranks|reviews|rows|runs|seconds|"
           "students|submissions|weeks|words")
PLURAL = re.compile(r"%[-+0-9.]*(?:l|ll|z)?(?:[du]|\.0f) (" + COUNTED + r")\b")
# a bound, a total or a point of the scale is more than one; "%d of %d labs" counts against a total
MANY = re.compile(r"(?:\bof|\bthan|\bmost|\bleast|\b(?:of|each of) the|\bown|\bfirst|\btakes|\bto|/) ?$")
# texts whose number the code around them keeps above one
ABOVE_ONE = {"%lld days ago", "in %lld days", "%zu files in %s%s%s%s\\n",
             "Lab %s is written, %zu files in %s: RMSNorm, to be turned into yours.\\n\\n",
             "the lesson has %d words, and 1500 to 3000 are right",
             "the brief has %d lines, and fits one screen with 40", "a lesson of %d words says at least what the lab is "
             "about, and this one has %d"}
# times that their unit keeps below 1,000
SCALED = {"%.5g %s"}
EXPONENT = re.compile(r"%[-+0-9.]*(?:[eE]|\.(?:[5-9]|1[0-9])g)(?![a-z])")
MICRO = re.compile(r"%[-0-9.*]*[dfgsu] (?:us|usec|ks|uS|mus)\b")
READERS = re.compile(r"^(?:tui|grader|db|curriculum)/")
# what learners read, or what a benchmark beside it prints
PAGES = re.compile(r"^(?:labs|kernels|curriculum)/.*\.(?:lua|md|cu|c)$")
# 70 B are seventy bytes
BYTES_OF_MODEL = re.compile(r"(?:\d|\}\}) B (?:models?|parameters)\b")
TWICE = re.compile(r"^#{2,4} ([^\n]+)\n+\*\*\1[.:]\*\*", re.M)
# .5 beside a drawn 0.25; code, formulas and a drawing's columns are no text
POINT_FIRST = re.compile(r"(?<![\w.)\]}…%'\"])(?<!%[-+ #0])\.\d+")
NO_TEXT = re.compile(r"```.*?```|^    [^\n]*$|`[^`\n]*`|\{\{.*?\}\}", re.S | re.M)
LUA_TEXT = re.compile(r"--\[\[.*?\]\]|--[^\n]*|\[\[(.*?)\]\]|\"((?:[^\"\\\n]|\\.)*)\"", re.S)
MICRO_ON_PAGE = re.compile(r"(?:\}\}|\d|%[-0-9.*]*[dfgsu]) (?:us|usec|mus)\b")
# "{{= n(f.x)}} per cent", "in percent", "97%" of a page
PER_CENT = re.compile(r"(?:\}\}|\d) per cent\b|(?:\}\}|\d|\b(?:in|many|a|few|one)) percent\b|(?<=[ (]\d)\d*%(?=[ ,.;:)])")


def numbers(name, s):
    """Texts in which a number would stand in another form than figure.h's."""
    quoted = TEXT if name.endswith((".c", ".h")) else re.compile(r'"((?:[^"\\\n]|\\.)*)"')
    for m in quoted.finditer(s):
        text, line = m.group(1), s.count("\n", 0, m.start()) + 1
        for p in PLURAL.finditer(text):
            if not MANY.search(text[:p.start()]) and text not in ABOVE_ONE:
                yield name, line, text, "one of a thing is singular (figure_of())"
        if EXPONENT.search(text) and not name.startswith("curriculum/") and text not in SCALED:
            yield name, line, text, "a count has commas and no exponent (figure_count())"
        if MICRO.search(text):
            yield name, line, text, "times are ns, µs, ms, s, min and h (figure_seconds())"


def blanked(m):
    return re.sub(r"[^\n]", "}", m.group(0))


def points_first(name, s):
    """Fractions of a page's text without their 0: (line, what stands there)."""
    texts = [(0, NO_TEXT.sub(blanked, s))] if name.endswith(".md") else [
        (m.start(k), " " + re.sub(r"`[^`\n]*`|\{\{.*?\}\}", blanked, m.group(k), flags=re.S))
        for m in LUA_TEXT.finditer(s) for k in (1, 2) if m.group(k)]
    for at, text in texts:
        for m in POINT_FIRST.finditer(text):
            yield s.count("\n", 0, at + m.start()) + 1, m.group(0)


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
            if argument == first and LOWER.match(text) and text not in WITHIN:
                yield name, s.count("\n", 0, m.end() + at) + 1, text


def in_lua(name, s):
    for m in LUA_CALL.finditer(s):
        if LOWER.match(m.group(1)) and '"PASS"' not in m.group(0):
            yield name, s.count("\n", 0, m.start()) + 1, m.group(1)


SENTENCE = "a message is one sentence, with a capital and one full stop"
TRIALS = (
    ("tui/a.c", 'x = "%d pairs";', 1), ("tui/a.c", 'x = "%zu labs; signed";', 1), ("tui/a.c", 'x = "%d of %d labs";', 0),
    ("tui/a.c", 'x = "%zu lab%s";', 0), ("tui/a.c", 'x = "at most %d words";', 0), ("grader/lua/a.lua", 'x = "%d words"', 1),
    ("tui/a.c", 'x = "%.1e FLOP";', 1), ("tui/a.c", 'x = "%.6g";', 1), ("tui/a.c", 'x = "%.4g";', 0),
    ("db/a.c", 'x = "%.1f us";', 1), ("db/a.c", 'x = "%.1f µs";', 0), ("tui/a.c", 'x = "several microseconds";', 0),
    ("labs/a/lab.lua", 'ask = "{{= n(f.t)}} us.",', 1), ("labs/a/lab.lua", 'unit = "us", us = {1, 2}', 0),
    ("labs/a/lesson.md", "It takes 3 us.", 1), ("labs/a/lesson.md", "It takes {{= us(f.t)}}: 3 µs.", 0),
    ("labs/a/lesson.md", "It is 3 per cent.", 1), ("labs/a/lab.lua", "ask = [[How many percent?]]", 1),
    ("labs/a/lesson.md", "It is 97% of it.", 1), ("labs/a/lesson.md", "97 % of it, some per cent, in per cent", 0),
    ("labs/a/lesson.md", "A 70 B model.", 1), ("labs/a/lesson.md", "A {{= n(f.P) }} B model has 16 B of state.", 1),
    ("labs/a/lesson.md", "A 70B model has 70 billion parameters and 16 B of state for each.", 0),
    ("labs/a/lesson.md", "p = (.5, 0.25)", 1), ("labs/a/lesson.md", "p = 0.5, `.5`, {{= n(.5)}}, lab.h, v1.5", 0),
    ("labs/a/lesson.md", "### Banks\n\n**Banks.** Lane l", 1), ("labs/a/lesson.md", "### Banks\n\n**A bank** has", 0),
    ("labs/a/lesson.md", "```\n  x   .5  .25\n```\n", 0), ("labs/a/lab.lua", 'rtol = .1, ask = "0.5", f = "%.1f"', 0),
    ("labs/a/lab.lua", 'options = {".5, p/q"}', 1), ("labs/a/lab.lua", "ask = [[a share of −.5]]", 1),
    ("tui/a.c", 'err_set(e, "no file %s.", p);', 1), ("tui/a.c", 'err_set(e, "There is no file %s.", p);', 0),
    ("tui/a.c", 'app_fail(a, APP_OK, "%s.", e.text);', 1), ("tui/a.c", 'app_fail(a, APP_OK, "%s", e.text);', 0),
)


def found(name, s):
    if not PAGES.match(name) or name.startswith(("curriculum/lua/", "curriculum/load/")):
        for f, line, text in (in_lua if name.endswith(".lua") else in_c)(name, s):
            yield f, line, text, SENTENCE
    if READERS.match(name) and (name.endswith((".c", ".h")) or "/lua/" in name):
        yield from numbers(name, s)
    if PAGES.match(name) and name.endswith((".md", ".lua")) and not re.search("curriculum/lua/|/mutants/", name):
        for line, text in points_first(name, s):
            yield name, line, text, "a fraction begins with its 0"
    if PAGES.match(name):
        for m in TWICE.finditer(s):
            yield name, s.count("\n", 0, m.start()) + 1, m.group(1), "the passage begins with its heading once more"
        for m in MICRO_ON_PAGE.finditer(s):
            yield name, s.count("\n", 0, m.start()) + 1, m.group(0), "a lesson's microseconds are µs"
        for m in PER_CENT.finditer(s):
            yield name, s.count("\n", 0, m.start()) + 1, m.group(0), "a figure has a blank and %, and words have per cent"
        for m in BYTES_OF_MODEL.finditer(s):
            yield name, s.count("\n", 0, m.start()) + 1, m.group(0), "a 70B model has 70 billion parameters, and B are bytes"


def try_all():
    wrong = [t for t in TRIALS if bool(list(found(t[0], t[1]))) != bool(t[2])]
    for name, s, want in wrong:
        print(f"{s} is {'not refused' if want else 'refused'}")
    return bool(wrong)


def main():
    if sys.argv[1:] == ["--try"]:
        return try_all()
    files = sys.argv[1:] or subprocess.check_output(
        ["git", "ls-files", "tui/*.c", "db/*.c", "runner/*.c", "grader/*.c", "curriculum/load/*.c", "grader/lua/*.lua",
         "curriculum/*.lua", "curriculum/*.md", "labs/*.lua", "labs/*.md", "kernels/*.cu", "kernels/*.c"],
        text=True).split()
    bad = int(try_all())
    for f in files:
        with open(f, encoding="utf-8", errors="replace") as file:
            s = file.read()
        for name, line, text, why in found(f, s):
            print(f"{name}:{line}: \"{text[:80]}\": {why} (HACKING.md)")
            bad = 1
    print(f"# {len(files)} files")
    return bad


sys.exit(main())
