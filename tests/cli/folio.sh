#!/bin/sh
# What a learner takes along: data to another machine. TAP, one row a promise.
# Needs RIDGE (the binary) and RIDGE_SRC (the checkout).
set -u
RIDGE=$1
SRC=$2
tmp=$(mktemp -d) || exit 99
trap 'rm -rf "$tmp"' EXIT
export HOME="$tmp/home" XDG_CACHE_HOME="${RIDGE_TEST_CACHE:-$tmp/cache}" NO_COLOR=1 LC_ALL=C.UTF-8 RIDGE_ROOT="$SRC"
unset XDG_DATA_HOME || :
mkdir -p "$HOME"
A=$tmp/a B=$tmp/b
n=0
bad=0

row() { # row RESULT NAME [DETAIL]
    n=$((n + 1))
    if [ "$1" -eq 0 ]; then
        echo "ok $n - $2"
    else
        bad=$((bad + 1))
        echo "not ok $n - $2"
        [ $# -lt 3 ] || printf '%s\n' "$3" | sed 's/^/# /' | head -n 20
    fi
}

# run CODE NAME PATTERN args…: exit code and a pattern in stdout+stderr
run() {
    want=$1 name=$2 pattern=$3
    shift 3
    out=$("$RIDGE" "$@" 2>&1 </dev/null)
    code=$?
    said=1
    printf '%s\n' "$out" | grep -qE -- "$pattern" && said=0
    [ $said -eq 0 ] && [ "$code" -eq "$want" ]
    row $? "$name" "exit $code, wanted $want and /$pattern/: $out"
}

# json NAME EXPRESSION args…: the document, as d, makes the expression true
json() {
    name=$1 expr=$2
    shift 2
    detail=$("$RIDGE" "$@" --json 2>&1 </dev/null | python3 -c "
import json, sys
d = json.load(sys.stdin)
assert $expr, d" 2>&1)
    row $? "$name" "$detail"
}

# ---- two machines ----------------------------------------------------------------------------------------

"$RIDGE" start w03 --home "$A" >/dev/null && "$RIDGE" test w03 --home "$A" >/dev/null 2>&1
"$RIDGE" note w03 --add 'from <a> & "a"' --home "$A" >/dev/null
"$RIDGE" start w03 --home "$B" >/dev/null
cp "$SRC/kernels/w03-txmath/ref.c" "$B/work/w03-txmath/txmath.c" 2>/dev/null
"$RIDGE" test w03 --home "$B" >/dev/null 2>&1
run 0 "export-data writes one file" '1 attempt, 1 note' export-data "$tmp/a.ridge" --home "$A"
run 10 "and never over another" 'is there already' export-data "$tmp/a.ridge" --home "$A"
run 0 "import says what is new" 'New here: 1 attempt, 1 note' import "$tmp/a.ridge" --home "$B"
json "both histories are there" 'len(d["attempts"]) == 2' history --home "$B"
json "numbered by time" '[a["id"] for a in sorted(d["attempts"], key=lambda a: a["started"])] == [1, 2]' history --home "$B"
json "notes too" 'd["notes"][0]["text"] == "from <a> & \"a\""' note w03 --home "$B"
run 0 "importing it twice changes nothing" 'New here: nothing' import "$tmp/a.ridge" --home "$B"
json "and counts nothing twice" 'len(d["attempts"]) == 2' history --home "$B"
"$RIDGE" export-data "$tmp/b.ridge" --home "$B" >/dev/null
json "the way back brings the other's" 'd["schema"] == "ridge.import/1" and d["attempts"] == 1 and d["backup"]' \
    import "$tmp/b.ridge" --home "$A"
left=$("$RIDGE" history --json --home "$A" </dev/null) right=$("$RIDGE" history --json --home "$B" </dev/null)
[ "$left" = "$right" ]
row $? "both machines tell the same history" "$left / $right"
run 0 "doctor finds nothing wrong" 'sound|every page|integrity|workbook' doctor --home "$B"

# ---- files that are not what they say ----------------------------------------------------------------------

run 10 "a file of something else is refused" 'not a file of .ridge export-data.*Nothing was imported' \
    import "$SRC/README.md" --home "$B"
run 10 "so is a database, and it says what to do" 'ridge --db .* export-data' import "$A/ridge.db" --home "$B"
head -c 9000 "$tmp/a.ridge" >"$tmp/cut.ridge"
run 10 "so is one that is cut off" 'is cut off' import "$tmp/cut.ridge" --home "$B"
{ head -c 9000 "$tmp/a.ridge" && printf x && tail -c +9002 "$tmp/a.ridge"; } >"$tmp/changed.ridge"
run 10 "so is one with a changed byte" 'does not match its checksum' import "$tmp/changed.ridge" --home "$B"
sed '1s/1/7/' "$tmp/a.ridge" >"$tmp/newer.ridge"
run 10 "so is one of a newer Ridge" 'newer Ridge' import "$tmp/newer.ridge" --home "$B"
mkfifo "$tmp/pipe"
run 10 "a pipe does not hang it" 'is not a file' import "$tmp/pipe" --home "$B"
json "and after all of that nothing changed" 'len(d["attempts"]) == 2' history --home "$B"
tail -c +129 "$tmp/a.ridge" >"$tmp/inside.db"
json "what is inside opens as a workbook" 'len(d["attempts"]) == 1' history --db "$tmp/inside.db" --home "$tmp/c"

echo "1..$n"
[ "$bad" -eq 0 ]
