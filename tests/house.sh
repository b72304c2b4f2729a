#!/bin/sh
# House rules that a script can hold: file:line for each breach.
set -u
cd "$(dirname "$0")/.." || exit 1
bad=0
say() {
    echo "$1"
    bad=1
}
for f in $(git ls-files '*.c' '*.h' '*.cu' 2>/dev/null); do
    n=$(wc -l <"$f")
    [ "$n" -le 900 ] || say "$f:900: $n lines; a file is one idea"
done
out=$(git ls-files '*.c' '*.h' '*.cu' '*.lua' '*.md' '*.build' '*.sh' | xargs grep -nE '\b(FIX''ME|XX''X|HA''CK|not impl''emented|place''holder)\b' 2>/dev/null | grep -v '^labs/[^/]*/skeleton/')
[ -z "$out" ] || say "$out"
# a line of data fits a screen beside another; an address can't be broken
out=$(git ls-files '*.lua' | LC_ALL=C.UTF-8 xargs grep -nE '.{121}' 2>/dev/null | grep -vE 'https?://[^ ]{60}')
[ -z "$out" ] || say "lines of more than 120 columns: $out"
out=$(git ls-files 'tui/*.c' 'tui/*.h' | LC_ALL=C.UTF-8 xargs grep -nE '.{121}' 2>/dev/null)
[ -z "$out" ] || say "lines of more than 120 columns: $out"
# a field that no case has is no number: an oracle that asks for one judges nothing
out=$(git ls-files 'kernels/*/oracle.c' | xargs grep -noE 'ridge_(int|num)\(c, "[a-zA-Z_0-9]+"\)' 2>/dev/null |
    while IFS=: read -r f line call; do
        lab=${f#kernels/}
        lab=labs/${lab%%/*}/lab.lua
        field=${call#*\"}
        field=${field%%\"*}
        grep -qE "\b$field *=|\"$field\"" "$lab" || echo "$f:$line: $lab sets no field $field"
    done)
[ -z "$out" ] || say "$out"
# what stands at the top is what a newcomer sees first
out=$(git ls-files | cut -d/ -f1 | sort -u |
    grep -vxE '\..*|README\.md|LICENSE|meson\.build|meson_options\.txt|labs|runner|grader|kernels|curriculum|tui|db|tests|check|ridge')
[ -z "$out" ] || say "$out: nothing of this name belongs at the top level"
# strings are bound, never pasted into SQL
out=$(grep -nE 'sqlite3_exec\(.*%|(sprintf|text_addf)\(.*(INSERT|UPDATE|DELETE) ' db/*.c 2>/dev/null)
[ -z "$out" ] || say "$out"
out=$(grep -nE '"BEGIN( DEFERRED)?"' db/*.c 2>/dev/null)
[ -z "$out" ] || say "a transaction that does not begin IMMEDIATE: $out"
out=$(git ls-files '*.c' '*.h' | xargs grep -nP '\t' 2>/dev/null | head -5)
[ -z "$out" ] || say "tabs: $out"
# one program talks to the network
out=$(git ls-files '*.c' '*.h' | xargs grep -lE '\bcurl_(easy|multi|url|global)|\bAF_INET' 2>/dev/null |
    grep -vE '^(runner/(net_(job|url|main)\.[ch]|box[a-z_]*\.c)|tests/)')
[ -z "$out" ] || say "$out: the network is ridge-net's alone"
# a file of the emulator's runtime that meson does not know is missed by the first program that needs it
for f in $(git ls-files 'runner/simt/*.c'); do
    grep -q "'${f#runner/simt/}'" runner/simt/meson.build || say "$f: not in runner/simt/meson.build"
done
exit $bad
