#!/bin/sh
# A graded class leaves for other systems, and copies are found: TAP, one row a promise. python3's csv, json, xml.etree and
# html.parser read every file; readers.sh opens them with the programs that others use.
# Needs RIDGE (the binary), RIDGE_SRC (the checkout) and class_fixture.
set -u
RIDGE=$1
SRC=$2
FIXTURE=$3
tmp=$(mktemp -d) || exit 99
trap 'rm -rf "$tmp"' EXIT
export HOME="$tmp/home" XDG_CACHE_HOME="${RIDGE_TEST_CACHE:-$tmp/cache}" NO_COLOR=1 LC_ALL=C.UTF-8
unset XDG_DATA_HOME RIDGE_ROOT || :
mkdir -p "$HOME"
H=$tmp/ridge
# shellcheck source=tests/cli/tap.sh
. "$(dirname "$0")/tap.sh"

ridge() {
    "$RIDGE" --home "$H" "$@"
}

# check NAME program: python says yes; $tmp is sys.argv[1]
check() {
    detail=$(python3 - "$tmp" <<PY 2>&1
import csv, io, json, os, sys
import xml.etree.ElementTree as ET
tmp = sys.argv[1]
def text(name):
    return open(os.path.join(tmp, name), newline='', encoding='utf-8-sig').read()
def table(name, **how):
    return list(csv.reader(io.StringIO(text(name)), strict=True, **how))
$2
PY
    )
    row $? "$1" "$detail"
}

mkdir -p "$H"
python3 - "$SRC" >"$tmp/class.json" <<'PY'
import json, sys
src = sys.argv[1]
ref = open(src + '/kernels/w02-transpose/opt.cu').read()
def report(ok):
    return {"schema": "ridge.report/1", "duration_ms": 1500,
            "milestones": [{"id": "correct", "goal": "agree <&>", "kind": "correct", "max": 30, "points": 30 if ok else 0,
                            "status": "PASS" if ok else "FAIL", "message": "=evil \u001b]0;x\u0007 ]]> \u202e"},
                           {"id": "perf", "goal": "fast", "kind": "perf", "max": 70, "points": 55 if ok else 0,
                            "status": "SKIPPED", "message": "needs the cuda backend"}],
            "cases": [{"case": "v", "call": "vadd", "hidden": False, "status": "PASS" if ok else "FAIL", "message": "a\nb", "ms": 2.5},
                      {"case": "h", "call": "vadd", "hidden": True, "status": "PASS", "message": ""}],
            "measurements": [{"bench": "tiled", "ratio": 0.75, "lo": 0.7, "hi": 0.82}]}
def one(key, name, **more):
    return dict({"key": key, "name": name, "email": name.split()[-1].lower() + "@x.edu", "section": "001"}, **more)
def work(text, **more):
    return dict({"file": "transpose.cu", "text": text, "max": 100}, **more)
students = [
    one("1001", "Ada Doe", origin="d/Ada Doe_4711_assignsubmission_file_/transpose.cu",
        **work(ref, status="PASS", stage="gold", points=85, report=report(True))),
    one("1002", "=cmd|' /C calc'!A0 Roe", **work(ref.replace("tile", "kachel").replace("float", "double"), origin="d/roe",
        status="FAIL", points=20, report=report(False))),
    one("1003", "Zoë \"Z\" Poe, Jr", **work("int x;", origin="d/z", refused="two files are called transpose.cu")),
    one("1004", "<b onclick=x>Mis Sing"),
    one("../1005", "Que Ued", **work("int main(void)\n{\n    return 0;\n}\n", origin="d/q")),
]
json.dump({"lab": "w02-transpose", "policy": {"visibility": "hidden"}, "students": students}, sys.stdout)
PY

run 10 "no class yet: what to do" "ridge roster import" export w02
"$FIXTURE" "$H/ridge.db" <"$tmp/class.json" || exit 99

# --- the class at a glance
run 0 "a sheet without a class says what to do" "roster import" class --db "$tmp/noclass.db"
run 0 "a student a line, a sign a lab, totals behind" "^1001 +Ada Doe +★ +85.0 +1$" class
run 0 "what became of the lab: passed, missing" "^1  w02-transpose +1 +1 +··█·····█·$" class
"$RIDGE" --home "$H" class --json >"$tmp/sheet.json" 2>/dev/null
check "python reads the sheet" '
d = json.loads(text("sheet.json"))
assert d["schema"] == "ridge.sheet/1" and d["labs"] == ["w02-transpose"] and d["possible"] == 100
assert [r["labs"]["w02-transpose"]["status"] for r in d["rows"]] == ["QUEUED", "PASS", "FAIL", "REFUSED", "MISSING"]
assert [r["total"] for r in d["rows"]] == [0, 85, 20, 0, 0]'

# --- tables
run 0 "csv goes to standard output" "^1001,Ada Doe,doe@x.edu,001,PASS,gold,85.00,100.00,0,0.00,85.00,1,2025" export w02
run 0 "csv to a file says where" "plain.csv" export w02 --format csv --out "$tmp/plain.csv"
check "python reads the csv: a row a student, no formula" '
t = table("plain.csv")
assert [r[0] for r in t[1:]] == ["../1005", "1001", "1002", "1003", "1004"], t
assert len({len(r) for r in t}) == 1 and t[0][:16] == ["key", "name", "email", "section", "status", "stage", "points",
    "max", "late_days", "penalty", "grade", "attempts", "received", "why", "adjust", "measured"], t[0]
ada = dict(zip(t[0], t[2]))
assert ada["partial"] == "none" and ada["correct points"] == "30.00" and ada["correct status"] == "PASS", ada
assert dict(zip(t[0], t[5]))["correct points"] == "", t[5]
assert [r[4] for r in t[1:]] == ["QUEUED", "PASS", "FAIL", "REFUSED", "MISSING"], t
for r in t[1:]:
    for c in r:
        assert not c or c[0] not in "=+-@\t\r", c
assert t[3][1].startswith("\x27=cmd|"), t[3]
assert t[4][1] == "Zoë \"Z\" Poe, Jr", t[4]
assert all(ch >= " " or ch in "\r\n" for ch in text("plain.csv"))'
"$RIDGE" --home "$H" export w02 --format csv >"$tmp/again.csv" 2>/dev/null
cmp -s "$tmp/plain.csv" "$tmp/again.csv"
row $? "the same class gives the same bytes"
run 0 "json" "class.out" export w02 --format json --out "$tmp/class.out"
check "python reads the json" '
d = json.loads(text("class.out"))
assert d["schema"] == "ridge.class/1" and d["lab"] == "w02-transpose" and len(d["rows"]) == 5
assert d["rows"][1]["grade"] == 85 and d["rows"][4]["grade"] is None'

# --- Canvas
run 0 "canvas without a template" "canvas.csv" export w02 --format canvas --out "$tmp/canvas.csv"
check "python reads what Canvas would import" '
t = table("canvas.csv")
assert t[0][:2] == ["Student", "ID"] and t[0][4] == "Section", t[0]
assert t[1][0] == "    Points Possible" and t[1][5] == "100.00", t[1]
assert {len(r) for r in t} == {6}
assert [r[5] for r in t[2:]] == ["", "85.00", "20.00", "", ""], t'
title=$(python3 -c 'import csv,sys; print(next(csv.reader(open(sys.argv[1])))[5])' "$tmp/canvas.csv")
{
    printf '\357\273\277Student,ID,SIS User ID,SIS Login ID,Section,"%s (7)",Other (8)\r\n' "$title"
    printf '    Points Possible,,,,,10.00,5.00\r\n"Doe, Ada",9,1001,doe,001,,"4.00"\r\n'
    printf '"Roe, X",1001,1002,roe,001,1.00,\r\n"Student, Test",3,,,001,,\r\n'
} >"$tmp/template.csv"
cp "$tmp/template.csv" "$tmp/before.csv"
printf 'a,b\n1,2\n' >"$tmp/sheet.txt"
run 0 "canvas fills the template where it lies" "2 grades in column .* of 10 points \(scaled from the lab's 100\)" \
    export w02 --format canvas --template "$tmp/template.csv"
check "one column changed, and no other byte" '
a, b = table("before.csv"), table("template.csv")
assert [r[5] for r in b[2:]] == ["8.50", "2.00", ""], b
for r, s in zip(a, b):
    r[5] = s[5] = ""
assert a == b
x, y = open(tmp + "/before.csv", "rb").read(), open(tmp + "/template.csv", "rb").read()
assert y == x.replace(b"001,,\"4.00\"", b"001,8.50,\"4.00\"").replace(b"001,1.00,", b"001,2.00,"), y'
run 0 "who is in one file only is said" "Student, Test.*nobody of the roster" export w02 --format canvas --template "$tmp/before.csv" --out "$tmp/x.csv"
cmp -s "$tmp/x.csv" "$tmp/template.csv"
row $? "--out leaves the template alone and writes the same"
run 10 "another column: which there are" "Name a column of the file with --column: .*Other \(8\)" export w02 --format canvas --template "$tmp/before.csv" --column Nothing
run 10 "a file that is no gradebook" "no column \"Section\"" export w02 --format canvas --template "$tmp/sheet.txt"
iconv -t UTF-16LE "$tmp/before.csv" >"$tmp/wide.csv"
cp "$tmp/wide.csv" "$tmp/wide0.csv"
run 10 "a file in UTF-16 is refused" "no text in UTF-8" export w02 --format canvas --template "$tmp/wide.csv"
cmp -s "$tmp/wide.csv" "$tmp/wide0.csv"
row $? "and stays as it is"
run 10 "a file that is no table" "class.json: Line 1 has a quote" export w02 --format canvas --template "$tmp/class.json"

# --- Moodle
{
    printf 'Identifier,Full name,Email address,Status,Grade,Maximum Grade,Grade can be changed,Last modified (grade),Feedback comments\n'
    printf 'Participant 4711,Somebody,none@x.edu,Submitted,,50.00,Yes,-,"two\nlines"\nParticipant 4712,Poe,poe@x.edu,-,,50.00,Yes,-,\n'
} >"$tmp/sheet.csv"
cp "$tmp/sheet.csv" "$tmp/sheet0.csv"
run 0 "moodle fills the worksheet by the participant's number" "^1 grades in column .Grade., of 50" export w02 --format moodle --template "$tmp/sheet.csv"
check "one grade, every other byte as it was" '
x, y = open(tmp + "/sheet0.csv", "rb").read(), open(tmp + "/sheet.csv", "rb").read()
assert y == x.replace(b"Submitted,,50", b"Submitted,42.50,50"), y
assert table("sheet.csv")[1][4] == "42.50"'
run 0 "moodle without a worksheet" "moodle.csv" export w02 --format moodle --out "$tmp/moodle.csv"
check "python reads what Moodle would import" '
t = table("moodle.csv")
assert t[0][:3] == ["username", "email", "idnumber"] and t[0][4] == t[0][3] + " feedback", t[0]
assert {len(r) for r in t} == {5}
assert t[2][3] == "85.00" and t[2][4] == "PASS, gold", t[2]'

# --- Gradescope
run 2 "gradescope wants a folder" "name a folder" export w02 --format gradescope
run 0 "gradescope: a folder a student" "^2 files in .*gs$" export w02 --format gradescope --out "$tmp/gs"
check "python reads results.json" '
assert sorted(os.listdir(tmp + "/gs")) == ["1001", "1002"]
for who, score in (("1001", 85), ("1002", 20)):
    d = json.loads(text("gs/%s/results.json" % who))
    assert d["score"] == score and d["leaderboard"][0]["value"] == 0.75
    assert [t["visibility"] for t in d["tests"]] == ["visible", "visible", "visible", "hidden"]
    assert all(ord(c) >= 32 or c == "\n" for t in d["tests"] for c in t["output"])'
run 0 "one student's results to standard output" '"score": 85' export w02 --format gradescope --only 1001
run 2 "a student that is not there" "no student with the key" export w02 --format gradescope --only 77
run 10 "a student without a grade" "nothing is graded \(MISSING\)" export w02 --format gradescope --only 1004

# --- JUnit
run 0 "junit" "junit.xml" export w02 --format junit --out "$tmp/junit.xml"
check "python reads the xml, and its counts are right" '
root = ET.fromstring(text("junit.xml").encode())
assert root.tag == "testsuites" and len(root) == 5
count = lambda e, tag: str(len(e.findall(".//" + tag)))
for e in [root] + list(root):
    assert e.get("tests") == count(e, "testcase") and e.get("failures") == count(e, "failure"), e.attrib
    assert e.get("errors") == count(e, "error") and e.get("skipped") == count(e, "skipped"), e.attrib
suite = root[2]
assert suite.get("name") == "1002" and suite[0][0].tag == "failure" and "]]>" in suite[0][0].get("message")
assert "\u202e" not in text("junit.xml") and "\x1b" not in text("junit.xml")
assert root[3][0][0].get("type") == "REFUSED"'

# --- HTML
run 2 "html wants a folder" "name a folder" export w02 --format html
run 0 "html: a page for the class, one a student" "^6 files in .*pages; begin with .*pages/index.html$" export w02 --format html --out "$tmp/pages"
check "python reads every page: whole, no script, nothing fetched, links resolve" '
from html.parser import HTMLParser
from urllib.parse import unquote
VOID = {"meta", "br", "hr", "img", "link", "input"}
class P(HTMLParser):
    def __init__(self, name):
        super().__init__()
        self.open, self.links, self.words = [], [], ""
        self.feed(text("pages/" + name))
        self.close()
        assert not self.open, (name, self.open)
    def handle_starttag(self, tag, attrs):
        assert tag not in {"script", "iframe", "img", "link", "b", "object", "form"}, tag
        assert not [a for a, v in attrs if a.startswith("on") or a == "src"], attrs
        self.links += [v for a, v in attrs if a == "href"]
        self.open += [] if tag in VOID else [tag]
    def handle_endtag(self, tag):
        assert self.open.pop() == tag, tag
    def handle_data(self, data):
        self.words += data
names = sorted(os.listdir(tmp + "/pages"))
assert names == ["index.html"] + ["student-" + k + ".html" for k in ("%2E.%2F1005", "1001", "1002", "1003", "1004")], names
pages = {name: P(name) for name in names}
index = pages["index.html"]
assert sorted({unquote(l) for l in index.links}) == names[1:], index.links
assert "<b onclick=x>Mis Sing" in index.words and "\x27=cmd|" in index.words and "L1" in index.words
assert all(not p.links for n, p in pages.items() if n != "index.html")
assert "Ada" not in pages["student-1002.html"].words and "interval 0.700 to 0.820" in pages["student-1001.html"].words
assert "2025-12-01T23:00:00Z" in pages["student-1001.html"].words and "counts" in pages["student-1001.html"].words
assert "two files are called" in pages["student-1003.html"].words and "Nothing was handed in" in pages["student-1004.html"].words
for name in names:
    t = text("pages/" + name)
    assert all(ch == "\n" or ch >= " " and not "\x7f" <= ch < "\xa0" and ch != "\u202e" for ch in t), name'
cp -r "$tmp/pages" "$tmp/pages0"
"$RIDGE" --home "$H" export w02 --format html --out "$tmp/pages" >/dev/null 2>&1
diff -r "$tmp/pages" "$tmp/pages0" >/dev/null
row $? "the same class gives the same pages, and nothing is left beside them"
run 0 "one student's page to standard output" "<code>vadd</code>, case v: " export w02 --format html --only 1002
rm -rf "$tmp/one"
run 0 "into a folder, too, by login, e-mail or name" "one/student-1002.html" export w02 --format html --only roe@x.edu --out "$tmp/one/"
run 0 "and beside it those of two, without a page of the class" "^2 files in " \
    export w02 --format html --only "Ada Doe" --only 1002 --out "$tmp/one"
[ "$(cd "$tmp/one" && echo *)" = "student-1001.html student-1002.html" ]
row $? "of whom nobody else's is written" "$(ls "$tmp/one")"
cmp -s "$tmp/one/student-1001.html" "$tmp/pages/student-1001.html"
row $? "a page is the same, alone or among all"
run 0 "two students' results are folders" "^2 files in" export w02 --format gradescope --only 1001 --only 1002 --out "$tmp/two"
run 0 "and two rows of a table" "^1002," export w02 --only 1001 --only 1002
grep -q "resemble each other" "$tmp/pages/index.html" && ! grep -rq "resemble" "$tmp/pages/"student-*.html
row $? "the class's page says who resembles whom, and no student's does"

# --- names of more bytes than columns
"$RIDGE" --home "$H" roster >"$tmp/roster.txt" 2>/dev/null
check "a name of two bytes a letter shifts no column" '
rows = text("roster.txt").splitlines()
at = {r.index(w) for r in rows for w in r.split() if "@" in w}
assert len(rows) == 6 and len(at) == 1, (at, rows)'

# --- what does not fit
run 2 "a format that is none" "takes csv, canvas" export w02 --format xls
run 2 "a template for a table" "is a file of Canvas or Moodle" export w02 --template x
run 2 "--json wants a file" "needs --out" export w02 --json
run 10 "a folder that is not there" "No such file" export w02 --out "$tmp/none/x.csv"
"$RIDGE" --home "$H" export w02 --format canvas --template "$tmp/before.csv" --out "$tmp/x.csv" --json >"$tmp/said.json" 2>/dev/null
check "--json says what was written and what was not" '
d = json.loads(text("said.json"))
assert d["schema"] == "ridge.export/1" and d["files"] == [tmp + "/x.csv"] and d["template"]["filled"] == 2
assert d["template"]["unknown"][0]["who"] == "Student, Test"'

# --- similar
run 0 "the copy in the class is found" "^1001, 1002 +(9[0-9]|100) % +1 of 1 " similar w02
mkdir -p "$tmp/old/zoe" "$tmp/new/all/ann" "$tmp/new/all/bob" "$tmp/new/all/cyd"
for at in old/zoe new/all/ann new/all/bob; do
    cp "$SRC/kernels/w02-transpose/opt.cu" "$tmp/$at/transpose.cu"
done
cp "$SRC/labs/w02-transpose/skeleton/transpose.cu" "$tmp/new/all/cyd/"
mkdir -p "$tmp/new/all/dan"
echo 'int x;' >"$tmp/new/all/dan/transpose.cu"
run 0 "next to nothing is not compared, and that is said" "^dan +too short to be compared" similar w02 "$tmp/new" --db "$tmp/none.db"
run 0 "a class of folders needs no workbook" "^ann, bob +100 % +1 of 1" similar w02 "$tmp/new" --db "$tmp/none.db"
run 0 "who handed in what was given out is said" "^cyd +100 % of this work is the skeleton" similar w02 "$tmp/new" --db "$tmp/none.db"
[ ! -e "$tmp/none.db" ]
row $? "and no workbook is made for it"
run 0 "earlier years are searched" "^1001, 1002, old/zoe .archive. +100 % +3 of 3" similar w02 --against "$tmp/old"
cp "$H/ridge.db" "$tmp/2024.db"
run 0 "a workbook of an earlier year, too" "2024.db/1001.*archive" similar w02 --against "$tmp/2024.db" --limit 9
run 10 "a file that is no workbook" "bad.db" similar w02 --against "$tmp/bad.db"
cp -r "$tmp/new/all/ann" "$tmp/new/all/eve"
run 0 "a third copy makes one line of three" "^ann, bob, eve +100 % +3 of 3" similar w02 "$tmp/new" --db "$tmp/none.db"
{ sed 60q "$SRC/kernels/w02-transpose/opt.cu" && cat "$SRC/kernels/w04b-flash-cuda/naive.cu"; } >"$tmp/new/all/eve/transpose.cu"
run 0 "what lies below the threshold is counted, and not listed" "pairs? ha(s|ve) less than 100 %" \
    similar w02 "$tmp/new" --db "$tmp/none.db" --threshold 100
run 2 "a threshold is a share" "from 1 to 100" similar w02 --threshold 101
run 0 "side by side" "1001" similar w02 --html "$tmp/pairs.html"
check "the page is whole, has both sources and no script" '
from html.parser import HTMLParser
seen = []
class P(HTMLParser):
    def handle_starttag(self, tag, attrs):
        seen.append((tag, dict(attrs).get("class")))
P().feed(text("pairs.html"))
assert ("span", "r0") in seen and seen.count(("pre", None)) >= 2 and not [t for t, c in seen if t == "script"]
assert text("pairs.html").rstrip().endswith("</html>")'
"$RIDGE" --home "$H" similar w02 --json >"$tmp/similar.json" 2>/dev/null
check "ridge.similar/1" '
d = json.loads(text("similar.json"))
p = d["pairs"][0]
assert d["found"] >= len(d["pairs"]) and d["schema"] == "ridge.similar/1" and {p["a"], p["b"]} == {"1001", "1002"} and p["share_a"] > .9
assert all(r["a"]["from"] <= r["a"]["to"] for r in p["regions"]) and p["regions"]'

# --- who left the class
run 0 "a student leaves" "1 student dropped" roster drop 1002
for format in csv canvas moodle json junit; do
    run 0 "$format: who left is said" "1 who handed in left the class and is not in it" \
        export w02 --format "$format" --out "$tmp/left.$format"
    ! grep -q "1002\|Roe\|left" "$tmp/left.$format"
    row $? "$format: and is not in it, nor that they left" "$(cat "$tmp/left.$format")"
done
run 0 "in a template their line is theirs, and stays" "line 4, \"Roe, X\": left the class .*; left as it was" \
    export w02 --format canvas --template "$tmp/before.csv" --out "$tmp/x.csv"
check "as it was" '
assert table("x.csv")[3] == table("before.csv")[3] and table("x.csv")[2][5] == "8.50", text("x.csv")'
run 2 "alone they are not exported" "\"1002\" left the class .*import. of a file" export w02 --only 1002
run 2 "who never was there is not said to have left" "no student with the key" export w02 --only 1009

echo "1..$n"
[ "$bad" -eq 0 ]
