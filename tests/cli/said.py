#!/usr/bin/env python3
"""What pages say of the command line is so: file:line of each `ridge COMMAND …` of a lesson, brief, hint, question or
card whose command, option or lab there is not.

    said.py RIDGE ROOT          TAP, a row for each page that says something; run in the tests as cli-said
    said.py RIDGE ROOT --try    shows that a mistake of each kind is seen
"""
import os
import re
import subprocess
import sys

SPAN = re.compile(r"`(?:\./)?ridge ([a-z][^`\n]*)`")
CODE = re.compile(r"(    )? *(?:\./)?ridge ([a-z].*?)(?:  .*)?$")
LAB = re.compile(r"[a-z]\d\d[a-z]?-[a-z0-9-]+")


class Line:
    """The commands of the program, each with its options."""

    def __init__(self, ridge, root):
        self.ridge = ridge
        words = subprocess.run([ridge, "completions", "bash"], capture_output=True, text=True, check=True).stdout
        self.commands = set(re.search(r"case \$word in ([a-z|-]+)\) cmd=", words).group(1).split("|")) | {"--version"}
        with open(os.path.join(root, "curriculum/catalogue.lua"), encoding="utf-8") as f:
            self.labs = set(LAB.findall(f.read()))
        self.help = {}

    def options(self, command):
        if command not in self.help:
            out = subprocess.run([self.ridge, "help", command], capture_output=True, text=True, check=True).stdout
            self.help[command] = set(re.findall(r"--[a-z][a-z-]*", out))
        return self.help[command]

    def wrong(self, said):
        """What is wrong with it, or None."""
        words = said.split()
        if words[0] not in self.commands:
            return f"there is no command '{words[0]}'"
        for word in words[1:]:
            if word.startswith("--") and word[2:3].isalpha():
                option = re.match(r"--[a-z-]*", word).group(0)
                if option not in self.options(words[0]):
                    return f"{words[0]} has no option '{option}'"
            elif LAB.fullmatch(word) and word not in self.labs:
                return f"there is no lab '{word}'"
        return None


def said_in(text):
    """Each command of a text, in `code` or on a line of a code block, with its line."""
    fenced = False
    for at, row in enumerate(text.split("\n"), 1):
        fenced ^= row.lstrip().startswith("```")
        code = CODE.match(row)
        if code and (fenced or code.group(1) and not row.startswith("     ")):
            yield at, code.group(2)
        for m in SPAN.finditer(row):
            yield at, m.group(1)


def mistakes(line, text):
    for at, said in said_in(text):
        why = line.wrong(said)
        if why:
            yield at, said, why


TRIALS = (("Say `ridge tset w01-roofline`.", 1), ("    ridge start w01-rooflyne     lay it out", 1),
          ("`ridge test LAB --gpu-only`", 1), ("`ridge test w01-roofline --impl reference`", 0),
          ("```\nridge answr w01-roofline\n```", 1), ("so its\nridge lies at 14", 0), ("       ridge moves left", 0),
          ("`ridge profile LAB`, or `ridge help counters`", 0), ("It is a ridge that rises.", 0))


def pages(root):
    names = subprocess.run(["git", "-C", root, "ls-files", "curriculum", "labs", "README.md", "HACKING.md"],
                           capture_output=True, text=True, check=False).stdout.split()
    if not names:
        names = [os.path.relpath(os.path.join(at, f), root) for top in ("curriculum", "labs")
                 for at, _, files in os.walk(os.path.join(root, top)) for f in files]
    return sorted(n for n in names if n.endswith((".md", ".lua")) and
                  not n.startswith(("curriculum/lua/", "curriculum/new/")))


def main():
    ridge, root = sys.argv[1:3]
    line = Line(ridge, root)
    bad = [text for text, want in TRIALS if bool(list(mistakes(line, text))) != bool(want)]
    for text in bad:
        print(f"not ok - {text}")
    n = 0
    if sys.argv[3:] != ["--try"]:
        for name in pages(root):
            with open(os.path.join(root, name), encoding="utf-8") as f:
                text = f.read()
            if not list(said_in(text)):
                continue
            n += 1
            found = list(mistakes(line, text))
            for at, said, why in found:
                print(f"# {name}:{at}: `ridge {said}`: {why}")
            print(f"{'not ok' if found else 'ok'} {n} - {name}")
            bad += found
    print(f"1..{n}")
    return bool(bad)


sys.exit(main())
