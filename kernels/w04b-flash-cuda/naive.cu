/*
 * naive.cu: one warp, one query row at a time, straight from the definition.
 *
 * Each lane takes every 32nd key: dot products for the maximum, the same again for the sum, and a
 * third time for the weights, which the lanes then pass round while each sums its columns of V.
 * Nothing is stored that is not an answer, so the S x S matrix is avoided: it is computed three times.
 *
 * What costs: every row of K is fetched for every row of Q, three times, with neighbouring lanes a
 * whole row of K apart: 32 sectors a request, of which 2 bytes each are used. Two FLOP for each of
 * those 2 bytes, and the tensor cores stay cold.
 */
#include "lab.h"

struct head { /* what a warp works on */
    const half *q, *k, *v;
    int d;
    float scale;
};

static __device__ float score(const struct head *t, int j)
{
    float dot = 0;
    for (int x = 0; x < t->d; x++)
        dot += __half2float(t->q[x]) * __half2float(t->k[(size_t)j * t->d + x]);
    return t->scale * dot;
}

static __device__ float warp_max(float x)
{
    for (int lane = 16; lane; lane /= 2)
        x = fmaxf(x, __shfl_xor_sync(~0u, x, lane));
    return x;
}

static __device__ float warp_sum(float x)
{
    for (int lane = 16; lane; lane /= 2)
        x += __shfl_xor_sync(~0u, x, lane);
    return x;
}

/* One row of O; returns its log-sum-exp. */
static __device__ float attend(const struct head *t, half *o, int seen)
{
    int lane = threadIdx.x % 32;
    float top = -INFINITY, sum = 0;
    for (int j = lane; j < seen; j += 32)
        top = fmaxf(top, score(t, j));
    top = warp_max(top);
    for (int j = lane; j < seen; j += 32)
        sum += expf(score(t, j) - top);
    sum = warp_sum(sum);
    float acc[4] = { 0, 0, 0, 0 }; /* columns lane, lane + 32, ... of the row */
    for (int j0 = 0; j0 < seen; j0 += 32) {
        float p = j0 + lane < seen ? expf(score(t, j0 + lane) - top) : 0;
        for (int j = 0; j < min(seen - j0, 32); j++) {
            float weight = __shfl_sync(~0u, p, j);
            for (int x = 0; x < t->d / 32; x++)
                acc[x] += weight * __half2float(t->v[(size_t)(j0 + j) * t->d + x * 32 + lane]);
        }
    }
    for (int x = 0; x < t->d / 32; x++)
        o[x * 32 + lane] = __float2half(seen > 0 ? acc[x] / sum : 0.0f);
    return seen > 0 ? top + logf(sum) : -INFINITY;
}

extern "C" __global__ void flash_fwd(const half *Q, const half *K, const half *V, half *O, float *LSE,
                                     int B, int H, int Hkv, int S, int d, float scale, int causal)
{
    int y = blockIdx.y, kv = y / H * Hkv + y % H / (H / Hkv);
    size_t keys = (size_t)kv * S * d;
    for (int r = threadIdx.x / 32; r < ROWS; r += THREADS / 32) {
        int i = blockIdx.x * ROWS + r;
        if (i >= S)
            break;
        size_t row = (size_t)y * S + i;
        struct head t = { Q + row * d, K + keys, V + keys, d, scale };
        float lse = attend(&t, O + row * d, causal ? i - causal + 2 : S);
        if (threadIdx.x % 32 == 0)
            LSE[row] = lse;
    }
}
