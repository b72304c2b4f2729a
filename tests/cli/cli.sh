#!/bin/sh
# The command line as a new user meets it: TAP, one row a promise. Needs RIDGE (the binary) and RIDGE_SRC
# (the checkout).
set -u
RIDGE=$1
SRC=$2
tmp=$(mktemp -d) || exit 99
trap 'chmod -R u+rwx "$tmp" 2>/dev/null; rm -rf "$tmp"' EXIT
export XDG_CACHE_HOME="${RIDGE_TEST_CACHE:-$tmp/cache}" HOME="$tmp/home" NO_COLOR=1 LC_ALL=C.UTF-8
unset XDG_DATA_HOME VISUAL EDITOR RIDGE_ROOT || :
mkdir -p "$HOME"
# shellcheck source=tests/cli/tap.sh
. "$(dirname "$0")/tap.sh"

# json NAME python-expression args…: stdout is one document d for which the expression holds
json() {
    name=$1 expr=$2
    shift 2
    "$RIDGE" "$@" --json >"$tmp/out.json" 2>"$tmp/err.txt" </dev/null
    code=$?
    again "$name" "$expr"
}

# again NAME python-expression: of the document that json had last
again() {
    detail=$(python3 - "$tmp/out.json" "$2" "$code" <<'PY' 2>&1
import json, sys
d = json.load(open(sys.argv[1]))
code = int(sys.argv[3])
if not eval(sys.argv[2]):
    print(json.dumps(d)[:1500]); sys.exit(1)
PY
    )
    row $? "$1" "$detail $(cat "$tmp/err.txt")"
}

H=$tmp/ridge
W="$H/work" # the learner's labs

# --- first contact
run 0 "an empty workbook says what it is, without a terminal, too" "^A workbook that turns a programmer" --home "$H"
run 0 "no terminal: status instead of screens" "next: w00-column-sums" --home "$H"
run 0 "help lists commands and exit codes" "130 interrupted" help
row "$(ridge help | grep -qx others; [ $? -eq 1 ]; echo $?)" "every command stands in a group of the help" "$(ridge help)"
json "help as a document" '{x["group"] for x in d["commands"]} == {"begin", "learn", "measure", "share", "teach", "author"}' help
for words in "frob" "help frob" "lab new" "completions tcsh" "list --frob" "test" "test --backend frob"; do
    # shellcheck disable=SC2086  # words
    json "wrong, as a document: $words" 'code == 2 and d["code"] == 2 and d["error"]' $words
done
run 0 "help of one command" "--give-up" help solution
run 0 "the dictionary of counters has Nsight Compute's metrics" "gpu__time_duration\.sum" help counters
run 0 "and one counter alone: its words, its formula" "sh_wave - sh_ideal" help counters sh_conf
row "$(ridge help counters sh_conf | grep -c g_ld_req | grep -qx 0; echo $?)" "with no other beside it" "$(ridge help counters sh_conf)"
json "as a document" '[(c["name"], c["words"], c["formula"]) for c in d["counters"]] == [("sh_conf", "wavefronts by bank conflicts", "sh_wave - sh_ideal")]' help counters sh_conf
run 2 "a counter that there is not: a guess" "Did you mean sh_conf \(wavefronts by bank conflicts\)" help counters sh_cnof
run 2 "also by its words" "Did you mean sh_conf " help counters "bank conflicts"
run 2 "help of two commands" "takes one command" help test show
version=$(sed -n "s/^project([^:]*version: '\([^']*\)'.*/\1/p" "$SRC/meson.build")
run 0 "--version says which Ridge this is" "^ridge $version\$" --version
run 0 "and of which commit" "^  commit +([0-9a-f]{12}(-dirty)?|unknown)\$" --version
run 0 "beside a command, too" "^  with +.*tests" list --version
json "--version --json has the parts of this build" 'd["schema"] == "ridge.version/1" and d["built"] and {"mpi", "tests"} <= set(d["parts"])' --version
# an archive that was unpacked in another repository has no commit
mkdir -p "$tmp/other/ridge"
git -C "$tmp/other" init -q 2>/dev/null # no git: unknown all the same
commit=$(sh "$SRC/tui/cli/commit.sh" "$tmp/other/ridge")
[ "$commit" = unknown ]
row $? "an archive's commit is unknown" "$commit"
cat >"$tmp/complete.sh" <<'END'
eval "$("$RIDGE" completions bash)" || exit 1
ridge() { "$RIDGE" "$@"; }
offers() { # offers WORD words…: of what is typed, the last word is completed to WORD
    want=$1
    shift
    COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=()
    _ridge
    [[ " ${COMPREPLY[*]} " == *" $want "* ]] || { echo "no $want after $*: ${COMPREPLY[*]}"; exit 1; }
}
offers test ridge te
offers --script ridge --s
offers w03-txmath ridge test w03
offers --backend ridge test --ba
offers /tmp ridge --home /tm
! (offers --svg ridge doctor --) >/dev/null || exit 1
! (offers worker ridge wor) >/dev/null # for programs, not for people
END
out=$(RIDGE=$RIDGE bash "$tmp/complete.sh" 2>&1)
row $? "bash completes commands, options of the command, labs and files" "$out"
printf '%s\n' 1 "no such" a '?' Q | EDITOR=true "$RIDGE" --plain --home "$tmp/plain" >"$tmp/plain.txt" 2>&1
code=$?
[ $code -eq 0 ] && grep -q "^== ridge › w00-column-sums$" "$tmp/plain.txt" && grep -q "neither a row, an action nor a key" "$tmp/plain.txt" &&
    grep -q "^== ridge › w00-column-sums › questions" "$tmp/plain.txt" && grep -q "not yet" "$tmp/plain.txt" &&
    ! grep -q "$(printf '\033')" "$tmp/plain.txt"
row $? "--plain: pages and commands as lines, without a terminal" "exit $code: $(head -n 40 "$tmp/plain.txt")"
printf '%s\n' ':week 1' '~' '?' Q | EDITOR=true "$RIDGE" --plain --home "$tmp/plain" >"$tmp/plain.txt" 2>&1
grep -q "^== ridge .* week 1:" "$tmp/plain.txt" && grep -q "^~  home, from any page$" "$tmp/plain.txt" &&
    grep -q "^stale  *passed, but" "$tmp/plain.txt"
row $? "--plain: a command after its colon, and a key that looks like a sign" "$(grep -n '^==\|home, from\|^stale' "$tmp/plain.txt")"
run 2 "completions of an unknown shell" "bash, zsh and fish" completions tcsh
run 2 "unknown command, with a guess" 'Did you mean .ridge test' tset
run 2 "unknown option" 'no option "--frob"' list --frob
run 2 "a near miss of an option" 'no option "--jsn". Did you mean .--json' list --jsn
run 2 "and with a value" 'Did you mean .--backend' test w01 --bakend=cpu
run 2 "a number below zero is a value" 'needs a factor above 0' bench w01 --versus attempt:1 --predict copy=-1 --home "$H"
run 2 "and needs no = before it" 'several benches' bench w01 --versus attempt:1 --predict -1 --home "$H"
run 2 "where none may be, it is no option either" '--tier needs a number from 1 on, not "-1"' hint w01 --tier -1 --home "$H"
run 1 "an answer may be one" 'is not the answer' answer 1 flop '-5 FLOP' --home "$H"
run 2 "an option that a command does not take" "does not take --impl" list --impl reference
run 2 "too few arguments" "form: .ridge test LAB" test
run 2 "an option without its argument" "needs an argument" list --home
run 2 "a number that is none" "needs a number from 1 on, not .many" history --limit many --home "$H"
run 2 "a number beyond its range" "needs a number from 1 on, not .0" history --limit 0 --home "$H"
run 2 "a word that is no choice, and what was meant" "takes auto, cpu, simt, cuda or ranks, not .smit.. Did you mean simt" \
    test w01 --backend smit --home "$H"
run 2 "of several words the wrong one" "with commas between, not .lesons.. Did you mean lessons" \
    search warp --in cards,lesons --home "$H"
run 2 "nothing near is not guessed" 'takes c or cuda, not "fortran"[.]$' lab new x --lang fortran --home "$H"
run 2 "an option of one name is each command's own" "takes best or last, not .lats.. Did you mean last" \
    grade --lab w01 --keep lats --home "$H"
run 0 "an option stands before its command, too" "w01-roofline" --home "$H" --all list
run 0 "help lists choices and their default" "auto, cpu, simt, cuda or ranks .default: auto" help watch
run 0 "help lists ranges" "from 1 on; default: 14" help log
json "an option's row as a document" '{(o["name"], o["kind"]): o for o in d["options"]}[("format", "choice")]["choices"][0] == "csv"' \
    help export
json "each command has its own row" '[o["kind"] for o in d["options"] if o["name"] == "keep"] == ["text"]' help simt
run 2 "unknown lab, near misses named" "w01-roofline" test w01x --home "$H"
run 2 "a planned lab says so" "planned and not ready yet" show w44-autotune --home "$H"
json "list" 'len(d["weeks"]) == 52 and d["weeks"][0]["labs"]' list --home "$H"
json "show a lab" 'd["id"] == "w03-txmath" and "mutants" not in d' show w03 --home "$H"
json "show a week" 'd["n"] == 9' show 9 --home "$H"
run 0 "show a week's outline" "Reading" show 21 --home "$H"
run 0 "a week without its labs says so" "Not there yet: .*w44-autotune" show 44 --home "$H"
run 0 "show a lesson" "Pitfalls" show w01 --lesson --home "$H"
run 0 "where a lesson's figures are from, a line each" "^h200_m +bw +4.247 TB/s +measured +2026-11 +copy of 1 GiB" show w01 --lesson --sources --home "$H"
run 0 "a card's, too" "^h100 +ridge +295.3 FLOP/B +derived +2026-11 +bf16 / bw" show prelude/03-roofline --sources
run 0 "a page without any says so" "computes with no hardware figure" show cards/qat --sources
run 2 "and no page is a mistake" "no page 'cards/nosuch'" show cards/nosuch --sources
json "a week's as a document: what each of its figures has in \`ridge hw\`" 'd["id"] == "w05" and [(s["card"], s["figure"], s["value"], s["source"]) for s in d["sources"]] == [("h200", "bw", 4.8e12, "spec")] and d["sources"][0]["from"] and d["sources"][0]["date"]' show 5 --sources
run 0 "one section of a lesson" "square root" show 'c11#Math' --home "$H"
run 2 "a section that is not there names those that are" 'no section "Mathe" here; there are Why, Mental model, Mechanism, Math' \
    show 'c11#Mathe' --home "$H"
json "a section as a document" 'd["id"] == "c11-transformer-fwd" and d["section"] == "Why" and d["markdown"].startswith("## Why")' show 'c11#Why' --home "$H"
run 0 "the glossary" "bank conflict · Two threads of a warp" show glossary
run 0 "under help, too" "warp · 32 threads" help glossary
json "next" 'd["lab"] == "w00-column-sums"' next --home "$H"
json "map: weeks, states, and the graph both ways" 'd["schema"] == "ridge.map/1" and [w["n"] for w in d["weeks"]] == list(range(1, 53)) and d["weeks"][2]["rests_on"][0]["weeks"] == [1, 2] and any(39 in x["weeks"] for x in d["weeks"][3]["leads_to"]) and any(l["extra"] for l in d["weeks"][0]["labs"]) and d["weeks"][0]["state"] == "open"' map --home "$H"
# w01's reading is the week's; each of the four labs without a week of its own is extra, and so is what only it reads
json "a week's hours are those of its labs" '[round(d["weeks"][0]["hours"][k], 2) for k in ("read", "lab", "extra_read", "extra_lab")] == [7.5, 2.17, 6.5, 14.5] and [l["id"] for l in d["weeks"][0]["labs"] if not l["extra"]] == ["w00-column-sums", "w01-roofline"]' map --home "$H"
run 0 "and the map's lines, and the week's page, say the same" "reading 7.5 h, labs 2.2 h, extra 21 h" map --home "$H"
run 0 "with each lab's" "c12-five-axis .*2 h, extra" show 1
json "map of a track leaves weeks out" 'd["track"]["id"] == "gpu" and d["weeks"][26]["state"] == "off the track" and not d["weeks"][26]["on_track"] and d["weeks"][8]["on_track"]' map gpu --home "$H"
run 0 "map in lines" "rests on Roofline and GPU architecture .weeks 1, 2" map --home "$H"
run 2 "map of no track names those there are" "there are 52weeks, silicon" map nosuch --home "$H"
json "status" 'd["passed"] == 0 and d["home"]' status --home "$H"
json "lessons: what each gives away" 'len(d["labs"]) >= 32 and d["most"] == 0.15 and all(0 <= l.get("share", 0) <= 1 for l in d["labs"]) and [l["lab"] for l in d["labs"] if "share" not in l] == ["w12-capstone-1", "w20b-capstone-2", "w28c-capstone-3", "w35c-capstone-4"]' lab check --lessons
again "and numbers are drawn for each learner" 'len(d["pages"]) >= 70 and {p["page"] for p in d["pages"]} > {"w01", "w52", "prelude/02-five-axes"} and [q for l in d["labs"] + d["pages"] for q in l["fixed"] + l["same"]] == []'
RIDGE_ROOT=$(small) run 0 "lessons in lines" "^t01-toy +2 of +5 lines .*fixed" lab check --lessons
json "map: nothing missing, each row in one state" 'd["total"] == 1120 == len(d["rows"]) and d["missing"] == 0 and all(d[s] == sum(r["status"] == s for r in d["rows"]) == sum(t[s] for t in d["by_source"].values()) for s in ("implemented", "taught", "planned", "missing"))' lab check --map
again "an idea without its lab is taught; a row is implemented when nothing of it is only known" '(s := {r["id"]: r["status"] for r in d["rows"]}) and s["S003-W50-C1"] == "taught" and s["S003-W01-C1"] == "implemented" and s["S003-BL-04"] == s["S002-B-3"] == "implemented" and all((r["status"] == "implemented") == all(x["state"] == "built" for x in r["by"]) for r in d["rows"])'
run 0 "map: a column for each state" "source +rows +implemented +taught +planned +missing" lab check --map

# --- one lab from start to solution
run 2 "test before start tells to start" "ridge start w03-txmath" test w03 --home "$H"
json "start lays the files out" 'd["created"]' start w03 --home "$H"
json "start again touches nothing" 'not d["created"]' start w03 --home "$H"
[ -f "$W/w03-txmath/compile_commands.json" ] && [ -f "$W/w03-txmath/lab.h" ]
row $? "clangd finds its file"
json "the skeleton fails" 'code == 1 and d["schema"] == "ridge.report/1" and d["status"] == "FAIL"' test w03 --home "$H"
json "a report has the contract's fields" 'set(d) >= {"schema","lab","backend","impl","status","milestones","counters","measurements","build","duration_ms"} and "predicted" not in d and set(d["milestones"][0]) >= {"id","kind","status","goal","message","hint","points","max"}' test w03 --home "$H"
run 0 "half a point is not rounded away" '^ +perf:copy +0 of 7.5 ' show w01 --home "$H"
run 0 "what a bench counts is told in words" "the reference's g_sec .global sectors of 32 B. over yours, at least" show w02 --home "$H"
run 0 "and so is what its lab alone counts" "0.8 of the reference's goodput .requests a second served as promised. for bronze" show w30b --home "$H"
run 1 "the solution stays shut" "give-up" solution w03 --home "$H"
[ "$("$RIDGE" answer w03 --home "$H" </dev/null | grep -cE '^  (flops|bytes|intensity)( +(flops|bytes|intensity))')" -eq 0 ]
row $? "a label of the cost card stands once" "$("$RIDGE" answer w03 --home "$H" </dev/null | head -3)"
json "a hint, recorded" 'd["tier"] == 1' hint w03 --home "$H"
json "the next hint is the next tier" 'd["tier"] == 2' hint w03 --home "$H"
run 2 "the last tier comes after a question" "hint w03-txmath --tier 3 --yes" hint w03 --home "$H"
json "--yes answers it; the hint is about what failed" 'd["tier"] == 3 and d["function"] == "p_total" and "p_matmul" in d["functions"]' hint w03 --yes --home "$H"
json "what a recipe needs is no hint about another function" '"choose_recipe" not in d["text"] and "z-loss" in d["text"]' hint w22-moe-router router_loss --tier 2 --home "$tmp/hints"
json "and stands with the call that trains by it" '"choose_recipe" in d["text"] and "z-loss" not in d["text"]' hint w22-moe-router train --tier 2 --home "$tmp/hints"
json "or about the function that is named" 'd["function"] == "mfu" and "kv_bytes" not in d["text"]' hint w03 mfu --tier 1 --home "$H"
# a profile that fails has the hint of its gate, about the function of that gate, whatever else the tier says
gate=$tmp/gate/work
"$RIDGE" start w02-transpose --home "$tmp/gate" >/dev/null 2>&1
sed 's/\[TILE + 1\]/[TILE]/' "$SRC/kernels/w02-transpose/ref.cu" >"$gate/w02-transpose/transpose.cu"
run 1 "a tile whose columns lie in one bank fails the profile" "sh_conf|bank conflicts" profile w02 --backend simt --home "$tmp/gate"
printf '%s\n' "$out" | grep -qE '^Next: mend the code.*; .ridge hint w02-transpose. helps when you are stuck[.]$'
row $? "and what comes next is a sentence" "$out"
case $out in *"Predicted, not measured"*"transpose_tiled, case 1024: "*" on an NVIDIA H200 SXM"*) : ;; *) false ;; esac
row $? "its times are predicted, and said to be" "$out"
json "in the report, too" \
    'all(0 < r["lo"] < r["us"] < r["hi"] and r["gpu"] == "h200" and r["bound"] for r in d["predicted"]) and {r["call"] for r in d["predicted"]} >= {"transpose_naive", "transpose_tiled"}' \
    profile w02 --backend simt --home "$tmp/gate"
json "and the hint is that of the gate that failed" \
    'd["tier"] == 1 and d["milestone"] == "profile" and d["function"] == "transpose_tiled" and "sh_conf" in d["message"] and "What if a row had 33?" in d["hint"]' \
    hint w02 --home "$tmp/gate"
run 0 "it is told with the tier" 'What if a row had 33\?' hint w02 --tier 1 --home "$tmp/gate"
case $out in *"it should be 0."*"had 33?"*"Take lanes 0"*) ! printf '%s' "$out" | grep -q vadd ;; *) false ;; esac
row $? "before it, and without what is about other functions" "$out"
run 2 "a function that the lab does not ask for" "asks for no function nosuch" hint w03 nosuch --home "$H"
run 2 "two slips of three letters are another word" "no command .foo.\. .ridge help. lists them" foo
run 0 "a page is answered by the name that the list gives it" "^Answer with .ridge answer how-to-use-ridge order ANSWER.: a number" answer how-to-use-ridge --home "$H"
run 2 "an order's example has all of its numbers" "such as 2 1 3 4 5\\.$" answer how-to-use-ridge order 1 --home "$H"
ridge start w03 --home "$tmp/failing" >/dev/null # whose attempts are nobody's else
run 1 "a failed case says the call with its arguments" "p_total\(L=[0-9]+, d=[0-9]+,.*expected [0-9]+, .*\(case " test w03 --phase correct --home "$tmp/failing"
run 1 "how many are right is kept" "^ +[0-9]+ of [0-9]+ cases right" test w03 --phase correct --home "$tmp/failing"
run 0 "beside the attempt in the history, too" '^ +[0-9]+ of [0-9]+ cases right$' history w03 --home "$tmp/failing"
json "and in its --json" 'all(0 <= a["right"] < a["cases"] for a in d["attempts"])' history w03 --home "$tmp/failing"
run 1 "the others are one option away" "and [0-9]+ more: .ridge test w03-txmath --all" test w03 --phase correct --home "$tmp/failing"
run 1 "--all has each" "chinchilla\(C=.*\)\.N: expected" test w03 --phase correct --all --home "$tmp/failing"
json "and the report, with the inputs that are small" 'any(c.get("inputs", {}).get("nums") for c in d["cases"]) and not any(c.get("inputs") for c in d["cases"] if c["hidden"])' test w03 --phase correct --home "$tmp/failing"
printf '#include "lab.h"\nint64_t p_total(struct tcfg c)\n{\n    return c.L;\n}\n' >"$tmp/txmath.c"
run 3 "missing functions are one line, in the order of lab.h" "^txmath.c defines no p_matmul, f_fwd, train_flops, mfu, chinchilla, seq_crossover, kv_bytes, act_bytes: declared in lab.h" test w03 --file "$tmp/txmath.c" --home "$tmp/failing"
json "and no linker speaks" '"/ld" not in d["build"]["log"] and "ridge-" not in d["build"]["log"] and d["build"]["log"].count("\n") == 1' test w03 --file "$tmp/txmath.c" --home "$tmp/failing"
{ # right, and each of its forty variables has a warning of three lines
    printf '#include "lab.h"\nvoid column_sums(int64_t R, int64_t C, const float *x, float *y)\n{\n'
    seq -f '    int unused%g = 0;' 40
    printf '    for (int64_t c = 0; c < C; c++)\n        y[c] = 0;\n'
    printf '    for (int64_t r = 0; r < R; r++)\n        for (int64_t c = 0; c < C; c++)\n            y[c] += x[r * C + c];\n}\n'
} >"$tmp/sums.c"
run 0 "warnings do not push the verdict away" '^  … and [0-9]+ more lines of the compiler.s warnings: .ridge test w00-column-sums --all' \
    test w00 --phase correct --file "$tmp/sums.c" --home "$tmp/failing"
[ "$(printf '%s\n' "$out" | grep -c 'unused variable')" -lt 10 ]
row $? "a few of them are shown" "$out"
run 0 "and --all has each" 'unused variable .*unused40' test w00 --phase correct --all --file "$tmp/sums.c" --home "$tmp/failing"
awk '/__syncthreads/ && !cut++ { next } { print }' "$SRC/kernels/w02-transpose/ref.cu" >"$tmp/transpose.cu"
json "a missing barrier is called a race" 'd["found"]["kind"] == "race" and d["found"]["call"] == "transpose_tiled" and d["found"]["error"]["other"]["line"] and [m for m in d["milestones"] if m["id"] == "correct"][0]["message"].startswith("transpose_tiled, case ") and ": race (transpose.cu:" in [m for m in d["milestones"] if m["id"] == "correct"][0]["message"]' test w02 --phase correct --file "$tmp/transpose.cu" --home "$tmp/failing"
cp "$SRC/kernels/w03-txmath/ref.c" "$W/w03-txmath/txmath.c"
json "the reference, as the learner's, passes correct" 'd["milestones"][0]["status"] == "PASS"' test w03 --home "$H"
json "a report says what confined the run" 'd["machine"]["sandbox"] in (("L1", "L2", "L3") if d["machine"]["landlock"] > 0 else ("L0",)) and d["machine"]["sandbox_why"]' test w03 --phase correct --impl reference --home "$H"
json "a CUDA run claims no seccomp filter" 'd["machine"]["sandbox"] == "L0"' test w02 --backend cuda --phase correct --impl reference --home "$H"
export RIDGE_BOX_WITHOUT=cgroup
run 10 "below the level that is demanded nothing runs" "is demanded" test w03 --level L3 --impl reference --home "$H"
unset RIDGE_BOX_WITHOUT
run 2 "a box that is none" "native or bwrap" test w03 --box jail --impl reference --home "$H"
RIDGE_BWRAP=/nowhere run 10 "nothing runs in another box than was asked for" "bubblewrap is not here .*take --box native" \
    test w03 --box bwrap --impl reference --home "$H"
json "a report says whose box it was" 'd["machine"]["box"] == "native"' test w03 --phase correct --impl reference --box native --home "$H"
run 2 "a level that is none" "L0, L1, L2 or L3" test w03 --level high --home "$H"
json "history keeps it" 'all(a["sandbox"] in ("L0", "L1", "L2", "L3") for a in d["attempts"])' history w03 --home "$H"
json "history has the attempts" 'len(d["attempts"]) == 3 and d["attempts"][0]["status"] != "FAIL"' history w03 --home "$H"
run 0 "a run ends with what comes next" "^Next: .ridge answer w03-txmath.: [0-9]+ questions are open" test w03 --home "$H"
# --- what was won stays won
won() { "$RIDGE" show w03 --json --home "$H" | python3 -c 'import json, sys; p = json.load(sys.stdin)["progress"]; print(p["points"], p["max"])'; }
WON=$(won)
json "part of a run is headed by what it tried" 'code == 0 and d["status"] == "PASS"' test w03 --phase correct --home "$H"
[ "$(won)" = "$WON" ] && [ "${WON% *}" != 0.0 ] && [ "${WON#* }" = 100.0 ]
row $? "and takes nothing from the total" "$WON, then $(won)"
printf 'int broken' >"$tmp/broken.c"
run 3 "nor does one that does not build" 'error' test w03 --file "$tmp/broken.c" --home "$H"
[ "$(won)" = "$WON" ]
row $? "whose points are its own" "$WON, then $(won)"
json "the history has both, run and total" '[(a["points"], a["stood"]["points"]) for a in d["attempts"][:2]] == [(0, '"${WON% *}"'), (a["points"], '"${WON% *}"')] if (a := d["attempts"][1]) else 0' history w03 --home "$H"
json "the list and the status have the same total" 'sum(l["points"] for w in d["weeks"] for l in w["labs"]) == '"${WON% *}" list --home "$H"
json "no lab is out of nothing" 'all(l["max"] == 100 for w in d["weeks"] for l in w["labs"] if l["ready"]) and all(l.get("max", 100) == 100 for l in d["extra"])' list --home "$H"
if [ ! -e /dev/nvidia0 ] && [ ! -e /dev/dxg ]; then
    run 0 "a CUDA lab's reference passes without a GPU" 'w02-transpose reference on simt: .*PASS' test w02 --impl reference --home "$H"
    json "a GPU that was asked for and is not here is another matter" 'code == 6 and d["status"] == "SKIPPED"' \
        test w02 --impl reference --backend cuda --home "$H"
fi
run 0 "the solution opens after passing" "lab.h" solution w03 --home "$H"
json "what was won before is not marked by that" 'not any("after_solution" in m for m in d["progress"]["milestones"])' show w03 --home "$H"
opened=$tmp/opened/work
ridge start w03 --home "$tmp/opened" >/dev/null
ridge solution w03 --give-up --home "$tmp/opened" >/dev/null
cp "$SRC/kernels/w03-txmath/ref.c" "$opened/w03-txmath/txmath.c"
run 0 "what is won after the solution was opened says so" 'w03-txmath: .* points; after the solution: correct' test w03 --phase correct --home "$tmp/opened"
json "in the report, too" '[m["id"] for m in d["milestones"] if m.get("after_solution")] == ["correct"]' test w03 --phase correct --home "$tmp/opened"
json "and of the lab" '[m["id"] for m in d["progress"]["milestones"] if m.get("after_solution")] == ["correct"]' show w03 --json --home "$tmp/opened"
run 0 "as the page of the lab tells it" '^ +correct .*\(after the solution\)' show w03 --home "$tmp/opened"
run 0 "and the history" '^ +after the solution$' history w03 --home "$tmp/opened"
ridge report --html "$tmp/opened/report.html" --home "$tmp/opened" >/dev/null
grep -q ', after the solution</td>' "$tmp/opened/report.html"
row $? "and the report, at the milestone" "$(grep -c '<h3>' "$tmp/opened/report.html")"
json "diff against the skeleton" '"+" in d["diff"][0]' diff w03 --home "$H"
json "diff against an attempt" 'd["diff"]' diff w03 --attempt 1 --home "$H"
run 2 "reset asks first" "Nothing was reset" reset w03 --home "$H"
json "reset keeps a backup" 'd["backup"]' reset w03 --yes --home "$H"
[ -n "$(find "$W/w03-txmath/.backup" -name txmath.c)" ]
row $? "the backup holds the file"
json "--file tests a file elsewhere" 'd["milestones"][0]["status"] == "PASS"' test w03 --file "$SRC/kernels/w03-txmath/ref.c" --home "$tmp/other"
run 2 "--file that is not there" "No such file" test w03 --file "$tmp/none.c" --home "$H"
run 2 "no such implementation" "no implementation" test w03 --impl perfect --home "$H"
run 2 "no such backend" "takes auto, cpu, simt, cuda or ranks" test w03 --backend tpu --home "$H"
run 2 "a backend that the lab has not" "does not run on backend" test w03 --backend simt --home "$H"

# --- profiles
"$RIDGE" start w01 --home "$H" >/dev/null
cp "$SRC/kernels/w01-roofline/ref.c" "$W/w01-roofline/roofline.c"
json "a profile is read in words, and names its sources" 'all(r["bound"] in ("compute", "bandwidth", "latency", "launch", "unknown") and r["evidence"] and r["next"] for r in d["reading"]) and {r["call"] for r in d["reading"]} >= {"copy_f32"} and [s["source"] for s in d["sources"]] == ["perf"]' profile w01 --home "$H"
P=$("$RIDGE" history w01 --json --home "$H" | python3 -c 'import json, sys; print(json.load(sys.stdin)["attempts"][0]["id"])')
json "and held against itself is the same, in counts and code" 'd["compare"]["attempt"] == '"$P"' and all(c["ratio"] in (1, None) and c["now"] == c["then"] and c["source"] for c in d["compare"]["counters"] if c["source"] == "ctrace") and all(f["same"] for f in d["asm"]["functions"]) and d["asm"]["functions"]' profile w01 --compare "$P" --asm --home "$H"
python3 - "$H/ridge.db" <<'PY'
import json, sqlite3, sys
ceilings = {"flops": [{"type": "f32", "threads": 1, "median": 1e11}],
            "bandwidth": [{"level": "DRAM", "threads": 1, "median": 2e10}]}
db = sqlite3.connect(sys.argv[1])
db.execute("insert or replace into ui_state values ('calibration', ?, 0)", [json.dumps(ceilings)])
db.commit()
PY
json "pages of 4 KiB cost the faults that they should, and what the kernel refuses is said" 'd["nodes"] >= 0 and len(d["rows"]) > 2 and all("why" in r or r["s"] > 0 for r in d["rows"]) and "4 KiB" in d["rows"][0]["what"] and ("why" in d["rows"][0] or d["rows"][0]["minor"] >= d["rows"][0]["expected"] == 16384)' calibrate --pages --home "$H"
json "on a calibrated machine nothing asks for its ceilings" 'all(r["missing"] and not any("calibrate" in m for m in r["missing"]) for r in d["reading"])' profile w01 --home "$H"
python3 - "$H/ridge.db" "$tmp/out.json" <<'PY'
import json, sqlite3, sys
kept, = sqlite3.connect(sys.argv[1]).execute("select json from report order by attempt desc limit 1").fetchone()
sys.exit(json.loads(kept)["reading"] != json.load(open(sys.argv[2]))["reading"])
PY
row $? "and the workbook keeps the reading that was shown"
sed 's/void copy_f32(/__attribute__((optimize("O1"))) &/' "$SRC/kernels/w01-roofline/ref.c" >"$tmp/slow.c"
run 0 "other code is shown" "copy_f32: assembly differs" profile w01 --compare "$P" --asm --file "$tmp/slow.c" --home "$H"
run 2 "an attempt that is not there" "no attempt 9999" profile w01 --compare 9999 --home "$H"
run 2 "an attempt of another lab" "no attempt 1 of w01" profile w01 --compare 1 --home "$H"
run 2 "an attempt without a profile" "has no profile to compare" profile w03 --compare 1 --home "$H"
run 2 "--asm alone" "--compare" profile w01 --asm --home "$H"
run 2 "--with what is not there" "takes cachegrind" profile w01 --with vtune --home "$H"
if command -v valgrind >/dev/null; then
    json "cachegrind counts, too, by line" 'any(c["source"] == "cachegrind" and c["name"] == "Ir" and c["value"] > 0 for c in d["counters"]) and any(l.get("source") == "cachegrind" and l["Ir"] > 0 for l in d["lines"])' profile w01 --with cachegrind --home "$H"
    # only there can it see its own maps: were a socket or a child to be had there, it would die and not be counted
    printf '#include <fcntl.h>\n#include <stdlib.h>\n#include <sys/socket.h>\n#include <unistd.h>\n__attribute__((constructor)) static void out(void)\n{\n    if (open("/proc/self/maps", O_RDONLY) >= 0 && (socket(AF_INET, SOCK_STREAM, 0) >= 0 || fork() >= 0))\n        abort();\n}\n' >"$tmp/out.c"
    cat "$SRC/kernels/w01-roofline/ref.c" >>"$tmp/out.c"
    json "and nothing gets out of it" 'any(c["source"] == "cachegrind" for c in d["counters"])' profile w01 --with cachegrind --file "$tmp/out.c" --home "$H"
fi

# --- answers
json "questions are listed" 'len(d["questions"]) > 3 and len(d["predictions"]) >= 0' answer w01 --home "$H"
run 2 "an answer without a unit is no attempt" "unit" answer w01-roofline gemm_flops 12 parsecs --home "$H"
run 2 "no such question" "has no question" answer w01 nothing 1 --home "$H"
run 0 "a table says what it wants" "row 2: .*traffic" answer w01 times --home "$H"
# wider COLUMNS: the lines of standard input that are; what is typed at a prompt ends a line, too
wider() {
    python3 -c 'import re, sys
text = re.sub(r"(show it\)|then Enter|grade): ", r"\1\n", sys.stdin.buffer.read().decode())
print(*[l for l in text.split("\n") if len(l) > int(sys.argv[1])], sep="\n")' "$1"
}
wide=$(COLUMNS=60 ridge answer w01 --home "$H" | wider 60)
[ -z "$wide" ]
row $? "questions are folded at the terminal's width" "$wide"
json "a week's questions" 'd["owner"] == "w07"' answer 7 --home "$H"

# --- reading cards: a page and questions, no lab
D=$tmp/cards
json "cards stand in the list" 'any(x["id"] == "prelude/02-five-axes" and x["questions"] == 4 and x["right"] == 0 for x in d["cards"])' list --home "$D"
run 0 "a card by its name" "questions: .ridge answer five-axes" show five-axes --home "$D"
json "a card's questions" 'd["owner"] == "prelude/06-what-it-is-not-for" and d["predictions"] == [] and all("answer" not in q for q in d["questions"])' answer what-it-is-not-for --home "$D"
run 1 "a wrong reason gets its own word" "no constraint of yours" answer prelude/06-what-it-is-not-for signal 'everybody does it' --home "$D"
TZ=UTC RIDGE_NOW=1780000000 run 0 "and the right one passes" "PASS" answer what-it-is-not-for signal 'Notes may not leave the building, and that ranks above the speed of changing our mind.' --home "$D"
json "it counts" 'any(x["id"] == "prelude/06-what-it-is-not-for" and x["right"] == 1 for x in d["cards"])' list --home "$D"
TZ=UTC RIDGE_NOW=1780030000 json "and comes back in the review" 'd["due"] == 1 and d["queue"][0]["owner"] == "prelude/06-what-it-is-not-for"' review --home "$D"
run 2 "no such card" "There is no card" answer cards/none --home "$D"

# --- deep dives: a chapter that quotes lessons, with exercises
D=$tmp/deep
run 0 "a chapter, figures with their marks" "701 TFLOP/s†" show D11 --home "$D"
run 0 "what is measured says so at the end" "† NVIDIA H200 SXM, measured: h200_m.bf16 701 TFLOP/s: cuBLAS BF16 GEMM" show d11 --home "$D"
run 0 "a passage is drawn with where it is from" "from c07-summation Reductions and cancellation · Math" show d11#Math --home "$D"
json "as a document" 'd["id"] == "deep/d11" and len(d["sections"]) == 9 and set(d["sections"][3]) == {"title", "own_words", "quoted_from", "ticked"} and "c07-summation#Math" in d["sections"][3]["quoted_from"] and sum(s["own_words"] for s in d["sections"]) >= 2000 and d["exercises"][0] == {"id": "d11-saturate", "kind": "num", "status": "open"}' show deep/d11 --json --home "$D"
run 2 "a section that is none" 'no section "Maths"; there are|no section "Maths" here' show d11#Maths --home "$D"
run 2 "a tick needs its section" "needs a section" show d11 --tick --home "$D"
run 0 "a section is ticked off" "Math is ticked off" show d11#math --tick --home "$D"
run 0 "and its lesson's passage is folded then" "c07-summation Reductions and cancellation · Math: read; --full prints it" show d11 --home "$D"
run 0 "a link is told as a command" "GELU .ridge show g08-bias-gelu#Mechanism. with" show d12#Code --home "$D"
run 0 "unless all is asked for" "Kahan's bound" show d11 --full --home "$D"
json "the list has its progress" 'd["deep"] == [x for x in d["deep"] if x["sections"] == 9] and next(x["ticked"] for x in d["deep"] if x["id"] == "deep/d11") == 1 and not any(x["id"].startswith("deep/") for x in d["cards"])' list --home "$D"
run 1 "a wrong answer gets its hint" "That is one long chain" answer d11 d11-two-level '(n-1)*u' --home "$D"
run 0 "and the right one its worked solution" "two levels, which a|Two levels, which a" answer d11 d11-two-level '2*(sqrt(n)-1)*u' --home "$D"
json "which the chapter knows" 'd["exercises"][2]["status"] == "right"' show d11 --home "$D"
json "an exercise is asked under either name" 'd["owner"] == "deep/d11"' answer D11 --home "$D"
run 0 "a recorded display says so" "Recorded: one H200, cuBLAS" answer d01 --home "$D"
run 1 "an instruction reads both operands" "A's tile of 64 × 16 comes from shared memory" answer d01 d01-wgmma 'min(1, 64*b/r)' --home "$D"
run 0 "and half of its bytes is a share of its own" "An instruction's shape has" answer d01 d01-wgmma '1/max(1, r/b*(64 + N)/(64*N))' --home "$D"
run 1 "a share of the sum is not one of a part" "phi of the sum, not of W" answer d08 d08-batch 'phi*W/(kv*S)' --home "$D"
run 2 "an exercise about an own run needs one" "no run of yours to ask about" answer d08 d08-own '7.3 %' --home "$D"
json "a chapter with all of its exercises" 'len(d["exercises"]) == 6 and [x["kind"] for x in d["exercises"]] == ["num", "table", "expr", "diagnose", "measured", "text"]' show d08 --json --home "$D"
run 0 "a plan for an afternoon" "The pitfall that costs a day" show d11 --handout --home "$D"
run 0 "its week names it" "Deep dive D11: Floating Point" show 8 --home "$D"
run 0 "and its track" "deep dive D11: Floating Point" map systems24 --home "$D"
json "a passage is found once, under its lesson" 'any(h["page"] == "c07-summation" and h["section"] == "Math" and "d11" in h["also"] for h in d["hits"]) and any(h["in"] == "chapters" and h["page"] == "deep/d11" for h in d["hits"])' search rounded sum --all --home "$D"
run 0 "chapters alone" "D11: Floating Point" search saturates --in chapters --home "$D"
run 0 "a worked example is computed" "steps: 2.10 times as fast" show d10#Numbers --home "$D"
run 1 "a formula that forgets a case" "Only if the link keeps up" answer d10 d10-stream x --home "$D"
run 0 "both cases in one" "hides all but one layer" answer d10 d10-stream 'max(x, L*x - (L-1)*t)' --home "$D"

# --- the roofline from memory: not told before it is right, and then drawn beside the true one
run 1 "a roof that contradicts its slope" "Your roof over your slope is 150 FLOP/B, not 100" answer 5 sketch '2 TB/s; 300 TFLOP/s; 100 FLOP/B; 16 TFLOP/s' --home "$D"
json "four numbers, no secret" '(q := [q for q in d["questions"] if q["id"] == "sketch"][0])["kind"] == "sketch" and "answer" not in q' answer 5 --home "$D"

# --- a formula: compared at points, and a caret where it can't be read
run 0 "a formula says which names it may have" "a formula in P \(a whole number\), a \(s\), b \(B/s\)" answer w20-ring-allreduce crossover-size --home "$D"
run 2 "a formula that can't be read is no attempt" "write 2\*a" answer w20-ring-allreduce crossover-size '2a' --home "$D"
run 2 "and a caret says where" "^   \^$" answer w20-ring-allreduce crossover-size '2a' --home "$D"
run 1 "a planted mistake has its word" "two terms are equal" answer w20-ring-allreduce crossover-size 'b*P*a' --home "$D"
run 1 "and so has a unit that is none of a size" "That is in s" answer w20-ring-allreduce crossover-size 'P*a' --home "$D"
run 0 "in whatever form it is right" "it agrees wherever" answer w20-ring-allreduce crossover-size 'a*b*(P^2 - P - P*ln(P)/ln(2))' --home "$D"

# --- a display: what it is, the lines that show it, what is changed first
display=$("$RIDGE" answer w14b-streams-graphs --json --home "$D" | python3 -c 'import json, sys
q = [q for q in json.load(sys.stdin)["questions"] if q["id"] == "in-name-only"][0]
claim = [k for k, c in enumerate(q["claims"]) if "in name only" in c][0]
fix = [k for k, f in enumerate(q["fixes"]) if f.startswith("Pin")][0]
print(chr(97 + claim), chr(65 + fix), chr(97 + (claim + 1) % 4), chr(65 + (fix + 1) % 4))
assert not {"claim", "fix", "hints", "worked"} & q.keys()')
read -r claim fix other another <<EOD
$display
EOD
run 2 "a display wants claim, lines and fix" "such as b; 2 5; A" answer w14b-streams-graphs in-name-only "$claim; 1 4" --home "$D"
run 2 "of the lines that are there" "1 to 10" answer w14b-streams-graphs in-name-only "$claim; 1 11; $fix" --home "$D"
run 1 "another claim" "not what the display shows" answer w14b-streams-graphs in-name-only "$other; 1 4; $fix" --home "$D"
run 1 "a line that speaks against it" "do not wait for the legacy" answer w14b-streams-graphs in-name-only "$claim; 1 5; $fix" --home "$D"
run 1 "another fix" "something else is changed first" answer w14b-streams-graphs in-name-only "$claim; 1 4; $another" --home "$D"
run 0 "all three" "claim, lines and fix" answer w14b-streams-graphs in-name-only "$claim; 1, 4; $fix" --home "$D"

# --- a figure of one's own run
run 0 "a question about a run says whose" "Of your own run of w06-paged-kv, case trace: waste_pct" answer w06-paged-kv own-waste --home "$D"
run 2 "without a run there is nothing to answer" "ridge test w06-paged-kv. first" answer w06-paged-kv own-waste 400 tok --home "$D"

# --- the cost calculator
json "cost: what binds" 'd["binds"] == "HBM" and d["devices"] == 1 and len(d["axes"]) == 5 and d["step"] == max(x["time"] for x in d["axes"])' cost model=llama3_8b --home "$D"
run 0 "cost alone lists what can be said" "tensor parallel degree" cost --home "$D"
run 2 "cost: no such model" "no such model" cost model=none --home "$D"

# --- review
V=$tmp/review
run 0 "nothing learnt: how cards come to be" "no cards yet" review --home "$V"
side=$("$RIDGE" answer 1 --json --home "$V" | python3 -c 'import json, sys; print([q for q in json.load(sys.stdin)["questions"] if q["id"] == "flop"][0]["params"]["n"])')
TZ=UTC RIDGE_NOW=1780000000 run 0 "answered right" "PASS" answer 1 flop "2*$side^3 FLOP" --home "$V"
cp -r "$V" "$tmp/folded"
TZ=UTC RIDGE_NOW=1780003600 json "on the same day it is not due" 'd["cards"] == 1 and d["due"] == 0 and d["queue"] == [] and d["next"] == 1780027200000' review --home "$V"
TZ=UTC RIDGE_NOW=1780030000 json "but after four in the morning" 'd["due"] == 1 and d["queue"][0]["front"]["unit"] == "FLOP" and "worked" not in d["queue"][0]["front"]' review --home "$V"
TZ=UTC RIDGE_NOW=1780030000 run 0 "the end of the input ends it, nothing graded" "1 card, all due now" review --home "$V"
first=$(printf 'seven\n7 FLOP\n' | TZ=UTC RIDGE_NOW=1780030000 "$RIDGE" review --home "$V" 2>&1)
other=$(TZ=UTC RIDGE_NOW=1780030000 "$RIDGE" review --json --home "$V" | python3 -c 'import json, sys; print(json.load(sys.stdin)["queue"][0]["front"]["params"]["n"])')
out=$(printf '2*%s^3 FLOP\n5\n3\n' "$other" | TZ=UTC RIDGE_NOW=1780030000 "$RIDGE" review --home "$V" 2>&1)
code=$?
out=$(printf '%s\n%s\n' "$first" "$out")
[ $code -eq 0 ] && printf '%s\n' "$out" | grep -q "not a number" && printf '%s\n' "$out" | grep -q "it comes back" && printf '%s\n' "$out" | grep -q "1, 2, 3 or 4" && printf '%s\n' "$out" | grep -q "1 review: 1 again, 0 hard, 0 good, 0 easy" && printf '%s\n' "$out" | grep -q "1 review: 0 again, 0 hard, 1 good, 0 easy"
row $? "unreadable is asked again, wrong comes back, right is graded" "$out"
TZ=UTC RIDGE_NOW=1780030000 json "and what FSRS made of it is kept" 'd["due"] == 0 and d["queue"][0]["reviews"] == 2 and abs(d["queue"][0]["stability"] - 0.566698) < 1e-6' review --all --home "$V"
out=$(printf '7 FLOP\n2*%s^3 FLOP\n3\n' "$side" | COLUMNS=50 TZ=UTC RIDGE_NOW=1780130000 "$RIDGE" review --all --home "$tmp/folded" 2>&1)
[ "$(printf '%s\n' "$out" | wc -l)" -gt 12 ] && [ -z "$(printf '%s\n' "$out" | wider 50)" ]
row $? "folded at the terminal's width" "$out"
run 2 "review takes nothing but year" "forty questions" review w01 --home "$V"
printf '\n' | TZ=UTC RIDGE_NOW=1780030000 "$RIDGE" review year --home "$V" >/dev/null
TZ=UTC RIDGE_NOW=1780030000 json "the year: forty, and those asked today (by chance the one above, too) are not asked again" 'd["asked"] in (1, 2) and d["right"] == 0 and d["of"] == 40 and d["wanted_percent"] == 80' review year --home "$V"
TZ=UTC RIDGE_NOW=1780130000 json "the next day it begins afresh" 'd["asked"] == 0 and d["of"] == 40' review year --home "$V"
TZ=UTC RIDGE_NOW=1780030000 json "what was missed is a card" 'd["cards"] == 2 and d["due"] == 1' review --home "$V"

# --- search
json "the glossary's word first, then the lesson that is about it" \
    'd["total"] > 5 and d["hits"][0]["in"] == "glossary" and d["hits"][1]["command"] == "ridge show w02-transpose --lesson"' search bank conflict --home "$V"
json "only where --in says" '{h["in"] for h in d["hits"]} == {"cards", "weeks"} and len(d["hits"]) == d["total"]' search rank --in cards,weeks --all --home "$V"
json "an excerpt has the figures of its page" 'd["hits"][0]["page"] == "c01-simd-gemm" and "every 248 seconds" in d["hits"][0]["excerpt"] and "figures" not in d["hits"][0]' search "arithmetic units work" --home "$V"
json "a reading, by its author" '[h["command"] for h in d["hits"] if h["page"] == "roofline09"] == ["ridge fetch roofline09"]' search patterson --in readings --home "$V"
run 0 "nothing found is said, and is no error" "Nothing has that word[.] Hints" search zeppelin --home "$V"
run 0 "what was probably meant is offered" 'Did you mean .ridge search coalesced' search coalesed --home "$V"
json "and in a document" 'd["total"] == 0 and d["meant"][0] == "coalesced warp"' search coalesed warp --home "$V"
run 2 "a search without words" "" search --home "$V"
run 2 "a search for nothing" "needs a word" search " " --home "$V"
run 2 "a place that there is not" "not \"hints\"" search bank --in hints --home "$V"

# --- notes and the log
run 0 "no notes: how to write one" "--add TEXT" note --home "$V"
TZ=UTC RIDGE_NOW=1780030100 json "a note is added" 'd["note"] == 1' note 1 --add "precision moves the ridge" --home "$V"
TZ=UTC RIDGE_NOW=1780030200 run 0 "under a heading of a lab's lesson" "Note 2 is kept" note 'w01-r#The ridge point' --add "$(printf 'left \033[31mof it')" --home "$V"
json "a lab's notes are not its week's" '[n["owner"] for n in d["notes"]] == ["w01-roofline#The ridge point"]' note w01-roofline --home "$V"
run 0 "no control character comes out" 'left \\x1b\[31mof it' note --home "$V"
! "$RIDGE" note --home "$V" | grep -q "$(printf '\033')" && ! "$RIDGE" log --days 100000 --home "$V" | grep -q "$(printf '\033')"
row $? "neither from note nor from log"
json "a note is found" '[h["command"] for h in d["hits"]] == ["ridge note w01"]' search "PRECISION moves" --in notes --home "$V"
echo "changed" | TZ=UTC RIDGE_NOW=1780030300 "$RIDGE" note --edit 1 --home "$V" >/dev/null
json "edited from standard input; the last written comes first" 'd["notes"][0]["text"] == "changed" and d["notes"][0]["created"] == 1780030100000' note --home "$V"
run 2 "an empty text changes nothing" "left as it is" note --edit 1 --home "$V"
run 2 "a note that is not there" "no note 9" note --edit 9 --home "$V"
run 2 "a note's number" "from 1 on" note --delete 0 --home "$V"
run 2 "deleting asks first" "Nothing was deleted" note --delete 2 --home "$V"
run 0 "and does it" "deleted" note --delete 2 --yes --home "$V"
run 2 "a note of nothing that is there" "no lab|No lab|There is" note w99 --add x --home "$V"
TZ=UTC RIDGE_NOW=1780030000 json "the log has it all, by day, newest first" '[x["day"] for x in d["days"]] == ["2026-05-29", "2026-05-28"] and [e["kind"] for e in d["days"][0]["entries"]] == ["note", "review", "review", "review"] and d["days"][1]["entries"][0]["line"] == "flop: 2*'"$side"'^3 FLOP"' log --home "$V"
TZ=UTC RIDGE_NOW=1780030000 json "hours are the time between what is near" 'd["days"][0]["hours"] == 100 / 3600 and d["days"][1]["hours"] == 0' log --home "$V"
TZ=UTC RIDGE_NOW=1780030000 json "filtered, and a day only" 'len(d["days"]) == 1 and len(d["days"][0]["entries"]) == 2' log FLOP --days 1 --home "$V"
run 0 "nothing that holds it" "No entry of these days contains" log nowhere --days 9999 --home "$V"
run 2 "how many days" "from 1 on" log --days 0 --home "$V"
run 2 "an option of notes only" "does not take --add" log --add x --home "$V"

# --- predictions, once they are measured
S=$tmp/said
"$RIDGE" start w03 --home "$S" >/dev/null
for q in flops bytes intensity parallelism; do
    "$RIDGE" answer w03 $q 1 --home "$S" >/dev/null
done
json "unmeasured, they count for nothing" 'd["calibration"]["numbers"] == 0 and "prediction_factor" not in d' status --home "$S"
cp "$SRC/kernels/w03-txmath/ref.c" "$S/${W##*/}/w03-txmath/txmath.c"
"$RIDGE" test w03 --phase correct --home "$S" >/dev/null
json "measured, they have a trend" 'd["predictions"] == d["calibration"]["numbers"] == 4 and d["calibration"]["factor_first"] > 1 and d["calibration"]["factor_last"] >= 1 and d["calibration"]["axes"] == []' status --home "$S"
run 0 "and it is told" "^ +all +4 numbers, off by a factor of .* First half ×.*, second half ×" status --home "$S"
"$RIDGE" start w01 --home "$S" >/dev/null
run 2 "a run against an attempt that is not there" 'attempt 99999 has no files' bench w01 --versus attempt:99999 --predict copy=2 --home "$S"
python3 -c '
import sqlite3, sys
rows = sqlite3.connect(sys.argv[1]).execute("select key from prediction").fetchall()
sys.exit(len(rows) != 4 or any(key.startswith("versus:") for key, in rows))' "$S/ridge.db"
row $? "is refused, and leaves no prediction"
echo 'int broken(' >"$S/${W##*/}/w01-roofline/roofline.c"
"$RIDGE" test w01 --phase correct --home "$S" >/dev/null
last=$("$RIDGE" history w01 --home "$S" --json | python3 -c 'import json, sys; print(json.load(sys.stdin)["attempts"][0]["id"])')
cp "$SRC/kernels/w01-roofline/ref.c" "$S/${W##*/}/w01-roofline/roofline.c"
run 10 "against one that does not build nothing is timed" "The code attempt:$last,.* does not compile: .*roofline.c:1:.*error" bench w01 --versus "attempt:$last" --home "$S"

# --- bad input
printf 'void p_total(int n) { syntax error }\n' >"$tmp/bad.c"
run 3 "a syntax error: the compiler's words, file:line, exit 3" "txmath.c:1:" test w03 --file "$tmp/bad.c" --home "$H"
! printf '%s' "$out" | grep -q "$(printf '\033')"
row $? "without colours where none are wanted" "$out"
[ -z "$(printf '%s\n' "$out" | grep 'txmath.c:1:.*error:' | sort | uniq -d)" ]
row $? "and each of them once" "$out"
printf '#include "lab.h"\n#include <stdlib.h>\n__attribute__((constructor)) static void die(void) { abort(); }\n' >"$tmp/crash.c"
cat "$SRC/kernels/w03-txmath/ref.c" >>"$tmp/crash.c"
run 4 "a crash: exit 4" "abort" test w03 --file "$tmp/crash.c" --home "$H"
CC=nosuchcc run 10 "no compiler: what to install" "Install it" test w03 --file "$SRC/kernels/w03-txmath/ref.c" --home "$H"

# --- no more open files: that is no mistake of who typed
ours=0 other=
for few in 4 5 6 7 8 9; do
    rm -rf "$tmp/few"
    mkdir -p "$tmp/few"
    XDG_CACHE_HOME=$tmp/few prlimit --nofile=$few "$RIDGE" show w03 --home "$tmp/few/ridge" >"$tmp/few.txt" 2>&1 </dev/null 3>&- 4>&- 5>&- 6>&-
    code=$?
    [ $code -eq 9 ] && grep -q "ulimit" "$tmp/few.txt" && ours=$((ours + 1))
    [ $code -eq 9 ] || [ $code -eq 0 ] || other="$other $few: $code $(head -c 200 "$tmp/few.txt");"
done
[ $ours -gt 0 ] && [ -z "$other" ]
row $? "where Lua can't be run the exit code is 9, and the message says what to do" "$ours with 9,$other"

# --- a compiler that is stopped: whose doing? Of the sources that $2 matches the signal $3 ends the part that compiles,
# which was started as -wrapper says; the driver's own exit is 1
mkdir -p "$tmp/cc/bin"
stopped_cc() {
    cat >"$tmp/cc/bin/$1" <<END
#!/bin/sh
case "\$*" in *--version*) echo "$1 1"; exit ;; $2) ;; *) exec gcc "\$@" ;; esac
IFS=,
for word; do
    [ "\$before" != -wrapper ] || \$word /bin/sh -c 'kill -$3 \$\$' 2>/dev/null
    before=\$word
done
exit 1
END
    chmod 755 "$tmp/cc/bin/$1"
}
# The same of ld, which collect2 starts from the folder of -B, while the real one is among the compiler's own
mkdir -p "$tmp/cc/ld"
cat >"$tmp/cc/bin/linker" <<END
#!/bin/sh
case "\$*" in *--version*) echo "linker 1"; exit ;; *" -shared "*) ;; *) exec gcc "\$@" ;; esac
for word; do
    [ "\$before" != -B ] || COMPILER_PATH=\$word:$tmp/cc/ld \${word}ld -shared 2>/dev/null
    before=\$word
done
exit 1
END
printf '#!/bin/sh\nkill -KILL $$\n' >"$tmp/cc/ld/ld"
chmod 755 "$tmp/cc/bin/linker" "$tmp/cc/ld/ld"
stopped_cc bomb '*"-g "*" txmath.c "*' XCPU
stopped_cc slow '*"-g "*" txmath.c "*|*" ref.c "*' XCPU
stopped_cc killed '*"-g "*" txmath.c "*' KILL
stopped_cc harness '*ridge-trampoline*' HUP
one() { CC=$tmp/cc/bin/$1 run "$2" "$3" "$4" test w03 --phase correct --file "$SRC/kernels/w03-txmath/ref.c" --home "$tmp/$1"; }
one bomb 3 "out of time where the reference takes none: the submission's" "stopped at its time limit"
one slow 9 "out of time where the reference is, too: the machine's" "too slow to judge"
one killed 9 "a compiler that the system kills is not the submission's doing" "most likely this machine ran out of memory"
one linker 9 "nor is a linker that the system kills" "most likely this machine ran out of memory"
one harness 9 "nor is a lab's own part that does not compile" "Ridge's fault"
printf '\377\376 not text\n' >"$tmp/bin.c"
run 2 "a source that is not text" "not UTF-8" test w03 --file "$tmp/bin.c" --home "$H"
printf 'this is not a database' >"$tmp/foreign.db"
run 10 "a foreign file is refused" "not" status --db "$tmp/foreign.db" --home "$H"
[ "$(cat "$tmp/foreign.db")" = "this is not a database" ]
row $? "and not touched"
run 10 "a root that is none" "hw.lua|curriculum" list --root "$tmp" --home "$H"
mkdir -p "$tmp/ro"
if [ "$(id -u)" -ne 0 ]; then
    chmod 500 "$tmp/ro"
    run 0 "a read-only home still reads, and says so" "Nothing will be recorded" status --home "$tmp/ro/ridge"
fi
cp -r "$SRC/curriculum" "$SRC/labs" "$SRC/kernels" "$tmp/"
mkdir -p "$tmp/runner" && cp -r "$SRC/runner/." "$tmp/runner/"
rm -f "$tmp/labs/w03-txmath/lesson.md"
run 2 "a lab file deleted: which one" "lesson.md" show w03 --lesson --root "$tmp" --home "$H"
printf 'return lab {\n  api = 1,\n  id = "w03-txmath", colour = "red",\n}\n' >"$tmp/labs/w03-txmath/lab.lua"
run 2 "a manifest error: file and line" "labs/w03-txmath/lab.lua:[0-9]+" test w03-txmath --root "$tmp" --home "$H"
run 0 "and the other labs still work" "w01-roofline" list --root "$tmp" --home "$H"
if [ -w /dev/full ]; then
    "$RIDGE" list --home "$H" >/dev/full 2>"$tmp/full.txt"
    [ $? -eq 10 ] && grep -q "Standard output" "$tmp/full.txt"
    row $? "a full disk under standard output"
fi
mkfifo "$tmp/gone"
exec 3<>"$tmp/gone"
exec 4>"$tmp/gone" 3<&-
COLUMNS=80 "$RIDGE" --home "$tmp/fresh" >&4 2>"$tmp/gone.txt" && [ ! -s "$tmp/gone.txt" ]
row $? "a reader of standard output that has gone is no error"
exec 4>&-

# --- what is missing: state, consequence, command
ROWS='{c["check"]: c for c in d["checks"]}'
json "doctor, each gap with its consequence and what mends it" 'all(c["state"] and (c["ok"] or c["consequence"]) for c in d["checks"]) and any(c["check"] == "C compiler" and c["ok"] for c in d["checks"])' doctor --home "$H"
# the rows below are not about the curriculum
RIDGE_ROOT=$(small)
export RIDGE_ROOT
ONLY="$tmp/only"; mkdir -p "$ONLY"
printf '#!/bin/sh\nexit 1\n' >"$ONLY/mpirun"; chmod +x "$ONLY/mpirun"
PATH="$ONLY:$PATH" RIDGE_NCCL=/nowhere json "neither MPI nor NCCL: what for, and what to install" "all(not ${ROWS}[k]['ok'] and k.lower() in ${ROWS}[k]['consequence'] and 'apt install' in ${ROWS}[k]['fix'] for k in ('MPI', 'NCCL'))" doctor --home "$H"
printf '#!/bin/sh\necho "mpirun (Open MPI) 9.8.7"\n' >"$ONLY/mpirun"
PATH="$ONLY:$PATH" json "MPI, with its version" "${ROWS}['MPI']['ok'] and '9.8.7' in ${ROWS}['MPI']['state']" doctor --home "$H"
RIDGE_RDMA=/nowhere json "no RDMA device: what is skipped, and what makes one" "not ${ROWS}['RDMA']['ok'] and 'h02-rdma-verbs' in ${ROWS}['RDMA']['consequence'] and 'rdma_rxe' in ${ROWS}['RDMA']['fix']" doctor --home "$H"
port="$tmp/rdma/rxe0/ports/1"; mkdir -p "$port"
echo "Ethernet" >"$port/link_layer"; echo "100 Gb/sec (4X EDR)" >"$port/rate"; echo "4: ACTIVE" >"$port/state"
RIDGE_RDMA="$tmp/rdma" json "an RDMA device, its link and rate" "${ROWS}['RDMA']['ok'] and ${ROWS}['RDMA']['state'] == 'rxe0, Ethernet, 100 Gb/sec (4X EDR), 4: ACTIVE'" doctor --home "$H"
echo "1: DOWN" >"$port/state"
RIDGE_RDMA="$tmp/rdma" json "and a port that is down" "not ${ROWS}['RDMA']['ok'] and 'rdma link' in ${ROWS}['RDMA']['fix']" doctor --home "$H"
LC_ALL=C json "no locale" "not ${ROWS}['locale']['ok'] and 'C.UTF-8' in ${ROWS}['locale']['fix']" doctor --home "$H"
cat >"$tmp/deny.c" <<'C'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdarg.h>
#include <sys/syscall.h>
long syscall(long n, ...)
{
    long a[6];
    va_list ap;
    va_start(ap, n);
    for (int k = 0; k < 6; k++)
        a[k] = va_arg(ap, long);
    va_end(ap);
    if (n == SYS_perf_event_open) {
        errno = EACCES;
        return -1;
    }
    long (*real)(long, ...) = (long (*)(long, ...))dlsym(RTLD_NEXT, "syscall");
    return real(n, a[0], a[1], a[2], a[3], a[4], a[5]);
}
C
if ! ldd "$RIDGE" | grep -q 'lib[at]san' && gcc -shared -fPIC -o "$tmp/deny.so" "$tmp/deny.c" 2>/dev/null; then
    LD_PRELOAD="$tmp/deny.so" json "perf forbidden" "not ${ROWS}['CPU counters']['ok'] and 'forbidden' in ${ROWS}['CPU counters']['state'] and ('sysctl' if int(open('/proc/sys/kernel/perf_event_paranoid').read()) > 2 else 'container') in ${ROWS}['CPU counters']['fix']" doctor --home "$H"
else
    row 0 "perf forbidden # SKIP a sanitizer comes before what stands for the kernel"
fi

unset RIDGE_ROOT
# A mount namespace of our own: /usr/local/cuda empty, and a disk of one mebibyte that fills up.
cat >"$tmp/scarce.sh" <<'SH'
ridge=$1 disk=$2/disk said=$2/said. small=$2/small
mkdir -p "$disk" && mount -t tmpfs -o size=1m none "$disk" || exit 99
for d in /usr/local/cuda /opt/cuda; do
    [ ! -d $d ] || mount -t tmpfs none $d || exit 99
done
[ ! -e /usr/bin/nvcc ] || mount --bind /dev/null /usr/bin/nvcc || exit 99
export CUDA_HOME=/nonexistent
RIDGE_ROOT=$small "$ridge" doctor --home "$disk/h" --json >"${said}nvcc"
"$ridge" start w03 --home "$disk/h" >/dev/null
"$ridge" test w03 --home "$disk/h" >/dev/null
dd if=/dev/zero of="$disk/fill" bs=4k 2>/dev/null
"$ridge" test w03 --home "$disk/h" >"${said}test" 2>&1
echo "exit $?" >>"${said}test"
"$ridge" history w03 --home "$disk/h" >"${said}history" 2>&1
echo "exit $?" >>"${said}history"
RIDGE_ROOT=$small "$ridge" doctor --home "$disk/h" --json >"${said}full"
rm "$disk/fill"
"$ridge" test w03 --home "$disk/h" >/dev/null
"$ridge" history w03 --home "$disk/h" --json >"${said}after"
SH
holds() { # holds NAME FILE python-expression
    detail=$(python3 -c 'import json, sys
d = json.load(open(sys.argv[1]))
sys.exit(0 if eval(sys.argv[2]) else str(d)[:1500])' "$2" "$3" 2>&1)
    row $? "$1" "$detail"
}
if unshare -rm sh "$tmp/scarce.sh" "$RIDGE" "$tmp" 2>"$tmp/err.txt"; then
    holds "nvcc hidden" "$tmp/said.nvcc" "not ${ROWS}['CUDA toolkit']['ok'] and 'emulator' in ${ROWS}['CUDA toolkit']['consequence'] and 'CUDA_HOME' in ${ROWS}['CUDA toolkit']['fix']"
    grep -q "Nothing will be recorded: .*disk .* is full.*Free some space" "$tmp/said.test" && grep -q "FAIL" "$tmp/said.test" && grep -q "exit 1" "$tmp/said.test"
    row $? "a full disk: a run ends with its verdict and a plain sentence" "$(cat "$tmp/said.test")"
    grep -q " 1 .*w03-txmath" "$tmp/said.history" && grep -q "exit 0" "$tmp/said.history"
    row $? "and what was there is still read" "$(cat "$tmp/said.history")"
    holds "and doctor says so" "$tmp/said.full" "any(c['check'] == 'disk' and not c['ok'] and c['consequence'] and c['fix'] for c in d['checks']) and not ${ROWS}['home']['ok']"
    holds "with room again, the next one is kept beside the first" "$tmp/said.after" "len(d['attempts']) == 2"
else
    row 0 "nvcc hidden, a full disk # SKIP no mount namespace of our own here: $(head -n 1 "$tmp/err.txt")"
fi

# --- when each rank did what
# --- what a reference's training comes to under several seeds
run 0 "a page of curves" 'the reference under 3 seeds, right under 3' lab curve w22 --seeds 3 --out "$tmp/curves.md" --home "$H"
grep -q '^| Loss by step, your recipe: last value | 0' "$tmp/curves.md" && grep -q '⣿' "$tmp/curves.md" &&
    [ "$(grep -c '^Under seed' "$tmp/curves.md")" = 2 ]
row $? "with figures and pictures" "$(cat "$tmp/curves.md")"
run 2 "a lab that trains nothing" 'declares no .curves.' lab curve w01 --out "$tmp/none.md" --home "$H"

run 2 "no timeline yet: how to get one" 'ridge profile w07-ddp-overlap' timeline w07-ddp --home "$H"
"$RIDGE" start w07-ddp --home "$H" >/dev/null && cp "$SRC/kernels/w07-ddp-overlap/ref.c" "$W/w07-ddp-overlap/ddp.c"
hop=$tmp/hop/work
cmp -s "$SRC/runner/include/ridge/ranks.h" "$W/w07-ddp-overlap/ridge/ranks.h" && [ ! -e "$W/w03-txmath/ridge" ] &&
    "$RIDGE" start w16 --home "$tmp/hop" >/dev/null &&
    cmp -s "$SRC/runner/include/ridge/hop.h" "$hop/w16-tma-wgmma-gemm/ridge/hop.h"
row $? "what lab.h includes of Ridge's own headers lies beside it"
"$RIDGE" profile w07-ddp --home "$H" --json >"$tmp/ranks.json" 2>/dev/null
run 0 "a row a stream of a rank, and what is exposed" '^r2 send +<' timeline w07-ddp --home "$H"
! "$RIDGE" timeline w07-ddp --home "$H" --plain | LC_ALL=C grep -q '[^ -~]'
row $? "plain is ASCII"
env -u NO_COLOR "$RIDGE" timeline w07-ddp --home "$H" | grep -q '▐backw'
row $? "otherwise blocks are blocks"
for case in accumulate overlap; do
    want=$(python3 -c 'import json, sys
print(*[c["value"] for c in json.load(open(sys.argv[1]))["counters"]
        if c["case"] == sys.argv[2] and c["name"] == "exposed_comm_ns" and c["source"] == "ranks"][-1:])' "$tmp/ranks.json" "$case")
    json "exposed in $case: what the ranks counted" "abs(max(r['exposed_ns'] for r in d['ranks']) - ${want:-0}) < 1 and d['case'] == '$case' and d['refused'] == 0" \
        timeline w07-ddp --case "$case" --home "$H"
done
newest=$("$RIDGE" timeline w07-ddp --home "$H" --json | python3 -c 'import json, sys; print(json.load(sys.stdin)["attempt"])')
json "two attempts" 'd["compare"]["attempt"] == d["attempt"] and d["compare"]["events"] == d["events"] and len(d["events"]) > 10' \
    timeline w07-ddp --compare "$newest" --home "$H"
run 2 "no such case: those that there are" 'It has: accumulate, ' timeline w07-ddp --case none --home "$H"
run 2 "an attempt of another lab" 'Attempt 1 is of w' timeline w07-ddp --attempt 1 --home "$H"
run 2 "no such attempt" 'no attempt 999' timeline w07-ddp --attempt 999 --home "$H"
run 0 "a picture" '' timeline w07-ddp --svg "$tmp/time.svg" --home "$H"
detail=$(python3 - "$tmp/time.svg" <<'PY' 2>&1
import sys, xml.dom.minidom
d = xml.dom.minidom.parse(sys.argv[1])
titles = [t.firstChild.data for t in d.getElementsByTagName("title")]
assert any(t.startswith("send comm_") and " B to rank 1" in t for t in titles), titles[:20]
assert any(t.startswith("exposed: ") for t in titles)
assert not d.getElementsByTagName("script") and "href" not in open(sys.argv[1]).read()
PY
)
row $? "a picture by itself: bytes and peers in its titles, no script" "$detail"
run 0 "a picture of two" '' timeline w07-ddp --svg "$tmp/two.svg" --compare "$newest" --home "$H"
detail=$(python3 - "$tmp/two.svg" "$newest" <<'PY' 2>&1
import sys, xml.dom.minidom
d = xml.dom.minidom.parse(sys.argv[1])
texts = [t.firstChild.data for t in d.getElementsByTagName("text")]
assert sum(t.startswith(f"attempt {sys.argv[2]}: ") for t in texts) == 2, texts
assert texts.count("0 ns") == 1 and texts.count("r0 send") == 2, texts
PY
)
row $? "both have their name and their lanes, under one axis" "$detail"
"$RIDGE" report --html "$tmp/page.html" --home "$H" >/dev/null && grep -q '<h4>Timeline</h4>' "$tmp/page.html"
row $? "and it is in the report"

# --- Ctrl-C in the middle of a run
printf '#include "lab.h"\n__attribute__((constructor)) static void spin(void) { for (;;) __asm__ volatile(""); }\n' >"$tmp/spin.c"
cat "$SRC/kernels/w03-txmath/ref.c" >>"$tmp/spin.c"
mkdir -p "$tmp/t"
TMPDIR=$tmp/t "$RIDGE" test w03 --file "$tmp/spin.c" --home "$H" >/dev/null 2>&1 &
pid=$!
while kill -0 $pid && [ -z "$(ls -A "$tmp/t")" ]; do sleep 0.1; done
sleep 2
kill -INT $pid 2>/dev/null || kill -TERM $pid
wait $pid
[ $? -eq 130 ]
row $? "interrupted: exit 130"
[ -z "$(ls -A "$tmp/t")" ]
row $? "an interrupted run leaves no file" "$(ls -A "$tmp/t")"
! pgrep -f "$tmp/t" >/dev/null
row $? "and no process"

echo "1..$n"
[ $bad -eq 0 ]
