#!/bin/sh
# Packages, configuration, build; called by ./ridge and ./check.
#     setup.sh [--yes] build | test | full
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
# shellcheck source=tests/where.sh
. "$root/tests/where.sh"
yes=
want=build
for a in "$@"; do
    case $a in
    --yes) yes=1 ;;
    *) want=$a ;;
    esac
done

# what a build needs, what tests need beside it; each package with a file that shows it is there
packages='
gcc                  /usr/bin/gcc
g++                  /usr/bin/g++
libc6-dev            /usr/include/stdio.h
binutils             /usr/bin/addr2line
pkg-config           /usr/bin/pkg-config
meson                /usr/bin/meson
ninja-build          /usr/bin/ninja
liblua5.4-dev        /usr/include/lua5.4/lua.h
libsqlite3-dev       /usr/include/sqlite3.h
libncurses-dev       /usr/include/ncursesw/curses.h
libjansson-dev       /usr/include/jansson.h
libmd4c-dev          /usr/include/md4c.h
libuv1-dev           /usr/include/uv.h
libsodium-dev        /usr/include/sodium.h
libarchive-dev       /usr/include/archive.h
libcurl4-openssl-dev /usr/include/*/curl/curl.h
libmicrohttpd-dev    /usr/include/microhttpd.h
scdoc                /usr/bin/scdoc'
test_packages='
libcriterion-dev     /usr/include/criterion/criterion.h
libopenblas-dev      /usr/include/*/openblas-pthread/cblas.h
libvterm-dev         /usr/include/vterm.h
libxml2-utils        /usr/bin/xmllint
nginx-light          /usr/sbin/nginx
openssl              /usr/bin/openssl
openssh-client       /usr/bin/ssh
openssh-server       /usr/sbin/sshd
procps               /usr/bin/pgrep
shellcheck           /usr/bin/shellcheck
python3              /usr/bin/python3
python3-jsonschema   /usr/lib/python3/dist-packages/jsonschema/__init__.py'
# without one of these a part of --full is skipped
full_packages='
bubblewrap           /usr/bin/bwrap
gnumeric             /usr/bin/ssconvert
libreoffice-calc-nogui /usr/bin/soffice
python3-junitparser  /usr/lib/python3/dist-packages/junitparser/__init__.py
python3-html5lib     /usr/lib/python3/dist-packages/html5lib/__init__.py
chromium             /usr/bin/chromium
clang                /usr/bin/clang
libclang-rt-14-dev   /usr/lib/llvm-*/lib/clang/*/lib/linux/libclang_rt.fuzzer-x86_64.a
libopenmpi-dev       /usr/bin/mpicc
openmpi-bin          /usr/bin/mpirun
libibverbs-dev       /usr/include/infiniband/verbs.h
slurm-wlm            /usr/sbin/slurmctld
munge                /usr/sbin/munged
qemu-system-x86      /usr/bin/qemu-system-x86_64
busybox-static       /var/lib/dpkg/info/busybox-static.list
e2fsprogs            /sbin/mkfs.ext4
systemd              /lib/systemd/systemd
libpam-systemd       /usr/lib/*/security/pam_systemd.so
dbus                 /usr/bin/dbus-daemon'

missing() {
    printf '%s\n' "$1" | while read -r package file; do
        [ -n "$package" ] || continue
        # shellcheck disable=SC2086  # the pattern is meant to expand
        set -- $file
        [ -e "$1" ] || printf '%s ' "$package"
    done
}

need=$(missing "$packages")
[ "$want" = build ] || need="$need$(missing "$test_packages")"
more=
[ "$want" != full ] || more=$(missing "$full_packages")

# without WHY: what a build needs, it needs; of --full the rest is tried
without() {
    echo "$1" >&2
    [ -z "$need" ] || exit 10
    echo "Without them parts of --full are skipped: each says so." >&2
    more=
}
as_root=
ask() {
    echo "Ridge needs these packages: $need$more"
    if ! command -v apt-get >/dev/null; then
        without "This is not Debian or Ubuntu: install their counterparts, then run it again."
    elif [ "$(id -u)" -ne 0 ] && ! command -v sudo >/dev/null; then
        without "Not root, and sudo is not here. As root: apt-get install $need$more"
    elif [ -z "$yes" ] && ! [ -t 0 ]; then
        without "Run it with --yes to install them, or: apt-get install $need$more"
    elif [ -z "$yes" ]; then
        printf 'Install them with apt-get now? [Y/n] ' >&2
        read -r answer
        case $answer in [nN]*) without "Nothing was installed." ;; esac
    fi
    [ "$(id -u)" -eq 0 ] || as_root=sudo
}
install() {
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null
}
[ -z "$need$more" ] || ask
if [ -n "$need$more" ]; then
    $as_root apt-get update -qq || without "The list of packages cannot be fetched."
    # shellcheck disable=SC2086  # a list of names
    [ -z "$need" ] || install $need
    # shellcheck disable=SC2086  # the same; one that a relative of Debian lacks keeps none of the others out
    [ -z "$more" ] || install $more || for package in $more; do
        install "$package" || echo "$package: not installed; what needs it is skipped" >&2
    done
fi

if ! mkdir -p "$build" 2>/dev/null || ! [ -w "$build" ]; then
    echo "$build cannot be written. RIDGE_BUILD names another folder for the build." >&2
    exit 10
fi
[ "$build" = "${RIDGE_BUILD:-$root/build}" ] ||
    echo "$root cannot be written: building in $build (RIDGE_BUILD names another folder)." >&2
configure() {
    meson setup "$@" "$build" "$root" >/dev/null || { meson setup "$@" "$build" "$root"; exit 9; }
}
# a build folder of before the tests' packages has no unit tests, and nothing tells it that they came
if ! [ -e "$build/build.ninja" ]; then
    configure
elif [ -n "$need$more" ] || { [ "$want" != build ] && ! grep -q tests/test_util "$build/build.ninja"; }; then
    configure --reconfigure
fi
log=$build/.ridge-build.log
stamp=$build/.ridge-built.new
: >"$stamp" # taken before the build: a file saved while it runs is newer
if ! ninja -C "$build" >"$log" 2>&1; then
    tail -n 40 "$log" >&2
    echo "The build failed; the whole log is $log" >&2
    exit 9
fi
mv "$stamp" "$build/.ridge-built"
