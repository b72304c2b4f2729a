/*
 * oracle.c: what is right in h09-neuron-tiles. Times are relaxed until nothing changes, orders are found by going back
 * from each instruction to all that it is behind. A learner's program is run on memory that remembers what was written
 * last, and timed. Buckets are tried by their last one, blocks one by one.
 */
#include <ridge/oracle.h>

#include "lab.h"

#include <stdarg.h>
#include <stdlib.h>

enum { LAYER = 15, OP = 6 + NT_QUEUES };

struct program {
    nt_layer_t l;
    nt_op_t op[NT_OPS];
    int n;
    int64_t start[NT_OPS], end[NT_OPS];
};

static const char *const kinds[] = { "LOAD", "MATMUL", "VECTOR", "STORE", "SEND" };

static int wrong(struct ridge_verdict *v, const char *how, ...)
{
    va_list a;
    va_start(a, how);
    vsnprintf(v->message, sizeof v->message, how, a);
    va_end(a);
    v->pass = 0;
    return 0;
}

static int64_t below(uint64_t *s, int64_t n)
{
    return (int64_t)(ridge_next(s) % (uint64_t)n);
}

static int64_t quotient(int64_t a, int64_t b)
{
    return a / b + (a % b != 0);
}

/* --------------------------------------------------------------------------------------------------------- layers */

static const char *const fields[LAYER - 1] = { "tiles", "parts", "send", "rings", "banks", "in_B", "out_B", "mm_ns",
    "vec_ns", "dma_ns", "dma_rate", "net_ns", "net_rate", "sbuf" };
enum { TILES, PARTS, SEND, RINGS, BANKS, IN_B, OUT_B, MM, VEC, DMA, DMA_RATE, NET, NET_RATE, SBUF, COUNT };

static void unpack(const int64_t *r, nt_layer_t *l)
{
    *l = (nt_layer_t){ .tiles = (int)r[TILES], .parts = (int)r[PARTS], .send = (int)r[SEND], .rings = (int)r[RINGS],
                       .banks = (int)r[BANKS], .in_B = r[IN_B], .out_B = r[OUT_B], .mm_ns = r[MM], .vec_ns = r[VEC],
                       .dma_ns = r[DMA], .dma_rate = r[DMA_RATE], .net_ns = r[NET], .net_rate = r[NET_RATE],
                       .sbuf = r[SBUF] };
}

static int count(const nt_layer_t *l)
{
    return l->tiles * (2 * l->parts + 2 + l->send);
}

/* Any layer of at most N instructions. Of half of them one engine is much slower than the others. */
static void any_layer(int64_t *r, int N, uint64_t *s)
{
    r[SEND] = below(s, 2), r[PARTS] = 1 + below(s, below(s, 2) ? 2 : 6);
    while (r[PARTS] > 1 && 2 * r[PARTS] + 2 + r[SEND] > N)
        r[PARTS]--;
    r[SEND] = 2 * r[PARTS] + 2 + r[SEND] > N ? 0 : r[SEND];
    int64_t room = N / (2 * r[PARTS] + 2 + r[SEND]);
    r[TILES] = below(s, 4) ? room : 1 + below(s, room);
    r[RINGS] = 1 + below(s, NT_RINGS), r[BANKS] = below(s, 3) ? 2 + below(s, 7) : below(s, 3) ? 1 : 1 + below(s, NT_OPS);
    r[IN_B] = 1 + below(s, 3000), r[OUT_B] = 1 + below(s, 3000);
    r[MM] = 1 + below(s, 400), r[VEC] = 1 + below(s, 400);
    r[DMA] = 1 + below(s, 300), r[DMA_RATE] = 1 + below(s, 40);
    r[NET] = 1 + below(s, 300), r[NET_RATE] = 1 + below(s, 40);
    int64_t ins = below(s, 3) ? 1 + below(s, 6) : 1, outs = below(s, 3) ? 1 + below(s, 4) : 1;
    r[SBUF] = ins * r[IN_B] + outs * r[OUT_B] + (below(s, 2) ? below(s, r[IN_B]) : 0);
    static const int slow[] = { MM, VEC, NET, DMA };
    if (below(s, 2))
        r[slow[below(s, 4)]] *= 10;
}

/* Row k of the layers: the case's own fields, or drawn ones. Programs have a few long times, too. */
static void laid(struct ridge_case *c, int64_t *r, int k, uint64_t *s)
{
    int N = (int)ridge_int(c, "N");
    if (ridge_int(c, "drawn")) {
        any_layer(r, k ? N : N < 8 ? N : 8, s);
        if (ridge_int(c, "programs") && k % 7 == 6)
            r[k % 2 ? MM : DMA] += INT64_C(3000000000);
    } else {
        for (int f = 0; f < COUNT; f++)
            r[f] = ridge_int(c, fields[f]);
    }
}

/* ------------------------------------------------------------------------------------------------ drawn programs */

static int queue_of(int kind, int ring)
{
    return kind == NT_MATMUL ? NT_PE : kind == NT_VECTOR ? NT_VE : kind == NT_SEND ? NT_NIC : NT_RING + ring;
}

static int64_t size(const nt_layer_t *l, int kind)
{
    return kind == NT_LOAD || kind == NT_MATMUL ? l->in_B : l->out_B;
}

static int push(struct program *p, nt_op_t o)
{
    p->op[p->n] = o;
    return p->n++;
}

/* How many instructions of op k's queue stand up to k. */
static int place(const struct program *p, int k)
{
    int n = 0;
    for (int j = 0; j <= k; j++)
        n += p->op[j].queue == p->op[k].queue;
    return n;
}

static void behind(const struct program *p, nt_op_t *o, int k)
{
    int n = k < 0 ? 0 : place(p, k), q = k < 0 ? 0 : p->op[k].queue;
    o->after[q] = n > o->after[q] ? n : o->after[q];
}

/* A right program, tile by tile, with few slots. What is a tile's last STORE, LOAD and so on is kept by number. */
static void right_program(struct program *p, uint64_t *s)
{
    static int mm[NT_OPS], vec[NT_OPS], store[NT_OPS], sent[NT_OPS];
    const nt_layer_t *l = &p->l;
    int outs = (int)((l->sbuf - l->in_B) / l->out_B), ins;
    outs = outs > 3 ? 3 : outs;
    ins = (int)((l->sbuf - outs * l->out_B) / l->in_B);
    for (int t = 0; t < l->tiles; t++) {
        for (int k = t * l->parts; k < (t + 1) * l->parts; k++) {
            nt_op_t o = { .kind = NT_LOAD, .queue = NT_RING + k % l->rings, .tile = t, .part = k % l->parts,
                          .bank = t % l->banks, .at = (int)(k % ins * l->in_B) };
            behind(p, &o, k < ins ? -1 : mm[k - ins]);
            int load = push(p, o);
            memset(o.after, 0, sizeof o.after);
            o.kind = NT_MATMUL, o.queue = NT_PE;
            behind(p, &o, load), behind(p, &o, t < l->banks ? -1 : vec[t - l->banks]);
            mm[k] = push(p, o);
        }
        nt_op_t o = { .kind = NT_VECTOR, .queue = NT_VE, .tile = t, .bank = t % l->banks,
                      .at = (int)(ins * l->in_B + t % outs * l->out_B) };
        behind(p, &o, mm[(t + 1) * l->parts - 1]);
        behind(p, &o, t < outs ? -1 : store[t - outs]);
        behind(p, &o, t < outs || !l->send ? -1 : sent[t - outs]);
        vec[t] = push(p, o);
        memset(o.after, 0, sizeof o.after);
        behind(p, &o, vec[t]);
        o.kind = NT_STORE, o.queue = NT_RING + (int)below(s, l->rings);
        store[t] = push(p, o);
        o.kind = NT_SEND, o.queue = NT_NIC;
        sent[t] = l->send ? push(p, o) : -1;
    }
}

/* One instruction loses a wait, waits for too little, or works in a place that is not its own. */
static void spoil(struct program *p, uint64_t *s)
{
    nt_op_t *o = &p->op[below(s, p->n)];
    int q = (int)below(s, NT_QUEUES), what = (int)below(s, 4);
    for (int k = 0; k < NT_QUEUES && !o->after[q]; k++)
        q = (q + 1) % NT_QUEUES;
    if (what == 0)
        o->after[q] = 0;
    if (what == 1 && o->after[q])
        o->after[q]--;
    if (what == 2)
        o->at = (int)below(s, p->l.sbuf - size(&p->l, o->kind) + 1);
    if (what == 3)
        o->bank = (int)below(s, p->l.banks);
}

/* Instructions of any kind that wait for what stands before them, and now and then for what stands behind. */
static void any_program(struct program *p, int n, int forward, uint64_t *s)
{
    int length[NT_QUEUES] = { 0 };
    for (int k = 0; k < n; k++) {
        nt_op_t o = { .kind = (int)below(s, NT_SEND + 1), .tile = (int)below(s, p->l.tiles) };
        o.queue = queue_of(o.kind, (int)below(s, p->l.rings));
        o.part = (int)below(s, p->l.parts), o.bank = (int)below(s, p->l.banks);
        o.at = (int)below(s, p->l.sbuf - size(&p->l, o.kind) + 1);
        for (int waits = (int)below(s, 4); waits > 0; waits--) {
            int q = (int)below(s, NT_RING + p->l.rings), more = forward && below(s, 12) == 0;
            o.after[q] = length[q] || more ? (int)below(s, length[q] + 1) + more : 0;
            if (more && below(s, 20) == 0) /* for what never comes */
                o.after[q] = INT32_MAX;
        }
        length[o.queue]++;
        push(p, o);
    }
}

enum { RIGHT, SPOILT, ANY, FORWARD };

static void draw(struct program *p, int shape, int k, int N, uint64_t *s)
{
    p->n = 0;
    if (shape == ANY || shape == FORWARD) {
        any_program(p, k < 3 ? k : 1 + (int)below(s, N), shape == FORWARD, s);
    } else {
        right_program(p, s);
        for (int times = shape == SPOILT ? 1 + k % 3 : 0; times > 0; times--)
            spoil(p, s);
    }
}

/* The programs need the layers and both have one seed: the layers draw again what they drew before. */
int layers_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    static struct program p;
    int64_t *r = b ? b->data : NULL;
    for (size_t k = 0; r && k < b->count / LAYER; k++, r += LAYER) {
        uint64_t s = ridge_mix(seed + k, "layer");
        memset(r, 0, LAYER * sizeof *r);
        laid(c, r, (int)k, &s);
        unpack(r, &p.l);
        r[COUNT] = count(&p.l);
        if (ridge_int(c, "programs")) {
            draw(&p, (int)ridge_int(c, "shape"), (int)k, (int)ridge_int(c, "N"), &s);
            r[COUNT] = p.n;
        }
        if (r[COUNT] > ridge_int(c, "N"))
            return -1;
    }
    return r ? 0 : -1;
}

int programs_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    static struct program p;
    int N = (int)ridge_int(c, "N");
    int32_t *to = b ? b->data : NULL;
    for (size_t k = 0; to && k < b->count / (size_t)(OP * N); k++, to += OP * N) {
        int64_t r[LAYER];
        uint64_t s = ridge_mix(seed + k, "layer");
        laid(c, r, (int)k, &s);
        unpack(r, &p.l);
        draw(&p, (int)ridge_int(c, "shape"), (int)k, N, &s);
        memset(to, 0, (size_t)(OP * N) * sizeof *to);
        for (int i = 0; i < p.n; i++) {
            const nt_op_t *o = &p.op[i];
            const int32_t six[6] = { o->kind, o->queue, o->tile, o->part, o->bank, o->at };
            memcpy(to + OP * i, six, sizeof six);
            for (int q = 0; q < NT_QUEUES; q++)
                to[OP * i + 6 + q] = o->after[q];
        }
    }
    return to ? 0 : -1;
}

static void read_ops(struct program *p, const int32_t *r, int n)
{
    p->n = n;
    for (int k = 0; k < n; k++, r += OP) {
        p->op[k] = (nt_op_t){ r[0], r[1], r[2], r[3], r[4], r[5], { 0 } };
        for (int q = 0; q < NT_QUEUES; q++)
            p->op[k].after[q] = r[6 + q];
    }
}

/* ----------------------------------------------------------------------------------------------------------- time */

static int64_t lasts(const nt_layer_t *l, int kind)
{
    const int64_t of[] = { l->dma_ns + quotient(l->in_B, l->dma_rate), l->mm_ns, l->vec_ns,
                           l->dma_ns + quotient(l->out_B, l->dma_rate), l->net_ns + quotient(l->out_B, l->net_rate) };
    return of[kind];
}

/* edge[k][q]: the instruction of queue q that k is directly behind, -1 for none, -2 for one that there is not. */
static int edge[NT_OPS][NT_QUEUES];

static void edges(const struct program *p)
{
    static int list[NT_QUEUES][NT_OPS];
    int n[NT_QUEUES] = { 0 };
    for (int k = 0; k < p->n; k++)
        list[p->op[k].queue][n[p->op[k].queue]++] = k;
    for (int k = 0; k < p->n; k++)
        for (int q = 0; q < NT_QUEUES; q++) {
            int after = p->op[k].after[q];
            if (q == p->op[k].queue && after < place(p, k))
                after = place(p, k) - 1;
            edge[k][q] = after <= 0 ? -1 : after > n[q] ? -2 : list[q][after - 1];
        }
}

/* Start and end of all. Returns how many never start. */
static int timed(struct program *p)
{
    int left = p->n;
    edges(p);
    for (int k = 0; k < p->n; k++)
        p->start[k] = p->end[k] = -1;
    for (int changed = 1; changed;) {
        changed = 0;
        for (int k = p->n - 1; k >= 0; k--) {
            int64_t t = 0;
            for (int q = 0; q < NT_QUEUES && t >= 0 && p->start[k] < 0; q++)
                if (edge[k][q] == -2 || (edge[k][q] >= 0 && p->start[edge[k][q]] < 0))
                    t = -1;
                else if (edge[k][q] >= 0 && p->end[edge[k][q]] > t)
                    t = p->end[edge[k][q]];
            if (p->start[k] >= 0 || t < 0)
                continue;
            p->start[k] = t, p->end[k] = t + lasts(&p->l, p->op[k].kind);
            changed = 1, left--;
        }
    }
    return left;
}

static int64_t makespan(const struct program *p)
{
    int64_t last = 0;
    for (int k = 0; k < p->n; k++)
        last = p->end[k] > last ? p->end[k] : last;
    return last;
}

int time_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    static struct program p;
    const int64_t *row = ridge_data(c, "layers"), *got = ridge_data(c, "times");
    const int32_t *ops = ridge_data(c, "programs");
    int N = (int)ridge_int(c, "N");
    for (int k = 0; k < ridge_int(c, "R"); k++, row += LAYER, ops += OP * N, got += 2 * (N + 1)) {
        unpack(row, &p.l);
        read_ops(&p, ops, (int)row[COUNT]);
        int64_t want = timed(&p) ? -1 : makespan(&p);
        for (int i = 0; i < p.n; i++)
            if (got[2 * i] != p.start[i] || got[2 * i + 1] != p.end[i])
                return wrong(v, "nt_time of program %d (%d instructions): instruction %d, a %s, starts at %lld and "
                             "ends at %lld, expected %lld and %lld", k, p.n, i, kinds[p.op[i].kind],
                             (long long)got[2 * i], (long long)got[2 * i + 1], (long long)p.start[i],
                             (long long)p.end[i]);
        if (got[2 * N] != want)
            return wrong(v, "nt_time of program %d (%d instructions) returns %lld, expected %lld", k, p.n,
                         (long long)got[2 * N], (long long)want);
    }
    v->pass = 1;
    return 0;
}

/* ---------------------------------------------------------------------------------------------------------- races */

static uint8_t before[NT_OPS][NT_OPS]; /* [k][j]: j has ended for certain when k starts */

/* Goes back from k to all that it is behind. */
static void look_back(const struct program *p, int k)
{
    static int stack[NT_OPS];
    int n = 0;
    memset(before[k], 0, (size_t)p->n);
    stack[n++] = k;
    while (n) {
        int at = stack[--n];
        for (int q = 0; q < NT_QUEUES; q++)
            if (edge[at][q] >= 0 && !before[k][edge[at][q]]) {
                before[k][edge[at][q]] = 1;
                stack[n++] = edge[at][q];
            }
    }
}

/* Do both touch a byte or a bank that one of them writes? */
static int clash(const nt_layer_t *l, const nt_op_t *a, const nt_op_t *b)
{
    static const int writes[] = { 1, 0, 1, 0, 0 }, bank[] = { 0, 2, 1, 0, 0 }; /* bank: 1 reads, 2 writes */
    int64_t from = a->at > b->at ? a->at : b->at;
    int64_t to = a->at + size(l, a->kind), other = b->at + size(l, b->kind);
    to = other < to ? other : to;
    return (from < to && (writes[a->kind] || writes[b->kind])) ||
           (a->bank == b->bank && bank[a->kind] * bank[b->kind] > 1);
}

static int64_t races(const struct program *p, int *a, int *b)
{
    int64_t count = 0;
    for (int k = 0; k < p->n; k++)
        look_back(p, k);
    for (int i = p->n - 1; i >= 0; i--)
        for (int j = i - 1; j >= 0; j--)
            if (!before[i][j] && !before[j][i] && clash(&p->l, &p->op[i], &p->op[j])) {
                *a = j, *b = i;
                count++;
            }
    return count;
}

int races_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    static struct program p;
    const int64_t *row = ridge_data(c, "layers"), *got = ridge_data(c, "races");
    const int32_t *ops = ridge_data(c, "programs");
    int N = (int)ridge_int(c, "N");
    for (int k = 0; k < ridge_int(c, "R"); k++, row += LAYER, ops += OP * N) {
        int a, b;
        unpack(row, &p.l);
        read_ops(&p, ops, (int)row[COUNT]);
        int64_t want = timed(&p) ? -1 : races(&p, &a, &b);
        if (got[k] == want)
            continue;
        if (want > 0)
            return wrong(v, "nt_races of program %d (%d instructions) is %lld, expected %lld: instructions %d and %d, "
                         "a %s and a %s, are one such pair", k, p.n, (long long)got[k], (long long)want, a, b,
                         kinds[p.op[a].kind], kinds[p.op[b].kind]);
        return wrong(v, "nt_races of program %d (%d instructions) is %lld, expected %lld", k, p.n, (long long)got[k],
                     (long long)want);
    }
    v->pass = 1;
    return 0;
}

/* -------------------------------------------------------------------------------------------------------- program */

static int64_t max(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

/* What no program can be faster than: each engine is busy for so long, behind what comes first and before what comes
 * last; operands and tiles take so much of SBUF for so long, tiles so many banks. */
static int64_t bound(const nt_layer_t *l)
{
    int64_t load = lasts(l, NT_LOAD), store = lasts(l, NT_STORE), send = l->send ? lasts(l, NT_SEND) : 0;
    int64_t S = l->parts, T = l->tiles, K = S * T, mm = l->mm_ns, vec = l->vec_ns, tail = max(store, send);
    int64_t head = max(load + S * mm, quotient(S, l->rings) * load + mm);
    int64_t held = K * l->in_B * (load + mm) + T * l->out_B * (vec + tail); /* bytes of SBUF times ns */
    int64_t b = load + K * mm + vec + tail;
    b = max(b, head + T * vec + tail);
    b = max(b, send ? head + vec + T * send : 0);
    b = max(b, quotient(K * load + T * store, l->rings));
    b = max(b, quotient(K * load, l->rings) + mm + vec + tail);
    b = max(b, head + vec + quotient(T, l->rings) * store);
    b = max(b, load + quotient(T * (S * mm + vec), l->banks) + tail);
    b = max(b, quotient(K * (load + mm), l->sbuf / l->in_B) + vec + tail);
    return max(b, quotient(held, l->sbuf));
}

/* Is the instruction one that the machine has? */
static int exists(const nt_layer_t *l, const nt_op_t *o, int k, struct ridge_verdict *v)
{
    int ring = o->queue - NT_RING, dma = o->kind == NT_LOAD || o->kind == NT_STORE;
    if (o->kind < 0 || o->kind > NT_SEND)
        return wrong(v, "instruction %d has kind %d, which there is not", k, o->kind);
    if (dma ? ring < 0 || ring >= l->rings : o->queue != queue_of(o->kind, 0))
        return wrong(v, "instruction %d, a %s, is in queue %d, where it cannot be (%d rings)", k, kinds[o->kind],
                     o->queue, l->rings);
    if (o->tile < 0 || o->tile >= l->tiles ||
        ((o->kind == NT_LOAD || o->kind == NT_MATMUL) && (o->part < 0 || o->part >= l->parts)))
        return wrong(v, "instruction %d, a %s, is for part %d of tile %d, which there is not", k, kinds[o->kind],
                     o->part, o->tile);
    if (o->at < 0 || o->at + size(l, o->kind) > l->sbuf)
        return wrong(v, "instruction %d, a %s, needs bytes %d to %lld of SBUF, which has %lld", k, kinds[o->kind],
                     o->at, (long long)(o->at + size(l, o->kind)), (long long)l->sbuf);
    if ((o->kind == NT_MATMUL || o->kind == NT_VECTOR) && (o->bank < 0 || o->bank >= l->banks))
        return wrong(v, "instruction %d, a %s, needs bank %d of %d", k, kinds[o->kind], o->bank, l->banks);
    return 1;
}

/* Each LOAD, MATMUL, VECTOR, STORE and SEND of the layer once. */
static int complete(const struct program *p, struct ridge_verdict *v)
{
    static uint8_t seen[NT_SEND + 1][NT_OPS];
    memset(seen, 0, sizeof seen);
    if (p->n != count(&p->l))
        return wrong(v, "%d instructions, expected %d", p->n, count(&p->l));
    for (int k = 0; k < p->n; k++) {
        const nt_op_t *o = &p->op[k];
        int product = o->kind == NT_LOAD || o->kind == NT_MATMUL;
        if (!exists(&p->l, o, k, v))
            return 0;
        if (o->kind == NT_SEND && !p->l.send)
            return wrong(v, "instruction %d is a SEND, and this layer sends nothing", k);
        if (seen[o->kind][product ? o->tile * p->l.parts + o->part : o->tile]++)
            return wrong(v, "instruction %d, a %s for part %d of tile %d, is there twice", k, kinds[o->kind],
                         product ? o->part : 0, o->tile);
    }
    return 1;
}

static const struct program *sorting;

static int by_start(const void *a, const void *b)
{
    int64_t x = sorting->start[*(const int *)a], y = sorting->start[*(const int *)b];
    return x < y ? -1 : x > y;
}

/* The last instruction before place i of the order that wrote where o reads SBUF, or -1. */
static int writer(const struct program *p, const int *order, int i, const nt_op_t *o)
{
    for (i--; i >= 0; i--) {
        const nt_op_t *w = &p->op[order[i]];
        if ((w->kind == NT_LOAD || w->kind == NT_VECTOR) && w->at < o->at + size(&p->l, o->kind) &&
            o->at < w->at + size(&p->l, w->kind))
            return order[i];
    }
    return -1;
}

/* Does every instruction find what it should? Without races the order of starts stands for any. */
static int finds(const struct program *p, struct ridge_verdict *v)
{
    static int order[NT_OPS], tile[NT_OPS], parts[NT_OPS]; /* what a bank has: so many parts of a tile */
    for (int k = 0; k < p->n; k++)
        order[k] = k, tile[k] = -1, parts[k] = 0;
    sorting = p;
    qsort(order, (size_t)p->n, sizeof order[0], by_start);
    for (int i = 0; i < p->n; i++) {
        const nt_op_t *o = &p->op[order[i]];
        int b = o->bank % NT_OPS;
        if (o->kind != NT_LOAD && o->kind != NT_VECTOR) {
            int w = writer(p, order, i, o), made = o->kind == NT_MATMUL ? NT_LOAD : NT_VECTOR;
            const nt_op_t *is = w < 0 ? NULL : &p->op[w];
            if (!is || is->kind != made || is->at != o->at || is->tile != o->tile ||
                (made == NT_LOAD && is->part != o->part))
                return wrong(v, "instruction %d, a %s for part %d of tile %d, reads byte %d of SBUF on, and %s%s wrote "
                             "there last (tile %d, part %d, at %d)", order[i], kinds[o->kind], o->part, o->tile, o->at,
                             is ? "a " : "nobody", is ? kinds[is->kind] : "", is ? is->tile : -1, is ? is->part : -1,
                             is ? is->at : -1);
        }
        if (o->kind == NT_MATMUL && o->part && (tile[b] != o->tile || parts[b] != o->part))
            return wrong(v, "instruction %d adds part %d of tile %d to bank %d, which has %d parts of tile %d",
                         order[i], o->part, o->tile, b, parts[b], tile[b]);
        if (o->kind == NT_VECTOR && (tile[b] != o->tile || parts[b] != p->l.parts))
            return wrong(v, "instruction %d finishes tile %d from bank %d, which has %d of %d parts of tile %d",
                         order[i], o->tile, b, parts[b], p->l.parts, tile[b]);
        if (o->kind == NT_MATMUL)
            tile[b] = o->tile, parts[b] = o->part + 1;
    }
    return 1;
}

static int judged(struct program *p, struct ridge_verdict *v)
{
    int a = 0, b = 0, late;
    v->message[0] = 0;
    if (!complete(p, v))
        return 0;
    late = timed(p);
    for (int k = 0; k < p->n && late; k++)
        if (p->start[k] < 0)
            return wrong(v, "%d instructions never start, among them instruction %d, a %s for tile %d in queue %d",
                         late, k, kinds[p->op[k].kind], p->op[k].tile, p->op[k].queue);
    if (races(p, &a, &b))
        return wrong(v, "instruction %d, a %s of tile %d, and instruction %d, a %s of tile %d, race: they start at "
                     "%lld and %lld, and nothing puts one behind the other", a, kinds[p->op[a].kind], p->op[a].tile, b,
                     kinds[p->op[b].kind], p->op[b].tile, (long long)p->start[a], (long long)p->start[b]);
    return finds(p, v);
}

int program_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    static struct program p;
    const int64_t *row = ridge_data(c, "layers");
    const int32_t *made = ridge_data(c, "made");
    int N = (int)ridge_int(c, "N"), R = (int)ridge_int(c, "R");
    int64_t total = 0, least = 0;
    for (int k = 0; k < R; k++, row += LAYER, made += 2 * OP * (N + 1)) {
        const int32_t *again = made + OP * (N + 1);
        unpack(row, &p.l);
        if (made[OP * N] < 0 || made[OP * N] > N)
            return wrong(v, "layer %d: nt_program returns %d, expected %d", k, made[OP * N], count(&p.l));
        read_ops(&p, made, made[OP * N]);
        if (!judged(&p, v)) {
            char said[400];
            snprintf(said, sizeof said, "%.399s", v->message);
            return wrong(v, "layer %d (%d tiles of %d parts, %d rings, %d banks): %s", k, p.l.tiles, p.l.parts,
                         p.l.rings, p.l.banks, said);
        }
        if (memcmp(made, again, (size_t)(OP * p.n) * sizeof *made) || made[OP * N] != again[OP * N])
            return wrong(v, "layer %d, asked for twice, has two programs", k);
        total += makespan(&p), least += bound(&p.l);
        if (makespan(&p) < bound(&p.l))
            return -1;
    }
    v->pass = 1;
    ridge_count(v, "ns", (double)total);
    ridge_count(v, "least", (double)least);
    ridge_count(v, "least_pct", total ? 100. * (double)least / (double)total : 100.);
    return 0;
}

/* --------------------------------------------------------------------------------------------------------- blocks */

int gemms_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int64_t *r = b ? b->data : NULL;
    for (int k = 0; r && k < ridge_int(c, "R"); k++, r += 8) {
        int64_t most = k % 5 ? 40 : 4, same = k % 3 == 0;
        for (int i = 0; i < 3; i++)
            r[i] = k < 2 ? 1 : 1 + below(&seed, most);
        r[3] = 1 + below(&seed, 64), r[4] = same ? r[3] : 1 + below(&seed, 64), r[5] = 1 + below(&seed, 64);
        r[1] = same ? r[0] : r[1];
        r[7] = k % 4 ? 2 + below(&seed, 63) : 1 + below(&seed, 9);
        r[6] = 2 * (r[3] + r[4] + r[5]) * (1 + below(&seed, 6)) - (k % 7 == 3 ? 1 + below(&seed, 9) : 0);
        if (k % 11 == 5)
            for (int i = 0; i < 3; i++)
                r[i] += 90000, r[3 + i] *= 128;
        if (k % 11 == 5)
            r[2] /= 1000, r[6] *= 128;
    }
    return r ? 0 : -1;
}

static int64_t moved(const int64_t *g, int64_t bm, int64_t bn)
{
    int64_t bytes = 0;
    for (int64_t j = 0; j < g[1]; j += bn) /* A is read for each column of blocks */
        bytes += g[0] * g[2] * g[3];
    for (int64_t i = 0; i < g[0]; i += bm)
        bytes += g[1] * g[2] * g[4];
    return bytes + g[0] * g[1] * g[5];
}

int block_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const int64_t *g = ridge_data(c, "gemms"), *got = ridge_data(c, "blocks");
    for (int k = 0; k < ridge_int(c, "R"); k++, g += 8, got += 3) {
        int64_t want[3] = { -1, 0, 0 }, room = 0;
        for (int64_t bn = g[1] < 64 ? g[1] : 64; bn >= 1; bn--)
            for (int64_t bm = g[0] < 64 ? g[0] : 64; bm >= 1; bm--) {
                int64_t sbuf = 2 * bm * g[3] + 2 * bn * g[4] + 2 * g[5], bytes;
                if (bm * bn > g[7] / 2 || sbuf > g[6])
                    continue;
                bytes = moved(g, bm, bn);
                int better = want[0] < 0 || bytes < want[0] || (bytes == want[0] && sbuf < room) ||
                             (bytes == want[0] && sbuf == room && bm < want[1]);
                if (better)
                    want[0] = bytes, want[1] = bm, want[2] = bn, room = sbuf;
            }
        for (int i = 0; i < 3; i++)
            if (got[i] != want[i])
                return wrong(v, "nt_block of product %d (m %lld, n %lld, k %lld; tiles of %lld, %lld, %lld B; %lld B "
                             "of SBUF, %lld banks): %lld x %lld with %lld B, expected %lld x %lld with %lld B", k,
                             (long long)g[0], (long long)g[1], (long long)g[2], (long long)g[3], (long long)g[4],
                             (long long)g[5], (long long)g[6], (long long)g[7], (long long)got[1], (long long)got[2],
                             (long long)got[0], (long long)want[1], (long long)want[2], (long long)want[0]);
    }
    v->pass = 1;
    return 0;
}

/* --------------------------------------------------------------------------------------------------- off the chip */

int nets_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int64_t *r = b ? b->data : NULL, N = ridge_int(c, "N");
    uint64_t s = ridge_mix(seed, buffer);
    for (int k = 0; r && k < ridge_int(c, "R"); k++, r += 4) {
        r[0] = k % 9 == 4 ? 1 : 2 + below(&s, 15);
        r[1] = 1 + below(&s, k % 2 ? 20 : 2000), r[2] = 1 + below(&s, 75);
        r[3] = k < 3 ? k : k == 3 ? N : 1 + below(&s, N);
    }
    return r ? 0 : -1;
}

int chunks_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int64_t *r = b ? b->data : NULL, N = ridge_int(c, "N");
    uint64_t s = ridge_mix(seed, buffer);
    for (int k = 0; r && k < ridge_int(c, "R"); k++) {
        int64_t t = below(&s, 1000) + (k % 5 == 2 ? INT64_C(1) << 40 : 0), pause = k % 4 == 1 ? 60000 : 2000;
        int64_t large = k % 3 ? 100000 : k % 6 ? 3000000 : 300000000;
        for (int i = 0; i < N; i++, r += 2) {
            r[0] = t, r[1] = below(&s, 6) ? below(&s, large) : 0;
            t += below(&s, 4) ? below(&s, pause) : 0;
        }
    }
    return r ? 0 : -1;
}

/* When chunks from .. to - 1 as one bucket are done, if the network is free from `t` on. */
static int64_t bucket(const int64_t *net, const int64_t *chunk, int from, int to, int64_t t)
{
    int64_t bytes = 0;
    for (int i = from; i < to; i++)
        bytes += chunk[2 * i + 1];
    t = max(t, chunk[2 * (to - 1)]);
    return t + 2 * (net[0] - 1) * (net[1] + quotient(quotient(bytes, net[0]), net[2]));
}

int scale_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const int64_t *net = ridge_data(c, "nets"), *chunk = ridge_data(c, "chunks"), *got = ridge_data(c, "cuts");
    int N = (int)ridge_int(c, "N");
    for (int k = 0; k < ridge_int(c, "R"); k++, net += 4, chunk += 2 * N, got += N + 1) {
        static int64_t best[NT_CHUNKS + 1];
        int n = (int)net[3], from = 0;
        int64_t t = 0;
        best[0] = 0;
        for (int to = 1; to <= n; to++) {
            best[to] = bucket(net, chunk, 0, to, 0);
            for (int i = 1; i < to; i++) {
                int64_t e = bucket(net, chunk, i, to, best[i]);
                best[to] = e < best[to] ? e : best[to];
            }
        }
        for (int i = 0; i < n; i++) {
            if (got[i] != 0 && got[i] != 1)
                return wrong(v, "nt_scale of step %d: cut[%d] is %lld, expected 0 or 1", k, i, (long long)got[i]);
            if (got[i])
                t = bucket(net, chunk, from, i + 1, t), from = i + 1;
        }
        if (from < n)
            return wrong(v, "nt_scale of step %d (%d chunks): chunks %d and on are in no bucket", k, n, from);
        if (got[N] != best[n])
            return wrong(v, "nt_scale of step %d (%lld chips, %d chunks) returns %lld, expected %lld", k,
                         (long long)net[0], n, (long long)got[N], (long long)best[n]);
        if (t != best[n])
            return wrong(v, "nt_scale of step %d (%lld chips, %d chunks): with these cuts the last bucket ends at "
                         "%lld, expected %lld", k, (long long)net[0], n, (long long)t, (long long)best[n]);
    }
    v->pass = 1;
    return 0;
}
