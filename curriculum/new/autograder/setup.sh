#!/usr/bin/env bash
# Run once, as root, when Gradescope builds the autograder's image (Ubuntu 22.04, or Debian 12): installs Ridge from what
# lies beside this file, a package (ridge.deb) or its sources (ridge.tar.gz).
set -euo pipefail
grader=${AUTOGRADER:-/autograder}
cd "$grader/source"
export DEBIAN_FRONTEND=noninteractive

apt-get update
if [ -f ridge.deb ]; then
    apt-get install -y --no-install-recommends ./ridge.deb
else
    apt-get install -y --no-install-recommends gcc g++ libc6-dev binutils pkg-config ninja-build liblua5.4-dev \
        libsqlite3-dev libncurses-dev libjansson-dev libmd4c-dev libuv1-dev libsodium-dev libarchive-dev \
        libcurl4-openssl-dev libmicrohttpd-dev scdoc ca-certificates python3-pip
    # Ubuntu 22.04 packages Meson 0.61, and Ridge's build asks for 1.0
    apt-get install -y --no-install-recommends meson
    case $(meson --version) in
    0.*) python3 -m pip install 'meson>=1.0,<2' ;;
    esac
    hash -r
    rm -rf build-ridge && mkdir build-ridge
    tar -xf ridge.tar.gz -C build-ridge
    root=$(dirname "$(find build-ridge -maxdepth 2 -name meson.build | head -n 1)")
    meson setup --prefix=/usr/local -Dtests=disabled build-ridge/build "$root"
    meson install -C build-ridge/build
    rm -rf build-ridge
fi
ridge --version
# what a student's program could read of it, it could print
chmod -R go= "$grader/source"
