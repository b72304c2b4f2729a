#!/bin/sh
# Every lab proven: reference, skeleton, fakes, and as many mutants as RIDGE_MUTANTS says (a number, "half", which is one
# of every second lab, or "all"), drawn by the commit, so that each commit tries others and the same commit always the
# same; so are the phases of the references, but with all mutants. Twice as many labs at once as there are
# cores, each with one run at a time, those with the longest kernels first: no core waits for the last run of a lab, nor at
# the end for the last lab. Runs that a clock decides take turns. Says last which labs took longest.
#     labs.sh RIDGE ROOT
set -eu
ridge=$1
root=$2
n=${RIDGE_MUTANTS:-2}
commit=$(git -C "$root" rev-parse HEAD 2>/dev/null) || commit=none
draw=$commit
[ "$n" != all ] || draw=
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
bad=0
"$ridge" lab check --lint || bad=1
cat >"$tmp/prove" <<'EOT'
#!/bin/sh
# prove RIDGE N DRAW ID: 7, nothing of the lab runs on this machine, is not against the lab
ridge=$1 n=$2 draw=$3
shift 3
# half: of this lab one mutant, or none
lot=$(printf '%s %s' "$draw" "$1" | sha256sum | cut -c 1)
[ "$n" != half ] || case $lot in [0-7]) n=1 ;; *) n=0 ;; esac
[ -z "$draw" ] || set -- "$@" --mutants "$n" --draw "$draw"
from=$(date +%s)
"$ridge" lab check "$@" --jobs 1 >"$0.$1" 2>&1
code=$?
echo "$(($(date +%s) - from)) s $1" >>"$0.took"
sed "s/^/$1: /" "$0.$1"
[ "$code" -eq 0 ] || [ "$code" -eq 6 ]
EOT
for lab in "$root"/labs/*/lab.lua; do
    id=$(basename "$(dirname "$lab")")
    echo "$(find "$root/kernels/$id" -type f -exec cat {} + 2>/dev/null | wc -c) $id"
done | sort -rn | cut -d' ' -f2 | xargs -P "$((2 * $(getconf _NPROCESSORS_ONLN)))" -I{} sh "$tmp/prove" "$ridge" "$n" "$draw" {} || bad=1
# what the next lab's time has to come from
sort -rn "$tmp/prove.took" | sed -n '1,12s/^/# /p'
exit "$bad"
