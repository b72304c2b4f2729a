#!/bin/sh
# Class lists and exports of other machines that lie: each is refused with what, where and what to do, and nothing is
# written; what is taken sends no control to a terminal. TAP, one row a promise. Needs RIDGE (the binary) and RIDGE_SRC.
set -u
RIDGE=$1
SRC=$2
tmp=$(mktemp -d) || exit 99
trap 'rm -rf "$tmp"' EXIT
export XDG_CACHE_HOME="${RIDGE_TEST_CACHE:-$tmp/cache}" HOME="$tmp/home" NO_COLOR=1 LC_ALL=C.UTF-8 RIDGE_ROOT="$SRC"
unset XDG_DATA_HOME VISUAL EDITOR || :
mkdir -p "$HOME"
H=$tmp/ridge
# shellcheck source=tests/cli/tap.sh
. "$(dirname "$0")/tap.sh"

ridge() {
    "$RIDGE" --home "$H" "$@"
}

# facts: every row of the workbook
facts() {
    python3 -c 'import sqlite3, sys; print("\n".join(sqlite3.connect(sys.argv[1]).iterdump()))' "$H/ridge.db"
}

# --- class lists
python3 - "$tmp" <<'PY'
import gzip, sys
tmp = sys.argv[1]
def put(name, data):
    open(tmp + "/" + name + ".csv", "wb").write(data if isinstance(data, bytes) else data.encode())
head, ada = "key,name,email,section\n", "s1,Ada Doe,a@x.edu,A\n"
put("name", head + ada + "s2," + "x" * (2 << 20) + ",b@x.edu,A\n")
put("big", head + ada + "s2," + "x" * (17 << 20) + ",b@x.edu,A\n")
put("nul", head + ada + "s2,B\0b,b@x.edu,A\n")
put("latin", (head + ada + "s2,Zoé,b@x.edu,A\n").encode("latin-1"))
put("cut", (head + ada + "s2,Zoé").encode()[:-1])
put("quote", head + ada + "s2,\"Bob,b@x.edu,A\n" + ada * 1000)
put("wide", ",".join(["key", "name"] + ["c"] * 1000000) + "\n" + ada)
put("long", head + ada + "s2,Bob" + "," * 1000000 + "\n")
put("rows", head + ada * 200000)
put("twice", head + ada + "s2,Bob,b@x.edu,A\n" + ada)
put("utf16", (head + ada).encode("utf-16"))
put("utf16be", b"\xfe\xff" + (head + ada).encode("utf-16-be"))
put("utf16bare", (head + ada).encode("utf-16-le"))
put("escape", head + ada + "s2,Bob,b@x.edu,\x1b]52;c;QUJD\x07\n")
put("c1", head + ada + "s2,Bob,b@x.edu,\x9b2J\n")
put("bidi", head + ada + "s2,B\u202eob,b@x.edu,A\n")
put("packed", gzip.compress((head + ada).encode()))
put("empty", "")
put("headless", ada)
put("surrogate", (head + "s2,").encode() + b"\xed\xa0\x80,b@x.edu,A\n")
put("overlong", (head + "s2,").encode() + b"\xc0\xaf,b@x.edu,A\n")
put("taken", "\ufeff" + (head + "s1,=cmd|' /C calc'!A0,a@x.edu,+1\ns2,@SUM(1),b@x.edu,-A\n").replace("\n", "\r"))
PY
# refused NAME WHERE AND WHAT
refused() {
    run 2 "a class list refused: $1" "$2" roster import "$tmp/$1.csv"
    printf '%s\n' "$out" | grep -qi "nothing was imported"
    row $? "and it is said that nothing was" "$out"
}
run 0 "no class" "There is no class yet" roster
facts >"$tmp/before"
refused name "line 3: the name, e-mail or section is too long"
refused big "at most 16777216 are accepted"
refused nul "Line 3 has a NUL byte"
refused latin "Line 3 is not UTF-8"
refused cut "Line 3 is not UTF-8"
refused quote "Line 3 has a quote that is never closed."
refused wide "Line 1 has more than 1024 cells."
refused long "Line 3 has more than 1024 cells."
refused rows "Line 100001: the file has more than 100000 rows."
refused twice "line 4: this key is another row's"
refused utf16 "The file is UTF-16 text, .*iconv -f UTF-16 -t UTF-8"
refused utf16be "The file is UTF-16 text, .*iconv -f UTF-16 -t UTF-8"
refused utf16bare "Line 1 has a NUL byte"
refused escape "line 3: a control character"
refused c1 "line 3: a control character"
refused bidi "line 3: a control character"
refused packed "Line 1 is not UTF-8|Line 1 has a NUL byte"
refused empty "empty.csv: The file is empty"
refused headless "no column for a key"
refused surrogate "Line 2 is not UTF-8"
refused overlong "Line 2 is not UTF-8"
facts | cmp -s - "$tmp/before"
row $? "the workbook is as it was, all of that time"
run 0 "a mark in front, lines that end in CR alone, and formulas: a class" "2 students imported" roster import "$tmp/taken.csv"
run 0 "kept as they are written" "^s1 +=cmd.' /C calc'!A0 +a@x.edu +\+1$" roster
run 0 "formulas leave as text" "^s2,'@SUM\(1\),b@x.edu,'-A," export w02

# --- exports of other machines: the head is right, what is inside was changed
python3 - "$RIDGE" "$tmp" <<'PY' || exit 99
import hashlib, os, sqlite3, subprocess, sys
ridge, tmp = sys.argv[1:]
other = [ridge, "--home", tmp + "/other"]
quiet = dict(stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
subprocess.run(other + ["note", "w01", "--add", "mine"], **quiet)
subprocess.run(other + ["export-data", tmp + "/good.ridge"], **quiet)
good = open(tmp + "/good.ridge", "rb").read()
def seal(name, image):
    head = "ridge-data 1\nblake2b-256 %s\nbytes %d\n" % (hashlib.blake2b(image, digest_size=32).hexdigest(), len(image))
    open(tmp + "/" + name + ".ridge", "wb").write(head.encode().ljust(128, b"\n") + image)
def change(name, *sql):
    path = tmp + "/image.db"
    open(path, "wb").write(good[128:])
    c = sqlite3.connect(path, isolation_level=None)
    c.execute("pragma synchronous = off")
    triggers = c.execute("select name, sql from sqlite_schema where type = 'trigger'").fetchall()
    for t, _ in triggers:
        c.execute('drop trigger "%s"' % t)
    for s in sql:
        c.executescript(s)
    for _, s in triggers:
        c.execute(s)
    c.close()
    seal(name, open(path, "rb").read())
    os.remove(path)
esc = "char(27) || ']52;c;QUJD' || char(7) || char(155) || '2J' || char(8238)"
attempt = ("insert into attempt values (1, 1, 'w01-roofline', 1, 'cpu', 'learner', 'test', %s, 5, 'PASS', %s, 9, '', "
           "zeroblob(32), 0, 'L1'); insert into report values (1, '%s');")
now = "1790000000000"
change("names", "update note set owner = 'w01' || " + esc)
change("deep", attempt % (now, 1, "[" * 5000 + "]" * 5000))
change("huge", attempt % (now, 1, '{"points": 1e999}'))
change("wrong", attempt % (now, 1, "[1, 2]"))
change("figure", attempt % (now, "9e999", "{}"))
curve = "insert into curve values (1, 0, 'loss', 'f', 'n=1', %s, '', 7, 0, %s, %s, '%s')"
change("title", attempt % (now, 1, "{}"), curve % (esc, 0, 1, "[1]"))
change("series", attempt % (now, 1, "{}"), curve % ("'T'", 0, 1, "[1e999]"))
change("last", attempt % (now, 1, "{}"), curve % ("'T'", 0, "9e999", "[1]"))
change("when", attempt % ("9223372036854775807", 1, "{}"))
change("whose", "pragma foreign_keys = off; insert into note values (9, 7, 'w01', 'theirs', 1, 1)")
open(tmp + "/cut.ridge", "wb").write(good[:-100])
open(tmp + "/flip.ridge", "wb").write(good[:900] + bytes([good[900] ^ 1]) + good[901:])
open(tmp + "/nothing.ridge", "wb").write(b"")
open(tmp + "/json.ridge", "wb").write(b'{"attempts": []}')
seal("inside", b'{"attempts": []}')
change("texts", attempt % (now, 1, '{"milestones": "none", "machine": 7, "cases": {"a": {}}, "measurements": [[[]]], "x": 1, "x": 2}'),
       "insert into milestone_result values (1, 0, 'correct', 'correct', 'FAIL', '', 0, 9, %s, %s)" % (esc, esc),
       "insert into case_result values (1, 0, 'c', 'n=1', 0, 'FAIL', %s, '[1,[2]]')" % esc,
       curve % ("'T'", 99, -1e308, '[{"a": 1}, "\\u001b[2J", [1, 2, 3], [1e308, -1e308], [null, 1], 4]'),
       "update note set text = 'line' || char(10) || " + esc,
       "insert into event values (90, %s, 'said', 'w01', '{\"text\": \"\\u001b[2J\"}')" % now,
       "insert into answer values (9, 1, 'w01', 'q1', '[[\"\\u001b[2J\"]]', %s, 'PASS', %s, null)" % (esc, now),
       "insert into prediction values (9, 1, 'w01-roofline', 'flops', 'flops', null, %s, 'FLOP', %s, null, null, null)" % (esc, now),
       "insert into review values (9, 1, 'concept', 'w01', 'k', %s, 1, 3, '7', %s, 'PASS', 2, 5, %s, null)" % (now, esc, now),
       "insert into card values (1, 'concept', 'w01', 'k', 2, 5, %s, %s, 1, 0)" % (now, now),
       "insert into ui_state values ('track', '[{}]', 1), ('theme', '7', 1), ('place', '\"x\"', 1)")
PY
facts >"$tmp/before"
# lied NAME WHAT
lied() {
    run 10 "an import refused: $1" "$2" import "$tmp/$1.ridge"
    printf '%s\n' "$out" | grep -q "Nothing was imported"
    row $? "and it is said that nothing was" "$out"
}
lied names "has a name with control characters"
lied deep "has a document that is no JSON"
lied huge "has a document that is no JSON"
lied wrong "has a document that is no JSON"
lied figure "has a figure that is infinite"
lied title "has a name with control characters"
lied series "has a document that is no JSON"
lied last "has a figure that is infinite"
lied when "has a time thousands of years away"
lied whose "is damaged"
lied cut "is cut off"
lied flip "does not match its checksum"
lied nothing "is not a file of"
lied json "is not a file of"
lied inside "is not an SQLite database"
facts | cmp -s - "$tmp/before"
row $? "the workbook is as it was"
run 0 "texts with escapes are texts, and documents of another shape are documents" "1 attempt, 1 answer" import "$tmp/texts.ridge"
for words in history "history w01" note "note w01" log status next map list review "review year" "answer w01" "answer w01-roofline" \
    "show w01" "hint w01" "report --out $tmp/rep" "roofline w01" "curve w01" "profile w01 --compare 1" "diff 1 w01" "start w01" doctor \
    "export-data $tmp/again.ridge"; do
    case $words in doctor) root=$(small) ;; *) root=$SRC ;; esac
    # shellcheck disable=SC2086  # words
    RIDGE_ROOT=$root ridge $words >"$tmp/out" 2>&1 </dev/null
    code=$?
    python3 -c 'import sys
text = open(sys.argv[1], "rb").read().decode("utf-8")
sys.exit(any((c < " " and c not in "\n\t") or "\x7f" <= c < "\xa0" or "\u202a" <= c <= "\u202e" for c in text))' "$tmp/out" &&
        [ $code -lt 128 ] && [ $code -ne 9 ]
    row $? "no control comes out of it: ridge ${words%% "$tmp"*}" "exit $code: $(head -c 300 "$tmp/out" | cat -v)"
done
printf 'size 100x30\nwait quit\n%s\nsave -\n' "$(for k in v m H L i; do printf 'keys %s\nkeys q\n' "$k"; done)" >"$tmp/keys"
ridge --script "$tmp/keys" >"$tmp/out" 2>&1
code=$?
row $code "nor do the screens fail over it" "exit $code: $(tail -n 3 "$tmp/out")"

echo "1..$n"
exit $((bad > 0))
