#!/bin/sh
# A student who asks for it is erased: no byte of them in the workbook, its log or its folders; what still names them is
# said, and the audit is whole: TAP, one row a promise. Needs RIDGE (the binary), RIDGE_SRC (the checkout) and class_fixture.
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

# named PATTERN: the files of the home that have it
named() {
    grep -rlaF -- "$1" "$H" 2>/dev/null | sed "s|^$H/||" | sort | tr '\n' ' '
}
# only NAME PATTERN FILES: these files of the home have it, and no other
only() {
    found=$(named "$2")
    [ "$found" = "$3" ]
    row $? "$1" "found in: $found"
}

# copies NAME PATTERN: copies of the workbook have it, and no other file of the home
copies() {
    found=$(named "$2")
    others=$(printf '%s' "$found" | tr ' ' '\n' | grep -vc '^ridge.db.backups/')
    [ -n "$found" ] && [ "$others" -eq 0 ]
    row $? "$1" "found in: $found"
}

mkdir -p "$H/collected/w02-transpose/students/s2" "$H/collected/w02-transpose/students/s22" "$H/collected/w02-transpose/bundles"
python3 - >"$tmp/class.json" <<'PY'
import json
def one(key, name, mail, text, **more):
    return dict({"key": key, "name": name, "email": mail, "section": "A", "file": "transpose.cu", "text": text,
                 "origin": "up/" + name, "status": "FAIL", "points": 3, "max": 10, "extra": {"SIS Login ID": mail[:5]},
                 "report": {"milestones": [{"id": "correct", "status": "FAIL", "message": name + " wrote this", "points": 3, "max": 10}]}}, **more)
print(json.dumps({"lab": "w02-transpose", "policy": {"keep": "best"}, "students": [
    one("s1", "Ada Doe", "ada@x.edu", "int ada;"),
    one("s2", "Ludmilla Quist", "lquist@x.edu", "int ludmilla_was_here;"),
    one("s22", "Quentin Roe", "qroe@x.edu", "int quentin;"),
    one("s3", "Bo", "", "int bo;")]}))
PY
"$FIXTURE" "$H/ridge.db" <"$tmp/class.json" || exit 99
run 0 "a decision with the name in its reason" "excused" adjust --lab w02 --only s2 --excuse --reason "Ludmilla Quist was ill"
mkdir -p "$H/ridge.db.backups"
python3 - "$H" <<'PY'
import sqlite3, sys
c = sqlite3.connect(sys.argv[1] + "/ridge.db")
c.execute("vacuum into ?", (sys.argv[1] + "/ridge.db.backups/20200101T000000Z-v7-kept.db",))
PY
echo "int ludmilla_was_here;" >"$H/collected/w02-transpose/students/s2/transpose.cu"
echo "int quentin;" >"$H/collected/w02-transpose/students/s22/transpose.cu"
printf 'manifest.json {\n "lab": "w02-transpose",\n "student": "s2"\n} lquist@x.edu' >"$H/collected/w02-transpose/bundles/w02-transpose-s2-aa.ridge.tar"
printf 'manifest.json {\n "lab": "w02-transpose",\n "student": "s22"\n} qroe@x.edu' >"$H/collected/w02-transpose/bundles/w02-transpose-s22-bb.ridge.tar"

run 2 "nobody of that id" "no student with the key .s9" roster forget s9
run 2 "unasked nobody is erased" "Nothing was erased. --yes erases s2" roster forget s2
run 2 "a word too many" "form: .ridge roster" roster forget s2 s3
run 2 "--backups alone says nothing" "form: .ridge roster" roster --backups
run 0 "the student is still there" "Ludmilla Quist" roster
[ -n "$(named Ludmilla)" ] && [ -n "$(named lquist)" ] && [ -n "$(named ludmilla_was_here)" ]
row $? "and would be found"

run 0 "then the student goes" "Erased: 1 submission, 1 grading, 1 adjustment, and the text of 6 rows of the audit" roster forget s2 --yes
row "$(printf '%s' "$out" | grep -q 'still names the student: .*20200101T000000Z-v7-kept.db'; echo $?)" "the copy that still has the name is said" "$out"
row "$(printf '%s' "$out" | grep -q 'deleted: .*w02-transpose-s2-aa.ridge.tar'; echo $?)" "and what was deleted" "$out"
copies "the name is in no file but the copies" "Ludmilla"
copies "nor the e-mail" "lquist"
copies "nor the source" "ludmilla_was_here"
row "$([ ! -e "$H/collected/w02-transpose/students/s2" ]; echo $?)" "the folder is gone"
row "$([ -e "$H/collected/w02-transpose/students/s22/transpose.cu" ] && [ -e "$H/collected/w02-transpose/bundles/w02-transpose-s22-bb.ridge.tar" ]; echo $?)" \
    "of who has a longer id nothing is"
run 0 "the class has the others, with their grades" "^s22,Quentin Roe,qroe@x.edu,A,FAIL,,3.00" export w02
run 0 "and nobody else" "^3 students" class
RIDGE_ROOT=$(small) run 0 "the audit is whole" "every row of the audit follows from the one before" doctor
RIDGE_ROOT=$(small) run 0 "and says what the class does" "that differ from the audit: 0" doctor
RIDGE_ROOT=$(small) run 0 "the schema, too" "all tables and triggers as they should be" doctor
run 2 "who is erased is nobody" "no student with the key" roster forget s2 --yes

run 0 "who left the class is erased, too" "" roster drop s22
run 0 "the next one, with the copies" "deleted: .*20200101T000000Z-v7-kept.db" roster forget s22 --yes --backups
only "no file names that one" "Quentin" ""
only "nor the first any more" "Ludmilla" ""
ls "$H"/ridge.db.backups/*-kept.db >/dev/null 2>&1
row $? "and there is a copy of the class as it is now"
ridge roster forget s3 --yes --json >"$tmp/f.json" 2>/dev/null
python3 -c 'import json,sys; d = json.load(open(sys.argv[1])); sys.exit(not (d["schema"] == "ridge.forget/1" and d["key"] == "s3" and d["erased"]["submissions"] == 1))' "$tmp/f.json"
row $? "as a document" "$(cat "$tmp/f.json")"

# --- what cannot be deleted: of /proc nobody can, and a student has the name of a file there
mkdir -p "$H/collected/w03-txmath"
ln -s /proc/self "$H/collected/w03-txmath/students"
printf 'id,name\ncmdline,Walburga Prell\n' >"$tmp/r.csv"
run 0 "one whose folder cannot be deleted" "1 student imported" roster import "$tmp/r.csv"
run 10 "is erased, and the command fails and says what is left" "Could not delete .*students/cmdline\.$" \
    roster forget cmdline --yes
row "$(printf '%s' "$out" | grep -q 'Erased: 0 submissions, 0 gradings, 0 adjustments, and the text of 1 row of'; echo $?)" "counted in words" "$out"
only "of which no row is left" "Walburga" ""
run 0 "again" "1 student imported" roster import "$tmp/r.csv"
ridge roster forget cmdline --yes --json >"$tmp/f.json" 2>/dev/null
[ $? -eq 10 ] && python3 -c 'import json,sys; d = json.load(open(sys.argv[1])); sys.exit(not (len(d["kept"]) == 1 and d["kept"][0].endswith("/students/cmdline") and not d["removed"]))' "$tmp/f.json"
row $? "as a document" "$(cat "$tmp/f.json")"
rm "$H/collected/w03-txmath/students"

# --- while another process reads
printf 'id,name\nz1,Zenobia Falk\n' >"$tmp/r.csv"
run 0 "one more" "1 student imported" roster import "$tmp/r.csv"
python3 - "$H/ridge.db" "$tmp/go" <<'PY' &
import sqlite3, sys, time, os
c = sqlite3.connect(sys.argv[1]); c.isolation_level = None
c.execute("begin"); c.execute("select count(*) from student").fetchall()
open(sys.argv[2], "w").close()
while os.path.exists(sys.argv[2]): time.sleep(0.05)
PY
reader=$!
until [ -e "$tmp/go" ]; do sleep 0.05; done
run 10 "what a reader holds back is said" "is read by another process" roster forget z1 --yes
rm "$tmp/go"
wait $reader
run 0 "and done by the same command again" "gone from the file now" roster forget z1 --yes
only "then no byte is left" "Zenobia" ""

echo "1..$n"
exit $((bad > 0))
