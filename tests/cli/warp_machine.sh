#!/bin/sh
# The machine of c05-warp-machine and the emulator count alike: programs of its assembler on ref.c, their twins in CUDA
# by `ridge simt`, every counter and all results, and the figures that the lab's gates and lesson have. TAP. $1 is
# ridge, $2 the checkout.
set -u
RIDGE=$(realpath "$1") SRC=$2
# shellcheck source=tests/cli/tap.sh
. "$(dirname "$0")/tap.sh"
tmp=$(mktemp -d) || exit 99
trap 'rm -rf "$tmp"' EXIT
export XDG_CACHE_HOME="${RIDGE_TEST_CACHE:-$tmp/cache}" XDG_DATA_HOME="$tmp/data" HOME="$tmp/home" NO_COLOR=1 LC_ALL=C.UTF-8
unset CXX RIDGE_ROOT || :
mkdir -p "$HOME"

lab=$SRC/labs/c05-warp-machine kernels=$SRC/kernels/c05-warp-machine
"${CC:-cc}" -std=gnu11 -O1 -I"$lab" "$SRC/tests/cli/warp_machine.c" "$kernels/ref.c" -o "$tmp/machine" >"$tmp/log" 2>&1
row $? "the machine builds with the assembler and the programs" "$(cat "$tmp/log")"
"$tmp/machine" >"$tmp/stack" && "$tmp/machine" independent >"$tmp/turns"
row $? "each program runs to its end, with paths on a stack and in turns"
"$RIDGE" simt --json "$kernels/twins.cu" >"$tmp/simt" 2>"$tmp/said" </dev/null
row $? "the twins run on the emulator, and it finds no error" "$(cat "$tmp/said")"

cat >"$tmp/compare.py" <<'PY'
import json, re, sys
tmp, lab = sys.argv[1:3]
lua = open(lab + "/lab.lua").read()
launches = json.load(open(tmp + "/simt"))["launches"]
said = [line.split() for line in open(tmp + "/said") if re.fullmatch(r"[a-z]+ \d+\n", line)]
counted = ["g_ld_req", "g_ld_sec", "g_st_req", "g_st_sec", "sh_ld_req", "sh_ld_wave", "sh_st_req", "sh_st_wave", "bar"]
rows = 0
for machine in "stack", "turns":
    lines = [line.split() for line in open(tmp + "/" + machine)]
    if not len(lines) == len(launches) == len(said) == 13:
        print("not ok", machine, len(lines), "programs", len(launches), "launches", len(said), "results")
        continue
    for line, launch, result in zip(lines, launches, said):
        name, mine = line[0], dict(zip(line[2::2], map(int, line[3::2])))
        entry = re.search(r'\{"%s", (\d+),([^}]*)\}' % name, lua)
        listed = dict((k, int(v)) for k, v in re.findall(r"(\w+) = (\d+)", entry.group(2)))
        wrong = [] if result == line[:2] else ["results %s and %s" % (line[:2], result)]
        for c in counted:
            if not mine[c] == launch["counters"][c] == listed.get(c, 0):
                wrong.append("%s: machine %d, emulator %g, lab.lua %d"
                             % (c, mine[c], launch["counters"][c], listed.get(c, 0)))
        if int(entry.group(1)) != launch["block"][0]:
            wrong.append("threads %s and %s" % (entry.group(1), launch["block"]))
        print("not ok" if wrong else "ok", machine, name, *wrong)
PY
python3 "$tmp/compare.py" "$tmp" "$lab" >"$tmp/rows" 2>&1
row $? "both can be compared" "$(cat "$tmp/rows")"
while read -r verdict rest; do
    [ "$verdict" = ok ]
    row $? "machine, emulator and lab.lua agree: $rest"
done <"$tmp/rows"
[ "$n" -eq 30 ]
row $? "all 13 programs were compared, twice" "$n rows"
echo "1..$n"
[ "$bad" -eq 0 ]
