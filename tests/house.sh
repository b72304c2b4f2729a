#!/bin/sh
# House rules that a script can hold: file:line for each breach.
set -u
cd "$(dirname "$0")/.." || exit 1
bad=0
say() {
    echo "$1"
    bad=1
}
out=$(git ls-files '*.c' '*.h' '*.cu' 2>/dev/null | xargs wc -l |
    awk '$1 > 900 && $2 != "total" { print $2 ":900: " $1 " lines; a file is one idea" }')
[ -z "$out" ] || say "$out"
out=$(git ls-files '*.c' '*.h' '*.cu' '*.lua' '*.md' '*.build' '*.sh' | xargs grep -nE '\b(FIX''ME|XX''X|HA''CK|not impl''emented|place''holder)\b' 2>/dev/null | grep -v '^labs/[^/]*/skeleton/')
[ -z "$out" ] || say "$out"
# a line of data fits a screen beside another; an address can't be broken
out=$(git ls-files '*.lua' | LC_ALL=C.UTF-8 xargs grep -nE '.{121}' 2>/dev/null | grep -vE 'https?://[^ ]{60}')
[ -z "$out" ] || say "lines of more than 120 columns: $out"
out=$(git ls-files '*meson.build' 'runner/*.[ch]' 'grader/*.[ch]' 'tui/*.[ch]' 'db/*.[ch]' 'curriculum/load/*.[ch]' | LC_ALL=C.UTF-8 xargs grep -nE '.{121}' 2>/dev/null)
[ -z "$out" ] || say "lines of more than 120 columns: $out"
# a field that no case has is no number: an oracle that asks for one judges nothing
out=$(git ls-files 'kernels/*/oracle.c' | xargs grep -noE 'ridge_(int|num)\(c, "[a-zA-Z_0-9]+"\)' 2>/dev/null |
    sed -E 's/^kernels\/([^:]*)oracle\.c:([0-9]*):.*"(.*)".*/\1 \3 \2/' | sort -u -k 1,2 | awk '
    {
        dir = $1
        sub(/\/$/, "", dir)
        lab = "labs/" dir (dir ~ /\/drills\// ? "/drill.lua" : "/lab.lua")
        if (lab != read) {
            text = "\n"
            while ((getline line < lab) > 0)
                text = text line "\n"
            close(lab)
            read = lab
        }
        if (text !~ ("[^A-Za-z0-9_]" $2 " *=|\"" $2 "\""))
            print "kernels/" $1 "oracle.c:" $3 ": " lab " sets no field " $2
    }')
[ -z "$out" ] || say "$out"
# what stands at the top is what a newcomer sees first
out=$(git ls-files | cut -d/ -f1 | sort -u |
    grep -vxE '\..*|README\.md|HACKING\.md|LICENSE|meson\.build|meson_options\.txt|labs|runner|grader|kernels|curriculum|tui|db|tests|check|ridge')
[ -z "$out" ] || say "$out: nothing of this name belongs at the top level"
# a formatter that does not know the loops over JSON joins what follows to them, or breaks before their brace
out=$(git ls-files '*.c' '*.h' | xargs awk '
    FNR == 1 { loop = 0 }
    loop && /^ *\{$/ { print FILENAME ":" FNR ": the brace of a loop over JSON stands beside it" }
    { loop = 0 }
    /^ *json_(array|object)_foreach\(/ {
        loop = /\)$/
        if (/\) (if|for|while|json_(array|object)_foreach) ?\(|;$/)
            print FILENAME ":" FNR ": what a loop over JSON does stands on a line of its own"
    }')
[ -z "$out" ] || say "$out"
# one header has a type of that name, so that who looks for the type finds it
out=$(git ls-files '*.h' | grep -E '^(runner|grader|db|tui|curriculum)/' | grep -v '^runner/simt/include/' |
    xargs grep -hoE '^(struct|enum|union) [a-z_0-9]+ \{' | sort | uniq -d)
[ -z "$out" ] || say "two headers have a $out"
# strings are bound, never pasted into SQL
out=$(grep -nE 'sqlite3_exec\(.*%|(sprintf|text_addf)\(.*(INSERT|UPDATE|DELETE) ' db/*.c 2>/dev/null)
[ -z "$out" ] || say "$out"
out=$(grep -nE '"BEGIN( DEFERRED)?"' db/*.c 2>/dev/null)
[ -z "$out" ] || say "a transaction that does not begin IMMEDIATE: $out"
out=$(git ls-files '*.c' '*.h' | xargs grep -nP '\t' 2>/dev/null | head -5)
[ -z "$out" ] || say "tabs: $out"
# one program talks to the network
out=$(git ls-files '*.c' '*.h' | xargs grep -lE '\bcurl_(easy|multi|url|global)|\bAF_INET' 2>/dev/null |
    grep -vE '^(runner/(net/net_(job|url|main)\.[ch]|box/box[a-z_]*\.c|exec/phase_serve\.c)|tests/)')
[ -z "$out" ] || say "$out: the network is ridge-net's alone"
# who is heard is on this machine: ridge serve listens, and nothing else
out=$(git ls-files '*.c' '*.h' | xargs grep -lE '\b(listen|accept4?|MHD_start_daemon)\(|INADDR_ANY|in6addr_any' 2>/dev/null |
    grep -vE '^(runner/(exec/phase_serve|serve/serve_main)\.c|tests/)')
[ -z "$out" ] || say "$out: ridge serve alone listens, on the loopback address"
# a file that meson does not know is missed by the first program that needs it
known=$(git ls-files '*meson.build' | xargs grep -oHE "'[^']+\.c'" | sed -E "s|meson\.build:'(.*)'|\1|")
out=$(git ls-files 'runner/*.c' 'grader/*.c' 'tui/*.c' 'db/*.c' 'curriculum/load/*.c' |
    grep -vE '^runner/(ctrace/|ranks/(comm|collectives)\.c)' | grep -vxF "$known")
[ -z "$out" ] || say "$out: neither in its room's meson.build nor in one above it"
# who may use whom, and no circle between rooms
python3 tests/rooms.py || bad=1
# a file that a comment names exists, and a section rule is one line
python3 tests/comments.py || bad=1
# each public header compiles alone; a *_kernel.h is a text that its includer names types for
flags=$(for p in jansson ncursesw lua5.4 lua-5.4; do pkg-config --cflags "$p" 2>/dev/null; done)
# shellcheck disable=SC2086  # a list of flags
git ls-files 'runner/*.h' 'curriculum/load/*.h' 'grader/*.h' 'db/*.h' 'tui/*.h' |
    grep -vE '^runner/simt/include/|_kernel\.h$' |
    xargs -P "$(nproc)" -n 12 "${CC:-cc}" -std=gnu11 -fsyntax-only -x c -Wall -Wextra -Werror -I. -Irunner/include $flags ||
    say "a header above does not compile alone"
# one form for numbers (HACKING.md): what a person reads has µs, commas, hours, and one of a thing in the singular
out=$(git ls-files 'tui/*.c' 'grader/*.c' 'runner/*.c' 'db/*.c' 'grader/lua/*.lua' |
    xargs grep -nE '%[-0-9.*]*[dfgsu] (us|usec|ks|uS)\b|"(us|ks)"' 2>/dev/null | grep -v 'strcmp(unit, "us")')
[ -z "$out" ] || say "$out: times are ns, µs, ms, s, min and h (figure.h)"
out=$(git ls-files 'labs/*/*.md' 'labs/*/lab.lua' 'curriculum/*.md' 'curriculum/*.lua' |
    xargs grep -nE '(^|[^a-z])[0-9.]*([0-9]|}}) us\b' 2>/dev/null | grep -vE '^labs/(g09-rmsnorm-bwd|w15b-epilogue-gemm)/')
[ -z "$out" ] || say "$out: times are µs (figure.h)"
golden=$(git ls-files 'tests/cli/golden/*.txt' 'tests/screen/golden/*.txt')
# shellcheck disable=SC2086  # a list of files
out=$(grep -nE '(^|[^0-9.,/#-])1 (pairs|counters|labs|attempts|points|cards|questions|submissions|students|rows|times|runs|files|cases|lines|ranks|days|weeks|notes|ideas|conflicts|gates|limits|predictions|numbers|milestones|papers|mutants|answers|reviews)\b' $golden)
[ -z "$out" ] || say "$out: one of a thing is singular"
# shellcheck disable=SC2086
out=$(grep -nE '(^|[ (:=-])(nan|inf)([ ,;.)]|$)|[0-9]e\+?[0-9]{2}' $golden)
[ -z "$out" ] || say "$out: a count has commas, and what is no number is – (figure.h)"
# shellcheck disable=SC2086
out=$(grep -nE '[0-9] (us|ks)\b' $golden)
[ -z "$out" ] || say "$out: times are µs and hours (figure.h)"
# a message begins and ends as a sentence does; "step=fast: …" names what was typed
python3 tests/messages.py || bad=1
# one pad for all tables: a name of any length moves no column
out=$(git ls-files 'tui/cli/cmd_*.c' | xargs grep -nE 'printf\("[^"]*%-[0-9.]+s[^"]*", *js_text\([a-z]+, "(name|key|email|title)"\)')
[ -z "$out" ] || say "$out: names stand in the columns of cli_table.h"
exit $bad
