#!/bin/sh
# What tests/setup.sh does for want of packages: TAP. apt-get, meson and ninja are pretended, and so is what is there.
#     setup.sh SOURCES
set -u
SRC=$1
tmp=$(mktemp -d) || exit 99
trap 'rm -rf "$tmp"' EXIT
# shellcheck source=tests/cli/tap.sh
. "$(dirname "$0")/tap.sh"
mkdir -p "$tmp/bin" "$tmp/copy/tests" "$tmp/build"
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

# each package that a test is skipped for is one of those that --full installs
grep -hoE 'apt(-get)? install [a-z0-9. +-]*[a-z0-9+]' "$SRC"/tests/cli/*.sh "$SRC"/tests/vm/*.sh "$SRC/tests/check.sh" |
    sed 's/.*install //' | tr ' ' '\n' | sort -u >"$tmp/named"
sed -nE 's|^([a-z0-9.+-]+) +/.*|\1|p' "$SRC/tests/setup.sh" | sort >"$tmp/listed"
none=$(grep -E '^[a-z0-9.+]+-?[a-z0-9.+-]*$' "$tmp/named" | comm -23 - "$tmp/listed" | tr '\n' ' ')
[ -z "$none" ] && grep -q qemu-system-x86 "$tmp/named"
row $? "whatever a test names is on the list" "$none"

echo "1..$n"
[ "$bad" -eq 0 ]
