/*
 * ref.cu: one tile a program, and what can be a tile never becomes a tensor.
 *
 * Step 1, fuse. SiLU as sigmoid_tile and mul_tile moves five tensors: x read, s written, s and x read, y written. In
 * silu_tile s is a tile, eight registers of each thread, and two tensors move.
 *
 * Step 2, promise alignment where it holds. Four neighbours a lane go by one instruction of 16 bytes, a quarter of the
 * requests for the same sectors. It holds for silu's rows, which begin at a multiple of BLOCK, and for swiglu and
 * softmax when the row lengths are multiples of four: a branch that every thread of the launch takes alike, over two
 * kernels compiled from one template. Triton does the same when an argument is divisible by 16.
 *
 * Step 3, a row of softmax stays. It is loaded once, with -inf where it has ended: that is neutral for the maximum,
 * and its exponential is 0, neutral for the sum. Maximum, exponential and sum are walks over registers.
 *
 * Step 4, matmul: a program multiplies strips of A and B by BK at a time into sums that stay in registers, so each
 * element loaded serves 64 or 128 products. The order of programs is grouped: those that run at the same time lie in a
 * patch that is as tall as the group, and so need fewer different strips of B.
 */
#include "lab.h"

extern "C" __global__ void sigmoid_tile(const float *x, float *y, long long n)
{
    auto at = arange<BLOCK, 4>() + (long long)program_id() * BLOCK;
    auto in = at < n;
    store(y, at, 1.f / (1.f + exp(0.f - load(x, at, in, 0.f))), in);
}

extern "C" __global__ void mul_tile(const float *a, const float *b, float *y, long long n)
{
    auto at = arange<BLOCK, 4>() + (long long)program_id() * BLOCK;
    auto in = at < n;
    store(y, at, load(a, at, in, 0.f) * load(b, at, in, 0.f), in);
}

template <class T> static __device__ T silu(const T &x)
{
    return x / (1.f + exp(0.f - x));
}

extern "C" __global__ void silu_tile(const float *x, float *y, long long n)
{
    auto at = arange<BLOCK, 4>() + (long long)program_id() * BLOCK;
    auto in = at < n;
    store(y, at, silu(load(x, at, in, 0.f)), in);
}

template <int V> static __device__ void swiglu_row(const float *x, float *y, int F)
{
    auto at = arange<BLOCK, V>() + (long long)program_id() * BLOCK;
    auto in = at < F;
    auto gate = load(x, at, in, 0.f), up = load(x + F, at, in, 0.f);
    store(y, at, silu(gate) * up, in);
}

extern "C" __global__ void swiglu_tile(const float *x, float *y, int R, int F, int ld)
{
    long long row = program_id(1);
    if (F % 4 == 0 && ld % 4 == 0)
        swiglu_row<4>(x + row * ld, y + row * F, F);
    else
        swiglu_row<1>(x + row * ld, y + row * F, F);
}

template <int V> static __device__ void softmax_row(const float *x, float *y, int C)
{
    auto at = arange<BLOCK, V>();
    auto in = at < C;
    auto v = load(x, at, in, -INFINITY);
    auto e = exp(v - max(v));
    store(y, at, e / sum(e), in);
}

extern "C" __global__ void softmax_tile(const float *x, float *y, int R, int C, int ld)
{
    long long row = program_id();
    if (C % 4 == 0 && ld % 4 == 0)
        softmax_row<4>(x + row * ld, y + row * C, C);
    else
        softmax_row<1>(x + row * ld, y + row * C, C);
}

/* The tile of program p among `down` x `across`, in the grouped order. */
template <int GROUP_M> static __device__ int2 tile_of(int p, int down, int across)
{
    int group = p / (GROUP_M * across), first = group * GROUP_M, tall = min(down - first, GROUP_M);
    int within = p - first * across;
    return make_int2(first + within % tall, within / tall);
}

template <int BM, int BN, int BK, int GROUP_M, int WARPS>
static __device__ void matmul_tile(const bf16 *A, const bf16 *B, float *C, int *order, int M, int N, int K)
{
    int2 t = tile_of<GROUP_M>(program_id(), (M + BM - 1) / BM, (N + BN - 1) / BN);
    auto rows = arange<BM>() + (long long)t.x * BM;
    auto cols = arange<BN>() + (long long)t.y * BN;
    sums<BM, BN, WARPS> acc;
    for (int k0 = 0; k0 < K; k0 += BK) {
        auto ka = arange<BK>() + k0;
        auto a = load2<WARPS>(A, rows, ka, K, (rows < M) & (ka < K));
        auto b = load2<WARPS>(B, ka, cols, N, (ka < K) & (cols < N));
        dot(acc, a, b);
    }
    store2(C, rows, cols, N, acc, (rows < M) & (cols < N));
    if (threadIdx.x == 0) {
        order[2 * program_id()] = t.x;
        order[2 * program_id() + 1] = t.y;
    }
}

extern "C" __global__ void __launch_bounds__(128)
    matmul_64(const bf16 *A, const bf16 *B, float *C, int *order, int M, int N, int K)
{
    matmul_tile<64, 64, 32, 4, 4>(A, B, C, order, M, N, K);
}

extern "C" __global__ void __launch_bounds__(256)
    matmul_128(const bf16 *A, const bf16 *B, float *C, int *order, int M, int N, int K)
{
    matmul_tile<128, 128, 32, 8, 8>(A, B, C, order, M, N, K);
}

/* ---- the autotuner's cache ------------------------------------------------------------------------------ */

static __device__ int bucket(int size)
{
    return size > 1 ? 32 - __clz(size - 1) : 0; /* log2 of the next power of two */
}

static __device__ bool same_bucket(const int *a, const int *b)
{
    return bucket(a[0]) == bucket(b[0]) && bucket(a[1]) == bucket(b[1]) && bucket(a[2]) == bucket(b[2]);
}

static __device__ bool fits(const int *c)
{
    return 2 * 2 * (c[0] * (c[2] + 8) + c[2] * (c[1] + 8)) <= STAGE_LIMIT;
}

extern "C" __global__ void autotune(const int *config, const int *asked, const float *cost, int *choice,
                                    int *measured, int n, int configs)
{
    int i = program_id() * TILE_THREADS + threadIdx.x, first = 0, best = -1, tried = 0;
    if (i >= n)
        return;
    while (!same_bucket(asked + 3 * first, asked + 3 * i))
        first++;
    const float *time = cost + (size_t)first * configs;
    for (int c = 0; c < configs; c++) {
        if (!fits(config + 3 * c))
            continue;
        tried++;
        if (best < 0 || time[c] < time[best])
            best = c;
    }
    choice[i] = best;
    measured[i] = first == i ? tried : 0;
}
