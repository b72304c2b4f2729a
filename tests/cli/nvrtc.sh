#!/bin/sh
# CUDA code between NVRTC and nvcc: who compiles what, and that both say the same. TAP. $1 is ridge, $2 the
# checkout, $3 ridge-nvrtc. Needs nvcc and no GPU.
set -u
RIDGE=$1 SRC=$2 NVRTC=$3
nvcc=
for at in "${CUDA_HOME:-/usr/local/cuda}/bin/nvcc" /usr/local/cuda/bin/nvcc /opt/cuda/bin/nvcc /usr/bin/nvcc; do
    [ -z "$nvcc" ] && [ -x "$at" ] && nvcc=$at
done
if [ -z "$nvcc" ] || ! ls "$(dirname "$(realpath "$nvcc")")"/../lib*/libnvrtc.so* >/dev/null 2>&1; then
    echo "1..0 # SKIP no CUDA toolkit with NVRTC: install it, or set CUDA_HOME"
    exit 0
fi
tmp=$(mktemp -d) || exit 99
trap 'rm -rf "$tmp"' EXIT
export XDG_CACHE_HOME="$tmp/cache" HOME="$tmp/home" RIDGE_ROOT="$SRC" NO_COLOR=1 LC_ALL=C.UTF-8
unset XDG_DATA_HOME RIDGE_NVRTC || :
mkdir -p "$HOME"
# shellcheck source=tests/cli/tap.sh
. "$(dirname "$0")/tap.sh"

# compile TO SOURCE WHO: the report of a run that times nothing; WHO is RIDGE_NVRTC
compile() {
    RIDGE_NVRTC=$3 "$RIDGE" test w02 --backend cuda --phase correct --file "$2" --home "$tmp/ridge" --json \
        >"$1" 2>"$tmp/err" </dev/null
}

# holds NAME EXPRESSION: of d (NVRTC allowed) and v (nvcc alone), the reports of the source last compiled
holds() {
    detail=$(python3 - "$tmp/d" "$tmp/v" "$2" <<'PY' 2>&1
import json, re, sys
d, v = (json.load(open(p)) for p in sys.argv[1:3])
def errors(r):
    return re.findall(r'^\S+\(\d+\): error: .*', r["build"]["log"], re.M)
def figures(r):
    return {(c["call"], c["name"]): c["value"] for c in r["counters"]}
if not eval(sys.argv[3]):
    print(json.dumps(d["build"])[:600], json.dumps(v["build"])[:600])
    sys.exit(1)
PY
    )
    row $? "$1" "$detail $(cat "$tmp/err")"
}

both() {
    compile "$tmp/d" "$1" 1
    compile "$tmp/v" "$1" 0
}

ref=$SRC/kernels/w02-transpose/ref.cu
both "$ref"
holds "the reference: by NVRTC, and by nvcc when that is asked" \
    '[(r["build"]["compiler"], r["build"]["ok"]) for r in (d, v)] == [("nvrtc", True), ("nvcc", True)]'
holds "registers are counted" 'figures(d)["transpose_tiled", "regs"] > 8'
holds "the figures of the reference are nvcc's" 'figures(d) == figures(v) and len(figures(d)) > 16'

cat >"$tmp/more" <<'CU'
#include <stdint.h>
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <assert.h>
__device__ constexpr float least = -INFINITY, most = FLT_MAX;
__device__ int64_t i = INT64_MAX + INT_MIN;
__device__ const void *p = NULL;
__global__ void says() { assert(i); printf("%f %f\n", least, most * (float)M_PI); }
CU
sed '/^#include "lab.h"/r '"$tmp/more" "$ref" >"$tmp/headers.cu"
both "$tmp/headers.cu"
holds "C headers of types and limits need no nvcc" \
    'd["build"]["compiler"] == "nvrtc" and d["build"]["ok"] and v["build"]["ok"]'

sed 's/^#include "lab.h"/&\n#include <vector>/' "$ref" >"$tmp/host.cu"
both "$tmp/host.cu"
holds "a header of the host falls back to nvcc" \
    'd["build"]["compiler"] == "nvcc" and d["build"]["ok"] and figures(d) == figures(v)'

sed 's/c\[i\] = a\[i\] + b\[i\];/c[i] = a[i] + b[i]/' "$ref" >"$tmp/syntax.cu"
both "$tmp/syntax.cu"
holds "a syntax error is said once, in nvcc's words and place" \
    'd["build"]["compiler"] == "nvrtc" and not d["build"]["ok"] and len(errors(d)) == 1 and errors(d) == errors(v)'

sed 's/c\[i\] = a\[i\] + b\[i\];/c[i] = a[i] + bb[i];/' "$ref" >"$tmp/name.cu"
both "$tmp/name.cu"
holds "an unknown name is nvcc's to judge" \
    'd["build"]["compiler"] == "nvcc" and not d["build"]["ok"] and errors(d) == errors(v) and "bb" in errors(d)[0]'

printf '#include "%s"\n' "$ref" >"$tmp/theft.cu"
both "$tmp/theft.cu"
holds "neither reads the reference for a submission" \
    'd["machine"]["landlock"] == 0 or not any(r["build"]["ok"] or "float" in r["build"]["log"] for r in (d, v))'

"$RIDGE" test w02 --backend cuda --impl skeleton --home "$tmp/ridge" --json >"$tmp/d" 2>"$tmp/err" </dev/null
holds "what will be measured is nvcc's" 'd["build"]["compiler"] == "nvcc" and d["build"]["ok"]'

"$NVRTC" "$tmp/none.so" "$ref" "$tmp/a" "$tmp/b" >/dev/null 2>"$tmp/err"
[ $? -eq 2 ] && grep -q none.so "$tmp/err"
row $? "without the library: exit 2 and its name" "$(cat "$tmp/err")"

echo "1..$n"
[ "$bad" -eq 0 ]
