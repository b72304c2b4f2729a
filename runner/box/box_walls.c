/* The walls but for the filters (box.c) and the root of its own (box_root.c): Landlock, limits, descriptors. */
#define _GNU_SOURCE
#include "box.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/landlock.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
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
enum { TCP_BIND = 1, TCP_CONNECT = 2 };
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

static void landlock(const struct box *b)
{
    int abi = box_landlock_abi();
    if (!abi || box_without("landlock"))
        return;
    uint64_t all = (LANDLOCK_ACCESS_FS_MAKE_SYM << 1) - 1;
    if (abi >= 2)
        all |= FS_REFER;
    if (abi >= 3)
        all |= FS_TRUNCATE;
    /* ABI 4 adds TCP bind and connect, ABI 6 abstract sockets and signals; the kernel reads the struct
     * by the size we give it. */
    struct {
        uint64_t fs, net, scoped;
    } attr = { all, abi < 4 || b->loopback ? 0 : b->network ? TCP_BIND : TCP_BIND | TCP_CONNECT, abi >= 6 ? 3 : 0 };
    size_t size = abi >= 6 ? 24 : abi >= 4 ? 16 : 8;
    int rs = (int)syscall(SYS_landlock_create_ruleset, &attr, size, 0);
    if (rs < 0)
        return;
    for (int k = 0; k < BOX_PATHS && b->ro[k]; k++)
        allow(rs, b->ro[k], FS_READ);
    for (int k = 0; k < BOX_PATHS && b->rw[k]; k++)
        allow(rs, b->rw[k], all & ~(LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_BLOCK));
    if (b->apart && b->rw[0])
        allow(rs, "/tmp", all & ~(LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_BLOCK));
    syscall(SYS_landlock_restrict_self, rs, 0);
    close(rs);
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
    if (box_without("rlimits"))
        return;
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

/* Did the parent die before it could take this process along? From another pid namespace the parent has no number. */
static int orphaned(const struct box *b)
{
    struct pollfd gone = { b->parent_fd, POLLIN, 0 };
    return b->apart ? poll(&gone, 1, 0) != 0 : b->parent && getppid() != b->parent;
}

static void pin(int cpu)
{
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(cpu, &one);
    sched_setaffinity(0, sizeof one, &one);
}

static int filter(const struct box *b)
{
    if (b->seccomp)
        return box_seccomp_loading(b->seccomp > 1, 1, b->listen ? b->listen : -1);
    return b->tool ? box_seccomp_tool() : 0;
}

int box_enter(const struct box *b)
{
    setsid();
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (orphaned(b))
        return -1;
    if (b->no_aslr)
        personality(ADDR_NO_RANDOMIZE);
    if (b->cpu >= 0)
        pin(b->cpu);
    if (move_fds(b))
        return box_fails("descriptors");
    box_default_signals();
    if (b->apart && box_root(b))
        return -1;
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* another uid has cleared it */
    if (b->cwd && chdir(b->cwd))
        return box_fails(b->cwd);
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
        return box_fails("no_new_privs");
    if (!b->apart && !b->capable && !geteuid() && box_drop(0))
        return -1; /* root without them reads no environment of another process */
    landlock(b);
    rlimits(b);
    return filter(b) ? box_fails("seccomp") : 0;
}
