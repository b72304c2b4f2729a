/*
 * api_order.c: which ops come before which, in whatever order they are carried out here: those of one stream, by
 * events, by the legacy stream, and by what the host has waited for before it issued more.
 *
 * The host is one, whatever number of threads it has. Where it may know of work by other means than a call, all that
 * was issued is taken as waited for: a flag in memory that both see, a host function, a host that rests until work goes
 * on by itself. A graph is taken to come after everything, and an event that a graph records, too.
 */
#include "api.h"
#include "runner/simt/rt/shadow/host_touch.h"

#include <string.h>

static uint64_t ends[PLACES][PLACES]; /* of each stream's last op, what comes before it */
static uint64_t host[PLACES];         /* what the host has waited for */
static uint64_t used, blocking;       /* bits: streams that there were; that the legacy one waits for */
static int flagged;                   /* atomic */

enum { LEGACY = 0 };

static unsigned place_of(const struct CUstream_st *s)
{
    return s->legacy ? LEGACY : 1 + (unsigned)(s->id % (PLACES - 1));
}

static void join(uint64_t *to, const uint64_t *from)
{
    for (unsigned k = 0; k < PLACES; k++)
        to[k] = to[k] > from[k] ? to[k] : from[k];
}

static void join_all(uint64_t *to, uint64_t which)
{
    for (; which; which &= which - 1)
        join(to, ends[__builtin_ctzll(which)]);
}

void order_waited_all(void)
{
    join_all(host, used);
}

void order_flagged(void)
{
    __atomic_store_n(&flagged, 1, __ATOMIC_RELAXED);
}

void order_waited_stream(const struct CUstream_st *s)
{
    join(host, ends[place_of(s)]);
    if (s->legacy)
        join_all(host, blocking);
}

void order_waited_event(const struct CUevent_st *e)
{
    if (e->place.seq == e->recorded)
        join(host, e->place.before);
    else
        order_waited_all();
}

void order_waited_op(const struct op *op)
{
    join(host, op->place.before);
}

void order_issue(struct op *op)
{
    const struct CUstream_st *s = op->stream;
    unsigned at = place_of(s);
    uint64_t *mine = ends[at];

    if (__atomic_exchange_n(&flagged, 0, __ATOMIC_RELAXED))
        order_waited_all();
    used |= 1ull << at;
    streams_several |= (used & (used - 1)) != 0;
    join(mine, host);
    if (s->legacy)
        join_all(mine, blocking);
    else if (!(s->flags & cudaStreamNonBlocking)) {
        blocking |= 1ull << at;
        join(mine, ends[LEGACY]);
    }
    if (op->kind == OP_GRAPH || (op->kind == OP_WAIT && op->event->place.seq != op->event->recorded))
        join_all(mine, used);
    else if (op->kind == OP_WAIT)
        join(mine, op->event->place.before);
    mine[at] = op->seq;
    op->place.seq = op->seq;
    op->place.stream = at;
    memcpy(op->place.before, mine, sizeof ends[0]);
    if (op->kind == OP_RECORD)
        op->event->place = op->place;
}

void order_forget(void)
{
    memset(ends, 0, sizeof ends);
    memset(host, 0, sizeof host);
    streams_forget();
}
