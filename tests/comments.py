#!/usr/bin/env python3
"""Comments hold what a script can know of them: a file that a comment names exists, a section rule is one line, and no
comment of C begins with a pronoun, whose noun would stand somewhere else.

    comments.py           a line for each breach; the last line counts the comments that were read
"""
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

# Files that the program or its users write, and files of other projects: git does not have them.
ELSEWHERE = {
    "attempts.json", "chunk.json", "compile_commands.json", "config.json", "packs/keys.json", "manifest.json", "results.json",
    "run.sh", "junit.py", "gradescope.py", "sheet.py",
    "UnicodeData.txt", "curses.h", "nccl.h", "nvml.h", "tools/perf/Documentation/perf-stat.txt",
    # examples of a learner's file
    "a.c", "a.cu", "ada.c", "file.c", "file.cu", "file-2.c",
    "doeada_1234_56789_file.c", "doeada_LATE_1234_56789_file.c", "doe_ada_1234_file.c",
}
NAME = re.compile(
    r"(?<![\w./<{*%$…-])((?:[\w.-]+/)*[A-Za-z_][\w-]*\.(?:cuh?|[ch]|lua|sh|py|md|json|scd|build|txt))\b(?![\w/(*]|\.\w)"
)
# strings are passed over, so that a "/*" in one begins no comment
C_TOKENS = re.compile(r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|/\*.*?\*/|//[^\n]*', re.S)
QUOTED = re.compile(r'"[^"\n]*"|“[^”\n]*”')
RULE = re.compile(r"/[*/] ?-{3,}")
PRONOUN = re.compile(
    r"/[*/]+[\s*]*(?:-+ )?(its?|they|them|their|he|him|his|that one|this one|those|whom?)\b(?!\(\))", re.I
)
# The rule is for the product's own rooms; what a learner reads has its own.
NOT_OURS = ("labs/", "kernels/", "tests/", "curriculum/new/", "runner/simt/include/", "runner/simt/rt/")


def tracked():
    out = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return out.splitlines()


def comments(path, text):
    """Pairs (offset, comment)."""
    if path.endswith((".c", ".h", ".cu", ".cuh")):
        found = (m for m in C_TOKENS.finditer(text) if m[0][0] == "/")
    elif path.endswith(".lua"):
        found = re.finditer(r"--[^\n]*", text)
    elif path.endswith((".sh", ".py", "meson.build")):
        found = re.finditer(r"^\s*#[^\n]*", text, re.M)
    elif path == "HACKING.md":
        found = re.finditer(r"`[^`\n]+`", text)
    else:
        return
    for m in found:
        yield m.start(), m[0]


def is_template(name):
    """labs/ID/lab.lua, FILE.c: words in capitals stand for many names."""
    return bool(re.search(r"(^|[/_w])[A-Z]{2,}[./]", name))


def main():
    files = tracked()
    tails = set()
    for f in files:
        parts = f.split("/")
        tails.update("/".join(parts[i:]) for i in range(len(parts)))
    bad = read = 0
    for f in files:
        if not f.endswith((".c", ".h", ".cu", ".cuh", ".lua", ".sh", ".py", "meson.build")) and f != "HACKING.md":
            continue
        with open(os.path.join(ROOT, f), encoding="utf-8") as file:
            text = file.read()
        for at, comment in comments(f, text):
            read += 1
            m = PRONOUN.match(comment) if f.endswith((".c", ".h")) and not f.startswith(NOT_OURS) else None
            if m:
                line = text.count("\n", 0, at) + 1
                print(f"{f}:{line}: a comment begins with '{m[1]}'; its noun stands in the comment (HACKING.md)")
                bad += 1
            if RULE.match(comment) and "\n" in comment:
                print(f"{f}:{text.count(chr(10), 0, at) + 1}: a section rule is one line")
                bad += 1
            for m in NAME.finditer(QUOTED.sub(lambda q: " " * len(q[0]), comment)):
                if m[1] not in tails and m[1] not in ELSEWHERE and not is_template(m[1]):
                    line = text.count("\n", 0, at + m.start()) + 1
                    print(f"{f}:{line}: there is no file {m[1]}")
                    bad += 1
    print(f"# {read} comments")
    sys.exit(bad > 0)


main()
