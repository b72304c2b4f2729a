/*
 * executor_ssh.c: other machines, one connection a worker, through the system's ssh: its keys, its known hosts, its
 * configuration. `ridge worker -` on the far side takes a job a line and answers each. A connection that ends takes
 * its task with it, which is nobody's fault but the network's.
 */
#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "executor_internal.h"

enum { LINKS = 64, HELLO_S = 40, TASK_S = 7200, LOSSES = 3 };

enum link_state { DOWN, HELLO, IDLE, BUSY, GIVEN_UP };

struct link {
    char host[256], ridge[512];
    enum link_state state;
    pid_t pid;
    int in, out, err;
    struct text answer, complaint;
    char *job; /* what is still to be sent, from `sent` on */
    size_t sent, job_len;
    int64_t id;
    int attempt, losses; /* losses: in a row */
    char nonce[FAR_NONCE], cpu[128];
    double since;
};

struct ssh {
    struct link link[LINKS];
    int n;
    struct err last; /* why the last was given up */
};

/* ---- one connection ---------------------------------------------------------------------------------------------- */

static void become_ssh(const struct link *l, const int in[2], const int out[2], const int err[2], pid_t parent)
{
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != parent)
        _exit(127);
    setpgid(0, 0); /* a ^C is for us: what runs over there is let finish */
    dup2(in[0], 0);
    dup2(out[1], 1);
    dup2(err[1], 2);
    execlp("ssh", "ssh", "-T", "-oBatchMode=yes", "-oConnectTimeout=15", "-oServerAliveInterval=15",
           "-oServerAliveCountMax=4", "-oForwardAgent=no", "-oForwardX11=no", "-oClearAllForwardings=yes", "--",
           l->host, l->ridge, "worker", "-", (char *)NULL);
    dprintf(2, "ssh: %s", strerror(errno));
    _exit(127);
}

static void close_two(int p[2])
{
    for (int k = 0; k < 2; k++)
        if (p[k] >= 0)
            close(p[k]);
}

static int dial(struct link *l, struct err *e)
{
    int in[2] = { -1, -1 }, out[2] = { -1, -1 }, err[2] = { -1, -1 };
    pid_t parent = getpid();
    l->pid = pipe2(in, O_CLOEXEC) || pipe2(out, O_CLOEXEC) || pipe2(err, O_CLOEXEC) ? -1 : fork();
    if (!l->pid)
        become_ssh(l, in, out, err, parent);
    if (l->pid < 0) {
        close_two(in);
        close_two(out);
        close_two(err);
        return err_set(e, "The program ssh cannot be started: %s", strerror(errno));
    }
    close(in[0]);
    close(out[1]);
    close(err[1]);
    l->in = in[1];
    l->out = out[0];
    l->err = err[0];
    fcntl(l->in, F_SETFL, O_NONBLOCK);
    fcntl(l->out, F_SETFL, O_NONBLOCK);
    fcntl(l->err, F_SETFL, O_NONBLOCK);
    l->answer = (struct text){ .cap = FAR_RESULT_MAX };
    l->complaint = (struct text){ .cap = 4096 };
    l->state = HELLO;
    l->since = util_now();
    return 0;
}

static bool is_open(const struct link *l)
{
    return l->state == HELLO || l->state == IDLE || l->state == BUSY;
}

static void read_complaint(struct link *l)
{
    char buf[4096];
    ssize_t n;
    while ((n = read(l->err, buf, sizeof buf)) > 0)
        text_add(&l->complaint, buf, (size_t)n);
}

/* Ends a connection and returns its exit status, 255 when ssh itself failed. */
static int hang_up(struct link *l)
{
    int st = 0;
    close(l->in); /* the worker over there ends what it runs */
    kill(l->pid, SIGTERM);
    while (waitpid(l->pid, &st, 0) < 0 && errno == EINTR)
        ;
    read_complaint(l);
    close(l->out);
    close(l->err);
    text_finish(&l->answer);
    free(l->job);
    l->job = NULL;
    l->state = DOWN;
    return WIFEXITED(st) ? WEXITSTATUS(st) : -1;
}

static const char *last_line(const char *s)
{
    const char *last = s;
    for (const char *p = s; *p; p++)
        if (p[0] == '\n' && p[1])
            last = p + 1;
    return last;
}

/* What ssh said, and what to do about it. */
static void explain(const struct link *l, int code, struct err *e)
{
    const char *said = text_str(&l->complaint), *line = last_line(said), *then = "";
    if (strstr(said, "Host key verification failed") || strstr(said, "REMOTE HOST IDENTIFICATION"))
        then = ". The key of that machine is not known here: connect once by hand and look at it";
    else if (strstr(said, "Permission denied"))
        then = ". That machine asks for more than a key of yours, and nobody is there to type: use `ssh-copy-id` or "
               "an agent";
    else if (code == 127 || strstr(said, "not found") || strstr(said, "No such file"))
        then = ". Install the same Ridge there, or say where it is: ssh:HOST:/PATH/OF/ridge";
    char *clean = util_clean(line, strcspn(line, "\r\n"), 0);
    err_set(e, "The connection to %s over ssh failed: %.300s%s", l->host, *clean ? clean :
            "the other side ended it", then);
    free(clean);
}

/* The connection is over; so is its task. */
static void lose(struct executor *x, struct link *l)
{
    struct ssh *s = x->of;
    struct err e = { "" };
    bool busy = l->state == BUSY;
    read_complaint(l);
    explain(l, hang_up(l), &e);
    text_finish(&l->complaint);
    l->since = util_now();
    if (++l->losses >= LOSSES) {
        l->state = GIVEN_UP;
        s->last = e;
    }
    if (busy)
        executor_end(x, l->id, l->attempt, NULL, NULL, e.text);
}

static void send_more(struct link *l)
{
    while (l->job && l->sent < l->job_len) {
        ssize_t n = write(l->in, l->job + l->sent, l->job_len - l->sent);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return; /* a broken pipe is seen where the answer would come */
        l->sent += (size_t)n;
    }
}

static int meet(struct link *l, const char *line, size_t n)
{
    json_t *doc = json_loadb(line, n, 0, NULL);
    int known = !strcmp(util_str(doc, "schema", ""), "ridge.worker/1");
    const char *cpu = util_str(doc, "cpu", "");
    char *clean = util_clean(cpu, strnlen(cpu, 100), 0);
    snprintf(l->cpu, sizeof l->cpu, "%s", clean);
    free(clean);
    json_decref(doc);
    if (!known) {
        text_addf(&l->complaint, "\nWhat answers there is not `ridge worker`");
        return -1;
    }
    l->state = IDLE;
    return 0;
}

/* Nothing can be run there. */
static void dismiss(struct executor *x, struct link *l, const struct err *e)
{
    hang_up(l);
    l->state = GIVEN_UP;
    ((struct ssh *)x->of)->last = *e;
}

/* What came, once it is whole; -1: this connection is of no use. */
static int take_answer(struct executor *x, struct link *l)
{
    struct text *a = &l->answer;
    const char *first = a->len ? memchr(a->s, '\n', a->len) : NULL, *second = NULL;
    if (a->dropped)
        return -1;
    if (l->state == HELLO) {
        if (!first)
            return a->len > 4096 ? -1 : 0;
        int rc = meet(l, a->s, (size_t)(first - a->s));
        a->len = 0;
        return rc;
    }
    if (first)
        second = memchr(first + 1, '\n', a->len - (size_t)(first + 1 - a->s));
    if (!second)
        return l->state == IDLE && a->len ? -1 : 0;
    if (l->state != BUSY || second + 1 != a->s + a->len)
        return -1;
    struct err e = { "" };
    bool unfit;
    json_t *raw = far_parse(&x->o, a->s, a->len, l->nonce, &unfit, &e);
    a->len = 0;
    l->state = IDLE;
    l->losses = 0;
    free(l->job);
    l->job = NULL;
    executor_end(x, l->id, l->attempt, raw, NULL, e.text);
    json_decref(raw);
    if (unfit)
        dismiss(x, l, &e);
    return 0;
}

static void serve(struct executor *x, struct link *l)
{
    char buf[65536];
    ssize_t n;
    read_complaint(l);
    send_more(l);
    while ((n = read(l->out, buf, sizeof buf)) > 0) {
        text_add(&l->answer, buf, (size_t)n);
        if (take_answer(x, l)) {
            lose(x, l);
            return;
        }
        if (!is_open(l))
            return;
    }
    double most = l->state == HELLO ? HELLO_S : l->state == BUSY ? TASK_S : 1e9;
    if (!n || (n < 0 && errno != EAGAIN && errno != EINTR) || util_now() - l->since > most)
        lose(x, l);
}

static void wait_for_news(struct ssh *s, int wait_ms)
{
    struct pollfd f[3 * LINKS];
    nfds_t n = 0;
    for (int k = 0; k < s->n; k++) {
        const struct link *l = &s->link[k];
        if (!is_open(l))
            continue;
        f[n++] = (struct pollfd){ l->out, POLLIN, 0 };
        f[n++] = (struct pollfd){ l->err, POLLIN, 0 };
        if (l->job && l->sent < l->job_len)
            f[n++] = (struct pollfd){ l->in, POLLOUT, 0 };
    }
    poll(f, n, wait_ms);
}

/* ---- the executor ------------------------------------------------------------------------------------------------ */

static bool is_word(const char *s, size_t n, const char *besides)
{
    for (size_t k = 0; k < n; k++)
        if (!isalnum((unsigned char)s[k]) && !strchr(besides, s[k]))
            return false;
    return n > 0;
}

/* "[user@]host[:/path]": nothing of it may be an option of ssh's or be read by a shell over there. */
static int name_link(struct link *l, const char *s, size_t n, struct err *e)
{
    const char *colon = memchr(s, ':', n);
    size_t host = colon ? (size_t)(colon - s) : n, path = colon ? n - host - 1 : 0;
    if (host >= sizeof l->host || path >= sizeof l->ridge || *s == '-' || !is_word(s, host, "._-@") ||
        (colon && (colon[1] != '/' || !is_word(colon + 1, path, "/._-+"))))
        return err_set(e, "\"%.*s\" names no machine: --executor takes ssh:[USER@]HOST[:/PATH/OF/ridge][,…]. Ports "
                          "and the like go into ssh's own configuration.", (int)(n > 80 ? 80 : n), s);
    snprintf(l->host, sizeof l->host, "%.*s", (int)host, s);
    snprintf(l->ridge, sizeof l->ridge, "%.*s", colon ? (int)path : 5, colon ? colon + 1 : "ridge");
    return 0;
}

static int read_hosts(struct executor *x, struct err *e)
{
    struct ssh *s = x->of;
    const char *at = x->o.where + strlen("ssh:");
    for (size_t n; n = strcspn(at, ","), s->n < LINKS; at += n + 1) {
        if (name_link(&s->link[s->n++], at, n, e))
            return -1;
        if (!at[n])
            break;
    }
    for (int k = 0; s->n < x->o.jobs && s->n < LINKS; k++) { /* the hosts in turn */
        memcpy(s->link[s->n].host, s->link[k].host, sizeof s->link[k].host);
        memcpy(s->link[s->n].ridge, s->link[k].ridge, sizeof s->link[k].ridge);
        s->n++;
    }
    return 0;
}

static bool times_asked(const struct executor *x)
{
    for (const char *const *p = x->o.request.phases; *p; p++)
        if (!strcmp(*p, "perf"))
            return true;
    return false;
}

static int one_kind(struct executor *x, struct err *e)
{
    const struct ssh *s = x->of;
    for (int k = 1; k < s->n && times_asked(x); k++)
        if (strcmp(s->link[k].cpu, s->link[0].cpu))
            return err_set(e,
                           "%s has a %s, %s a %s: their times do not compare. Name machines of one kind, or stop "
                           "before the times with --phase sanitize.",
                           s->link[0].host, s->link[0].cpu, s->link[k].host, s->link[k].cpu);
    return 0;
}

/* Every host answers before anything begins. */
static int meet_all(struct executor *x, struct err *e)
{
    struct ssh *s = x->of;
    int waiting = s->n;
    while (waiting) {
        waiting = 0;
        wait_for_news(s, 200);
        for (int k = 0; k < s->n; k++) {
            struct link *l = &s->link[k];
            if (l->state == HELLO) {
                l->losses = LOSSES - 1; /* the first failure is the last */
                serve(x, l);
            }
            if (l->state == GIVEN_UP) {
                *e = s->last;
                return -1;
            }
            l->losses = 0;
            waiting += l->state == HELLO;
        }
    }
    return one_kind(x, e);
}

static int ssh_open(struct executor *x, struct err *e)
{
    struct ssh *s = x->of = calloc(1, sizeof *s);
    if (!s || read_hosts(x, e))
        return -1;
    for (int k = 0; k < s->n; k++)
        if (dial(&s->link[k], e))
            return -1;
    return meet_all(x, e);
}

static int ssh_room(const struct executor *x)
{
    const struct ssh *s = x->of;
    int n = 0;
    for (int k = 0; k < s->n; k++)
        n += s->link[k].state == IDLE;
    return n;
}

static int ssh_start(struct executor *x, int64_t id, int attempt, const json_t *files, struct err *e)
{
    struct ssh *s = x->of;
    struct link *l = s->link;
    while (l->state != IDLE)
        l++;
    l->job = far_job(&x->o, files, l->nonce);
    if (!l->job)
        return err_set(e, "The job could not be written as JSON.");
    l->job_len = strlen(l->job);
    l->sent = 0;
    l->id = id;
    l->attempt = attempt;
    l->state = BUSY;
    l->since = util_now();
    send_more(l);
    return 0;
}

/* A second, then two, between tries. */
static void dial_again(struct link *l)
{
    struct err e;
    if (util_now() - l->since > l->losses && dial(l, &e))
        l->since = util_now();
}

static int ssh_pump(struct executor *x, int wait_ms, struct err *e)
{
    struct ssh *s = x->of;
    int alive = 0;
    wait_for_news(s, wait_ms);
    for (int k = 0; k < s->n; k++) {
        struct link *l = &s->link[k];
        if (is_open(l))
            serve(x, l);
        else if (l->state == DOWN)
            dial_again(l);
        alive += l->state != GIVEN_UP;
    }
    if (!alive)
        *e = s->last;
    return alive ? 0 : -1;
}

static void ssh_cancel(struct executor *x)
{
    struct ssh *s = x->of;
    for (int k = 0; k < s->n; k++)
        if (s->link[k].state == BUSY)
            kill(s->link[k].pid, SIGTERM);
}

static void ssh_close(struct executor *x)
{
    struct ssh *s = x->of;
    for (int k = 0; s && k < s->n; k++) {
        if (is_open(&s->link[k]))
            hang_up(&s->link[k]);
        text_finish(&s->link[k].complaint);
    }
    free(s);
}

const struct executor_ops executor_ssh = { "ssh", false, ssh_open, ssh_room, ssh_start, ssh_pump,
                                           ssh_cancel, ssh_close };
