/* net.c: ridge-net, started, told what to do, and listened to. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "net.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LINE_BYTES = 32 << 20 };

struct talk {
    const struct net_options *o;
    json_t *answers; /* by job: null until it has come */
    struct text line;
    bool bad;
};

static void one_line(struct talk *t, const char *s, size_t n)
{
    json_t *j = json_loadb(s, n, 0, NULL);
    size_t k = (size_t)json_integer_value(json_object_get(j, "job"));
    if (!j || k >= json_array_size(t->answers)) {
        t->bad = true;
    } else {
        if (json_object_get(j, "ok"))
            json_array_set(t->answers, k, j);
        if (t->o->event)
            t->o->event(j, t->o->data);
    }
    json_decref(j);
}

static void heard(struct talk *t, const char *bytes, size_t n)
{
    for (const char *nl; !t->bad && (nl = memchr(bytes, '\n', n)); n -= (size_t)(nl + 1 - bytes), bytes = nl + 1) {
        text_add(&t->line, bytes, (size_t)(nl - bytes));
        one_line(t, text_str(&t->line), t->line.len);
        t->line.len = 0;
    }
    text_add(&t->line, bytes, n);
    t->bad |= t->line.dropped > 0;
}

static bool stopped(const struct talk *t)
{
    return t->o->stop && *t->o->stop;
}

static void listen_to(struct talk *t, int fd)
{
    static char buf[1 << 16];
    while (!t->bad && !stopped(t)) {
        struct pollfd f = { fd, POLLIN, 0 };
        int n = poll(&f, 1, 200);
        ssize_t k = n > 0 ? read(fd, buf, sizeof buf) : -1;
        if (k > 0)
            heard(t, buf, (size_t)k);
        else if (n > 0 && !(k < 0 && errno == EINTR))
            return;
    }
}

/* What is to be done goes in as a file without a name: no pipe that both could wait on. */
static int orders(const struct net_options *o, const json_t *jobs)
{
    json_t *all = json_pack("{s:i s:i s:i s:b s:O}", "parallel", o->parallel ? o->parallel : 4, "stall_s",
                            o->stall_s ? o->stall_s : 30, "gap_ms", o->gap_ms, "insecure_http",
                            (o->flags & NET_INSECURE_HTTP) != 0, "jobs", jobs);
    int fd = memfd_create("jobs", MFD_CLOEXEC);
    if (fd >= 0 && (json_dumpfd(all, fd, JSON_COMPACT) || lseek(fd, 0, SEEK_SET))) {
        close(fd);
        fd = -1;
    }
    json_decref(all);
    return fd;
}

static void become_net(const char *program, int in, int out, pid_t parent)
{
    const char *argv[] = { program, NULL };
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() == parent && dup2(in, STDIN_FILENO) >= 0 && dup2(out, STDOUT_FILENO) >= 0)
        execv(program, (char *const *)argv);
    _exit(127);
}

static bool complete(const json_t *answers)
{
    size_t k;
    const json_t *a;
    json_array_foreach(answers, k, a)
        if (!json_is_object(a))
            return false;
    return true;
}

static int run_net(struct talk *t, int in, struct err *e)
{
    int p[2], st = 0;
    if (pipe2(p, O_CLOEXEC))
        return err_set(e, "%s", strerror(errno));
    pid_t parent = getpid(), pid = fork();
    if (pid == 0)
        become_net(t->o->program, in, p[1], parent);
    close(p[1]);
    if (pid > 0)
        listen_to(t, p[0]);
    close(p[0]);
    if (pid > 0 && (t->bad || stopped(t)))
        kill(pid, SIGTERM);
    while (pid > 0 && waitpid(pid, &st, 0) < 0 && errno == EINTR)
        ;
    if (complete(t->answers))
        return 0;
    return stopped(t) ? err_set(e, "Interrupted; what has come is kept, and the same command goes on from there")
         : WIFEXITED(st) && WEXITSTATUS(st) == 127 ? err_set(e, "ridge-net did not start; is Ridge wholly built?")
                                                   : err_set(e, "ridge-net ended before it was done");
}

json_t *net_run(const struct net_options *o, const json_t *jobs, struct err *e)
{
    struct talk t = { .o = o, .answers = json_array(), .line = { .cap = LINE_BYTES } };
    int in = orders(o, jobs);
    for (size_t k = 0; k < json_array_size(jobs); k++)
        json_array_append_new(t.answers, json_null());
    int rc = in < 0 ? err_set(e, "%s", strerror(errno)) : run_net(&t, in, e);
    if (in >= 0)
        close(in);
    text_finish(&t.line);
    if (!rc)
        return t.answers;
    json_decref(t.answers);
    return NULL;
}

json_t *net_one(const struct net_options *o, json_t *job, struct err *e)
{
    json_t *jobs = json_pack("[o]", job), *answers = net_run(o, jobs, e), *one = NULL;
    if (answers)
        one = json_incref(json_array_get(answers, 0));
    json_decref(answers);
    json_decref(jobs);
    return one;
}

char *net_shown(const char *url)
{
    size_t n = strcspn(url, "?#");
    const char *host = strstr(url, "://"), *at = NULL;
    host = host && host < url + n ? host + 3 : url;
    size_t authority = strcspn(host, "/?#");
    for (const char *p = host; p < host + authority; p++)
        if (*p == '@')
            at = p;
    const char *rest = at ? at + 1 : host;
    return util_path("%.*s%.*s", (int)(host - url), url, (int)(url + n - rest), rest);
}
