/* net.c: ridge-net, started, told what to do, and listened to. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "net.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "runner/box/box_level.h"
#include "runner/box/children.h"
#include "net_files.h"
#include "net_login.h"

enum { LINE_BYTES = 32 << 20, CPU_S = 3600, DATA_MiB = 512, OPEN_FILES = 1024, STACK_MiB = 2, END_S = 2 };

struct talk {
    const struct net_options *o;
    const json_t *jobs;
    json_t *answers; /* by job: null until it has come */
    json_t *opened;  /* by job: it has asked for its file */
    struct text line;
    int socket;
    bool bad;
    char word[200]; /* that was none of ours: of the box, or the loader */
};

/* ---- what ridge-net says --------------------------------------------------------------------------------- */

static json_t *clean(const json_t *said, const char *key)
{
    const char *s = util_str(said, key, "");
    char *c = util_clean(s, strlen(s), 0);
    json_t *j = json_string(c);
    free(c);
    return j;
}

static json_t *number(const json_t *said, const char *key)
{
    return json_integer(json_integer_value(json_object_get(said, key)));
}

/* An answer of our own making, of what is in its answer and may be shown. */
static json_t *answer_of(const json_t *said, size_t k)
{
    static const char *const texts[] = { "kind", "why", "etag", "body" };
    static const char *const numbers[] = { "status", "bytes", "tries", "modified" };
    bool ok = json_is_true(json_object_get(said, "ok"));
    json_t *a = json_pack("{s:I s:b s:b}", "job", (json_int_t)k, "ok", ok, "resumed",
                          json_is_true(json_object_get(said, "resumed")));
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        json_object_set_new(a, texts[i], clean(said, texts[i]));
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        json_object_set_new(a, numbers[i], number(said, numbers[i]));
    return a;
}

/* Once for each job: it has room for one message, and we never wait for it. */
static void send_file(struct talk *t, size_t k)
{
    union {
        struct cmsghdr head;
        char room[CMSG_SPACE(sizeof(int))];
    } c = { .head = { CMSG_LEN(sizeof(int)), SOL_SOCKET, SCM_RIGHTS } };
    struct err e = { "" };
    char tag[NET_TAG], said[NET_SAID];
    int fd = net_file_open(json_array_get(t->jobs, k), tag, &e);
    int n = snprintf(said, sizeof said, "%c%s", fd < 0 ? 'E' : 'F', fd < 0 ? e.text : tag);
    struct iovec v = { said, (size_t)n + 1 };
    struct msghdr m = { .msg_iov = &v, .msg_iovlen = 1, .msg_control = fd < 0 ? NULL : &c,
                        .msg_controllen = fd < 0 ? 0 : sizeof c };
    memcpy(CMSG_DATA(&c.head), &fd, sizeof fd);
    t->bad |= json_is_true(json_array_get(t->opened, k)) || sendmsg(t->socket, &m, MSG_DONTWAIT | MSG_NOSIGNAL) < 0;
    json_array_set_new(t->opened, k, json_true());
    if (fd >= 0)
        close(fd);
}

static void tell(const struct talk *t, json_t *event)
{
    if (t->o->event)
        t->o->event(event, t->o->data);
    json_decref(event);
}

static void one_word(struct talk *t, const json_t *said, size_t k)
{
    const char *tag = json_string_value(json_object_get(said, "tag"));
    if (json_object_get(said, "ok")) {
        json_array_set_new(t->answers, k, answer_of(said, k));
        tell(t, json_incref(json_array_get(t->answers, k)));
    } else if (json_object_get(said, "open")) {
        send_file(t, k);
    } else if (tag && json_is_true(json_array_get(t->opened, k))) {
        net_file_tag(json_array_get(t->jobs, k), tag);
    } else {
        tell(t, json_pack("{s:I s:o s:o}", "job", (json_int_t)k, "now", number(said, "now"), "total",
                          number(said, "total")));
    }
}

/* Of a job that has its answer no more is heard. */
static void one_line(struct talk *t, const char *s, size_t n)
{
    json_t *j = json_loadb(s, n, 0, NULL);
    size_t k = (size_t)json_integer_value(json_object_get(j, "job"));
    t->bad |= !json_is_object(j) || !json_is_null(json_array_get(t->answers, k));
    if (!t->bad) {
        one_word(t, j, k);
    } else if (!j) {
        char *said = util_clean(s, n, 0);
        snprintf(t->word, sizeof t->word, "%s", said);
        free(said);
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

static bool complete(const json_t *answers)
{
    size_t k;
    const json_t *a;
    json_array_foreach(answers, k, a)
        if (!json_is_object(a))
            return false;
    return true;
}

static bool stopped(const struct talk *t)
{
    return t->o->stop && *t->o->stop;
}

static void listen_to(struct talk *t, int fd)
{
    static char buf[1 << 16];
    while (!t->bad && !stopped(t) && !complete(t->answers)) {
        struct pollfd f = { fd, POLLIN, 0 };
        int n = poll(&f, 1, 200);
        ssize_t k = n > 0 ? read(fd, buf, sizeof buf) : -1;
        if (k > 0)
            heard(t, buf, (size_t)k);
        else if (n > 0 && !(k < 0 && errno == EINTR))
            return;
    }
}

/* ---- what ridge-net is told -------------------------------------------------------------------------------- */

/* A job as ridge-net sees it: its file has no path, and the one password it may need comes along. */
static json_t *job_for_net(const json_t *job, const char *netrc)
{
    json_t *j = json_copy((json_t *)(size_t)job), *login = net_login(netrc, util_str(job, "url", ""));
    const char *file = util_str(job, "file", ""), *slash = strrchr(file, '/');
    json_object_set_new(j, "file", json_string(slash ? slash + 1 : file));
    if (login)
        json_object_set_new(j, "login", login);
    return j;
}

static json_t *jobs_for_net(const json_t *jobs)
{
    json_t *all = json_array();
    char *netrc = net_login_file();
    size_t k;
    const json_t *job;
    json_array_foreach(jobs, k, job)
        json_array_append_new(all, job_for_net(job, netrc));
    free(netrc);
    return all;
}

/* The addresses of proxies may hold passwords, so that they come with the orders, too. */
static json_t *proxies(void)
{
    static const char *const names[] = { "http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY",
                                         "no_proxy", "NO_PROXY" };
    json_t *all = json_object();
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        if (getenv(names[k]))
            json_object_set_new(all, names[k], json_string(getenv(names[k])));
    return all;
}

/* The certificates that are named in place of the system's; you own the storage. */
static char *named_ca(void)
{
    const char *file = getenv("CURL_CA_BUNDLE");
    file = file && *file ? file : getenv("SSL_CERT_FILE");
    char *real = file && *file ? realpath(file, NULL) : NULL;
    return real ? real : util_path("%s", file ? file : "");
}

/* What is to be done goes in as a file without a name: no pipe that both could wait on. */
static int orders(const struct net_options *o, const json_t *jobs, const char *ca)
{
    json_t *all = json_pack("{s:i s:i s:i s:b s:s s:o s:o}", "parallel", o->parallel ? o->parallel : 4, "stall_s",
                            o->stall_s ? o->stall_s : 30, "gap_ms", o->gap_ms, "insecure_http",
                            (o->flags & NET_INSECURE_HTTP) != 0, "ca", ca, "proxies", proxies(), "jobs",
                            jobs_for_net(jobs));
    int fd = memfd_create("jobs", MFD_CLOEXEC);
    if (fd >= 0 && (json_dumpfd(all, fd, JSON_COMPACT) || lseek(fd, 0, SEEK_SET))) {
        close(fd);
        fd = -1;
    }
    json_decref(all);
    return fd;
}

/* ---- ridge-net's box --------------------------------------------------------------------------------------- */

/* Shows libraries, what a resolver reads, and certificates where distributions have them; no private keys. */
static struct box box_of_net(const char *program, const char *ca, int64_t most)
{
    return (struct box){
        .ro = { program, "/usr/lib", "/usr/lib64", "/usr/local/lib", "/lib", "/lib64", "/etc/ld.so.cache",
                "/etc/resolv.conf", "/etc/hosts", "/etc/nsswitch.conf", "/etc/gai.conf",
                "/etc/ssl/certs", "/etc/ssl/cert.pem", "/etc/ssl/openssl.cnf", "/usr/share/ca-certificates",
                "/etc/ca-certificates", "/etc/pki/tls/certs", "/etc/pki/tls/cert.pem", "/etc/pki/tls/openssl.cnf",
                "/etc/pki/ca-trust", "/etc/crypto-policies", "/usr/share/crypto-policies", *ca ? ca : NULL },
        .program = program, .network = 1, .cpu_s = CPU_S, .fsize_MiB = (int)(most >> 20) + 1,
        .data_MiB = BOX_OUR_MiB(DATA_MiB), .nofile = OPEN_FILES, .stack_MiB = STACK_MiB, .cpu = -1,
    };
}

static int64_t most_that_comes(const json_t *jobs)
{
    int64_t most = 0, one;
    size_t k;
    const json_t *job;
    json_array_foreach(jobs, k, job)
        if ((one = json_integer_value(json_object_get(job, "max"))) > most)
            most = one;
    return most;
}

static void become_net(const char *program, const struct box *b)
{
    const char *argv[] = { program, NULL }, *wish = getenv("RIDGE_BOX_WITHOUT");
    char *without = util_path("RIDGE_BOX_WITHOUT=%s", wish ? wish : "");
    char *envp[] = { wish ? without : NULL, NULL };
    if (!box_enter(b))
        execve(program, (char *const *)argv, envp);
    _exit(127);
}

/* ---- from its start to its end ------------------------------------------------------------------------------- */

static void is_no_success(json_t *answer, const char *kind, const char *why)
{
    json_object_set_new(answer, "ok", json_false());
    json_object_set_new(answer, "kind", json_string(kind));
    json_object_set_new(answer, "why", json_string(why));
}

/* ridge-net has ended, and nobody else has these files open for writing. */
static void take_in(struct talk *t, size_t k)
{
    struct err e = { "" };
    const json_t *job = json_array_get(t->jobs, k);
    json_t *a = json_array_get(t->answers, k);
    bool ok = json_is_true(json_object_get(a, "ok")), opened = json_is_true(json_array_get(t->opened, k));
    const char *kind = "";
    if (strcmp(util_str(job, "op", ""), "get") != 0)
        return;
    if (ok && !opened)
        is_no_success(a, "ours", "The program ridge-net reports a transfer, and left no file of it.");
    else if (ok && net_file_keep(job, json_integer_value(json_object_get(a, "modified")), &kind, &e))
        is_no_success(a, kind, e.text);
    else if (!ok && opened && !strcmp(util_str(a, "kind", ""), "size"))
        net_file_drop(job);
    else if (!ok && opened)
        net_file_leave(job);
}

static int judge(const struct talk *t, int st, struct err *e)
{
    if (complete(t->answers))
        return 0;
    if (stopped(t))
        return err_set(e, "The transfer was interrupted. What has come is kept, and the same command goes on from "
                          "there.");
    if (*t->word)
        return err_set(e, "ridge-net: %s", t->word);
    if (WIFEXITED(st) && WEXITSTATUS(st) == 127)
        return err_set(e, "The program ridge-net did not start: build or install Ridge again.");
    return err_set(e, "The program ridge-net ended before it was done. Run the command again.");
}

/* ridge-net has no more to say. How ridge-net ended tells why, when nobody ended it. */
static void end_net(const struct talk *t, pid_t pid, int *st)
{
    siginfo_t si;
    if (t->bad || stopped(t) || children_wait(pid, WEXITED, &si, util_now() + END_S) != 1)
        kill(pid, SIGKILL);
    children_reap(pid, st, NULL);
}

static int run_net(struct talk *t, struct box *b, const char *program, struct err *e)
{
    int p[2], s[2], st = 0;
    if (pipe2(p, O_CLOEXEC))
        return err_set(e, "%s", strerror(errno));
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, s))
        return close(p[0]), close(p[1]), err_set(e, "%s", strerror(errno));
    b->out_fd = p[1];
    b->fds[0] = s[1];
    b->fds[1] = -1;
    t->socket = s[0];
    pid_t pid = box_fork(b);
    if (pid == 0)
        become_net(program, b);
    int why = errno;
    close(p[1]);
    close(s[1]);
    if (pid > 0) {
        listen_to(t, p[0]);
        end_net(t, pid, &st);
    }
    close(p[0]);
    close(s[0]);
    if (pid < 0)
        return err_set(e, "The program ridge-net has no sandbox: %s",
                       *children_failed_at() ? children_failed_at() : strerror(why));
    for (size_t k = 0; k < json_array_size(t->jobs); k++)
        take_in(t, k);
    return judge(t, st, e);
}

/* With the signals as they were: box_fork() leaves SIGCHLD held back. */
static int start_net(struct talk *t, const char *program, struct err *e)
{
    sigset_t before;
    char *ca = named_ca();
    struct box b = box_of_net(program, ca, most_that_comes(t->jobs));
    int rc = -1;
    b.in_fd = orders(t->o, t->jobs, ca);
    sigprocmask(SIG_BLOCK, NULL, &before);
    rc = b.in_fd < 0 ? err_set(e, "%s", strerror(errno)) : run_net(t, &b, program, e);
    sigprocmask(SIG_SETMASK, &before, NULL);
    if (b.in_fd >= 0)
        close(b.in_fd);
    free(ca);
    return rc;
}

json_t *net_run(const struct net_options *o, const json_t *jobs, struct err *e)
{
    struct talk t = { .o = o, .jobs = jobs, .answers = json_array(), .opened = json_array(),
                      .line = { .cap = LINE_BYTES } };
    char *program = realpath(o->program, NULL);
    for (size_t k = 0; k < json_array_size(jobs); k++) {
        json_array_append_new(t.answers, json_null());
        json_array_append_new(t.opened, json_false());
    }
    int rc = program ? start_net(&t, program, e)
                     : err_set(e, "The program ridge-net did not start: build or install Ridge again.");
    free(program);
    text_finish(&t.line);
    json_decref(t.opened);
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
