# tap.sh: what the suites of the command line share; each sources it. A suite may define ridge() anew, for words that
# stand before all others.
# shellcheck shell=sh
n=0
bad=0
# a sanitizer's runtime reads files and makes calls that a program's own box does not let through
bare=
# shellcheck disable=SC2034  # read by who sources this
! grep -q __asan_init "${RIDGE:-/dev/null}" || bare=ns,landlock,seccomp

row() { # row RESULT NAME [DETAIL]
    n=$((n + 1))
    if [ "$1" -eq 0 ]; then
        echo "ok $n - $2"
    else
        bad=$((bad + 1))
        echo "not ok $n - $2"
        [ $# -lt 3 ] || printf '%s\n' "$3" | sed 's/^/# /' | head -n 30
    fi
}

skip() { # skip NAME REASON
    n=$((n + 1))
    echo "ok $n - $1 # SKIP $2"
}

ridge() {
    "$RIDGE" "$@"
}

# drawn NAME: does this run take a row that is long by nature? It does; where RIDGE_DRAW=WORD is set, a third of such rows
# is taken, drawn by that word as in tests/drawing.py.
drawn() {
    [ -n "${RIDGE_DRAW:-}" ] || return 0
    first=$(printf '%s %s' "$RIDGE_DRAW" "$1" | sha256sum | cut -c 1-2)
    [ $((0x$first % 3)) -eq 0 ]
}

# long_by_nature: a suite that costs a quarter of a minute of a processor and of which each part needs what came before:
# all of it is drawn like a row, or none.
long_by_nature() {
    drawn "$(basename "$0")" && return
    echo "1..0 # SKIP long by nature, and not drawn by this commit"
    exit 0
}

# small: a root with one week and one lab. `ridge doctor` reads the whole curriculum, which takes seconds: where a suite
# looks at the workbook alone, RIDGE_ROOT is this root.
# shellcheck disable=SC2154  # tmp is the suite's
small() {
    if [ ! -d "$tmp/small" ]; then
        cp -r "$SRC/tests/data/curriculum" "$tmp/small"
        ln -s "$SRC/curriculum/lua" "$tmp/small/curriculum/lua"
        ln -s "$SRC/grader" "$tmp/small/grader"
    fi
    echo "$tmp/small"
}

# run CODE NAME PATTERN args…: exit code and a pattern in stdout+stderr
run() {
    want=$1 name=$2 pattern=$3
    shift 3
    out=$(ridge "$@" 2>&1 </dev/null)
    code=$?
    said=1
    printf '%s\n' "$out" | grep -qE -- "$pattern" && said=0
    [ $said -eq 0 ] && [ "$code" -eq "$want" ]
    row $? "$name" "exit $code, wanted $want and /$pattern/: $out"
}
