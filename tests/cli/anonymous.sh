#!/bin/sh
# A lab graded without names: pseudonyms in every table and page, until they are revealed with a reason; and graders by
# their names: TAP, one row a promise. Needs RIDGE (the binary), RIDGE_SRC (the checkout) and class_fixture.
set -u
RIDGE=$1
SRC=$2
FIXTURE=$3
# shellcheck source=tests/cli/tap_class.sh
. "$(dirname "$0")/tap_class.sh"

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

names='Ada|Bob|Poe|Wu|Ott|s[1-5]@|[^a-z0-9]s[1-5][^a-z0-9]'
run 2 "of no lab nobody is hidden" "Name the lab" class --anonymous
run 2 "nothing to reveal" "is graded with names" class w02 --reveal --reason "all are graded"
run 0 "from here on without names" "is graded without names until" class w02 --anonymous
ridge grade --lab w02 --backend simt >"$tmp/grade" 2>&1
holds "the table has pseudonyms" "$tmp/grade" '^A-[2-9A-Z]{6} '
lacks "and no name, key or address" "$tmp/grade" "$names"
[ "$(grep -cE '^A-[2-9A-Z]{6} ' "$tmp/grade")" -eq 5 ]
row $? "of each student" "$(cat "$tmp/grade")"
ridge grade --lab w02 --backend simt >"$tmp/again" 2>&1
cmp -s "$tmp/grade" "$tmp/again"
row $? "the same ones each time, in the same order"
ridge grade --lab w02 --backend simt --json >"$tmp/grade.json" 2>&1
lacks "nor has the document" "$tmp/grade.json" "$names"
lacks "which does not say what the pseudonyms are made of" "$tmp/grade.json" '[0-9a-f]{64}'
holds "but that names are hidden" "$tmp/grade.json" '"anonymous": true'
best=$(grep -oE '^A-[2-9A-Z]{6} .* 80 ' "$tmp/grade" | cut -d' ' -f1)
json "graders say it of a pseudonym" 'd["key"].startswith("A-")' comment w02 "$best" 1 "well <done>"
run 0 "and mark it" "^$best, w02-transpose: FAIL 68 of 110" mark w02 "$best" names
run 0 "and adjust it" "^$best, w02-transpose: FAIL 68 of 110  ->  FAIL 84 of 110" adjust --lab w02 --only "$best" --due none --reason ill
ridge adjust >"$tmp/adjust" 2>&1
holds "the list of adjustments has the pseudonym" "$tmp/adjust" "^$best "
lacks "and not the student" "$tmp/adjust" "$names"
ridge comment w02 >"$tmp/comment" 2>&1
lacks "nor have the comments" "$tmp/comment" "$names"
ridge class w02 >"$tmp/lab" 2>&1
lacks "nor has the page of the lab" "$tmp/lab" "$names"
ridge class w02 "$best" >"$tmp/one" 2>&1
holds "one pseudonym's page" "$tmp/one" "^$best, , w02-transpose: FAIL 84|^$best"
lacks "has no name either" "$tmp/one" "$names"
run 2 "a name leads to nobody" "no student with the key" class w02 s1
run 2 "nor does another name" "no student with the key" mark w02 "Ada Doe"
json "the class's sheet tells nothing of the lab by name" \
    'all(not x["labs"]["w02-transpose"]["status"] and x["total"] == 0 for k, x in r.items() if not k.startswith("A-")) and len([k for k in r if k.startswith("A-")]) == 5' class
run 2 "exports need names" "is graded without names, which every export has" export w02
for f in html json canvas; do run 2 "each of them: $f" "is graded without names" export w02 --format $f --out "$tmp/x"; done
printf 'size 100x30\nkeys C\nwait 5 students\nkeys g v\nwait without names\nsave %s\nkeys G Enter\nwait Handed in\nsave %s\nkeys ~\n' "$tmp/p1" "$tmp/p2" >"$tmp/keys"
ridge --script "$tmp/keys" >"$tmp/script.out" 2>&1
holds "the screen says where the work stands" "$tmp/p1" 'its work stands below, by pseudonyms'
lacks "and a pseudonym's evidence has no name" "$tmp/p2" "$names"
holds "but the evidence" "$tmp/p2" 'A-[2-9A-Z]{6}'
run 2 "names are shown again for a reason" "has no text" class w02 --reveal
run 0 "which is told" "names of w02-transpose are shown again" class w02 --reveal --reason "all are graded"
json "and then they are" '{k: v["grade"] for k, v in r.items()}["s1"] == 84' grade --lab w02 --backend simt
run 0 "the reason is in the log" "class.revealed +all are graded" class w02 --log
run 0 "hidden again, others stand there" "is graded without names" class w02 --anonymous
! ridge grade --lab w02 --backend simt 2>/dev/null | grep -q "^$best "
row $? "whom nobody finds by the pseudonyms of before"
ridge class w02 --reveal --reason "again" >/dev/null

# --- graders
run 2 "a name that would pass for a login" "no parentheses" config grader "Eve (root)"
run 0 "a grader's name" "by Ada Grader from here on" config grader "Ada Grader"
ridge comment w02 s4 1 "by name" >/dev/null
json "stands beside what was said, with the login" 'any(m["who"].startswith("Ada Grader (") for m in d["rows"])' comment w02 s4
run 0 "and in the log" "Ada Grader \\(" class w02 --log
json "as a document, newest first" '[x["id"] for x in d["rows"]] == sorted((x["id"] for x in d["rows"]), reverse=True) and d["rows"][0]["who"].startswith("Ada Grader (")' class w02 --log
run 0 "a name is taken back" "by your login" config grader ""
RIDGE_ROOT=$(small) run 0 "doctor finds all of it as its audit says" "reports that differ from the audit: 0" doctor

echo "1..$n"
exit $((bad > 0))
