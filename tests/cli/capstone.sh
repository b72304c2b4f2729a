#!/bin/sh
# A capstone from recorded work: judged, refused while something is missing, exported. TAP. Needs RIDGE (the binary),
# RIDGE_SRC (the checkout) and capstone_fixture.
set -u
RIDGE=$1
SRC=$2
FIXTURE=$3
tmp=$(mktemp -d) || exit 99
trap 'rm -rf "$tmp"' EXIT
export HOME="$tmp/home" NO_COLOR=1 LC_ALL=C.UTF-8 RIDGE_ROOT="$SRC"
unset XDG_DATA_HOME || :
mkdir -p "$HOME" "$tmp/h" "$tmp/m" "$tmp/mine"
# shellcheck source=tests/cli/tap.sh
. "$(dirname "$0")/tap.sh"
long_by_nature
L=w12-capstone-1
K=$SRC/kernels/$L

"$FIXTURE" "$tmp/s.db" $L "$K/serving.json"
run 0 "a server's changes, in tokens a second" 'page.html' artifact $L --out "$tmp/s" --home "$tmp/h" --db "$tmp/s.db"
grep -q 'throughput, attempt 6 against attempt 5: 2000 tok/s, then 3200\.' "$tmp/s/page.html"
row $? "which its page has, before and after"
"$FIXTURE" "$tmp/h/ridge.db" $L "$K/attention.json"
row $? "complete work, played into a workbook"
run 0 "test passes what is complete" 'three pairs before and after' test $L --home "$tmp/h"
run 0 "artifact writes it" 'page.html' artifact 1 --out "$tmp/a" --home "$tmp/h"
[ -s "$tmp/a/README.md" ] && [ "$(cat "$tmp/a/sources/attempt-1/code.c")" = naive ]
row $? "with a README and the sources that prove it"
detail=$(python3 - "$tmp/a" <<'PY' 2>&1
import hashlib, json, re, sys
d = json.load(open(sys.argv[1] + "/attempts.json"))
before = ""
for link in d["chain"]:
    row = json.dumps(link["attempt"], separators=(",", ":"), sort_keys=True, ensure_ascii=False)
    assert link["before"] == before, link
    before = hashlib.blake2b(before.encode() + b"\0" + row.encode() + b"\0", digest_size=16).hexdigest()
    assert link["hash"] == before, (link, row)
page = open(sys.argv[1] + "/page.html").read()
ids, links = set(re.findall(r'id="(a\d+)"', page)), set(re.findall(r'href="#(a\d+)"', page))
assert links and links <= ids, links - ids
assert len(d["chain"]) == len(ids), (len(d["chain"]), ids)
assert "<script" not in page and "src=" not in page and "Draft" not in page
assert "3.9 times" in page and "Predicted: 1.5" in page
PY
)
row $? "each claim leads to its attempt, and the chain of hashes holds" "$detail"
run 0 "it may be written again over an older one" 'page.html' artifact $L --out "$tmp/a" --home "$tmp/h"
echo mine >"$tmp/mine/README.md"
run 2 "but not over anybody's files" 'holds other things' artifact --out "$tmp/mine" --home "$tmp/h"
[ "$(cat "$tmp/mine/README.md")" = mine ]
row $? "which stay as they were"

sed 's/,"predict":3//' "$K/attention.json" >"$tmp/m.json"
"$FIXTURE" "$tmp/m/ridge.db" $L "$tmp/m.json"
run 1 "without a prediction it fails" 'without a prediction' test $L --home "$tmp/m"
run 1 "artifact says which command supplies it" 'versus attempt:N --predict BENCH=RATIO' artifact --out "$tmp/b" --home "$tmp/m"
[ ! -e "$tmp/b" ]
row $? "and writes nothing"
run 0 "--draft writes it all the same" 'a draft' artifact --draft --out "$tmp/b" --home "$tmp/m"
grep -q 'class="bad">Draft' "$tmp/b/page.html" && grep -q '(draft)' "$tmp/b/README.md"
row $? "and says so on the page"
run 2 "a lab that is none" 'is not a capstone' artifact w03-txmath --out "$tmp/c" --home "$tmp/m"
run 2 "a part without one" 'has no capstone' artifact 6 --out "$tmp/c" --home "$tmp/m"
run 2 "a prediction is for a pair of versions" 'attempt:N' bench w04-flash --predict 2 --home "$tmp/m"
"$RIDGE" start w03 --home "$tmp/m" >/dev/null
run 2 "the other version is of the same lab" 'is one of w04-flash-tiles' bench w03 --versus attempt:1 --home "$tmp/m"

# of the capstone of part II the counters of the first version and the last are a table, with what a GPU's warps waited for
W=w20b-capstone-2
mkdir "$tmp/w" "$tmp/v"
sed '0,/"softmax_rows\/rows-gate\/g_ld_sec":98304/s//"softmax_rows\/rows-gate\/stall_long_scoreboard":61.5,&/' "$SRC/kernels/$W/kernels.json" >"$tmp/w.json"
"$FIXTURE" "$tmp/w/ridge.db" $W "$tmp/w.json"
run 0 "three improvements of three kinds pass" '9.3 times .naive.' test $W --home "$tmp/w"
run 0 "artifact writes them" 'page.html' artifact 2 --out "$tmp/t" --home "$tmp/w"
grep -q 'first version. softmax_rows: g_ld_sec 98,304, g_st_sec 32,768, g_ld_req 3,072, stall_long_scoreboard 61.5 %; append' \
    "$tmp/t/page.html" && grep -q 'The last version. softmax_rows: g_ld_sec 4,096' "$tmp/t/page.html" &&
    grep -q 'append_kv: g_st_sec went from 4,096 to 2,048' "$tmp/t/page.html"
row $? "with the table of both versions and each counter that moved"
sed 's/"gates":true/"gates":false/' "$SRC/kernels/$W/kernels.json" >"$tmp/v.json"
"$FIXTURE" "$tmp/v/ridge.db" $W "$tmp/v.json"
run 1 "a last version that breaks a gate is told with its profile" 'the profile, attempt 8, says which' test $W --home "$tmp/v"

# that of part III shows what attempts recorded, stage by stage: counters, ratios out of one run, curves, and a spread over seeds
T=w28c-capstone-3
mkdir "$tmp/p" "$tmp/q"
"$FIXTURE" "$tmp/p/ridge.db" $T "$SRC/kernels/$T/pipeline.json"
run 0 "a pipeline passes" 'attempts 1, 3, 12, 14, 15, 7, 9, 4, 6' test $T --home "$tmp/p"
run 0 "artifact writes it" 'page.html' artifact 3 --out "$tmp/r" --home "$tmp/p"
grep -q 'state_qlora/state_full 0.215, peak_qlora/peak_full 0.857, pace_qlora/pace_full 0.788' "$tmp/r/page.html" &&
    grep -q 'recorded last: reward 0.78, .* dpo-margin ends at 2.7 after 6 steps, 1.82 ± 1.1 over the last 6' "$tmp/r/page.html" &&
    grep -q 'over 3 seeds (attempts 9, 10, 11): reward 0.867 ± 0.015, policy_kl 0.977 ± 0.11' "$tmp/r/page.html" &&
    grep -q 'w28-dpo-grpo, hidden-dpo, over 3 seeds (attempts 9, 10, 11): .* margin 1.8 ± 0.4' "$tmp/r/page.html" &&
    grep -q 'w27-ppo, hidden-train, over 3 seeds (attempts 15, 16, 17): score 2.63 ± 0.21' "$tmp/r/page.html"
row $? "with its manifest"
"$FIXTURE" "$tmp/q/ridge.db" $T "$SRC/kernels/$T/pipeline.json"
sqlite3 "$tmp/q/ridge.db" "DROP TRIGGER curve_stays; DELETE FROM curve" 2>/dev/null || python3 -c '
import sqlite3, sys
db = sqlite3.connect(sys.argv[1])
db.execute("DROP TRIGGER curve_stays")
db.execute("DELETE FROM curve")
db.commit()' "$tmp/q/ridge.db"
run 1 "what no attempt recorded is not in it, whatever a text says" 'the curve dpo-margin is not counted yet' test $T --home "$tmp/q"

COLUMNS=50 "$RIDGE" test $T --home "$tmp/q" 2>/dev/null | grep -q "^      each stage's lab is correct$"
row $? "on a narrow terminal a goal stands below its milestone"

# that of part IV: an engine that was judged before its last part was right has Ridge's in that place
F=w35c-capstone-4
mkdir "$tmp/e" "$tmp/o"
"$FIXTURE" "$tmp/e/ridge.db" $F "$SRC/kernels/$F/engine.json"
run 0 "an engine out of own parts passes" 'attempt 16 of w35b-engine is made of your own parts' test $F --home "$tmp/e"
run 0 "artifact writes it" 'page.html' artifact 4 --out "$tmp/f" --home "$tmp/e"
grep -q 'recorded last: passes_share 0.93, prefill_share 0.48' "$tmp/f/page.html" &&
    grep -q 'usd_mtok_kept/usd_mtok 1.01' "$tmp/f/page.html" &&
    grep -q 'over 3 seeds (attempts 12, 13, 14): goodput 11.6' "$tmp/f/page.html"
row $? "with the engine's shares, the price and the spread"
grep -v '"n":15,' "$SRC/kernels/$F/engine.json" | sed 's/^  {"answer":"account"/  {"n":15,"lab":"w30-kv-evict","code":"first"},\n&/' >"$tmp/o.json"
"$FIXTURE" "$tmp/o/ridge.db" $F "$tmp/o.json"
run 1 "a part that came after the engine is not in it" 'no attempt of w35b-engine passes .correct. since' test $F --home "$tmp/o"

# counted, not timed: ranks in virtual time, kernels on the emulator
files=$tmp/p/work # where it lays a learner's files out
pair() { # pair LAB FILE BENCH FACTOR: naive, kept, then the reference against it
    "$RIDGE" start "$1" --home "$tmp/p" >/dev/null
    sed -e '/^#include "ref\./{' -e "r $SRC/kernels/$1/ref.${2#*.}" -e 'd' -e '}' "$SRC/kernels/$1/naive.${2#*.}" >"$files/$1/$2"
    "$RIDGE" bench "$1" --home "$tmp/p" >/dev/null 2>&1
    first=$("$RIDGE" history "$1" --home "$tmp/p" --json | python3 -c 'import json, sys; print(json.load(sys.stdin)["attempts"][0]["id"])')
    cp "$SRC/kernels/$1/ref.${2#*.}" "$files/$1/$2"
    detail=$("$RIDGE" bench "$1" --versus "attempt:$first" --predict "$3=2" --home "$tmp/p" --json 2>&1 | python3 -c '
import json, sys
d = json.load(sys.stdin)
assert d["versus"] == sys.argv[1], d.get("versus")
got = [m["ratio"] for m in d["measurements"] if m["bench"] == sys.argv[2]]
assert len(got) == 1 and abs(got[0] / float(sys.argv[3]) - 1) < .01, got' "attempt:$first" "$3" "$4" 2>&1)
    row $? "$1 is held against its own older version, counted" "$detail"
}
mkdir "$tmp/p"
pair w07-ddp-overlap ddp.c step 5.888
pair w25-async-ckpt ckpt.c goodput 1.418 # what waits for a disk does no work
pair g01-cuda-first first.cu relu-sectors 8
kept() { # kept N TEXT: runs against a rung that the workbook holds
    python3 -c 'import sqlite3, sys
n, = sqlite3.connect(sys.argv[1]).execute("SELECT count(*) FROM attempt WHERE impl LIKE ?", ("versus:naive",)).fetchone()
sys.exit(n != int(sys.argv[2]))' "$tmp/p/ridge.db" "$1"
    row $? "$2"
}
kept 0 "nothing was held against a rung yet"
run 0 "a lab's first rung is an opponent" 'relu-sectors' bench g01-cuda-first --versus naive --backend simt --home "$tmp/p"
kept 1 "and such a run is kept"
"$RIDGE" bench g01-cuda-first --versus skeleton --backend simt --home "$tmp/p" >/dev/null 2>&1
"$RIDGE" bench g01-cuda-first --versus naive --impl reference --backend simt --home "$tmp/p" >/dev/null 2>&1
kept 1 "one against the skeleton, or of the reference, is a look"

echo "1..$n"
[ "$bad" -eq 0 ]
