// arch_wave64.cu: a device whose warps have 64 lanes.
// flags --arch wave64
// native no
#include "t.h"

#define FULL 0xffffffffffffffffull

// 2 warps of 64 lanes: 256 B each = 8 sectors
// expect copy g_ld_req == 2
// expect copy g_ld_sec == 16
// expect copy act_thr == 64
__global__ void copy(const int *a, int *o) { o[threadIdx.x] = a[threadIdx.x]; }
__global__ void shuffles(int *o)
{
    int t = threadIdx.x, v = t;
    for (int d = 32; d > 0; d /= 2)
        v += __shfl_xor_sync(FULL, v, d);
    o[t] = v + __shfl_sync(FULL, t, 63) + warpSize * 10000;
}
__global__ void votes(unsigned long long *o)
{
    int t = threadIdx.x;
    o[t] = __ballot_sync(FULL, t & 1);
    o[64 + t] = __popcll(__activemask()) + __all_sync(FULL, t < 64) * 100 + __any_sync(FULL, t == 63) * 1000;
}
__global__ void synced(int *o)
{
    __shared__ int s[64];
    s[threadIdx.x] = threadIdx.x;
    __syncwarp();
    o[threadIdx.x] = s[63 - threadIdx.x];
}

int main()
{
    int *a = t_dev<int>(128, [](int i) { return i; }), *o = t_dev<int>(128);
    copy<<<1, 128>>>(a, o);
    shuffles<<<1, 64>>>(o);
    t_is("shuffles", o, 64, [](int) { return 2016 + 63 + 640000; });
    unsigned long long *u = t_dev<unsigned long long>(128);
    votes<<<1, 64>>>(u);
    t_is("votes", u, 128, [](int i) { return i < 64 ? 0xaaaaaaaaaaaaaaaaull : 1164ull; });
    synced<<<1, 64>>>(o);
    t_is("one warp", o, 64, [](int i) { return 63 - i; });
    cudaDeviceProp p;
    CK(cudaGetDeviceProperties(&p, 0));
    EQ(p.warpSize, 64);
    return t_end();
}
