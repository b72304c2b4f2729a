/*
 * ref.cu: the three kernels, each relieved of what bound it.
 *
 * append_kv     one half of the block turns and scales a head's keys in registers, the other half moves its values:
 *               each word is loaded once and stored once.
 * softmax_rows  a warp has a row. It lies in the registers of its lanes between the three uses, so it is read once, and
 *               32 lanes ask for 32 neighbours.
 * conv1d        a lane has four outputs in a row. The block's span lies in shared memory with the eight places before
 *               it; twelve of its words and eight weights, in loads of 16 bytes, serve all four.
 */
#include "lab.h"

extern "C" __global__ void append_kv(float *kc, float *vc, const float *k, const float *v, const float *turn,
                                     const int *slot, int T, int H, float scale)
{
    int t = blockIdx.x, i = threadIdx.x, half = HEAD / 2, h = blockIdx.y;
    long long from = ((long long)t * H + h) * HEAD, to = ((long long)slot[t] * H + h) * HEAD;
    if (i < half) {
        float2 cs = ((const float2 *)(turn + (long long)t * HEAD))[i];
        float a = scale * k[from + i], b = scale * k[from + i + half];
        kc[to + i] = a * cs.x - b * cs.y;
        kc[to + i + half] = b * cs.x + a * cs.y;
    } else {
        ((float2 *)(vc + to))[i - half] = ((const float2 *)(v + from))[i - half];
    }
}

enum { OWN = WIDEST / 32 }; /* columns of a lane */

static __device__ float warp_max(float v)
{
    for (int d = 16; d; d /= 2)
        v = fmaxf(v, __shfl_xor_sync(~0u, v, d));
    return v;
}

static __device__ float warp_sum(float v)
{
    for (int d = 16; d; d /= 2)
        v += __shfl_xor_sync(~0u, v, d);
    return v;
}

extern "C" __global__ void softmax_rows(float *y, const float *x, int R, int C)
{
    int r = blockIdx.x * 8 + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (r >= R)
        return;
    const float *row = x + (long long)r * C;
    float v[OWN], top = -INFINITY, sum = 0;
#pragma unroll
    for (int j = 0; j < OWN; j++) {
        v[j] = lane + 32 * j < C ? row[lane + 32 * j] : -INFINITY;
        top = fmaxf(top, v[j]);
    }
    top = warp_max(top);
#pragma unroll
    for (int j = 0; j < OWN; j++)
        sum += v[j] = expf(v[j] - top);
    float inverse = 1 / warp_sum(sum);
#pragma unroll
    for (int j = 0; j < OWN; j++)
        if (lane + 32 * j < C)
            y[(long long)r * C + lane + 32 * j] = v[j] * inverse;
}

/* Four places from `at` on; 0 behind the row's end. Whole: rows begin at a multiple of 16 bytes. */
static __device__ float4 load_four(const float *row, int at, int L, bool whole)
{
    if (whole)
        return at < L ? *(const float4 *)(row + at) : make_float4(0, 0, 0, 0);
    return make_float4(at < L ? row[at] : 0, at + 1 < L ? row[at + 1] : 0, at + 2 < L ? row[at + 2] : 0,
                       at + 3 < L ? row[at + 3] : 0);
}

extern "C" __global__ void conv1d(float *y, const float *x, const float *w, const float *b, int C, int L)
{
    __shared__ float4 tile[(TAPS + SPAN) / 4]; /* TAPS places before the span, and the span */
    int c = blockIdx.y, t = threadIdx.x, first = blockIdx.x * SPAN, at = first + 4 * t;
    const float *row = x + (long long)c * L;
    float *to = y + (long long)c * L;
    bool whole = L % 4 == 0;
    tile[TAPS / 4 + t] = load_four(row, at, L, whole);
    if (t < TAPS)
        ((float *)tile)[t] = first ? row[first - TAPS + t] : 0;
    __syncthreads();
    float4 part[5] = { tile[t], tile[t + 1], tile[t + 2], ((const float4 *)w)[2 * c], ((const float4 *)w)[2 * c + 1] };
    const float *seen = (const float *)part, *weight = (const float *)(part + 3);
    float out[4], bias = b[c];
#pragma unroll
    for (int j = 0; j < 4; j++) {
        out[j] = bias;
#pragma unroll
        for (int k = 0; k < TAPS; k++)
            out[j] += weight[k] * seen[TAPS + j - k];
    }
    if (whole && at < L)
        *(float4 *)(to + at) = make_float4(out[0], out[1], out[2], out[3]);
    for (int j = 0; j < 4 && !whole; j++)
        if (at + j < L)
            to[at + j] = out[j];
}
