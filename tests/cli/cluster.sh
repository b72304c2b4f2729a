#!/bin/sh
# A class graded elsewhere: on a Slurm that a few scripts play (with all that goes wrong there), and through a real
# sshd of this test's own. TAP. Needs RIDGE (the binary) and RIDGE_SRC (the checkout).
set -u
RIDGE=$(realpath "$1") # other programs start it from elsewhere
SRC=$2
tmp=$(mktemp -d) || exit 99
sshd_pid=
trap '[ -z "$sshd_pid" ] || kill "$sshd_pid"; rm -rf "$tmp"' EXIT
export XDG_CACHE_HOME="${RIDGE_TEST_CACHE:-$tmp/cache}" HOME="$tmp/home" NO_COLOR=1 LC_ALL=C.UTF-8 RIDGE_ROOT="$SRC"
export FAKE="$tmp/fake" FAKE_ARRAY=4
unset XDG_DATA_HOME SBATCH_TIMELIMIT || :
mkdir -p "$HOME" "$FAKE/queue" "$FAKE/fate"
plain=$PATH
PATH=$SRC/tests/cli/slurm:$PATH
# shellcheck source=tests/cli/tap.sh
. "$(dirname "$0")/tap.sh"

# db NAME python-expression: of q(SQL), all rows of the workbook, and calls, the lines of what was submitted
db() {
    detail=$(python3 - "$H/ridge.db" "$2" "$FAKE/calls" <<'PY' 2>&1
import os, sqlite3, sys, json
c = sqlite3.connect(sys.argv[1])
calls = open(sys.argv[3]).read().split("\n")[:-1] if os.path.exists(sys.argv[3]) else []
def q(sql): return c.execute(sql).fetchall()
if not eval(sys.argv[2]):
    print(calls, q("select submission, state, tries, why, status, points, max from grading"))
    print([(a, b) for a, b in q("select what, data from audit where what like 'grading.%'") if "why" in b][:9]); sys.exit(1)
PY
    )
    row $? "$1" "$detail"
}

# class NAME N: a home with a class of N good submissions, as $H and $in
class() {
    H=$tmp/$1 in=$tmp/$1.in
    mkdir -p "$in"
    echo "id,name" >"$tmp/$1.csv"
    k=0
    while [ $k -lt "$2" ]; do
        mkdir "$in/s$k"
        { cat "$SRC/kernels/w03-txmath/ref.c"; echo "/* $1 $k */"; } >"$in/s$k/txmath.c"
        echo "s$k,Student $k" >>"$tmp/$1.csv"
        k=$((k + 1))
    done
    "$RIDGE" roster import "$tmp/$1.csv" --home "$H" >/dev/null
    rm -rf "$FAKE"
    mkdir -p "$FAKE/queue" "$FAKE/fate"
}

until_true() { # at most 30 s
    k=0
    until "$@" || [ $k -gt 300 ]; do
        k=$((k + 1))
        sleep 0.1
    done
}

# --- what is missing is said
class none 1
run 2 "an executor that is none" "There is no executor \"moon\".*local, slurm or ssh:HOST" grade --lab w03 --executor moon --home "$H"
run 2 "a learner's own runs stay here" "runs on this machine" test w03 --executor slurm --home "$H"
run 10 "a spool that is not there" "No such file" grade "$in" --lab w03 --executor slurm --spool "$tmp/nowhere" --home "$H"
mkdir "$tmp/few"
for f in python3 sh; do ln -s "$(command -v $f)" "$tmp/few/$f"; done
out=$(PATH=$tmp/few "$RIDGE" grade "$in" --lab w03 --executor slurm --home "$H" 2>&1)
row "$(printf '%s' "$out" | grep -q 'Slurm is not on this machine'; echo $?)" "no Slurm at all" "$out"
db "and nothing has begun" 'q("select tries from grading") == [(0,)]'

# --- a class on Slurm, and what happens there
class seven 7
echo NODE_FAIL >"$FAKE/fate/1.0"
echo TIMEOUT >"$FAKE/fate/1.1"
echo lost >"$FAKE/fate/1.2"
echo cut >"$FAKE/fate/1.3"
echo twice >"$FAKE/fate/2.0"
echo forged >"$FAKE/fate/2.1"
run 0 "a class of seven on Slurm" "s6 .*PASS" grade "$in" --lab w03 --phase correct --executor slurm --home "$H"
all='len(q("select 1 from grading where state = '"'done'"' and status = '"'PASS'"' and points = max")) == '
db "all are graded, none is charged for what the cluster did" "$all 7"
db "in arrays no longer than MaxArraySize" '[c.split()[1] for c in calls[:2]] == ["0-3", "0-2"]'
db "a node that failed, a time limit, a lost, a cut and a forged result are tried again, once" \
    'sorted(q("select tries from grading")) == [(1,)] * 2 + [(2,)] * 5'
db "for a reason that is kept" 'sum(any(w in b for w in ("NODE_FAIL on fakenode", "TIMEOUT", "COMPLETED", "cut short")) for a, b in q("select what, data from audit")) >= 5'
db "what ran twice is recorded once" 'q("select count(*) from audit where what = '"'grading.done'"'") == [(7,)]'
db "with the machine beside each" 'all(json.loads(x[0])["machine"]["host"] for x in q("select json from grading_report"))'
left=$(find "$H/spool" -name '*.job' -o -name '*.res')
row "$([ -z "$left" ]; echo $?)" "the spool is empty again" "$left"

class unlucky 1
echo NODE_FAIL >"$FAKE/fate/all"
run 0 "what fails three times is held" "s0 .*HELD|s0 .*held" grade "$in" --lab w03 --phase correct --executor slurm --home "$H"
db "for the instructor, with the reason, not graded" 'q("select state, tries, status from grading") == [("held", 3, None)]'

class unshared 2
echo elsewhere >"$FAKE/fate/all"
run 10 "a folder that the nodes do not share is said" "fakenode does not see .*--spool" \
    grade "$in" --lab w03 --phase correct --executor slurm --home "$H"

# times of two kinds of machine: what came first is the class's, the other runs again, and is not charged
class mixed 3
echo timed >"$FAKE/fate/1.0"
echo "timed Another CPU @ 9 GHz" >"$FAKE/fate/1.1"
echo timed >"$FAKE/fate/1.2"
run 0 "a class on nodes of two kinds" "s2 .*PASS" grade "$in" --lab w03 --phase correct --executor slurm --home "$H"
why='"its times are of another machine" in b and "Another CPU" in b'
db "times of another CPU than the first are not taken" \
    "any($why for _, b in q('select what, data from audit')) and max(q('select tries from grading')) == (2,)"
db "and those submissions run again" "$all 3"

# --- sbatch fails, or only seems to
class refused 2
: >"$FAKE/refuse"
run 10 "an sbatch that refuses stops it, in its own words" "sbatch: .*Unable to contact" \
    grade "$in" --lab w03 --phase correct --executor slurm --home "$H"
rm "$FAKE/refuse"
run 0 "later the same command goes on" "s1 .*PASS" grade "$in" --lab w03 --phase correct --executor slurm --home "$H"
db "with the leases that it had" 'q("select tries from grading") == [(1,), (1,)]'
class mute 2
: >"$FAKE/mute"
run 0 "a submission that only seemed to fail" "s1 .*PASS" grade "$in" --lab w03 --phase correct --executor slurm --home "$H"
db "is found by its name, not sent again" 'len(calls) == 1 and q("select tries from grading") == [(1,), (1,)]'

# --- the supervisor dies
start() {
    "$RIDGE" grade "$in" --home "$H" --lab w03 --phase correct --executor slurm >"$tmp/k.out" 2>"$tmp/k.err" </dev/null &
    pid=$!
}
# shellcheck disable=SC2317  # until_true calls it
submitted() {
    [ -n "$(find "$H/spool" -name submitted 2>/dev/null)" ]
}
class killed 3
: >"$FAKE/hold"
start
until_true submitted
kill -KILL $pid
wait $pid 2>/dev/null
db "killed while Slurm has it: the leases stay" 'q("select state from grading") == [("leased",)] * 3'
run 0 "a local run leaves them alone, and says so" "3 submissions are still with a cluster" \
    grade --lab w03 --phase correct --home "$H"
find "$H/spool" -name submitted -exec rm {} +
start
sleep 2
kill -INT $pid
wait $pid
code=$?
row "$([ $code -eq 130 ] && grep -q 'Slurm works on' "$tmp/k.err"; echo $?)" "interrupted: Slurm works on, and that is said" "$code $(cat "$tmp/k.err")"
rm "$FAKE/hold"
run 0 "the same command fetches them" "s2 .*PASS" grade --lab w03 --phase correct --executor slurm --home "$H"
db "submitted once, leased once, recorded once" "len(calls) == 1 and $all 3 and "'sorted(q("select tries from grading")) == [(1,)] * 3'

# --- ssh
sshd=$(PATH=$plain:/usr/sbin:/sbin command -v sshd)
free_port() {
    python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'
}
# shellcheck disable=SC2016  # what is written are scripts
serve() {
    port=$(free_port)
    mkdir -p "$tmp/far" "$tmp/bin"
    ssh-keygen -q -t ed25519 -N '' -f "$tmp/far/host" && ssh-keygen -q -t ed25519 -N '' -f "$tmp/far/user" || return 1
    [ "$(id -u)" -ne 0 ] || mkdir -p /run/sshd # sshd insists, as root
    printf '%s\n' "Port $port" "ListenAddress 127.0.0.1" "HostKey $tmp/far/host" "AuthorizedKeysFile $tmp/far/user.pub" \
        "StrictModes no" "UsePAM no" "PasswordAuthentication no" "PermitRootLogin prohibit-password" \
        "PidFile none" >"$tmp/far/sshd_config"
    printf '%s\n' "Host *" "HostName 127.0.0.1" "Port $port" "User $(id -un)" "IdentityFile $tmp/far/user" \
        "IdentitiesOnly yes" "GlobalKnownHostsFile /dev/null" "UserKnownHostsFile $tmp/far/known" "CheckHostIP no" \
        >"$tmp/far/config"
    echo "[127.0.0.1]:$port $(cat "$tmp/far/host.pub")" >"$tmp/far/known"
    printf '#!/bin/sh\nexec %s -F "${SSH_TEST:-%s}" "$@"\n' "$(command -v ssh)" "$tmp/far/config" >"$tmp/bin/ssh"
    printf '#!/bin/sh\nexport XDG_CACHE_HOME="%s" RIDGE_ROOT="%s" HOME="%s"\nexec "%s" "$@"\n' "$XDG_CACHE_HOME" "$SRC" \
        "$HOME" "$RIDGE" >"$tmp/far/ridge"
    # the first connection takes a task and drops it; the second answers something else
    printf '#!/bin/sh\nfor k in 1 2; do\n    mkdir %s/fell$k 2>/dev/null || continue\n    %s/ridge worker - </dev/null\n' "$tmp" "$tmp/far" >"$tmp/far/flaky"
    printf '    read -r _\n    [ $k -eq 1 ] || printf "{}\\n{}\\n"\n    exit 1\ndone\nexec %s/ridge "$@"\n' "$tmp/far" >>"$tmp/far/flaky"
    printf '#!/bin/sh\nexport RIDGE_BWRAP=/nowhere\nexec %s/ridge "$@"\n' "$tmp/far" >"$tmp/far/bare"
    chmod +x "$tmp/bin/ssh" "$tmp/far/ridge" "$tmp/far/flaky" "$tmp/far/bare"
    "$sshd" -D -e -f "$tmp/far/sshd_config" >"$tmp/far/log" 2>&1 &
    sshd_pid=$!
    PATH=$tmp/bin:$PATH
    k=0
    until ssh -oBatchMode=yes -oConnectTimeout=5 near true 2>"$tmp/far/said" || [ $k -gt 20 ]; do
        k=$((k + 1))
        sleep 0.2
    done
    [ $k -le 20 ]
}
class over 4
at=$tmp/far/ridge
run 10 "an option is no host" "names no machine" grade --lab w03 --executor ssh:-oProxyCommand=id --home "$H"
if [ -z "$sshd" ]; then
    skip "a class through ssh" "sshd is not installed"
elif ! serve; then
    skip "a class through ssh" "this sshd takes no connection: $(tail -n 1 "$tmp/far/said" "$tmp/far/log" | tr '\n' ' ')"
else
    run 0 "a class through ssh, two workers" "s3 .*PASS" \
        grade "$in" --lab w03 --phase correct --executor "ssh:near:$at,far:$at" --home "$H"
    db "all graded, once, with the machine's name" "$all 4 and "'q("select max(tries) from grading") == [(1,)] and all(json.loads(x[0])["machine"]["host"] for x in q("select json from grading_report"))'
    class dropped 3
    run 0 "a connection lost, and an answer to nothing" "s2 .*PASS" \
        grade "$in" --lab w03 --phase correct --executor "ssh:near:$tmp/far/flaky" --home "$H"
    db "are the network's fault: tried again" "$all 3 and "'sum(x[0] for x in q("select tries from grading")) in (5, 6)'
    class bare 1
    run 0 "the box that is asked for goes along" "s0 .*HELD .*bubblewrap is not here" \
        grade "$in" --lab w03 --phase correct --box bwrap --executor "ssh:near:$tmp/far/bare" --home "$H"
    db "and where it is not to be had, no other one is taken" \
        'q("select state, tries, status from grading") == [("held", 3, None)] and "bubblewrap is not here" in q("select why from grading")[0][0]'
    class strange 1
    run 10 "no Ridge over there" "Install the same Ridge there" grade "$in" --lab w03 --executor ssh:near:/nowhere/ridge --home "$H"
    : >"$tmp/far/nobody"
    sed "s|^UserKnownHostsFile .*|UserKnownHostsFile $tmp/far/nobody|" "$tmp/far/config" >"$tmp/far/config2"
    SSH_TEST=$tmp/far/config2 run 10 "a host key that is not known" "key of that machine is not known here: connect once by hand" \
        grade "$in" --lab w03 --executor "ssh:near:$at" --home "$H"
    sed "s|^IdentityFile .*|IdentityFile $tmp/far/host|" "$tmp/far/config" >"$tmp/far/config3"
    SSH_TEST=$tmp/far/config3 run 10 "a key that is not taken" "asks for more than a key" \
        grade "$in" --lab w03 --executor "ssh:near:$at" --home "$H"
    db "none of that used up a try" 'q("select tries from grading") == [(0,)]'
fi

echo "1..$n"
exit $((bad > 0))
