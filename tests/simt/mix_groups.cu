// mix_groups.cu: small programs with cooperative groups, right and subtly wrong.
// native no
#include "t.h"
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
// right
__global__ void tile_reduce(int *o)
{
    auto b = cg::this_thread_block();
    auto t = cg::tiled_partition<16>(b);
    int s = cg::reduce(t, (int)threadIdx.x, cg::plus<int>());
    if (t.thread_rank() == 0)
        o[threadIdx.x / 16] = s;
}
// Wrong: block sync in part
// args part_sync
// expect-error barrier-after-exit @part_sync
// allow-error race
// expect-exit *
__global__ void part_sync(int *o)
{
    __shared__ int s[64];
    auto b = cg::this_thread_block();
    s[threadIdx.x] = 1;
    if (threadIdx.x < 32)
        b.sync(); //@part_sync
    o[threadIdx.x] = s[63 - threadIdx.x];
}
// Wrong: tile sync does not order across tiles
// args tile_order
// expect-error race @tile_order
// expect-exit *
__global__ void tile_order(int *o)
{
    __shared__ int s[64];
    auto b = cg::this_thread_block();
    auto t = cg::tiled_partition<32>(b);
    s[threadIdx.x] = threadIdx.x;
    t.sync();
    o[threadIdx.x] = s[63 - threadIdx.x]; //@tile_order
}
// Wrong: tile 4 sync, exchange across tile of 8
// args small_tile
// expect-error race @small_tile
// expect-exit *
__global__ void small_tile(int *o)
{
    __shared__ int s[32];
    auto t = cg::tiled_partition<4>(cg::this_thread_block());
    s[threadIdx.x] = threadIdx.x;
    t.sync();
    o[threadIdx.x] = s[threadIdx.x ^ 4]; //@small_tile
}
// Right: tile 8
// args tile8
// reports 0
__global__ void tile8(int *o)
{
    __shared__ int s[32];
    auto t = cg::tiled_partition<8>(cg::this_thread_block());
    s[threadIdx.x] = threadIdx.x;
    t.sync();
    o[threadIdx.x] = s[threadIdx.x ^ 4];
}
// Right: coalesced
// args coal
// reports 0
__global__ void coal(int *o)
{
    if (threadIdx.x % 3 == 0) {
        auto g = cg::coalesced_threads();
        int r = g.thread_rank();
        o[threadIdx.x] = g.shfl(r, 0) + g.size();
    }
}
// Right: grid sync
// args gsync
// reports 0
__global__ void gsync(int *a, int *o)
{
    auto g = cg::this_grid();
    a[g.thread_rank()] = g.thread_rank();
    g.sync();
    o[g.thread_rank()] = a[g.size() - 1 - g.thread_rank()];
}
// Wrong: missing second grid sync in ping-pong
// args gping
// expect-error race @gping
// expect-exit *
__global__ void gping(int *a, int *o)
{
    auto g = cg::this_grid();
    int i = g.thread_rank(), n = g.size();
    for (int k = 0; k < 3; k++) {
        int v = a[(i + 70) % n];
        g.sync();
        a[i] = v + 1; //@gping
    }
    o[i] = a[i];
}
// Wrong: grid sync with early return
// args gret
// expect-error deadlock @gret
// expect-exit *
__global__ void gret(int *a, int *o)
{
    auto g = cg::this_grid();
    if (blockIdx.x == 1)
        return;
    g.sync(); //@gret
    o[g.thread_rank()] = 1;
}
// Right: hand-made sense barrier in cooperative launch
// args hand
// reports 0
__global__ void hand(int *a, int *o)
{
    __shared__ int dummy;
    if (threadIdx.x == 0) {
        __threadfence();
        atomicAdd(&a[200], 1);
        while (*(volatile int *)&a[200] < gridDim.x)
            ;
        __threadfence();
    }
    __syncthreads();
    dummy = 1;
    o[blockIdx.x * 64 + threadIdx.x] = 1;
}
// Right: invoke_one, elect
// args binp
// reports 0
__global__ void binp(int *o)
{
    auto t = cg::tiled_partition<32>(cg::this_thread_block());
    auto g = cg::binary_partition(t, threadIdx.x % 2 == 0);
    o[threadIdx.x] = g.size() + g.thread_rank();
}
#include <cooperative_groups/memcpy_async.h>
__global__ void mcp(const int *a, int *o)
{
    __shared__ int s[64];
    auto b = cg::this_thread_block();
    cg::memcpy_async(b, s, a, sizeof s);
    cg::wait(b);
    o[threadIdx.x] = s[63 - threadIdx.x];
}
// Wrong: no wait
// args mcpn
// expect-error async-hazard @mcpn
// expect-exit *
__global__ void mcpn(const int *a, int *o)
{
    __shared__ int s[64];
    auto b = cg::this_thread_block();
    cg::memcpy_async(b, s, a, sizeof s);
    b.sync();
    o[threadIdx.x] = s[63 - threadIdx.x]; //@mcpn
    cg::wait(b);
}
int main(int c, char **v)
{
    const char *w = v[1];
    int *o = t_dev<int>(512), *a = t_dev<int>(512);
#define C1(k, t)                                                                                                   \
    if (!strcmp(w, #k))                                                                                            \
        k<<<1, t>>>(o);
#define C2(k, t)                                                                                                   \
    if (!strcmp(w, #k))                                                                                            \
        k<<<1, t>>>(a, o);
#define CG(k)                                                                                                      \
    if (!strcmp(w, #k)) {                                                                                          \
        void *p[] = {&a, &o};                                                                                      \
        CK(cudaLaunchCooperativeKernel((void *)k, 4, 64, p, 0, 0));                                                \
    }
    C1(tile_reduce, 64)
    C1(part_sync, 64)
    C1(tile_order, 64)
    C1(small_tile, 32)
    C1(tile8, 32)
    C1(coal, 32)
    CG(gsync)
    CG(gping)
    CG(gret)
    CG(hand)
    C1(binp, 32)
    C2(mcp, 64)
    C2(mcpn, 64)
    return t_end();
}
