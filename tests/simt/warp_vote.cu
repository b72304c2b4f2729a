// warp_vote.cu: votes, match, reduce and activemask, with whole and partial masks.
#include "t.h"

#define FULL 0xffffffffu

__global__ void votes(unsigned *o)
{
    unsigned t = threadIdx.x;
    o[t] = __ballot_sync(FULL, t % 3 == 0);
    o[32 + t] = __all_sync(FULL, t < 32) * 2 + __all_sync(FULL, t < 31);
    o[64 + t] = __any_sync(FULL, t == 40) * 2 + __any_sync(FULL, t == 31);
    o[96 + t] = __ballot_sync(FULL, t * 256);   // any nonzero predicate counts
}
__global__ void parts(unsigned *o)
{
    unsigned t = threadIdx.x;
    if (t < 8)
        o[t] = __ballot_sync(0xff, t & 1);
    else if (t < 16)
        o[t] = __any_sync(0xff00, t == 9) + 10 * __all_sync(0xff00, t >= 8);
    else
        o[t] = __ballot_sync(0xffff0000, 1);
    __syncwarp();
    o[32 + t] = __activemask();                 // converged again: every lane of the warp
}
__global__ void matches(unsigned *o)
{
    unsigned t = threadIdx.x;
    int all = 7;
    o[t] = __match_any_sync(FULL, t & 3);
    o[32 + t] = __match_any_sync(FULL, (1ull << 40) * (t / 8));
    o[64 + t] = __match_all_sync(FULL, t, &all) + all;
    o[96 + t] = __match_all_sync(FULL, 5.0f, &all) - all;
    if (t >= 16)
        o[128 + t] = __match_any_sync(0xffff0000, (double)(t & 1));
}
__global__ void reduces(unsigned *o)
{
    unsigned t = threadIdx.x;
    int s = (int)t - 16;
    o[t] = __reduce_add_sync(FULL, t);
    o[32 + t] = __reduce_min_sync(FULL, s);
    o[64 + t] = __reduce_max_sync(FULL, s);
    o[96 + t] = __reduce_min_sync(FULL, (unsigned)s);
    o[128 + t] = __reduce_max_sync(FULL, (unsigned)s);
    o[160 + t] = __reduce_and_sync(FULL, t | 0x40);
    o[192 + t] = __reduce_or_sync(FULL, 1u << t);
    o[224 + t] = __reduce_xor_sync(FULL, t);
    if (t < 5)
        o[256 + t] = __reduce_add_sync(0x1f, s);
}
__global__ void compact(int *o, int *n)
{
    // the aggregated atomic: one per warp, ranks from the ballot
    int t = threadIdx.x, lane = t & 31;
    bool keep = t % 3 == 1;
    unsigned m = __ballot_sync(FULL, keep);
    int base = 0;
    if (lane == 0)
        base = atomicAdd(n, __popc(m));
    base = __shfl_sync(FULL, base, 0);
    if (keep)
        o[base + __popc(m & ((1u << lane) - 1))] = 1;
}
__global__ void returned(unsigned *o)
{
    // lanes that have returned are not waited for
    unsigned t = threadIdx.x;
    if (t >= 20)
        return;
    o[t] = __ballot_sync(0x000fffff, 1);
}
__global__ void exchange(int *o)
{
    // __syncwarp orders shared memory among the lanes of a warp
    __shared__ int s[64];
    int t = threadIdx.x;
    for (int k = 1; k < 32; k *= 2) {
        s[t] = t + k;
        __syncwarp();
        o[t] += s[t ^ k];
        __syncwarp();
    }
    if ((t & 31) < 4) {
        s[t] = -t;
        __syncwarp(0xf);
        o[t] += s[t ^ 1];
    }
}

int main()
{
    unsigned *o = t_dev<unsigned>(288);
    votes<<<1, 32>>>(o);
    t_is("votes", o, 128, [](int i) -> unsigned {
        return i < 32 ? 0x49249249u : i < 64 ? 2 : i < 96 ? 1 : 0xfffffffeu;
    });
    parts<<<1, 32>>>(o);
    t_is("parts", o, 64, [](int i) -> unsigned {
        return i < 8 ? 0xaa : i < 16 ? 11 : i < 32 ? 0xffff0000u : FULL;
    });
    matches<<<1, 32>>>(o);
    t_is("matches", o, 128, [](int i) -> unsigned {
        int t = i & 31;
        return i < 32 ? 0x11111111u << (t & 3) : i < 64 ? 0xffu << t / 8 * 8 : i < 96 ? 0 : FULL - 1;
    });
    t_is("match of half a warp", o + 144, 16, [](int i) -> unsigned { return i & 1 ? 0xaaaa0000u : 0x55550000u; });
    reduces<<<1, 32>>>(o);
    t_is("reduces", o, 261, [](int i) -> unsigned {
        switch (i / 32) {
        case 0: return 496;
        case 1: return -16;
        case 2: return 15;
        case 3: return 0;
        case 4: return 0xffffffff;
        case 5: return 0x40;
        case 6: return FULL;
        case 7: return 0;
        default: return -16 - 15 - 14 - 13 - 12;
        }
    });
    int *k = t_dev<int>(128), *n = t_dev<int>(1);
    compact<<<1, 96>>>(k, n);
    t_is("compact", k, 33, [](int i) { return i < 32; });
    EQ(t_get(n), 32);
    returned<<<1, 32>>>(o);
    t_is("returned", o, 20, [](int) { return 0xfffffu; });
    int *e = t_dev<int>(64);
    exchange<<<1, 64>>>(e);
    t_is("syncwarp", e, 64, [](int i) {
        int s = 0;
        for (int k = 1; k < 32; k *= 2)
            s += (i ^ k) + k;
        return (i & 31) < 4 ? s - (i ^ 1) : s;
    });
    return t_end();
}
