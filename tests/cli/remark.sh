#!/bin/sh
# What an instructor says of a student's work: comments on lines, points by hand from a rubric; where it shows, and what
# it leaves alone: TAP, one row a promise. Needs RIDGE (the binary), RIDGE_SRC (the checkout) and class_fixture.
set -u
RIDGE=$1
SRC=$2
FIXTURE=$3
# shellcheck source=tests/cli/tap_class.sh
. "$(dirname "$0")/tap_class.sh"

# s1 and s2 handed in one file of three lines, for 80 and 30 of 100; s3 handed in nothing
mkdir -p "$H"
python3 - >"$tmp/class.json" <<'PY'
import json
def one(key, name, points=None):
    s = {"key": key, "name": name, "email": key + "@x.edu", "section": "A"}
    if points is not None:
        s.update(file="transpose.cu", text="int a; /* " + key + " */\n\tint b; /* \x1b[31m<b> */\nint c;\n", origin="d/" + name,
                 status="FAIL", points=points, max=100,
                 report={"milestones": [{"id": "correct", "kind": "correct", "status": "FAIL", "message": "tile 3 is wrong",
                                         "points": points, "max": 100, "goal": "agree"}]})
    return s
print(json.dumps({"lab": "w02-transpose", "policy": {}, "students": [one("s1", "Ada Doe", 80), one("s2", "Bob Roe", 30), one("s3", "Cy Poe")]}))
PY
"$FIXTURE" "$H/ridge.db" <"$tmp/class.json" || exit 99

# --- comments
run 0 "nothing is said yet" "Nothing was commented" comment w02
run 2 "a line that is not there" "transpose.cu has 3 lines, and no line 4" comment w02 s1 transpose.cu:4 "why"
run 2 "no line 0" "3 lines, and no line 0" comment w02 s1 0 "why"
run 2 "a file that was not handed in" 'Nothing of the name "x.cu" was handed in' comment w02 s1 x.cu:1 "why"
run 2 "who handed in nothing has no line" "There is no source to show" comment w02 s3 1 "why"
run 2 "a comment without a text" "has no text" comment w02 s1 1 "  "
run 2 "one that is too long" "too long" comment w02 s1 1 "$(printf '%01001d' 0)"
run 2 "nobody of that key" "no student with the key" comment w02 s9 1 "why"
run 0 "on a line" "Comment 1 of s1 in w02-transpose is kept" comment w02 s1 transpose.cu:2 "$(printf 'why \033]0;x\007 <i>here</i>\nand there')"
run 0 "on a line of the only file, of a student by name" "Comment 2 of s1" comment w02 "Ada Doe" 1 "first"
run 0 "on all of the work, also of who handed in nothing" "Comment 3 of s3" comment w02 s3 "Come and see me."
run 0 "listed by line, control characters shown" "^ *1 +s1 +transpose.cu:2 +[^ ].*: why .x1b.0;x.x07 <i>here</i> and there" comment w02
json "as a document" '[(x["key"], x["file"], x["line"]) for x in d["rows"]] == [("s1", "transpose.cu", 1), ("s1", "transpose.cu", 2), ("s3", "", 0)]' comment w02
json "of one student" '[x["text"] for x in d["rows"]] == ["Come and see me."]' comment w02 s3
run 2 "nothing of that number is taken back" "no comment or mark 9" comment w02 --remove 9
run 0 "one is taken back" "Number 2 of w02-transpose no longer holds" comment w02 --remove 2
run 2 "once" "no comment or mark 2" comment w02 --remove 2
json "and holds no longer" '[x["id"] for x in d["rows"]] == [1]' comment w02 s1

# --- the rubric
run 0 "a rubric stands in the lab" "^names +4 +Names and comments" mark w02
run 0 "and has points" "10 points by hand beside" mark w02
run 2 "a lab without one says so" "has no rubric. A course gives its lab one" mark w03
json "before anybody is marked the machine's points are all" 'd["grade"] == 80 and d["max"] == 100 and d["by_hand"] is None' mark w02 s1
run 2 "an item that is none" 'The rubric has no item "style"' mark w02 s1 style
run 2 "more than an item has" "names has from 0 to 4 points to give; 5 is none" mark w02 s1 names=5
run 2 "less than nothing" "-1 is none" mark w02 s1 names=-1
run 2 "no number" "Points are a number" mark w02 s1 names=x
run 2 "one wrong item, and none is stored" "The rubric has no item" mark w02 s1 names nonsense
json "none was" 'd["by_hand"] is None and d["grade"] == 80' mark w02 s1
run 0 "a part of an item, and all of one that is taken off" "FAIL 81 of 110; by hand 1 of 10" mark w02 s1 names=3 left-over
run 0 "an item anew, with a reason" "FAIL 82 of 110; by hand 2 of 10" mark w02 s1 names=4 --reason "clear <b>names</b>"
json "each mark has what it is, who gave it and why" \
    '[(m["item"], m["points"], m["text"]) for m in d["by_hand"]["marks"]] == [("left-over", -2, "Code that nothing uses was handed in."), ("names", 4, "clear <b>names</b>")] and all(m["who"] for m in d["by_hand"]["marks"])' mark w02 s1
json "the points are the whole class's" 'd["grade"] == 30 and d["max"] == 110' mark w02 s2
number=$(ridge mark w02 s1 --json | python3 -c 'import json,sys; print(json.load(sys.stdin)["by_hand"]["marks"][0]["id"])')
json "a mark is taken back" "(d['schema'], d['removed']) == ('ridge.mark/1', $number)" mark w02 --remove "$number"
json "and its points" 'd["grade"] == 84' mark w02 s1
run 0 "a comment of the rubric" "Comment [0-9]+ of s2" comment w02 s2 3 @banks
run 0 "is its text" "transpose.cu:3 .*Each column read of this tile meets one bank" comment w02 s2
run 2 "of an item that is none" 'The rubric has no item "bonk"' comment w02 s2 3 @bonk

# --- where it shows
ridge export w02 --format html --out "$tmp/html" 2>/dev/null
holds "the student's page has the points by hand" "$tmp/html/student-s1.html" '<td>names</td><td class="n">4.00</td>.*clear &lt;b&gt;names&lt;/b&gt;'
holds "and the line that a comment is about" "$tmp/html/student-s1.html" 'transpose.cu:2</td><td><code class="m">        int b; /\* .x1b\[31m&lt;b&gt; \*/</code>'
holds "with what was said" "$tmp/html/student-s1.html" 'why .x1b\]0;x.x07 &lt;i&gt;here&lt;/i&gt; and there'
lacks "and not who said it" "$tmp/html/student-s1.html" "$(id -un)"
lacks "nor what was taken back" "$tmp/html/student-s1.html" 'first<|Code that nothing uses'
lacks "nor of anybody else" "$tmp/html/student-s2.html" 'clear|Come and see me'
ridge export w02 --format moodle --out "$tmp/moodle.csv" 2>/dev/null
holds "the feedback of an export has both" "$tmp/moodle.csv" 'names 4 of 4: clear <b>names</b>; transpose.cu:2: why'
ridge export w02 --format canvas --out "$tmp/canvas.csv" 2>/dev/null
holds "Canvas's grade is the sum, of what both have" "$tmp/canvas.csv" '^Ada Doe,.*,84.00'
run 0 "and so is the class's table" "^s1 +Ada Doe .* 80 +110 +.* 84 " grade --lab w02 --backend simt
run 0 "an adjustment sets the grade all the same" "FAIL 84 of 110  ->  FAIL 7 of 110" adjust --lab w02 --only s1 --points 7 --reason "copied"
run 0 "and is taken back" "FAIL 84 of 110" adjust --lab w02 --only s1 --undo --reason "not copied"

# --- on the screen
page() {
    {
        echo 'size 100x30'
        echo 'keys C'
        echo 'wait 3 students'
        echo 'keys g'
        for k in "$@"; do echo "$k"; done
        echo "save $tmp/page"
        echo 'keys ~'
    } >"$tmp/keys"
    rm -f "$tmp/page"
    ridge --script "$tmp/keys" >"$tmp/script.out" 2>&1 || cat "$tmp/script.out"
}
page 'keys v' 'wait the source'
holds "a comment stands under its line" "$tmp/page" '1 .*: why .x1b\]0;x'
page 'keys v' 'wait the source' 'keys G' 'keys c' 'wait comment on transpose.cu:3' 'type from here' 'keys Enter' 'wait from here'
holds "c comments the line of the mark" "$tmp/page" '[0-9] .*: from here'
page 'keys Enter' 'wait Handed in' 'keys c' 'wait comment on all' 'type well done' 'keys Enter' 'wait well done'
holds "and all of the work from the evidence" "$tmp/page" 'by hand 4 of 10 points'
json "both are kept" '[(x["line"], x["text"]) for x in d["rows"]][0] == (0, "well done") and (3, "from here") in [(x["line"], x["text"]) for x in d["rows"]]' comment w02 s1

# --- two at once, a locked workbook, and what was changed by hand
for k in 1 2 3 4 5 6; do ridge comment w02 s2 1 "at once $k" >/dev/null 2>&1 & done
wait
json "six graders at once: each is kept" 'len([x for x in d["rows"] if x["text"].startswith("at once")]) == 6' comment w02 s2
RIDGE_ROOT=$(small) run 0 "doctor finds all of it as its audit says" "reports that differ from the audit: 0" doctor
python3 - "$H/ridge.db" <<'PY'
import sqlite3, sys
c = sqlite3.connect(sys.argv[1])
c.execute("drop trigger remark_is_fixed")
c.execute("update remark set value = 9000 where kind = 'mark'")
c.commit()
PY
RIDGE_ROOT=$(small) run 0 "what was changed by hand is found" "reports that differ from the audit: [1-9]" doctor

echo "1..$n"
exit $((bad > 0))
