#!/usr/bin/env python3
"""Who may use whom: the rooms of HACKING.md, held against the includes and, with a build, against the symbols.

    rooms.py [BUILD]      a line for each breach; with BUILD also from the objects there, and then the files of one
                          room that need each other are held against CIRCLES. The last line counts rooms and uses.
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

# Files of one room that need each other, in whatever number of steps, and why they may: a room whose files are one
# object by nature ("*"), or the files by name. Any other circle is a breach.
CIRCLES = [
    ("runner/simt/rt", "*", "the runtime is one object: a lane's hook, its log, its checks and its scheduler"),
    ("runner/simt/rewrite", "*", "a recursive descent: a launch, a declaration and asm stand within one another"),
    ("tui/screen", "*", "the engine has a table of the views, and views open one another"),
    ("tui/cli", "*", "commands.c has a table of the commands, and `help` and the parser read that table"),
    ("tui/cli/simt_text", "advice.c text.c", "a report shows its advice, which is set as the report's text is"),
    ("db", "backup.c create.c error.c locate.c migrate.c open.c statement.c",
     "opening makes, migrates and backs up, and an error of any of them names the newest backup"),
    ("runner/box", "box_bwrap.c box_level.c box_root.c box_walls.c children.c",
     "a child is forked at a level, and which level there is a forked child finds out"),
    ("runner/build", "build_tools.c tool_end.c", "running a tool, and what its end says, are two halves"),
    ("runner/build", "build_c.c build_cache.c", "a build asks the cache, and the cache keeps oracles that it builds"),
    ("runner/child", "calibrate_gpu.c calibrate_main.c", "a GPU's ceilings have the spread that the CPU's have"),
    ("runner/far", "executor.c executor_slurm.c executor_ssh.c", "the executor has a table of its kinds"),
    ("runner/ranks", "hub.c hub_net.c hub_say.c", "the hub's loop, its network and its words are one object"),
    ("curriculum/load", "aside.c evaluate.c", "an evaluation may go on aside, and what went on aside is taken up again"),
    ("tui/app", "app_learn.c gate.c", "the next lab is one of the open step, and the steps are those of the chosen track"),
    ("tui/app", "artifact.c portfolio_html.c", "the portfolio shows artifacts, whose pages link as the portfolio does"),
    ("tui/app", "class_book.c class_term.c", "the book shows the days of the term, and ending the term needs the book"),
]


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
                if room(f) and (room(target) != room(f) or len(defines[symbol]) == 1 and target != f):
                    yield f"{f}: {symbol}()", f, target


def reached(edges):
    """What each uses, in whatever number of steps."""
    reach = {a: set(b) for a, b in edges.items()}
    grew = True
    while grew:
        grew = False
        for a in reach:
            more = set().union(*(reach.get(b, ()) for b in reach[a])) - reach[a]
            reach[a] |= more
            grew = grew or bool(more)
    return reach


def circles(edges):
    """Rooms that use each other."""
    reach = reached(edges)
    return sorted(a for a in reach if a in reach[a])


def unnamed_circles(edges):
    """Files of one room that need each other, and that CIRCLES does not name: each with those of its circle."""
    reach = reached(edges)
    for f in sorted(reach):
        circle = sorted(g for g in reach[f] if f in reach.get(g, ()))
        names = {os.path.basename(g) for g in circle}
        if circle and f == circle[0] and not any(
                room(f) == where and (which == "*" or names <= set(which.split())) for where, which, _ in CIRCLES):
            yield circle


def main():
    files = sources()
    found = list(included(files))
    if len(sys.argv) > 1:
        found += list(linked(sys.argv[1], files))
    edges, within, bad = collections.defaultdict(set), collections.defaultdict(set), 0
    for where, f, target in found:
        if room(f) == room(target):
            within[f].add(target)
            continue
        edges[room(f)].add(room(target))
        if room(target) not in USES[room(f)].split():
            print(f"{where}: {room(f)} may not use {room(target)} ({target}); see HACKING.md")
            bad += 1
    for name, allowed in USES.items():
        for other in allowed.split():
            if other not in USES:
                print(f"tests/rooms.py: there is no room {other}")
                bad += 1
    for circle in unnamed_circles(within):
        print(f"{room(circle[0])}: these files need each other, and CIRCLES does not say why: " + " ".join(circle))
        bad += 1
    loops = circles(edges)
    for name in loops:
        print(f"{name} uses itself through other rooms")
    print(f"# {len(USES)} rooms, {sum(len(v) for v in edges.values())} uses, {len(loops)} circles between rooms")
    sys.exit(bad > 0 or bool(loops))


main()
