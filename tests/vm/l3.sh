#!/bin/sh
# L3 where it can be had: in a machine of its own (boot.sh), whatever cgroups are here.
#     l3.sh RIDGE ROOT L3      L3: what tests/vm/l3.c is built to; RIDGE_VM_KERNEL as boot.sh has it
# RIDGE_VM_PARTS: cgroups or labs, where not both are wanted
# shellcheck disable=SC2317,SC2329  # check calls them
set -eu
ridge=$1 root=$2 l3=$3
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)

if [ "${4-}" != inside ]; then
    why=$("$here/boot.sh" --probe 2>&1) || { echo "1..0 # SKIP $why"; exit 0; }
    exec "$here/boot.sh" --time "${RIDGE_VM_TIME:-1500}" env RIDGE_VM_PARTS="${RIDGE_VM_PARTS-}" \
        sh "$here/l3.sh" "$ridge" "$root" "$l3" inside
fi

n=0 bad=0
# check WHAT COMMAND…
check() {
    what=$1
    shift
    n=$((n + 1))
    if "$@" >/tmp/said 2>&1; then
        echo "ok $n - $what"
    else
        echo "not ok $n - $what"
        tail -n 30 /tmp/said | sed 's/^/# /'
        bad=1
    fi
}
# as_user CGROUP COMMAND…: an ordinary user's, started in that cgroup
as_user() {
    # shellcheck disable=SC2016  # it expands in there
    sh -c 'echo $$ >"$1"/cgroup.procs; shift
        exec setpriv --reuid=1234 --regid=1234 --clear-groups env HOME=/tmp/user "$@"' sh "$@"
}
# cgroup DIR…: given to that user
cgroup() {
    for d in "$@"; do
        mkdir -p "$d"
        chown 1234 "$d" "$d/cgroup.procs" "$d/cgroup.subtree_control"
    done
}
says() {
    want=$1
    shift
    "$@" >/tmp/all 2>&1 || :
    grep -F -e "$want" /tmp/all || { cat /tmp/all && false; }
}
none_left() {
    [ -z "$(find /sys/fs/cgroup -name 'ridge-box-*')" ]
}

top=/sys/fs/cgroup
mkdir -p /tmp/user
chown 1234 /tmp/user
echo "+memory +pids" >$top/cgroup.subtree_control
cgroup $top/given $top/mine $top/lines $top/lines/ridge-own # as the lines that doctor prints make it
echo "+memory +pids" >$top/mine/cgroup.subtree_control
cgroup $top/mine/part

# systemd, in namespaces of its own: what it hands out, and what it keeps
below_systemd() {
    cat >/etc/systemd/system/trial.service <<END
[Unit]
DefaultDependencies=no
[Service]
Type=oneshot
ExecStart=/bin/sh /run/trial.sh
END
    cat >/run/trial.sh <<END
exec >/tmp/trial 2>&1
systemd-run --scope -p Delegate=yes $l3 && echo "the scope's is L3"
$l3 level || echo "the service's is not"
echo end
END
    : >/tmp/trial
    env container=lxc unshare --pid --fork --kill-child --mount --mount-proc --cgroup \
        /lib/systemd/systemd --system --unit=trial.service >/tmp/log 2>&1 &
    k=0
    while ! grep -q '^end' /tmp/trial && [ "$k" -lt 300 ]; do
        k=$((k + 1))
        sleep 1
    done
    kill -9 $!
    rm -rf /run/systemd
    cat /tmp/trial
    grep -q "the scope's is L3" /tmp/trial && grep -q "Delegate=yes ridge" /tmp/trial &&
        grep -q "the service's is not" /tmp/trial
}

cgroups() {
    check "root: the parts of it" "$l3"
    [ ! -x /usr/bin/bwrap ] || check "in bubblewrap's boxes too" env RIDGE_BOX=bwrap "$l3"
    check "a user to whom nothing was delegated is told the lines" says "sudo sh -c" as_user $top "$l3" level
    check "a user to whom a cgroup was delegated: the parts of it" as_user $top/given "$l3"
    mkdir -p /run/systemd/system
    check "below a systemd root takes no cgroup that it was not given" says "systemd-run --scope -p Delegate=yes" "$l3" level
    check "nor does a user" says "systemd-run --user --scope -p Delegate=yes" as_user $top/mine/part "$l3" level
    python3 -c "import os; os.setxattr('$top/mine/part', 'user.delegate', b'1')"
    check "systemd's mark is known" as_user $top/mine/part "$l3" level
    rmdir /run/systemd/system
    [ ! -x /lib/systemd/systemd ] || check "below systemd itself, by systemd-run" below_systemd
    check "nothing is left" none_left
}

# the corpus's own lab, in a root of its own
attack_root() {
    mkdir -p "$1/grader"
    cp -r "$root/curriculum" "$root/runner" "$root/kernels" "$root/labs" "$1/"
    cp -r "$root/grader/lua" "$1/grader/"
    cp -r "$root"/tests/attacks/root/* "$1/"
    # an emulated machine takes its time, and this is not about that
    sed -i 's/wall_s = 1,/wall_s = 60,/' "$1/labs/x01-poly/lab.lua"
}

labs() {
    attack_root /tmp/root
    export RIDGE_ROOT=/tmp/root HOME=/tmp/home
    attacks=$root/tests/attacks/cpu
    "$ridge" test x01 --phase correct --file "$attacks/52-abort.c" --level L3 --json >/tmp/report 2>&1 || :
    check "a report says L3" grep '"sandbox": *"L3"' /tmp/report
    check "an ordinary user's lab passes" says "PASS" as_user $top/lines/ridge-own "$ridge" test x01 --phase correct \
        --impl reference --level L3
    check "what no limit of a process holds is told" says "it used more than" env RIDGE_BOX_WITHOUT=rlimits \
        "$ridge" test x01 --phase correct --file "$attacks/30-mem-bomb.c"

    "$ridge" test x01 --phase correct --file "$attacks/29-sleep-forever.c" >/dev/null 2>&1 &
    k=0
    while none_left && [ $k -lt 600 ]; do
        k=$((k + 1))
        sleep 0.1
    done
    check "a run has a cgroup" test $k -lt 600
    # shellcheck disable=SC2046  # numbers
    kill -9 $! $(pidof ridge-exec)
    check "who starts next" "$l3" level
    check "removes what killed ones left" none_left
    check "attacks get what they get elsewhere" "$root/tests/attacks/run" --ridge "$ridge" --level L3 \
        cpu/10-fork-child cpu/31-mmap-huge compile/67
    check "nothing is left of them" none_left
}

case ${RIDGE_VM_PARTS-} in
cgroups) cgroups ;;
labs) labs ;;
*) cgroups && labs ;;
esac
echo "1..$n"
exit $bad
