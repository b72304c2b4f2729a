/* hub_state.c: the hub's verdict, its requests and its communicators, which all of its files look up. */
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdio.h>

#include "hub_internal.h"

void hub_judge(struct hub *h, enum proto_said v, const char *fmt, ...)
{
    va_list ap;
    if (h->result.said)
        return;
    h->result.said = v;
    va_start(ap, fmt);
    vsnprintf(h->result.message, sizeof h->result.message, fmt, ap);
    va_end(ap);
}

int hub_member(const struct comm_of *c, int world)
{
    for (int k = 0; k < c->size; k++)
        if (c->rank[k] == world)
            return k;
    return -1;
}

struct req *hub_req(struct hub *h, int rank, int64_t id)
{
    struct req *q = id > 0 ? &h->rank[rank].req[id % COMM_MAX_REQUESTS] : NULL;
    return q && q->state != REQ_FREE && q->id == id ? q : NULL;
}

void hub_unpost(struct hub *h, struct req *q)
{
    *(q->last ? &q->last->next : &h->first[q->is_send]) = q->next;
    *(q->next ? &q->next->last : &h->last[q->is_send]) = q->last;
    q->next = q->last = NULL;
}
