# tap_class.sh: what the suites of a class that class_fixture writes share: a home in $tmp/ridge, documents and files held
# against what they should have. Each sources it, with RIDGE and SRC set; it brings tap.sh.
# shellcheck shell=sh disable=SC2034,SC2317  # names and functions for who sources this
tmp=$(mktemp -d) || exit 99
trap 'rm -rf "$tmp"' EXIT
export HOME="$tmp/home" XDG_CACHE_HOME="${RIDGE_TEST_CACHE:-$tmp/cache}" NO_COLOR=1 LC_ALL=C.UTF-8 RIDGE_ROOT="$SRC"
unset XDG_DATA_HOME COLUMNS || :
mkdir -p "$HOME"
H=$tmp/ridge
# shellcheck source=tests/cli/tap.sh
. "$(dirname "$0")/tap.sh"

ridge() {
    "$RIDGE" --home "$H" "$@"
}

# json NAME python-expression args…: of the document d and the exit code
json() {
    name=$1 expr=$2
    shift 2
    ridge "$@" --json >"$tmp/out.json" 2>"$tmp/err.txt" </dev/null
    code=$?
    detail=$(python3 - "$tmp/out.json" "$expr" "$code" <<'PY' 2>&1
import json, sys
d = json.load(open(sys.argv[1]))
code = int(sys.argv[3])
r = {x["key"]: x for x in d.get("rows", []) if "key" in x}
if not eval(sys.argv[2]):
    print(json.dumps(d)[:3000]); sys.exit(1)
PY
    )
    row $? "$name" "$detail $(head -c 600 "$tmp/err.txt")"
}

# holds NAME FILE PATTERN; lacks is its opposite
holds() {
    grep -qE -- "$3" "$2"
    row $? "$1" "$(head -c 1500 "$2")"
}
lacks() {
    ! LC_ALL=C grep -qaP -- "$3" "$2"
    row $? "$1" "$(LC_ALL=C grep -naP -- "$3" "$2" | head -n 5)"
}
