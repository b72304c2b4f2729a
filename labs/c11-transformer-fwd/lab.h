/*
 * lab.h: the interface of c11-transformer-fwd. You write transformer.c; this header is the contract.
 *
 * A decoder in the style of Llama, over bytes: pre-norm, rotary positions, grouped queries, a gated
 * MLP, no biases, the head tied to the embedding. With x the d numbers of one token:
 *
 *   x = embed[byte]
 *   for each layer:  h = rmsnorm(x, norm1);  q = Wq h;  k = Wk h;  v = Wv h
 *                    rotate q and k by the token's position; k and v go into the cache
 *                    x += Wo attend(q, all keys and values up to and with this token)
 *                    h = rmsnorm(x, norm2);  x += W2 swiglu(W1 h, W3 h)
 *   logits = embed rmsnorm(x, normf)
 *
 * Weights are bf16: the upper 16 bits of a float. Everything else is float. A matrix is [out][in],
 * row-major: row o holds the `in` weights of output o.
 */
#ifndef C11_LAB_H
#define C11_LAB_H

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef uint16_t bf16;

typedef struct {
    int d, L, H, Hkv, hd, ff, V, ctx; /* H is a multiple of Hkv; hd is even; H*hd need not be d */
    float base, eps;                  /* of the rotary angles, of the norms */
} tf_shape;

typedef struct {
    const bf16 *norm1, *wq, *wk, *wv, *wo, *norm2, *w1, *w3, *w2;
    /* [d], [H*hd][d], [Hkv*hd][d], the same, [d][H*hd], [d], [ff][d], the same, [d][ff] */
} tf_layer;

typedef struct {
    tf_shape s;
    const bf16 *embed, *normf; /* [V][d], [d] */
    const tf_layer *layer;     /* [L] */
} tf_model;

/*
 * Keys (rotated when they went in) and values of the first `len` tokens; both are [L][ctx][Hkv*hd].
 * Layer l, token t begins at (l * ctx + t) * Hkv*hd. tf_forward appends and advances len.
 */
typedef struct {
    float *k, *v;
    int len;
} tf_cache;

enum { TF_BLOCK = 16 }; /* tokens for which there is room at a time */

/* Room to compute in: arrays for TF_BLOCK tokens, row after row. score is [TF_BLOCK][ctx]. */
typedef struct {
    float *x, *h, *q, *att, *g, *u; /* [TF_BLOCK] times d, d, H*hd, H*hd, ff, ff */
    float *score, *turn;            /* turn: [TF_BLOCK][hd] */
    float *row;                     /* one row of weights: max(d, ff, H*hd) floats */
    float *stream;                  /* [L + 1][d]: see tf_forward */
} tf_room;

static inline float bf16_float(bf16 w)
{
    uint32_t bits = (uint32_t)w << 16;
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* y[i] = x[i] / sqrt(mean of x^2 + eps) * gain[i], i < d. y may be x. */
void rmsnorm(float *y, const float *x, const bf16 *gain, int d, float eps);

/*
 * turn[i] = cos(a), turn[hd/2 + i] = sin(a) with a = pos * base^(-2i/hd), i < hd/2. The angle is
 * computed in double: at position 1e6 a float no longer knows it to a tenth.
 */
void rope_turns(float *turn, int hd, int pos, float base);

/* Each of `heads` heads of v [heads][hd]: (v[i], v[hd/2 + i]) turns by angle i, as a complex number. */
void rope(float *v, int heads, int hd, const float *turn);

/*
 * One query token against `len` >= 1 keys and values, k and v [len][Hkv*hd]; out and q [H*hd]. Query
 * head h reads KV head h / (H / Hkv). Scores are q.k / sqrt(hd); softmax over all `len`. score: len
 * floats to compute in. Scores may be as large as 1e4.
 */
void attend(float *out, const float *q, const float *k, const float *v, int len, int H, int Hkv, int hd,
            float *score);

/* y[i] = g[i] / (1 + e^-g[i]) * u[i], i < n. y may be g. No NaN at +-1e4. */
void swiglu(float *y, const float *g, const float *u, int n);

/* y[t][o] = W[o] . x[t] for n tokens: y [n][out], x [n][in]. 1 <= n <= TF_BLOCK. row as in tf_room. */
void linear(float *y, const float *x, const bf16 *W, int n, int in, int out, float *row);

/*
 * Take n more bytes (any n >= 1, also above TF_BLOCK) at positions c->len, c->len + 1, ...; the cache
 * then holds them. logits [V] of the byte after the last. c->len + n <= ctx.
 * stream: row l is the LAST token's x before layer l, row L after the last layer. It is what the
 * verdict compares first, to name the layer that went wrong.
 */
void tf_forward(const tf_model *m, tf_cache *c, tf_room *r, const uint8_t *text, int n, float *logits);

/*
 * The next byte. temperature = 0: the largest logit, the lower index on a tie. Else softmax of logits
 * / temperature over the top_k largest (all if top_k = 0; the lower index first on a tie), and the
 * first index, in increasing order, at which the running sum of probabilities exceeds u, 0 <= u < 1.
 */
int tf_pick(const float *logits, int V, float temperature, int top_k, float u);

#endif
