/*
 * veil.h: how a version is handed to a test. Every version of an exhibit comes behind the same pointer, and what lab.h
 * leaves open is drawn for each question: the last digits, page numbers, the start of u and v, phases and WAITs that do
 * nothing. A call that the contract does not allow gives anything. Part of harness.c, here to be read.
 */
#ifndef G12_VEIL_H
#define G12_VEIL_H

#include "lab.h"

static struct {
    int version;       /* of the exhibit that a test is asked about */
    uint64_t state;    /* of what is drawn */
    double u, v;       /* VERIFY: where they begin */
    int swapped, idle; /* VERIFY: u for v. Phases and WAITs in front */
} veil;

/* Between -1 and 1. */
static double veil_draw(void)
{
    uint64_t z = (veil.state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return (double)((z ^ (z >> 31)) >> 11) * 0x1p-52 - 1;
}

static double veil_unit(void)
{
    return (veil_draw() + 1) / 2;
}

static int veil_below(int n)
{
    return (int)(veil_unit() * n);
}

static void veil_over(int version)
{
    veil.version = version;
    veil.u = veil_unit(), veil.v = veil_unit();
    veil.swapped = veil_below(2), veil.idle = veil_below(4);
}

/* Off by a third of what is allowed. */
static float blurred(double x, double allowed)
{
    return (float)(x + allowed / 3 * veil_draw());
}

static int all_finite(int n, const float *x)
{
    for (int i = 0; i < n; i++)
        if (!isfinite(x[i]))
            return 0;
    return 1;
}

static void veiled_softmax(int n, const float *x, float *y)
{
    if (n < 1 || !all_finite(n, x))
        return;
    softmax_versions[veil.version](n, x, y);
    for (int i = 0; i < n; i++)
        y[i] = blurred(y[i], 1e-4 * y[i]);
}

static void veiled_matmul(int M, int N, int K, const float *A, int lda, const float *B, int ldb, float *C, int ldc)
{
    if (M < 0 || N < 0 || K < 0 || lda < K || ldb < N || ldc < N)
        return;
    matmul_versions[veil.version](M, N, K, A, lda, B, ldb, C, ldc);
    for (int i = 0; i < M; i++)
        for (int j = 0; j < N; j++) {
            float *c = &C[(int64_t)i * ldc + j];
            *c = blurred(*c, 1e-5 * *c);
        }
}

static int a_distribution(int V, const float *p)
{
    double sum = 0;
    int negative = 0;
    for (int t = 0; t < V; t++)
        sum += p[t], negative |= !(p[t] >= 0);
    return !negative && fabs(sum - 1) < 1e-3;
}

static int veiled_verify(int V, const float *p, const float *q, int drafted, double u, double v)
{
    if (V < 1)
        return 0;
    if (drafted < 0 || drafted >= V || !(q[drafted] > 0) || !(u >= 0 && u < 1) || !(v >= 0 && v < 1) ||
        !a_distribution(V, p) || !a_distribution(V, q))
        return veil_below(V);
    double a = u + veil.u, b = v + veil.v;
    a -= a >= 1, b -= b >= 1;
    return verify_versions[veil.version](V, p, q, drafted, veil.swapped ? b : a, veil.swapped ? a : b);
}

static int64_t veiled_offset(const struct kv_shape *s, int32_t layer, int32_t token, int32_t head, int32_t dim)
{
    const int32_t size[] = { s->layers, s->tokens, s->heads, s->dims }, at[] = { layer, token, head, dim };
    double all = 1;
    int open = 0;
    for (int d = 0; d < 4; d++)
        all *= size[d], open |= size[d] < 1 || at[d] < 0 || at[d] >= size[d];
    if (open || all >= 0x1p62)
        return veil_below(INT32_MAX);
    return offset_versions[veil.version](s, layer, token, head, dim);
}

static void veiled_moments(int n, const float *x, float *mean, float *var)
{
    if (n < 1 || !all_finite(n, x))
        return;
    moments_versions[veil.version](n, x, mean, var);
    if (*var > 0) /* a constant row has its mean to the bit */
        *mean = blurred(*mean, 1e-3 * sqrt(*var)), *var = blurred(*var, 1e-3 * *var);
}

/* The pool's pages are known to a test by other numbers, which stand in list[]: no version uses it. */
static int veil_page(const struct pool *p, int shown)
{
    for (int k = 0; k < p->pages; k++)
        if (p->list[k] == shown)
            return p->owners[k] > 0 ? k : -1;
    return -1;
}

static void veiled_reset(struct pool *p, int pages)
{
    pages_versions[veil.version].reset(p, pages >= 1 && pages <= POOL_MOST ? pages : 0);
    for (int k = 0; k < p->pages; k++) {
        int other = veil_below(k + 1);
        p->list[k] = p->list[other];
        p->list[other] = k;
    }
}

static int veiled_take(struct pool *p)
{
    int page = pages_versions[veil.version].take(p);
    return page < 0 || page >= p->pages ? page : p->list[page];
}

static void veiled_share(struct pool *p, int page)
{
    if ((page = veil_page(p, page)) >= 0)
        pages_versions[veil.version].share(p, page);
}

static void veiled_drop(struct pool *p, int page)
{
    if ((page = veil_page(p, page)) >= 0)
        pages_versions[veil.version].drop(p, page);
}

static int veiled_write(struct pool *p, int page)
{
    if ((page = veil_page(p, page)) >= 0)
        page = pages_versions[veil.version].write(p, page);
    return page < 0 || page >= p->pages ? page : p->list[page];
}

static int veiled_sum_phases(int threads, const struct problem *p)
{
    return block_sum_versions[veil.version].phases(threads, p) + veil.idle;
}

static void veiled_sum_run(struct lane *t, struct where at, int phase, const struct problem *p)
{
    if (phase >= veil.idle)
        block_sum_versions[veil.version].run(t, at, phase - veil.idle, p);
}

static int veiled_columns_phases(int threads, const struct problem *p)
{
    return columns_versions[veil.version].phases(threads, p) + veil.idle;
}

static void veiled_columns_run(struct lane *t, struct where at, int phase, const struct problem *p)
{
    if (phase >= veil.idle)
        columns_versions[veil.version].run(t, at, phase - veil.idle, p);
}

/* A WAIT that has nothing to wait for changes nothing. */
static int veiled_schedule(schedule_fn *f, int rank, int P, int64_t n, struct op *ops)
{
    if (P < 1 || P > RANKS_MOST || rank < 0 || rank >= P || n < 0)
        return 0;
    for (int k = 0; k < veil.idle; k++)
        ops[k] = (struct op){ WAIT, 0, 0, 0 };
    return veil.idle + f(rank, P, n, ops + veil.idle);
}

static int veiled_all_reduce(int rank, int P, int64_t n, struct op *ops)
{
    return veiled_schedule(all_reduce_versions[veil.version], rank, P, n, ops);
}

static int veiled_all_gather(int rank, int P, int64_t n, struct op *ops)
{
    return veiled_schedule(all_gather_versions[veil.version], rank, P, n, ops);
}

static const struct pool_ops veiled_pages = { veiled_reset, veiled_take, veiled_share, veiled_drop, veiled_write };
static const struct kernel veiled_sum = { veiled_sum_phases, veiled_sum_run };
static const struct kernel veiled_columns = { veiled_columns_phases, veiled_columns_run };

#endif
