/*
 * Tensor parallelism, the reference. Where naive.c spends its time, and what is done about it:
 *
 *   columns, then rows    naive.c brings all weights to all ranks. Here no weight moves. A rank has some hidden units:
 *                         the columns of W1 that make them and the rows of W2 that use them. gelu works on each unit
 *                         by itself, so nothing has to be sent between the two products; what W2 gives is a sum over
 *                         all units, of which each rank has a part: one all-reduce of T·h floats.
 *   arithmetic shared     naive.c computes everything everywhere. Here each rank does a P-th.
 *   bias after the sum    b2 is added to the sum, once, not to each part of it.
 *   dX first              of the four products in the backward pass two lead to dX, whose parts have to be summed. Its
 *                         all-reduce runs on a stream while the other two, gradients of weights, which nobody else
 *                         needs, are computed.
 */
#include <string.h>

#include "lab.h"

static float *room(int64_t n)
{
    return comm_alloc(n * (int64_t)sizeof(float));
}

/* ----------------------------------------------------------------------------------- who has what */

void tp_part(int64_t n, int P, int r, int64_t *first, int64_t *count)
{
    *first = n / P * r + (r < n % P ? r : n % P);
    *count = n / P + (r < n % P);
}

/* A copy of columns first .. first + count - 1 of W [rows][width]. */
static float *columns(const float *W, int64_t rows, int64_t width, int64_t first, int64_t count)
{
    float *part = room(rows * count);
    for (int64_t k = 0; k < rows; k++)
        memcpy(part + k * count, W + k * width + first, (size_t)count * sizeof *W);
    return part;
}

static float *rows(const float *W, int64_t width, int64_t first, int64_t count)
{
    return columns(W, 1, 0, first * width, count * width);
}

void tp_mlp_load(comm_t *c, const struct tp_mlp *whole, struct tp_mlp *mine)
{
    int64_t first, ff, h = whole->h;
    tp_part(whole->ff, comm_size(c), comm_rank(c), &first, &ff);
    *mine = (struct tp_mlp){
        .h = h, .ff = ff,
        .W1 = columns(whole->W1, h, whole->ff, first, ff), .b1 = rows(whole->b1, 1, first, ff),
        .W2 = rows(whole->W2, h, first, ff), .b2 = rows(whole->b2, 1, 0, h),
    };
}

void tp_attn_load(comm_t *c, const struct tp_attn *whole, struct tp_attn *mine)
{
    int64_t P = comm_size(c), r = comm_rank(c), h = whole->h, hd = whole->hd;
    int64_t q = whole->H / P, kv = whole->Hkv < P ? 1 : whole->Hkv / P, at = r * whole->Hkv / P;
    *mine = (struct tp_attn){
        .h = h, .hd = hd, .H = q, .Hkv = kv,
        .Wq = columns(whole->Wq, h, whole->H * hd, r * q * hd, q * hd),
        .Wk = columns(whole->Wk, h, whole->Hkv * hd, at * hd, kv * hd),
        .Wv = columns(whole->Wv, h, whole->Hkv * hd, at * hd, kv * hd),
        .Wo = rows(whole->Wo, h, r * q * hd, q * hd), .bo = rows(whole->bo, 1, 0, h),
    };
}

/* --------------------------------------------------------------------------------------- the layer */

static void add_bias(float *Y, int64_t T, int64_t n, const float *b)
{
    for (int64_t t = 0; t < T; t++)
        for (int64_t k = 0; k < n; k++)
            Y[t * n + k] += b[k];
}

static void sum_over_tokens(const float *d, int64_t T, int64_t n, float *sum)
{
    memset(sum, 0, (size_t)n * sizeof *sum);
    for (int64_t t = 0; t < T; t++)
        for (int64_t k = 0; k < n; k++)
            sum[k] += d[t * n + k];
}

void tp_mlp_fwd(comm_t *c, const struct tp_mlp *m, int64_t T, const float *X, float *U, float *Y)
{
    float *A = room(T * m->ff);
    tp_gemm(0, 0, T, m->ff, m->h, X, m->W1, U);
    add_bias(U, T, m->ff, m->b1);
    for (int64_t k = 0; k < T * m->ff; k++)
        A[k] = tp_gelu(U[k]);
    tp_gemm(0, 0, T, m->h, m->ff, A, m->W2, Y);
    comm_all_reduce(c, Y, Y, T * m->h, COMM_F32, COMM_SUM);
    add_bias(Y, T, m->h, m->b2);
    comm_free(A);
}

struct sum {
    comm_t *c;
    float *buf;
    int64_t n;
};

static void all_reduce(void *arg)
{
    struct sum *s = arg;
    comm_all_reduce(s->c, s->buf, s->buf, s->n, COMM_F32, COMM_SUM);
}

void tp_mlp_bwd(comm_t *c, stream_t *s, const struct tp_mlp *m, int64_t T, const float *X, const float *U,
                const float *dY, float *dX, struct tp_mlp *grad)
{
    float *A = room(T * m->ff), *dU = room(T * m->ff);
    struct sum job = { c, dX, T * m->h };
    tp_gemm(0, 1, T, m->ff, m->h, dY, m->W2, dU);
    for (int64_t k = 0; k < T * m->ff; k++) {
        A[k] = tp_gelu(U[k]); /* once more: cheaper than to keep it */
        dU[k] *= tp_gelu_grad(U[k]);
    }
    tp_gemm(0, 1, T, m->h, m->ff, dU, m->W1, dX);
    stream_run(s, all_reduce, &job);
    tp_gemm(1, 0, m->h, m->ff, T, X, dU, grad->W1);
    tp_gemm(1, 0, m->ff, m->h, T, A, dY, grad->W2);
    sum_over_tokens(dU, T, m->ff, grad->b1);
    sum_over_tokens(dY, T, m->h, grad->b2);
    stream_sync(s);
    comm_free(dU);
    comm_free(A);
}

void tp_attn_fwd(comm_t *c, const struct tp_attn *m, int64_t T, const float *X, float *Y)
{
    int64_t q = m->H * m->hd, kv = m->Hkv * m->hd;
    float *Q = room(T * q), *K = room(T * kv), *V = room(T * kv), *O = room(T * q);
    tp_gemm(0, 0, T, q, m->h, X, m->Wq, Q);
    tp_gemm(0, 0, T, kv, m->h, X, m->Wk, K);
    tp_gemm(0, 0, T, kv, m->h, X, m->Wv, V);
    tp_heads(T, m->H, m->Hkv, m->hd, Q, K, V, O);
    tp_gemm(0, 0, T, m->h, q, O, m->Wo, Y);
    comm_all_reduce(c, Y, Y, T * m->h, COMM_F32, COMM_SUM);
    add_bias(Y, T, m->h, m->bo);
    comm_free(O);
    comm_free(V);
    comm_free(K);
    comm_free(Q);
}
