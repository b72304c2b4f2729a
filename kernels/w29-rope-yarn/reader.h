/*
 * reader.h: microlm, or its draft, reads one long document with a table of rotations that somebody else made. net.h
 * keeps all scores of a batch for the way back, which at 8,192 bytes are gigabytes; here four rows of scores live at a
 * time. Weights lie transposed, so that one product of four rows serves layers, scores and values. Included by
 * oracle.c, once.
 */
#ifndef W29_READER_H
#define W29_READER_H

#include <math.h>

#include "../microlm/trained.h"

enum { ROWS = 4, COLS = 16 };
typedef float vec __attribute__((vector_size(32), aligned(4), may_alias));

struct reader {
    struct microlm_shape s;
    int most;              /* bytes of the longest document, and 16: columns of a power of two share a cache's set */
    float *w, *turned;     /* weights as they are, and each matrix [inputs][outputs] at the same place */
    float *x, *h, *q, *v, *kT, *gate, *up, *att; /* kT [Hkv*hd][most], the others [most][...] */
    float *p, *cs;         /* [ROWS][most], [most][hd] */
};

#define WIDTH(name) name##_plain
#include "product.h"
#undef WIDTH
#ifdef __x86_64__
#pragma GCC push_options
#pragma GCC target("avx2,fma")
#define WIDTH(name) name##_avx2
#include "product.h"
#undef WIDTH
#pragma GCC pop_options
#else
#define product_avx2 product_plain
#define weigh_avx2 weigh_plain
#endif

static int has_avx2(void)
{
#ifdef __x86_64__
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
#else
    return 0;
#endif
}

static void product(float *Y, int ldy, const float *X, int ldx, const float *M, int ldm, int k, int n)
{
    (has_avx2() ? product_avx2 : product_plain)(Y, ldy, X, ldx, M, ldm, k, n);
}

static float weigh(float *x, int n, float top, float scale)
{
    return (has_avx2() ? weigh_avx2 : weigh_plain)(x, n, top, scale);
}

static void turn_over(float *to, const float *from, int rows, int cols)
{
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < cols; c++)
            to[(size_t)c * (size_t)rows + (size_t)r] = from[(size_t)r * (size_t)cols + (size_t)c];
}

static void reader_destroy(struct reader *r)
{
    float *all[] = { r->w, r->turned, r->x, r->h, r->q, r->v, r->kT, r->gate, r->up, r->att, r->p, r->cs };
    for (size_t k = 0; k < sizeof all / sizeof all[0]; k++)
        free(all[k]);
    *r = (struct reader){ 0 };
}

static int reader_room(struct reader *r)
{
    const struct microlm_shape *s = &r->s;
    size_t T = (size_t)r->most, count = microlm_count(s);
    size_t q = (size_t)(s->H * s->hd), kv = (size_t)(s->Hkv * s->hd), d = (size_t)s->d, ff = (size_t)s->ff;
    float **const to[] = { &r->w, &r->turned, &r->x, &r->h, &r->q, &r->v, &r->kT, &r->gate, &r->up, &r->att, &r->p,
                           &r->cs };
    const size_t need[] = { count, count, T * d, T * d, T * q, T * kv, T * kv, T * ff, T * ff, T * q, T * ROWS,
                            T * (size_t)s->hd };
    for (size_t k = 0; k < sizeof need / sizeof need[0]; k++)
        if (!(*to[k] = calloc(need[k], sizeof(float))))
            return -1;
    return 0;
}

/* A trained model of microlm's, by its file's name, for documents of up to `most` bytes; 0, or -1. */
static int reader_create(struct reader *r, const char *name, int most)
{
    struct microlm m;
    *r = (struct reader){ .most = (most + COLS - 1) / COLS * COLS + COLS };
    if (microlm_trained(name, &m))
        return -1;
    r->s = m.shape;
    int rc = reader_room(r);
    for (size_t k = 0; !rc && k < m.count; k++)
        r->w[k] = microlm_float(m.w[k]);
    for (int l = 0; !rc && l < r->s.L; l++)
        for (int t = 0; t < MLM_TENSORS; t++) {
            size_t at = microlm_at(&r->s, (enum microlm_tensor)t, l);
            turn_over(r->turned + at, r->w + at, microlm_rows(&r->s, (enum microlm_tensor)t),
                      microlm_cols(&r->s, (enum microlm_tensor)t));
        }
    microlm_free(&m);
    if (rc)
        reader_destroy(r);
    return rc;
}

static void rms(const struct reader *r, float *y, const float *x, const float *gain)
{
    double sum = 0;
    for (int i = 0; i < r->s.d; i++)
        sum += (double)x[i] * x[i];
    float by = (float)(1 / sqrt(sum / r->s.d + r->s.eps));
    for (int i = 0; i < r->s.d; i++)
        y[i] = x[i] * by * gain[i];
}

/* One head's channels by one row of the table, in halves. */
static void turn(float *x, int hd, const float *cs)
{
    for (int i = 0; i < hd / 2; i++) {
        float a = x[i], b = x[hd / 2 + i], c = cs[i], s = cs[hd / 2 + i];
        x[i] = a * c - b * s;
        x[hd / 2 + i] = a * s + b * c;
    }
}

#define TURNED(t) (r->turned + microlm_at(s, MLM_##t, l))

/* Queries, keys and values of ROWS tokens from t on. */
static void look_up(struct reader *r, int l, int t)
{
    const struct microlm_shape *s = &r->s;
    int q = s->H * s->hd, kv = s->Hkv * s->hd;
    float k[ROWS * 1024], *h = r->h + (size_t)t * (size_t)s->d;
    for (int i = 0; i < ROWS; i++)
        rms(r, h + i * s->d, r->x + (size_t)(t + i) * (size_t)s->d, r->w + microlm_at(s, MLM_NORM1, l));
    product(r->q + (size_t)t * (size_t)q, q, h, s->d, TURNED(WQ), q, s->d, q);
    product(k, kv, h, s->d, TURNED(WK), kv, s->d, kv);
    product(r->v + (size_t)t * (size_t)kv, kv, h, s->d, TURNED(WV), kv, s->d, kv);
    for (int i = 0; i < ROWS; i++) {
        const float *cs = r->cs + (size_t)(t + i) * (size_t)s->hd;
        for (int g = 0; g < s->H; g++)
            turn(r->q + (size_t)(t + i) * (size_t)q + g * s->hd, s->hd, cs);
        for (int g = 0; g < s->Hkv; g++)
            turn(k + i * kv + g * s->hd, s->hd, cs);
        for (int c = 0; c < kv; c++)
            r->kT[(size_t)c * (size_t)r->most + (size_t)(t + i)] = k[i * kv + c];
    }
}

/* ROWS rows of one head: each sees the keys up to its own. */
static void attend(struct reader *r, int t, int head)
{
    const struct microlm_shape *s = &r->s;
    int q = s->H * s->hd, kv = s->Hkv * s->hd, g = head / (s->H / s->Hkv), keys = (t + ROWS + COLS - 1) / COLS * COLS;
    float *out = r->att + (size_t)t * (size_t)q + head * s->hd, scale = 1 / sqrtf((float)s->hd);
    product(r->p, r->most, r->q + (size_t)t * (size_t)q + head * s->hd, q,
            r->kT + (size_t)(g * s->hd) * (size_t)r->most, r->most, s->hd, keys);
    float sum[ROWS];
    for (int i = 0; i < ROWS; i++) {
        float *p = r->p + (size_t)i * (size_t)r->most, top = p[0];
        for (int j = 0; j <= t + i; j++)
            top = p[j] > top ? p[j] : top;
        for (int j = t + i + 1; j < keys; j++)
            p[j] = -INFINITY;
        sum[i] = weigh(p, keys, top, scale);
    }
    product(out, q, r->p, r->most, r->v + g * s->hd, kv, t + ROWS, s->hd);
    for (int i = 0; i < ROWS; i++)
        for (int c = 0; c < s->hd; c++)
            out[i * q + c] /= sum[i];
}

static void add_rows(float *x, const float *y, int n)
{
    for (int i = 0; i < n; i++)
        x[i] += y[i];
}

/* What comes behind attention, for ROWS tokens from t on. */
static void think(struct reader *r, int l, int t)
{
    const struct microlm_shape *s = &r->s;
    float *x = r->x + (size_t)t * (size_t)s->d, *h = r->h + (size_t)t * (size_t)s->d, *g = r->gate, *u = r->up;
    product(h, s->d, r->att + (size_t)t * (size_t)(s->H * s->hd), s->H * s->hd, TURNED(WO), s->d, s->H * s->hd, s->d);
    add_rows(x, h, ROWS * s->d);
    for (int i = 0; i < ROWS; i++)
        rms(r, h + i * s->d, x + i * s->d, r->w + microlm_at(s, MLM_NORM2, l));
    product(g, s->ff, h, s->d, TURNED(W1), s->ff, s->d, s->ff);
    product(u, s->ff, h, s->d, TURNED(W3), s->ff, s->d, s->ff);
    for (int k = 0; k < ROWS * s->ff; k++)
        g[k] *= u[k] / (1 + expf(-g[k]));
    product(h, s->d, g, s->ff, TURNED(W2), s->d, s->ff, s->d);
    add_rows(x, h, ROWS * s->d);
}

/* The document's S bytes, a multiple of ROWS, with the table r->cs. Where `last` is 1 only the last rows of the last
 * layer are made: enough for what comes behind the last byte. */
static void read_document(struct reader *r, const uint8_t *text, int S, int last)
{
    const struct microlm_shape *s = &r->s;
    for (int t = 0; t < S; t++)
        memcpy(r->x + (size_t)t * (size_t)s->d, r->w + (size_t)text[t] * (size_t)s->d, (size_t)s->d * sizeof(float));
    for (int l = 0; l < s->L; l++) {
        for (int t = 0; t < S; t += ROWS)
            look_up(r, l, t);
        for (int t = last && l == s->L - 1 ? S - ROWS : 0; t < S; t += ROWS) {
            for (int h = 0; h < s->H; h++)
                attend(r, t, h);
            think(r, l, t);
        }
    }
}

/* After read_document: logits [ROWS][V] behind bytes t to t + ROWS - 1. */
static void reader_logits(struct reader *r, int t, float *logits)
{
    const struct microlm_shape *s = &r->s;
    float *h = r->h;
    for (int i = 0; i < ROWS; i++)
        rms(r, h + i * s->d, r->x + (size_t)(t + i) * (size_t)s->d, r->w + microlm_at(s, MLM_NORMF, s->L - 1));
    product(logits, s->V, h, s->d, r->turned, s->V, s->d, s->V);
}

#endif
