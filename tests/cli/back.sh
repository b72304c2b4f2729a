#!/bin/sh
# What goes back to students through the school's system: zips for Moodle and Canvas, read as their imports read them
# (assign/feedback/file/importziplib.php; abstract_assignment.rb), Moodle's comments, and a table for mail. TAP, one row a
# promise. Needs RIDGE (the binary), RIDGE_SRC (the checkout) and class_fixture.
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
import csv, io, os, re, sys, zipfile
tmp = sys.argv[1]
def entries(name):
    z = zipfile.ZipFile(os.path.join(tmp, name))
    assert z.testzip() is None
    return {i.filename: z.read(i) for i in z.infolist()}
# As Moodle's import finds the student and the file's name; None: it passes the file over.
def moodle(path):
    parts = path.split("/")
    if parts[-1][:1] in ".~":
        return None
    while parts:
        info = parts.pop(0).split("_", 4)
        if len(info) < 4 or not info[1].isdigit() or info[2:4] != ["assignsubmission", "file"]:
            continue
        parts.insert(0, (info + [""])[4])
        return int(info[1]), "/".join(parts).lstrip("/")
# As Canvas's import finds the student and the upload.
def canvas(path):
    split = [p for p in os.path.basename(path).split("_") if p != "LATE"]
    if split[0] == "anon":
        return split[1], int(split[2])
    return tuple(int(p) for p in split if p.isdigit())[:2]
$2
PY
    )
    row $? "$1" "$detail"
}

mkdir -p "$H"
python3 - "$SRC" >"$tmp/class.json" <<'PY'
import json, sys
src = "#include \"lab.h\"\n\nvoid vadd(int n)\n{\n    n = 1; /* \u202e */\n}\n"
def report(ok):
    return {"schema": "ridge.report/1", "duration_ms": 1500,
            "milestones": [{"id": "correct", "goal": "agree", "kind": "correct", "max": 30, "points": 30 if ok else 10,
                            "status": "PASS" if ok else "FAIL", "message": "<script>alert(1)</script> */ wrong", "hint": "Look <here>."}],
            "cases": [{"case": "v", "call": "vadd", "hidden": False, "status": "PASS" if ok else "FAIL", "message": "a\nb */ c"},
                      {"case": "h", "call": "vadd", "hidden": True, "status": "FAIL", "message": "SECRET 1e-77"}]}
def one(key, name, origin=None, ok=False, **more):
    s = {"key": key, "name": name, "email": key + "@x.edu", "section": "1"}
    if origin:
        s.update(file="transpose.cu", text=src + "/* %s */\n" % key, origin=origin, max=30, points=30 if ok else 10,
                 status="PASS" if ok else "FAIL", report=report(ok))
    s.update(more)
    return s
M = "_assignsubmission_file_"
students = [
    one("01", "Ada Doe", "m.zip/Ada Doe_8801" + M, True),
    one("02", "Seán_Paul O'Brien", "m.zip/Seán Paul OBrien_8802_assignsubmission_file"),
    one("03", "<b>Zoë</b> \"Z\" Poe, Jr", "m.zip/bZoëb Z Poe, Jr_8803" + M),
    one("04", "مريم", "m.zip/مريم_8804" + M + " (the newest of 2 by their names; left: x_1_2_a.c)"),
    one("05", "Mail Er", "mail/er.cu", extra={"Identifier": "Participant 8805"}),
    one("06", "No Number", "mail/no.cu"),
    one("07", "Mis Sing", extra={"Identifier": "Participant 8807"}),
    one("08", "Ca Nvas", "s.zip/nvasca_LATE_9008_50008_transpose-2.cu (the newest of 2 by their names; left: y)"),
    one("09", "Zi Ped", "s.zip/pedzi_9009_50009_my work (1).zip"),
    one("10", "Tar Red", "s.zip/redtar_9010_50010_hw.tar.gz"),
    one("11", "An On", "s.zip/anon_Ab1_50011_transpose.cu"),
    one("12", "Re Fused", "s.zip/fusedre_9012_50012_transpose.cu", refused="two files could be transpose.cu"),
]
json.dump({"lab": "w02-transpose", "policy": {"visibility": "hidden", "due": 1764633600000, "zone": 60}, "students": students}, sys.stdout)
PY
"$FIXTURE" "$H/ridge.db" <"$tmp/class.json" || exit 99

# --- Moodle
run 2 "a zip goes into a file" "name it with --out" export w02 --format moodle-feedback
run 0 "Moodle's zip, and where it is taken" "^5 pages for Moodle: .*Upload multiple feedback files in a zip" \
    export w02 --format moodle-feedback --out "$tmp/moodle.zip"
printf '%s\n' "$out" | grep -q "  06 is not in it: no number of Moodle's is known; .ridge roster import. of the grading worksheet"
row $? "who has no number is named, with what helps" "$out"
! printf '%s\n' "$out" | grep -q "  07 "
row $? "who handed nothing in gets nothing back" "$out"
check "Moodle finds each student and one file" '
e = entries("moodle.zip")
assert {moodle(p) for p in e} == {(n, "w02-transpose.html") for n in range(8801, 8806)}, list(e)
assert "Ada Doe_8801_assignsubmission_file_/w02-transpose.html" in e, list(e)
names = {moodle(p)[0]: p for p in e}
assert names[8802].startswith("Seán Paul OBrien_8802_") and names[8805].startswith("Mail Er_8805_"), names
for p, page in e.items():
    t = page.decode()
    assert t.startswith("<!doctype html>") and "<script" not in t and "SECRET" not in t and "1e-77" not in t, p
    assert t.count("<h1>") == 1 and all(ord(c) >= 32 or c == "\n" for c in t) and "\u202e" not in t, p
assert "Ada Doe</h1>" in e[names[8801]].decode() and "Ada" not in e[names[8802]].decode()'
"$RIDGE" --home "$H" export w02 --format moodle-feedback --out "$tmp/again.zip" >/dev/null 2>&1
cmp -s "$tmp/moodle.zip" "$tmp/again.zip"
row $? "the same class gives the same bytes"
LC_ALL=C TZ=America/Los_Angeles "$RIDGE" --home "$H" export w02 --format moodle-feedback --out "$tmp/again.zip" >/dev/null 2>&1
cmp -s "$tmp/moodle.zip" "$tmp/again.zip"
row $? "in every locale and zone"

# --- Canvas
run 0 "Canvas's zip, and where it is taken" "^5 pages for Canvas: .*Re-Upload Submissions" \
    export w02 --format canvas-feedback --out "$tmp/canvas.zip"
check "Canvas finds each student and upload, by the names of its own download" '
e = entries("canvas.zip")
assert sorted(e) == ["anon_Ab1_50011_transpose.cu", "fusedre_9012_50012_transpose.cu", "nvasca_LATE_9008_50008_transpose-2.cu",
    "pedzi_9009_50009_my work (1).zip", "redtar_9010_50010_hw.tar.gz"], sorted(e)
assert {canvas(p) for p in e} == {("Ab1", 50011), (9012, 50012), (9008, 50008), (9009, 50009), (9010, 50010)}
t = e["nvasca_LATE_9008_50008_transpose-2.cu"].decode()
head, body = t.split(" */\n", 1)
assert "*/" not in head and "correct: FAIL, 10 of 30" in head and "Hint: Look <here>." in head and "SECRET" not in t, head
assert "void vadd(int n)\n// ^^^ line 3: vadd: 2 cases failed\n{" in body, body
z = zipfile.ZipFile(io.BytesIO(e["pedzi_9009_50009_my work (1).zip"]))
assert z.namelist() == ["w02-transpose.html"] and b"Zi Ped</h1>" in z.read("w02-transpose.html")
import tarfile
tar = tarfile.open(fileobj=io.BytesIO(e["redtar_9010_50010_hw.tar.gz"]))
assert tar.getnames() == ["w02-transpose.html"] and b"Tar Red</h1>" in tar.extractfile("w02-transpose.html").read()
assert "two files could be transpose.cu" in e["fusedre_9012_50012_transpose.cu"].decode()'
run 0 "as JSON: how many, and who is not in it" '"nameless": \[' export w02 --format canvas-feedback --out "$tmp/c.zip" --json
run 0 "one student alone" "^1 page for Moodle" export w02 --format moodle-feedback --only 01 --out "$tmp/one.zip"
check "has one file" 'assert len(entries("one.zip")) == 1'

# --- Moodle's comments
{
    printf 'Identifier,Full name,Email address,Status,Grade,Maximum Grade,Last modified (grade),Feedback comments\n'
    printf 'Participant 8801,Ada,a@x,S,,60.00,-,\nParticipant 8802,S,b@x,S,,60.00,-,well done\n'
    printf 'Participant 8803,Z,c@x,S,,60.00,-,"Ridge: PASS, of an earlier export"\nParticipant 8807,M,d@x,-,,60.00,-,\n'
} >"$tmp/sheet.csv"
run 0 "the worksheet is filled" "3 grades in column" export w02 --format moodle --template "$tmp/sheet.csv"
check "each empty comment says how the grade came about, as HTML; what a person wrote stays" '
t = list(csv.reader(open(tmp + "/sheet.csv", newline="")))
assert [r[4] for r in t[1:]] == ["60.00", "20.00", "20.00", ""], t
assert t[1][7] == "Ridge: PASS" and t[2][7] == "well done" and t[4][7] == "", t
assert t[3][7].startswith("Ridge: FAIL: correct: &lt;script&gt;"), t[3]'

# --- mail
run 0 "a table for mail merge" "^01,Ada Doe,01@x.edu,w02-transpose,.*,PASS,30.00,30.00,30.00,student-01.html" export w02 --format mail
"$RIDGE" --home "$H" export w02 --format mail --out "$tmp/mail.csv" >/dev/null 2>&1
"$RIDGE" --home "$H" export w02 --format html --out "$tmp/pages" >/dev/null 2>&1
check "it names the file of each page" '
t = list(csv.DictReader(open(tmp + "/mail.csv", newline="")))
assert len(t) == 12 and all(os.path.exists(tmp + "/pages/" + r["page"]) for r in t), t'

# --- what does not fit
run 2 "a zip is filled into no template" "is a file of Canvas or Moodle" export w02 --format moodle-feedback --template x --out "$tmp/y"
run 10 "a folder that is not there" "No such file" export w02 --format moodle-feedback --out "$tmp/none/x.zip"

echo "1..$n"
[ "$bad" -eq 0 ]
