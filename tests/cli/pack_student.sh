#!/bin/sh
# The student edition of a course: no solution in it by any name, and the same verdicts as the whole one. TAP, one row a
# promise. Needs RIDGE (the binary) and RIDGE_SRC (the checkout).
set -u
RIDGE=$(realpath "$1")
SRC=$2
HERE=$(dirname "$(realpath "$0")")
tmp=$(mktemp -d) || exit 99
trap 'rm -rf "$tmp"' EXIT
export HOME="$tmp/home" XDG_CACHE_HOME="${RIDGE_TEST_CACHE:-$tmp/cache}" NO_COLOR=1 LC_ALL=C.UTF-8 RIDGE_ROOT="$SRC"
unset XDG_DATA_HOME || :
chmod 755 "$tmp"
mkdir -p "$HOME" "$tmp/w"
cd "$tmp/w" || exit 99
# shellcheck source=tests/cli/tap.sh
. "$HERE/tap.sh"
A=$tmp/author S=$tmp/student F=$tmp/whole

"$RIDGE" lab new scan-rows --title 'Rows' --home "$A" >/dev/null
run 0 "a course has a student edition" 'scan-0.1.0-student.ridge-pack.tar: .* signed' \
    pack build scan --no-check --edition student --home "$A"
run 0 "and a whole one" 'scan-0.1.0.ridge-pack.tar: ' pack build scan --no-check --home "$A"
mv scan-0.1.0-student.ridge-pack.tar first
"$RIDGE" pack build scan --no-check --edition student --home "$A" >/dev/null
cmp -s first scan-0.1.0-student.ridge-pack.tar
row $? "the same files make the same bytes, objects among them"
key=$("$RIDGE" pack add first --yes --home "$S" 2>&1 | sed -n 's/.*signed with \([0-9a-f ]*\):.*/\1/p')
run 0 "it is taken in as any pack" 'ridge start scan-rows' pack add first --yes --key "$key" --home "$S"
"$RIDGE" pack add scan-0.1.0.ridge-pack.tar --yes --key "$key" --home "$F" >/dev/null 2>&1
run 0 "and is told from the whole one" 'scan 0.1.0, student edition' pack list --home "$S"

# ---- what is not in it ---------------------------------------------------------------------------------------

detail=$(python3 - "$S/packs/scan" scan <<'P' 2>&1
import base64, os, re, subprocess, sys, tempfile
pack, course = sys.argv[1:]
files = {os.path.relpath(os.path.join(d, f), pack): os.path.join(d, f) for d, _, n in os.walk(pack) for f in n}
left = [f for f in files if "mutants" in f or f.startswith("kernels/") and not f.endswith(".so.b64")]
assert not left, left
assert sum(f.startswith("kernels/") for f in files) == 4, files
lua = open(files["labs/scan-rows/lab.lua"]).read()
assert not re.search(r"hidden\s*=\s*true", lua) and '"bench"' in lua, lua
words = lambda s: set(re.findall(r"[A-Za-z_]\w{4,}", s))
def source(name): return open(f"{course}/kernels/scan-rows/{name}").read()
given = words(open(f"{course}/labs/scan-rows/lab.h").read()) | words(open(f"{course}/labs/scan-rows/skeleton/rmsnorm.c").read()) | words(lua)
for name in (f for f in files if f.endswith(".so.b64")):
    elf = base64.b64decode(open(files[name]).read())
    with tempfile.NamedTemporaryFile() as t:
        t.write(elf)
        t.flush()
        nm = subprocess.run(["nm", "-D", "--defined-only", t.name], capture_output=True, text=True).stdout
        assert subprocess.run(["nm", t.name], capture_output=True, text=True).stdout == "", name
    names = {l.split()[-1] for l in nm.splitlines()}
    if "oracle" in name:
        assert names and all(n.endswith(("_oracle", "_fill", "_verify")) for n in names), names
    else:
        assert names == {"ridge_exports"}, names
    own = words(source("oracle.c" if "oracle" in name else "ref.c")) - given - names
    known = {"float", "double", "const", "return", "static", "include", "stdint", "sqrtf"}
    said = {s.decode() for s in re.findall(rb"[A-Za-z_]\w{4,}", elf)}
    library = {s for s in said if s in ("sqrtf", "ridge", "floor", "memcpy", "memset", "sqrt", "fmaxf")}
    assert not (own - known - library) & said, (name, (own - known - library) & said)
P
)
row $? "no source, mutant or hidden case is in it, and its objects name nothing but what the loader asks for" "$detail"
judged() { python3 -c 'import json, sys; print(json.load(open(sys.argv[1]))["judged"])' "$1/packs/scan/.pack.json"; }
[ "$(judged "$S")" = "$(judged "$F")" ] && judged "$S" | grep -qE "scan-rows.*[0-9a-f]{32}"
row $? "both say the same hash of what judges the lab" "$(judged "$S") $(judged "$F")"
echo '/* another oracle */' >>scan/kernels/scan-rows/oracle.c
"$RIDGE" pack build scan --no-check --home "$A" --out other.tar >/dev/null 2>&1
"$RIDGE" pack add other.tar --yes --key "$key" --home "$tmp/other" >/dev/null 2>&1
[ "$(judged "$tmp/other")" != "$(judged "$F")" ]
row $? "and another one when the oracle is another"

# ---- it judges -----------------------------------------------------------------------------------------------

WORK=work
for h in "$S" "$F"; do "$RIDGE" start scan-rows --home "$h" >/dev/null 2>&1; done
judge() { # judge FILE: both editions' milestones but the timed one, as "correct PASS 40, …"
    for h in "$S" "$F"; do
        cp "$1" "$h/$WORK/scan-rows/rmsnorm.c"
        "$RIDGE" test scan-rows --phase profile --home "$h" --json 2>/dev/null </dev/null | python3 -c '
import json, sys
print([(m["id"], m["status"], m["points"]) for m in json.load(sys.stdin)["milestones"] if m["id"] in ("correct", "sanitize", "profile")])'
    done
}
two=$(judge scan/kernels/scan-rows/ref.c)
[ "$(printf '%s\n' "$two" | uniq | wc -l)" -eq 1 ] && printf '%s\n' "$two" | grep -q "'correct', 'PASS', 40"
row $? "what is right passes in both, with the same points" "$two"
sed 's/lane\[k\] +=/lane[k] -=/' scan/kernels/scan-rows/ref.c >wrong.c
two=$(judge wrong.c)
[ "$(printf '%s\n' "$two" | uniq | wc -l)" -eq 1 ] && printf '%s\n' "$two" | grep -q "'correct', 'FAIL', 0"
row $? "what is wrong fails in both" "$two"
run 1 "a test says who grades the hidden cases" 'Hidden cases are graded by your instructor' test scan-rows --phase correct --home "$S"
cp scan/kernels/scan-rows/ref.c "$S/$WORK/scan-rows/rmsnorm.c"
"$RIDGE" bench scan-rows --home "$S" --json 2>"$tmp/err" </dev/null >"$tmp/bench.json"
python3 -c '
import json, sys
m = json.load(open(sys.argv[1]))["measurements"]
assert m and m[0]["ratio"] > 0, m' "$tmp/bench.json"
row $? "and times are taken against the reference's object" "$(cat "$tmp/err" "$tmp/bench.json" | head -c 600)"
run 1 "there is no solution to give up for" 'student edition, which has no solution' solution scan-rows --give-up --home "$S"
run 2 "nor to run" 'student edition, which has no solutions' test scan-rows --impl reference --home "$S"
run 0 "the lesson is whole" 'Why' show scan-rows --lesson --home "$S"

# ---- an object that does what it should not ------------------------------------------------------------------

cat >evil.c <<'P'
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>
__attribute__((constructor)) static void first(void)
{
    int fd = open(PLACE, O_CREAT | O_WRONLY, 0644);
    (void)!write(fd, "x", 1);
    fork();
}
P
gcc -shared -fPIC -DPLACE="\"$tmp/w/escaped\"" evil.c -o evil.so && base64 evil.so >"$S/packs/scan/kernels/scan-rows/oracle.so.b64"
chmod 777 "$tmp/w"
"$RIDGE" test scan-rows --phase correct --home "$S" >"$tmp/out" 2>&1 </dev/null
code=$?
[ $code -ne 0 ] && [ ! -e "$tmp/w/escaped" ] && grep -q "oracle" "$tmp/out"
row $? "an oracle's object runs in the box of packs' oracles: it makes no file and no process, and is named" "exit $code: $(cat "$tmp/out")"
head -c 3000 /dev/urandom | base64 >"$S/packs/scan/kernels/scan-rows/oracle.so.b64"
run 9 "what is no object is no oracle" "oracle of scan-rows is no object" test scan-rows --phase correct --home "$S"

# ---- what has none -------------------------------------------------------------------------------------------

"$RIDGE" lab new cuda-rows --lang cuda --home "$A" >/dev/null
run 1 "a course with a lab in CUDA has none, and says why" 'cuda-rows has no student edition: a lab in CUDA is built together' \
    pack build cuda --no-check --edition student --home "$A"
sed 's/{id = "hidden", hidden = true, \(.*\)},$/(function() local h = {id = "hidden", \1}; h.hidden = true; return h end)(),/' \
    scan/labs/scan-rows/lab.lua >lab.lua && mv lab.lua scan/labs/scan-rows/lab.lua
run 1 "hidden cases that code makes are not left in unseen" 'makes its hidden case hidden by code' \
    pack build scan --no-check --edition student --home "$A" --out x.tar
[ ! -e scan/x.tar ] && [ ! -e x.tar ]
row $? "and nothing is written"

echo "1..$n"
[ $bad -eq 0 ]
