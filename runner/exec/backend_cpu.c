/* backend_cpu.c: C in ridge-child, on this machine's processor. */
#include "backend.h"
#include "phases.h"

static int build(const struct build *b, const json_t *files, struct build_result *ret, struct err *e)
{
    (void)e;
    *ret = build_submission(b, files, BUILD_PLAIN);
    return 0;
}

const struct backend backend_cpu = {
    .name = "cpu",
    .mode = PROTO_PLAIN,
    .build = build,
    .sanitize = phase_sanitize,
    .profile = phase_profile,
};
