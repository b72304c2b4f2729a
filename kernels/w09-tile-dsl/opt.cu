/*
 * opt.cu: the same bytes, with less between them.
 *
 * 1. A sigmoid by two instructions of the special function unit. exp2 after one multiplication, and a reciprocal, both
 *    approximate: within some 1e-6 of the true value for the numbers that activations have, and a division by the
 *    book costs some ten instructions. An SM that is to keep up with HBM has some fifty for each element of silu,
 *    so this is room, not speed, until the clock drops.
 * 2. softmax multiplies by one reciprocal in place of BLOCK divisions.
 * 3. matmul asks for the next strips before it multiplies the present ones. A tile is waited for where it is used, so
 *    the loads travel during the product: a pipeline of two stages, bought with the registers of the strips.
 *    ref.cu's program waits for HBM at each step of K, and only the other programs of its SM hide that.
 *
 * What is left of the distance to cuBLAS on Hopper: its operands come by TMA and its products by wgmma, straight from
 * shared memory, by warps that specialise. With -DTILE_HOPPER cp.async and wgmma stand behind load2, dot and store2
 * (hopper.h), and no line of the program changes. Warps that specialise are what a program in which all warps are alike
 * cannot say.
 */
#include "lab.h"

/* 2^x and 1/x as the special function unit gives them. */
static __device__ float fast_sigmoid(float x)
{
    return __fdividef(1.f, 1.f + exp2f(x * -1.44269504f));
}

extern "C" __global__ void sigmoid_tile(const float *x, float *y, long long n)
{
    auto at = arange<BLOCK, 4>() + (long long)program_id() * BLOCK;
    auto in = at < n;
    store(y, at, map(load(x, at, in, 0.f), fast_sigmoid), in);
}

extern "C" __global__ void mul_tile(const float *a, const float *b, float *y, long long n)
{
    auto at = arange<BLOCK, 4>() + (long long)program_id() * BLOCK;
    auto in = at < n;
    store(y, at, load(a, at, in, 0.f) * load(b, at, in, 0.f), in);
}

template <class T> static __device__ T silu(const T &x)
{
    return x * map(x, fast_sigmoid);
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
    store(y, at, e * (1.f / sum(e)), in);
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
    auto left = arange<BK>();
    sums<BM, BN, WARPS> acc;
    auto a = load2<WARPS>(A, rows, left, K, (rows < M) & (left < K));
    auto b = load2<WARPS>(B, left, cols, N, (left < K) & (cols < N));
    for (int k0 = BK; k0 < K + BK; k0 += BK) {
        auto next = arange<BK>() + k0;
        auto now_a = a;
        auto now_b = b;
        a = load2<WARPS>(A, rows, next, K, (rows < M) & (next < K));
        b = load2<WARPS>(B, next, cols, N, (next < K) & (cols < N));
        dot(acc, now_a, now_b);
    }
    store2(C, rows, cols, N, acc, (rows < M) & (cols < N));
    if (threadIdx.x == 0) {
        order[2 * program_id()] = t.x;
        order[2 * program_id() + 1] = t.y;
    }
}

extern "C" __global__ void __launch_bounds__(128, 4)
    matmul_64(const bf16 *A, const bf16 *B, float *C, int *order, int M, int N, int K)
{
    matmul_tile<64, 64, 32, 4, 4>(A, B, C, order, M, N, K);
}

extern "C" __global__ void __launch_bounds__(256, 2)
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
