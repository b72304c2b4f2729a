#define _GNU_SOURCE
#include "box.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Rights that newer headers name and Debian 12's do not. */
#define FS_REFER (1ULL << 13)
#define FS_TRUNCATE (1ULL << 14)
#define FS_READ (LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR)

int box_landlock_abi(void)
{
    long v = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
    return v < 0 ? 0 : (int)v;
}

static void allow(int ruleset, const char *path, uint64_t access)
{
    struct landlock_path_beneath_attr at = { .allowed_access = access };
    struct stat st;
    at.parent_fd = open(path, O_PATH | O_CLOEXEC);
    if (at.parent_fd < 0)
        return;
    if (!fstat(at.parent_fd, &st) && !S_ISDIR(st.st_mode))
        at.allowed_access &= LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE |
                             LANDLOCK_ACCESS_FS_WRITE_FILE | FS_TRUNCATE;
    syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &at, 0);
    close(at.parent_fd);
}

static int landlock(const struct box *b)
{
    int abi = box_landlock_abi();
    if (!abi)
        return 0;
    uint64_t all = (LANDLOCK_ACCESS_FS_MAKE_SYM << 1) - 1;
    if (abi >= 2)
        all |= FS_REFER;
    if (abi >= 3)
        all |= FS_TRUNCATE;
    /* ABI 4 adds TCP bind and connect, ABI 6 abstract sockets and signals; the kernel reads the struct
     * by the size we give it. */
    struct {
        uint64_t fs, net, scoped;
    } attr = { all, abi >= 4 ? 3 : 0, abi >= 6 ? 3 : 0 };
    size_t size = abi >= 6 ? 24 : abi >= 4 ? 16 : 8;
    int rs = (int)syscall(SYS_landlock_create_ruleset, &attr, size, 0);
    if (rs < 0)
        return 0;
    for (int k = 0; k < BOX_PATHS && b->ro[k]; k++)
        allow(rs, b->ro[k], FS_READ);
    for (int k = 0; k < BOX_PATHS && b->rw[k]; k++)
        allow(rs, b->rw[k], all & ~(LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_BLOCK));
    int rc = (int)syscall(SYS_landlock_restrict_self, rs, 0);
    close(rs);
    return rc ? 0 : BOX_LANDLOCK;
}

static void limit2(int what, rlim_t soft, rlim_t hard)
{
    struct rlimit r = { soft, hard };
    struct rlimit have;
    if (!getrlimit((__rlimit_resource_t)what, &have) && have.rlim_max != RLIM_INFINITY) {
        r.rlim_cur = soft > have.rlim_max ? have.rlim_max : soft;
        r.rlim_max = hard > have.rlim_max ? have.rlim_max : hard;
    }
    setrlimit((__rlimit_resource_t)what, &r);
}

static void limit(int what, rlim_t v)
{
    limit2(what, v, v);
}

static void rlimits(const struct box *b)
{
    limit(RLIMIT_CORE, 0);
    if (b->cpu_s)
        limit2(RLIMIT_CPU, (rlim_t)b->cpu_s, (rlim_t)b->cpu_s + 1); /* XCPU first, then KILL */
    if (b->fsize_MiB)
        limit(RLIMIT_FSIZE, (rlim_t)b->fsize_MiB << 20);
    if (b->as_MiB)
        limit(RLIMIT_AS, (rlim_t)b->as_MiB << 20);
    if (b->data_MiB)
        limit(RLIMIT_DATA, (rlim_t)b->data_MiB << 20);
    if (b->nofile)
        limit(RLIMIT_NOFILE, (rlim_t)b->nofile);
    if (b->stack_MiB)
        limit(RLIMIT_STACK, (rlim_t)b->stack_MiB << 20);
}

static int move_fds(const struct box *b)
{
    int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    int n = 0, tmp[8];
    /* first away from the low numbers, then to their places */
    for (; n < 8 && b->fds[n] >= 0; n++)
        if ((tmp[n] = fcntl(b->fds[n], F_DUPFD, 64)) < 0)
            return -1;
    int in = b->in_fd >= 0 ? b->in_fd : null, out = b->out_fd >= 0 ? b->out_fd : null;
    if (dup2(in, 0) < 0 || dup2(out, 1) < 0 || dup2(out, 2) < 0)
        return -1;
    for (int k = 0; k < n; k++)
        if (dup2(tmp[k], 3 + k) < 0)
            return -1;
    return (int)syscall(SYS_close_range, 3 + n, ~0U, 0);
}

/* Handlers first: a signal that was held back must not run the parent's. */
static void default_signals(void)
{
    sigset_t none;
    for (int k = 1; k < NSIG; k++)
        signal(k, SIG_DFL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

static int seccomp_loading(int threads, int start);

int box_enter(const struct box *b)
{
    int layers = BOX_RLIMITS;
    setsid();
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (b->parent && getppid() != b->parent)
        return -1; /* it died before it could take us with it */
    if (b->no_aslr)
        personality(ADDR_NO_RANDOMIZE);
    if (b->cpu >= 0) {
        cpu_set_t one;
        CPU_ZERO(&one);
        CPU_SET(b->cpu, &one);
        sched_setaffinity(0, sizeof one, &one);
    }
    if (move_fds(b) || (b->cwd && chdir(b->cwd))) {
        dprintf(2, "sandbox: %s\n", strerror(errno));
        return -1;
    }
    default_signals();
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)) {
        dprintf(2, "sandbox: no_new_privs: %s\n", strerror(errno));
        return -1;
    }
    layers |= landlock(b);
    rlimits(b);
    if (b->seccomp && seccomp_loading(b->seccomp > 1, 1)) {
        dprintf(2, "sandbox: seccomp: %s\n", strerror(errno));
        return -1;
    }
    return layers;
}

#define RET(x) BPF_STMT(BPF_RET | BPF_K, (x))
#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define ON(nr, verdict) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (nr), 0, 1), RET(verdict)
#define OK(nr) ON((nr), SECCOMP_RET_ALLOW)
#define FAILS(nr, e) ON((nr), SECCOMP_RET_ERRNO | (e))
/* 32-bit and x32 calls have other numbers: a filter by number must refuse them first */
#define NATIVE_ONLY                                                                  \
    LOAD(arch), BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AUDIT_ARCH_X86_64, 1, 0),        \
        RET(SECCOMP_RET_KILL_PROCESS), LOAD(nr),                                     \
        BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1), RET(SECCOMP_RET_KILL_PROCESS)

#define IF(test, value, yes, no) BPF_JUMP(BPF_JMP | (test) | BPF_K, (value), (yes), (no))
/* abort() signals itself; nobody else. Nobody stops or continues itself: a SIGCONT at the right moment would
 * take back the parent's SIGSTOP. */
#define SIGNALS_OF(me)                                                                            \
    IF(BPF_JEQ, SYS_tgkill, 0, 7), LOAD(args[0]), IF(BPF_JEQ, (me), 0, 4), LOAD(args[2]),         \
        IF(BPF_JGE, SIGCONT, 0, 1), IF(BPF_JGT, SIGTTOU, 0, 1), RET(SECCOMP_RET_ALLOW),           \
        RET(SECCOMP_RET_KILL_PROCESS)

static int install(struct sock_filter *f, size_t n)
{
    struct sock_fprog p = { (unsigned short)n, f };
    int rc = (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &p);
    /* valgrind knows the older call alone */
    return rc && errno == ENOSYS ? prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &p) : rc;
}

/* `start`: exec() and what the loader asks for pass too. Landlock lets it execute its own program alone. */
static int seccomp_loading(int threads, int start)
{
    uint32_t me = (uint32_t)getpid(), exec = start ? SECCOMP_RET_ALLOW : SECCOMP_RET_KILL_PROCESS;
    struct sock_filter f[] = {
        NATIVE_ONLY,
        OK(SYS_read), OK(SYS_pread64), OK(SYS_close), OK(SYS_fstat), OK(SYS_newfstatat),
        OK(SYS_munmap), OK(SYS_brk), OK(SYS_madvise), OK(SYS_mmap), OK(SYS_mprotect),
        OK(SYS_mremap), OK(SYS_write), OK(SYS_writev), OK(SYS_exit), OK(SYS_exit_group),
        OK(SYS_futex), OK(SYS_rt_sigreturn), OK(SYS_rt_sigprocmask), OK(SYS_rt_sigaction),
        OK(SYS_clock_gettime), OK(SYS_clock_nanosleep), OK(SYS_sched_yield), OK(SYS_getrandom),
        OK(SYS_set_robust_list), OK(SYS_rseq), OK(SYS_sched_getaffinity), OK(SYS_getpid),
        OK(SYS_gettid), OK(SYS_openat), OK(SYS_seccomp), OK(SYS_lseek),
        ON(SYS_execve, exec), ON(SYS_arch_prctl, exec), ON(SYS_set_tid_address, exec), ON(SYS_setitimer, exec),
        ON(SYS_timer_create, exec), ON(SYS_timer_settime, exec), ON(SYS_timer_delete, exec),
        ON(SYS_restart_syscall, exec), /* of a sleep that SIGSTOP interrupted */
        FAILS(SYS_clone3, ENOSYS), ON(SYS_sigaltstack, start ? SECCOMP_RET_ALLOW : SECCOMP_RET_ERRNO | EPERM),
        FAILS(SYS_prlimit64, EPERM),
        FAILS(SYS_ioctl, ENOTTY), FAILS(SYS_readlink, EPERM), FAILS(SYS_access, ENOENT),
        FAILS(SYS_sched_setaffinity, EPERM), FAILS(SYS_set_mempolicy, EPERM),
        FAILS(SYS_prctl, EPERM), FAILS(SYS_sysinfo, EPERM),
        OK(SYS_gettimeofday), OK(SYS_time), OK(SYS_clock_getres), /* not in every machine's vDSO */
        SIGNALS_OF(me),
        IF(BPF_JEQ, SYS_clone, 0, 4), LOAD(args[0]), IF(BPF_JSET, CLONE_THREAD, 0, 1),
        RET(threads ? SECCOMP_RET_ALLOW : SECCOMP_RET_KILL_PROCESS), RET(SECCOMP_RET_KILL_PROCESS),
        RET(SECCOMP_RET_KILL_PROCESS),
    };
    return install(f, sizeof f / sizeof f[0]);
}

static int seccomp_running(int sleeps)
{
    struct sock_filter f[] = {
        LOAD(nr),
        FAILS(SYS_openat, EPERM), FAILS(SYS_read, EPERM), FAILS(SYS_pread64, EPERM), FAILS(SYS_execve, EPERM),
        ON(SYS_clock_nanosleep, sleeps ? SECCOMP_RET_ALLOW : SECCOMP_RET_ERRNO | EPERM),
        ON(SYS_seccomp, SECCOMP_RET_KILL_PROCESS),
        RET(SECCOMP_RET_ALLOW),
    };
    return install(f, sizeof f / sizeof f[0]);
}

int box_seccomp(int threads, int loading)
{
    return loading ? seccomp_loading(threads, 0) : seccomp_running(0);
}

int box_seccomp_emulated(void)
{
    return seccomp_running(1);
}

/* LeakSanitizer stops the world from a process that shares our memory: clone with CLONE_VM stays, fork() goes.
 * Nobody leaves the process group that the parent kills at the end. */
int box_seccomp_sanitizer(void)
{
    uint32_t me = (uint32_t)getpid();
    struct sock_filter f[] = {
        NATIVE_ONLY,
        FAILS(SYS_execve, EPERM), FAILS(SYS_execveat, EPERM), FAILS(SYS_socket, EPERM),
        FAILS(SYS_socketpair, EPERM), FAILS(SYS_io_uring_setup, EPERM), FAILS(SYS_keyctl, EPERM),
        FAILS(SYS_add_key, EPERM), FAILS(SYS_request_key, EPERM), FAILS(SYS_mount, EPERM),
        FAILS(SYS_unshare, EPERM), FAILS(SYS_setns, EPERM), FAILS(SYS_bpf, EPERM),
        FAILS(SYS_perf_event_open, EPERM), FAILS(SYS_userfaultfd, EPERM),
        FAILS(SYS_process_vm_writev, EPERM), FAILS(SYS_process_vm_readv, EPERM),
        FAILS(SYS_fork, EPERM), FAILS(SYS_vfork, EPERM), FAILS(SYS_clone3, ENOSYS),
        FAILS(SYS_setsid, EPERM), FAILS(SYS_setpgid, EPERM), FAILS(SYS_kill, EPERM),
        FAILS(SYS_tkill, EPERM), FAILS(SYS_rt_sigqueueinfo, EPERM),
        FAILS(SYS_rt_tgsigqueueinfo, EPERM), FAILS(SYS_pidfd_send_signal, EPERM),
        IF(BPF_JEQ, SYS_prctl, 0, 4), LOAD(args[0]), IF(BPF_JEQ, PR_SET_PDEATHSIG, 0, 1),
        RET(SECCOMP_RET_ERRNO | EPERM), RET(SECCOMP_RET_ALLOW),
        IF(BPF_JEQ, SYS_clone, 0, 4), LOAD(args[0]), IF(BPF_JSET, CLONE_VM, 1, 0),
        RET(SECCOMP_RET_ERRNO | EPERM), RET(SECCOMP_RET_ALLOW),
        SIGNALS_OF(me),
        RET(SECCOMP_RET_ALLOW),
    };
    return install(f, sizeof f / sizeof f[0]);
}
