#!/usr/bin/env python3
"""Who may use whom: the rooms of HACKING.md, held against the includes and, with a build, against the symbols.

    rooms.py [BUILD]      a line for each breach; with BUILD also from the objects there. The last line counts them.
"""
import collections
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

# A room, and the rooms that it may use. A file lies in the room with the longest matching name.
USES = {
    "runner/include": "",
    "runner/base": "",
    "runner/simt/include": "",
    "runner/simt/rt": "runner/simt/include runner/child",
    "runner/child": "runner/include runner/base runner/box runner/clock",
    "runner/box": "runner/base",
    "runner/clock": "runner/include runner/base",
    "runner/ctrace": "runner/child",
    "runner/ranks": "runner/include runner/base runner/child runner/box runner/clock",
    "runner/build": "runner/base runner/box",
    "runner/simt/rewrite": "runner/base",
    "runner/simt/host": "runner/base runner/box runner/build runner/simt/rewrite runner/simt/include",
    "runner/simt": "runner/box runner/child runner/simt/rt runner/simt/include",
    "runner/exec": "runner/include runner/base runner/box runner/build runner/child runner/clock runner/simt/host",
    "runner/net": "runner/base runner/box",
    "runner": "runner/base runner/build",
    "runner/far": "runner runner/base runner/box runner/build",
    "curriculum/load": "runner/base",
    "db": "runner/base",
    "grader": "runner/base curriculum/load",
    "grader/class": "runner/base grader grader/intake",
    "grader/intake": "runner/base runner/box",
    "grader/pack": "runner/base grader/intake",
    "grader/page": "runner/base grader grader/class grader/export",
    "grader/export": "runner/base grader grader/class grader/intake",
    "grader/similar": "runner/base runner/box grader/page",
    "tui/app": "runner runner/base runner/box runner/build runner/far runner/net runner/simt/host curriculum/load db grader "
    "grader/class grader/intake grader/pack grader/page grader/export grader/similar",
    "tui/screen": "tui/app runner/base runner/simt/host curriculum/load db grader grader/class grader/page",
    "tui/cli/simt_text": "runner/base runner/simt/host grader",
    "tui/cli": "tui/app tui/screen tui/cli/simt_text runner runner/base runner/box runner/build runner/far runner/net "
    "runner/simt/host curriculum/load db grader grader/class grader/intake grader/pack grader/page grader/export grader/similar",
}


def room(path):
    while path:
        if path in USES:
            return path
        path = os.path.dirname(path)
    return None


def sources():
    out = subprocess.run(["git", "ls-files", "*.c", "*.h"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return [f for f in out.split() if room(f)]


def included(files):
    """Pairs (file, header of another room)."""
    for f in files:
        with open(os.path.join(ROOT, f), encoding="utf-8") as text:
            for number, line in enumerate(text, 1):
                m = re.match(r'\s*#include "([^"]+)"', line)
                if not m:
                    continue
                beside = os.path.normpath(os.path.join(os.path.dirname(f), m[1]))
                if os.path.exists(os.path.join(ROOT, beside)):
                    target = beside
                elif m[1].startswith("ridge/"):
                    target = "runner/include/" + m[1]
                else:
                    target = m[1]
                if room(target) and room(target) != room(f):
                    yield f"{f}:{number}", f, target


def linked(build, files):
    """Pairs (file, file of another room that defines what it calls), from the objects of a build."""
    defines, uses, by_name = collections.defaultdict(set), {}, collections.defaultdict(list)
    for f in files:
        by_name[f.replace("/", "_")].append(f)
    for folder, _, names in os.walk(build):
        if not folder.endswith(".p"):
            continue
        base = os.path.relpath(os.path.dirname(folder), build)
        for name in names:
            hit = by_name.get(os.path.join(base, name).replace("/", "_")[:-2]) if name.endswith(".c.o") else None
            if not hit:
                continue
            out = subprocess.run(["nm", os.path.join(folder, name)], capture_output=True, text=True, check=True).stdout
            wants = uses.setdefault(hit[0], set())
            for line in out.splitlines():
                part = line.split()
                if part[-2] == "U":
                    wants.add(part[-1])
                elif len(part) == 3 and part[1] in "TDBR" and part[2] != "main":
                    defines[part[2]].add(hit[0])
    for f, wants in uses.items():
        for symbol in wants:
            # a name that two programs have is each one's own
            if len({room(d) for d in defines[symbol]}) == 1:
                target = next(iter(defines[symbol]))
                if room(target) != room(f) and room(f):
                    yield f"{f}: {symbol}()", f, target


def circles(edges):
    """Rooms that use each other, in whatever number of steps."""
    reach = {a: set(b) for a, b in edges.items()}
    grew = True
    while grew:
        grew = False
        for a in reach:
            more = set().union(*(reach.get(b, set()) for b in reach[a])) - reach[a]
            reach[a] |= more
            grew = grew or bool(more)
    return sorted(a for a in reach if a in reach[a])


def main():
    files = sources()
    found = list(included(files))
    if len(sys.argv) > 1:
        found += list(linked(sys.argv[1], files))
    edges, bad = collections.defaultdict(set), 0
    for where, f, target in found:
        edges[room(f)].add(room(target))
        if room(target) not in USES[room(f)].split():
            print(f"{where}: {room(f)} may not use {room(target)} ({target}); see HACKING.md")
            bad += 1
    for name, allowed in USES.items():
        for other in allowed.split():
            if other not in USES:
                print(f"tests/rooms.py: there is no room {other}")
                bad += 1
    loops = circles(edges)
    for name in loops:
        print(f"{name} uses itself through other rooms")
    print(f"# {len(USES)} rooms, {sum(len(v) for v in edges.values())} uses, {len(loops)} circles between rooms")
    sys.exit(bad > 0 or bool(loops))


main()
