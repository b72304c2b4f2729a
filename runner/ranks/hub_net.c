/* hub_net.c: the network: which send meets which receive, when their message starts, what it holds and for how long. */
#include "hub_internal.h"

#include <math.h>

enum { HOPS = COMM_MAX_RANKS };

/* What a message from one rank to another goes through. */
struct path {
    int port[HOPS], ports;
    double alpha_ns, beta_Bps;
};

uint64_t hub_mix(uint64_t a, uint64_t b, uint64_t c)
{
    uint64_t z = a * 0x9e3779b97f4a7c15u + b * 0xbf58476d1ce4e5b9u + c * 0x94d049bb133111ebu + 0x2545f4914f6cdd1du;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* A port out and one in for each rank; one for each link of a ring and direction; out and in for each node or rail. */
int net_ports(const struct hub *h)
{
    return 4 * h->s.ranks;
}

static void ring_path(const struct hub *h, int from, int to, struct path *p)
{
    int n = h->s.ranks, right = (to - from + n) % n, up = right <= n - right;
    int hops = up ? right : n - right;
    for (int k = 0, at = from; k < hops; k++, at = (at + (up ? 1 : n - 1)) % n)
        p->port[p->ports++] = up ? at : n + at;
    p->alpha_ns *= hops;
}

static struct path path_of(const struct hub *h, int from, int to)
{
    struct path p = { .alpha_ns = h->s.alpha_ns, .beta_Bps = h->s.beta_Bps };
    int n = h->s.ranks, node = h->s.node;
    if (from == to) {
        p.alpha_ns = 0;
        p.beta_Bps = INFINITY;
    } else if (h->s.net == HUB_RING) {
        ring_path(h, from, to, &p);
    } else if (h->s.net >= HUB_NODES && from / node != to / node) {
        int shared = h->s.net == HUB_NODES ? node : 1;
        p.port[p.ports++] = 2 * n + from / shared;
        p.port[p.ports++] = 3 * n + to / shared;
        p.alpha_ns = h->s.alpha2_ns;
        p.beta_Bps = h->s.beta2_Bps;
    } else {
        p.port[p.ports++] = from;
        p.port[p.ports++] = n + to;
    }
    if (from == h->s.slow_from && to == h->s.slow_to)
        p.beta_Bps /= h->s.slow_link;
    return p;
}

/* Under a seed a message is held back by up to four times alpha: enough to change who comes first. */
int64_t net_delay(struct hub *h, int from, int to, int64_t nth)
{
    if (!h->s.seed)
        return 0;
    double u = (double)(hub_mix(h->s.seed, (uint64_t)from << 32 | (uint32_t)to, (uint64_t)nth) >> 11) * 0x1p-53;
    double most = 4 * (h->s.alpha_ns > 0 ? h->s.alpha_ns : 1000);
    return llround(u * most * 1e3);
}

static int64_t start_of(const struct hub *h, const struct req *send, const struct req *recv)
{
    struct path p = path_of(h, send->rank, recv->rank);
    int64_t at = later(send->posted_ps + send->delay_ps, recv->posted_ps);
    for (int k = 0; k < p.ports; k++)
        at = later(at, h->free_ps[p.port[k]]);
    return at;
}

/* Does the receive take the send? A tag of Ridge's own, which no caller can write, meets no caller's. */
static int fits(const struct req *send, const struct req *recv)
{
    return send->comm == recv->comm && (recv->peer == COMM_ANY || recv->peer == send->rank) &&
           (recv->tag == send->tag || (recv->tag == COMM_ANY && send->tag >= 0));
}

/* From each rank the first message that fits, and of several ranks' the one that could start first. */
static struct req *choose(const struct hub *h, const struct req *recv)
{
    struct req *best = NULL;
    char seen[COMM_MAX_RANKS] = { 0 };
    int64_t best_at = NEVER;
    for (struct req *s = h->first[1]; s; s = s->next) {
        if (s->taken == h->round || s->peer != recv->rank || !fits(s, recv) || seen[s->rank])
            continue;
        seen[s->rank] = 1;
        int64_t at = start_of(h, s, recv);
        int sooner = at < best_at || (at == best_at && h->s.seed &&
                                      hub_mix(h->s.seed, s->seq, recv->seq) < hub_mix(h->s.seed, best->seq, recv->seq));
        if (!best || sooner) {
            best = s;
            best_at = at;
        }
        if (recv->peer != COMM_ANY)
            break;
    }
    return best;
}

static int sizes_agree(struct hub *h, const struct req *send, const struct req *recv)
{
    if (send->bytes == recv->bytes)
        return 1;
    hub_judge(h, SAID_FAIL, "The sizes of a message differ: rank %d sends %lld B to rank %d in %s, which receives "
                            "%lld B in %s (tag %d)",
              send->rank, (long long)send->bytes, recv->rank, ranks_api_text(send->api), (long long)recv->bytes,
              ranks_api_text(recv->api), send->tag);
    return 0;
}

int net_first(struct hub *h, struct meet *ret)
{
    int any = 0;
    ret->at_ps = NEVER;
    h->round++;
    for (struct req *r = h->first[0]; r; r = r->next) {
        struct req *s = choose(h, r);
        if (!s)
            continue;
        if (!sizes_agree(h, s, r))
            return -1;
        int64_t at = start_of(h, s, r);
        if (fail_is_late(h, s->comm, at))
            continue;
        s->taken = h->round;
        if (at < ret->at_ps)
            *ret = (struct meet){ s, r, at };
        any = 1;
    }
    return any;
}

void net_start(struct hub *h, const struct meet *m)
{
    struct req *s = m->send, *r = m->recv;
    struct path p = path_of(h, s->rank, r->rank);
    int64_t wire = llround((double)s->bytes / p.beta_Bps * 1e12), end = m->at_ps + llround(p.alpha_ns * 1e3) + wire;
    for (int k = 0; k < p.ports; k++)
        h->free_ps[p.port[k]] = m->at_ps + wire;
    hub_unpost(h, s);
    hub_unpost(h, r);
    s->state = r->state = REQ_MOVING;
    s->end_ps = r->end_ps = end;
    r->from = s->rank;
    r->envelope = s->tag;
    r->data = s->data;
    s->data = NULL;
    struct tally *from = &h->rank[s->rank].t, *to = &h->rank[r->rank].t;
    if (s->rank != r->rank) {
        from->sent_B += s->bytes;
        to->recv_B += s->bytes;
        from->msgs++;
    }
    if (h->s.net >= HUB_NODES && s->rank / h->s.node != r->rank / h->s.node)
        from->node_B += s->bytes;
    say_row(h, s->rank, s->stream, ROW_SEND, m->at_ps, end, s->bytes, r->rank, ranks_api_text(s->api));
}
