#!/bin/sh
# Tracks on the command line: phases, gates, what opens by hand. TAP.
#     tracks.sh RIDGE SOURCES
set -u
RIDGE=$1
SRC=$2
tmp=$(mktemp -d) || exit 99
trap 'rm -rf "$tmp"' EXIT
export HOME="$tmp/home" XDG_CACHE_HOME="$tmp/cache" NO_COLOR=1 LC_ALL=C.UTF-8 RIDGE_ROOT="$SRC"
unset XDG_DATA_HOME || :
mkdir -p "$HOME"
# shellcheck source=tests/cli/tap.sh
. "$(dirname "$0")/tap.sh"

ridge() {
    "$RIDGE" --home "$tmp/ridge" "$@"
}

# has NAME PATTERN, of what the last run said
has() {
    printf '%s\n' "$out" | grep -qE -- "$2"
    row $? "$1" "$out"
}

# lacks NAME PATTERN
lacks() {
    ! printf '%s\n' "$out" | grep -qE -- "$2"
    row $? "$1" "$out"
}

# --- the track is chosen here, too
run 2 "a track that is none names those that are" '52weeks, silicon, systems24, gpu' config track silly
run 0 "the year is there by default" 'track  52weeks' config
run 0 "the year's map has weeks" '^  .  1  The roofline model' map
run 0 "another track's steps, and how it is chosen" 'ridge config track silicon. chooses it' map silicon
has "a phase has its name" '^P1    The processor under the language'
has "and says what holds it back" 'P4    Models, from the inside  locked: after P3'
lacks "weeks are not its map" 'Part 1'
run 0 "the deep dives are steps" 'W5-6  D01 GPU architecture' map systems24
lacks "no step of it is locked" 'locked: after'
run 0 "labs of all phases begin while the track is not mine" 'Laid out' start w06-paged-kv
run 2 "a track that locks nothing has nothing to open" 'locks nothing' unlock P3 --yes
run 0 "chosen" 'Its steps unlock one at a time' config track silicon

# --- next and start obey the gate
run 0 "next is of the first phase" '^c04-ownership' next
has "and says which" 'P1: The processor under the language'
run 1 "a lab of a later phase does not begin" 'w08-zero belongs to P3, which opens after P2' start w08-zero
has "what opens it by hand is said" 'ridge unlock P3'
labs=$tmp/ridge/work
test ! -e "$labs/w08-zero"
row $? "and nothing was laid out"
run 1 "nor is it run from elsewhere" 'belongs to P3' test w08-zero --file "$SRC/kernels/w08-zero/ref.c"
run 1 "nor reset into being" 'belongs to P3' reset w08-zero --yes
run 0 "what was begun before goes on" 'Already there' start w06-paged-kv
run 0 "a lab outside the track begins" 'Laid out' start c12-five-axis
run 0 "reading is never locked" 'ZeRO' show w08-zero --lesson
run 0 "nor are questions" 'Answer with' answer w08-zero

# --- by hand, recorded
run 1 "opening wants a yes" 'stays locked' unlock P3
run 2 "a step that is none" 'neither a step of your track \(P1, P2, P3, P4\)' unlock P7 --yes
run 0 "opened" 'ridge lock P3. takes it back' unlock p3 --yes --reason "MPI for a living"
run 1 "once is enough" 'already' unlock P3 --yes
run 0 "its labs begin" 'Laid out' start w08-zero
run 0 "the map says by whose hand, and why" 'opened by hand on [0-9-]+: MPI for a living' map
run 0 "so does the log" 'unlock +silicon/P3 +MPI for a living' log
run 0 "the next is still of the lowest step" '^c04-ownership' next
run 0 "taken back" 'no longer opened by hand' lock P3
run 1 "and locked again" 'belongs to P3' start w07b-tp-mlp
run 0 "one lab alone" 'w05-int8-outliers is open' unlock w05-int8 --yes
run 0 "begins" 'Laid out' start w05-int8
run 1 "its neighbour does not" 'belongs to P4' start w05b
out=$(ridge map --json | python3 -c '
import json, sys
d = json.load(sys.stdin)
s = d["steps"]
assert d["gated"] and [x["name"] for x in s] == ["P1", "P2", "P3", "P4"], s
assert [x["state"] for x in s] == ["open", "locked", "locked", "locked"], s
assert s[1]["after"] == "P1" and s[0]["after"] is None and s[0]["next"] == "c04-ownership"
lab = [l for l in s[3]["labs"] if l["id"] == "w05-int8-outliers"][0]
assert lab["by_hand"]["when"] > 0 and lab["by_hand"]["reason"] == ""
' 2>&1)
row $? "map --json has states, reasons and hands" "$out"

# --- answers of exercises
run 0 "a lesson folds its answers" 'Answer: folded; --answers shows it' show w02 --lesson
lacks "and tells none" 'Answer: a row is'
run 0 "until they are asked for" 'Answer: a row is' show w02 --answers

# --- a text is held against its rubric by who wrote it
words=$(for k in $(seq 60); do printf 'word%s ' "$k"; done)
run 2 "nothing to tick yet" 'There is no text of yours yet' answer 2 why --ticks 1
# shellcheck disable=SC2086
run 1 "long enough is no pass" 'PENDING +Your text is kept. Now tick what it has of the rubric' answer 2 why $words
has "the rubric is there once a text is" '^  \[ \] 1\) '
has "and how to tick it" 'ridge answer 2 why --ticks'
# shellcheck disable=SC2046,SC2086  # words
run 2 "a text that is pasted until it is long enough is not" 'without what stands in it more than once it has 20 words' \
    answer 2 why $(echo $words | cut -d' ' -f1-20) $(echo $words | cut -d' ' -f1-20) $(echo $words | cut -d' ' -f1-20)
run 0 "some of it" 'PENDING +Self-assessed 1 of 5' answer 2 why --ticks 1
has "the tick shows" '^  \[x\] 1\) '
run 0 "what it lacks comes back" 'You left out of why: One of the two sides' review
run 2 "what is no number of it" 'items of the rubric have the numbers 1 to' answer 2 why --ticks 99
run 2 "what is no list" 'not .some.' answer 2 why --ticks some
run 2 "nor this" 'not "1,x"' answer 2 why --ticks 1,x
run 2 "ticks of no question" 'A rubric is one question.s: .ridge answer 2 QUESTION --ticks' answer 2 --ticks 1
run 0 "all of it is no pass either" 'PENDING +Self-assessed 5 of 5' answer 2 why --ticks all
run 0 "then nothing comes back" 'no cards yet' review
lacks "of it" 'left out'
run 2 "--by alone says nothing" 'says whose ticks --ticks are' answer 2 why --by class
run 2 "nobody else ticks" 'takes self, partner or class' answer 2 why --ticks 1 --by me
run 0 "an instructor's ticks stand beside" 'Self-assessed 5 of 5, class 4 of 5 \(they differ on 4\)' answer 2 why --ticks 1,2,3,5 --by class
has "item by item" '^  \[x\]\[ \] 4\) '
run 0 "so do a partner's" 'Self-assessed 5 of 5, partner 5 of 5, class 4 of 5' answer 2 why --ticks all --by partner
run 0 "the list says so" 'PENDING +why  self-assessed 5 of 5, partner 5 of 5' answer 2
run 0 "and the status, beside the points" '^1 text, self-assessed 5 of 5' status
run 0 "the log says whose word it is" 'why \(self-assessed 5 of 5\): word1 word2' log
run 0 "the report, too" 'w02 why: self-assessed 5 of 5, partner' report
run 0 "the report has both, the step by hand and the text" 'silicon/P3 was opened by hand: MPI for a living' report
ridge report --html "$tmp/report.html" >/dev/null
grep -q '<td>silicon/P3</td>.*<td>MPI for a living</td>' "$tmp/report.html" && grep -q 'PENDING</span>, self-assessed 5 of 5, partner\|PENDING, self-assessed 5 of 5, partner'  "$tmp/report.html"
row $? "so has its page" "$(grep -o 'self-assessed\|silicon/P3' "$tmp/report.html" | sort | uniq -c)"
run 2 "a number has no rubric" 'there is no rubric to tick' answer 1 flop --ticks 1
out=$(ridge answer 2 why --ticks 1 --json | python3 -c '
import json, sys
d = json.load(sys.stdin)
assert d["self"] is True and d["ticks"] == [1] and d["status"] == "PENDING" and len(d["rubric"]) > 1, d
assert d["assessed"].startswith("self-assessed 1 of 5, partner 5 of 5") and len(d["said"]) == 15, d
' 2>&1)
row $? "--json says whose word it is" "$out"

# --- choices: numbers of one's own page, kept in words
place=$(ridge answer what-it-is-not-for --json | python3 -c '
import json, sys
q = [q for q in json.load(sys.stdin)["questions"] if q["id"] == "signal"][0]
print([k + 1 for k, o in enumerate(q["options"]) if o.startswith("Notes may not")][0])')
run 0 "the number on the page is meant" 'PASS' answer what-it-is-not-for signal "$place"
run 0 "and the words are kept" 'signal: Notes may not leave the building' log

# --- hardware facts say where they are from
run 0 "the cards" 'h100 +NVIDIA H100 SXM5' hw
run 0 "a figure has its kind and its source" 'fp32 +66.9 TFLOP/s +spec +NVIDIA H100 datasheet, SXM' hw h100
run 0 "one that two sources state differently says so" 'bw +3 to 3.35 TB/s +disputed +NVIDIA H100 datasheet' hw h100
said=$(printf '%s' "$out" | tr -s ' \n' '  ')
case $said in
*" SXM (2026-11): 3.35 TB/s, which lessons compute with Deep Dives: "*" (2026-11): 3 TB/s clock "*) ;; *) false ;;
esac
row $? "and has both, with their dates" "$said"
run 0 "a lesson's sources, too" 'h200 +mem +141 to 150.8 GB +disputed +NVIDIA H200 datasheet.*141 GB' show g01-cuda-first --sources
run 0 "one figure" 'smem_sm +228 KiB +spec' hw h100 smem_sm
run 2 "no such card" 'no hardware card' hw h999
run 2 "no such figure" 'has no figure' hw h100 wings
out=$(ridge hw h100 bw --json | python3 -c '
import json, sys
d = json.load(sys.stdin)
assert d["value"] == 3.35e12 and d["source"] == "disputed" and "datasheet" in d["from"], d
assert [s["value"] for s in d["says"]] == [3.35e12, 3e12] and d["use"] == 1 and all(s["from"] and s["date"] for s in d["says"]), d
' 2>&1)
row $? "--json has them, too" "$out"

echo "1..$n"
[ "$bad" -eq 0 ]
