#!/bin/sh
# The screens as text: each golden/NAME.keys is played at 80x24 and at 120x40, or at its "# sizes", on a pinned home
# (of golden/NAME.json, else of home.json), and what it saves is held against golden/. TAP; --renew writes the texts
# instead.
#     golden.sh RIDGE ROOT GOLDEN_HOME [--renew]
set -u
ridge=$(realpath "$1")
root=$2
fixture=$(realpath "$3")
renew=${4:-}
golden=$root/tests/screen/golden
d=$(mktemp -d) || exit 99
trap 'rm -rf "$d"' EXIT
export RIDGE_ROOT="$root" LC_ALL=C.UTF-8 TZ=UTC RIDGE_NOW=1764615600 EDITOR=true XDG_CACHE_HOME="${RIDGE_TEST_CACHE:-$d/cache}"
unset NO_COLOR VISUAL
n=0
failed=0
tell() {
    n=$((n + 1))
    if [ "$1" = 0 ]; then
        echo "ok $n - $2"
    else
        echo "not ok $n - $2"
        failed=1
    fi
}

# hold NAME SIZE: what was saved against what is kept
hold() {
    kept=$golden/$1-$2.txt
    if [ -n "$renew" ]; then
        cp "$d/out/$1" "$kept"
    fi
    diff -u "$kept" "$d/out/$1" >&2
    tell $? "$1 at $2"
}

for keys in "$golden"/*.keys; do
    facts=${keys%.keys}.json
    [ -f "$facts" ] || facts=$golden/home.json
    rm -rf "${d:?}/home"
    mkdir "$d/home" && "$fixture" "$d/home" <"$facts" || exit 99
    python3 "$root/tests/screen/pin_seed.py" "$d/home/ridge.db" || exit 99
    sizes=$(sed -n 's/^# sizes //p' "$keys")
    for size in ${sizes:-80x24 120x40}; do
        rm -rf "$d/out" "$d/mine"
        cp -r "$d/home" "$d/mine" && mkdir "$d/out"
        { echo "size $size"; cat "$keys"; } >"$d/keys"
        if ! (cd "$d/out" && timeout 120 "$ridge" --home "$d/mine" --script "$d/keys"); then
            tell 1 "$(basename "$keys") at $size plays"
            continue
        fi
        for saved in "$d/out"/*; do
            hold "$(basename "$saved")" "$size"
        done
    done
done
# a text that nothing saves any more would never fail
for kept in "$golden"/*.txt; do
    name=$(basename "$kept" .txt)
    grep -qx "save ${name%-*}" "$golden"/*.keys || tell 1 "$name: no script saves it"
done
# README shows home as it is: the golden text, indented
python3 - "$root" "$renew" >&2 <<'PY'
import re, sys
root, renew = sys.argv[1:3]
page = "".join("    " + line if line.strip() else line
               for line in open(root + "/tests/screen/golden/home-80x24.txt", encoding="utf-8"))
readme = open(root + "/README.md", encoding="utf-8").read()
shown = re.search(r"(?m)^     ridge  +Mon 1 Dec 19:00\n(?:    .*\n|\n)*?.*q quit\n", readme)
if shown and renew:
    open(root + "/README.md", "w", encoding="utf-8").write(readme.replace(shown.group(0), page))
sys.exit(not shown or (not renew and shown.group(0) != page))
PY
tell $? "README's first page is home at 80x24 (tests/screen/renew)"
if [ -n "$renew" ]; then
    sh "$root/tests/screen/captures" >"$root/tests/screen/SCREENS.md"
fi
sh "$root/tests/screen/captures" | diff -u "$root/tests/screen/SCREENS.md" - >&2
tell $? "SCREENS.md shows the screens of today (tests/screen/renew)"
echo "1..$n"
exit $failed
