#!/bin/sh
# Grading on hand-in: students send to nginx as README sets it up, what arrives is graded, limited and answered, and the
# grades end in Canvas's and Moodle's files, by README's own lines. TAP, one row a promise. Needs RIDGE and RIDGE_SRC.
set -u
RIDGE=$(realpath "$1")
SRC=$2
PATH=$PATH:/usr/sbin
for tool in nginx openssl python3; do
    command -v $tool >/dev/null && continue
    echo "1..0 # SKIP $tool is not here (apt-get install nginx-light openssl python3)"
    exit 0
done
nginx -V 2>&1 | grep -q http_dav_module || { echo "1..0 # SKIP this nginx has no WebDAV"; exit 0; }
tmp=$(mktemp -d) || exit 99
watcher=
end() {
    [ -z "$watcher" ] || kill "$watcher" 2>/dev/null
    [ ! -s "$tmp/nginx.pid" ] || kill "$(cat "$tmp/nginx.pid")" 2>/dev/null
    rm -rf "$tmp"
}
trap end EXIT
export XDG_CACHE_HOME="${RIDGE_TEST_CACHE:-$tmp/cache}" NO_COLOR=1 LC_ALL=C.UTF-8 RIDGE_ROOT="$SRC"
unset XDG_DATA_HOME http_proxy https_proxy HTTPS_PROXY all_proxy ALL_PROXY no_proxy NO_PROXY RIDGE_NOW || :
# shellcheck source=tests/cli/tap.sh
. "$(dirname "$0")/tap.sh"
[ -z "$bare" ] || export RIDGE_BOX_WITHOUT="$bare"
who=prof # whose home and password
ridge() {
    HOME="$tmp/$who" "$RIDGE" --home "$tmp/$who/ridge" "$@"
}
as() { # as WHO CODE NAME PATTERN args…
    who=$1
    shift
    run "$@"
    who=prof
}
until_there() { # until_there COMMAND…: true within a minute; nobody's speed is judged
    k=0
    until "$@" >/dev/null 2>&1 || [ $k -gt 600 ]; do
        sleep 0.1
        k=$((k + 1))
    done
    [ $k -le 600 ]
}

# ---- README's server, on this machine ------------------------------------------------------------------------

sed -n '/^    location \/w03\/ {/,/^[^ ]/p' "$SRC/README.md" | grep '^    ' >"$tmp/locations"
sed 's|/w03/|/c12/|g' "$tmp/locations" >"$tmp/locations2"
mkdir -p "$tmp/dav/body" "$tmp/dav/w03"
for u in class staff; do printf '%s:%s\n' $u "$(openssl passwd -apr1 "$u-word")" >"$tmp/$u"; done
cat "$tmp/staff" >>"$tmp/class"
PORT=
for port in 18453 18553 18653 18753 18853; do
    cat >"$tmp/nginx.conf" <<EOF
daemon on;
pid $tmp/nginx.pid;
error_log $tmp/nginx.log;
worker_processes 1;
$([ "$(id -u)" -ne 0 ] || echo "user root;")
events { worker_connections 64; }
http {
    access_log $tmp/access.log;
    client_body_temp_path $tmp/dav/body;
    proxy_temp_path $tmp/dav/p; fastcgi_temp_path $tmp/dav/f; uwsgi_temp_path $tmp/dav/u; scgi_temp_path $tmp/dav/s;
    server {
        listen 127.0.0.1:$port;
        root $tmp/dav;
        client_max_body_size 32m;
$(cat "$tmp/locations" "$tmp/locations2")
    }
}
EOF
    if nginx -c "$tmp/nginx.conf" -p "$tmp" 2>"$tmp/nginx.err"; then
        PORT=$port
        break
    fi
done
[ -n "$PORT" ] || { echo "Bail out! nginx: $(tail -n 1 "$tmp/nginx.err")"; exit 99; }
TO=http://127.0.0.1:$PORT/w03/
for who in ada bob eve prof; do
    mkdir -p "$tmp/$who"
    word=class
    [ $who != prof ] || word=staff
    printf 'machine 127.0.0.1 login %s password %s-word\n' $word $word >"$tmp/$who/.netrc"
    chmod 600 "$tmp/$who/.netrc"
    [ $who = prof ] || ridge start w03 >/dev/null 2>&1
done
LABS=ridge/work
WORK=$LABS/w03-txmath # where the lab lies in a home
cp "$SRC/kernels/w03-txmath/ref.c" "$tmp/ada/$WORK/txmath.c"
printf 'Student ID,Name,Email\n1001,Ada Doe,ada@x.edu\n1002,Bob Roe,bob@x.edu\n1003,Eve Poe,eve@x.edu\n' >"$tmp/students.csv"
who=prof
run 0 "a class" "3 students" roster import "$tmp/students.csv"

# ---- graded and answered -------------------------------------------------------------------------------------

run 2 "--return needs a grading" "return needs --grade or --watch" collect "$TO" --lab w03 --return all
run 0 "a place in which nobody has handed in yet is no failure" "0 taken" collect "$TO" --lab w03 --grade
as ada 0 "a student hands in" "Handed in to" submit w03 --as 1001 --to "$TO"
as bob 0 "and another one" "Handed in to" submit w03 --as 1002 --to "$TO"
as ada 1 "there is no answer before anybody grades" "There is no answer yet at" submit w03 --status
run 0 "what arrived is graded at once" "2 taken, 0 older, 0 not taken" collect "$TO" --lab w03 --grade --phase correct
[ ! -e "$tmp/dav/w03/back" ]
row $? "and nothing goes back unless the instructor says so"
run 0 "with --return it does" "1001: PASS, answered" collect "$TO" --lab w03 --grade --return correct
printf '%s\n' "$out" | grep -q 'tell the class the fingerprint'
row $? "and the instructor learns whose fingerprint students will see" "$out"
run 0 "which is kept, and nothing is sent twice" "2 taken" collect "$TO" --lab w03 --grade
[ "$(grep -c '"PUT /w03/back/' "$tmp/access.log")" -eq 2 ]
row $? "two answers, two transfers"
as ada 0 "the student has it" "w03-txmath  PASS  [0-9]+ of" submit w03 --status
as ada 0 "and in the status" "handed in: w03-txmath  PASS" status
as bob 0 "the other one has another" "w03-txmath  FAIL  0 of" submit w03 --status
printf '%s\n' "$out" | grep -q 'p_total, case llama2-7b: FAIL' && ! printf '%s\n' "$out" | grep -qi 'expected'
row $? "by names and counts: no value is told" "$out"
who=bob
ridge submit w03 --status --json >"$tmp/answer.json" 2>/dev/null
who=prof
python3 - "$tmp/answer.json" "$SRC" <<'P'
import json, sys
a = json.load(open(sys.argv[1]))["answer"]
assert a["what"] == "correct" and [m["id"] for m in a["milestones"]] == ["correct"], a
assert a["cases"] and not any("hidden" in c["case"] for c in a["cases"]), a["cases"]
P
row $? "no hidden case is in it, and no milestone beyond the one that was allowed" "$(cat "$tmp/answer.json")"

# ---- nobody else's -------------------------------------------------------------------------------------------

slip() { find "$tmp/dav/w03/back" -name "w03-txmath-$1-*.slip" | tail -n 1; }
cp "$(slip 1001)" "$tmp/ada.slip"
as bob 1 "another student's answer is sealed" "sealed for another key" submit w03 --status="$tmp/ada.slip"
cp "$tmp/ada.slip" "$(slip 1002)"
as bob 1 "also where it lies in place of one's own" "sealed for another key" submit w03 --status
fetch() { # fetch USER PATH METHOD: the status that the server answers with
    python3 - "$1" "http://127.0.0.1:$PORT$2" "${3:-GET}" <<'P'
import base64, sys, urllib.error, urllib.request
user, url, method = sys.argv[1:]
r = urllib.request.Request(url, method=method, data=b"x" if method == "PUT" else None)
if user != "-":
    r.add_header("Authorization", "Basic " + base64.b64encode(f"{user}:{user}-word".encode()).decode())
try:
    print(urllib.request.urlopen(r).status)
except urllib.error.HTTPError as e:
    print(e.code)
P
}
said=$(for a in "class /w03/ GET" "class /w03/$(basename "$tmp"/dav/w03/*1001*.tar) GET" "class /w03/back/ GET" \
    "class /w03/back/x PUT" "- /w03/back/$(basename "$(slip 1001)") GET" "class /w03/back/$(basename "$(slip 1001)") GET"; do
    # shellcheck disable=SC2086  # words
    fetch $a
done | tr '\n' ' ')
[ "$said" = "401 401 403 401 401 200 " ]
row $? "README's server: a student lists and reads no hand-in, lists and writes no answers, and reads one by its name" "$said"
rm "$(slip 1002)"
rm -rf "$tmp/prof/ridge/collected/w03-txmath/back/1002"
mv "$tmp/prof/ridge/instructor.key" "$tmp/kept.key"
run 0 "who has another key than the instructor's" "1002: FAIL, answered" collect "$TO" --lab w03 --grade
as bob 1 "is told from the instructor" "signed with another key .* than before" submit w03 --status
print=$(printf '%s\n' "$out" | sed -n 's/.*--accept-key "\([0-9a-f ]*\)".*/\1/p')
as bob 0 "until the student has asked" "FAIL" submit w03 --status --accept-key "$print"
mv "$tmp/kept.key" "$tmp/prof/ridge/instructor.key"
printf 'ridge.slip/1\nAAAA\n' >"$tmp/bad.slip"
as bob 1 "what is no answer is none" "sealed for another key" submit w03 --status="$tmp/bad.slip"
head -c 100 /dev/zero >"$tmp/bad.slip"
as bob 1 "nor are other bytes" "no answer of Ridge's" submit w03 --status="$tmp/bad.slip"

# ---- so many an hour -----------------------------------------------------------------------------------------

now=$(date +%s)
again() { # again WHO: a hand-in more
    n2=$((${n2:-0} + 1))
    echo "/* try $n2 */" >>"$tmp/$1/$WORK/txmath.c"
    touch -d "@$((now + n2))" "$tmp/$1/$WORK/txmath.c"
    who=$1
    ridge submit w03 --to "$TO" >/dev/null 2>&1
    who=prof
}
again bob
RIDGE_NOW=$((now + 60)) run 0 "a second hand-in in an hour" "2 taken, 1 older" collect "$TO" --lab w03 --grade --per-hour 2
again bob
RIDGE_NOW=$((now + 120)) run 0 "a third one waits" "1 taken, 2 older, 0 not taken. 1 waiting" \
    collect "$TO" --lab w03 --grade --per-hour 2
printf '%s\n' "$out" | grep -q 'waits .*1002'
row $? "whose, is said" "$out"
RIDGE_NOW=$((now + 180)) run 0 "nobody else's does" "taken +1001" collect "$TO" --lab w03 --grade --per-hour 2
RIDGE_NOW=$((now + 7300)) run 0 "and an hour later it is graded" "2 taken, 2 older, 0 not taken. .ridge grade" \
    collect "$TO" --lab w03 --grade --per-hour 2
run 0 "what was graded once needs no hour" "2 taken" collect "$TO" --lab w03 --grade --per-hour 1

# ---- the watch -----------------------------------------------------------------------------------------------

HOME="$tmp/prof" "$RIDGE" --home "$tmp/prof/ridge" collect "$TO" --lab w03 --watch --every 1 --per-hour 50 \
    >"$tmp/watched" 2>&1 </dev/null &
watcher=$!
until_there grep -q 'Watching' "$tmp/watched"
row $? "a watch begins"
run 10 "and is the only one" "Another process watches the hand-ins of w03-txmath" collect "$TO" --lab w03 --watch
again ada
answered() { [ "$(grep -c 'answered' "$tmp/watched")" -ge "$1" ]; }
until_there answered 1
row $? "what arrives while it watches is graded and answered" "$(cat "$tmp/watched")"
as ada 0 "before the student has asked twice" "PASS" submit w03 --status
again ada
until_there grep -qE 'older|taken +1001' "$tmp/watched"
kill -KILL $watcher
wait $watcher 2>/dev/null
watcher=
cut=$(find "$tmp/dav/w03" -name '*1001*.tar' -printf '%T@ %p\n' | sort -rn | head -n 1 | cut -d ' ' -f 2-)
cp "$cut" "$tmp/whole" && head -c 900 "$tmp/whole" >"$cut"
rm -f "$tmp/prof/ridge/collected/w03-txmath/bundles/$(basename "$cut")"
HOME="$tmp/prof" "$RIDGE" --home "$tmp/prof/ridge" collect "$TO" --lab w03 --watch --every 1 --per-hour 50 \
    >"$tmp/watched" 2>&1 </dev/null &
watcher=$!
until_there grep -q 'refused' "$tmp/watched"
row $? "a watch that was killed is followed by another; what lies there half is told" "$(cat "$tmp/watched")"
cp "$tmp/whole" "$cut"
HAVE=$(basename "$cut" .ridge.tar)
until_there test -e "$tmp/dav/w03/back/$HAVE.slip"
row $? "and asked for again until it is whole" "$(cat "$tmp/watched")"
kill -INT $watcher
wait $watcher
[ $? -eq 130 ]
row $? "Ctrl-C ends it"
watcher=
python3 - "$tmp/prof/ridge/ridge.db" <<'P'
import sqlite3, sys
q = sqlite3.connect(sys.argv[1]).execute
open_ = q("select count(*) from grading where state <> 'done'").fetchone()[0]
twice = q("select count(*) from (select submission from grading group by submission having count(*) > 1)").fetchone()[0]
sys.exit(open_ or twice)
P
row $? "each hand-in is graded once, whatever was killed"
RIDGE_ROOT=$(small) run 0 "the audit is whole" "audit" doctor

# ---- from a folder -------------------------------------------------------------------------------------------

who=eve
ridge submit w03 --as 1003 >/dev/null 2>&1
who=prof
mkdir -p "$tmp/folder" && cp "$tmp"/eve/ridge/outbox/*.tar "$tmp/folder/"
run 0 "a folder does as well" "1003: FAIL, answered" collect "$tmp/folder" --lab w03 --grade
as eve 0 "its answer is opened as a file" "FAIL" submit w03 --status="$(find "$tmp/folder/back" -name '*.slip')"
run 0 "who is forgotten leaves no answer behind" "deleted: .*/back/1003" roster forget 1003 --yes

# ---- a course of two labs, by README's lines -------------------------------------------------------------------

# What README says under "From the hand-in to the gradebook", with this machine's server and a second lab in its place.
# The worksheet and the gradebook are as Moodle and Canvas give them out.
sed -n '/^From the hand-in to the gradebook/,/^[A-Z]/p' "$SRC/README.md" | sed -n 's/^    \(.*\)/\1/p' >"$tmp/lines"
[ "$(wc -l <"$tmp/lines")" -ge 6 ]
row $? "README has the lines of a course" "$(cat "$tmp/lines")"
mkdir -p "$tmp/course" "$tmp/dav/c12"
cp "$tmp/students.csv" "$tmp/course/"
for who in ada bob; do ridge start c12 >/dev/null 2>&1; done
cp "$SRC/kernels/c12-five-axis/ref.c" "$tmp/ada/$LABS/c12-five-axis/$(ls "$SRC/labs/c12-five-axis/skeleton")"
title() { # title LAB: the column that both systems call by the lab's title
    HOME="$tmp/teacher" "$RIDGE" --home "$tmp/teacher/ridge" export "$1" --format canvas 2>/dev/null |
        python3 -c 'import csv, sys; print(next(csv.reader(sys.stdin))[5])'
}
line() { # line LAB TEXT: one of README's, as the person does it whose line it is
    command=$(printf '%s\n' "$2" | sed "s|  *#.*||; s|https://dav.example.org/|http://127.0.0.1:$PORT/|g; s|w03|$1|g")
    who=teacher
    case $command in *submit*) who=$3 ;; esac
    command=$(printf '%s\n' "$command" | sed "s|s1001|$4|")
    (cd "$tmp/course" && HOME="$tmp/$who" sh -c "$command" 2>&1 </dev/null)
}
mkdir -p "$tmp/teacher/ridge" && cp "$tmp/prof/.netrc" "$tmp/teacher/" && cp "$tmp/prof/ridge/instructor.key" "$tmp/teacher/ridge/"
# shellcheck disable=SC2016  # for the script to expand
printf '#!/bin/sh\nexec %s --home "$HOME/ridge" "$@"\n' "$RIDGE" >"$tmp/course/ridge" && chmod +x "$tmp/course/ridge"
export RIDGE_NOW=$((now + 20000))
rm -rf "$tmp"/dav/w03/*.tar "$tmp"/dav/w03/back "$tmp/ada/ridge/receipts" "$tmp/bob/ridge/receipts"
for lab in w03 c12; do
    t=
    while IFS= read -r l; do
        case $l in
        *gradebook.csv*)
            t=$(title $lab)
            { printf '\357\273\277Student,ID,SIS User ID,SIS Login ID,Section,"%s (7)"\r\n    Points Possible,,,,,10.00\r\n' "$t"
              printf '"Doe, Ada",9,1001,ada,001,\r\n"Roe, Bob",8,1002,bob,001,\r\n"Poe, Eve",7,1003,eve,001,\r\n'; } >"$tmp/course/gradebook.csv" ;;
        *worksheet.csv*)
            { printf 'Identifier,Full name,Email address,Status,Grade,Maximum Grade,Grade can be changed,Last modified (grade),Feedback comments\n'
              printf 'Participant 1,Ada Doe,ada@x.edu,Submitted,,100.00,Yes,-,\nParticipant 2,Bob Roe,bob@x.edu,Submitted,,100.00,Yes,-,\n'; } >"$tmp/course/worksheet.csv" ;;
        esac
        case $l in
        *submit*--to*) out=$(line $lab "$l" ada 1001) && line $lab "$l" bob 1002 >/dev/null ;;
        *submit*) out=$(line $lab "$l" ada 1001) ;;
        *) out=$(line $lab "$l" "" "") ;;
        esac
        row $? "$lab: $l" "$out"
    done <"$tmp/lines"
    detail=$(python3 - "$tmp/course" <<'P' 2>&1
import csv, sys
canvas = list(csv.reader(open(sys.argv[1] + "/canvas.csv", encoding="utf-8-sig")))
moodle = list(csv.DictReader(open(sys.argv[1] + "/moodle.csv")))
got = {r[2]: r[5] for r in canvas[2:]}
assert got["1001"] == "10.00" and float(got["1002"]) < 10 and got["1003"] == "", canvas
assert [float(r["Grade"]) for r in moodle] == [100.0, float(got["1002"]) * 10], moodle
P
    )
    row $? "$lab: the grades stand in Canvas's file and in Moodle's, each in its own scale" "$detail"
    rm -f "$tmp/course/canvas.csv" "$tmp/course/moodle.csv"
done
unset RIDGE_NOW

echo "1..$n"
[ $bad -eq 0 ]
