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
    "runner/exec": "runner/include runner/base runner/box runner/build runner/child runner/clock runner/simt/host "
    "runner/serve",
    "runner/serve": "runner/include runner/base runner/box",
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
    "tui/book": "tui/app curriculum/load runner/base",
    "tui/screen": "tui/app runner/base runner/simt/host curriculum/load db grader grader/class grader/page",
    "tui/cli/simt_text": "runner/base runner/simt/host grader",
    "tui/cli": "tui/app tui/book tui/screen tui/cli/simt_text runner runner/base runner/box runner/build runner/far runner/net "
    "runner/serve "
    "runner/simt/host curriculum/load db grader grader/class grader/intake grader/pack grader/page grader/export grader/similar",
}

# Files of one room that need each other, in whatever number of steps, and why they may. Each row is a whole circle: one
# that grows is a breach, and so is a row of a circle that is no longer there.
CIRCLES = [
    ("runner/simt/rt",
     "api_capture.c api_copy.c api_device.c api_error.c api_event.c api_exec.c api_func.c api_graph.c "
     "api_map.c api_memory.c api_node.c api_occupancy.c api_order.c api_queue.c api_stream.c api_tensormap.c "
     "api_texture.c async.c "
     "barrier.c block.c bulk.c cluster.c coop.c count.c device_io.c device_mma.c device_registers.c "
     "device_wgmma.c doubts.c emit.c fiber.c global_text.c guard.c heap.c heap_device.c heap_symbol.c hook.c host_touch.c "
     "host_unwritten.c join.c launch.c "
     "lib_mbarrier.c merge.c openings.c order_cluster.c reuse.c sched.c shadow_bulk.c shadow_early.c shadow_global.c "
     "shadow_map.c shadow_meet.c shadow_mma.c shadow_remote.c shadow_shared.c shadow_streams.c shared_arrays.c "
     "stuck.c trace.c warp.c",
     "the runtime is one object: a lane's hook, its log, its checks, its scheduler and the API that launches"),
    ("tui/screen",
     "screen.c screen_crash.c screen_draw.c screen_editor.c screen_mouse.c screen_pane.c screen_plain.c "
     "screen_prompt.c screen_read.c screen_run.c screen_script.c screen_state.c screen_theme.c screen_view.c",
     "the engine is one object: a key, a prompt or a run's news changes the stack, and the stack draws and asks"),
    ("tui/screen", "view_bookmarks.c view_interview.c view_lesson.c",
     "a lesson opens the bookmarks and a chapter its sitting; both open lessons: the place, or what is not complete"),
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


def objects(build, files):
    """{object of a build: its source}, for the sources of the rooms."""
    by_name = {f.replace("/", "_"): f for f in files}
    found = {}
    for folder, _, names in os.walk(build):
        if folder.endswith(".p"):
            base = os.path.relpath(os.path.dirname(folder), build)
            for name in names:
                hit = by_name.get(os.path.join(base, name).replace("/", "_")[:-2]) if name.endswith(".c.o") else None
                if hit:
                    found[os.path.join(folder, name)] = hit
    return found


def symbols(paths):
    """Triples (object, kind, name) of all symbols, from one nm for each few hundred objects: a command has so much room."""
    for k in range(0, len(paths), 400):
        out = subprocess.run(["nm", "-A", *paths[k:k + 400]], capture_output=True, text=True, check=True).stdout
        for line in out.splitlines():
            at, _, rest = line.rpartition(":")
            *_, kind, name = rest.split()
            yield at, kind, name


def linked(build, files):
    """Pairs (file, file of another room that defines what it calls), from the objects of a build."""
    source = objects(build, files)
    defines, uses = collections.defaultdict(set), {f: set() for f in source.values()}
    for at, kind, name in symbols(sorted(source)):
        if kind == "U":
            uses[source[at]].add(name)
        elif kind in "TDBR" and name != "main":
            defines[name].add(source[at])
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


def within_rooms(edges):
    """The circles of files within rooms: (room, names of the files)."""
    reach = reached(edges)
    for f in sorted(reach):
        circle = sorted(g for g in reach[f] if f in reach.get(g, ()))
        if circle and f == circle[0]:
            yield room(f), frozenset(os.path.basename(g) for g in circle)


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
    there = set(within_rooms(within))
    named = {(where, frozenset(names.split())) for where, names, _ in CIRCLES}
    for where, names in sorted(there - named, key=str):
        print(f"{where}: these files need each other, and CIRCLES does not say why: " + " ".join(sorted(names)))
        bad += 1
    for where, names in sorted(named - there if len(sys.argv) > 1 else [], key=str):
        print(f"{where}: CIRCLES has a circle that is not there: " + " ".join(sorted(names)))
        bad += 1
    loops = circles(edges)
    for name in loops:
        print(f"{name} uses itself through other rooms")
    print(f"# {len(USES)} rooms, {sum(len(v) for v in edges.values())} uses, {len(loops)} circles between rooms, "
          f"{len(there)} named ones within")
    sys.exit(bad > 0 or bool(loops))


main()
