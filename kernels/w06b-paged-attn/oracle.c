/*
 * oracle.c: attention over a paged cache from its definition, in float64, one row at a time: the scores
 * of all its tokens, their maximum, the exponentials, the weighted sum. No running anything.
 *
 * The fills are as unkind as a served cache is: blocks in random order, NaN in each slot that no token
 * has, rubbish in each table entry that no sequence has.
 */
#include <stdlib.h>

#include "ridge/oracle.h"

enum { RUBBISH = -987654, NAN16 = 0x7e00, WIDEST = 128 };

struct shape {
    int64_t b, H, Hkv, hd, bs, max_len, max_blk, chunk, splits;
};

static struct shape shape_of(const struct ridge_case *c)
{
    struct shape s = {
        .b = ridge_int(c, "b"), .H = ridge_int(c, "H"), .Hkv = ridge_int(c, "Hkv"), .hd = ridge_int(c, "hd"),
        .bs = ridge_int(c, "bs"), .max_len = ridge_int(c, "len_max"),
    };
    s.chunk = s.bs * ridge_int(c, "cb");
    s.max_blk = (s.max_len + s.bs - 1) / s.bs + 1;
    s.splits = s.chunk ? (s.max_len + s.chunk - 1) / s.chunk : 0;
    return s;
}

/* ----------------------------------------------------------------------------------------- inputs */

/* Tokens of sequence i. ragged=1 mixes what is easily got wrong, ragged=2 is nothing at all. */
static int64_t length(const struct ridge_case *c, const struct shape *s, int64_t i)
{
    int64_t ragged = ridge_int(c, "ragged");
    int64_t mix[] = { s->max_len, 0, s->bs + 1, s->max_len - s->max_len / 3, 1, s->bs - 1 };
    int64_t n = ragged == 2 ? 0 : ragged == 1 ? mix[i % 6] : s->max_len;
    return n < s->max_len ? n : s->max_len;
}

int lens_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    struct shape s = shape_of(c);
    (void)seed;
    if (!b || s.bs < 1)
        return -1;
    for (size_t i = 0; i < b->count; i++)
        ((int32_t *)b->data)[i] = (int32_t)length(c, &s, (int64_t)i);
    return 0;
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

/* A random order of all blocks of the pool; the sequences are dealt from its front. Caller frees. */
static int32_t *shuffled(int64_t blocks, uint64_t seed)
{
    int32_t *order = malloc((size_t)blocks * sizeof *order);
    for (int64_t i = 0; order && i < blocks; i++)
        order[i] = (int32_t)i;
    for (int64_t i = blocks - 1; order && i > 0; i--) {
        int64_t k = (int64_t)(ridge_next(&seed) % (uint64_t)(i + 1));
        int32_t t = order[i];
        order[i] = order[k];
        order[k] = t;
    }
    return order;
}

/* Blocks that the longest allowed cache takes, and three that nobody has. */
static int64_t pool(const struct shape *s)
{
    return s->b * (s->max_blk - 1) + 3;
}

int table_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    struct shape s = shape_of(c);
    int32_t *order = s.bs < 1 ? NULL : shuffled(pool(&s), seed);
    if (!b || !order || (int64_t)b->count < s.b * s.max_blk)
        return -1;
    int64_t next = 0;
    for (int64_t i = 0; i < s.b; i++)
        for (int64_t k = 0; k < s.max_blk; k++)
            ((int32_t *)b->data)[i * s.max_blk + k] =
                k * s.bs < length(c, &s, i) ? order[next++] : RUBBISH;
    free(order);
    return 0;
}

static void poison(uint16_t *block, const struct shape *s, int64_t used)
{
    for (int64_t h = 0; h < s->Hkv; h++)
        for (int64_t x = used * s->hd; x < s->bs * s->hd; x++)
            block[h * s->bs * s->hd + x] = NAN16;
}

/* Four halves of either sign from 0.5 to 2 for each random number, then NaN wherever there is no token. */
int cache_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    struct shape s = shape_of(c);
    int64_t one = s.Hkv * s.bs * s.hd;
    if (!b || s.bs < 1 || s.hd % 4 || (int64_t)b->count != pool(&s) * one)
        return -1;
    int32_t *order = shuffled(pool(&s), seed);
    if (!order)
        return -1;
    uint64_t state = seed ^ ((uint64_t)(unsigned char)*buffer << 32), *word = b->data;
    for (size_t i = 0; i < b->count / 4; i++)
        word[i] = (ridge_next(&state) & 0x87ff87ff87ff87ffu) | 0x3800380038003800u;
    int64_t next = 0;
    for (int64_t i = 0; i < s.b; i++)
        for (int64_t left = length(c, &s, i); left > 0; left -= s.bs)
            poison((uint16_t *)b->data + order[next++] * one, &s, left < s.bs ? left : s.bs);
    for (; next < pool(&s); next++)
        poison((uint16_t *)b->data + order[next] * one, &s, 0);
    free(order);
    return 0;
}

/* Which splits of a row of paged_merge have no tokens: every third in the mean, and all of row 1. */
static int dead(const struct ridge_case *c, size_t row, size_t split)
{
    uint64_t state = row * 1000003 + split;
    return ridge_int(c, "dead") && (row == 1 || ridge_next(&state) % 3 == 0);
}

int weight_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    size_t splits = (size_t)ridge_int(c, "splits");
    double level = ridge_num(c, "level");
    if (!b || !splits)
        return -1;
    for (size_t i = 0; i < b->count; i++) {
        double x = level * (i / splits % 2 ? -1 : 1) + 6 * ridge_uniform(&seed);
        ((float *)b->data)[i] = dead(c, i / splits, i % splits) ? -INFINITY : (float)x;
    }
    return 0;
}

int piece_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    size_t splits = (size_t)ridge_int(c, "splits"), hd = (size_t)ridge_int(c, "hd");
    if (!b || !splits || !hd)
        return -1;
    for (size_t i = 0; i < b->count; i++) {
        double x = 2 * ridge_uniform(&seed) - 1;
        ((float *)b->data)[i] = dead(c, i / hd / splits, i / hd % splits) ? NAN : (float)x;
    }
    return 0;
}

/* ------------------------------------------------------------------------------------ one row of it */

struct row {
    int64_t at; /* sequence, head and split, -1 before the first */
    double out[WIDEST], scale[WIDEST], lse, lse_scale;
};

struct tokens {
    const struct ridge_case *c;
    struct shape s;
    const _Float16 *q, *K, *V;
    const int32_t *bt;
    double *p, *size; /* weight, and Σ|q·k| times scale: how far rounding can move the score */
};

static const _Float16 *find(const struct tokens *t, const _Float16 *pool, int64_t seq, int64_t kv, int64_t pos)
{
    const struct shape *s = &t->s;
    int64_t block = t->bt[seq * s->max_blk + pos / s->bs];
    return pool + ((block * s->Hkv + kv) * s->bs + pos % s->bs) * s->hd;
}

/* Scores of tokens from..to-1 in p; returns the largest. */
static double scores(struct tokens *t, int64_t seq, int64_t h, int64_t from, int64_t to)
{
    const struct shape *s = &t->s;
    const _Float16 *q = t->q + (seq * s->H + h) * s->hd;
    double top = -INFINITY, scale = 1 / sqrt((double)s->hd);
    for (int64_t j = from; j < to; j++) {
        const _Float16 *k = find(t, t->K, seq, h / (s->H / s->Hkv), j);
        double dot = 0, size = 0;
        for (int64_t x = 0; x < s->hd; x++) {
            double term = (double)q[x] * (double)k[x];
            dot += term;
            size += fabs(term);
        }
        t->p[j] = dot * scale;
        t->size[j] = size * scale;
        top = fmax(top, t->p[j]);
    }
    return top;
}

/*
 * out = Σ p·v. An error d of a score moves it by p·d·(v - out), so the terms whose rounding matters are
 * p·|v| and p·|v - out|·Σ|q·k|; the log-sum-exp moves by p·d.
 */
static void attend(struct tokens *t, struct row *r, int64_t seq, int64_t h, int64_t from, int64_t to)
{
    double top = scores(t, seq, h, from, to), sum = 0;
    memset(r->out, 0, sizeof r->out);
    memset(r->scale, 0, sizeof r->scale);
    for (int64_t j = from; j < to; j++)
        sum += t->p[j] = exp(t->p[j] - top);
    r->lse = sum > 0 ? top + log(sum) : -INFINITY;
    r->lse_scale = 1 + fabs(r->lse);
    for (int64_t pass = 0; pass < 2; pass++)
        for (int64_t j = from; j < to; j++) {
            const _Float16 *v = find(t, t->V, seq, h / (t->s.H / t->s.Hkv), j);
            double w = t->p[j] / sum;
            if (pass)
                r->lse_scale += w * t->size[j];
            for (int64_t x = 0; x < t->s.hd; x++)
                if (pass)
                    r->scale[x] += w * (fabs((double)v[x]) + fabs((double)v[x] - r->out[x]) * t->size[j]);
                else
                    r->out[x] += w * (double)v[x];
        }
}

/* Row `at` counts (sequence, head) when splits is 0, else (sequence, head, split). */
static void one_row(struct tokens *t, struct row *r, int64_t at, int64_t splits)
{
    const struct shape *s = &t->s;
    if (r->at == at)
        return;
    int64_t row = splits ? at / splits : at, seq = row / s->H, n = length(t->c, s, seq), from = 0, to = n;
    if (splits) {
        from = at % splits * s->chunk;
        to = from + s->chunk < n ? from + s->chunk : n;
    }
    r->at = at;
    attend(t, r, seq, row % s->H, from, to);
}

static int judge(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want,
                 double *scale, int64_t splits)
{
    struct tokens t = { .c = c, .s = shape_of(c), .q = ridge_data(c, "Q"), .K = ridge_data(c, "Kc"),
                        .V = ridge_data(c, "Vc"), .bt = ridge_data(c, "bt") };
    struct row r = { .at = -1 };
    int lse = !strcmp(out, "lse");
    if (!t.q || !t.K || !t.V || !t.bt || t.s.hd < 1 || t.s.hd > WIDEST || t.s.bs < 1)
        return -1;
    t.p = malloc((size_t)(t.s.max_len + 1) * 2 * sizeof *t.p);
    if (!t.p)
        return -1;
    t.size = t.p + t.s.max_len + 1;
    for (size_t k = 0; k < n; k++) {
        size_t x = lse ? 0 : index[k] % (size_t)t.s.hd;
        one_row(&t, &r, (int64_t)(lse ? index[k] : index[k] / (size_t)t.s.hd), splits);
        want[k] = lse ? r.lse : r.out[x];
        scale[k] = lse ? r.lse_scale : r.scale[x];
    }
    free(t.p);
    return 0;
}

int attn_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want,
                double *scale)
{
    return judge(c, out, index, n, want, scale, 0);
}

int split_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want,
                 double *scale)
{
    return judge(c, out, index, n, want, scale, shape_of(c).splits);
}

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
        scale[k] = all > 0 ? scale[k] / all : 0;
    }
    return 0;
}
