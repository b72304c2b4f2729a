#!/bin/sh
# What a class is graded by, from one command to the next: the phases, the lab as it is, and who is tried again. TAP,
# one row a promise. Needs RIDGE (the binary) and RIDGE_SRC (the checkout).
set -u
RIDGE=$(realpath "$1")
SRC=$2
tmp=$(mktemp -d) || exit 99
trap 'chmod -R u+rwx "$tmp" 2>/dev/null; rm -rf "$tmp"' EXIT
export XDG_CACHE_HOME="${RIDGE_TEST_CACHE:-$tmp/cache}" HOME="$tmp/home" NO_COLOR=1 LC_ALL=C.UTF-8 RIDGE_ROOT="$SRC"
unset XDG_DATA_HOME VISUAL EDITOR || :
mkdir -p "$HOME"
# shellcheck source=tests/cli/tap.sh
. "$(dirname "$0")/tap.sh"
H=$tmp/ridge
ridge() {
    "$RIDGE" "$@" --home "$H"
}
# of: a number that the database says
of() {
    python3 -c 'import sqlite3, sys; print(sqlite3.connect(sys.argv[1]).execute(sys.argv[2]).fetchone()[0])' "$H/ridge.db" "$1"
}

# A course of one lab, whose points an instructor changes, and four students
cd "$tmp" && "$RIDGE" lab new round-rows >/dev/null && cd round || exit 99
lab=labs/round-rows/lab.lua
points() { # points CORRECT: what the milestone correct is worth from now on
    sed -i '/^  points = /d; s/^  kind = "kernel"/  points = {correct = '"$1"', sanitize = 20, profile = 20, perf = 30},\n&/' $lab
}
printf 'key,name\na1,Ada Doe\na2,Bob Roe\na3,Cy Ng\na4,Di Wu\n' >"$tmp/r.csv"
for who in a1 a2 a3; do
    mkdir -p "$tmp/in/$who" "$tmp/late/a4"
    { cat kernels/round-rows/ref.c; echo "/* $who */"; } >"$tmp/in/$who/rmsnorm.c"
done
cp labs/round-rows/skeleton/rmsnorm.c "$tmp/in/a2/"
cp kernels/round-rows/ref.c "$tmp/late/a4/rmsnorm.c"
run 0 "a class" "4 students" roster import "$tmp/r.csv"

# --- the phases are remembered
run 0 "graded by one phase" "^a1 .* PASS +40 +40 " grade "$tmp/in" --lab round-rows --phase correct
run 0 "what comes later is graded by the same, without a word" "^a4 .* PASS +40 +40 " grade "$tmp/late" --lab round-rows
run 0 "so does a regrade; there is nothing to publish where nothing changes" "^No grade changes.$" regrade --lab round-rows
[ "$(ridge regrade --lab round-rows 2>&1 | grep -c -i publish)" -eq 0 ]
row $? "nor is publishing spoken of"
before=$(of "select count(*) from grading")
run 0 "and a regrade that is there is not run twice" "^No grade changes.$" regrade --lab round-rows
[ "$(of "select count(*) from grading")" -eq "$before" ]
row $? "nothing was queued"

# --- the lab was corrected, its revision was not
points 30
run 0 "a lab that was changed is run again, whatever its revision" "^a1 .* PASS +40 +-> +PASS +30$" regrade --lab round-rows
run 0 "and the earlier round is said to count no more" "counts no more" regrade --lab round-rows --phase sanitize
points 35
run 0 "changed again: what is shown is the lab of now" "^a1 .* PASS +40 +-> +PASS +35$" regrade --lab round-rows --phase correct
run 0 "by one student, too" "^a1 .* PASS +40 +-> +PASS +35$" regrade --lab round-rows --only a1
echo '/* as it was, but for this line */' >>kernels/round-rows/oracle.c
out=$(ridge regrade --lab round-rows --only a3 2>&1)
case $out in *"a1 "*) false ;; *"a3 "*35*) ;; *) false ;; esac
row $? "a changed oracle drops what was pending: only who is named is in the new round" "$out"
run 0 "which alone is published" "^Published" regrade --lab round-rows --only a3 --yes
run 0 "and two scales are not told in one mean" "^Not one scale: 3 were graded by 40 points, 1 was graded by 35 points" grade --lab round-rows
[ "$(ridge grade --lab round-rows 2>/dev/null | grep -c 'mean grade')" -eq 0 ]
row $? "there is no mean over them"
run 0 "until all are on one" "^Published" regrade --lab round-rows --yes
run 0 "then there is" "mean grade" grade --lab round-rows

# --- what is held in a round that is not published is tried again, and says why
mkdir -p "$tmp/cc/bin"
cat >"$tmp/cc/bin/gcc" <<'END'
#!/bin/sh
case "$*" in *--version*) echo "gcc 1"; exit ;; *" -g "*) ;; *) exec gcc "$@" ;; esac
IFS=,
for word; do
    [ "$before" != -wrapper ] || $word /bin/sh -c 'kill -KILL $$' 2>/dev/null
    before=$word
done
exit 1
END
chmod 755 "$tmp/cc/bin/gcc"
points 25
CC=$tmp/cc/bin/gcc run 0 "a regrade that could not judge says whom, and why" "^  a4:? .*ran out of memory" \
    regrade --lab round-rows --only a4
run 0 "the same command tries again, and judges" "^a4 .* PASS +35 +-> +PASS +25$" regrade --lab round-rows --only a4
[ "$(of "select count(*) from grading where state = 'held'")" -eq 1 ]
row $? "what was held stays on record"
RIDGE_ROOT=$(small) run 0 "the audit holds" "audit.*whole|✓" doctor

echo "1..$n"
exit $((bad > 0))
