/*
 * Tensor parallelism, the obvious way: weights are stored in parts, as in ref.c, and before each use every rank
 * brings the others' parts home and computes the whole layer. Memory at rest is shared, and nothing else is: all
 * weights cross the links for each block and each direction, and every rank does the arithmetic of all.
 */
#include <string.h>

#include "lab.h"

static float *room(int64_t n)
{
    return comm_alloc(n * (int64_t)sizeof(float));
}

void tp_part(int64_t n, int P, int r, int64_t *first, int64_t *count)
{
    *first = n / P * r + (r < n % P ? r : n % P);
    *count = n / P + (r < n % P);
}

/* W [rows][width], columns first .. first + count - 1: out of the whole, or back into it. */
static float *take(const float *W, int64_t rows, int64_t width, int64_t first, int64_t count)
{
    float *part = room(rows * count);
    for (int64_t k = 0; k < rows; k++)
        memcpy(part + k * count, W + k * width + first, (size_t)count * sizeof *W);
    return part;
}

static void put(float *W, int64_t rows, int64_t width, int64_t first, int64_t count, const float *part)
{
    for (int64_t k = 0; k < rows; k++)
        memcpy(W + k * width + first, part + k * count, (size_t)count * sizeof *W);
}

/* All of W [rows][units*each], of which rank r has the columns of units first[r] .. first[r] + count[r] - 1. */
static float *gather(comm_t *c, const float *part, int64_t rows, int64_t units, int64_t each, const int64_t *first,
                     const int64_t *count)
{
    float *W = room(rows * units * each);
    for (int r = 0; r < comm_size(c); r++) {
        int64_t n = rows * count[r] * each;
        float *got = room(n);
        comm_broadcast(c, part, got, n, COMM_F32, r);
        put(W, rows, units * each, first[r] * each, count[r] * each, r == comm_rank(c) ? part : got);
        comm_free(got);
    }
    return W;
}

static void add_bias(float *Y, int64_t T, int64_t n, const float *b)
{
    for (int64_t t = 0; t < T; t++)
        for (int64_t k = 0; k < n; k++)
            Y[t * n + k] += b[k];
}

/* ---------------------------------------------------------------------------------------- the MLP */

void tp_mlp_load(comm_t *c, const struct tp_mlp *whole, struct tp_mlp *mine)
{
    int64_t first, ff, h = whole->h;
    tp_part(whole->ff, comm_size(c), comm_rank(c), &first, &ff);
    *mine = (struct tp_mlp){ .h = h, .ff = ff, .W1 = take(whole->W1, h, whole->ff, first, ff),
                             .b1 = take(whole->b1, 1, whole->ff, first, ff),
                             .W2 = take(whole->W2, 1, 0, first * h, ff * h), .b2 = take(whole->b2, 1, 0, 0, h) };
}

struct gathered {
    struct tp_mlp w;
    int64_t first[COMM_MAX_RANKS], count[COMM_MAX_RANKS];
};

static void bring(comm_t *c, const struct tp_mlp *m, struct gathered *g)
{
    int64_t ff = 0, here = m->ff;
    int P = comm_size(c);
    comm_all_reduce(c, &here, &ff, 1, COMM_I64, COMM_SUM);
    for (int r = 0; r < P; r++)
        tp_part(ff, P, r, &g->first[r], &g->count[r]);
    g->w = (struct tp_mlp){ .h = m->h, .ff = ff, .W1 = gather(c, m->W1, m->h, ff, 1, g->first, g->count),
                            .b1 = gather(c, m->b1, 1, ff, 1, g->first, g->count),
                            .W2 = gather(c, m->W2, 1, ff, m->h, g->first, g->count), .b2 = m->b2 };
}

static void drop(struct gathered *g)
{
    comm_free(g->w.W1);
    comm_free(g->w.b1);
    comm_free(g->w.W2);
}

/* U and gelu(U) of all hidden units */
static void hidden(const struct tp_mlp *w, int64_t T, const float *X, float *U, float *A)
{
    tp_gemm(0, 0, T, w->ff, w->h, X, w->W1, U);
    add_bias(U, T, w->ff, w->b1);
    for (int64_t k = 0; k < T * w->ff; k++)
        A[k] = tp_gelu(U[k]);
}

void tp_mlp_fwd(comm_t *c, const struct tp_mlp *m, int64_t T, const float *X, float *U, float *Y)
{
    struct gathered g;
    bring(c, m, &g);
    float *all = room(T * g.w.ff), *A = room(T * g.w.ff);
    hidden(&g.w, T, X, all, A);
    for (int64_t t = 0; t < T; t++)
        memcpy(U + t * m->ff, all + t * g.w.ff + g.first[comm_rank(c)], (size_t)m->ff * sizeof *U);
    tp_gemm(0, 0, T, m->h, g.w.ff, A, g.w.W2, Y);
    add_bias(Y, T, m->h, m->b2);
    comm_free(A);
    comm_free(all);
    drop(&g);
}

static void sum_over_tokens(const float *d, int64_t T, int64_t n, int64_t stride, float *sum)
{
    memset(sum, 0, (size_t)n * sizeof *sum);
    for (int64_t t = 0; t < T; t++)
        for (int64_t k = 0; k < n; k++)
            sum[k] += d[t * stride + k];
}

void tp_mlp_bwd(comm_t *c, stream_t *s, const struct tp_mlp *m, int64_t T, const float *X, const float *U,
                const float *dY, float *dX, struct tp_mlp *grad)
{
    struct gathered g;
    (void)s, (void)U;
    bring(c, m, &g);
    int64_t ff = g.w.ff, h = m->h, at = g.first[comm_rank(c)];
    float *all = room(T * ff), *A = room(T * ff), *dU = room(T * ff), *d1 = room(h * ff), *d2 = room(ff * h);
    hidden(&g.w, T, X, all, A);
    tp_gemm(0, 1, T, ff, h, dY, g.w.W2, dU);
    for (int64_t k = 0; k < T * ff; k++)
        dU[k] *= tp_gelu_grad(all[k]);
    tp_gemm(0, 1, T, h, ff, dU, g.w.W1, dX);
    tp_gemm(1, 0, h, ff, T, X, dU, d1);
    tp_gemm(1, 0, ff, h, T, A, dY, d2);
    for (int64_t k = 0; k < h; k++)
        memcpy(grad->W1 + k * m->ff, d1 + k * ff + at, (size_t)m->ff * sizeof *d1);
    memcpy(grad->W2, d2 + at * h, (size_t)(m->ff * h) * sizeof *d2);
    sum_over_tokens(dU + at, T, m->ff, ff, grad->b1);
    sum_over_tokens(dY, T, h, h, grad->b2);
    comm_free(d2);
    comm_free(d1);
    comm_free(dU);
    comm_free(A);
    comm_free(all);
    drop(&g);
}

/* --------------------------------------------------------------------------------------- attention */

void tp_attn_load(comm_t *c, const struct tp_attn *whole, struct tp_attn *mine)
{
    int64_t P = comm_size(c), r = comm_rank(c), h = whole->h, hd = whole->hd;
    int64_t q = whole->H / P, kv = whole->Hkv < P ? 1 : whole->Hkv / P, at = r * whole->Hkv / P;
    *mine = (struct tp_attn){ .h = h, .hd = hd, .H = q, .Hkv = kv,
                              .Wq = take(whole->Wq, h, whole->H * hd, r * q * hd, q * hd),
                              .Wk = take(whole->Wk, h, whole->Hkv * hd, at * hd, kv * hd),
                              .Wv = take(whole->Wv, h, whole->Hkv * hd, at * hd, kv * hd),
                              .Wo = take(whole->Wo, 1, 0, r * q * hd * h, q * hd * h),
                              .bo = take(whole->bo, 1, 0, 0, h) };
}

/* All query heads with a key/value head for each rank's part, shared ones several times. */
void tp_attn_fwd(comm_t *c, const struct tp_attn *m, int64_t T, const float *X, float *Y)
{
    int64_t P = comm_size(c), h = m->h, q = P * m->H, kv = P * m->Hkv, hd = m->hd, at[2][COMM_MAX_RANKS],
            count[2][COMM_MAX_RANKS];
    for (int r = 0; r < P; r++) {
        tp_part(q, (int)P, r, &at[0][r], &count[0][r]);
        tp_part(kv, (int)P, r, &at[1][r], &count[1][r]);
    }
    float *Wq = gather(c, m->Wq, h, q, hd, at[0], count[0]), *Wo = gather(c, m->Wo, 1, q, hd * h, at[0], count[0]);
    float *Wk = gather(c, m->Wk, h, kv, hd, at[1], count[1]), *Wv = gather(c, m->Wv, h, kv, hd, at[1], count[1]);
    float *Q = room(T * q * hd), *K = room(T * kv * hd), *V = room(T * kv * hd), *O = room(T * q * hd);
    tp_gemm(0, 0, T, q * hd, h, X, Wq, Q);
    tp_gemm(0, 0, T, kv * hd, h, X, Wk, K);
    tp_gemm(0, 0, T, kv * hd, h, X, Wv, V);
    tp_heads(T, q, kv, hd, Q, K, V, O);
    tp_gemm(0, 0, T, h, q * hd, O, Wo, Y);
    add_bias(Y, T, h, m->bo);
    float *mine[] = { Wq, Wo, Wk, Wv, Q, K, V, O };
    for (size_t k = 0; k < sizeof mine / sizeof *mine; k++)
        comm_free(mine[k]);
}
