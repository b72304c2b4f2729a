/*
 * comm.c: ranks.h on a transport; linked into the submission's shared object. Its streams are threads, of which
 * the transport lets one run at a time.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ridge/ranks_transport.h>

struct comm {
    int id, rank, size;
};

enum { TASKS = 4096 }; /* functions that a stream was given and has not begun */

struct task {
    void (*fn)(void *);
    void *arg;
    comm_event event; /* without fn: wait for this */
};

struct comm_stream {
    int id;
    pthread_t thread;
    int64_t given, begun;
    struct task task[TASKS];
};

struct block { /* before each comm_alloc() */
    _Alignas(max_align_t) struct block *next;
    int64_t bytes;
};

static const struct ranks_transport *t;
static comm_t comms[COMM_MAX_COMMS];
static stream_t *streams[COMM_MAX_STREAMS + 1];
static struct block *blocks;
/* The stream that this thread is. In the static block: LeakSanitizer stumbles over another in a dlopen()ed object. */
static __thread int me __attribute__((tls_model("initial-exec"))) = -1;

void comm_fail(const char *fmt, ...)
{
    char text[256];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    if (!t) {
        fprintf(stderr, "%s\n", text);
        _Exit(1);
    }
    t->fail(me < 0 ? 0 : me, text);
    abort(); /* fail() does not return */
}

static int caller(const char *what)
{
    if (!t)
        comm_fail("%s was called before the ranks had started (from a constructor?).", what);
    if (me < 0)
        comm_fail("%s was called from a thread that is no stream: stream_run() runs functions beside the "
                  "rank.", what);
    return me;
}

void ridge_ranks_attach(const struct ranks_transport *with, int rank, int size)
{
    t = with;
    me = 0;
    comms[0] = (comm_t){ 0, rank, size };
}

void ridge_ranks_detach(void)
{
    t->finish();
    for (struct block *b; (b = blocks);) {
        blocks = b->next;
        free(b);
    }
}

comm_t *comm_world(void)
{
    return comms;
}

int comm_rank(const comm_t *c)
{
    return c->rank;
}

int comm_size(const comm_t *c)
{
    return c->size;
}

comm_t *comm_split(comm_t *c, int colour, int key)
{
    int rank, size, id = t->split(caller("comm_split"), c->id, colour, key, &rank, &size);
    if (id < 0)
        return NULL;
    comms[id] = (comm_t){ id, rank, size };
    return &comms[id];
}

/* Over MPI or NCCL no rank dies: t->survey is NULL. */
static int survey(const comm_t *c, enum ranks_api what, const char *name, int ok, int *rank, int *size)
{
    int stream = caller(name);
    if (!c)
        comm_fail("%s: the communicator is NULL.", name);
    return t->survey ? t->survey(stream, c->id, what, ok, rank, size) : 0;
}

int comm_broken(const comm_t *c)
{
    int rank, size;
    return survey(c, RANKS_BROKEN, "comm_broken", 0, &rank, &size);
}

int comm_agree(comm_t *c, int ok)
{
    int32_t all = ok;
    int rank, size, said = survey(c, RANKS_AGREE, "comm_agree", ok, &rank, &size);
    if (t->survey)
        return said;
    comm_all_reduce(c, &all, &all, 1, COMM_I32, COMM_MIN);
    return all;
}

comm_t *comm_shrink(comm_t *c)
{
    int rank, size, id = survey(c, RANKS_SHRINK, "comm_shrink", 0, &rank, &size);
    if (!t->survey)
        return comm_split(c, 0, c->rank);
    comms[id] = (comm_t){ id, rank, size };
    return &comms[id];
}

/* -------------------------------------------------------------------------------------- messages */

static int known(const comm_t *c, const char *what, int64_t bytes, int peer, int tag, int any)
{
    int stream = caller(what);
    if (!c)
        comm_fail("%s: the communicator is NULL.", what);
    if (bytes < 0)
        comm_fail("%s: %lld bytes", what, (long long)bytes);
    if ((peer < 0 || peer >= c->size) && !(any && peer == COMM_ANY))
        comm_fail("%s was called with rank %d, and there are %d ranks.", what, peer, c->size);
    if (tag < 0 && !(any && tag == COMM_ANY))
        comm_fail("%s: tag %d is negative", what, tag);
    return stream;
}

static comm_req isend(comm_t *c, const void *buf, int64_t bytes, int to, int tag, enum ranks_api api, const char *what)
{
    int stream = known(c, what, bytes, to, tag, 0);
    return t->send(stream, api, c->id, buf, bytes, to, tag);
}

static comm_req irecv(comm_t *c, void *buf, int64_t bytes, int from, int tag, enum ranks_api api, const char *what)
{
    int stream = known(c, what, bytes, from, tag, 1);
    return t->recv(stream, api, c->id, buf, bytes, from, tag);
}

comm_req comm_isend(comm_t *c, const void *buf, int64_t bytes, int to, int tag)
{
    return isend(c, buf, bytes, to, tag, RANKS_ISEND, "comm_isend");
}

comm_req comm_irecv(comm_t *c, void *buf, int64_t bytes, int from, int tag)
{
    return irecv(c, buf, bytes, from, tag, RANKS_IRECV, "comm_irecv");
}

void comm_send(comm_t *c, const void *buf, int64_t bytes, int to, int tag)
{
    comm_req r = isend(c, buf, bytes, to, tag, RANKS_SEND, "comm_send");
    t->wait(me, RANKS_SEND, 1, &r, 0, NULL);
}

void comm_recv(comm_t *c, void *buf, int64_t bytes, int from, int tag, comm_status *ret)
{
    comm_req r = irecv(c, buf, bytes, from, tag, RANKS_RECV, "comm_recv");
    t->wait(me, RANKS_RECV, 1, &r, 0, ret);
}

void comm_sendrecv(comm_t *c, const void *out, int64_t out_bytes, int to, void *in, int64_t in_bytes, int from, int tag)
{
    comm_req r[2];
    r[0] = isend(c, out, out_bytes, to, tag, RANKS_SENDRECV, "comm_sendrecv");
    r[1] = irecv(c, in, in_bytes, from, tag, RANKS_SENDRECV, "comm_sendrecv");
    t->wait(me, RANKS_SENDRECV, 2, r, 0, NULL);
}

void comm_wait(comm_req r, comm_status *ret)
{
    t->wait(caller("comm_wait"), RANKS_WAIT, 1, &r, 0, ret);
}

static void counted(const char *what, int n, int least)
{
    if (n < least || n > COMM_MAX_REQUESTS)
        comm_fail("%s: %d requests", what, n);
}

void comm_waitall(int n, const comm_req *r)
{
    int stream = caller("comm_waitall");
    counted("comm_waitall", n, 0);
    if (n)
        t->wait(stream, RANKS_WAITALL, n, r, 0, NULL);
}

int comm_waitany(int n, const comm_req *r, comm_status *ret)
{
    int stream = caller("comm_waitany");
    counted("comm_waitany", n, 1);
    return t->wait(stream, RANKS_WAITANY, n, r, 1, ret);
}

/* --------------------------------------------------------------------------------- time, streams */

void comm_compute(double seconds, const char *what)
{
    int stream = caller("comm_compute");
    if (!(seconds >= 0 && seconds < 1e6))
        comm_fail("comm_compute: %g seconds", seconds);
    t->compute(stream, seconds, what ? what : "");
}

void comm_idle(double seconds, const char *what)
{
    int stream = caller("comm_idle");
    if (!(seconds >= 0 && seconds < 1e6))
        comm_fail("comm_idle: %g seconds", seconds);
    t->idle(stream, seconds, what ? what : "");
}

double comm_time(void)
{
    return t->now(caller("comm_time"));
}

static void *work(void *arg)
{
    stream_t *s = arg;
    me = s->id;
    for (;;) {
        t->next(me);
        struct task k = s->task[s->begun++ % TASKS];
        if (k.fn)
            k.fn(k.arg);
        else
            event_sync(k.event);
    }
    return NULL;
}

stream_t *comm_stream(void)
{
    int id = t->stream_new(caller("comm_stream"));
    stream_t *s = calloc(1, sizeof *s);
    if (!s)
        comm_fail("comm_stream: no memory");
    s->id = id;
    streams[id] = s;
    if (pthread_create(&s->thread, NULL, work, s))
        comm_fail("comm_stream: the system gives no thread for the stream.");
    return s;
}

static void give(stream_t *s, struct task k)
{
    if (s->given - s->begun == TASKS)
        comm_fail("stream_run: the stream has %d functions to run already.", TASKS);
    s->task[s->given++ % TASKS] = k;
    t->give(me, s->id);
}

void stream_run(stream_t *s, void (*fn)(void *), void *arg)
{
    caller("stream_run");
    if (!s || !fn)
        comm_fail("stream_run: the %s is NULL", s ? "function" : "stream");
    give(s, (struct task){ .fn = fn, .arg = arg });
}

/* An event is a stream and how many functions it has to have done. */
enum { STREAM_BITS = 8 };

comm_event stream_record(stream_t *s)
{
    caller("stream_record");
    return s->given << STREAM_BITS | s->id;
}

static void sync(comm_event e, enum ranks_api api)
{
    int of = (int)(e & ((1 << STREAM_BITS) - 1));
    int64_t number = e >> STREAM_BITS;
    caller("event_sync");
    if (of < 1 || of > COMM_MAX_STREAMS || !streams[of] || number < 0 || number > streams[of]->given)
        comm_fail("event_sync: %lld is no event.", (long long)e);
    t->sync(me, api, of, number);
}

void event_sync(comm_event e)
{
    sync(e, RANKS_EVENT);
}

void stream_wait(stream_t *s, comm_event e)
{
    caller("stream_wait");
    give(s, (struct task){ .event = e });
}

void stream_sync(stream_t *s)
{
    sync(stream_record(s), RANKS_SYNC);
}

/* ---------------------------------------------------------------------------------------- memory */

void *comm_alloc(int64_t bytes)
{
    int stream = caller("comm_alloc");
    if (bytes < 0 || bytes > (int64_t)1 << 40)
        comm_fail("comm_alloc: %lld bytes", (long long)bytes);
    struct block *b = calloc(1, sizeof *b + (size_t)bytes);
    if (!b)
        comm_fail("comm_alloc: there is no memory for %lld bytes.", (long long)bytes);
    b->bytes = bytes;
    b->next = blocks;
    blocks = b;
    t->memory(stream, bytes);
    return b + 1;
}

void comm_free(void *p)
{
    int stream = caller("comm_free");
    struct block **at = &blocks, *b;
    if (!p)
        return;
    while ((b = *at) && (void *)(b + 1) != p)
        at = &b->next;
    if (!b)
        comm_fail("comm_free: %p is not from comm_alloc(), or was freed already.", p);
    *at = b->next;
    t->memory(stream, -b->bytes);
    free(b);
}

/* ----------------------------------------------------------------- for collectives.c, which is beside it */

const struct ranks_transport *ridge_ranks_begin(comm_t *c, const struct ranks_collective *k, int *stream, int *id)
{
    *stream = caller("a collective");
    if (!c)
        comm_fail("A collective was called with a communicator that is NULL.");
    if (k->n < 0)
        comm_fail("A collective was called with %lld elements.", (long long)k->n);
    *id = c->id;
    t->collective(me, c->id, k);
    return t;
}
