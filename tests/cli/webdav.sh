#!/bin/sh
# README's lines for nginx, read from README and tried word for word on a loopback port, by a process without privileges:
# students put a file and neither list nor read anybody's, staff reads. TAP, one row a promise. Needs RIDGE, RIDGE_SRC.
set -u
RIDGE=$1
SRC=$2
PATH=$PATH:/usr/sbin
for tool in nginx python3; do
    command -v $tool >/dev/null && continue
    echo "1..0 # SKIP $tool is not here (apt-get install nginx-light python3)"
    exit 0
done
nginx -V 2>&1 | grep -q http_dav_module || { echo "1..0 # SKIP this nginx has no WebDAV"; exit 0; }
tmp=$(mktemp -d) || exit 99
# shellcheck disable=SC2317  # the trap calls it
end() {
    [ ! -s "$tmp/run/nginx.pid" ] || kill "$(cat "$tmp/run/nginx.pid")" 2>/dev/null
    rm -rf "$tmp"
}
trap end EXIT
unset http_proxy https_proxy HTTPS_PROXY all_proxy ALL_PROXY || :
# shellcheck source=tests/cli/tap.sh
. "$(dirname "$0")/tap.sh"

# every indented block of README that begins with "location" and ends with a brace of the same depth
awk '/^    location \// { on = 1 } on { print } /^    }$/ { on = 0 }' "$SRC/README.md" >"$tmp/lines"
grep -q limit_except "$tmp/lines"
row $? "README has its lines" "$(cat "$tmp/lines")"
mkdir -p "$tmp/run/root"
sed -n 's/^    location \/\([^ ]*\) .*/\1/p' "$tmp/lines" | while read -r place; do mkdir -p "$tmp/run/root/$place"; done
mkdir -p "$tmp/run/root/w03"
printf 'sam:{PLAIN}one\n' >"$tmp/run/class"
printf 'ines:{PLAIN}two\n' >"$tmp/run/staff"
user=
if [ "$(id -u)" -eq 0 ]; then
    chmod 755 "$tmp"
    chown -R 65534:65534 "$tmp/run"
    user="setpriv --reuid=65534 --regid=65534 --clear-groups"
fi
PORT=
for port in 18473 18573 18673 18773; do
    {
        echo "daemon on; pid $tmp/run/nginx.pid; error_log $tmp/run/log; events { worker_connections 64; }"
        echo "http { access_log off; client_body_temp_path $tmp/run/b; proxy_temp_path $tmp/run/p;"
        echo "fastcgi_temp_path $tmp/run/f; uwsgi_temp_path $tmp/run/u; scgi_temp_path $tmp/run/s;"
        echo "server { listen 127.0.0.1:$port; root $tmp/run/root;"
        cat "$tmp/lines"
        echo "} }"
    } >"$tmp/run/nginx.conf"
    # shellcheck disable=SC2086  # several words, or none
    $user nginx -c "$tmp/run/nginx.conf" -p "$tmp/run" 2>"$tmp/nginx.err" && PORT=$port && break
done
[ -n "$PORT" ]
row $? "nginx takes them as they stand, without privileges" "$(cat "$tmp/nginx.err")"

# ask METHOD PATH WHO CODE NAME: WHO is "user:password" or "-"
ask() {
    got=$(python3 - "http://127.0.0.1:$PORT$2" "$1" "$3" <<'PY'
import base64, sys, urllib.error, urllib.request
url, method, who = sys.argv[1:]
r = urllib.request.Request(url, method=method, data=b"a hand-in" if method == "PUT" else None)
if who != "-":
    r.add_header("Authorization", "Basic " + base64.b64encode(who.encode()).decode())
try:
    print(urllib.request.build_opener(urllib.request.ProxyHandler({})).open(r, timeout=20).status)
except urllib.error.HTTPError as e:
    print(e.code)
PY
    )
    [ "$got" = "$4" ]
    row $? "$5" "$1 $2 as $3: $got, wanted $4"
}
ask PUT /w03/s1.tar - 401 "a stranger puts nothing"
ask PUT /w03/s1.tar sam:wrong 401 "nor with a wrong password"
ask PUT /w03/s1.tar sam:one 201 "a student hands in"
ask GET /w03/ sam:one 401 "and does not list the folder"
ask GET /w03/s1.tar sam:one 401 "nor read a hand-in"
ask DELETE /w03/s1.tar sam:one 401 "nor take one away"
ask GET /w03/ ines:two 200 "staff lists"
ask GET /w03/s1.tar ines:two 200 "and reads"
ask PUT /w03/../s2.tar sam:one 405 "beside the folder nothing is put"
ask PUT /w03/back/s1.answer ines:two 201 "staff answers"
ask PUT /w03/back/s1.answer sam:one 401 "which a student does not"
ask GET /w03/back/s1.answer sam:one 200 "but fetches the answer that is sealed for him"
ask GET /w03/back/ sam:one 403 "without a list of whose there are"
[ "$(cat "$tmp/run/root/w03/s1.tar")" = "a hand-in" ]
row $? "what was put is there whole"

echo "1..$n"
exit $((bad > 0))
