#!/bin/sh
# What commands print at 80 columns, and tables at 50, on a pinned home and pinned classes, one of which has names of
# every kind: each text in golden/ is what its command says, and no line of any is wider. TAP; --renew writes the texts
# instead.
#     golden80.sh RIDGE ROOT GOLDEN_HOME CLASS_FIXTURE [--renew]
set -u
RIDGE=$(realpath "$1")
root=$2
home_fixture=$(realpath "$3")
class_fixture=$(realpath "$4")
renew=${5:-}
golden=$root/tests/cli/golden
d=$(mktemp -d /tmp/ridge80.XXXXXX) || exit 99 # of one length, wherever TMPDIR is
trap 'rm -rf "$d"' EXIT
# shellcheck disable=SC2034  # read by tap.sh
tmp=$d SRC=$root
export RIDGE_ROOT="$root" LC_ALL=C.UTF-8 TZ=UTC RIDGE_NOW=1764615600 COLUMNS=80 NO_COLOR=1
export XDG_CACHE_HOME="${RIDGE_TEST_CACHE:-$d/cache}" HOME="$d/home-of-nobody"
unset VISUAL EDITOR XDG_DATA_HOME || :
mkdir -p "$HOME" "$d/learner" "$d/trained" "$d/empty" "$d/class" "$d/names" "$d/said"
# shellcheck source=tests/cli/tap.sh
. "$(dirname "$0")/tap.sh"
"$home_fixture" "$d/learner" <"$root/tests/screen/golden/home.json" || exit 99
"$home_fixture" "$d/trained" <"$root/tests/screen/golden/curve.json" || exit 99
"$RIDGE" --home "$d/class" status >/dev/null 2>&1 || exit 99
"$RIDGE" --home "$d/empty" status >/dev/null 2>&1 || exit 99
"$RIDGE" --home "$d/names" status >/dev/null 2>&1 || exit 99
"$class_fixture" "$d/class/ridge.db" <"$golden/class.json" || exit 99
"$class_fixture" "$d/names/ridge.db" <"$golden/names.json" || exit 99

# numbers of questions are drawn for each learner, once: here they are the same in every run
python3 "$root/tests/screen/pin_seed.py" "$d"/*/ridge.db || exit 99

# code and tables for other programs are not ours to fold
login=$(id -un)
verbatim="diff export solution completions"

# narrow NAME HOME args…: say at 50 columns
narrow() {
    export COLUMNS=50
    say "$@"
    export COLUMNS=80
}

# say NAME HOME args…: the command's text, with this run's folder named HOME and its labs' LABS, is golden/NAME.txt
say() {
    name=$1 home=$2
    shift 2
    { echo "\$ ridge $*"; "$RIDGE" --home "$d/$home" "$@" 2>&1 </dev/null; echo "[exit $?]"; } |
        sed -E "s|$d/$home/work|LABS|g; s|$d/$home|HOME|g; s|$d|TMP|g; s|$root|ROOT|g; s|[0-9]{8}-[0-9]{6}|TIME|; s|0x[0-9a-f]{12}|ADDRESS|; s|\($login\)|(LOGIN)|;
            s|([0-9a-f]{4} ){7}[0-9a-f]{4}|PRINT|; s|[0-9a-f]{12}\.ridge|HASH.ridge|" >"$d/said/$name"
    [ -z "$renew" ] || cp "$d/said/$name" "$golden/$name.txt"
    said=$(diff -u "$golden/$name.txt" "$d/said/$name" 2>&1)
    row $? "$name" "$said"
    case " $verbatim " in
    *" $name "*) ;;
    *) printf '%s\t%s\t%s\n' "$COLUMNS" "$d/said/$name" "$name" >>"$d/widths" ;;
    esac
}

# fits HOME args…: numbers of this machine are in it, so that only its width is held
fits() {
    home=$1
    shift
    fitted=$((${fitted:-0} + 1))
    "$RIDGE" --home "$d/$home" "$@" >"$d/fits-$fitted" 2>&1 </dev/null
    [ -s "$d/fits-$fitted" ]
    row $? "ridge $* says something"
    printf '80\t%s\t%s\n' "$d/fits-$fitted" "ridge $*" >>"$d/widths"
}

# --- begin
say help learner help
say help-test learner help test
say help-counters learner help counters
say help-counters-one learner help counters sh_conf
say help-grade learner help grade
say completions learner completions fish
say completions-wrong learner completions tcsh
say doctor-wrong learner doctor network
RIDGE_ROOT=$(small) fits learner doctor
say next learner next
say next-empty empty next
say start empty start w02-transpose
say start-again empty start w02-transpose
say show-lab learner show w01
say show-cuda learner show w02
say show-week learner show week2
say show-card learner show five-axes
say lesson learner show w02 --lesson
say answer learner answer w01
say answer-week learner answer 1
say answer-wrong learner answer 1 flop 3
say answer-ask learner answer two-disciplines output
say hint learner hint w02
say config learner config
say not-started empty test w06-paged-kv
say bench-not-started empty bench w06-paged-kv
say watch-not-started empty watch w06-paged-kv
say profile-not-started empty profile w06-paged-kv

# --- learn
say status learner status
say status-empty empty status
say list learner list
say list-all empty list --all
say map learner map
narrow map-50 learner map
say map-track learner map silicon
narrow map-track-50 learner map silicon
narrow list-50 learner list
say review learner review
say note-none learner note
"$RIDGE" --home "$d/learner" note w01 --add "Bytes, not FLOP: each operand crosses the memory bus once, and what is in a cache is not counted twice.
A second line." >/dev/null
say note learner note
say log learner log
say history learner history
say history-lab learner history w01
narrow history-50 learner history
say history-none empty history
say diff learner diff w01
say diff-attempts learner diff 1 2
say solution-closed learner solution w02
say reset learner reset w01 --yes
say restore learner restore 2
fits learner search bank conflict
say search-none learner search coalesed acceses
say interview-none learner interview --list
say interview-wrong learner interview d99
"$RIDGE" --home "$d/empty" config track silicon >/dev/null
say unlock empty unlock P3 --reason "I know what a ring costs" --yes
say lock empty lock P3

# --- measure
say roofline learner roofline w01
say roofline-h100 learner roofline w01 --hw h100
say timeline-none learner timeline w07-ddp-overlap
say timeline-single learner timeline w01
say curve-none learner curve
say curve-not-trained learner curve w01
say curve-not-yet learner curve w22
say curve trained curve
narrow curve-50 trained curve w22
say curve-all trained curve w22 --all --plain
say curve-compare trained curve w22 --attempt 1 --compare 2
say curve-no-attempt trained curve w22 --attempt 3
say serve-no-engine learner serve w01
say serve-not-started learner serve
say cost learner cost
say cost-train learner cost step=train batch=64 dp=8
fits learner hw
say hw-h100 learner hw h100
say cost-help learner cost model=nobody
say calibrate-wrong learner calibrate dram
fits learner test w01 --impl skeleton
fits learner test w02-transpose --impl reference
fits learner profile w02-transpose --impl reference
mkdir -p "$d/cu"
cp "$root/tests/simt/bug_race.cu" "$root/tests/simt/t.h" "$d/cu/"
say simt learner simt "$d/cu/bug_race.cu" --workers 1 -- missing_barrier
say simt-none learner simt nowhere.cu
# what is measured is this machine's alone, and is kept in a home that no golden text is of; all of it takes many seconds
mkdir -p "$d/measured"
! drawn calibrate || fits measured calibrate
fits measured calibrate --pages

# --- share
say report learner report
narrow report-50 learner report
say place empty place gpu
say artifact learner artifact --out "$d/artifact"
say book learner book --part 4 --html "$d/book"
say submit empty submit w01
say export-data empty export-data "$d/all.ridge"
say export-data-nowhere empty export-data "$d/nowhere/all.ridge"
say import-none empty import nowhere.ridge

# --- teach
say roster class roster
say class class class
say class-lab class class w02
say class-none learner class
say adjust class adjust --lab w02
say request class request w02
say export class export w02
say similar class similar w02
"$RIDGE" --home "$d/class" config grader "Ada Grader" >/dev/null
say mark-rubric class mark w02
say mark class mark w02 s1001 names=3 measured --reason "Names say little"
say comment class comment w02 s1001 transpose.cu:1 "Say in which direction this function reads, and why."
say comment-list class comment w02
say comment-none class comment w03
mkdir -p "$d/in/s1001"
cp "$root/labs/w02-transpose/skeleton/transpose.cu" "$d/in/s1001/"
"$RIDGE" --home "$d/learner" start w02-transpose >/dev/null
"$RIDGE" --home "$d/learner" submit w02 --as s1001 >/dev/null
cp "$d/learner/outbox/"*.tar "$d/in/"
say collect-nobody class collect "$d/in/s1001" --lab w02
say collect class collect "$d/in" --lab w02
say collect-nowhere class collect "$d/nowhere" --lab w02
say collect-no-lab class collect "$d/in"
# names of any length, wide, combining and from right to left, and what a submission printed over several lines
say names-roster names roster
narrow names-roster-50 names roster
say names-class names class
narrow names-class-50 names class
say names-class-lab names class w02
say names-grade names grade --lab w02 --level L0
narrow names-grade-50 names grade --lab w02 --level L0
say names-regrade names regrade --lab w02 --due 2020-01-01T00:00Z --late 10%/day
narrow names-regrade-50 names regrade --lab w02 --due 2020-01-01T00:00Z --late 10%/day
say names-similar names similar w02
"$RIDGE" --home "$d/names" adjust --lab w02 --only s4 --points 30 \
    --reason "The hand-in was read by two people, who found the transposition right but for its last row" >/dev/null
fits names adjust --lab w02
say fetch learner fetch 1
narrow fetch-50 learner fetch 1
say tour learner show tour:llm.c
narrow tour-50 learner show tour:llm.c
say read-tour learner read tour:llm.c
narrow read-tour-50 learner read tour:llm.c
say read-tour-missing learner read tour:llm.c 1
say fetch-tour learner fetch tour:llm.c --from "$d/nowhere"
mkdir -p "$d/clone"
echo other >"$d/clone/train_gpt2.cu"
say fetch-tour-other learner fetch tour:llm.c --from "$d/clone"
say wrong-tour learner fetch tour:nosuch
say grade-no-lab class grade

# --- author, and what is wrong with a command line
say pack learner pack list
say lab-new learner lab new
say wrong-command learner tset
say wrong-option learner list --jsn
say wrong-lab learner show w01-rofline
say wrong-card learner show two-disciplne
say wrong-week learner show 60
say wrong-diff learner diff 99
say wrong-attempt learner restore 99
say many-labs learner show w0
say planned learner test w44-autotune
say usage learner test

# no line of any page is wider than its terminal; a wide character takes two columns, a combining mark none, and an address
# is a word that nothing may cut
python3 - "$d/widths" >"$d/wide" <<'PY'
import sys, unicodedata
def columns(line):
    return sum(0 if unicodedata.combining(c) or unicodedata.category(c) in ("Cf", "Cc")
               else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in line)
for row in open(sys.argv[1], encoding="utf-8"):
    most, page, name = row.rstrip("\n").split("\t")
    wide = [line.rstrip() for line in open(page, encoding="utf-8", errors="replace")
            if columns(line) > int(most) and "://" not in line and not line.startswith("$ ridge")]
    print(most, name, (wide or [""])[0], sep="\t")
PY
while IFS='	' read -r most name wide; do
    [ -z "$wide" ]
    row $? "$name: no line is wider than $most columns" "$wide"
done <"$d/wide"
[ "$(wc -l <"$d/wide")" -eq "$(wc -l <"$d/widths")" ]
row $? "each page was measured"

# a command whose page nobody has read at 80 columns is not finished
"$RIDGE" --help | sed -n 's/^  \([a-z][a-z-]*\)  .*/\1/p' | grep -v '^ridge$' >"$d/commands"
[ "$(wc -l <"$d/commands")" -ge 44 ]
row $? "ridge --help names the commands" "$(cat "$d/commands")"
while read -r command; do
    head -qn 1 "$golden"/*.txt | grep -qE "^\\$ ridge $command( |$)"
    row $? "a golden text holds ridge $command"
done <"$d/commands"

# a text that nothing prints any more would never fail
for kept in "$golden"/*.txt; do
    name=$(basename "$kept" .txt)
    grep -qE "^ *(say|narrow) $name " "$0"
    row $? "$name.txt is printed by some command"
done
echo "1..$n"
[ "$bad" = 0 ]
