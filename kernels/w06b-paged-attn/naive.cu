/*
 * naive.cu: what most people write first. Right, and every query head reads the cache for itself.
 *
 * One head after the other, 128 tokens at a time. Thread i computes the score of token i alone, walking
 * along its row: neighbouring lanes read rows 2·hd bytes apart, so a request of 2-byte loads touches 32
 * sectors and uses a sixteenth of them. L1 catches what it can hold. Then thread x adds up column x of V:
 * there lanes run along the row.
 *
 * The scores go through shared memory with a barrier on each side, every thread searches the maximum
 * again, and K and V are loaded H/Hkv times: the saving of grouped heads is thrown away.
 */
#include "lab.h"

struct Cache {
    const half *K, *V;
    const int *bt;
    int bs, Hkv, head, hd;
};

static __device__ size_t row(const Cache &c, int pos)
{
    return (((size_t)c.bt[pos / c.bs] * c.Hkv + c.head) * c.bs + pos % c.bs) * c.hd;
}

/* One query head over tokens from..to-1. Returns column threadIdx.x; `lse` is the same for all threads. */
static __device__ float attend(const half *q, const Cache &c, int from, int to, float scale, float *lse)
{
    __shared__ float score[THREADS];
    float top = -INFINITY, all = 0, x = 0;
    int tid = threadIdx.x;
    for (int base = from; base < to; base += THREADS) {
        int n = min(THREADS, to - base);
        if (tid < n) {
            const half *k = c.K + row(c, base + tid);
            float s = 0;
            for (int i = 0; i < c.hd; i++)
                s += __half2float(q[i]) * __half2float(k[i]);
            score[tid] = s * scale;
        }
        __syncthreads();
        float old = top;
        for (int i = 0; i < n; i++)
            top = fmaxf(top, score[i]);
        float keep = expf(old - top);
        all *= keep;
        x *= keep;
        for (int i = 0; i < n; i++) {
            float p = expf(score[i] - top);
            all += p;
            if (tid < c.hd)
                x += p * __half2float(c.V[row(c, base + i) + tid]);
        }
        __syncthreads();
    }
    *lse = top + logf(all);
    return all > 0 ? x / all : 0;
}

extern "C" __global__ void paged_attn(half *O, const half *Q, const half *Kc, const half *Vc, const int *bt,
                                      const int *len, int H, int Hkv, int hd, int bs, int max_blk, float scale)
{
    int head = blockIdx.x, seq = blockIdx.y, group = H / Hkv;
    Cache c = {Kc, Vc, bt + (size_t)seq * max_blk, bs, Hkv, head, hd};
    for (int h = head * group; h < (head + 1) * group; h++) {
        size_t at = ((size_t)seq * H + h) * hd;
        float lse, x = attend(Q + at, c, 0, len[seq], scale, &lse);
        if ((int)threadIdx.x < hd)
            O[at + threadIdx.x] = __float2half(x);
    }
}

extern "C" __global__ void paged_split(float *part, float *lse, const half *Q, const half *Kc, const half *Vc,
                                       const int *bt, const int *len, int H, int Hkv, int hd, int bs, int max_blk,
                                       float scale, int chunk)
{
    int head = blockIdx.y, seq = blockIdx.z, group = H / Hkv;
    int from = blockIdx.x * chunk, to = min(len[seq], from + chunk);
    Cache c = {Kc, Vc, bt + (size_t)seq * max_blk, bs, Hkv, head, hd};
    for (int h = head * group; h < (head + 1) * group; h++) {
        size_t row = (size_t)seq * H + h, at = row * gridDim.x + blockIdx.x;
        float log_sum, x = attend(Q + row * hd, c, from, to, scale, &log_sum);
        if ((int)threadIdx.x < hd)
            part[at * hd + threadIdx.x] = x;
        if (threadIdx.x == 0)
            lse[at] = log_sum;
    }
}

extern "C" __global__ void paged_merge(half *O, const float *part, const float *lse, int H, int hd, int splits)
{
    size_t row = (size_t)blockIdx.y * H + blockIdx.x;
    float top = -INFINITY, all = 0, x = 0;
    int col = threadIdx.x;
    if (col >= hd)
        return;
    for (int i = 0; i < splits; i++)
        top = fmaxf(top, lse[row * splits + i]);
    for (int i = 0; i < splits; i++)
        if (lse[row * splits + i] != -INFINITY) {
            float w = expf(lse[row * splits + i] - top);
            x += w * part[(row * splits + i) * hd + col];
            all += w;
        }
    O[row * hd + col] = __float2half(all > 0 ? x / all : 0);
}
