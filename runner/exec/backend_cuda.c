/* backend_cuda.c: CUDA on a GPU, driven by ridge-gpu. The emulator sanitizes and counts what it runs. */
#define _GNU_SOURCE
#include "backend.h"

#include <string.h>

#include "job.h"
#include "phase_cuda.h"
#include "runner/base/fault.h"
#include "runner/box/spawn.h"

/* CUDA code is built for the GPU that is here; without one, for the lab's own architecture. */
int backend_cuda_find(struct job *j)
{
    static char line[160];
    int found = 0;
    const char *argv[] = { j->gpu_child, "--query", NULL };
    struct box box = { .ro = { "/" }, .rw = { "/dev", "/tmp", "/proc" }, .capable = 1, .in_fd = -1, .cpu = -1 };
    struct spawn_result s = spawn_wait(argv, &box, NULL, 30);
    if (s.end == SPAWN_EXIT && !s.code) {
        snprintf(line, sizeof line, "%.*s", (int)strcspn(text_str(&s.output), "\n"), text_str(&s.output));
        char *name = strchr(line, ' ');
        if (name && !strncmp(line, "sm_", 3)) {
            *name = 0;
            found = 1;
            j->build.arch = line;
            char *clean = util_clean(name + 1, strlen(name + 1), 0); /* a driver may say anything */
            json_object_set_new(json_object_get(j->report, "machine"), "gpu", job_text(clean));
            free(clean);
        }
    }
    text_finish(&s.output);
    return found;
}

/* A GPU that the lab's code cannot be built for is none, for that lab: the reference tells, where the GPU is not the
 * one that the lab names. */
int backend_cuda_fits(const struct job *j, struct err *e)
{
    const char *wants = j->lab.arch;
    if (!j->build.arch || !wants || !strcmp(wants, j->build.arch))
        return 1;
    struct build_result r = build_kernel(&j->build, j->lab.reference);
    int fits = r.ok || fault_code();
    build_result_finish(&r);
    if (!fits)
        err_set(e, "The GPU of this machine is of %s, and the code of this lab needs %s.", j->build.arch, wants);
    return fits;
}

/* Without a GPU the build alone is judged, and the first child says that there is none. */
static int ready(struct job *j, struct err *e)
{
    return !backend_cuda_find(j) || backend_cuda_fits(j, e);
}

static int build(const struct build *b, const json_t *files, struct build_result *ret, struct err *e)
{
    (void)e;
    *ret = build_cubin(b, files);
    return 0;
}

static void child(const struct job *j, struct proc_spec *s)
{
    s->program = j->gpu_child;
    s->gpu = 1;
}

static int broke(struct job *j, struct proc *p, const char *program, char *msg, size_t n)
{
    (void)j;
    (void)program;
    if (!proc_done(p)->status)
        return 0;
    child_note(p, msg, n);
    return 1;
}

const struct backend backend_cuda = {
    .name = "cuda",
    .tool = "nvcc",
    .mode = PROTO_PLAIN,
    .gpu = 1,
    .ready = ready,
    .build = build,
    .built = cuda_gates,
    .child = child,
    .broke = broke,
};
