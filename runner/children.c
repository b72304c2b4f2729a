#define _GNU_SOURCE
#include "children.h"

#include <errno.h>
#include <stdatomic.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "util.h"

enum { MOST = 16 };
#define NAP_S 0.05

static atomic_int alive[MOST];

static void replace(int from, int to)
{
    for (int k = 0; k < MOST; k++) {
        int have = from;
        if (atomic_compare_exchange_strong(&alive[k], &have, to))
            return;
    }
}

void children_adopt(void)
{
    signal(SIGCHLD, SIG_DFL); /* inherited as ignored, it would take every exit status away */
    prctl(PR_SET_CHILD_SUBREAPER, 1);
}

pid_t children_fork(void)
{
    sigset_t hold, before, chld;
    sigemptyset(&hold);
    sigaddset(&hold, SIGINT);
    sigaddset(&hold, SIGTERM);
    sigaddset(&hold, SIGHUP);
    sigemptyset(&chld);
    sigaddset(&chld, SIGCHLD);
    sigprocmask(SIG_BLOCK, &chld, NULL);
    sigprocmask(SIG_BLOCK, &hold, &before);
    pid_t pid = fork();
    if (pid == 0)
        return 0;
    if (pid > 0)
        replace(0, pid);
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
    replace(pid, 0);
    while (wait4(pid, status, 0, use) < 0 && errno == EINTR)
        ;
}

void children_kill_all(void)
{
    struct timespec nap = { 0, 2000000 };
    for (int k = 0; k < MOST; k++) {
        int pid = atomic_load(&alive[k]);
        if (pid > 0) {
            kill(-pid, SIGKILL);
            kill(pid, SIGKILL);
        }
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
