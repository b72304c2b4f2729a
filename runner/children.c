#define _GNU_SOURCE
#include "children.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "box_level.h"
#include "util.h"

enum { MOST = 16 };
#define NAP_S 0.05

/* A child and the init of its pid namespace (0: it lives in ours). */
static struct {
    atomic_int pid, init;
} alive[MOST];

static void keep(int pid, int init)
{
    for (int k = 0; k < MOST; k++) {
        int none = 0;
        if (atomic_compare_exchange_strong(&alive[k].pid, &none, pid)) {
            atomic_store(&alive[k].init, init);
            return;
        }
    }
}

/* Its init, whom nobody needs any more. */
static int forget(int pid)
{
    for (int k = 0; k < MOST; k++)
        if (atomic_load(&alive[k].pid) == pid) {
            int init = atomic_exchange(&alive[k].init, 0);
            atomic_store(&alive[k].pid, 0);
            return init;
        }
    return 0;
}

void children_adopt(void)
{
    signal(SIGCHLD, SIG_DFL); /* inherited as ignored, it would take every exit status away */
    prctl(PR_SET_CHILD_SUBREAPER, 1);
}

/* What the process between tells: who was born, or at what it failed. */
struct birth {
    int init, pid, error;
    char what[48];
};

/* Pid 1 of a box: it has nothing open, reaps by ignoring, and its end is everybody's. It shares its maker's memory,
 * not that of what runs in the box. */
static int init_main(void *data)
{
    struct pollfd gone = { *(int *)data, POLLIN, 0 };
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    signal(SIGCHLD, SIG_IGN);
    if (poll(&gone, 1, 0))
        return 0;
    syscall(SYS_close_range, 0, ~0U, 0);
    for (;;)
        pause();
}

/* The process between us and a boxed child. Returns in the child alone. */
static void give_birth(struct box *b, int report)
{
    static char stack[16384] __attribute__((aligned(16)));
    struct birth it = { 0, 0, 0, "" };
    const char *what = "";
    errno = 0;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != b->parent || box_part(&what) ||
        (it.init = clone(init_main, stack + sizeof stack, CLONE_VM | CLONE_PARENT | SIGCHLD, &b->parent_fd)) < 0 ||
        (it.pid = (int)syscall(SYS_clone, CLONE_PARENT | SIGCHLD, NULL, NULL, NULL, 0)) < 0)
        it.error = errno ? errno : ESRCH;
    else if (it.pid == 0)
        return;
    snprintf(it.what, sizeof it.what, "%s", what);
    _exit(write(report, &it, sizeof it) != sizeof it);
}

static char failed_at[48];

const char *children_failed_at(void)
{
    return failed_at;
}

static pid_t fork_apart(struct box *b, struct birth *ret)
{
    int p[2], st;
    *ret = (struct birth){ .error = EAGAIN };
    if (b->parent_fd < 0 || pipe2(p, O_CLOEXEC))
        return -1;
    pid_t between = fork();
    if (between == 0) {
        give_birth(b, p[1]);
        return 0;
    }
    close(p[1]);
    if (between > 0) {
        if (read(p[0], ret, sizeof *ret) != sizeof *ret)
            *ret = (struct birth){ .error = EAGAIN };
        while (waitpid(between, &st, 0) < 0 && errno == EINTR)
            ;
    }
    close(p[0]);
    if (!ret->error)
        return ret->pid;
    if (ret->init > 0) {
        kill(ret->init, SIGKILL);
        waitpid(ret->init, &st, 0);
    }
    snprintf(failed_at, sizeof failed_at, "%s", ret->what);
    errno = ret->error;
    return -1;
}

static void describe_us(struct box *b)
{
    static int us, fd;
    if (us != getpid()) { /* a process that has forked is another */
        us = getpid();
        fd = (int)syscall(SYS_pidfd_open, us, 0);
    }
    b->parent = us;
    b->parent_fd = fd;
    b->uid = geteuid() ? 0 : (uid_t)(BOX_FIRST_UID + us % BOX_UIDS);
}

pid_t children_fork(struct box *b)
{
    sigset_t hold, before, chld;
    struct birth born = { 0, 0, 0, "" };
    sigemptyset(&hold);
    sigaddset(&hold, SIGINT);
    sigaddset(&hold, SIGTERM);
    sigaddset(&hold, SIGHUP);
    sigemptyset(&chld);
    sigaddset(&chld, SIGCHLD);
    sigprocmask(SIG_BLOCK, &chld, NULL);
    sigprocmask(SIG_BLOCK, &hold, &before);
    describe_us(b);
    b->apart = box_closed(b) && box_namespaces();
    pid_t pid = b->apart ? fork_apart(b, &born) : fork();
    if (pid == 0)
        return 0;
    if (pid > 0)
        keep(pid, born.init);
    sigprocmask(SIG_SETMASK, &before, NULL);
    return pid;
}

int children_wait(pid_t pid, int options, siginfo_t *si, double deadline)
{
    sigset_t chld;
    sigemptyset(&chld);
    sigaddset(&chld, SIGCHLD);
    for (;;) {
        siginfo_t got = { 0 };
        if (!waitid(P_PID, (id_t)pid, &got, options | WNOWAIT | WNOHANG)) {
            if (got.si_pid == pid) {
                *si = got;
                return 1;
            }
        } else if (errno != EINTR) {
            return -1;
        }
        double left = deadline - util_now();
        if (left <= 0)
            return 0;
        left = left < NAP_S ? left : NAP_S; /* another thread that waits may get the signal in our place */
        struct timespec t = { 0, (long)(left * 1e9) };
        sigtimedwait(&chld, NULL, &t);
    }
}

void children_reap(pid_t pid, int *status, struct rusage *use)
{
    kill(-pid, SIGKILL); /* while the pid is still ours, so that it names nobody else's group */
    kill(pid, SIGKILL);
    int init = forget(pid);
    if (init)
        kill(init, SIGKILL); /* with everybody in its namespace */
    while (wait4(pid, status, 0, use) < 0 && errno == EINTR)
        ;
    while (init && waitpid(init, NULL, 0) < 0 && errno == EINTR)
        ;
}

void children_kill_all(void)
{
    struct timespec nap = { 0, 2000000 };
    for (int k = 0; k < MOST; k++) {
        int pid = atomic_load(&alive[k].pid), init = atomic_load(&alive[k].init);
        if (pid > 0) {
            kill(-pid, SIGKILL);
            kill(pid, SIGKILL);
        }
        if (init > 0)
            kill(init, SIGKILL);
    }
    /* a dying compiler may still be making a file where rm is about to look */
    for (int k = 0; k < 100; k++) {
        pid_t pid = waitpid(-1, NULL, WNOHANG | __WALL);
        if (pid < 0)
            return;
        if (pid == 0)
            nanosleep(&nap, NULL);
    }
}
