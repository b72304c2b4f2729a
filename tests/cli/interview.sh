#!/bin/sh
# A sitting with a closed book on the command line: taken, left and resumed, over time, aborted, opened. TAP.
#     interview.sh RIDGE SOURCES
set -u
RIDGE=$1
SRC=$2
tmp=$(mktemp -d) || exit 99
trap 'rm -rf "$tmp"' EXIT
export HOME="$tmp/home" XDG_CACHE_HOME="$tmp/cache" NO_COLOR=1 LC_ALL=C.UTF-8 RIDGE_ROOT="$SRC" RIDGE_NOW=1800000000
unset XDG_DATA_HOME || :
mkdir -p "$HOME"
# shellcheck source=tests/cli/tap.sh
. "$(dirname "$0")/tap.sh"

ridge() {
    "$RIDGE" --home "$tmp/ridge" "$@"
}

# typed CODE NAME PATTERN LINES args…: exit code and a pattern, with lines on standard input
typed() {
    want=$1 name=$2 pattern=$3 lines=$4
    shift 4
    out=$(printf '%b' "$lines" | ridge "$@" 2>&1)
    code=$?
    [ "$code" -eq "$want" ] && printf '%s\n' "$out" | tr -s ' \n' '  ' | grep -qE -- "$pattern"
    row $? "$name" "exit $code, wanted $want and /$pattern/: $out"
}

lacks() {
    ! printf '%s\n' "$out" | grep -qE -- "$2"
    row $? "$1" "$out"
}

# --- what can't begin
run 2 "a chapter that is none" 'no deep dive "d99"' interview d99
run 2 "nor a lab" 'no deep dive "w03"' interview w03
run 2 "nothing named" 'Which chapter' interview
run 2 "a track that is none" 'no track "silly"' interview --track silly
run 2 "a track of which nothing is complete" '0 of the deep dives of systems24 are complete' interview --track systems24
run 2 "both" 'not both' interview d07 --track systems24
run 2 "minutes that are none" 'minutes' interview d07 --minutes soon
run 2 "no sitting to end" 'no open sitting' interview --abort
run 2 "a sitting is no document" '--list --json' interview d07 --json
run 0 "none so far" 'no sitting yet' interview --list

# --- left, and resumed
typed 1 "it begins, and is left" 'Closed book: d07, 5 exercises.*1 of 5 .*45 min left.*stays open.*exercise 1 of 5' '' interview d07
typed 1 "it goes on where it was, and its time has run" '1 of 5 .*45 min left.*Kept\. 2 of 5 .*exercise 2 of 5' '\n' interview
RIDGE_NOW=1800000600
typed 1 "later" '2 of 5 .*35 min left' '' interview
out=$(ridge interview --list)
[ "$(printf '%s' "$out" | grep -c 'd07 *open')" = 1 ]
row $? "the list has it, open" "$out"
run 2 "another one waits" 'A sitting on d07 is open' interview d11
typed 1 "what can't be read is no try" '2 of 5 .*answer .*answer .*exercise 2 of 5' 'zzz\n' interview d07
run 2 "nor does a wrong one begin" 'no deep dive "d99"' interview d99

# --- over time: what was not answered is wrong
RIDGE_NOW=1800002701
typed 1 "the time is over" 'The time is over.*SKIPPED.*FAIL +solved cold: 0 of 4.*the time was over' '' interview
run 0 "the list says so" 'd07 +solved cold: 0 of 4 and 1 text, 45 min, the time was over' interview --list
run 0 "so does the log" 'interview +deep/d07' log
run 0 "and the history, beside the attempts" 'd07 +interview +✗ FAIL +0 of 4' history
run 0 "with how it ended" 'solved cold: 0 of 4 and 1 text, 45 min, the time was over' history

# --- all of it, right: the answers are those of the sitting's own seed, as the workbook has it
RIDGE_NOW=1800010000
typed 1 "another one begins" '1 of 5' '' interview d07 --minutes 0
lacks "without a clock" 'min left'
python3 - "$tmp/ridge/ridge.db" >"$tmp/seed" <<'PY'
import json, sqlite3, sys
db = sqlite3.connect(sys.argv[1])
mine = db.execute("SELECT seed FROM learner").fetchone()[0]
seed, asked = db.execute("SELECT seed, questions FROM sitting ORDER BY id DESC LIMIT 1").fetchone()
old = db.execute("SELECT questions FROM sitting ORDER BY id LIMIT 1").fetchone()[0]
asked = [q["question"] for q in json.loads(asked)]
assert seed != mine and asked[-1] == "d07-fa" and len(set(asked)) == 5 and "d07-build" not in asked, asked
print(seed)
PY
row $? "its seed is its own, texts come last, builds are left out"
run 0 "a look" 'it becomes an open book' show d07
for k in 1 2 3 4; do typed 1 "left out $k" "Kept.*$((k + 1)) of 5" '\n' interview; done
words=$(for k in $(seq 90); do printf 'word%s ' "$k"; done)
typed 1 "a text is written to a single dot, and ticked at the end" 'Does your text of d07-fa have this.*y or n.*d07-fa .*self-assessed 2 of 6.*FAIL +open book: 0 of 4 and 1 text \(2 of 6 points ticked\)' \
    "$words\n.\ny\ny\nn\nn\nn\nn\n" interview
run 0 "no cold result of an open book" 'd07 ' list
lacks "in the list" 'cold ✓'

# --- ended by hand
RIDGE_NOW=1800020000
typed 1 "a third" '1 of 5' '' interview D07
ridge interview --abort >"$tmp/abort" 2>&1
[ $? -eq 1 ] && grep -q 'FAIL *solved cold: 0 of 4.*aborted' "$tmp/abort"
row $? "an abort is kept as one" "$(tail -3 "$tmp/abort")"
run 2 "and ends it" 'no open sitting' interview --abort
run 0 "--list --json" '"aborted"' interview --list --json

# --- all right: what is right by this sitting's seed is told by a copy of the workbook in which it was aborted
RIDGE_NOW=1800030000
typed 1 "a fourth" '1 of 5' '' interview d07
cp -r "$tmp/ridge" "$tmp/copy"
"$RIDGE" --home "$tmp/copy" interview --abort --json >"$tmp/told.json" 2>"$tmp/told.err"
RIDGE_NOW=1800030600
python3 - "$RIDGE" "$tmp/ridge" "$tmp/told.json" >"$tmp/solved" 2>&1 <<'PY'
import json, os, re, subprocess, sys
ridge, home, told = sys.argv[1:]
rows = json.load(open(told))["rows"]
def ask(lines):
    return subprocess.run([ridge, "--home", home, "interview"], input=lines, capture_output=True, text=True,
                          env=dict(os.environ, COLUMNS="4000"))
for row in rows[:-1]:
    shown, want = ask("").stdout, row["expected"]
    if row["kind"] == "order":
        items = dict((t.strip(), n) for n, t in re.findall(r"^ +(\d+)\) (.*)$", shown, re.M))
        want = ",".join(items[t] for t in want.split(" > "))
    elif row["kind"] == "table":
        want = "; ".join(r.split(": ", 1)[1] for r in want.split("; "))
    elif row["kind"] == "diagnose":
        want = ""
    p = ask(want + "\n")
    assert "Kept." in p.stdout, (row, want, p.stdout)
p = ask(" ".join("word%d" % k for k in range(90)) + "\n.\n" + "y\n" * 6)
print(p.stdout[-1200:])
assert p.returncode == 0 and "solved cold: 3 of 4 and 1 text (6 of 6 points ticked), 10 min" in p.stdout, p.returncode
PY
row $? "all right but one is a pass" "$(tail -25 "$tmp/solved")"
run 0 "the list of chapters says so" 'd07 .*3 of 4 cold ✓' list
run 0 "so does the chapter" '3 of 4 cold \(passed\)' show d07
run 0 "the history of a chapter is its sittings, the newest first" '^ +2027-01-15 .*d07 +interview +✓ PASS +3 of 4$' history D07
[ "$(printf '%s\n' "$out" | grep -c interview)" -eq 4 ] && printf '%s\n' "$out" | sed 1q | grep -q '3 of 4'
row $? "all four of them" "$out"
run 0 "and they are in its --json" '"words": "open book: 0 of 4' history d07 --json
run 0 "of a lab there are none" 'no attempts yet' history w03
run 0 "nor of another chapter" 'no sitting on it yet' history d11
run 2 "a chapter that is none" 'no lab, card or week' history d99
run 0 "the report says so, too" 'interview d07 +✓ solved cold: 3 of 4' report
run 0 "the answers are ordinary ones" 'PASS +d07-hybrid-kv' answer d07
run 0 "and each is a review" 'cards?, ' review
python3 - "$tmp/ridge/ridge.db" <<'PY'
import sqlite3, sys
db = sqlite3.connect(sys.argv[1])
got = db.execute("SELECT grade, count(*) FROM review GROUP BY grade").fetchall()
assert dict(got).get(3) == 3, got
assert db.execute("SELECT count(*) FROM answer WHERE json_extract(params, '$.sitting') = 4").fetchone()[0] == 4
PY
row $? "right is good"

# --- a workbook that can't be written
"$RIDGE" --home "$tmp/ro" interview --list >/dev/null 2>&1
if [ "$(id -u)" -ne 0 ]; then
    chmod -R a-w "$tmp/ro"
    out=$("$RIDGE" --home "$tmp/ro" interview d07 </dev/null 2>&1)
    [ $? -eq 10 ]
    row $? "a workbook that is locked begins none" "$out"
    chmod -R u+w "$tmp/ro"
fi
python3 - "$tmp/ro/ridge.db" "$RIDGE" "$tmp/ro" <<'PY' >"$tmp/locked" 2>&1
import sqlite3, subprocess, sys
db = sqlite3.connect(sys.argv[1], isolation_level=None)
db.execute("BEGIN IMMEDIATE")
p = subprocess.run([sys.argv[2], "--home", sys.argv[3], "interview", "d07"], stdin=subprocess.DEVNULL, capture_output=True, text=True)
print(p.stdout, p.stderr)
assert p.returncode == 10 and ("did not begin" in p.stderr or "use" in p.stderr or "lock" in p.stderr), p.returncode
db.execute("ROLLBACK")
assert db.execute("SELECT count(*) FROM sitting").fetchone()[0] == 0
PY
row $? "nor does one that another process holds" "$(cat "$tmp/locked")"

echo "1..$n"
[ "$bad" -eq 0 ]
