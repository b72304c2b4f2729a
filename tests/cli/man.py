#!/usr/bin/env python3
"""The OPTIONS of the man page against the tables of options, as `ridge help COMMAND --json` tells them.

    man.py RIDGE CHECKOUT            TAP; fails when an option has no entry, an entry no option, or the part from the tables drifted
    man.py RIDGE CHECKOUT --renew    writes that part anew (tests/screen/renew does)

From the tables come, of each entry, its heading (name, short form, value) and the line in parentheses under it: who takes
the option, what it may be, and what holds without it. The text below that line is written by hand.
"""
import json
import re
import subprocess
import sys

ridge, page = sys.argv[1], sys.argv[2] + "/tui/cli/ridge.1.scd"


def ask(*words):
    return json.loads(subprocess.run([ridge, "help", *words, "--json"], check=True, capture_output=True, text=True).stdout)


def words(option):
    """"_a_, _b_ or _c_", "from 1 on", and the default."""
    said = []
    if "choices" in option:
        c = [f"_{w}_" for w in option["choices"]]
        said.append(", ".join(c[:-1]) + " or " + c[-1])
    if "from" in option:
        said.append(f"from {option['from']} " + (f"to {option['to']}" if "to" in option else "on"))
    if option["kind"] == "list":
        said.append("may be given again")
    if "default" in option:
        said.append(f"default _{option['default']}_")
    return ", ".join(said)


def value(option):
    arg = option.get("arg")
    if not arg:
        return ""
    whole = re.fullmatch(r"\[(\w+)\]", arg)
    return f" [_{whole[1]}_]" if whole else f" _{arg}_"


def heading(rows):
    values = list(dict.fromkeys(value(o) for o in rows))
    letter = next((o["letter"] for o in rows if "letter" in o), None)
    text = f"*--{rows[0]['name']}*" + " |".join(values)
    return text + (f", *-{letter}*{values[0]}" if letter else "")


everything = ask()
workbook = [o for o in everything["options"]]
takers = {c["name"]: ask(c["name"])["options"] for c in everything["commands"]}
names = set.intersection(*({o["name"] for o in options} for options in takers.values()))
common = [o["name"] for o in workbook if o["name"] in names]
own = [o["name"] for o in workbook if o["name"] not in names]
rows, who = {}, {}
for command, options in sorted(takers.items()):
    for o in options:
        rows.setdefault(o["name"], []).append(o)
        if o["name"] not in names:
            who.setdefault(o["name"], {}).setdefault(words(o), []).append(command)
for o in workbook:
    rows.setdefault(o["name"], []).append(o)

# getopt has one row for a name, whichever command takes it
mixed = [name for name, of in rows.items()
         if len({"no value" if not o.get("arg") else o["arg"].startswith("[") for o in of}) > 1]
if mixed:
    print("1..1\nnot ok 1 - an option takes its value in one way in all commands\n# " + ", ".join(mixed))
    sys.exit(1)


def generated(name):
    if name in names:
        return words(rows[name][0])
    parts = [", ".join(f"*{c}*" for c in commands) + (f": {what}" if what else "")
             for what, commands in who.get(name, {}).items()]
    return "; ".join((["without a command"] if name in own and parts else []) + parts)


text = open(page, encoding="utf-8").read()
begin = text.index("# OPTIONS\n")
end = text.index("\n# ", begin) + 1
section = text[begin:end]
entries, between, last = {}, [], None
for block in section.rstrip("\n").split("\n\n"):
    m = re.match(r"\*--([a-z-]+)\*", block)
    if m:
        lines = block.split("\n")[1:]
        if lines and re.fullmatch(r"\t\(.*\)", lines[0]):
            lines = lines[1:]
        entries[m[1]] = "\n".join(lines)
        last = m[1]
    elif block.startswith("\t"):  # a second paragraph
        entries[last] += "\n\n" + block
    else:
        between.append(block)

bad = [f"--{n} has no entry among the man page's OPTIONS" for n in rows if not entries.get(n)]
bad += [f"the man page tells of --{n}, which no command takes" for n in entries if n not in rows]


def entry(name):
    line = generated(name)
    return heading(rows[name]) + (f"\n\t({line})" if line else "") + "\n" + entries[name]


if not bad:
    heads = between[:2], between[2:3], between[3:]
    groups = common, own, sorted(n for n in rows if n not in common + own)
    if [len(h) for h in heads] != [2, 1, 1]:
        bad.append("OPTIONS has a paragraph before every command's, the workbook's and the others'")
    else:
        new = "\n\n".join(p for head, group in zip(heads, groups) for p in head + [entry(n) for n in group]) + "\n\n"
        if new != section and "--renew" in sys.argv:
            open(page, "w", encoding="utf-8").write(text[:begin] + new + text[end:])
        elif new != section:
            bad.append("the tables of options have changed: tests/screen/renew writes their part of the man page")
print(f"1..1\n{'not ' if bad else ''}ok 1 - the man page's OPTIONS are those of the tables")
print("".join(f"# {line}\n" for line in bad), end="")
sys.exit(1 if bad else 0)
