#!/bin/sh
# Each command of HACKING.md, in its order, in the checkout: TAP. build/ is the build that this test is of, and what is
# only rehearsed says so here: ninja makes nothing while its own tests run, and house rules that ./check has just held
# (RIDGE_HOUSE=held) are read and not held again.
#     hacking.sh RIDGE SOURCES
set -u
RIDGE=$(realpath "$1")
SRC=$2
build=$(dirname "$(dirname "$RIDGE")")
tmp=$(mktemp -d) || exit 99
trap 'rm -rf "$tmp"' EXIT
export HOME="$tmp/home" XDG_CACHE_HOME="${RIDGE_TEST_CACHE:-$tmp/cache}" NO_COLOR=1 LC_ALL=C.UTF-8 RIDGE_ROOT="$SRC"
unset XDG_DATA_HOME VISUAL EDITOR || :
mkdir -p "$HOME"
# shellcheck source=tests/cli/tap.sh
. "$(dirname "$0")/tap.sh"
long_by_nature
cd "$SRC" || exit 99
git ls-files HACKING.md 2>/dev/null | grep -q . || {
    echo "1..0 # SKIP the house checks ask git, and these sources are no checkout"
    exit 0
}

awk '/^```sh$/ { in_block = 1; next } /^```/ { in_block = 0 } in_block' HACKING.md >"$tmp/lines"
lines=$(wc -l <"$tmp/lines")
[ "$lines" -ge 8 ]
row $? "HACKING.md has its commands" "$lines lines"

rehearse='s|^ninja|ninja -n|'
[ "${RIDGE_HOUSE:-}" != held ] || rehearse="$rehearse; s|^sh tests/house.sh|sh -nv tests/house.sh|"
# a test of a test: its log stands beside the log of the tests that this one belongs to
while read -r line; do
    here=$(printf '%s\n' "$line" | sed -e "s|/tmp/ridge-by-hand|$tmp/by-hand|" -e "s|-C build|-C $build|" \
        -e "s|^build/|$build/|" -e "s| build$| $build|" -e "$rehearse" -e 's|^meson test|meson test --logbase hacking|')
    out=$(sh -c "$here" 2>&1 </dev/null)
    code=$?
    # beside other tests a stage that is timed may be left undecided
    case $line in *" test w00-"*) [ $code -ne 7 ] || code=0 ;; esac
    [ $code -eq 0 ] && [ -n "$out" ]
    row $? "$line" "exit $code: $(printf '%s\n' "$out" | tail -n 15)"
done <"$tmp/lines"

# a command that the text names is one, and runs where the text gives it whole
# shellcheck disable=SC2016  # the marks of a command in Markdown
grep -oE '`ridge [a-z-][a-z A-Z0-9-]*`' HACKING.md | tr -d '`' | sort -u >"$tmp/named"
named=$(wc -l <"$tmp/named")
[ "$named" -ge 6 ]
row $? "HACKING.md names commands" "$named"
while read -r _ command rest; do
    case $command in
    -*) out=$("$RIDGE" "$command" 2>&1 </dev/null) ;;
    *) out=$("$RIDGE" help "$command" 2>&1 </dev/null) ;;
    esac
    row $? "ridge $command is a command" "$out"
    case $rest in
    *[A-Z]* | "") continue ;;
    esac
    # shellcheck disable=SC2086  # words of a command line
    out=$("$RIDGE" --home "$tmp/by-hand" $command $rest 2>&1 </dev/null)
    row $? "ridge $command $rest" "$out"
done <"$tmp/named"

# a script that the text names can be run
for script in ./ridge ./check tests/screen/renew; do
    grep -qF "\`$script\`" HACKING.md && [ -x "$script" ]
    row $? "$script is there"
done
echo "1..$n"
exit "$bad"
