/*
 * harness.c: the engine that the learner's cache is put into. `policy` gives a rule attention that was drawn, `model` a
 * small language model, whose prompts are read whole, then forgotten in part, and whose answers are read from what was
 * kept. Nothing is judged here: what stayed for how long is written down, and the oracle reads the texts again.
 */
#include <ridge/frame.h>

#include <microlm/decode.h>

#include "lab.h"

ridge_trampoline ridge_call_stream, ridge_call_h2o, ridge_call_snap, ridge_call_sage, ridge_call_own;
ridge_trampoline ridge_call_compact, ridge_call_pages, ridge_call_model;

static void *room(size_t bytes)
{
    void *p = calloc(bytes ? bytes : 1, 1);
    if (!p)
        abort();
    return p;
}

static void *copied(const void *from, size_t bytes)
{
    void *p = room(bytes);
    memcpy(p, from, bytes);
    return p;
}

/* May a cache of n entries become this? */
static int sensible(const int32_t *keep, int kept, int n)
{
    for (int i = 0; i < kept && kept <= n; i++)
        if (keep[i] < 0 || keep[i] >= n || (i && keep[i] <= keep[i - 1]))
            return 0;
    return kept >= 1 && kept <= n;
}

/* --- rules alone ------------------------------------------------------------------------------------------------ */

struct entries {
    int n, bad;
    int32_t *at; /* where in the text each one stood */
};

/* The rule decides on room of exactly n; what it said goes to `told`, and what follows from it to c->at. */
static void forget(evict_t *e, struct entries *c, int32_t *told, int32_t *count)
{
    int32_t *keep = room((size_t)c->n * sizeof *keep);
    int kept = evict_select(e, keep);
    *count = kept;
    if (!sensible(keep, kept, c->n)) {
        c->bad = 1;
    } else {
        for (int i = 0; i < kept; i++)
            told[i] = c->at[i] = c->at[keep[i]];
        c->n = kept;
    }
    free(keep);
}

/* Another head's cache, which hears something else in between and forgets in between: the two share nothing. */
static void bystander(evict_t *e, int G, int S, int *n)
{
    int rows = S ? S : 1, now = S ? S : *n + 1;
    size_t count = (size_t)G * (size_t)rows * (size_t)now;
    float *map = room(count * sizeof *map);
    int32_t *keep = room((size_t)now * sizeof *keep);
    for (size_t i = 0; i < count; i++)
        map[i] = (float)(i % 5) / 64;
    if (S)
        evict_on_prefill(e, map, S);
    else
        evict_on_step(e, map, now);
    int kept = evict_select(e, keep);
    *n = sensible(keep, kept, now) ? kept : 1;
    free(keep);
    free(map);
}

/* The map is a copy that ends where it ends and is spoilt after the call; a large one is not, since copies are counted
 * as loads. */
static void hear_prompt(evict_t *e, const float *given, int G, int S)
{
    size_t bytes = (size_t)G * (size_t)S * (size_t)S * sizeof(float);
    float *map = S < 512 ? copied(given, bytes) : NULL;
    evict_on_prefill(e, map ? map : given, S);
    if (map)
        memset(map, 0xff, bytes);
    free(map);
}

/* args: kind G S steps budget sinks window kernel | maps [G][S][S], given [steps][G][S+steps] |
 * stay [1+steps][S+steps], counts [1+steps]. A step's row says what each place of the text would get; the entries get theirs. */
static void policy(const struct ridge_frame *f)
{
    struct evict_cfg cfg = { (enum evict_kind)f->i[0], (int)f->i[1], (int)f->i[4], (int)f->i[5], (int)f->i[6],
                             (int)f->i[7] };
    int G = cfg.G, S = (int)f->i[2], steps = (int)f->i[3], most = S + steps;
    const float *rows = f->buf[1];
    int32_t *told = f->buf[2], *count = f->buf[3];
    struct entries c = { .n = S, .at = room((size_t)most * sizeof(int32_t)) };
    evict_t *e = evict_new(&cfg), *other = evict_new(&cfg);
    int few = S < 512 && steps < 512, others = 0; /* where loads are counted the rule is alone */
    for (int j = 0; j < S; j++)
        c.at[j] = j;
    count[0] = 0;
    if (S > 0) {
        hear_prompt(e, f->buf[0], G, S);
        if (few)
            bystander(other, G, S, &others);
        forget(e, &c, told, count);
    }
    for (int t = 0; t < steps && !c.bad; t++, rows += (size_t)G * (size_t)most) {
        c.at[c.n++] = S + t;
        float *row = room((size_t)G * (size_t)c.n * sizeof *row);
        for (int g = 0; g < G; g++)
            for (int j = 0; j < c.n; j++)
                row[g * c.n + j] = rows[(size_t)g * (size_t)most + (size_t)c.at[j]];
        evict_on_step(e, row, c.n);
        memset(row, 0xff, (size_t)G * (size_t)c.n * sizeof *row);
        free(row);
        if (few)
            bystander(other, G, 0, &others);
        forget(e, &c, told + (size_t)(t + 1) * (size_t)most, count + t + 1);
    }
    evict_delete(other);
    evict_delete(e);
    evict_delete(NULL);
    free(c.at);
}

#define RULE(name)                                     \
    void ridge_call_##name(const struct ridge_frame *f) \
    {                                                  \
        policy(f);                                     \
    }

RULE(stream)
RULE(h2o)
RULE(snap)
RULE(sage)
RULE(own)

/* --- memory ------------------------------------------------------------------------------------------------------- */

/* args: n hd kept | k, v [n][hd], pos [n], keep [kept] | k2, v2, pos2 */
void ridge_call_compact(const struct ridge_frame *f)
{
    size_t n = (size_t)f->i[0], rows = n * (size_t)f->i[1] * sizeof(float);
    float *k = copied(f->buf[0], rows), *v = copied(f->buf[1], rows);
    int32_t *pos = copied(f->buf[2], n * sizeof *pos);
    kv_compact(k, v, pos, f->buf[3], (int)f->i[2], (int)f->i[1]);
    memcpy(f->buf[4], k, rows);
    memcpy(f->buf[5], v, rows);
    memcpy(f->buf[6], pos, n * sizeof *pos);
    free(pos);
    free(v);
    free(k);
}

/* args: kept block | slots [kept] | held [1], copies [1], moves [kept][2] */
void ridge_call_pages(const struct ridge_frame *f)
{
    int kept = (int)f->i[0], block = (int)f->i[1];
    size_t bytes = (size_t)kept * 2 * sizeof(int32_t);
    int32_t *keep = copied(f->buf[0], (size_t)kept * sizeof *keep), *move = room(bytes);
    memset(f->buf[3], 0xff, bytes);
    *(int32_t *)f->buf[1] = pages_held(keep, kept, block);
    *(int32_t *)f->buf[2] = pages_plan(keep, kept, block, (int32_t (*)[2])move);
    memcpy(f->buf[3], move, bytes);
    free(move);
    free(keep);
}

/* --- a model ---------------------------------------------------------------------------------------------------- */

/* One KV head's cache of one layer. */
struct cache {
    evict_t *rule;
    float *k, *v;
    int32_t *pos, *last; /* last: the step in which each byte of the text was seen for the last time */
    int n;
};

struct engine {
    struct decoder d;
    struct evict_cfg cfg;
    struct cache *cache;         /* [L][Hkv] */
    float *map, *turn, *p;       /* map [L][Hkv][G][P][P] */
    int S, P, t, relative, bad;
    enum { READS_PROMPT, READS_AGAIN, GOES_ON } phase;
};

/* The rule decides, and the cache is what it says. */
static void shrink(struct engine *m, struct cache *c)
{
    int32_t *keep = room((size_t)c->n * sizeof *keep);
    int kept = evict_select(c->rule, keep), hd = m->d.s.hd;
    if (sensible(keep, kept, c->n)) {
        kv_compact(c->k, c->v, c->pos, keep, kept, hd);
        c->n = kept;
    } else
        m->bad = 1;
    free(keep);
}

/* A KV head's part of decoder_attend: the newcomer goes in, everybody is asked, the rule hears the answer. */
static void attend_head(struct engine *m, struct cache *c, float *map, float *out, const float *q, const float *k,
                        const float *v)
{
    size_t hd = (size_t)m->d.s.hd, row = hd * sizeof *k, P = (size_t)m->P;
    int G = m->cfg.G;
    memcpy(c->k + (size_t)c->n * hd, k, row);
    memcpy(c->v + (size_t)c->n * hd, v, row);
    c->pos[c->n++] = m->t;
    kv_attend(out, m->p, q, c->k, c->v, c->pos, c->n, G, (int)hd, m->relative, m->turn);
    for (int g = 0; g < G && m->phase == READS_PROMPT; g++)
        memcpy(map + ((size_t)g * P + (size_t)m->t) * P, m->p + (size_t)g * (size_t)c->n, (size_t)c->n * sizeof *k);
    for (int j = 0; j < c->n && m->phase != READS_PROMPT; j++)
        if (c->pos[j] >= 0 && c->pos[j] < m->S)
            c->last[c->pos[j]] = m->t;
    if (m->phase != GOES_ON)
        return;
    evict_on_step(c->rule, m->p, c->n);
    shrink(m, c);
}

static void attend(void *user, int layer, float *out, const float *q, const float *k, const float *v)
{
    struct engine *m = user;
    const struct microlm_shape *s = &m->d.s;
    size_t of = (size_t)m->cfg.G * (size_t)m->P * (size_t)m->P;
    for (int h = 0; h < s->Hkv; h++) {
        int at = layer * s->Hkv + h;
        attend_head(m, m->cache + at, m->map + (size_t)at * of, out + h * m->cfg.G * s->hd, q + h * m->cfg.G * s->hd,
                    k + h * s->hd, v + h * s->hd);
    }
}

/* The prompt is in all caches and its maps are there: what is kept of it, and what is said behind it. */
static void answer(struct engine *m, const uint8_t *text)
{
    int all = m->d.s.L * m->d.s.Hkv;
    size_t of = (size_t)m->cfg.G * (size_t)m->P * (size_t)m->P;
    for (int i = 0; i < all; i++) {
        struct cache *c = m->cache + i;
        evict_on_prefill(c->rule, m->map + (size_t)i * of, m->P);
        memset(m->map + (size_t)i * of, 0xff, of * sizeof *m->map);
        shrink(m, c);
        c->n--; /* the last byte is read again, with what was kept before it */
    }
    for (m->t = m->P - 1; m->t < m->S && !m->bad; m->t++) {
        m->phase = m->t < m->P ? READS_AGAIN : GOES_ON;
        decoder_step(&m->d, text[m->t], attend, m, NULL);
    }
}

/* One text, from an empty cache; last [L][Hkv][S] */
static void read_text(struct engine *m, const uint8_t *text, int32_t *last)
{
    int all = m->d.s.L * m->d.s.Hkv;
    size_t n = (size_t)m->S + 1, row = (size_t)m->d.s.hd * sizeof(float);
    m->map = room((size_t)all * (size_t)m->cfg.G * (size_t)m->P * (size_t)m->P * sizeof(float));
    m->cache = room((size_t)all * sizeof *m->cache);
    for (int i = 0; i < all; i++) {
        m->cache[i] = (struct cache){ .rule = evict_new(&m->cfg), .k = room(n * row), .v = room(n * row),
                                      .pos = room(n * sizeof(int32_t)), .last = last + (size_t)i * (size_t)m->S };
        for (int j = 0; j < m->S; j++)
            m->cache[i].last[j] = m->P - 2;
    }
    m->phase = READS_PROMPT;
    for (m->t = 0; m->t < m->P; m->t++)
        decoder_step(&m->d, text[m->t], attend, m, NULL);
    answer(m, text);
    for (int i = 0; i < all; i++) {
        evict_delete(m->cache[i].rule);
        free(m->cache[i].k);
        free(m->cache[i].v);
        free(m->cache[i].pos);
    }
    free(m->cache);
    free(m->map);
}

/* args: kind budget sinks window kernel S docs budgets relative mode prompt whole | trained, texts [docs][S] | last
 * [docs][L][Hkv][S]. Of mode 3, text i has mode i % 3; three by three, texts have the budget, half of it, and so on. */
void ridge_call_model(const struct ridge_frame *f)
{
    const struct microlm_shape draft = { 64, 2, 2, 1, 32, 192, 256, 1024, 1e4f, 1e-5f },
                               whole = { 256, 4, 8, 2, 32, 768, 256, 1024, 1e4f, 1e-5f };
    const struct microlm_shape *s = f->i[11] ? &whole : &draft;
    struct engine m = { .cfg = { (enum evict_kind)f->i[0], s->H / s->Hkv, (int)f->i[1], (int)f->i[2], (int)f->i[3],
                                 (int)f->i[4] }, .S = (int)f->i[5], .relative = (int)f->i[8] };
    int docs = (int)f->i[6], mode = (int)f->i[9];
    size_t each = (size_t)(s->L * s->Hkv * m.S), n = (size_t)m.S + 1;
    int32_t *last = f->buf[2];
    if (decoder_create(&m.d, s, f->buf[0]))
        abort();
    m.turn = room(n * (size_t)s->hd * sizeof *m.turn);
    m.p = room((size_t)m.cfg.G * n * sizeof *m.p);
    decoder_turns(m.turn, s, m.S + 1);
    for (int i = 0; i < docs && !m.bad; i++) {
        int of = mode == 3 ? i % 3 : mode;
        m.P = of == 0 ? (int)f->i[10] : of == 1 ? m.S : m.S - 2;
        m.cfg.budget = (int)f->i[1] >> i / 3 % (int)f->i[7];
        read_text(&m, (const uint8_t *)f->buf[1] + (size_t)i * (size_t)m.S, last + (size_t)i * each);
    }
    for (size_t j = 0; j < each * (size_t)docs && m.bad; j++)
        last[j] = INT32_MIN;
    free(m.p);
    free(m.turn);
    decoder_destroy(&m.d);
}
