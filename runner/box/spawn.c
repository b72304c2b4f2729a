/* spawn.c: one tool, started in its box, read to its end, and stopped at its limits. */
#define _GNU_SOURCE
#include "spawn.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "box_level.h"
#include "children.h"
#include "share.h"

enum { KEPT = 60 << 10, FLOOD = 1 << 20 };

static void tool_exec(const char *const argv[], const struct box *b, const char *path)
{
    char pathvar[512], tmp[512], without[128];
    const char *wish = getenv("RIDGE_BOX_WITHOUT");
    snprintf(pathvar, sizeof pathvar, "PATH=/usr/bin:/bin%s%s", path ? ":" : "", path ? path : "");
    snprintf(tmp, sizeof tmp, "TMPDIR=%s", b->cwd && !b->apart ? b->cwd : "/tmp");
    snprintf(without, sizeof without, "RIDGE_BOX_WITHOUT=%s", wish ? wish : "");
    char *envp[] = { pathvar, "LC_ALL=C.UTF-8", tmp, wish ? without : NULL, NULL };
    if (box_enter(b) < 0)
        _exit(127);
    environ = envp; /* the caller's PATH must not decide which compiler runs: execvp searches ours */
    execvp(argv[0], (char *const *)argv);
    dprintf(2, "%s: %s\n", argv[0], strerror(errno));
    _exit(127);
}

/* How long a tool is waited for. */
struct patience {
    pid_t pid;
    double wall_s, may_s, had_s, deadline, end; /* may_s: of CPU time, 0 any; had_s: at the last look */
    int starved;
};

/* The tool's time is up. 1: the tool had less CPU time than it may use, and still gets some. */
static int goes_on(struct patience *w)
{
    struct share had = { 0, 0 };
    share_of(w->pid, &had);
    w->starved = w->may_s > 0 && had.cpu_s < w->may_s;
    int moves = had.cpu_s > w->had_s && util_now() < w->end;
    w->had_s = had.cpu_s > w->had_s ? had.cpu_s : w->had_s;
    w->deadline = util_now() + w->wall_s / 4;
    return w->starved && moves;
}

/* Until it has closed its output: how that came to an end. */
static enum spawn_end read_output(int fd, struct patience *w, struct text *output)
{
    size_t total = 0;
    char buf[8192];
    for (;;) {
        double left = w->deadline - util_now();
        struct pollfd f = { fd, POLLIN, 0 };
        int n = left > 0 ? poll(&f, 1, (int)(left * 1000) + 1) : 0;
        if (n < 0 && errno == EINTR)
            continue;
        if (n == 0 && !goes_on(w))
            return SPAWN_TIMEOUT;
        if (n == 0)
            continue;
        ssize_t k = read(fd, buf, sizeof buf);
        if (k < 0 && errno == EINTR)
            continue;
        if (k <= 0)
            return SPAWN_EXIT;
        text_add(output, buf, (size_t)k);
        if ((total += (size_t)k) > FLOOD)
            return SPAWN_FLOOD;
    }
}

const char *spawn_tree(const char *program)
{
    static char tree[PATH_MAX];
    if (program[0] != '/' || !realpath(program, tree))
        return "/usr/lib";
    for (int up = 0; up < 2; up++) {
        char *slash = strrchr(tree, '/');
        if (slash && slash != tree)
            *slash = 0;
    }
    return strcmp(tree, "/usr") && strcmp(tree, "/usr/local") ? tree : "/usr/lib";
}

/* `MiB`: the memory limit of the cgroup that was hit; 0 when none was. */
static void how_it_ended(struct spawn_result *r, int status, int MiB)
{
    int killed = WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
    r->end = killed && MiB ? SPAWN_MEMORY : WIFEXITED(status) ? SPAWN_EXIT : SPAWN_SIGNAL;
    r->code = WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status);
    if (r->end == SPAWN_MEMORY)
        text_addf(&r->output, "\nstopped: it used more than %d MiB of memory\n", MiB);
}

static double seconds(const struct rusage *u)
{
    return (double)(u->ru_utime.tv_sec + u->ru_stime.tv_sec) +
           (double)(u->ru_utime.tv_usec + u->ru_stime.tv_usec) * 1e-6;
}

struct spawn_result spawn_wait(const char *const argv[], const struct box *box, const char *path,
                               double wall_s)
{
    struct spawn_result r = { .end = SPAWN_FAILED, .output = { .cap = KEPT } };
    struct rusage use = { 0 };
    int p[2], st = 0;
    if (pipe2(p, O_CLOEXEC)) {
        text_addf(&r.output, "pipe: %s", strerror(errno));
        return r;
    }
    double t0 = util_now();
    struct box b = *box;
    b.fds[0] = -1;
    b.out_fd = p[1];
    b.tool = box_closed(&b);
    b.program = argv[0][0] == '/' ? argv[0] : NULL;
    pid_t pid = box_fork(&b);
    if (pid == 0)
        tool_exec(argv, &b, path);
    close(p[1]);
    if (pid < 0) {
        text_addf(&r.output, "fork: %s%s%s", strerror(errno), *children_failed_at() ? ": " : "", children_failed_at());
        close(p[0]);
        return r;
    }
    struct patience w = { .pid = pid, .wall_s = wall_s, .may_s = b.cpu_s, .deadline = t0 + wall_s,
                          .end = t0 + wall_s * SPAWN_PATIENCE };
    r.end = read_output(p[0], &w, &r.output);
    close(p[0]);
    siginfo_t si; /* a tool may close its output and stay */
    while (r.end == SPAWN_EXIT && !children_wait(pid, WEXITED, &si, w.deadline))
        r.end = goes_on(&w) ? SPAWN_EXIT : SPAWN_TIMEOUT;
    enum box_memory memory = r.end == SPAWN_EXIT ? children_memory(pid) : MEMORY_FINE;
    children_reap(pid, &st, &use); /* with whatever it left in its group */
    r.wall_s = util_now() - t0;
    r.cpu_s = seconds(&use) > w.had_s ? seconds(&use) : w.had_s;
    r.starved = r.end == SPAWN_TIMEOUT && w.starved;
    if (r.end == SPAWN_EXIT)
        how_it_ended(&r, st, memory == MEMORY_OF_BOX ? box_cgroup_MiB(&b) : 0);
    return r;
}
