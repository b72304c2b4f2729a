/*
 * ref.cu: a mainloop that knows no epilogue, and epilogues that know no mainloop.
 *
 * Step 1, tiles. 128 rows of A and 128 of B, 32 of K each: rows of 64 bytes, four chunks of 16. Three such pairs are
 * 48 KiB, all that a block gets without asking. There is no room for padding, so chunk c of row r stands at place c XOR
 * (r / 2 mod 4): two rows fill the banks once, and eight rows of one chunk lie in eight different places.
 *
 * Step 2, the pipeline. While one pair is used two are on their way. One barrier a turn does: behind it this turn's
 * copies of all threads are there, and everybody is done with the pair of the turn before, which is filled next. An
 * empty group is committed where no turn is left, since the wait counts groups.
 *
 * Step 3, warps. A warp owns 64 x 32: four blocks of rows and two double blocks of columns, six ldmatrix for sixteen
 * products.
 *
 * Step 4, the epilogue. A lane's sums come in pairs that stand side by side. What the epilogue returns is rounded
 * and stored as 4 bytes; four lanes make 16. What the epilogue does is its own business, known when compiled.
 */
#include "lab.h"

#define STAGES 3

struct Identity {
    __device__ float2 operator()(float2 sum, int, int) const
    {
        return sum;
    }
};

static __device__ float2 widened(const bf16 *p)
{
    return __bfloat1622float2(*reinterpret_cast<const __nv_bfloat162 *>(p));
}

static __device__ float relu(float v)
{
    return v < 0 ? 0 : v; /* of NaN, NaN */
}

struct BiasRelu {
    const bf16 *bias;
    __device__ float2 operator()(float2 sum, int, int col) const
    {
        float2 b = widened(bias + col);
        return make_float2(relu(sum.x + b.x), relu(sum.y + b.y));
    }
};

struct Residual {
    const bf16 *res;
    int N;
    __device__ float2 operator()(float2 sum, int row, int col) const
    {
        float2 r = widened(res + (size_t)row * N + col);
        return make_float2(sum.x + r.x, sum.y + r.y);
    }
};

struct Tile {
    bf16 at[TILE * DEEP];

    /* Sixteen bytes: chunk c of row r. */
    __device__ bf16 *chunk(int r, int c)
    {
        return at + r * DEEP + (c ^ (r / 2 % 4)) * 8;
    }
    /* 128 rows from `row` on, 32 columns from k0 on; zeros where there are none. Two chunks a thread. */
    __device__ void ask(const bf16 *matrix, int rows, int K, int row, int k0)
    {
        for (int e = threadIdx.x; e < TILE * 4; e += THREADS) {
            int r = row + e / 4, k = k0 + e % 4 * 8;
            bool there = r < rows && k < K;
            const bf16 *from = there ? matrix + (size_t)r * K + k : matrix;
            __pipeline_memcpy_async(chunk(e / 4, e % 4), from, 16, there ? 0 : 16);
        }
    }
};

struct Stage {
    Tile a, b;
};

/* One turn's products of a warp: rows from wr on, columns from wc on. */
static __device__ void multiply(Stage *s, float (*sum)[4][4], int wr, int wc)
{
    int lane = threadIdx.x % 32;
#pragma unroll
    for (int k = 0; k < DEEP / 8; k += 2) {
        unsigned a[4][4], b[2][4];
#pragma unroll
        for (int i = 0; i < 4; i++)
            ldmatrix_x4(a[i], s->a.chunk(wr + 16 * i + lane % 16, k + lane / 16));
#pragma unroll
        for (int j = 0; j < 2; j++)
            ldmatrix_x4(b[j], s->b.chunk(wc + 16 * j + lane / 16 * 8 + lane % 8, k + lane / 8 % 2));
#pragma unroll
        for (int e = 0; e < 16; e++)
            mma_bf16(sum[e / 4][e % 4], a[e / 4], b[e % 4 / 2] + e % 2 * 2);
    }
}

template <class Epilogue>
static __device__ void finish(bf16 *D, int M, int N, int row, int col, const float *pair, Epilogue epilogue)
{
    if (row >= M || col >= N)
        return;
    float2 v = epilogue(make_float2(pair[0], pair[1]), row, col);
    *reinterpret_cast<__nv_bfloat162 *>(D + (size_t)row * N + col) = __floats2bfloat162_rn(v.x, v.y);
}

template <class Epilogue>
static __device__ void product(bf16 *D, const bf16 *A, const bf16 *B, int M, int N, int K, Epilogue epilogue)
{
    __shared__ __align__(128) Stage stages[STAGES];
    float sum[4][4][4] = {};
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32, turns = (K + DEEP - 1) / DEEP;
    int row = blockIdx.y * TILE, col = blockIdx.x * TILE, wr = warp % 2 * 64, wc = warp / 2 * 32;
    for (int t = 0; t < STAGES - 1; t++) {
        if (t < turns) {
            stages[t].a.ask(A, M, K, row, t * DEEP);
            stages[t].b.ask(B, N, K, col, t * DEEP);
        }
        __pipeline_commit();
    }
    for (int t = 0; t < turns; t++) {
        __pipeline_wait_prior(STAGES - 2);
        __syncthreads();
        int next = t + STAGES - 1;
        if (next < turns) {
            stages[next % STAGES].a.ask(A, M, K, row, next * DEEP);
            stages[next % STAGES].b.ask(B, N, K, col, next * DEEP);
        }
        __pipeline_commit();
        multiply(&stages[t % STAGES], sum, wr, wc);
    }
#pragma unroll
    for (int e = 0; e < 32; e++) { /* block of rows e / 8, its upper or lower half, block of columns */
        int r = row + wr + e / 8 * 16 + e / 4 % 2 * 8 + lane / 4, c = col + wc + e % 4 * 8 + lane % 4 * 2;
        finish(D, M, N, r, c, sum[e / 8][e % 4] + e / 4 % 2 * 2, epilogue);
    }
}

extern "C" __global__ void __launch_bounds__(THREADS, 2)
    gemm_plain(bf16 *D, const bf16 *A, const bf16 *B, int M, int N, int K)
{
    product(D, A, B, M, N, K, Identity{});
}

extern "C" __global__ void __launch_bounds__(THREADS, 2)
    gemm_bias_relu(bf16 *D, const bf16 *A, const bf16 *B, const bf16 *bias, int M, int N, int K)
{
    product(D, A, B, M, N, K, BiasRelu{bias});
}

extern "C" __global__ void __launch_bounds__(THREADS, 2)
    gemm_residual(bf16 *D, const bf16 *A, const bf16 *B, const bf16 *res, int M, int N, int K)
{
    product(D, A, B, M, N, K, Residual{res, N});
}
