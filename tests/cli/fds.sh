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
    { cat "$SRC/kernels/w03-txmath/ref.c"; echo "/* $k */"; } >"$tmp/in/m$k/txmath.c"
    echo "m$k,Many $k" >>"$tmp/r.csv"
    k=$((k + 1))
done
"$RIDGE" roster import "$tmp/r.csv" --home "$tmp/ridge" >/dev/null || exit 99
said=$(python3 - "$RIDGE" "$tmp" "$MANY" <<'PY' 2>&1
import json, os, subprocess, sys, time
ridge, tmp, many = sys.argv[1], sys.argv[2], int(sys.argv[3])
p = subprocess.Popen([ridge, "grade", tmp + "/in", "--home", tmp + "/ridge", "--lab", "w03", "--phase", "correct", "--jobs", "1",
                      "--json"], stdin=subprocess.DEVNULL, stdout=open(tmp + "/out", "w"), stderr=open(tmp + "/err", "w"))
def table(pid):
    """What each descriptor of a process is; nothing, once the process has ended."""
    ret, folder = {}, "/proc/%d/fd" % pid
    try:
        for n in os.listdir(folder):
            try:
                ret[int(n)] = os.readlink(folder + "/" + n)
            except OSError:
                pass
    except OSError:
        pass
    return ret
def text(path):
    try:
        return open(path).read()
    except OSError:
        return ""
def workers(pid):
    return [int(c) for c in text("/proc/%d/task/%d/children" % (pid, pid)).split() if text("/proc/%s/comm" % c) == "ridge-exec\n"]
# What ridge holds while two workers in succession run is neither of them's: what it opened for one is another pipe for
# the next. Whoever looks often or seldom sees the same, and what is left open at each grading adds up.
held, theirs = {}, [0]
while p.poll() is None:
    for worker in workers(p.pid):
        has, ours = table(worker), set(table(p.pid).items())
        if has and ours:
            theirs.append(len(has))
            held[worker] = held.get(worker, ours) & ours
    time.sleep(.02)
rows = json.load(open(tmp + "/out"))["rows"]
assert p.returncode == 0 and len(rows) == many and all(r["status"] == "PASS" for r in rows), open(tmp + "/err").read()[-600:]
seen = list(held.values())
assert len(seen) >= 6, "too few workers were seen: %d" % len(seen)
first, last = seen[0] & seen[1], seen[-2] & seen[-1]
print("%d graded, %d workers seen: ridge held %d descriptors over the first two, %d over the last two; a worker at most %d"
      % (many, len(seen), len(first), len(last), max(theirs)))
# of those between, each would add one at least
assert 2 * (len(last) - len(first)) < len(seen) - 2, "ridge's descriptors grow: %s" % sorted(last - first)
assert max(theirs) < 64, "a worker has too many"
PY
)
row $? "descriptors stay level over $MANY gradings" "$said"
printf '# %s\n' "$(printf '%s\n' "$said" | head -n 1)"
echo "1..$n"
exit $((bad > 0))
