#!/bin/sh
# A lab as Gradescope's autograder: the zip, its scripts in Gradescope's layout of folders, and what they leave as
# results.json. TAP. setup.sh, which installs packages as root, is read and not run. Needs RIDGE and RIDGE_SRC.
set -u
RIDGE=$(realpath "$1")
SRC=$2
tmp=$(mktemp -d) || exit 99
trap 'chmod -R u+rwx "$tmp"; rm -rf "$tmp"' EXIT
export XDG_CACHE_HOME="${RIDGE_TEST_CACHE:-$tmp/cache}" HOME="$tmp/home" NO_COLOR=1 LC_ALL=C.UTF-8 RIDGE_ROOT="$SRC"
unset XDG_DATA_HOME RIDGE_LEVEL || :
mkdir -p "$HOME" "$tmp/bin"
# shellcheck source=tests/cli/tap.sh
. "$(dirname "$0")/tap.sh"
# what setup.sh installs; with the cache of this test, that not every row compiles the lab's own part
printf '#!/bin/sh\nXDG_CACHE_HOME=%s exec %s "$@"\n' "$XDG_CACHE_HOME" "$RIDGE" >"$tmp/bin/ridge"
chmod +x "$tmp/bin/ridge"
cd "$tmp" || exit 99
H=$tmp/ridge
tar -czf ridge.tar.gz -C "$SRC" meson.build

# ---- the zip -------------------------------------------------------------------------------------------------

run 2 "what installs Ridge there has to be named" "git archive" pack autograder w03 --home "$H"
run 10 "and to be a package or sources" "neither a package" pack autograder w03 --ridge "$SRC/README.md" --home "$H"
run 2 "a lab without a program has none" "no program to run" pack autograder w12-capstone-1 --ridge ridge.tar.gz --home "$H"
run 0 "an autograder is made" "an autograder of w03-txmath" pack autograder w03 --ridge ridge.tar.gz --home "$H" --phase correct
mv w03-txmath-autograder.zip first.zip
run 0 "and again" "sandbox below L1" pack autograder w03 --ridge ridge.tar.gz --home "$H" --phase correct --out w03.zip
cmp -s first.zip w03.zip
row $? "the same files make the same bytes"
unpack() { # unpack ZIP: into Gradescope's folders, as it does
    rm -rf "$tmp/autograder"
    mkdir -p "$tmp/autograder/submission" "$tmp/autograder/results"
    python3 - "$1" "$tmp/autograder/source" <<'P'
import os, sys, zipfile
z = zipfile.ZipFile(sys.argv[1])
assert z.testzip() is None
for i in z.infolist():
    z.extract(i, sys.argv[2])
    os.chmod(os.path.join(sys.argv[2], i.filename), i.external_attr >> 16 & 0o777)
P
    cp "$tmp/autograder/source/run_autograder" "$tmp/autograder/"
}
unpack w03.zip
[ -x autograder/source/setup.sh ] && [ -x autograder/run_autograder ] && [ -s autograder/source/ridge.tar.gz ]
row $? "python's zipfile reads it; setup.sh and run_autograder stand at its root and may run"
missing=$(sed -n "/^packages='/,/'$/s/^\([a-z0-9.+-]*\) .*/\1/p" "$SRC/tests/setup.sh" | while read -r p; do
    tr -s '[:space:]' '\n' <autograder/source/setup.sh | grep -qxF "$p" || echo "$p"
done)
[ -z "$missing" ] && grep -q "meson>=1.0" autograder/source/setup.sh && grep -q "meson_version: '>=1.0" "$SRC/meson.build"
row $? "setup.sh installs what tests/setup.sh does, and the Meson that the build asks for" "$missing"
if command -v shellcheck >/dev/null; then
    out=$(shellcheck autograder/source/setup.sh autograder/run_autograder 2>&1)
    row $? "a shell's reader has nothing to say of the two" "$out"
else
    skip "a shell's reader has nothing to say of the two" "no shellcheck"
fi

# ---- a submission --------------------------------------------------------------------------------------------

submit() { # submit FILE: what a student uploads
    chmod -R u+rwx autograder/submission
    rm -rf autograder/submission autograder/results
    mkdir -p autograder/submission autograder/results
    [ -z "$1" ] || cp -P "$1" "autograder/submission/${2:-txmath.c}"
}
graded() { # graded CODE NAME EXPRESSION: of results.json as d (None: there is none) and what was printed as said
    AUTOGRADER=$tmp/autograder PATH="$tmp/bin:$PATH" autograder/run_autograder >said 2>&1
    code=$?
    detail=$(python3 - autograder/results/results.json "$SRC/tests/data/exports/gradescope.schema.json" "$3" <<'P' 2>&1
import json, os, sys
path, schema, expression = sys.argv[1:]
d = json.load(open(path)) if os.path.exists(path) else None
said = open("said").read()
if d is not None:
    try:
        from jsonschema import Draft7Validator
        errors = [e.message for e in Draft7Validator(json.load(open(schema))).iter_errors(d)]
        assert not errors, errors
    except ImportError:
        assert "score" in d
assert eval(expression), (d, said)
P
    )
    right=$?
    [ $right -eq 0 ] && [ $code -eq "$1" ]
    row $? "$2" "exit $code: $detail"
}
submit "$SRC/kernels/w03-txmath/ref.c"
graded 0 "what is right has all points" 'd["score"] == 55 and all(t.get("status") != "failed" for t in d["tests"])'
submit "$SRC/labs/w03-txmath/skeleton/txmath.c"
graded 0 "the skeleton has none, and hidden cases wait for the due date" \
    'd["score"] == 0 and {t["visibility"] for t in d["tests"]} == {"visible", "after_due_date"}'
submit ""
graded 0 "an empty upload is the student's fault, and says which file is missing" 'd["score"] == 0 and "txmath.c" in d["output"]'
ln -s /etc/passwd link.c
submit link.c
graded 0 "a link is read by nobody" 'd["score"] == 0 and "root:" not in json.dumps(d) + said'
{ printf '#include <stdio.h>\n#include <stdlib.h>\n__attribute__((constructor)) static void first(void) { FILE *f = fopen("%s/autograder/results/results.json", "w");\n' "$tmp"
  printf 'if (f) fputs("{\\"score\\": 99}", f); puts("{\\"score\\": 99}"); exit(0); }\n'
  cat "$SRC/kernels/w03-txmath/ref.c"; } >forger.c
submit forger.c
graded 0 "who writes a result of his own has the one that was measured" 'd["score"] == 0'
mkdir cc && cat >cc/gcc <<'P'
#!/bin/sh
case "$*" in *--version*) echo "gcc 1"; exit ;; *" -g "*) ;; *) exec gcc "$@" ;; esac
IFS=,
for word; do
    [ "$before" != -wrapper ] || $word /bin/sh -c 'kill -KILL $$' 2>/dev/null
    before=$word
done
exit 1
P
chmod +x cc/gcc
submit "$SRC/kernels/w03-txmath/ref.c"
echo '/* another hash */' >>autograder/submission/txmath.c
CC=$tmp/cc/gcc graded 1 "where the machine fails there is no result, and nobody has no points for it" \
    'd is None and "no fault of the submission" in said'

# ---- a course of one's own -----------------------------------------------------------------------------------

"$RIDGE" lab new scan-rows --home "$H" >/dev/null && cd scan || exit 99
run 0 "a lab of a course takes its course along" "an autograder of scan-rows" \
    pack autograder scan-rows --ridge ../ridge.tar.gz --home "$H" --phase correct --out ../scan.zip
cd "$tmp" || exit 99
unpack scan.zip
submit scan/kernels/scan-rows/ref.c rmsnorm.c
graded 0 "and is graded by it" 'd["score"] == 40'
[ ! -e autograder/submission/ref.c ] && [ -z "$(find autograder/results -name '.*' -type f)" ]
row $? "nothing else is left in the folders"

echo "1..$n"
[ $bad -eq 0 ]
