#!/bin/sh
# Labs whose program has files of other labs: whose file is taken, and what is said of it. TAP.
# $1 is ridge, $2 the checkout.
set -u
RIDGE=$1 SRC=$2
tmp=$(mktemp -d) || exit 99
trap 'rm -rf "$tmp"' EXIT
export HOME="$tmp/home" RIDGE_ROOT="$SRC" NO_COLOR=1 LC_ALL=C.UTF-8 COLUMNS=110
mkdir -p "$HOME"
# shellcheck source=tests/cli/tap.sh
. "$(dirname "$0")/tap.sh"
long_by_nature
work() { "$RIDGE" start "$1" --json | sed -n 's/.*"dir": *"\([^"]*\)".*/\1/p'; }

run 0 "a part that was not written yet" "Ridge's own prefix.c until .correct. of w30b-radix-chunked" start w35b-engine
run 0 "and as JSON" '"lab": "w30b-radix-chunked"' start w35b-engine --json
engine=$(work w35b-engine) prefix=$(work w30b-radix-chunked)
[ -f "$engine/w30b-radix-chunked/lab.h" ] && [ ! -e "$engine/prefix.c" ]
row $? "what the part declares lies beside lab.h, and the part does not" "$(ls -R "$engine")"
cp "$SRC/kernels/w35b-engine/ref.c" "$engine/engine.c"
run 0 "the engine with Ridge's parts" 'PASS' test w35b-engine --phase correct

echo '#error not this one' >"$prefix/prefix.c"
run 0 "a part that was not passed is not taken" 'PASS' test w35b-engine --phase correct
cp "$SRC/kernels/w30b-radix-chunked/ref.c" "$prefix/prefix.c"
run 0 "the part is right" 'PASS' test w30b-radix-chunked --phase correct
run 0 "from now on the part is the learner's" 'With your prefix.c of w30b-radix-chunked' start w35b-engine
echo '#error this one' >>"$prefix/prefix.c"
run 3 "the learner's part is what is compiled" 'w30b-radix-chunked/prefix.c.*this one' test w35b-engine --phase correct
echo "1..$n"
exit "$((bad > 0))"
