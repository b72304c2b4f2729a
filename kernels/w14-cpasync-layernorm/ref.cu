/*
 * ref.cu: one loop for three of the steps; they differ in the number of stages.
 *
 * A row is asked for with cp.async, which needs no register for what is on its way and no instruction when it
 * arrives. All copies of a row are one group. With S stages a block asks for the row S - 1 turns ahead and then waits
 * until at most S - 1 groups are left: those are the rows ahead, and this turn's row is there. One stage is the kernel
 * that waits for what it has just asked for.
 *
 * Two barriers guard a stage. The first stands behind the wait: a thread waits for its own copies, and reads those of
 * all others. The second stands at the end of a turn: the next turn's copy goes into the stage that this turn read,
 * and a fast warp would start it while a slow one still reads.
 *
 * Where there is no row ahead any more, an empty group is committed all the same. The wait counts groups and not
 * rows: without the empty ones it would let go of the last rows too early.
 */
#include "lab.h"

extern __shared__ float4 stage_memory[];

/* The sum over the block, for every thread. `place` is free again after the next barrier. */
static __device__ float block_sum(float v, float *place)
{
    float all = 0;
    for (int d = 16; d; d /= 2)
        v += __shfl_xor_sync(0xffffffff, v, d);
    if (threadIdx.x % 32 == 0)
        place[threadIdx.x / 32] = v;
    __syncthreads();
    for (int w = 0; w < WARPS; w++)
        all += place[w];
    return all;
}

/* V: float4 or float. Two sums and y, each a walk over the row in shared memory. */
template <typename V>
static __device__ void normalise(const float *row, const float *g, const float *b, float *y, int C, float eps,
                                 float (*place)[WARPS])
{
    constexpr int W = sizeof(V) / sizeof(float);
    V v, scale, shift;
    const float *e = (const float *)&v, *s = (const float *)&scale, *t = (const float *)&shift;
    float sum = 0, square = 0;
    for (int c = threadIdx.x * W; c < C; c += THREADS * W) {
        v = *(const V *)(row + c);
        for (int k = 0; k < W; k++)
            sum += e[k];
    }
    float mean = block_sum(sum, place[0]) / C;
    for (int c = threadIdx.x * W; c < C; c += THREADS * W) {
        v = *(const V *)(row + c);
        for (int k = 0; k < W; k++)
            square += (e[k] - mean) * (e[k] - mean);
    }
    float rstd = 1 / sqrtf(block_sum(square, place[1]) / C + eps);
    for (int c = threadIdx.x * W; c < C; c += THREADS * W) {
        V out;
        float *o = (float *)&out;
        v = *(const V *)(row + c), scale = *(const V *)(g + c), shift = *(const V *)(b + c);
        for (int k = 0; k < W; k++)
            o[k] = (e[k] - mean) * rstd * s[k] + t[k];
        *(V *)(y + c) = out;
    }
}

static __device__ void finish(const float *row, const float *g, const float *b, float *y, int C, float eps,
                              float (*place)[WARPS])
{
    if (C % 4 == 0)
        normalise<float4>(row, g, b, y, C, eps, place);
    else
        normalise<float>(row, g, b, y, C, eps, place);
}

template <typename V> static __device__ void load(float *to, const float *from, int C)
{
    constexpr int W = sizeof(V) / sizeof(float);
    for (int c = threadIdx.x * W; c < C; c += THREADS * W)
        *(V *)(to + c) = *(const V *)(from + c);
}

extern "C" __global__ void ln_sync(const float *x, const float *g, const float *b, float *y, int R, int C, float eps)
{
    __shared__ float place[2][WARPS];
    float *stage = (float *)stage_memory;
    for (int row = blockIdx.x; row < R; row += gridDim.x) {
        size_t at = (size_t)row * C;
        if (C % 4 == 0)
            load<float4>(stage, x + at, C);
        else
            load<float>(stage, x + at, C);
        __syncthreads();
        finish(stage, g, b, y + at, C, eps, place);
        __syncthreads();
    }
}

/* Copies of W floats: both addresses have to be multiples of as many bytes. */
template <int W> static __device__ void copy(float *to, const float *from, int C)
{
    for (int c = threadIdx.x * W; c < C; c += THREADS * W)
        __pipeline_memcpy_async(to + c, from + c, W * sizeof(float));
}

/* Row `row` on its way to `to`, as one group; an empty group where there is no such row. */
static __device__ void ask(float *to, const float *x, int row, int R, int C)
{
    const float *from = x + (size_t)row * C;
    if (row < R) {
        if (C % 4 == 0)
            copy<4>(to, from, C);
        else if (C % 2 == 0)
            copy<2>(to, from, C);
        else
            copy<1>(to, from, C);
    }
    __pipeline_commit();
}

template <int S>
static __device__ void stream(const float *x, const float *g, const float *b, float *y, int R, int C, float eps)
{
    __shared__ float place[2][WARPS];
    float *rows = (float *)stage_memory;
    int step = gridDim.x;
    for (int k = 0; k < S - 1; k++)
        ask(rows + k * PITCH(C), x, blockIdx.x + k * step, R, C);
    for (int turn = 0, row = blockIdx.x; row < R; turn++, row += step) {
        ask(rows + (turn + S - 1) % S * PITCH(C), x, row + (S - 1) * step, R, C);
        __pipeline_wait_prior(S - 1);
        __syncthreads(); /* the others' copies have arrived, too */
        finish(rows + turn % S * PITCH(C), g, b, y + (size_t)row * C, C, eps, place);
        __syncthreads(); /* nobody reads this stage any longer */
    }
}

extern "C" __global__ void ln_async(const float *x, const float *g, const float *b, float *y, int R, int C, float eps)
{
    stream<1>(x, g, b, y, R, C, eps);
}

extern "C" __global__ void ln_double(const float *x, const float *g, const float *b, float *y, int R, int C,
                                     float eps)
{
    stream<2>(x, g, b, y, R, C, eps);
}

extern "C" __global__ void ln_ring(const float *x, const float *g, const float *b, float *y, int R, int C, float eps,
                                   int stages)
{
    if (stages == 2)
        stream<2>(x, g, b, y, R, C, eps);
    else if (stages == 3)
        stream<3>(x, g, b, y, R, C, eps);
    else
        stream<4>(x, g, b, y, R, C, eps);
}
