#!/bin/sh
# The pages that Ridge writes, in a real browser: they open, show what they hold, and ask nobody for anything. TAP.
# Needs RIDGE (the binary), RIDGE_SRC (the checkout) and portfolio_fixture; without chromium there is nothing to try.
set -u
RIDGE=$1
SRC=$2
FIXTURE=$3
if ! command -v chromium >/dev/null; then
    echo "1..0 # SKIP no chromium (Debian: apt install chromium)"
    exit 0
fi
tmp=$(mktemp -d) || exit 99
trap 'rm -rf "$tmp"' EXIT
export HOME="$tmp/home" XDG_CACHE_HOME="$tmp/cache" LC_ALL=C.UTF-8 RIDGE_ROOT="$SRC"
unset XDG_DATA_HOME || :
mkdir -p "$HOME" "$tmp/f"
# shellcheck source=tests/cli/tap.sh
. "$(dirname "$0")/tap.sh"

# look NAME: $tmp/NAME.html as the browser has it in NAME.dom, the hosts that were asked for in NAME.hosts
look() {
    timeout 60 chromium --headless --no-sandbox --disable-gpu --no-first-run --user-data-dir="$tmp/profile" \
        --host-resolver-rules='MAP * ~NOTFOUND' --log-net-log="$tmp/$1.net" --net-log-capture-mode=Everything \
        --dump-dom "file://$tmp/$1.html" >"$tmp/$1.dom" 2>"$tmp/$1.err" || return 1
    python3 - "$tmp/$1.net" >"$tmp/$1.hosts" <<'PY'
import json, sys, urllib.parse
text = open(sys.argv[1], encoding="utf-8").read()
try:
    log = json.loads(text)
except ValueError: # it is cut off when the browser ends
    log = json.loads(text.rstrip().rstrip(",") + "]}")
hosts = set()
for event in log["events"]:
    url = (event.get("params") or {}).get("url", "")
    if url.startswith(("http:", "https:", "ws:", "wss:", "ftp:")):
        hosts.add(urllib.parse.urlsplit(url).hostname)
print("\n".join(sorted(h for h in hosts if h)))
PY
}

# The browser has errands of its own: what an empty page asks for is not the page's doing.
asks() {
    sort -u "$tmp/empty.hosts" >"$tmp/own"
    sort -u "$tmp/$1.hosts" | comm -23 - "$tmp/own"
}

echo '<!doctype html><title>x</title><p>nothing' >"$tmp/empty.html"
echo '<!doctype html><title>x</title><img src="http://somebody.example/x.png">' >"$tmp/control.html"
look empty
row $? "the browser opens an empty page" "$(tail -n 5 "$tmp/empty.err")"
look control
[ "$(asks control)" = somebody.example ]
row $? "a page that does ask is noticed" "$(asks control)"

"$FIXTURE" "$tmp/f/ridge.db"
"$RIDGE" report --all --html "$tmp/report.html" --home "$tmp/f" >/dev/null </dev/null
look report
row $? "the browser opens the report" "$(tail -n 5 "$tmp/report.err")"
[ -z "$(asks report)" ]
row $? "the report asks nobody for anything" "$(asks report)"
grep -q '<svg' "$tmp/report.dom"
row $? "its diagrams are in the page that the browser made"
grep -o '<h[12][^>]*>[^<]*' "$tmp/report.html" | sed 's/<[^>]*>//' >"$tmp/said"
sed 's/<[^>]*>/\n/g' "$tmp/report.dom" >"$tmp/seen"
lost=$(grep -vxFf "$tmp/seen" "$tmp/said")
[ -s "$tmp/said" ] && [ -z "$lost" ]
row $? "and so is every heading" "$lost"
echo "1..$n"
exit $((bad > 0))
