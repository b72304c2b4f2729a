/* hub_fail.c: a rank dies, its communicators break when the others hear of it, and those go on without it. */
#define _GNU_SOURCE
#include <math.h>

#include "hub_internal.h"

void fail_death(struct hub *h, int rank)
{
    int64_t at_ps = 0;
    for (int s = 0; s < h->rank[rank].streams; s++) /* the stream whose call it died in */
        if (h->rank[rank].stream[s].state == ACTOR_RUNS)
            at_ps = h->rank[rank].stream[s].now_ps;
    for (int k = 0; h->s.detect_ns > 0 && k < h->comms; k++) {
        struct comm_of *c = &h->comm[k];
        if (hub_member(c, rank) < 0)
            continue;
        c->dead++;
        c->breaks_ps = at_ps + h->s.detect_ns * 1000;
    }
}

int fail_next(const struct hub *h, int64_t *at_ps)
{
    int next = -1;
    for (int k = 0; k < h->comms; k++) {
        const struct comm_of *c = &h->comm[k];
        if (c->dead && !c->broken && (next < 0 || c->breaks_ps < *at_ps)) {
            next = k;
            *at_ps = c->breaks_ps;
        }
    }
    return next;
}

void fail_req(struct req *q, int64_t at_ps)
{
    q->state = REQ_MOVING;
    q->failed = 1;
    q->end_ps = at_ps;
}

void fail_break(struct hub *h, int comm)
{
    struct comm_of *c = &h->comm[comm];
    c->broken = 1;
    for (int k = 0; k < 2; k++)
        for (struct req *q = h->first[k], *next; q; q = next) {
            next = q->next;
            if (q->comm != comm)
                continue;
            hub_unpost(h, q);
            fail_req(q, later(q->posted_ps, c->breaks_ps));
        }
}

int fail_is_late(const struct hub *h, int comm, int64_t at_ps)
{
    return h->comm[comm].dead && at_ps >= h->comm[comm].breaks_ps;
}

static int alive(const struct hub *h, const struct comm_of *c)
{
    int n = 0;
    for (int k = 0; k < c->size; k++)
        n += !h->rank[c->rank[k]].killed;
    return n;
}

/* How many members live of which this set has no bit. */
static int missing(const struct hub *h, const struct comm_of *c, uint64_t set)
{
    int n = 0;
    for (int k = 0; k < c->size; k++)
        n += !h->rank[c->rank[k]].killed && !(set >> k & 1);
    return n;
}

enum hub_answer fail_survey(struct hub *h, int rank, struct actor *a, const struct ranks_call *c,
                            struct ranks_reply *ret)
{
    struct comm_of *comm = &h->comm[c->comm];
    struct ranks_collective k = { .kind = (enum ranks_api)c->api };
    if (c->api == RANKS_BROKEN) {
        ret->id = comm->broken ? comm->dead : 0;
        return HUB_ANSWERED;
    }
    int at = hub_member(comm, rank);
    struct hub_meeting *m = hub_meeting_at(h, &comm->survey, ++comm->surveys[at], &k, rank);
    if (!m)
        return HUB_OVER;
    m->asked |= (uint64_t)1 << at;
    m->ok = c->tag < m->ok ? c->tag : m->ok;
    m->at_ps = later(m->at_ps, a->now_ps);
    a->split = m;
    return HUB_BLOCKED;
}

/* Up a tree and down again; nobody is counted out before the others can have heard of it. What one member was told
 * stands, also when that member dies before the next one is told. */
int64_t fail_ready(const struct hub *h, const struct actor *a)
{
    const struct comm_of *c = &h->comm[a->call.comm];
    int n = alive(h, c), rounds = 0;
    if (a->split->told)
        return a->split->at_ps;
    if (missing(h, c, a->split->asked) || (c->dead && !c->broken))
        return NEVER;
    while (1 << rounds < n)
        rounds++;
    return later(a->split->at_ps, c->dead ? c->breaks_ps : 0) + 2 * rounds * llround(h->s.alpha_ns * 1e3);
}

static int shrink(struct hub *h, const struct comm_of *from)
{
    if (h->comms == COMM_MAX_COMMS) {
        hub_judge(h, SAID_FAIL, "comm_shrink: there are more than %d communicators.", COMM_MAX_COMMS);
        return -1;
    }
    struct comm_of *c = &h->comm[h->comms];
    for (int k = 0; k < from->size; k++)
        if (!h->rank[from->rank[k]].killed)
            c->rank[c->size++] = from->rank[k];
    return h->comms++;
}

static void decide(struct hub *h, const struct comm_of *c, const struct actor *a, struct hub_meeting *m)
{
    m->at_ps = a->now_ps;
    m->ok = c->dead ? 0 : m->ok;
    if (a->call.api == RANKS_SHRINK)
        m->shrunk = shrink(h, c);
}

void fail_answer(struct hub *h, int rank, struct actor *a, struct ranks_reply *ret)
{
    struct comm_of *c = &h->comm[a->call.comm];
    struct hub_meeting *m = a->split;
    a->split = NULL;
    if (!m->told)
        decide(h, c, a, m);
    m->told |= (uint64_t)1 << hub_member(c, rank);
    ret->id = a->call.api == RANKS_SHRINK ? m->shrunk : m->ok;
    if (a->call.api == RANKS_SHRINK && ret->id > 0) {
        ret->a = hub_member(&h->comm[ret->id], rank);
        ret->b = h->comm[ret->id].size;
    }
    if (!missing(h, c, m->told))
        hub_forget(&c->survey, m);
}
