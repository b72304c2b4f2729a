#!/bin/sh
# Every lab proven: reference, skeleton, fakes, and as many mutants as RIDGE_MUTANTS says (a number, or "all"), drawn by
# the commit, so that each commit tries others and the same commit always the same.
#     labs.sh RIDGE ROOT
set -eu
ridge=$1
root=$2
n=${RIDGE_MUTANTS:-2}
if [ "$n" = all ]; then
    exec "$ridge" lab check
fi
commit=$(git -C "$root" rev-parse HEAD 2>/dev/null) || commit=none
exec "$ridge" lab check --mutants "$n" --draw "$commit"
