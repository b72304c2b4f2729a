/*
 * decode.h: microlm one byte at a time, for whoever brings the attention: a cache that forgets, that is paged, that
 * lies elsewhere. net.h reads whole documents and keeps everything for the way back; here nothing is kept but one
 * token's activations. Include it once, from a harness or an oracle.
 */
#ifndef MICROLM_DECODE_H
#define MICROLM_DECODE_H

#include <math.h>

#include "model.h"

struct decoder {
    struct microlm_shape s;
    float *w;                                    /* the weights as floats, in the file's order */
    float *x, *h, *q, *k, *v, *att, *gate, *up;  /* one token's */
};

/* q [H*hd], k and v [Hkv*hd] of one token and layer, not turned yet: out [H*hd] becomes what its heads read. */
typedef void decoder_attend(void *user, int layer, float *out, const float *q, const float *k, const float *v);

static inline void decoder_destroy(struct decoder *d)
{
    free(d->w);
    free(d->x);
    *d = (struct decoder){ 0 };
}

/* A decoder with the weights w, bf16; 0, or -1: no memory. */
static inline int decoder_create(struct decoder *d, const struct microlm_shape *s, const uint16_t *w)
{
    size_t n = microlm_count(s), q = (size_t)(s->H * s->hd), kv = (size_t)(s->Hkv * s->hd);
    size_t all = 2 * (size_t)s->d + 2 * q + 2 * kv + 2 * (size_t)s->ff;
    *d = (struct decoder){ .s = *s, .w = malloc(n * sizeof(float)), .x = calloc(all, sizeof(float)) };
    if (!d->w || !d->x) {
        decoder_destroy(d);
        return -1;
    }
    for (size_t i = 0; i < n; i++)
        d->w[i] = microlm_float(w[i]);
    d->h = d->x + s->d;
    d->q = d->h + s->d;
    d->att = d->q + q;
    d->k = d->att + q;
    d->v = d->k + kv;
    d->gate = d->v + kv;
    d->up = d->gate + s->ff;
    return 0;
}

/* The sum of a[i] b[i], in an order that vectors can have. */
static inline float decoder_dot(const float *a, const float *b, int n)
{
    float part[16] = { 0 }, sum = 0;
    int i = 0;
    for (; i + 16 <= n; i += 16)
        for (int j = 0; j < 16; j++)
            part[j] += a[i + j] * b[i + j];
    for (; i < n; i++)
        sum += a[i] * b[i];
    for (int j = 0; j < 16; j++)
        sum += part[j];
    return sum;
}

/* y [rows] = M [rows][cols] x, or that is added to y. */
static inline void decoder_times(float *y, const float *M, const float *x, int rows, int cols, int add)
{
    for (int r = 0; r < rows; r++, M += cols)
        y[r] = decoder_dot(M, x, cols) + (add ? y[r] : 0);
}

static inline void decoder_norm(const struct decoder *d, size_t gain)
{
    float by = 1 / sqrtf(decoder_dot(d->x, d->x, d->s.d) / (float)d->s.d + d->s.eps);
    for (int i = 0; i < d->s.d; i++)
        d->h[i] = d->x[i] * by * d->w[gain + (size_t)i];
}

/* The next byte goes through all layers; logits [V], unless NULL, are what comes behind it. */
static inline void decoder_step(struct decoder *d, int byte, decoder_attend *attend, void *user, float *logits)
{
    const struct microlm_shape *s = &d->s;
    int q = s->H * s->hd, kv = s->Hkv * s->hd;
    memcpy(d->x, d->w + (size_t)byte * (size_t)s->d, (size_t)s->d * sizeof(float));
    for (int l = 0; l < s->L; l++) {
        decoder_norm(d, microlm_at(s, MLM_NORM1, l));
        decoder_times(d->q, d->w + microlm_at(s, MLM_WQ, l), d->h, q, s->d, 0);
        decoder_times(d->k, d->w + microlm_at(s, MLM_WK, l), d->h, kv, s->d, 0);
        decoder_times(d->v, d->w + microlm_at(s, MLM_WV, l), d->h, kv, s->d, 0);
        attend(user, l, d->att, d->q, d->k, d->v);
        decoder_times(d->x, d->w + microlm_at(s, MLM_WO, l), d->att, s->d, q, 1);
        decoder_norm(d, microlm_at(s, MLM_NORM2, l));
        decoder_times(d->gate, d->w + microlm_at(s, MLM_W1, l), d->h, s->ff, s->d, 0);
        decoder_times(d->up, d->w + microlm_at(s, MLM_W3, l), d->h, s->ff, s->d, 0);
        for (int i = 0; i < s->ff; i++)
            d->gate[i] *= d->up[i] / (1 + expf(-d->gate[i]));
        decoder_times(d->x, d->w + microlm_at(s, MLM_W2, l), d->gate, s->d, s->ff, 1);
    }
    if (!logits)
        return;
    decoder_norm(d, microlm_at(s, MLM_NORMF, s->L - 1));
    decoder_times(logits, d->w, d->h, s->V, s->d, 0);
}

/* turn [n][hd]: cosines, then sines, of position * base^(-2i/hd), i < hd/2. */
static inline void decoder_turns(float *turn, const struct microlm_shape *s, int n)
{
    for (int t = 0; t < n; t++)
        for (int i = 0; i < s->hd / 2; i++) {
            double a = t * pow(s->base, -2. * i / s->hd);
            turn[t * s->hd + i] = (float)cos(a);
            turn[t * s->hd + s->hd / 2 + i] = (float)sin(a);
        }
}

#endif
