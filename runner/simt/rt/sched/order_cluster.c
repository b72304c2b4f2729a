/*
 * order_cluster.c: which blocks of a cluster know what the others did, as order.c has it for the warps of one block.
 *
 * There is one clock for the cluster, whose blocks run one at a time. An access has the time at which its warp last
 * released or acquired something; a block has heard of another up to some time. Blocks are told apart, not their
 * warps: more is taken as ordered than is, so a race may be missed but none is made up.
 */
#include <stdlib.h>
#include <string.h>

#include "runner/simt/rt/shadow/shadow.h"
#include "sched.h"

enum { HEARD_OBJECTS = 256 };
struct heard {
    uint64_t tick;
    unsigned met; /* blocks that have waited at the cluster's barrier: a bit each */
    uint64_t of[SIMT_CLUSTER_MOST][SIMT_CLUSTER_MOST]; /* [by][of] */
    unsigned nobjects;
    uint64_t key[HEARD_OBJECTS], object[HEARD_OBJECTS][SIMT_CLUSTER_MOST];
    struct remote_last last[SIMT_CLUSTER_MOST][SIMT_CLUSTER_MOST]; /* [of the memory of][by] */
};

void heard_begin(struct cluster *c)
{
    if (!trace_hooked || !simt_config.trace)
        return;
    if (!c->heard && !(c->heard = malloc(sizeof *c->heard)))
        abort();
    memset(c->heard, 0, sizeof *c->heard);
}

void heard_end(struct cluster *c)
{
    free(c->heard);
    c->heard = NULL;
}

static struct heard *heard_of(const struct worker *w)
{
    return w && w->sched->cluster ? w->sched->cluster->heard : NULL;
}

uint64_t heard_tick(const struct worker *w)
{
    const struct heard *h = heard_of(w);
    return h ? h->tick + 1 : 0;
}

/* The first object is for keys that do not fit. */
static uint64_t *object_of(struct heard *h, uint64_t key, int make)
{
    for (unsigned i = 0; i < h->nobjects; i++)
        if (h->key[i] == key)
            return h->object[i];
    if (!h->nobjects)
        h->key[h->nobjects++] = 0;
    if (h->nobjects == HEARD_OBJECTS)
        return h->object[0];
    if (!make)
        return NULL;
    h->key[h->nobjects] = key;
    return h->object[h->nobjects++];
}

static void join(uint64_t *into, const uint64_t *from)
{
    for (unsigned i = 0; i < SIMT_CLUSTER_MOST; i++)
        into[i] = into[i] > from[i] ? into[i] : from[i];
}

static void release_to(struct worker *w, uint64_t key)
{
    struct heard *h = heard_of(w);
    unsigned me = w->sched->rank;
    if (!h)
        return;
    h->of[me][me] = ++h->tick;
    join(object_of(h, key, 1), h->of[me]);
}

static void acquire_from(struct worker *w, uint64_t key)
{
    struct heard *h = heard_of(w);
    const uint64_t *from = h ? object_of(h, key, 0) : NULL;
    if (from)
        join(h->of[w->sched->rank], from);
}

void heard_sync(struct worker *w, unsigned op, uint64_t key)
{
    if (!heard_of(w))
        return;
    if (op != REC_WRITE && op != REC_RED)
        acquire_from(w, key);
    if (op != REC_READ)
        release_to(w, key);
}

void heard_met(struct worker *w)
{
    if (heard_of(w))
        heard_of(w)->met |= 1u << w->sched->rank;
}

int heard_has_met(const struct worker *w)
{
    return !heard_of(w) || heard_of(w)->met >> w->sched->rank & 1;
}

int heard_before(const struct worker *w, unsigned rank, uint64_t tick)
{
    const struct heard *h = heard_of(w);
    return !h || rank == w->sched->rank || h->of[w->sched->rank][rank] >= tick;
}

int heard_from_block(const struct worker *w, uint64_t block, uint64_t tick)
{
    uint64_t n = simt_current.cluster;
    if (n < 2 || block / n != w->block / n)
        return 0;
    unsigned nth = (unsigned)(block % n);
    return heard_before(w, simt_config.descending ? (unsigned)n - 1 - nth : nth, tick);
}

struct remote_last *remote_last(const struct worker *owner, unsigned by)
{
    struct heard *h = heard_of(owner);
    return h ? &h->last[owner->sched->rank][by] : NULL;
}
