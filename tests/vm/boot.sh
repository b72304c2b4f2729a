#!/bin/sh
# A command in a virtual machine of its own: Debian's kernel, this machine's files (read-only, what is written is lost),
# cgroup v2 alone. Needs no network, changes nothing here.
#     boot.sh [--user NAME] [--memory MiB] [--cpus N] [--time S] [--disk IMAGE [--cache MODE]] [--pid FILE] COMMAND [ARG…]
#     boot.sh --probe          whether it could
# The command runs in this working directory, as root or as that user; what it writes comes as it is written, its exit
# status is ours. 125: the machine ended before it did (killed, a panic, out of time); 77: there is no qemu or kernel.
# --disk: an ext4 image, mounted at /mnt; MODE is qemu's (none, writethrough, unsafe, …). --pid: where qemu's number
# is written, for who wants to pull the plug.
# RIDGE_VM_KERNEL names a folder that has boot/vmlinuz-* and lib/modules (kernel.sh fills one); else this machine's.
set -eu
user=root memory=2048 cpus=2 time=300 disk='' cache=writethrough pid='' probe=''
while [ $# -gt 0 ]; do
    case $1 in
    --user) user=$2 ;;
    --memory) memory=$2 ;;
    --cpus) cpus=$2 ;;
    --time) time=$2 ;;
    --disk) disk=$2 ;;
    --cache) cache=$2 ;;
    --pid) pid=$2 ;;
    --probe) probe=1; set -- '' '' true ;;
    --*) echo "$0: what is $1?" >&2; exit 2 ;;
    *) break ;;
    esac
    shift 2
done
[ $# -gt 0 ] || { sed -n '2,13s/^# \{0,1\}//p' "$0" >&2; exit 2; }

skip() {
    echo "no virtual machine: $*" >&2
    exit 77
}
command -v qemu-system-x86_64 >/dev/null || skip "qemu is not here (apt-get install qemu-system-x86)"
busybox=$(command -v busybox) || skip "busybox is not here (apt-get install busybox-static)"
! readelf -l "$busybox" 2>/dev/null | grep -q INTERP || skip "this busybox needs libraries (apt-get install busybox-static)"
base=${RIDGE_VM_KERNEL:-/}
kernel=
for k in "$base"/boot/vmlinuz-*; do
    v=${k##*/vmlinuz-}
    [ -r "$k" ] && [ -e "$base/lib/modules/$v/kernel/fs/9p/9p.ko" ] && kernel=$k modules=$base/lib/modules/$v/kernel
done
[ -n "$kernel" ] || skip "no kernel with 9p in $base (tests/vm/kernel.sh DIR unpacks Debian's; RIDGE_VM_KERNEL=DIR)"

[ -z "$probe" ] || exit 0

t=$(mktemp -d "${TMPDIR:-/tmp}/ridge-vm-XXXXXX")
[ -n "$pid" ] || pid=$t/pid
# shellcheck disable=SC2317,SC2329  # the trap calls it
clear_away() {
    [ ! -s "$pid" ] || kill -9 "$(cat "$pid")" 2>/dev/null || :
    rm -f "$pid"
    rm -rf "$t"
}
trap clear_away EXIT
trap 'exit 125' INT TERM HUP

# load NAME…: modules, each after those that it depends on
mkdir -p "$t/init/bin" "$t/init/m" "$t/seen"
n=100
load() {
    while [ $# -gt 0 ]; do
        # shellcheck disable=SC2046  # a list of names
        if [ ! -e "$t/seen/$1" ] && [ -n "$(module "$1")" ]; then
            : >"$t/seen/$1"
            load $(tr '\0' '\n' <"$(module "$1")" | sed -n 's/^depends=//p' | tr , ' ')
            n=$((n + 1))
            cp "$(module "$1")" "$t/init/m/$n.ko"
        fi
        shift
    done
}
# where NAME lies; nothing where it is built in
module() {
    find "$modules" -name "$(echo "$1" | sed 's/[-_]/[-_]/g').ko" | head -n 1
}
load virtio_pci virtio_console 9pnet_virtio 9p overlay
[ -z "$disk" ] || load virtio_blk crc32c_generic ext4

# quote ARG…: as a shell reads it
quote() {
    for a in "$@"; do
        printf "'%s' " "$(printf %s "$a" | sed "s/'/'\\\\''/g")"
    done
}
cp "$busybox" "$t/init/bin/busybox"
cat >"$t/init/init" <<'END'
#!/bin/busybox sh
export PATH=/bin
/bin/busybox --install -s /bin
mkdir -p /proc /sys /dev /lower /rw /new
mount -t proc proc /proc && mount -t sysfs sys /sys && mount -t devtmpfs dev /dev
for m in /m/*.ko; do insmod "$m" || echo "vm: $m does not load"; done
mount -t 9p -o trans=virtio,version=9p2000.L,msize=512000,cache=loose,ro host /lower && mount -t tmpfs -o size=75% rw /rw &&
    mkdir /rw/up /rw/work && mount -t overlay -o lowerdir=/lower,upperdir=/rw/up,workdir=/rw/work root /new ||
    echo "vm: no root"
for d in proc sys dev; do mount --move /$d /new/$d; done
mkdir -p /new/run /new/tmp /new/mnt
mount -t tmpfs run /new/run
cp /second /command /new/run/
exec switch_root /new /bin/sh /run/second
END
cat >"$t/init/second" <<'END'
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8
mkdir -p /dev/pts /dev/shm
mount -t devpts pts /dev/pts
mount -t tmpfs shm /dev/shm
mountpoint -q /sys/fs/cgroup || mount -t cgroup2 cgroup2 /sys/fs/cgroup
ip link set lo up 2>/dev/null
hostname ridge-vm
# shellcheck source=/dev/null
out=$(echo /dev/vport*p1)
sh /run/command </dev/null >"$out" 2>&1
echo $? >"${out%1}2"
sync
echo o >/proc/sysrq-trigger
while :; do :; done
END
{
    [ -z "$disk" ] || echo 'mount -t ext4 /dev/vda /mnt || exit 125'
    echo "cd $(quote "$PWD")"
    if [ "$user" = root ]; then
        echo "exec $(quote "$@")"
    else
        echo "exec setpriv --reuid=$user --regid=$(id -g "$user") --init-groups -- $(quote "$@")"
    fi
} >"$t/init/command"
chmod +x "$t/init/init"
(cd "$t/init" && find . | "$busybox" cpio -o -H newc 2>/dev/null) | gzip -1 >"$t/initrd"

# a guest like Debian's needs the CPU's own virtualization; without it the machine is emulated: slower
accel=tcg cpu=max
for m in kvm_intel kvm_amd; do
    [ ! -w /dev/kvm ] || [ ! -e /sys/module/$m ] || accel=kvm cpu=host
done
set -- -nodefaults -display none -no-reboot -accel $accel -cpu $cpu -smp "$cpus" -m "$memory" \
    -kernel "$kernel" -initrd "$t/initrd" -serial "file:$t/console" \
    -append "console=ttyS0 quiet panic=-1 cgroup_no_v1=all random.trust_cpu=on lsm=landlock,yama" \
    -virtfs local,path=/,mount_tag=host,security_model=none,readonly=on,multidevs=remap \
    -device virtio-serial-pci -chardev "file,id=out,path=$t/out" -device virtserialport,chardev=out \
    -chardev "file,id=status,path=$t/status" -device virtserialport,chardev=status
[ -z "$disk" ] || set -- "$@" -drive "file=$disk,if=virtio,format=raw,cache=$cache"
mkfifo "$t/out" # qemu takes a terminal's or a closed input for its own
cat "$t/out" &
reader=$!
# shellcheck disable=SC2016  # it expands in there
timeout -k 5 "$time" sh -c 'echo $$ >"$1"; shift; exec qemu-system-x86_64 "$@"' sh "$pid" "$@" </dev/null 2>"$t/qemu" &
wait $! || :
rm -f "$pid"
wait $reader
read -r status <"$t/status" 2>/dev/null || status=
if [ -z "$status" ]; then
    echo "the virtual machine ended before its command did:" >&2
    tail -n 20 "$t/console" "$t/qemu" >&2 || :
    exit 125
fi
exit "$status"
