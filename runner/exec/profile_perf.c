/*
 * profile_perf.c: the CPU's own counters around one call, opened here for the child that makes it. The plain
 * object runs, not the traced one. The child is stopped while the counters are set up, so that they begin and
 * end with the call; they count its first thread in user mode.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "profile.h"
#include "backend.h"
#include "case_run.h"

static const struct {
    const char *name;
    uint64_t config;
} events[] = {
    { "cycles", PERF_COUNT_HW_CPU_CYCLES }, /* the group's leader */
    { "instructions", PERF_COUNT_HW_INSTRUCTIONS },
    { "branches", PERF_COUNT_HW_BRANCH_INSTRUCTIONS },
    { "branch_misses", PERF_COUNT_HW_BRANCH_MISSES },
    { "cache_refs", PERF_COUNT_HW_CACHE_REFERENCES },
    { "cache_misses", PERF_COUNT_HW_CACHE_MISSES },
};
enum { EVENTS = sizeof events / sizeof events[0] };

/* Counters of one process; those that this CPU lacks are -1. */
struct group {
    int fd[EVENTS], n;
};

/* What the kernel gives back for a group. */
struct reading {
    uint64_t n, enabled, running, value[EVENTS];
};

static int open_event(uint64_t config, pid_t pid, int leader)
{
    struct perf_event_attr a = { .type = PERF_TYPE_HARDWARE, .size = sizeof a, .config = config,
                                 .disabled = leader < 0, .exclude_kernel = 1, .exclude_hv = 1,
                                 .read_format = PERF_FORMAT_GROUP | PERF_FORMAT_TOTAL_TIME_ENABLED |
                                                PERF_FORMAT_TOTAL_TIME_RUNNING };
    return (int)syscall(SYS_perf_event_open, &a, pid, -1, leader, PERF_FLAG_FD_CLOEXEC);
}

static void group_close(struct group *g)
{
    for (int k = 0; k < EVENTS; k++)
        if (g->fd[k] >= 0)
            close(g->fd[k]);
}

/* 0, or the leader's errno. */
static int group_open(struct group *g, pid_t pid)
{
    g->n = 0;
    for (int k = 0; k < EVENTS; k++) {
        g->fd[k] = k && g->fd[0] < 0 ? -1 : open_event(events[k].config, pid, k ? g->fd[0] : -1);
        if (!k && g->fd[0] < 0) {
            int why = errno;
            memset(g->fd, -1, sizeof g->fd);
            return why;
        }
        g->n += g->fd[k] >= 0;
    }
    return 0;
}

void profile_perf_why(int error, int paranoid, char *ret, size_t n)
{
    switch (error) {
    case ENOENT:
    case EOPNOTSUPP:
    case ENODEV:
    case ENXIO:
        snprintf(ret, n, "There are no hardware counters here: this machine shows no PMU, as virtual machines do. "
                         "Run it on the host, or let the guest see one (QEMU: -cpu host,pmu=on). ctrace counts "
                         "everywhere.");
        break;
    case EACCES:
    case EPERM:
        if (paranoid > 2)
            snprintf(ret, n, "There are no hardware counters here: kernel.perf_event_paranoid is %d. Allow a user's "
                             "own programs: sudo sysctl kernel.perf_event_paranoid=2", paranoid);
        else
            snprintf(ret, n, "There are no hardware counters here: the kernel forbids them, as containers do. Start "
                             "the container with --cap-add=PERFMON, or run outside of it.");
        break;
    case ENOSYS:
        snprintf(ret, n, "There are no hardware counters here: this kernel has none (CONFIG_PERF_EVENTS). Another "
                         "kernel has.");
        break;
    default:
        snprintf(ret, n, "There are no hardware counters here: %s. `perf stat true` should work "
                         "first.", strerror(error));
    }
}

static int paranoid_level(void)
{
    char *s = util_read_kernel(AT_FDCWD, "/proc/sys/kernel/perf_event_paranoid");
    int level = s ? atoi(s) : 0;
    free(s);
    return level;
}

int profile_perf_ready(struct job *j)
{
    struct group g;
    char why[256];
    int error = group_open(&g, 0);
    group_close(&g);
    if (error)
        profile_perf_why(error, paranoid_level(), why, sizeof why);
    profile_source(j, "perf", error ? why : NULL);
    return !error;
}

/* Counts of a group that shared the PMU with others are scaled up, and their source says so. */
static void count_group(struct job *j, const struct case_memory *b, const struct group *g)
{
    struct reading r = { 0 };
    int at = 0;
    if (read(g->fd[0], &r, sizeof r) < 0 || r.n != (uint64_t)g->n || !r.running) {
        char why[200];
        snprintf(why, sizeof why, "%s of case %s: the counters were taken by something else. Run it again.",
                 b->call_name, b->case_id);
        profile_source(j, "perf", why);
        return;
    }
    double scale = (double)r.enabled / (double)r.running;
    const char *source = r.running < r.enabled ? "perf, scaled" : "perf";
    for (int k = 0; k < EVENTS; k++)
        if (g->fd[k] >= 0)
            job_count(j, b, events[k].name, (double)r.value[at++] * scale, source);
}

/* Twice: the first warms the caches and the pages, the second counts. */
static int count_trial(struct job *j, struct case_memory *b, struct proc *p, struct err *e)
{
    struct group g;
    struct case_end end = { .how = CASE_RIGHT };
    struct case_run run = { .p = p, .limit_s = j->lab.wall_s, .seed = job_count_seed(j, b->run), .unjudged = 1 };
    int error = group_open(&g, proc_pid(p)), rc = 0;
    for (int k = 0; !error && !rc && k < 2 && end.how != CASE_BROKE; k++) {
        if (k) /* the child stands still until its trial */
            ioctl(g.fd[0], PERF_EVENT_IOC_ENABLE, PERF_IOC_FLAG_GROUP);
        rc = case_run(j, b, &run, &end, e);
    }
    if (!error) {
        ioctl(g.fd[0], PERF_EVENT_IOC_DISABLE, PERF_IOC_FLAG_GROUP);
        if (!rc && end.how != CASE_BROKE)
            count_group(j, b, &g);
    }
    group_close(&g);
    return rc;
}

int profile_perf_one(struct job *j, const struct lab_run *run, struct err *e)
{
    struct case_memory b;
    struct proc *p = NULL;
    enum proc_state why = PROC_DONE;
    if (case_memory_make(j, run, &b, e))
        return -1;
    int emitted = b.call->emitted; /* emitted code has an object of its own, which ctrace has counted */
    struct child c = child_of(j, &b, j->object);
    int rc = emitted ? 0 : child_start(j, &c, &p, &why, e);
    if (!rc && !emitted)
        rc = count_trial(j, &b, p, e);
    else if (why != PROC_OURS)
        rc = 0; /* `correct` has said what it was, or will at the next run */
    proc_finish(p);
    case_memory_finish(&b);
    return rc;
}
