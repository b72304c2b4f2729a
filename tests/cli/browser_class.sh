#!/bin/sh
# A class's pages in a real browser, as wide as a desk's and as narrow as a phone's: no number, id or status is broken in
# two, and no page has to be pushed sideways. TAP. Needs RIDGE (the binary), RIDGE_SRC (the checkout) and class_fixture;
# without chromium there is nothing to try.
set -u
RIDGE=$1
SRC=$2
FIXTURE=$3
if ! command -v chromium >/dev/null; then
    echo "1..0 # SKIP no chromium (Debian: apt install chromium)"
    exit 0
fi
# shellcheck source=tests/cli/tap_class.sh
. "$(dirname "$0")/tap_class.sh"
mkdir -p "$H" "$tmp/pages"

python3 - "$SRC" >"$tmp/class.json" <<'PY'
import json, sys
source = open(sys.argv[1] + "/kernels/w03-txmath/ref.c").read()
long = "p_total(L=32, d=4096, H=32, Hkv=32, hd=128, ff=11008): expected 6738415616, yours 6738415617 (16 more)."
def report(ok):
    return {"schema": "ridge.report/1", "duration_ms": 1500, "milestones": [
                {"id": "correct", "kind": "correct", "status": "PASS" if ok else "FAIL", "points": 55.0 * ok, "max": 55.0,
                 "goal": "all 108 cases of 9 functions agree with the float64 oracle", "message": "" if ok else long,
                 "hint": "" if ok else "Embedding, tied head, experts, biases, norms: ask of each whether it is stored."},
                {"id": "sanitize", "kind": "sanitize", "status": "PASS" if ok else "PENDING", "points": 10.0 * ok, "max": 10.0,
                 "goal": "no bad access, no undefined behaviour, no leak", "message": ""}],
            "cases": [{"case": "llama2-7b", "call": "p_total", "hidden": False, "status": "PASS" if ok else "FAIL", "message": long,
                       "inputs": {"params": [1234567.25] * 9},
                       "mismatch": {"out": "params", "index": 0, "expected": 6738415616, "actual": 6738415617, "bad": 1, "total": 1}}],
            "measurements": [{"bench": "walk", "ratio": 0.75, "lo": 0.7, "hi": 0.82, "pairs": 30}]}
names = ["Doe, Ada", "Łukasiewicz-von und zu Hohenstein, Jan", "王, 小明", "كريم, محمد", "A" * 90 + ", Long", "Roe, Bob"]
students = [{"key": f"{2800 + k:07d}", "name": name, "email": f"u{k}@example.edu", "section": f"Lab {k % 2}",
             "origin": f"canvas.zip/u{k}_{1000 + k}_{90000 + k}_txmath.c", "file": "txmath.c", "text": source, "max": 65,
             "status": "PASS" if k % 2 else "FAIL", "points": 65 if k % 2 else 0, "report": report(k % 2)}
            for k, name in enumerate(names)] + [{"key": "k" * 60, "name": "Poe, Cy", "email": "", "section": "Lab 1"}]
json.dump({"lab": "w03-txmath", "students": students, "policy": {
    "due": 1764630000000, "zone": 60, "late": {"percent_per_day": 10}}}, sys.stdout)
PY
"$FIXTURE" "$H/ridge.db" <"$tmp/class.json" || exit 99
run 0 "a grade by hand" "3 of 65" adjust --lab w03 --only 0002802 --points 3 --reason "An oral examination, about the experts."
run 0 "a comment on a line" "is kept" comment w03 0002800 txmath.c:46 "Every expert is stored, and a router beside them."
run 0 "the pages of a class" "index.html" export w03 --format html --out "$tmp/pages"
run 0 "of a term" "" class --total --html "$tmp/pages/term.html"
run 0 "of who resembles whom" "" similar w03 --html "$tmp/pages/similar.html"

# What no page of ours may do, so that the eyes below are known to see it.
sed 's/td\.[a-z][^}]*}//g; s/,td\.[a-z]*{[^}]*}//g' "$tmp/pages/index.html" | sed 's/\.o{overflow-x:auto}//' >"$tmp/pages/broken.html"

# looked WIDTH FILE: what is wrong with the page, as the browser lays it out
looked() {
    cat >"$tmp/pages/frame.html" <<EOF2
<!doctype html><meta charset="utf-8"><body style="margin:0"><iframe id="f" style="width:$1px;height:1400px;border:0" src="$2"></iframe>
<pre id="said">not looked at</pre>
<script>
document.getElementById('f').onload = function () {
    const d = this.contentDocument, bad = [];
    const wide = d.documentElement.scrollWidth;
    if (wide > $1) bad.push('the page is ' + wide + ' wide');
    if (!d.querySelectorAll('table').length) bad.push('no table');
    for (const cell of d.querySelectorAll('td')) {
        const text = cell.textContent.trim();
        if (!text || text.length > 16 || / [a-z(]/.test(text) || cell.querySelector('svg')) continue;
        const range = d.createRange();
        range.selectNodeContents(cell);
        const tops = new Set([...range.getClientRects()].filter(r => r.width > 0).map(r => Math.round(r.bottom / 8)));
        if (tops.size > 1 && /^[^ ]+$/.test(text)) bad.push('broken: ' + text);
    }
    document.getElementById('said').textContent = 'looked at: ' + bad.slice(0, 5).join('; ');
};
</script>
EOF2
    timeout 60 chromium --headless --no-sandbox --disable-gpu --no-first-run --user-data-dir="$tmp/profile" --window-size=1400,1500 \
        --allow-file-access-from-files --virtual-time-budget=5000 --dump-dom "file://$tmp/pages/frame.html" 2>/dev/null |
        sed -n 's/.*<pre id="said">\(.*\)<\/pre>.*/\1/p'
}
for width in 1200 390; do
    for page in index.html student-0002800.html student-0002801.html student-0002802.html term.html similar.html; do
        said=$(looked $width $page)
        [ "$said" = "looked at: " ]
        row $? "$page at $width pixels" "$said"
    done
done
said=$(looked 390 broken.html)
case $said in *broken:* | *wide*) true ;; *) false ;; esac
row $? "without its rules a page is found broken" "$said"
echo "1..$n"
exit $((bad > 0))
