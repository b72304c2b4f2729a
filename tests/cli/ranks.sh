#!/bin/sh
# Labs of several ranks: what a forbidden call gets; and on the wall clock, over MPI where it is installed, over NCCL
# with GPUs that are pretended. TAP.
# $1 is ridge, $2 the checkout, $3 the library of pretended GPUs, $4 whether Ridge was built with MPI (true, false).
set -u
RIDGE=$1 SRC=$2 GPUS=$(realpath "$3") MPI=$4
tmp=$(mktemp -d) || exit 99
trap 'rm -rf "$tmp"' EXIT
export XDG_CACHE_HOME="${RIDGE_TEST_CACHE:-$tmp/cache}" HOME="$tmp/home" RIDGE_ROOT="$SRC" NO_COLOR=1 LC_ALL=C.UTF-8
unset XDG_DATA_HOME RIDGE_BOX_WITHOUT || :
mkdir -p "$HOME" "$tmp/kept" "$tmp/talk" "$tmp/crash" "$tmp/leave" "$tmp/silent" "$tmp/ours" "$tmp/killed" "$tmp/walls" \
    "$tmp/socket"
# shellcheck source=tests/cli/tap.sh
. "$(dirname "$0")/tap.sh"

ref=$SRC/kernels/w07-ddp-overlap/ref.c
# faults are in sums of more than 600 elements: not in all cases
sed 's/ring_allreduce(comm_t/plain_ring(comm_t/; s/^#include "lab.h"/&\nvoid plain_ring(comm_t *c, float *buf, int64_t n);/' \
    "$ref" | cat - "$SRC/tests/cli/ranks_talk.c" >"$tmp/talk/ddp.c"
sed 's/^    free(got);/    if (r == 1 \&\& n > 600) *(volatile int *)0 = 1;\n&/' "$ref" >"$tmp/crash/ddp.c"
sed 's/^    free(got);/    if (r == 1 \&\& n > 600) exit(0);\n&/' "$ref" >"$tmp/leave/ddp.c"
# rank 1 waits for a message, and a signal's handler keeps it from looking for longer than a deadlock takes to be seen
{
    printf '%s\n' '#include <signal.h>' '#include <unistd.h>' 'static int naps;' \
        'static void nap(int s) { (void)s; sleep(5); }'
    sed 's/^    int P = comm_size(c), r = comm_rank(c);/&\n    if (r == 1 \&\& n > 600 \&\& !naps++) { signal(SIGALRM, nap); ualarm(20000, 0); }\n\
    if (r != 1 \&\& n > 600 \&\& !naps++) usleep(100000);/' "$ref"
} >"$tmp/kept/ddp.c"
sed 's/exit(0)/_exit(0)/; 1i #include <unistd.h>' "$tmp/leave/ddp.c" >"$tmp/silent/ddp.c"
sed 's/exit(0)/_exit(125)/; 1i #include <unistd.h>' "$tmp/leave/ddp.c" >"$tmp/ours/ddp.c"
sed 's/exit(0)/raise(SIGKILL)/; 1i #include <signal.h>' "$tmp/leave/ddp.c" >"$tmp/killed/ddp.c"
{
    printf '%s\n' '#include <fcntl.h>' '#include <signal.h>' '#include <sys/socket.h>' '#include <unistd.h>'
    sed "s|^    int P = comm_size(c), r = comm_rank(c);|&\n    if (fork() >= 0 \|\| socket(AF_INET, SOCK_STREAM, 0) >= 0 \|\| \
open(\"/etc/passwd\", O_RDONLY) >= 0 \|\| open(\"$ref\", O_RDONLY) >= 0 \|\| !kill(getppid(), SIGCONT) \|\| \
execl(\"/usr/bin/true\", \"true\", NULL) >= 0)\n        abort();|" "$ref"
} >"$tmp/walls/ddp.c"

{
    printf '%s\n' '#include <sys/socket.h>'
    sed 's|^    free(got);|    if (r == 1 \&\& n > 600) socket(AF_INET, SOCK_STREAM, 0);\n&|' "$ref"
} >"$tmp/socket/ddp.c"
run 8 "in process a forbidden call is named, and the rank that made it" \
    'Rank 1 called socket\(\), a system call that a lab may not make \(its last call: comm_' \
    test w07-ddp-overlap --home "$tmp/apart" --phase correct --file "$tmp/socket/ddp.c"

over() { # over CODE NAME PATTERN args…: 1 when this run does not take it, since each takes seconds
    want=$1 name=$2 pattern=$3
    shift 3
    drawn "$name" || return 1
    run "$want" "$name" "$pattern" test w07-ddp-overlap --runtime mpi --phase correct "$@"
}

if [ "$MPI" = true ] && command -v mpirun >/dev/null; then
    out=$("$RIDGE" test w07-ddp-overlap --runtime mpi --phase correct --impl reference 2>&1 </dev/null)
    code=$?
fi
if [ "$MPI" != true ] || ! command -v mpirun >/dev/null; then
    skip "ranks over MPI" "no MPI here: apt install openmpi-bin libopenmpi-dev, and build again"
elif printf '%s\n' "$out" | grep -q 'this machine has no namespaces'; then
    skip "ranks over MPI" "the sandbox this machine has no namespaces for mpirun"
else
    [ $code -eq 0 ] && printf '%s\n' "$out" | grep -q '19 cases right'
    row $? "the reference is right over MPI, with 1 to 8 ranks" "exit $code: $out"
    row "$(printf '%s\n' "$out" | grep -q 'Sandbox: L[23]'; echo $?)" "which says what its walls are" "$out"
    over 1 "a circle of sends gets its verdict, with each rank's call" \
        'deadlock: nothing moves.*rank 0 in comm_send\(16 B to rank 1, tag 1\); rank 1 in comm_send\(12 B to rank 0' \
        --impl mutant:blocking-sends &&
        row "$(printf '%s\n' "$out" | grep -q 'cases after a hang skipped'; echo $?)" "and no more than one of them" "$out"
    over 0 "a rank that is kept from looking is no deadlock" '19 cases right' --file "$tmp/kept/ddp.c"
    over 1 "sums that differ between ranks" 'Rank 1 ends with other bits than rank 0 in sum' --impl mutant:stops-one-step-early
    over 1 "messages of another size" 'sizes differ: a message ' --impl mutant:as-they-come
    over 4 "a rank that crashes is named" 'Rank 1 died of signal 11' --file "$tmp/crash/ddp.c"
    over 4 "a rank that leaves is named" 'Rank 1 called exit\(\) before it returned' --file "$tmp/leave/ddp.c"
    over 4 "so is one that ends without a word" 'Rank 1 ended without a word .killed, or by _exit' --file "$tmp/silent/ddp.c"
    over 4 "also by the code of Ridge's own faults" 'Rank 1 ended without a word' --file "$tmp/ours/ddp.c"
    over 4 "and by a SIGKILL of its own" 'Rank 1 ended without a word' --file "$tmp/killed/ddp.c"
    over 0 "no process, no socket, no file of the host, no signal to mpirun" '19 cases right' --file "$tmp/walls/ddp.c" &&
        row "$(RIDGE_BOX_WITHOUT=seccomp "$RIDGE" test w07-ddp-overlap --runtime mpi --phase correct --file "$tmp/walls/ddp.c" \
            2>&1 </dev/null | grep -q 'died of signal 6'; echo $?)" "which is the walls' doing"
    over 0 "any source, any tag, waitany, collectives, communicators" '19 cases right' --file "$tmp/talk/ddp.c"
    run 1 "what is counted is counted in process" 'sent_B_max of ring \(case ring-bytes\) is 2,800,084 .sent by the rank that sent most.; it should be at most 707,021' \
        test w07-ddp-overlap --runtime mpi --impl naive --phase profile
    run 0 "and virtual time with it" '9 of 9 limits met' test w07-ddp-overlap --runtime mpi --impl reference --phase profile
    run 0 "nothing of it is kept" 'There are no attempts yet' history w07-ddp-overlap
    run 0 "rings, two trees and levels are right over MPI" '67 cases right' \
        test w20-ring-allreduce --runtime mpi --phase correct --impl reference
fi
export RIDGE_BOX_WITHOUT=ns
run 2 "without namespaces mpirun is not started" 'in a network of its own|was built without MPI' \
    test w07-ddp-overlap --runtime mpi --impl reference --phase correct
unset RIDGE_BOX_WITHOUT
run 2 "a runtime that there is not" 'inproc, mpi or nccl' test w07-ddp-overlap --runtime pvm --impl reference
run 2 "no grade is given over a library" 'could forge both' grade --lab w07-ddp-overlap --runtime mpi x

ln -s "$GPUS" "$tmp/libcuda.so.1"
pretend() { # pretend NAME [VARIABLE=VALUE…]
    name=$1
    shift
    out=$(env LD_LIBRARY_PATH="$tmp" RIDGE_NCCL="$GPUS" RIDGE_NCCL_GPUS=8 RIDGE_NCCL_CHECK_ONLY=1 TMPDIR="$tmp" "$@" \
        "$SRC/tests/bench/nccl" 2 4 2>&1)
    code=$?
    row "$code" "$name" "$out"
}
pretend "w07's reference over NCCL's calls, with 2 and 4 ranks"
row "$(printf '%s\n' "$out" | grep -c "w07's step .*right on all ranks" | grep -qx 2; echo $?)" "each checked" "$out"
pretend "any source, any tag, waitany, collectives" CFLAGS=-DNO_SPLIT RIDGE_NCCL_FILE="$tmp/talk/ddp.c"
out=$(env LD_LIBRARY_PATH="$tmp" RIDGE_NCCL="$GPUS" RIDGE_NCCL_GPUS=8 RIDGE_NCCL_CHECK_ONLY=1 TMPDIR="$tmp" \
    RIDGE_NCCL_FILE="$tmp/crash/ddp.c" "$SRC/tests/bench/nccl" 3 2>&1)
code=$?
[ $code -eq 1 ] && printf '%s\n' "$out" | grep -q 'rank 2: state 2, last call: comm_sendrecv'
row $? "a rank that crashes ends it, and the others' last calls are said" "exit $code: $out"

echo "1..$n"
exit "$((bad > 0))"
