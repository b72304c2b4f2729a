/*
 * opt.cu: the same bytes, more of them under way. Four loads of 16 bytes are asked for before the first is used, marked
 * as used once (ld.cs), and the largest is taken of all thirty-two, so that the sum shrinks once for them.
 */
#define logp_gather ref_gather
#include "ref.cu"
#undef logp_gather

#define AHEAD 4

static __device__ void take_all(Sums &s, const uint4 *raw)
{
    float x[AHEAD * VEC], top = s.top, sum = 0, more = 0;
#pragma unroll
    for (int k = 0; k < AHEAD; k++)
        eight(raw[k], x + k * VEC);
#pragma unroll
    for (int k = 0; k < AHEAD * VEC; k++)
        top = fmaxf(top, x[k]);
    float off = top * LOG2E;
#pragma unroll
    for (int k = 0; k < AHEAD * VEC; k += 2) {
        sum += exp2f(fmaf(x[k], LOG2E, -off));
        more += exp2f(fmaf(x[k + 1], LOG2E, -off));
    }
    s.sum = s.sum * exp_of(s.top - top) + (sum + more);
    s.top = top;
}

static __device__ Sums ahead_row(const bf16 *row, int V)
{
    const uint4 *x = reinterpret_cast<const uint4 *>(row);
    Sums s = {-INFINITY, 0};
    int n = V / VEC, k = threadIdx.x;
    for (; k + (AHEAD - 1) * THREADS < n; k += AHEAD * THREADS) {
        uint4 raw[AHEAD];
#pragma unroll
        for (int a = 0; a < AHEAD; a++)
            raw[a] = __ldcs(x + k + a * THREADS);
        take_all(s, raw);
    }
    for (; k < n; k += THREADS) {
        uint4 raw = __ldcs(x + k);
        take(s, raw);
    }
    return s;
}

extern "C" __global__ void logp_gather(const bf16 *logits, const int *tok, float *lp, float *keep, int T, int V)
{
    int t = blockIdx.x;
    if (t >= T)
        return;
    int token = tok[t];
    const bf16 *row = logits + (size_t)t * V;
    Sums s = {0, 1};
    if (token != IGNORED)
        s = block_sums(V % VEC ? narrow_row(row, V) : ahead_row(row, V));
    if (threadIdx.x)
        return;
    float rest = logf(s.sum);
    lp[t] = token == IGNORED ? 0 : __bfloat162float(row[token]) - s.top - rest;
    keep[2 * t] = s.top;
    keep[2 * t + 1] = rest;
}
