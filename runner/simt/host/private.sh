#!/bin/sh
# private.sh LIBRARY HEADERS: the names that the emulator's runtime defines and none of its headers for CUDA code says,
# sorted, as the inside of a C table. Left out are what compilers call by themselves, and libraries that NVIDIA ships.
# simt_config is a type in the headers, and another thing in the runtime.
set -eu
export LC_ALL=C
said=$(mktemp)
trap 'rm -f "$said"' EXIT
find "$2" -type f -exec grep -ohE '[A-Za-z_][A-Za-z0-9_]*' {} + | grep -vx simt_config | sort -u >"$said"
nm -g --defined-only "$1" | awk 'NF == 3 { print $3 }' | sort -u | comm -23 - "$said" |
    grep -vE '^(_Z|__tsan_|__sanitizer_|__ubsan_handle_|__wrap_|__assert_fail|__stack_chk_fail|cu)' | sed 's/.*/"&",/'
