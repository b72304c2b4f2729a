/*
 * ref.c: time and order go through the queues in the same way, front by front, as far as waits allow. The program is
 * made by list scheduling: slots for operands and tiles, engines that go through the tiles in order, and a choice at
 * each step only where there is one, which transfer a ring takes next. Several ways to share SBUF and to choose are
 * tried, and the shortest program is kept.
 */
#include "lab.h"

#include <string.h>

#ifndef NT_SLOTS /* naive.c has one slot for operands, one for a tile, and one ring */
#define NT_SLOTS 24
#endif

static int64_t up(int64_t a, int64_t b)
{
    return (a + b - 1) / b;
}

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static int64_t most(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

static int64_t lasts(const nt_layer_t *l, int kind)
{
    switch (kind) {
    case NT_MATMUL:
        return l->mm_ns;
    case NT_VECTOR:
        return l->vec_ns;
    case NT_SEND:
        return l->net_ns + up(l->out_B, l->net_rate);
    default:
        return l->dma_ns + up(kind == NT_LOAD ? l->in_B : l->out_B, l->dma_rate);
    }
}

/* ---------------------------------------------------------------------------------------------------------- queues */

/* The list by queues, and the instructions in an order in which each stands behind all that it waits for. */
struct queues {
    int n[NT_QUEUES], op[NT_QUEUES][NT_OPS];
    int turns, turn[NT_OPS], place[NT_OPS]; /* place: how many of its queue stand before it */
};

static int may_start(const nt_op_t *o, const int *done)
{
    for (int q = 0; q < NT_QUEUES; q++)
        if (o->after[q] > done[q])
            return 0;
    return 1;
}

static const struct queues *sorted(const nt_op_t *op, int n)
{
    static struct queues s;
    int done[NT_QUEUES] = { 0 };
    memset(s.n, 0, sizeof s.n);
    s.turns = 0;
    for (int k = 0; k < n; k++) {
        s.place[k] = s.n[op[k].queue]++;
        s.op[op[k].queue][s.place[k]] = k;
    }
    for (int before = -1; before < s.turns;) {
        before = s.turns;
        for (int q = 0; q < NT_QUEUES; q++)
            while (done[q] < s.n[q] && may_start(&op[s.op[q][done[q]]], done))
                s.turn[s.turns++] = s.op[q][done[q]++];
    }
    return &s;
}

int64_t nt_time(const nt_layer_t *l, const nt_op_t *op, int n, int64_t *start, int64_t *end)
{
    const struct queues *s = sorted(op, n);
    int64_t last = 0;
    for (int k = 0; k < n; k++)
        start[k] = end[k] = -1;
    for (int i = 0; i < s->turns; i++) {
        int k = s->turn[i];
        int64_t t = s->place[k] ? end[s->op[op[k].queue][s->place[k] - 1]] : 0;
        for (int q = 0; q < NT_QUEUES; q++)
            if (op[k].after[q] > 0)
                t = most(t, end[s->op[q][op[k].after[q] - 1]]);
        start[k] = t;
        end[k] = t + lasts(l, op[k].kind);
        last = most(last, end[k]);
    }
    return s->turns < n ? -1 : last;
}

/* ----------------------------------------------------------------------------------------------------------- races */

static int writes_sbuf(int kind)
{
    return kind == NT_LOAD || kind == NT_VECTOR;
}

static int touches_bank(int kind)
{
    return kind == NT_MATMUL || kind == NT_VECTOR;
}

static int64_t until(const nt_layer_t *l, const nt_op_t *o)
{
    return o->at + (o->kind == NT_LOAD || o->kind == NT_MATMUL ? l->in_B : l->out_B);
}

static int meet(const nt_layer_t *l, const nt_op_t *a, const nt_op_t *b)
{
    int bank = touches_bank(a->kind) && touches_bank(b->kind) && a->bank == b->bank;
    if (bank && (a->kind == NT_MATMUL || b->kind == NT_MATMUL))
        return 1;
    return (writes_sbuf(a->kind) || writes_sbuf(b->kind)) && a->at < until(l, b) && b->at < until(l, a);
}

static int know[NT_OPS][NT_QUEUES]; /* how many of a queue are done for certain when an instruction starts */

static void learn(int k, int from)
{
    for (int q = 0; q < NT_QUEUES; q++)
        know[k][q] = know[from][q] > know[k][q] ? know[from][q] : know[k][q];
}

int64_t nt_races(const nt_layer_t *l, const nt_op_t *op, int n)
{
    const struct queues *s = sorted(op, n);
    int64_t races = 0;
    if (s->turns < n)
        return -1;
    for (int i = 0; i < n; i++) {
        int k = s->turn[i], own = op[k].queue;
        memset(know[k], 0, sizeof know[k]);
        for (int q = 0; q < NT_QUEUES; q++) {
            int so_many = q == own && s->place[k] > op[k].after[q] ? s->place[k] : op[k].after[q];
            if (so_many > 0) {
                learn(k, s->op[q][so_many - 1]);
                know[k][q] = so_many > know[k][q] ? so_many : know[k][q];
            }
        }
    }
    for (int a = 0; a < n; a++)
        for (int b = a + 1; b < n; b++)
            races += meet(l, &op[a], &op[b]) && know[b][op[a].queue] <= s->place[a] &&
                     know[a][op[b].queue] <= s->place[b];
    return races;
}

/* --------------------------------------------------------------------------------------------------------- program */

enum { EARLIEST_LOAD, EARLIEST_STORE, LOADS_FIRST, STORES_FIRST, WAYS };

/* A program that grows: of each kind so many are placed, in the order of tiles and parts. */
struct plan {
    const nt_layer_t *l;
    int in_slots, out_slots, way, rings;
    nt_op_t *op;
    int n, placed[NT_SEND + 1], length[NT_QUEUES];
    int64_t free[NT_QUEUES], end[NT_SEND + 1][NT_OPS]; /* free: when a queue's last instruction ends */
    int queue[NT_SEND + 1][NT_OPS], place[NT_SEND + 1][NT_OPS];
};

static void wait_for(struct plan *p, nt_op_t *o, int kind, int i, int64_t *t)
{
    int q = p->queue[kind][i];
    if (p->place[kind][i] + 1 > o->after[q])
        o->after[q] = p->place[kind][i] + 1;
    *t = most(*t, p->end[kind][i]);
}

/* The next instruction of this kind with its waits, if all that it waits for is placed; *t is when it could start. */
static int next(struct plan *p, int kind, nt_op_t *o, int64_t *t)
{
    const nt_layer_t *l = p->l;
    int i = p->placed[kind], product = kind == NT_LOAD || kind == NT_MATMUL, all = l->tiles * (product ? l->parts : 1);
    int tile = product ? i / l->parts : i;
    if (i >= all || (kind == NT_SEND && !l->send))
        return 0;
    *o = (nt_op_t){ .kind = kind, .tile = tile, .part = product ? i % l->parts : 0, .bank = tile % l->banks };
    o->at = (int)(product ? i % p->in_slots * l->in_B : p->in_slots * l->in_B + i % p->out_slots * l->out_B);
    *t = 0;
    /* What it waits for: of each kind so many must be placed, the last of which it is behind. */
    int need[NT_SEND + 1] = { 0 };
    if (kind == NT_LOAD)
        need[NT_MATMUL] = i - p->in_slots + 1;
    if (kind == NT_MATMUL)
        need[NT_LOAD] = i + 1, need[NT_VECTOR] = tile - l->banks + 1;
    if (kind == NT_VECTOR)
        need[NT_MATMUL] = (tile + 1) * l->parts, need[NT_STORE] = tile - p->out_slots + 1,
        need[NT_SEND] = l->send ? need[NT_STORE] : 0;
    if (kind == NT_STORE || kind == NT_SEND)
        need[NT_VECTOR] = tile + 1;
    for (int k = 0; k <= NT_SEND; k++) {
        if (need[k] > p->placed[k])
            return 0;
        if (need[k] > 0)
            wait_for(p, o, k, need[k] - 1, t);
    }
    return 1;
}

/* The ring on which a transfer can start first; of several the one that became free last: the others stay free. */
static int best_ring(const struct plan *p, int64_t t)
{
    int best = NT_RING;
    for (int q = NT_RING + 1; q < NT_RING + p->rings; q++) {
        int64_t a = most(p->free[q], t), b = most(p->free[best], t);
        if (a < b || (a == b && p->free[q] > p->free[best]))
            best = q;
    }
    return best;
}

static void place(struct plan *p, nt_op_t o, int queue, int64_t t)
{
    int i = p->placed[o.kind]++;
    o.queue = queue;
    p->queue[o.kind][i] = queue;
    p->place[o.kind][i] = p->length[queue]++;
    p->free[queue] = p->end[o.kind][i] = most(t, p->free[queue]) + lasts(p->l, o.kind);
    p->op[p->n++] = o;
}

static void engines(struct plan *p)
{
    static const int of[] = { NT_MATMUL, NT_VECTOR, NT_SEND }, queue[] = { NT_PE, NT_VE, NT_NIC };
    nt_op_t o;
    int64_t t;
    for (int before = -1; before < p->n;) {
        before = p->n;
        for (int k = 0; k < 3; k++)
            while (next(p, of[k], &o, &t))
                place(p, o, queue[k], t);
    }
}

/* The next transfer: a load or a store. 0: all are placed. */
static int transfer(struct plan *p)
{
    nt_op_t load, store;
    int64_t load_t, store_t;
    int can_load = next(p, NT_LOAD, &load, &load_t), can_store = next(p, NT_STORE, &store, &store_t);
    if (can_load && can_store) {
        int64_t a = most(load_t, p->free[best_ring(p, load_t)]), b = most(store_t, p->free[best_ring(p, store_t)]);
        int loads = p->way == LOADS_FIRST || (p->way == EARLIEST_LOAD && a <= b) ||
                    (p->way == EARLIEST_STORE && a < b);
        can_load = loads, can_store = !loads;
    }
    if (can_load)
        place(p, load, best_ring(p, load_t), load_t);
    else if (can_store)
        place(p, store, best_ring(p, store_t), store_t);
    return can_load || can_store;
}

static int64_t made(struct plan *p)
{
    int64_t last = 0;
    p->n = 0;
    memset(p->placed, 0, sizeof p->placed);
    memset(p->length, 0, sizeof p->length);
    memset(p->free, 0, sizeof p->free);
    do
        engines(p);
    while (transfer(p));
    for (int q = 0; q < NT_QUEUES; q++)
        last = most(last, p->free[q]);
    return last;
}

int nt_program(const nt_layer_t *l, nt_op_t *op)
{
    static struct plan p;
    static nt_op_t trial[NT_OPS];
    int64_t best = -1;
    int n = 0;
    p.l = l, p.op = trial, p.rings = NT_SLOTS > 1 ? l->rings : 1;
    for (int slots = 1; slots <= NT_SLOTS && slots <= l->tiles && slots * l->out_B + l->in_B <= l->sbuf; slots++)
        for (p.way = 0; p.way < WAYS; p.way++) {
            p.out_slots = slots;
            p.in_slots = NT_SLOTS > 1 ? (int)least((l->sbuf - slots * l->out_B) / l->in_B, l->tiles * l->parts) : 1;
            int64_t took = made(&p);
            if (best < 0 || took < best) {
                best = took, n = p.n;
                memcpy(op, trial, (size_t)n * sizeof *op);
            }
        }
    return n;
}

/* ---------------------------------------------------------------------------------------------------------- blocks */

int64_t nt_block(const nt_gemm_t *g, int *bm, int *bn)
{
    int64_t best = -1, room = 0;
    *bm = *bn = 0;
    for (int64_t i = 1; i <= g->m && 2 * i <= g->banks; i++)
        for (int64_t j = 1; j <= g->n && 2 * i * j <= g->banks; j++) {
            int64_t sbuf = 2 * (i * g->a_B + j * g->b_B + g->c_B);
            int64_t bytes = g->k * (up(g->n, j) * g->m * g->a_B + up(g->m, i) * g->n * g->b_B) + g->m * g->n * g->c_B;
            if (sbuf > g->sbuf || (best >= 0 && (bytes > best || (bytes == best && sbuf >= room))))
                continue;
            best = bytes, room = sbuf, *bm = (int)i, *bn = (int)j;
        }
    return best;
}

/* ---------------------------------------------------------------------------------------------------- off the chip */

/* done[j]: the earliest end of buckets that hold the first j chunks. An earlier end never makes a later bucket late. */
int64_t nt_scale(int chips, int64_t net_ns, int64_t net_rate, int n, const int64_t *ready, const int64_t *bytes,
                 int *cut)
{
    int64_t done[NT_CHUNKS + 1] = { 0 };
    int from[NT_CHUNKS + 1] = { 0 };
    for (int j = 1; j <= n; j++) {
        int64_t b = 0;
        done[j] = INT64_MAX;
        for (int i = j - 1; i >= 0; i--) {
            b += bytes[i];
            int64_t t = most(done[i], ready[j - 1]) + 2 * (chips - 1) * (net_ns + up(up(b, chips), net_rate));
            if (t < done[j])
                done[j] = t, from[j] = i;
        }
    }
    for (int i = 0; i < n; i++)
        cut[i] = 0;
    for (int j = n; j > 0; j = from[j])
        cut[j - 1] = 1;
    return done[n];
}
