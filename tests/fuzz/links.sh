#!/bin/sh
# Every fuzz target still links with the sources and libraries that its head names, and takes an empty input: without
# clang, so that each ./check sees what only ./check --full runs.
#     links.sh ROOT BUILD
set -u
root=$1
build=$2
tmp=$(mktemp -d) || exit 99
trap 'rm -rf "$tmp"' EXIT
bad=0
cat >"$tmp/main.c" <<'END'
#include <stddef.h>
#include <stdint.h>
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int main(void)
{
    return LLVMFuzzerTestOneInput((const uint8_t *)"", 0);
}
END
for target in "$root"/tests/fuzz/fuzz_*.c; do
    # shellcheck disable=SC2046  # the head of a target is a list of sources and libraries
    gcc -O0 -w -I"$root" -I"$build" -I"$root/runner/include" "$target" "$tmp/main.c" \
        $(sed -n "s|^ \* sources: ||p" "$target" | sed "s|[^ ]*\.c|$root/&|g; s|$root/BUILD/|BUILD/|g; s|BUILD/|$build/|g") \
        -o "$tmp/target" 2>"$tmp/err" && (cd "$tmp" && ./target >"$tmp/err" 2>&1) && continue
    bad=1
    echo "${target##*/} does not link, or does not take an empty input:"
    head -n 5 "$tmp/err"
done
exit $bad
