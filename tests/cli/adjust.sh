#!/bin/sh
# What an instructor decides of one student: another due time, an excuse, points by hand; where it shows, and what it
# leaves alone: TAP, one row a promise. Needs RIDGE (the binary), RIDGE_SRC (the checkout) and class_fixture.
set -u
RIDGE=$1
SRC=$2
FIXTURE=$3
tmp=$(mktemp -d) || exit 99
trap 'rm -rf "$tmp"' EXIT
export HOME="$tmp/home" XDG_CACHE_HOME="${RIDGE_TEST_CACHE:-$tmp/cache}" NO_COLOR=1 LC_ALL=C.UTF-8 RIDGE_ROOT="$SRC"
unset XDG_DATA_HOME || :
mkdir -p "$HOME"
H=$tmp/ridge
# shellcheck source=tests/cli/tap.sh
. "$(dirname "$0")/tap.sh"

ridge() {
    "$RIDGE" --home "$H" "$@"
}

# json NAME python-expression args…: of the document d, its rows by key r, the exit code
json() {
    name=$1 expr=$2
    shift 2
    ridge "$@" --json >"$tmp/out.json" 2>"$tmp/err.txt" </dev/null
    code=$?
    detail=$(python3 - "$tmp/out.json" "$expr" "$code" <<'PY' 2>&1
import json, sys
d = json.load(open(sys.argv[1]))
code = int(sys.argv[3])
r = {x["key"]: x for x in d.get("rows", [])}
if not eval(sys.argv[2]):
    print(json.dumps(d)[:3000]); sys.exit(1)
PY
    )
    row $? "$name" "$detail $(head -c 600 "$tmp/err.txt")"
}

# holds NAME FILE PATTERN; lacks is its opposite
holds() {
    grep -qE -- "$3" "$2"
    row $? "$1" "$(head -c 1500 "$2")"
}
lacks() {
    ! grep -qE -- "$3" "$2"
    row $? "$1" "$(grep -nE -- "$3" "$2" | head -n 5)"
}

# a class of four in w02: 80, 30 and 60 of 100, and one who handed in nothing; all were handed in on 2025-12-01 at 23:00 UTC
mkdir -p "$H"
python3 - >"$tmp/class.json" <<'PY'
import json
def one(key, name, points=None, status="FAIL"):
    s = {"key": key, "name": name, "email": name.split()[0].lower() + "@x.edu", "section": "A"}
    if points is not None:
        s.update(file="transpose.cu", text="int " + key + ";", origin="d/" + name, status=status, points=points, max=100,
                 report={"milestones": [{"id": "correct", "kind": "correct", "status": status, "message": "tile 3 is wrong",
                                         "points": points, "max": 100, "goal": "agree"}]})
    return s
print(json.dumps({"lab": "w02-transpose",
                  "policy": {"due": 1764540000000, "late": {"percent_per_day": 10, "grace_ms": 0}, "keep": "best"},
                  "students": [one("s1", "Ada Doe", 80, "PASS"), one("s2", "Bob Roe", 30), one("s3", "Cy Poe"), one("s4", "Di Wu", 60)]}))
PY
"$FIXTURE" "$H/ridge.db" <"$tmp/class.json" || exit 99

# --- what is refused
run 0 "nothing is adjusted yet" "No grade was adjusted by hand" adjust
run 2 "without a reason nothing is decided" "--reason says why" adjust --lab w02 --only s1 --excuse
run 2 "nor with an empty one" "--reason says why" adjust --lab w02 --only s1 --excuse --reason "  "
run 2 "a student is named" "the student with --only" adjust --lab w02 --excuse --reason ill
run 2 "and a lab" "the lab with --lab" adjust --only s1 --excuse --reason ill
run 2 "one thing at a time" "one of --due" adjust --lab w02 --only s1 --excuse --points 5 --reason ill
run 2 "a reason alone decides nothing" "one of --due" adjust --lab w02 --only s1 --reason ill
run 2 "nobody of that id" "no student with the key .s9" adjust --lab w02 --only s9 --excuse --reason ill
run 2 "a time without an offset" "with its offset" adjust --lab w02 --only s1 --due 2026-01-01T00:00 --reason ill
for points in -1 abc 5. 1e3 7.1234; do
    run 2 "points that are none: $points" "--points takes a number" adjust --lab w02 --only s1 "--points=$points" --reason ill
done
run 2 "more than the lab has, unasked" "A bonus needs --yes" adjust --lab w02 --only s1 --points 101 --reason ill
run 2 "nothing to undo" "nothing to undo" adjust --lab w02 --only s1 --undo --reason ill
json "none of that was kept" 'd["rows"] == [] and code == 0' adjust

# --- what holds
json "another due time: a day less late" 'd["was"]["grade"] == 64 and d["is"]["grade"] == 72 and d["adjust"]["marks"] == "d"' \
    adjust --lab w02 --only s1 --due 2025-12-01T00:00+01:00 --reason "ill <b>& away"
json "none at all" 'd["is"]["grade"] == 80' adjust --lab w02 --only s1 --due none --reason "a long illness"
json "an excuse: no grade, and not 0" 'd["is"] == {"status": "EXCUSED", "grade": None} and d["adjust"]["measured"]["grade"] == 24' \
    adjust --lab w02 --only s2 --excuse --reason "$(printf 'a \033]0;x\007 funeral\nfar away')"
json "points for who handed in nothing" 'd["was"]["status"] == "MISSING" and d["is"] == {"status": "MISSING", "grade": 42.5}' \
    adjust --lab w02 --only s3 --points 42.5 --reason "told it at the desk"
run 0 "a bonus, when it is meant" "101 of 100 points by hand: the best; measured: FAIL 48" adjust --lab w02 --only s4 --points 101 --reason "the best" --yes
json "listed with who and when, and what holds" \
    'len(d["rows"]) == 5 and [x["holds"] for x in d["rows"]] == [False, True, True, True, True] and all(x["who"] and x["at"] > 1.7e12 for x in d["rows"])' \
    adjust --lab w02
run 0 "and for people" "s2 +w02-transpose +20..-..-..T..:..:..Z by .+  excused: a .x1b.0;x.x07 funeral far away" adjust
json "of one student" '[x["key"] for x in d["rows"]] == ["s3"]' adjust --only s3
json "each lab has its own" 'd["rows"] == []' adjust --lab w03
run 0 "an excuse taken back" "24 of 100" adjust --lab w02 --only s2 --undo --reason "was there after all"
run 0 "and given again" "EXCUSED" adjust --lab w02 --only s2 --excuse --reason "a funeral <far>"
json "what was measured stays in the workbook" '[(r[k]["status"], r[k]["points"], r[k]["grade"]) for k in ("s1", "s2", "s3", "s4")] == [("PASS", 80, 80), ("EXCUSED", 30, None), ("MISSING", None, 42.5), ("FAIL", 60, 101)] and r["s4"]["adjust"]["measured"]["grade"] == 48' \
    grade --lab w02 --backend simt

# --- other systems
ridge export w02 --out "$tmp/c.csv" 2>/dev/null
holds "csv: two columns more, where they always were" "$tmp/c.csv" '^key,name,.*,why,adjust,measured,partial,'
holds "csv: no grade, the reason, what was measured" "$tmp/c.csv" '^s2,Bob Roe,bob@x.edu,A,EXCUSED,,30.00,100.00,2,6.00,,1,.*,excused: a funeral <far>,24.00'
ridge export w02 --format canvas --out "$tmp/canvas.csv" 2>/dev/null
holds "Canvas: EX" "$tmp/canvas.csv" '^Bob Roe,.*,EX.?$'
holds "Canvas: points by hand" "$tmp/canvas.csv" '^Cy Poe,.*,42.50.?$'
ridge export w02 --format moodle --out "$tmp/moodle.csv" 2>/dev/null
holds "Moodle: an empty grade, explained" "$tmp/moodle.csv" ',s2,,excused: a funeral <far>'
ridge export w02 --format junit --out "$tmp/j.xml" 2>/dev/null
holds "JUnit: skipped" "$tmp/j.xml" '<skipped message="excused: a funeral &lt;far&gt;"/>'
ridge export w02 --format gradescope --out "$tmp/gs" 2>"$tmp/gs.err"
holds "Gradescope: its output tells points by hand" "$tmp/gs/s4/results.json" '101 of 100 points by hand: the best \(measured: 48.00\)'
holds "it has no excuse, and that is said" "$tmp/gs.err" 's2 is excused .*excuse them there'
[ ! -e "$tmp/gs/s2" ]
row $? "and no score of 0 is written"
ridge export w02 --format json --out "$tmp/c.json" 2>/dev/null
python3 -c 'import json,sys; r = json.load(open(sys.argv[1]))["rows"]; sys.exit(not (r[1]["grade"] is None and r[1]["adjust"]["notes"][0]["reason"] == "a funeral <far>" and r[3]["adjust"]["points"] == 101))' "$tmp/c.json"
row $? "json: each row has adjust"
ridge export w02 --format html --out "$tmp/html" 2>/dev/null
holds "the class's page names the reason" "$tmp/html/index.html" 'excused: a funeral &lt;far&gt;'
holds "the student's, too" "$tmp/html/student-s2.html" 'Adjusted by hand: excused: a funeral &lt;far&gt;\. Measured: .*FAIL.*grade 24\.00'
lacks "and nobody else's" "$tmp/html/student-s2.html" 'told it at the desk|the best'
lacks "who decided it is no page's" "$tmp/html/student-s2.html" "by $(id -un)"

# --- the class
json "the class: letters, and an excuse is no 0" \
    '(c := {k: v["labs"]["w02-transpose"] for k, v in r.items()}) and (c["s1"]["adjust"], c["s2"]["adjust"], c["s3"]["adjust"]) == ("d", "e", "p") and c["s2"]["grade"] is None and r["s2"]["possible"] == 0 and r["s1"]["possible"] == d["possible"] == 100' \
    class
run 0 "as a table: a letter" '^s2 +Bob Roe +[^ ]*e' class
run 0 "of a due time, too" '^s1 +Ada Doe +d✓' class
run 0 "and how many there are" '^Adjusted by hand: 4 ' class
printf 'size 80x24\nkeys C\nwait 4 students\nkeys Enter\nwait adjusted\nsave %s\nkeys q q\n' "$tmp/page" >"$tmp/keys"
ridge --script "$tmp/keys" >"$tmp/script.out" 2>&1
holds "the page of a cell names the reason" "$tmp/page" 'adjusted \(d\): no due time: a long illness'

# --- and nobody changes it unseen
RIDGE_ROOT=$(small) run 0 "doctor finds the class as its audit says" "reports that differ from the audit: 0" doctor
python3 - "$H/ridge.db" <<'PY'
import sqlite3, sys
c = sqlite3.connect(sys.argv[1])
c.execute("drop trigger adjustment_is_fixed")
c.execute("update adjustment set value = 99000 where kind = 'points'")
c.commit()
PY
RIDGE_ROOT=$(small) run 0 "what was changed by hand is found" "reports that differ from the audit: [1-9]" doctor

echo "1..$n"
exit $((bad > 0))
