/* backend_simt.c: CUDA on the emulator, whose program is the submission's object itself. */
#include "backend.h"
#include "phase_simt.h"

/* The emulator runs blocks on as many host threads as there are, with a stack for each lane and shadows. */
enum { EMULATOR_THREADS = 16, EMULATOR_MiB = 2048, SHADOWS = 10, GRACE_S = 5 };

static int build(const struct build *b, const json_t *files, struct build_result *ret, struct err *e)
{
    return build_emulated(b, files, 0, ret, e);
}

static void child(const struct job *j, struct proc_spec *s)
{
    (void)j;
    s->program = s->object;
    s->threads = EMULATOR_THREADS;
    s->emulated = 1;
    s->raw = 1;
    s->mem_MiB += EMULATOR_MiB + SHADOWS * (int)((s->in_size + s->out_size) >> 20);
}

static int broke(struct job *j, struct proc *p, const char *program, char *msg, size_t n)
{
    if (!proc_done(p)->status)
        return 0;
    if (!simt_note(j, p, program, msg, n))
        child_note(p, msg, n);
    return 1;
}

const struct backend backend_simt = {
    .name = "simt",
    .compiler = "g++",
    .mode = PROTO_EMULATED,
    .grace_s = GRACE_S,
    .build = build,
    .child = child,
    .broke = broke,
    .explain = simt_explain,
    .sanitize = simt_sanitize,
    .profile = simt_profile,
    .bench = simt_bench,
};
