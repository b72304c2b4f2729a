/*
 * world.h: what lab.h calls the world, as harness.c has it: the pool of blocks with its book-keeping, the model, the
 * draft of a request, and the callbacks of the parts that an engine needs no more. Included by harness.c, once.
 */
#ifndef W35B_WORLD_H
#define W35B_WORLD_H

#include <setjmp.h>

#include <microlm/decode.h>
#include <microlm/model.h>

#include "lab.h"
#include "pass.h"

enum { F_NONE, F_SEAT, F_BYTE, F_LEFT, F_SLOT, F_BLOCK, F_TOKEN, F_PASS, F_LEAK, F_CALL, F_BUSY, F_EARLY,
       F_STUCK, F_WIDE }; /* oracle.c has the same */
enum { PATIENCE = 100000 };    /* questions while the clock stands and nobody comes */
enum { REQ = 4 };              /* numbers of a request: n, want, class, when */
enum { UNSEEN, HERE, SERVED };

/* One of two, or the only one: its blocks that are left, and the pass that runs. */
struct machine {
    int32_t *stack;
    int left, n;
    token_t *t;
    int best[PASS_TOKENS];
    int64_t begin, end; /* of the newest pass */
};

struct caller { int id, left; }; /* of who asks by a pipe; left 0: nobody */

struct world {
    const engine_cfg_t *cfg;
    struct decoder target, draft;
    float *turn, *draft_turn, *logits, *score;
    float **seen;
    /* the pool */
    float *pool;
    unsigned char *taken, *wet; /* wet: it is in the message that is being made */
    int width, machines, at;    /* at: whose pass it is */
    struct machine machine[MACHINES];
    int64_t *begun, *there;     /* of each block: when what is in it was begun, and is there */
    int64_t wire, not_before;   /* when it is free; when the message's last layer is computed */
    int64_t pass_over;          /* when the passes of all that is in the message are over */
    double bytes;               /* of the message */
    /* the door */
    const int32_t *req;
    const uint8_t *text;
    int n, longest, next, here, open;
    struct caller caller[SEATS];
    int *state, *got;
    int64_t clock, *first, *last;
    int64_t asked_at; /* the clock at the last question */
    int asked;        /* so often since it went on, or somebody came */
    jmp_buf out;      /* of serve, which would never return */
    int32_t *log;
    size_t room, said;
    unsigned char *sees; /* NULL, or [n][most][ctx]: 1 where the pass of a byte that was said saw that of the text */
    int most;            /* bytes that anybody wants */
    /* what is counted */
    double fault[3], passes, tokens, prefill, held, held_most, gap, moved, wired, shown;
};

struct rng { int unused; };
struct models {
    struct world *w;
    float *cache;
    uint8_t *text;
    int known, root;
};

static struct world *the_world; /* w33's block_free() does not say whose block it is */

static void misuse(struct world *w, int kind, double a, double b)
{
    if (w->fault[0] == F_NONE)
        memcpy(w->fault, (double[]){ kind, a, b }, sizeof w->fault);
}

/* Only passes take time: who asks again and again and starts none would do so for ever. */
static void question(struct world *w)
{
    if (w->open)
        return;
    w->asked = w->clock == w->asked_at ? w->asked + 1 : 0;
    w->asked_at = w->clock;
    if (w->asked < PATIENCE)
        return;
    misuse(w, F_STUCK, w->here, (double)(w->clock / 1000000));
    longjmp(w->out, 1);
}

static void *room(size_t n, size_t each)
{
    void *p = calloc(n ? n : 1, each);
    if (!p)
        abort();
    return p;
}

/* --- the pool -------------------------------------------------------------------------------------------- */

static size_t block_floats(const struct world *w)
{
    return (size_t)w->cfg->bs * (size_t)w->width;
}

int machine_take(world_t *w, int machine)
{
    struct machine *m = &w->machine[machine];
    if (machine < 0 || machine >= w->machines || !m->left)
        return -1;
    int b = m->stack[--m->left];
    w->taken[b] = 1;
    return b;
}

int block_take(world_t *w)
{
    return machine_take(w, PREFILL);
}

void block_give(world_t *w, int32_t b)
{
    if (b < 0 || b >= w->machines * w->cfg->blocks || !w->taken[b]) {
        misuse(w, F_BLOCK, b, 0);
        return;
    }
    struct machine *m = &w->machine[b / w->cfg->blocks];
    w->taken[b] = w->wet[b] = 0;
    w->begun[b] = w->there[b] = 0;
    m->stack[m->left++] = b;
    memset(w->pool + (size_t)b * block_floats(w), 0xff, block_floats(w) * sizeof *w->pool);
}

void block_free(kv_t *kv, int32_t block)
{
    (void)kv;
    block_give(the_world, block);
}

int block_left(const world_t *w)
{
    question(the_world);
    return w->machine[PREFILL].left;
}

kv_t kv_empty(const world_t *w)
{
    return (kv_t){ .block = w->cfg->bs, .width = w->width, .pool = w->pool };
}

/* --- the model ------------------------------------------------------------------------------------------- */

/* The block of slot s of a cache, on one machine; -1: it has none, or one that is nobody's. */
static int32_t block_of(const struct world *w, int machine, const kv_t *kv, int s)
{
    int bs = w->cfg->bs, b = s >= 0 && kv && s / bs < kv->blocks ? kv->table[s / bs] : -1;
    return b < 0 || b / w->cfg->blocks != machine || !w->taken[b] ? -1 : b;
}

static float *slot_of(const struct world *w, int machine, const kv_t *kv, int s)
{
    int bs = w->cfg->bs, b = block_of(w, machine, kv, s);
    if (b < 0)
        return NULL;
    return w->pool + (size_t)b * block_floats(w) + (size_t)(s % bs) * (size_t)w->width;
}

/* The slots that a token sees; 0 when one of them is none, or its own is not among them. */
static int look(struct world *w, const token_t *t, struct view *v)
{
    float *mine = slot_of(w, w->at, t->kv, t->slot);
    v->slot = w->seen;
    v->mine = -1;
    v->n = 0;
    if (!mine || t->seen < 0 || t->seen > w->cfg->ctx + 64)
        return 0;
    for (int k = 0; k < t->seen + 64; k++) {
        if (k >= t->seen && !(t->mask >> (k - t->seen) & 1))
            continue;
        float *at = slot_of(w, w->at, t->kv, k);
        if (!at)
            return 0;
        if (w->there[block_of(w, w->at, t->kv, k)] > w->clock)
            misuse(w, F_EARLY, t->id, k);
        if (at == mine)
            v->mine = v->n;
        v->slot[v->n++] = at;
    }
    return v->mine >= 0;
}

static int prompt_byte(const struct world *w, const token_t *t)
{
    if (w->open || t->pos >= w->req[(ptrdiff_t)t->id * REQ])
        return t->byte;
    return w->text[(ptrdiff_t)t->id * w->longest + t->pos];
}

/* Slots say which byte of the text they are of. */
static void note_seen(struct world *w, const token_t *t, const struct view *v)
{
    int at = w->sees ? t->pos - w->req[(ptrdiff_t)t->id * REQ] : -1;
    if (at < 0 || at >= w->most)
        return;
    unsigned char *row = w->sees + ((ptrdiff_t)t->id * w->most + at) * w->cfg->ctx;
    for (int k = 0; k < v->n; k++) {
        float pos = v->slot[k][w->width - 1];
        if (pos >= 0 && pos < (float)w->cfg->ctx)
            row[(int)pos] = 1;
    }
}

static void one_token(struct world *w, token_t *t)
{
    struct view v = { .d = &w->target, .turn = w->turn, .p = w->score, .attn = t->attn, .stride = t->stride };
    t->best = 0;
    if (t->byte < 0 || t->byte > 255 || t->pos < 0 || t->pos >= w->cfg->ctx ||
        (!w->open && (t->id < 0 || t->id >= w->n || w->state[t->id] != HERE || prompt_byte(w, t) != t->byte))) {
        misuse(w, F_TOKEN, t->id, t->pos);
        return;
    }
    if (!look(w, t, &v)) {
        misuse(w, F_SLOT, t->id, t->slot);
        return;
    }
    view_step(&v, t->byte, t->pos, t->ask ? w->logits : NULL);
    note_seen(w, t, &v);
    if (t->ask)
        t->best = view_best(w->logits, w->target.s.V);
    if (!w->open)
        w->prefill += t->pos < w->req[(ptrdiff_t)t->id * REQ];
}

/* Computes it; how long it takes. */
static int64_t compute(struct world *w, token_t *t, int n)
{
    int64_t scores = 0, cached = 0;
    for (int k = 0; k < n; k++) {
        int sees = t[k].seen + __builtin_popcountll(t[k].mask);
        one_token(w, &t[k]);
        scores += sees;
        cached += k + 1 == n || t[k + 1].kv != t[k].kv ? sees : 0;
    }
    int held = w->machines * w->cfg->blocks;
    for (int k = 0; k < w->machines; k++)
        held -= w->machine[k].left;
    w->passes++;
    w->tokens += n;
    w->held += held;
    w->held_most = held > w->held_most ? held : w->held_most;
    return chunk_pass_time(&w->cfg->price, n, scores, cached);
}

void pass(world_t *w, token_t *t, int n)
{
    if (n < 1 || n > PASS_TOKENS) {
        misuse(w, F_PASS, n, 0);
        return;
    }
    if (w->cfg->on & (PART_CHUNK | PART_SLO) && !(w->cfg->on & PART_TREE) && n > w->cfg->budget)
        misuse(w, F_WIDE, n, w->cfg->budget);
    w->at = PREFILL;
    w->clock += compute(w, t, n);
}

/* --- two machines ---------------------------------------------------------------------------------------- */

/* What a pass writes is there when the pass is over, and its layers before. */
static void date_blocks(struct world *w, const struct machine *m, const token_t *t, int n)
{
    for (int k = 0; k < n; k++) {
        int b = block_of(w, w->at, t[k].kv, t[k].slot);
        if (b >= 0) {
            w->begun[b] = m->begin;
            w->there[b] = m->end;
        }
    }
}

int64_t machine_pass(world_t *w, int machine, token_t *t, int n)
{
    struct machine *m = machine >= 0 && machine < w->machines ? &w->machine[machine] : NULL;
    if (!m || n < 1 || n > PASS_TOKENS || m->t) {
        misuse(w, m && m->t ? F_BUSY : F_PASS, m && m->t ? machine : n, 0);
        return w->clock;
    }
    if (machine == PREFILL && n > w->cfg->together && t[0].id != t[n - 1].id)
        misuse(w, F_WIDE, n, w->cfg->together);
    w->at = machine;
    m->begin = w->clock;
    m->end = w->clock + compute(w, t, n);
    for (int k = 0; k < n; k++) {
        m->best[k] = t[k].best;
        t[k].best = -1;
    }
    date_blocks(w, m, t, n);
    m->t = t;
    m->n = n;
    return m->end;
}

static int64_t next_comes(const struct world *w)
{
    return w->next < w->n ? w->req[(ptrdiff_t)w->next * REQ + 3] * (int64_t)1000000 : INT64_MAX;
}

void clock_on(world_t *w, int64_t most)
{
    int64_t to = next_comes(w) < most ? next_comes(w) : most;
    question(w);
    if (to == INT64_MAX)
        return;
    w->clock = to > w->clock ? to : w->clock;
    for (int k = 0; k < w->machines; k++) {
        struct machine *m = &w->machine[k];
        if (!m->t || m->end > w->clock)
            continue;
        for (int j = 0; j < m->n; j++)
            m->t[j].best = m->best[j];
        m->t = NULL;
    }
}

/* When layers up to `last` of a block are computed. */
static int64_t layer_there(const struct world *w, int b, int last)
{
    int64_t L = w->target.s.L;
    return w->there[b] <= w->clock ? w->clock : w->begun[b] + (last + 1) * (w->there[b] - w->begun[b]) / L;
}

void wire_put(world_t *w, const kv_t *from, const kv_t *to, int s, int n, int l, int layers)
{
    const struct microlm_shape *m = &w->target.s;
    size_t wide = 2 * (size_t)(m->Hkv * m->hd), at = (size_t)l * wide;
    if (l < 0 || layers < 0 || l + layers > m->L || n < 0) {
        misuse(w, F_CALL, l, 2);
        return;
    }
    for (int k = s; k < s + n; k++) {
        int a = block_of(w, PREFILL, from, k), b = block_of(w, DECODE, to, k);
        if (a < 0 || b < 0) {
            misuse(w, F_SLOT, -1, k);
            return;
        }
        const float *x = slot_of(w, PREFILL, from, k);
        float *y = slot_of(w, DECODE, to, k);
        memcpy(y + at, x + at, (size_t)layers * wide * sizeof *x);
        y[w->width - 1] = x[w->width - 1];
        w->wet[b] = 1;
        w->there[b] = INT64_MAX;
        w->bytes += (double)((size_t)layers * wide * sizeof *x);
        int64_t ready = layer_there(w, a, l + layers - 1);
        w->not_before = ready > w->not_before ? ready : w->not_before;
        w->pass_over = w->there[a] > w->pass_over ? w->there[a] : w->pass_over;
    }
}

int64_t wire_send(world_t *w, int64_t ready)
{
    if (ready < w->clock || ready < w->not_before)
        misuse(w, F_EARLY, -1, (double)ready);
    int64_t from = w->wire > ready ? w->wire : ready;
    w->wire = from + w->cfg->msg + (int64_t)(w->bytes * (double)w->cfg->kB / 1000);
    from = from > w->pass_over ? from : w->pass_over;
    w->shown += (double)(w->wire > from ? w->wire - from : 0);
    for (int b = 0; b < w->machines * w->cfg->blocks; b++)
        if (w->wet[b]) {
            w->wet[b] = 0;
            w->there[b] = w->wire;
        }
    w->wired += (double)w->cfg->msg + w->bytes * (double)w->cfg->kB / 1000;
    w->moved += w->bytes;
    w->bytes = 0;
    w->not_before = w->pass_over = 0;
    return w->wire;
}

int64_t wire_free(const world_t *w)
{
    return w->wire;
}

/* --- the draft ------------------------------------------------------------------------------------------- */

models_t *draft_new(world_t *w)
{
    struct models *m = room(1, sizeof *m);
    size_t ctx = (size_t)w->cfg->ctx + TREE_DEPTH;
    *m = (struct models){ w, room(ctx * (size_t)view_width(&w->draft.s), sizeof(float)), room(ctx, 1), 0, 0 };
    return m;
}

void draft_delete(models_t *m)
{
    if (m) {
        free(m->cache);
        free(m->text);
    }
    free(m);
}

/* The byte at position `pos` of the draft's own cache. */
static void draft_step(struct models *m, int byte, int pos, float *logits)
{
    struct world *w = m->w;
    struct view v = { .d = &w->draft, .turn = w->draft_turn, .slot = w->seen, .n = pos + 1, .mine = pos,
                      .p = w->score };
    for (int k = 0; k <= pos; k++)
        v.slot[k] = m->cache + (size_t)k * (size_t)view_width(&w->draft.s);
    view_step(&v, byte, pos, logits);
}

void draft_read(models_t *m, const uint8_t *text, int n, int root)
{
    int same = 0;
    if (n < 0 || n >= m->w->cfg->ctx) {
        misuse(m->w, F_CALL, n, 0);
        return;
    }
    while (same < n && same < m->known && m->text[same] == text[same])
        same++;
    for (int k = same; k < n; k++) {
        m->text[k] = text[k];
        draft_step(m, text[k], k, NULL);
    }
    m->known = n;
    m->root = root;
}

static void softmax(float *y, const float *z, int n)
{
    float top = z[view_best(z, n)], sum = 0;
    for (int k = 0; k < n; k++)
        sum += y[k] = expf(z[k] - top);
    for (int k = 0; k < n; k++)
        y[k] /= sum;
}

void draft_rows(models_t *m, int n, int depth, const int32_t *path, float *q)
{
    int V = m->w->draft.s.V;
    for (int k = 0; k < n; k++) {
        const int32_t *at = path + (ptrdiff_t)k * depth;
        for (int d = 0; d <= depth; d++)
            draft_step(m, (d ? at[d - 1] : m->root) & 255, m->known + d, d == depth ? m->w->logits : NULL);
        softmax(q + (ptrdiff_t)k * V, m->w->logits, V);
    }
}

/* --- chance, without any --------------------------------------------------------------------------------- */

rng_t *world_rng(world_t *w)
{
    static struct rng none;
    (void)w;
    return &none;
}

int rng_coin(rng_t *r, double prob)
{
    (void)r;
    return prob > .5;
}

int rng_pick(rng_t *r, const double *w, int n, double total)
{
    int best = 0;
    (void)r, (void)total;
    for (int k = 1; k < n; k++)
        best = w[k] > w[best] ? k : best;
    return best;
}

/* --- what the parts name, and no engine calls --------------------------------------------------------------- */

static void no_call(int which)
{
    misuse(the_world, F_CALL, which, 1);
}

void target_rows(models_t *m, int n, const int32_t *token, const int32_t *pos, const uint64_t *mask, float *p)
{
    (void)m, (void)n, (void)token, (void)pos, (void)mask, (void)p;
    no_call(0);
}

int lm_width(const lm_t *m)
{
    (void)m;
    no_call(1);
    return 0;
}

int lm_layers(const lm_t *m)
{
    (void)m;
    no_call(2);
    return 0;
}

void lm_embed(lm_t *m, int n, const int32_t *token, float *x)
{
    (void)m, (void)n, (void)token, (void)x;
    no_call(3);
}

void lm_layer(lm_t *m, int l, int n, const int32_t *pos, const uint64_t *mask, float *x)
{
    (void)m, (void)l, (void)n, (void)pos, (void)mask, (void)x;
    no_call(4);
}

void lm_head(lm_t *m, int n, const float *x, float *y)
{
    (void)m, (void)n, (void)x, (void)y;
    no_call(5);
}

double keep_agrees(sample_t *s, unsigned keep)
{
    (void)s, (void)keep;
    no_call(6);
    return 0;
}

#endif
