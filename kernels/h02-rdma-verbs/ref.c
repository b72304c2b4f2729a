/*
 * ref.c: a NIC's side of a reliable connection, go-back-N both ways, and a channel that asks for a completion every
 * CH_SIGNAL writes and gives credits back CH_CREDIT at a time. Fewer would save calls, and make the other side wait.
 */
#include "lab.h"

#include <stdlib.h>

#ifndef CH_SIGNAL
#define CH_SIGNAL (FAB_SQ / 3)
#define CH_CREDIT (CH_SLOTS / 4)
#endif

enum { PSN = 0xffffff, DEPTH = 64 };

/* --- part A ------------------------------------------------------------------------------------------------------- */

static int find(const nic_t *nic, uint32_t key)
{
    uint32_t slot = key >> 8;
    return key && slot < MR_SLOTS && nic->mr[slot].key == key ? (int)slot : -1;
}

uint32_t mr_register(nic_t *nic, int pd, uint64_t addr, uint64_t length, int access)
{
    int slot = 0;
    while (slot < MR_SLOTS && nic->mr[slot].key)
        slot++;
    if (slot == MR_SLOTS || !length || addr > UINT64_MAX - length)
        return 0;
    if (access & MR_REMOTE_WRITE && !(access & MR_LOCAL_WRITE))
        return 0;
    int version = nic->mr[slot].version % 255 + 1;
    nic->mr[slot] = (mr_t){ addr, length, (uint32_t)(slot << 8 | version), access, pd, version };
    return nic->mr[slot].key;
}

int mr_deregister(nic_t *nic, uint32_t key)
{
    int slot = find(nic, key);
    if (slot < 0)
        return -1;
    nic->mr[slot].key = 0;
    return 0;
}

int mr_allows(const nic_t *nic, int pd, uint32_t key, uint64_t addr, uint64_t length, int need)
{
    if (!length)
        return 1;
    int slot = find(nic, key);
    if (slot < 0)
        return 0;
    const mr_t *m = &nic->mr[slot];
    uint64_t offset = addr - m->addr;
    return m->pd == pd && (m->access & need) == need && addr >= m->addr && offset <= m->length &&
           length <= m->length - offset;
}

void cq_push(cq_t *cq, const wc_t *wc)
{
    if (cq->overrun || cq->tail - cq->head == cq->depth)
        cq->overrun = 1;
    else
        cq->wc[cq->tail++ % cq->depth] = *wc;
}

int cq_poll(cq_t *cq, int n, wc_t *wc)
{
    int k = 0;
    for (; k < n && cq->head != cq->tail; k++)
        wc[k] = cq->wc[cq->head++ % cq->depth];
    return k;
}

/* --- part B ------------------------------------------------------------------------------------------------------- */

struct sent {
    wr_t wr;
    uint32_t first, packets; /* its PSNs */
};

struct qp {
    qp_attr_t a;
    int error;

    struct sent sq[DEPTH];
    int sq_head, sq_n;
    uint32_t una, next, high, free_psn; /* high: one behind the latest ever sent; free_psn: the next request's first */
    int tries, rnr_tries;
    int64_t timer, quiet_until;

    rr_t rq[DEPTH], now_rr; /* now_rr: of the message under way */
    int rq_head, rq_n;
    uint32_t expected;
    int naked, inside; /* inside: 1 + op of the message under way */
    uint64_t at;
    uint32_t key, length, have;

    pkt_t owed[RC_OWED];
    int owed_head, owed_n;
};

qp_t *qp_create(const qp_attr_t *attr)
{
    qp_t *q = calloc(1, sizeof *q);
    if (!q)
        return NULL;
    q->a = *attr;
    q->una = q->next = q->high = q->free_psn = attr->psn & PSN;
    q->expected = attr->remote_psn & PSN;
    return q;
}

void qp_destroy(qp_t *q)
{
    free(q);
}

static uint32_t ahead(uint32_t p, uint32_t from)
{
    return (p - from) & PSN;
}

static void report(cq_t *cq, uint64_t id, int status)
{
    cq_push(cq, &(wc_t){ .id = id, .status = status });
}

/* The failure of a request, in the receive queue (rr) or of the send queue's first (sq); 0: neither. */
static void fail(qp_t *q, int rr, int sq)
{
    q->error = 1;
    if (q->inside == 1 + PK_SEND)
        report(q->a.recv_cq, q->now_rr.id, rr ? rr : WC_WR_FLUSH_ERR);
    q->inside = 0;
    for (; q->rq_n; q->rq_n--, q->rq_head++)
        report(q->a.recv_cq, q->rq[q->rq_head % DEPTH].id, WC_WR_FLUSH_ERR);
    for (; q->sq_n; q->sq_n--, q->sq_head++, sq = 0)
        report(q->a.send_cq, q->sq[q->sq_head % DEPTH].wr.id, sq ? sq : WC_WR_FLUSH_ERR);
}

int qp_post_send(qp_t *q, const wr_t *wr)
{
    if (q->sq_n == q->a.sq_depth || (wr->op == WR_READ && wr->length > RC_MTU))
        return -1;
    if (q->error) {
        report(q->a.send_cq, wr->id, WC_WR_FLUSH_ERR);
        return 0;
    }
    uint32_t packets = wr->length ? (wr->length - 1) / RC_MTU + 1 : 1;
    q->sq[(q->sq_head + q->sq_n++) % DEPTH] = (struct sent){ *wr, q->free_psn, packets };
    q->free_psn = (q->free_psn + packets) & PSN;
    return 0;
}

int qp_post_recv(qp_t *q, const rr_t *rr)
{
    if (q->rq_n == q->a.rq_depth)
        return -1;
    if (q->error)
        report(q->a.recv_cq, rr->id, WC_WR_FLUSH_ERR);
    else
        q->rq[(q->rq_head + q->rq_n++) % DEPTH] = *rr;
    return 0;
}

/* --- the responder */

static pkt_t *owe(qp_t *q, int op, uint32_t psn, int why)
{
    if (q->owed_n == RC_OWED)
        return NULL;
    pkt_t *p = &q->owed[(q->owed_head + q->owed_n++) % RC_OWED];
    memset(p, 0, sizeof *p);
    p->op = op, p->psn = psn & PSN, p->why = why;
    return p;
}

static void refuse(qp_t *q, const pkt_t *in, int why, int rr)
{
    owe(q, PK_NAK, in->psn, why);
    fail(q, rr, 0);
}

static int read_back(qp_t *q, const pkt_t *in)
{
    if (in->length > RC_MTU)
        return refuse(q, in, NAK_INVALID, 0), -1;
    if (!mr_allows(q->a.nic, q->a.pd, in->key, in->addr, in->length, MR_REMOTE_READ))
        return refuse(q, in, NAK_ACCESS, 0), -1;
    pkt_t *p = owe(q, PK_DATA, in->psn, NAK_NONE);
    if (p && in->length) {
        p->bytes = in->length;
        memcpy(p->data, (const void *)(uintptr_t)in->addr, in->length);
    }
    return 0;
}

static int place_write(qp_t *q, const pkt_t *in)
{
    if (in->first)
        q->at = in->addr, q->key = in->key, q->length = in->length, q->have = 0;
    uint32_t left = q->length - q->have;
    if (in->bytes > left || (in->last && in->bytes < left))
        return refuse(q, in, NAK_INVALID, 0), -1;
    uint64_t bytes = in->first ? in->length : in->bytes;
    if (!mr_allows(q->a.nic, q->a.pd, q->key, q->at + q->have, bytes, MR_REMOTE_WRITE))
        return refuse(q, in, NAK_ACCESS, 0), -1;
    return 0;
}

static int place_send(qp_t *q, const pkt_t *in)
{
    if (in->first) {
        q->now_rr = q->rq[q->rq_head++ % DEPTH], q->rq_n--;
        q->at = q->now_rr.addr, q->length = q->now_rr.length, q->have = 0;
        q->inside = 1 + PK_SEND;
    }
    if (in->bytes > q->length - q->have)
        return refuse(q, in, NAK_INVALID, WC_LOC_LEN_ERR), -1;
    if (!mr_allows(q->a.nic, q->a.pd, q->now_rr.key, q->at + q->have, in->bytes, MR_LOCAL_WRITE))
        return refuse(q, in, NAK_OPERATION, WC_LOC_PROT_ERR), -1;
    return 0;
}

static void received(qp_t *q, const pkt_t *in)
{
    int write = in->op == PK_WRITE;
    if (write)
        q->now_rr = q->rq[q->rq_head++ % DEPTH], q->rq_n--;
    cq_push(q->a.recv_cq, &(wc_t){ .id = q->now_rr.id, .op = write ? WC_RECV_IMM : WC_RECV, .bytes = q->have,
                                   .with_imm = in->with_imm, .imm = in->with_imm ? in->imm : 0 });
}

static void respond(qp_t *q, const pkt_t *in)
{
    uint32_t d = ahead(in->psn, q->expected);
    if (d > PSN / 2) {
        if (in->op == PK_READ)
            read_back(q, in);
        else
            owe(q, PK_ACK, q->expected - 1, NAK_NONE);
        return;
    }
    if (d) {
        if (!q->naked)
            owe(q, PK_NAK, q->expected, NAK_SEQUENCE);
        q->naked = 1;
        return;
    }
    q->naked = 0;
    int read = in->op == PK_READ;
    if ((read || in->first) ? q->inside != 0 : q->inside != 1 + in->op) {
        refuse(q, in, NAK_INVALID, 0);
        return;
    }
    int takes = in->op == PK_SEND ? in->first : in->op == PK_WRITE && in->last && in->with_imm;
    if (takes && !q->rq_n) {
        owe(q, PK_NAK, in->psn, NAK_RNR);
        return;
    }
    if (read ? read_back(q, in) : in->op == PK_WRITE ? place_write(q, in) : place_send(q, in))
        return;
    q->expected = (q->expected + 1) & PSN;
    if (read)
        return;
    if (in->bytes)
        memcpy((void *)(uintptr_t)(q->at + q->have), in->data, in->bytes);
    q->have += in->bytes;
    q->inside = in->last ? 0 : 1 + in->op;
    if (in->last && (in->op == PK_SEND || in->with_imm))
        received(q, in);
    owe(q, PK_ACK, in->psn, NAK_NONE);
}

/* --- the requester */

static struct sent *oldest(qp_t *q)
{
    return &q->sq[q->sq_head % DEPTH];
}

static void acknowledged(qp_t *q, int64_t now)
{
    struct sent *s = oldest(q);
    q->una = (q->una + 1) & PSN;
    if (ahead(q->una, s->first) == s->packets) {
        static const int op[] = { WC_SEND, WC_WRITE, WC_READ };
        if (s->wr.signaled)
            cq_push(q->a.send_cq, &(wc_t){ .id = s->wr.id, .op = op[s->wr.op] });
        q->sq_head++, q->sq_n--;
    }
    q->tries = q->rnr_tries = 0;
    q->timer = now;
    if (ahead(q->next, q->una) > PSN / 2)
        q->next = q->una;
}

static void deliver(qp_t *q, int64_t now, const pkt_t *in)
{
    const wr_t *wr = &oldest(q)->wr;
    if (wr->op != WR_READ)
        return;
    if (in->bytes != wr->length || !mr_allows(q->a.nic, q->a.pd, wr->key, wr->addr, wr->length, MR_LOCAL_WRITE)) {
        fail(q, 0, WC_LOC_PROT_ERR);
        return;
    }
    if (in->bytes)
        memcpy((void *)(uintptr_t)wr->addr, in->data, in->bytes);
    acknowledged(q, now);
}

static void not_ready(qp_t *q, int64_t now)
{
    if (++q->rnr_tries > q->a.rnr_retries && q->a.rnr_retries != RC_FOR_EVER) {
        fail(q, 0, WC_RNR_RETRY_EXC_ERR);
        return;
    }
    q->next = q->una;
    q->quiet_until = now + q->a.rnr_wait;
}

static void hear(qp_t *q, int64_t now, const pkt_t *in)
{
    if (ahead(in->psn, q->una) >= ahead(q->high, q->una))
        return;
    while (q->una != in->psn && oldest(q)->wr.op != WR_READ)
        acknowledged(q, now);
    if (q->una != in->psn)
        return;
    if (in->op == PK_DATA) {
        deliver(q, now, in);
    } else if (in->op == PK_ACK) {
        if (oldest(q)->wr.op != WR_READ)
            acknowledged(q, now);
    } else {
        switch (in->why) {
        case NAK_SEQUENCE: q->next = q->una; break;
        case NAK_RNR: not_ready(q, now); break;
        case NAK_ACCESS: fail(q, 0, WC_REM_ACCESS_ERR); break;
        case NAK_INVALID: fail(q, 0, WC_REM_INV_REQ_ERR); break;
        default: fail(q, 0, WC_REM_OP_ERR); break;
        }
    }
}

void qp_take(qp_t *q, int64_t now, const pkt_t *in)
{
    if (q->error)
        return;
    if (in->op <= PK_READ)
        respond(q, in);
    else
        hear(q, now, in);
}

/* The packet with PSN next, which belongs to *s. */
static void build(const qp_t *q, const struct sent *s, pkt_t *out)
{
    const wr_t *wr = &s->wr;
    uint32_t k = ahead(q->next, s->first), at = k * RC_MTU;
    memset(out, 0, sizeof *out);
    out->op = wr->op == WR_SEND ? PK_SEND : wr->op == WR_WRITE ? PK_WRITE : PK_READ;
    out->psn = q->next;
    if (wr->op == WR_READ || (wr->op == WR_WRITE && !k))
        out->addr = wr->remote, out->key = wr->remote_key, out->length = wr->length;
    if (wr->op == WR_READ)
        return;
    out->first = !k, out->last = k + 1 == s->packets;
    if (out->last && wr->with_imm)
        out->with_imm = 1, out->imm = wr->imm;
    out->bytes = wr->length - at < RC_MTU ? wr->length - at : RC_MTU;
    if (out->bytes)
        memcpy(out->data, (const void *)(uintptr_t)(wr->addr + at), out->bytes);
}

static int send_next(qp_t *q, int64_t now, pkt_t *out)
{
    if (q->next == q->free_psn || (int)ahead(q->next, q->una) >= q->a.window)
        return 0;
    int k = 0;
    while (ahead(q->next, q->sq[(q->sq_head + k) % DEPTH].first) >= q->sq[(q->sq_head + k) % DEPTH].packets)
        k++;
    const struct sent *s = &q->sq[(q->sq_head + k) % DEPTH];
    int need = s->wr.op == WR_READ ? MR_LOCAL_WRITE : 0;
    if (!mr_allows(q->a.nic, q->a.pd, s->wr.key, s->wr.addr, s->wr.length, need)) {
        if (!k)
            fail(q, 0, WC_LOC_PROT_ERR);
        return 0;
    }
    build(q, s, out);
    if (q->next == q->una)
        q->timer = now;
    if (q->next == q->high)
        q->high = (q->high + 1) & PSN;
    q->next = (q->next + 1) & PSN;
    return 1;
}

int qp_next(qp_t *q, int64_t now, pkt_t *out)
{
    if (q->owed_n) {
        *out = q->owed[q->owed_head++ % RC_OWED];
        q->owed_n--;
        return 1;
    }
    if (q->error || now < q->quiet_until)
        return 0;
    if (q->next != q->una && now - q->timer >= q->a.timeout) {
        if (++q->tries > q->a.retries) {
            fail(q, 0, WC_RETRY_EXC_ERR);
            return 0;
        }
        q->next = q->una;
    }
    return send_next(q, now, out);
}

/* --- part C ------------------------------------------------------------------------------------------------------- */

struct tx {
    fab_t *fab;
    const uint8_t *window;
    uint64_t sent, done;
};

tx_t *tx_open(fab_t *fab, const uint8_t *window)
{
    tx_t *t = calloc(1, sizeof *t);
    if (t)
        t->fab = fab, t->window = window;
    return t;
}

int tx_send(tx_t *t, const void *msg, uint32_t bytes)
{
    uint64_t released;
    memcpy(&released, t->window, sizeof released);
    if (t->sent - released >= CH_SLOTS)
        return 0;
    int flags = FAB_IMM | ((t->sent + 1) % CH_SIGNAL ? 0 : FAB_SIGNALED);
    if (fab_write(t->fab, msg, t->sent % CH_SLOTS * CH_SLOT, bytes, flags, bytes))
        return 0;
    t->sent++;
    return 1;
}

uint64_t tx_done(tx_t *t)
{
    wc_t wc;
    /* A poll costs time, so none is made before a completion can be there. */
    if (t->sent - t->done >= CH_SIGNAL)
        while (fab_poll(t->fab, &wc))
            t->done = wc.id + 1;
    return t->done;
}

void tx_close(tx_t *t)
{
    free(t);
}

struct rx {
    fab_t *fab;
    const uint8_t *window;
    uint32_t bytes[CH_SLOTS];
    uint64_t came, given, released, told, writes;
};

rx_t *rx_open(fab_t *fab, const uint8_t *window)
{
    rx_t *r = calloc(1, sizeof *r);
    if (!r)
        return NULL;
    r->fab = fab, r->window = window;
    for (int k = 0; k < CH_SLOTS; k++)
        fab_recv(fab);
    return r;
}

/* In time, or when the sender has no slot left and may be waiting for one of these. */
static void give_back(rx_t *r)
{
    uint64_t news = r->released - r->told;
    if (!news || (news < CH_CREDIT && r->came - r->told < CH_SLOTS))
        return;
    int flags = FAB_INLINE | ((r->writes + 1) % (FAB_SQ / 2) ? 0 : FAB_SIGNALED);
    if (fab_write(r->fab, &r->released, 0, sizeof r->released, flags, 0))
        return;
    r->writes++;
    r->told = r->released;
}

const uint8_t *rx_next(rx_t *r, uint32_t *bytes)
{
    wc_t wc;
    while (fab_poll(r->fab, &wc))
        if (wc.op == WC_RECV_IMM) {
            fab_recv(r->fab);
            r->bytes[r->came++ % CH_SLOTS] = wc.imm;
        }
    give_back(r);
    if (r->came == r->given)
        return NULL;
    *bytes = r->bytes[r->given % CH_SLOTS];
    return r->window + r->given++ % CH_SLOTS * CH_SLOT;
}

void rx_release(rx_t *r)
{
    r->released++;
}

void rx_close(rx_t *r)
{
    free(r);
}

/* --- part D ------------------------------------------------------------------------------------------------------- */

double bounce_s(const bounce_t *b)
{
    if (!b->bytes)
        return 0;
    if (!b->buffers)
        return b->post_s + (double)b->bytes / (b->gpu_Bps < b->wire_Bps ? b->gpu_Bps : b->wire_Bps);
    int64_t chunks = (b->bytes - 1) / b->chunk + 1;
    double *free_at = calloc((size_t)b->buffers, sizeof *free_at), copied = 0, written = 0;
    for (int64_t k = 0; free_at && k < chunks; k++) {
        double *buffer = free_at + k % b->buffers;
        double bytes = (double)(k + 1 < chunks ? b->chunk : b->bytes - k * b->chunk);
        copied = (copied > *buffer ? copied : *buffer) + b->copy_s + bytes / b->gpu_Bps;
        written = (written > copied ? written : copied) + b->post_s + bytes / b->wire_Bps;
        *buffer = written;
    }
    free(free_at);
    return written;
}
