#!/bin/sh
# The plug is pulled while a class is graded, and the memory used up: TAP. In a machine of its own (boot.sh) with a disk
# of its own; the disk goes from one machine to the next as it was left. Needs RIDGE (the binary), RIDGE_SRC (the
# checkout) and power (tests/vm/power.c).
set -u
RIDGE=$1
SRC=$2
POWER=$3
tmp=$(mktemp -d) || exit 99
pid=
trap '[ -z "$pid" ] || kill "$pid" 2>/dev/null; rm -rf "$tmp"' EXIT
# shellcheck source=tests/cli/tap.sh
. "$SRC/tests/cli/tap.sh"
PATH=$PATH:/usr/sbin:/sbin

vm() {
    sh "$SRC/tests/vm/boot.sh" --time 900 --memory 1024 --disk "$tmp/disk" --cache writeback --pid "$tmp/pid" "$@"
}
mkdir -p "$tmp/in"
command -v mkfs.ext4 >/dev/null || { echo "1..0 # SKIP no mkfs.ext4 (apt-get install e2fsprogs)"; exit 0; }
truncate -s 192M "$tmp/disk" && mkfs.ext4 -q -F "$tmp/disk" || exit 99
# pull WHEN FILE command…: it runs in there, says FILE, and loses its power once FILE has WHEN
pull() {
    when=$1 file=$2
    shift 2
    : >"$file"
    vm "$@" >"$file" 2>"$tmp/vm.err" &
    pid=$!
    k=0
    until grep -q -- "$when" "$file" || [ $k -gt 6000 ] || ! kill -0 $pid 2>/dev/null; do
        k=$((k + 1))
        sleep 0.1
    done
    kill -9 "$(cat "$tmp/pid")" 2>/dev/null
    wait $pid
    code=$?
    pid=
    if [ $code -eq 77 ]; then
        echo "1..0 # SKIP $(cat "$tmp/vm.err")"
        exit 0
    fi
    grep -q -- "$when" "$file" && [ $code -eq 125 ]
    row $? "the plug is pulled at \"$when\"" "exit $code: $(tail -n 4 "$file" "$tmp/vm.err")"
}

# --- a class graded as fast as the disk takes it
pull '^[6-9][0-9] ' "$tmp/told" "$POWER" grade /mnt/a.db

# --- the next machine finds every verdict; the real thing is under way then, when the plug is pulled again
k=0
echo "id,name" >"$tmp/in.csv"
while [ $k -lt 3 ]; do
    mkdir -p "$tmp/in/m$k"
    { cat "$SRC/kernels/w01-roofline/ref.c"; echo "/* $k */"; } >"$tmp/in/m$k/roofline.c"
    echo "m$k,Many $k" >>"$tmp/in.csv"
    k=$((k + 1))
done
cat >"$tmp/ridge" <<END
export RIDGE_ROOT='$SRC' HOME=/mnt/home XDG_CACHE_HOME=/mnt/cache NO_COLOR=1
mkdir -p /mnt/home
exec '$RIDGE' --home /mnt/ridge "\$@"
END
pull '^\[1/3\]' "$tmp/class" sh -c "'$POWER' check /mnt/a.db <'$tmp/told' && sh '$tmp/ridge' roster import '$tmp/in.csv' &&
    sh '$tmp/ridge' grade '$tmp/in' --lab w01 --phase correct --jobs 1 2>&1"
row "$(grep -qE '^[1-9][0-9]+ verdicts told, all of them there' "$tmp/class"; echo $?)" "every verdict that was told is there, the audit whole" \
    "$(head -n 3 "$tmp/class"; cat "$tmp/vm.err")"

# --- the class goes on, and the memory of a writer is used up. An emulated machine may be too slow for the compiler's
# limit, and its own reference for it: any verdict will do, and so will that it could not be judged there
cat >"$tmp/eat" <<END
g=/sys/fs/cgroup/little
echo +memory >/sys/fs/cgroup/cgroup.subtree_control
mkdir \$g && echo 48M >\$g/memory.max
sh -c 'echo \$\$ >'\$g'/cgroup.procs; exec "$POWER" eat /mnt/o.db' >/tmp/told-o
echo "ended: \$?"
grep oom_kill \$g/memory.events
'$POWER' check /mnt/o.db </tmp/told-o && echo "eaten, and sound"
END
vm sh -c "sh '$tmp/ridge' grade '$tmp/in' --lab w01 --phase correct --json >/mnt/rows.json
    python3 - <<'PY'
import json, sqlite3
rows = json.load(open('/mnt/rows.json'))['rows']
slow = 'This machine is too slow to judge'
said = [(r.get('status'), r.get('why')) for r in rows]
assert len(rows) == 3 and all(r['finished'] or (r.get('why') or '').startswith(slow) for r in rows), said or rows
finished = sum(bool(r['finished']) for r in rows)
q = sqlite3.connect('/mnt/ridge/ridge.db').execute
done = q(\"select count(*), count(distinct subject) from audit where what = 'grading.done'\").fetchone()
assert done == (finished, finished), done
print('each graded once:', finished)
PY
    '$POWER' check /mnt/ridge/ridge.db </dev/null; sh '$tmp/eat'" >"$tmp/last" 2>&1
finished=$(sed -n 's/^each graded once: //p' "$tmp/last")
[ -n "$finished" ] && grep -q "^0 verdicts told, all of them there; $finished graded" "$tmp/last"
row $? "after the cut the class goes on; each is graded once" "$(cat "$tmp/last")"
grep -q '^ended: 137' "$tmp/last" && grep -q '^oom_kill [1-9]' "$tmp/last"
row $? "a writer without memory is killed" "$(cat "$tmp/last")"
row "$(grep -q '^eaten, and sound' "$tmp/last"; echo $?)" "and all that it had told is there" "$(cat "$tmp/last")"
grep -h 'all of them there' "$tmp/class" "$tmp/last" | sed 's/^/# /'
echo "1..$n"
[ "$bad" -eq 0 ]
