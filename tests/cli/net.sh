#!/bin/sh
# Papers, hand-ins and their collection over a network that misbehaves: TAP, one row a promise. nginx with WebDAV and a
# small server of bad manners are started here, with a certificate authority of their own. Needs RIDGE, RIDGE_SRC.
set -u
RIDGE=$1
SRC=$2
PATH=$PATH:/usr/sbin
for tool in nginx openssl python3; do
    command -v $tool >/dev/null && continue
    echo "1..0 # SKIP $tool is not here (apt-get install nginx-light openssl python3)"
    exit 0
done
nginx -V 2>&1 | grep -q http_dav_module || { echo "1..0 # SKIP this nginx has no WebDAV"; exit 0; }
tmp=$(mktemp -d) || exit 99
bad_pid=
tls_pid=
end() {
    [ ! -s "$tmp/nginx.pid" ] || kill "$(cat "$tmp/nginx.pid")" 2>/dev/null
    # shellcheck disable=SC2086  # up to two numbers
    [ -z "$bad_pid$tls_pid" ] || kill $bad_pid $tls_pid 2>/dev/null
    rm -rf "$tmp"
}
trap end EXIT
export HOME="$tmp/home" XDG_CACHE_HOME="${RIDGE_TEST_CACHE:-$tmp/cache}" NO_COLOR=1 LC_ALL=C.UTF-8
export RIDGE_ROOT="$tmp/root"
unset XDG_DATA_HOME CURL_CA_BUNDLE SSL_CERT_FILE || :
unset http_proxy https_proxy HTTPS_PROXY all_proxy ALL_PROXY no_proxy NO_PROXY || :
mkdir -p "$HOME" "$tmp/root"
H=$tmp/ridge
# shellcheck source=tests/cli/tap.sh
. "$(dirname "$0")/tap.sh"
[ -z "$bare" ] || export RIDGE_BOX_WITHOUT="$bare"

ridge() {
    "$RIDGE" --home "$H" "$@"
}

wait_for() { # wait_for FILE: until it has something in it
    k=0
    while [ ! -s "$1" ] && [ $k -lt 100 ]; do
        sleep 0.1
        k=$((k + 1))
    done
    [ -s "$1" ] || { echo "Bail out! $1 did not come"; exit 99; }
}

# ---- a certificate authority, a certificate for localhost, and one that it did not sign ----------------------

{
    openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj "/CN=test authority" -keyout "$tmp/ca.key" \
        -out "$tmp/ca.pem"
    openssl req -newkey rsa:2048 -nodes -subj "/CN=localhost" -keyout "$tmp/host.key" -out "$tmp/host.csr"
    printf 'subjectAltName=DNS:localhost,IP:127.0.0.1\n' >"$tmp/san"
    openssl x509 -req -days 2 -in "$tmp/host.csr" -CA "$tmp/ca.pem" -CAkey "$tmp/ca.key" -CAcreateserial \
        -extfile "$tmp/san" -out "$tmp/host.pem"
} >"$tmp/openssl.log" 2>&1 || { echo "Bail out! openssl: $(tail -n 1 "$tmp/openssl.log")"; exit 99; }

python3 "$SRC/tests/cli/bad_server.py" "$tmp/bad.port" & bad_pid=$!
python3 "$SRC/tests/cli/bad_server.py" "$tmp/tls.port" "$tmp/host.pem" "$tmp/host.key" & tls_pid=$!
wait_for "$tmp/bad.port"
wait_for "$tmp/tls.port"
BAD=http://127.0.0.1:$(cat "$tmp/bad.port")
TLS=https://localhost:$(cat "$tmp/tls.port")

# a stock nginx: TLS, WebDAV's PUT, a listing; the first free port of a few
mkdir -p "$tmp/dav/in" "$tmp/dav/body"
PORT=
for port in 18443 18543 18643 18743 18843; do
    cat >"$tmp/nginx.conf" <<EOF
daemon on;
pid $tmp/nginx.pid;
error_log $tmp/nginx.log;
worker_processes 1;
$([ "$(id -u)" -ne 0 ] || echo "user root;")
events { worker_connections 64; }
http {
    access_log $tmp/access.log;
    client_body_temp_path $tmp/dav/body;
    proxy_temp_path $tmp/dav/p; fastcgi_temp_path $tmp/dav/f; uwsgi_temp_path $tmp/dav/u; scgi_temp_path $tmp/dav/s;
    server {
        listen 127.0.0.1:$port ssl;
        ssl_certificate $tmp/host.pem;
        ssl_certificate_key $tmp/host.key;
        root $tmp/dav;
        client_max_body_size 32m;
        location /in/ { dav_methods PUT; autoindex on; }
        location /closed/ { return 403; }
    }
}
EOF
    if nginx -c "$tmp/nginx.conf" -p "$tmp" 2>"$tmp/nginx.err"; then
        PORT=$port
        break
    fi
done
[ -n "$PORT" ] || { echo "Bail out! nginx: $(tail -n 1 "$tmp/nginx.err")"; exit 99; }
DAV=https://localhost:$PORT

# ---- a reading list that leads to those servers --------------------------------------------------------------

for d in "$SRC"/*; do
    [ "$d" = "$SRC/curriculum" ] || ln -s "$d" "$tmp/root/"
done
cp -r "$SRC/curriculum" "$tmp/root/curriculum"
printf '%%PDF-1.4\nfrom nginx\n' >"$tmp/dav/paper.pdf"
sum=$(sha256sum "$tmp/dav/paper.pdf" | cut -d ' ' -f 1)
paper() { printf 't%s = { authors="A", title="The %s one", kind="paper", pdf="%s"%s },\n' "$1" "$1" "$2" "${3:-}"; }
{
    for k in ok cut changed flaky busy; do paper $k "$BAD/$k/x.pdf"; done
    paper last "$BAD/ok/last.pdf"
    for k in down slow stop huge endless file plain page none; do paper $k "$BAD/$k"; done
    paper dav "$DAV/paper.pdf" ", sha256=\"$sum\""
    paper wrong "$BAD/ok/wrong.pdf" ", sha256=\"$sum\""
    paper tls "$TLS/ok/x.pdf"
    paper http "http://ridge.invalid/x.pdf"
    paper local "file:///etc/passwd"
    paper gone "https://ridge.invalid/x.pdf"
    paper shut "https://127.0.0.1:1/x.pdf"
    printf 'tdoi = { authors="A", title="The closed one", kind="paper", id="doi:10.1/x" },\n'
} >"$tmp/more.lua"
sed -i "/^return readings {/r $tmp/more.lua" "$tmp/root/curriculum/readings.lua"

# ---- tours whose files those servers have -------------------------------------------------------------------

COMMIT=0123456789abcdef0123456789abcdef01234567
body=$(python3 -c 'import hashlib; print(hashlib.sha256(b"%PDF-1.4\n" + bytes(range(256)) * 1024).hexdigest())')
tour() { # tour NAME ADDRESS SHA256…: a tour whose files f1, d/f2, … have those hashes
    name=$1 at=$2 k=0
    shift 2
    row="{\"tours/$name\", repo = \"some/$name\", at = \"$at\", title = \"The $name tour\"},"
    sed -i "s|^return tours {|&\n    $row|" "$tmp/root/curriculum/tours.lua"
    {
        echo "return tour {id = \"$name\", commit = \"$COMMIT\", date = \"2026-01-31\", licence = \"MIT\","
        echo "  hours = 1, as_of = \"2026-11\", files = {"
        for hash in "$@"; do
            k=$((k + 1))
            echo "    {\"$([ $k -eq 1 ] || echo d/)f$k\", bytes = 262153, sha256 = \"$hash\", minutes = 5,"
            echo "     read = {{from = \"x\", why = \"y\"}}},"
        done
        echo "  }, questions = {q.text{id = \"t\", ask = \"What of it?\", rubric = {\"that\"}, worked = \"so\"}}}"
    } >"$tmp/root/curriculum/tours/$name.lua"
    printf '# The %s tour\n\n{{files}}\n\n{{source f1:x}}\n' "$name" >"$tmp/root/curriculum/tours/$name.md"
}
none=$(printf '%064d' 0)
tour ok "$BAD/ok" "$body" "$body"
tour cut "$BAD/cut" "$body"
tour half "$BAD/stop" "$body"
tour wrong "$BAD/ok" "$body" "$none"
tour gone "$BAD/nowhere" "$body"
tour off "https://ridge.invalid" "$body"
tour big "$BAD/huge" "$body"

same() { # same KEY: what came is what the server has
    python3 - "$H/papers/t$1.pdf" <<'PY'
import sys
sys.exit(open(sys.argv[1], 'rb').read() != b'%PDF-1.4\n' + bytes(range(256)) * 1024)
PY
}
nothing() { # nothing KEY: neither file nor part
    [ ! -e "$H/papers/t$1.pdf" ] && [ ! -e "$H/papers/t$1.pdf.part" ]
}

# ---- fetch ---------------------------------------------------------------------------------------------------

run 0 "fetch: a paper comes" "1 fetched, 0 here before" fetch tok
same ok
row $? "fetch: whole and byte for byte"
run 0 "fetch: what is here is not asked for again" "0 fetched, 1 here before" fetch tok
run 0 "fetch: cut in the middle twice, it goes on where it stopped" "resumed" fetch tcut
same cut
row $? "fetch: the parts make the whole"
asked=$(python3 -c "import urllib.request as u; print(u.urlopen('$BAD/log').read().decode())")
printf '%s\n' "$asked" | grep -q 'GET /cut/x.pdf range=bytes=100000-'
row $? "fetch: with a range of what is missing" "$asked"
printf '%s\n' "$asked" | grep -q 'agent=ridge/'
row $? "fetch: says who asks"
run 0 "fetch: another version after a cut begins anew" "1 fetched" fetch tchanged
same changed
row $? "fetch: and nothing of the first version is in it"
run 0 "fetch: 503 twice, then it comes" "1 fetched" fetch tflaky
run 0 "fetch: 429 with Retry-After is obeyed" "1 fetched" fetch tbusy
run 1 "fetch: 503 for good is said" "The server answered 503." fetch tdown
run 1 "fetch: 404 is said, and not asked for again" "answered 404 .nothing is there" fetch tnone
run 1 "fetch: standing still ends" "stood still for 3 s" fetch tslow --timeout 3
run 1 "fetch: 10 GB declared is not begun" "10000.0 MB, and 105 MB is the most" fetch thuge
nothing huge
row $? "fetch: and leaves nothing"
run 1 "fetch: what never ends is cut off at the cap" "More than 105 MB came." fetch tendless
nothing endless
row $? "fetch: and is not kept"
run 1 "fetch: a redirect to file:// is refused" "leads on to an address that is not https" fetch tfile
run 1 "fetch: a redirect to http:// is refused" "leads on to an address that is not https" fetch tplain
nothing file && nothing plain
row $? "fetch: nothing came of either"
run 1 "fetch: file:// itself is refused" "file:// is not asked" fetch tlocal
run 1 "fetch: http:// to another machine is refused" "can be read and changed on its way" fetch thttp
run 1 "fetch: a page to log in is no paper" "What came is no file of the kind" fetch tpage
run 1 "fetch: a wrong checksum is refused" "The SHA-256 of what came is .* should be ${sum}[.] Nothing was kept" fetch twrong
nothing page && nothing wrong
row $? "fetch: neither is kept"
run 1 "fetch: a certificate of nobody's is refused" "The certificate of the server is refused" fetch ttls
nothing tls
row $? "fetch: and nothing was read from there"
export SSL_CERT_FILE="$tmp/ca.pem"
run 0 "fetch: with the authority known it comes" "1 fetched" fetch ttls
run 0 "fetch: from nginx, with its checksum" "1 fetched" fetch tdav
run 1 "fetch: no network is said so" "There is no network" fetch tgone
https_proxy=$BAD run 1 "fetch: a proxy that is named is asked" "CONNECT tunnel failed, response 403" fetch tgone
python3 -c "import urllib.request as u; print(u.urlopen('$BAD/log').read().decode())" | grep -q 'CONNECT ridge.invalid:443'
row $? "fetch: for the very host"
run 0 "fetch: no open copy is no failure; its page is named" "no free copy is known; the publisher's page: https://doi.org/10.1/x" \
    fetch tdoi
run 0 "fetch: a web page is one" "a web page, to read in a browser: https://horace.io/brrr_intro.html" fetch brrr
run 0 "fetch: where nothing is a file, that is said" "None of these is a file that can be kept" fetch brrr
run 2 "fetch: an unknown key is a usage error" "neither a week nor a key" fetch nosuch

# ---- fetch tour: ---------------------------------------------------------------------------------------------

copy() { # copy NAME FILE
    echo "$H/tours/$1/$COMMIT/$2"
}
is_copy() { # is_copy NAME FILE: whole, and read-only
    [ "$(sha256sum <"$(copy "$1" "$2")" | cut -d ' ' -f 1)" = "$body" ] && [ "$(stat -c %a "$(copy "$1" "$2")")" = 444 ]
}
run 0 "tour: its files come" "2 fetched, 0 here before, 0 failed" fetch tour:ok
is_copy ok f1 && is_copy ok d/f2
row $? "tour: each below its commit, whole and read-only"
run 0 "tour: what is here is not asked for again" "0 fetched, 2 here before" fetch tours/ok
run 0 "tour: by the name of its repository" "some/ok at 0123456789ab of 2026-01-31, MIT" fetch tour:some/ok
run 0 "tour: its page knows what is here" "f1 .262 kB, 5 min; here" show tour:ok
run 0 "tour: cut in the middle, it goes on where it stopped" "resumed" fetch tour:cut
is_copy cut f1
row $? "tour: the parts make the whole"
run 1 "tour: what stood still leaves a part" "stood still for 3 s" fetch tour:half --timeout 3
[ -s "$(copy half f1.new.part)" ] && [ ! -e "$(copy half f1)" ]
row $? "tour: which is not yet the file"
run 1 "tour: another file is told apart" "d/f2 is not the file of that commit; kept aside, not shown[.]" fetch tour:wrong
is_copy wrong f1 && [ ! -e "$(copy wrong d/f2)" ] && [ ! -e "$(copy wrong d/f2.new)" ] && [ -s "$(copy wrong d/f2.other)" ]
row $? "tour: and kept aside"
run 0 "tour: its page says so" "d/f2 .262 kB, 5 min; another file; not shown" show tour:wrong
run 1 "tour: a repository that is gone leaves commit and a way" \
    "Not there: commit $COMMIT of some/gone[.].*ridge fetch tour:gone --from DIR" fetch tour:gone
run 1 "tour: no network is said so" "not reached; the tour can be read without its files, its questions wait for you[.]" \
    fetch tour:off
run 0 "tour: its page is there without its files" "fetch the tour to see it, ridge fetch tour:off" show tour:off
run 0 "tour: and its questions" "What of it" answer tour:off
run 1 "tour: 10 GB are not begun" "10000.0 MB, and 4 MB is the most" fetch tour:big
mkdir -p "$tmp/clone/d"
cp "$(copy ok f1)" "$tmp/clone/f1"
run 0 "tour: from a clone, without a network" "1 fetched" fetch tour:off --from "$tmp/clone"
is_copy off f1 && [ -e "$tmp/clone/f1" ]
row $? "tour: the clone's file is copied"
run 1 "tour: what a clone has not is said" "clone has no such file" fetch tour:wrong --from "$tmp/clone"
echo other >"$tmp/clone/f1"
run 1 "tour: a clone at another commit is told apart" "f1 is not the file of that commit; kept aside" \
    fetch tour:half --from "$tmp/clone"
run 2 "tour: no such folder" "There is no folder .*clone2" fetch tour:off --from "$tmp/clone2"
chmod u+w "$(copy ok f1)"
echo changed >"$(copy ok f1)"
run 0 "tour: a copy that was changed is not shown" "f1 .262 kB, 5 min; another file; not shown" show tour:ok
run 0 "tour: and is fetched again" "1 fetched, 1 here before" fetch tour:ok
run 2 "tour: an unknown one is a usage error" 'There is no tour "nosuch"' fetch tour:nosuch
run 2 "tour: papers are fetched by another command" "Papers and tours are fetched by two commands" fetch tour:ok tok
run 2 "tour: --from is for tours" "from DIR is for the files of a tour" fetch tok --from "$tmp/clone"
run 1 "tour: --all is every tour" "some/big" fetch tour:ok --all --from "$tmp/clone"
out=$(ridge fetch tour:ok --json)
printf '%s' "$out" | python3 -c 'import json, sys
t, = json.load(sys.stdin)["tours"]
assert [f["state"] for f in t["files"]] == ["here", "here"] and t["licence"] == "MIT" and t["files"][1]["path"] == "d/f2"'
row $? "tour: as JSON" "$out"
run 1 "fetch: one bad paper does not hold up the others" "1 fetched, 2 here before" \
    fetch tok tshut tnone tlast tbusy tok --jobs 2
# shellcheck disable=SC2016  # for the script to expand
printf '#!/bin/sh\necho "$1" >"%s/shown.new" && mv "%s/shown.new" "%s/shown"\n' "$tmp" "$tmp" "$tmp" >"$tmp/viewer"
chmod +x "$tmp/viewer"
RIDGE_VIEWER=$tmp/viewer run 0 "fetch: --open" "1 here before" fetch tok --open
wait_for "$tmp/shown"
[ "$(cat "$tmp/shown")" = "$H/papers/tok.pdf" ]
row $? "fetch: shows it in the viewer that is named"
RIDGE_VIEWER=/nonexistent run 10 "fetch: no viewer is said, with the file" "RIDGE_VIEWER names a program that shows .*tok.pdf" \
    fetch tok --open
# on the week's page: o, on a reading that has no open copy, and on one that is here
python3 - "$tmp/root/curriculum/readings.lua" <<'PY'
import sys
s = open(sys.argv[1]).read()
open(sys.argv[1], 'w').write(s.replace('title="How to Scale Your Model', 'pdf="https://ridge.invalid/y.pdf", title="How to Scale Your Model', 1))
PY
rm -f "$tmp/shown"
printf '%%PDF-' >"$H/papers/jaxscale.pdf"
printf 'size 100x40\nkeys ~ :\ntype week 1: The roofline model\nkeys Enter\nwait week 1\nkeys /\ntype Making Deep\nkeys Enter o
wait Your browser opens https://horace.io\nkeys /\ntype How to Scale\nkeys Enter o\nwait papers/jaxscale.pdf\n' >"$tmp/keys"
printf '#!/bin/sh\nprintf "%%s\\n" "$@" >"%s/browsed"\n' "$tmp" >"$tmp/browser"
chmod +x "$tmp/browser"
out=$(BROWSER="/nonexistent:$tmp/browser --new %s" RIDGE_VIEWER=$tmp/viewer "$RIDGE" --home "$H" --script "$tmp/keys" 2>&1 </dev/null)
row $? "a week's page: o shows a reading that is here, and opens the address of one that is not" "$out"
wait_for "$tmp/browsed"
[ "$(cat "$tmp/browsed")" = "--new
https://horace.io/brrr_intro.html" ]
row $? "a week's page: the browser has the address as it stands" "$(cat "$tmp/browsed")"
printf 'size 100x40\nkeys ~ :\ntype week 1: The roofline model\nkeys Enter\nwait week 1\nkeys /\ntype Making Deep\nkeys Enter o
wait No browser is known here (BROWSER can name one). The address: https://horace.io/brrr_intro.html\nkeys Enter\nwait https://horace.io\n' >"$tmp/keys"
out=$(env -u BROWSER -u DISPLAY -u WAYLAND_DISPLAY "$RIDGE" --home "$H" --script "$tmp/keys" 2>&1 </dev/null)
row $? "a week's page: without a browser the address is said, and the reading shows it" "$out"
wait_for "$tmp/shown"
grep -q 'papers/jaxscale.pdf$' "$tmp/shown"
row $? "a week's page: in the same viewer"
"$RIDGE" --home "$H" fetch tok tnone --json 2>/dev/null >"$tmp/fetch.json"
python3 -c "
import json
d = json.load(open('$tmp/fetch.json'))
assert [(p['key'], p['state']) for p in d['papers']] == [('tok', 'here'), ('tnone', 'failed')], d"
row $? "fetch: --json"
drawn=$(script -qec "stty cols 100; '$RIDGE' --home '$H' fetch tslow --timeout 3" /dev/null 2>/dev/null </dev/null)
printf '%s\n' "$drawn" | grep -q 'tslow  *\[\.*\] 0.0 of 0.3 MB'
row $? "fetch: a bar on a terminal" "$drawn"
"$RIDGE" --home "$H" fetch tstop >"$tmp/stopped" 2>&1 </dev/null & pid=$!
wait_for "$H/papers/tstop.pdf.part"
kill -TERM $pid
wait $pid
[ $? -eq 130 ] && [ "$(stat -c %s "$H/papers/tstop.pdf.part")" -eq 100000 ] && [ ! -e "$H/papers/tstop.pdf" ]
row $? "fetch: interrupted, it keeps what came" "$(cat "$tmp/stopped")"

# ---- submit --------------------------------------------------------------------------------------------------

export RIDGE_ROOT="$SRC"
LAB=w03-txmath WORK=work
TO=$DAV/in/
ada() { # ada CODE NAME PATTERN args…: of the student Ada
    H=$tmp/ada
    run "$@"
}
file=$(cd "$SRC/labs/$LAB/skeleton" && ls -- *.c)
for who in ada bob eve; do
    "$RIDGE" --home "$tmp/$who" start $LAB >/dev/null 2>&1
    echo "/* $who's own */" >>"$tmp/$who/$WORK/$LAB/$file"
done
"$RIDGE" --home "$tmp/ada" test $LAB --phase correct >/dev/null 2>&1
ada 2 "submit: whose it is has to be said once" "Say who you are with --as KEY" submit $LAB --to "$TO"
ada 0 "submit: without a target it is packed, and the key made" "Your key was made: .*student.key" submit $LAB --as 1001
[ "$(stat -c %a "$tmp/ada/student.key")" = 600 ]
row $? "submit: the key is for its owner alone"
ada 0 "submit: to nginx, by PUT" "1 attempt.*|Handed in to $TO" submit $LAB --to "$TO"
[ "$(find "$tmp/dav/in" -name "$LAB-1001-*.ridge.tar" | wc -l)" -eq 1 ] &&
    [ "$(find "$tmp/ada/receipts" -name '*.json' | wc -l)" -eq 1 ]
row $? "submit: it is there, and a receipt here"
cmp -s "$tmp"/ada/outbox/*.tar "$tmp"/dav/in/*.tar
row $? "submit: byte for byte"
ada 0 "submit: the same work again sends nothing" "The hand-in was already at" submit $LAB --to "$TO"
[ "$(grep -c '"PUT ' "$tmp/access.log")" -eq 1 ]
row $? "submit: and asked for no second PUT"
ada 0 "submit: what an upload cut twice sends in the end" "Handed in to" submit $LAB --to "$BAD/drop/x"
ada 0 "submit: as a form" "Handed in to" submit $LAB --to "$BAD/form" --post
said=$(python3 -c "import urllib.request as u; print(u.urlopen('$BAD/log').read().decode())")
printf '%s\n' "$said" | grep -q "POST /form bytes=[0-9]* key=$LAB-1001"
row $? "submit: the form names what may come twice" "$said"
ada 0 "submit: a form is not sent twice" "The hand-in was already at" submit $LAB --to "$BAD/form" --post
ada 1 "submit: a redirect is said, and not followed" "answered 307: that address has moved.*kept as" \
    submit $LAB --to "$BAD/moved" --post
ada 1 "submit: a closed folder" "answered 403 .it is not open to you" submit $LAB --to "$DAV/closed/"
ada 1 "submit: file:// is no target" "file:// is not asked" submit $LAB --to "file://$tmp/x"
ada 1 "submit: http:// elsewhere is none" "or --insecure-http" submit $LAB --to "http://ridge.invalid/x"
SSL_CERT_FILE='' ada 1 "submit: nothing goes to whom no authority knows" "The certificate of the server is refused" \
    submit $LAB --to "$TO"
ada 0 "submit: the receipt keeps no secret of the address" "Handed in" submit $LAB --to "$BAD/signed?key=SECRET"
! grep -rq SECRET "$tmp/ada/receipts" "$tmp/ada/ridge.db"
row $? "submit: neither file nor database has it"
chmod 644 "$tmp/ada/student.key"
ada 10 "submit: a key that others can read is not used" "can be read by others" submit $LAB --to "$TO"
chmod 600 "$tmp/ada/student.key"

# ---- collect -------------------------------------------------------------------------------------------------

prof() {
    H=$tmp/prof
    run "$@"
}
printf 'Student ID,Name,Email\n1001,Ada Doe,ada@x.edu\n1002,Bob Roe,bob@x.edu\n1003,Eve Poe,eve@x.edu\n' \
    >"$tmp/class.csv"
prof 2 "collect: a class first" "no class yet" collect "$TO" --lab $LAB
prof 0 "a class" "3 students" roster import "$tmp/class.csv"
"$RIDGE" --home "$tmp/bob" submit $LAB --as bob --to "$TO" >/dev/null 2>&1
prof 0 "collect: from nginx's listing, with each key's fingerprint" "1001 +([0-9a-f]{4} ){8} .*first hand-in" \
    collect "$TO" --lab $LAB --out "$tmp/class"
cmp -s "$tmp/class/1001/$file" "$tmp/ada/$WORK/$LAB/$file" && cmp -s "$tmp/class/1002/$file" "$tmp/bob/$WORK/$LAB/$file"
row $? "collect: a folder a student, by the roster's key"
prof 0 "collect: again, the same" "2 taken, 0 older, 0 not taken" collect "$TO" --lab $LAB --out "$tmp/class"
prof 0 "collect: from a folder, too" "2 taken" collect "$tmp/dav/in" --lab $LAB --out "$tmp/class2"
unset RIDGE_BOX_WITHOUT || :
prof 0 "collect: grade takes what it laid out" "1001 +Ada Doe" grade "$tmp/class" --lab $LAB --phase correct
echo "$out" | grep -q '^1002 *Bob Roe' && ! echo "$out" | grep -q "Not matched to any student"
row $? "collect: and nobody's work is nobody's" "$out"
[ -z "$bare" ] || export RIDGE_BOX_WITHOUT="$bare"
echo '/* once more */' >>"$tmp/ada/$WORK/$LAB/$file"
"$RIDGE" --home "$tmp/ada" submit $LAB --to "$TO" >/dev/null 2>&1
prof 0 "collect: of two hand-ins the later made counts" "2 taken, 1 older" collect "$TO" --lab $LAB --out "$tmp/class"
grep -q 'once more' "$tmp/class/1001/$file"
row $? "collect: and is what lies there"

# what students do to it
mv "$tmp/ada/student.key" "$tmp/ada.key"
echo '/* new key */' >>"$tmp/ada/$WORK/$LAB/$file"
"$RIDGE" --home "$tmp/ada" submit $LAB --to "$TO" >/dev/null 2>&1
prof 1 "collect: a changed key is reported, not accepted" "another key than before" \
    collect "$TO" --lab $LAB --out "$tmp/class"
! grep -q 'new key' "$tmp/class/1001/$file"
row $? "collect: and what it signed is not laid out"
print=$(printf '%s\n' "$out" | sed -n 's/.*--accept-key "\([0-9a-f ]*\)".*/\1/p')
prof 1 "collect: the wrong fingerprint accepts nothing" "another key" \
    collect "$TO" --lab $LAB --out "$tmp/class" --accept-key "0000 1111"
prof 0 "collect: the one that was asked for does" "2 taken, 2 older" \
    collect "$TO" --lab $LAB --out "$tmp/class" --accept-key "$print"
grep -q 'new key' "$tmp/class/1001/$file"
row $? "collect: and its work counts"
prof 0 "collect: from then on by itself" "2 taken, 2 older" \
    collect "$TO" --lab $LAB --out "$tmp/class"
cp "$tmp/bob/student.key" "$tmp/eve/student.key"
"$RIDGE" --home "$tmp/eve" submit $LAB --as 1003 --to "$TO" >/dev/null 2>&1
prof 1 "collect: another student's key is refused" "signed with the key of 1002" \
    collect "$TO" --lab $LAB --out "$tmp/class"
rm -f "$tmp"/dav/in/$LAB-1003-*
rm -rf "$tmp/prof/collected"

# forge NAME program: changes the members (m: {name: bytes}) of Bob's bundle and writes it as NAME
forge() {
    python3 - "$tmp"/bob/outbox/$LAB-bob-*.ridge.tar "$tmp/forged/$LAB-$1.ridge.tar" <<PY
import io, json, sys, tarfile
t = tarfile.open(sys.argv[1])
m = [(i, t.extractfile(i).read()) for i in t.getmembers()]
o = tarfile.open(sys.argv[2], 'w')
def add(name, body, **more):
    i = tarfile.TarInfo(name)
    i.size = len(body)
    for k, v in more.items():
        setattr(i, k, v)
    o.addfile(i, io.BytesIO(body))
def change(name, how):
    for i, b in m:
        add(i.name, how(b) if i.name == name else b)
file = [i.name for i, b in m if i.name.startswith('files/')][0]
$2
o.close()
PY
}
mkdir "$tmp/forged"
forge text "change(file, lambda b: b + b'x')"
forge manifest "change('manifest.json', lambda b: b.replace(b'\"student\": \"bob\"', b'\"student\": \"1001\"'))"
forge sig "change('manifest.sig', lambda b: b'A' * 86 + b'==')"
forge unsigned "[add(i.name, b) for i, b in m if i.name != 'manifest.sig']"
forge less "[add(i.name, b) for i, b in m if i.name != file]"
forge more "[add(i.name, b) for i, b in m]; add('files/more.c', b'x')"
forge twice "[add(i.name, b) for i, b in m]; add(file, b'x')"
forge up "[add(i.name, b) for i, b in m]; add('files/../../../../evil/' + file[6:], b'x')"
forge link "[add(i.name, b) for i, b in m if i.name != file]
add(file, b'', type=tarfile.SYMTYPE, linkname='/etc/passwd')"
forge bomb "[add(i.name, b) for i, b in m]; [add('files/%d' % k, b'x') for k in range(2000)]"
forge deep "change('manifest.json', lambda b: b'[' * 500000)"
forge empty ""
head -c 700 "$tmp"/bob/outbox/$LAB-bob-*.ridge.tar >"$tmp/forged/$LAB-cut.ridge.tar"
ln -s /etc/passwd "$tmp/forged/$LAB-passwd.ridge.tar"
"$RIDGE" --home "$tmp/prof" collect "$tmp/forged" --lab $LAB --out "$tmp/evil" --json >"$tmp/forged.json" 2>/dev/null
why() { # why NAME PATTERN: that forgery is refused for that reason
    detail=$(python3 - "$tmp/forged.json" "$LAB-$1.ridge.tar" "$2" <<'PY'
import json, re, sys
r = [x for x in json.load(open(sys.argv[1]))['rows'] if x['bundle'] == sys.argv[2]]
print(r)
sys.exit(not (len(r) == 1 and r[0]['state'] in ('refused', 'failed') and re.search(sys.argv[3], r[0]['why'])))
PY
    )
    row $? "collect: forged: $1" "$detail"
}
why text "is not what was signed"
why manifest "signature does not fit"
why sig "signature does not fit"
why unsigned "no manifest with a signature"
why less "is listed, and the bundle does not have it"
why more "does not belong|its list does not name it"
why twice "is there twice"
why up "leaves its folder"
why link "a link"
why bomb "more than 1000 entries"
why deep "not as Ridge writes it"
why empty "no manifest with a signature"
why cut "damaged|manifest"
why passwd "neither a file"
[ -z "$(find "$tmp/evil" -type f)" ]
row $? "collect: nothing of them is laid out"
H=$tmp/prof
RIDGE_ROOT=$(small) run 0 "the audit knows each key, and is whole" "audit" doctor

echo "1..$n"
[ $bad -eq 0 ]
