#!/bin/sh
# Drills: laid out at the first run, after a milestone of their lab; their outcome answers an exercise. TAP.
# $1 is ridge, $2 the checkout.
set -u
RIDGE=$1 SRC=$2
tmp=$(mktemp -d) || exit 99
trap 'rm -rf "$tmp"' EXIT
export HOME="$tmp/home" RIDGE_ROOT="$SRC" NO_COLOR=1 LC_ALL=C.UTF-8 COLUMNS=110
mkdir -p "$HOME"
# shellcheck source=tests/cli/tap.sh
. "$(dirname "$0")/tap.sh"
work() { "$RIDGE" start "$@" --json | sed -n 's/.*"dir": *"\([^"]*\)".*/\1/p'; }

run 0 "a lab's page lists its drills" "mxfp4  MXFP4: 32 elements, one scale, 2 hours" show c06-floatbits
run 0 "the task of a drill" 'Drill: a block format' show c06 --drill mxfp4
run 2 "a drill that is not there" 'has no drill "mxfp". It has: mxfp4' test c06 --drill mxfp
run 2 "a lab without drills" 'w01-roofline has no drills' show w01-roofline --drill mxfp4
run 2 "a name that is a path" 'has no drill' test c06 --drill ../../w01-roofline
# shellcheck disable=SC2016  # a message of Ridge
run 1 "the lab comes before" 'comes after `correct` of its lab' test c06 --drill mxfp4
# shellcheck disable=SC2016  # a message of Ridge
run 2 "nobody answers a build by saying so" 'is not done: `ridge test c06-floatbits --drill mxfp4`' answer d11 d11-mxfp4 yes
lab=$(work c06-floatbits)
[ ! -e "$lab/mxfp4" ]
row $? "nothing of a drill is laid out before it may begin" "$(ls -R "$lab")"
cp "$SRC/kernels/c06-floatbits/ref.c" "$lab/floatbits.c"
run 0 "the lab is right" 'PASS' test c06-floatbits --phase correct
run 1 "the first run lays the skeleton out, and it fails" 'Laid out: .*/mxfp4/mxfp4.c' test c06 --drill mxfp4
[ -f "$lab/mxfp4/lab.h" ] && [ -f "$lab/mxfp4/brief.md" ] && cmp -s "$lab/mxfp4/mxfp4.c" \
    "$SRC/labs/c06-floatbits/drills/mxfp4/skeleton/mxfp4.c"
row $? "with its interface and its task" "$(ls -R "$lab")"
run 0 "the exercise was tried" 'd11-mxfp4 · a build · wrong: ridge test c06-floatbits --drill mxfp4' show 'd11#Exercises'
cp "$SRC/kernels/c06-floatbits/drills/mxfp4/ref.c" "$lab/mxfp4/mxfp4.c"
run 0 "what is there is not overwritten, and passes" 'PASS *drill:mxfp4' test c06 --drill mxfp4
run 0 "the exercise is built" 'd11-mxfp4 · a build · built' show 'd11#Exercises'
run 0 "and its worked answer opens" "exponent field less 2" answer d11 d11-mxfp4 look
cp "$SRC/labs/c06-floatbits/drills/mxfp4/skeleton/mxfp4.c" "$lab/mxfp4/mxfp4.c"
run 1 "a later run that fails" 'FAIL' test c06 --drill mxfp4
run 0 "undoes nothing" 'd11-mxfp4 · a build · built' show 'd11#Exercises'
run 0 "the attempts of a drill are its own" 'c06-floatbits/mxfp4' history c06 --drill mxfp4
case $("$RIDGE" history c06-floatbits) in *mxfp4*) row 1 "and none of its lab" "" ;; *) row 0 "and none of its lab" ;; esac
run 0 "the lab has the points that it had" '40 of 100 points' show c06-floatbits
case $("$RIDGE" status) in *mxfp4*) row 1 "a drill is no lab" "$("$RIDGE" status)" ;; *) row 0 "a drill is no lab" ;; esac
run 0 "as JSON" '"id": "drill:mxfp4"' show c06 --drill mxfp4 --json
run 0 "the skeleton again" 'The skeleton is back' reset c06 --drill mxfp4 --yes
lab=$(work w09-tile-dsl)
cp "$SRC/kernels/w09-tile-dsl/ref.cu" "$lab/tiles.cu"
run 0 "a lab whose interface has a second header" 'PASS' test w09-tile-dsl --backend simt --phase correct
run 1 "its drill is built with that header" 'rms_tile' test w09 --drill rms --backend simt --phase correct
cmp -s "$lab/rms/tile.h" "$SRC/labs/w09-tile-dsl/tile.h" && cmp -s "$lab/rms/lab.h" "$SRC/labs/w09-tile-dsl/drills/rms/lab.h"
row $? "which lies beside its own" "$(ls "$lab/rms")"
echo "1..$n"
exit "$((bad > 0))"
