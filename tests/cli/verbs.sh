#!/bin/sh
# ridge calibrate --rdma: skipped by name without a device; what it asks of one, over a libibverbs that pretends. TAP.
# $1 is ridge, $2 the checkout, $3 whether Ridge was built with libibverbs (true, false).
set -u
RIDGE=$1 SRC=$2 VERBS=$3
tmp=$(mktemp -d) || exit 99
trap 'rm -rf "$tmp"' EXIT
export HOME="$tmp/home" RIDGE_ROOT="$SRC" NO_COLOR=1 LC_ALL=C.UTF-8 COLUMNS=110
mkdir -p "$HOME" "$tmp/lib"
# shellcheck source=tests/cli/tap.sh
. "$(dirname "$0")/tap.sh"

if [ "$VERBS" != true ]; then
    run 0 "without libibverbs it is skipped, with what is missing" 'Skipped. Ridge was built without libibverbs' \
        calibrate --rdma
else
    if [ ! -e /sys/class/infiniband ]; then
        run 0 "without a device it is skipped, and says so" 'Skipped. This machine has no RDMA device' calibrate --rdma
        run 0 "in JSON, too" '"why": "This machine has no RDMA device' calibrate --rdma --json
    else
        skip "without a device it is skipped, and says so" "this machine has one"
    fi
    cc -std=c11 -shared -fPIC -Wl,-soname,libibverbs.so.1 -o "$tmp/lib/libibverbs.so.1" "$SRC/tests/cli/fake_verbs.c" ||
        exit 99
    export LD_LIBRARY_PATH="$tmp/lib"
    run 0 "a device that keeps the rules" 'The device is fake0 \(Ethernet\)' calibrate --rdma
    row "$([ "$(printf '%s\n' "$out" | grep -cE '^ *holds ')" -eq 7 ]; echo $?)" "all seven hold" "$out"
    row "$([ "$(printf '%s\n' "$out" | grep -cE 'GB/s')" -eq 6 ]; echo $?)" "and each write has its rate" "$out"
    export RIDGE_FAKE_VERBS=stale
    run 0 "a device that takes a key of yesterday is told" \
        'does not +a write with a key that was given back +success, not remote access error' calibrate --rdma
    export RIDGE_FAKE_VERBS=quiet
    run 0 "a number that is lost is told" \
        'does not +a write with an immediate number +another number, not the number and the data' calibrate --rdma
    export RIDGE_FAKE_VERBS=deaf
    run 0 "a device without completions is waited for, and not for ever" \
        'does not +a write with a key that was given back +no completion' calibrate --rdma
fi
echo "1..$n"
exit "$((bad > 0))"
