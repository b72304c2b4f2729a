/*
 * backend_ranks.c: several ranks: in one process, where the network is a model and time is the model's, or over MPI and
 * NCCL, where time is the clock's.
 */
#define _GNU_SOURCE
#include "backend.h"

#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "job.h"
#include "phase_ranks.h"
#include "phases.h"
#include "ridge/ranks.h"
#include "runner/box/box_level.h"

enum { MOST_GPUS = 64, PAGES_MiB = 72, THREADS_MiB = 160, RANKS_TIMES = 64, GRACE_S = 10, LIBRARY_GRACE_S = 75 };

static int build(const struct build *b, const json_t *files, struct build_result *ret, struct err *e)
{
    (void)e;
    *ret = build_submission(b, files, BUILD_PLAIN);
    return 0;
}

/* The address space of the hub and of a rank beside the lab's own. */
static void child(const struct job *j, struct proc_spec *s)
{
    s->program = j->ranks_child;
    s->raw = 1;
    s->width = 1; /* in process one rank runs at a time */
    s->cpu = sched_getcpu(); /* and to wake the next one on another processor costs more than its turn does */
    s->mem_MiB += PAGES_MiB + THREADS_MiB + (int)((s->in_size + s->out_size) >> 20) * RANKS_TIMES;
}

/* A sanitizer looks at the ranks in one process. */
static void communicator_child(const struct job *j, struct proc_spec *s)
{
    child(j, s);
    if (s->mode != PROTO_PLAIN)
        return;
    s->program = j->wall_child;
    s->talks = 1;
    s->gpu = !strcmp(j->runtime, "nccl");
    s->width = COMM_MAX_RANKS;
    s->cpu = -1;
}

/* What is counted is the program's, and the model's time. */
static int communicator_profile(struct job *j, struct err *e)
{
    const struct backend *on = j->on;
    j->on = &backend_ranks;
    int rc = ranks_profile(j, e);
    j->on = on;
    return rc;
}

static int gpus(void)
{
    char path[32];
    int n = 0;
    while (n < MOST_GPUS && snprintf(path, sizeof path, "/dev/nvidia%d", n) > 0 && !access(path, F_OK))
        n++;
    return n;
}

static const char *beyond(const struct job *j, const struct case_memory *b)
{
    static char why[160];
    const struct proto_ranks *r = &b->ranks;
    if (r->kill_rank >= 0 || r->lose_from >= 0 || r->slow_from >= 0)
        return "The faults of this case are made by the in-process network alone: --runtime inproc runs it.";
    if (strcmp(j->runtime, "nccl") || r->ranks <= gpus())
        return NULL;
    snprintf(why, sizeof why, "The case has %d ranks, and this machine has %d %s: NCCL gives each rank its own.",
             r->ranks, gpus(), gpus() == 1 ? "GPU" : "GPUs");
    return why;
}

static const struct backend communicator = {
    .name = "ranks",
    .mode = PROTO_PLAIN,
    .grace_s = LIBRARY_GRACE_S,
    .wall_clock = 1,
    .build = build,
    .child = communicator_child,
    .spec = ranks_spec,
    .beyond = beyond,
    .verdict = ranks_verdict,
    .sanitize = phase_sanitize,
    .profile = communicator_profile,
    .bench = ranks_bench,
};

const struct backend backend_ranks = {
    .name = "ranks",
    .mode = PROTO_PLAIN,
    .grace_s = GRACE_S,
    .communicator = &communicator,
    .build = build,
    .child = child,
    .spec = ranks_spec,
    .verdict = ranks_verdict,
    .orders = ranks_orders,
    .order = ranks_order,
    .sanitize = phase_sanitize,
    .profile = ranks_profile,
    .bench = ranks_bench,
};

/* What the submission's walls lack there is said with every result. */
static void say_runtime(struct job *j)
{
    int mpi = !strcmp(j->runtime, "mpi");
    json_object_set_new(
        j->report, "runtime",
        json_pack("{s:s s:s}", "name", j->runtime, "walls",
                  mpi ? "namespaces and Landlock; of system calls a deny-list, on the ranks' own threads alone"
                      : "that of a run on a GPU; of system calls a deny-list, on the ranks' own threads alone"));
}

int backend_runtime(struct job *j, struct err *e)
{
    int mpi = !strcmp(j->runtime, "mpi");
    if (!strcmp(j->runtime, "inproc"))
        return 0;
    if (!mpi && strcmp(j->runtime, "nccl"))
        return err_set(e, "There is no runtime \"%.32s\". --runtime takes inproc, mpi or nccl.", j->runtime);
    if (!j->on->communicator)
        return err_set(e, "The option --runtime is for labs of several ranks, and this lab runs on %s.", j->backend);
    if (mpi && (access(j->wall_child, X_OK) || access("/usr/bin/mpirun", X_OK)))
        return err_set(e, "Ridge was built without MPI, or mpirun is gone. On Debian: apt install openmpi-bin "
                          "libopenmpi-dev, then build again; --runtime inproc needs neither.");
    if (mpi && !box_namespaces())
        return err_set(e,
                       "The program mpirun has to open sockets, and may do so only in a network of its own: the "
                       "sandbox of this machine has no namespaces (`ridge doctor` says why). --runtime inproc needs "
                       "none.");
    if (!mpi && !gpus())
        return err_set(e,
                       "This machine has no NVIDIA GPU (/dev/nvidia0), so that NCCL has nothing to run on. --runtime "
                       "inproc and --runtime mpi need none.");
    j->on = j->counts = j->on->communicator;
    say_runtime(j);
    return 0;
}
