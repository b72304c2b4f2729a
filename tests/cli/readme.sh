#!/bin/sh
# Each line of README's "A first session", as somebody types it who has just cloned Ridge: TAP. The lines are read from
# README. Without a terminal, in a home of its own; $EDITOR is a script that puts the reference in place.
#     readme.sh RIDGE SOURCES
set -u
RIDGE=$(realpath "$1")
SRC=$2
tmp=$(mktemp -d) || exit 99
watcher=
end_watcher() {
    [ -z "$watcher" ] || kill -INT "$watcher" 2>/dev/null
    [ -z "$watcher" ] || wait "$watcher" 2>/dev/null
    watcher=
}
trap 'end_watcher; rm -rf "$tmp"' EXIT
export XDG_CACHE_HOME="${RIDGE_TEST_CACHE:-$tmp/cache}" HOME="$tmp/home" NO_COLOR=1 LC_ALL=C.UTF-8 RIDGE_WATCH=poll
unset XDG_DATA_HOME VISUAL RIDGE_ROOT || :
# no paper is fetched for a test: what asks the network meets a proxy that is not there
export https_proxy=http://127.0.0.1:9 HTTPS_PROXY=http://127.0.0.1:9
mkdir -p "$HOME" "$tmp/checkout"
ln -s "$RIDGE" "$tmp/checkout/ridge"
# shellcheck source=tests/cli/tap.sh
. "$(dirname "$0")/tap.sh"

# the editor of somebody who knows the answer
cat >"$tmp/editor" <<END
#!/bin/sh
cp "$SRC/kernels/\$(basename "\$PWD")/ref.\${1##*.}" "\$1"
END
chmod +x "$tmp/editor"
export EDITOR="$tmp/editor"
folder=$tmp/checkout # where the session's editor is started: what \`ridge start\` has said

# shellcheck disable=SC2016  # the text $EDITOR
sed -n '/^## A first session/,/^## /s/^    \(.*\)/\1/p' "$SRC/README.md" | sed -n '/^\.\/ridge/p; /^\$EDITOR/p' >"$tmp/lines"
lines=$(wc -l <"$tmp/lines")
# shellcheck disable=SC2016  # the same
[ "$lines" -ge 10 ] && grep -q '^./ridge start' "$tmp/lines" && grep -q '^\$EDITOR' "$tmp/lines"
row $? "README has a first session" "$lines lines"

# of WORDS…: what a line of this command must have brought about, besides an exit status of 0
holds() {
    case "${2:-}" in
    start)
        folder=$(printf '%s\n' "$out" | sed -n 's|^ *\(/.*\)/[^/]*$|\1|p' | head -n 1)
        [ -d "$folder" ]
        ;;
    answer)
        # a line with an answer is kept; one without asks
        [ $# -gt 4 ] || return 0
        (cd "$tmp/checkout" && ./ridge answer "$3" </dev/null) >"$tmp/said"
        grep -qE 'you said|PASS|FAIL' "$tmp/said"
        ;;
    history) printf '%s\n' "$out" | grep -q " $3 " ;;
    note) (cd "$tmp/checkout" && ./ridge note "$3" </dev/null) | grep -qF "$5" ;;
    hint) printf '%s\n' "$out" | grep -q '^Hint 1 of' ;;
    *) [ -n "$out" ] ;;
    esac
}

# The verdict appears and somebody ends it: the save comes while it watches.
watching() {
    (cd "$tmp/checkout" && exec sh -c "exec $line") >"$tmp/watch.out" 2>&1 </dev/null &
    watcher=$!
    k=0
    while [ $k -lt 2400 ] && ! grep -q 'PASS  *correct' "$tmp/watch.out" && kill -0 "$watcher" 2>/dev/null; do
        sleep 0.1
        k=$((k + 1))
    done
    end_watcher
    out=$(cat "$tmp/watch.out")
    grep -q 'PASS  *correct' "$tmp/watch.out"
}

while IFS= read -r line; do
    command=$(printf '%s\n' "$line" | sed 's/  *#.*//')
    line=$command
    # shellcheck disable=SC2086  # words
    set -- $command
    case "$command" in
    './ridge watch'*) watching ;;
    \$EDITOR*)
        out=$(cd "$folder" && sh -c "$command" 2>&1 </dev/null) && 
            cmp -s "$SRC/kernels/$(basename "$folder")/ref.${2##*.}" "$folder/$2"
        ;;
    './ridge fetch'*)
        out=$(cd "$tmp/checkout" && sh -c "$command" 2>&1 </dev/null)
        [ $? -eq 1 ] && printf '%s\n' "$out" | grep -qiE 'there is no (network|connection)' &&
            printf '%s\n' "$out" | grep -qE '[1-9][0-9]* failed'
        ;;
    *)
        eval "set -- $command"
        out=$(cd "$tmp/checkout" && sh -c "$command" 2>"$tmp/err" </dev/null) && ! grep -q '^ridge:' "$tmp/err" && holds "$@"
        ;;
    esac
    row $? "$command" "$out $(cat "$tmp/err" 2>/dev/null)"
done <"$tmp/lines"

echo "1..$n"
[ "$bad" -eq 0 ]
