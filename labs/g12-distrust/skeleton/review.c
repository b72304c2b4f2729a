/*
 * review.c: yours. Tests first: each says TEST_FAULTY or TEST_RIGHT of a version that it calls. Then where the fault of
 * each exhibit is. Then the exhibits as they came, to be mended; lab.h says what they promise.
 */
#include "exhibits.h"
#include "lab.h"

/* --- tests: inputs, a check, and where values do not tell, a counter ------------------------------------------- */

int test_softmax(softmax_fn *f)
{
    (void)f;
    return TEST_RIGHT;
}

int test_matmul(matmul_fn *f)
{
    (void)f;
    return TEST_RIGHT;
}

int test_verify(verify_fn *f)
{
    (void)f;
    return TEST_RIGHT;
}

int test_offset(offset_fn *f)
{
    (void)f;
    return TEST_RIGHT;
}

int test_moments(moments_fn *f)
{
    (void)f;
    return TEST_RIGHT;
}

int test_pages(const struct pool_ops *f)
{
    (void)f;
    return TEST_RIGHT;
}

int test_block_sum(const struct kernel *k)
{
    (void)k;
    return TEST_RIGHT;
}

int test_columns(const struct kernel *k)
{
    (void)k;
    return TEST_RIGHT;
}

int test_all_reduce(schedule_fn *f)
{
    (void)f;
    return TEST_RIGHT;
}

int test_all_gather(schedule_fn *f)
{
    (void)f;
    return TEST_RIGHT;
}

/* --- findings ---------------------------------------------------------------------------------------------------- */

void locate(enum exhibit e, struct finding *ret)
{
    (void)e;
    *ret = (struct finding){ .line = 0, .rule = 0, .evidence = 0 };
}

/* --- patches: the exhibits ---------------------------------------------------------------------------------------- */

void fixed_softmax(int n, const float *x, float *y)
{
    float m = x[0], l = 1;
    for (int i = 1; i < n; i++) {
        float top = x[i] > m ? x[i] : m;
        l += expf(x[i] - top);
        m = top;
    }
    for (int i = 0; i < n; i++)
        y[i] = expf(x[i] - m) / l;
}

void fixed_matmul(int M, int N, int K, const float *A, int lda, const float *B, int ldb, float *C,
                                int ldc)
{
    int whole = N / TILE * TILE, rest = M % TILE;
    for (int i = 0; i < M; i++, A += lda, C += ldc) {
        for (int j0 = 0; j0 < whole; j0 += TILE) {
            float acc[TILE] = { 0 };
            for (int k = 0; k < K; k++)
                for (int j = 0; j < TILE; j++)
                    acc[j] += A[k] * B[(int64_t)k * ldb + j0 + j];
            memcpy(C + j0, acc, sizeof acc);
        }
        for (int j = whole; j < whole + rest && j < N; j++) {
            C[j] = 0;
            for (int k = 0; k < K; k++)
                C[j] += A[k] * B[(int64_t)k * ldb + j];
        }
    }
}

int fixed_verify(int V, const float *p, const float *q, int drafted, double u, double v)
{
    double sum = 0;
    if (u * q[drafted] < p[drafted])
        return drafted;
    for (int t = 0; t < V; t++) {
        sum += p[t];
        if (v < sum)
            return t;
    }
    return V - 1;
}

int64_t fixed_offset(const struct kv_shape *s, int32_t layer, int32_t token, int32_t head, int32_t dim)
{
    uint32_t row = (uint32_t)layer * s->tokens + token;
    row = row * s->heads + head;
    return (int64_t)row * s->dims + dim;
}

void fixed_moments(int n, const float *x, float *mean, float *var)
{
    float s = 0, ss = 0;
    for (int i = 0; i < n; i++) {
        s += x[i];
        ss += x[i] * x[i];
    }
    *mean = s / n;
    *var = ss / n - *mean * *mean;
}

static void pool_reset(struct pool *p, int pages)
{
    memset(p, 0, sizeof *p);
    p->pages = pages;
}

static int pool_take(struct pool *p)
{
    for (int k = 0; k < p->pages; k++)
        if (!p->owners[k]) {
            p->owners[k] = 1;
            p->flag[k] = 0;
            return k;
        }
    return -1;
}

static void pool_share(struct pool *p, int page)
{
    p->owners[page]++;
    p->flag[page] = 1;
}

static void pool_drop(struct pool *p, int page)
{
    p->owners[page]--;
}

static int pool_write(struct pool *p, int page)
{
    if (!p->flag[page])
        return page;
    int fresh = pool_take(p);
    if (fresh < 0)
        return -1;
    p->owners[page]--;
    p->flag[page] = 0;
    return fresh;
}

const struct pool_ops fixed_pages = { pool_reset, pool_take, pool_share, pool_drop, pool_write };

int fixed_all_reduce(int rank, int P, int64_t n, struct op *ops)
{
    int k = 0;
    for (int mask = 1; mask < P; mask *= 2) {
        int peer = rank ^ mask;
        if (peer >= P)
            continue;
        if (rank < peer) {
            ops[k++] = (struct op){ SEND, peer, 0, n };
            ops[k++] = (struct op){ RECV, peer, 0, n };
        } else {
            ops[k++] = (struct op){ ADD, peer, 0, n };
            ops[k++] = (struct op){ SEND, peer, 0, n };
        }
    }
    return k;
}

int fixed_all_gather(int rank, int P, int64_t n, struct op *ops)
{
    int right = (rank + 1) % P, left = (rank + P - 1) % P, k = 0;
    for (int s = 0; s < P - 1; s++) {
        ops[k++] = (struct op){ SEND, right, (rank - s + P) % P * n, n };
        ops[k++] = (struct op){ RECV, left, (rank - s - 1 + P) % P * n, n };
    }
    return k;
}

/* BLOCK_SUM and COLUMNS in CUDA. */
const char fixed_block_sum[] = CUDA(
    extern "C" __global__ void block_sum(float *out, const float *x, long long n)
    {
        __shared__ float s[256];
        int me = threadIdx.x, last = blockDim.x - 1;
        float sum = 0;
        for (int k = 0; k < 4; k++) {
            long long i = (4ll * blockIdx.x + k) * blockDim.x + me;
            sum += i < n ? x[i] : 0;
        }
        s[me] = sum;
        for (int now = blockDim.x; now > 1; now = (now + 1) / 2) {
            int next = (now + 1) / 2;
            if (last - me + next < now)
                s[me] += s[me - next];
            __syncthreads();
        }
        if (me == last)
            out[blockIdx.x] = s[me];
    }
);

const char fixed_columns[] = CUDA(
    extern "C" __global__ void columns(float *out, const float *x, long long n, long long width)
    {
        int warps = blockDim.x / 32, warp = threadIdx.x / 32, lane = threadIdx.x % 32;
        long long c = 64ll * blockIdx.x + lane * warps + warp;
        float sum = 0;
        if (c >= width)
            return;
        for (long long r = 0; r < n; r++)
            sum += x[r * width + c];
        out[c] = sum;
    }
);
