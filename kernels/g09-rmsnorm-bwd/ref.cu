/*
 * ref.cu: each tensor through memory once, and one barrier a row.
 *
 * Step 1, rows stay. 256 threads hold a row of 8,192 at most, 32 elements each, two to a register as they came: x
 * in 16 registers, dy in 16. They are widened anew by each walk, which is a shift or a mask. Four neighbours a lane
 * make 8 bytes of x and 16 of g, both in one piece; rows that allow no such load take the same way with one element
 * a lane.
 *
 * Step 2, one sum a row. With w = g·dy, all that an element must know of its row is Σ w·x: dx = rstd·(w -
 * x·rstd²·Σ w·x / C). w takes the place of dy, in float, so that g is loaded once a row. Five shuffles, eight
 * floats in shared memory, one barrier. The eight floats have two places in turn, so that the barrier of the next
 * row protects what a slow warp still reads of this one.
 *
 * Step 3, dg on the way. A thread has the same columns in every row that its block does, so Σ dy·x·rstd over
 * those rows is 32 running sums in its registers: no load, no barrier, no other thread. At the end of the block
 * they are stored, once: gridDim.x rows of floats stand for R rows of bf16.
 *
 * Step 4, rms_dg adds those rows up in a fixed order. Lanes run along the columns, eight warps share out the rows,
 * and eight floats a column meet in shared memory.
 */
#include "lab.h"

#define VEC 4                  /* elements of a load */
#define HELD (MAX_C / THREADS) /* elements of a thread, at most */

/* Column of a thread's element e. */
template <bool WIDE> static __device__ int column(int e)
{
    return WIDE ? (e / VEC * THREADS + (int)threadIdx.x) * VEC + e % VEC : e * THREADS + (int)threadIdx.x;
}

/* A thread's share of a row, two elements a register; 0 where there is none. */
struct Share {
    unsigned two[HELD / 2];

    __device__ float operator[](int e) const
    {
        return __uint_as_float(e % 2 ? two[e / 2] & 0xffff0000 : two[e / 2] << 16);
    }
    template <bool WIDE> __device__ void load(const bf16 *row, int C)
    {
#pragma unroll
        for (int e = 0; e < HELD; e += VEC) {
            two[e / 2] = two[e / 2 + 1] = 0;
            if (WIDE && column<WIDE>(e) < C) {
                uint2 raw = *reinterpret_cast<const uint2 *>(row + column<WIDE>(e));
                two[e / 2] = raw.x;
                two[e / 2 + 1] = raw.y;
            }
        }
#pragma unroll
        for (int e = 0; e < HELD; e++)
            if (!WIDE && column<WIDE>(e) < C)
                two[e / 2] |= (unsigned)__bfloat16_as_ushort(row[column<WIDE>(e)]) << e % 2 * 16;
    }
};

/* The four gains from element e's column on, or the one; 0 where there is none. */
template <bool WIDE> static __device__ float4 gains(const float *g, int e, int C)
{
    float4 v = make_float4(0, 0, 0, 0);
    if (WIDE && column<WIDE>(e) < C)
        return *reinterpret_cast<const float4 *>(g + column<WIDE>(e));
    if (!WIDE) {
        v.x = column<WIDE>(e) < C ? g[column<WIDE>(e)] : 0;
        v.y = column<WIDE>(e + 1) < C ? g[column<WIDE>(e + 1)] : 0;
        v.z = column<WIDE>(e + 2) < C ? g[column<WIDE>(e + 2)] : 0;
        v.w = column<WIDE>(e + 3) < C ? g[column<WIDE>(e + 3)] : 0;
    }
    return v;
}

static __device__ unsigned narrow(float a, float b)
{
    __nv_bfloat162 two = __floats2bfloat162_rn(a, b);
    return *reinterpret_cast<unsigned *>(&two);
}

/* Four results to their columns. */
template <bool WIDE> static __device__ void store(bf16 *row, int e, int C, float4 v)
{
    if (WIDE && column<WIDE>(e) < C)
        *reinterpret_cast<uint2 *>(row + column<WIDE>(e)) = make_uint2(narrow(v.x, v.y), narrow(v.z, v.w));
    if (WIDE)
        return;
    const float each[VEC] = {v.x, v.y, v.z, v.w};
#pragma unroll
    for (int k = 0; k < VEC; k++)
        if (column<WIDE>(e + k) < C)
            row[column<WIDE>(e + k)] = __float2bfloat16(each[k]);
}

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

template <bool WIDE>
static __device__ void forward(const bf16 *x, const float *g, bf16 *y, float *rstd, int C, float eps, float *place)
{
    Share v;
    float sum = 0;
    v.load<WIDE>(x, C);
#pragma unroll
    for (int e = 0; e < HELD; e++)
        sum += v[e] * v[e];
    float r = 1 / sqrtf(block_sum(sum, place) / C + eps);
#pragma unroll
    for (int e = 0; e < HELD; e += VEC) {
        float4 gain = gains<WIDE>(g, e, C);
        store<WIDE>(y, e, C, make_float4(v[e] * r * gain.x, v[e + 1] * r * gain.y, v[e + 2] * r * gain.z,
                                         v[e + 3] * r * gain.w));
    }
    if (threadIdx.x == 0)
        *rstd = r;
}

extern "C" __global__ void __launch_bounds__(THREADS, 3)
    rms_fwd(const bf16 *x, const float *g, bf16 *y, float *rstd, int R, int C, float eps)
{
    __shared__ float place[2][WARPS];
    for (int row = blockIdx.x, turn = 0; row < R; row += gridDim.x, turn ^= 1) {
        size_t at = (size_t)row * C;
        if (C % VEC == 0)
            forward<true>(x + at, g, y + at, rstd + row, C, eps, place[turn]);
        else
            forward<false>(x + at, g, y + at, rstd + row, C, eps, place[turn]);
    }
}

/* One row of dx. With SUMS a thread's elements of dg grow by this row's: what they need is there before the barrier. */
template <bool WIDE, bool SUMS>
static __device__ void backward(const bf16 *x, const bf16 *dy, const float *g, float r, bf16 *dx, int C, float *place,
                                float *sums)
{
    Share v, d;
    float w[HELD], dot = 0;
    v.load<WIDE>(x, C);
    d.load<WIDE>(dy, C);
#pragma unroll
    for (int e = 0; e < HELD; e += VEC) {
        float4 gain = gains<WIDE>(g, e, C);
        w[e] = gain.x * d[e], w[e + 1] = gain.y * d[e + 1];
        w[e + 2] = gain.z * d[e + 2], w[e + 3] = gain.w * d[e + 3];
    }
#pragma unroll
    for (int e = 0; e < HELD; e++) {
        dot += w[e] * v[e];
        if (SUMS)
            sums[e] += d[e] * v[e] * r;
    }
    float pull = r * r * block_sum(dot, place) / C;
#pragma unroll
    for (int e = 0; e < HELD; e += VEC)
        store<WIDE>(dx, e, C, make_float4(r * (w[e] - v[e] * pull), r * (w[e + 1] - v[e + 1] * pull),
                                          r * (w[e + 2] - v[e + 2] * pull), r * (w[e + 3] - v[e + 3] * pull)));
}

template <bool WIDE, bool SUMS>
static __device__ void all_rows(const bf16 *x, const bf16 *dy, const float *g, const float *rstd, bf16 *dx,
                                float *part, int R, int C, float (*place)[WARPS])
{
    float sums[HELD] = {};
    for (int row = blockIdx.x, turn = 0; row < R; row += gridDim.x, turn ^= 1) {
        size_t at = (size_t)row * C;
        backward<WIDE, SUMS>(x + at, dy + at, g, rstd[row], dx + at, C, place[turn], sums);
    }
    float *mine = part + (size_t)blockIdx.x * C;
#pragma unroll
    for (int e = 0; e < HELD; e++)
        if (SUMS && WIDE && e % VEC == 0 && column<WIDE>(e) < C)
            *reinterpret_cast<float4 *>(mine + column<WIDE>(e)) =
                make_float4(sums[e], sums[e + 1], sums[e + 2], sums[e + 3]);
        else if (SUMS && !WIDE && column<WIDE>(e) < C)
            mine[column<WIDE>(e)] = sums[e];
}

extern "C" __global__ void __launch_bounds__(THREADS, 2)
    rms_dx(const bf16 *x, const bf16 *dy, const float *g, const float *rstd, bf16 *dx, int R, int C)
{
    __shared__ float place[2][WARPS];
    if (C % VEC == 0)
        all_rows<true, false>(x, dy, g, rstd, dx, nullptr, R, C, place);
    else
        all_rows<false, false>(x, dy, g, rstd, dx, nullptr, R, C, place);
}

extern "C" __global__ void __launch_bounds__(THREADS, 2)
    rms_bwd(const bf16 *x, const bf16 *dy, const float *g, const float *rstd, bf16 *dx, float *part, int R, int C)
{
    __shared__ float place[2][WARPS];
    if (C % VEC == 0)
        all_rows<true, true>(x, dy, g, rstd, dx, part, R, C, place);
    else
        all_rows<false, true>(x, dy, g, rstd, dx, part, R, C, place);
}

extern "C" __global__ void rms_dg(const float *part, float *dg, int P, int C)
{
    __shared__ float place[GROUPS][LANES];
    int c = blockIdx.x * LANES + threadIdx.x;
    float sum = 0;
    if (c < C)
        for (int k = threadIdx.y; k < P; k += GROUPS)
            sum += part[(size_t)k * C + c];
    place[threadIdx.y][threadIdx.x] = sum;
    __syncthreads();
    if (threadIdx.y || c >= C)
        return;
    for (int k = 1; k < GROUPS; k++)
        sum += place[k][threadIdx.x];
    dg[c] = sum;
}
