/*
 * oracle.c: attention of a tree over a paged cache from its definition, in float64, one row of one split at a time: the
 * scores of all tokens that the node sees, their maximum, the exponentials, the weighted sum. And the cache after the
 * verdict, slot by slot.
 *
 * What the cache holds is a function of the place, so that a verdict on a cache changed in place knows what stood there.
 * Blocks lie in random order, slots without a token hold NaN, and entries of tables without a block rubbish.
 */
#include <stdlib.h>

#include "ridge/oracle.h"

enum { RUBBISH = -987654, NAN16 = 0x7e00, WIDEST = 128, NODES = 64, SAMPLE = 192 };
enum { MIXED, CHAIN, STAR, PAIRS };                     /* trees: labs/w33b-tree-attn/lab.lua has the same */
enum { SOME, ALL, NONE, SHIFTED, THIRDS };              /* paths: and these */

struct shape {
    int64_t b, T, H, Hkv, hd, bs, max_len, max_blk, chunk, splits, ragged, draw;
    double scale;
};

static struct shape shape_of(const struct ridge_case *c)
{
    struct shape s = {
        .b = ridge_int(c, "b"), .T = ridge_int(c, "T"), .H = ridge_int(c, "H"), .Hkv = ridge_int(c, "Hkv"),
        .hd = ridge_int(c, "hd"), .bs = ridge_int(c, "bs"), .max_len = ridge_int(c, "len_max"),
        .chunk = ridge_int(c, "chunk"), .ragged = ridge_int(c, "ragged"), .draw = ridge_int(c, "draw"),
    };
    s.scale = ridge_num(c, "sharp") / sqrt((double)s.hd);
    s.max_blk = s.bs > 0 ? (s.max_len + s.T + s.bs - 1) / s.bs + 1 : 0;
    s.splits = s.chunk > 0 ? (s.max_len + s.T + s.chunk - 1) / s.chunk : 0;
    return s;
}

static uint64_t hashed(uint64_t a, uint64_t b)
{
    uint64_t state = a * 0x9e3779b97f4a7c15u + b;
    ridge_next(&state);
    return ridge_next(&state);
}

/* --- inputs ------------------------------------------------------------------------------------------------ */

/* Tokens of sequence i; ragged mixes what is easily got wrong. */
static int64_t length(const struct shape *s, int64_t i)
{
    int64_t mix[] = { s->max_len, 0, s->bs + 1, s->max_len - s->max_len / 3, 1, s->bs - 1 };
    int64_t n = s->ragged ? mix[i % 6] : s->max_len;
    return n < s->max_len ? n : s->max_len;
}

/* The parent of node i > 0 of sequence q; always an earlier node. */
static int64_t parent(const struct ridge_case *c, int64_t q, int64_t i)
{
    switch (ridge_int(c, "tree")) {
    case CHAIN: return i - 1;
    case STAR:  return 0;
    case PAIRS: return (i - 1) / 2;
    default:    return (int64_t)(hashed(0x7265 + (uint64_t)shape_of(c).draw, (uint64_t)(q * NODES + i)) % (uint64_t)i);
    }
}

static void masks(const struct ridge_case *c, int64_t q, int64_t T, uint64_t *mask)
{
    for (int64_t i = 0; i < T; i++)
        mask[i] = (uint64_t)1 << i | (i ? mask[parent(c, q, i)] : 0);
}

int mask_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    struct shape s = shape_of(c);
    (void)seed;
    if (!b || s.T < 1 || s.T > NODES || (int64_t)b->count != s.b * s.T)
        return -1;
    for (int64_t q = 0; q < s.b; q++)
        masks(c, q, s.T, (uint64_t *)b->data + q * s.T);
    return 0;
}

int lens_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    struct shape s = shape_of(c);
    (void)seed;
    for (size_t i = 0; b && i < b->count; i++)
        ((int32_t *)b->data)[i] = (int32_t)length(&s, (int64_t)i);
    return b ? 0 : -1;
}

/* Uniform with a standard deviation of qsd. */
int query_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    double reach = sqrt(3) * ridge_num(c, "qsd");
    for (size_t i = 0; b && i < b->count; i++)
        ((_Float16 *)b->data)[i] = (_Float16)(reach * (2 * ridge_uniform(&seed) - 1));
    return b ? 0 : -1;
}

/* Blocks that the longest sequences take, and three that nobody has. */
static int64_t pool(const struct shape *s)
{
    return s->b * (s->max_blk - 1) + 3;
}

/* A random order of all blocks of the pool; the sequences are dealt from its front. Caller frees. */
static int32_t *shuffled(const struct shape *s)
{
    int64_t blocks = pool(s);
    int32_t *order = malloc((size_t)blocks * sizeof *order);
    for (int64_t i = 0; order && i < blocks; i++)
        order[i] = (int32_t)i;
    for (int64_t i = blocks - 1; order && i > 0; i--) {
        int64_t k = (int64_t)(hashed(0x626b + (uint64_t)s->draw, (uint64_t)i) % (uint64_t)(i + 1));
        int32_t t = order[i];
        order[i] = order[k];
        order[k] = t;
    }
    return order;
}

int table_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    struct shape s = shape_of(c);
    int32_t *order = s.bs < 1 ? NULL : shuffled(&s);
    (void)seed;
    if (!b || !order || (int64_t)b->count < s.b * s.max_blk)
        return -1;
    int64_t next = 0;
    for (int64_t q = 0; q < s.b; q++)
        for (int64_t k = 0; k < s.max_blk; k++)
            ((int32_t *)b->data)[q * s.max_blk + k] = k * s.bs < length(&s, q) + s.T ? order[next++] : RUBBISH;
    free(order);
    return 0;
}

/* The bits of an element where a token stands: either sign, from 0.5 to 2. */
static uint16_t element(const struct shape *s, uint64_t salt, int64_t place)
{
    uint64_t word = hashed(salt + (uint64_t)s->draw, (uint64_t)place / 4);
    return (uint16_t)((word >> place % 4 * 16 & 0x87ff) | 0x3800);
}

/* Everything of one block, of which `used` slots have a token. */
static void fill_block(const struct shape *s, uint64_t salt, uint16_t *data, int64_t block, int64_t used)
{
    for (int64_t h = 0; h < s->Hkv; h++)
        for (int64_t x = 0; x < s->bs * s->hd; x++) {
            int64_t place = (block * s->Hkv + h) * s->bs * s->hd + x;
            data[place] = x < used * s->hd ? element(s, salt, place) : NAN16;
        }
}

static int cache_as_filled(const struct ridge_case *c, const char *buffer, uint16_t *data)
{
    struct shape s = shape_of(c);
    int32_t *order = shuffled(&s);
    int64_t next = 0;
    if (!order)
        return -1;
    for (int64_t q = 0; q < s.b; q++)
        for (int64_t left = length(&s, q) + s.T; left > 0; left -= s.bs)
            fill_block(&s, (uint64_t)(unsigned char)*buffer, data, order[next++], left < s.bs ? left : s.bs);
    for (; next < pool(&s); next++)
        fill_block(&s, (uint64_t)(unsigned char)*buffer, data, order[next], 0);
    free(order);
    return 0;
}

int cache_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    struct shape s = shape_of(c);
    (void)seed;
    if (!b || s.bs < 1 || s.hd % 4 || (int64_t)b->count != pool(&s) * s.Hkv * s.bs * s.hd)
        return -1;
    return cache_as_filled(c, buffer, b->data);
}

/* How many nodes of sequence q the verdict has kept, and which: path[0] is the root. */
static int64_t kept(const struct ridge_case *c, int64_t q, int32_t *path)
{
    struct shape s = shape_of(c);
    int64_t how = ridge_int(c, "verdict"), n = 0;
    for (int64_t i = 0; i < s.T; i++) {
        uint64_t dice = hashed(0x7061 + (uint64_t)s.draw, (uint64_t)(q * NODES + i));
        int in = how == ALL || (how == SOME && (i == 0 || dice % 3 == 0) && q % 4 != 3) ||
                 (how == SHIFTED && i != 1) || (how == THIRDS && i % 3 == 0);
        if (in)
            path[n++] = (int32_t)i;
    }
    for (int64_t i = n; i < s.T; i++)
        path[i] = RUBBISH;
    return n;
}

int path_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    struct shape s = shape_of(c);
    (void)seed;
    if (!b || s.T > NODES || (int64_t)b->count != s.b * s.T)
        return -1;
    for (int64_t q = 0; q < s.b; q++)
        kept(c, q, (int32_t *)b->data + q * s.T);
    return 0;
}

int kept_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int32_t path[NODES];
    (void)seed;
    for (size_t q = 0; b && q < b->count; q++)
        ((int32_t *)b->data)[q] = (int32_t)kept(c, (int64_t)q, path);
    return b ? 0 : -1;
}

/* Which splits of a row of tree_merge have no tokens: every third in the mean, and all of row 1. */
static int dead(const struct ridge_case *c, size_t row, size_t split)
{
    return ridge_int(c, "dead") && (row == 1 || hashed(0x6465, row * 1000003 + split) % 3 == 0);
}

int weight_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    size_t splits = (size_t)ridge_int(c, "splits");
    double level = ridge_num(c, "level"), late = ridge_num(c, "late");
    for (size_t i = 0; b && splits && i < b->count; i++) {
        double x = (i / splits % 2 ? -level : level) + 6 * ridge_uniform(&seed) - 3;
        x += (i + 1) % splits ? 0 : late;
        ((float *)b->data)[i] = dead(c, i / splits, i % splits) ? -INFINITY : (float)x;
    }
    return b && splits ? 0 : -1;
}

int piece_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    size_t splits = (size_t)ridge_int(c, "splits"), hd = (size_t)ridge_int(c, "hd");
    for (size_t i = 0; b && splits && hd && i < b->count; i++) {
        double x = 2 * ridge_uniform(&seed) - 1;
        ((float *)b->data)[i] = dead(c, i / hd / splits, i / hd % splits) ? NAN : (float)x;
    }
    return b && splits && hd ? 0 : -1;
}

/* --- the verdict on a split -------------------------------------------------------------------------------- */

#define SAY(v, ...) (snprintf((v)->message, sizeof (v)->message, __VA_ARGS__), (v)->pass = 0)

struct split {
    struct shape s;
    const _Float16 *Q, *K, *V;
    const int32_t *bt;
    const uint64_t *mask;
    const float *part, *lse;
    double *p, *size; /* a token's weight, and the sum of |q k| times scale: how far rounding can move the score */
    double out[WIDEST], all[WIDEST], slack[WIDEST], log_sum, log_slack;
};

/* Token `pos` of a sequence and a head of the cache. */
static int64_t place_of(const struct shape *s, const int32_t *bt, int64_t q, int64_t kv, int64_t pos)
{
    return ((bt[q * s->max_blk + pos / s->bs] * s->Hkv + kv) * s->bs + pos % s->bs) * s->hd;
}

/* Scores of tokens from..to-1 in p, -inf where the node does not see; returns the largest. */
static double scores(struct split *t, int64_t q, int64_t node, int64_t h, int64_t from, int64_t to)
{
    const struct shape *s = &t->s;
    const _Float16 *row = t->Q + ((q * s->T + node) * s->H + h) * s->hd;
    double top = -INFINITY, scale = s->scale;
    int64_t len = length(s, q);
    for (int64_t j = from; j < to; j++) {
        const _Float16 *k = t->K + place_of(s, t->bt, q, h / (s->H / s->Hkv), j);
        double dot = 0, size = 0;
        for (int64_t x = 0; x < s->hd; x++) {
            double term = (double)row[x] * (double)k[x];
            dot += term;
            size += fabs(term);
        }
        int sees = j < len || (t->mask[q * s->T + node] >> (j - len) & 1);
        t->p[j - from] = sees ? dot * scale : -INFINITY;
        t->size[j - from] = size * scale;
        top = fmax(top, t->p[j - from]);
    }
    return top;
}

/*
 * out = sum of p v. An error d of a score moves it by p d (v - out), and a weight rounded to half by 2^-11 of p |v|; a
 * weight below 2^-14 loses 2^-25 of the largest.
 */
static void attend(struct split *t, int64_t q, int64_t node, int64_t h, int64_t from, int64_t to)
{
    const struct shape *s = &t->s;
    double top = scores(t, q, node, h, from, to), sum = 0, eps = 8 * 0x1p-24 * sqrt((double)s->hd);
    memset(t->out, 0, sizeof t->out);
    memset(t->slack, 0, sizeof t->slack);
    for (int64_t j = 0; j < to - from; j++)
        sum += t->p[j] = isinf(top) ? 0 : exp(t->p[j] - top);
    t->log_sum = sum > 0 ? top + log(sum) : -INFINITY;
    t->log_slack = 0x1p-10 + 4e-7 * fabs(top);
    for (int64_t pass = 0; sum > 0 && pass < 2; pass++)
        for (int64_t j = 0; j < to - from; j++) {
            const _Float16 *v = t->V + place_of(s, t->bt, q, h / (s->H / s->Hkv), from + j);
            double w = t->p[j] / sum, d = eps * t->size[j];
            if (pass && w > 0)
                t->log_slack += w * d;
            for (int64_t x = 0; x < s->hd; x++)
                if (!pass)
                    t->out[x] += w * (double)v[x];
                else
                    t->slack[x] += w * (0x1.1p-11 * fabs((double)v[x]) + fabs((double)v[x] - t->out[x]) * d) + 0x1p-24;
        }
}

static int row_right(struct split *t, int64_t q, int64_t node, int64_t h, int64_t split, struct ridge_verdict *v)
{
    const struct shape *s = &t->s;
    int64_t end = length(s, q) + s->T, from = split * s->chunk, to = from + s->chunk < end ? from + s->chunk : end;
    int64_t at = ((q * s->T + node) * s->H + h) * s->splits + split;
    attend(t, q, node, h, from < to ? from : to, to);
    if (isinf(t->log_sum) ? t->lse[at] != -INFINITY : !(fabs(t->lse[at] - t->log_sum) <= t->log_slack))
        return SAY(v, "sequence %lld, node %lld, head %lld, split %lld: lse %.7g expected, got %.7g", (long long)q,
                   (long long)node, (long long)h, (long long)split, t->log_sum, (double)t->lse[at]);
    for (int64_t x = 0; x < s->hd; x++)
        if (!(fabs(t->part[at * s->hd + x] - t->out[x]) <= t->slack[x] + 1e-6 * fabs(t->out[x])))
            return SAY(v, "sequence %lld, node %lld, head %lld, split %lld, column %lld: part %.7g expected, got %.7g",
                       (long long)q, (long long)node, (long long)h, (long long)split, (long long)x, t->out[x],
                       (double)t->part[at * s->hd + x]);
    return 1;
}

/* Every row of a small case; of a timed one SAMPLE rows, spread evenly. */
static int rows_right(struct split *t, struct ridge_verdict *v)
{
    const struct shape *s = &t->s;
    int64_t rows = s->b * s->T * s->H * s->splits, step = s->max_len > 2048 ? rows / SAMPLE | 1 : 1;
    for (int64_t r = 0; r < rows; r += step) {
        int64_t row = r / s->splits;
        if (!row_right(t, row / s->H / s->T, row / s->H % s->T, row % s->H, r % s->splits, v))
            return 0;
    }
    return 1;
}

int split_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    struct split *t = calloc(1, sizeof *t);
    if (!t)
        return -1;
    *t = (struct split){ .s = shape_of(c), .Q = ridge_data(c, "Q"), .K = ridge_data(c, "Kc"), .V = ridge_data(c, "Vc"),
                         .bt = ridge_data(c, "bt"), .mask = ridge_data(c, "mask"), .part = ridge_data(c, "part"),
                         .lse = ridge_data(c, "lse") };
    double *room = calloc((size_t)(2 * t->s.chunk), sizeof *room);
    int ready = room && t->Q && t->K && t->V && t->bt && t->mask && t->part && t->lse && t->s.hd <= WIDEST;
    t->p = room;
    t->size = room ? room + t->s.chunk : NULL;
    if (ready)
        v->pass = rows_right(t, v);
    free(room);
    free(t);
    return ready ? 0 : -1;
}

/* --- the joining ------------------------------------------------------------------------------------------- */

int merge_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want,
                 double *scale)
{
    const float *part = ridge_data(c, "part_in"), *lse = ridge_data(c, "lse_in");
    size_t splits = (size_t)ridge_int(c, "splits"), hd = (size_t)ridge_int(c, "hd");
    (void)out;
    if (!part || !lse || !splits || !hd)
        return -1;
    for (size_t k = 0; k < n; k++) {
        size_t row = index[k] / hd;
        const float *w = lse + row * splits;
        double top = -INFINITY, all = 0;
        for (size_t i = 0; i < splits; i++)
            top = fmax(top, (double)w[i]);
        want[k] = scale[k] = 0;
        for (size_t i = 0; i < splits; i++)
            if (isfinite(w[i])) {
                double p = exp(w[i] - top), x = part[(row * splits + i) * hd + index[k] % hd];
                all += p;
                want[k] += p * x;
                scale[k] += p * fabs(x);
            }
        want[k] = all > 0 ? want[k] / all : 0;
        scale[k] = (all > 0 ? scale[k] / all : 0) + .0625; /* half's smallest step, 2^-24, which tol.dot knows not of */
    }
    return 0;
}

/* --- the cache after the verdict ------------------------------------------------------------------------------ */

/* Brings a cache to what the commit has to leave; out of place, so no order matters. */
static void committed(const struct ridge_case *c, const int32_t *bt, const uint16_t *was, uint16_t *now)
{
    struct shape s = shape_of(c);
    int32_t path[NODES];
    for (int64_t q = 0; q < s.b; q++) {
        int64_t n = kept(c, q, path);
        for (int64_t i = 0; i < n; i++)
            for (int64_t h = 0; h < s.Hkv; h++)
                memcpy(now + place_of(&s, bt, q, h, length(&s, q) + i),
                       was + place_of(&s, bt, q, h, length(&s, q) + path[i]), (size_t)s.hd * 2);
    }
}

static int cache_right(const struct ridge_case *c, const char *buffer, struct ridge_verdict *v)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    const int32_t *bt = ridge_data(c, "bt");
    const uint16_t *got = b->data;
    uint16_t *was = malloc(b->count * 2), *now = malloc(b->count * 2);
    struct shape s = shape_of(c);
    size_t x = 0;
    int ok = was && now && cache_as_filled(c, buffer, was) == 0;
    if (ok) {
        memcpy(now, was, b->count * 2);
        committed(c, bt, was, now);
        while (x < b->count && got[x] == now[x])
            x++;
        ok = x == b->count;
        if (!ok)
            SAY(v, "%s, block %lld, head %lld, slot %lld, column %lld: bits %04x expected (before: %04x), got %04x",
                buffer, (long long)x / (s.hd * s.bs * s.Hkv), (long long)x / (s.hd * s.bs) % s.Hkv,
                (long long)x / s.hd % s.bs, (long long)x % s.hd, now[x], was[x], got[x]);
    }
    free(was);
    free(now);
    return ok;
}

int commit_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    struct shape s = shape_of(c);
    const int32_t *after = ridge_data(c, "after");
    int32_t path[NODES];
    if (!after || !ridge_data(c, "bt") || !ridge_buffer(c, "Kc") || !ridge_buffer(c, "Vc") || s.T > NODES)
        return -1;
    v->pass = cache_right(c, "Kc", v) && cache_right(c, "Vc", v);
    for (int64_t q = 0; v->pass && q < s.b; q++) {
        int64_t want = length(&s, q) + kept(c, q, path);
        if (after[q] != want)
            SAY(v, "sequence %lld: after %lld expected, got %d", (long long)q, (long long)want, after[q]);
    }
    return 0;
}
