/* luabox.c: the process around a Lua evaluation: fork, limits, seccomp, pipe, deadline. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "luabox.h"
#include "luastate.h"
#include "runner/base/memory.h"
#include "runner/base/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#ifdef __linux__
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#endif

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) ||                         \
    __has_feature(memory_sanitizer)
#define SANITIZED 1
#endif
#endif
#ifndef SANITIZED
#define SANITIZED 0
#endif

#define MAGIC 0x52644c42u

struct head {
    uint32_t magic, status, seccomp, pad;
    uint64_t size;
};

struct child {
    int fd;
    bool seccomp;
};

/* --- the child ---------------------------------------------------------------------------- */

static void write_all(int fd, const void *p, size_t n)
{
    const char *at = p;
    while (n) {
        ssize_t w = write(fd, at, n);
        if (w < 0 && errno == EINTR)
            continue;
        if (w <= 0)
            _exit(1);
        at += w;
        n -= (size_t)w;
    }
}

static void send_answer(void *ctx, enum luabox_status status, const char *text, size_t size)
{
    struct child *c = ctx;
    struct head h = {MAGIC, (uint32_t)status, c->seccomp, 0, size};
    write_all(c->fd, &h, sizeof h);
    write_all(c->fd, text, size);
    _exit(0);
}

#ifdef __linux__

#if defined(__x86_64__)
#define OUR_ARCH AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define OUR_ARCH AUDIT_ARCH_AARCH64
#else
#define OUR_ARCH 0
#endif

#define ALLOW(nr)                                                                                  \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (nr), 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)

/*
 * What malloc, Lua and a final write need. Anything else kills the child; under a sanitizer it
 * fails with EPERM instead, since the sanitizer's own runtime asks for more while it reports.
 */
static bool install_filter(int fd)
{
    if (!OUR_ARCH)
        return false;
    const uint32_t otherwise = SANITIZED ? SECCOMP_RET_ERRNO | EPERM : SECCOMP_RET_KILL_PROCESS;
    struct sock_filter code[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, OUR_ARCH, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        /* write(2), to our pipe only (and to stderr for a sanitizer's report) */
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_write, 0, 4),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[0])),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)fd, 1, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SANITIZED ? 2 : (uint32_t)fd, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        ALLOW(__NR_exit),
        ALLOW(__NR_exit_group),
        ALLOW(__NR_mmap),
        ALLOW(__NR_munmap),
        ALLOW(__NR_mremap),
        ALLOW(__NR_brk),
        ALLOW(__NR_madvise),
        ALLOW(__NR_mprotect),
        ALLOW(__NR_futex),
        ALLOW(__NR_clock_gettime),
        ALLOW(__NR_rt_sigreturn),
        ALLOW(__NR_rt_sigprocmask),
        ALLOW(__NR_getrandom),
        ALLOW(__NR_getpid),
        ALLOW(__NR_gettid),
#if SANITIZED
        ALLOW(
            __NR_sigaltstack), /* AddressSanitizer asks before every function that never returns */
        ALLOW(__NR_sched_yield),
#endif
        /* abort() raises a signal in itself, and this process only */
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_tgkill, 0, 3),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[0])),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)getpid(), 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
        BPF_STMT(BPF_RET | BPF_K, otherwise),
    };
    struct sock_fprog prog = {sizeof code / sizeof code[0], code};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        return false;
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &prog) == 0;
}

#else
static bool install_filter(int fd)
{
    (void)fd;
    return false;
}
#endif

static void cap_two(int what, rlim_t soft, rlim_t hard)
{
    struct rlimit r;
    if (getrlimit(what, &r) != 0)
        return;
    if (r.rlim_max == RLIM_INFINITY || hard < r.rlim_max)
        r.rlim_max = hard;
    r.rlim_cur = soft < r.rlim_max ? soft : r.rlim_max;
    setrlimit(what, &r);
}

static void cap(int what, rlim_t value)
{
    cap_two(what, value, value);
}

/* What is mapped already counts against RLIMIT_AS, so the cap is added to it. */
static rlim_t mapped_bytes(void)
{
    char text[64] = "";
    int fd = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return RLIM_INFINITY;
    ssize_t n = read(fd, text, sizeof text - 1);
    close(fd);
    unsigned long long pages = n > 0 ? strtoull(text, NULL, 10) : 0;
    return pages ? (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE) : RLIM_INFINITY;
}

static void set_limits(const struct luabox_limits *l)
{
    rlim_t mapped = mapped_bytes();
    if (!SANITIZED && mapped != RLIM_INFINITY)
        cap(RLIMIT_AS, mapped + 2 * l->memory + 2 * l->result + (64u << 20));
    /* SIGXCPU comes first and says whose doing it is; SIGKILL could be anybody's */
    cap_two(RLIMIT_CPU, (rlim_t)l->cpu_s + 1, (rlim_t)l->cpu_s + 2);
    cap(RLIMIT_FSIZE, 0);
    cap(RLIMIT_CORE, 0);
    alarm((unsigned)l->wall_s + 2); /* the last resort if the parent is gone */
}

static void close_others(int keep)
{
#ifdef SYS_close_range
    long low = keep > 3 ? syscall(SYS_close_range, 3u, (unsigned)keep - 1, 0u) : 0;
    if (low == 0 && syscall(SYS_close_range, (unsigned)keep + 1, ~0u, 0u) == 0)
        return;
#endif
    long top = sysconf(_SC_OPEN_MAX);
    for (long fd = 3; fd < (top > 0 && top < 65536 ? top : 65536); fd++)
        if (fd != keep)
            close((int)fd);
}

_Noreturn static void child_main(const struct luabox_job *job, int fd, char *note, pid_t parent)
{
    struct child c = {.fd = fd};
    /* Ctrl-Z is for the parent, which could not obey while it waits for a child that is stopped: not for a moment may
     * this child be one that stops */
    signal(SIGTSTP, SIG_IGN);
    for (int k = 1; k < NSIG; k++)
        if (k != SIGTSTP)
            signal(k, SIG_DFL); /* the parent's handlers write to pipes that belong to its loop */
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    memory_may_fail();
    if (getppid() != parent)
        _exit(1);
    prctl(PR_SET_DUMPABLE, 0);
#else
    (void)parent;
#endif
    close_others(fd);
    set_limits(&job->limits);
    const struct luabox_file **by_name = luastate_by_name(job); /* qsort may ask for the memory of the machine */
    if (!job->limits.without_seccomp)
        c.seccomp = install_filter(fd);
    luastate_run(job, by_name, note, send_answer, &c);
}

/* --- the parent --------------------------------------------------------------------------- */

static enum luabox_status fail(struct luabox_result *ret, enum luabox_status status,
                               const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    if (vasprintf(&ret->message, format, ap) < 0)
        ret->message = NULL;
    va_end(ap);
    return status;
}

/* The note comes from the child: keep printable ASCII only. */
static const char *clean_note(char *note)
{
    note[LUASTATE_NOTE - 1] = 0;
    for (char *p = note; *p; p++)
        if ((unsigned char)*p < 0x20 || (unsigned char)*p > 0x7e)
            *p = '?';
    return *note ? note : "Lua";
}

enum read_end { READ_ON, READ_EOF, READ_LATE, READ_BIG, READ_FAIL };

struct luabox {
    struct luabox_limits limits;
    double start;
    pid_t pid;  /* 0: it never began, and `failure` says why */
    int fd;     /* -1 at the end */
    char *note; /* LUASTATE_NOTE bytes that the child writes, too */
    char *failure;
    char *p; /* what came so far */
    size_t n, size;
    enum read_end end;
};

/* Room for more, or why there can be none. */
static enum read_end grow(struct luabox *b)
{
    const size_t limit = b->limits.result + sizeof(struct head);
    if (b->n < b->size)
        return READ_ON;
    size_t want = b->size ? b->size * 2 : 65536;
    char *grown = b->n > limit ? NULL : realloc(b->p, want);
    if (!grown)
        return b->n > limit ? READ_BIG : READ_FAIL;
    b->p = grown;
    b->size = want;
    return READ_ON;
}

/* One turn: waits for up to `wait_ms` for something to read, and reads it. */
static enum read_end read_some(struct luabox *b, int wait_ms)
{
    struct pollfd pfd = {.fd = b->fd, .events = POLLIN};
    enum read_end end = grow(b);
    if (end != READ_ON)
        return end;
    int rc = poll(&pfd, 1, wait_ms);
    if (rc <= 0)
        return rc == 0 || errno == EINTR ? READ_ON : READ_FAIL;
    ssize_t got = read(b->fd, b->p + b->n, b->size - b->n);
    if (got <= 0)
        return got == 0 ? READ_EOF : errno == EINTR ? READ_ON : READ_FAIL;
    b->n += (size_t)got;
    return READ_ON;
}

/* Milliseconds up to the deadline; the child's own hook strikes first, because it can say where. */
static int left_ms(const struct luabox *b)
{
    double left = b->start + b->limits.wall_s + 0.25 - clock_seconds(CLOCK_MONOTONIC);
    return left > 0 ? (int)(left * 1000) + 1 : 0;
}

int luabox_pump(struct luabox *b, bool wait)
{
    while (b->end == READ_ON) {
        size_t before = b->n;
        int left = left_ms(b);
        b->end = left ? read_some(b, wait ? left : 0) : READ_LATE;
        if (!wait && b->n == before)
            break;
    }
    return b->end == READ_ON;
}

int luabox_fd(const struct luabox *b)
{
    return b->end == READ_ON ? b->fd : -1;
}

double luabox_age(const struct luabox *b, char *ret, size_t n)
{
    char copy[LUASTATE_NOTE] = "";
    if (b && b->note)
        memcpy(copy, b->note, sizeof copy);
    snprintf(ret, n, "%s", clean_note(copy));
    return b ? clock_seconds(CLOCK_MONOTONIC) - b->start : 0;
}

#define UNABLE                                                                                                         \
    ": Lua could not be run. This machine has no more processes, open files or memory for it: end something, or "      \
    "raise the limit (`ulimit -a` shows them), and try again."

static enum luabox_status judge(const struct luabox *b, int status, struct luabox_result *ret)
{
    const enum read_end end = b->end;
    const char *p = b->p;
    const size_t n = b->n;
    struct head h;
    const int ended_by = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    const bool spent = ended_by == SIGXCPU;
    if (end == READ_LATE || spent || ended_by == SIGALRM)
        return fail(ret, LUABOX_DEADLINE,
                    "%s: there was no result within %.1f s (a string pattern that backtracks?).",
                    clean_note(b->note), spent ? b->limits.cpu_s : b->limits.wall_s);
    if (end == READ_BIG)
        return fail(ret, LUABOX_TOO_BIG, "%s: the result is larger than %zu bytes.", clean_note(b->note),
                    b->limits.result);
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGSYS)
        return fail(ret, LUABOX_DENIED, "%s: Lua was stopped at a forbidden system call.", clean_note(b->note));
    if (end == READ_EOF && WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL) /* not ours: that follows another end */
        return fail(ret, LUABOX_UNABLE, "The system killed the Lua process" UNABLE);
    if (end != READ_EOF || n < sizeof h)
        return fail(ret, LUABOX_FAULT, "%s: the Lua process died (%s %d).", clean_note(b->note),
                    WIFSIGNALED(status) ? "signal" : "status",
                    WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
    memcpy(&h, p, sizeof h);
    if (h.magic != MAGIC || h.size != n - sizeof h || h.status > LUABOX_FAULT)
        return fail(ret, LUABOX_FAULT, "%s: the Lua process wrote nonsense.", clean_note(b->note));
    ret->seccomp = h.seccomp;
    if (h.status != LUABOX_OK)
        return fail(ret, h.status, "%.*s", (int)(h.size < 4096 ? h.size : 4096), p + sizeof h);
    json_error_t error;
    ret->value = json_loadb(p + sizeof h, n - sizeof h, JSON_DECODE_ANY, &error);
    if (!ret->value)
        return fail(ret, LUABOX_TOO_BIG, "%s: the result is no JSON: %s", clean_note(b->note), error.text);
    return LUABOX_OK;
}

static void defaults(struct luabox_limits *l)
{
    if (!(l->wall_s > 0))
        l->wall_s = 5;
    if (!(l->cpu_s > 0))
        l->cpu_s = l->wall_s;
    if (!l->memory)
        l->memory = (size_t)128 << 20;
    if (!l->result)
        l->result = (size_t)16 << 20;
    if (!l->steps)
        l->steps = 200000000;
}

static struct luabox *never_began(struct luabox *b, const char *what, int error)
{
    b->end = READ_FAIL;
    b->pid = 0;
    if (asprintf(&b->failure, "%s: %s", what, strerror(error)) < 0)
        b->failure = NULL;
    return b;
}

struct luabox *luabox_start(const struct luabox_job *given)
{
    struct luabox_job job = *given;
    struct luabox *b = calloc(1, sizeof *b);
    int fds[2];
    if (!b)
        return NULL;
    defaults(&job.limits);
    *b = (struct luabox){.limits = job.limits, .start = clock_seconds(CLOCK_MONOTONIC), .fd = -1, .end = READ_ON};
    b->note =
        mmap(NULL, LUASTATE_NOTE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (b->note == MAP_FAILED) {
        b->note = NULL;
        return never_began(b, "A page of memory cannot be had", errno);
    }
    if (pipe2(fds, O_CLOEXEC) != 0)
        return never_began(b, "A pipe cannot be had", errno);
    pid_t parent = getpid();
    b->pid = fork();
    if (b->pid == 0)
        child_main(&job, fds[1], b->note, parent);
    int fork_error = errno;
    close(fds[1]);
    b->fd = fds[0];
    return b->pid < 0 ? never_began(b, "A process cannot be had", fork_error) : b;
}

enum luabox_status luabox_end(struct luabox *b, struct luabox_result *ret)
{
    enum luabox_status result;
    int status = 0;
    *ret = (struct luabox_result){0};
    if (!b)
        return fail(ret, LUABOX_UNABLE, "There is no memory left" UNABLE);
    if (b->pid && b->end != READ_EOF)
        kill(b->pid, SIGKILL);
    if (b->end == READ_ON)
        b->end = READ_LATE;
    while (b->pid && waitpid(b->pid, &status, 0) < 0 && errno == EINTR)
        ;
    if (b->pid)
        result = judge(b, status, ret);
    else
        result = fail(ret, LUABOX_UNABLE, "%s" UNABLE, b->failure ? b->failure : "There is no memory left");
    ret->wall_ms = (clock_seconds(CLOCK_MONOTONIC) - b->start) * 1e3;
    if (b->fd >= 0)
        close(b->fd);
    if (b->note)
        munmap(b->note, LUASTATE_NOTE);
    free(b->failure);
    free(b->p);
    free(b);
    return result;
}

enum luabox_status luabox_run(const struct luabox_job *job, struct luabox_result *ret)
{
    struct luabox *b = luabox_start(job);
    if (b)
        luabox_pump(b, true);
    return luabox_end(b, ret);
}

void luabox_result_finish(struct luabox_result *r)
{
    if (!r)
        return;
    json_decref(r->value);
    free(r->message);
    *r = (struct luabox_result){0};
}

const char *luabox_status_name(enum luabox_status status)
{
    static const char *const names[] = {
        [LUABOX_OK] = "ok",         [LUABOX_ERROR] = "error",       [LUABOX_LIMIT] = "limit",
        [LUABOX_MEMORY] = "memory", [LUABOX_DEADLINE] = "deadline", [LUABOX_TOO_BIG] = "too big",
        [LUABOX_DENIED] = "denied", [LUABOX_FAULT] = "fault",
        [LUABOX_UNABLE] = "unable",
    };
    return status <= LUABOX_UNABLE ? names[status] : "?";
}
