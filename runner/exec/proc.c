#define _GNU_SOURCE
#include "proc.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "runner/box/box.h"
#include "runner/box/box_level.h"
#include "runner/box/children.h"
#include "runner/base/fault.h"
#include "runner/base/figure.h"
#include "oracle.h"
#include "runner/box/share.h"

/* Of talks: what its processes share lies in files; and what all of them and mpirun may have at L3. */
enum { SHARED_MiB = 1024, TALKERS = 4, TALK_TASKS = 1024 };
enum { OUTPUT_KEPT = 64 << 10, OUTPUT_MAX = 1 << 20, STOP_S = 5, SHADOW = 3 };

/* Older C headers lack the seals' and the kernel's newer names. */
#ifndef F_SEAL_FUTURE_WRITE
#define F_SEAL_FUTURE_WRITE 0x0010
#endif

/* Seconds that were not its own, of how many. */
#define STARVED                                                                                                        \
    "this machine is too busy: for %.1f s of %.1f s it was kept waiting for a processor. Run it again when it is "     \
    "quieter, or grade fewer at once"

struct proc {
    pid_t pid;
    int out_pipe;
    int in_fd, out_fd; /* kept so that a second child can share the inputs, and have the outputs' memory */
    int notify, listener; /* where its seccomp listener comes; then the listener; -1 */
    struct proto_go *go;
    struct proto_done *done;
    void *in, *out;
    const char *raw;
    size_t raw_seen;
    size_t in_size, out_size, written;
    int shares_in, reaped, status, cpu_s, threads, gpu, mem_MiB, resident_MiB; /* 0: RLIMIT_AS sees to it */
    int all_MiB; /* of its cgroup */
    uint32_t seq, seen;
    clockid_t clock;
    double began, limit_s; /* of the trial or the start under way */
    struct share_own own;
    int parallel, tells;   /* processes run side by side; those in the box have a limit on their own time, too */
    struct text output;
    char why[256];
};

enum { READ_ONLY = 1, SPARSE = 2 }; /* for the child; mostly never touched */

static int shared(const char *name, size_t size, int how, void **ret)
{
    int fd = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (fd < 0)
        return -1;
    if (ftruncate(fd, (off_t)size)) {
        close(fd);
        return -1;
    }
    int flags = MAP_SHARED | (size <= (64u << 20) && !(how & SPARSE) ? MAP_POPULATE : 0);
    *ret = mmap(NULL, size, PROT_READ | PROT_WRITE, flags, fd, 0);
    if (*ret == MAP_FAILED) {
        *ret = NULL;
        close(fd);
        return -1;
    }
    int seals = F_SEAL_SHRINK | F_SEAL_GROW | (how & READ_ONLY ? F_SEAL_FUTURE_WRITE : 0);
    if (fcntl(fd, F_ADD_SEALS, seals) || fcntl(fd, F_ADD_SEALS, F_SEAL_SEAL)) {
        close(fd);
        return -1;
    }
    return fd;
}

static int mapped_again(int from, size_t size, void **ret)
{
    int fd = fcntl(from, F_DUPFD_CLOEXEC, 3);
    if (fd < 0)
        return -1;
    *ret = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (*ret != MAP_FAILED)
        return fd;
    *ret = NULL;
    close(fd);
    return -1;
}

static size_t page_up(size_t n)
{
    size_t page = 4096;
    return n ? (n + page - 1) / page * page : page;
}

enum { LIBRARIES = 6, TREES = 5, PROGRAMS = 5 };

static const char *const trees[TREES] = { "/usr/lib", "/lib", "/lib64", "/usr/lib64", "/etc/ld.so.cache" };

/* What mpirun is, and reads. */
static const char *const programs[PROGRAMS] = { "/usr/bin", "/etc/alternatives", "/etc/openmpi", "/usr/share/openmpi",
                                                "/proc" };

/* What a plain run loads, each by the first of the places that a loader looks in. */
static const char *const *libraries(void)
{
    static const char *const dirs[] = { "/lib/x86_64-linux-gnu", "/usr/lib/x86_64-linux-gnu", "/lib64", "/usr/lib64",
                                        "/lib", "/usr/lib" };
    static const char *const names[] = { "libc.so.6", "libm.so.6", "libdl.so.2", "libpthread.so.0", "libgomp.so.1" };
    static char found[LIBRARIES][64];
    static const char *list[LIBRARIES + 1];
    int n = 0;
    if (list[0])
        return list;
    list[n++] = "/lib64/ld-linux-x86-64.so.2";
    for (size_t k = 0; k < sizeof names / sizeof names[0]; k++)
        for (size_t d = 0; d < sizeof dirs / sizeof dirs[0]; d++) {
            snprintf(found[n], sizeof found[n], "%s/%s", dirs[d], names[k]);
            if (!access(found[n], R_OK)) {
                list[n] = found[n];
                n++;
                break;
            }
        }
    return list;
}

/* The sanitizers' runtimes, the driver and C++ are somewhere among all the machine's libraries. */
static int loads_more(const struct proc_spec *spec)
{
    return spec->mode == PROTO_SANITIZE || spec->gpu || spec->emulated || spec->talks;
}

static void child_box(struct box *b, const struct proc_spec *spec)
{
    int n = 0;
    while (b->ro[n])
        n++;
    for (int k = 0; !loads_more(spec) && k < LIBRARIES && libraries()[k]; k++)
        b->ro[n++] = libraries()[k];
    for (int k = 0; loads_more(spec) && k < TREES; k++)
        b->ro[n++] = trees[k];
    for (int k = 0; spec->ro && spec->ro[k] && n < BOX_PATHS - 5; k++)
        b->ro[n++] = spec->ro[k];
    for (int k = 0; spec->talks && !spec->gpu && k < PROGRAMS; k++)
        b->ro[n++] = programs[k];
    if (spec->talks && !spec->gpu)
        b->rw[0] = "/dev/null"; /* and with it files in memory, in /tmp */
    if (spec->mode == PROTO_SANITIZE)
        b->ro[n++] = "/proc";
    if (spec->gpu) {
        /* the driver opens its device nodes for writing and reads /proc and /sys */
        static const char *const driver[] = { "/dev", "/proc", "/tmp" };
        b->capable = 1;
        for (int k = 0; k < 3; k++)
            b->rw[k] = driver[k];
        b->ro[n++] = "/sys";
        b->ro[n++] = "/usr";
        b->ro[n++] = "/etc";
    }
}

/* At L3. Red zones and quarantine are part of it: SHADOW times what the lab allows. */
static int together_MiB(const struct proc_spec *spec)
{
    return spec->mode == PROTO_SANITIZE ? spec->mem_MiB * SHADOW
           : spec->talks                ? spec->mem_MiB * TALKERS + SHARED_MiB
                                        : spec->mem_MiB;
}

static int has_ranks(const struct proc_spec *spec)
{
    return spec->raw && !spec->emulated;
}

/* A hub of ranks holds a listener of each. */
static int descriptors(const struct proc_spec *spec)
{
    return spec->talks ? 1024 : has_ranks(spec) ? 128 : 64;
}

static struct box run_box(const struct proc_spec *spec, const int fds[6], int out)
{
    int sanitize = spec->mode == PROTO_SANITIZE, socket = spec->raw ? PROTO_RAW + 1 : PROTO_NOTIFY;
    struct box b = {
        .ro = { spec->program, spec->object },
        .cpu_s = spec->cpu_s, .nofile = descriptors(spec), .stack_MiB = 8, .cpu = spec->cpu,
        .as_MiB = sanitize || spec->gpu || spec->emulated || spec->talks ? 0 : spec->mem_MiB,
        .data_MiB = spec->emulated || (spec->talks && !spec->gpu) ? spec->mem_MiB : 0, .loopback = spec->talks,
        .all_MiB = together_MiB(spec), .parts = has_ranks(spec), .tasks = spec->talks ? TALK_TASKS : 0,
        .fsize_MiB = spec->talks && !spec->gpu ? SHARED_MiB : 0, .seccomp = spec->emulated ? spec->threads : 0,
        .fds = { fds[0], fds[1], fds[2], fds[3], -1, -1, -1 }, .listen = fds[5] >= 0 ? socket : 0,
        .out_fd = out, .in_fd = -1, .no_aslr = spec->mode == PROTO_CTRACE,
    };
    int n = PROTO_RAW - PROTO_GO;
    if (spec->raw)
        b.fds[n++] = fds[4];
    b.fds[n] = fds[5];
    child_box(&b, spec);
    return b;
}

static void child_exec(const struct proc_spec *spec, const struct box *b)
{
    if (box_enter(b) < 0)
        _exit(CHILD_INTERNAL);
    char mode[8], threads[16], preload[512], asan[256], limit[32], workers[32], without[128];
    const char *wish = getenv("RIDGE_BOX_WITHOUT");
    snprintf(mode, sizeof mode, "%d", spec->mode);
    snprintf(threads, sizeof threads, "%d", spec->threads);
    snprintf(preload, sizeof preload, "LD_PRELOAD=%s", spec->preload ? spec->preload : "");
    snprintf(without, sizeof without, "RIDGE_BOX_WITHOUT=%s", wish ? wish : "");
    /* AddressSanitizer's shadow forbids RLIMIT_AS: one block is held to the limit here, all together in look() */
    snprintf(asan, sizeof asan,
             "ASAN_OPTIONS=detect_leaks=1:exitcode=66:abort_on_error=0:color=never:handle_segv=1:"
             "allocator_may_return_null=1:detect_stack_use_after_return=1:max_allocation_size_mb=%d",
             spec->mem_MiB);
    char *argv[] = { (char *)spec->program, (char *)spec->object, mode, threads, NULL };
    snprintf(workers, sizeof workers, "SIMT_WORKERS=%d", spec->workers);
    snprintf(limit, sizeof limit, "SIMT_TIMEOUT=%.3f", spec->launch_s);
    char *envp[] = { "PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8", "OPENBLAS_NUM_THREADS=1", "SIMT_OUT=7", limit, workers,
                     spec->time ? "SIMT_TIME=1" : "SIMT_TIME=0", "CUDA_CACHE_DISABLE=1", asan,
                     "UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1:exitcode=67:color=never", without,
                     spec->preload ? preload : NULL, NULL };
    execve(spec->program, argv, envp);
    dprintf(2, "%s: %s\n", spec->program, strerror(errno));
    _exit(CHILD_INTERNAL);
}

/* Stops at the limit: a child that writes as fast as we read must not keep us here. */
static void drain(struct proc *p)
{
    char buf[8192];
    ssize_t n;
    while (p->written <= OUTPUT_MAX && (n = read(p->out_pipe, buf, sizeof buf)) > 0) {
        text_add(&p->output, buf, (size_t)n);
        p->written += (size_t)n;
    }
}

/* The children's own exit codes count before the first `done` alone: afterwards it is the submission that
 * calls exit(), and in ridge-child from dlopen() on. */
_Static_assert((int)CHILD_INTERNAL == (int)BOX_OWN_FAULT, "the code that no submission may end with");

static enum proc_state exited(struct proc *p, int code)
{
    snprintf(p->why, sizeof p->why, "The code called exit(%d) before it returned.", code);
    if (p->seen)
        return PROC_EXIT;
    if (code == CHILD_NO_SYMBOL) {
        snprintf(p->why, sizeof p->why, "The code could not be loaded.");
        return PROC_NO_SYMBOL;
    }
    if (code == CHILD_NO_GPU && p->gpu) {
        p->why[0] = 0; /* the child's own words say which part is missing */
        return PROC_NO_GPU;
    }
    if (code == CHILD_INTERNAL && p->done->status != PROTO_LOADING) {
        snprintf(p->why, sizeof p->why, "The sandbox could not start.");
        return PROC_OURS;
    }
    return PROC_EXIT;
}

/* PROC_CRASH: there was enough. */
static enum proc_state without_memory(enum box_memory memory, const char *who, int MiB, char *ret, size_t n)
{
    if (memory == MEMORY_OF_BOX)
        snprintf(ret, n, "%s used more than %d MiB of memory.", who, MiB);
    else if (memory == MEMORY_OF_MACHINE)
        snprintf(ret, n, "This machine ran out of memory, below what a run may use: give it more, or grade fewer at "
                         "once.");
    return memory == MEMORY_OF_BOX ? PROC_LIMIT : memory == MEMORY_OF_MACHINE ? PROC_OURS : PROC_CRASH;
}

enum proc_state proc_killed_for(const struct proc *p, char *ret, size_t n)
{
    return without_memory(children_memory(p->pid), "All ranks together", p->all_MiB, ret, n);
}

static enum proc_state killed(struct proc *p, int sig, enum box_memory memory, const struct rusage *use)
{
    static const struct {
        int sig;
        enum proc_state state;
        const char *why;
    } t[] = {
        { SIGSYS, PROC_VIOLATION,
          "The code made a system call that a lab never needs (files, processes, network)." },
        { SIGSEGV, PROC_CRASH,
          "There was a segmentation fault: an index outside a buffer, a write to an input, a bad pointer, or more "
          "than 8 MiB of stack." },
        { SIGBUS, PROC_CRASH, "There was a bus error: a misaligned or unbacked address." },
        { SIGFPE, PROC_CRASH, "There was an arithmetic fault: an integer division by zero." },
        { SIGILL, PROC_CRASH, "There was an illegal instruction: does this CPU have that instruction set?" },
        { SIGABRT, PROC_CRASH, "The code called abort()." },
    };
    if (sig == SIGXCPU || (sig == SIGKILL && use->ru_utime.tv_sec + use->ru_stime.tv_sec >= p->cpu_s)) {
        snprintf(p->why, sizeof p->why, "The code used up its %d s of CPU time.", p->cpu_s);
        return PROC_LIMIT;
    }
    enum proc_state want = without_memory(memory, "The code", p->mem_MiB, p->why, sizeof p->why);
    if (sig == SIGKILL && want != PROC_CRASH)
        return want;
    if (sig == SIGKILL) {
        snprintf(p->why, sizeof p->why, "The system killed the code below its limits: most likely this machine ran "
                                        "out of memory. Give it more, or grade fewer at once.");
        return PROC_OURS;
    }
    for (size_t k = 0; k < sizeof t / sizeof t[0]; k++)
        if (t[k].sig == sig) {
            snprintf(p->why, sizeof p->why, "%s", t[k].why);
            return t[k].state;
        }
    snprintf(p->why, sizeof p->why, "The code was killed by signal %d (%s).", sig, strsignal(sig));
    return PROC_CRASH;
}

static enum proc_state dead(struct proc *p, const siginfo_t *si)
{
    struct rusage use = { 0 };
    enum box_memory memory = children_memory(p->pid);
    children_reap(p->pid, &p->status, &use);
    p->reaped = 1;
    drain(p);
    return si->si_code == CLD_EXITED ? exited(p, si->si_status) : killed(p, si->si_status, memory, &use);
}

static int too_big(const struct proc *p)
{
    char path[40], line[128] = "";
    unsigned long long size, resident = 0;
    if (!p->resident_MiB)
        return 0;
    snprintf(path, sizeof path, "/proc/%d/statm", (int)p->pid);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return 0;
    if (read(fd, line, sizeof line - 1) > 0 && sscanf(line, "%llu %llu", &size, &resident) != 2)
        resident = 0;
    close(fd);
    return resident * 4096 >> 20 > (unsigned long long)p->resident_MiB;
}

static int forbidden(struct proc *p)
{
    int nr = box_forbidden(&p->notify, &p->listener);
    if (nr >= 0)
        snprintf(p->why, sizeof p->why, "The code %s.", box_called(nr));
    return nr >= 0;
}

/* ---- the wall clock: who is slow? -------------------------------------------------------------------------- */

enum { PATIENCE = 10, LOOKS = 16 }; /* looks: in its time; none in what is short enough to be timed */
#define SOONEST_s .05
#define NEWS_s .25 /* to those who have limits of their own */

static void watch_from_now(struct proc *p, double limit_s)
{
    p->began = util_now();
    p->limit_s = limit_s;
    p->own = (struct share_own){ .wall_s = 0 };
    p->go->own_s = 0;
}

/* When it has been counted last, how long until that is done again: a look costs a walk through /proc. */
static double until_look(const struct proc *p)
{
    double step = p->limit_s / LOOKS, left = p->limit_s - p->own.own_s;
    if (p->tells && step > NEWS_s)
        step = NEWS_s;
    return left > step ? step : left > SOONEST_s ? left : SOONEST_s;
}

/* Threads of its own that compete with each other are no excuse. */
static int width(const struct proc *p)
{
    cpu_set_t set;
    int cpus = sched_getaffinity(0, sizeof set, &set) ? (int)sysconf(_SC_NPROCESSORS_ONLN) : CPU_COUNT(&set);
    return p->threads < cpus ? p->threads : cpus;
}

static void look_at_share(struct proc *p)
{
    struct share now;
    double wall = util_now() - p->began;
    if (wall < p->own.wall_s + until_look(p))
        return;
    int seen = !share_of(p->pid, &now);
    share_count(&p->own, wall, seen ? &now : NULL, width(p), p->parallel);
    p->go->own_s = p->own.own_s;
}

static enum proc_state out_of_time(struct proc *p)
{
    if (p->own.own_s >= p->limit_s) {
        char limit[FIGURE];
        snprintf(p->why, sizeof p->why,
                 "The code did not finish within the wall-clock limit of %s: there is an endless loop, a lock that is "
                 "never released, or too much work.",
                 figure_seconds(p->limit_s, limit));
        return PROC_LIMIT;
    }
    if (p->own.wall_s < PATIENCE * p->limit_s)
        return PROC_DONE;
    snprintf(p->why, sizeof p->why, STARVED, p->own.wall_s - p->own.own_s, p->own.wall_s);
    return PROC_OURS;
}

/* Look at the child without waiting; PROC_DONE means it is alive, and has time. */
static enum proc_state look(struct proc *p)
{
    drain(p);
    if (p->written > OUTPUT_MAX) {
        snprintf(p->why, sizeof p->why, "The code wrote more than 1 MiB to its output.");
        return PROC_FLOOD;
    }
    siginfo_t si;
    if (children_wait(p->pid, WEXITED, &si, 0) > 0)
        return dead(p, &si);
    if (forbidden(p))
        return PROC_VIOLATION;
    if (too_big(p)) {
        snprintf(p->why, sizeof p->why, "The code used more than %d MiB of memory.", p->mem_MiB);
        return PROC_LIMIT;
    }
    return out_of_time(p);
}

static uint32_t done_seq(const struct proc *p)
{
    return __atomic_load_n(&p->done->seq, __ATOMIC_ACQUIRE);
}

static enum proc_state await_done(struct proc *p)
{
    while (done_seq(p) == p->seen) {
        struct timespec slice = { 0, 20000000 };
        syscall(SYS_futex, &p->done->seq, FUTEX_WAIT, p->seen, &slice, NULL, 0);
        if (done_seq(p) != p->seen)
            break;
        look_at_share(p);
        enum proc_state s = look(p);
        if (s != PROC_DONE)
            return s;
    }
    return PROC_DONE;
}

/* Returns with the child quiet: every thread of it has stopped. */
static enum proc_state stop(struct proc *p)
{
    siginfo_t si;
    kill(p->pid, SIGSTOP);
    int rc = children_wait(p->pid, WSTOPPED | WEXITED, &si, util_now() + STOP_S);
    if (rc <= 0) {
        snprintf(p->why, sizeof p->why, "The system did not stop the code when it was told to: this machine is too "
                                        "busy.");
        return PROC_OURS;
    }
    if (si.si_code != CLD_STOPPED)
        return dead(p, &si);
    waitid(P_PID, (id_t)p->pid, &si, WSTOPPED | WNOHANG);
    return PROC_DONE;
}

struct ends {
    int fd[6], out[2]; /* of the memfds, the listener's socket and the output pipe, until the child has them */
};

static void ends_close(struct ends *x)
{
    for (int k = 0; k < 6; k++)
        if (x->fd[k] >= 0)
            close(x->fd[k]);
    for (int k = 0; k < 2; k++)
        if (x->out[k] >= 0)
            close(x->out[k]);
}

/* The sanitizers' filter answers, it never asks; nor has a GPU's process one. */
static int may_listen(const struct proc_spec *spec)
{
    return spec->mode != PROTO_SANITIZE && !spec->gpu;
}

static int make_socket(struct proc *p, struct ends *x)
{
    int s[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, s))
        return -1;
    p->notify = s[0];
    x->fd[5] = s[1];
    return 0;
}

static int make_ends(struct proc *p, const struct proc_spec *spec, struct ends *x)
{
    x->fd[0] = shared("go", PROTO_PAGE, READ_ONLY, (void **)&p->go);
    x->fd[1] = shared("done", PROTO_PAGE, 0, (void **)&p->done);
    if (spec->share_in) {
        x->fd[2] = fcntl(spec->share_in->in_fd, F_DUPFD_CLOEXEC, 3);
        p->in = spec->share_in->in;
    } else {
        x->fd[2] = shared("in", p->in_size, READ_ONLY, &p->in);
        if (p->in)
            oracle_shares(p->in, p->in_size);
    }
    x->fd[3] = spec->share_out ? mapped_again(spec->share_out->out_fd, p->out_size, &p->out)
                               : shared("out", p->out_size, 0, &p->out);
    if (spec->raw && (x->fd[4] = shared("raw", PROTO_RAW_SIZE, SPARSE, (void **)&p->raw)) < 0)
        return -1;
    for (int k = 0; k < 4; k++)
        if (x->fd[k] < 0)
            return -1;
    p->in_fd = fcntl(x->fd[2], F_DUPFD_CLOEXEC, 3);
    p->out_fd = fcntl(x->fd[3], F_DUPFD_CLOEXEC, 3);
    return p->in_fd < 0 || p->out_fd < 0 || pipe2(x->out, O_CLOEXEC) || (may_listen(spec) && make_socket(p, x)) ? -1
                                                                                                                : 0;
}

static int launch(struct proc *p, const struct proc_spec *spec, struct err *e)
{
    struct ends x = { { -1, -1, -1, -1, -1, -1 }, { -1, -1 } };
    if (make_ends(p, spec, &x)) {
        err_set(e, "There is no shared memory for the run (%zu MiB of inputs, %zu MiB of outputs): %s",
                p->in_size >> 20, p->out_size >> 20, strerror(errno));
        ends_close(&x);
        return -1;
    }
    p->go->mode = (uint32_t)spec->mode;
    struct box b = run_box(spec, x.fd, x.out[1]);
    pid_t pid = box_fork(&b);
    if (pid == 0)
        child_exec(spec, &b);
    if (pid < 0) {
        err_set(e, "No process could be started: %s%s%s", strerror(errno), *children_failed_at() ? ": " : "",
                children_failed_at());
        ends_close(&x);
        return -1;
    }
    p->pid = pid;
    p->out_pipe = x.out[0];
    x.out[0] = -1;
    ends_close(&x);
    fcntl(p->out_pipe, F_SETFL, O_NONBLOCK);
    clock_getcpuclockid(p->pid, &p->clock);
    return 0;
}

static enum proc_state await_ready(struct proc *p)
{
    enum proc_state s = await_done(p);
    if (s == PROC_DONE && done_seq(p) != PROTO_READY) {
        snprintf(p->why, sizeof p->why, "The code reported a result before it was asked for anything.");
        return PROC_VIOLATION;
    }
    return s == PROC_DONE ? stop(p) : s;
}

int proc_start(const struct proc_spec *spec, double deadline_s, struct proc **ret, enum proc_state *why,
               struct err *e)
{
    *why = PROC_OURS;
    struct proc *p = calloc(1, sizeof *p);
    if (!p)
        return err_set(e, "There is no memory left.");
    p->output.cap = OUTPUT_KEPT;
    p->out_pipe = p->in_fd = p->out_fd = p->notify = p->listener = -1;
    p->cpu_s = spec->cpu_s;
    p->threads = spec->width > 0 ? spec->width : spec->threads;
    p->parallel = spec->talks;
    p->tells = has_ranks(spec);
    p->gpu = spec->gpu;
    p->mem_MiB = spec->mem_MiB;
    p->all_MiB = together_MiB(spec);
    p->resident_MiB = spec->mode == PROTO_SANITIZE ? spec->mem_MiB * SHADOW : 0;
    p->in_size = spec->share_in ? spec->share_in->in_size : page_up(spec->in_size);
    p->out_size = page_up(spec->out_size);
    p->shares_in = spec->share_in != NULL;
    if (launch(p, spec, e)) {
        proc_finish(p);
        return -1;
    }
    watch_from_now(p, deadline_s);
    *why = await_ready(p);
    if (*why != PROC_DONE) {
        char *said = util_clean(text_str(&p->output), p->output.len, 0);
        for (size_t n = strlen(said); n && said[n - 1] == '\n'; n--)
            said[n - 1] = 0;
        err_set(e, "%s%s%.400s", p->why, *said && p->why[0] ? " It wrote: " : "", said);
        if (*why == PROC_OURS)
            fault_note(FAULT_OURS, "%s", e->text);
        free(said);
        proc_finish(p);
        return -1;
    }
    p->seen = PROTO_READY;
    *ret = p;
    return 0;
}

void proc_give_inputs(struct proc *from, struct proc *to)
{
    to->shares_in = from->shares_in;
    from->shares_in = 1;
}

struct proto_go *proc_go(struct proc *p)
{
    return p->go;
}

const struct proto_done *proc_done(const struct proc *p)
{
    return p->done;
}

void *proc_in(struct proc *p)
{
    return p->in;
}

void *proc_out(struct proc *p)
{
    return p->out;
}

static double cpu_now(const struct proc *p)
{
    struct timespec t = { 0, 0 };
    clock_gettime(p->clock, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static enum proc_state one_trial(struct proc *p, double deadline_s, double *wall_s, double *cpu_s)
{
    if (done_seq(p) != p->seen) {
        snprintf(p->why, sizeof p->why, "The code reported a result without having been asked.");
        return PROC_VIOLATION;
    }
    watch_from_now(p, deadline_s);
    double cpu0 = cpu_now(p), t0 = util_now();
    __atomic_store_n(&p->go->seq, ++p->seq, __ATOMIC_RELEASE);
    kill(p->pid, SIGCONT);
    syscall(SYS_futex, &p->go->seq, FUTEX_WAKE, 1, NULL, NULL, 0);
    enum proc_state s = await_done(p);
    if (s != PROC_DONE)
        return s;
    s = stop(p);
    double t1 = util_now(), cpu1 = s == PROC_DONE ? cpu_now(p) : 0;
    if (s != PROC_DONE)
        return s;
    if (done_seq(p) != p->seq) {
        snprintf(p->why, sizeof p->why, "The code answered a call that nobody made.");
        return PROC_VIOLATION;
    }
    p->seen = p->seq;
    *wall_s = t1 - t0;
    *cpu_s = cpu1 - cpu0;
    return look(p);
}

static enum proc_state noted(const struct proc *p, enum proc_state s)
{
    if (s == PROC_OURS)
        fault_note(FAULT_OURS, "%s", p->why);
    return s;
}

enum proc_state proc_trial(struct proc *p, double deadline_s, double *wall_s, double *cpu_s)
{
    return noted(p, one_trial(p, deadline_s, wall_s, cpu_s));
}

enum proc_state proc_quit(struct proc *p, double deadline_s)
{
    watch_from_now(p, deadline_s);
    p->go->quit = 1;
    __atomic_store_n(&p->go->seq, ++p->seq, __ATOMIC_RELEASE);
    kill(p->pid, SIGCONT);
    syscall(SYS_futex, &p->go->seq, FUTEX_WAKE, 1, NULL, NULL, 0);
    for (;;) {
        enum proc_state s = look(p);
        if (s == PROC_EXIT && WIFEXITED(p->status) && WEXITSTATUS(p->status) == 0)
            return PROC_DONE;
        if (s != PROC_DONE)
            return noted(p, s);
        siginfo_t si;
        look_at_share(p);
        children_wait(p->pid, WEXITED, &si, util_now() + 0.005);
    }
}

const char *proc_why(const struct proc *p)
{
    return p->why;
}

const char *proc_output(struct proc *p)
{
    if (p->out_pipe >= 0)
        drain(p);
    return text_str(&p->output);
}

/* The child wrote with write(), from the start on: what follows the last line is zeros. */
const char *proc_raw(struct proc *p, size_t *n)
{
    const char *at = p->raw ? p->raw + p->raw_seen : "";
    *n = p->raw ? strnlen(at, PROTO_RAW_SIZE - p->raw_seen) : 0;
    p->raw_seen += *n;
    return at;
}

size_t proc_raw_seen(const struct proc *p)
{
    return p->raw_seen;
}

void proc_finish(struct proc *p)
{
    if (!p)
        return;
    if (p->pid > 0 && !p->reaped)
        children_reap(p->pid, &p->status, NULL);
    if (p->out_pipe >= 0)
        close(p->out_pipe);
    if (p->in_fd >= 0)
        close(p->in_fd);
    if (p->out_fd >= 0)
        close(p->out_fd);
    if (p->notify >= 0)
        close(p->notify);
    if (p->listener >= 0)
        close(p->listener);
    if (p->go)
        munmap(p->go, PROTO_PAGE);
    if (p->done)
        munmap(p->done, PROTO_PAGE);
    if (p->in && !p->shares_in) {
        oracle_unshares(p->in);
        munmap(p->in, p->in_size);
    }
    if (p->out)
        munmap(p->out, p->out_size);
    if (p->raw)
        munmap((void *)p->raw, PROTO_RAW_SIZE);
    text_finish(&p->output);
    free(p);
}

pid_t proc_pid(const struct proc *p)
{
    return p ? p->pid : 0;
}
