#!/bin/sh
# Decisions about many students from a table: what it would change, all of them or none, and where a table is wrong: TAP,
# one row a promise. Needs RIDGE (the binary), RIDGE_SRC (the checkout) and class_fixture.
set -u
RIDGE=$1
SRC=$2
FIXTURE=$3
# shellcheck source=tests/cli/tap_class.sh
. "$(dirname "$0")/tap_class.sh"

# 80, 30 and 60 of 100, and one who handed in nothing; all were handed in two days late
mkdir -p "$H"
python3 - >"$tmp/class.json" <<'PY'
import json
def one(key, name, points=None):
    s = {"key": key, "name": name, "email": name.split()[0].lower() + "@x.edu", "section": "A"}
    if points is not None:
        s.update(file="transpose.cu", text="int " + key + ";", origin="d/" + name, status="FAIL", points=points, max=100,
                 report={"milestones": []})
    return s
print(json.dumps({"lab": "w02-transpose",
                  "policy": {"due": 1764540000000, "late": {"percent_per_day": 10, "grace_ms": 0}, "keep": "best"},
                  "students": [one("s1", "Ada Doe", 80), one("s2", "Bob Roe", 30), one("s3", "Cy Poe"), one("s4", "Di Wu", 60),
                               one("s5", "Di Wu", 10)]}))
PY
"$FIXTURE" "$H/ridge.db" <"$tmp/class.json" || exit 99

# --- what is refused, with its place; nothing of such a table is stored
printf 'Student ID,Points,Reason\ns1,7,oral\ns9,8,oral\n' >"$tmp/t.csv"
run 2 "nobody of that key, by line" "t.csv:3: nobody of the class" adjust --lab w02 --from "$tmp/t.csv" --yes
printf 'Student ID,Points,Reason\ns1,7,oral\nDi Wu,8,oral\n' >"$tmp/t.csv"
run 2 "a name of two students" "t.csv:3: fits more than one student" adjust --lab w02 --from "$tmp/t.csv" --yes
printf 'Student ID,Points,Reason\ns1,7,oral\nada@x.edu,8,oral\n' >"$tmp/t.csv"
run 2 "one student by two names" "t.csv:3: this student has a row before" adjust --lab w02 --from "$tmp/t.csv" --yes
printf 'Student ID,Points,Excuse,Due,Reason\ns1,seven,,,oral\ns2,,maybe,,ill\ns3,,,tomorrow,ill\ns4,5,,,\ns5,5,yes,,ill\n' >"$tmp/t.csv"
run 2 "points that are no number" "t.csv:2:2: points are a number" adjust --lab w02 --from "$tmp/t.csv" --yes
run 2 "an excuse that is neither yes nor no" "t.csv:3:3: an excuse is yes or no" adjust --lab w02 --from "$tmp/t.csv" --yes
run 2 "a time without an offset" "t.csv:4:4: a due time has its offset" adjust --lab w02 --from "$tmp/t.csv" --yes
run 2 "no reason" "t.csv:5:5: no reason" adjust --lab w02 --from "$tmp/t.csv" --yes
run 2 "two answers to one question" "t.csv:6:2: an excuse and points" adjust --lab w02 --from "$tmp/t.csv" --yes
run 2 "how many there are" "Nothing was decided: 5 rows of .* are wrong" adjust --lab w02 --from "$tmp/t.csv" --yes
printf 'Student ID,Points,Reason\ns1,7\n' >"$tmp/t.csv"
run 2 "a row that is too short" "t.csv:2: fewer cells" adjust --lab w02 --from "$tmp/t.csv" --yes
printf 'Student ID,Reason\ns1,oral\n' >"$tmp/t.csv"
run 2 "a table that decides nothing says what it has" "The file has no column for points.*Student ID, Reason" adjust --lab w02 --from "$tmp/t.csv"
printf 'Student ID,Points,Reason\ns1,"7,oral\n' >"$tmp/t.csv"
run 2 "what is no table" "Line 2 has a quote" adjust --lab w02 --from "$tmp/t.csv"
run 2 "no file" "Nothing was decided" adjust --lab w02 --from "$tmp/none.csv"
run 2 "without a lab" "Name the lab" adjust --from "$tmp/t.csv"
run 2 "beside a decision" "beside it stand" adjust --lab w02 --from "$tmp/t.csv" --points 3
json "none of that was kept" 'd["rows"] == []' adjust

# --- what it does
printf '\357\273\277Matrikel;Punkte;entschuldigt;Frist;Grund\r\ns1;42,5;;;oral <b>exam</b>\r\nBob Roe;;ja;;ill\r\ns3;101;;;the best\r\ns4;;nein;none;\033[31mfuneral\r\n;;;;\r\n' >"$tmp/t.csv"
run 0 "without --yes it shows what would change" "Nothing was stored; the same command with --yes" adjust --lab w02 --from "$tmp/t.csv" --column key=Matrikel
json "and stores nothing" 'd["rows"] == []' adjust
run 0 "each grade before and after" "^s1 +Ada Doe +FAIL +64 +-> +FAIL +42.5" adjust --lab w02 --from "$tmp/t.csv" --column key=Matrikel
run 0 "a bonus is told" "1 of them is more than the 100 points of the lab: a bonus" adjust --lab w02 --from "$tmp/t.csv" --column key=Matrikel
run 2 "a heading that is not there" 'No column is headed "Nr". The columns are: Matrikel' adjust --lab w02 --from "$tmp/t.csv" --column key=Nr
run 2 "a word that is none" "option --column takes key, points, excuse, due or reason" adjust --lab w02 --from "$tmp/t.csv" --column section=Matrikel
json "with --yes all of it is stored" 'd["stored"] is True and d["decisions"] == 4 and len(d["changes"]) == 4' \
    adjust --lab w02 --from "$tmp/t.csv" --column key=Matrikel --yes
json "as what was decided one by one" \
    '{x["key"]: (x["kind"], x["value"], x["reason"]) for x in d["rows"]} == {"s1": ("points", 42500, "oral <b>exam</b>"), "s2": ("excuse", None, "ill"), "s3": ("points", 101000, "the best"), "s4": ("due", None, "\\x1b[31mfuneral")}' adjust --lab w02
printf 'login,excuse\ns1,no\ns5,yes\n' >"$tmp/t.csv"
run 0 "one reason for all, and an excuse that is none" "1 decision in w02-transpose; 1 grade changed" adjust --lab w02 --from "$tmp/t.csv" --reason "a strike" --yes
run 0 "twice is stored twice and changes nothing" "1 decision in w02-transpose; 0 grades changed" adjust --lab w02 --from "$tmp/t.csv" --reason "a strike" --yes

# --- a full table, and a workbook that others write to meanwhile
python3 -c 'print("key,points,reason"); [print("s%d,%d,r" % (k % 5 + 1, k)) for k in range(3)]' >"$tmp/t.csv"
(ridge adjust --lab w02 --from "$tmp/t.csv" --yes >/dev/null 2>&1) & (ridge adjust --lab w02 --from "$tmp/t.csv" --yes >/dev/null 2>&1) &
wait
json "two at once are both whole" 'len([x for x in d["rows"] if x["reason"] == "r"]) == 6' adjust --lab w02
RIDGE_ROOT=$(small) run 0 "doctor finds the class as its audit says" "reports that differ from the audit: 0" doctor

echo "1..$n"
exit $((bad > 0))
