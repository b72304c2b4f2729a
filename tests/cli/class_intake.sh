#!/bin/sh
# A class's rosters and archives as the schools' systems write them, and what the times in them say: TAP, one row a
# promise. Needs RIDGE (the binary) and RIDGE_SRC (the checkout).
set -u
RIDGE=$1
SRC=$2
tmp=$(mktemp -d) || exit 99
trap 'chmod -R u+rwx "$tmp" 2>/dev/null; rm -rf "$tmp"' EXIT
export XDG_CACHE_HOME="${RIDGE_TEST_CACHE:-$tmp/cache}" HOME="$tmp/home" NO_COLOR=1 LC_ALL=C.UTF-8 RIDGE_ROOT="$SRC"
unset XDG_DATA_HOME VISUAL EDITOR TZ || :
mkdir -p "$HOME"
# shellcheck source=tests/cli/tap.sh
. "$(dirname "$0")/tap.sh"
H=$tmp/ridge
ridge() {
    "$RIDGE" "$@" --home "$H"
}
# json NAME python-expression args…: the expression holds of the document d, its rows by key r, and the exit code
json() {
    name=$1 expr=$2
    shift 2
    ridge "$@" --json >"$tmp/out.json" 2>"$tmp/err.txt" </dev/null
    code=$?
    detail=$(python3 - "$tmp/out.json" "$expr" "$code" <<'PY' 2>&1
import json, sys
d, code = json.load(open(sys.argv[1])), int(sys.argv[3])
r = {x["key"]: x for x in d.get("rows", [])}
if not eval(sys.argv[2]):
    print(json.dumps(d)[:3000]); sys.exit(1)
PY
    )
    row $? "$name" "$detail $(head -c 600 "$tmp/err.txt")"
}
good=$SRC/kernels/w03-txmath/ref.c
poor=$SRC/labs/w03-txmath/skeleton/txmath.c

# --- Canvas's archive as canvas-lms writes it: each entry has the time of the download
printf 'Student,ID,SIS Login ID,Section\n"Doe, Ada",1001,adoe,A\n"Roe, Bob",1002,broe,A\n"Ng, Cy",1003,cyng,A\n' >"$tmp/r.csv"
python3 - "$tmp" "$good" <<'PY'
import sys, zipfile
t, good = sys.argv[1], open(sys.argv[2], "rb").read()
def put(z, name, when, more=b""): z.writestr(zipfile.ZipInfo(name, when), good + more)
with zipfile.ZipFile(t + "/canvas.zip", "w") as z:
    put(z, "doeada_1001_9001_txmath.c", (2026, 12, 5, 9, 30, 0))
    put(z, "roebob_LATE_1002_9002_txmath.c", (2026, 12, 5, 9, 30, 0), b"\n")
    put(z, "ngcy_1003_9003_txmath.c", (2026, 12, 5, 9, 30, 2), b"\n\n")
with zipfile.ZipFile(t + "/plain.zip", "w") as z:
    for k, who in enumerate(["adoe", "broe", "cyng"]): put(z, who + "/txmath.c", (2026, 12, 5, 9, 30, k))
with zipfile.ZipFile(t + "/zone.zip", "w") as z:
    put(z, "adoe/txmath.c", (2026, 12, 1, 23, 30, 0))
    put(z, "broe/txmath.c", (2026, 12, 2, 1, 30, 0))
PY
run 0 "a class" "3 students" roster import "$tmp/r.csv"
late="--lab w03 --phase correct --due 2026-12-01T23:59+01:00 --late 10%/day"
# shellcheck disable=SC2086
json "Canvas's mark counts, not the time of the download; without one it came in time" \
    '[r[k]["late_days"] for k in sorted(r)] == [0, 1, 0] and r["1001"]["received"] is None and r["1002"]["mark"] == "late"' \
    grade "$tmp/canvas.zip" $late
run 0 "which the table says" "Canvas's layout, whose times are the download's: 2 without LATE" grade "$tmp/canvas.zip" --lab w03
run 0 "and whom a person has to ask when" "1 late by Canvas's mark alone" grade --lab w03
run 0 "by key" "one day: 1002[.]" grade --lab w03
json "an extension beyond the download takes the mark's day away" 'd["is"]["grade"] > d["was"]["grade"]' \
    adjust --lab w03 --only 1002 --due 2026-12-20T23:59+01:00 --reason "ill"
run 0 "and is told in the zone that the class's due time was said in" "due 2026-12-20T23:59:00[+]01:00: ill" adjust --lab w03
run 0 "a page of that student" "late.html" export w03 --format html --only 1002 --out "$tmp/late.html"
grep -q "Due <time>2026-12-20T23:59:00+01:00</time>" "$tmp/late.html" && ! grep -q "late:" "$tmp/late.html"
row $? "has that student's own due time, and no days late" "$(grep -o 'Due .*' "$tmp/late.html" | head -n 2)"
run 0 "who looks at the hand-ins reads Canvas's word, not the download's time" "^ *[0-9]+ +late +counts" class w03 1002
run 0 "until it is undone" "1002" adjust --lab w03 --only 1002 --undo --reason "a slip"
run 0 "then it is a day, in figures" "[(]1 day late: -" class w03 1002
mkdir -p "$tmp/say"
(cd "$tmp/say" && python3 -m zipfile -e ../canvas.zip . && rm doeada* ngcy*)
json "--received says when: two days and an hour late are three" 'r["1002"]["late_days"] == 3 and r["1002"]["mark"] is None and r["1002"]["attempts"] == 1' \
    grade "$tmp/say" --lab w03 --received 2026-12-04T00:59+01:00
[ "$(ridge grade --lab w03 2>/dev/null | grep -c "mark alone")" -eq 0 ]
row $? "and nobody is asked any more"
[ "$(ridge export w03 --format csv 2>/dev/null | grep -c 2026-12-05)" -eq 0 ]
row $? "no file for others has the download's time as the student's"
H=$tmp/none
ridge roster import "$tmp/r.csv" >/dev/null
# shellcheck disable=SC2086
json "whom no due time is due from is not late" 'r["1002"]["late_days"] == 0' \
    grade "$tmp/canvas.zip" --lab w03 --phase correct

# --- times that are all alike, after the due time
H=$tmp/plain
ridge roster import "$tmp/r.csv" >/dev/null
# shellcheck disable=SC2086
run 0 "times that are all alike make everybody late, which is said" "all 3 times in plain.zip lie within ten minutes" \
    grade "$tmp/plain.zip" $late
[ "$(ridge grade "$tmp/plain.zip" --lab w03 --received 2026-12-01T10:00Z 2>/dev/null | grep -c "ten minutes")" -eq 0 ]
row $? "but not where a person says when"

# --- a zip's times have no zone of their own
for tz in "" UTC0 JST-9; do
    H=$tmp/zone$tz
    ridge roster import "$tmp/r.csv" >/dev/null
    [ -z "$tz" ] || export TZ="$tz"
    # shellcheck disable=SC2086
    json "the due time's zone reads them, whatever this machine's (${tz:-its own})" \
        'r["1001"]["late_days"] == 0 and r["1002"]["late_days"] == 1 and r["1001"]["received"] == 1796164200000' \
        grade "$tmp/zone.zip" $late
    unset TZ
done
H=$tmp/tz
ridge roster import "$tmp/r.csv" >/dev/null
TZ=JST-9 json "without one TZ does, which the sandbox does not see" 'r["1001"]["received"] == 1796135400000' \
    grade "$tmp/zone.zip" --lab w03 --phase correct
RIDGE_ROOT=$(small) run 0 "the audit holds" "audit.*whole|✓" doctor


# --- the reference handed in, which lies on every student's disk
H=$tmp/copy-home
ridge roster import "$tmp/r.csv" >/dev/null
mkdir -p "$tmp/copy/adoe" "$tmp/copy/broe" "$tmp/copy/cyng"
sed 's/\<c\>/shape/g' "$SRC/kernels/w03-txmath/ref.c" >"$tmp/copy/adoe/txmath.c"
cp "$SRC/labs/w03-txmath/skeleton/txmath.c" "$tmp/copy/broe/"
cp "$SRC/kernels/w03-txmath/naive.c" "$tmp/copy/cyng/txmath.c"
json "a copy of the reference is named beside the grades, and nobody else is" '[x["who"] for x in d["copies"]] == ["1001"]' \
    grade "$tmp/copy" --lab w03 --phase correct
run 0 "in lines, too" "^1001 .*% is the reference" grade --lab w03
run 0 "what is kept of it marks the sheet" "^1001 .*=[★✓]" class
run 0 "which says what the mark is" "^= own work is the reference solution.s: 1 in w03-txmath" class
json "in JSON, too" '[x["labs"]["w03-txmath"]["copy"] for x in d["rows"]].count(True) == 1' class
run 0 "the pages are written" "index.html" export w03 --format html --out "$tmp/copy-pages"
grep -q "student-1001.html\">1001</a>: [0-9]* % of what is not the skeleton is the reference" "$tmp/copy-pages/index.html"
row $? "the instructor's page names the copy"
! grep -rqi "skeleton is the reference\|own work\|resemble" "$tmp/copy-pages/"student-*.html
row $? "the students' own say nothing of it"
run 0 "an untouched skeleton is called one" "^broe .*of this work is the skeleton" similar w03 "$tmp/copy"
run 0 "and the copy a copy" "^adoe .*is the reference" similar w03 "$tmp/copy"

python3 - "$SRC/kernels/w03-txmath/ref.c" "$tmp/wrong.c" <<'PY'
import sys
s = open(sys.argv[1]).read(); i = s.index("return", s.index("act_bytes("))
open(sys.argv[2], "w").write(s[:i] + "return 1 + " + s[i + 6:])
PY
run 1 "who has one function wrong is told of that function" "hint: Which of the three parts does tp divide" \
    test w03 --file "$tmp/wrong.c" --phase correct
# --- files under another ending than the lab's
H=$tmp/ending-home
ridge roster import "$tmp/r.csv" >/dev/null
mkdir -p "$tmp/ends/adoe" "$tmp/ends/cyng"
cp "$good" "$tmp/ends/adoe/txmath.c.txt"
cp "$good" "$tmp/ends/roebob_1002_9002_mine-1.cpp"
cp "$good" "$tmp/ends/cyng/txmath.c"
cp "$poor" "$tmp/ends/cyng/txmath.c.txt"
run 0 "another ending is refused, with the way out" "--ending .c.txt" grade "$tmp/ends" --lab w03 --phase correct
run 2 "an ending has a dot" "--ending takes an ending with its dot" grade "$tmp/ends" --lab w03 --ending txt
run 2 "and stands beside what has it" "--ending takes an ending with its dot" grade --lab w03 --ending .txt
json "unless it is said to be the lab's own; who has the right name, too, keeps it" \
    '{k: r[k]["status"] for k in r} == {"1001": "PASS", "1002": "PASS", "1003": "PASS"}' \
    grade "$tmp/ends" --lab w03 --ending .c.txt --ending .CPP
run 0 "which stands with the hand-in" "adoe .adoe/txmath.c.txt was taken for the lab's file" class w03 1001
run 0 "of a plain file, too" "mine-1.cpp was taken" class w03 1002

mkdir -p "$tmp/one-wrong/adoe"
cp "$tmp/wrong.c" "$tmp/one-wrong/adoe/txmath.c"
H=$tmp/page-home
ridge roster import "$tmp/r.csv" >/dev/null
run 0 "graded in a class, too" "^1001 .*FAIL" grade "$tmp/one-wrong" --lab w03 --seed 1
run 0 "there is a page" "page.html" export w03 --format html --only 1001 --out "$tmp/page.html"
grep -q "<dt>expected</dt><dd>2147483648</dd>" "$tmp/page.html" && grep -q "<dt>actual</dt><dd>2147483649</dd>" "$tmp/page.html"
row $? "on which two counts that differ in their tenth figure do differ" "$(grep -o 'expected.*' "$tmp/page.html" | head -n 3)"
! grep -q "gives other results" "$tmp/page.html"
row $? "and the checked build, as wrong as the other, is not said to differ" "$(grep -o 'The checked build.*' "$tmp/page.html")"

# --- rosters as they come
H=$tmp/rosters
printf 'First Name,Last Name,SID,Email,Sections\nAda,Doe,123,ada@x.edu,S1\n' >"$tmp/scope.csv"
run 0 "Gradescope's" "1 student imported" roster import "$tmp/scope.csv"
run 0 "its SID is the key" "^123 +Ada Doe" roster
printf 'sep=;\r\nVorname;Nachname;ID-Nummer;E-Mail-Adresse\r\nZo\303\253;M\303\274ller;m77;z@x.de\r\n;;;\r\n' >"$tmp/de.csv"
run 0 "a German Moodle's, out of Excel, with its first line and its empty last ones" "1 new" roster import "$tmp/de.csv"
printf 'Student,ID,SIS User ID\n"Ng, Cy",3,c3\n"Guest, Gina",4,\n' >"$tmp/guest.csv"
run 0 "a guest without the school's id is left out by name, and the others come" \
    "line 3: Guest, Gina has no SIS User ID and is left out" roster import "$tmp/guest.csv"
json "and a column that is said has everybody" 'code == 0 and d["imported"] == 2 and d["left_out"] == []' \
    roster import "$tmp/guest.csv" --column key=ID --yes
run 2 "a heading that is not there is answered by those that are" "The columns are: Student, ID, SIS User ID[.]" \
    roster import "$tmp/guest.csv" --column key=Matrikel
printf 'Name;ID\nM\374ller;1\n' >"$tmp/ansi.csv"
run 2 "Excel's own encoding is named, with the way out" "Line 2 .*Windows-1252.*iconv" roster import "$tmp/ansi.csv"
printf 'First Name,Last Name,SID,Email\nAda,Lovelace,123,ada@x.edu\n' >"$tmp/wed.csv"
printf 'ID\tName\r\n1\tZo\303\253 M\r\n' | iconv -f UTF-8 -t UTF-16 >"$tmp/unicode.txt"
run 2 "Excel's Unicode Text is called what it is" "is UTF-16 text.*iconv -f UTF-16" roster import "$tmp/unicode.txt"
: >"$tmp/nothing.csv"
run 2 "so is an empty file" "nothing.csv: The file is empty" roster import "$tmp/nothing.csv"
run 0 "who changed is listed" "^  123 +Ada Lovelace" roster import "$tmp/wed.csv"
run 0 "a student is dropped by e-mail" "1 student dropped" roster drop ada@x.edu

# --- whom --only means
H=$tmp/copy-home
run 0 "adjust takes a login" "1001" adjust --lab w03 --only adoe --points 1 --reason "read by hand"
run 0 "and two students, each once" "^1002, w03-txmath: .* ->  .* 2 of" adjust --lab w03 --only adoe --only broe --only 1001 --points 2 --reason "read by hand"
run 2 "nobody is adjusted where one is nobody" "no student with the key .xyz" adjust --lab w03 --only adoe --only xyz --points 3 --reason "read by hand"
run 0 "so that what was said before holds" "^1001 .* 2 of" adjust --lab w03 --only adoe

# --- one name in two ways of writing
H=$tmp/twins-home
printf 'key,name\na1,Jose\314\201 Pe\314\201rez\na2,Jos\303\251 P\303\251rez\n' >"$tmp/twins.csv"
ridge roster import "$tmp/twins.csv" --yes >/dev/null
d=$(printf '%s/twins/Jos\303\251 P\303\251rez' "$tmp")
mkdir -p "$d" "$tmp/twins/other"
cp "$good" "$d/txmath.c"
json "two students of one name, written in two ways, are not guessed between" \
    'd["unknown"][0]["why"] == "The name fits more than one student." and r["a2"]["status"] == "MISSING"' \
    grade "$tmp/twins" --lab w03 --phase correct

echo "1..$n"
exit $((bad > 0))
