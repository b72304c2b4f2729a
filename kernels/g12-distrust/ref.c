/*
 * ref.c: tests that ask the contract and nothing else. Each takes sizes that are multiples of nothing beside those that
 * are, inputs that a formula dislikes, every order and number of ranks that the bench has, and compares within the
 * contract's own tolerance: what is tighter flags those who round differently, what is looser lets faults through. Of
 * kernels the values are half of the answer: races and sectors are counted as well.
 */
#include "lab.h"

#define COUNT(a) ((int)(sizeof(a) / sizeof *(a)))

static double draw(uint64_t *state)
{
    uint64_t z = (*state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return (double)((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

/* --- tests ---------------------------------------------------------------------------------------------- */
#ifndef NAIVE

static int softmax_row_wrong(softmax_fn *f, int n, const float *x)
{
    float y[300];
    double top = x[0], sum = 0;
    f(n, x, y);
    for (int i = 0; i < n; i++)
        top = fmax(top, x[i]);
    for (int i = 0; i < n; i++)
        sum += exp(x[i] - top);
    for (int i = 0; i < n; i++) {
        double want = exp(x[i] - top) / sum;
        if (!(fabs(y[i] - want) <= 1e-4 * want + 1e-30))
            return 1;
    }
    return 0;
}

int test_softmax(softmax_fn *f)
{
    static const int sizes[] = { 1, 2, 3, 7, 16, 33, 257 };
    static const float shifts[] = { 0, -300, 300 };
    float x[300];
    uint64_t state = 1;
    for (int s = 0; s < COUNT(sizes); s++)
        for (int k = 0; k < 3 * COUNT(shifts); k++) {
            int n = sizes[s], shape = k % 3; /* rising, falling, neither */
            for (int i = 0; i < n; i++)
                x[i] = shifts[k / 3] + (shape < 2 ? .1f * (float)(shape ? -i : i) : (float)(8 * draw(&state)));
            if (softmax_row_wrong(f, n, x))
                return TEST_FAULTY;
        }
    return TEST_RIGHT;
}

static int matmul_wrong(matmul_fn *f, int M, int N, int K, int pad)
{
    enum { MOST = 40 * 44 };
    float A[MOST], B[MOST], C[MOST];
    int lda = K + pad, ldb = N + pad, ldc = N + pad;
    uint64_t state = 7;
    for (int k = 0; k < MOST; k++)
        A[k] = B[k] = NAN, C[k] = 3;
    for (int i = 0; i < M; i++)
        for (int k = 0; k < K; k++)
            A[i * lda + k] = (float)draw(&state) - .5f;
    for (int k = 0; k < K; k++)
        for (int j = 0; j < N; j++)
            B[k * ldb + j] = (float)draw(&state) - .5f;
    f(M, N, K, A, lda, B, ldb, C, ldc);
    for (int at = 0; at < MOST; at++) {
        int i = ldc ? at / ldc : M, j = ldc ? at % ldc : 0;
        double want = 3, size = 0;
        if (i < M && j < N) {
            want = 0;
            for (int k = 0; k < K; k++)
                want += (double)A[i * lda + k] * B[k * ldb + j], size += fabs((double)A[i * lda + k] * B[k * ldb + j]);
        }
        if (!(fabs(C[at] - want) <= 1e-5 * size))
            return 1;
    }
    return 0;
}

int test_matmul(matmul_fn *f)
{
    static const int sizes[][3] = { { 16, 16, 16 }, { 20, 5, 1 }, { 5, 20, 9 }, { 1, 1, 1 }, { 17, 33, 7 },
                                    { 33, 18, 3 }, { 3, 7, 0 }, { 0, 4, 4 }, { 4, 0, 4 }, { 2, 31, 23 } };
    for (int k = 0; k < COUNT(sizes); k++)
        for (int pad = 0; pad <= 3; pad += 3)
            if (matmul_wrong(f, sizes[k][0], sizes[k][1], sizes[k][2], pad))
                return TEST_FAULTY;
    return TEST_RIGHT;
}

/* The distribution over a grid of u and v: no draw is left to luck. */
static int distribution_wrong(verify_fn *f, int V, const float *p, const float *q)
{
    enum { GRID = 64 };
    double given[8] = { 0 };
    for (int d = 0; d < V; d++)
        for (int u = 0; u < GRID && q[d] > 0; u++)
            for (int v = 0; v < GRID; v++) {
                int t = f(V, p, q, d, (u + .5) / GRID, (v + .5) / GRID);
                if (t < 0 || t >= V)
                    return 1;
                given[t] += q[d] / (GRID * GRID);
            }
    for (int t = 0; t < V; t++)
        if (!(fabs(given[t] - p[t]) <= .03))
            return 1;
    return 0;
}

int test_verify(verify_fn *f)
{
    static const float one[] = { 1 }, a[] = { .2f, .8f }, b[] = { .8f, .2f };
    static const float p[] = { .1f, .2f, .3f, .4f, 0 }, q[] = { .4f, .1f, .1f, .1f, .3f };
    static const float p3[] = { .5f, 0, .5f }, q3[] = { 0, 1, 0 };
    return distribution_wrong(f, 1, one, one) || distribution_wrong(f, 2, a, b) || distribution_wrong(f, 2, a, a) ||
           distribution_wrong(f, 5, p, q) || distribution_wrong(f, 5, q, p) || distribution_wrong(f, 3, p3, q3);
}

int test_offset(offset_fn *f)
{
    static const struct kv_shape shapes[] = {
        { 2, 3, 5, 7 }, { 80, 4096, 8, 128 }, { 1, INT32_MAX, 8, 128 }, { 1 << 18, 1 << 18, 8, 128 },
        { 1, 3, 1 << 18, 1 << 18 }, { 1, 1 << 20, 3, 5 }, { 126, 131072, 8, 128 }, { 3, 1 << 29, 1, 2 },
    };
    for (int k = 0; k < COUNT(shapes); k++)
        for (int corner = 0; corner < 81; corner++) {
            const struct kv_shape *s = &shapes[k];
            const int32_t size[] = { s->layers, s->tokens, s->heads, s->dims };
            int32_t at[4];
            int64_t want = 0;
            for (int d = 0, c = corner; d < 4; d++, c /= 3) {
                at[d] = c % 3 == 0 ? 0 : c % 3 == 1 ? size[d] - 1 : size[d] / 2;
                want = want * size[d] + at[d];
            }
            if (f(s, at[0], at[1], at[2], at[3]) != want)
                return TEST_FAULTY;
        }
    return TEST_RIGHT;
}

static int moments_wrong(moments_fn *f, int n, double shift, double spread)
{
    float *x = calloc((size_t)n, sizeof *x), mean, var;
    double m = 0, v = 0;
    uint64_t state = 3;
    for (int i = 0; i < n; i++)
        m += x[i] = (float)(shift + spread * (2 * draw(&state) - 1));
    m /= n;
    for (int i = 0; i < n; i++)
        v += (x[i] - m) * (x[i] - m) / n;
    f(n, x, &mean, &var);
    free(x);
    double room = v > 0 ? 1e-3 * v : 1e-9 * m * m;
    return !(fabs(mean - m) <= 1e-3 * sqrt(v) + 1e-7 * fabs(m)) || !(fabs(var - v) <= room);
}

int test_moments(moments_fn *f)
{
    static const int sizes[] = { 1, 2, 3, 8, 13, 100, 1003, 1 << 20 };
    for (int k = 0; k < COUNT(sizes); k++)
        if (moments_wrong(f, sizes[k], 0, 1) || moments_wrong(f, sizes[k], -700, 1.5) ||
            moments_wrong(f, sizes[k], 10, 0) || moments_wrong(f, sizes[k], 900, 1.7))
            return TEST_FAULTY;
    return TEST_RIGHT;
}

/* A pool beside the one that is tested: owners of each page, and which page each sequence has. */
static int step_wrong(const struct pool_ops *f, struct pool *pool, int pages, int *owners, int *page, uint64_t *state)
{
    int s = (int)(draw(state) * 8), other = (int)(draw(state) * 8), what = (int)(draw(state) * 4), used = 0, got;
    for (int k = 0; k < pages; k++)
        used += owners[k] > 0;
    if (what == 1 && page[s] >= 0 && page[other] < 0) {
        f->share(pool, page[s]);
        owners[page[other] = page[s]]++;
    } else if (what == 2 && page[s] >= 0) {
        f->drop(pool, page[s]);
        owners[page[s]]--, page[s] = -1;
    } else if ((what == 0 && page[s] < 0) || (what == 3 && page[s] >= 0)) {
        int old = page[s], fresh = old < 0 || owners[old] > 1;
        got = old < 0 ? f->take(pool) : f->write(pool, old);
        if (!fresh)
            return got != old;
        if (used == pages)
            return got != -1;
        if (got < 0 || got >= pages || owners[got])
            return 1;
        owners[got] = 1, page[s] = got;
        if (old >= 0)
            owners[old]--;
    }
    return 0;
}

int test_pages(const struct pool_ops *f)
{
    struct pool pool;
    uint64_t state = 5;
    for (int pages = 1; pages <= 9; pages += 2) {
        int owners[POOL_MOST] = { 0 }, page[8];
        memset(page, -1, sizeof page);
        f->reset(&pool, pages);
        for (int k = 0; k < 400; k++)
            if (step_wrong(f, &pool, pages, owners, page, &state))
                return TEST_FAULTY;
    }
    return TEST_RIGHT;
}

static int sum_wrong(const struct kernel *k, int threads, int n, enum order o)
{
    static float x[8192], out[16];
    int each = 4 * threads, blocks = n > 0 ? (n + each - 1) / each : 1;
    uint64_t state = 11;
    struct counts c;
    for (int i = 0; i < n; i++)
        x[i] = (float)draw(&state) + .5f;
    for (int b = 0; b < blocks; b++)
        out[b] = NAN;
    launch(k, blocks, threads, o, &(struct problem){ .n = n, .x = x, .out = out }, n, blocks, &c);
    if (c.races || c.outside)
        return 1;
    if (n && n % each == 0 && (c.load_sectors > 4.5 * (double)c.load_requests || c.load_sectors * 8 > n * 1.1))
        return 1;
    for (int b = 0; b < blocks; b++) {
        double want = 0;
        for (int i = b * each; i < n && i < (b + 1) * each; i++)
            want += x[i];
        if (!(fabs(out[b] - want) <= 1e-5 * want))
            return 1;
    }
    return 0;
}

int test_block_sum(const struct kernel *k)
{
    for (int threads = 32; threads <= 256; threads += threads < 128 ? 32 : 128)
        for (int o = ASCENDING; o <= SHUFFLED; o++) {
            const int sizes[] = { 0, 1, 4 * threads - 1, 4 * threads, 4 * threads + 1, 8 * threads, 9 * threads + 5 };
            for (int s = 0; s < COUNT(sizes); s++)
                if (sum_wrong(k, threads, sizes[s], (enum order)o))
                    return TEST_FAULTY;
        }
    return TEST_RIGHT;
}

static int columns_wrong(const struct kernel *k, int threads, int rows, int width, enum order o)
{
    static float x[64 * 512], out[512];
    uint64_t state = 13;
    struct counts c;
    for (int i = 0; i < rows * width; i++)
        x[i] = (float)draw(&state) + .5f;
    for (int i = 0; i < width; i++)
        out[i] = NAN;
    launch(k, (width + threads - 1) / threads, threads, o,
           &(struct problem){ .n = rows, .width = width, .x = x, .out = out }, (int64_t)rows * width, width, &c);
    if (c.races || c.outside)
        return 1;
    double data = 4.0 * (rows + 1) * width / 32;
    if (width % 32 == 0 && ((double)(c.load_sectors + c.store_sectors) > 1.05 * data ||
                            c.load_sectors > 4 * c.load_requests || c.store_sectors > 4 * c.store_requests))
        return 1;
    for (int j = 0; j < width; j++) {
        double want = 0;
        for (int r = 0; r < rows; r++)
            want += x[r * width + j];
        if (!(fabs(out[j] - want) <= 1e-5 * want))
            return 1;
    }
    return 0;
}

int test_columns(const struct kernel *k)
{
    static const int widths[] = { 1, 31, 64, 100, 256, 320 }, rows[] = { 1, 2, 7, 64 };
    for (int threads = 32; threads <= 256; threads *= 2)
        for (int w = 0; w < COUNT(widths); w++)
            for (int r = 0; r < COUNT(rows); r++)
                if (columns_wrong(k, threads, rows[r], widths[w], (enum order)((w + r) % 3)))
                    return TEST_FAULTY;
    return TEST_RIGHT;
}

enum { FLOATS = 130 };

/* Each rank's float is a whole number, so that sums are exact. */
static int collective_wrong(schedule_fn *f, int gathers, int P, int64_t n, int64_t eager, uint64_t seed)
{
    static float all[RANKS_MOST][RANKS_MOST * FLOATS];
    float *buf[RANKS_MOST];
    for (int r = 0; r < P; r++) {
        buf[r] = all[r];
        for (int64_t k = 0; k < RANKS_MOST * FLOATS; k++)
            all[r][k] = NAN;
        for (int64_t k = 0; k < n; k++)
            all[r][gathers ? r * n + k : k] = (float)(100 * r + k % 97 + 1);
    }
    if (world_run(f, P, n, eager, seed, gathers ? P * n : n, buf) != RAN)
        return 1;
    for (int r = 0; r < P; r++)
        for (int64_t k = 0; k < (gathers ? P * n : n); k++) {
            double want = gathers ? 100 * (double)(k / n) + (double)(k % n % 97) + 1
                                  : 50.0 * P * (P - 1) + P * ((double)(k % 97) + 1);
            if (!(fabs(all[r][k] - want) <= 1e-5 * want))
                return 1;
        }
    return 0;
}

static int test_collective(schedule_fn *f, int gathers)
{
    static const int64_t sizes[] = { 0, 1, 17, FLOATS }, eager[] = { 0, 16, 1 << 20 };
    for (int P = 1; P <= RANKS_MOST; P++)
        for (int s = 0; s < COUNT(sizes); s++)
            for (int k = 0; k < COUNT(eager); k++)
                for (uint64_t seed = 1; seed <= 3; seed++)
                    if (collective_wrong(f, gathers, P, sizes[s], eager[k], seed))
                        return TEST_FAULTY;
    return TEST_RIGHT;
}

int test_all_reduce(schedule_fn *f)
{
    return test_collective(f, 0);
}

int test_all_gather(schedule_fn *f)
{
    return test_collective(f, 1);
}
#endif

/* --- findings --------------------------------------------------------------------------------------------- */

void locate(enum exhibit e, struct finding *ret)
{
    static const struct finding found[EXHIBITS] = {
        [SOFTMAX] = { 4, 3, 2 },                   /* what was summed under the old maximum is not rescaled */
        [MATMUL] = { 1, 1, 5 },                    /* the rest of M in place of that of N */
        [VERIFY] = { 4, 3, 32 },                   /* after a rejection from p in place of p - q */
        [OFFSET] = { 1, 1, INT64_C(536870912) },   /* 32 bits */
        [MOMENTS] = { 4, 1, 4096 },                /* squares have no room for the difference */
        [PAGES] = { 6, 3, 3 },                     /* the flag is stale after the first copy */
        [BLOCK_SUM] = { 5, 1, 32 },                /* the first step belongs behind a barrier */
        [COLUMNS] = { 2, 1, 32 },                  /* neighbouring lanes, distant columns */
        [ALL_REDUCE] = { 3, 2, 3 },                /* who has no partner is left out */
        [ALL_GATHER] = { 3, 2, 1025 },             /* all send, nobody receives */
    };
    *ret = found[e];
}

/* --- patches ---------------------------------------------------------------------------------------------- */

void fixed_softmax(int n, const float *x, float *y)
{
    float m = x[0], l = 1;
    for (int i = 1; i < n; i++) {
        float top = x[i] > m ? x[i] : m;
        l = l * expf(m - top) + expf(x[i] - top);
        m = top;
    }
    for (int i = 0; i < n; i++)
        y[i] = expf(x[i] - m) / l;
}

void fixed_matmul(int M, int N, int K, const float *A, int lda, const float *B, int ldb, float *C, int ldc)
{
    enum { TILE = 16 };
    for (int i = 0; i < M; i++, A += lda, C += ldc)
        for (int j0 = 0; j0 < N; j0 += TILE) {
            int width = N - j0 < TILE ? N - j0 : TILE;
            float acc[TILE] = { 0 };
            for (int k = 0; k < K; k++)
                for (int j = 0; j < width; j++)
                    acc[j] += A[k] * B[(int64_t)k * ldb + j0 + j];
            memcpy(C + j0, acc, (size_t)width * sizeof *acc);
        }
}

int fixed_verify(int V, const float *p, const float *q, int drafted, double u, double v)
{
    double all = 0, sum = 0;
    int last = drafted;
    if (u * q[drafted] < p[drafted])
        return drafted;
    for (int t = 0; t < V; t++)
        all += fmax(0, (double)p[t] - q[t]);
    for (int t = 0; t < V && v * all >= sum; t++)
        if (p[t] > q[t])
            sum += (double)p[t] - q[t], last = t;
    return last;
}

int64_t fixed_offset(const struct kv_shape *s, int32_t layer, int32_t token, int32_t head, int32_t dim)
{
    int64_t row = (int64_t)layer * s->tokens + token;
    return (row * s->heads + head) * s->dims + dim;
}

void fixed_moments(int n, const float *x, float *mean, float *var)
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

static void reset(struct pool *p, int pages)
{
    memset(p, 0, sizeof *p);
    p->pages = pages;
}

static int take(struct pool *p)
{
    for (int k = 0; k < p->pages; k++)
        if (!p->owners[k]) {
            p->owners[k] = 1;
            return k;
        }
    return -1;
}

static void share(struct pool *p, int page)
{
    p->owners[page]++;
}

static void drop(struct pool *p, int page)
{
    p->owners[page]--;
}

static int write_page(struct pool *p, int page)
{
    if (p->owners[page] == 1)
        return page;
    int fresh = take(p);
    if (fresh >= 0)
        p->owners[page]--;
    return fresh;
}

const struct pool_ops fixed_pages = { reset, take, share, drop, write_page };

/* All add up on rank 0, in a binomial tree, and have the sum from there. */
int fixed_all_reduce(int rank, int P, int64_t n, struct op *ops)
{
    int k = 0, mask = 1;
    for (; mask < P && !(rank & mask); mask *= 2)
        if (rank + mask < P)
            ops[k++] = (struct op){ ADD, rank + mask, 0, n };
    if (rank) {
        ops[k++] = (struct op){ SEND, rank - mask, 0, n };
        ops[k++] = (struct op){ RECV, rank - mask, 0, n };
    }
    for (mask /= 2; mask > 0; mask /= 2)
        if (rank + mask < P)
            ops[k++] = (struct op){ SEND, rank + mask, 0, n };
    return k;
}

int fixed_all_gather(int rank, int P, int64_t n, struct op *ops)
{
    int right = (rank + 1) % P, left = (rank + P - 1) % P, k = 0;
    for (int s = 0; s < P - 1; s++) {
        ops[k++] = (struct op){ ISEND, right, (rank - s + P) % P * n, n };
        ops[k++] = (struct op){ RECV, left, (rank - s - 1 + P) % P * n, n };
        ops[k++] = (struct op){ WAIT, 0, 0, 0 };
    }
    return k;
}

const char fixed_block_sum[] = CUDA(
    extern "C" __global__ void block_sum(float *out, const float *x, long long n)
    {
        __shared__ float s[256];
        int me = threadIdx.x;
        float sum = 0;
        for (int k = 0; k < 4; k++) {
            long long i = (4ll * blockIdx.x + k) * blockDim.x + me;
            if (i < n)
                sum += x[i];
        }
        s[me] = sum;
        __syncthreads();
        for (int now = blockDim.x; now > 1; now = (now + 1) / 2) {
            int next = (now + 1) / 2;
            if (me + next < now)
                s[me] += s[me + next];
            __syncthreads();
        }
        if (me == 0)
            out[blockIdx.x] = s[0];
    }
);

const char fixed_columns[] = CUDA(
    extern "C" __global__ void columns(float *out, const float *x, long long n, long long width)
    {
        long long c = 64ll * blockIdx.x + threadIdx.x;
        float sum = 0;
        if (c >= width)
            return;
        for (long long r = 0; r < n; r++)
            sum += x[r * width + c];
        out[c] = sum;
    }
);
