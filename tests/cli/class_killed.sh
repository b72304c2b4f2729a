#!/bin/sh
# A class with hostile hand-ins among it, graded undisturbed and graded again with kills in the middle: the same
# verdicts, points and reasons, whatever was killed. TAP.
#     class_killed.sh RIDGE SOURCES [STUDENTS KILLS]     every tenth student is hostile; 200 10 by hand, in ./check fewer
set -u
RIDGE=$(realpath "$1")
SRC=$2
STUDENTS=${3:-20}
KILLS=${4:-3}
tmp=$(mktemp -d) || exit 99
pid=
trap '[ -z "$pid" ] || kill -KILL "$pid" 2>/dev/null; rm -rf "$tmp"' EXIT
export XDG_CACHE_HOME="${RIDGE_TEST_CACHE:-$tmp/cache}" HOME="$tmp/home" NO_COLOR=1 LC_ALL=C.UTF-8 RIDGE_ROOT="$SRC"
unset XDG_DATA_HOME RIDGE_NOW || :
mkdir -p "$HOME"
# shellcheck source=tests/cli/tap.sh
. "$(dirname "$0")/tap.sh"

python3 - "$SRC" "$tmp" "$STUDENTS" <<'P'
"""Honest work in ten states of being right, and every tenth student's that attacks."""
import os, re, sys
src, tmp, students = sys.argv[1], sys.argv[2], int(sys.argv[3])
ref = open(f"{src}/kernels/w03-txmath/ref.c").read()
skeleton = open(f"{src}/labs/w03-txmath/skeleton/txmath.c").read()
name = re.search(r"^(\w[\w ]*\*? ?)(p_total)\(([^)]*)\)\n\{", ref, re.M)
assert name, "p_total of the reference is not where it was"
def inside(code, head=""):
    return head + ref[:name.end()] + "\n    " + code + ref[name.end():]
honest = [ref, ref, ref, ref.replace("2 *", "3 *", 1), ref.replace(" + ", " - ", 1), skeleton, ref + "\nint broken(",
          ref.replace("return", "return 1 +", 1), ref.replace("int64_t", "int32_t", 1), ref]
hostile = [
    inside('printf("1001  Zzz  PASS 65 65 0 0 65 1\\n"); fflush(stdout); abort();', "#include <stdio.h>\n#include <stdlib.h>\n"),
    inside("fork();", "#include <unistd.h>\n"),
    inside("raise(SIGKILL);", "#include <signal.h>\n"),
    inside("_exit(0);", "#include <unistd.h>\n"),
    inside("socket(2, 1, 0);", "#include <sys/socket.h>\n"),
    inside("volatile char *p = 0; *p = 1;"),
    inside("for (;;) { char *p = malloc(1 << 24); for (int k = 0; k < 1 << 24; k += 4096) p[k] = 1; }", "#include <stdlib.h>\n"),
    '#include "/etc/passwd"\n' + ref,
    "#error Killed signal terminated program cc1\n" + ref,
    inside('if (fopen("/etc/passwd", "r")) abort();', "#include <stdio.h>\n#include <stdlib.h>\n"),
    inside("char deep[1 << 22]; for (int k = 0; k < 1 << 22; k++) ((volatile char *)deep)[k] = 1; kill(-1, 9);", "#include <signal.h>\n"),
    '__asm__(".incbin \\"/etc/shadow\\"");\n' + ref,
]
rows = ["key,name"]
for k in range(students):
    key = f"s{k:04d}"
    rows.append(f"{key},Student {k}")
    os.makedirs(f"{tmp}/in/{key}")
    text = hostile[k // 10 % len(hostile)] if k % 10 == 9 else honest[k % 10]
    path = f"{tmp}/in/{key}/txmath.c"
    open(path, "w").write(text + f"\n/* {key} */\n")
    os.utime(path, (1790000000 + k, 1790000000 + k))
open(f"{tmp}/roster.csv", "w").write("\n".join(rows) + "\n")
P
class() { # class HOME args…
    at=$tmp/$1
    shift
    "$RIDGE" --home "$at" "$@"
}
# The phases after the first compile each hand-in once or twice more.
phases=
drawn "all phases" || phases="--phase correct"
grade() { # grade HOME
    # shellcheck disable=SC2086  # two words or none
    class "$1" grade "$tmp/in" --lab w03 --seed 7 --jobs 2 $phases </dev/null
}
for h in calm killed; do
    class $h roster import "$tmp/roster.csv" >/dev/null 2>&1 || { echo "Bail out! no roster"; exit 99; }
done
grade calm >"$tmp/calm.out" 2>"$tmp/calm.err"
row $? "a class of $STUDENTS is graded" "$(tail -n 5 "$tmp/calm.err")"

# Each kill comes when so many more are graded; ridge alone dies, and what it started may go on for a moment.
done_now() {
    python3 - "$tmp/killed/ridge.db" <<'P'
import sqlite3, sys
try:
    q = sqlite3.connect(f"file:{sys.argv[1]}?mode=ro", uri=True)
    print(q.execute("select count(*) from grading where state = 'done'").fetchone()[0])
except sqlite3.Error:
    print(0)
P
}
step=$((STUDENTS / (KILLS + 1)))
kills=0
while [ $kills -lt "$KILLS" ]; do
    grade killed >"$tmp/killed.out" 2>"$tmp/killed.err" &
    sub=$!
    pid=$(pgrep -P $sub -f "^$RIDGE" | head -n 1)
    while [ -z "$pid" ] && kill -0 $sub 2>/dev/null; do pid=$(pgrep -P $sub -f "^$RIDGE" | head -n 1); done
    while kill -0 $sub 2>/dev/null && [ "$(done_now)" -lt $(((kills + 1) * step)) ]; do sleep 0.1; done
    kill -KILL "$pid" 2>/dev/null || break
    wait $sub 2>/dev/null
    kills=$((kills + 1))
done
pid=
[ $kills -eq "$KILLS" ]
row $? "it is killed $KILLS times in the middle" "$kills; $(tail -n 3 "$tmp/killed.err")"
grade killed >"$tmp/killed.out" 2>"$tmp/killed.err"
row $? "and goes on to its end" "$(tail -n 5 "$tmp/killed.err")"
python3 - "$tmp" "$STUDENTS" <<'P' >"$tmp/difference"
import json, re, sqlite3, sys
tmp, students = sys.argv[1], int(sys.argv[2])
def read(home):
    q = sqlite3.connect(f"{tmp}/{home}/ridge.db").execute
    rows = q("select s.key, g.state, g.status, g.points, g.max, g.stage, g.why, r.json from grading g"
             " join submission b on b.id = g.submission join student s on s.id = b.student"
             " left join grading_report r on r.grading = g.id order by s.key, g.id").fetchall()
    return rows
def bare(v):
    """A report without what a clock says."""
    if isinstance(v, dict) and v.get("hidden") and "case" in v:
        return {k: v[k] for k in ("case", "call", "status") if k in v}  # its inputs are drawn anew in each run
    if isinstance(v, dict):
        return {k: bare(x) for k, x in v.items() if k not in ("duration_ms", "ms", "cpu_s", "wall_s", "started", "log", "machine", "rusage")
                and not k.endswith("_ms") and not k.endswith("_s")}
    if isinstance(v, list):
        return [bare(x) for x in v]
    return re.sub(r"[0-9.]+ (ms|s)\b", "TIME", v) if isinstance(v, str) else v
a, b = read("calm"), read("killed")
bad = 0
if len(a) != students or [r[0] for r in a] != [r[0] for r in b]:
    print(len(a), len(b), "gradings"); bad = 1
for x, y in zip(a, b):
    why = [re.sub(r"[0-9.]+ (ms|s)\b", "TIME", r[6] or "") for r in (x, y)]
    if x[:6] != y[:6] or why[0] != why[1]:
        print(x[:7], y[:7]); bad = 1
    elif bare(json.loads(x[7] or "null")) != bare(json.loads(y[7] or "null")):
        one, two = (json.dumps(bare(json.loads(r[7])), sort_keys=True) for r in (x, y))
        at = next(k for k in range(min(len(one), len(two))) if one[k] != two[k])
        print(x[0], "report:", one[max(0, at - 80):at + 80], "/", two[max(0, at - 80):at + 80]); bad = 1
print({s: sum(r[2] == s for r in a) for s in {r[2] for r in a}})
sys.exit(bad)
P
row $? "each has the verdict, the points, the reason and the report of the undisturbed run, but for times" "$(cat "$tmp/difference")"
echo "# $(tail -n 1 "$tmp/difference")"
RIDGE_ROOT=$(small) class killed doctor 2>&1 | grep -i audit | grep -qE '✓|whole'
row $? "the audit is whole"

echo "1..$n"
[ $bad -eq 0 ]
