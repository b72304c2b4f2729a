/*
 * bench.h: what a test runs kernels and collectives on: a block's threads between two barriers in any order, with every
 * word counted; ranks as lists of operations, with messages that wait. Part of harness.c, here to be read.
 */
#ifndef G12_BENCH_H
#define G12_BENCH_H

#include "lab.h"

/* --- kernels ------------------------------------------------------------------------------------------------ */

enum { LANES = 32, SLOTS_MOST = 4096, NOBODY = -1, SEVERAL = -2 };

struct access {
    int64_t address[LANES]; /* in floats; -1: this lane has none */
    int store;
};

struct word {
    int reader, writer; /* of this phase: a thread, NOBODY or SEVERAL */
};

struct bench {
    const struct problem *p;
    int64_t x_n, out_n;
    struct counts *counts;
    struct access slot[SLOTS_MOST]; /* the k-th access of each lane of a warp is one request */
    int slots;
    float shared[SHARED_MOST];
    struct word word[SHARED_MOST];
};

struct lane {
    struct bench *b;
    int thread, slot;
};

static inline void note_access(struct lane *t, int64_t address, int store)
{
    struct bench *b = t->b;
    int k = t->slot++;
    if (k >= SLOTS_MOST)
        return;
    for (; b->slots <= k; b->slots++)
        for (int l = 0; l < LANES; l++)
            b->slot[b->slots].address[l] = -1;
    b->slot[k].address[t->thread % LANES] = address;
    b->slot[k].store = store;
}

float gload(struct lane *t, const float *a, int64_t i)
{
    int64_t n = a == t->b->p->x ? t->b->x_n : a == t->b->p->out ? t->b->out_n : 0;
    if (i < 0 || i >= n) {
        t->b->counts->outside++;
        return NAN;
    }
    note_access(t, i, 0);
    return a[i];
}

void gstore(struct lane *t, float *a, int64_t i, float v)
{
    if (a != t->b->p->out || i < 0 || i >= t->b->out_n) {
        t->b->counts->outside++;
        return;
    }
    note_access(t, i, 1);
    a[i] = v;
}

static void add_user(int *who, int thread)
{
    *who = *who == NOBODY || *who == thread ? thread : SEVERAL;
}

float sload(struct lane *t, int i)
{
    if (i < 0 || i >= SHARED_MOST) {
        t->b->counts->outside++;
        return NAN;
    }
    add_user(&t->b->word[i].reader, t->thread);
    return t->b->shared[i];
}

void sstore(struct lane *t, int i, float v)
{
    if (i < 0 || i >= SHARED_MOST) {
        t->b->counts->outside++;
        return;
    }
    add_user(&t->b->word[i].writer, t->thread);
    t->b->shared[i] = v;
}

/* Requests and 32-byte sectors of the warp that has just run. */
static void count_warp(struct bench *b)
{
    for (int k = 0; k < b->slots; k++) {
        const struct access *a = &b->slot[k];
        int sectors = 0, lanes = 0;
        for (int l = 0; l < LANES; l++) {
            int fresh = a->address[l] >= 0;
            lanes += fresh;
            for (int m = 0; m < l && fresh; m++)
                fresh = a->address[m] < 0 || a->address[m] / 8 != a->address[l] / 8;
            sectors += fresh;
        }
        *(a->store ? &b->counts->store_requests : &b->counts->load_requests) += lanes > 0;
        *(a->store ? &b->counts->store_sectors : &b->counts->load_sectors) += sectors;
    }
    b->slots = 0;
}

static void count_races(struct bench *b)
{
    for (int i = 0; i < SHARED_MOST; i++) {
        struct word *w = &b->word[i];
        b->counts->races += w->writer != NOBODY && (w->writer == SEVERAL ||
                                                    (w->reader != NOBODY && w->reader != w->writer));
        w->reader = w->writer = NOBODY;
    }
}

/* A permutation of n = 1 .. 32 things: their own order, the other way round, or one that looks like none. */
static int place_in(int k, int n, enum order o, int salt)
{
    if (o == ASCENDING)
        return k;
    if (o == DESCENDING)
        return n - 1 - k;
    return (k * (n % 2 ? 2 : n % 5 ? 5 : 3) + salt * 11 + 3) % n;
}

void launch(const struct kernel *k, int blocks, int threads, enum order o, const struct problem *p, int64_t x_n,
            int64_t out_n, struct counts *ret)
{
    static struct bench b;
    int warps = threads / LANES;
    memset(ret, 0, sizeof *ret);
    if (threads < LANES || threads > THREADS_MOST || threads % LANES) {
        ret->outside = 1;
        return;
    }
    b.p = p, b.x_n = x_n, b.out_n = out_n, b.counts = ret, b.slots = 0;
    for (int i = 0; i < SHARED_MOST; i++)
        b.word[i].reader = b.word[i].writer = NOBODY;
    for (int block = 0; block < blocks; block++) {
        for (int i = 0; i < SHARED_MOST; i++)
            b.shared[i] = NAN;
        for (int phase = 0, phases = k->phases(threads, p); phase < phases; phase++) {
            for (int w = 0; w < warps; w++) {
                for (int l = 0; l < LANES; l++) {
                    int thread = place_in(w, warps, o, phase) * LANES + place_in(l, LANES, o, phase + w);
                    struct lane t = { &b, thread, 0 };
                    k->run(&t, (struct where){ block, blocks, thread, threads }, phase, p);
                }
                count_warp(&b);
            }
            count_races(&b);
        }
    }
}

/* --- collectives --------------------------------------------------------------------------------------------- */

enum { QUEUE_MOST = OPS_MOST };

struct message {
    int64_t at, n;
    float *copy; /* of an eager SEND or of an ISEND that has been read; NULL: the sender's floats are read on arrival */
};

struct link { /* from one rank to another */
    struct message m[QUEUE_MOST];
    int sent, taken;
};

struct world {
    int P, count[RANKS_MOST], at[RANKS_MOST], posted[RANKS_MOST]; /* posted: the rank's SEND stands in the queue */
    int64_t n, eager, floats;
    struct op ops[RANKS_MOST][OPS_MOST];
    struct link link[RANKS_MOST][RANKS_MOST];
    float **buf;
    uint64_t state;
};

static uint64_t world_draw(struct world *w)
{
    uint64_t z = (w->state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static int refused(const struct world *w, const struct op *o)
{
    if (o->kind == WAIT)
        return 0;
    return o->peer < 0 || o->peer >= w->P || o->n < 0 || o->at < 0 || o->at > w->floats || o->n > w->floats - o->at;
}

static void read_message(const float *from, struct message *m)
{
    m->copy = malloc((size_t)(m->n + 1) * sizeof *m->copy);
    memcpy(m->copy, from + m->at, (size_t)m->n * sizeof *m->copy);
}

static void post(struct world *w, int rank, const struct op *o, int eager)
{
    struct link *l = &w->link[rank][o->peer];
    if (l->sent == QUEUE_MOST)
        return;
    struct message *m = &l->m[l->sent++];
    *m = (struct message){ o->at, o->n, NULL };
    if (eager)
        read_message(w->buf[rank], m);
}

static int all_taken(const struct world *w, int rank)
{
    for (int to = 0; to < w->P; to++)
        if (w->link[rank][to].taken != w->link[rank][to].sent)
            return 0;
    return 1;
}

/* 1: the receive is done; 0: nothing has come; -1: another size. */
static int take(struct world *w, int rank, const struct op *o)
{
    struct link *l = &w->link[o->peer][rank];
    if (l->taken == l->sent)
        return 0;
    struct message *m = &l->m[l->taken];
    if (m->n != o->n)
        return -1;
    if (!m->copy)
        read_message(w->buf[o->peer], m);
    for (int64_t k = 0; k < o->n; k++) {
        float *to = &w->buf[rank][o->at + k];
        *to = o->kind == ADD ? *to + m->copy[k] : m->copy[k];
    }
    free(m->copy);
    m->copy = NULL;
    l->taken++;
    return 1;
}

/* The rank's next operation: 1 done, 0 it has to wait, -1 refused. */
static int advance(struct world *w, int rank)
{
    const struct op *o = &w->ops[rank][w->at[rank]];
    int done = 1;
    if (refused(w, o))
        return -1;
    if (o->kind == SEND && !w->posted[rank]) {
        post(w, rank, o, o->n <= w->eager);
        w->posted[rank] = 1;
        return 1; /* the peer may have it, whether or not this rank goes on */
    } else if (o->kind == ISEND) {
        post(w, rank, o, o->n <= w->eager);
    } else if (o->kind == WAIT) {
        done = all_taken(w, rank);
    } else if (o->kind == RECV || o->kind == ADD) {
        done = take(w, rank, o);
    }
    if (o->kind == SEND)
        done = o->n <= w->eager || all_taken(w, rank);
    if (done > 0)
        w->at[rank]++, w->posted[rank] = 0;
    return done;
}

/* One round over all ranks, from a drawn one on: 1 somebody went on, 0 nobody, -1 refused. */
static int go_round(struct world *w)
{
    int first = (int)(world_draw(w) % (uint64_t)w->P), moved = 0;
    for (int k = 0; k < w->P; k++) {
        int rank = (first + k) % w->P, tries = 1 + (int)(world_draw(w) % 3);
        for (; tries && w->at[rank] < w->count[rank]; tries--) {
            int got = advance(w, rank);
            if (got < 0)
                return -1;
            moved |= got;
            if (!got)
                break;
        }
    }
    return moved;
}

static enum outcome world_end(const struct world *w)
{
    for (int r = 0; r < w->P; r++)
        if (w->at[r] < w->count[r] || !all_taken(w, r))
            return HANGS;
    return RAN;
}

enum outcome world_run(schedule_fn *f, int P, int64_t n, int64_t eager, uint64_t seed, int64_t floats, float **buf)
{
    enum outcome end = REFUSED;
    int moved = 1;
    if (P < 1 || P > RANKS_MOST)
        return REFUSED;
    struct world *w = calloc(1, sizeof *w);
    w->P = P, w->n = n, w->eager = eager, w->floats = floats, w->buf = buf, w->state = seed;
    for (int r = 0; r < P; r++) {
        w->count[r] = f(r, P, n, w->ops[r]);
        moved = w->count[r] < 0 || w->count[r] > OPS_MOST ? -1 : moved;
    }
    while (moved > 0)
        moved = go_round(w);
    if (!moved)
        end = world_end(w);
    for (int a = 0; a < P; a++)
        for (int b = 0; b < P; b++)
            for (int k = w->link[a][b].taken; k < w->link[a][b].sent; k++)
                free(w->link[a][b].m[k].copy);
    free(w);
    return end;
}

#endif
