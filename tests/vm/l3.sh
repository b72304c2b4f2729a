#!/bin/sh
# L3 where it can be had: in a machine of its own (boot.sh), whatever cgroups are here.
#     l3.sh RIDGE ROOT L3      L3: what tests/vm/l3.c is built to; RIDGE_VM_KERNEL as boot.sh has it
# RIDGE_VM_PARTS: which of cgroups, labs, together (these three when nothing is said), corpus; of that RIDGE_VM_ATTACKS
# shellcheck disable=SC2317,SC2329  # check calls them
set -eu
ridge=$1 root=$2 l3=$3
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)

if [ "${4-}" != inside ]; then
    why=$("$here/boot.sh" --probe 2>&1) || { echo "1..0 # SKIP $why"; exit 0; }
    exec "$here/boot.sh" --memory 5000 --time "${RIDGE_VM_TIME:-2400}" env RIDGE_BOX="${RIDGE_BOX-}" \
        RIDGE_VM_PARTS="${RIDGE_VM_PARTS-}" RIDGE_VM_ATTACKS="${RIDGE_VM_ATTACKS-}" \
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
# try FILE PACKAGES WHAT COMMAND…: where that file is
try() {
    file=$1 packages=$2
    shift 2
    if [ -e "$file" ]; then
        check "$@"
    else
        n=$((n + 1))
        echo "ok $n - $1 # SKIP $packages: not installed"
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
    grep -E -e "$want" /tmp/all || { cat /tmp/all && false; }
}
none_left() {
    [ -z "$(find /sys/fs/cgroup -name 'ridge-box-*')" ]
}
nobody_left() {
    none_left && ! pidof ridge-exec ridge-child ridge-ranks ridge-mpi ridge-hold mpirun
}

top=/sys/fs/cgroup
mkdir -p /tmp/user
chown 1234 /tmp/user
echo "+memory +pids" >$top/cgroup.subtree_control
cgroup $top/given $top/mine $top/lines $top/lines/ridge-own # as the lines that doctor prints make it
echo "+memory +pids" >$top/mine/cgroup.subtree_control
cgroup $top/mine/part

# systemd UNITS SCRIPT: in namespaces of its own, with those units; SCRIPT's output, whose last line is "end"
systemd() {
    cat >/etc/systemd/system/trial.service <<END
[Unit]
DefaultDependencies=no
Wants=$1
After=$1
[Service]
Type=oneshot
ExecStart=/bin/sh -c "sh /run/trial.sh >/tmp/trial 2>&1; echo end >>/tmp/trial"
END
    echo "$2" >/run/trial.sh
    # what a boot does to disks and /tmp is of no use here, and takes minutes
    for unit in tmpfiles-setup tmpfiles-setup-dev udevd udev-trigger remount-fs journal-flush random-seed sysusers \
        binfmt modules-load update-utmp; do
        ln -sf /dev/null "/etc/systemd/system/systemd-$unit.service"
    done
    : >/tmp/trial
    env container=lxc unshare --pid --fork --kill-child --mount --mount-proc --cgroup \
        /lib/systemd/systemd --system --show-status=0 --unit=trial.service >/tmp/log 2>&1 &
    k=0
    while ! grep -q '^end' /tmp/trial && [ "$k" -lt 300 ]; do
        k=$((k + 1))
        sleep 1
    done
    kill -9 $!
    rm -rf /run/systemd
    cat /tmp/trial
}
# what it hands out, by the command that it names, and what it keeps
# shellcheck disable=SC2016  # it expands in there
handed_out='export SHELL=/run/what
eval "$($SHELL | sed -n "s/.*: systemd-run/systemd-run/p")" && echo "the scope is L3"
$SHELL || echo "elsewhere it is not"'
hands_out() {
    grep -q "the scope is L3" /tmp/trial && grep -q "Delegate=yes \$SHELL" /tmp/trial &&
        grep -q "elsewhere it is not" /tmp/trial
}
below_systemd() {
    systemd "" "$handed_out"
    hands_out
}
# a session as a login makes it, with a systemd of the user's
below_users_systemd() {
    getent passwd 1234 >/dev/null || useradd --create-home --uid 1234 learner
    echo "$handed_out" >/run/session.sh
    systemd "dbus.service systemd-logind.service" \
        "systemd-run --wait --pipe -p PAMName=login -p User=1234 -p Type=exec sh /run/session.sh"
    hands_out && grep -q 'systemd-run --user' /tmp/trial
}

cgroups() {
    check "root: the parts of it" "$l3"
    try /usr/bin/bwrap bubblewrap "in bubblewrap's boxes too" env RIDGE_BOX=bwrap "$l3"
    check "a user to whom nothing was delegated is told the lines" says "sudo sh -c" as_user $top "$l3" level
    check "a user to whom a cgroup was delegated: the parts of it" as_user $top/given "$l3"
    mkdir -p /run/systemd/system
    check "below a systemd root takes no cgroup that it was not given" says "systemd-run --scope -p Delegate=yes" "$l3" level
    check "nor does a user" says "systemd-run --user --scope -p Delegate=yes" as_user $top/mine/part "$l3" level
    python3 -c "import os; os.setxattr('$top/mine/part', 'user.delegate', b'1')"
    check "systemd's mark is known" as_user $top/mine/part "$l3" level
    rmdir /run/systemd/system
    printf '#!/bin/sh\nexec %s level\n' "$l3" >/run/what
    chmod 755 /run/what
    try /lib/systemd/systemd systemd "below systemd itself, by the command that is named" below_systemd
    try /usr/bin/dbus-daemon "dbus, libpam-systemd" "below a user's systemd, by the same" below_users_systemd
    check "nothing is left" none_left
}

# the corpus's own lab, in a root of its own
attack_root() {
    mkdir -p "$1/grader"
    cp -r "$root/curriculum" "$root/runner" "$root/kernels" "$root/labs" "$1/"
    cp -r "$root/grader/lua" "$1/grader/"
    cp -r "$root"/tests/attacks/root/* "$1/"
    # an emulated machine takes its time, and this is not about that
    sed -i "s/wall_s = [0-9]*,/wall_s = 300,/" "$1"/labs/x0*/lab.lua
}

labs() {
    attacks=$root/tests/attacks/cpu
    "$ridge" test x01 --phase correct --file "$attacks/52-abort.c" --level L3 --json >/tmp/report 2>&1 || :
    check "a report says L3" grep '"sandbox": *"L3"' /tmp/report
    check "an ordinary user's lab passes" says "PASS" as_user $top/lines/ridge-own "$ridge" test x01 --phase correct \
        --impl reference --level L3
    check "what no limit of a process holds is told" says "The code used more than" env RIDGE_BOX_WITHOUT=rlimits \
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
    check "nothing is left of them" nobody_left
}

# test LAB ARG…: its first phase, at L3
test_lab() {
    "$ridge" test "$@" --phase correct --level L3
}
# what is more than a process: a run's memory is that of all its ranks together
together() {
    hog=$root/tests/vm/hog
    # gigabytes are touched: in pages of 2 MiB, an emulated machine takes its time with each
    echo always >/sys/kernel/mm/transparent_hugepage/shmem_enabled
    check "on the emulator" says "PASS +correct" test_lab x02 --backend simt --impl reference
    check "which has its limit" says "The code used more than [0-9]+ MiB" test_lab x02 --backend simt --file "$hog/scale.cu"
    check "of several ranks" says "PASS +correct" test_lab x03 --impl reference
    check "which have one together; the largest is named" says \
        "rank 2 died of signal 9 .*: all ranks together used more than [0-9]+ MiB" test_lab x03 --file "$hog/ranks.c"
    try /usr/bin/mpirun openmpi-bin "over MPI" says "PASS +correct" test_lab x03 --runtime mpi --impl reference
    try /usr/bin/mpirun openmpi-bin "who takes too much there is named" says \
        "rank 2 ended without a word.*: all ranks together used more than [0-9]+ MiB" \
        test_lab x03 --runtime mpi --file "$hog/one.c"
    check "nobody is left" nobody_left
}

# the corpus, each attack at L3
corpus() {
    # shellcheck disable=SC2086  # names
    "$root/tests/attacks/run" --ridge "$ridge" --level L3 ${RIDGE_VM_ATTACKS-} >/tmp/attacks 2>&1 || :
    grep -E '^(not )?ok|^# ' /tmp/attacks | sed 's/^ok/# &/'
    check "the corpus gets what it gets elsewhere" sh -c "! grep -v '# TODO' /tmp/attacks | grep ^not"
}

prepare() {
    attack_root /tmp/root
    export RIDGE_ROOT=/tmp/root HOME=/tmp/home NO_COLOR=1
}
parts=${RIDGE_VM_PARTS:-cgroups labs together}
[ "$parts" = cgroups ] || prepare
for part in $parts; do
    case $part in
    cgroups) cgroups ;;
    labs) labs ;;
    together) together ;;
    corpus) corpus ;;
    *) echo "$0: what is $part?" >&2; bad=1 ;;
    esac
done
echo "1..$n"
exit $bad
