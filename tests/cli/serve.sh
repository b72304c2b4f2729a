#!/bin/sh
# ridge serve: an engine of w12b-serve behind an address, asked by curl; what is refused; engines that fail. TAP.
# $1 is ridge, $2 the checkout, $3 whether Ridge was built with libmicrohttpd (true, false).
set -u
RIDGE=$1 SRC=$2 HTTP=$3
tmp=$(mktemp -d) || exit 99
trap 'stop; rm -rf "$tmp"' EXIT
export HOME="$tmp/home" RIDGE_ROOT="$SRC" NO_COLOR=1 LC_ALL=C.UTF-8 COLUMNS=110
mkdir -p "$HOME"
# shellcheck source=tests/cli/tap.sh
. "$(dirname "$0")/tap.sh"
pid=

stop() {
    [ -z "$pid" ] || { kill -INT "$pid" && wait "$pid"; } 2>/dev/null
    pid=
}

# begin args…: ridge serve, until it says where it is; what it says goes to $tmp/said, $at is the address
begin() {
    : >"$tmp/said"
    "$RIDGE" serve --any-port --json "$@" >"$tmp/said" 2>"$tmp/err" &
    pid=$!
    while kill -0 "$pid" 2>/dev/null && ! grep -q '"serving"' "$tmp/said"; do
        sleep .1
    done
    at=http://127.0.0.1:$(sed -n 's/.*"port":\([0-9]*\).*/\1/p' "$tmp/said")
}

# ask PATH [BODY]
ask() {
    if [ $# -gt 1 ]; then
        curl -sN --max-time 300 -w '\n%{http_code}' "$at$1" -H 'Content-Type: application/json' -d "$2"
    else
        curl -sN --max-time 300 -w '\n%{http_code}' "$at$1"
    fi
}

# says NAME CODE PATTERN curl's words…
says() {
    name=$1 code=$2 pattern=$3
    shift 3
    out=$("$@" 2>&1)
    [ "$(printf '%s\n' "$out" | tail -n 1)" = "$code" ] && printf '%s\n' "$out" | grep -qE -- "$pattern"
    row $? "$name" "wanted $code and /$pattern/: $out"
}

if [ "$HTTP" != true ]; then
    run 10 "without libmicrohttpd: what is missing" 'libmicrohttpd-dev' serve
    echo "1..$n"
    exit "$((bad > 0))"
fi
if ! command -v curl >/dev/null; then
    skip "an engine is asked" "curl is not installed"
    echo "1..$n"
    exit "$((bad > 0))"
fi

run 2 "a lab without an engine" 'has no engine to serve with. These labs have one: w12b-serve, w35b-engine' serve w01
run 2 "a lab that was not started" 'ridge start w12b-serve' serve

begin --impl reference --seats 3
# microlm's language: key A got value 5, so ?A is followed by 5
says "a key's value, by the model that was served" 200 '"text":"5"' ask /v1/completions '{"prompt":"@A5?A","max_tokens":1}'
says "in the shape of a chat" 200 '"message":\{"role":"assistant","content":"5"' ask /v1/chat/completions \
    '{"messages":[{"role":"user","content":"@A5?A"}],"max_tokens":1}'
says "in pieces" 200 '^data: \[DONE\]' ask /v1/chat/completions \
    '{"messages":[{"role":"user","content":"@A5?A"}],"max_tokens":4,"stream":true}'
row "$([ "$(printf '%s\n' "$out" | grep -c '"content":"5')" -eq 1 ]; echo $?)" "of which the value is the first" "$out"
says "up to a stop" 200 '"text":"","logprobs":null,"finish_reason":"stop"' ask /v1/completions '{"prompt":"@A5?A","stop":"5"}'
says "which models there are" 200 '"id":"microlm"' ask /v1/models
says "what is no JSON" 400 'The body is no JSON object' ask /v1/completions 'prompt=a'
says "what would be another answer" 400 'temperature can be 0' ask /v1/completions '{"prompt":"a","temperature":1}'
says "what does not fit" 400 'context_length_exceeded' ask /v1/completions '{"prompt":"a","max_tokens":5000}'
says "an address with nothing behind it" 404 'nothing at this address' ask /v1/embeddings
says "a form's body" 415 'Content-Type: application/json' curl -s -w '\n%{http_code}' "$at/v1/completions" -d '{"prompt":"a"}'
says "another host's name, as a page in a browser could send it" 403 'Only programs of this machine' \
    curl -s -w '\n%{http_code}' -H 'Host: example.org' "$at/v1/models"
says "a page of another host" 403 'Only programs of this machine' \
    curl -s -w '\n%{http_code}' -H 'Origin: https://example.org' "$at/v1/models"
head -c 1100000 /dev/zero | tr '\0' ' ' >"$tmp/large"
says "a body of more than a mebibyte" 413 'more than a mebibyte' \
    curl -s -w '\n%{http_code}' -H 'Content-Type: application/json' -H 'Expect:' --data-binary "@$tmp/large" "$at/v1/completions"

# more at once than there are seats, each with an answer of its own
for k in 0 1 2 3 4 5 6 7; do
    ask /v1/completions "{\"prompt\":\"@A$k?A\",\"max_tokens\":3}" >"$tmp/answer$k" &
    jobs="${jobs:-} $!"
done
# shellcheck disable=SC2086  # a list
wait $jobs
right=0
for k in 0 1 2 3 4 5 6 7; do
    grep -q "\"text\":\"$k" "$tmp/answer$k" && right=$((right + 1))
done
row "$([ $right -eq 8 ]; echo $?)" "eight at once on three seats, each its own" "$(cat "$tmp"/answer*)"

# who leaves keeps no seat
curl -sN --max-time .3 "$at/v1/completions" -H 'Content-Type: application/json' \
    -d '{"prompt":"a","max_tokens":900,"stream":true}' >/dev/null 2>&1
says "after somebody has left" 200 '"text":"5"' ask /v1/completions '{"prompt":"@A5?A","max_tokens":1}'

taken=${at##*:}
run 10 "a port that is taken" "Port $taken of this machine cannot be had" serve --impl reference --port "$taken"
stop
grep -q '"event":"answer","status":200,"chat":true' "$tmp/said"
row $? "each answer is told, with what it cost" "$(cat "$tmp/said")"
says "and after Ctrl-C nobody answers" 000 '' ask /v1/models

# an engine out of the parts of other labs
begin w35b-engine --impl reference
says "whose engine answers" 200 'for lab w35b-engine' ask /
says "an engine out of parts" 200 '"text":"5"' ask /v1/completions '{"prompt":"@A5?A","max_tokens":1}'
says "the same beginning again, out of the tree" 200 '"text":"5"' ask /v1/completions '{"prompt":"@A5?A","max_tokens":1}'
says "with guesses, in pieces" 200 '^data: \[DONE\]' ask /v1/completions \
    '{"prompt":"@A5?A","max_tokens":40,"stream":true}'
stop

# python's client of OpenAI, where it is installed
if python3 -c 'import openai' 2>/dev/null; then
    begin --impl reference
    out=$(python3 - "$at" <<'PY' 2>&1
import sys
from openai import OpenAI
c = OpenAI(base_url=sys.argv[1] + "/v1", api_key="none")
print(c.completions.create(model="microlm", prompt="@A5?A", max_tokens=1).choices[0].text)
pieces = c.chat.completions.create(model="microlm", messages=[{"role": "user", "content": "@A5?A"}], max_tokens=2,
                                   stream=True)
print("".join(p.choices[0].delta.content or "" for p in pieces)[0])
PY
)
    [ "$out" = "5
5" ]
    row $? "a public client library" "$out"
    stop
else
    skip "a public client library" "python3 has no module openai"
fi

# engines that fail: the client hears of it, and so does whoever serves
H="$tmp/own" labs="$tmp/own/work"
W="$labs/w12b-serve"
"$RIDGE" start w12b-serve --home "$H" >/dev/null
engine() { # engine NAME BODY-OF-SERVE CODE PATTERN-FOR-THE-CLIENT PATTERN-AT-THE-END
    printf '#include "lab.h"\nvoid serve(const lm_model *t, const lm_model *s, int seats, door_t *d)\n{\n    req_t r;\n    (void)t, (void)s, (void)seats;\n    while (door_next(d, &r) == DOOR_ONE) {\n%s\n    }\n}\n' "$2" >"$W/serve.c"
    begin --home "$H"
    says "$1: the client is told" "$3" "$4" ask /v1/completions '{"prompt":"a","max_tokens":2}'
    wait "$pid"
    code=$?
    pid=
    grep -qE "$5" "$tmp/err" && [ $code -ne 0 ]
    row $? "$1: and whoever serves" "exit $code: $(cat "$tmp/err")"
}
engine "one that crashes" '        *(volatile int *)0 = 1;' 500 'has ended before' 'died of signal 11'
engine "one that leaves" '        return;' 500 'has ended before' 'returned while requests could still come'
engine "one that says what is no byte" '        door_say(d, r.id, 300);' 500 'said 300, which is no byte' 'is no byte'
engine "one that speaks to nobody" '        door_say(d, 99, 1);' 500 'to 99, who has no seat' 'is no byte of anybody'
printf 'void serve(void) { syntax error\n' >"$W/serve.c"
run 3 "one that does not build" 'does not build' serve --home "$H"
printf '#include "lab.h"\n#include <sys/socket.h>\nvoid serve(const lm_model *t, const lm_model *s, int seats, door_t *d)\n{\n    (void)t, (void)s, (void)seats, (void)d;\n    socket(AF_UNIX, SOCK_STREAM, 0);\n}\n' >"$W/serve.c"
run 8 "one that opens a socket" 'asked the system for something that no lab may do' serve --home "$H" --any-port
echo "1..$n"
exit "$((bad > 0))"
