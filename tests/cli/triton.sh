#!/bin/sh
# The six Triton kernels that deep dive D03 shows, in Triton's interpreter against numpy. TAP; skipped without them.
#     triton.sh RIDGE SOURCES
set -u
SRC=$2
PYTHON=${RIDGE_TRITON_PYTHON:-python3} # a Python that has triton and numpy
tmp=$(mktemp -d) || exit 99
trap 'rm -rf "$tmp"' EXIT
export TRITON_INTERPRET=1 PYTHONDONTWRITEBYTECODE=1 HOME="$tmp"
# shellcheck source=tests/cli/tap.sh
. "$(dirname "$0")/tap.sh"

six=$SRC/kernels/w09-tile-dsl/six.py

# plays NAME FILE: 0 right, 77 nothing was run, else wrong; what it says is $detail
plays() {
    detail=$("$PYTHON" "$1" 2>&1)
}

plays "$six"
case $? in
0) row 0 "six kernels agree with numpy" "$detail" ;;
77)
    skip "six kernels agree with numpy" "$detail"
    echo "1..$n"
    exit 0
    ;;
*) row 1 "six kernels agree with numpy" "$detail" ;;
esac

# broken NAME OLD NEW: with OLD replaced by NEW the check has to fail
broken() {
    name=$1
    "$PYTHON" - "$six" "$2" "$3" >"$tmp/broken.py" <<'EOF'
import sys
text = open(sys.argv[1]).read()
assert text.count(sys.argv[2]) == 1, text.count(sys.argv[2])
print(text.replace(sys.argv[2], sys.argv[3]))
EOF
    plays "$tmp/broken.py"
    [ $? -eq 1 ]
    row $? "$name" "$detail"
}

broken "padding of 0 is found" 'mask=c < C, other=-float("inf"))' 'mask=c < C, other=0.0)'
broken "a store without its mask is found" 'tl.store(out + at, v, mask=there)' 'tl.store(out + at, v)'
broken "a strip that is left out is found" 'range(0, K, BK):                            #' 'range(0, K - BK, BK):  #'
broken "a mean over the block is found" 'axis=0) / C + eps' 'axis=0) / BLOCK + eps'
broken "a group taken for a full one is found" 'rows = (first + q % tall)' 'rows = (first + q % GROUP)'
broken "a gradient without its second term is found" 'r * (d * w - v * pull)' 'r * (d * w)'
broken "an old sum that is not rescaled is found" 'l = l * a + tl.sum' 'l = l + tl.sum'
echo "1..$n"
[ "$bad" -eq 0 ]
