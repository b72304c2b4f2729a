/*
 * lab.h: the interface of w12b-serve. You write serve.c, a server for a small language model on one
 * core; this header is the contract.
 *
 * The model is that of c11-transformer-fwd: a decoder over bytes, pre-norm, rotary positions, grouped
 * queries, a gated MLP, no biases, the head tied to the embedding. With x the d numbers of one token:
 *
 *   x = embed[byte]
 *   for each layer:  h = norm(x, norm1);  q = wq h;  k = wk h;  v = wv h;  rotate q and k by the position
 *                    x += wo attend(q, keys and values of this request up to and with this token)
 *                    h = norm(x, norm2);  x += w2 gated(w1 h, w3 h)
 *   logits = embed norm(x, normf)
 *
 * What is no product with a matrix of weights is given below; it is a small part of the time.
 */
#ifndef W12B_LAB_H
#define W12B_LAB_H

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef uint16_t bf16; /* the upper 16 bits of a float */

typedef struct {
    int d, L, H, Hkv, hd, ff, V, ctx; /* widths are multiples of 32; V is 256; hd is even */
    float base, eps;                  /* of the rotary angles, of the norms */
} lm_shape;

/* A matrix is [out][in], row-major: row o holds the `in` weights of output o. */
typedef struct {
    const bf16 *norm1, *wq, *wk, *wv, *wo, *norm2, *w1, *w3, *w2;
    /* [d], [H*hd][d], [Hkv*hd][d], the same, [d][H*hd], [d], [ff][d], the same, [d][ff] */
} lm_layer;

typedef struct {
    lm_shape s;
    const bf16 *embed, *normf; /* [V][d], [d] */
    const lm_layer *layer;     /* [L] */
} lm_model;

/* ------------------------------------------------------------------------------------ the door */

typedef struct door door_t; /* ours: requests come in by it, bytes go out */

typedef struct {
    int id;
    int n, want;         /* bytes of the prompt, bytes to be said; both at least 1, n + want <= ctx */
    const uint8_t *text; /* the prompt; stays where it is until serve returns */
} req_t;

enum { DOOR_CLOSED = -1, DOOR_NONE = 0, DOOR_ONE = 1 };

/*
 * DOOR_ONE     *r is a request, and takes one of the `seats`
 * DOOR_NONE    nobody waits, or all seats are taken. Others come while you say bytes. Never when all
 *              seats are empty: then it waits for the next request
 * DOOR_CLOSED  everybody has been handed over
 */
int door_next(door_t *d, req_t *r);

/* The next byte of request `id`. With the last one that it wants its seat is free. */
void door_say(door_t *d, int id, int byte);

/* ----------------------------------------------------------------------------------- your part */

/*
 * Serve everybody, then return. Each byte said is the target's likeliest one after the prompt and the
 * bytes already said (the lower one on a tie). You may compute with fewer bits: the price is judged by
 * the target's own probabilities, in 16-bit weights. The geometric mean of p(likeliest) / p(said) may
 * be 1.05 for microlm; above 1.5, or above 1000 for a single byte, it counts as another model's text.
 *
 * `draft` is a model of a 27th of the weights, over the same bytes; use it or leave it. 1 <= seats <=
 * MAX_SEATS requests have a seat at once, and no free seat may stay empty for more than a step while
 * somebody waits. The time of this call, loading and converting included, is what is measured.
 */
enum { MAX_SEATS = 16 };
void serve(const lm_model *target, const lm_model *draft, int seats, door_t *d);

/* --------------------------------------------------------------------------------------- given */

static inline float bf16_float(bf16 w)
{
    uint32_t bits = (uint32_t)w << 16;
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* The sum of a[i] b[i], i < n, a multiple of 16. */
static inline float lm_dot(const float *a, const float *b, int n)
{
    float s[16] = { 0 };
    for (int i = 0; i < n; i += 16)
        for (int j = 0; j < 16; j++)
            s[j] += a[i + j] * b[i + j];
    for (int half = 8; half > 0; half /= 2)
        for (int j = 0; j < half; j++)
            s[j] += s[j + half];
    return s[0];
}

/* y[i] = x[i] / sqrt(mean of x^2 + eps) * gain[i], i < d. y may be x. */
static inline void lm_norm(float *y, const float *x, const bf16 *gain, int d, float eps)
{
    float r = 1 / sqrtf(lm_dot(x, x, d) / (float)d + eps);
    for (int i = 0; i < d; i++)
        y[i] = x[i] * r * bf16_float(gain[i]);
}

/* e^x to 3e-7 of it, 0 below -87; no branch, so that loops over it are vectors. Cody and Waite, 1980. */
static inline float lm_exp(float x)
{
    float y = x < -87 ? -87 : x > 88 ? 88 : x, k = y * 1.44269504f + 12582912.f, n = k - 12582912.f;
    float r = y - n * .693359375f + n * 2.12194440e-4f;
    float p = ((((1.9875691e-4f * r + 1.3981999e-3f) * r + 8.3334519e-3f) * r + 4.1665796e-2f) * r + .16666665f) * r;
    uint32_t bits = (uint32_t)((int32_t)n + 127) << 23;
    float scale;
    memcpy(&scale, &bits, sizeof scale);
    return x < -87 ? 0 : ((p + .5f) * r * r + r + 1) * scale;
}

/* turn [ctx][hd]: cosines, then sines, of position * base^(-2i/hd), i < hd/2. Make it once. */
static inline void lm_turns(float *turn, const lm_shape *s)
{
    for (int i = 0; i < s->hd / 2; i++) {
        double step = pow(s->base, -2. * i / s->hd);
        for (int t = 0; t < s->ctx; t++) {
            turn[t * s->hd + i] = (float)cos(t * step);
            turn[t * s->hd + s->hd / 2 + i] = (float)sin(t * step);
        }
    }
}

/* Each of `heads` heads of v [heads][hd] turns by its position's row of lm_turns. */
static inline void lm_rotate(float *v, int heads, int hd, const float *turn)
{
    for (int h = 0; h < heads; h++, v += hd)
        for (int i = 0; i < hd / 2; i++) {
            float re = v[i], im = v[hd / 2 + i], c = turn[i], s = turn[hd / 2 + i];
            v[i] = re * c - im * s;
            v[hd / 2 + i] = re * s + im * c;
        }
}

/* One query against `len` >= 1 tokens: out and q [H*hd], k and v [len][Hkv*hd]; score: room for len. */
static inline void lm_attend(float *out, const float *q, const float *k, const float *v, int len, const lm_shape *s,
                             float *score)
{
    int hd = s->hd, step = s->Hkv * hd;
    float scale = 1 / sqrtf((float)hd);
    memset(out, 0, (size_t)(s->H * hd) * sizeof *out);
    for (int h = 0; h < s->H; h++, q += hd, out += hd) {
        const float *key = k + h / (s->H / s->Hkv) * hd, *value = v + (key - k);
        float top = -INFINITY, sum = 0;
        for (int t = 0; t < len; t++) {
            score[t] = lm_dot(q, key + t * step, hd) * scale;
            top = score[t] > top ? score[t] : top;
        }
        for (int t = 0; t < len; t++)
            score[t] = lm_exp(score[t] - top);
        for (int t = 0; t < len; t++) {
            sum += score[t];
            for (int i = 0; i < hd; i++)
                out[i] += score[t] * value[t * step + i];
        }
        for (int i = 0; i < hd; i++)
            out[i] /= sum;
    }
}

/* g[i] = g[i] / (1 + e^-g[i]) * u[i], i < n */
static inline void lm_gated(float *g, const float *u, int n)
{
    for (int i = 0; i < n; i++)
        g[i] = g[i] / (1 + lm_exp(-g[i])) * u[i];
}

/* The largest of n logits, the lower one on a tie. */
static inline int lm_best(const float *z, int n)
{
    int best = 0;
    for (int i = 1; i < n; i++)
        best = z[i] > z[best] ? i : best;
    return best;
}

#endif
