#!/bin/sh
# The commit that the checkout ROOT stands at, with -dirty where files differ from it. A release's archive has none, also
# when it was unpacked below somebody else's repository: "unknown".
#     commit.sh ROOT
set -u
root=$(CDPATH='' cd -- "$1" && pwd -P) || exit 1
# The checkout may be another user's: building it trusts it already.
own_git() {
    GIT_OPTIONAL_LOCKS=0 git -c safe.directory="$root" -C "$root" "$@" 2>/dev/null
}
if [ "$(own_git rev-parse --show-toplevel)" = "$root" ]; then
    own_git describe --always --dirty --abbrev=12 --exclude '*' || echo unknown
else
    echo unknown
fi
