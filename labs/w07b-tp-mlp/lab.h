/*
 * lab.h: the interface of w07b-tp-mlp, one transformer layer on several ranks. Skeleton, reference and harness all
 * include this one file; ridge/ranks.h, read on top of it, has collectives, streams and the clock.
 *
 * Matrices are row-major, floats; a weight W[in][out] stands to the right: Y = X·W + b. T tokens, width h. X, Y and
 * their gradients are whole and the same on every rank; weights are not: each rank keeps its part only.
 *
 *     MLP          Y = gelu(X·W1 + b1)·W2 + b2                        parts of the ff hidden units
 *     attention    Y = concat over heads of attention(...)·Wo + bo    parts of the H query heads
 *
 * All ranks of c call with the same T and X and end with the same Y, to the bit. Each block may send once: one
 * all-reduce of T·h floats in the forward pass and one in the backward pass, and nothing else.
 */
#ifndef W07B_TP_LAB_H
#define W07B_TP_LAB_H

#include <ridge/ranks.h>

struct tp_mlp {
    int64_t h, ff;             /* ff: hidden units that are stored here; may be 0 on a rank */
    float *W1, *b1, *W2, *b2;  /* [h][ff], [ff], [ff][h], [h] */
};

struct tp_attn {
    int64_t h, hd, H, Hkv;     /* H: query heads stored here, Hkv: key/value heads stored here */
    float *Wq, *Wk, *Wv;       /* [h][H*hd], [h][Hkv*hd], [h][Hkv*hd]; head j has columns j*hd .. j*hd + hd - 1 */
    float *Wo, *bo;            /* [H*hd][h], [h] */
};

/* --- given, in harness.c: arithmetic, which costs virtual time only here ---------------------------- */

/* C = A·B: A is m x k, B is k x n, C is m x n. With ta, A is stored transposed, [k][m]; with tb, B is [n][k].
 * Any of the sizes may be 0; k = 0 gives zeros. C must not overlap A or B. Costs 2·m·n·k FLOP. */
void tp_gemm(int ta, int tb, int64_t m, int64_t n, int64_t k, const float *a, const float *b, float *c);

/* Causal attention of each head by itself: q, o [T][H*hd]; k, v [T][Hkv*hd]. H is a multiple of Hkv, and query head
 * j looks at key/value head j / (H/Hkv). */
void tp_heads(int64_t T, int64_t H, int64_t Hkv, int64_t hd, const float *q, const float *k, const float *v, float *o);

float tp_gelu(float u);
float tp_gelu_grad(float u); /* its derivative at u */

/* --- yours: who has what ------------------------------------------------------------------------------ */

/* Units first .. first + count - 1 of n belong to rank r of P: in the order of ranks, none left out, none twice; the
 * first n mod P ranks have one more than the others. n may be less than P. */
void tp_part(int64_t n, int P, int r, int64_t *first, int64_t *count);

/*
 * Fill `mine` with this rank's part of `whole`: sizes, and copies that you comm_alloc(). `whole` is read-only and gone
 * when the function returns. Biases b2 and bo, which belong to no unit and to no head, are kept by all.
 *
 * Attention: H is a multiple of P, and rank r has query heads r·H/P .. (r + 1)·H/P - 1. Of Hkv and P one is a multiple
 * of the other. Each rank keeps the key/value heads which its query heads look at, in order, and no others: for
 * Hkv < P that is one, which P/Hkv ranks have a copy of.
 */
void tp_mlp_load(comm_t *c, const struct tp_mlp *whole, struct tp_mlp *mine);
void tp_attn_load(comm_t *c, const struct tp_attn *whole, struct tp_attn *mine);

/* --- yours: the layer ----------------------------------------------------------------------------------- */

/* X [T][h] -> Y [T][h]. U [T][ff]: this rank's part of X·W1 + b1, which the backward pass will need. */
void tp_mlp_fwd(comm_t *c, const struct tp_mlp *m, int64_t T, const float *X, float *U, float *Y);

/*
 * dY [T][h], the same on all ranks -> dX [T][h], the same on all ranks, and in `grad`, whose arrays have the shapes of
 * m's, the gradients of this rank's part (b2's in full). X and U are those of tp_mlp_fwd(). `s` is a stream for what
 * can go on beside the arithmetic; when the function returns it has nothing left to do.
 */
void tp_mlp_bwd(comm_t *c, stream_t *s, const struct tp_mlp *m, int64_t T, const float *X, const float *U,
                const float *dY, float *dX, struct tp_mlp *grad);

/* X [T][h] -> Y [T][h]; T >= 1. */
void tp_attn_fwd(comm_t *c, const struct tp_attn *m, int64_t T, const float *X, float *Y);

#endif
