/* children.c: fork, wait, kill and reap, also from inside a signal handler. */
#define _GNU_SOURCE
#include "children.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "box_bwrap.h"
#include "box_cgroup.h"
#include "runner/base/util.h"

enum { RESERVED = -1 };
#define NAP_S 0.05

/* A child, the init of its pid namespace (0: it lives in ours), and what ends that: a signal, or of one that bwrap
 * made, and of bwrap, which is `init` then, the end of a pipe (its descriptor + 1); and its cgroup. */
static struct {
    atomic_int pid, init, life;
    struct box_cgroup cgroup;
} alive[CHILDREN_MOST];

/* A row of the table, before there is anybody to forget; -1: there is none left. */
static int reserve(void)
{
    for (int k = 0; k < CHILDREN_MOST; k++) {
        int none = 0;
        if (atomic_compare_exchange_strong(&alive[k].pid, &none, RESERVED))
            return k;
    }
    return -1;
}

static void keep(int row, int pid, int init, int life, const struct box_cgroup *c)
{
    atomic_store(&alive[row].life, life + 1);
    alive[row].cgroup = *c;
    atomic_store(&alive[row].init, init);
    atomic_store(&alive[row].pid, pid);
}

static void end_init(int init, int life)
{
    if (life >= 0)
        close(life);
    else if (init > 0)
        kill(init, SIGKILL); /* with everybody in its namespace */
}

/* Ends its init, whom nobody needs any more: it is yet to be collected. Its cgroup is the caller's then. */
static int forget(int pid, struct box_cgroup *c)
{
    for (int k = 0; k < CHILDREN_MOST; k++)
        if (atomic_load(&alive[k].pid) == pid) {
            int init = atomic_exchange(&alive[k].init, 0);
            end_init(init, atomic_exchange(&alive[k].life, 0) - 1);
            *c = alive[k].cgroup;
            alive[k].cgroup.name[0] = 0;
            atomic_store(&alive[k].pid, 0);
            return init;
        }
    return 0;
}

enum box_memory children_memory(pid_t pid)
{
    for (int k = 0; k < CHILDREN_MOST; k++)
        if (atomic_load(&alive[k].pid) == pid)
            return box_cgroup_memory(&alive[k].cgroup);
    return MEMORY_FINE;
}

void children_adopt(void)
{
    signal(SIGCHLD, SIG_DFL); /* inherited as ignored, it would take every exit status away */
    prctl(PR_SET_CHILD_SUBREAPER, 1);
}

/* What the process between tells: who was born, or at what it failed. */
struct birth {
    int init, pid, error;
    char what[160];
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

/* Namespaces for the next child of the process between, and an init. */
static int make_room(struct box *b, int life, struct birth *it)
{
    static char stack[16384] __attribute__((aligned(16)));
    const char *what = "";
    if (box_by_bwrap())
        return bwrap_part(b, life, &it->init, it->what, sizeof it->what);
    if (!box_part(&what) &&
        (it->init = clone(init_main, stack + sizeof stack, CLONE_VM | CLONE_PARENT | SIGCHLD, &b->parent_fd)) >= 0)
        return 0;
    snprintf(it->what, sizeof it->what, "%s: %s", what, strerror(errno));
    return -1;
}

/* The process between us and a boxed child. Returns in the child alone. */
static void give_birth(struct box *b, const struct box_cgroup *c, int report, int life)
{
    struct birth it = { 0, 0, 0, "its parent ended" };
    errno = 0;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != b->parent || make_room(b, life, &it) ||
        (it.pid = (int)(c->name[0] ? box_cgroup_fork(c, 1)
                                   : syscall(SYS_clone, CLONE_PARENT | SIGCHLD, NULL, NULL, NULL, 0))) < 0)
        it.error = errno ? errno : ESRCH;
    else if (it.pid == 0)
        return;
    _exit(write(report, &it, sizeof it) != sizeof it);
}

static char failed_at[160];

const char *children_failed_at(void)
{
    return failed_at;
}

/* *life: the end of a pipe that ends the box; -1 where a signal does. */
static pid_t fork_apart(struct box *b, const struct box_cgroup *c, struct birth *ret, int *life)
{
    int p[2], end[2] = { -1, -1 }, st;
    *ret = (struct birth){ .error = EAGAIN };
    if (b->parent_fd < 0 || pipe2(p, O_CLOEXEC))
        return -1;
    if (box_by_bwrap() && pipe2(end, O_CLOEXEC))
        return close(p[0]), close(p[1]), -1;
    pid_t between = fork();
    if (between == 0) {
        give_birth(b, c, p[1], end[0]);
        return 0;
    }
    close(p[1]);
    close(end[0]);
    *life = end[1];
    if (between > 0) {
        if (read(p[0], ret, sizeof *ret) != sizeof *ret)
            *ret = (struct birth){ .error = EAGAIN };
        while (waitpid(between, &st, 0) < 0 && errno == EINTR)
            ;
    }
    close(p[0]);
    if (!ret->error)
        return ret->pid;
    close(end[1]);
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

/* A caller that asked for bubblewrap gets no other box in its place. */
static int must_be_apart(const struct box *b)
{
    if (!box_by_bwrap() || !box_closed(b))
        return 0;
    snprintf(failed_at, sizeof failed_at, "--box asks for bubblewrap, which makes no box here");
    errno = EPERM;
    return 1;
}

/* With signals held back: a cgroup that is made is known, or gone. */
static pid_t fork_boxed(struct box *b)
{
    struct birth born = { 0, 0, 0, "" };
    struct box_cgroup c = { "", -1 };
    int life = -1, row = reserve();
    if (row < 0) {
        snprintf(failed_at, sizeof failed_at, "more than %d processes in boxes at once", CHILDREN_MOST);
        errno = EAGAIN;
        return -1;
    }
    if (b->apart && box_cgroups() && box_cgroup_make(b, &c)) {
        snprintf(failed_at, sizeof failed_at, "a cgroup");
        atomic_store(&alive[row].pid, 0);
        return -1;
    }
    pid_t pid = b->apart ? fork_apart(b, &c, &born, &life) : must_be_apart(b) ? -1 : fork();
    int why = errno;
    if (pid > 0)
        keep(row, pid, born.init, life, &c);
    if (pid < 0) {
        box_cgroup_remove(&c);
        atomic_store(&alive[row].pid, 0);
    }
    errno = why;
    return pid;
}

void children_hold(sigset_t *before)
{
    sigset_t hold;
    sigemptyset(&hold);
    sigaddset(&hold, SIGINT);
    sigaddset(&hold, SIGTERM);
    sigaddset(&hold, SIGHUP);
    sigprocmask(SIG_BLOCK, &hold, before);
}

pid_t children_fork(struct box *b)
{
    sigset_t before, chld;
    sigemptyset(&chld);
    sigaddset(&chld, SIGCHLD);
    sigprocmask(SIG_BLOCK, &chld, NULL);
    children_hold(&before);
    describe_us(b);
    failed_at[0] = 0;
    pid_t pid = fork_boxed(b);
    if (pid)
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
    struct box_cgroup c = { "", -1 };
    int init = forget(pid, &c);
    while (wait4(pid, status, 0, use) < 0 && errno == EINTR)
        ;
    while (init && waitpid(init, NULL, 0) < 0 && errno == EINTR)
        ;
    box_cgroup_remove(&c);
}

/* A dying compiler may still be making a file where rm is about to look. */
static void wait_for_all(void)
{
    enum { MOST_NAPS = 1000 }; /* two seconds */
    struct timespec nap = { 0, 2000000 };
    for (int k = 0; k < MOST_NAPS; k++) {
        pid_t pid = waitpid(-1, NULL, WNOHANG | __WALL);
        if (pid < 0)
            return;
        if (pid == 0)
            nanosleep(&nap, NULL);
    }
}

void children_kill_all(void)
{
    for (int k = 0; k < CHILDREN_MOST; k++) {
        int pid = atomic_load(&alive[k].pid);
        if (pid > 0) {
            kill(-pid, SIGKILL);
            kill(pid, SIGKILL);
        }
        end_init(atomic_load(&alive[k].init), atomic_exchange(&alive[k].life, 0) - 1);
    }
    wait_for_all();
    for (int k = 0; k < CHILDREN_MOST; k++)
        box_cgroup_remove(&alive[k].cgroup);
}
