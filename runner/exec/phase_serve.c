/* phase_serve.c: the engine that was built, run for whoever asks, until ridge ends it or the engine ends (serve.h). */
#define _GNU_SOURCE
#include "phases.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ridge/engine.h"
#include "runner/base/fault.h"
#include "runner/base/js.h"
#include "runner/base/programs.h"
#include "runner/base/words.h"
#include "runner/box/box_level.h"
#include "runner/box/children.h"
#include "runner/serve/serve.h"

enum { MODELS = 4, SAID_KEPT = 4096, LINE_MOST = 4096, END_S = 3, DATA_MiB = 256, CPU_S = 1 << 20 };

static const char *const trees[] = { "/usr/lib", "/lib", "/lib64", "/usr/lib64", "/usr/local/lib", "/etc/ld.so.cache" };

struct serving {
    struct job *j;
    const json_t *spec; /* the lab's `serves` */
    int port, seats, room;
    int listen, orders[2], orders_now, said[2], model[MODELS];
    int words, lines;   /* what the engine prints; ridge-serve's events */
    pid_t engine, http;
    struct text printed, line;
};

/* ---- what the two programs share ------------------------------------------------------------------------- */

static int open_port(struct serving *s, struct err *e)
{
    struct sockaddr_in at = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK),
                              .sin_port = htons((uint16_t)s->port) };
    socklen_t n = sizeof at;
    int yes = 1;
    s->listen = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (s->listen < 0)
        return err_set(e, "No socket can be had: %s", strerror(errno));
    setsockopt(s->listen, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    if (bind(s->listen, (struct sockaddr *)&at, n) || listen(s->listen, SOMAXCONN) ||
        getsockname(s->listen, (struct sockaddr *)&at, &n))
        return err_set(e, "Port %d of this machine cannot be had: %s. --port N takes another one, --any-port one that "
                          "is free.", s->port, strerror(errno));
    s->port = ntohs(at.sin_port);
    return 0;
}

static int open_pipes(struct serving *s, struct err *e)
{
    char again[64];
    if (pipe2(s->orders, O_CLOEXEC) || pipe2(s->said, O_CLOEXEC))
        return err_set(e, "No pipe can be had: %s", strerror(errno));
    snprintf(again, sizeof again, "/proc/self/fd/%d", s->orders[0]);
    s->orders_now = open(again, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (s->orders_now < 0 || fcntl(s->said[0], F_SETFL, O_NONBLOCK))
        return err_set(e, "No pipe can be had: %s", strerror(errno));
    return 0;
}

static int open_models(struct serving *s, struct err *e)
{
    size_t k;
    const json_t *name;
    json_array_foreach(json_object_get(s->spec, "models"), k, name) {
        char *path = util_path("%s/kernels/%s", s->j->build.root, json_string_value(name));
        s->model[k] = open(path, O_RDONLY | O_CLOEXEC);
        int rc = s->model[k] < 0 ? err_set(e, "%s: %s", path, strerror(errno)) : 0;
        free(path);
        if (rc || k + 1 == MODELS)
            return rc;
    }
    return 0;
}

static void shut(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

static void shut_all(struct serving *s)
{
    int *all[] = { &s->listen, s->orders, s->orders + 1, &s->orders_now, s->said, s->said + 1, &s->words, &s->lines };
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        shut(all[k]);
    for (int k = 0; k < MODELS; k++)
        shut(&s->model[k]);
}

/* ---- the two programs ------------------------------------------------------------------------------------ */

static void become(const char *const argv[], const struct box *b)
{
    const char *wish = getenv("RIDGE_BOX_WITHOUT");
    char *without = util_path("RIDGE_BOX_WITHOUT=%s", wish ? wish : "");
    char *envp[] = { "LC_ALL=C.UTF-8", wish ? without : NULL, NULL };
    if (!box_enter(b))
        execve(argv[0], (char *const *)argv, envp);
    _exit(BOX_OWN_FAULT);
}

/* Starts a program of Ridge's in `b`, with its output at *out. */
static pid_t start(const char *name, const char *const args[], struct box *b, int *out, struct err *e)
{
    int p[2];
    char *program = programs_find(name);
    const char *argv[6] = { program };
    for (int k = 0; k < 4 && args[k]; k++)
        argv[k + 1] = args[k];
    if (pipe2(p, O_CLOEXEC | O_NONBLOCK)) {
        free(program);
        return err_set(e, "No pipe can be had: %s", strerror(errno));
    }
    int n = 0;
    while (b->ro[n])
        n++;
    b->ro[n++] = program;
    for (size_t k = 0; k < sizeof trees / sizeof *trees; k++)
        b->ro[n++] = trees[k];
    b->program = program;
    b->out_fd = p[1];
    fcntl(p[1], F_SETFL, 0);
    pid_t pid = box_fork(b);
    if (pid == 0)
        become(argv, b);
    int why = errno;
    close(p[1]);
    *out = p[0];
    free(program);
    if (pid < 0)
        err_set(e, "The program %s has no sandbox: %s", name,
                *children_failed_at() ? children_failed_at() : strerror(why));
    return pid;
}

static int start_engine(struct serving *s, struct err *e)
{
    const struct job *j = s->j;
    char seats[16], threads[16];
    const char *args[] = { j->object, js_text(s->spec, "call"), seats, threads, NULL };
    int n = (int)j->lab.threads;
    snprintf(seats, sizeof seats, "%d", s->seats);
    snprintf(threads, sizeof threads, "%d", n);
    struct box b = { .ro = { j->object }, .cpu_s = CPU_S, .nofile = 64, .stack_MiB = 8, .cpu = -1, .in_fd = -1,
                     .as_MiB = (int)j->lab.mem_MiB, .all_MiB = (int)j->lab.mem_MiB,
                     .fds = { s->orders[0], s->orders_now, s->said[1], -1, -1, -1, -1, -1 } };
    for (int k = 0; k < MODELS && s->model[k] >= 0; k++)
        b.fds[ENGINE_MODEL - ENGINE_ORDERS + k] = s->model[k];
    s->engine = start("ridge-engine", args, &b, &s->words, e);
    return s->engine < 0 ? -1 : 0;
}

static int start_http(struct serving *s, struct err *e)
{
    char seats[16];
    const char *args[] = { seats, js_text(s->j->lab.source, "id"), NULL };
    snprintf(seats, sizeof seats, "%d", s->seats);
    struct box b = { .cpu_s = CPU_S, .data_MiB = BOX_OUR_MiB(DATA_MiB), .nofile = 256, .stack_MiB = 2, .cpu = -1,
                     .in_fd = -1, .fds = { s->listen, s->orders[1], s->said[0], -1 } };
    s->http = start("ridge-serve", args, &b, &s->lines, e);
    return s->http < 0 ? -1 : 0;
}

/* ---- looking on ------------------------------------------------------------------------------------------ */

/* ridge-serve reads what strangers send: of its words only figures go on. */
static void one_line(struct serving *s, const char *line, size_t n)
{
    json_t *said = json_loadb(line, n, 0, NULL);
    int room = (int)js_number(said, "ready");
    if (room > 0 && !s->room) {
        s->room = room;
        job_event(json_pack("{s:s s:i s:i s:i}", "event", "serving", "port", s->port, "seats", s->seats, "room", room));
    } else if (json_object_get(said, "status")) {
        job_event(json_pack("{s:s s:i s:b s:b s:f s:f s:f s:f}", "event", "answer", "status",
                            (int)js_number(said, "status"), "chat", json_is_true(json_object_get(said, "chat")),
                            "stream", json_is_true(json_object_get(said, "stream")), "in", js_number(said, "in"),
                            "said", js_number(said, "said"), "first_ms", js_number(said, "first_ms"), "each_ms",
                            js_number(said, "each_ms")));
    }
    json_decref(said);
}

static void read_lines(struct serving *s)
{
    char buf[4096];
    ssize_t n;
    while ((n = read(s->lines, buf, sizeof buf)) > 0)
        text_add(&s->line, buf, (size_t)n);
    for (char *nl; s->line.len && (nl = memchr(s->line.s, '\n', s->line.len));) {
        one_line(s, s->line.s, (size_t)(nl - s->line.s));
        s->line.len -= (size_t)(nl + 1 - s->line.s);
        memmove(s->line.s, nl + 1, s->line.len);
    }
    if (s->line.dropped)
        text_finish(&s->line);
}

/* What the engine prints is the learner's, for the terminal. */
static void read_words(struct serving *s)
{
    char buf[4096];
    ssize_t n;
    while ((n = read(s->words, buf, sizeof buf)) > 0) {
        char *clean = util_clean(buf, (size_t)n, 0);
        if (s->printed.len < SAID_KEPT)
            job_event(json_pack("{s:s s:o}", "event", "printed", "text", job_text(clean)));
        text_add(&s->printed, buf, (size_t)n);
        free(clean);
    }
}

static int over(pid_t pid)
{
    siginfo_t si;
    return children_wait(pid, WEXITED, &si, 0) == 1;
}

static void look_on(struct serving *s)
{
    while (!over(s->engine) && !over(s->http)) {
        struct pollfd f[2] = { { s->words, POLLIN, 0 }, { s->lines, POLLIN, 0 } };
        enum { LOOK_MS = 100 };
        poll(f, 2, LOOK_MS);
        read_words(s);
        read_lines(s);
        if (f[0].revents & POLLHUP)
            shut(&s->words);
        if (f[1].revents & POLLHUP)
            shut(&s->lines);
    }
}

/* ---- how it ended ---------------------------------------------------------------------------------------- */

static void refuse(struct serving *s, int code, const char *why)
{
    json_object_set_new(s->j->report, "error",
                        json_pack("{s:s s:i s:o}", "status", "ERROR", "code", code, "message", job_text(why)));
}

static void judge_engine(struct serving *s, int st, enum box_memory memory)
{
    char why[400];
    int code = CODE_CRASH;
    if (memory == MEMORY_OF_BOX) {
        code = CODE_LIMIT;
        snprintf(why, sizeof why, "The engine used more memory than the lab allows.");
    } else if (WIFSIGNALED(st) && WTERMSIG(st) == SIGSYS) {
        code = CODE_SUSPICIOUS;
        snprintf(why, sizeof why, "The engine asked the system for something that no lab may do.");
    } else if (WIFSIGNALED(st)) {
        snprintf(why, sizeof why, "The engine died of signal %d (%s).", WTERMSIG(st), strsignal(WTERMSIG(st)));
    } else {
        snprintf(why, sizeof why, "The engine returned while requests could still come (exit %d).", WEXITSTATUS(st));
    }
    refuse(s, code, why);
}

/* The engine's own end gives ridge-serve a moment to tell whoever waits. */
static void end(struct serving *s)
{
    int st = 0, own = 0;
    siginfo_t si;
    int first = over(s->engine);
    enum box_memory memory = first ? children_memory(s->engine) : MEMORY_FINE;
    shut(&s->said[0]);
    if (first)
        children_wait(s->http, WEXITED, &si, util_now() + END_S);
    read_lines(s);
    if (!over(s->http))
        kill(s->http, SIGKILL);
    if (!over(s->engine))
        kill(s->engine, SIGKILL);
    children_reap(s->http, &own, NULL);
    children_reap(s->engine, &st, NULL);
    if (WIFEXITED(own) && WEXITSTATUS(own) == SERVE_BROKE)
        refuse(s, CODE_FAILED, "The engine said something that is no byte of anybody who has a seat.");
    else if (first)
        judge_engine(s, st, memory);
    else
        fault_note(FAULT_OURS, "The program ridge-serve ended: %.200s", text_str(&s->line));
}

int phase_serve(struct job *j, struct err *e)
{
    struct serving s = { .j = j, .spec = json_object_get(j->lab.source, "serves"), .listen = -1, .orders = { -1, -1 },
                         .orders_now = -1, .said = { -1, -1 }, .model = { -1, -1, -1, -1 }, .words = -1, .lines = -1,
                         .printed = { .cap = SAID_KEPT }, .line = { .cap = LINE_MOST } };
    const json_t *wish = json_object_get(j->in, "serve");
    s.port = (int)js_number(wish, "port");
    s.seats = (int)js_number(wish, "seats");
    if (open_port(&s, e)) {
        refuse(&s, CODE_CONFIG, e->text);
        shut_all(&s);
        return 0;
    }
    int rc = open_pipes(&s, e) || open_models(&s, e) || start_engine(&s, e);
    shut(&s.orders[0]);
    shut(&s.orders_now);
    shut(&s.said[1]);
    if (!rc && !(rc = start_http(&s, e))) {
        shut(&s.orders[1]);
        shut(&s.listen);
        look_on(&s);
        end(&s);
    } else if (s.engine > 0) {
        kill(s.engine, SIGKILL);
        children_reap(s.engine, NULL, NULL);
    }
    shut_all(&s);
    text_finish(&s.printed);
    text_finish(&s.line);
    return rc ? -1 : 0;
}
