/* wall.c: ranks.h on the wall clock: streams as threads of which one runs at a time. */
#define _GNU_SOURCE
#include "wall.h"
#include "wire.h"
#include "runner/base/clock.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { SPINS = 2000, NAP_US = 50, SPIN_LAST_US = 100 };

static const struct wall_carrier *carrier;
static struct wall_board *board;
static struct wall_page *page;
static double start, slow_by;
static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;

static struct {
    int used, done, is_send;
    int64_t bytes, got;
    uint32_t round; /* how often the slot was used: a request of an earlier round is no request */
    comm_status status;
} slots[COMM_MAX_REQUESTS];

static struct {
    int64_t given, done;
    int begun;
} streams[WALL_STREAMS];
static int nstreams = 1, ncomms = 1, splitting;

static char sentence[WALL_WHY];

int wall_fails(const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(sentence, sizeof sentence, fmt, ap);
    va_end(ap);
    return -1;
}

const char *wall_why(void)
{
    return sentence;
}

double wall_clock(void)
{
    return clock_seconds(CLOCK_MONOTONIC);
}

/* ---- the turn -------------------------------------------------------------------------------------------- */

static void nap(int us)
{
    struct timespec t = { 0, us * 1000L };
    clock_nanosleep(CLOCK_MONOTONIC, 0, &t, NULL);
}

static void pass_turn(int stream, int spins)
{
    page->polls[stream]++;
    pthread_mutex_unlock(&turn);
    if (spins < SPINS)
        sched_yield();
    else
        nap(NAP_US);
    pthread_mutex_lock(&turn);
}

static void rests(void)
{
    __atomic_sub_fetch(&page->running, 1, __ATOMIC_ACQ_REL);
}

static void goes_on(void)
{
    __atomic_add_fetch(&page->running, 1, __ATOMIC_ACQ_REL);
    __atomic_add_fetch(&page->progress, 1, __ATOMIC_ACQ_REL);
}

__attribute__((format(printf, 2, 3))) static void says(int stream, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(page->said[stream], WALL_SAID, fmt, ap);
    va_end(ap);
    __atomic_add_fetch(&page->progress, 1, __ATOMIC_ACQ_REL);
}

static _Noreturn void fail(int stream, const char *message)
{
    snprintf(page->why, sizeof page->why, "%s%s%s", message, page->said[stream][0] ? "; its last call: " : "",
             page->said[stream]);
    page->state = WALL_FAILED;
    _exit(1);
}

/* ---- messages -------------------------------------------------------------------------------------------- */

static int free_slot(int stream)
{
    for (int k = 0; k < COMM_MAX_REQUESTS; k++)
        if (!slots[k].used)
            return k;
    fail(stream, "More than 4,096 requests are under way.");
}

static int peer_said(char ret[32], int peer)
{
    return peer < 0 ? snprintf(ret, 32, "any rank") : snprintf(ret, 32, "rank %d", peer);
}

static comm_req post(int stream, enum ranks_api api, const struct wall_message *m, int is_send)
{
    int k = free_slot(stream);
    char peer[32];
    peer_said(peer, m->peer);
    if (m->collective)
        says(stream, "%s (%lld B %s %s)", ranks_api_text(api), (long long)m->bytes, is_send ? "to" : "from", peer);
    else
        says(stream, "%s(%lld B %s %s, tag %d)", ranks_api_text(api), (long long)m->bytes, is_send ? "to" : "from",
             peer, m->tag);
    slots[k].used = 1;
    slots[k].done = 0;
    slots[k].round++;
    slots[k].is_send = is_send;
    slots[k].bytes = m->bytes;
    if ((is_send ? carrier->send : carrier->recv)(k, m))
        fail(stream, wall_why());
    return (comm_req)slots[k].round * COMM_MAX_REQUESTS + k + 1;
}

static comm_req send(int stream, enum ranks_api api, int comm, const void *buf, int64_t bytes, int to, int tag)
{
    struct wall_message m = { comm, (void *)buf, bytes, to, tag, tag < COMM_ANY };
    return post(stream, api, &m, 1);
}

static comm_req recv(int stream, enum ranks_api api, int comm, void *buf, int64_t bytes, int from, int tag)
{
    struct wall_message m = { comm, buf, bytes, from, tag, tag < COMM_ANY };
    return post(stream, api, &m, 0);
}

static void settle(int stream, int k)
{
    if (slots[k].is_send) {
        page->sent_B += slots[k].bytes;
        page->msgs++;
        slots[k].status = (comm_status){ -1, -1, slots[k].bytes };
    } else if (slots[k].got != slots[k].bytes) {
        char text[128];
        snprintf(text, sizeof text, "The sizes differ: a message of %lld B met a receive of %lld B.",
                 (long long)slots[k].got, (long long)slots[k].bytes);
        fail(stream, text);
    } else {
        page->recv_B += slots[k].bytes;
    }
    slots[k].done = 1;
    __atomic_add_fetch(&page->progress, 1, __ATOMIC_ACQ_REL);
}

static int slot_of(int stream, comm_req r)
{
    int k = r > 0 ? (int)((r - 1) % COMM_MAX_REQUESTS) : -1;
    if (k < 0 || !slots[k].used || slots[k].round != (uint32_t)((r - 1) / COMM_MAX_REQUESTS))
        fail(stream, "The rank waited for something that is no request, or that was waited for already.");
    return k;
}

static int is_done(int stream, comm_req r)
{
    int k = slot_of(stream, r);
    if (slots[k].done)
        return 1;
    int got = carrier->test(k, &slots[k].status, &slots[k].got);
    if (got < 0)
        fail(stream, wall_why());
    if (got)
        settle(stream, k);
    return got;
}

static void use_up(int stream, comm_req r, comm_status *ret)
{
    int k = slot_of(stream, r);
    if (ret)
        *ret = slots[k].status;
    slots[k].used = 0;
}

/* How many of the n requests are done; with `any` the index of the first that is, -1 for none. */
static int look(int stream, int n, const comm_req *r, int any)
{
    int done = 0;
    for (int k = 0; k < n; k++)
        if (is_done(stream, r[k])) {
            if (any)
                return k;
            done++;
        }
    return any ? -1 : done;
}

static int wait(int stream, enum ranks_api api, int n, const comm_req *r, int any, comm_status *ret)
{
    if (api == RANKS_WAIT || api == RANKS_WAITALL || api == RANKS_WAITANY)
        says(stream, "%s, after %.100s", ranks_api_text(api),
             strncmp(page->said[stream], "comm_wait", 9) ? page->said[stream] : "another");
    int at = look(stream, n, r, any);
    rests();
    for (int spins = 0; any ? at < 0 : at < n; spins++) {
        pass_turn(stream, spins);
        at = look(stream, n, r, any);
    }
    goes_on();
    if (any)
        use_up(stream, r[at], ret);
    for (int k = 0; !any && k < n; k++)
        use_up(stream, r[k], ret ? &ret[k] : NULL);
    return any ? at : 0;
}

static void collective(int stream, int comm, const struct ranks_collective *k)
{
    (void)comm;
    if (!k)
        return;
    page->collectives[k->kind]++;
    says(stream, "%s(n=%lld)", ranks_api_text(k->kind), (long long)k->n);
}

static int split(int stream, int comm, int colour, int key, int *rank, int *size)
{
    says(stream, "comm_split(colour %d, key %d)", colour, key);
    if (splitting || ncomms == COMM_MAX_COMMS)
        fail(stream, splitting ? "Two streams call comm_split at once." : "There are more than 64 communicators.");
    splitting = 1;
    page->inside = 1;
    rests();
    pthread_mutex_unlock(&turn);
    int got = carrier->split(comm, ncomms, colour, key, rank, size);
    pthread_mutex_lock(&turn);
    goes_on();
    page->inside = 0;
    splitting = 0;
    if (got < 0)
        fail(stream, wall_why());
    return got ? ncomms++ : -1;
}

/* ---- time, streams --------------------------------------------------------------------------------------- */

static double now(int stream)
{
    (void)stream;
    return wall_clock() - start;
}

/* The stream sleeps, and is awake for the last moments. */
static void last(double seconds)
{
    double until = wall_clock() + seconds, left;
    pthread_mutex_unlock(&turn);
    while ((left = until - wall_clock()) > 0)
        if (left > 2e-6 * SPIN_LAST_US)
            nap(left > .01 ? 10000 : (int)(left * 1e6) - SPIN_LAST_US);
    pthread_mutex_lock(&turn);
    __atomic_add_fetch(&page->progress, 1, __ATOMIC_ACQ_REL);
}

/* A modelled kernel lasts `seconds` here. */
static void compute(int stream, double seconds, const char *what)
{
    says(stream, "comm_compute(%g s, \"%.31s\")", seconds, what);
    last(seconds * slow_by);
    if (!stream)
        page->compute_s += seconds * slow_by;
}

static void idle(int stream, double seconds, const char *what)
{
    says(stream, "comm_idle(%g s, \"%.31s\")", seconds, what);
    last(seconds);
}

static int stream_new(int stream)
{
    if (nstreams == WALL_STREAMS)
        fail(stream, "comm_stream: more than 7 streams");
    page->streams = nstreams + 1;
    return nstreams++;
}

static int64_t give(int stream, int to)
{
    says(stream, "stream_run");
    return ++streams[to].given;
}

static void next(int stream)
{
    if (streams[stream].begun) {
        streams[stream].done++;
        rests();
    } else {
        pthread_mutex_lock(&turn);
    }
    streams[stream].begun = 1;
    page->said[stream][0] = 0;
    for (int spins = 0; streams[stream].given == streams[stream].done; spins++)
        pass_turn(stream, spins);
    goes_on();
}

static void sync_with(int stream, enum ranks_api api, int of, int64_t number)
{
    says(stream, "%s(stream %d)", ranks_api_text(api), of);
    rests();
    for (int spins = 0; streams[of].done < number; spins++)
        pass_turn(stream, spins);
    goes_on();
}

static void memory(int stream, int64_t bytes)
{
    (void)stream;
    page->alive_B += bytes;
    if (page->alive_B > page->peak_B)
        page->peak_B = page->alive_B;
}

/* ---- begin, end ------------------------------------------------------------------------------------------ */

static void no_request_left(void)
{
    for (int k = 0; k < COMM_MAX_REQUESTS; k++)
        if (slots[k].used && !slots[k].done)
            fail(0, slots[k].is_send ? "The rank returned with a send that nobody has waited for."
                                     : "The rank returned with a receive that nobody has waited for.");
}

static void no_stream_busy(void)
{
    char text[128];
    for (int s = 1; s < nstreams; s++) {
        if (streams[s].done == streams[s].given)
            continue;
        snprintf(text, sizeof text, RANKS_BUSY, s, (long long)(streams[s].given - streams[s].done));
        fail(0, text);
    }
}

static void finish(void)
{
    says(0, "its return");
    no_stream_busy();
    page->end_s = wall_clock() - start;
    no_request_left();
}

static void give_up(int stream, const char *message)
{
    fail(stream, message);
}

const struct ranks_transport *wall_transport(const struct wall_carrier *c, struct wall_board *b, int rank, double slow)
{
    static const struct ranks_transport table = { send, recv, wait, collective, split, compute, idle, now,
                                                  stream_new, give, next, sync_with, memory, finish, NULL,
                                                  give_up };
    carrier = c;
    board = b;
    page = &b->page[rank];
    slow_by = slow;
    return &table;
}

void wall_begin(void)
{
    page->state = WALL_READY;
    while (!__atomic_load_n(&board->go, __ATOMIC_ACQUIRE))
        nap(NAP_US);
    page->streams = nstreams;
    page->state = WALL_RUNS;
    goes_on();
    pthread_mutex_lock(&turn);
    start = wall_clock();
}
