/* backend.c: children, as the tables of backend.h say. */
#define _GNU_SOURCE
#include "backend.h"

#include <stdlib.h>
#include <string.h>

#include "job.h"

enum { MORE_MiB = 256, THREAD_MiB = 144, START_S = 20, GPU_START_S = 60 };

const struct backend *backend_of(const struct job *j, const struct lab_call *call)
{
    return !call->emitted ? j->on : call->emitted_cuda ? j->emulator : j->plain;
}

struct child child_of(const struct job *j, const struct case_memory *b, const char *object)
{
    const struct backend *on = backend_of(j, b->call);
    return (struct child){ .on = on, .object = object, .mode = on->mode, .in_size = b->in_size,
                           .out_size = b->out_size };
}

int child_start(struct job *j, const struct child *c, struct proc **ret, enum proc_state *why, struct err *e)
{
    struct proc_spec spec = {
        .program = j->child,
        .object = c->object,
        .mode = c->mode,
        .threads = j->lab.threads,
        .launch_s = j->lab.wall_s * (c->object == j->object ? 1 : TRACED_TIMES),
        /* two threads that touch a word in the same instant may hide a race from the trace */
        .workers = c->object == j->object ? 0 : 1,
        .cpu_s = (int)(j->lab.wall_s * 10) + 30,
        /* the address space also holds the mappings themselves, and a stack and an arena a thread */
        .mem_MiB = j->lab.mem_MiB + (int)((c->in_size + c->out_size) >> 20) + MORE_MiB +
                   (j->lab.threads - 1) * THREAD_MiB,
        .cpu = -1,
        .in_size = c->in_size,
        .out_size = c->out_size,
        .share_in = c->share_in,
        .share_out = c->share_out,
        .time = c->time,
    };
    char *preload = NULL;
    if (c->on->child)
        c->on->child(j, &spec);
    if (c->mode == PROTO_SANITIZE) {
        preload = build_sanitizer_runtime(&j->build, e);
        if (!preload) {
            *why = PROC_OURS;
            return -1;
        }
        spec.preload = preload;
    }
    int rc = proc_start(&spec, spec.gpu ? GPU_START_S : START_S, ret, why, e);
    free(preload);
    return rc;
}

void child_note(struct proc *p, char *ret, size_t n)
{
    char note[sizeof proc_done(p)->note];
    memcpy(note, (const char *)proc_done(p)->note, sizeof note - 1);
    note[sizeof note - 1] = 0;
    char *clean = util_clean(note, strlen(note), 0);
    snprintf(ret, n, "%s", clean);
    free(clean);
}
