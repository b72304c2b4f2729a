/* intake_fetch.c: ridge-intake in the box, and what it says taken with as little trust as what it reads. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "intake.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "runner/box/box.h"

enum { LINE_BYTES = 32 << 20, WALL_S = 600, CPU_S = 300, MOST_FILES = 64 };
static const int64_t all_bytes = (int64_t)1 << 30;

struct listener {
    struct text line;
    json_t *entries;
    int64_t bytes;
    bool whole, bad;
    struct err *e;
};

static bool sound(const json_t *entry)
{
    const json_t *text = json_object_get(entry, "text"), *why = json_object_get(entry, "refused");
    const json_t *inner = json_object_get(entry, "inner");
    return json_is_string(json_object_get(entry, "path")) && json_is_integer(json_object_get(entry, "size")) &&
           json_integer_value(json_object_get(entry, "size")) >= 0 &&
           json_is_integer(json_object_get(entry, "mtime")) && (!text || json_is_string(text)) &&
           (!why || json_is_string(why)) && (!inner || json_is_true(inner));
}

static void one_line(struct listener *l, const char *s, size_t n)
{
    json_t *j = json_loadb(s, n, 0, NULL);
    const char *error = json_string_value(json_object_get(j, "error"));
    if (error) {
        err_set(l->e, "%s", error);
        l->bad = true;
    } else if (json_is_true(json_object_get(j, "end"))) {
        l->whole = true;
    } else if (sound(j)) {
        json_array_append(l->entries, j);
    } else {
        l->bad = true;
    }
    json_decref(j);
}

static void heard(struct listener *l, const char *bytes, size_t n)
{
    l->bytes += (int64_t)n;
    for (const char *nl; !l->bad && (nl = memchr(bytes, '\n', n)); n -= (size_t)(nl + 1 - bytes), bytes = nl + 1) {
        text_add(&l->line, bytes, (size_t)(nl - bytes));
        one_line(l, text_str(&l->line), l->line.len);
        l->line.len = 0;
    }
    text_add(&l->line, bytes, n);
    if (l->line.dropped || l->bytes > all_bytes)
        l->bad = true;
}

/* Until it has closed its end, or says what it should not. */
static void listen_to(struct listener *l, int fd)
{
    static char buf[1 << 16];
    double until = util_now() + WALL_S;
    while (!l->bad) {
        struct pollfd f = {fd, POLLIN, 0};
        int n = poll(&f, 1, (int)(until > util_now() ? (until - util_now()) * 1000 : 0) + 1);
        ssize_t k = n > 0 ? read(fd, buf, sizeof buf) : n;
        if (k < 0 && errno == EINTR)
            continue;
        if (n == 0)
            err_set(l->e, "To read the hand-in took longer than %d s.", WALL_S);
        if (k <= 0)
            return;
        heard(l, buf, (size_t)k);
    }
}

static void become_reader(const char *const argv[], struct box *box, pid_t parent)
{
    char *envp[] = {"PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8", NULL};
    box->parent = parent;
    if (box_enter(box) >= 0)
        execve(argv[0], (char *const *)argv, envp);
    _exit(127);
}

static bool never_started(pid_t pid, int st)
{
    return pid < 0 || (WIFEXITED(st) && WEXITSTATUS(st) == 127);
}

/* What ridge-intake ended as, when it had no time for a last word. */
static void ended_as(pid_t pid, int st, struct err *e)
{
    if (never_started(pid, st))
        err_set(e, "The program ridge-intake did not start, so that nothing was read: `ridge doctor` says whether "
                   "Ridge is whole.");
    else if (!*e->text && WIFSIGNALED(st))
        err_set(e, "The program that reads hand-ins ended with signal %d (%s).", WTERMSIG(st), strsignal(WTERMSIG(st)));
    else if (!*e->text)
        err_set(e, "What was read of the hand-in is not complete.");
}

static json_t *run_boxed(const char *const argv[], struct box *box, bool *ours, struct err *e)
{
    struct listener l = {.line = {.cap = LINE_BYTES}, .entries = json_array(), .e = e};
    int p[2], st = 0;
    if (pipe2(p, O_CLOEXEC)) {
        *ours = true;
        err_set(e, "%s", strerror(errno));
        json_decref(l.entries);
        return NULL;
    }
    pid_t parent = getpid(), pid = fork();
    box->fds[0] = p[1];
    box->fds[1] = -1;
    if (pid == 0)
        become_reader(argv, box, parent);
    close(p[1]);
    if (pid > 0)
        listen_to(&l, p[0]);
    close(p[0]);
    if (pid > 0) {
        if (!l.whole)
            kill(pid, SIGKILL);
        while (waitpid(pid, &st, 0) < 0 && errno == EINTR)
            ;
        kill(-pid, SIGKILL);
    }
    text_finish(&l.line);
    if (l.whole && !l.bad)
        return l.entries;
    ended_as(pid, st, e);
    *ours = never_started(pid, st);
    json_decref(l.entries);
    return NULL;
}

json_t *intake_fetch(const char *program, const char *path, bool single, int zone, const json_t *edit, bool *ours,
                     struct err *e)
{
    char *real = realpath(path, NULL), *bin = util_path("%s", program), minutes[16];
    const char *argv[MOST_FILES + 5] = {program, single ? "single" : "class", minutes, real};
    json_t *list = NULL;
    size_t k, n = 4;
    const json_t *f;
    bool mine = false;
    *e = (struct err){""};
    snprintf(minutes, sizeof minutes, "%d", zone);
    json_array_foreach(edit, k, f)
        if (n < MOST_FILES + 4)
            argv[n++] = json_string_value(f);
    *(strrchr(bin, '/') ? strrchr(bin, '/') : bin) = 0;
    struct box box = {.ro = {real, "/usr", "/lib", "/lib64", "/etc/ld.so.cache", bin},
                      .cwd = "/",
                      .cpu_s = CPU_S,
                      .fsize_MiB = 1,
                      .data_MiB = BOX_OUR_MiB(1024),
                      .nofile = 64,
                      .out_fd = -1,
                      .in_fd = -1,
                      .cpu = -1};
    if (real)
        list = run_boxed(argv, &box, &mine, e);
    else
        err_set(e, "%s", strerror(errno));
    if (ours)
        *ours = mine;
    free(bin);
    free(real);
    return list;
}
