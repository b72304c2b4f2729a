#!/bin/sh
# What late costs, over the labs of a term: by the day and by the hour, a cut-off, a budget of late days; and what a term
# comes to. TAP, one row a promise. Needs RIDGE (the binary), RIDGE_SRC (the checkout) and class_fixture.
set -u
RIDGE=$(realpath "$1")
SRC=$2
FIXTURE=$(realpath "$3")
tmp=$(mktemp -d) || exit 99
trap 'rm -rf "$tmp"' EXIT
export HOME="$tmp/home" XDG_CACHE_HOME="${RIDGE_TEST_CACHE:-$tmp/cache}" NO_COLOR=1 LC_ALL=C.UTF-8 RIDGE_ROOT="$SRC"
unset XDG_DATA_HOME || :
mkdir -p "$HOME"
H=$tmp/ridge
mkdir -p "$H"
# shellcheck source=tests/cli/tap.sh
. "$(dirname "$0")/tap.sh"
cd "$tmp" || exit 99

ridge() {
    "$RIDGE" --home "$H" "$@"
}

# grades NAME EXPRESSION args…: of g[LAB][KEY], the grades of the sheet, and r[KEY], its rows, after `ridge args…`
grades() {
    name=$1 expr=$2
    shift 2
    : >"$tmp/ran.txt"
    [ $# -eq 0 ] || ridge "$@" >"$tmp/ran.txt" 2>&1
    code=$?
    ridge class --json >"$tmp/sheet.json" 2>"$tmp/err.txt"
    detail=$(python3 - "$tmp/sheet.json" "$expr" "$code" <<'PY' 2>&1
import json, sys
d, code = json.load(open(sys.argv[1])), int(sys.argv[3])
r = {x["key"]: x for x in d["rows"]}
def grade(cell):
    return None if cell["grade"] is None else round(cell["grade"], 3)
g = {lab: {k: grade(x["labs"][lab]) for k, x in r.items()} for lab in d["labs"]}
if not eval(sys.argv[2]):
    print(code, g, {k: x.get("late_days") for k, x in r.items()}); sys.exit(1)
PY
    )
    row $? "$name" "$detail $(head -c 500 "$tmp/ran.txt")"
}

# Two labs, due on 1 and on 11 December 2025 at 0:00 UTC; s1 in time, s2 two days late, s3 4 h late, s4 four days late.
python3 - "$tmp" <<'PY'
import json, sys
day, due = 86400000, 1764547200000
late = {"s1": -3600000, "s2": 2 * day - 1000, "s3": 4 * 3600000 - 1000, "s4": 4 * day - 1000}
section = {"s1": "Lab 1 and Lab 2", "s2": "Lab 2", "s3": "lab 2; Seminar", "s4": "Lab 3"}
for n, (lab, file) in enumerate([("w02-transpose", "transpose.cu"), ("w03-txmath", "txmath.c")]):
    at = due + 10 * day * n
    students = [{"key": k, "name": "Student " + k, "email": k + "@x.edu", "section": section[k],
                 "file": file, "text": "int %s;" % k, "origin": k, "status": "PASS", "points": 80, "max": 100,
                 "received": at + late[k]} for k in late]
    json.dump({"lab": lab, "policy": {"due": at}, "students": students}, open("%s/%d.json" % (sys.argv[1], n), "w"))
PY
for k in 0 1; do "$FIXTURE" "$H/ridge.db" <"$tmp/$k.json" || exit 99; done
A=w02-transpose B=w03-txmath

grades "without a policy nothing is lost" "set(g['$A'].values()) == set(g['$B'].values()) == {80}"
grades "each hour begun costs" "g['$A'] == {'s1': 80, 's2': 41.6, 's3': 76.8, 's4': 3.2} and code == 0" \
    regrade --lab w02 --late 1%/hour --yes
grades "each day begun costs, in place of the hours" "g['$A'] == {'s1': 80, 's2': 64, 's3': 72, 's4': 48} and code == 0" \
    regrade --lab w02 --late 10%/day --yes
run 2 "a rate of nothing known" "a share a day or an hour" regrade --lab w02 --late 10%/week
run 2 "a cut-off that is no span" "after which nothing counts" regrade --lab w02 --cutoff 2025-12-04
run 0 "a cut-off is shown before it holds" "^s4 .* PASS +48 +-> +PASS +0$" regrade --lab w02 --cutoff 3d
grades "what comes after it is worth nothing" "g['$A'] == {'s1': 80, 's2': 64, 's3': 72, 's4': 0} and code == 0" \
    regrade --lab w02 --cutoff 3d --yes
run 0 "and the table says why" "^s4 .*received after the cut-off" grade --lab w02 --level L0
grades "who has another due time has the cut-off behind it" "g['$A']['s4'] == 64" \
    adjust --lab w02 --only s4 --due 2025-12-03T00:00Z --reason "ill"
grades "and back" "g['$A']['s4'] == 0" adjust --lab w02 --only s4 --undo --reason "was not"
ridge export w02 --format html --out "$tmp/pages" >/dev/null 2>&1
grep -q "each day begun after that costs 10 %.* What comes more than 72 hours late counts for nothing" "$tmp/pages/index.html"
row $? "the class's page says the policy" "$(grep -o 'Due .*' "$tmp/pages/index.html")"
grades "a cut-off is taken away" "g['$A']['s4'] == 48" regrade --lab w02 --cutoff none --yes
ridge regrade --lab w03 --late 10%/day --yes >/dev/null 2>&1

# --- a budget over the term
run 2 "a budget that changes grades is shown, and asked about" "^s2 .*w02-transpose .* PASS +64 +-> +PASS +80$" class --late-days 3
run 2 "and says so" "Nothing was changed: this budget changes 5 grades" class --late-days 3
grades "nothing was" "g['$A']['s2'] == 64 and d['late_days'] == 0"
run 2 "a budget is of the term" "without a lab" class w02 --late-days 3
run 2 "and a number" "from 1 to 1000" class --late-days many
grades "days are taken in the order of due times, while there are any" \
    "code == 0 and g['$A'] == {'s1': 80, 's2': 80, 's3': 80, 's4': 72} and g['$B'] == {'s1': 80, 's2': 72, 's3': 80, 's4': 48}" \
    class --late-days 3 --yes
grades "and counted" "d['late_days'] == 3 and {k: x['late_days'] for k, x in r.items()} == {'s1': 0, 's2': 3, 's3': 2, 's4': 3}"
run 0 "the sheet has them" "^s2 .* 3 of 3$" class
run 0 "one lab's table knows the budget" "^s3 .* PASS +80 +100 +1 +0 +80" grade --lab w02 --level L0
grades "an excuse gives them back for the labs behind" "g['$A']['s2'] is None and g['$B']['s2'] == 80" \
    adjust --lab w02 --only s2 --excuse --reason "ill"
grades "where late costs nothing no day is taken" \
    "g['$B'] == {'s1': 80, 's2': 80, 's3': 80, 's4': 80} and r['s4']['late_days'] == 3 and r['s3']['late_days'] == 1" \
    regrade --lab w03 --late none --yes
grades "it is taken away as it came" "g['$A'] == {'s1': 80, 's2': None, 's3': 72, 's4': 48} and d['late_days'] == 0" \
    class --late-days none --yes
RIDGE_ROOT=$(small) run 0 "the audit holds" "audit.*follows from the one before" doctor

# --- sections, totals and plots over labs
run 0 "as a filter of the sheet" "^s1 " class --section "lab 2"
ridge class --section "lab 2" 2>&1 | grep -q "^s4 "
row $((! $?)) "which leaves the others out"
run 0 "of a lab's table" "^3 students: 2 PASS" grade --lab w02 --level L0 --section "lab 2"
run 0 "of what the class found hard" "^w02-transpose: 0 of 1 student graded" class w02 --section "Lab 3"
run 0 "of an export" "^s4,Student s4" export w02 --section "Lab 3"
ridge export w02 --section "Lab 3" 2>/dev/null | grep -q "^s1,"
row $((! $?)) "and of nobody else's"
run 2 "a section that there is not is answered by those that are" "No student is in section Lab 9" class --section "Lab 9"
run 2 "in an export, too" "the roster has: .*Lab 3" export w02 --section "Lab 9"
# grades: w02 s1 80, s2 excused, s3 72, s4 48; w03 all 80
run 0 "without a course each lab weighs its points" "^s4 .* 64.0 %" class --total
run 0 "an excuse takes the lab away" "^s2 .* 80.0 %" class --total
run 0 "and that is said" "Each lab weighs its points: w02-transpose 50.0 %, w03-txmath 50.0 %" class --total
run 2 "a total is of all labs" "without a lab" class w02 --total
run 0 "a lab is a line of blocks" "^1 +w02-transpose +3 +0 +····█··██·" class
LC_ALL=C run 0 "of signs where there is nothing else" "^1 +w02-transpose .* ____@__@@_" class
mkdir -p "$tmp/course"
cat >"$tmp/course/pack.lua" <<'LUA'
return pack{api = 1, name = "term", version = "1.0.0", title = "A term",
  class = {weights = {["w02-transpose"] = 3, ["w03-txmath"] = 1, ["c06-floatbits"] = 2}, drop_lowest = 0}}
LUA
cd "$tmp/course" || exit 99
run 0 "a course weighs its labs" "^s4 .* 56.0 %" class --total
run 0 "and says so" "Weights of the course.s pack.lua: w02-transpose 75.0 %, w03-txmath 25.0 %" class --total
run 0 "a lab with a weight and no hand-in does not count" "c06-floatbits has a weight and no hand-in yet" class --total
sed -i 's/drop_lowest = 0/drop_lowest = 1/' pack.lua
run 0 "the lowest is left out" "^s4 .* 80.0 % +w02-transpose" class --total
run 0 "of two that are alike the heavier; the last one stays" "^s2 .* 80.0 %$" class --total
run 0 "as a table and a page" "" class --total --out "$tmp/total.csv" --html "$tmp/term.html"
grep -q "^s4,Student s4,Lab 3,80.00,48.00,80.00,w02-transpose" "$tmp/total.csv" && grep -q "^key,name,section,total,w02-transpose,w03-txmath,dropped" "$tmp/total.csv"
row $? "the table has a column for each lab" "$(cat "$tmp/total.csv")"
grep -q "<svg role=\"img\" aria-label=\"Students by tenths of the points: 0 0 0 0 1 0 0 1 1 0\"" "$tmp/term.html" && ! grep -qi "<script" "$tmp/term.html"
row $? "the page a plot of each lab, and no script" "$(grep -o '<svg[^>]*' "$tmp/term.html")"
sed -i 's/drop_lowest = 1/drop_lowest = "one"/' pack.lua
run 0 "a pack.lua with a mistake is not obeyed in silence" "Each lab weighs its points" class --total
cd "$tmp" || exit 99

echo "1..$n"
exit $((bad > 0))
