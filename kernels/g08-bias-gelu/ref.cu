/*
 * ref.cu: each tensor through memory once, 16 bytes a lane, and no cancellation.
 *
 * A thread keeps WIDE columns and walks down the rows, so it loads its bias once, into registers, and not once a row.
 * Rows whose length is no multiple of WIDE begin at odd places; they take the same way with one element a lane.
 *
 * 1 + erf(v / sqrt 2) loses everything for v below -5, where erf is -1 to the last bit. It equals erfc(-v / sqrt 2), which
 * is computed without a difference. Likewise (1 + tanh u) / 2 is 1 / (1 + exp(-2u)), the logistic function of 2u.
 */
#include "lab.h"

/* (1 + tanh u) / 2, with u = k (v + 0.044715 v^3) */
static __device__ float gate(float v, float *twice)
{
    *twice = 1.5957691216f * (v + .044715f * v * v * v); /* 2 sqrt(2 / pi) */
    return 1 / (1 + expf(-*twice));
}

static __device__ float gelu(float v, int form)
{
    float twice;
    if (v == -INFINITY)
        return 0;
    return v * (form == ERF ? .5f * erfcf(-.70710678f * v) : gate(v, &twice));
}

static __device__ float slope(float v, int form)
{
    if (fabsf(v) > 30) /* exp(-v*v/2) is 0 and Phi is 0 or 1; v*v*v could be infinite */
        return v > 0;
    if (form == ERF)
        return .5f * erfcf(-.70710678f * v) + v * .39894228f * expf(-.5f * v * v);
    float twice, s = gate(v, &twice), other = 1 / (1 + expf(twice));
    return s + v * s * other * 1.5957691216f * (1 + .134145f * v * v);
}

/* N neighbours of a row, of at most three inputs. */
template <int N> struct Piece {
    float v[N];

    __device__ void load(const bf16 *p)
    {
        if (N == WIDE) {
            uint4 raw = *(const uint4 *)p;
            unsigned two[4] = {raw.x, raw.y, raw.z, raw.w};
#pragma unroll
            for (int e = 0; e < N; e++)
                v[e] = __uint_as_float(e % 2 ? two[e / 2] & 0xffff0000 : two[e / 2] << 16);
        } else {
            v[0] = __bfloat162float(*p);
        }
    }
    __device__ void store(bf16 *p) const
    {
        if (N == WIDE) {
            unsigned two[4];
#pragma unroll
            for (int e = 0; e < 4; e++)
                two[e] = __bfloat16_as_ushort(__float2bfloat16(v[2 * e % N])) |
                         (unsigned)__bfloat16_as_ushort(__float2bfloat16(v[(2 * e + 1) % N])) << 16;
            *(uint4 *)p = make_uint4(two[0], two[1], two[2], two[3]);
        } else {
            *p = __float2bfloat16(v[0]);
        }
    }
};

template <int N> static __device__ void load_bias(float *b, const float *from, int biased)
{
#pragma unroll
    for (int e = 0; e < N; e += 4) {
        float4 q = make_float4(0, 0, 0, 0);
        if (biased && N == WIDE)
            q = *(const float4 *)(from + e);
        else if (biased)
            q.x = *from;
        b[e] = q.x;
        if (N == WIDE)
            b[(e + 1) % N] = q.y, b[(e + 2) % N] = q.z, b[(e + 3) % N] = q.w;
    }
}

enum what { GELU, ADD, SLOPE };

template <int WHAT, int N>
static __device__ void rows(bf16 *y, const bf16 *x, const float *bias, int biased, const bf16 *other, int form, int R,
                            int C)
{
    for (int c = threadIdx.x * N; c < C; c += THREADS * N) {
        float b[N];
        load_bias<N>(b, bias + c, biased);
        for (int r = blockIdx.x; r < R; r += gridDim.x) {
            size_t at = (size_t)r * C + c;
            Piece<N> v, w;
            v.load(x + at);
            if (WHAT != GELU)
                w.load(other + at);
#pragma unroll
            for (int e = 0; e < N; e++) {
                float u = v.v[e] + b[e];
                v.v[e] = WHAT == SLOPE ? w.v[e] * slope(u, form) : WHAT == ADD ? w.v[e] + gelu(u, form) : gelu(u, form);
            }
            v.store(y + at);
        }
    }
}

template <int WHAT>
static __device__ void all(bf16 *y, const bf16 *x, const float *bias, int biased, const bf16 *other, int form, int R,
                           int C)
{
    if (C % WIDE == 0)
        rows<WHAT, WIDE>(y, x, bias, biased, other, form, R, C);
    else
        rows<WHAT, 1>(y, x, bias, biased, other, form, R, C);
}

extern "C" __global__ void __launch_bounds__(THREADS)
    bias_gelu(bf16 *y, const bf16 *x, const float *bias, int biased, int form, int R, int C)
{
    all<GELU>(y, x, bias, biased, nullptr, form, R, C);
}

extern "C" __global__ void __launch_bounds__(THREADS)
    bias_gelu_add(bf16 *y, const bf16 *x, const float *bias, int biased, const bf16 *res, int form, int R, int C)
{
    all<ADD>(y, x, bias, biased, res, form, R, C);
}

extern "C" __global__ void __launch_bounds__(THREADS)
    bias_gelu_bwd(bf16 *dx, const bf16 *dy, const bf16 *x, const float *bias, int biased, int form, int R, int C)
{
    all<SLOPE>(dx, x, bias, biased, dy, form, R, C);
}
