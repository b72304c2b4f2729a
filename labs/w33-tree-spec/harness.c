/*
 * harness.c: chance, toy models, microlm and its cache, as the learner's code sees them.
 *
 * Rows of toy models are looked up. microlm runs by lm_rows, the learner's, and each pass's keys and values go into the
 * learner's slots. Nothing is judged here; the first misuse is noted and oracle.c puts it into words.
 */
#include <ridge/frame.h>

#include "lab.h"
#include "chance.h"
#include "pass.h"
#include "pool.h"

#define HARNESS(name)                                    \
    void ridge_call_##name(const struct ridge_frame *f); \
    void ridge_call_##name(const struct ridge_frame *f)

enum { WALKS = 8000000 };

static struct rng *blame; /* who notes faults of calls that get no rng_t */

static void *copied(const void *from, size_t bytes)
{
    void *p = room(bytes);
    if (bytes)
        memcpy(p, from, bytes);
    return p;
}

/* --- the models ------------------------------------------------------------------------------------------------- */

struct models {
    int V, root;
    eagle_t how;
    struct rng *r;
    kv_t *kv;
    double target_calls, draft_calls, draft_rows, nodes_max;
    const float *rows;         /* rows after a path, R of them; or, with `pair`, after two tokens */
    size_t R;
    const float *pair[2];      /* [V][V][V]: target's, draft's */
    int before;                /* the token before the root */
    struct lm *target, *draft; /* microlm; draft NULL: the target by the layers of `keep` */
    unsigned keep;
    int sampled;               /* rows of microlm are its probabilities; else a spike at the likeliest byte */
    float sharp;               /* the draft's logits are multiplied by */
    float *draft_cache;        /* [ctx][L][2*Hkv*hd] */
    int draft_len;
    uint8_t *text;             /* said so far, without the root */
};

static int sound_token(struct models *m, int32_t token)
{
    if (token >= 0 && token < m->V)
        return token;
    misuse(m->r, F_CONTEXT, token, m->V);
    return 0;
}

static void microlm_draft(struct models *m, int n, int depth, const int32_t *path, float *q);
static void microlm_target(struct models *m, int n, const int32_t *token, const int32_t *pos, const uint64_t *mask,
                           float *p);

void draft_rows(models_t *m, int n, int depth, const int32_t *path, float *q)
{
    size_t V = (size_t)m->V;
    m->draft_calls++;
    m->draft_rows += n;
    if (n < 1 || n > TREE_WIDTH || depth < 0 || depth >= TREE_DEPTH || (depth == 0 && n > 1)) {
        misuse(m->r, F_ROWS, n, depth);
        return;
    }
    for (int k = 0; k < n * depth; k++)
        sound_token(m, path[k]);
    if (m->target) {
        microlm_draft(m, n, depth, path, q);
        return;
    }
    for (int k = 0; k < n; k++) {
        const int32_t *at = path + (size_t)k * (size_t)depth;
        int last = sound_token(m, depth ? at[depth - 1] : m->root);
        int prev = sound_token(m, depth > 1 ? at[depth - 2] : depth ? m->root : m->before);
        const float *row = m->rows ? m->rows + toy_row(m->root, at, depth, m->R) * V
                                   : m->pair[1] + ((size_t)prev * V + (size_t)last) * V;
        memcpy(q + (size_t)k * V, row, V * sizeof *q);
    }
}

/* Is node i of a pass where its mask says, and which token does it come after? */
static int seen_before(struct models *m, int n, int i, const int32_t *token, const int32_t *pos, const uint64_t *mask)
{
    int before = -1, seen = 0;
    for (int j = 0; j < 64; j++) {
        if (!(mask[i] >> j & 1))
            continue;
        seen++;
        if (j >= n || (j != i && pos[j] >= pos[i]))
            misuse(m->r, F_MASK, i, j);
        else if (j != i && pos[j] == pos[i] - 1)
            before = j;
    }
    if (!(mask[i] >> i & 1))
        misuse(m->r, F_MASK, i, i);
    if (pos[i] != m->kv->len + seen - 1)
        misuse(m->r, F_POS, i, pos[i]);
    return before < 0 ? m->before : token[before];
}

void target_rows(models_t *m, int n, const int32_t *token, const int32_t *pos, const uint64_t *mask, float *p)
{
    size_t V = (size_t)m->V;
    m->target_calls++;
    m->nodes_max = n - 1 > m->nodes_max ? n - 1 : m->nodes_max;
    if (n < 1 || n > m->how.total + 1) {
        misuse(m->r, F_BUDGET, n, m->how.total);
        memset(p, 0, (size_t)(n > 0 && n <= TREE_NODES ? n : 0) * V * sizeof *p);
        return;
    }
    for (int i = 0; i < n; i++) {
        sound_token(m, token[i]);
        int prev = seen_before(m, n, i, token, pos, mask);
        if (m->target)
            continue;
        memcpy(p + (size_t)i * V, m->pair[0] + ((size_t)sound_token(m, prev) * V + (size_t)sound_token(m, token[i])) * V,
               V * sizeof *p);
    }
    if (m->r->fault[0] != F_NONE)
        return;
    if (m->target)
        microlm_target(m, n, token, pos, mask, p);
    for (int i = 0; i < n && !m->target; i++) {
        int s = m->kv->len + i;
        float *at = m->kv->pool + (m->kv->table[s / m->kv->block] * m->kv->block + s % m->kv->block) * m->kv->width;
        at[0] = (float)token[i];
        at[1] = (float)pos[i];
    }
}

/* --- trees ------------------------------------------------------------------------------------------------------ */

/* args: heads k | top [heads][k], width [heads] | tree [1 + 2*TREE_NODES] */
static void write_tree(const tree_t *t, int32_t *out)
{
    memset(out, 0xff, (1 + 2 * TREE_NODES) * sizeof *out);
    out[0] = t->n;
    for (int i = 0; i < t->n && t->n <= TREE_NODES; i++) {
        out[1 + i] = t->token[i];
        out[1 + TREE_NODES + i] = t->parent[i];
    }
}

HARNESS(medusa)
{
    int heads = (int)f->i[0], k = (int)f->i[1];
    int32_t *top = copied(f->buf[0], f->count[0] * sizeof *top);
    int *width = copied(f->buf[1], (size_t)heads * sizeof *width);
    tree_t *t = room(4 * sizeof *t); /* a tree that is too large shall be told, not crash */
    tree_medusa(t, 3, heads, k, top, width);
    write_tree(t, f->buf[2]);
    free(t);
    free(width);
    free(top);
}

/* args: heads k budget | top [heads][k], acc [heads][k] | tree */
HARNESS(sparse)
{
    int heads = (int)f->i[0], k = (int)f->i[1];
    int32_t *top = copied(f->buf[0], f->count[0] * sizeof *top);
    double *acc = copied(f->buf[1], f->count[1] * sizeof *acc);
    tree_t *t = room(sizeof *t);
    tree_sparse(t, 3, heads, k, top, acc, (int)f->i[2]);
    write_tree(t, f->buf[2]);
    free(t);
    free(acc);
    free(top);
}

/* args: V depth width total repeats | rows [R][V] | tree, notes [5]: fault, calls of the draft, rows */
HARNESS(eagle2)
{
    int V = (int)f->i[0], width = (int)f->i[2];
    struct rng r = { 0 };
    struct models m = { .V = V, .root = 1, .r = &r, .rows = f->buf[0], .R = f->count[0] / (size_t)V };
    float *work = room((size_t)width * (size_t)V * sizeof *work);
    tree_t *t = room(sizeof *t);
    double *notes = f->buf[2];
    blame = &r;
    for (int64_t k = 0; k < f->i[4]; k++) {
        m.draft_calls = m.draft_rows = 0;
        tree_eagle2(t, 1, (eagle_t){ (int)f->i[1], width, (int)f->i[3] }, V, &m, work);
    }
    write_tree(t, f->buf[1]);
    memcpy(notes, r.fault, sizeof r.fault);
    notes[3] = m.draft_calls;
    notes[4] = m.draft_rows;
    free(t);
    free(work);
}

/* args: n len | parents [n] | mask [n], pos [n] */
HARNESS(shape)
{
    int n = (int)f->i[0];
    tree_t *t = room(sizeof *t);
    uint64_t *mask = room((size_t)n * sizeof *mask);
    int32_t *pos = room((size_t)n * sizeof *pos);
    t->n = n;
    memcpy(t->parent, f->buf[0], (size_t)n * sizeof *pos);
    tree_mask(t, mask);
    tree_positions(t, (int)f->i[1], pos);
    memcpy(f->buf[1], mask, (size_t)n * sizeof *mask);
    memcpy(f->buf[2], pos, (size_t)n * sizeof *pos);
    free(pos);
    free(mask);
    free(t);
}

/* --- the law ----------------------------------------------------------------------------------------------------- */

struct judged {
    int V, depth;
    tree_t *t;
    float *p, *q;
    double *work;
    int32_t *path, next, token[TREE_DEPTH + 1];
};

static struct judged judged_new(int n, int V)
{
    size_t rows = (size_t)n * (size_t)V;
    return (struct judged){ .V = V, .t = room(sizeof(tree_t)), .p = room(rows * sizeof(float)),
                            .q = room(rows * sizeof(float)), .work = room(2 * (size_t)V * sizeof(double)),
                            .path = room((TREE_DEPTH + 1) * sizeof(int32_t)) };
}

static void judged_free(struct judged *j)
{
    free(j->t);
    free(j->p);
    free(j->q);
    free(j->work);
    free(j->path);
}

/* Is that a way from the root down, with a token behind it? Fills j->token; returns how many, or 0. */
static int sound_path(struct judged *j, struct rng *r, int n)
{
    if (n < 1 || n > TREE_DEPTH + 1 || j->path[0] != 0) {
        misuse(r, F_COUNT, n, n > 0 ? j->path[0] : 0);
        return 0;
    }
    for (int k = 1; k < n; k++) {
        int32_t at = j->path[k];
        if (at < 1 || at >= j->t->n || j->t->parent[at] != j->path[k - 1]) {
            misuse(r, F_PATH, at, j->path[k - 1]);
            return 0;
        }
        j->token[k - 1] = j->t->token[at];
    }
    if (j->next < 0 || j->next >= j->V) {
        misuse(r, F_TOKEN, j->next, j->V);
        return 0;
    }
    j->token[n - 1] = j->next;
    return n;
}

/* Tokens, rows and the probability of the draft numbered `code`; of a draft without chance there is one. */
static double lay_out(struct judged *j, const struct toy_shape *s, enum draft_law law, int twins, const float *rows,
                      size_t prefixes, size_t code)
{
    size_t id[TOY_NODES] = { 0 }, V = (size_t)j->V;
    double weight = 1;
    j->t->n = s->n;
    for (int i = 0; i < s->n; i++) {
        const float *q = i ? rows + (prefixes + id[s->parent[i]]) * V : NULL;
        int x = 0;
        if (i && law == DRAFT_FIXED)
            x = toy_ranked(q, j->V, toy_rank(s, i) / (1 + twins));
        else if (i) {
            double left = 1;
            x = (int)(code % V);
            code /= V;
            for (int k = 1; k < i && law == DRAFT_WITHOUT; k++)
                if (s->parent[k] == s->parent[i]) {
                    left -= q[j->t->token[k]];
                    weight *= j->t->token[k] != x;
                }
            weight *= weight > 0 ? q[x] / left : 0;
        }
        j->t->token[i] = x;
        j->t->parent[i] = s->parent[i];
        id[i] = i ? toy_extend(id[s->parent[i]], x, j->V) : 0;
        memcpy(j->p + (size_t)i * V, rows + id[i] * V, V * sizeof *j->p);
        for (int k = i + 1; k < s->n; k++)
            if (s->parent[k] == i) {
                memcpy(j->q + (size_t)i * V, rows + (prefixes + id[i]) * V, V * sizeof *j->q);
                break;
            }
    }
    return weight;
}

/* args: V shape law twins | tree [2][prefixes][V] | mass [seqs], fault [3] */
HARNESS(law)
{
    int V = (int)f->i[0];
    const struct toy_shape *s = &toy_shapes[f->i[1] % TOY_SHAPES];
    enum draft_law law = (enum draft_law)f->i[2];
    size_t prefixes = f->count[0] / 2 / (size_t)V, drafts = 1, walks = 0;
    double *mass = f->buf[1];
    struct rng r = { .walking = 1 };
    struct judged j = judged_new(s->n, V);
    memset(mass, 0, f->count[1] * sizeof *mass);
    for (int k = 1; k < s->n && law != DRAFT_FIXED; k++)
        drafts *= (size_t)V;
    for (size_t code = 0; code < drafts && r.fault[0] == F_NONE; code++) {
        double weight = lay_out(&j, s, law, (int)f->i[3], f->buf[0], prefixes, code);
        if (!(weight > 0))
            continue;
        r.fixed = 0;
        do {
            r.depth = 0;
            r.weight = weight;
            j.next = -1;
            int n = tree_verify(j.t, law, V, j.p, law == DRAFT_FIXED ? NULL : j.q, j.work, &r, j.path, &j.next);
            if (++walks > WALKS)
                misuse(&r, F_ENDLESS, WALKS, 0);
            if (!sound_path(&j, &r, n))
                break;
            size_t id = 0;
            for (int k = 0; k < n; k++)
                id = toy_extend(id, j.token[k], V);
            if (id < f->count[1])
                mass[id] += r.weight;
        } while (r.fault[0] == F_NONE && advance(&r));
    }
    memcpy(f->buf[2], r.fault, sizeof r.fault);
    judged_free(&j);
}

/* args: V n rounds law | parents [n], tokens [n], wide = p [n][V], q [n][V]; dice; work [2V] | toks
 * [rounds][TREE_DEPTH+2] = how many, the nodes, the token; fault */
HARNESS(wide)
{
    int V = (int)f->i[0], n = (int)f->i[1];
    struct rng r = { .state = *(const uint64_t *)f->buf[3] };
    tree_t *t = room(sizeof *t);
    struct judged j = { .V = V, .t = t, .path = room((TREE_DEPTH + 1) * sizeof(int32_t)) };
    const float *p = f->buf[2];
    int32_t *toks = f->buf[5];
    memset(toks, 0xff, f->count[5] * sizeof *toks);
    t->n = n;
    memcpy(t->parent, f->buf[0], (size_t)n * sizeof(int32_t));
    memcpy(t->token, f->buf[1], (size_t)n * sizeof(int32_t));
    for (int64_t k = 0; k < f->i[2] && r.fault[0] == F_NONE; k++, toks += TREE_DEPTH + 2) {
        int got = tree_verify(t, (enum draft_law)f->i[3], V, p, p + (size_t)n * (size_t)V, f->buf[4], &r, j.path,
                              &j.next);
        if (!sound_path(&j, &r, got))
            break;
        toks[0] = got;
        memcpy(toks + 1, j.path, (size_t)got * sizeof *toks);
        toks[TREE_DEPTH + 1] = j.next;
    }
    memcpy(f->buf[6], r.fault, sizeof r.fault);
    free(j.path);
    free(t);
}

/* --- the cache and whole rounds ----------------------------------------------------------------------------------- */

/* args: block width len n slots | rows [slots][width], path [n] | kept [slots][width], state [6 + BLOCKS]: fault, len,
 * blocks, freed, and which, as numbers of the old table */
HARNESS(commit)
{
    int block = (int)f->i[0], width = (int)f->i[1], len = (int)f->i[2], n = (int)f->i[3], slots = (int)f->i[4];
    struct rng r = { 0 };
    struct pool *p = pools = pool_new(64, block, width, &r);
    int32_t *path = copied(f->buf[1], (size_t)n * sizeof *path), *state = f->buf[3], was[BLOCKS];
    const float *rows = f->buf[0];
    float *kept = f->buf[2];
    pool_reserve(p, slots);
    int before = p->kv.blocks, stack = p->n;
    p->kv.len = len;
    memcpy(was, p->kv.table, (size_t)before * sizeof *was);
    for (int s = 0; s < slots; s++)
        memcpy(p->kv.pool + (was[s / block] * block + s % block) * width, rows + s * width,
               (size_t)width * sizeof *rows);
    kv_commit(&p->kv, path, n);
    memset(state, 0xff, f->count[3] * sizeof *state);
    memset(kept, 0, f->count[2] * sizeof *kept);
    state[0] = (int32_t)r.fault[0];
    state[1] = (int32_t)r.fault[1];
    state[2] = 0;
    state[3] = p->kv.len;
    state[4] = p->kv.blocks;
    state[5] = p->n - stack;
    for (int k = stack; k < p->n; k++)
        for (int b = 0; b < before; b++)
            if (was[b] == p->free[k])
                state[6 + k - stack] = b;
    for (int s = 0; s < p->kv.len && s < slots; s++)
        if (s / block < p->kv.blocks)
            memcpy(kept + s * width, p->kv.pool + (p->kv.table[s / block] * block + s % block) * width,
                   (size_t)width * sizeof *kept);
    pool_destroy(p);
    free(path);
}

/* Do slots from..len-1 hold the text, and has the table no block too many? */
static void check_cache(struct models *m, const uint8_t *text, int from)
{
    const kv_t *kv = m->kv;
    if (kv->blocks != (kv->len + kv->block - 1) / kv->block)
        misuse(m->r, F_BLOCKS, kv->blocks, kv->len);
    for (int s = from; s < kv->len && m->r->fault[0] == F_NONE; s++) {
        const float *at = kv->pool + (kv->table[s / kv->block] * kv->block + s % kv->block) * kv->width;
        if (!(at[0] == (float)text[s] && at[1] == (float)s))
            misuse(m->r, F_CACHE, s, text[s]);
    }
}

/* One round, its tokens noted in toks; 0 when something is wrong. */
static int one_round(struct models *m, struct pool *pool, float *work, int32_t *out)
{
    int len = pool->kv.len;
    memset(out, 0xff, (TREE_DEPTH + 1) * sizeof *out);
    pool_reserve(pool, len + m->how.total + 1);
    int n = tree_round(m, &pool->kv, m->root, m->how, m->V, work, m->r, out);
    if (n < 1 || n > TREE_DEPTH + 1)
        misuse(m->r, F_COUNT, n, 0);
    for (int k = 0; k < n && m->r->fault[0] == F_NONE; k++)
        if (out[k] < 0 || out[k] >= m->V)
            misuse(m->r, F_TOKEN, out[k], m->V);
    if (m->r->fault[0] == F_NONE && pool->kv.len != len + n)
        misuse(m->r, F_PLACE, pool->kv.len, len + n);
    return m->r->fault[0] == F_NONE ? n : 0;
}

static float *round_work(int V)
{
    return room((size_t)(TREE_NODES + TREE_WIDTH + 4) * (size_t)V * sizeof(float));
}

/* args: V rounds depth width total block | tabs [2][V][V][V], dice | toks [rounds][TREE_DEPTH+2] = how many, which;
 * fault [3], calls [3]: target's, draft's, the most nodes */
HARNESS(decode)
{
    enum { LONGEST = 300 };
    int V = (int)f->i[0];
    size_t cube = (size_t)V * (size_t)V * (size_t)V;
    struct rng r = { .state = *(const uint64_t *)f->buf[1] };
    struct pool *pool = pools = pool_new(256, (int)f->i[5], 2, &r);
    struct models m = { .V = V, .r = &r, .kv = &pool->kv, .how = { (int)f->i[2], (int)f->i[3], (int)f->i[4] },
                        .pair = { f->buf[0], (const float *)f->buf[0] + cube } };
    uint8_t text[LONGEST + TREE_DEPTH + 1];
    int32_t *toks = f->buf[2], out[TREE_DEPTH + 1];
    float *work = round_work(V);
    double *calls = f->buf[4];
    memset(toks, 0, f->count[2] * sizeof *toks);
    blame = &r;
    for (int64_t k = 0; k < f->i[1] && r.fault[0] == F_NONE; k++, toks += TREE_DEPTH + 2) {
        int len = pool->kv.len, n = one_round(&m, pool, work, out);
        for (int i = 0; i < n; i++) {
            text[len + i] = (uint8_t)m.root;
            m.before = m.root;
            m.root = out[i];
            toks[1 + i] = out[i];
        }
        toks[0] = n;
        if (n)
            check_cache(&m, text, len);
        if (pool->kv.len >= LONGEST) { /* another text: what is cached goes */
            check_cache(&m, text, 0);
            while (pool->kv.blocks)
                block_free(&pool->kv, pool->kv.table[--pool->kv.blocks]);
            pool->kv.len = 0;
        }
    }
    memcpy(f->buf[3], r.fault, sizeof r.fault);
    calls[0] = m.target_calls;
    calls[1] = m.draft_calls;
    calls[2] = m.nodes_max;
    free(work);
    pool_destroy(pool);
}

/* --- microlm ------------------------------------------------------------------------------------------------------ */

int lm_width(const lm_t *m)
{
    return m->s.d;
}

int lm_layers(const lm_t *m)
{
    return m->s.L;
}

/* A mistake in these would be read or written out of bounds by ours. */
static int sound_pass(const lm_t *m, int n, const int32_t *pos)
{
    int good = n >= 1 && n <= PASS_TOKENS;
    for (int i = 0; good && pos && i < n; i++)
        good = pos[i] >= 0 && pos[i] < m->s.ctx;
    if (!good)
        misuse(blame, F_LAYER, n, m->s.ctx);
    return good;
}

void lm_embed(lm_t *m, int n, const int32_t *token, float *x)
{
    for (int i = 0; i < n; i++)
        if (token[i] < 0 || token[i] >= m->s.V) {
            misuse(blame, F_CONTEXT, token[i], m->s.V);
            return;
        }
    if (sound_pass(m, n, NULL))
        pass_embed(m, n, token, x);
}

void lm_layer(lm_t *m, int l, int n, const int32_t *pos, const uint64_t *mask, float *x)
{
    if (l < 0 || l >= m->s.L)
        misuse(blame, F_LAYER, l, m->s.L);
    else if (sound_pass(m, n, pos)) {
        m->layers++;
        pass_layer(m, l, n, pos, mask, x);
    }
}

void lm_head(lm_t *m, int n, const float *x, float *y)
{
    if (sound_pass(m, n, NULL))
        pass_head(m, n, x, y);
}

/* A pass by the learner's hand; x is room of the exact size. */
static void learners_pass(lm_t *m, unsigned keep, int n, const int32_t *token, const int32_t *pos, const uint64_t *mask,
                          float *y)
{
    float *x = room((size_t)(n * m->s.d) * sizeof *x);
    memset(y, 0, (size_t)(n * m->s.V) * sizeof *y);
    lm_rows(m, keep, n, token, pos, mask, x, y);
    free(x);
}

static void own_pass(lm_t *m, int n, const int32_t *token, const int32_t *pos, const uint64_t *mask, float *y)
{
    float *x = room((size_t)(n * m->s.d) * sizeof *x);
    pass_embed(m, n, token, x);
    for (int l = 0; l < m->s.L; l++)
        pass_layer(m, l, n, pos, mask, x);
    pass_head(m, n, x, y);
    free(x);
}

/* Tokens one after the other from position `at`: bytes of a text, or the root and a path. */
static void chain(int n, int at, int32_t *pos, uint64_t *mask)
{
    for (int i = 0; i < n; i++) {
        pos[i] = at + i;
        mask[i] = ~(uint64_t)0 >> (63 - i);
    }
}

static const float *paged(const void *cache, int s)
{
    const kv_t *kv = cache;
    return kv->pool + (kv->table[s / kv->block] * kv->block + s % kv->block) * kv->width;
}

struct flat { const float *rows; size_t width; };

static const float *flat_slot(const void *cache, int s)
{
    const struct flat *c = cache;
    return c->rows + (size_t)s * c->width;
}

/* The pass's keys and values of token i become slot `to`. */
static void store(const lm_t *m, int i, float *to)
{
    size_t kv = lm_kv(m);
    for (size_t l = 0; l < (size_t)m->s.L; l++)
        memcpy(to + l * kv, m->fresh + (l * PASS_TOKENS + (size_t)i) * kv, kv * sizeof *to);
}

/* A row's softmax, its logits times `sharp`; with `spike` all of it on its largest entry. */
static void to_row(float *y, int V, int spike, float sharp)
{
    int best = 0;
    double sum = 0;
    float top;
    for (int x = 1; x < V; x++)
        best = y[x] > y[best] ? x : best;
    top = y[best];
    for (int x = 0; x < V; x++)
        sum += y[x] = spike ? x == best : expf(sharp * (y[x] - top));
    for (int x = 0; x < V; x++)
        y[x] = (float)(y[x] / sum);
}

/* The draft reads what has been said since it was asked last. */
static void catch_up(struct models *m)
{
    lm_t *d = m->draft;
    int32_t token[PASS_TOKENS], pos[PASS_TOKENS];
    uint64_t mask[PASS_TOKENS];
    float *y = room((size_t)(PASS_TOKENS * m->V) * sizeof *y);
    size_t width = (size_t)d->s.L * lm_kv(d);
    struct flat flat = { m->draft_cache, width };
    d->cache = &flat;
    while (m->draft_len < m->kv->len) {
        int n = m->kv->len - m->draft_len < PASS_TOKENS ? m->kv->len - m->draft_len : PASS_TOKENS;
        for (int i = 0; i < n; i++)
            token[i] = m->text[m->draft_len + i];
        chain(n, m->draft_len, pos, mask);
        d->len = m->draft_len;
        own_pass(d, n, token, pos, mask, y);
        for (int i = 0; i < n; i++)
            store(d, i, m->draft_cache + (size_t)(m->draft_len + i) * width);
        m->draft_len += n;
    }
    free(y);
}

static void microlm_draft(struct models *m, int n, int depth, const int32_t *path, float *q)
{
    lm_t *d = m->draft ? m->draft : m->target;
    int32_t token[TREE_DEPTH + 1] = { m->root }, pos[TREE_DEPTH + 1];
    uint64_t mask[TREE_DEPTH + 1];
    float *y = room((size_t)((depth + 1) * m->V) * sizeof *y);
    struct flat flat = { m->draft_cache, m->draft ? (size_t)d->s.L * lm_kv(d) : 0 };
    if (m->draft)
        catch_up(m);
    d->cache = m->draft ? (const void *)&flat : m->kv;
    d->len = m->kv->len;
    chain(depth + 1, d->len, pos, mask);
    for (int k = 0; k < n; k++) {
        memcpy(token + 1, path + (size_t)k * (size_t)depth, (size_t)depth * sizeof *token);
        if (m->draft)
            own_pass(d, depth + 1, token, pos, mask, y);
        else
            learners_pass(d, m->keep, depth + 1, token, pos, mask, y);
        to_row(y + (size_t)depth * (size_t)m->V, m->V, 0, m->sharp);
        memcpy(q + (size_t)k * (size_t)m->V, y + (size_t)depth * (size_t)m->V, (size_t)m->V * sizeof *q);
    }
    free(y);
}

static void microlm_target(struct models *m, int n, const int32_t *token, const int32_t *pos, const uint64_t *mask,
                           float *p)
{
    m->target->cache = m->kv;
    m->target->len = m->kv->len;
    learners_pass(m->target, (1u << m->target->s.L) - 1, n, token, pos, mask, p);
    for (int i = 0; i < n; i++) {
        to_row(p + (size_t)i * (size_t)m->V, m->V, !m->sampled, 1);
        int s = m->kv->len + i;
        store(m->target, i, m->kv->pool + (m->kv->table[s / m->kv->block] * m->kv->block + s % m->kv->block) *
                                m->kv->width);
    }
}

/* A sample: a text's first n bytes, and what the whole model says after each; or a table of answers. */
struct sample {
    const double *table;
    double asked;
    int L;
    lm_t *m;
    int n;
    int32_t token[PASS_TOKENS], pos[PASS_TOKENS];
    uint64_t mask[PASS_TOKENS];
    int says[PASS_TOKENS];
};

static int best_of(const float *y, int V)
{
    int best = 0;
    for (int x = 1; x < V; x++)
        best = y[x] > y[best] ? x : best;
    return best;
}

double keep_agrees(sample_t *s, unsigned keep)
{
    s->asked++;
    if (keep == 0 || keep >> s->L) {
        misuse(blame, F_KEEP, keep, s->L);
        return 0;
    }
    if (s->table)
        return s->table[keep];
    float *y = room((size_t)(s->n * s->m->s.V) * sizeof *y);
    int same = 0;
    s->m->len = 0;
    learners_pass(s->m, keep, s->n, s->token, s->pos, s->mask, y);
    for (int i = 0; i < s->n; i++)
        same += best_of(y + (size_t)(i * s->m->s.V), s->m->s.V) == s->says[i];
    free(y);
    return (double)same / s->n;
}

/* args: L K | table [2^L] | keep [1], notes [4]: fault, times asked */
HARNESS(skip)
{
    struct rng r = { 0 };
    struct sample s = { .table = f->buf[0], .L = (int)f->i[0] };
    blame = &r;
    *(int32_t *)f->buf[1] = (int32_t)skip_search(&s, s.L, (int)f->i[1]);
    memcpy(f->buf[2], r.fault, sizeof r.fault);
    ((double *)f->buf[2])[3] = s.asked;
}

static struct microlm_shape shape_of(const int32_t *n)
{
    return (struct microlm_shape){ n[0], n[1], n[2], n[3], n[4], n[5], n[6], n[7], (float)n[8], 1e-5f };
}

/* args: n keep | shapes [2][9], weights, parents [n], tokens [n] | logits [n][V], fault [3] */
HARNESS(layers)
{
    int n = (int)f->i[0];
    struct microlm_shape s = shape_of(f->buf[0]);
    struct rng r = { 0 };
    lm_t *m = lm_open(&s, f->buf[1]);
    tree_t t = { .n = n };
    int32_t pos[TREE_NODES];
    uint64_t mask[TREE_NODES];
    blame = &r;
    memcpy(t.parent, f->buf[2], (size_t)n * sizeof *t.parent);
    for (int i = 0; i < n; i++) { /* ours: this call is about the layers */
        pos[i] = i ? pos[t.parent[i]] + 1 : 0;
        mask[i] = (i ? mask[t.parent[i]] : 0) | (uint64_t)1 << i;
    }
    int32_t *token = copied(f->buf[3], (size_t)n * sizeof *token);
    float *y = room((size_t)(n * s.V) * sizeof *y);
    learners_pass(m, (unsigned)f->i[1], n, token, pos, mask, y);
    memcpy(f->buf[4], y, (size_t)(n * s.V) * sizeof *y);
    memcpy(f->buf[5], r.fault, sizeof r.fault);
    free(y);
    free(token);
    lm_close(m);
}

/* The prompt's bytes but the last into the cache. */
static void prefill(struct models *m, struct pool *pool, int n)
{
    int32_t token[PASS_TOKENS], pos[PASS_TOKENS];
    uint64_t mask[PASS_TOKENS];
    lm_t *t = m->target;
    float *y = room((size_t)(PASS_TOKENS * m->V) * sizeof *y);
    t->cache = &pool->kv;
    for (int at = 0; at < n; at += PASS_TOKENS) {
        int some = n - at < PASS_TOKENS ? n - at : PASS_TOKENS;
        pool_reserve(pool, at + some);
        for (int i = 0; i < some; i++)
            token[i] = m->text[at + i];
        chain(some, at, pos, mask);
        t->len = at;
        own_pass(t, some, token, pos, mask, y);
        for (int i = 0; i < some; i++)
            store(t, i, pool->kv.pool + (pool->kv.table[(at + i) / pool->kv.block] * pool->kv.block +
                                         (at + i) % pool->kv.block) * pool->kv.width);
    }
    pool->kv.len = n;
    free(y);
}

/* Which layers the model may skip, by the learner's search, on the first bytes of the text. */
static unsigned search_layers(struct models *m, int n)
{
    struct sample s = { .L = m->target->s.L, .m = m->target, .n = n < 32 ? n : 32 };
    float *y = room((size_t)(s.n * m->V) * sizeof *y);
    for (int i = 0; i < s.n; i++)
        s.token[i] = m->text[i];
    chain(s.n, 0, s.pos, s.mask);
    s.m->len = 0;
    own_pass(s.m, s.n, s.token, s.pos, s.mask, y);
    for (int i = 0; i < s.n; i++)
        s.says[i] = best_of(y + (size_t)(i * m->V), m->V);
    unsigned keep = skip_search(&s, s.L, 3);
    free(y);
    if (keep == 0 || keep >> s.L)
        misuse(m->r, F_KEEP, keep, s.L);
    return keep;
}

/* args: prompt want depth width total block self sampled sharp | shapes [2][9], target, draft, text [prompt], dice | said
 * [want], calls [6]: rounds, calls of the target, of the draft, the most nodes, layers kept, tokens; fault [3] */
HARNESS(microlm)
{
    int prompt = (int)f->i[0], want = (int)f->i[1], said = 0;
    const int32_t *shapes = f->buf[0];
    struct microlm_shape st = shape_of(shapes), sd = shape_of(shapes + 9);
    struct rng r = { .state = *(const uint64_t *)f->buf[4] };
    struct models m = { .V = st.V, .r = &r, .how = { (int)f->i[2], (int)f->i[3], (int)f->i[4] },
                        .sampled = (int)f->i[7], .sharp = (float)f->i[8],
                        .target = lm_open(&st, f->buf[1]), .draft = f->i[6] ? NULL : lm_open(&sd, f->buf[2]) };
    struct pool *pool = pools = pool_new(BLOCKS, (int)f->i[5], (int)((size_t)st.L * lm_kv(m.target)), &r);
    size_t longest = (size_t)(prompt + want + TREE_DEPTH + 1);
    uint8_t *out = f->buf[5];
    double *calls = f->buf[6], rounds = 0;
    int32_t got[TREE_DEPTH + 1];
    float *work = round_work(m.V);
    blame = &r;
    m.target->slot = paged;
    if (m.draft)
        m.draft->slot = flat_slot;
    m.kv = &pool->kv;
    m.text = room(longest);
    memcpy(m.text, f->buf[3], (size_t)prompt);
    m.draft_cache = room(m.draft ? longest * (size_t)sd.L * lm_kv(m.draft) * sizeof(float) : 1);
    m.keep = f->i[6] ? search_layers(&m, prompt) : 0;
    prefill(&m, pool, prompt - 1);
    m.root = m.text[prompt - 1];
    memset(out, 0, (size_t)want);
    while (said < want && r.fault[0] == F_NONE) {
        m.before = m.root;
        int n = one_round(&m, pool, work, got);
        rounds++;
        for (int k = 0; k < n; k++, said++) {
            m.text[prompt + said] = (uint8_t)got[k];
            if (said < want)
                out[said] = (uint8_t)got[k];
            m.root = got[k];
        }
        if (n && pool->kv.blocks != (pool->kv.len + pool->kv.block - 1) / pool->kv.block)
            misuse(&r, F_BLOCKS, pool->kv.blocks, pool->kv.len);
    }
    memcpy(calls, (double[]){ rounds, m.target_calls, m.draft_calls, m.nodes_max, m.keep, said }, 6 * sizeof *calls);
    memcpy(f->buf[7], r.fault, sizeof r.fault);
    free(m.text);
    free(m.draft_cache);
    free(work);
    pool_destroy(pool);
    lm_close(m.target);
    if (m.draft)
        lm_close(m.draft);
}
