#!/bin/sh
# `ridge simt` in an editor and in CI: lines of gcc's form, SARIF, --fail-on, and clangd on CUDA. TAP.
#     simt_editor.sh RIDGE CHECKOUT
set -u
# shellcheck source=tests/cli/tap.sh
. "$(dirname "$0")/tap.sh"
RIDGE=$(realpath "$1")
root=$(realpath "$2")
here=$(dirname "$(realpath "$0")")
tmp=$(mktemp -d) || exit 99
trap 'rm -rf "$tmp"' EXIT
export XDG_CACHE_HOME="${RIDGE_TEST_CACHE:-$tmp/cache}" XDG_DATA_HOME="$tmp/data" HOME="$tmp/home" NO_COLOR=1 LC_ALL=C.UTF-8 COLUMNS=300
unset CXX RIDGE_ROOT || :
mkdir -p "$HOME" "$tmp/w"
cd "$tmp/w" || exit 99

ridge() {
    "$RIDGE" simt "$@"
}

cat >race.cu <<'CU'
#include <cstdio>
__global__ void shift(int *out)
{
    __shared__ int s[64];
    s[threadIdx.x] = threadIdx.x;
    out[threadIdx.x] = s[63 - threadIdx.x];
}
int main()
{
    int *p;
    cudaMalloc(&p, 64 * 4);
    shift<<<1, 64>>>(p);
    cudaDeviceSynchronize();
    printf("done\n");
    cudaFree(p);
}
CU
printf '__global__ void k(int *p) { p[threadIdx.x] = 1; }\nint main()\n{\n    int *p;\n    cudaMalloc(&p, 100);\n    k<<<1, 32>>>(p);\n    cudaDeviceSynchronize();\n    cudaFree(p);\n}\n' >'o b.cu'
printf 'int main()\n{\n    int *p;\n    cudaMalloc(&p, 100);\n}\n' >leak.cu
printf 'int main()\n{\n    return nothing;\n}\n' >bad.cu

# --- lines of gcc's form
"$RIDGE" simt race.cu --format gcc >lines 2>err
[ $? -eq 1 ] && grep -qE '^race\.cu:6:5: error: .*\[race\]$' lines
row $? "an error: file, line, the column of its statement, kind" "$(cat lines)"
grep -qE '^race\.cu:5:5: note: the other access' lines && grep -qE '^race\.cu:6:5: note: Put a barrier' lines
row $? "and its notes" "$(cat lines)"
reports=$("$RIDGE" simt race.cu --json 2>/dev/null | python3 -c 'import json, sys; print(len(json.load(sys.stdin)["launches"][0]["errors"]))')
! grep -vE '^race\.cu:[0-9]+:[0-9]+: (error|warning|note): ' lines && [ "$(grep -c ': error: ' lines)" -eq "$reports" ]
row $? "nothing else stands there, and each report is one line" "$(cat lines)"
grep -qx 'done' err
row $? "the program's output goes to standard error" "$(cat err)"
run 0 "a leak is a warning" '^leak\.cu:4:5: warning: .*\[leak\]$' leak.cu --format gcc
run 3 "a source that does not compile" '^bad\.cu:3:[0-9]+: error: ' bad.cu --format gcc
if command -v vim >/dev/null; then
    "$RIDGE" simt race.cu --format gcc >lines 2>/dev/null
    vim -u NONE -es -c 'cgetfile lines' -c 'call writefile([string(getqflist()[0].lnum)], "at")' -c 'qa!' </dev/null
    [ "$(cat at 2>/dev/null)" = "$(head -n 1 lines | cut -d: -f2)" ]
    row $? "Vim's quickfix reads them" "$(cat at)"
fi

# --- what makes it fail
run 1 "--fail-on: a group" '\[race\]' race.cu --format gcc --fail-on races
run 1 "a kind among several" '\[race\]' race.cu --format gcc --fail-on oob,race
run 0 "another group: told, and no failure" '\[race\]' race.cu --format gcc --fail-on oob,api
run 0 "none" 'ERROR: race' race.cu --fail-on none
run 1 "leaks" 'warning: leak' leak.cu --fail-on leaks
run 1 "all" 'warning: leak' leak.cu --fail-on all
run 2 "no such kind" 'no kind "raze".*oob, uninit' race.cu --fail-on oob,raze
run 2 "an empty one" 'no kind ""' race.cu --fail-on oob,
run 2 "two forms at once" 'name one' race.cu --json --format gcc
run 2 "no such form" 'text, gcc or sarif' race.cu --format xml

# --- SARIF
sarif() { # sarif CODE NAME EXPRESSION args…: a document after the specification for which the expression holds
    want=$1 name=$2 expr=$3
    shift 3
    "$RIDGE" simt --format sarif "$@" >s.json 2>err </dev/null
    code=$?
    detail=$(python3 "$here/sarif_check.py" s.json "$expr" 2>&1) && [ $code -eq "$want" ]
    row $? "$name" "exit $code; $detail $(cat err)"
}
sarif 1 "SARIF: a race" 'any(x["ruleId"] == "race" and at(x)["region"] == {"startLine": 6, "startColumn": 5} and x["relatedLocations"][0]["physicalLocation"]["region"]["startLine"] == 5 and x["locations"][0]["logicalLocations"][0]["name"] == "shift" for x in r)' race.cu
sarif 1 "a name with a blank" 'at(r[0])["artifactLocation"]["uri"] == "o%20b.cu" and r[0]["ruleId"] == "out-of-bounds"' 'o b.cu'
sarif 0 "a leak is a warning there, too" 'r[0]["level"] == "warning"' leak.cu
sarif 3 "what does not compile" 'not r and call["executionSuccessful"] is False and "does not compile" in call["toolExecutionNotifications"][0]["message"]["text"]' bad.cu

# --- the job of the man page, on a repository with a program that is right and one that is not
mkdir -p repo/tests repo/include bin
echo 'enum { N = 32 };' >repo/include/size.h
printf '#include "size.h"\n__global__ void k(int *p) { p[threadIdx.x] = 1; }\nint main() { int *p; cudaMalloc(&p, 4 * N); k<<<1, N>>>(p); cudaDeviceSynchronize(); cudaFree(p); }\n' >repo/tests/right.cu
python3 - "$root/tui/cli/ridge.1.scd" >job.sh <<'PY'
import re, sys
page = open(sys.argv[1]).read()
job = re.search(r"```\n(jobs:\n.*?)```", page, re.S)[1]
assert len(job.splitlines()) <= 10, "the job has more than ten lines"
print(re.search(r"run: \|\n(.*)", job, re.S)[1])
PY
row $? "the man page has a job of ten lines at most"
ln -sf "$RIDGE" bin/ridge
(cd repo && PATH="$tmp/w/bin:$PATH" sh ../job.sh) >log 2>&1
row $? "the job passes where nothing is wrong" "$(cat log)"
cp race.cu repo/tests/
(cd repo && PATH="$tmp/w/bin:$PATH" sh ../job.sh) >log 2>&1
[ $? -eq 1 ] && grep -q '^tests/race\.cu:6:5: error: ' log
row $? "and fails where a program races, at its line" "$(cat log)"

# --- clangd
run 0 "--clangd writes its file" 'compile_commands.json has 1 source' race.cu --clangd
run 0 "and one more source" 'has 1 source' leak.cu -I include --std c++20 --clangd
python3 - <<'PY'
import json
d = {e["file"]: e for e in json.load(open("compile_commands.json"))}
assert set(d) == {"race.cu", "leak.cu"}, d
assert "-xcuda" in d["race.cu"]["arguments"] and "-Iinclude" in d["leak.cu"]["arguments"], d
assert "-std=gnu++20" in d["leak.cu"]["arguments"], d
PY
row $? "the entries of other files stay"
echo '{}' >compile_commands.json
run 10 "a file of that name that is something else" 'no list of commands' race.cu --clangd
rm compile_commands.json

# check FILE: clangd has read it to its end and shows no diagnostic, which it writes as "[name] Line 3: text"
check() {
    clangd --check="$1" --check-lines=1-1 >all 2>&1
    grep -E '\] \[[a-z_-]+\] Line [0-9]+: ' all >said
    grep -q 'All checks completed' all && [ ! -s said ]
}
if command -v clangd >/dev/null; then
    run 0 "a program that clangd reads" 'has 1 source' race.cu --clangd
    check race.cu
    row $? "clangd understands a launch, shared memory and the API" "$(cat said)"
    sed -i 's/int s\[64\]/nothing s[64]/' race.cu
    ! check race.cu
    row $? "and sees a mistake" "$(cat said)"
    for lab in "$root"/labs/*/; do
        id=$(basename "$lab")
        grep -q '^ *lang *= *"cuda"' "$lab/lab.lua" || continue
        { drawn "$id" && drawn "clangd $id"; } || continue # of many labs a ninth, at three seconds a lab
        "$RIDGE" start "$id" >/dev/null 2>&1
        dir=$(dirname "$(find "$XDG_DATA_HOME" -path "*/$id/compile_commands.json" | head -n 1)")
        for f in "$dir"/*.cu; do
            [ -e "$f" ] || break # a capstone has none of its own
            check "$f"
            row $? "$id: no false diagnostic in the skeleton's $(basename "$f")" "$(cat said)"
            cp "$root/kernels/$id/ref.cu" "$f"
            check "$f"
            row $? "$id: none in the reference" "$(cat said)"
            break
        done
    done
else
    skip "clangd understands CUDA" "clangd is not installed"
fi

echo "1..$n"
[ $bad -eq 0 ]
