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
n=0
bad=0

row() { # row RESULT NAME [DETAIL]
    n=$((n + 1))
    if [ "$1" -eq 0 ]; then
        echo "ok $n - $2"
    else
        bad=$((bad + 1))
        echo "not ok $n - $2"
        [ $# -lt 3 ] || printf '%s\n' "$3" | sed 's/^/# /' | head -n 20
    fi
}

# run CODE NAME PATTERN args…: exit code and a pattern in stdout+stderr
run() {
    want=$1 name=$2 pattern=$3
    shift 3
    out=$("$RIDGE" --home "$H" "$@" 2>&1 </dev/null)
    code=$?
    said=1
    printf '%s\n' "$out" | grep -qE -- "$pattern" && said=0
    [ $said -eq 0 ] && [ "$code" -eq "$want" ]
    row $? "$name" "exit $code, wanted $want and /$pattern/: $out"
}

wait_for() { # wait_for FILE: until it has something in it
    k=0
    while [ ! -s "$1" ] && [ $k -lt 100 ]; do
        sleep 0.1
        k=$((k + 1))
    done
    [ -s "$1" ] || { echo "Bail out! $1 did not come"; exit 99; }
}

# ---- a certificate authority, a certificate for localhost, and one that it did not sign ----------------------------

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

# ---- a reading list that leads to those servers --------------------------------------------------------------------

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
    for k in down slow huge endless file plain page none; do paper $k "$BAD/$k"; done
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

same() { # same KEY: what came is what the server has
    python3 - "$H/papers/t$1.pdf" <<'PY'
import sys
sys.exit(open(sys.argv[1], 'rb').read() != b'%PDF-1.4\n' + bytes(range(256)) * 1024)
PY
}
nothing() { # nothing KEY: neither file nor part
    [ ! -e "$H/papers/t$1.pdf" ] && [ ! -e "$H/papers/t$1.pdf.part" ]
}

# ---- fetch -----------------------------------------------------------------------------------------------------------

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
run 1 "fetch: 503 for good is said" "the server answered 503" fetch tdown
run 1 "fetch: 404 is said, and not asked for again" "answered 404 .nothing is there" fetch tnone
run 1 "fetch: standing still ends" "stood still for 1 s" fetch tslow --timeout 1
run 1 "fetch: 10 GB declared is not begun" "10000.0 MB, and 105 MB is the most" fetch thuge
nothing huge
row $? "fetch: and leaves nothing"
run 1 "fetch: what never ends is cut off at the cap" "more than 105 MB came" fetch tendless
nothing endless
row $? "fetch: and is not kept"
run 1 "fetch: a redirect to file:// is refused" "leads on to an address that is not https" fetch tfile
run 1 "fetch: a redirect to http:// is refused" "leads on to an address that is not https" fetch tplain
nothing file && nothing plain
row $? "fetch: nothing came of either"
run 1 "fetch: file:// itself is refused" "file:// is not asked" fetch tlocal
run 1 "fetch: http:// to another machine is refused" "can be read and changed on its way" fetch thttp
run 1 "fetch: a page to log in is no paper" "what came is no such file" fetch tpage
run 1 "fetch: a wrong checksum is refused" "its SHA-256 is .* should be $sum; nothing was kept" fetch twrong
nothing page && nothing wrong
row $? "fetch: neither is kept"
run 1 "fetch: a certificate of nobody's is refused" "its certificate is refused" fetch ttls
nothing tls
row $? "fetch: and nothing was read from there"
export SSL_CERT_FILE="$tmp/ca.pem"
run 0 "fetch: with the authority known it comes" "1 fetched" fetch ttls
run 0 "fetch: from nginx, with its checksum" "1 fetched" fetch tdav
run 1 "fetch: no network is said so" "there is no network here" fetch tgone
run 0 "fetch: no open copy is no failure; its page is named" "https://doi.org/10.1/x" fetch tdoi
run 2 "fetch: an unknown key is a usage error" "neither a week nor a key" fetch nosuch
run 1 "fetch: one bad paper does not hold up the others" "1 fetched, 2 here before" fetch tok tshut tnone tlast tbusy tok --jobs 2

echo "1..$n"
[ $bad -eq 0 ]
