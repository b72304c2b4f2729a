#define _GNU_SOURCE
#include "proc.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "box.h"

enum { OUTPUT_KEPT = 64 << 10, OUTPUT_MAX = 1 << 20, ALIVE = 16 };

/* Older C headers lack the seals' and the kernel's newer names. */
#ifndef F_SEAL_FUTURE_WRITE
#define F_SEAL_FUTURE_WRITE 0x0010
#endif

struct proc {
    pid_t pid;
    int out_pipe;
    int in_fd; /* kept so that a second child can share the inputs */
    struct proto_go *go;
    struct proto_done *done;
    void *in, *out;
    size_t in_size, out_size, written;
    int shares_in, stopped, reaped, status, cpu_s;
    uint32_t seq, seen;
    clockid_t clock;
    struct text output;
    char why[256];
};

static atomic_int alive[ALIVE];

static void alive_set(pid_t pid)
{
    for (int k = 0; k < ALIVE; k++) {
        int none = 0;
        if (atomic_compare_exchange_strong(&alive[k], &none, pid))
            return;
    }
}

static void alive_clear(pid_t pid)
{
    for (int k = 0; k < ALIVE; k++) {
        int have = pid;
        if (atomic_compare_exchange_strong(&alive[k], &have, 0))
            return;
    }
}

void proc_kill_all(void)
{
    for (int k = 0; k < ALIVE; k++) {
        int pid = atomic_load(&alive[k]);
        if (pid > 0) {
            kill(-pid, SIGKILL);
            kill(pid, SIGKILL);
        }
    }
}

static int shared(const char *name, size_t size, int future_write, void **ret)
{
    int fd = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (fd < 0 || ftruncate(fd, (off_t)size))
        return -1;
    int flags = MAP_SHARED | (size <= (64u << 20) ? MAP_POPULATE : 0);
    *ret = mmap(NULL, size, PROT_READ | PROT_WRITE, flags, fd, 0);
    if (*ret == MAP_FAILED) {
        *ret = NULL;
        close(fd);
        return -1;
    }
    int seals = F_SEAL_SHRINK | F_SEAL_GROW | (future_write ? F_SEAL_FUTURE_WRITE : 0);
    if (fcntl(fd, F_ADD_SEALS, seals) || fcntl(fd, F_ADD_SEALS, F_SEAL_SEAL)) {
        close(fd);
        return -1;
    }
    return fd;
}

static size_t page_up(size_t n)
{
    size_t page = 4096;
    return n ? (n + page - 1) / page * page : page;
}

static void child_exec(const struct proc_spec *spec, const int fds[4], int out)
{
    struct box b = {
        .ro = { "/usr/lib", "/lib", "/lib64", "/usr/lib64", "/etc/ld.so.cache", spec->program,
                spec->object },
        .cpu_s = spec->cpu_s, .nofile = 64, .stack_MiB = 8, .cpu = spec->cpu,
        .as_MiB = spec->mode == PROTO_SANITIZE || spec->gpu ? 0 : spec->mem_MiB,
        .fds = { fds[0], fds[1], fds[2], fds[3], -1 },
        .out_fd = out, .in_fd = -1, .no_aslr = spec->mode == PROTO_CTRACE,
    };
    int n = 7;
    for (int k = 0; spec->ro && spec->ro[k] && n < BOX_PATHS - 5; k++)
        b.ro[n++] = spec->ro[k];
    if (spec->mode == PROTO_SANITIZE)
        b.ro[n++] = "/proc";
    if (spec->gpu) {
        /* the driver opens its device nodes for writing and reads /proc and /sys */
        static const char *const driver[] = { "/dev", "/proc", "/tmp" };
        for (int k = 0; k < 3; k++)
            b.rw[k] = driver[k];
        b.ro[n++] = "/sys";
        b.ro[n++] = "/usr";
        b.ro[n++] = "/etc";
    }
    if (box_enter(&b) < 0)
        _exit(CHILD_INTERNAL);
    char mode[8], threads[8], preload[512];
    snprintf(mode, sizeof mode, "%d", spec->mode);
    snprintf(threads, sizeof threads, "%d", spec->threads);
    snprintf(preload, sizeof preload, "LD_PRELOAD=%s", spec->preload ? spec->preload : "");
    char *argv[] = { (char *)spec->program, (char *)spec->object, mode, threads, NULL };
    char *envp[] = { "PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8", "OPENBLAS_NUM_THREADS=1",
                     "CUDA_CACHE_DISABLE=1",
                     "ASAN_OPTIONS=detect_leaks=1:exitcode=66:abort_on_error=0:color=never:"
                     "handle_segv=1:allocator_may_return_null=1:detect_stack_use_after_return=1",
                     "UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1:exitcode=67:color=never",
                     spec->preload ? preload : NULL, NULL };
    execve(spec->program, argv, envp);
    dprintf(2, "%s: %s\n", spec->program, strerror(errno));
    _exit(CHILD_INTERNAL);
}

static void drain(struct proc *p)
{
    char buf[8192];
    ssize_t n;
    while ((n = read(p->out_pipe, buf, sizeof buf)) > 0) {
        text_add(&p->output, buf, (size_t)n);
        p->written += (size_t)n;
    }
}

static enum proc_state dead(struct proc *p, const siginfo_t *si)
{
    waitpid(p->pid, &p->status, 0);
    p->reaped = 1;
    alive_clear(p->pid);
    kill(-p->pid, SIGKILL);
    drain(p);
    if (si->si_code == CLD_EXITED) {
        int code = si->si_status;
        snprintf(p->why, sizeof p->why, "it called exit(%d) before it returned", code);
        switch (code) {
        case CHILD_NO_SYMBOL:
            snprintf(p->why, sizeof p->why, "it does not load");
            return PROC_NO_SYMBOL;
        case CHILD_NO_GPU:
            p->why[0] = 0; /* its own words say which part is missing */
            return PROC_NO_GPU;
        case CHILD_INTERNAL:
            snprintf(p->why, sizeof p->why, "the sandbox could not start");
            return PROC_OURS;
        }
        return PROC_EXIT;
    }
    int sig = si->si_status;
    switch (sig) {
    case SIGXCPU:
    case SIGKILL:
        snprintf(p->why, sizeof p->why, "it used up its %d s of CPU time", p->cpu_s);
        return PROC_LIMIT;
    case SIGSYS:
        snprintf(p->why, sizeof p->why,
                 "it made a system call that a lab never needs (files, processes, network)");
        return PROC_VIOLATION;
    case SIGSEGV:
        snprintf(p->why, sizeof p->why,
                 "segmentation fault: an index outside a buffer, a write to an input, or a bad pointer");
        break;
    case SIGFPE:
        snprintf(p->why, sizeof p->why, "arithmetic fault: an integer division by zero");
        break;
    case SIGILL:
        snprintf(p->why, sizeof p->why, "illegal instruction: does this CPU have that instruction set?");
        break;
    case SIGABRT:
        snprintf(p->why, sizeof p->why, "it called abort()");
        break;
    default:
        snprintf(p->why, sizeof p->why, "killed by signal %d (%s)", sig, strsignal(sig));
    }
    return PROC_CRASH;
}

/* Look at the child without waiting; PROC_DONE means it is alive. */
static enum proc_state look(struct proc *p, double deadline)
{
    drain(p);
    if (p->written > OUTPUT_MAX) {
        snprintf(p->why, sizeof p->why, "it wrote more than 1 MiB to its output");
        return PROC_FLOOD;
    }
    siginfo_t si = { 0 };
    if (!waitid(P_PID, (id_t)p->pid, &si, WEXITED | WNOHANG | WNOWAIT) && si.si_pid == p->pid)
        return dead(p, &si);
    if (util_now() > deadline) {
        snprintf(p->why, sizeof p->why, "it did not finish within the wall-clock limit");
        return PROC_LIMIT;
    }
    return PROC_DONE;
}

static uint32_t done_seq(const struct proc *p)
{
    return __atomic_load_n(&p->done->seq, __ATOMIC_ACQUIRE);
}

static enum proc_state await_done(struct proc *p, double deadline)
{
    while (done_seq(p) == p->seen) {
        struct timespec slice = { 0, 20000000 };
        syscall(SYS_futex, &p->done->seq, FUTEX_WAIT, p->seen, &slice, NULL, 0);
        if (done_seq(p) != p->seen)
            break;
        enum proc_state s = look(p, deadline);
        if (s != PROC_DONE)
            return s;
    }
    return PROC_DONE;
}

static enum proc_state stop(struct proc *p)
{
    siginfo_t si = { 0 };
    kill(p->pid, SIGSTOP);
    if (waitid(P_PID, (id_t)p->pid, &si, WSTOPPED | WEXITED | WNOWAIT))
        return PROC_OURS;
    if (si.si_code != CLD_STOPPED)
        return dead(p, &si);
    waitid(P_PID, (id_t)p->pid, &si, WSTOPPED);
    p->stopped = 1;
    return PROC_DONE;
}

static void release(struct proc *p, int *fds, int *pipefd)
{
    for (int k = 0; k < 4; k++)
        if (fds[k] >= 0)
            close(fds[k]);
    for (int k = 0; k < 2; k++)
        if (pipefd[k] >= 0)
            close(pipefd[k]);
    p->out_pipe = -1;
    proc_finish(p);
}

int proc_start(const struct proc_spec *spec, double deadline_s, struct proc **ret, enum proc_state *why,
               struct err *e)
{
    *why = PROC_OURS;
    struct proc *p = calloc(1, sizeof *p);
    if (!p)
        return err_set(e, "out of memory");
    p->output.cap = OUTPUT_KEPT;
    p->out_pipe = p->in_fd = -1;
    p->cpu_s = spec->cpu_s;
    p->in_size = spec->share_in ? spec->share_in->in_size : page_up(spec->in_size);
    p->out_size = page_up(spec->out_size);
    p->shares_in = spec->share_in != NULL;
    int fds[4] = { -1, -1, -1, -1 }, pipefd[2] = { -1, -1 };
    fds[0] = shared("go", PROTO_PAGE, 1, (void **)&p->go);
    fds[1] = shared("done", PROTO_PAGE, 0, (void **)&p->done);
    if (spec->share_in) {
        fds[2] = fcntl(spec->share_in->in_fd, F_DUPFD_CLOEXEC, 3);
        p->in = spec->share_in->in;
    } else {
        fds[2] = shared("in", p->in_size, 1, &p->in);
    }
    fds[3] = shared("out", p->out_size, 0, &p->out);
    if (fds[0] < 0 || fds[1] < 0 || fds[2] < 0 || fds[3] < 0 || pipe2(pipefd, O_CLOEXEC)) {
        err_set(e, "no shared memory for the run (%zu MiB of inputs, %zu MiB of outputs): %s",
                p->in_size >> 20, p->out_size >> 20, strerror(errno));
        release(p, fds, pipefd);
        return -1;
    }
    p->in_fd = fcntl(fds[2], F_DUPFD_CLOEXEC, 3);
    p->go->mode = (uint32_t)spec->mode;
    p->pid = fork();
    if (p->pid == 0)
        child_exec(spec, fds, pipefd[1]);
    if (p->pid < 0) {
        p->pid = 0;
        err_set(e, "cannot start a process: %s", strerror(errno));
        release(p, fds, pipefd);
        return -1;
    }
    alive_set(p->pid);
    for (int k = 0; k < 4; k++)
        close(fds[k]);
    close(pipefd[1]);
    p->out_pipe = pipefd[0];
    fcntl(p->out_pipe, F_SETFL, O_NONBLOCK);
    clock_getcpuclockid(p->pid, &p->clock);
    *why = await_done(p, util_now() + deadline_s);
    if (*why == PROC_DONE && done_seq(p) != PROTO_READY)
        *why = PROC_VIOLATION;
    if (*why == PROC_DONE)
        *why = stop(p);
    if (*why != PROC_DONE) {
        char *said = util_clean(text_str(&p->output), p->output.len, 0);
        for (size_t n = strlen(said); n && said[n - 1] == '\n'; n--)
            said[n - 1] = 0;
        err_set(e, "%s%s%.400s", p->why, *said && p->why[0] ? ": " : "", said);
        free(said);
        proc_finish(p);
        return -1;
    }
    p->seen = PROTO_READY;
    *ret = p;
    return 0;
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

enum proc_state proc_trial(struct proc *p, double deadline_s, double *wall_s, double *cpu_s)
{
    if (done_seq(p) != p->seen) {
        snprintf(p->why, sizeof p->why, "it said done without having been asked");
        return PROC_VIOLATION;
    }
    double cpu0 = cpu_now(p), t0 = util_now();
    __atomic_store_n(&p->go->seq, ++p->seq, __ATOMIC_RELEASE);
    p->stopped = 0;
    kill(p->pid, SIGCONT);
    syscall(SYS_futex, &p->go->seq, FUTEX_WAKE, 1, NULL, NULL, 0);
    enum proc_state s = await_done(p, t0 + deadline_s);
    if (s != PROC_DONE)
        return s;
    s = stop(p);
    double t1 = util_now(), cpu1 = s == PROC_DONE ? cpu_now(p) : 0;
    if (s != PROC_DONE)
        return s;
    if (done_seq(p) != p->seq) {
        snprintf(p->why, sizeof p->why, "it answered a call that nobody made");
        return PROC_VIOLATION;
    }
    p->seen = p->seq;
    *wall_s = t1 - t0;
    *cpu_s = cpu1 - cpu0;
    return look(p, t0 + 1e9);
}

enum proc_state proc_quit(struct proc *p, double deadline_s)
{
    p->go->quit = 1;
    __atomic_store_n(&p->go->seq, ++p->seq, __ATOMIC_RELEASE);
    kill(p->pid, SIGCONT);
    syscall(SYS_futex, &p->go->seq, FUTEX_WAKE, 1, NULL, NULL, 0);
    double deadline = util_now() + deadline_s;
    for (;;) {
        enum proc_state s = look(p, deadline);
        if (s == PROC_EXIT && WIFEXITED(p->status) && WEXITSTATUS(p->status) == 0)
            return PROC_DONE;
        if (s != PROC_DONE)
            return s;
        struct pollfd f = { p->out_pipe, POLLIN, 0 };
        poll(&f, 1, 5);
    }
}

const char *proc_why(const struct proc *p)
{
    return p->why;
}

int proc_signal(const struct proc *p)
{
    return p->reaped && WIFSIGNALED(p->status) ? WTERMSIG(p->status) : 0;
}

const char *proc_output(struct proc *p)
{
    if (p->out_pipe >= 0)
        drain(p);
    return text_str(&p->output);
}

void proc_finish(struct proc *p)
{
    if (!p)
        return;
    if (p->pid > 0 && !p->reaped) {
        kill(-p->pid, SIGKILL);
        kill(p->pid, SIGKILL);
        waitpid(p->pid, &p->status, 0);
        alive_clear(p->pid);
    }
    if (p->out_pipe >= 0)
        close(p->out_pipe);
    if (p->in_fd >= 0)
        close(p->in_fd);
    if (p->go)
        munmap(p->go, PROTO_PAGE);
    if (p->done)
        munmap(p->done, PROTO_PAGE);
    if (p->in && !p->shares_in)
        munmap(p->in, p->in_size);
    if (p->out)
        munmap(p->out, p->out_size);
    text_finish(&p->output);
    free(p);
}

pid_t proc_pid(const struct proc *p)
{
    return p ? p->pid : 0;
}
