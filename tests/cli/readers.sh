#!/bin/sh
# What `ridge export` writes is opened by the programs that others read such files with: TAP, one row a promise.
#   JUnit       xmllint, by the schema tests/data/exports/junit.xsd; expat; junitparser where it is installed
#   Gradescope  python3-jsonschema, by tests/data/exports/gradescope.schema.json
#   tables      gnumeric where it is installed; LibreOffice with --full. Of Excel nothing is proven.
# Every field that a student, a school or a program can choose holds what breaks such files. Each reader must also refuse
# a file that is broken: a reader that takes anything proves nothing.
#     readers.sh RIDGE SOURCES class_fixture [--full]
set -u
RIDGE=$1
SRC=$2
FIXTURE=$3
full=${4:-}
tmp=$(mktemp -d) || exit 99
trap 'rm -rf "$tmp"' EXIT
export HOME="$tmp/home" XDG_CACHE_HOME="$tmp/cache" NO_COLOR=1 LC_ALL=C.UTF-8 RIDGE_ROOT="$SRC"
unset XDG_DATA_HOME || :
mkdir -p "$HOME" "$tmp/ridge" "$tmp/bad"
DATA=$SRC/tests/data/exports
# shellcheck source=tests/cli/tap.sh
. "$(dirname "$0")/tap.sh"

ridge() {
    "$RIDGE" --home "$tmp/ridge" "$@"
}

# the python that has this module, if any has: a package of Debian's is the system's python's
python_with() {
    for p in python3 /usr/bin/python3; do
        "$p" -c "import $1" 2>/dev/null && { echo "$p"; return; }
    done
    return 1
}

# says NAME command…: it succeeds, and what it says is the row's detail
says() {
    name=$1
    shift
    detail=$("$@" 2>&1)
    row $? "$name" "$detail"
}

# refuses NAME command…: it fails
refuses() {
    name=$1
    shift
    ! detail=$("$@" 2>&1)
    row $? "$name" "taken: $detail"
}

# --- a class whose every field is hostile
python3 - "$tmp/class.json" "$tmp/sent.json" <<'PY'
import json, sys
CONTROL = "".join(map(chr, list(range(1, 32)) + [127, 133, 0x200b, 0x202e, 0x2028, 0x2066, 0xfeff, 0xfffe, 0xffff]))
MARKUP = "]]>--><?xml?><!DOCTYPE x><b onclick=x>&amp;&#0;\"'`%s\\"
FORMULA = ["=1+1", "=cmd|' /C calc'!A0", "+1+1", "-1+1", "@SUM(1)", "  =1+1", "\t=1", "\r\n=1", "\uff1d1+1", "=HYPERLINK(\"x\")"]
WORLD = ["Zo\u00eb \"Z\" Poe, Jr", "\u59da \u6587", "\U0001f600 \U0001f468\u200d\U0001f469", "0042", "1e5", "1/2", "TRUE", "a;b|c", "'x"]
LONG = "wide " * 210000
HOSTILE = [CONTROL, MARKUP, LONG] + FORMULA + WORLD
LOCAL = "x" + CONTROL + MARKUP
def key(text): # as long as a roster takes
    return text.encode()[:60].decode(errors="ignore")
def report(text, status):
    return {"schema": "ridge.report/1", "duration_ms": 1500,
            "milestones": [{"id": "m" + text[:300], "goal": text[:300], "kind": "correct", "max": 30, "points": 0, "status": status,
                            "message": text},
                           {"id": "ours", "goal": "g", "kind": "perf", "max": 70, "points": 0, "status": "ERROR", "ours": True,
                            "message": text}],
            "cases": [{"case": text[:300], "call": "c" + text[:300], "hidden": h, "status": status, "message": text, "ms": 2.5}
                      for h in (False, True)],
            "measurements": [{"bench": "b" + text[:300], "ratio": 0.75, "lo": 0.7, "hi": 0.82}]}
STATUS = ["PASS", "FAIL", "ERROR", "SKIPPED", "INCONCLUSIVE", "SUSPICIOUS", "STALE", "PENDING"]
students = []
for k, t in enumerate(HOSTILE):
    s = {"key": "%04d" % k if k % 2 else key(t) + str(k), "name": t[:3000], "email": t[:300] + "@x.edu", "section": t[:300],
         "extra": {"ID": t[:300], "SIS User ID": t[:300], "SIS Login ID": t[:300], "username": t[:300]},
         "origin": "d/" + t[:300], "file": "transpose.cu", "text": t, "max": 100, "points": 12.5}
    if k % 5 == 4:
        s["refused"] = t
    else:
        s.update(status=STATUS[k % len(STATUS)], stage="", report=report(t, STATUS[k % len(STATUS)]))
    students.append(s)
json.dump({"lab": "w02-transpose", "policy": {"visibility": "after_due"}, "students": students}, open(sys.argv[1], "w"))
json.dump({"students": len(students), "graded": sum("refused" not in s for s in students)}, open(sys.argv[2], "w"))
PY
"$FIXTURE" "$tmp/ridge/ridge.db" <"$tmp/class.json" || exit 99
# a surrogate that stands alone is no text, and JSON's reader takes none: it can only lie in the file of the workbook
says "surrogates that stand alone lie in the workbook" python3 - "$tmp/ridge/ridge.db" <<'PY'
import sqlite3, sys
db = sqlite3.connect(sys.argv[1])
one = b"a\xed\xa0\x80\xff b"
assert db.execute("UPDATE student SET name = CAST(? AS TEXT), section = CAST(? AS TEXT) WHERE key = '0001'", (one, one)).rowcount == 1
db.execute("DROP TRIGGER grading_report_is_fixed")
id = db.execute("SELECT g.id FROM grading g JOIN submission s ON s.id = g.submission JOIN student t ON t.id = s.student WHERE t.key = '0003'").fetchone()[0]
old = db.execute("SELECT json FROM grading_report WHERE grading = ?", (id,)).fetchone()[0]
assert "onclick" not in old
db.execute("UPDATE grading_report SET json = ? WHERE grading = ?", (old.replace('"goal": "g"', '"goal": "\\ud800"').replace('"goal":"g"', '"goal":"\\ud800"'), id))
assert "ud800" in db.execute("SELECT json FROM grading_report WHERE grading = ?", (id,)).fetchone()[0]
db.commit()
PY
for f in csv canvas moodle; do
    run 0 "the class leaves as $f" "$f.csv" export w02 --format $f --out "$tmp/$f.csv"
done
run 0 "the class leaves as junit" "out.junit" export w02 --format junit --out "$tmp/out.junit"
run 0 "the class leaves as gradescope" "files in" export w02 --format gradescope --out "$tmp/gs"

# --- JUnit
says "xmllint takes junit.xml, by the schema" xmllint --noout --schema "$DATA/junit.xsd" "$tmp/out.junit"
cat >"$tmp/junit.py" <<'PY'
# junit.py FILE: one tree in every reader there is, and the counts are those of the tree
import re, sys
import xml.etree.ElementTree as ET
raw = open(sys.argv[1], "rb").read().decode("utf-8")
assert not re.search("[^\t\n\r\x20-\x7e\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", raw), "a character that XML does not have"
tree = ET.fromstring(raw.encode())
want = {"tests": "testcase", "failures": "failure", "errors": "error", "skipped": "skipped"}
for e in [tree] + list(tree):
    for name, tag in want.items():
        assert e.get(name) == str(len(e.findall(".//" + tag))), (e.get("name"), name, e.get(name))
try:
    from junitparser import JUnitXml
except ImportError:
    sys.exit(0)
parsed = JUnitXml.fromstring(raw.encode())
said = [(parsed.tests, parsed.failures, parsed.errors, parsed.skipped)]
said += [(s.tests, s.failures, s.errors, s.skipped) for s in parsed]
for s in parsed:
    s.update_statistics()
parsed.update_statistics()
assert said[0] == (parsed.tests, parsed.failures, parsed.errors, parsed.skipped), said[0]
assert said[1:] == [(s.tests, s.failures, s.errors, s.skipped) for s in parsed]
ours = [(c.get("name"), [(r.tag, r.get("message")) for r in c]) for c in tree.iter("testcase")]
theirs = [(c.name, [(r._tag, r.message) for r in c.result]) for s in parsed for c in s]
assert ours == theirs, "junitparser reads other cases"
PY
python=$(python_with junitparser) || python=python3
says "expat reads the same cases, and the counts are right" python3 -c "import sys; sys.modules['junitparser'] = None; exec(open('$tmp/junit.py').read())" "$tmp/out.junit"
if "$python" -c 'import junitparser' 2>/dev/null; then
    says "junitparser, too" "$python" "$tmp/junit.py" "$tmp/out.junit"
else
    skip "junitparser, too" "python3-junitparser is not installed"
fi
check_junit() {
    xmllint --noout --schema "$DATA/junit.xsd" "$1" && python3 "$tmp/junit.py" "$1"
}
# what an export could do wrong, one at a time: sed's word for it, and what it is
while read -r what how; do
    sed "$how" "$tmp/out.junit" >"$tmp/bad/$what.xml"
    refuses "a junit.xml is refused for: $what" check_junit "$tmp/bad/$what.xml"
done <<'WRONG'
a-bracket 1,/message="/s/message="/message="</
an-ampersand 1,/message="/s/message="/message="\& /
a-control-character 1,/message="/s/message="/message="\x01/
broken-utf-8 1,/message="/s/message="/message="\xed\xa0\x80/
a-case-twice 1,/<testcase/{/<testcase/{p}}
a-count 1,/failures="/s/failures="/failures="1/
a-missing-count 1,/<testsuite /s/ errors="[0-9]*"//
a-time 1,/time="/s/time="/time="1,/
an-unknown-attribute 1,/<testcase/s/<testcase/<testcase status="x"/
two-outcomes 1,/<skipped/s|<skipped message="[^"]*"/>|&<error type="x"/>|
WRONG

# --- Gradescope
cat >"$tmp/gradescope.py" <<'PY'
# gradescope.py SCHEMA FILE…: each is JSON as RFC 8259 has it (no NaN, no text that is no text), and as the schema says
import json, sys
from jsonschema import Draft7Validator
schema = json.load(open(sys.argv[1], encoding="utf-8"))
Draft7Validator.check_schema(schema)
def none(word):
    raise ValueError(word + " is no JSON")
for path in sys.argv[2:]:
    d = json.loads(open(path, "rb").read().decode("utf-8"), parse_constant=none)
    json.dumps(d, ensure_ascii=False).encode("utf-8")
    for e in Draft7Validator(schema).iter_errors(d):
        sys.exit("%s: %s: %.200s" % (path, "/".join(map(str, e.absolute_path)), e.message))
PY
if python=$(python_with jsonschema); then
    gradescope() {
        "$python" "$tmp/gradescope.py" "$DATA/gradescope.schema.json" "$@"
    }
    set -- "$tmp"/gs/*/results.json
    graded=$(sed 's/.*"graded": \([0-9]*\).*/\1/' "$tmp/sent.json")
    [ $# -eq "$graded" ]
    row $? "a results.json a graded student" "$# files, $graded graded"
    says "jsonschema takes every one, by Gradescope's specification" gradescope "$@"
    wrong() { # wrong WHAT, python on `d`
        python3 - "$1" "$tmp/bad/results.json" "$2" <<'PY'
import json, sys
d = json.load(open(sys.argv[1], encoding="utf-8"))
exec(sys.argv[3])
json.dump(d, open(sys.argv[2], "w"))
PY
        refuses "a results.json is refused for: $2" gradescope "$tmp/bad/results.json"
    }
    for how in 'd["tests"][0]["visibility"] = "secret"' 'd["score"] = "12"' 'd["score"] = float("nan")' \
        'del d["score"]; del d["tests"][0]["score"]; del d["tests"][0]["max_score"]' 'd["tests"][0]["passed"] = True' \
        'd["tests"][0]["status"] = "INCONCLUSIVE"' 'd["tests"][0]["output"] = "\x1b[2J"' 'd["leaderboard"][0].pop("value")' \
        'd["tests"][0]["name"] = "\ud800"' 'd["tests"] = {}' 'd["test_output_format"] = "markdown"' \
        'd["tests"][0].pop("score")' 'd["execution_time"] = -1'; do
        wrong "$1" "$how"
    done
else
    skip "results.json by Gradescope's specification" "python3-jsonschema is not installed"
fi

# --- tables: the same cells, none of them a formula. Read as a spreadsheet guesses, "0042" is the number 42 and "1/2" a day;
# where the person who opens the file says that a column is text, it stays as it is.
cat >"$tmp/sheet.py" <<'PY'
# sheet.py TABLE.csv CONVERTED [text]: gnumeric's XML, or LibreOffice's, has the cells that python's csv reads
import csv, io, sys
import xml.etree.ElementTree as ET
csv.field_size_limit(1 << 24)
table = list(csv.reader(io.StringIO(open(sys.argv[1], newline="", encoding="utf-8").read()), strict=True))
as_text = sys.argv[3:] == ["text"]
assert max(len(v) for row in table for v in row) <= 32767, "longer than a cell of Excel's"
def gnumeric(root):
    ns = "{http://www.gnumeric.org/v10.dtd}"
    for c in root.iter(ns + "Cell"):
        yield (int(c.get("Row")), int(c.get("Col"))), c.text or "", c.get("ValueType") == "60", c.get("ValueType") is None
def office(root):
    t, o, x = ("{urn:oasis:names:tc:opendocument:xmlns:%s:1.0}" % n for n in ("table", "office", "text"))
    def words(e):
        s = {x + "s": " " * int(e.get(x + "c", 1)), x + "tab": "\t"}.get(e.tag, e.text or "")
        return s + "".join(words(c) + (c.tail or "") for c in e)
    r = 0
    for row in root.iter(t + "table-row"):
        k = 0
        for c in row:
            for _ in range(int(c.get(t + "number-columns-repeated", 1)) if len(c) else 0):
                kind = c.get(o + "value-type")
                yield (r, k), c.get(o + "value") or "\n".join(words(p) for p in c.iter(x + "p")), kind == "string", c.get(t + "formula") is not None
                k += 1
            k += 0 if len(c) else int(c.get(t + "number-columns-repeated", 1))
        r += int(row.get(t + "number-rows-repeated", 1))
root = ET.parse(sys.argv[2]).getroot()
got = {at: (v, is_text, formula) for at, v, is_text, formula in (gnumeric if "gnumeric" in root.tag else office)(root)}
want = {(r, k): v for r, row in enumerate(table) for k, v in enumerate(row) if v}
assert want and set(want) == set(got), ("other cells", sorted(set(want) ^ set(got))[:9])
def number(s):
    try:
        return float(s)
    except ValueError:
        return None
for at, v in want.items():
    seen, is_text, formula = got[at]
    assert not formula, ("a formula", at, v[:80])
    if is_text:
        assert seen in (v, v[1:] if v[0] == "'" else v), ("another text", at, v[:80], seen[:80])
    else: # a number, a day, a truth: what a spreadsheet takes the plain characters for
        assert not as_text and len(v) < 25, ("no text", at, v[:80])
        assert number(v) is None or abs(number(v) - number(seen)) < 1e-6, ("another number", at, v, seen)
PY
sheet() {
    python3 "$tmp/sheet.py" "$@"
}
if command -v ssconvert >/dev/null; then
    gnumeric() { # gnumeric FILE.csv: FILE.csv.xml
        ssconvert --import-encoding=UTF-8 --export-type=Gnumeric_XmlIO:sax:0 "$1" "$1.xml" 2>&1
    }
    for t in csv canvas moodle; do
        gnumeric "$tmp/$t.csv" >/dev/null
        says "gnumeric opens $t" sheet "$tmp/$t.csv" "$tmp/$t.csv.xml"
    done
    printf 'a,b\r\n1,=1+1\r\n' >"$tmp/bad/formula.csv"
    gnumeric "$tmp/bad/formula.csv" >/dev/null
    refuses "a formula is seen" sheet "$tmp/bad/formula.csv" "$tmp/bad/formula.csv.xml"
else
    skip "gnumeric opens the tables" "gnumeric (ssconvert) is not installed"
fi
if [ "$full" = --full ] && command -v soffice >/dev/null; then
    # LibreOffice's numbers for: comma, quote, UTF-8, from line 1, what the columns are, English, cells in quotes are what
    # they look like, "1e5" is a number, and a formula is one
    office() { # office KIND-OF-COLUMNS FILE.csv…: FILE.fods beside each
        kinds=$1
        shift
        timeout 120 soffice "-env:UserInstallation=file://$tmp/office" --headless \
            --infilter="CSV:44,34,76,1,$kinds,1033,false,true,false,false,false,-1,true" \
            --convert-to fods --outdir "$tmp/office.out" "$@" >"$tmp/office.log" 2>&1
    }
    text=$(python3 -c 'print("/".join("%d/2" % k for k in range(1, 257)))')
    printf 'a,b\r\n1,=1+1\r\n' >"$tmp/formula.csv"
    office "" "$tmp/csv.csv" "$tmp/canvas.csv" "$tmp/moodle.csv" "$tmp/formula.csv"
    for t in csv canvas moodle; do
        says "LibreOffice opens $t" sheet "$tmp/$t.csv" "$tmp/office.out/$t.fods"
    done
    refuses "a formula is seen there" sheet "$tmp/formula.csv" "$tmp/office.out/formula.fods"
    office "$text" "$tmp/csv.csv" "$tmp/canvas.csv" "$tmp/moodle.csv"
    for t in csv canvas moodle; do
        says "LibreOffice opens $t, all columns text: zeros in front stay" sheet "$tmp/$t.csv" "$tmp/office.out/$t.fods" text
    done
else
    skip "LibreOffice opens the tables" "$([ "$full" = --full ] && echo 'libreoffice-calc-nogui is not installed' || echo './check --full does')"
fi

echo "1..$n"
[ "$bad" -eq 0 ]
