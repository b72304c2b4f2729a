#!/bin/sh
# The doors of Ridge: `./ridge` from a checkout, an installation, a package. TAP.
#     doors.sh            on this machine: each optional part left out; one build by an ordinary user of a checkout that
#                         cannot be written, with every optional part left out, installed and packed, a lab of each backend
#     doors.sh --bare     in a Debian with nothing but what each command asks for. Needs root, debootstrap, and once a
#                         network; the root is kept in RIDGE_DOORS_CACHE (default: ~/.cache/ridge-doors)
set -u
SRC=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
# shellcheck source=tests/cli/tap.sh
. "$SRC/tests/cli/tap.sh"
tmp=$(mktemp -d) || exit 99
finish() {
    chmod -R u+rwX "$tmp" 2>/dev/null
    [ ! -d "$home/ccache" ] || { rm -rf "$kept/ccache" && mv "$home/ccache" "$kept/ccache"; }
    rm -rf --one-file-system "$tmp"
}
trap finish EXIT
chmod 755 "$tmp"
home=$tmp/home
mkdir -p "$home"
# what a first compile costs is not the point: no debug information, little optimisation
flags="-O1 -g0"
as=
if [ "$(id -u)" -eq 0 ]; then
    chown 65534:65534 "$home"
    as="setpriv --reuid=65534 --regid=65534 --clear-groups"
fi
kept=${RIDGE_DOORS_CACHE:-${HOME:-/tmp}/.cache/ridge-doors}
case $kept in /*) ;; *) kept=$PWD/$kept ;; esac
# someone WORDS…: an ordinary user with a home, and nothing of ours in the environment
someone() {
    $as env -i HOME="$home" PATH=/usr/local/bin:/usr/bin:/bin LANG=C.UTF-8 CFLAGS="$flags" CCACHE_DIR="$home/ccache" \
        CCACHE_NOHASHDIR=1 "$@" </dev/null
}
# checkout DIR: what a clone has, not what was built here
checkout() {
    mkdir -p "$1"
    if [ -e "$SRC/.git" ]; then
        (cd "$SRC" && git -c safe.directory="$SRC" ls-files -z --cached --others --exclude-standard |
            tar -c --null --ignore-failed-read -T - 2>/dev/null) | tar -x -C "$1"
    else
        (cd "$SRC" && tar -c --exclude './build*' --exclude ./.git .) | tar -x -C "$1"
    fi
}

# labs WHERE COMMAND…: what `COMMAND test LAB` says of the reference, of a lab of each backend
labs() {
    where=$1
    shift
    for lab in 'w01-roofline cpu' 'w02-transpose simt' 'w07-ddp-overlap ranks' 'w10-fusion-compiler emitted'; do
        out=$("$@" test "${lab% *}" --impl reference --phase correct 2>&1)
        code=$?
        [ "$code" -eq 0 ] && printf '%s\n' "$out" | grep -q 'PASS  *correct'
        row $? "$where: a lab of the backend ${lab#* } (${lab% *})" "exit $code: $out"
    done
}

options=$(sed -n "s/^option('\([a-z]*\)'.*/\1/p" "$SRC/meson_options.txt")
every=
for option in $options; do
    [ "$option" = tests ] || every="$every -D$option=disabled"
done

configures() { # configures NAME OPTION…
    name=$1
    shift
    out=$(meson setup "$tmp/configured" "$SRC" "$@" 2>&1)
    row $? "configures without $name" "$(printf '%s\n' "$out" | tail -n 15)"
    rm -rf "$tmp/configured"
}

this_machine() {
    others=$(cd "$SRC" && grep -n 'required: *false' meson.build ./*/meson.build ./*/*/meson.build | grep -v 'find_library')
    [ -z "$others" ]
    row $? "whatever a build can do without has an option" "$others"
    for option in $options; do
        configures "$option" "-D$option=disabled"
    done

    # objects by content, from one run of this to the next
    if command -v ccache >/dev/null && mkdir -p "$kept/ccache" 2>/dev/null; then
        mv "$kept/ccache" "$home/ccache"
        [ -z "$as" ] || chown -R 65534:65534 "$home/ccache"
    fi
    checkout "$tmp/ridge"
    chmod -R a-w "$tmp/ridge"
    : >"$tmp/before"
    build=$home/elsewhere
    # shellcheck disable=SC2086  # a list of options
    out=$(someone meson setup --prefix=/usr $every "$build" "$tmp/ridge" 2>&1)
    row $? "configures without any of them, as an ordinary user" "$(printf '%s\n' "$out" | tail -n 15)"
    out=$(someone RIDGE_BUILD="$build" "$tmp/ridge/ridge" next 2>&1)
    code=$?
    [ "$code" -eq 0 ] && printf '%s\n' "$out" | grep -q '^w[0-9]'
    row $? "./ridge of a checkout that cannot be written builds elsewhere" "exit $code: $out"
    out=$(someone RIDGE_BUILD="$build" "$tmp/ridge/ridge" --version 2>&1)
    printf '%s\n' "$out" | grep -qx '  with      tests' && printf '%s\n' "$out" | grep -q 'without .*mpi.*criterion.*vterm'
    row $? "--version tells which parts are in" "$out"
    out=$(find "$tmp/ridge" -newer "$tmp/before")
    [ -z "$out" ]
    row $? "and the checkout is as it was" "$out"

    someone meson configure -Dscdoc=auto "$build" >"$tmp/log" 2>&1 && someone ninja -C "$build" >>"$tmp/log" 2>&1
    out=$(someone env DESTDIR="$home/dest" meson install -C "$build" --no-rebuild --quiet 2>&1)
    row $? "meson install, into a folder" "$out$(tail -n 5 "$tmp/log")"
    mkdir "$tmp/moved"
    mv "$home/dest/usr" "$tmp/moved/ridge"
    mv "$build" "$tmp/out-of-sight"
    labs "installed and moved" someone "$tmp/moved/ridge/bin/ridge"
    printf '__global__ void f(int *p) { *p = 7; }\nint main(void) { int *p; cudaMallocManaged(&p, 4); f<<<1, 1>>>(p); return cudaDeviceSynchronize(); }\n' >"$home/one.cu"
    out=$(someone "$tmp/moved/ridge/bin/ridge" simt "$home/one.cu" 2>&1)
    row $? "installed and moved: ridge simt" "$out"
    mv "$tmp/out-of-sight" "$build"

    mkdir -p "$home/dest"
    mv "$tmp/moved/ridge" "$home/dest/usr"
    out=$(someone ninja -C "$build" uninstall 2>&1)
    left=$(find "$home/dest" ! -type d 2>/dev/null | head -n 5)
    [ -z "$left" ]
    row $? "ninja uninstall leaves no file" "$left $(printf '%s\n' "$out" | tail -n 5)"
    packed
}

# The package, by dpkg into a root of its own: installed, listed, removed.
packed() {
    if ! command -v dpkg-deb >/dev/null; then
        skip "the package" "dpkg is not here: apt-get install dpkg"
        return
    fi
    out=$(someone sh "$tmp/ridge/tests/package.sh" --build "$build" "$home" 2>&1)
    deb=$(printf '%s\n' "$out" | tail -n 1)
    [ -e "$deb" ]
    row $? "package.sh makes a package" "$out"
    out=$(dpkg-deb -f "$deb" Depends)
    case $out in *gcc*g++*libc6-dev*binutils*libsqlite3*) true ;; *) false ;; esac
    row $? "which depends on the compilers and its libraries" "$out"
    installing "$tmp/root" dpkg --root="$tmp/root" --force-not-root --force-depends --log=/dev/null
}

# installing ROOT DPKG…: into ROOT and out of it again
installing() {
    into=$1
    shift
    mkdir -p "$into/var/lib/dpkg/updates" "$into/var/lib/dpkg/info"
    : >>"$into/var/lib/dpkg/status"
    : >>"$into/var/lib/dpkg/available"
    out=$("$@" -i "$deb" 2>&1)
    row $? "dpkg installs it" "$out"
    ls "$into/usr/share/man/man1/ridge.1.gz" "$into/usr/share/bash-completion/completions/ridge" "$into/usr/bin/ridge" >/dev/null 2>"$tmp/log"
    row $? "with man page and completions" "$(cat "$tmp/log")"
    if [ "$into" = "$tmp/root" ]; then
        chmod -R a+rX "$into"
        out=$(someone "$into/usr/bin/ridge" test w01-roofline --impl reference --phase correct 2>&1)
    else
        out=$(within_user ridge test w01-roofline --impl reference --phase correct 2>&1)
    fi
    row $? "a lab runs from where dpkg put it" "$out"
    out=$("$@" -P ridge 2>&1)
    left=$(find "$into/usr" -name 'ridge*' -o -name _ridge 2>/dev/null | head -n 5)
    [ -z "$left" ]
    row $? "and removes it, and nothing is left" "$left $out"
}
# within WORDS…: in the bare root, as root; within_user WORDS…: as an ordinary user. Its mounts end with them.
# shellcheck disable=SC2016  # for the shell in there
within() {
    unshare --mount --fork sh -c 'mount -t proc proc "$0/proc" && mount -t tmpfs -o mode=1777 shm "$0/dev/shm" &&
        user=$1 && shift && exec chroot --userspec="$user" "$0" "$@"' "$root" 0:0 env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin \
        CFLAGS="$flags" "$@" </dev/null
}
within_user() {
    within chroot --userspec=65534:65534 / env HOME=/home/someone "$@"
}
# The packages of Debian's minimum, and what `./ridge --yes` asks for beside them.
new_root() {
    debootstrap --variant=minbase bookworm "$root" >"$tmp/log" 2>&1 || return 1
    cp /etc/resolv.conf "$root/etc/resolv.conf" 2>/dev/null
    out=$(within_user sh /src/ridge next 2>&1)
    code=$?
    [ "$code" -eq 10 ] && printf '%s\n' "$out" | grep -q 'As root: apt-get install gcc g++ .*meson'
    row $? "without its packages, and without sudo: ./ridge names the line for root" "exit $code: $out"
}
# keep_root FILE: in place of those of older lists of packages
keep_root() {
    within apt-get clean
    mkdir -p "$kept"
    tar -c -C "$root" --one-file-system --exclude ./src --exclude ./home --exclude './tmp/*' --exclude './root/.*' . >"$kept/.new" &&
        rm -f "${1%-*}"-*.tar && mv "$kept/.new" "$1"
}
# list_of NAME…: a name for the packages of these lists of setup.sh
list_of() {
    for list in "$@"; do
        sed -n "/^$list='/,/'\$/p" "$SRC/tests/setup.sh"
    done | cksum | cut -d' ' -f1
}
bare() {
    if [ "$(id -u)" -ne 0 ] || ! command -v debootstrap >/dev/null || ! unshare --mount true 2>/dev/null; then
        skip "a bare Debian" "needs root, debootstrap (apt-get install debootstrap) and mount namespaces"
        return
    fi
    root=$tmp/bare
    packages=$kept/bare-$(list_of packages).tar
    checkout "$root/src"
    mkdir -p "$root/home/someone"
    chown 65534:65534 "$root/home/someone"
    if [ -e "$packages" ]; then
        tar -x -C "$root" -f "$packages"
    elif ! new_root; then
        skip "a bare Debian" "no mirror of Debian can be reached, and $kept holds no root: $(tail -n 1 "$tmp/log")"
        return
    fi
    out=$(within sh /src/ridge --yes next 2>&1)
    code=$?
    [ "$code" -eq 0 ] && printf '%s\n' "$out" | grep -q '^w[0-9]'
    row $? "./ridge --yes, as root: installs what is missing, builds, runs" "exit $code: $out"
    [ -e "$packages" ] || keep_root "$packages"
    out=$(within sh /src/ridge --version 2>&1)
    printf '%s\n' "$out" | grep -q 'without .*mpi.*criterion.*vterm.*nvcc'
    row $? "with nothing that only tests or GPUs need" "$out"

    # somebody else's checkout, with a build of before the last change
    touch "$root/src/meson.build"
    out=$(within_user sh /src/ridge next 2>&1)
    code=$?
    [ "$code" -eq 0 ] && printf '%s\n' "$out" | grep -q '^/src cannot be written: building in /home/someone/.cache/ridge/build-[0-9]* '
    row $? "./ridge as an ordinary user, of a checkout that cannot be written: in ~/.cache" "exit $code: $out"
    labs "a bare Debian" within_user sh /src/ridge

    build=/src/build
    out=$(within sh -c "meson configure --prefix=/usr $build && ninja -C $build && sh /src/tests/package.sh --build $build /tmp" 2>&1)
    deb=$(printf '%s\n' "$out" | tail -n 1)
    [ -e "$root$deb" ]
    row $? "package.sh makes a package without dpkg-dev" "$out"
    rm -rf "$root/src" "$root/home/someone/.cache"
    installing "$root" within dpkg
    rm -rf --one-file-system "$root"
    bare_check
}
# ./check's door: what it asks for, and a test of each kind. All of them are ./check's own business.
bare_check() {
    root=$tmp/check
    kept_tests=$kept/check-$(list_of packages test_packages).tar
    checkout "$root/src"
    tar -x -C "$root" -f "$([ -e "$kept_tests" ] && echo "$kept_tests" || echo "$packages")"
    cp /etc/resolv.conf "$root/etc/resolv.conf" 2>/dev/null
    out=$(within sh /src/tests/setup.sh --yes test 2>&1)
    code=$?
    if printf '%s\n' "$out" | grep -q 'list of packages cannot be fetched'; then
        skip "./check in a bare Debian" "no mirror of Debian can be reached, and $kept_tests is not there"
        return
    fi
    row $code "./check, as root: installs what the tests need, builds them" "$out"
    [ -e "$kept_tests" ] || [ "$code" -ne 0 ] || keep_root "$kept_tests"
    # a unit, a screen, a script: none needs what only --full installs
    out=$(within meson test -C /src/build --no-rebuild util engine cli-setup 2>&1)
    row $? "and they run" "$(printf '%s\n' "$out" | tail -n 30)"
}

if [ "${1:-}" = --bare ]; then
    bare
else
    this_machine
fi
echo "1..$n"
[ "$bad" -eq 0 ]
