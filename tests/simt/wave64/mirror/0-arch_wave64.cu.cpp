#line 1 "/work/main/tests/simt/arch_wave64.cu"
// arch_wave64.cu: a device whose warps have 64 lanes.
// flags --arch wave64
// native no
#include "/work/main/tests/simt/t.h"

#define FULL 0xffffffffffffffffull

// 2 warps of 64 lanes: 256 B each = 8 sectors
// expect copy g_ld_req == 2
// expect copy g_ld_sec == 16
// expect copy act_thr == 64
__global__ void copy(const int *a, int *o) { o[threadIdx.x] = a[threadIdx.x]; } SIMT_REGISTER(copy)
__global__ void shuffles(int *o)
{
    int t = threadIdx.x, v = t;
    for (int d = 32; d > 0; d /= 2)
        v += __shfl_xor_sync(FULL, v, d);
    o[t] = v + __shfl_sync(FULL, t, 63) + warpSize * 10000;
} SIMT_REGISTER(shuffles)
__global__ void votes(unsigned long long *o)
{
    int t = threadIdx.x;
    o[t] = __ballot_sync(FULL, t & 1);
    o[64 + t] = __popcll(__activemask()) + __all_sync(FULL, t < 64) * 100 + __any_sync(FULL, t == 63) * 1000;
} SIMT_REGISTER(votes)
__global__ void synced(int *o)
{
    typedef int simt_T_s[64]; SIMT_SHARED(s, )
    s[threadIdx.x] = threadIdx.x;
    __syncwarp();
    o[threadIdx.x] = s[63 - threadIdx.x];
} SIMT_REGISTER(synced)

int main()
{
    int *a = t_dev<int>(128, [](int i) { return i; }), *o = t_dev<int>(128);
    simt_launch_site("copy", simt_kptr(copy), simt_config(1, 128), [=](auto &...simt_a) SIMT_LANE { copy(simt_a...); })(a, o);
    simt_launch_site("shuffles", simt_kptr(shuffles), simt_config(1, 64), [=](auto &...simt_a) SIMT_LANE { shuffles(simt_a...); })(o);
    t_is("shuffles", o, 64, [](int) { return 2016 + 63 + 640000; });
    unsigned long long *u = t_dev<unsigned long long>(128);
    simt_launch_site("votes", simt_kptr(votes), simt_config(1, 64), [=](auto &...simt_a) SIMT_LANE { votes(simt_a...); })(u);
    t_is("votes", u, 128, [](int i) { return i < 64 ? 0xaaaaaaaaaaaaaaaaull : 1164ull; });
    simt_launch_site("synced", simt_kptr(synced), simt_config(1, 64), [=](auto &...simt_a) SIMT_LANE { synced(simt_a...); })(o);
    t_is("one warp", o, 64, [](int i) { return 63 - i; });
    cudaDeviceProp p;
    CK(cudaGetDeviceProperties(&p, 0));
    EQ(p.warpSize, 64);
    return t_end();
}
