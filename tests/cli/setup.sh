#!/bin/sh
# What tests/setup.sh does for want of packages: TAP. apt-get, meson and ninja are pretended, and so is what is there.
#     setup.sh SOURCES
set -u
SRC=$2
tmp=$(mktemp -d) || exit 99
trap 'rm -rf "$tmp"' EXIT
# shellcheck source=tests/cli/tap.sh
. "$(dirname "$0")/tap.sh"
mkdir -p "$tmp/bin" "$tmp/copy/tests" "$tmp/build"
cp "$SRC/tests/where.sh" "$tmp/copy/tests"
export RIDGE_BUILD="$tmp/build" PATH="$tmp/bin:$PATH"
echo tests/test_util >"$tmp/build/build.ninja"
for program in meson ninja sudo; do
    printf '#!/bin/sh\necho "%s $*" >>"%s/asked"\n' "$program" "$tmp" >"$tmp/bin/$program"
done
# sudo does as it is told
echo 'exec "$@"' >>"$tmp/bin/sudo"
cat >"$tmp/bin/apt-get" <<END
#!/bin/sh
echo "apt-get \$*" >>"$tmp/asked"
case " \$* " in *" munge "*) exit 100 ;; esac
END
chmod +x "$tmp"/bin/*

# setup PACKAGES ARG…: setup.sh ARG… where all is there but these
setup() {
    sed -E "s|^([a-z0-9.+-]+) +/[^']*|\1 /|" "$SRC/tests/setup.sh" >"$tmp/copy/tests/setup.sh"
    for package in $1; do
        sed -i "s|^$package /|$package /nonexistent|" "$tmp/copy/tests/setup.sh"
    done
    shift
    : >"$tmp/asked"
    out=$(sh "$tmp/copy/tests/setup.sh" "$@" 2>&1 </dev/null)
    code=$?
}
# told CODE NAME PATTERN: of what was said and asked for
told() {
    [ "$code" -eq "$1" ] && { echo "$out"; cat "$tmp/asked"; } | tr '\n' '~' | grep -qE -- "$3"
    row $? "$2" "exit $code, wanted $1 and /$3/: $out; $(cat "$tmp/asked")"
}

setup "" full
told 0 "nothing is missing, nothing is asked for" '^~ninja '
setup "qemu-system-x86" test
told 0 "./check needs none of --full's" '^~ninja '
setup "scdoc qemu-system-x86" full
told 10 "without --yes nothing is installed" 'these packages: scdoc qemu-system-x86 .*--yes'
setup "qemu-system-x86 clang" full
told 0 "what --full alone needs may be missing: its parts are skipped" \
    'apt-get install clang qemu-system-x86 .*parts of --full are skipped.*ninja '
setup "libcriterion-dev qemu-system-x86 clang" full --yes
told 0 "with --yes all is" \
    'apt-get update.*install .* libcriterion-dev~.*install .* clang qemu-system-x86~meson setup --reconfigure.*ninja '
setup "slurm-wlm munge clang" full --yes
told 0 "one that cannot be had keeps no other out" \
    'munge: not installed.*install .* clang~.*install .* slurm-wlm~.*meson setup --reconfigure'

# a person without root and without sudo is told the line to hand to who has it
mkdir "$tmp/few"
for program in sh dirname cut cksum mkdir id apt-get; do
    ln -s "$(command -v "$program")" "$tmp/few/$program"
done
printf '#!/bin/sh\necho 1000\n' >"$tmp/bin/few-id"
chmod +x "$tmp/bin/few-id"
ln -sf "$tmp/bin/few-id" "$tmp/few/id"
setup scdoc build
out=$(PATH="$tmp/few" sh "$tmp/copy/tests/setup.sh" build 2>&1 </dev/null)
code=$?
: >"$tmp/asked"
told 10 "neither root nor sudo: the line for apt-get" 'As root: apt-get install scdoc'

# ./ridge of a checkout that cannot be written; ridge and its build are pretended, too
there() {
    rm -rf "${tmp:?}/there" "${tmp:?}/home" "${tmp:?}/build"
    mkdir -p "$tmp/there/tests" "$tmp/there/tui" "$tmp/home"
    cp "$SRC/ridge" "$SRC/meson.build" "$tmp/there"
    mkdir -p "$tmp/there/tui/cli" && cp "$SRC/tui/cli/commit.sh" "$tmp/there/tui/cli"
    cp "$SRC/tests/where.sh" "$tmp/there/tests"
    sed -E "s|^([a-z0-9.+-]+) +/[^']*|\1 /|" "$SRC/tests/setup.sh" >"$tmp/there/tests/setup.sh"
}
cat >"$tmp/bin/ninja" <<'END'
#!/bin/sh
mkdir -p "$2/tui"
echo 'echo "ran from ${0%/tui/ridge}: $*"' >"$2/tui/ridge"
chmod +x "$2/tui/ridge"
END
as= # nobody: as an ordinary user, who may not write what is root's
door() {
    out=$(cd "$tmp/there" && $as env -u RIDGE_BUILD -u XDG_CACHE_HOME HOME="$tmp/home" "$@" 2>&1 </dev/null)
    code=$?
}
: >"$tmp/asked"
there
door ./ridge list
told 0 "a checkout of one's own is built in build/" "ran from $tmp/there/build: list"
there
door env RIDGE_BUILD="$tmp/build" ./ridge list
told 0 "RIDGE_BUILD: elsewhere" "^ran from $tmp/build: list"
there
: >"$tmp/asked"
door ./ridge --version
told 0 "--version of a checkout that is not built builds nothing" 'ridge [0-9.]+~ +commit +unknown~ +build +none'
[ ! -e "$tmp/there/build" ] && ! grep -q meson "$tmp/asked"
row $? "and leaves nothing behind"
door ./ridge --json --version
echo "$out" | python3 -c 'import json, sys; sys.exit(json.load(sys.stdin)["built"])'
row $? "nor does --json, as one document" "$out"
there
door env RIDGE_BUILD=/proc/ridge ./ridge list
told 10 "a folder that cannot be made: a sentence, no traceback" '^/proc/ridge cannot be written. RIDGE_BUILD names another folder'

there
chmod 755 "$tmp"
chmod 666 "$tmp/asked"
if [ "$(id -u)" -eq 0 ]; then
    chown 65534 "$tmp/home"
    as="setpriv --reuid=65534 --regid=65534 --clear-groups"
fi
chmod -R a-w "$tmp/there"
door ./ridge list
own="$tmp/home/.cache/ridge/build-[0-9]+"
told 0 "a checkout that cannot be written is built in the cache, and that is said" "^$tmp/there cannot be written: building in $own .*ran from $own: list"
door ./ridge list
[ "$code" -eq 0 ] && case $out in "ran from $tmp/home/.cache/ridge/build-"*": list") true ;; *) false ;; esac
row $? "and once only" "$out"
door env XDG_CACHE_HOME="$tmp/home/elsewhere" ./ridge list
told 0 "in XDG_CACHE_HOME" "ran from $tmp/home/elsewhere/ridge/build-[0-9]+: list"
chmod u+w "$tmp/there"
mkdir "$tmp/there/build" "$tmp/there/build/tui"
cp "$tmp/home/elsewhere/ridge"/build-*/tui/ridge "$tmp/there/build/tui"
: >"$tmp/there/build/.ridge-built"
chmod -R a-w "$tmp/there"
door ./ridge list
told 0 "a build that is newer than its sources is taken, whoever made it" "^ran from $tmp/there/build: list"
chmod -R u+w "$tmp/there"

# each package that a test is skipped for is one of those that --full installs
grep -hoE 'apt(-get)? install [a-z0-9. +-]*[a-z0-9+]' "$SRC"/tests/cli/*.sh "$SRC"/tests/vm/*.sh "$SRC/tests/check.sh" |
    sed 's/.*install //' | tr ' ' '\n' | sort -u >"$tmp/named"
sed -nE 's|^([a-z0-9.+-]+) +/.*|\1|p' "$SRC/tests/setup.sh" | sort >"$tmp/listed"
none=$(grep -E '^[a-z0-9.+]+-?[a-z0-9.+-]*$' "$tmp/named" | comm -23 - "$tmp/listed" | tr '\n' ' ')
[ -z "$none" ] && grep -q qemu-system-x86 "$tmp/named"
row $? "whatever a test names is on the list" "$none"

echo "1..$n"
[ "$bad" -eq 0 ]
