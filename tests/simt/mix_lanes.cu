// mix_lanes.cu: small programs with the collectives of a warp, right and subtly wrong.
// native no
#include "t.h"
// Right: half warp reduction with mask of its half
// args half_mask
// reports 0
__global__ void half_mask(int *o)
{
    int l = threadIdx.x & 31;
    unsigned m = l < 16 ? 0xffffu : 0xffff0000u;
    int v = l;
    for (int d = 8; d; d >>= 1)
        v += __shfl_xor_sync(m, v, d);
    o[threadIdx.x] = v;
}
// Right: mask from ballot
// args ballot_mask
// reports 0
__global__ void ballot_mask(const int *n, int *o)
{
    int l = threadIdx.x, s = 0;
    unsigned m = __ballot_sync(0xffffffff, l < n[0]);
    if (l < n[0]) {
        s = l;
        for (int d = 16; d; d >>= 1) {
            int v = __shfl_down_sync(m, s, d);
            if (l + d < n[0])
                s += v;
        }
    }
    o[l] = s;
}
// Right: width 8 segments
// args width
// reports 0
__global__ void width(int *o)
{
    int v = threadIdx.x;
    for (int d = 4; d; d >>= 1)
        v += __shfl_down_sync(~0u, v, d, 8);
    if (threadIdx.x % 8 == 0)
        o[threadIdx.x / 8] = v;
}
// Wrong: warp-sync exchange through shared without syncwarp
// args noswarp
// expect-error race @noswarp
// expect-exit *
__global__ void noswarp(int *o)
{
    __shared__ int s[32];
    int l = threadIdx.x;
    s[l] = l;
    o[l] = s[l ^ 1]; //@noswarp
}
// Right
// args swarp
// reports 0
__global__ void swarp(int *o)
{
    __shared__ int s[32];
    int l = threadIdx.x;
    s[l] = l;
    __syncwarp();
    int v = s[l ^ 1];
    __syncwarp();
    s[l] = v;
    __syncwarp();
    o[l] = s[31 - l];
}
// Right: match_any aggregated
// args match
// reports 0
__global__ void match(int *cnt, int *o)
{
    int l = threadIdx.x, k = l % 3;
    unsigned m = __match_any_sync(~0u, k);
    int leader = __ffs(m) - 1, base = 0;
    if (l == leader)
        base = atomicAdd(&cnt[k], __popc(m));
    base = __shfl_sync(m, base, leader);
    o[l] = base + __popc(m & ((1u << l) - 1));
}
// Wrong: shfl with mask not containing the caller
// args notinmask
// expect-error warp-mask @notinmask
// expect-exit *
__global__ void notinmask(int *o)
{
    int v = __shfl_sync(0xfffe, threadIdx.x, 1); //@notinmask
    o[threadIdx.x] = v;
}
// Wrong: partial syncwarp mask leaves out the writer
// args partial_sync
// expect-error race @partial_sync
// expect-exit *
__global__ void partial_sync(int *o)
{
    __shared__ int s[32];
    int l = threadIdx.x;
    s[l] = l;
    if (l < 16) {
        __syncwarp(0xffff);
        o[l] = s[l + 16]; //@partial_sync
    }
}
// Right: all_sync early exit pattern
// args allexit
// reports 0
__global__ void allexit(int *o)
{
    int v = threadIdx.x, n = 0;
    while (__any_sync(~0u, v > 0)) {
        if (v > 0)
            v -= 3;
        n++;
    }
    o[threadIdx.x] = n;
}
// Right: last warp partial block of 48 threads using activemask of existing threads
// args tailwarp
// reports 0
__global__ void tailwarp(int *o)
{
    unsigned m = threadIdx.x < 32 ? ~0u : 0xffffu;
    int v = 1;
    for (int d = 16; d; d >>= 1) {
        int u = __shfl_down_sync(m, v, d);
        if ((threadIdx.x & 31) + d < __popc(m))
            v += u;
    }
    if ((threadIdx.x & 31) == 0)
        o[threadIdx.x / 32] = v;
}
int main(int c, char **v)
{
    const char *w = v[1];
    int *o = t_dev<int>(64), *n = t_dev<int>(4, [](int i) { return i ? 0 : 20; });
#define C1(k, t)                                                                                                   \
    if (!strcmp(w, #k))                                                                                            \
        k<<<1, t>>>(o);
#define C2(k, t)                                                                                                   \
    if (!strcmp(w, #k))                                                                                            \
        k<<<1, t>>>(n, o);
    C1(half_mask, 32)
    C2(ballot_mask, 32)
    C1(width, 32)
    C1(noswarp, 32)
    C1(swarp, 32)
    C2(match, 32)
    C1(notinmask, 32)
    C1(partial_sync, 32)
    C1(allexit, 32)
    C1(tailwarp, 48)
    return t_end();
}
