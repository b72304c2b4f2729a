/*
 * model.h: a queue pair as h02-rdma-verbs defines it, for oracle.c. It keeps all packets of all requests in one list,
 * by numbers that never go round, and works on offsets of a memory in place of addresses.
 */
#ifndef H02_MODEL_H
#define H02_MODEL_H

#include "lab.h"

#include <string.h>

enum { MEMORY = 4096, REGIONS = 6, ATTR = 13, STEP = 16, LOG = 14, PSN = 1 << 24, LIST = 4096 };
enum { DO_NOTHING, DO_TAKE, DO_RECV, DO_SEND, DO_NEXT, DO_POLL_SENT, DO_POLL_RECEIVED, DO_DEREGISTER };

/* -------------------------------------------------------------------------------------------------------- regions */

struct region {
    uint64_t from, bytes;
    int64_t key; /* -1: none */
    int access, pd, uses;
};

struct regions {
    struct region r[MR_SLOTS];
};

static void regions_clear(struct regions *g)
{
    memset(g, 0, sizeof *g);
    for (int k = 0; k < MR_SLOTS; k++)
        g->r[k].key = -1;
}

static int64_t add_region(struct regions *g, int pd, uint64_t from, uint64_t bytes, int access)
{
    if (!bytes || from + bytes < from || (access & 3) == MR_REMOTE_WRITE)
        return 0;
    for (int k = 0; k < MR_SLOTS; k++)
        if (g->r[k].key < 0) {
            int uses = g->r[k].uses++;
            g->r[k].from = from, g->r[k].bytes = bytes, g->r[k].access = access, g->r[k].pd = pd;
            return g->r[k].key = k * 256 + 1 + uses % 255;
        }
    return 0;
}

static struct region *region_of(struct regions *g, uint32_t key)
{
    for (int k = 0; k < MR_SLOTS; k++)
        if (g->r[k].key == (int64_t)key)
            return &g->r[k];
    return NULL;
}

static int drop_region(struct regions *g, uint32_t key)
{
    struct region *r = region_of(g, key);
    if (r)
        r->key = -1;
    return r ? 0 : -1;
}

static int may(struct regions *g, int pd, uint32_t key, uint64_t from, uint64_t bytes, int need)
{
    struct region *r = region_of(g, key);
    if (!bytes)
        return 1;
    if (!r || r->pd != pd || need & ~r->access)
        return 0;
    /* The last byte decides, and neither end may go round. */
    uint64_t last = from + (bytes - 1);
    return from >= r->from && last >= from && last <= r->from + (r->bytes - 1);
}

/* ---------------------------------------------------------------------------------------------- completion queues */

struct queue {
    wc_t wc[LIST];
    int from, to, depth, broken;
};

static void enter(struct queue *q, uint64_t id, int status, const wc_t *more)
{
    wc_t w = more ? *more : (wc_t){ 0 };
    w.id = id, w.status = status;
    q->broken |= q->to - q->from >= q->depth;
    if (!q->broken && q->to < LIST)
        q->wc[q->to++] = w;
}

/* ---------------------------------------------------------------------------------------- the model of a queue pair */

struct request {
    wr_t wr; /* addr is an offset */
    int packets;
};

struct piece {
    int request, k;
};

struct model {
    struct regions g;
    struct queue sent, received;
    int pd, sq_depth, rq_depth, window, retries, rnr_retries, dead, one_queue;
    int64_t timeout, rnr_wait;
    uint8_t *memory;

    /* The requester: pieces are packets in the order of their numbers from 0 on. */
    struct request request[LIST];
    struct piece piece[LIST];
    int requests, pieces, done, acked, next, sent_most; /* done: complete requests */
    int tries, rnr_tries;
    int64_t timer, quiet, base;

    /* The responder: numbers of packets from 0 on, too. */
    rr_t rr[LIST], now_rr;
    int rr_from, rr_to, naked, in_send, in_write;
    int64_t came, remote_base;
    uint64_t at, have, length;
    uint32_t key;

    pkt_t owed[LIST];
    int owed_from, owed_to;
};

static struct queue *receives(struct model *m)
{
    return m->one_queue ? &m->sent : &m->received;
}

static void die(struct model *m, int rr_status, int status)
{
    m->dead = 1;
    if (m->in_send)
        enter(receives(m), m->now_rr.id, rr_status ? rr_status : WC_WR_FLUSH_ERR, NULL);
    m->in_send = m->in_write = 0;
    while (m->rr_from < m->rr_to)
        enter(receives(m), m->rr[m->rr_from++].id, WC_WR_FLUSH_ERR, NULL);
    for (int first = 1; m->done < m->requests; m->done++, first = 0)
        enter(&m->sent, m->request[m->done].wr.id, first && status ? status : WC_WR_FLUSH_ERR, NULL);
}

static int post_send(struct model *m, const wr_t *wr)
{
    if (m->requests - m->done >= m->sq_depth || (wr->op == WR_READ && wr->length > RC_MTU))
        return -1;
    if (m->dead) {
        enter(&m->sent, wr->id, WC_WR_FLUSH_ERR, NULL);
        return 0;
    }
    int packets = wr->length ? (int)((wr->length + RC_MTU - 1) / RC_MTU) : 1;
    m->request[m->requests] = (struct request){ *wr, packets };
    for (int k = 0; k < packets && m->pieces < LIST; k++)
        m->piece[m->pieces++] = (struct piece){ m->requests, k };
    m->requests++;
    return 0;
}

static int post_recv(struct model *m, const rr_t *rr)
{
    if (m->rr_to - m->rr_from >= m->rq_depth)
        return -1;
    if (m->dead)
        enter(receives(m), rr->id, WC_WR_FLUSH_ERR, NULL);
    else
        m->rr[m->rr_to++] = *rr;
    return 0;
}

static pkt_t *answer(struct model *m, int op, int64_t number, int why)
{
    pkt_t *p = &m->owed[m->owed_to < LIST - 1 ? m->owed_to++ : m->owed_to];
    *p = (pkt_t){ .op = op, .psn = (uint32_t)((m->remote_base + number + PSN) % PSN), .why = why };
    return p;
}

static int inside_memory(uint64_t from, uint64_t bytes)
{
    return from <= MEMORY && bytes <= MEMORY - from;
}

static int answer_read(struct model *m, const pkt_t *in, int64_t number)
{
    int why = in->length > RC_MTU ? NAK_INVALID
              : may(&m->g, m->pd, in->key, in->addr, in->length, MR_REMOTE_READ) ? NAK_NONE : NAK_ACCESS;
    if (why) {
        answer(m, PK_NAK, number, why);
        die(m, 0, 0);
        return 0;
    }
    pkt_t *p = answer(m, PK_DATA, number, NAK_NONE);
    p->bytes = in->length;
    if (in->length && inside_memory(in->addr, in->length))
        memcpy(p->data, m->memory + in->addr, in->length);
    return 1;
}

/* Rules 3 and 4 for a packet of a WRITE or SEND: what is wrong with it, and what that makes of the receive request. */
static int unfit(struct model *m, const pkt_t *in, int *rr)
{
    int write = in->op == PK_WRITE;
    if (in->first && write)
        m->at = in->addr, m->length = in->length, m->key = in->key, m->have = 0;
    if (in->first && !write) {
        m->now_rr = m->rr[m->rr_from++];
        m->at = m->now_rr.addr, m->length = m->now_rr.length, m->key = m->now_rr.key, m->have = 0, m->in_send = 1;
    }
    *rr = WC_LOC_LEN_ERR;
    if (m->have + in->bytes > m->length || (write && in->last && m->have + in->bytes != m->length))
        return NAK_INVALID;
    *rr = WC_LOC_PROT_ERR;
    uint64_t bytes = write && in->first ? m->length : in->bytes;
    if (!may(&m->g, m->pd, m->key, m->at + m->have, bytes, write ? MR_REMOTE_WRITE : MR_LOCAL_WRITE))
        return write ? NAK_ACCESS : NAK_OPERATION;
    return NAK_NONE;
}

static void take_request(struct model *m, const pkt_t *in)
{
    int64_t number = ((int64_t)in->psn - (m->remote_base + m->came) % PSN + PSN) % PSN;
    int rr = 0, open = m->in_send || m->in_write;
    if (number >= PSN / 2) {
        if (in->op == PK_READ)
            answer_read(m, in, m->came + number - PSN);
        else
            answer(m, PK_ACK, m->came - 1, NAK_NONE);
        return;
    }
    if (number) {
        if (!m->naked)
            answer(m, PK_NAK, m->came, NAK_SEQUENCE);
        m->naked = 1;
        return;
    }
    m->naked = 0;
    int goes_on = (in->op == PK_SEND && m->in_send) || (in->op == PK_WRITE && m->in_write);
    if (in->op == PK_READ ? open : in->first ? open : !goes_on) {
        answer(m, PK_NAK, m->came, NAK_INVALID);
        die(m, 0, 0);
        return;
    }
    int with_imm = in->op == PK_WRITE && in->last && in->with_imm;
    if (((in->op == PK_SEND && in->first) || with_imm) && m->rr_from == m->rr_to) {
        answer(m, PK_NAK, m->came, NAK_RNR);
        return;
    }
    if (in->op == PK_READ) {
        m->came += answer_read(m, in, m->came);
        return;
    }
    int why = unfit(m, in, &rr);
    if (why) {
        answer(m, PK_NAK, m->came, why);
        die(m, rr, 0);
        return;
    }
    if (in->bytes && inside_memory(m->at + m->have, in->bytes))
        memcpy(m->memory + m->at + m->have, in->data, in->bytes);
    m->have += in->bytes;
    *(in->op == PK_SEND ? &m->in_send : &m->in_write) = !in->last;
    if (with_imm)
        m->now_rr = m->rr[m->rr_from++];
    if (with_imm || (in->last && in->op == PK_SEND))
        enter(receives(m), m->now_rr.id, WC_SUCCESS,
              &(wc_t){ .op = with_imm ? WC_RECV_IMM : WC_RECV, .bytes = (uint32_t)m->have, .with_imm = in->with_imm,
                       .imm = in->with_imm ? in->imm : 0 });
    answer(m, PK_ACK, m->came++, NAK_NONE);
}

static const wr_t *wr_at(const struct model *m, int piece)
{
    return &m->request[m->piece[piece].request].wr;
}

static void one_more_acked(struct model *m, int64_t now)
{
    static const int op[] = { WC_SEND, WC_WRITE, WC_READ };
    const wr_t *wr = wr_at(m, m->acked);
    int last = m->piece[m->acked].k + 1 == m->request[m->piece[m->acked].request].packets;
    m->acked++;
    if (last && wr->signaled)
        enter(&m->sent, wr->id, WC_SUCCESS, &(wc_t){ .op = op[wr->op] });
    m->done += last;
    m->tries = m->rnr_tries = 0, m->timer = now;
    m->next = m->next < m->acked ? m->acked : m->next;
}

static void take_answer(struct model *m, int64_t now, const pkt_t *in)
{
    int64_t p = ((int64_t)in->psn - (m->base + m->acked) % PSN + PSN) % PSN + m->acked;
    if (p >= m->sent_most)
        return;
    while (m->acked < p && wr_at(m, m->acked)->op != WR_READ)
        one_more_acked(m, now);
    if (m->acked < p)
        return;
    const wr_t *wr = wr_at(m, m->acked);
    int failed = 0;
    if (in->op == PK_ACK && wr->op != WR_READ)
        one_more_acked(m, now);
    if (in->op == PK_DATA && wr->op == WR_READ) {
        if (in->bytes != wr->length || !may(&m->g, m->pd, wr->key, wr->addr, wr->length, MR_LOCAL_WRITE)) {
            failed = WC_LOC_PROT_ERR;
        } else {
            if (in->bytes && inside_memory(wr->addr, in->bytes))
                memcpy(m->memory + wr->addr, in->data, in->bytes);
            one_more_acked(m, now);
        }
    }
    if (in->op == PK_NAK && in->why == NAK_RNR && m->rnr_retries != RC_FOR_EVER && m->rnr_tries >= m->rnr_retries)
        failed = WC_RNR_RETRY_EXC_ERR;
    else if (in->op == PK_NAK && in->why <= NAK_RNR) {
        m->next = m->acked;
        if (in->why == NAK_RNR)
            m->quiet = now + m->rnr_wait, m->rnr_tries++;
    } else if (in->op == PK_NAK)
        failed = in->why == NAK_ACCESS    ? WC_REM_ACCESS_ERR
                 : in->why == NAK_INVALID ? WC_REM_INV_REQ_ERR
                                          : WC_REM_OP_ERR;
    if (failed)
        die(m, 0, failed);
}

static int next_packet(struct model *m, int64_t now, pkt_t *out)
{
    if (m->owed_from < m->owed_to) {
        *out = m->owed[m->owed_from++];
        return 1;
    }
    if (m->dead || now < m->quiet)
        return 0;
    if (m->next > m->acked && now >= m->timer + m->timeout) {
        m->next = m->acked;
        if (m->tries++ >= m->retries) {
            die(m, 0, WC_RETRY_EXC_ERR);
            return 0;
        }
    }
    if (m->next == m->pieces || m->next - m->acked >= m->window)
        return 0;
    const struct piece *s = &m->piece[m->next];
    const wr_t *wr = wr_at(m, m->next);
    if (!may(&m->g, m->pd, wr->key, wr->addr, wr->length, wr->op == WR_READ ? MR_LOCAL_WRITE : 0)) {
        if (s->request == m->done)
            die(m, 0, WC_LOC_PROT_ERR);
        return 0;
    }
    static const int op[] = { PK_SEND, PK_WRITE, PK_READ };
    int last = s->k + 1 == m->request[s->request].packets, read = wr->op == WR_READ;
    *out = (pkt_t){ .op = op[wr->op], .psn = (uint32_t)((m->base + m->next) % PSN) };
    if (read || (wr->op == WR_WRITE && !s->k))
        out->addr = wr->remote, out->key = wr->remote_key, out->length = wr->length;
    if (!read) {
        out->first = !s->k, out->last = last;
        out->with_imm = last && wr->with_imm, out->imm = out->with_imm ? wr->imm : 0;
        out->bytes = last ? wr->length - (uint32_t)s->k * RC_MTU : RC_MTU;
        uint64_t from = wr->addr + (uint64_t)s->k * RC_MTU;
        if (out->bytes && inside_memory(from, out->bytes))
            memcpy(out->data, m->memory + from, out->bytes);
    }
    if (m->next == m->acked)
        m->timer = now;
    m->next++;
    m->sent_most = m->next > m->sent_most ? m->next : m->sent_most;
    return 1;
}

/* ------------------------------------------------------------------------------------------------------- scripts */

static void model_open(struct model *m, const int64_t *a, const int64_t *region, uint8_t *memory)
{
    memset(m, 0, sizeof *m);
    regions_clear(&m->g);
    m->memory = memory;
    for (int k = 0; k < REGIONS; k++, region += 4)
        if (region[1])
            add_region(&m->g, (int)region[3], (uint64_t)region[0], (uint64_t)region[1], (int)region[2]);
    m->pd = (int)a[0], m->sq_depth = (int)a[1], m->rq_depth = (int)a[2], m->base = a[3], m->remote_base = a[4];
    m->window = (int)a[5], m->timeout = a[6], m->rnr_wait = a[7], m->retries = (int)a[8], m->rnr_retries = (int)a[9];
    m->sent.depth = m->received.depth = (int)a[10], m->one_queue = (int)a[12];
}

/* Region k has the key of slot k, version 1: scripts register once and deregister only. */
static uint32_t key_of(int64_t k)
{
    return k >= 0 && k < REGIONS ? (uint32_t)(k * 256 + 1) : (uint32_t)k;
}

static uint64_t mixed(uint64_t *s)
{
    return (*s = *s * 6364136223846793005u + 1442695040888963407u) >> 33;
}

static pkt_t packet_of(const int64_t *a)
{
    pkt_t p = { .op = (int)a[0], .psn = (uint32_t)a[1], .first = (int)a[2], .last = (int)a[3], .with_imm = (int)a[4],
                .imm = (uint32_t)a[5], .length = (uint32_t)a[8], .why = (int)a[9], .bytes = (uint32_t)a[10] };
    uint64_t seed = (uint64_t)a[11];
    if (p.op == PK_READ || (p.op == PK_WRITE && p.first))
        p.addr = (uint64_t)a[6], p.key = key_of(a[7]);
    for (int k = 0; k < RC_MTU; k++)
        p.data[k] = (uint8_t)mixed(&seed);
    return p;
}

static wr_t wr_of(const int64_t *a)
{
    return (wr_t){ (uint64_t)a[0], (int)a[1], (int)a[2], (int)a[3], (uint32_t)a[4], (uint64_t)a[5], (uint32_t)a[6],
                   key_of(a[7]), (uint64_t)a[8], (uint32_t)a[9] };
}

static int64_t hash(const uint8_t *x, uint32_t bytes)
{
    uint64_t h = 1;
    for (uint32_t k = 0; k < bytes && k < RC_MTU; k++)
        h = h * 1099511628211u + x[k];
    return (int64_t)(h >> 1);
}

static void poll_model(struct queue *q, int64_t *out)
{
    if (q->from == q->to)
        return;
    const wc_t *w = &q->wc[q->from++];
    const int64_t is[] = { 1, (int64_t)w->id, w->status, w->op, w->bytes, w->with_imm, w->imm };
    memcpy(out, is, sizeof is);
}

static void do_step(struct model *m, const int64_t *s, int64_t *out)
{
    const int64_t *a = s + 2;
    memset(out, 0, LOG * sizeof *out);
    wr_t w = wr_of(a);
    rr_t rr = { (uint64_t)a[0], (uint64_t)a[1], (uint32_t)a[2], key_of(a[3]) };
    pkt_t p = { 0 };
    switch (s[0]) {
    case DO_TAKE:
        p = packet_of(a);
        if (!m->dead && p.op <= PK_READ)
            take_request(m, &p);
        else if (!m->dead)
            take_answer(m, s[1], &p);
        break;
    case DO_RECV: out[0] = post_recv(m, &rr); break;
    case DO_SEND: out[0] = post_send(m, &w); break;
    case DO_NEXT:
        out[0] = next_packet(m, s[1], &p);
        if (out[0]) {
            const int64_t is[] = { 1, p.op, p.psn, p.first, p.last, p.with_imm, p.imm, p.key, p.length, p.why, p.bytes,
                                   hash(p.data, p.bytes), (int64_t)p.addr };
            memcpy(out, is, sizeof is);
        }
        break;
    case DO_POLL_SENT: poll_model(&m->sent, out); break;
    case DO_POLL_RECEIVED: poll_model(receives(m), out); break;
    case DO_DEREGISTER: out[0] = drop_region(&m->g, key_of(a[0])); break;
    default: break;
    }
}

#endif
