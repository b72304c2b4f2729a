# where.sh: `build`, the folder of the build of the checkout `root`; ./ridge, ./check and setup.sh source it.
# shellcheck shell=sh disable=SC2154  # who sources this has set root
build=${RIDGE_BUILD:-$root/build}
if [ -z "${RIDGE_BUILD:-}" ] && ! { [ -w "$build" ] || { [ ! -e "$build" ] && [ -w "$root" ]; }; } &&
    ! { command -v fresh >/dev/null && fresh; }; then
    # another user's checkout, or a disk for reading only: each such checkout has a build of one's own
    case ${XDG_CACHE_HOME:-} in /*) cache=$XDG_CACHE_HOME ;; *) cache=${HOME:-}/.cache ;; esac
    build=$cache/ridge/build-$(printf %s "$root" | cksum | cut -d' ' -f1)
fi
