#!/bin/sh
# What ./check does.
#     check.sh [--yes] [--mutants] [--bare] [--full [PART…]]
# --mutants tries all mutants of all labs, not those that the commit draws. --full does that too, and then the long
# parts: bare faults simt boxes readers machines attacks sanitize clang fuzz. Of those PART… names some; `check` is the rest.
set -u
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
all_parts='check bare faults simt boxes readers machines attacks sanitize clang fuzz'
usage() {
    echo "usage: ./check [--yes] [--mutants] [--bare] [--full [PART…]]   parts: $all_parts" >&2
    exit 2
}
parts=
full=
yes=
bare=
want="test"
# With 94 labs and one mutant of every second of them, about two fifths of the time here is theirs.
RIDGE_MUTANTS=${RIDGE_MUTANTS:-half}
for a in "$@"; do
    case $a in
    --full) full=1 want=full ;;
    --mutants) RIDGE_MUTANTS=all ;;
    --bare) bare=bare ;;
    --yes) yes=--yes ;;
    *)
        case " $all_parts " in *" $a "*) ;; *) usage ;; esac
        [ -n "$full" ] || usage
        parts="$parts $a"
        ;;
    esac
done
[ -z "$full" ] || RIDGE_MUTANTS=all
# with all mutants goes whatever is long by nature: attacks, programs of the emulator, faults of a disk, ladders, ranks over
# MPI, ranks that go wrong, planted mistakes of the curriculum, all phases of a class that is killed, clangd on each lab,
# and six suites of the command line (long_by_nature in tests/cli/tap.sh); otherwise a third of each, and of attacks and
# programs of the emulator, of which there are many, a sixth, drawn by the commit
RIDGE_DRAW=
[ "$RIDGE_MUTANTS" = all ] || RIDGE_DRAW=$(git -C "$root" rev-parse HEAD 2>/dev/null) || RIDGE_DRAW=none
[ -n "$parts" ] || parts=$([ -n "$full" ] && echo "$all_parts" || echo "check $bare")
export RIDGE_MUTANTS RIDGE_DRAW
# shellcheck source=tests/where.sh
. "$root/tests/where.sh"
passed=0
failed=0
skipped=0

# shellcheck disable=SC2086  # empty or one flag
sh "$root/tests/setup.sh" $yes $want || exit $?
ninja -C "$build" >"$build/.ridge-check.log" 2>&1 || { tail -n 40 "$build/.ridge-check.log"; exit 9; }

has() {
    case " $parts " in *" $1 "*) ;; *) return 1 ;; esac
}

# unseen FILE: what of its TAP was skipped, and why, each once
unseen() {
    sed -n -e 's/^ok *[0-9]* *-* *\(.*\)# SKIP */\1- skipped: /p' -e 's/^1\.\.0 *# SKIP */skipped: /p' "$1" | sort -u | sed 's/^/     /'
}

# broken FILE: which rows of its TAP failed, and what each said
broken() {
    awk '/^not ok/ && !/# TODO/ { said = 12; print "     " $0; next } /^#/ && said-- > 0 { print "       " $0; next } { said = 0 }' "$1"
}

# Twice as many tests at once as there are cores: what a test waits for (a limit, a network, a terminal) another one
# computes beside. None of them judges by the clock, so neither may its own limit.
at_once=$((2 * $(getconf _NPROCESSORS_ONLN)))

# suite DIR args…: run meson's tests there, add up what its log says
suite() {
    dir=$1
    shift
    export RIDGE_TEST_CACHE="$dir/test-cache" XDG_CACHE_HOME="$dir/test-cache" XDG_DATA_HOME="$dir/test-home"
    mkdir -p "$RIDGE_TEST_CACHE"
    meson test -C "$dir" --no-rebuild --print-errorlogs --num-processes "$at_once" --timeout-multiplier 4 "$@" 2>&1 | tee "$dir/.ridge-test.log"
    ok=$(sed -n 's/^Ok: *\([0-9]*\).*/\1/p' "$dir/.ridge-test.log")
    bad=$(sed -n 's/^\(Fail\|Unexpected Pass\|Timeout\): *\([0-9]*\).*/\2/p' "$dir/.ridge-test.log" | awk '{s += $1} END {print s + 0}')
    out=$(sed -n 's/^Skipped: *\([0-9]*\).*/\1/p' "$dir/.ridge-test.log")
    [ -n "$ok" ] || { ok=0; bad=1; }
    passed=$((passed + ok))
    failed=$((failed + bad))
    skipped=$((skipped + ${out:-0}))
    unseen "$dir/meson-logs/testlog.txt"
    broken "$dir/meson-logs/testlog.txt"
}

# why FILE: the reason, when every row of this TAP was skipped
why() {
    awk '/^ok/ && !/# SKIP/ {ran = 1} /# SKIP/ {said = $0; sub(/.*# SKIP */, "", said)} END {if (!ran) print said}' "$1"
}

# skip NAME REASON
skip() {
    skipped=$((skipped + 1))
    echo "skip $1: $2"
}

# one NAME command…
one() {
    name=$1
    shift
    if "$@" >"$build/.ridge-one.log" 2>&1; then
        reason=$(why "$build/.ridge-one.log")
        if [ -n "$reason" ]; then
            skip "$name" "$reason"
        else
            passed=$((passed + 1))
            echo "ok   $name"
            unseen "$build/.ridge-one.log"
        fi
    else
        failed=$((failed + 1))
        echo "FAIL $name"
        tail -n 30 "$build/.ridge-one.log"
    fi
}

# begin NAME command…: what needs one core alone, while other tests run; ended NAME tells what came of it
begin() {
    begun=$build/.ridge-$1.log
    shift
    rm -f "$begun.code"
    ("$@" >"$begun" 2>&1; echo $? >"$begun.code") &
}

ended() {
    wait
    # shellcheck disable=SC2016  # the inner shell's
    one "$1" sh -c 'cat "$1"; exit "$(cat "$1.code")"' ended "$build/.ridge-$1.log"
}

attacks() {
    name=$1
    shift
    one "$name" "$root/tests/attacks/run" --ridge "$build/tui/ridge" "$@"
}

# as_nobody NAME args…: the corpus as somebody who is not root, where there is anybody else to be
as_nobody() {
    name=$1
    shift
    if [ "$(id -u)" -eq 0 ]; then
        attacks "$name" --user nobody "$@"
    else
        skip "$name" "not root: the corpus ran as an ordinary user anyway"
    fi
}

part_check() {
    begin house sh "$root/tests/house.sh"
    export RIDGE_HOUSE=held # in this run, so no test holds it again
    linted=$(command -v shellcheck || :)
    [ -z "$linted" ] || begin shellcheck shellcheck -x --source-path="$root" "$root/ridge" "$root/check" "$root/.ci/run" "$root"/tests/*.sh "$root"/tests/cli/*.sh "$root"/tests/vm/*.sh "$root"/tests/screen/golden.sh "$root"/tests/screen/renew "$root"/tests/fuzz/*.sh
    begin fuzz-targets-link sh "$root/tests/fuzz/links.sh" "$root" "$build"
    suite "$build"
    ended house
    [ -z "$linted" ] || ended shellcheck
    ended fuzz-targets-link
    # of the corpus what tries the walls of another box than Ridge's own
    attacks attacks-in-bubblewrap --box bwrap cpu/09 cpu/10 cpu/48 compile/62 compile/64
}

# both commands without what else may be installed: from a clone, an installation, a package, and in a bare Debian
part_bare() {
    one doors sh "$root/tests/doors.sh"
    one doors-of-a-bare-debian sh "$root/tests/doors.sh" --bare
}

part_faults() {
    one db-faults-all "$build/tests/test_db_faults" --long
    one descriptors-of-a-long-night sh "$root/tests/cli/fds.sh" "$build/tui/ridge" "$root" 200
    one power-cut sh "$root/tests/vm/power.sh" "$build/tui/ridge" "$root" "$build/tests/power"
}

part_simt() {
    one simt-workers-and-schedules "$root/tests/simt/run" --ridge "$build/tui/ridge" --full
}

# with one layer of the box off, the others still hold the grade
part_boxes() {
    for layer in ns landlock seccomp; do
        attacks "attacks-without-$layer" --without "$layer"
    done
    attacks attacks-all-in-bubblewrap --full --box bwrap
    as_nobody attacks-as-nobody-in-bubblewrap --box bwrap
}

part_readers() {
    one exports-in-libreoffice sh "$root/tests/cli/readers.sh" "$build/tui/ridge" "$root" "$build/tests/class_fixture" --full
    one pages-in-a-browser sh "$root/tests/cli/browser.sh" "$build/tui/ridge" "$root" "$build/tests/portfolio_fixture"
    one class-in-a-browser sh "$root/tests/cli/browser_class.sh" "$build/tui/ridge" "$root" "$build/tests/class_fixture"
}

part_machines() {
    one slurm-of-one-node sh "$root/tests/cli/slurm_real.sh" "$build/tui/ridge" "$root"
    one level-3 sh "$root/tests/vm/l3.sh" "$build/tui/ridge" "$root" "$build/tests/l3"
}

part_attacks() {
    attacks attacks-long --full
    as_nobody attacks-as-nobody
}

part_sanitize() {
    san=$build-sanitize
    [ -e "$san/build.ninja" ] || meson setup "$san" "$root" -Db_sanitize=address,undefined -Db_lundef=false >/dev/null
    ninja -C "$san" >"$san/.log" 2>&1 || { tail -n 40 "$san/.log"; failed=$((failed + 1)); return; }
    # what is undefined ends the program that does it: in ridge itself nobody would read what is said of it
    UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1
    export UBSAN_OPTIONS
    suite "$san" --suite unit --suite screen --suite cli --timeout-multiplier 16
    one monkey env RIDGE_BIN="$san/tui/ridge" RIDGE_SRC="$root" "$san/tests/monkey" 60
}

no_clang="clang is not installed (apt-get install clang libclang-rt-14-dev)"

part_clang() {
    command -v clang >/dev/null || { skip clang "$no_clang"; return; }
    cl=$build-clang
    [ -e "$cl/build.ninja" ] || CC=clang meson setup "$cl" "$root" >/dev/null
    one clang ninja -C "$cl"
}

# a minute each; a crash leaves its input beside the log
part_fuzz() {
    command -v clang >/dev/null || { skip fuzzers "$no_clang"; return; }
    for target in "$root"/tests/fuzz/fuzz_*.c; do
        name=$(basename "$target" .c)
        # shellcheck disable=SC2046  # the first lines of a target name its sources and libraries
        one "build $name" clang -g -O1 -fsanitize=fuzzer,address,undefined,float-cast-overflow \
            -fno-sanitize-recover=all -I"$root" -I"$build" -I"$root/runner/include" \
            "$target" $(sed -n "s|^ \* sources: ||p" "$target" |
                sed "s|[^ ]*\.c|$root/&|g; s|$root/BUILD/|BUILD/|g; s|BUILD/|$build/|g") -o "$build/$name"
        [ ! -x "$build/$name" ] || one "$name" "$build/$name" -max_total_time=60 -timeout=20 -artifact_prefix="$build/" -verbosity=0
    done
}

# a kernel that has cgroup v2, whatever this machine's has; where none can be had, its own may do
if has faults || has machines; then
    vm=${RIDGE_VM_KERNEL:-$build/vm-kernel}
    if sh "$root/tests/vm/kernel.sh" "$vm"; then
        export RIDGE_VM_KERNEL="$vm"
    fi
fi
for part in $all_parts; do
    if has "$part"; then
        [ -z "$full" ] || echo "---- $part"
        "part_$part"
    fi
done

echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ]
