#!/bin/sh
# Descriptors of a long night: ridge's and those of each of its workers stay level while a class is graded. TAP. Needs
# RIDGE (the binary), RIDGE_SRC (the checkout) and how many are in the class.
set -u
RIDGE=$1
SRC=$2
MANY=${3:-200}
tmp=$(mktemp -d) || exit 99
trap 'rm -rf "$tmp"' EXIT
export XDG_CACHE_HOME="${RIDGE_TEST_CACHE:-$tmp/cache}" HOME="$tmp/home" NO_COLOR=1 LC_ALL=C.UTF-8 RIDGE_ROOT="$SRC"
unset XDG_DATA_HOME || :
mkdir -p "$HOME"
# shellcheck source=tests/cli/tap.sh
. "$(dirname "$0")/tap.sh"

echo "id,name" >"$tmp/r.csv"
k=0
while [ $k -lt "$MANY" ]; do
    mkdir -p "$tmp/in/m$k"
    { cat "$SRC/kernels/w01-roofline/ref.c"; echo "/* $k */"; } >"$tmp/in/m$k/roofline.c"
    echo "m$k,Many $k" >>"$tmp/r.csv"
    k=$((k + 1))
done
"$RIDGE" roster import "$tmp/r.csv" --home "$tmp/ridge" >/dev/null || exit 99
said=$(python3 - "$RIDGE" "$tmp" "$MANY" <<'PY' 2>&1
import glob, json, os, subprocess, sys, time
ridge, tmp, many = sys.argv[1], sys.argv[2], int(sys.argv[3])
p = subprocess.Popen([ridge, "grade", tmp + "/in", "--home", tmp + "/ridge", "--lab", "w01", "--phase", "correct", "--json"],
                     stdin=subprocess.DEVNULL, stdout=open(tmp + "/out", "w"), stderr=open(tmp + "/err", "w"))
def count(pid):
    try:
        return len(os.listdir("/proc/%d/fd" % pid))
    except OSError:
        return 0
def children(pid):
    try:
        return [int(c) for c in open("/proc/%d/task/%d/children" % (pid, pid)).read().split()]
    except OSError:
        return []
own, theirs = [], {}
while p.poll() is None:
    at = [count(c) for c in children(p.pid)]
    own.append((count(p.pid), len(at)))
    theirs[max(at, default=0)] = 1
    time.sleep(.02)
rows = json.load(open(tmp + "/out"))["rows"]
assert p.returncode == 0 and len(rows) == many and all(r["status"] == "PASS" for r in rows), open(tmp + "/err").read()[-600:]
assert len(own) >= 3 * many ** .5, "too few looks: %d" % len(own)
# what a worker costs ridge, at the most, and what is ridge's own: alike in the first and in the last third
third = len(own) // 3
first, last = max(n for n, _ in own[:third]), max(n for n, _ in own[-third:])
print("%d graded, %d looks: ridge had at most %d descriptors in the first third, %d in the last; a worker at most %d"
      % (many, len(own), first, last, max(theirs)))
assert last <= first + 1, "ridge's descriptors grow"
assert max(theirs) < 64, "a worker has too many"
PY
)
row $? "descriptors stay level over $MANY gradings" "$said"
printf '# %s\n' "$(printf '%s\n' "$said" | head -n 1)"
echo "1..$n"
exit $((bad > 0))
