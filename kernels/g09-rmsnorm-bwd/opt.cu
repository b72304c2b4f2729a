/*
 * opt.cu: the same bytes, without the pauses.
 *
 * ref.cu asks for a row, waits, computes, stores, and only then asks for the next: while it computes, none of the
 * block's loads is under way, and each row fetches g again. Four changes:
 *
 * 1. The next row of x and dy is asked for before this one is used. It costs 8 registers a tensor at 4,096 columns,
 *    and two blocks an SM then always have 32 KiB under way. At 8,192 x, dy and the sums fill 64 of 128 registers, and
 *    the next row has to wait.
 * 2. g stays in registers for all rows of a block, up to 4,096 columns; beyond, sums, rows and g do not fit in 128
 *    registers together, and g comes from L1.
 * 3. Widths of 1,024, 2,048, 4,096 and 8,192 have code of their own without a guard: the number of loads is a
 *    constant.
 * 4. y and dx are marked as used once (st.cs), so that L2 keeps what will be read again.
 */
#include "lab.h"

#define VEC 4

enum Kind { WHOLE, WIDE, NARROW }; /* C is N·1,024; a multiple of 4; anything */

/* Of two tensors the next row fits in registers up to 4,096 columns, and without guards. */
template <int N, Kind K> constexpr bool AHEAD = K == WHOLE && N <= 4;

/* N loads of four, or 4·N of one. */
template <int N, Kind K> struct At {
    static __device__ int column(int e)
    {
        return K == NARROW ? e * THREADS + (int)threadIdx.x : (e / VEC * THREADS + (int)threadIdx.x) * VEC + e % VEC;
    }
    static __device__ bool there(int e, int C)
    {
        return K == WHOLE || column(e) < C;
    }
};

static __device__ unsigned narrow(float a, float b)
{
    __nv_bfloat162 two = __floats2bfloat162_rn(a, b);
    return *reinterpret_cast<unsigned *>(&two);
}

/* A thread's share of a row, two elements a register; 0 where there is none. */
template <int N, Kind K> struct Share : At<N, K> {
    unsigned two[2 * N];

    __device__ float operator[](int e) const
    {
        return __uint_as_float(e % 2 ? two[e / 2] & 0xffff0000 : two[e / 2] << 16);
    }
    /* Row `row` of R, if there is one. */
    __device__ void ask(const bf16 *p, int row, int R, int C)
    {
        const bf16 *from = p + (size_t)row * C;
#pragma unroll
        for (int e = 0; e < 4 * N; e += VEC) {
            uint2 raw = make_uint2(0, 0);
            if (K != NARROW && row < R && this->there(e, C))
                raw = __ldcs(reinterpret_cast<const uint2 *>(from + this->column(e)));
            two[e / 2] = raw.x;
            two[e / 2 + 1] = raw.y;
        }
        if (K == NARROW && row < R)
#pragma unroll
            for (int e = 0; e < 4 * N; e++)
                if (this->there(e, C))
                    two[e / 2] |= (unsigned)__bfloat16_as_ushort(from[this->column(e)]) << e % 2 * 16;
    }
};

/* Four gains, from memory or from where they were kept. (By __ldg all would be kept, across the barrier, and spill.) */
template <int N, Kind K> struct Gains : At<N, K> {
    static constexpr bool KEPT = K == WHOLE && N <= 4;
    float kept[KEPT ? 4 * N : 1];

    static __device__ float4 fetch(const float *g, int e, int C)
    {
        typedef At<N, K> A;
        if (K != NARROW)
            return A::there(e, C) ? *reinterpret_cast<const float4 *>(g + A::column(e)) : make_float4(0, 0, 0, 0);
        return make_float4(A::there(e, C) ? g[A::column(e)] : 0, A::there(e + 1, C) ? g[A::column(e + 1)] : 0,
                           A::there(e + 2, C) ? g[A::column(e + 2)] : 0, A::there(e + 3, C) ? g[A::column(e + 3)] : 0);
    }
    __device__ Gains(const float *g, int C)
    {
        if (KEPT)
#pragma unroll
            for (int e = 0; e < 4 * N; e += VEC)
                *reinterpret_cast<float4 *>(kept + (KEPT ? e : 0)) = fetch(g, e, C);
    }
    __device__ float4 four(const float *g, int e, int C) const
    {
        return KEPT ? make_float4(kept[KEPT ? e : 0], kept[KEPT ? e + 1 : 0], kept[KEPT ? e + 2 : 0],
                                  kept[KEPT ? e + 3 : 0])
                    : fetch(g, e, C);
    }
};

template <int N, Kind K> static __device__ void store(bf16 *row, int e, int C, float4 v)
{
    typedef At<N, K> A;
    if (K != NARROW && A::there(e, C))
        __stcs(reinterpret_cast<uint2 *>(row + A::column(e)), make_uint2(narrow(v.x, v.y), narrow(v.z, v.w)));
    if (K != NARROW)
        return;
    const float each[VEC] = {v.x, v.y, v.z, v.w};
#pragma unroll
    for (int k = 0; k < VEC; k++)
        if (A::there(e + k, C))
            row[A::column(e + k)] = __float2bfloat16(each[k]);
}

/* The sum over the block, for every thread; one barrier. `place` must rest for the next row. */
static __device__ float block_sum(float v, float *place)
{
#pragma unroll
    for (int d = 16; d; d /= 2)
        v += __shfl_xor_sync(0xffffffff, v, d);
    if (threadIdx.x % 32 == 0)
        place[threadIdx.x / 32] = v;
    __syncthreads();
    v = place[threadIdx.x % WARPS];
#pragma unroll
    for (int d = WARPS / 2; d; d /= 2)
        v += __shfl_xor_sync(0xffffffff, v, d);
    return v;
}

template <int N, Kind K>
static __device__ void forward(const bf16 *x, const float *g, bf16 *y, float *rstd, int R, int C, float eps,
                               float (*place)[WARPS])
{
    Gains<N, K> gains(g, C);
    Share<N, K> v, next;
    next.ask(x, blockIdx.x, R, C);
    for (int row = blockIdx.x, turn = 0; row < R; row += gridDim.x, turn ^= 1) {
        float sum = 0;
        v = next;
        next.ask(x, row + gridDim.x, R, C);
#pragma unroll
        for (int e = 0; e < 4 * N; e++)
            sum += v[e] * v[e];
        float r = rsqrtf(block_sum(sum, place[turn]) / C + eps);
#pragma unroll
        for (int e = 0; e < 4 * N; e += VEC) {
            float4 gain = gains.four(g, e, C);
            store<N, K>(y + (size_t)row * C, e, C, make_float4(v[e] * r * gain.x, v[e + 1] * r * gain.y,
                                                               v[e + 2] * r * gain.z, v[e + 3] * r * gain.w));
        }
        if (threadIdx.x == 0)
            rstd[row] = r;
    }
}

/* A block's sums to its row of part. */
template <int N, Kind K> static __device__ void leave(float *to, const float *sums, int C)
{
    typedef At<N, K> A;
#pragma unroll
    for (int e = 0; e < 4 * N; e += VEC)
        if (K != NARROW && A::there(e, C))
            *reinterpret_cast<float4 *>(to + A::column(e)) =
                make_float4(sums[e], sums[e + 1], sums[e + 2], sums[e + 3]);
#pragma unroll
    for (int e = 0; e < 4 * N; e++)
        if (K == NARROW && A::there(e, C))
            to[A::column(e)] = sums[e];
}

template <bool SUMS, int N, Kind K>
static __device__ void backward(const bf16 *x, const bf16 *dy, const float *g, const float *rstd, bf16 *dx,
                                float *part, int R, int C, float (*place)[WARPS])
{
    Gains<N, K> gains(g, C);
    Share<N, K> v, d, next_v, next_d;
    float sums[4 * N] = {};
    if (AHEAD<N, K>) {
        next_v.ask(x, blockIdx.x, R, C);
        next_d.ask(dy, blockIdx.x, R, C);
    }
    for (int row = blockIdx.x, turn = 0; row < R; row += gridDim.x, turn ^= 1) {
        float dot = 0, r = rstd[row];
        if (AHEAD<N, K>) {
            v = next_v, d = next_d;
            next_v.ask(x, row + gridDim.x, R, C);
            next_d.ask(dy, row + gridDim.x, R, C);
        } else {
            v.ask(x, row, R, C);
            d.ask(dy, row, R, C);
        }
#pragma unroll
        for (int e = 0; e < 4 * N; e += VEC) {
            float4 gain = gains.four(g, e, C);
            dot += gain.x * d[e] * v[e] + gain.y * d[e + 1] * v[e + 1] + gain.z * d[e + 2] * v[e + 2] +
                   gain.w * d[e + 3] * v[e + 3];
        }
        float pull = r * r * block_sum(dot, place[turn]) / C;
#pragma unroll
        for (int e = 0; e < 4 * N; e += VEC) {
            float4 gain = gains.four(g, e, C);
            store<N, K>(dx + (size_t)row * C, e, C,
                        make_float4(r * (gain.x * d[e] - v[e] * pull), r * (gain.y * d[e + 1] - v[e + 1] * pull),
                                    r * (gain.z * d[e + 2] - v[e + 2] * pull),
                                    r * (gain.w * d[e + 3] - v[e + 3] * pull)));
        }
        if (SUMS)
#pragma unroll
            for (int e = 0; e < 4 * N; e++)
                sums[e] += d[e] * v[e] * r;
    }
    if (SUMS)
        leave<N, K>(part + (size_t)blockIdx.x * C, sums, C);
}

extern "C" __global__ void __launch_bounds__(THREADS, 2)
    rms_fwd(const bf16 *x, const float *g, bf16 *y, float *rstd, int R, int C, float eps)
{
    __shared__ float place[2][WARPS];
    if (C == 1024)
        forward<1, WHOLE>(x, g, y, rstd, R, C, eps, place);
    else if (C == 2048)
        forward<2, WHOLE>(x, g, y, rstd, R, C, eps, place);
    else if (C == 4096)
        forward<4, WHOLE>(x, g, y, rstd, R, C, eps, place);
    else if (C == 8192)
        forward<8, WHOLE>(x, g, y, rstd, R, C, eps, place);
    else if (C % VEC == 0)
        forward<8, WIDE>(x, g, y, rstd, R, C, eps, place);
    else
        forward<8, NARROW>(x, g, y, rstd, R, C, eps, place);
}

template <bool SUMS>
static __device__ void by_width(const bf16 *x, const bf16 *dy, const float *g, const float *rstd, bf16 *dx,
                                float *part, int R, int C)
{
    __shared__ float place[2][WARPS];
    if (C == 1024)
        backward<SUMS, 1, WHOLE>(x, dy, g, rstd, dx, part, R, C, place);
    else if (C == 2048)
        backward<SUMS, 2, WHOLE>(x, dy, g, rstd, dx, part, R, C, place);
    else if (C == 4096)
        backward<SUMS, 4, WHOLE>(x, dy, g, rstd, dx, part, R, C, place);
    else if (C == 8192)
        backward<SUMS, 8, WHOLE>(x, dy, g, rstd, dx, part, R, C, place);
    else if (C % VEC == 0)
        backward<SUMS, 8, WIDE>(x, dy, g, rstd, dx, part, R, C, place);
    else
        backward<SUMS, 8, NARROW>(x, dy, g, rstd, dx, part, R, C, place);
}

extern "C" __global__ void __launch_bounds__(THREADS, 2)
    rms_dx(const bf16 *x, const bf16 *dy, const float *g, const float *rstd, bf16 *dx, int R, int C)
{
    by_width<false>(x, dy, g, rstd, dx, nullptr, R, C);
}

extern "C" __global__ void __launch_bounds__(THREADS, 2)
    rms_bwd(const bf16 *x, const bf16 *dy, const float *g, const float *rstd, bf16 *dx, float *part, int R, int C)
{
    by_width<true>(x, dy, g, rstd, dx, part, R, C);
}

/* Four rows of part under way a thread. */
extern "C" __global__ void rms_dg(const float *part, float *dg, int P, int C)
{
    __shared__ float place[GROUPS][LANES];
    int c = blockIdx.x * LANES + threadIdx.x, k = threadIdx.y;
    float sum[4] = {};
    for (; c < C && k + 3 * GROUPS < P; k += 4 * GROUPS)
#pragma unroll
        for (int i = 0; i < 4; i++)
            sum[i] += part[(size_t)(k + i * GROUPS) * C + c];
    for (; c < C && k < P; k += GROUPS)
        sum[0] += part[(size_t)k * C + c];
    float all = sum[0] + sum[1] + (sum[2] + sum[3]);
    place[threadIdx.y][threadIdx.x] = all;
    __syncthreads();
    if (threadIdx.y || c >= C)
        return;
    for (int g = 1; g < GROUPS; g++)
        all += place[g][threadIdx.x];
    dg[c] = all;
}
