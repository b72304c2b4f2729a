#!/bin/sh
# Packages, configuration, build; called by ./ridge and ./check.
#     setup.sh [--yes] build | test | full
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
build=${RIDGE_BUILD:-$root/build}
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
full_packages='
bubblewrap           /usr/bin/bwrap
gnumeric             /usr/bin/ssconvert
libreoffice-calc-nogui /usr/bin/soffice
python3-junitparser  /usr/lib/python3/dist-packages/junitparser/__init__.py'

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
[ "$want" != full ] || need="$need$(missing "$full_packages")"
if [ -n "$need" ]; then
    echo "Ridge needs these packages: $need"
    if ! command -v apt-get >/dev/null; then
        echo "This is not Debian or Ubuntu: install their counterparts, then run it again." >&2
        exit 10
    fi
    if [ -z "$yes" ]; then
        if ! [ -t 0 ]; then
            echo "Run it with --yes to install them, or: apt-get install $need" >&2
            exit 10
        fi
        printf 'Install them with apt-get now? [Y/n] ' >&2
        read -r answer
        case $answer in [nN]*) echo "Nothing was installed." >&2; exit 10 ;; esac
    fi
    as_root=
    if [ "$(id -u)" -ne 0 ]; then
        as_root=sudo
        command -v sudo >/dev/null || { echo "Not root, and sudo is not here. As root: apt-get install $need" >&2; exit 10; }
    fi
    $as_root apt-get update -qq
    # shellcheck disable=SC2086  # a list of names
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $need >/dev/null
fi

configure() {
    meson setup "$@" "$build" "$root" >/dev/null || { meson setup "$@" "$build" "$root"; exit 9; }
}
# a build folder of before the tests' packages has no unit tests, and nothing tells it that they came
if ! [ -e "$build/build.ninja" ]; then
    configure
elif [ -n "$need" ] || { [ "$want" != build ] && ! grep -q tests/test_util "$build/build.ninja"; }; then
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
