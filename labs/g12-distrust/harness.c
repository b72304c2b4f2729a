/*
 * harness.c: hands versions of the exhibits to the learner's tests, and data to the patches. It judges nothing: which
 * version is right stands in kernels/g12-distrust/oracle.c. Versions 0 and 1 are the exhibit and its twin; of those
 * from 2 on the first ones are faulty, the last two are right. A test meets them behind veil.h.
 */
#include <stdio.h>

#include "bench.h"
#include "exhibits.h"
#include "lab.h"
#include "ridge/frame.h"
#include "ridge/ranks.h"

#define HARNESS(call)                                                                                                  \
    ridge_trampoline ridge_call_##call;                                                                                \
    void ridge_call_##call(const struct ridge_frame *f)

/* --- the exhibits' twins -------------------------------------------------------------------------------------- */

static void twin_softmax(int n, const float *x, float *y)
{
    float m = x[0], l = 0;
    for (int i = 1; i < n; i++)
        m = fmaxf(m, x[i]);
    for (int i = 0; i < n; i++)
        l += y[i] = expf(x[i] - m);
    for (int i = 0; i < n; i++)
        y[i] /= l;
}

static void twin_matmul(int M, int N, int K, const float *A, int lda, const float *B, int ldb, float *C, int ldc)
{
    for (int i = 0; i < M; i++)
        for (int j = 0; j < N; j++) {
            double sum = 0;
            for (int k = 0; k < K; k++)
                sum += (double)A[(int64_t)i * lda + k] * B[(int64_t)k * ldb + j];
            C[(int64_t)i * ldc + j] = (float)sum;
        }
}

static int twin_verify(int V, const float *p, const float *q, int drafted, double u, double v)
{
    double all = 0, sum = 0;
    int last = drafted;
    if (u * q[drafted] < p[drafted])
        return drafted;
    for (int t = 0; t < V; t++)
        all += fmax(0, (double)p[t] - q[t]);
    for (int t = 0; t < V; t++)
        if (p[t] > q[t]) {
            sum += (double)p[t] - q[t];
            last = t;
            if (v * all < sum)
                break;
        }
    return last;
}

static int64_t twin_offset(const struct kv_shape *s, int32_t layer, int32_t token, int32_t head, int32_t dim)
{
    return (((int64_t)layer * s->tokens + token) * s->heads + head) * s->dims + dim;
}

static void twin_moments(int n, const float *x, float *mean, float *var)
{
    double s = 0, ss = 0;
    for (int i = 0; i < n; i++)
        s += x[i];
    s /= n;
    for (int i = 0; i < n; i++)
        ss += (x[i] - s) * (x[i] - s);
    *mean = (float)s;
    *var = (float)(ss / n);
}

static int twin_write(struct pool *p, int page)
{
    int fresh = p->owners[page] == 1 ? page : shown_take(p);
    if (fresh >= 0 && fresh != page)
        p->owners[page]--;
    return fresh;
}

static int twin_block_sum_phases(int threads, const struct problem *p)
{
    return shown_block_sum_phases(threads, p) + 1;
}

static void twin_block_sum_run(struct lane *t, struct where at, int phase, const struct problem *p)
{
    float sum = 0;
    if (phase == 0) {
        for (int k = 0; k < 4; k++) {
            int64_t i = ((int64_t)at.block * 4 + k) * at.threads + at.thread;
            sum += i < p->n ? gload(t, p->x, i) : 0;
        }
        sstore(t, at.thread, sum);
        return;
    }
    int now = width_of(at.threads, phase - 1), next = width_of(at.threads, phase);
    if (at.thread + next < now)
        sstore(t, at.thread, sload(t, at.thread) + sload(t, at.thread + next));
    if (now == 1 && at.thread == 0)
        gstore(t, p->out, at.block, sload(t, 0));
}

static void twin_columns_run(struct lane *t, struct where at, int phase, const struct problem *p)
{
    int64_t c = (int64_t)at.block * at.threads + at.thread;
    float sum = 0;
    (void)phase;
    for (int64_t r = 0; r < p->n && c < p->width; r++)
        sum += gload(t, p->x, r * p->width + c);
    if (c < p->width)
        gstore(t, p->out, c, sum);
}

static int twin_all_reduce(int rank, int P, int64_t n, struct op *ops)
{
    int k = 0;
    if (rank) {
        ops[k++] = (struct op){ SEND, 0, 0, n };
        ops[k++] = (struct op){ RECV, 0, 0, n };
        return k;
    }
    for (int r = 1; r < P; r++)
        ops[k++] = (struct op){ ADD, r, 0, n };
    for (int r = 1; r < P; r++)
        ops[k++] = (struct op){ SEND, r, 0, n };
    return k;
}

static int twin_all_gather(int rank, int P, int64_t n, struct op *ops)
{
    int right = (rank + 1) % P, left = (rank + P - 1) % P, k = 0;
    for (int s = 0; s < P - 1; s++) {
        ops[k++] = (struct op){ ISEND, right, (rank - s + P) % P * n, n };
        ops[k++] = (struct op){ RECV, left, (rank - s - 1 + P) % P * n, n };
        ops[k++] = (struct op){ WAIT, 0, 0, 0 };
    }
    return k;
}

/* --- versions that are not shown ---------------------------------------------------------------------------- */

/* A function of its own for each version. */
#define SOFTMAX_V(k)                                        \
    static void softmax_##k(int n, const float *x, float *y) \
    {                                                       \
        softmax_by(k, n, x, y);                             \
    }

static inline void softmax_by(int version, int n, const float *x, float *y)
{
    float m = version == 3 ? 0 : version == 2 ? 0 : x[0];
    double l = 0;
    int first = version == 7 ? n - 1 : 0, step = version == 7 ? -1 : 1, counted = version == 4 && n > 4 ? n / 4 * 4 : n;
    for (int k = 0, i = first; k < counted; k++, i += step) {
        float top = version != 2 && x[i] > m ? x[i] : m;
        l = (version == 6 || l == 0 ? l : l * expf(version == 5 ? top - m : m - top)) +
            (version == 6 ? 0 : expf(x[i] - top));
        m = top;
    }
    for (int i = 0; version == 6 && i < n; i++)
        l += exp((double)x[i] - m);
    for (int i = 0; i < n; i++)
        y[i] = (float)(exp((double)x[i] - m) / l);
}

SOFTMAX_V(2) SOFTMAX_V(3) SOFTMAX_V(4) SOFTMAX_V(5) SOFTMAX_V(6) SOFTMAX_V(7)

static softmax_fn *const softmax_versions[] = {
    shown_softmax, twin_softmax,
    softmax_2, /* no maximum is taken off */
    softmax_3, /* the maximum begins at 0 */
    softmax_4, /* the sum leaves out what a vector of four does not hold */
    softmax_5, /* rescaled the wrong way round */
    softmax_6, softmax_7,
};

#define MATMUL_V(k)                                                                                               \
    static void matmul_##k(int M, int N, int K, const float *A, int lda, const float *B, int ldb, float *C, int ldc) \
    {                                                                                                             \
        matmul_by(k, M, N, K, A, lda, B, ldb, C, ldc);                                                            \
    }

static inline void matmul_by(int version, int M, int N, int K, const float *A, int lda, const float *B, int ldb,
                             float *C, int ldc)
{
    int k_end = version == 2 ? K / 8 * 8 : K, rows = version == 6 && M % 4 == 1 ? M - 1 : M;
    if (version == 3)
        ldb = N;
    for (int i = 0; i < rows; i++) {
        float *c = C + (int64_t)i * ldc;
        for (int j = 0; j < N; j++) {
            double sum = 0, odd = 0;
            for (int k = 0; k < k_end; k++)
                *(version == 8 && k % 2 ? &odd : &sum) += (double)A[(int64_t)i * lda + k] * B[(int64_t)k * ldb + j];
            c[j] = (float)(sum + odd) + (version == 4 ? c[j] : 0);
        }
        for (int j = N; version == 5 && j < ldc && j % 4; j++)
            c[j] = 0;
    }
}

MATMUL_V(2) MATMUL_V(3) MATMUL_V(4) MATMUL_V(5) MATMUL_V(6) MATMUL_V(8)

/* By rows of B, in float. */
static void matmul_7(int M, int N, int K, const float *A, int lda, const float *B, int ldb, float *C, int ldc)
{
    for (int i = 0; i < M; i++) {
        memset(C + (int64_t)i * ldc, 0, (size_t)N * sizeof *C);
        for (int k = K - 1; k >= 0; k--)
            for (int j = 0; j < N; j++)
                C[(int64_t)i * ldc + j] += A[(int64_t)i * lda + k] * B[(int64_t)k * ldb + j];
    }
}

static matmul_fn *const matmul_versions[] = {
    shown_matmul, twin_matmul,
    matmul_2, /* what K has beyond a multiple of 8 */
    matmul_3, /* rows of B are taken to be dense */
    matmul_4, /* adds to what C held */
    matmul_5, /* a store of four writes between the rows */
    matmul_6, /* a lone last row */
    matmul_7, matmul_8,
};

#define VERIFY_V(k)                                                                                \
    static int verify_##k(int V, const float *p, const float *q, int drafted, double u, double v) \
    {                                                                                              \
        return verify_by(k, V, p, q, drafted, u, v);                                               \
    }

static inline int verify_by(int version, int V, const float *p, const float *q, int drafted, double u, double v)
{
    double all = 0, sum = 0;
    int last = drafted, take = version == 2   ? u * p[drafted] < q[drafted]
                               : version == 6 ? p[drafted] >= q[drafted]
                               : version == 8 ? (1 - u) * q[drafted] <= p[drafted] && p[drafted] > 0
                                              : u * q[drafted] < p[drafted];
    if (take || version == 4)
        return drafted;
    for (int t = 0; t < V; t++)
        all += fmax(0, version == 3 ? (double)q[t] - p[t] : (double)p[t] - q[t]);
    for (int k = 0; k < V; k++) {
        int t = version == 7 ? V - 1 - k : k;
        double r = version == 3 ? (double)q[t] - p[t] : (double)p[t] - q[t];
        if (r <= 0)
            continue;
        sum += r, last = t;
        if (v * (version == 5 ? 1 : all) < sum)
            break;
    }
    return last;
}

VERIFY_V(2) VERIFY_V(3) VERIFY_V(4) VERIFY_V(5) VERIFY_V(6) VERIFY_V(7) VERIFY_V(8)

static verify_fn *const verify_versions[] = {
    shown_verify, twin_verify,
    verify_2, /* accepts with q/p */
    verify_3, /* the residual is q - p */
    verify_4, /* accepts all */
    verify_5, /* the residual is not normalised */
    verify_6, /* accepts only what the target likes at least as well */
    verify_7, verify_8,
};

#define OFFSET_V(k)                                                                                               \
    static int64_t offset_##k(const struct kv_shape *s, int32_t layer, int32_t token, int32_t head, int32_t dim) \
    {                                                                                                             \
        return offset_by(k, s, layer, token, head, dim);                                                          \
    }

static inline int64_t offset_by(int version, const struct kv_shape *s, int32_t layer, int32_t token, int32_t head,
                                int32_t dim)
{
    uint64_t row = (uint64_t)s->heads * (uint64_t)s->dims, block = (uint64_t)s->tokens * row;
    uint64_t lt = (uint64_t)layer * (uint64_t)s->tokens + (uint64_t)token;
    switch (version) {
    case 2: return (int32_t)(uint32_t)((lt * (uint64_t)s->heads + (uint64_t)head) * (uint64_t)s->dims + (uint64_t)dim);
    case 3: return (((int64_t)layer * s->heads + head) * s->tokens + token) * s->dims + dim;
    case 4: return (int64_t)((float)lt * (float)row) + (int64_t)head * s->dims + dim;
    case 5: return (int64_t)(((uint64_t)(uint32_t)lt * (uint64_t)s->heads + (uint64_t)head) * (uint64_t)s->dims) + dim;
    case 6: return (int64_t)(lt * (uint64_t)(uint32_t)row) + (int64_t)head * s->dims + dim;
    case 7: return (int64_t)((uint64_t)layer * block + (uint64_t)token * row) + (int64_t)head * s->dims + dim;
    default: return dim + (int64_t)s->dims * (head + (int64_t)s->heads * (token + (int64_t)s->tokens * layer));
    }
}

OFFSET_V(2) OFFSET_V(3) OFFSET_V(4) OFFSET_V(5) OFFSET_V(6) OFFSET_V(7) OFFSET_V(8)

static offset_fn *const offset_versions[] = {
    shown_offset, twin_offset,
    offset_2, /* 31 bits */
    offset_3, /* heads before tokens */
    offset_4, /* a float has 24 bits */
    offset_5, /* layer and token in 32 bits */
    offset_6, /* heads times dims in 32 bits */
    offset_7, offset_8,
};

#define MOMENTS_V(k)                                                        \
    static void moments_##k(int n, const float *x, float *mean, float *var) \
    {                                                                       \
        moments_by(k, n, x, mean, var);                                     \
    }

static inline void moments_by(int version, int n, const float *x, float *mean, float *var)
{
    double m = 0, ss = 0, end = version == 4 && n > 8 ? n / 8 * 8 : n;
    float s = 0;
    for (int i = 0; i < n; i++)
        s += x[i];
    for (int i = 0; i < end && version < 6; i++)
        m += (double)x[i] / end;
    if (version == 3)
        m = s / (float)n;
    for (int i = 0; i < end; i++) {
        int k = version == 7 ? n - 1 - i : i;
        double d = x[k] - m;
        m += version >= 6 ? d / (i + 1) : 0;
        ss += d * (version >= 6 ? x[k] - m : d);
    }
    for (int i = 0; version == 5 && i < n - 1; i++) /* the last element twice, the first never */
        ss += i ? 0 : ((double)x[n - 1] - m) * (x[n - 1] - m) - (x[0] - m) * (x[0] - m);
    *mean = (float)m;
    *var = (float)(ss / (version == 2 && n > 1 ? n - 1 : n));
}

MOMENTS_V(2) MOMENTS_V(3) MOMENTS_V(4) MOMENTS_V(5) MOMENTS_V(6) MOMENTS_V(7)

static moments_fn *const moments_versions[] = {
    shown_moments, twin_moments,
    moments_2, /* n - 1 */
    moments_3, /* a sum in float, of a million elements */
    moments_4, /* what n has beyond a multiple of 8 */
    moments_5, /* the variance takes the last element in place of the first */
    moments_6, moments_7,
};

/* A pool by version: 7 takes the highest page, 8 the one after the last that was taken. */
static int pool_take(int version, struct pool *p)
{
    int from = p->pages - 1, down = version == 7;
    for (int k = 0; k < p->pages - (version == 6); k++) {
        int page = down ? from - k : (version == 8 ? p->n + k : k) % p->pages;
        if (p->owners[page])
            continue;
        p->owners[page] = 1;
        p->n = page + 1;
        return page;
    }
    return -1;
}

static void pool_share(int version, struct pool *p, int page)
{
    p->owners[page] = version == 2 ? 2 : p->owners[page] + 1;
}

static void pool_drop(int version, struct pool *p, int page)
{
    if (version != 5 || p->owners[page] > 1)
        p->owners[page]--;
}

static int pool_write(int version, struct pool *p, int page)
{
    if (p->owners[page] == 1 && version != 4)
        return page;
    p->owners[page] -= version == 3;
    int fresh = pool_take(version, p);
    if (fresh >= 0)
        p->owners[page] -= version != 3;
    return fresh;
}

#define PAGES_V(k)                                            \
    static int take_##k(struct pool *p)                       \
    {                                                         \
        return pool_take(k, p);                               \
    }                                                         \
    static void share_##k(struct pool *p, int page)           \
    {                                                         \
        pool_share(k, p, page);                               \
    }                                                         \
    static void drop_##k(struct pool *p, int page)            \
    {                                                         \
        pool_drop(k, p, page);                                \
    }                                                         \
    static int write_##k(struct pool *p, int page)            \
    {                                                         \
        return pool_write(k, p, page);                        \
    }
#define PAGES_ROW(k) { shown_reset, take_##k, share_##k, drop_##k, write_##k }

PAGES_V(2) PAGES_V(3) PAGES_V(4) PAGES_V(5) PAGES_V(6) PAGES_V(7) PAGES_V(8)

static const struct pool_ops pages_versions[] = {
    { shown_reset, shown_take, shown_share, shown_drop, shown_write },
    { shown_reset, shown_take, shown_share, shown_drop, twin_write },
    PAGES_ROW(2), /* two owners at most */
    PAGES_ROW(3), /* a write that finds no page has given up the old one */
    PAGES_ROW(4), /* a lone owner's page is copied */
    PAGES_ROW(5), /* the last owner's page is never free again */
    PAGES_ROW(6), /* the last page is never taken */
    PAGES_ROW(7), PAGES_ROW(8),
};

/* A tree by version. 2: the first two steps in one phase; 3: halves are rounded down; 4: no guard at the end; 5: a
 * thread's elements are neighbours; 6: every thread stores the result's word; 7: thread 0 adds alone. */
static int sum_phases(int version, int threads, const struct problem *p)
{
    return version == 7 ? 2 : twin_block_sum_phases(threads, p) - (version == 2);
}

static int half_of(int version, int threads, int step)
{
    for (; step > 0 && version == 3; step--)
        threads /= 2;
    return version == 3 ? threads > 0 ? threads : 1 : width_of(threads, step);
}

static void sum_load(int version, struct lane *t, struct where at, const struct problem *p)
{
    float sum = 0;
    for (int k = 0; k < 4; k++) {
        int64_t i = ((int64_t)at.block * 4 + k) * at.threads + at.thread;
        if (version == 5)
            i = ((int64_t)at.block * at.threads + at.thread) * 4 + k;
        sum += i < p->n || version == 4 ? gload(t, p->x, i) : 0;
    }
    sstore(t, at.thread, sum);
    if (version == 6)
        sstore(t, at.threads, 0);
}

static void sum_step(int version, struct lane *t, struct where at, int step)
{
    int now = half_of(version, at.threads, step), next = half_of(version, at.threads, step + 1);
    if (now > 1 && at.thread + next < now && (version != 3 || at.thread < next))
        sstore(t, at.thread, sload(t, at.thread) + sload(t, at.thread + next));
}

static void sum_run(int version, struct lane *t, struct where at, int phase, const struct problem *p)
{
    int last = sum_phases(version, at.threads, p) - 1;
    float sum = 0;
    if (phase == 0) {
        sum_load(version, t, at, p);
        return;
    }
    if (version != 7 && (version != 2 || phase == 1))
        sum_step(version, t, at, phase - 1);
    if (version == 2)
        sum_step(version, t, at, phase);
    if (phase != last || at.thread)
        return;
    for (int k = 0; version == 7 && k < at.threads; k++)
        sum += sload(t, k);
    gstore(t, p->out, at.block, version == 7 ? sum : sload(t, 0));
}

#define BLOCK_SUM_V(k)                                                                            \
    static int sum_phases_##k(int threads, const struct problem *p)                               \
    {                                                                                             \
        return sum_phases(k, threads, p);                                                         \
    }                                                                                             \
    static void sum_run_##k(struct lane *t, struct where at, int phase, const struct problem *p) \
    {                                                                                             \
        sum_run(k, t, at, phase, p);                                                              \
    }
#define BLOCK_SUM_ROW(k) { sum_phases_##k, sum_run_##k }

BLOCK_SUM_V(2) BLOCK_SUM_V(3) BLOCK_SUM_V(4) BLOCK_SUM_V(5) BLOCK_SUM_V(6) BLOCK_SUM_V(7) BLOCK_SUM_V(8)

static const struct kernel block_sum_versions[] = {
    { shown_block_sum_phases, shown_block_sum_run }, { twin_block_sum_phases, twin_block_sum_run },
    BLOCK_SUM_ROW(2), BLOCK_SUM_ROW(3), BLOCK_SUM_ROW(4), BLOCK_SUM_ROW(5), BLOCK_SUM_ROW(6),
    BLOCK_SUM_ROW(7), BLOCK_SUM_ROW(8),
};

/* 2: every element is loaded twice; 3: an odd last row is left out; 4: no guard at the right edge; 5: the results are
 * stored by lanes that are far apart; 6: two rows a turn; 7: from the last row. */
static void columns_by(int version, struct lane *t, struct where at, int phase, const struct problem *p)
{
    int64_t first = (int64_t)at.block * at.threads, c = first + at.thread, rows = version == 3 ? p->n / 2 * 2 : p->n;
    float sum = 0, other = 0;
    if (phase == 0) {
        for (int64_t k = 0; k < rows && (c < p->width || version == 4); k++) {
            int64_t r = version == 7 ? rows - 1 - k : k;
            *(version == 6 && k % 2 ? &other : &sum) += gload(t, p->x, r * p->width + c);
            if (version == 2)
                sum += 0 * gload(t, p->x, r * p->width + c);
        }
        sstore(t, at.thread, sum + other);
        return;
    }
    int warps = at.threads / 32, from = version == 5 ? at.thread % 32 * warps + at.thread / 32 : at.thread;
    if (first + from < p->width || version == 4)
        gstore(t, p->out, first + from, sload(t, from));
}

static int two_phases(int threads, const struct problem *p)
{
    (void)threads, (void)p;
    return 2;
}

#define COLUMNS_V(k)                                                                                 \
    static void columns_##k(struct lane *t, struct where at, int phase, const struct problem *p) \
    {                                                                                                \
        columns_by(k, t, at, phase, p);                                                              \
    }

COLUMNS_V(2) COLUMNS_V(3) COLUMNS_V(4) COLUMNS_V(5) COLUMNS_V(6) COLUMNS_V(7)

static const struct kernel columns_versions[] = {
    { one_phase, shown_columns_run }, { one_phase, twin_columns_run }, { two_phases, columns_2 },
    { two_phases, columns_3 },        { two_phases, columns_4 },       { two_phases, columns_5 },
    { two_phases, columns_6 },        { two_phases, columns_7 },
};

/* Part k of n floats over P ranks. */
static int64_t part_at(int64_t n, int P, int k)
{
    return n / P * k + (k < n % P ? k : n % P);
}

/* A ring in both halves. 2: the parts are n/P each, and what is left over is nobody's; 3: SEND blocks; 5: a lone rank
 * sends to itself; 7: right. */
static int ring_reduce(int version, int rank, int P, int64_t n, struct op *ops)
{
    int right = (rank + 1) % P, left = (rank + P - 1) % P, k = 0, half = version == 5 && P == 1 ? 1 : P - 1;
    for (int s = 0; s < 2 * half; s++) {
        int out = (rank - s + 2 * P) % P, in = (rank - s - 1 + 2 * P) % P;
        if (s >= half)
            out = (rank + 1 - (s - half) + 2 * P) % P, in = (rank - (s - half) + 2 * P) % P;
        int64_t a = version == 2 ? n / P * out : part_at(n, P, out), b = version == 2 ? n / P * in : part_at(n, P, in);
        int64_t an = version == 2 ? n / P : part_at(n, P, out + 1) - a;
        int64_t bn = version == 2 ? n / P : part_at(n, P, in + 1) - b;
        ops[k++] = (struct op){ version == 3 ? SEND : ISEND, right, a, an };
        ops[k++] = (struct op){ s < half ? ADD : RECV, left, b, bn };
        if (version != 3)
            ops[k++] = (struct op){ WAIT, 0, 0, 0 };
    }
    return k;
}

/* Pairs exchange their sums, those beyond a power of two through a partner. What is added to is still being sent. */
static int all_reduce_4(int rank, int P, int64_t n, struct op *ops)
{
    int k = 0, whole = 1;
    while (2 * whole <= P)
        whole *= 2;
    if (rank >= whole) {
        ops[k++] = (struct op){ SEND, rank - whole, 0, n };
        ops[k++] = (struct op){ RECV, rank - whole, 0, n };
        return k;
    }
    if (rank + whole < P)
        ops[k++] = (struct op){ ADD, rank + whole, 0, n };
    for (int mask = 1; mask < whole; mask *= 2) {
        ops[k++] = (struct op){ ISEND, rank ^ mask, 0, n };
        ops[k++] = (struct op){ ADD, rank ^ mask, 0, n };
        ops[k++] = (struct op){ WAIT, 0, 0, 0 };
    }
    if (rank + whole < P)
        ops[k++] = (struct op){ SEND, rank + whole, 0, n };
    return k;
}

/* Up and down a binomial tree; 6: of at most 8 ranks. */
static int tree_reduce(int version, int rank, int P, int64_t n, struct op *ops)
{
    int k = 0, most = version == 6 ? 8 : P, mask = 1;
    for (; mask < P && mask < most && !(rank & mask); mask *= 2)
        if (rank + mask < P)
            ops[k++] = (struct op){ ADD, rank + mask, 0, n };
    if (rank & mask && mask < most) {
        ops[k++] = (struct op){ SEND, rank - mask, 0, n };
        ops[k++] = (struct op){ RECV, rank - mask, 0, n };
    }
    for (mask /= 2; mask > 0; mask /= 2)
        if (rank + mask < P)
            ops[k++] = (struct op){ SEND, rank + mask, 0, n };
    return k;
}

#define REDUCE_V(k, by)                                                      \
    static int all_reduce_##k(int rank, int P, int64_t n, struct op *ops) \
    {                                                                        \
        return by(k, rank, P, n, ops);                                       \
    }

REDUCE_V(2, ring_reduce) REDUCE_V(3, ring_reduce) REDUCE_V(5, ring_reduce) REDUCE_V(7, ring_reduce)
REDUCE_V(6, tree_reduce) REDUCE_V(8, tree_reduce)

static schedule_fn *const all_reduce_versions[] = {
    shown_all_reduce, twin_all_reduce, all_reduce_2, all_reduce_3, all_reduce_4,
    all_reduce_5,     all_reduce_6,    all_reduce_7, all_reduce_8,
};

/* Pairs at distances 1, 2, 4, ...; a rank that there is not is no peer, and is named all the same. */
static int all_gather_2(int rank, int P, int64_t n, struct op *ops)
{
    int k = 0;
    for (int mask = 1; mask < P; mask *= 2) {
        int peer = rank ^ mask, mine = rank / mask * mask, theirs = peer / mask * mask;
        ops[k++] = (struct op){ ISEND, peer, mine * n, mask * n };
        ops[k++] = (struct op){ RECV, peer, theirs * n, mask * n };
        ops[k++] = (struct op){ WAIT, 0, 0, 0 };
    }
    return k;
}

/* A ring. 3: a step too few from three ranks on; 4: the parts are numbered as if they came from the right; 5: a lone
 * rank waits for itself; 7: to the left. */
static int ring_gather(int version, int rank, int P, int64_t n, struct op *ops)
{
    int way = version == 7 ? -1 : 1, to = (rank + way + P) % P, from = (rank - way + P) % P, k = 0;
    int steps = version == 5 && P == 1 ? 1 : version == 3 && P > 2 ? P - 2 : P - 1, turn = version == 4 ? 1 : -way;
    for (int s = 0; s < steps; s++) {
        ops[k++] = (struct op){ version == 5 && P == 1 ? SEND : ISEND, to, (rank + turn * s + s * P + P) % P * n, n };
        ops[k++] = (struct op){ RECV, from, (rank + turn * (s + 1) + (s + 1) * P) % P * n, n };
        ops[k++] = (struct op){ WAIT, 0, 0, 0 };
    }
    return k;
}

/* To rank 0, and the whole to everybody. */
static int all_gather_6(int rank, int P, int64_t n, struct op *ops)
{
    int k = 0;
    if (rank) {
        ops[k++] = (struct op){ SEND, 0, rank * n, n };
        ops[k++] = (struct op){ RECV, 0, 0, P * n };
        return k;
    }
    for (int r = 1; r < P; r++)
        ops[k++] = (struct op){ RECV, r, r * n, n };
    for (int r = 1; r < P; r++)
        ops[k++] = (struct op){ SEND, r, 0, P * n };
    return k;
}

#define GATHER_V(k)                                                          \
    static int all_gather_##k(int rank, int P, int64_t n, struct op *ops) \
    {                                                                        \
        return ring_gather(k, rank, P, n, ops);                              \
    }

GATHER_V(3) GATHER_V(4) GATHER_V(5) GATHER_V(7)

static schedule_fn *const all_gather_versions[] = {
    shown_all_gather, twin_all_gather, all_gather_2, all_gather_3,
    all_gather_4,     all_gather_5,    all_gather_6, all_gather_7,
};

#include "veil.h"

/* --- calls -------------------------------------------------------------------------------------------------- */

static int ask(enum exhibit e)
{
    switch (e) {
    case SOFTMAX: return test_softmax(veiled_softmax);
    case MATMUL: return test_matmul(veiled_matmul);
    case VERIFY: return test_verify(veiled_verify);
    case OFFSET: return test_offset(veiled_offset);
    case MOMENTS: return test_moments(veiled_moments);
    case PAGES: return test_pages(&veiled_pages);
    case BLOCK_SUM: return test_block_sum(&veiled_sum);
    case COLUMNS: return test_columns(&veiled_columns);
    case ALL_REDUCE: return test_all_reduce(veiled_all_reduce);
    case ALL_GATHER: return test_all_gather(veiled_all_gather);
    default: return -1;
    }
}

/* rows | asked [rows][2]: exhibit, version | said [rows]. The drawn order is the seed of all else that is drawn. */
HARNESS(tests)
{
    const int32_t *asked = f->buf[0];
    for (int64_t k = 0; k < 2 * f->i[0]; k++)
        veil.state = veil.state * 6364136223846793005u + (uint64_t)asked[k] + 1;
    for (int64_t k = 0; k < f->i[0]; k++) {
        veil_over(asked[2 * k + 1]);
        ((int32_t *)f->buf[1])[k] = ask((enum exhibit)asked[2 * k]);
    }
}

/* rows | asked [rows]: exhibits | found [rows][3] */
HARNESS(locate)
{
    int64_t *out = f->buf[1];
    for (int64_t k = 0; k < f->i[0]; k++, out += 3) {
        struct finding at = { -1, -1, -1 };
        locate((enum exhibit)((const int32_t *)f->buf[0])[k], &at);
        out[0] = at.line, out[1] = at.rule, out[2] = at.evidence;
    }
}

/* R, n | x [R][n] | y [R][n] */
HARNESS(softmax)
{
    for (int64_t r = 0; r < f->i[0]; r++)
        fixed_softmax((int)f->i[1], (const float *)f->buf[0] + r * f->i[1], (float *)f->buf[1] + r * f->i[1]);
}

/* M, N, K, pad | A, B | C [M][N + pad], in which -7 stands before */
HARNESS(matmul)
{
    int M = (int)f->i[0], N = (int)f->i[1], K = (int)f->i[2], pad = (int)f->i[3];
    float *C = f->buf[2];
    for (uint64_t k = 0; k < f->count[2]; k++)
        C[k] = -7;
    fixed_matmul(M, N, K, f->buf[0], K + pad, f->buf[1], N + pad, C, N + pad);
}

/* rows, V | p, q [rows][V] | given [rows][V]: how often each token comes, over a grid of u and v */
HARNESS(verify)
{
    enum { GRID = 100 };
    int V = (int)f->i[1];
    double *given = f->buf[2];
    memset(given, 0, f->count[2] * sizeof *given);
    for (int64_t r = 0; r < f->i[0]; r++) {
        const float *p = (const float *)f->buf[0] + r * V, *q = (const float *)f->buf[1] + r * V;
        for (int d = 0; d < V; d++)
            for (int u = 0; u < GRID && q[d] > 0; u++)
                for (int v = 0; v < GRID; v++) {
                    int t = fixed_verify(V, p, q, d, (u + .5) / GRID, (v + .5) / GRID);
                    if (t >= 0 && t < V)
                        given[r * V + t] += (double)q[d] / (GRID * GRID);
                }
    }
}

/* rows | at [rows][8]: a shape, then an index | offset [rows] */
HARNESS(offset)
{
    const int32_t *at = f->buf[0];
    for (int64_t k = 0; k < f->i[0]; k++, at += 8)
        ((int64_t *)f->buf[1])[k] =
            fixed_offset(&(struct kv_shape){ at[0], at[1], at[2], at[3] }, at[4], at[5], at[6], at[7]);
}

/* R, n | x [R][n] | moments [R][2] */
HARNESS(moments)
{
    float *out = f->buf[1];
    for (int64_t r = 0; r < f->i[0]; r++)
        fixed_moments((int)f->i[1], (const float *)f->buf[0] + r * f->i[1], &out[2 * r], &out[2 * r + 1]);
}

/* steps, pages | todo [steps][2]: what, whose | gave [steps]. Sequence s has one page, or none: 0 take, 1 share with
 * the next sequence that has none, 2 drop, 3 write. */
HARNESS(pages)
{
    static struct pool pool;
    const int32_t *todo = f->buf[0];
    int32_t *gave = f->buf[1];
    int page[POOL_MOST];
    memset(page, -1, sizeof page);
    memset(&pool, 0x5a, sizeof pool);
    fixed_pages.reset(&pool, (int)f->i[1]);
    for (int64_t k = 0; k < f->i[0]; k++) {
        int s = todo[2 * k + 1], other = (s + 1) % POOL_MOST;
        gave[k] = -2;
        if (todo[2 * k] == 0 && page[s] < 0)
            gave[k] = page[s] = fixed_pages.take(&pool);
        else if (todo[2 * k] == 1 && page[s] >= 0 && page[other] < 0)
            fixed_pages.share(&pool, page[s]), gave[k] = page[other] = page[s];
        else if (todo[2 * k] == 2 && page[s] >= 0)
            fixed_pages.drop(&pool, page[s]), gave[k] = page[s], page[s] = -1;
        else if (todo[2 * k] == 3 && page[s] >= 0 && (gave[k] = fixed_pages.write(&pool, page[s])) >= 0)
            page[s] = gave[k];
    }
}

/* | sum_cu, columns_cu: CUDA, each with a zero behind it */
HARNESS(cuda)
{
    snprintf(f->buf[0], f->count[0], "%s\n", fixed_block_sum);
    snprintf(f->buf[1], f->count[1], "%s\n", fixed_columns);
}

/* --- over real ranks ----------------------------------------------------------------------------------------- */

static void do_op(comm_t *c, const struct op *o, float *buf, int64_t floats, comm_req *sent, int *nsent)
{
    int64_t bytes = o->n * (int64_t)sizeof *buf;
    if (o->kind == WAIT) {
        comm_waitall(*nsent, sent);
        *nsent = 0;
        return;
    }
    if (o->peer < 0 || o->peer >= comm_size(c) || o->n < 0 || o->at < 0 || o->n > floats - o->at)
        comm_fail("an operation names rank %d and floats %lld to %lld, of %d ranks and %lld floats.", o->peer,
                  (long long)o->at, (long long)(o->at + o->n), comm_size(c), (long long)floats);
    if (o->kind == SEND) {
        comm_send(c, buf + o->at, bytes, o->peer, 0);
    } else if (o->kind == ISEND) {
        sent[(*nsent)++] = comm_isend(c, buf + o->at, bytes, o->peer, 0);
    } else {
        float *got = malloc((size_t)bytes + 1);
        comm_recv(c, got, bytes, o->peer, 0, NULL);
        for (int64_t k = 0; k < o->n; k++)
            buf[o->at + k] = got[k] + (o->kind == ADD ? buf[o->at + k] : 0);
        free(got);
    }
}

static void run_schedule(schedule_fn *make, int64_t n, float *buf, int64_t floats)
{
    comm_t *c = comm_world();
    struct op ops[OPS_MOST];
    comm_req sent[OPS_MOST];
    int count = make(comm_rank(c), comm_size(c), n, ops), nsent = 0;
    if (count < 0 || count > OPS_MOST)
        comm_fail("a schedule has %d operations, at most %d are allowed.", count, OPS_MOST);
    for (int k = 0; k < count; k++)
        do_op(c, &ops[k], buf, floats, sent, &nsent);
    comm_waitall(nsent, sent);
}

/* n | x [n], this rank's | sum [n] */
HARNESS(all_reduce)
{
    memcpy(f->buf[1], f->buf[0], (size_t)f->i[0] * sizeof(float));
    run_schedule(fixed_all_reduce, f->i[0], f->buf[1], f->i[0]);
}

/* n | own [n], this rank's | all [P·n] */
HARNESS(all_gather)
{
    comm_t *c = comm_world();
    int64_t n = f->i[0];
    float *all = f->buf[1];
    memset(all, 0xff, (size_t)(comm_size(c) * n) * sizeof *all);
    memcpy(all + comm_rank(c) * n, f->buf[0], (size_t)n * sizeof *all);
    run_schedule(fixed_all_gather, n, all, comm_size(c) * n);
}
