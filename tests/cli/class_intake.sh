#!/bin/sh
# A class's rosters and archives as the schools' systems write them, and what the times in them say: TAP, one row a
# promise. Needs RIDGE (the binary) and RIDGE_SRC (the checkout).
set -u
RIDGE=$1
SRC=$2
tmp=$(mktemp -d) || exit 99
trap 'chmod -R u+rwx "$tmp" 2>/dev/null; rm -rf "$tmp"' EXIT
export XDG_CACHE_HOME="${RIDGE_TEST_CACHE:-$tmp/cache}" HOME="$tmp/home" NO_COLOR=1 LC_ALL=C.UTF-8 RIDGE_ROOT="$SRC"
unset XDG_DATA_HOME VISUAL EDITOR TZ || :
mkdir -p "$HOME"
# shellcheck source=tests/cli/tap.sh
. "$(dirname "$0")/tap.sh"
H=$tmp/ridge
ridge() {
    "$RIDGE" "$@" --home "$H"
}
# json NAME python-expression args…: the expression holds of the document d, its rows by key r, and the exit code
json() {
    name=$1 expr=$2
    shift 2
    ridge "$@" --json >"$tmp/out.json" 2>"$tmp/err.txt" </dev/null
    code=$?
    detail=$(python3 - "$tmp/out.json" "$expr" "$code" <<'PY' 2>&1
import json, sys
d, code = json.load(open(sys.argv[1])), int(sys.argv[3])
r = {x["key"]: x for x in d.get("rows", [])}
if not eval(sys.argv[2]):
    print(json.dumps(d)[:3000]); sys.exit(1)
PY
    )
    row $? "$name" "$detail $(head -c 600 "$tmp/err.txt")"
}
good=$SRC/kernels/w01-roofline/ref.c

# --- Canvas's archive as canvas-lms writes it: each entry has the time of the download
printf 'Student,ID,SIS Login ID,Section\n"Doe, Ada",1001,adoe,A\n"Roe, Bob",1002,broe,A\n"Ng, Cy",1003,cyng,A\n' >"$tmp/r.csv"
python3 - "$tmp" "$good" <<'PY'
import sys, zipfile
t, good = sys.argv[1], open(sys.argv[2], "rb").read()
def put(z, name, when, more=b""): z.writestr(zipfile.ZipInfo(name, when), good + more)
with zipfile.ZipFile(t + "/canvas.zip", "w") as z:
    put(z, "doeada_1001_9001_roofline.c", (2026, 12, 5, 9, 30, 0))
    put(z, "roebob_LATE_1002_9002_roofline.c", (2026, 12, 5, 9, 30, 0), b"\n")
    put(z, "ngcy_1003_9003_roofline.c", (2026, 12, 5, 9, 30, 2), b"\n\n")
with zipfile.ZipFile(t + "/plain.zip", "w") as z:
    for k, who in enumerate(["adoe", "broe", "cyng"]): put(z, who + "/roofline.c", (2026, 12, 5, 9, 30, k))
with zipfile.ZipFile(t + "/zone.zip", "w") as z:
    put(z, "adoe/roofline.c", (2026, 12, 1, 23, 30, 0))
    put(z, "broe/roofline.c", (2026, 12, 2, 1, 30, 0))
PY
run 0 "a class" "3 students" roster import "$tmp/r.csv"
late="--lab w01 --phase correct --due 2026-12-01T23:59+01:00 --late 10%/day"
# shellcheck disable=SC2086
json "Canvas's mark counts, not the time of the download; without one it came in time" \
    '[r[k]["late_days"] for k in sorted(r)] == [0, 1, 0] and r["1001"]["received"] is None and r["1002"]["mark"] == "late"' \
    grade "$tmp/canvas.zip" $late
run 0 "which the table says" "Canvas's layout, whose times are the download's: 2 without LATE" grade "$tmp/canvas.zip" --lab w01
run 0 "and whom a person has to ask when" "1 late by Canvas's mark alone" grade --lab w01
run 0 "by key" "one day: 1002[.]" grade --lab w01
mkdir -p "$tmp/say"
(cd "$tmp/say" && python3 -m zipfile -e ../canvas.zip . && rm doeada* ngcy*)
json "--received says when: two days and an hour late are three" 'r["1002"]["late_days"] == 3 and r["1002"]["mark"] is None and r["1002"]["attempts"] == 1' \
    grade "$tmp/say" --lab w01 --received 2026-12-04T00:59+01:00
[ "$(ridge grade --lab w01 2>/dev/null | grep -c "mark alone")" -eq 0 ]
row $? "and nobody is asked any more"
[ "$(ridge export w01 --format csv 2>/dev/null | grep -c 2026-12-05)" -eq 0 ]
row $? "no file for others has the download's time as the student's"
H=$tmp/none
ridge roster import "$tmp/r.csv" >/dev/null
# shellcheck disable=SC2086
json "whom no due time is due from is not late" 'r["1002"]["late_days"] == 0' \
    grade "$tmp/canvas.zip" --lab w01 --phase correct

# --- times that are all alike, after the due time
H=$tmp/plain
ridge roster import "$tmp/r.csv" >/dev/null
# shellcheck disable=SC2086
run 0 "times that are all alike make everybody late, which is said" "all 3 times in plain.zip lie within ten minutes" \
    grade "$tmp/plain.zip" $late
[ "$(ridge grade "$tmp/plain.zip" --lab w01 --received 2026-12-01T10:00Z 2>/dev/null | grep -c "ten minutes")" -eq 0 ]
row $? "but not where a person says when"

# --- a zip's times have no zone of their own
for tz in "" UTC0 JST-9; do
    H=$tmp/zone$tz
    ridge roster import "$tmp/r.csv" >/dev/null
    [ -z "$tz" ] || export TZ="$tz"
    # shellcheck disable=SC2086
    json "the due time's zone reads them, whatever this machine's (${tz:-its own})" \
        'r["1001"]["late_days"] == 0 and r["1002"]["late_days"] == 1 and r["1001"]["received"] == 1796164200000' \
        grade "$tmp/zone.zip" $late
    unset TZ
done
H=$tmp/tz
ridge roster import "$tmp/r.csv" >/dev/null
TZ=JST-9 json "without one TZ does, which the sandbox does not see" 'r["1001"]["received"] == 1796135400000' \
    grade "$tmp/zone.zip" --lab w01 --phase correct
run 0 "the audit holds" "audit.*whole|✓" doctor

echo "1..$n"
exit $((bad > 0))
