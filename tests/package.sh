#!/bin/sh
# A Debian package of this checkout, as OUT/ridge_VERSION_ARCH.deb; what it is called is said last.
#     package.sh [--build DIR] [OUT]     DIR: a build with the prefix /usr to take, in place of one of its own
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
# shellcheck source=tests/where.sh
. "$root/tests/where.sh"
build=$build-package
own=1
if [ "${1:-}" = --build ]; then
    build=$2
    own=
    shift 2
fi
out=$(CDPATH='' cd -- "${1:-.}" && pwd)
command -v dpkg-deb >/dev/null || { echo "dpkg-deb is not here: this is not Debian or a relative." >&2; exit 10; }

if [ -n "$own" ]; then
    [ -e "$build/build.ninja" ] || meson setup --prefix=/usr -Dtests=disabled -Dscdoc=enabled "$build" "$root" >&2
    ninja -C "$build" >&2
fi
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
tree=$tmp/tree
DESTDIR=$tree meson install -C "$build" --no-rebuild --quiet >&2
[ -x "$tree/usr/bin/ridge" ] || { echo "$build was not made for the prefix /usr (meson setup --prefix=/usr)." >&2; exit 10; }

# 0.1.0+git.350e4cf01234: the commit, where one is known
said=$("$tree/usr/bin/ridge" --version)
version=$(printf '%s\n' "$said" | sed -n 's/^ridge //p')
commit=$(printf '%s\n' "$said" | sed -n 's/^ *commit *//p' | tr - .)
[ "$commit" = unknown ] || version=$version+git.$commit
arch=$(dpkg --print-architecture)

# libraries PROGRAM…: the packages of the libraries that these need
libraries() {
    if command -v dpkg-shlibdeps >/dev/null; then
        mkdir -p "$tmp/debian"
        printf 'Source: ridge\n\nPackage: ridge\nArchitecture: any\n' >"$tmp/debian/control"
        (cd "$tmp" && dpkg-shlibdeps -O "$@" 2>"$tmp/shlibdeps.log" | sed -n 's/^shlibs:Depends=//p')
    else
        # without the versions that dpkg-dev would know
        ldd "$@" | sed -n 's/.*=> *\(\/[^ ]*\).*/\1/p' | sort -u | xargs realpath | xargs dpkg -S |
            sed 's/:.*//' | sort -u | paste -s -d , | sed 's/,/, /g'
    fi
}
programs=
for file in "$tree/usr/bin/ridge" "$tree"/usr/libexec/ridge/ridge-*; do
    case $file in
    */ridge-mpi | */ridge-verbs | */ridge-hold) ;; # MPI and verbs are for who asks; ridge-hold needs no library
    *) programs="$programs $file" ;;
    esac
done
# shellcheck disable=SC2086  # a list of files of ours
needs=$(libraries $programs)
suggests="bubblewrap, valgrind, nvidia-cuda-toolkit, openmpi-bin"
for program in ridge-mpi ridge-verbs; do
    asked=$tree/usr/libexec/ridge/$program
    [ ! -e "$asked" ] ||
        suggests="$suggests, $(libraries "$asked" | sed 's/, */\n/g' | grep -v '^libc6' | paste -s -d , | sed 's/,/, /g')"
done

mkdir -p "$tree/DEBIAN" "$tree/usr/share/doc/ridge"
cp "$root/LICENSE" "$tree/usr/share/doc/ridge/copyright"
[ ! -e "$tree/usr/share/man/man1/ridge.1" ] || gzip -9n "$tree/usr/share/man/man1/ridge.1"
find "$tree" -type d -exec chmod 755 {} +
cat >"$tree/DEBIAN/control" <<END
Package: ridge
Version: $version
Architecture: $arch
Maintainer: ${DEBFULLNAME:-$(id -un)} <${DEBEMAIL:-$(id -un)@$(uname -n)}>
Installed-Size: $(du -sk "$tree/usr" | cut -f1)
Depends: gcc, g++, libc6-dev, binutils, $needs
Suggests: $suggests
Section: education
Priority: optional
Description: workbook for ML-systems engineering, in the terminal
 Fifty-two weeks with outlines, readings, questions and labs in C and CUDA. A lab
 is built with gcc or g++, run in a sandbox, held against a float64 oracle, and
 counted and timed; CUDA labs run on an emulator where there is no GPU.
END
(cd "$tree" && find usr -type f -exec md5sum {} +) >"$tree/DEBIAN/md5sums"
deb=$out/ridge_${version}_$arch.deb
dpkg-deb --root-owner-group --build "$tree" "$deb" >/dev/null
echo "$deb"
