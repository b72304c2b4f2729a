#!/bin/sh
# `ridge book`: TAP, one row a promise. Pages are read by Python's XML parser, by html5lib where it is installed, and
# the EPUB by epubcheck where that is.
#     book.sh RIDGE SOURCES
set -u
RIDGE=$1
SRC=$2
tmp=$(mktemp -d) || exit 99
trap 'chmod -R u+w "$tmp"; rm -rf "$tmp"' EXIT
export HOME="$tmp/home" XDG_CACHE_HOME="$tmp/cache" NO_COLOR=1 LC_ALL=C.UTF-8 RIDGE_ROOT="$SRC" RIDGE_NOW=1790000000
unset XDG_DATA_HOME || :
mkdir -p "$HOME"
# shellcheck source=tests/cli/tap.sh
. "$(dirname "$0")/tap.sh"
long_by_nature
HERE=$(dirname "$0")

ridge() {
    "$RIDGE" --home "$tmp/ridge" "$@"
}

# says NAME command…: it succeeds, and what it says is the row's detail
says() {
    name=$1
    shift
    detail=$("$@" 2>&1)
    row $? "$name" "$detail"
}

# ---- the whole ---------------------------------------------------------------------------

all=$tmp/all
says "the year is written, as pages and as an EPUB" ridge book --html "$all" --epub "$tmp/all.epub"
says "every page parses, every link has its target, nothing is fetched" python3 "$HERE/book_check.py" "$all"
says "so in the EPUB, whose package lists what is there" python3 "$HERE/book_check.py" "$tmp/all.epub"
if [ -e /usr/share/java/epubcheck.jar ] && command -v java >/dev/null; then
    says "epubcheck has nothing to say" java -jar /usr/share/java/epubcheck.jar --failonwarnings "$tmp/all.epub"
else
    skip "epubcheck has nothing to say" "epubcheck is not installed"
fi
missing=$(for lab in "$SRC"/labs/*/lab.lua; do
    id=$(basename "$(dirname "$lab")")
    [ -s "$all/$id.html" ] || echo "$id"
done)
[ -z "$missing" ]
row $? "no lab is left out" "$missing"
missing=$(for card in "$SRC"/curriculum/cards/*.md; do
    id=$(basename "$card" .md)
    [ -s "$all/cards-$id.html" ] || echo "$id"
done)
[ -z "$missing" ]
row $? "no card is left out" "$missing"
missing=$(for chapter in "$SRC"/curriculum/deep/d*.md; do
    id=$(basename "$chapter" .md)
    [ -s "$all/deep-$id.html" ] || echo "$id"
done)
[ -z "$missing" ]
row $? "no deep dive is left out" "$missing"
missing=$(for tour in "$SRC"/curriculum/tours/*.md; do
    id=$(basename "$tour" .md)
    [ -s "$all/tours-$id.html" ] || echo "$id"
done)
[ -z "$missing" ]
row $? "no tour is left out" "$missing"
says "a lesson's figures are computed" sh -c "! grep -lE '[{][{][=!>]' '$all'/*.html"
says "answers are folded in the pages" grep -q '<details><summary>Answer</summary>' "$all/w01-roofline.html"
says "and stand at the page's end in the EPUB" python3 -c "
import sys, zipfile
page = zipfile.ZipFile(sys.argv[1]).read('book/w01-roofline.xhtml').decode()
assert '<details' not in page
assert page.index('id=\"answers\"') > page.index('id=\"questions\"') < page.index('id=\"answer-1\"')
" "$tmp/all.epub"
says "a lab's name in a text leads to its page" grep -q 'href="c08-gptq.html"><code>c08-gptq' "$all/week-31.html"
says "it answers no question with the numbers that the workbook asks" sh -c "
    '$RIDGE' --home '$tmp/ridge' answer w03 --json | python3 -c '
import html, json, sys
page = html.unescape(open(sys.argv[1]).read())
vary = [q for q in json.load(sys.stdin)[\"questions\"] if q[\"params\"]]
assert vary and any(q[\"ask\"] not in page for q in vary)
' '$all/w03-txmath.html'"

# ---- a part, a track ----------------------------------------------------------------------

says "a part alone" ridge book --part 4 --html "$tmp/part"
says "has its weeks and no other's" sh -c "test -e '$tmp/part/week-30.html' && ! test -e '$tmp/part/week-01.html'"
says "and links to what it has only" python3 "$HERE/book_check.py" "$tmp/part"
says "a track of deep dives has its chapters" ridge book --track systems24 --html "$tmp/systems"
[ -e "$tmp/systems/deep-d11.html" ]
row $? "where its steps name them"
says "a track, in its order" ridge book --track gpu --html "$tmp/gpu"
says "says which labs are not there yet, and leads to those that are" python3 "$HERE/book_check.py" "$tmp/gpu"
says "the same call gives the same bytes" sh -c "
    '$RIDGE' --home '$tmp/ridge' book --part 4 --epub '$tmp/1.epub' >/dev/null &&
    '$RIDGE' --home '$tmp/ridge' book --part 4 --epub '$tmp/2.epub' >/dev/null && cmp '$tmp/1.epub' '$tmp/2.epub'"
says "--json says what was written" sh -c "'$RIDGE' --home '$tmp/ridge' book --part 4 --html '$tmp/part' --json |
    python3 -c 'import json, sys
d = json.load(sys.stdin)
assert d[\"schema\"] == \"ridge.book/1\" and d[\"pages\"] > 20, d'"

# ---- what it refuses ------------------------------------------------------------------------

run 2 "nothing to write is told" 'Name what to write: --html DIR' book
run 2 "a part and a track are one too many" 'give one of --part and --track' book --part 1 --track gpu --html "$tmp/x"
run 2 "an unknown track is told, with those that there are" \
    'There is no track "gpus"; there are 52weeks' book --track gpus --html "$tmp/x"
run 2 "there is no seventh part" 'part' book --part 7 --html "$tmp/x"
run 2 "a folder without --html belongs to nothing" 'belongs to nothing' book "$tmp/x"
run 2 "--html wants its folder" 'Name the folder' book --html
says "--html=DIR will do" ridge book --part 4 "--html=$tmp/equal"
mkdir "$tmp/mine" && echo diary >"$tmp/mine/diary.txt"
run 2 "a folder with other things is refused" 'holds other things' book --part 4 --html "$tmp/mine"
[ "$(cat "$tmp/mine/diary.txt")" = diary ] && [ "$(ls "$tmp/mine")" = diary.txt ]
row $? "and left as it is"
echo mine >"$tmp/a-file"
run 2 "a file is refused" 'holds other things' book --part 4 --html "$tmp/a-file"
[ "$(cat "$tmp/a-file")" = mine ]
row $? "and left as it is, too"
mkdir "$tmp/there" && ln -s there "$tmp/link"
says "a link to a folder stays one" ridge book --part 4 --html "$tmp/link"
[ -h "$tmp/link" ] && [ -e "$tmp/there/index.html" ]
row $? "and the book is where it leads"
touch "$tmp/part/old-page.html"
says "an older book is replaced" ridge book --part 4 --html "$tmp/part/"
[ ! -e "$tmp/part/old-page.html" ] && [ -e "$tmp/part/index.html" ]
row $? "by the whole of the new one"
mkdir "$tmp/shut" && chmod a-w "$tmp/shut"
if [ "$(id -u)" -ne 0 ]; then
    run 10 "a folder that can't be written is told" 'shut' book --part 4 --epub "$tmp/shut/b.epub"
else
    run 10 "a folder that can't be written is told" 'no-such' book --part 4 --epub "/proc/no-such/b.epub"
fi
[ -z "$(find "$tmp" -maxdepth 1 -name '*.new-*' -o -maxdepth 1 -name '*.old-*')" ]
row $? "nothing half written is left"
echo "1..$n"
[ "$bad" -eq 0 ]
