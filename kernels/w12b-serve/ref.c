/*
 * ref.c: the server that yours is timed against. What makes it faster than naive.c:
 *
 *   one pass, many tokens   All that is known goes through a layer together: the prompts of those who
 *                           have just come, up to ROWS tokens at a time, and one token of everybody who
 *                           has a seat. Weights are read and widened once for all of them.
 *   seats are refilled      After each step, not when the last of a batch has finished.
 *   guesses                 With few seats taken a pass has room: the draft, a 27th of the weights,
 *                           guesses the next bytes, and the target judges them in one pass. All that it
 *                           would have said itself is kept, and the byte after. With many seats the
 *                           arithmetic is no longer idle, and nothing is guessed.
 *
 * A cache forgets by counting: tokens that were guessed wrongly are overwritten by the next ones.
 * four.c includes this file, and keeps the weights in four bits.
 */
#include "lab.h"

/* Compiled once: copies of the tiles for each constant argument take seconds to build and none off the run. */
#define LONE __attribute__((noclone))

enum { LANES = 16, PANEL = 2 * LANES, STEP = 8, ROWS = 64, TILE = 6, GUESSES = 4 };
typedef float lanes __attribute__((vector_size(LANES * 4), aligned(4)));
typedef uint32_t lanes_u32 __attribute__((vector_size(LANES * 4), aligned(4)));
typedef uint16_t lanes_u16 __attribute__((vector_size(LANES * 2), aligned(2)));

static void *room(size_t count, size_t size)
{
    void *p = malloc(count * size);
    if (!p)
        abort();
    return p;
}

static float *floats(int a, int b)
{
    return room((size_t)a * (size_t)b, sizeof(float));
}

/* --- matrices ------------------------------------------------------------------------------------ */

/*
 * Weights lie in panels: PANEL outputs side by side, one input after the other. A vector then runs over
 * outputs, each input is one number for all of them, and no sum goes across lanes.
 */
#ifndef OTHER_MATRIX
struct matrix {
    bf16 *w; /* [out / PANEL][in][PANEL] */
    int in, out;
};

static struct matrix matrix_of(const bf16 *w, int in, int out)
{
    struct matrix m = { room((size_t)in * (size_t)out, sizeof *w), in, out };
    bf16 *to = m.w;
    for (int o = 0; o < out; o += PANEL, w += PANEL * in)
        for (int i = 0; i < in; i++)
            for (int j = 0; j < PANEL; j++)
                *to++ = w[j * in + i];
    return m;
}

static void matrix_free(struct matrix *m)
{
    free(m->w);
}

/* The weights of PANEL outputs from o for input i + c. */
static inline void widen(const struct matrix *m, int o, int i, int c, lanes w[2])
{
    const bf16 *at = m->w + (ptrdiff_t)o * m->in + (ptrdiff_t)(i + c) * PANEL;
    for (int k = 0; k < 2; k++)
        w[k] = (lanes)(__builtin_convertvector(*(const lanes_u16 *)(at + k * LANES), lanes_u32) << 16);
}
#endif

/* PANEL outputs from o for `tokens` (1..TILE, a constant) of x; few tokens have two sums each, for latency. */
static inline __attribute__((always_inline)) void tile(float *y, const float *x, const struct matrix *m, int o,
                                                       int tokens, int add)
{
    const int chains = tokens <= 2 ? 2 : 1;
    lanes s[2][TILE][2] = { { { { 0 } } } }, w[2];
    for (int i = 0; i < m->in; i += STEP)
#pragma GCC unroll 8
        for (int c = 0; c < STEP; c++) {
            widen(m, o, i, c, w);
#pragma GCC unroll 8
            for (int t = 0; t < tokens; t++)
                for (int k = 0; k < 2; k++)
                    s[c % chains][t][k] += x[t * m->in + i + c] * w[k];
        }
#pragma GCC unroll 8
    for (int t = 0; t < tokens; t++) {
        lanes *to = (lanes *)(y + t * m->out + o), sum[2] = { s[0][t][0], s[0][t][1] };
        for (int k = 0; k < 2 && chains == 2; k++)
            sum[k] += s[1][t][k];
        for (int k = 0; k < 2; k++)
            to[k] = add ? to[k] + sum[k] : sum[k];
    }
}

/* y[t][o] = W[o] . x[t], or += with `add`, for n tokens. */
static LONE void linear(float *y, const float *x, const struct matrix *m, int n, int add)
{
    for (int o = 0; o < m->out; o += PANEL) {
        int t = 0;
        for (; t + TILE <= n; t += TILE)
            tile(y + t * m->out, x + t * m->in, m, o, TILE, add);
        float *to = y + t * m->out;
        const float *from = x + t * m->in;
        switch (n - t) {
        case 1: tile(to, from, m, o, 1, add); break;
        case 2: tile(to, from, m, o, 2, add); break;
        case 3: tile(to, from, m, o, 3, add); break;
        case 4: tile(to, from, m, o, 4, add); break;
        case 5: tile(to, from, m, o, 5, add); break;
        default: break;
        }
    }
}

/* --- a model with its caches ----------------------------------------------------------------------- */

struct weights {
    struct matrix wq, wk, wv, wo, w1, w3, w2;
};

struct net {
    const lm_model *m;
    struct weights *layer;
    struct matrix head;
    float *keys, *values; /* [seats][L][ctx][Hkv*hd] */
    float *turn;
    float *x, *h, *q, *k, *v, *att, *g, *u, *logits, *score; /* ROWS of each */
};

/* One token of a pass; `asked`: which byte is likeliest after it goes to `best`. */
struct token {
    int seat, pos, byte, asked, best;
};

static struct weights weights_of(const lm_layer *l, const lm_shape *s)
{
    int q = s->H * s->hd, kv = s->Hkv * s->hd;
    return (struct weights){ matrix_of(l->wq, s->d, q), matrix_of(l->wk, s->d, kv), matrix_of(l->wv, s->d, kv),
                             matrix_of(l->wo, q, s->d), matrix_of(l->w1, s->d, s->ff), matrix_of(l->w3, s->d, s->ff),
                             matrix_of(l->w2, s->ff, s->d) };
}

static struct net net_open(const lm_model *m, int seats)
{
    const lm_shape *s = &m->s;
    int kv = s->Hkv * s->hd, q = s->H * s->hd, all = seats * s->L * s->ctx;
    struct net e = { .m = m, .layer = room((size_t)s->L, sizeof *e.layer), .head = matrix_of(m->embed, s->d, s->V),
                     .keys = floats(all, kv), .values = floats(all, kv), .turn = floats(s->ctx, s->hd),
                     .x = floats(ROWS, s->d), .h = floats(ROWS, s->d), .q = floats(ROWS, q), .k = floats(ROWS, kv),
                     .v = floats(ROWS, kv), .att = floats(ROWS, q), .g = floats(ROWS, s->ff), .u = floats(ROWS, s->ff),
                     .logits = floats(ROWS, s->V), .score = floats(1, s->ctx) };
    for (int l = 0; l < s->L; l++)
        e.layer[l] = weights_of(m->layer + l, s);
    lm_turns(e.turn, s);
    return e;
}

static void net_close(struct net *e)
{
    void *all[] = { e->keys, e->values, e->turn, e->x, e->h, e->q, e->k, e->v, e->att, e->g, e->u, e->logits,
                    e->score };
    for (int l = 0; l < e->m->s.L; l++) {
        struct weights *w = e->layer + l;
        struct matrix *each[] = { &w->wq, &w->wk, &w->wv, &w->wo, &w->w1, &w->w3, &w->w2 };
        for (size_t k = 0; k < sizeof each / sizeof each[0]; k++)
            matrix_free(each[k]);
    }
    matrix_free(&e->head);
    free(e->layer);
    for (size_t k = 0; k < sizeof all / sizeof all[0]; k++)
        free(all[k]);
}

static void norms(const struct net *e, const bf16 *gain, int n)
{
    const lm_shape *s = &e->m->s;
    for (int t = 0; t < n; t++)
        lm_norm(e->h + t * s->d, e->x + t * s->d, gain, s->d, s->eps);
}

/* All keys and values of the pass go into their caches before anybody looks; a token sees up to itself. */
static void attention(const struct net *e, int l, const struct token *at, int n)
{
    const lm_shape *s = &e->m->s;
    int kv = s->Hkv * s->hd, q = s->H * s->hd;
    for (int t = 0; t < n; t++) {
        const float *turn = e->turn + at[t].pos * s->hd;
        ptrdiff_t slot = ((ptrdiff_t)(at[t].seat * s->L + l) * s->ctx + at[t].pos) * kv;
        lm_rotate(e->q + t * q, s->H, s->hd, turn);
        lm_rotate(e->k + t * kv, s->Hkv, s->hd, turn);
        memcpy(e->keys + slot, e->k + t * kv, (size_t)kv * sizeof *e->k);
        memcpy(e->values + slot, e->v + t * kv, (size_t)kv * sizeof *e->v);
    }
    for (int t = 0; t < n; t++) {
        ptrdiff_t first = (ptrdiff_t)(at[t].seat * s->L + l) * s->ctx * kv;
        lm_attend(e->att + t * q, e->q + t * q, e->keys + first, e->values + first, at[t].pos + 1, s, e->score);
    }
}

static void layer(const struct net *e, int l, const struct token *at, int n)
{
    const lm_layer *gain = e->m->layer + l;
    const struct weights *w = e->layer + l;
    norms(e, gain->norm1, n);
    linear(e->q, e->h, &w->wq, n, 0);
    linear(e->k, e->h, &w->wk, n, 0);
    linear(e->v, e->h, &w->wv, n, 0);
    attention(e, l, at, n);
    linear(e->x, e->att, &w->wo, n, 1);
    norms(e, gain->norm2, n);
    linear(e->g, e->h, &w->w1, n, 0);
    linear(e->u, e->h, &w->w3, n, 0);
    lm_gated(e->g, e->u, n * e->m->s.ff);
    linear(e->x, e->g, &w->w2, n, 1);
}

/* The likeliest bytes after those tokens that are asked about. */
static void answer(const struct net *e, struct token *at, int n)
{
    const lm_shape *s = &e->m->s;
    int asked = 0;
    for (int t = 0; t < n; t++)
        if (at[t].asked)
            lm_norm(e->h + asked++ * s->d, e->x + t * s->d, e->m->normf, s->d, s->eps);
    linear(e->logits, e->h, &e->head, asked, 0);
    for (int t = 0, k = 0; t < n; t++)
        if (at[t].asked)
            at[t].best = lm_best(e->logits + k++ * s->V, s->V);
}

/* n <= ROWS tokens through the model; those of one seat stand in order. */
static LONE void pass(const struct net *e, struct token *at, int n)
{
    const lm_shape *s = &e->m->s;
    for (int t = 0; t < n; t++)
        for (int i = 0; i < s->d; i++)
            e->x[t * s->d + i] = bf16_float(e->m->embed[at[t].byte * s->d + i]);
    for (int l = 0; l < s->L; l++)
        layer(e, l, at, n);
    answer(e, at, n);
}

/* --- the server ------------------------------------------------------------------------------------ */

struct seat {
    req_t r;
    int taken, known, said; /* bytes of text; of them, said */
    int cached[2];          /* tokens in the target's cache, and in the draft's */
    int guesses;
    uint8_t *text; /* [ctx], with the guesses behind what is known */
};

struct server {
    struct net net[2]; /* target, draft */
    int seats, live;
    struct seat *seat;
    door_t *door;
};

static void take(struct seat *s, const req_t *r)
{
    s->r = *r;
    s->taken = 1;
    s->known = r->n;
    s->said = s->cached[0] = s->cached[1] = 0;
    memcpy(s->text, r->text, (size_t)r->n);
}

/* Whoever waits gets a free seat; what the door says last. */
static int admit(struct server *e)
{
    req_t r;
    int got = DOOR_ONE;
    while (e->live < e->seats && (got = door_next(e->door, &r)) == DOOR_ONE) {
        int k = 0;
        while (e->seat[k].taken)
            k++;
        take(e->seat + k, &r);
        e->live++;
    }
    return got;
}

/* All known tokens but the last go into the caches of net `which`, ROWS at a time. */
static void feed(struct server *e, int which)
{
    struct token at[ROWS];
    int n = 0;
    for (int k = 0; k < e->seats; k++) {
        struct seat *s = e->seat + k;
        for (; s->taken && s->cached[which] < s->known - 1; s->cached[which]++) {
            at[n++] = (struct token){ k, s->cached[which], s->text[s->cached[which]], 0, 0 };
            if (n == ROWS) {
                pass(e->net + which, at, n);
                n = 0;
            }
        }
    }
    if (n)
        pass(e->net + which, at, n);
}

static int least(int a, int b)
{
    return a < b ? a : b;
}

/* How many bytes to guess: a pass has room for so many, and nobody is told more than he wants. */
static void plan(struct server *e)
{
    int each = e->live == 1 ? GUESSES : e->live == 2 ? GUESSES / 2 : 0;
    for (int k = 0; k < e->seats; k++)
        e->seat[k].guesses = e->seat[k].taken ? least(each, e->seat[k].r.want - e->seat[k].said - 1) : 0;
}

/* The draft writes its guesses behind what is known, one byte of everybody in each of its passes. */
static void guess(struct server *e)
{
    struct token at[ROWS];
    for (int j = 0; j < GUESSES; j++) {
        int n = 0;
        for (int k = 0; k < e->seats; k++)
            if (e->seat[k].guesses > j) {
                int last = e->seat[k].known - 1 + j;
                at[n++] = (struct token){ k, last, e->seat[k].text[last], 1, 0 };
            }
        if (n == 0)
            return;
        pass(e->net + 1, at, n);
        for (int t = 0; t < n; t++)
            e->seat[at[t].seat].text[at[t].pos + 1] = (uint8_t)at[t].best;
    }
}

static void say(struct server *e, struct seat *s, int byte)
{
    s->text[s->known++] = (uint8_t)byte;
    door_say(e->door, s->r.id, byte);
    if (++s->said == s->r.want) {
        s->taken = 0;
        e->live--;
    }
}

/* at: the last known token and the guesses, answered. Guesses are kept up to the first that is wrong. */
static void settle(struct server *e, struct seat *s, const struct token *at)
{
    int known = s->known, right = 0;
    while (right < s->guesses && at[right].best == s->text[known + right])
        right++;
    s->cached[0] = known + right;
    if (s->guesses)
        s->cached[1] = least(known + s->guesses - 1, known + right);
    for (int j = 0; j <= right; j++)
        say(e, s, at[j].best);
}

/* One pass of the target: a token of everybody, and the guesses behind it. */
static void step(struct server *e)
{
    struct token at[ROWS];
    int n = 0, first[MAX_SEATS];
    for (int k = 0; k < e->seats; k++) {
        const struct seat *s = e->seat + k;
        first[k] = n;
        for (int j = 0; s->taken && j <= s->guesses; j++)
            at[n++] = (struct token){ k, s->known - 1 + j, s->text[s->known - 1 + j], 1, 0 };
    }
    pass(e->net, at, n);
    for (int k = 0; k < e->seats; k++)
        if (e->seat[k].taken)
            settle(e, e->seat + k, at + first[k]);
}

void serve(const lm_model *target, const lm_model *draft, int seats, door_t *d)
{
    size_t ctx = (size_t)target->s.ctx;
    struct server e = { .net = { net_open(target, seats), net_open(draft, seats) }, .seats = seats, .door = d,
                        .seat = room((size_t)seats, sizeof *e.seat) };
    uint8_t *text = room((size_t)seats, ctx);
    for (int k = 0; k < seats; k++)
        e.seat[k] = (struct seat){ .text = text + (size_t)k * ctx };
    while (admit(&e) != DOOR_CLOSED || e.live > 0) {
        feed(&e, 0);
        plan(&e);
        if (e.live <= 2)
            feed(&e, 1);
        guess(&e);
        step(&e);
    }
    net_close(e.net);
    net_close(e.net + 1);
    free(text);
    free(e.seat);
}
