#!/bin/sh
# A class from its roster to its grades, with what students and machines do to it: TAP, one row a promise. Needs
# RIDGE (the binary) and RIDGE_SRC (the checkout).
set -u
RIDGE=$1
SRC=$2
tmp=$(mktemp -d) || exit 99
trap 'chmod -R u+rwx "$tmp" 2>/dev/null; rm -rf "$tmp"' EXIT
export XDG_CACHE_HOME="${RIDGE_TEST_CACHE:-$tmp/cache}" HOME="$tmp/home" NO_COLOR=1 LC_ALL=C.UTF-8 RIDGE_ROOT="$SRC"
unset XDG_DATA_HOME VISUAL EDITOR || :
mkdir -p "$HOME"
# shellcheck source=tests/cli/tap.sh
. "$(dirname "$0")/tap.sh"

# json NAME python-expression args…: the expression holds of the document d, its rows by key r, exit code and stderr
json() {
    name=$1 expr=$2
    shift 2
    "$RIDGE" "$@" --json >"$tmp/out.json" 2>"$tmp/err.txt" </dev/null
    code=$?
    detail=$(python3 - "$tmp/out.json" "$expr" "$code" "$tmp/err.txt" <<'PY' 2>&1
import json, sys
d = json.load(open(sys.argv[1]))
code, err = int(sys.argv[3]), open(sys.argv[4]).read()
r = {x["key"]: x for x in d.get("rows", [])}
if not eval(sys.argv[2]):
    print(json.dumps(d)[:3000]); sys.exit(1)
PY
    )
    row $? "$name" "$detail $(head -c 600 "$tmp/err.txt")"
}

# db NAME python-expression: of q(SQL), all rows of the workbook
db() {
    detail=$(python3 - "$H/ridge.db" "$2" <<'PY' 2>&1
import sqlite3, sys
c = sqlite3.connect(sys.argv[1])
def q(sql): return c.execute(sql).fetchall()
if not eval(sys.argv[2]):
    print(q("select submission, round, state, tries, why, status from grading")); sys.exit(1)
PY
    )
    row $? "$1" "$detail"
}

H=$tmp/ridge
good=$SRC/kernels/w03-txmath/ref.c
poor=$SRC/labs/w03-txmath/skeleton/txmath.c

# --- roster
run 2 "no class yet" "ridge roster import" grade "$tmp" --lab w03 --home "$H"
printf '\357\273\277ID;Name;Email;Section\r\ns1;Ada Doe;ada@x.edu;A\r\n;No Key;n@x.edu;A\r\ns1;Twice;t@x.edu;A\r\n' >"$tmp/bad.csv"
run 2 "a bad row is named with its line, and nothing is imported" "line 3: No Key has no ID and is left out" roster import "$tmp/bad.csv" --home "$H"
run 2 "so is a key that is there twice" "line 4: this key" roster import "$tmp/bad.csv" --home "$H"
run 0 "nothing was" "There is no class yet" roster --home "$H"
printf 'Student,ID,SIS Login ID,Section,Lab 1 (17)\n    Points Possible,,,,10\n"Doe, Ada",1001,adoe,A,\n"Roe, Bob",1002,broe,A,\n' >"$tmp/r.csv"
printf '"Ng, Cy",1003,cyng,A,\n"Wu, Di",1004,diwu,B,\n"Fox, Ed",1005,efox,B,\n"Ott, Flo",1006,fott,B,\n"Gil, Guy",1007,ggil,B,\n"Hall, Han",1008,hhall,B,\n' >>"$tmp/r.csv"
run 0 "Canvas's gradebook is a roster" "8 students imported" roster import "$tmp/r.csv" --home "$H"
printf 'a,b\n1,"2' >"$tmp/no.csv"
run 2 "what is no table says where" "Line 2 has a quote that is never closed" roster import "$tmp/no.csv" --home "$H"

# --- the roster of next week
R=$tmp/roster-home
printf 'ID,Name,Email\nk1,"Doe, Ada",a@x.edu\nk2,"Roe, Bob",b@x.edu\nk3,"Ng, Cy",c@x.edu\n' >"$tmp/w1.csv"
printf 'ID,Name,Email\nk1,"Doe, Ada",ada@x.edu\nk3,"Ng, Cy",c@x.edu\nk4,"Wu, Di",d@x.edu\n' >"$tmp/w2.csv"
printf 'Identifier,ID,Full name\nParticipant 9,k3,Cy Ng\n' >"$tmp/w3.csv"
printf 'Key,Name\nbroe,Bob Roe\n' >"$tmp/w4.csv"
run 0 "a first roster" "^3 students imported from [^:]*w1.csv.$" roster import "$tmp/w1.csv" --home "$R"
json "next week's says who is new, changed, or not in it" \
    'd["new"] == ["k4"] and d["changed"] == ["k1"] and d["absent"] == ["k2"] and d["imported"] == 3 and code == 0' \
    roster import "$tmp/w2.csv" --home "$R"
run 0 "and how to drop who left" "roster drop k2" roster import "$tmp/w2.csv" --home "$R"
run 2 "a new key for a name of the class is asked about" "broe for k2" roster import "$tmp/w4.csv" --home "$R"
run 2 "who is not there is not dropped, nor who stands beside" 'No student of the class has the key .nobody' \
    roster drop k2 nobody --home "$R"
json "they are all still there" '[s["key"] for s in d["students"]] == ["k1", "k2", "k3", "k4"]' roster --home "$R"
json "who left" 'd["dropped"] == ["k2"]' roster drop k2 --home "$R"
json "is listed no more; columns of another system come beside those that were there" \
    'd["new"] == [] and d["changed"] == ["k3"]' roster import "$tmp/w3.csv" --home "$R"
json "nobody is lost" '[s["key"] for s in d["students"]] == ["k1", "k3", "k4"] and d["students"][1]["email"] == "c@x.edu"' \
    roster --home "$R"
mkdir -p "$tmp/left/k1" "$tmp/left/k2" "$tmp/left/k3"
cp "$good" "$tmp/left/k2/txmath.c"
touch "$tmp/left/k3/notes.txt"
json "nor graded" 'sorted(r) == ["k1", "k3", "k4"] and d["unknown"][0]["path"] == "left/k2"' \
    grade "$tmp/left" --lab w03 --phase correct --home "$R"
run 0 "an import takes them back" "1 new" roster import "$tmp/w1.csv" --home "$R"
json "as they were" 'sorted(r) == ["k1", "k2", "k3", "k4"] and r["k2"]["name"] == "Roe, Bob"' \
    grade --lab w03 --phase correct --home "$R"
run 0 "who left" "1 student dropped" roster drop k3 --home "$R"
printf 'ID,Name\nk3,"Ng, Cy"\n' >"$tmp/w5.csv"
run 0 "comes back by a file that has less" "1 new" roster import "$tmp/w5.csv" --home "$R"
json "with the columns of before, and no mark of having left" \
    '[s for s in d["students"] if s["key"] == "k3"][0]["email"] == "c@x.edu" and all("" not in s["extra"] for s in d["students"])' \
    roster --home "$R"

# --- a Ridge of which a part is missing
part=$tmp/part
mkdir -p "$part"
cp "$RIDGE" "$part/ridge"
printf '#!/bin/sh\nexit 127\n' >"$part/ridge-intake"
chmod +x "$part/ridge-intake"
whole=$RIDGE RIDGE=$part/ridge
run 9 "who can't read a hand-in says so" "left: The program ridge-intake did not start.*doctor" grade "$tmp/left" --lab w03 --home "$R"
run 9 "one student's, too" "k1: The program ridge-intake did not start" grade "$tmp/left/k1" --lab w03 --home "$R"
json "and holds it against nobody" 'r["k1"]["status"] == "MISSING" and "ridge-intake" not in (r["k1"]["why"] or "")' grade --lab w03 --home "$R"
RIDGE=$whole

# --- an archive in the archive, an empty folder, one handed in again
mkdir -p "$tmp/odd/k2"
cp "$poor" "$tmp/odd/ngcy_9_77_txmath.c"
cp "$good" "$tmp/odd/ngcy_late_9_78_txmath-1.c"
python3 - "$tmp/odd" "$good" <<'PY'
import io, sys, zipfile
def packed(**files):
    b = io.BytesIO(); z = zipfile.ZipFile(b, "w")
    for name, data in files.items(): z.writestr(name.replace("_", "."), data)
    z.close(); return b.getvalue()
one = packed(txmath_c=open(sys.argv[2], "rb").read())
open(sys.argv[1] + "/k1.zip", "wb").write(packed(lab_zip=one))
open(sys.argv[1] + "/k4.zip", "wb").write(packed(lab_zip=packed(more_zip=one)))
PY
odd='r["k1"]["status"] == "PASS" and "The files come out of an archive in the archive: k1.zip/lab.zip/txmath.c" in r["k1"]["origin"]'
odd="$odd and r['k2']['status'] == 'MISSING' and r['k2']['why'] == 'the folder is empty' and r['k2']['attempts'] == 0"
odd="$odd and r['k3']['status'] == 'PASS' and r['k3']['origin'] == 'odd/ngcy_late_9_78_txmath-1.c (The newest of 2 by their names was taken. Left out: ngcy_9_77_txmath.c)'"
odd="$odd and r['k4']['status'] == 'REFUSED' and 'three deep is not opened: unpack the archive' in r['k4']['why']"
odd="$odd and sorted(x['key'] for x in d['notes']) == ['k1', 'k3']"
printf 'ID,Name,Identifier\nk1,"Doe, Ada",\nk2,"Roe, Bob",\nk3,"Ng, Cy",Participant 9\nk4,"Wu, Di",\n' >"$tmp/odd.csv"
run 0 "a class of four" "4 students" roster import "$tmp/odd.csv" --home "$tmp/odd-home"
odd="$odd and d['seeds'] == [{'round': 0, 'seed': 7, 'given': True}]"
json "what is meant is taken, and said; a seed that is given is the round's" "$odd" \
    grade "$tmp/odd" --lab w03 --phase correct --seed 7 --home "$tmp/odd-home"
run 0 "in lines, too" "^  k3: +.*[Tt]he newest of 2 by their names" grade "$tmp/odd" --lab w03 --phase correct --home "$tmp/odd-home"

# --- one folder with all sorts
in=$tmp/in
mkdir -p "$in/adoe" "$in/Bob Roe_7_assignsubmission_file_/src" "$in/diwu" "$in/stranger" "$in/efox/a" "$in/efox/b"
cp "$good" "$in/adoe/txmath.c"
mkdir -p "$in/broe_late"; touch "$in/broe_late/notes.txt"
cp "$poor" "$in/Bob Roe_7_assignsubmission_file_/src/txmath.c"
ln -s /etc/passwd "$in/diwu/txmath.c"
cp "$good" "$in/efox/a/txmath.c"
cp "$good" "$in/efox/b/txmath.c"
cp "$good" "$in/stranger/txmath.c"
python3 - "$in" "$good" <<'PY'
import sys, zipfile
z = zipfile.ZipFile(sys.argv[1] + "/ngcy_1003_55_lab.zip", "w"); z.writestr("deep/er/txmath.c", "int broken("); z.close()
z = zipfile.ZipFile(sys.argv[1] + "/fott.zip", "w", zipfile.ZIP_DEFLATED); z.writestr("txmath.c", " " * (12 << 20)); z.close()
PY
all='r["1001"]["status"] == "PASS" and r["1001"]["points"] == r["1001"]["max"] > 0 and r["1002"]["status"] == "FAIL"'
all="$all and r['1003']['status'] == 'ERROR' and 'does not build' in r['1003']['why'] and r['1004']['status'] == 'REFUSED'"
all="$all and 'a link' in r['1004']['why'] and 'Two files could be' in r['1005']['why'] and '100 times' in r['1006']['why']"
all="$all and r['1007']['status'] == 'MISSING' and len(r) == 8 and code == 0 and d['schema'] == 'ridge.class/1'"
json "a row for every student, whatever they did" "$all" grade "$in" --home "$H" --lab w03 --phase sanitize --jobs 2
json "the unknown are listed" 'sorted(u["path"] for u in d["unknown"]) == ["in/broe_late", "in/stranger"]' \
    grade "$in" --home "$H" --lab w03 --phase sanitize
json "and stay so when nothing is named, after a crash, say" \
    'sorted(u["path"] for u in d["unknown"]) == ["in/broe_late", "in/stranger"]' grade --home "$H" --lab w03 --phase sanitize
run 0 "beneath the table: how many of each, and how to go on" \
    "8 students: 1 PASS, 1 FAIL, 1 ERROR, 3 REFUSED, 2 MISSING; mean grade" grade --home "$H" --lab w03 --phase sanitize
json "once graded is graded: nothing runs again" "err == '' and $all" grade "$in" --home "$H" --lab w03 --phase sanitize
db "each submission has one grading, leased once" \
    'all(x == (1, 1) for x in q("select count(*), max(tries) from grading group by submission")) and len(q("select 1 from grading")) == 3'

# --- what the class found hard
m='{x["id"]: x for x in d["milestones"]}'
hard="d['schema'] == 'ridge.items/1' and (d['students'], d['graded']) == (8, 3) and ${m}['correct']['failed'] == 2"
hard="$hard and ${m}['correct']['passed'] == 1 and ${m}['correct']['discrimination'] is None"
hard="$hard and sum(x['students'] == ['1003'] and 'does not build' in x['example'] for x in d['mistakes']) == 1"
json "milestones and mistakes are counted" "$hard" class w03 --home "$H"
run 0 "and printed" "3 of 8 students graded" class w03 --home "$H"
run 2 "of a lab that there is" "no lab" class w99 --home "$H"

# --- archives, late, best and last
python3 - "$tmp" "$good" "$poor" <<'PY'
import sys, tarfile, zipfile, io, time
t, good, poor = sys.argv[1], open(sys.argv[2], "rb").read(), open(sys.argv[3], "rb").read()
z = zipfile.ZipFile(t + "/canvas.zip", "w")
def put(name, data, when): i = zipfile.ZipInfo(name, when); z.writestr(i, data)
put("gilguy_1007_9001_txmath.c", poor, (2026, 3, 1, 12, 0, 0))
put("hallhan_LATE_1008_9002_txmath-2.c", good, (2026, 3, 4, 12, 0, 0))
z.close()
z = zipfile.ZipFile(t + "/again.zip", "w")
put("ggil/txmath.c", good + b"\n", (2026, 3, 3, 12, 0, 0))
z.close()
z = zipfile.ZipFile(t + "/third.zip", "w")
put("ggil/txmath.c", poor + b"\n", (2026, 3, 5, 12, 0, 0))
z.close()
a = tarfile.open(t + "/fott.tar.gz", "w:gz"); i = tarfile.TarInfo("x/txmath.c"); i.size = len(good); a.addfile(i, io.BytesIO(good)); a.close()
PY
graded=$(ridge grade --home "$H" --lab w03 --phase sanitize --json 2>/dev/null | sed '/"[a-z]*_ms"/d')
run 2 "a policy that changes grades is shown, not applied" "^1001 .* PASS +[1-9][0-9.]* +-> +PASS +0$" \
    grade "$tmp/canvas.zip" --home "$H" --lab w03 --phase sanitize --due 2026-03-03T01:00+01:00 --late 10%/day
run 2 "and says how it would be" "Nothing was taken in or graded: this policy changes [0-9]+ grades? .*--yes" \
    grade "$tmp/canvas.zip" --home "$H" --lab w03 --phase sanitize --due 2026-03-03T01:00+01:00 --late 10%/day
[ "$(ridge grade --home "$H" --lab w03 --phase sanitize --json 2>/dev/null | sed '/"[a-z]*_ms"/d')" = "$graded" ]
row $? "nothing is taken in, and the class is as it was"
json "Canvas's archive: LATE is a day, the least that it can mean, and costs a tenth" \
    'r["1008"]["status"] == "PASS" and r["1008"]["late_days"] == 1 and abs(r["1008"]["grade"] - .9 * r["1008"]["points"]) < 1e-6 and r["1007"]["status"] == "FAIL"' \
    grade "$tmp/canvas.zip" "$tmp/fott.tar.gz" --home "$H" --lab w03 --phase sanitize --due 2026-03-03T01:00+01:00 --late 10%/day --grace 15m --yes
json "the same policy again changes nothing, and is not asked about" 'code == 0 and d["policy"]["late"]["percent_per_day"] == 10' \
    grade --home "$H" --lab w03 --phase sanitize --due 2026-03-03T01:00+01:00 --late 10%/day --grace 15m
json "an archive of one student's own; the refused one does not hide it" 'r["1006"]["points"] == r["1001"]["max"] and r["1006"]["attempts"] == 2' \
    grade --home "$H" --lab w03 --phase sanitize
json "the best counts" 'r["1007"]["status"] == "PASS" and r["1007"]["late_days"] == 1 and r["1007"]["attempts"] == 3' \
    grade "$tmp/again.zip" "$tmp/third.zip" --home "$H" --lab w03 --phase sanitize
mkdir -p "$tmp/mail/ggil"
{ cat "$good"; echo "/* by mail */"; } >"$tmp/mail/ggil/txmath.c"
json "what came by mail came when the instructor says" 'r["1007"]["late_days"] == 0 and r["1007"]["received"] == 1772323200000' \
    grade "$tmp/mail/ggil" --home "$H" --lab w03 --phase sanitize --received 2026-03-01T00:00Z
run 2 "no time is no time" "with its offset" grade "$tmp/mail/ggil" --home "$H" --lab w03 --received noon
run 0 "pages, counted" "9 files in .*pages" export w03 --format html --out "$tmp/pages" --home "$H"
row "$(grep -c "Not part of this grading" "$tmp/pages/student-1001.html" | grep -qx 1; echo $?)" \
    "a student's page leaves out what was not asked for" "$(grep -c "Not part" "$tmp/pages/student-1001.html")"
run 2 "a visibility that there is not is refused" "visible, not .secret" grade --home "$H" --lab w03 --visibility secret
json "when students may see hidden cases is kept with the assignment" 'd["policy"]["visibility"] == "after_published"' \
    grade --home "$H" --lab w03 --phase sanitize --visibility after_published
json "or the last, when that is said; what was said before stays" 'r["1007"]["status"] == "FAIL" and r["1007"]["late_days"] == 3 and d["policy"]["keep"] == "last" and d["policy"]["late"]["percent_per_day"] == 10' \
    grade --home "$H" --lab w03 --phase sanitize --keep last --yes
run 2 "a due time without an offset is refused" "with its offset" grade --home "$H" --lab w03 --due 2026-03-03T01:00
run 2 "no lab said" "Name the lab with --lab" grade --home "$H"

# --- killed, and gone on
many=$tmp/many
: >"$tmp/many.csv"
echo "id,name" >"$tmp/many.csv"
for k in 1 2 3 4 5 6 7 8 9; do
    mkdir -p "$many/m$k"
    { cat "$good"; echo "/* $k */"; } >"$many/m$k/txmath.c"
    echo "m$k,Many $k" >>"$tmp/many.csv"
done
H=$tmp/many-home
"$RIDGE" roster import "$tmp/many.csv" --home "$H" >/dev/null
# start: grade in the background, as $pid
start() {
    : >"$tmp/k.err" # here: what the last one said must be gone before anybody looks
    "$RIDGE" grade "$many" --home "$H" --lab w03 --phase sanitize >"$tmp/k.out" 2>"$tmp/k.err" </dev/null &
    pid=$!
}
# until_true command…: at most a minute
until_true() {
    k=0
    until "$@" || [ $k -gt 3000 ]; do
        k=$((k + 1))
        sleep 0.02
    done
}
# kill_when PATTERN SIGNAL: the whole, once the pattern is in its messages
kill_when() {
    start
    until_true grep -q "$1" "$tmp/k.err"
    kill "-$2" "$pid"
    wait $pid
}
# of: a number that the database says
of() {
    python3 -c 'import sqlite3, sys; print(sqlite3.connect(sys.argv[1]).execute(sys.argv[2]).fetchone()[0])' "$H/ridge.db" "$1"
}
# A worker in the middle of its run: stopped, so that it stays there, and with a process of its own, which it ends
# before it says anything.
# shellcheck disable=SC2317  # until_true calls it
worker_runs() {
    for victim in $(pgrep -P "$pid" ridge-exec); do
        kill -STOP "$victim" && pgrep -P "$victim" >/dev/null && return 0
        kill -CONT "$victim"
    done
    return 1
}
kill_when '\[2/9\]' KILL 2>/dev/null
db "killed in the middle: what is graded is kept" '2 <= len(q("select 1 from grading where state = '"'done'"'")) < 9'
lost=$(of "select count(*) from grading where state = 'leased'")
kill_when '\[2/' INT
db "interrupted: what runs is finished, nothing is left leased" 'not q("select 1 from grading where state = '"'leased'"'")'
row "$(grep -q 'Interrupted; what is graded is kept' "$tmp/k.err"; echo $?)" "and said" "$(cat "$tmp/k.err")"
start
until_true worker_runs
kill -KILL "$victim"
wait $pid
# nine, once more what the killed grade had begun, and once more what the killed worker had
[ "$(of "select sum(tries) from grading where state = 'done'")" -eq $((9 + lost + 1)) ]
row $? "a worker killed is our fault, and tried again" "$(of "select group_concat(state || ' ' || tries) from grading"), lost $lost"
json "a worker killed, too: all are graded, none is charged" 'len(r) == 9 and all(x["status"] == "PASS" for x in r.values())' \
    grade --home "$H" --lab w03 --phase sanitize
db "and each exactly once" \
    'len(q("select 1 from grading where state = '"'done'"'")) == 9 and not q("select 1 from grading group by submission having count(*) > 1") and max(q("select max(tries) from grading")[0]) >= 2'

# --- five kills in the middle of the same submission: none is a try of it
mkdir -p "$tmp/one/m1" && cp "$many/m1/txmath.c" "$tmp/one/m1/"
many=$tmp/one H=$tmp/one-home
"$RIDGE" roster import "$tmp/many.csv" --home "$H" >/dev/null
for k in 1 2 3 4 5; do
    start
    until_true worker_runs
    kill -KILL $pid "$victim"
    wait $pid 2>/dev/null
done
json "five kills of ridge are no tries: the verdict is what it would have been" \
    'r["m1"]["status"] == "PASS"' grade --home "$H" --lab w03 --phase sanitize
db "and each is on record" 'q("select count(*) from lost_lease")[0][0] == 5 and q("select tries from grading")[0][0] == 6'
H=$tmp/many-home

# --- how strong a box is asked for
export RIDGE_BOX_WITHOUT=cgroup
run 10 "a level that is not here grades nobody" "Nothing was graded: the sandbox here is L[0-2], and L3 is demanded" \
    grade --home "$H" --lab w03 --phase sanitize --level L3
unset RIDGE_BOX_WITHOUT
RIDGE_BWRAP=/nowhere run 10 "nor does a box that is not here" "Nothing was graded: bubblewrap is not here" \
    grade --home "$H" --lab w03 --phase sanitize --box bwrap
RIDGE_BOX_WITHOUT=landlock,seccomp run 10 "nor is a class run without walls" "and L1 is demanded" \
    grade --home "$H" --lab w03 --phase sanitize

# --- the seed of a round
seeds='[(s["round"], s["seed"], s["given"]) for s in d["seeds"]]'
db "a seed was drawn and stored, and the audit has it" \
    "len(q(\"select 1 from audit where what = 'seed'\")) == 1 and len(q(\"select 1 from ui_state where key like 'class.seeds:w03%'\")) == 1"
drawn=$("$RIDGE" grade --lab w03 --home "$H" --json 2>/dev/null </dev/null |
    python3 -c 'import json, sys; d = json.load(sys.stdin); print(d["seeds"][0]["seed"])')
json "grading again keeps it" "$seeds == [(0, $drawn, False)] and $drawn > 0 and code == 0" grade --lab w03 --home "$H"
run 0 "and says how to have the same inputs" "whole class: .ridge test w03-txmath --seed $drawn" grade --lab w03 --home "$H"

# --- regrade
json "another policy is shown before it counts, and nothing runs" \
    'err == "" and not d["published"] and d["round"] == 0 and len(d["changes"]) == 9 and all(x["new_grade"] == 0 for x in d["changes"]) and code == 0' \
    regrade --home "$H" --lab w03 --due 2020-01-01T00:00Z --late 100%/day
json "nothing has changed" 'all(x["grade"] == x["points"] > 0 for x in r.values()) and d["policy"] == {"phase": "sanitize"}' grade --home "$H" --lab w03
run 2 "a policy is the whole class's" "for the whole class" regrade --home "$H" --lab w03 --late 10%/day --only m1
run 0 "until it is published" "Published" regrade --home "$H" --lab w03 --due 2020-01-01T00:00Z --late 100%/day --yes
json "then it counts" 'all(x["grade"] == 0 < x["points"] for x in r.values())' grade --home "$H" --lab w03
run 0 "and is taken back" "Published" regrade --home "$H" --lab w03 --due none --late none --yes
json "a regrade shows what would change, and publishes nothing" 'not d["published"] and d["round"] == 1 and d["changes"] and d["changes"][0]["new_grade"] < d["changes"][0]["old_grade"] and code == 0' \
    regrade --home "$H" --lab w03 --phase correct
json "the class has its old grades" 'all(x["points"] == x["max"] for x in r.values()) and len({x["max"] for x in r.values()}) == 1' grade --home "$H" --lab w03
run 0 "until it is published" "Published" regrade --home "$H" --lab w03 --phase correct --yes
json "then it has the new ones" 'd["policy"]["round"] == 1 and len({x["max"] for x in r.values()}) == 1' grade --home "$H" --lab w03
run 0 "one student alone" "No grade changes" regrade --home "$H" --lab w03 --phase correct --only m3
db "whose submission alone is graded again" 'q("select count(*) from grading where round = 2") == [(1,)]'
json "a regrade has the seed of the round before" "d['seeds'][0]['seed'] == $drawn and {s['seed'] for s in d['seeds']} == {$drawn}" \
    grade --lab w03 --home "$H"
run 2 "nobody of that key" "nothing of nobody" regrade --home "$H" --lab w03 --only nobody

# --- a compiler that this machine starves or kills is nobody's mistake
mkdir -p "$tmp/cc/bin"
# as gcc ends when the kernel takes cc1: the part, which was started as -wrapper says, dies, and the driver's own exit is 1
cat >"$tmp/cc/bin/gcc" <<'END'
#!/bin/sh
case "$*" in *--version*) echo "gcc 1"; exit ;; *" -g "*) ;; *) exec gcc "$@" ;; esac
IFS=,
for word; do
    [ "$before" != -wrapper ] || $word /bin/sh -c 'kill -KILL $$' 2>/dev/null
    before=$word
done
exit 1
END
chmod 755 "$tmp/cc/bin/gcc"
CC=$tmp/cc/bin/gcc run 0 "what could not be judged is told, and the old grade stays" "1 held: not judged, each of 3 times" \
    regrade --home "$H" --lab w03 --phase correct --only m4
db "it was tried three times, and is held for the instructor" \
    'q("select tries, status, why like '"'%ran out of memory%'"' from grading where state = '"'held'"'") == [(3, None, 1)]'

echo "1..$n"
exit $((bad > 0))
