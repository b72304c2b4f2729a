#!/bin/sh
# Students who hand in together: one hand-in counts for all of a group, each with a row, a grade and a page of their own,
# and their own adjustments: TAP, one row a promise. Needs RIDGE (the binary), RIDGE_SRC (the checkout) and class_fixture.
set -u
RIDGE=$1
SRC=$2
FIXTURE=$3
# shellcheck source=tests/cli/tap_class.sh
. "$(dirname "$0")/tap_class.sh"

# s1 handed in (80, two days late), s4 did (60); the others did not
mkdir -p "$H"
python3 - >"$tmp/class.json" <<'PY'
import json
def one(key, name, points=None, text=None):
    s = {"key": key, "name": name, "email": key + "@x.edu", "section": "A"}
    if points is not None:
        s.update(file="transpose.cu", text=text or "int " + key + "(void) { return 1; }\n", origin="d/" + name, status="FAIL", points=points, max=100,
                 report={"milestones": [{"id": "correct", "kind": "correct", "status": "FAIL", "message": "tile 3 is wrong",
                                         "points": points, "max": 100, "goal": "agree"}]})
    return s
print(json.dumps({"lab": "w02-transpose",
                  "policy": {"due": 1764540000000, "late": {"percent_per_day": 10, "grace_ms": 0}, "keep": "best"},
                  "students": [one("s1", "Ada Doe", 80), one("s2", "Bob Roe"), one("s3", "Cy Poe"), one("s4", "Di Wu", 60), one("s5", "Ed Ott")]}))
PY
"$FIXTURE" "$H/ridge.db" <"$tmp/class.json" || exit 99

run 0 "everybody hands in alone" "Everybody hands in alone" roster groups
printf 'Student ID,Group name\ns1,red\nBob Roe,red\ns3,blue\ns9,blue\ns1,blue\n' >"$tmp/g.csv"
run 2 "a wrong row is told by line" "line 5: nobody of the class" roster groups "$tmp/g.csv"
run 2 "one student in two groups" "line 6: this student has a row before" roster groups "$tmp/g.csv"
run 0 "and no group was made" "Everybody hands in alone" roster groups
printf 'Student ID,Nothing\ns1,red\n' >"$tmp/g.csv"
run 2 "a file without groups says what it has" "The file has no column for the group; --column group=HEADING.*Student ID, Nothing" roster groups "$tmp/g.csv"
printf 'Kennung;Projekt\r\ns1;r\303\266t <1>\r\nBob Roe;r\303\266t <1>\r\ns3;r\303\266t <1>\r\ns4;\r\n' >"$tmp/g.csv"
run 0 "groups from a file with other headings" "The groups of 4 students are as" roster groups "$tmp/g.csv" --column key=Kennung --column group=Projekt
json "listed" '[(x["team"], x["key"]) for x in d["rows"]] == [("röt <1>", "s1"), ("röt <1>", "s2"), ("röt <1>", "s3")]' roster groups
json "one hand-in counts for all of the group" '{k: (v["status"], v["grade"]) for k, v in r.items()} == {"s1": ("FAIL", 64), "s2": ("FAIL", 64), "s3": ("FAIL", 64), "s4": ("FAIL", 48), "s5": ("MISSING", None)}' grade --lab w02 --backend simt
run 0 "a member's adjustment is one's own" "FAIL 64  *->|-> " adjust --lab w02 --only s2 --due none --reason "ill"
json "and nobody else's" 'd["rows"] and True' adjust --lab w02
json "the others lose what they lost" '{k: v["grade"] for k, v in r.items()} == {"s1": 64, "s2": 80, "s3": 64, "s4": 48, "s5": None}' grade --lab w02 --backend simt
run 0 "the page of a member has the hand-in" "Hands in with the group röt <1>" class w02 s3
run 0 "and its code" "1   int s1.void" class w02 s3 --source
run 0 "points by hand of the work are each member's" "by hand 4 of 10" mark w02 s2 names
json "of all three" 'd["by_hand"]["points"] == 4 and d["grade"] == 68' mark w02 s1
json "and not of others" 'd["by_hand"]["points"] == 0' mark w02 s4
ridge export w02 --format html --out "$tmp/html" 2>/dev/null
holds "each has a page with the verdict" "$tmp/html/student-s3.html" 'tile 3 is wrong'
lacks "that names none of the others" "$tmp/html/student-s3.html" 'Ada Doe|Bob Roe|s1@|s2@'
ridge export w02 --out "$tmp/c.csv" 2>/dev/null
holds "each has a row in exports" "$tmp/c.csv" '^s3,Cy Poe,.*,68.00'
printf 'Student ID,Group\ns3,\n' >"$tmp/g.csv"
run 0 "who leaves a group" "groups of 1 student are" roster groups "$tmp/g.csv"
json "hands in alone again" 'd["row"]["status"] == "MISSING" and d["row"]["team"] is None' class w02 s3
run 0 "dropped, the one who handed in leaves it to the others" "dropped" roster drop s1
json "whose grade stays" 'd["row"]["grade"] == 84' class w02 s2
run 0 "forgotten, too, after a word" "now another member's" roster forget s1 --yes
json "it is to be graded anew" 'd["row"]["status"] == "QUEUED" and len(d["submissions"]) == 1' class w02 s2
run 0 "with the files as they were" "1   int s1.void" class w02 s2 --source
RIDGE_ROOT=$(small) run 0 "doctor finds all of it as its audit says" "reports that differ from the audit: 0" doctor

echo "1..$n"
exit $((bad > 0))
