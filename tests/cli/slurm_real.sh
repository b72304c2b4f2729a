#!/bin/sh
# A class on a real Slurm of one node, started by this test: TAP. As root; part of ./check --full.
# Where Slurm can't be started the rows are SKIP, with what it said.
set -u
RIDGE=$(realpath "$1")
SRC=$2
tmp=$(mktemp -d) || exit 99
started=
# shellcheck disable=SC2317  # a trap calls it
stop() {
    for p in $started; do
        kill "$p" 2>/dev/null
        wait "$p" 2>/dev/null
    done
    rm -rf "$tmp"
}
trap stop EXIT
export XDG_CACHE_HOME="${RIDGE_TEST_CACHE:-$tmp/cache}" HOME="$tmp/home" NO_COLOR=1 LC_ALL=C.UTF-8 RIDGE_ROOT="$SRC"
export SLURM_CONF="$tmp/slurm.conf" PATH="$PATH:/usr/sbin:/sbin"
unset XDG_DATA_HOME || :
mkdir -p "$HOME"

give_up() {
    echo "ok 1 - a class on a real Slurm # SKIP $1"
    echo "1..1"
    exit 0
}
[ "$(id -u)" -eq 0 ] || give_up "only root starts one"
if ! command -v slurmctld >/dev/null || ! command -v munged >/dev/null; then
    give_up "no Slurm here: apt-get install slurm-wlm munge"
fi

# munged insists on owners: folders of its own, none of them in a place that others may write
safe=$(mktemp -d /run/ridge-slurm.XXXXXX) || give_up "/run cannot be written"
trap 'stop; rm -rf "$safe"' EXIT
head -c 1024 /dev/urandom >"$safe/key"
chmod 600 "$safe/key"
chmod 755 "$safe"
munged --foreground --key-file="$safe/key" --socket="$safe/munge" --pid-file="$safe/munge.pid" \
    --log-file="$safe/munge.log" --seed-file="$safe/seed" >"$tmp/munged" 2>&1 &
started="$started $!"
host=$(hostname -s)
mkdir -p "$tmp/state" "$tmp/spool"
ports=$(python3 -c '
import socket
s = [socket.socket() for _ in range(2)]
for x in s: x.bind(("127.0.0.1", 0))
print(*[x.getsockname()[1] for x in s])')
cat >"$SLURM_CONF" <<EOF
ClusterName=ridge
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=${ports% *}
SlurmdPort=${ports#* }
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$safe/munge
CredType=cred/munge
StateSaveLocation=$tmp/state
SlurmdSpoolDir=$tmp/spool
SlurmctldPidFile=$tmp/slurmctld.pid
SlurmdPidFile=$tmp/slurmd.pid
ProctrackType=proctrack/pgid
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
MaxArraySize=5
ReturnToService=2
SlurmdParameters=config_overrides
NodeName=$host NodeAddr=127.0.0.1 CPUs=$(nproc) State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
EOF
slurmctld -D >"$tmp/slurmctld.log" 2>&1 &
started="$started $!"
slurmd -D >"$tmp/slurmd.log" 2>&1 &
started="$started $!"
k=0
until [ "$(sinfo -h -o %T 2>"$tmp/said" | head -n 1)" = idle ] || [ $k -gt 60 ]; do
    k=$((k + 1))
    sleep 0.5
done
[ $k -le 60 ] || give_up "it does not start: $(tail -qn 1 "$tmp/munged" "$tmp/slurmctld.log" "$tmp/slurmd.log" "$tmp/said" | tr '\n' ' ')"

H=$tmp/class
echo id,name >"$tmp/class.csv"
for k in 0 1 2 3 4 5 6; do
    mkdir -p "$tmp/in/s$k"
    { cat "$SRC/kernels/w01-roofline/ref.c"; echo "/* $k */"; } >"$tmp/in/s$k/roofline.c"
    echo "s$k,Student $k" >>"$tmp/class.csv"
done
"$RIDGE" roster import "$tmp/class.csv" --home "$H" >/dev/null
# shellcheck source=tests/cli/tap.sh
. "$(dirname "$0")/tap.sh"
grade() {
    exec "$RIDGE" grade "$tmp/in" --home "$H" --lab w01 --phase correct --executor slurm </dev/null
}
grade >"$tmp/1.out" 2>"$tmp/1.err" &
pid=$!
k=0
until [ "$(find "$H/spool" -name submitted 2>/dev/null | wc -l)" -eq 2 ] || [ $k -gt 100 ]; do
    k=$((k + 1))
    sleep 0.1
done
kill -KILL $pid
wait $pid 2>/dev/null
victim=$(squeue -h -r -t RUNNING,PENDING -o %i | tail -n 1)
scancel "$victim"
out=$(grade 2>&1)
row "$([ "$(printf '%s\n' "$out" | grep -c '^s[0-6] .*PASS')" -eq 7 ]; echo $?)" \
    "seven graded; the supervisor killed and one task cancelled on the way" "$out $(cat "$tmp/1.err")"
said=$(python3 - "$H/ridge.db" <<'PY'
import sqlite3, sys
c = sqlite3.connect(sys.argv[1])
print(c.execute("select count(*) from audit where what = 'grading.done'").fetchone()[0],
      sorted(x[0] for x in c.execute("select tries from grading")),
      [x[0] for x in c.execute("select data from audit where what = 'grading.requeued'")])
PY
)
# without accounting a waiting task that is cancelled leaves no trace in Slurm
row "$(case $said in "7 [1, 1, 1, 1, 1, 1, 2]"*CANCELLED* | "7 [1, 1, 1, 1, 1, 1, 2]"*"no longer knows it"*) echo 0 ;; *) echo 1 ;; esac)" \
    "each recorded once; only the cancelled one was tried again" "$said"
row "$([ "$(find "$H/spool" -name '*.job' | wc -l)" -eq 0 ]; echo $?)" "nothing is left in the spool" "$(find "$H/spool")"
echo "1..$n"
exit $bad
