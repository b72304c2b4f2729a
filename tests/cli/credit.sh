#!/bin/sh
# Partial credit: what `correct` gives by function and by case, by the lab's rule and by an instructor's. TAP, one row a
# promise. Needs RIDGE (the binary) and RIDGE_SRC (the checkout).
set -u
RIDGE=$(realpath "$1")
SRC=$2
tmp=$(mktemp -d) || exit 99
trap 'chmod -R u+rwx "$tmp" 2>/dev/null; rm -rf "$tmp"' EXIT
export XDG_CACHE_HOME="${RIDGE_TEST_CACHE:-$tmp/cache}" HOME="$tmp/home" NO_COLOR=1 LC_ALL=C.UTF-8 RIDGE_ROOT="$SRC"
unset XDG_DATA_HOME VISUAL EDITOR || :
mkdir -p "$HOME"
# shellcheck source=tests/cli/tap.sh
. "$(dirname "$0")/tap.sh"
H=$tmp/ridge
ridge() {
    "$RIDGE" "$@" --home "$H"
}
# of: a number that the database says
of() {
    python3 -c 'import sqlite3, sys; print(sqlite3.connect(sys.argv[1]).execute(sys.argv[2]).fetchone()[0])' "$H/ridge.db" "$1"
}

# A course of one lab of four functions. A function that does not end is stopped after two seconds.
cd "$tmp" && "$RIDGE" lab new vec-ops >/dev/null && cd vec || exit 99
lab=labs/vec-ops/lab.lua
cat >$lab <<'E'
return lab {
  api = 1, rev = 1, id = "vec-ops", title = "Vector operations", kind = "kernel", domain = {"numerics"}, seeds = {},
  hours = {read = 1, lab = 1}, lang = "c", backends = {"cpu"}, edit = {"vec.c"}, reference = "ref.c", ladder = {"ref.c"},
  limits = {wall_s = 2, mem_MiB = 256, threads = 1},
  buffers = {x = {dtype = "f32", shape = {"n"}, dist = gen.uniform{lo = 1, hi = 2}}, y = {dtype = "f32", shape = {"n"}}},
  calls = {
    add1 = call{args = {i64"n", input"x", output"y"}, oracle = "add1", tol = tol.exact},
    twice = call{args = {i64"n", input"x", output"y"}, oracle = "twice", tol = tol.exact},
    neg = call{args = {i64"n", input"x", output"y"}, oracle = "neg", tol = tol.exact},
    half = call{args = {i64"n", input"x", output"y"}, oracle = "half", tol = tol.exact},
  },
  cases = {
    {id = "none", n = 0, tags = {"edge"}}, {id = "few", n = 5},
    {id = "hidden", hidden = true, n = gen.pick{17, 31}},
  },
  hints = {{on = "call:neg", "The sign of each element."}},
}
E
cat >labs/vec-ops/lab.h <<'E'
/* lab.h: the interface of vec-ops. */
#ifndef VEC_OPS_LAB_H
#define VEC_OPS_LAB_H
#include <stddef.h>
#include <stdint.h>
void add1(int64_t n, const float *x, float *y);
void twice(int64_t n, const float *x, float *y);
void neg(int64_t n, const float *x, float *y);
void half(int64_t n, const float *x, float *y);
#endif
E
cat >kernels/vec-ops/oracle.c <<'E'
/* oracle.c: what each function gives. */
#include <ridge/oracle.h>
#define OP(name, expression) \
    int name##_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want, double *scale) \
    { \
        const float *v = ridge_data(c, "x"); \
        (void)out; \
        for (size_t k = 0; k < n; k++) { \
            float x = v[index[k]]; \
            scale[k] = want[k] = (double)(float)(expression); \
        } \
        return 0; \
    }
OP(add1, x + 1)
OP(twice, 2 * x)
OP(neg, -x)
OP(half, x / 2)
E
vec() { # vec ADD1 TWICE NEG HALF: a source whose functions do this for each element, or whatever is said
    printf '#include "lab.h"\n#include <pthread.h>\n#include <stdlib.h>\n#include <stdio.h>\n'
    for f in add1 twice neg half; do
        printf 'void %s(int64_t n, const float *x, float *y)\n{\n    for (int64_t k = 0; k < n; k++)\n        %s\n}\n' $f "$1"
        shift
    done
}
a='y[k] = x[k] + 1;' t='y[k] = 2 * x[k];' g='y[k] = -x[k];' h='y[k] = x[k] / 2;'
rm -rf labs/vec-ops/mutants kernels/vec-ops/naive.c labs/vec-ops/skeleton/*
vec "$a" "$t" "$g" "$h" >kernels/vec-ops/ref.c
vec '(void)x, (void)y;' '(void)x, (void)y;' '(void)x, (void)y;' '(void)x, (void)y;' >labs/vec-ops/skeleton/vec.c

printf 'key,name\na1,Ada Doe\na2,Bob Roe\na3,Cy Ng\na4,Di Wu\na5,Eve Lo\na6,Fay Po\na7,Guy Ho\n' >"$tmp/r.csv"
give() { # give KEY …: hands in
    mkdir -p "$tmp/in/$1"
    cat >"$tmp/in/$1/vec.c"
}
vec "$a" "$t" "$g" "$h" | give a1
vec "$a" "$t" 'y[k] = x[k];' "$h" | give a2
vec "$a" 'abort();' "$g" "$h" | give a3
# no end, and none of a processor's time: a busy machine has no part in how long that takes
waits='{ static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_mutex_lock(&m); }'
vec "$waits" "$waits" "$waits" "$h" | give a4
give a5 <labs/vec-ops/skeleton/vec.c
vec "$a" 'for (;;) puts("a long line that fills what a program may print");' "$g" "$h" | give a6
printf 'int x\n' | give a7
run 0 "a class" "7 students" roster import "$tmp/r.csv"

# --- the rule of a lab that says nothing, and another one over the same verdicts
run 0 "all or nothing is what a lab that says nothing gives" "^a2 .* FAIL +0 +40 " grade "$tmp/in" --lab vec-ops --phase correct
! printf '%s\n' "$out" | grep -q "Partial credit"
row $? "and nothing is said of it"
run 2 "grading goes by the rule of the grades there are" "with --partial none. .*regrade --lab vec-ops --partial case" \
    grade --lab vec-ops --partial case
run 2 "a rule is the whole class's" "without --only" regrade --lab vec-ops --partial function --only a2
run 2 "a word that is none" "none, function, case|takes none" regrade --lab vec-ops --partial half
before=$(of "select count(*) from grading_report")
regrade() {
    ridge regrade --lab vec-ops "$@" 2>&1
}
out=$(regrade --partial function)
said() { # said NAME PATTERN: of $out
    printf '%s\n' "$out" | grep -qE -- "$2"
    row $? "$1" "$out"
}
said "one function of four is wrong: three quarters" "^a2 .* FAIL +0 +-> +FAIL +30$"
said "a function that aborts costs its own cases alone" "^a3 .* ERROR +0 +-> +ERROR +30$"
said "three that do not end cost three: the fourth is tried" "^a4 .* ERROR +0 +-> +ERROR +10$"
said "what prints without end costs its own" "^a6 .* ERROR +0 +-> +ERROR +30$"
printf '%s\n' "$out" | grep -qE "^(a1|a5|a7) "
[ $? -eq 1 ]
row $? "who has all or nothing, and what does not build, stay as they were" "$out"
said "nothing is published unasked" "^Not published"
[ "$(of "select count(*) from grading_report")" -eq $((2 * before)) ]
row $? "each has a verdict of its own, in the audit"

# What was tried whole is counted again, and not run: no compiler is there, and nobody is held for it
out=$(regrade --partial case)
printf '%s\n' "$out" | grep -qE "^a5 "
[ $? -eq 1 ]
row $? "by case: what is not to do anything gives nobody points" "$out"
said "what is right gives its part" "^a4 .* ERROR +0 +-> +ERROR +10$"
out=$(PATH=/nowhere regrade --partial function)
said "the rule alone runs nobody whose cases were all tried" "^a2 .* FAIL +0 +-> +FAIL +30$"
out=$(regrade --partial function --yes)
said "published" "^Published"
run 0 "the table says by which rule" "^Partial credit, as --partial says: by function" grade --lab vec-ops
run 0 "the rule stays for who is graded later, and for a regrade" "^No grade changes" regrade --lab vec-ops
"$RIDGE" --home "$H" grade --lab vec-ops --json >"$tmp/class.json" 2>/dev/null
"$RIDGE" --home "$H" export vec-ops --out "$tmp/class.csv" >/dev/null 2>&1
"$RIDGE" --home "$H" export vec-ops --format json --out "$tmp/class.out" >/dev/null 2>&1
detail=$(python3 - "$tmp" 2>&1 <<'PY'
import csv, json, sys
tmp = sys.argv[1]
assert json.load(open(tmp + "/class.json"))["partial"] == "function"
t = list(csv.DictReader(open(tmp + "/class.csv", newline="")))
rows = {r["key"]: r for r in t}
assert rows["a2"]["partial"] == "function" and rows["a2"]["correct points"] == "30.00", rows["a2"]
assert rows["a2"]["correct max"] == "40.00" and rows["a2"]["correct status"] == "FAIL", rows["a2"]
assert [rows["a2"][f + " right"] for f in ("add1", "twice", "neg", "half")] == ["3", "3", "1", "3"], rows["a2"]
assert rows["a4"]["half right"] == "3" and rows["a4"]["add1 right"] == "1", rows["a4"]
assert rows["a7"]["neg right"] == "0" and rows["a7"]["neg cases"] == "3", rows["a7"]
d = {r["key"]: r for r in json.load(open(tmp + "/class.out"))["rows"]}
assert d["a2"]["partial"] == "function" and "report" not in d["a2"]
f = {x["call"]: x for x in d["a2"]["functions"]}
assert f["neg"] == {"call": "neg", "right": 1, "cases": 3, "hidden_right": 0, "hidden_cases": 1, "points": 0.0, "max": 10.0}, f
assert [m["points"] for m in d["a2"]["milestones"] if m["id"] == "correct"] == [30], d["a2"]
PY
)
row $? "csv and json have columns of each milestone and function" "$detail"
run 0 "a page tells each function, and the hint" "neg</code>.*wrong.*1 of 2.*0 of 1" export vec-ops --format html --only a2
RIDGE_ROOT=$(small) run 0 "the audit is whole" "" doctor
[ "$(of "select json_extract(policy, '\$.partial') from assignment")" = function ]
row $? "the rule is kept with the assignment"
out=$(regrade --partial none)
said "and can be taken back" "^a2 .* FAIL +30 +-> +FAIL +0$"

# --- a lab's own rule
rule() { # rule LUA
    sed -i '/^  partial = /d; s/^  hints = /  partial = '"$1"',\n&/' $lab
}
for wrong in '"half"|is not one of: case, function, none' '{by = "case", cases = {nine = 2}}|judges no case of this name' \
    '{by = "function", functions = {naeg = 2}}|no function of this name is judged' \
    '{by = "function", functions = {neg = 0}}|less than' '{by = "function", cases = {few = 2}}|where by = .case. alone'; do
    rule "${wrong%%|*}"
    out=$(ridge show vec-ops 2>&1)
    said "lab.lua, refused: ${wrong%%|*}" "${wrong#*|}"
done
rule '{by = "function", functions = {neg = 2}}'
mkdir -p "$tmp/b"
vec "$a" "$t" 'y[k] = x[k];' "$h" >"$tmp/b/vec.c"
run 1 "a learner has the points of the lab's rule, and reads why" "24/40.*" test vec-ops --file "$tmp/b/vec.c"
said "in a sentence" "Partial credit by function: 3 of 4 functions are right in every case"
ridge start vec-ops >/dev/null 2>&1
mine=$(find "$H" -name vec.c -path '*vec-ops/vec.c' | head -n 1)
cp "$tmp/b/vec.c" "$mine"
ridge test vec-ops >/dev/null 2>&1
vec '(void)x, (void)y;' "$t" '(void)x, (void)y;' '(void)x, (void)y;' >"$mine"
run 1 "the best of a learner's parts stays" "^vec-ops: 24 of 4[0-9]|^vec-ops: 24 of" test vec-ops
run 0 "in the list, too" "24 of" list
vec "$waits" "$t" "$g" "$h" >"$tmp/b/endless.c"
run 5 "of what does not end: the limit, where that may come from, and what was not tried" \
    "add1.*limit of 2 s: there is an endless loop, .*[(]case few[)][.] 1 case was not tried after it[.]" \
    test vec-ops --file "$tmp/b/endless.c"
said "and the hint is about loops" "hint: .*the condition of one loop never turns false"
H=$tmp/other
run 0 "another class" "7 students" roster import "$tmp/r.csv"
rm -rf "$tmp/in/a3" "$tmp/in/a4" "$tmp/in/a6"
run 0 "which is graded by the lab's rule" "^a2 .* FAIL +24 +40 " grade "$tmp/in" --lab vec-ops --phase correct
said "and the table says whose rule" "^Partial credit, as the lab has it: by function"
sed -i 's/^  hints = /  checks = {check("odd", function(t) return t.case("few", "neg").pass end)},\n&/' $lab
out=$(ridge show vec-ops 2>&1)
said "no partial credit beside a check that may decide it" "a check of this lab may decide .correct."
rule '"none"'
run 2 "nor by an instructor" "gives no partial credit. The lab judges by checks" regrade --lab vec-ops --partial function

echo "1..$n"
[ "$bad" -eq 0 ]
