#!/bin/sh
# A look at what a student handed in, on the command line and on the screen, with sources that are hostile to whoever
# reads them: TAP, one row a promise. Needs RIDGE (the binary), RIDGE_SRC (the checkout) and class_fixture.
set -u
RIDGE=$1
SRC=$2
FIXTURE=$3
# shellcheck source=tests/cli/tap_class.sh
. "$(dirname "$0")/tap_class.sh"

# s1: the skeleton with two lines more; s2: terminal codes, direction marks, bytes that are no text, one line of 100 kB;
# s3: nothing; s4: 30,000 lines; s5: the skeleton as it is
mkdir -p "$H"
python3 - "$SRC/labs/w02-transpose/skeleton/transpose.cu" >"$tmp/class.json" <<'PY'
import json, sys
skeleton = open(sys.argv[1]).read()
def one(key, name, text=None):
    s = {"key": key, "name": name, "email": key + "@x.edu", "section": "A"}
    if text is not None:
        s.update(file="transpose.cu", text=text, origin="d/" + name, status="FAIL", points=30, max=100,
                 report={"milestones": [{"id": "correct", "kind": "correct", "status": "FAIL", "message": "tile 3 is wrong",
                                         "points": 30, "max": 100, "goal": "agree"}]})
    return s
evil = "\x1b]0;owned\x07\x1b[2J int \u202eevil\u202c;\n\tint tab;\n\x01\x7f\n" + "x" * 100000 + "\nend\n"
print(json.dumps({"lab": "w02-transpose", "policy": {}, "students": [
    one("s1", "Ada Doe", "// first of mine\n" + skeleton + "// last of mine\n"), one("s2", "Bob \x1b[31mRoe", evil),
    one("s3", "Cy Poe"), one("s4", "Di Wu", "int a;\n" * 30000), one("s5", "Ed Ott", skeleton)]}))
PY
"$FIXTURE" "$H/ridge.db" <"$tmp/class.json" || exit 99

# --- on the command line
run 0 "one student: the grade and what was handed in" "^s1, Ada Doe, w02-transpose: FAIL 30 of 100" class w02 s1
run 0 "named as a hand-in names them" "^s1, Ada Doe" class w02 "Ada Doe"
json "the same as a document" 'd["row"]["key"] == "s1" and len(d["submissions"]) == 1' class w02 s1
run 2 "nobody of that name" 'no student with the key "s9"' class w02 s9
run 2 "who handed in nothing has no source" 'There is no source to show: the status of s3 in w02-transpose is MISSING' class w02 s3 --source
run 0 "but a page" "^s3, Cy Poe, w02-transpose: MISSING" class w02 s3
run 2 "a submission of somebody else" "s1 has no submission 2 in w02-transpose" class w02 s1 --source --submission 2
run 2 "source and difference are two questions" "Ask for one of" class w02 s1 --source --diff
run 2 "of nobody there is no source" "Name the student, too" class w02 --source
ridge class w02 s1 --source >"$tmp/source" 2>&1
holds "each line has its number" "$tmp/source" '^    1   // first of mine$'
COLUMNS=40 ridge class w02 s2 --source >"$tmp/evil" 2>&1
lacks "no control character reaches whoever reads it" "$tmp/evil" '[\x00-\x09\x0b-\x1f\x7f]'
lacks "and no change of direction" "$tmp/evil" '\xe2\x80[\xaa-\xae]'
holds "both are shown" "$tmp/evil" '^    1   .x1b\]0;owned.x07.x1b\[2J int .xe2.x80.xaeevil'
holds "a tab is blanks" "$tmp/evil" '^    2           int tab;$'
holds "a long line is cut, and says so" "$tmp/evil" '^    4   x{1000}…$'
holds "and what follows has its place" "$tmp/evil" '^    5   end$'
ridge class w02 s1 --diff >"$tmp/diff" 2>&1
holds "what was added" "$tmp/diff" '^    1 \+ // first of mine$'
[ "$(grep -cE '^ +[0-9]+ [+-] ' "$tmp/diff")" -eq 2 ]
row $? "and nothing else" "$(cat "$tmp/diff")"
run 0 "who handed in the skeleton" "This is the skeleton: nothing was changed" class w02 s5 --diff
[ "$(ridge class w02 s4 --source | grep -c 'int a;')" -eq 30000 ]
row $? "30,000 lines are written whole"
run 0 "and are too many to compare" "too long to be compared" class w02 s4 --diff
json "the difference as a document" '[(x["sign"], x["text"]) for x in d["files"][0]["diff"] if x["sign"] != " "] == [("+", "// first of mine"), ("+", "// last of mine")]' \
    class w02 s1 --diff
json "a source as it was handed in" 'd["files"][0]["text"].startswith("\x1b]0;owned") and d["counts"] is True' class w02 s2 --source

# --- on the screen
# page KEYS…: the screen after them, in $tmp/page
page() {
    {
        echo 'size 100x30'
        echo 'keys C'
        echo 'wait 5 students'
        echo 'keys g'
        for k in "$@"; do echo "$k"; done
        echo "save $tmp/page"
        echo 'keys ~'
    } >"$tmp/keys"
    rm -f "$tmp/page"
    ridge --script "$tmp/keys" >"$tmp/script.out" 2>&1 || cat "$tmp/script.out"
}
page 'keys v' 'wait the source'
holds "v opens the source from the class" "$tmp/page" ' 1   // first of mine'
page 'keys d' 'wait differs'
holds "d what differs from the skeleton" "$tmp/page" ' 1 \+ // first of mine'
page 'keys v' 'wait the source' 'keys d' 'wait differs'
holds "and one leads to the other" "$tmp/page" ' 1 \+ // first of mine'
page 'keys Enter' 'wait Handed in' 'keys v' 'wait the source'
holds "the evidence has the same keys" "$tmp/page" ' 1   // first of mine'
page 'keys j' 'keys v' 'wait the source'
holds "a hostile source is shown" "$tmp/page" '1   .x1b\]0;owned'
lacks "and not obeyed" "$tmp/page" '[\x00-\x09\x0b-\x1f\x7f]|\xe2\x80[\xaa-\xae]'
page 'keys j j' 'keys v' 'wait MISSING'
holds "who handed in nothing has none, and the class stays" "$tmp/page" '5 students'
page 'keys j j j' 'keys v' 'wait 30,000 lines' 'keys G'
holds "of a very long one the rest is counted" "$tmp/page" '10,000 lines more'
page 'keys F' 'type zzz' 'keys Enter' 'wait No student is left' 'keys Esc' 'wait No filter'
holds "Esc in a filter that left nobody takes the filter away" "$tmp/page" '5 of 5 students'

echo "1..$n"
exit $((bad > 0))
