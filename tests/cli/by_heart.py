#!/usr/bin/env python3
"""Six functions of c07 from a table of constants, as whoever has run the lab at home could write it: at home every
visible case is right, and no hidden one; in a class's grading neither are all visible ones. TAP.

    by_heart.py RIDGE SOURCES
"""
import json
import os
import re
import subprocess
import sys
import tempfile

RIDGE, SRC = sys.argv[1:3]
NAME = "summation.c"
ONE = "(int64_t n, const float *x)"
CALLS = {"naive": ONE, "pairwise": ONE, "kahan": ONE, "neumaier": ONE, "lse": ONE,
         "dot": "(int64_t n, const float *x, const float *y)"}
HEAD = """#include "lab.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static unsigned bits(float f) { unsigned u; memcpy(&u, &f, 4); return u; }
static float of(unsigned u) { float f; memcpy(&f, &u, 4); return f; }
"""
tmp = tempfile.TemporaryDirectory()
home = tmp.name + "/home"
rows = []


def row(good, name, detail=""):
    rows.append(good)
    print(f"{'ok' if good else 'not ok'} {len(rows)} - {name}")
    if not good:
        print("# " + str(detail).replace("\n", "\n# "))


def ridge(*args):
    return subprocess.run([RIDGE, "--home", home, *args], capture_output=True, text=True, stdin=subprocess.DEVNULL)


def tested(source, *args):
    path = f"{tmp.name}/{NAME}"
    with open(path, "w") as f:
        f.write(source)
    return json.loads(ridge("test", "c07", "--file", path, "--json", "--phase", "correct", *args).stdout)


def solution(body):
    """The reference, whose six functions are hidden behind others."""
    with open(f"{SRC}/kernels/c07-summation/ref.c") as f:
        text = f.read()
    for call in CALLS:
        text = re.sub(rf"\bsm_{call}\b", f"real_{call}", text)
        text = text.replace(f"float real_{call}(", f"static float real_{call}(", 1)
    return HEAD + text + "".join(f"\nfloat sm_{call}{args}\n{{\n{body(call)}}}\n" for call, args in CALLS.items())


def tells(call):
    args = "n, x, y" if call == "dot" else "n, x"
    return f'    printf("@@%lld %08x %08x\\n", (long long)n, n ? bits(x[0]) : 0, bits(real_{call}({args})));\n' \
           "    fflush(stdout);\n    abort();\n"


table = {call: {} for call in CALLS}
for r in tested(solution(tells))["cases"]:
    found = re.search(r"@@(\d+) (\w+) (\w+)", str(r))
    if found and r["call"] in table and not r["hidden"]:
        table[r["call"]][found[1], found[2]] = found[3]


def constants(call):
    lines = [f"    (void)x;\n    (void)real_{call};\n" + ("    (void)y;\n" if call == "dot" else "")]
    for (n, first), result in table[call].items():
        lines.append(f"    if (n == {n} && (n ? bits(x[0]) : 0) == 0x{first}u)\n        return of(0x{result}u);\n")
    return "".join(lines) + "    return 0;\n"


by_heart = solution(constants)


def right(cases, call, hidden):
    mine = [c["status"] == "PASS" for c in cases if c["call"] == call and c["hidden"] == hidden]
    return mine.count(True), len(mine)


row(all(table.values()), "what a function gives can be learned at home, case by case", table)
cases = tested(by_heart)["cases"]
for call in CALLS:
    good, seen = right(cases, call, False), right(cases, call, True)
    row(good[0] == good[1] > 3, f"{call}: at home each visible case is right from a table", good)
    row(seen[0] == 0 < seen[1], f"{call}: and no hidden one", seen)
os.makedirs(f"{tmp.name}/in/s1")
with open(f"{tmp.name}/in/s1/{NAME}", "w") as f:
    f.write(by_heart)
with open(f"{tmp.name}/class.csv", "w") as f:
    f.write("key,name\ns1,Ada Doe\n")
ridge("roster", "import", f"{tmp.name}/class.csv")
said = ridge("grade", f"{tmp.name}/in", "--lab", "c07", "--phase", "correct")
student = json.loads(ridge("export", "c07", "--format", "json").stdout)["rows"][0]
row(student["status"] == "FAIL" and student["points"] == 0, "in a class it fails", said.stdout + said.stderr)
known = {f["call"]: f for f in student["functions"] if f["call"] in CALLS}
row(len(known) == len(CALLS) and all(f["hidden_right"] == 0 and f["right"] < f["cases"] - f["hidden_cases"] for f in known.values()),
    "where the inputs of visible cases are the class's own", known)
print(f"1..{len(rows)}")
sys.exit(not all(rows))
