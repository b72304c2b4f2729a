#!/bin/sh
# What a student asks of a grade, signed and collected as a hand-in is, and what the instructor answers: TAP, one row a
# promise. Needs RIDGE (the binary), RIDGE_SRC (the checkout) and class_fixture.
set -u
RIDGE=$1
SRC=$2
FIXTURE=$3
# shellcheck source=tests/cli/tap_class.sh
. "$(dirname "$0")/tap_class.sh"

# s1 and s2 are graded 0 of 45 by a fixture, with a solution that is worth more; s3 handed in nothing
mkdir -p "$H"
S=$tmp/student
python3 - "$SRC/kernels/w01-roofline/ref.c" >"$tmp/class.json" <<'PY'
import json, sys
text = open(sys.argv[1]).read()
def one(key, name, graded=True):
    s = {"key": key, "name": name, "email": key + "@x.edu", "section": "A"}
    if graded:
        s.update(file="roofline.c", text=text, origin="d/" + name, status="FAIL", points=0, max=45,
                 report={"milestones": [{"id": "correct", "kind": "correct", "status": "FAIL", "message": "a slip of ours",
                                         "points": 0, "max": 45, "goal": "agree"}]})
    return s
print(json.dumps({"lab": "w01-roofline", "policy": {"phase": "correct"},
                  "students": [one("s1", "Ada Doe"), one("s2", "Bob Roe"), one("s3", "Cy Poe", False)]}))
PY
"$FIXTURE" "$H/ridge.db" <"$tmp/class.json" || exit 99
student() { "$RIDGE" --home "$S" "$@"; }
student start w01 >/dev/null 2>&1
labs=$S/work
cp "$SRC/kernels/w01-roofline/ref.c" "$labs/w01-roofline/roofline.c"

# --- asking
out=$(student submit w01 --as s1 --request "   " 2>&1)
[ $? -eq 2 ] && case $out in *"--request has no text"*) true ;; *) false ;; esac
row $? "a request without a reason is none" "$out"
out=$(student submit w01 --as s1 --request "$(printf '%01001d' 0)" 2>&1)
[ $? -eq 2 ]
row $? "nor one that is too long" "$out"
out=$(student submit w01 --request "$(printf 'The oracle \033[31mwas <b>wrong</b>\nin case 3.')" 2>&1)
row $? "a request is made as a hand-in" "$out"
run 0 "nothing was asked yet" "No request is open" request w01
run 0 "and collected as one" "1 new request: .ridge request w01-roofline." collect "$S/outbox" --lab w01
run 0 "once" "1 taken, 0 older, 0 not taken. Next" collect "$S/outbox" --lab w01
json "it is the student's, as text" 'd["open"] == 1 and [(x["key"], x["text"]) for x in d["rows"]] == [("s1", "The oracle .x1b[31mwas <b>wrong</b> in case 3.".replace(".x1b", chr(92) + "x1b"))]' request w01
run 0 "and for people" "s1 +20.*open +The oracle" request w01
run 0 "nobody else asked" "Nothing was asked" request w01 s2
# a bundle whose request was changed on the way is not the student's
mkdir "$tmp/forged" && cp "$S"/outbox/* "$tmp/forged/"
python3 - "$tmp/forged" <<'PY'
import glob, os, sys
for f in glob.glob(sys.argv[1] + "/*"):
    b = open(f, "rb").read()
    assert b"in case 3" in b
    open(f.replace(".ridge.tar", "0.ridge.tar"), "wb").write(b.replace(b"in case 3", b"in case 4"))
    os.unlink(f)
PY
run 1 "a request that was changed on the way is refused" "The signature does not fit" collect "$tmp/forged" --lab w01
json "and is not there" 'd["open"] == 1' request w01

# --- answering
run 2 "an answer has a reason" "--reason has no text" request w01 s1 --decline
run 2 "one answer" "one of --accept and --decline" request w01 s1 --decline --accept --reason x
run 2 "for a student" "Name the student" request w01 --decline --reason x
run 2 "who asked" "s2 has no open request" request w01 s2 --decline --reason x
run 0 "declined" "Request 1 of s1 is declined" request w01 s1 --decline --reason "case 3 <is> right"
run 2 "once" "s1 has no open request" request w01 s1 --accept --reason x
run 0 "none is open any more" "No request is open" request w01
json "but it is there, with its answer" '[(x["answer"]["kind"], x["answer"]["text"]) for x in d["rows"]] == [("decline", "case 3 <is> right")]' request w01 --all
ridge export w01 --format html --out "$tmp/html" 2>/dev/null
holds "the student's page has both" "$tmp/html/student-s1.html" 'You asked, .*The oracle .x1b\[31mwas &lt;b&gt;wrong&lt;/b&gt; in case 3.<br>Declined: case 3 &lt;is&gt; right'
lacks "nobody else's has" "$tmp/html/student-s2.html" 'The oracle'
student submit w01 --request "But look at case 4." >/dev/null 2>&1
run 0 "asked again" "1 new request" collect "$S/outbox" --lab w01
run 0 "accepted: graded once more, and shown" "s1 +Ada Doe +FAIL +0 +-> +PASS" request w01 s1 --accept --reason "right: case 4 was ours" --yes
json "and published" 'd["row"]["status"] == "PASS" and d["row"]["grade"] > 0' class w01 s1
json "of this one alone" 'd["row"]["grade"] == 0' class w01 s2
json "the audit has who answered" 'len([x for x in d["rows"] if x["what"] == "remark"]) == 4' class w01 --log
RIDGE_ROOT=$(small) run 0 "doctor finds all of it as its audit says" "reports that differ from the audit: 0" doctor

echo "1..$n"
exit $((bad > 0))
