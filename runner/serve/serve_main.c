/*
 * ridge-serve: a lab's engine over HTTP, in the shapes of openai.h. It is started by ridge-exec in a box (serve.h) with
 * a socket that listens on the loopback address, and the two pipes of engine.h; it opens nothing, connects nowhere, and
 * shuts the box behind itself before it reads a word of anybody's.
 *
 * Standard output gets an object a line: {"ready": room}, and of each answer what it cost.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <fcntl.h>
#include <microhttpd.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>
#include <unistd.h>

#include "openai.h"
#include "ridge/engine.h"
#include "runner/base/memory.h"
#include "runner/box/box.h"
#include "serve.h"

enum { CLIENTS = 128, IDLE_S = 60, WAITING_MOST = 64, GRACE_MS = 2000 };

/* A client's request, from its first line to its end. What the engine works at outlives the client. */
struct asked {
    struct server *server;
    struct MHD_Connection *client; /* NULL: gone */
    struct text body, out;         /* what came; pieces of a stream that wait to be sent */
    bool sleeps;                   /* the connection waits for us */
    bool ordered;                  /* the engine has it */
    int left;                      /* bytes that the engine has yet to say */
    bool responds;                 /* a response is queued */
    struct openai_ask ask;
    struct openai_said said;
    double came, first, last; /* util_now()'s seconds */
    struct asked *next;       /* in the order in which they came */
};

struct server {
    struct MHD_Daemon *daemon;
    struct asked *all;    /* that are complete and wait for the engine, or are with it */
    int room, seats, out; /* of a prompt and its answer, in bytes; orders under way */
    const char *lab;
    long ids;
    bool dead;     /* the engine has ended */
    int broke, what; /* the engine's fault, ENGINE_BAD_*; 0: none */
};

/* ---- what is told to ridge ------------------------------------------------------------------------------- */

static void tell(json_t *j)
{
    if (!j || json_dumpf(j, stdout, JSON_COMPACT) || putchar('\n') == EOF || fflush(stdout))
        exit(1);
    json_decref(j);
}

static void tell_answer(const struct asked *q, int status)
{
    double each = q->said.bytes > 1 ? (q->last - q->first) / (q->said.bytes - 1) : 0;
    tell(json_pack("{s:i s:b s:b s:I s:i s:f s:f}", "status", status, "chat", q->ask.chat, "stream", q->ask.stream,
                   "in", (json_int_t)q->ask.prompt.len, "said", q->said.bytes, "first_ms", 1e3 * (q->first - q->came),
                   "each_ms", 1e3 * each));
}

/* ---- answers --------------------------------------------------------------------------------------------- */

static enum MHD_Result reply(struct asked *q, int status, char *text, const char *type)
{
    struct MHD_Response *r = text ? MHD_create_response_from_buffer(strlen(text), text, MHD_RESPMEM_MUST_FREE) : NULL;
    if (!r) {
        free(text);
        return MHD_NO;
    }
    MHD_add_response_header(r, "Content-Type", type);
    if (status == MHD_HTTP_TOO_MANY_REQUESTS)
        MHD_add_response_header(r, "Retry-After", "1");
    enum MHD_Result ok = MHD_queue_response(q->client, (unsigned)status, r);
    MHD_destroy_response(r);
    q->responds = true;
    return ok;
}

static enum MHD_Result reply_fault(struct asked *q, int status, const char *code, const char *text)
{
    struct openai_fault f = { .status = status, .code = code };
    snprintf(f.text, sizeof f.text, "%s", text);
    return reply(q, status, openai_fault_text(&f), "application/json");
}

static enum MHD_Result reply_broken(struct asked *q)
{
    char said[200];
    const struct server *s = q->server;
    if (s->broke)
        snprintf(said, sizeof said, s->broke == ENGINE_BAD_BYTE ? "The engine said %d, which is no byte."
                                                                : "The engine said a byte to %d, who has no seat.",
                 s->what);
    else
        snprintf(said, sizeof said, "The engine has ended before it had answered.");
    tell_answer(q, MHD_HTTP_INTERNAL_SERVER_ERROR);
    return reply_fault(q, MHD_HTTP_INTERNAL_SERVER_ERROR, "engine", said);
}

/* Hands over what has come of a stream; sleeps until there is more. */
static ssize_t more(void *data, uint64_t pos, char *buf, size_t most)
{
    struct asked *q = data;
    (void)pos;
    if (!q->out.len && q->said.why)
        return MHD_CONTENT_READER_END_OF_STREAM;
    if (!q->out.len && q->server->dead)
        return MHD_CONTENT_READER_END_WITH_ERROR;
    if (!q->out.len) {
        q->sleeps = true;
        MHD_suspend_connection(q->client);
        return 0;
    }
    size_t n = q->out.len < most ? q->out.len : most;
    memcpy(buf, q->out.s, n);
    q->out.len -= n;
    memmove(q->out.s, q->out.s + n, q->out.len);
    return (ssize_t)n;
}

static enum MHD_Result begin_stream(struct asked *q)
{
    enum { BLOCK = 4096 };
    struct MHD_Response *r = MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, BLOCK, more, q, NULL);
    if (!r)
        return MHD_NO;
    MHD_add_response_header(r, "Content-Type", "text/event-stream");
    MHD_add_response_header(r, "Cache-Control", "no-store");
    enum MHD_Result ok = MHD_queue_response(q->client, MHD_HTTP_OK, r);
    MHD_destroy_response(r);
    q->responds = true;
    return ok;
}

/* ---- the engine's side ----------------------------------------------------------------------------------- */

static void wake(struct asked *q)
{
    if (q->client && q->sleeps) {
        q->sleeps = false;
        MHD_resume_connection(q->client);
    }
}

static void forget(struct asked *q)
{
    struct asked **at = &q->server->all;
    while (*at && *at != q)
        at = &(*at)->next;
    if (*at)
        *at = q->next;
    openai_finish(&q->ask);
    openai_said_finish(&q->said);
    text_finish(&q->body);
    text_finish(&q->out);
    free(q);
}

/* One write, which the pipe takes whole: there is room for an order of each seat. */
static void order(struct asked *q)
{
    char both[ENGINE_ORDER_MOST];
    struct engine_order o = { (int32_t)q->said.id, (int32_t)q->ask.prompt.len, q->ask.want };
    memcpy(both, &o, sizeof o);
    memcpy(both + sizeof o, q->ask.prompt.s, q->ask.prompt.len);
    ssize_t n = (ssize_t)(sizeof o + q->ask.prompt.len);
    q->server->dead |= write(SERVE_ORDERS, both, (size_t)n) != n;
    q->ordered = true;
    q->left = q->ask.want;
    q->server->out++;
}

static void order_next(struct server *s)
{
    for (struct asked *q = s->all; q && s->out < s->seats && !s->dead; q = q->next)
        if (!q->ordered)
            order(q);
}

/* The engine broke its contract, or has ended: whoever waits is told. */
static void engine_fails(struct server *s, int how, int what)
{
    s->dead = true;
    s->broke = how;
    s->what = what;
    for (struct asked *q = s->all; q; q = q->next)
        wake(q);
}

static void give(struct asked *q, int byte)
{
    q->last = util_now();
    q->first = q->said.bytes ? q->first : q->last;
    openai_add(&q->said, &q->ask, byte);
    char *piece = q->client && q->ask.stream ? openai_piece(&q->ask, &q->said) : NULL;
    if (piece)
        text_add(&q->out, piece, strlen(piece));
    if (piece || q->said.why)
        wake(q);
    if (q->said.why && q->client && q->ask.stream)
        tell_answer(q, MHD_HTTP_OK);
    free(piece);
}

static void one_word(struct server *s, struct engine_word w)
{
    struct asked *q = s->all;
    if (w.id == ENGINE_READY && !s->room && w.byte > 1 && w.byte < ENGINE_ORDER_MOST) {
        s->room = w.byte;
        tell(json_pack("{s:i}", "ready", w.byte));
        return;
    }
    while (q && (q->said.id != w.id || !q->left))
        q = q->next;
    if (!q || w.byte < 0 || w.byte > 255) {
        engine_fails(s, w.id == ENGINE_BAD_BYTE || q ? ENGINE_BAD_BYTE : ENGINE_BAD_ID, w.id < 0 || q ? w.byte : w.id);
        return;
    }
    if (!q->said.why)
        give(q, w.byte);
    if (--q->left)
        return;
    s->out--;
    if (!q->client)
        forget(q);
    order_next(s);
}

static void hear(struct server *s)
{
    static struct engine_word word[512];
    static size_t have; /* bytes */
    ssize_t n = read(SERVE_SAID, (char *)word + have, sizeof word - have);
    if (n < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (n <= 0) {
        engine_fails(s, 0, 0);
        return;
    }
    have += (size_t)n;
    size_t k = 0;
    while (k < have / sizeof *word && !s->dead)
        one_word(s, word[k++]);
    have -= k * sizeof *word;
    memmove(word, word + k, have);
}

/* ---- the client's side ----------------------------------------------------------------------------------- */

/* A page in a browser may reach this machine's ports: none that names another host, or is of one, is answered. */
static bool is_local(const char *host)
{
    static const char *const names[] = { "127.0.0.1", "localhost", "[::1]" };
    for (size_t k = 0; host && k < sizeof names / sizeof *names; k++) {
        size_t n = strlen(names[k]);
        if (!strncasecmp(host, names[k], n) && (!host[n] || host[n] == ':'))
            return true;
    }
    return false;
}

static bool is_foreign(struct MHD_Connection *c)
{
    const char *host = MHD_lookup_connection_value(c, MHD_HEADER_KIND, "Host");
    const char *origin = MHD_lookup_connection_value(c, MHD_HEADER_KIND, "Origin");
    const char *after = origin ? strstr(origin, "://") : NULL;
    return (host && !is_local(host)) || (origin && !(after && is_local(after + 3)));
}

static bool is_json(struct MHD_Connection *c)
{
    static const char json[] = "application/json";
    const char *type = MHD_lookup_connection_value(c, MHD_HEADER_KIND, "Content-Type");
    return type && !strncasecmp(type, json, sizeof json - 1);
}

static int waiting(const struct server *s)
{
    int n = 0;
    for (const struct asked *q = s->all; q; q = q->next)
        n += !q->ordered;
    return n;
}

/* All of the body is here. */
static enum MHD_Result take(struct asked *q, bool chat)
{
    struct server *s = q->server;
    struct openai_fault f;
    if (q->body.dropped)
        return reply_fault(q, MHD_HTTP_CONTENT_TOO_LARGE, NULL, "The body has more than a mebibyte.");
    if (!is_json(q->client))
        return reply_fault(q, MHD_HTTP_UNSUPPORTED_MEDIA_TYPE, NULL,
                           "The body is JSON: send the header \"Content-Type: application/json\".");
    if (s->dead)
        return reply_broken(q);
    if (waiting(s) >= WAITING_MOST)
        return reply_fault(q, MHD_HTTP_TOO_MANY_REQUESTS, "queue_full",
                           "So many requests wait already that no more are taken.");
    if (openai_read(text_str(&q->body), q->body.len, chat, s->room, &q->ask, &f))
        return reply(q, f.status, openai_fault_text(&f), "application/json");
    struct asked **last = &s->all;
    while (*last)
        last = &(*last)->next;
    *last = q;
    q->said.id = ++s->ids;
    q->said.created = time(NULL);
    order_next(s);
    if (q->ask.stream)
        return begin_stream(q);
    q->sleeps = true;
    MHD_suspend_connection(q->client);
    return MHD_YES;
}

/* Again after a sleep: the answer is whole, or will never be. */
static enum MHD_Result finish_whole(struct asked *q)
{
    if (!q->said.why)
        return reply_broken(q);
    tell_answer(q, MHD_HTTP_OK);
    return reply(q, MHD_HTTP_OK, openai_whole(&q->ask, &q->said), "application/json");
}

static char *about(const struct server *s)
{
    struct text t = { 0 };
    text_addf(&t, "Ridge serves microlm here, by an engine that somebody wrote for lab %s.\n"
                  "POST /v1/completions, POST /v1/chat/completions, GET /v1/models\n", s->lab);
    char *said = strdup(text_str(&t));
    text_finish(&t);
    return said;
}

static enum MHD_Result get(struct asked *q, const char *url)
{
    if (!strcmp(url, "/v1/models") || !strcmp(url, "/v1/models/microlm"))
        return reply(q, MHD_HTTP_OK, openai_models(time(NULL)), "application/json");
    if (!strcmp(url, "/"))
        return reply(q, MHD_HTTP_OK, about(q->server), "text/plain");
    return reply_fault(q, MHD_HTTP_NOT_FOUND, NULL, "There is nothing at this address.");
}

static enum MHD_Result answer(struct asked *q, const char *url, const char *method)
{
    bool chat = !strcmp(url, "/v1/chat/completions"), text = !strcmp(url, "/v1/completions");
    if (is_foreign(q->client))
        return reply_fault(q, MHD_HTTP_FORBIDDEN, NULL, "Only programs of this machine are answered.");
    if (q->said.id)
        return finish_whole(q);
    if (!strcmp(method, "POST") && (chat || text))
        return take(q, chat);
    if (!strcmp(method, "GET") || !strcmp(method, "HEAD"))
        return get(q, url);
    return reply_fault(q, chat || text ? MHD_HTTP_METHOD_NOT_ALLOWED : MHD_HTTP_NOT_FOUND, NULL,
                       "There is nothing to be done at this address in this way.");
}

static enum MHD_Result on_request(void *data, struct MHD_Connection *c, const char *url, const char *method,
                                  const char *version, const char *body, size_t *n, void **state)
{
    struct asked *q = *state;
    (void)version;
    if (!q) {
        *state = q = calloc(1, sizeof *q);
        if (!q)
            return MHD_NO;
        q->server = data;
        q->client = c;
        q->body.cap = OPENAI_BODY_MOST;
        q->came = util_now();
        return MHD_YES;
    }
    if (*n) {
        text_add(&q->body, body, *n);
        *n = 0;
        return MHD_YES;
    }
    return q->responds ? MHD_NO : answer(q, url, method);
}

/* The client has all, or is gone. What the engine has begun it goes on with, for nobody. */
static void on_end(void *data, struct MHD_Connection *c, void **state, enum MHD_RequestTerminationCode how)
{
    enum { GONE = 499 };
    struct asked *q = *state;
    (void)data;
    (void)c;
    (void)how;
    *state = NULL;
    if (!q)
        return;
    q->client = NULL;
    if (q->said.id && !q->said.why)
        tell_answer(q, q->server->dead ? MHD_HTTP_INTERNAL_SERVER_ERROR : GONE);
    if (!q->left)
        forget(q);
}

/* ---- from start to end ----------------------------------------------------------------------------------- */

static int until_due(struct server *s)
{
    MHD_UNSIGNED_LONG_LONG ms;
    return MHD_get_timeout(s->daemon, &ms) != MHD_YES ? -1 : ms > INT32_MAX ? INT32_MAX : (int)ms;
}

static int epoll_of(struct server *s)
{
    const union MHD_DaemonInfo *i = MHD_get_daemon_info(s->daemon, MHD_DAEMON_INFO_EPOLL_FD);
    return i ? i->epoll_fd : -1;
}

/* After the engine's end a moment is left for what is to be told of it. */
static int run(struct server *s)
{
    double dead_at = 0;
    while (!s->dead || util_now() < dead_at + GRACE_MS / 1e3) {
        int due = until_due(s);
        struct pollfd f[2] = { { SERVE_SAID, POLLIN, 0 }, { s->room ? epoll_of(s) : -1, POLLIN, 0 } };
        f[0].fd = s->dead ? -1 : f[0].fd;
        if (s->dead && (due < 0 || due > GRACE_MS / 20))
            due = GRACE_MS / 20;
        if (poll(f, 2, due) < 0 && errno != EINTR)
            return 1;
        if (f[0].revents)
            hear(s);
        if (s->dead && dead_at == 0)
            dead_at = util_now();
        if (s->room && MHD_run(s->daemon) != MHD_YES)
            return 1;
    }
    return s->broke ? SERVE_BROKE : 0;
}

int main(int argc, char **argv)
{
    struct server s = { .seats = argc == 3 ? atoi(argv[1]) : 0, .lab = argv[argc - 1] };
    memory_must();
    if (s.seats < 1 || fcntl(SERVE_LISTEN, F_GETFD) < 0) {
        fprintf(stderr, "ridge-serve is started by ridge\n");
        return 2;
    }
    if (box_seccomp_serve())
        return 1;
    s.daemon = MHD_start_daemon(MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL, on_request, &s,
                                MHD_OPTION_LISTEN_SOCKET, SERVE_LISTEN, MHD_OPTION_NOTIFY_COMPLETED, on_end, NULL,
                                MHD_OPTION_CONNECTION_LIMIT, (unsigned)CLIENTS, MHD_OPTION_CONNECTION_TIMEOUT,
                                (unsigned)IDLE_S, MHD_OPTION_END);
    if (!s.daemon) {
        fprintf(stderr, "libmicrohttpd does not take the socket: %s\n", strerror(errno));
        return 1;
    }
    return run(&s); /* what is open is the kernel's to close */
}
