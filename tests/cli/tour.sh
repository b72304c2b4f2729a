#!/bin/sh
# A tour's files, without a network: taken from a clone, listed, and opened where the tour looks: TAP, one row a promise.
# Needs RIDGE, RIDGE_SRC.
set -u
RIDGE=$1
SRC=$2
tmp=$(mktemp -d) || exit 99
trap 'rm -rf "$tmp"' EXIT
export HOME="$tmp/home" XDG_CACHE_HOME="${RIDGE_TEST_CACHE:-$tmp/cache}" NO_COLOR=1 LC_ALL=C.UTF-8 TERM=xterm
unset XDG_DATA_HOME VISUAL EDITOR PAGER || :
H=$tmp/ridge
COMMIT=0123456789abcdef0123456789abcdef01234567
mkdir -p "$HOME"
# shellcheck source=tests/cli/tap.sh
. "$(dirname "$0")/tap.sh"

ridge() {
    "$RIDGE" --home "$H" "$@"
}

RIDGE_ROOT=$(small)
export RIDGE_ROOT
hash_of() {
    sha256sum "$1" | cut -c 1-64
}

# ---- a clone, and a tour through it ----------------------------------------------------------------------------------

mkdir -p "$tmp/clone/src"
printf '/* twice */\nint twice(int);\n\nint twice(int x)\n{\n    return 2 * x;\n}\n\nint last(void)\n{\n}\n' \
    >"$tmp/clone/src/a.c"
printf 'print(1)\n' >"$tmp/clone/b.py"
printf 'x = 1\n' >"$tmp/clone/c.py"
for name in own off; do
    [ $name = own ] && at=file:///nowhere || at=https://ridge.invalid
    sed -i "s|^return tours {|&\n    {\"tours/$name\", repo = \"some/$name\", at = \"$at\", title = \"The $name tour\"},|" \
        "$RIDGE_ROOT/curriculum/tours.lua"
    mkdir -p "$RIDGE_ROOT/curriculum/tours"
    cat >"$RIDGE_ROOT/curriculum/tours/$name.lua" <<LUA
return tour {id = "$name", commit = "$COMMIT", date = "2026-01-31", licence = "MIT", hours = 1, as_of = "2026-11",
  files = {
    {"src/a.c", bytes = 100, sha256 = "$(hash_of "$tmp/clone/src/a.c")", minutes = 5,
     read = {{from = "twice", why = "it doubles"}, {from = "last", why = "it is last"}}},
    {"b.py", bytes = 9, sha256 = "$(hash_of "$tmp/clone/b.py")", minutes = 5,
     read = {{from = "half", why = "it halves"}}},
    {"c.py", bytes = 6, sha256 = "$(hash_of "$tmp/clone/c.py")", minutes = 5,
     read = {{from = "x", why = "it is one"}}},
  }, questions = {q.text{id = "t", ask = "What of it?", rubric = {"that"}, worked = "so"}}}
LUA
    printf '# The %s tour\n\n{{files}}\n' $name >"$RIDGE_ROOT/curriculum/tours/$name.md"
done
mv "$tmp/clone/c.py" "$tmp/c.py"

# ---- read tour: ------------------------------------------------------------------------------------------------------

run 0 "read: before it is fetched, the files are listed" "1 +not fetched +src/a.c" read tour:own
run 0 "read: with the command that gets them" "ridge fetch tour:own. gets what is not here" read tour:own
run 1 "read: what is not fetched is not opened, and how to fetch it is said" \
    "src/a.c is not here yet: .ridge fetch tour:own. gets it[.]" read tour:own 1
run 1 "the clone has two of three" "2 fetched" fetch tour:own --from "$tmp/clone"
A=$H/tours/own/$COMMIT/src/a.c
run 0 "read: the list says what is here" "1 +here +src/a.c" read own
run 0 "read: and at which line each name is defined" "1[.]1 +line 4 +twice: it doubles" read some/own
run 0 "read: and what is missing" "3 +not fetched +c.py" read tour:own
run 0 "read: and what was not found" "2[.]1 +not found +half: it halves" read tour:own
run 0 "read: without a terminal it prints the place" "^$A:4\$" read tour:own 1
run 0 "read: the second name of a file" "^$A:9\$" read tour:own 1.2
run 0 "read: a name that is not there opens the top, and that is said" "half. was not found in b.py: it opens at its top" \
    read tour:own 2
run 0 "read: at line 1" "b.py:1\$" read tour:own 2
run 0 "read: as JSON" '"line": 9' read tour:own 1.2 --json
run 0 "read: the list as JSON" '"lines": \[' read tour:own --json
run 1 "read: a file that was not fetched is missing" "c.py is not here yet" read tour:own 3
for wrong in 0 4 1.3 1.0 -1 x 1x 99999999999999999999 ""; do
    run 2 "read: no file \"$wrong\"" 'no file ".*Its files are 1 to 3' read tour:own "$wrong"
done
run 2 "read: no such tour" 'There is no tour "nosuch"' read tour:nosuch
[ "$(stat -c %a "$A")" = 444 ]
row $? "read: the file is read-only"

# terminal NAME=VALUE…: `ridge read tour:own 1` on a terminal, where the named program says what it was given
# shellcheck disable=SC2016  # the words are that program's
printf '#!/bin/sh\necho "[$0 $*]"\n' >"$tmp/code"
chmod +x "$tmp/code"
cp "$tmp/code" "$tmp/less"
cp "$tmp/code" "$tmp/bat"
cp "$tmp/code" "$tmp/vi"
terminal() {
    env "$@" script -qec "'$RIDGE' --home '$H' read tour:own 1" /dev/null 2>/dev/null </dev/null | tr -d '\r'
}
opens() { # opens NAME WHAT VARIABLE=VALUE…
    name=$1 what=$2
    shift 2
    said=$(terminal "$@")
    [ "$said" = "$what" ]
    row $? "read: $name" "$said"
}
opens "an editor opens it at the line" "[$tmp/vi +4 $A]" EDITOR="$tmp/vi"
opens "VISUAL comes before EDITOR, and is told the line in its way" "[$tmp/code --wait --goto $A:4]" \
    VISUAL="$tmp/code --wait" EDITOR="$tmp/vi"
opens "without an editor PAGER shows it" "[$tmp/less -R +4 $A]" PAGER="$tmp/less -R"
opens "a pager that takes no line gets none" "[$tmp/bat $A]" PAGER="$tmp/bat"
terminal EDITOR=/nonexistent/editor | grep -q "The editor or pager failed. Set EDITOR or PAGER"
row $? "read: an editor that does not start is said"
chmod 644 "$A"
echo >>"$A"
run 1 "read: a copy that was changed is not opened" "is another file than that of the commit" read tour:own 1
run 0 "read: and the list says so" "1 +another file +src/a.c" read tour:own

echo "1..$n"
[ $bad -eq 0 ]
