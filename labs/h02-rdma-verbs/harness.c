/*
 * harness.c: feeds a queue pair with packets and requests, joins two by a link that loses, doubles and reorders, and
 * plays the connection behind fab_write, fab_recv and fab_poll, in virtual time. Nothing is judged here: what happened
 * goes out through the output buffers, which oracle.c distrusts.
 */
#include <ridge/frame.h>
#include <setjmp.h>
#include <stdlib.h>

#include "lab.h"

#define HARNESS(name)                                    \
    void ridge_call_##name(const struct ridge_frame *f); \
    void ridge_call_##name(const struct ridge_frame *f)

enum { MEMORY = 4096, REGIONS = 6, ATTR = 13, STEP = 16, LOG = 14 };

/* --- keys and completion queues ----------------------------------------------------------------------------------- */

enum { KEY_REGISTER, KEY_DEREGISTER, KEY_ALLOWS };

/* N | steps [R][N][6] = what, pd, addr, length, access or need, key; out [R][N] */
HARNESS(keys)
{
    int N = (int)f->i[0];
    const int64_t *s = f->buf[0];
    int64_t *out = f->buf[1];
    for (uint64_t r = 0; r < f->count[1] / (uint64_t)N; r++) {
        nic_t nic = { 0 };
        for (int k = 0; k < N; k++, s += 6, out++) {
            uint64_t addr = (uint64_t)s[2], length = (uint64_t)s[3];
            if (s[0] == KEY_REGISTER)
                *out = mr_register(&nic, (int)s[1], addr, length, (int)s[4]);
            else if (s[0] == KEY_DEREGISTER)
                *out = mr_deregister(&nic, (uint32_t)s[5]);
            else
                *out = mr_allows(&nic, (int)s[1], (uint32_t)s[5], addr, length, (int)s[4]);
        }
    }
}

/* N, depth, start | steps [R][N]: n > 0: push n, n < 0: poll -n; out [R][N][3] = polled, sum of ids, overrun */
HARNESS(cq)
{
    int N = (int)f->i[0];
    uint32_t depth = (uint32_t)f->i[1], start = (uint32_t)f->i[2];
    const int64_t *s = f->buf[0];
    int64_t *out = f->buf[1];
    for (uint64_t r = 0; r < f->count[0] / (uint64_t)N; r++) {
        cq_t cq = { depth, start, start, 0, calloc(depth, sizeof(wc_t)) };
        uint64_t id = 0;
        for (int k = 0; k < N && cq.wc; k++, s++, out += 3) {
            wc_t got[64];
            memset(got, 0x55, sizeof got);
            for (int64_t n = 0; n < *s; n++) {
                wc_t wc = { .id = ++id };
                cq_push(&cq, &wc);
            }
            out[0] = *s < 0 ? cq_poll(&cq, (int)-*s, got) : 0;
            out[1] = 0, out[2] = cq.overrun;
            for (int64_t n = 0; n < out[0] && n < 64; n++)
                out[1] = out[1] * 31 + (int64_t)(got[n].id & 0xffff);
        }
        free(cq.wc);
    }
}

/* --- one queue pair, step by step --------------------------------------------------------------------------------- */

enum { DO_NOTHING, DO_TAKE, DO_RECV, DO_SEND, DO_NEXT, DO_POLL_SENT, DO_POLL_RECEIVED, DO_DEREGISTER };

static uint64_t mix(uint64_t *s)
{
    return (*s = *s * 6364136223846793005u + 1442695040888963407u) >> 33;
}

static int64_t hash(const uint8_t *x, uint32_t bytes)
{
    uint64_t h = 1;
    for (uint32_t k = 0; k < bytes && k < RC_MTU; k++)
        h = h * 1099511628211u + x[k];
    return (int64_t)(h >> 1);
}

struct desk {
    nic_t nic;
    cq_t sent, received, *receives; /* receives: one of them */
    uint32_t key[REGIONS];
    uint8_t *memory;
    qp_t *qp;
};

static uint32_t key_of(const struct desk *d, int64_t k)
{
    return k >= 0 && k < REGIONS ? d->key[k] : (uint32_t)k;
}

static uint64_t addr_of(const struct desk *d, int64_t offset)
{
    return (uint64_t)(uintptr_t)d->memory + (uint64_t)offset;
}

/* attr: pd, sq_depth ... rnr_retries of qp_attr_t; depth and start of the completion queues, 1: one for both */
static void desk_open(struct desk *d, const int64_t *a, const int64_t *region, uint8_t *memory)
{
    memset(d, 0, sizeof *d);
    d->memory = memory;
    for (int k = 0; k < REGIONS; k++, region += 4)
        d->key[k] = region[1] ? mr_register(&d->nic, (int)region[3], addr_of(d, region[0]), (uint64_t)region[1],
                                            (int)region[2])
                              : 0;
    uint32_t depth = (uint32_t)a[10], start = (uint32_t)a[11];
    d->sent = (cq_t){ depth, start, start, 0, calloc(depth, sizeof(wc_t)) };
    d->received = (cq_t){ depth, start, start, 0, calloc(depth, sizeof(wc_t)) };
    d->receives = a[12] ? &d->sent : &d->received;
    const qp_attr_t attr = { &d->nic, (int)a[0], &d->sent, d->receives, (int)a[1], (int)a[2], (uint32_t)a[3],
                             (uint32_t)a[4], (int)a[5], a[6], a[7], (int)a[8], (int)a[9] };
    d->qp = qp_create(&attr);
}

static void desk_close(struct desk *d)
{
    qp_destroy(d->qp);
    free(d->sent.wc), free(d->received.wc);
}

static wr_t wr_of(const struct desk *d, const int64_t *a)
{
    return (wr_t){ (uint64_t)a[0], (int)a[1], (int)a[2], (int)a[3], (uint32_t)a[4], addr_of(d, a[5]), (uint32_t)a[6],
                   key_of(d, a[7]), (uint64_t)a[8], (uint32_t)a[9] };
}

static void take(struct desk *d, int64_t now, const int64_t *a)
{
    pkt_t p = { .op = (int)a[0], .psn = (uint32_t)a[1], .first = (int)a[2], .last = (int)a[3], .with_imm = (int)a[4],
                .imm = (uint32_t)a[5], .length = (uint32_t)a[8], .why = (int)a[9], .bytes = (uint32_t)a[10] };
    uint64_t seed = (uint64_t)a[11];
    if (p.op == PK_READ || (p.op == PK_WRITE && p.first))
        p.addr = addr_of(d, a[6]), p.key = key_of(d, a[7]);
    for (int k = 0; k < RC_MTU; k++)
        p.data[k] = (uint8_t)mix(&seed);
    qp_take(d->qp, now, &p);
}

static void log_packet(int64_t *out, int got, const pkt_t *p)
{
    out[0] = got;
    if (!got)
        return;
    const int64_t is[] = { got, p->op, p->psn, p->first, p->last, p->with_imm, p->imm, p->key, p->length, p->why,
                           p->bytes, hash(p->data, p->bytes), (int64_t)p->addr };
    memcpy(out, is, sizeof is);
}

static void log_completion(int64_t *out, cq_t *cq)
{
    wc_t w;
    out[0] = cq_poll(cq, 1, &w);
    if (out[0] != 1)
        return;
    const int64_t is[] = { 1, (int64_t)w.id, w.status, w.op, w.bytes, w.with_imm, w.imm };
    memcpy(out, is, sizeof is);
}

static void step(struct desk *d, const int64_t *s, int64_t *out)
{
    int64_t now = s[1];
    const int64_t *a = s + 2;
    pkt_t p;
    memset(out, 0, LOG * sizeof *out);
    memset(&p, 0x55, sizeof p);
    wr_t w = wr_of(d, a);
    rr_t rr = { (uint64_t)a[0], addr_of(d, a[1]), (uint32_t)a[2], key_of(d, a[3]) };
    switch (s[0]) {
    case DO_TAKE: take(d, now, a); break;
    case DO_RECV: out[0] = qp_post_recv(d->qp, &rr); break;
    case DO_SEND: out[0] = qp_post_send(d->qp, &w); break;
    case DO_NEXT: log_packet(out, qp_next(d->qp, now, &p), &p); break;
    case DO_POLL_SENT: log_completion(out, &d->sent); break;
    case DO_POLL_RECEIVED: log_completion(out, d->receives); break;
    case DO_DEREGISTER: out[0] = mr_deregister(&d->nic, key_of(d, a[0])); break;
    default: break;
    }
}

/* N | attrs [R][ATTR], regions [R][REGIONS][4], before [R][MEMORY], steps [R][N][STEP]; logs [R][N][LOG], after */
static void script(const struct ridge_frame *f)
{
    int N = (int)f->i[0];
    const int64_t *attr = f->buf[0], *region = f->buf[1], *s = f->buf[3];
    int64_t *out = f->buf[4];
    for (uint64_t r = 0; r < f->count[0] / ATTR; r++, attr += ATTR, region += 4 * REGIONS) {
        struct desk d;
        uint8_t *memory = malloc(MEMORY);
        memcpy(memory, (uint8_t *)f->buf[2] + r * MEMORY, MEMORY);
        desk_open(&d, attr, region, memory);
        for (int k = 0; k < N; k++, s += STEP, out += LOG)
            step(&d, s, out);
        desk_close(&d);
        memcpy((uint8_t *)f->buf[5] + r * MEMORY, memory, MEMORY);
        free(memory);
    }
}

HARNESS(respond)
{
    script(f);
}

HARNESS(request)
{
    script(f);
}

/* --- two queue pairs and a link between them ---------------------------------------------------------------------- */

enum { FLYING = 4096, PAIR_MEMORY = 65536, ENDS = 2, WC = 7, TICK = 100, LATENCY = 1500, STUCK = 8000 };

struct flight {
    int64_t arrives;
    pkt_t p;
};

struct link {
    uint64_t dice;
    int loss, twice, jitter; /* percent, percent, ns at most */
    int flying;
    struct flight flight[FLYING];
};

static void launch(struct link *l, int64_t now, const pkt_t *p)
{
    for (int copies = 1 + ((int)(mix(&l->dice) % 100) < l->twice); copies && l->flying < FLYING; copies--) {
        if ((int)(mix(&l->dice) % 100) < l->loss)
            continue;
        int64_t late = l->jitter && mix(&l->dice) % 4 == 0 ? (int64_t)(mix(&l->dice) % (uint64_t)l->jitter) : 0;
        l->flight[l->flying++] = (struct flight){ now + LATENCY + late, *p };
    }
}

/* All that has arrived by now, the earliest first. */
static void land(struct link *l, int64_t now, qp_t *qp)
{
    for (int best = 0; best >= 0;) {
        best = -1;
        for (int k = 0; k < l->flying; k++)
            if (l->flight[k].arrives <= now && (best < 0 || l->flight[k].arrives < l->flight[best].arrives))
                best = k;
        if (best < 0)
            break;
        pkt_t p = l->flight[best].p;
        memmove(&l->flight[best], &l->flight[best + 1], (size_t)(--l->flying - best) * sizeof *l->flight);
        qp_take(qp, now, &p);
    }
}

struct end {
    struct desk d;
    const int64_t *wr, *rr; /* what is to be posted: [N][10], [N][5] with the time at its end */
    int sent, posted, N;
    int64_t *out, got[2], packets, requests;
};

/* out: completions [2][N][WC] of the send queue and of the receive queue. */
static int64_t pump(struct end *e, int64_t now)
{
    int64_t moved = 0;
    for (; e->sent < e->N && e->wr[10 * e->sent + 1] >= 0; e->sent++, moved++) {
        wr_t w = wr_of(&e->d, e->wr + 10 * e->sent);
        if (qp_post_send(e->d.qp, &w))
            break;
    }
    for (; e->posted < e->N && e->rr[5 * e->posted + 2] >= 0 && e->rr[5 * e->posted + 4] <= now; e->posted++, moved++) {
        const int64_t *a = e->rr + 5 * e->posted;
        rr_t rr = { (uint64_t)a[0], addr_of(&e->d, a[1]), (uint32_t)a[2], key_of(&e->d, a[3]) };
        if (qp_post_recv(e->d.qp, &rr))
            break;
    }
    for (int q = 0; q < 2; q++)
        for (wc_t w; e->got[q] < e->N && cq_poll(q ? &e->d.received : &e->d.sent, 1, &w) == 1; moved++) {
            const int64_t is[] = { (int64_t)w.id, w.status, w.op, w.bytes, w.with_imm, w.imm, now };
            memcpy(e->out + (q * e->N + e->got[q]++) * WC, is, sizeof is);
        }
    return moved;
}

/*
 * N loss twice jitter dice | attrs [2][ATTR], regions [2][REGIONS][4], before [2][PAIR_MEMORY], works [2][N][10],
 * buffers [2][N][5]; done [2][2][N][WC], after, happened [8]. The remote address of a work is an offset, its key a
 * region.
 */
HARNESS(pair)
{
    int N = (int)f->i[0];
    static struct link link[ENDS];
    static struct end end[ENDS];
    int64_t *works = malloc(f->count[3] * 8), *happened = f->buf[7], now = 0, last = 0;
    uint8_t *memory = malloc(ENDS * PAIR_MEMORY);
    memcpy(memory, f->buf[2], ENDS * PAIR_MEMORY);
    memcpy(works, f->buf[3], f->count[3] * 8);
    memset(f->buf[5], 0xff, f->count[5] * 8);
    for (int x = 0; x < ENDS; x++) {
        link[x] = (struct link){ .dice = (uint64_t)f->i[4] + (uint64_t)x, .loss = (int)f->i[1], .twice = (int)f->i[2],
                                 .jitter = (int)f->i[3] };
        end[x] = (struct end){ .wr = works + x * N * 10, .rr = (int64_t *)f->buf[4] + x * N * 5, .N = N,
                               .out = (int64_t *)f->buf[5] + x * 2 * N * WC };
        desk_open(&end[x].d, (int64_t *)f->buf[0] + x * ATTR, (int64_t *)f->buf[1] + x * REGIONS * 4,
                  memory + x * PAIR_MEMORY);
    }
    for (int k = 0; k < ENDS * N; k++) {
        const struct desk *other = &end[k < N].d;
        works[10 * k + 8] = (int64_t)addr_of(other, works[10 * k + 8]);
        works[10 * k + 9] = key_of(other, works[10 * k + 9]);
    }
    /* `last` is when something was posted or completed: the run is over when nothing more is. */
    for (; now - last < STUCK * TICK; now += TICK)
        for (int x = 0; x < ENDS; x++) {
            pkt_t p;
            memset(&p, 0, sizeof p);
            land(&link[!x], now, end[x].d.qp);
            if (pump(&end[x], now))
                last = now;
            if (qp_next(end[x].d.qp, now, &p) == 1) {
                end[x].packets++;
                end[x].requests += p.op <= PK_READ;
                launch(&link[x], now, &p);
            }
        }
    const int64_t is[] = { last, end[0].requests, end[1].requests, end[0].packets, end[1].packets, end[0].sent,
                           end[1].sent, 0 };
    memcpy(happened, is, sizeof is);
    for (int x = 0; x < ENDS; x++)
        desk_close(&end[x].d);
    memcpy(f->buf[6], memory, ENDS * PAIR_MEMORY);
    free(memory), free(works);
}

/* --- a connection that works -------------------------------------------------------------------------------------- */

enum { POST = 100, POST_RECV = 30, POLLED = 50, POLLED_NONE = 10, IDLE = 20, FAR = 600, HEAD = 64 };
enum { NS_PER_KIB = 82 }; /* 100 Gb/s */
enum { POOL = 64, WINDOW = CH_SLOTS * CH_SLOT, GIVE_UP = 4000000 };
enum kill { ALIVE, NO_RECEIVE, CQ_FULL, OUTSIDE, INLINE_LONG, NO_CALL, CHANGED };

struct flying {
    const uint8_t *local;
    uint8_t inlined[FAB_INLINE_MOST];
    uint64_t remote;
    uint32_t bytes, imm;
    int flags, read, done_told, landed;
    int64_t departs, arrives, done;
    uint8_t *copy;
};

struct fab {
    struct fab *other;
    uint8_t *window;
    size_t window_bytes;
    int64_t clock, wire;
    struct flying w[FAB_SQ];
    uint64_t head, tail, landed; /* writes that have left the queue; posted; arrived at the other side */
    int receives, cq_n;
    wc_t cq[FAB_CQ];
    uint64_t polls;
};

static jmp_buf dead;
static int killed;
static uint64_t given, released; /* messages that are out; to know whether a slot may be written */

static void kill_it(int why)
{
    killed = why;
    longjmp(dead, 1);
}

static void complete(struct fab *f, wc_t w)
{
    if (f->cq_n == FAB_CQ)
        kill_it(CQ_FULL);
    f->cq[f->cq_n++] = w;
}

/* The NIC reads a write's bytes when it departs, not when it is posted. */
static void depart(struct fab *f, int64_t now)
{
    for (uint64_t x = f->landed; x < f->tail; x++) {
        struct flying *w = &f->w[x % FAB_SQ];
        if (w->departs <= now && !w->read) {
            memcpy(w->copy, w->flags & FAB_INLINE ? w->inlined : w->local, w->bytes);
            w->read = 1;
        }
    }
}

/* Bytes come from the end to the beginning while a write arrives, so that nobody takes its last byte for its end. */
static void arrive(struct fab *to, int64_t now)
{
    struct fab *from = to->other;
    depart(from, now);
    for (; from->landed < from->tail; from->landed++) {
        struct flying *w = &from->w[from->landed % FAB_SQ];
        int64_t begins = w->departs + FAR, whole = w->arrives - begins;
        if (now < begins)
            return;
        uint32_t there = now >= w->arrives ? w->bytes : (uint32_t)(w->bytes * (now - begins) / (whole ? whole : 1));
        if (w->bytes == 8 && there < 8)
            there = 0;
        memcpy(to->window + w->remote + w->bytes - there, w->copy + w->bytes - there, there);
        if (now < w->arrives)
            return;
        if (!(w->flags & FAB_INLINE) && memcmp(w->copy, w->local, w->bytes))
            kill_it(CHANGED);
        if (w->flags & FAB_IMM) {
            if (!to->receives--)
                kill_it(NO_RECEIVE);
            complete(to, (wc_t){ .op = WC_RECV_IMM, .bytes = w->bytes, .with_imm = 1, .imm = w->imm });
        }
        free(w->copy), w->copy = NULL, w->landed = 1;
    }
}

static void acknowledge(struct fab *f, int64_t now)
{
    for (uint64_t x = f->head; x < f->landed; x++) {
        struct flying *w = &f->w[x % FAB_SQ];
        if (w->done > now)
            return;
        if (!w->done_told && w->flags & FAB_SIGNALED)
            complete(f, (wc_t){ .id = x, .op = WC_WRITE });
        w->done_told = 1;
    }
}

static void pass(struct fab *f, int64_t ns)
{
    f->clock += ns;
    depart(f, f->clock);
    arrive(f->other, f->clock < f->other->clock ? f->clock : f->other->clock);
    arrive(f, f->clock);
    acknowledge(f, f->clock);
    if (f->clock > GIVE_UP)
        kill_it(NO_CALL);
}

int fab_write(fab_t *f, const void *local, uint64_t remote, uint32_t bytes, int flags, uint32_t imm)
{
    pass(f, POST);
    if (f->tail - f->head >= FAB_SQ)
        return -1;
    if (!bytes || remote > f->other->window_bytes || bytes > f->other->window_bytes - remote)
        kill_it(OUTSIDE);
    if (flags & FAB_INLINE && bytes > FAB_INLINE_MOST)
        kill_it(INLINE_LONG);
    struct flying *w = &f->w[f->tail % FAB_SQ];
    *w = (struct flying){ .local = local, .remote = remote, .bytes = bytes, .imm = imm, .flags = flags,
                          .copy = malloc(bytes) };
    if (flags & FAB_INLINE)
        memcpy(w->inlined, local, bytes);
    w->departs = f->clock > f->wire ? f->clock : f->wire;
    f->wire = w->departs + ((int64_t)bytes + HEAD) * NS_PER_KIB / 1024;
    w->arrives = f->wire + FAR;
    w->done = w->arrives + FAR;
    f->tail++;
    return 0;
}

int fab_recv(fab_t *f)
{
    pass(f, POST_RECV);
    if (f->receives == FAB_RQ)
        return -1;
    f->receives++;
    return 0;
}

int fab_poll(fab_t *f, wc_t *wc)
{
    pass(f, POLLED_NONE);
    if (!f->cq_n)
        return 0;
    pass(f, POLLED - POLLED_NONE);
    *wc = f->cq[0];
    memmove(f->cq, f->cq + 1, (size_t)--f->cq_n * sizeof *f->cq);
    if (wc->op == WC_WRITE && wc->id >= f->head)
        f->head = wc->id + 1;
    f->polls++;
    return 1;
}

struct channel {
    fab_t a, b;
    uint8_t *pool;
    int64_t N, least, most, use, hold, lump;
    uint64_t seed, sent, done;
    int64_t bad_place, bad_bytes, bad_length, early, copied;
};

static uint32_t bytes_of(const struct channel *c, uint64_t k)
{
    uint64_t s = c->seed + k * 977;
    mix(&s);
    return (uint32_t)(c->least + (int64_t)(mix(&s) % (uint64_t)(c->most - c->least + 1)));
}

static uint8_t byte_of(const struct channel *c, uint64_t k, uint32_t i)
{
    return (uint8_t)((c->seed + k * 131 + i * 7 + (i >> 8)) % 251);
}

/* Writes that are done, signaled or not, as far as the model knows and the learner may not. */
static uint64_t really_done(const fab_t *f)
{
    uint64_t x = f->head;
    while (x < f->landed && f->w[x % FAB_SQ].done <= f->clock)
        x++;
    return x;
}

static void send_step(struct channel *c, tx_t *tx)
{
    pass(&c->a, 0);
    uint64_t done = tx_done(tx);
    if (done > really_done(&c->a) || done > c->sent)
        c->early++, done = c->done;
    for (; c->done < done; c->done++)
        memset(c->pool + c->done % POOL * CH_SLOT, 0xdd, CH_SLOT);
    uint8_t *msg = c->pool + c->sent % POOL * CH_SLOT;
    uint32_t bytes = bytes_of(c, c->sent);
    if (c->sent >= (uint64_t)c->N || c->sent - c->done >= POOL) {
        pass(&c->a, IDLE);
        return;
    }
    for (uint32_t i = 0; i < bytes; i++)
        msg[i] = byte_of(c, c->sent, i);
    uint64_t posted = c->a.tail;
    int went = tx_send(tx, msg, bytes) == 1;
    for (; posted < c->a.tail && went; posted++)
        c->copied += c->a.w[posted % FAB_SQ].local != msg && c->a.w[posted % FAB_SQ].bytes == bytes;
    c->sent += (uint64_t)went;
    if (!went)
        pass(&c->a, IDLE);
}

static int same(const struct channel *c, const uint8_t *p, uint64_t k)
{
    uint32_t bytes = bytes_of(c, k);
    for (uint32_t i = 0; i < bytes; i++)
        if (p[i] != byte_of(c, k, i))
            return 0;
    return 1;
}

static void release(struct channel *c, rx_t *rx)
{
    c->bad_bytes += !same(c, c->b.window + released % CH_SLOTS * CH_SLOT, released);
    released++;
    rx_release(rx);
}

static void receive_step(struct channel *c, rx_t *rx)
{
    uint32_t bytes = 0;
    pass(&c->b, 0);
    const uint8_t *p = rx_next(rx, &bytes);
    if (p) {
        c->bad_place += p != c->b.window + given % CH_SLOTS * CH_SLOT;
        c->bad_length += bytes != bytes_of(c, given);
        if (p >= c->b.window && p <= c->b.window + WINDOW - CH_SLOT)
            c->bad_bytes += !same(c, p, given);
        given++;
        pass(&c->b, c->use);
    } else {
        pass(&c->b, IDLE);
    }
    while (given - released > (uint64_t)c->hold || (released < given && given == (uint64_t)c->N))
        for (int64_t k = 0; k < c->lump && released < given; k++)
            release(c, rx);
}

static void fab_free(fab_t *f)
{
    for (int k = 0; k < FAB_SQ; k++)
        free(f->w[k].copy);
    free(f->window);
}

/* N least most use hold lump seed | happened [16] */
HARNESS(channel)
{
    static struct channel c;
    static tx_t *volatile tx;
    static rx_t *volatile rx;
    c = (struct channel){ .N = f->i[0], .least = f->i[1], .most = f->i[2], .use = f->i[3], .hold = f->i[4],
                          .lump = f->i[5], .seed = (uint64_t)f->i[6], .pool = calloc(POOL, CH_SLOT) };
    c.a.other = &c.b, c.b.other = &c.a;
    c.a.window = calloc(1, CH_SLOT), c.a.window_bytes = CH_SLOT;
    c.b.window = calloc(1, WINDOW), c.b.window_bytes = WINDOW;
    killed = ALIVE, given = released = 0;
    int64_t *out = f->buf[0];
    static int64_t ended;
    ended = 0;
    if (!setjmp(dead)) {
        rx = rx_open(&c.b, c.b.window);
        tx = tx_open(&c.a, c.a.window);
        while (released < (uint64_t)c.N || c.a.clock < ended + 8 * FAR) {
            if (c.a.clock <= c.b.clock || released == (uint64_t)c.N)
                send_step(&c, tx);
            else
                receive_step(&c, rx);
            if (released < (uint64_t)c.N)
                ended = c.b.clock;
            if (c.bad_bytes || c.bad_place || c.bad_length)
                break;
        }
        tx_close(tx), rx_close(rx);
    }
    int64_t wire = ((c.least + c.most) / 2 + HEAD) * NS_PER_KIB / 1024;
    const int64_t is[] = { (int64_t)c.sent, (int64_t)released, c.bad_place, c.bad_bytes, c.bad_length, c.early,
                           (int64_t)(c.sent - c.done), killed, (int64_t)c.a.tail, (int64_t)c.a.polls,
                           (int64_t)c.b.tail, c.copied, ended, c.N * (wire > POST ? wire : POST), (int64_t)given, 0 };
    memcpy(out, is, sizeof is);
    fab_free(&c.a), fab_free(&c.b), free(c.pool);
}

/* --- the bounce buffer -------------------------------------------------------------------------------------------- */

/* tasks [R][7]; times [R] */
HARNESS(bounce)
{
    const double *t = f->buf[0];
    double *out = f->buf[1];
    for (uint64_t r = 0; r < f->count[1]; r++, t += 7) {
        bounce_t b = { (int64_t)t[0], (int64_t)t[1], (int)t[2], t[3], t[4], t[5], t[6] };
        out[r] = bounce_s(&b);
    }
}
