#define _GNU_SOURCE
#include "spawn.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { KEPT = 64 << 10, FLOOD = 1 << 20, TOOLS = 8 };

static atomic_int tool[TOOLS];

void spawn_kill_all(void)
{
    for (int k = 0; k < TOOLS; k++) {
        int pid = atomic_load(&tool[k]);
        if (pid > 0)
            kill(-pid, SIGKILL);
    }
}

static void tool_set(int from, int to)
{
    for (int k = 0; k < TOOLS; k++) {
        int have = from;
        if (atomic_compare_exchange_strong(&tool[k], &have, to))
            return;
    }
}

static void tool_exec(const char *const argv[], const struct box *box, const char *path, int out)
{
    struct box b = *box;
    b.fds[0] = -1;
    b.out_fd = out;
    char pathvar[512], tmp[512];
    snprintf(pathvar, sizeof pathvar, "PATH=/usr/bin:/bin%s%s", path ? ":" : "", path ? path : "");
    snprintf(tmp, sizeof tmp, "TMPDIR=%s", b.cwd ? b.cwd : "/tmp");
    char *envp[] = { pathvar, "LC_ALL=C.UTF-8", tmp, NULL };
    if (box_enter(&b) < 0)
        _exit(127);
    execvpe(argv[0], (char *const *)argv, envp);
    dprintf(2, "%s: %s\n", argv[0], strerror(errno));
    _exit(127);
}

/* The parent's PATH must not decide which compiler runs: execvpe searches ours. */
static int wait_end(pid_t pid, int fd, double deadline, struct spawn_result *r)
{
    size_t total = 0;
    for (int open = 1; open;) {
        double left = deadline - util_now();
        struct pollfd f = { fd, POLLIN, 0 };
        int n = left > 0 ? poll(&f, 1, (int)(left * 1000) + 1) : 0;
        if (n < 0 && errno == EINTR)
            continue;
        if (n == 0) {
            r->end = SPAWN_TIMEOUT;
            kill(-pid, SIGKILL);
            return 1;
        }
        char buf[8192];
        ssize_t k = read(fd, buf, sizeof buf);
        if (k > 0) {
            text_add(&r->output, buf, (size_t)k);
            total += (size_t)k;
        }
        if (total > FLOOD) {
            r->end = SPAWN_FLOOD;
            kill(-pid, SIGKILL);
            return 1;
        }
        open = k > 0 || (k < 0 && errno == EINTR);
    }
    return 0;
}

struct spawn_result spawn_wait(const char *const argv[], const struct box *box, const char *path,
                               double wall_s)
{
    struct spawn_result r = { .end = SPAWN_FAILED, .output = { .cap = KEPT } };
    int p[2];
    if (pipe2(p, O_CLOEXEC)) {
        text_addf(&r.output, "pipe: %s", strerror(errno));
        return r;
    }
    double t0 = util_now();
    pid_t pid = fork();
    if (pid == 0)
        tool_exec(argv, box, path, p[1]);
    close(p[1]);
    if (pid < 0) {
        text_addf(&r.output, "fork: %s", strerror(errno));
        close(p[0]);
        return r;
    }
    tool_set(0, pid);
    r.end = SPAWN_EXIT;
    int stopped = wait_end(pid, p[0], t0 + wall_s, &r);
    close(p[0]);
    int st = 0;
    while (waitpid(pid, &st, 0) < 0 && errno == EINTR)
        ;
    kill(-pid, SIGKILL); /* whatever the tool left in its group */
    tool_set(pid, 0);
    r.wall_s = util_now() - t0;
    if (!stopped) {
        r.end = WIFEXITED(st) ? SPAWN_EXIT : SPAWN_SIGNAL;
        r.code = WIFEXITED(st) ? WEXITSTATUS(st) : WTERMSIG(st);
    }
    return r;
}
