#!/bin/sh
# What an author starts from: `ridge lab new` in both languages and all three places, and the guide of labs/README.md,
# each command of it. TAP. Needs RIDGE (the binary) and RIDGE_SRC (the checkout).
set -u
RIDGE=$(realpath "$1")
SRC=$2
tmp=$(mktemp -d) || exit 99
trap 'rm -rf "$tmp"' EXIT
export HOME="$tmp/home" XDG_CACHE_HOME="${RIDGE_TEST_CACHE:-$tmp/cache}" NO_COLOR=1 LC_ALL=C.UTF-8 RIDGE_ROOT="$SRC"
unset XDG_DATA_HOME || :
chmod 755 "$tmp"
mkdir -p "$HOME" "$tmp/bin" "$tmp/guide" "$tmp/new"
ln -s "$RIDGE" "$tmp/bin/ridge"
# shellcheck source=tests/cli/tap.sh
. "$(dirname "$0")/tap.sh"
long_by_nature
# lab_check WORDS: of labs whose template was proven whole above one mutant, and all where nothing is drawn
lab_check() {
    if [ -n "${RIDGE_DRAW:-}" ]; then set -- "$@" --mutants 1 --draw c; fi
    run 0 "$said" "^1 of 1 labs proven\$" lab check "$@"
}

# ---- lab new ---------------------------------------------------------------------------------------------------

cd "$tmp/new" || exit 99
run 0 "lab new begins a course" 'Lab scan-rows is written' lab new scan-rows --title 'Rows'
[ -f scan/pack.lua ] && [ -f scan/labs/scan-rows/lab.lua ] && [ -f scan/kernels/scan-rows/oracle.c ]
row $? "with its manifest, lab and kernels" "$(find . -type f)"
! grep -rn '@[A-Z]*@' scan
row $? "and every name filled in"
cd scan/labs || exit 99
run 0 "in the course, from any folder of it, the name is put before the id" 'Lab scan-tiles is written' lab new tiles --lang cuda
cd .. || exit 99
run 0 "the C lab is proven as it is written" '^1 of 1 labs proven$' lab check scan-rows
json_draw() {
    "$RIDGE" lab check scan-rows --mutants "$1" --draw "$2" --json | python3 -c 'import json,sys; d = json.load(sys.stdin); print(d["ok"], d["mutants"]["tried"], d["mutants"]["all"])'
}
all=$(find labs/scan-rows/mutants -mindepth 1 -maxdepth 1 | wc -l)
drawn=$(json_draw 1 abc)
[ "$drawn" = "1 1 $all" ]
row $? "with --mutants 1 one of its $all mutants is tried" "$drawn"
drawn=$(json_draw 99 abc)
[ "$drawn" = "1 $all $all" ]
row $? "and with more than there are, all" "$drawn"
cp labs/scan-rows/lab.lua "$tmp/lab.lua"
sed -i 's/hidden = true, *//' labs/scan-rows/lab.lua
run 1 "a function that no hidden case asks for is not proven" 'No hidden case runs [a-z_]*: a table of the answers' \
    lab check scan-rows --mutants 1 --draw abc
mv "$tmp/lab.lua" labs/scan-rows/lab.lua
# drawn inputs: this reference is right while the first weight of the case "short" is less than 1, as under the seeds 1 and 5
cp kernels/scan-rows/ref.c "$tmp/ref.c"
sed -i 's/^        float scale = .*$/&\n        scale *= R != 5 || w[0] < 1;/' kernels/scan-rows/ref.c
run 1 "a reference that another seed breaks is refused" \
    'passes correct on cpu with seed 1 and not with seed 2: FAIL rmsnorm.R=5, .*case short' \
    lab check scan-rows --mutants 1 --draw c --seed 2
run 0 "the seed that is asked for is the one that is tried" 'reference, seed 5: right in 1 of 1 run$' \
    lab check scan-rows --mutants 1 --draw c --seed 5
mv "$tmp/ref.c" kernels/scan-rows/ref.c
# one that passes all is found by the words that draw it, and by no others
cp -r labs/scan-rows/mutants "$tmp/mutants"
sed -i 's/fails = "[a-z]*"/fails = "correct"/; s/message = "[^"]*",*//' labs/scan-rows/mutants/third-pass.lua
run 1 "a word draws the one that passes all" 'mutant third-pass passes' lab check scan-rows --mutants 1 --draw a
run 0 "another word draws another" '^1 of 1 labs proven$' lab check scan-rows --mutants 1 --draw c
rm -r labs/scan-rows/mutants && cp -r "$tmp/mutants" labs/scan-rows/mutants
# the profile is made for the gate that a mutant names; where that one holds, the whole profile decides
cp labs/scan-rows/lab.lua "$tmp/lab.lua"
sed -i 's/^  gates = {$/&\n    gate{id = "few-stores", call = "rmsnorm", case = "short", counter = "c_stores", op = "<=",\n         value = "99*R*C", on = "cpu", why = "an output is stored once"},/' labs/scan-rows/lab.lua
sed -i 's/message = "c_loads"/message = "c_stores"/' labs/scan-rows/mutants/third-pass.lua
run 1 "a mutant that fails another gate than it names is refused" \
    'mutant third-pass fails profile on cpu without saying "c_stores": c_loads of rmsnorm' \
    lab check scan-rows --mutants 1 --draw a
mv "$tmp/lab.lua" labs/scan-rows/lab.lua
rm -r labs/scan-rows/mutants && mv "$tmp/mutants" labs/scan-rows/mutants
# a lesson of one's own need not have Ridge's nine sections
cp labs/scan-rows/lesson.md "$tmp/lesson.md"
printf '# Rows\n\n%s\n' "Each row is read once: the sum of squares and the scale need the same elements, so a second pass over a row
moves its bytes again. Count what is loaded, compare that with what the row holds, and mend the loop that reads twice." >labs/scan-rows/lesson.md
run 0 "the lesson of a course may be a paragraph" '^1 of 1 labs proven$' lab check scan-rows --mutants 1 --draw c
echo '# Rows' >labs/scan-rows/lesson.md
run 1 "and is not nothing" 'lesson.md:0: [Aa] lesson of 40 words says at least what the lab is about, and this one has 2' lab check scan-rows --mutants 1 --draw c
mv "$tmp/lesson.md" labs/scan-rows/lesson.md
run 0 "without a name the course is checked, each lab named as its turn comes" '^\[2/2\] scan-tiles' \
    lab check --mutants 1 --draw c --backend simt
run 0 "so is the one in CUDA" '^1 of 1 labs proven$' lab check scan-tiles
said="on the emulator nothing is left out but timing"
lab_check scan-tiles --backend simt
run 6 "a backend that it has not proves nothing" '^0 of 1 labs proven$' lab check scan-rows --backend cuda
run 6 "and it says so" 'no milestone of its reference was reached on backend cuda' lab check scan-rows --backend cuda
run 0 "the course's labs are in the list" 'scan-rows .*Rows' list
run 2 "one that is there is not written over" 'is there already: nothing was written' lab new rows
run 2 "an id is no path" "can't be a lab's id" lab new ../rows
run 2 "a title can't leave its string" 'without quotes' lab new more --title 'x", evil = "'
run 2 "a language that there is none of" 'c or cuda' lab new more --lang rust
wrong='s/= w\[c\] \* row\[c\] \* scale;/= row[c] * scale;\n        for (int64_t c = 0; c < C; c++)\n            y[r * C + c] *= w[c];/'
sed "$wrong" kernels/scan-rows/ref.c >kernels/scan-rows/opt.c
sed -i 's/ + eps);/);/' kernels/scan-rows/naive.c
sed -i 's/ladder = {"naive.c", "ref.c"}/ladder = {"naive.c", "ref.c", "opt.c"}/' labs/scan-rows/lab.lua
cat >labs/scan-rows/mutants/by-luck.lua <<'END'
return mutant {
  base = "reference", file = "rmsnorm.c", fails = "correct",
  replace = {{[[sum_of_squares(C, row) / (float)C]],
              [[sum_of_squares(C, row) / (float)(C + (R == 17 || R == 31 || R == 40))]]}},
  why = "wrong for what the hidden case draws, and for nothing else",
}
END
run 1 "a rung behind the reference that fails a gate is refused" 'rung opt does not pass profile on cpu: FAIL c_loads' lab check scan-rows
printf '%s\n' "$out" | grep -q 'rung naive does not pass correct on cpu: FAIL rmsnorm(.*(case '
row $? "and so is one before it that is wrong" "$out"
[ "$(printf '%s\n' "$out" | grep -c 'rung ')" -eq 2 ]
row $? "each is told once, and a rung before it has to pass no gate" "$out"
printf '%s\n' "$out" | grep -q 'mutant by-luck is found on cpu by case "hidden" alone, whose fields are drawn'
row $? "and a mutant that only a drawn case finds" "$out"
cd "$tmp/new" || exit 99
run 2 "a course has no name of Ridge's own" "begins Ridge's own" lab new w07-rows
run 2 "an id has to say which course" 'COURSE-NAME' lab new rows
mkdir taken
run 2 "a folder that is no course is left alone" 'no course' lab new taken-rows
rm -r taken
cp -r "$SRC/curriculum" "$SRC/labs" "$SRC/kernels" "$SRC/grader" "$tmp/" &&
    mkdir "$tmp/runner" && cp -r "$SRC/runner/include" "$SRC/runner/ctrace" "$tmp/runner/" && mkdir "$tmp/runner/child" && cp "$SRC/runner/child/proto.h" "$tmp/runner/child/"
cd "$tmp/labs" || exit 99
export RIDGE_ROOT="$tmp"
run 2 "in Ridge's sources an id is one of Ridge's" 'w07-name' lab new scan-rows
run 0 "and a lab goes there" 'Lab c77-try is written' lab new c77-try
said="and into the catalogue, so it is proven at once"
lab_check c77-try
sed -i 's/^## .*Mental model.*/## A model/' "$tmp/labs/c77-try/lesson.md"
run 1 "one of Ridge's own has all nine sections" "Section '## Mental model' is missing" lab check c77-try --mutants 1 --draw c
export RIDGE_ROOT="$SRC"

# ---- the guide -------------------------------------------------------------------------------------------------

if drawn "the guide"; then
    cd "$tmp/guide" || exit 99
    { echo 'set -e' && awk '!end && /^```+sh$/ { end = substr($0, 1, length($0) - 2); next } $0 == end { end = ""; next } end' "$SRC/labs/README.md"; } >"$tmp/guide.sh"
    [ "$(grep -c '^ridge ' "$tmp/guide.sh")" -ge 7 ]
    row $? "the guide has its commands"
    PATH="$tmp/bin:$PATH" bash "$tmp/guide.sh" >"$tmp/guide.out" 2>&1 </dev/null
    row $? "each command of the guide works" "$(tail -n 20 "$tmp/guide.out")"
    [ "$(grep -c '^1 of 1 labs proven$' "$tmp/guide.out")" -eq 2 ]
    row $? "and its lab is proven, before and after" "$(grep -n proven "$tmp/guide.out")"
else
    skip "the guide's commands" "another commit's draw"
fi

echo "1..$n"
exit "$bad"
