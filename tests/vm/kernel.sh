#!/bin/sh
# Debian's kernel, unpacked and not installed, for boot.sh.
#     kernel.sh DIR
set -eu
dir=$1
for k in "$dir"/boot/vmlinuz-*; do
    [ ! -e "$k" ] || exit 0
done
mkdir -p "$dir"
cd "$dir"
package=$(apt-cache depends linux-image-amd64 2>/dev/null | sed -n 's/.*Depends: \(linux-image-[0-9].*\)/\1/p' | head -n 1)
[ -n "$package" ] || { echo "apt knows no kernel here: RIDGE_VM_KERNEL names one for boot.sh" >&2; exit 77; }
apt-get download -qq "$package" 2>/dev/null || { echo "$package cannot be fetched" >&2; exit 77; }
dpkg-deb -x "$package"_*.deb .
rm -f "$package"_*.deb
