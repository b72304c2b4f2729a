#!/bin/sh
# One Criterion binary as a Meson test: TAP to standard output, readable failures to standard error, and a
# failure when any of its workers left a sanitizer's report.
d=$(mktemp -d) || exit 99
trap 'rm -rf "$d"' EXIT
ASAN_OPTIONS="log_path=$d/asan:detect_leaks=${RIDGE_LEAKS:-1}:${ASAN_OPTIONS:-}" \
UBSAN_OPTIONS="log_path=$d/ubsan:print_stacktrace=1:${UBSAN_OPTIONS:-}" \
    "$@" --tap="$d/tap" --short-filename --always-succeed >&2
rc=$?
cat "$d/tap"
for f in "$d"/asan* "$d"/ubsan*; do
    [ -e "$f" ] || continue
    cat "$f" >&2
    echo "not ok - a sanitizer reported"
    rc=1
done
exit $rc
