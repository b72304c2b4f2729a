#!/bin/sh
# A course as one signed file: built, added, updated, removed; and what attackers make of it. TAP, one row a promise.
# Needs RIDGE (the binary), RIDGE_SRC (the checkout) and pack_fixture.
set -u
RIDGE=$(realpath "$1")
SRC=$2
FIXTURE=$(realpath "$3")
HERE=$(dirname "$(realpath "$0")")
tmp=$(mktemp -d) || exit 99
trap 'rm -rf "$tmp"; [ -z "${server:-}" ] || kill "$server" 2>/dev/null' EXIT
export HOME="$tmp/home" XDG_CACHE_HOME="${RIDGE_TEST_CACHE:-$tmp/cache}" NO_COLOR=1 LC_ALL=C.UTF-8 RIDGE_ROOT="$SRC"
unset XDG_DATA_HOME || :
chmod 755 "$tmp"
mkdir -p "$HOME" "$tmp/w"
cd "$tmp/w" || exit 99
A=$tmp/author L=$tmp/learner P=$tmp/w/scan-0.1.0.ridge-pack.tar
# shellcheck source=tests/cli/tap.sh
. "$HERE/tap.sh"
long_by_nature

# json NAME EXPRESSION args…: the document, as d, makes the expression true
json() {
    name=$1 expr=$2
    shift 2
    detail=$("$RIDGE" "$@" --json 2>&1 </dev/null | python3 -c "
import json, sys
d = json.load(sys.stdin)
assert $expr, d" 2>&1)
    row $? "$name" "$(printf '%.2000s' "$detail")"
}

# built args…: builds without proving, and prints the fingerprint
built() {
    "$RIDGE" pack build --no-check --home "$A" --json "$@" | python3 -c 'import json, sys; print(json.load(sys.stdin)["fingerprint"])'
}

# ---- an author's course --------------------------------------------------------------------------------------

run 2 "without a course there is nothing to build" 'no pack.lua of yours' pack build --home "$A"
"$RIDGE" lab new scan-rows --title 'Rows' --home "$A" >/dev/null
run 0 "a course is built once its labs are proven" 'KiB, signed with [0-9a-f ]+\.' pack build scan --home "$A"
cp "$P" "$tmp/first"
key=$(built scan)
cmp -s "$P" "$tmp/first"
row $? "the same files make the same bytes"
[ "$(stat -c %a "$A/author.key")" = 600 ]
row $? "the author's key is the author's alone"
cp -r scan broken && sed -i 's/lane\[k\] +=/lane[k] -=/' broken/kernels/scan-rows/ref.c
run 1 "a course with a lab that does not hold is not built" 'A lab is not proven, so nothing was built' \
    pack build broken --out "$tmp/broken.tar" --home "$A"
[ ! -e "$tmp/broken.tar" ]
row $? "and leaves no file"
cp -r scan linked && ln -s /etc/passwd linked/labs/scan-rows/extra.c
run 1 "a link in a course is not packed" 'extra.c: a link' pack build linked --no-check --out "$tmp/linked.tar" --home "$A"
rm -rf broken linked

# ---- a learner -----------------------------------------------------------------------------------------------

run 2 "without a word about the key nothing is added" 'Nothing was added. It is signed with' pack add "$P" --home "$L"
run 2 "--yes alone is no word about it" 'Nothing was added' pack add "$P" --yes --home "$L"
run 1 "nor is another fingerprint" 'not with the key you gave' pack add "$P" --yes --key '0000 0000' --home "$L"
answer() { # answer WORD: on a terminal, to the question
    python3 - "$1" "$RIDGE" pack add "$P" --home "$tmp/asked" <<'P'
import os, pty, sys
pid, fd = pty.fork()
if not pid:
    os.execv(sys.argv[2], sys.argv[2:])
said = b""
try:
    while True:
        said += os.read(fd, 1000)
        if b"[y/N]" in said and sys.argv[1]:
            os.write(fd, sys.argv[1].encode() + b"\n")
            sys.argv[1] = ""
except OSError:
    pass
print(said.decode(), os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
P
}
answer n | grep -q "Nothing was added"
row $? "on a terminal it asks, and a no is a no"
answer y | tr '\r\n' '  ' | grep -q "signed with $key.*author told you.*Added"
row $? "and shows the fingerprint first"
run 0 "with its author's fingerprint it comes in" 'ridge start scan-rows' pack add "$P" --yes --key "$key" --home "$L"
json "list says whose it is" '[(p["name"], p["version"], p["labs"]) for p in d["packs"]] == [("scan", "0.1.0", ["scan-rows"])]' \
    pack list --home "$L"
json "its labs are in the list" 'any(x["id"] == "scan-rows" and x["ready"] for x in d["extra"])' list --home "$L"
run 0 "and are a track" 'Track: scan' map scan --home "$L"
printf 'size 90x60\nkeys ~ End\nsave -\nkeys Enter\nwait scan-rows\nsave -\n' >keys.txt
run 0 "the workbook's first page has them, and opens them" 'start lays out|Milestones' --script keys.txt --home "$L"
run 0 "show has its brief" 'each row of x divided by' show scan --home "$L"
run 0 "and its lesson, with the source in it" 'sum \+= x\[r' show scan-rows --lesson --home "$L"
MINE=$L/work
MINE=$MINE/scan-rows # where its lab lies
run 0 "start lays it out" 'rmsnorm.c' start scan-rows --home "$L"
[ -f "$MINE/lab.h" ] && [ -f "$MINE/brief.md" ]
row $? "with its interface and task"
cp scan/kernels/scan-rows/ref.c "$MINE/rmsnorm.c"
run 0 "a solution passes" 'PASS +correct +40/40' test scan-rows --phase correct --home "$L"
run 2 "the same once more is no update" 'is here already' pack add "$P" --yes --key "$key" --home "$L"
mkdir hand && cp scan/kernels/scan-rows/ref.c hand/rmsnorm.c
printf 'key,name,email,section\nada,Ada Doe,a@example.org,1\n' >roster.csv
"$RIDGE" roster import roster.csv --yes --home "$L" >/dev/null 2>&1
mkdir -p class/ada && cp hand/rmsnorm.c class/ada/
run 0 "a class's lab may be a pack's" 'ada|Ada' grade class --lab scan-rows --phase correct --yes --home "$L"

# ---- attempts outlive the pack -------------------------------------------------------------------------------

before=$("$RIDGE" history scan-rows --json --home "$L" </dev/null)
run 2 "removing asks" 'Nothing was removed; --yes does it' pack remove scan --home "$L"
run 0 "and is done with --yes" 'Your files and attempts of its labs stay' pack remove scan --yes --home "$L"
json "its lab is listed as missing" '[x["id"] for x in d["missing"]] == ["scan-rows"] and not d["extra"]' list --home "$L"
run 2 "and says how it comes back" 'of pack scan, which is not here: .ridge pack add' test scan-rows --home "$L"
run 0 "the status still counts" '.' status --home "$L"
[ -f "$MINE/rmsnorm.c" ]
row $? "the learner's file is where it was"
run 0 "a known key needs no word about it" 'Added' pack add "$P" --home "$L"
after=$("$RIDGE" history scan-rows --json --home "$L" </dev/null)
[ -n "$before" ] && [ "$before" = "$after" ]
row $? "attempts survive remove and add" "$before / $after"
json "and none is missing" 'not d["missing"]' list --home "$L"

# ---- updates ---------------------------------------------------------------------------------------------------

run 1 "an update has to be later" 'no later than 0.1.0' pack update "$P" --home "$L"
sed -i 's/version = "0.1.0"/version = "0.1.10"/' scan/pack.lua && built scan >/dev/null
sed -i 's/version = "0.1.10"/version = "0.1.9"/' scan/pack.lua && built scan >/dev/null
run 0 "0.1.9 is later than 0.1.0" 'Added' pack update scan-0.1.9.ridge-pack.tar --home "$L"
run 0 "and 0.1.10 than 0.1.9" 'Added' pack update scan-0.1.10.ridge-pack.tar --home "$L"
run 1 "and not the other way" 'no later than 0.1.10' pack update scan-0.1.9.ridge-pack.tar --home "$L"
sed -i 's/version = "0.1.9"/version = "0.2.0"/' scan/pack.lua
mv "$A/author.key" "$tmp/kept.key" && other=$(built scan) && mv "$tmp/kept.key" "$A/author.key"
run 1 "another key is no update, whoever says so" 'another key' pack update scan-0.2.0.ridge-pack.tar --yes --key "$other" --home "$L"
"$RIDGE" pack remove scan --yes --home "$L" >/dev/null
run 1 "nor a pack of that name later" 'another key .* than before' pack add scan-0.2.0.ridge-pack.tar --yes --home "$L"
built scan >/dev/null
python3 -u -m http.server 0 --bind 127.0.0.1 >"$tmp/port" 2>/dev/null &
server=$!
tries=0
until grep -q port "$tmp/port" || [ $tries -gt 50 ]; do tries=$((tries + 1)) && sleep 0.1; done
url=http://127.0.0.1:$(sed -n 's/.*port \([0-9]*\).*/\1/p' "$tmp/port")
[ -z "$bare" ] || export RIDGE_BOX_WITHOUT="$bare"
run 0 "a URL will do" 'Added' pack add "$url/scan-0.1.9.ridge-pack.tar" --home "$L"
run 1 "update goes where it came from" 'no later than 0.1.9' pack update scan --home "$L"
run 1 "a URL with nothing behind it" '404|not there|no such' pack add "$url/none.tar" --home "$L"
unset RIDGE_BOX_WITHOUT || :
kill "$server" && server=
"$RIDGE" pack remove scan --yes --home "$L" >/dev/null
run 2 "what is no verb" 'pack build' pack publish --home "$L"

# ---- attacks: signed by their author, whose key is trusted ---------------------------------------------------

mkdir course && (cd course && "$RIDGE" lab new evil-rows --home "$A" >/dev/null)
attack() { # attack KIND PATTERN
    python3 "$HERE/pack_attack.py" "$FIXTURE" "$tmp/evil.key" "$tmp/w/course/evil" "$tmp/evil.tar" "$1" || exit 99
    run 1 "$1 is refused" "is not taken.*($2)" pack add "$tmp/evil.tar" --yes --key "$evil" --home "$L"
}
python3 "$HERE/pack_attack.py" "$FIXTURE" "$tmp/evil.key" "$tmp/w/course/evil" "$tmp/evil.tar" setuid
evil=$("$RIDGE" pack add "$tmp/evil.tar" --yes --home "$L" 2>&1 | sed -n 's/.*signed with \([0-9a-f ]*\):.*/\1/p')
run 0 "what the attacks are made from is right" 'Added' pack add "$tmp/evil.tar" --yes --key "$evil" --home "$L"
[ -z "$(find "$L/packs/evil" -type f ! -perm 644)" ]
row $? "modes of an archive are not taken over, setuid least of all" "$(find "$L/packs/evil" -type f ! -perm 644)"
"$RIDGE" pack remove evil --yes --home "$L" >/dev/null
python3 "$HERE/pack_attack.py" "$FIXTURE" "$tmp/evil.key" "$tmp/w/course/evil" "$tmp/evil.tar" title-escape-lua
"$RIDGE" pack add "$tmp/evil.tar" --yes --key "$evil" --home "$L" >"$tmp/said" 2>&1
"$RIDGE" list --home "$L" >>"$tmp/said" 2>&1 && "$RIDGE" map evil --home "$L" >>"$tmp/said" 2>&1
grep -q 'evil-rows' "$tmp/said" && ! LC_ALL=C grep -q "$(printf '\033')" "$tmp/said"
row $? "a title cannot talk to the terminal" "$(grep evil-rows "$tmp/said" | od -c | head -n 5)"
"$RIDGE" pack remove evil --yes --home "$L" >/dev/null
for k in manifest-changed signature-changed; do attack $k 'signature does not fit'; done
attack signature-none 'no manifest with a signature'
attack schema-other 'manifest is not as Ridge writes it'
for k in files-none title-escape title-turned; do attack $k 'manifest is not as Ridge'; done
for k in manifest-no-json manifest-huge key-none; do attack $k 'signature does not fit|larger than|manifest'; done
attack file-changed 'oracle.c is not what was signed'
attack file-missing 'naive.c is listed, and the pack does not have it'
attack file-extra 'extra.c is in the pack, and its list does not name it'
attack file-twice 'pack.lua is there twice'
for k in symlink symlink-folder hardlink; do attack $k 'a link'; done
for k in device fifo; do attack $k 'neither a file nor a folder'; done
attack tar-up 'leaves its folder'
attack tar-absolute 'absolute path'
for k in bomb-large bomb-ratio; do attack $k '16 MiB|100 times'; done
attack bomb-count 'more than 1000 entries'
for k in cut-off no-archive; do attack $k 'damaged|no zip or tar|no pack'; done
attack binary 'NUL'
attack no-manifest 'labs/evil-rows/lab.lua is not there'
for k in place-up place-absolute; do attack $k 'leaves its folder|absolute|no place in a pack'; done
for k in place-prelude place-own-lab place-own-kernel place-other-pack place-record place-hidden place-backslash place-deep; do
    attack $k 'no place in a pack'
done
for k in name-own name-path name-none; do attack $k 'none that a pack may have'; done
attack version-none 'version is not written'
attack version-other 'its version is not the one that was signed'
python3 "$HERE/pack_attack.py" "$FIXTURE" "$tmp/evil.key" "$tmp/w/course/evil" "$tmp/evil.tar" ridge-newer
run 1 "one for a later Ridge is refused" 'needs Ridge 99.0.0' pack add "$tmp/evil.tar" --yes --key "$evil" --home "$L"
# what runs into a limit takes all of its time
for k in lua-loop lua-pcall-loop; do ! drawn $k || attack $k 'evil-rows/lab.lua:1: '; done
for k in lua-memory lua-pattern; do ! drawn $k || attack $k 'evil-rows/lab.lua'; done
for k in lua-os lua-io lua-require lua-load; do attack $k "evil-rows/lab.lua:1: There is no name '(os|io|require|load)'"; done
attack lua-syntax 'evil-rows/lab.lua:1: '
! drawn pack-lua-loop || attack pack-lua-loop 'packs/evil/pack.lua:1: '
attack pack-lua-os "packs/evil/pack.lua:1: There is no name 'os'"
[ "$(find "$L/packs" -mindepth 1 ! -name keys.json)" = "" ] && [ ! -e "$tmp/up" ] && [ ! -e /tmp/evil ]
row $? "and none of them left anything" "$(find "$L/packs" -mindepth 1)"
run 0 "the workbook is as it was" 'w01-roofline' list --home "$L"

# ---- an oracle that its author means ill with: named, nothing harmed, and not the learner's fault --------------

mkdir -p "$HOME/.ssh" && echo "$tmp" >"$HOME/.ssh/id_ed25519"
add_evil() { # add_evil KIND
    python3 "$HERE/pack_attack.py" "$FIXTURE" "$tmp/evil.key" "$tmp/w/course/evil" "$tmp/evil.tar" "$1" || exit 99
    "$RIDGE" pack add "$tmp/evil.tar" --yes --key "$evil" --home "$L" >/dev/null || exit 99
}
oracle() { # oracle KIND CODE NAME PATTERN
    add_evil "oracle-$1"
    run "$2" "an oracle that $1: $3" "$4" test evil-rows --phase correct --impl reference --home "$L"
    "$RIDGE" pack remove evil --yes --home "$L" >/dev/null
}
oracle reads 9 "another's files are not there" 'rows_fill refused case'
oracle writes 9 "nor can it make any" 'rows_fill refused case'
[ ! -e "$HOME/evil" ]
row $? "and none was made" "$(ls -la "$HOME")"
oracle connects 9 "is stopped, and the call named" 'The lab.s oracle called socket\(\)'
oracle forks 9 "is stopped at the first" 'The lab.s oracle started a process or a thread, as fork\(\), system\(\)'
end='ended by itself, with exit code 0'
[ -z "$bare" ] || end='started a process or a thread' # to look for leaks
oracle exits 9 "is no pass" "The lab.s oracle $end"
oracle forges 0 "its report is heard by nobody" 'PASS +correct'
add_evil oracle-exits
"$RIDGE" start evil-rows --home "$L" >/dev/null
run 9 "a learner who meets one is told whose fault it is" "The lab.s oracle" test evil-rows --phase correct --home "$L"
said=$(python3 -c "
import sqlite3
all = sqlite3.connect('$L/ridge.db').execute('SELECT lab, impl, status FROM attempt').fetchall()
print([status for lab, impl, status in all if (lab, impl) == ('evil-rows', 'learner')])")
[ "$said" = "['ERROR']" ]
row $? "and is not charged: no attempt of theirs has failed" "$said"
"$RIDGE" pack remove evil --yes --home "$L" >/dev/null

# ---- a pack that goes wrong later ------------------------------------------------------------------------------

"$RIDGE" pack add "$P" --home "$L" >/dev/null
cp -r course/evil "$L/packs/evil" && sed -i '1i while true do end' "$L/packs/evil/labs/evil-rows/lab.lua"
run 0 "one that loops costs its own labs only" 'scan-rows' list --home "$L"
run 0 "and is named" 'left out: labs/evil-rows/lab.lua:1: ' status --home "$L"
rm -r "$L/packs/evil"
"$RIDGE" pack remove scan --yes --home "$L" >/dev/null

# ---- a folder that somebody put there ------------------------------------------------------------------------

mkdir -p "$L/packs/evil" && cp -r "$SRC/labs" "$L/packs/evil/" && cp course/evil/pack.lua "$L/packs/evil/"
sed -i 's/title = "Roofline meter"/title = "Shadow"/' "$L/packs/evil/labs/w01-roofline/lab.lua"
json "what lies below packs/ shadows no lab of Ridge's" \
    'all(x["title"] != "Shadow" for w in d["weeks"] for x in w["labs"]) and d["extra"] == []' list --home "$L"
run 0 "show has Ridge's own" 'Roofline meter' show w01-roofline --home "$L"

echo "1..$n"
exit "$bad"
