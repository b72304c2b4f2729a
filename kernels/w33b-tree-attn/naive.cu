/*
 * naive.cu: a warp takes a row, one head of one node, and walks through the whole split with it. Lanes run along the
 * columns, so every sector is used; but each of T nodes and each head of a group reads the cache for itself. A tree of 64
 * nodes and a group of four: 256 times.
 */
#include "lab.h"

/* Where the row of token `pos` begins. In 64 bits: a pool has more than 2^31 elements. */
static __device__ size_t row_of(const int *bt, int pos, int head, int Hkv, int bs, int hd)
{
    return (((size_t)bt[pos / bs] * Hkv + head) * bs + pos % bs) * hd;
}

extern "C" __global__ void tree_split(float *part, float *lse, const half *Q, const half *Kc, const half *Vc,
                                      const int *bt, const int *len, const uint64_t *mask, int T, int H, int Hkv,
                                      int hd, int bs, int max_blk, float scale, int chunk)
{
    int seq = blockIdx.z, kv = blockIdx.y, group = H / Hkv, lane = threadIdx.x % 32, wide = hd / 32;
    int cached = len[seq], from = blockIdx.x * chunk, to = min(from + chunk, cached + T);
    bt += (size_t)seq * max_blk;
    for (int r = threadIdx.x / 32; r < T * group; r += WARPS) {
        int node = r / group, h = kv * group + r % group;
        size_t row = ((size_t)seq * T + node) * H + h, out = row * gridDim.x + blockIdx.x;
        uint64_t sees = mask[(size_t)seq * T + node];
        float acc[4] = {0, 0, 0, 0}, top = -INFINITY, sum = 0;
        for (int pos = from; pos < to; pos++) {
            if (pos >= cached && !(sees >> (pos - cached) & 1))
                continue;
            size_t at = row_of(bt, pos, kv, Hkv, bs, hd);
            float s = 0;
            for (int c = 0; c < wide; c++)
                s += __half2float(Q[row * hd + 32 * c + lane]) * __half2float(Kc[at + 32 * c + lane]);
            for (int d = 16; d; d /= 2)
                s += __shfl_xor_sync(~0u, s, d);
            s *= scale;
            float now = fmaxf(top, s), old = expf(top - now), p = expf(s - now);
            for (int c = 0; c < wide; c++)
                acc[c] = acc[c] * old + p * __half2float(Vc[at + 32 * c + lane]);
            sum = sum * old + p;
            top = now;
        }
        for (int c = 0; c < wide; c++)
            part[out * hd + 32 * c + lane] = sum > 0 ? acc[c] / sum : 0;
        if (lane == 0)
            lse[out] = sum > 0 ? top + logf(sum) : -INFINITY;
    }
}

extern "C" __global__ void tree_merge(half *O, const float *part, const float *lse, int T, int H, int hd, int splits)
{
    int r = blockIdx.x * WARPS + threadIdx.x / 32;
    if (r >= T * H)
        return;
    size_t row = (size_t)blockIdx.y * T * H + r;
    const float *w = lse + row * splits;
    float top = -INFINITY;
    for (int i = 0; i < splits; i++)
        top = fmaxf(top, w[i]);
    for (int c = threadIdx.x % 32; c < hd; c += 32) {
        float x = 0, all = 0;
        for (int i = 0; i < splits; i++)
            if (w[i] != -INFINITY) {
                x += expf(w[i] - top) * part[(row * splits + i) * hd + c];
                all += expf(w[i] - top);
            }
        O[row * hd + c] = __float2half(all > 0 ? x / all : 0);
    }
}

/* A thread has a column, walks along the path and moves one value after the other: none is overwritten too early, since
 * path[i] is at least i. */
extern "C" __global__ void tree_commit(half *Kc, half *Vc, int *after, const int *bt, const int *len, const int *path,
                                       const int *n, int T, int Hkv, int hd, int bs, int max_blk)
{
    int kv = blockIdx.x, seq = blockIdx.y;
    bt += (size_t)seq * max_blk;
    for (int c = threadIdx.x; c < hd; c += THREADS)
        for (int i = 0; i < n[seq]; i++) {
            size_t from = row_of(bt, len[seq] + path[seq * T + i], kv, Hkv, bs, hd) + c;
            size_t to = row_of(bt, len[seq] + i, kv, Hkv, bs, hd) + c;
            Kc[to] = Kc[from];
            Vc[to] = Vc[from];
        }
    if (kv == 0 && threadIdx.x == 0)
        after[seq] = len[seq] + n[seq];
}
