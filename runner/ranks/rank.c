/* rank.c: a transport whose every call goes to the hub and waits for its turn. */
#define _GNU_SOURCE
#include "rank.h"

#include <linux/futex.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { SPINS = 40 }; /* looks before the first sleep: a turn is over in microseconds, or takes a while */

static struct ranks_page *page;
static uint32_t turns[RANKS_STREAMS];
static int64_t now_ps[RANKS_STREAMS];
static char begun[RANKS_STREAMS];

/* By request: the buffer into which a receive puts its bytes. */
static struct {
    int64_t id, bytes;
    char *buf;
} receives[COMM_MAX_REQUESTS];

/* By request: the bytes that a send was given, which are compared again when the send is done. */
static struct {
    int64_t id, bytes;
    const void *buf;
    uint64_t digest;
} sends[COMM_MAX_REQUESTS];

static uint64_t digest(const void *p, int64_t n)
{
    const unsigned char *at = p;
    uint64_t h = 0x9e3779b97f4a7c15u, word;
    for (; n >= 8; n -= 8, at += 8) {
        memcpy(&word, at, 8);
        h = (h ^ word) * 0xbf58476d1ce4e5b9u;
        h ^= h >> 29;
    }
    for (; n > 0; n--)
        h = (h ^ *at++) * 0x94d049bb133111ebu;
    return h;
}

void page_wait(volatile uint32_t *at, uint32_t while_it_is)
{
    struct timespec slice = { 0, 20000000 };
    for (int k = 0; k < SPINS; k++) {
        if (__atomic_load_n(at, __ATOMIC_ACQUIRE) != while_it_is)
            return;
        __builtin_ia32_pause();
    }
    syscall(SYS_futex, at, FUTEX_WAIT, while_it_is, &slice, NULL, 0);
}

void page_wake(volatile uint32_t *at)
{
    __atomic_add_fetch(at, 1, __ATOMIC_ACQ_REL);
    syscall(SYS_futex, at, FUTEX_WAKE, 1, NULL, NULL, 0);
}

static struct ranks_reply await_turn(int stream)
{
    while (__atomic_load_n(&page->turn[stream], __ATOMIC_ACQUIRE) == turns[stream])
        page_wait(&page->turn[stream], turns[stream]);
    turns[stream]++;
    now_ps[stream] = page->reply[stream].now_ps;
    return page->reply[stream];
}

static struct ranks_reply ask(const struct ranks_call *c)
{
    page->call = *c;
    page_wake(&page->said);
    return await_turn((int)c->stream);
}

static void fail(int stream, const char *message)
{
    snprintf(page->window, RANKS_SAID, "%s", message);
    ask(&(struct ranks_call){ .ask = ASK_FAIL, .stream = (uint32_t)stream });
    _exit(1); /* the hub gives nobody a turn after a verdict */
}

static comm_req send(int stream, enum ranks_api api, int comm, const void *buf, int64_t bytes, int to, int tag)
{
    struct ranks_call c = { .ask = ASK_PUT, .stream = (uint32_t)stream, .api = api, .comm = comm, .peer = to,
                            .tag = tag, .bytes = bytes };
    const char *from = buf;
    int64_t left = bytes;
    for (; left > RANKS_WINDOW; left -= RANKS_WINDOW, from += RANKS_WINDOW) {
        c.offset = RANKS_WINDOW;
        memcpy(page->window, from, RANKS_WINDOW);
        ask(&c);
    }
    c.ask = ASK_SEND;
    c.offset = left;
    if (left > 0)
        memcpy(page->window, from, (size_t)left);
    int64_t id = ask(&c).id;
    int at = (int)(id % COMM_MAX_REQUESTS);
    sends[at].id = id;
    sends[at].bytes = bytes;
    sends[at].buf = buf;
    sends[at].digest = digest(buf, bytes);
    return id;
}

/* Until the receive's wait its buffer holds bytes that nobody expects. */
static comm_req recv(int stream, enum ranks_api api, int comm, void *buf, int64_t bytes, int from, int tag)
{
    struct ranks_call c = { .ask = ASK_RECV, .stream = (uint32_t)stream, .api = api, .comm = comm, .peer = from,
                            .tag = tag, .bytes = bytes };
    if (bytes > 0)
        memset(buf, 0xff, (size_t)bytes);
    int64_t id = ask(&c).id;
    int at = (int)(id % COMM_MAX_REQUESTS);
    receives[at].id = id;
    receives[at].bytes = bytes;
    receives[at].buf = buf;
    return id;
}

/* A buffer that only this table knows of would be no leak to the sanitizer. */
static void forget(int at)
{
    receives[at].id = 0;
    receives[at].buf = NULL;
}

static void fetch(int stream, int64_t id)
{
    int at = (int)(id % COMM_MAX_REQUESTS);
    struct ranks_call c = { .ask = ASK_FETCH, .stream = (uint32_t)stream, .id = id };
    if (id <= 0 || receives[at].id != id)
        return;
    do {
        int64_t n = ask(&c).bytes;
        if (n > 0)
            memcpy(receives[at].buf + c.offset, page->window, (size_t)n);
        c.offset += n;
    } while (c.offset < receives[at].bytes);
    forget(at);
}

static const char *unpack(int64_t id, const char *from)
{
    int at = (int)(id % COMM_MAX_REQUESTS);
    if (receives[at].id != id)
        return from;
    if (receives[at].bytes > 0)
        memcpy(receives[at].buf, from, (size_t)receives[at].bytes);
    from += receives[at].bytes;
    forget(at);
    return from;
}

/* A send's bytes left when the send was posted; on a real network they could leave as late as now. */
static void look_again(int stream, enum ranks_api api, int64_t id)
{
    int at = (int)(id % COMM_MAX_REQUESTS);
    char said[RANKS_SAID];
    if (id <= 0 || sends[at].id != id)
        return;
    const void *buf = sends[at].buf;
    sends[at].id = 0;
    sends[at].buf = NULL;
    if (digest(buf, sends[at].bytes) == sends[at].digest)
        return;
    snprintf(said, sizeof said, "%s: the buffer of a send (%lld B) was written while the message was under way.",
             ranks_api_text(api), (long long)sends[at].bytes);
    fail(stream, said);
}

static int wait(int stream, enum ranks_api api, int n, const comm_req *r, int any, comm_status *ret)
{
    struct ranks_call c = { .ask = ASK_WAIT, .stream = (uint32_t)stream, .api = api, .n = n, .op = any };
    memcpy(page->window, r, (size_t)n * sizeof *r);
    struct ranks_reply said = ask(&c);
    int first = any ? (int)said.id : 0;
    if (ret)
        memcpy(ret, page->window, (size_t)said.a * sizeof *ret);
    for (int k = 0; k < said.a; k++) {
        comm_status s;
        memcpy(&s, page->window + (size_t)k * sizeof s, sizeof s);
        if (s.bytes < 0) /* the message never came: there is nothing to put anywhere */
            forget((int)(r[first + k] % COMM_MAX_REQUESTS));
    }
    for (int k = 0; k < said.a; k++)
        look_again(stream, api, r[first + k]);
    const char *from = page->window + (size_t)said.a * sizeof *ret;
    for (int k = 0; k < said.a; k++)
        if (said.b)
            from = unpack(r[first + k], from);
        else
            fetch(stream, r[first + k]);
    return first;
}

static void collective(int stream, int comm, const struct ranks_collective *k)
{
    struct ranks_call c = { .ask = ASK_COLLECTIVE, .stream = (uint32_t)stream, .comm = comm };
    if (k) {
        c.api = k->kind;
        c.n = 1;
        c.offset = k->n;
        c.type = k->type;
        c.op = k->op;
        c.root = k->root;
    }
    ask(&c);
}

static int split(int stream, int comm, int colour, int key, int *rank, int *size)
{
    struct ranks_reply r = ask(&(struct ranks_call){ .ask = ASK_SPLIT, .stream = (uint32_t)stream, .api = RANKS_SPLIT,
                                                     .comm = comm, .tag = colour, .peer = key });
    *rank = r.a;
    *size = r.b;
    return (int)r.id;
}

static int survey(int stream, int comm, enum ranks_api what, int ok, int *rank, int *size)
{
    struct ranks_reply r = ask(&(struct ranks_call){ .ask = ASK_SURVEY, .stream = (uint32_t)stream, .api = what,
                                                     .comm = comm, .tag = ok });
    *rank = r.a;
    *size = r.b;
    return (int)r.id;
}

static void pass(int stream, double seconds, const char *what, int idle)
{
    struct ranks_call c = { .ask = ASK_COMPUTE, .stream = (uint32_t)stream, .api = RANKS_COMPUTE, .op = idle,
                            .seconds = seconds };
    snprintf(c.name, sizeof c.name, "%s", what);
    ask(&c);
}

static void compute(int stream, double seconds, const char *what)
{
    pass(stream, seconds, what, 0);
}

static void idle(int stream, double seconds, const char *what)
{
    pass(stream, seconds, what, 1);
}

static double now(int stream)
{
    return (double)now_ps[stream] * 1e-12;
}

static int stream_new(int stream)
{
    return (int)ask(&(struct ranks_call){ .ask = ASK_STREAM, .stream = (uint32_t)stream, .api = RANKS_STREAM }).id;
}

static int64_t give(int stream, int to)
{
    return ask(&(struct ranks_call){ .ask = ASK_GIVE, .stream = (uint32_t)stream, .api = RANKS_RUN, .peer = to }).id;
}

/* A stream asks for its turns but for the first. */
static void next(int stream)
{
    struct ranks_call c = { .ask = ASK_NEXT, .stream = (uint32_t)stream, .api = RANKS_NEXT };
    if (begun[stream])
        ask(&c);
    else
        await_turn(stream);
    begun[stream] = 1;
}

static void sync_with(int stream, enum ranks_api api, int of, int64_t number)
{
    ask(&(struct ranks_call){ .ask = ASK_SYNC, .stream = (uint32_t)stream, .api = api, .peer = of, .offset = number });
}

static void memory(int stream, int64_t bytes)
{
    ask(&(struct ranks_call){ .ask = ASK_MEMORY, .stream = (uint32_t)stream, .api = RANKS_ALLOC, .bytes = bytes });
}

static void finish(void)
{
    ask(&(struct ranks_call){ .ask = ASK_FINISH, .api = RANKS_FINISH });
}

const struct ranks_transport *rank_transport(struct ranks_page *with)
{
    static const struct ranks_transport table = { send, recv, wait, collective, split, compute, idle, now,
                                                  stream_new, give, next, sync_with, memory, finish, survey, fail };
    page = with;
    return &table;
}

void rank_begin(void)
{
    await_turn(0);
}
