// bug_lanes.cu: lanes that meet at a collective whose mask names a part of the warp, and others that did not.
// native no
#include <cooperative_groups.h>
#include "t.h"
namespace cg = cooperative_groups;

// args half
// expect-error race @half
// reports 1
__global__ void half(int *o)
{
    __shared__ int s[32];
    int l = threadIdx.x;
    s[l] = l;
    if (l < 16) {
        __syncwarp(0xffff);
        o[l] = s[l + 16]; //@half
    }
}
// args small_tile
// expect-error race @small
// reports 1
__global__ void small_tile(int *o)
{
    __shared__ int s[32];
    auto tile = cg::tiled_partition<4>(cg::this_thread_block());
    s[threadIdx.x] = threadIdx.x;
    tile.sync();
    o[threadIdx.x] = s[threadIdx.x ^ 4]; //@small
}
// args overwritten
// expect-error race @over
// reports 1
__global__ void overwritten(int *o)
{
    __shared__ int s[32];
    auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    s[threadIdx.x] = threadIdx.x;
    __syncwarp();
    o[threadIdx.x] = s[threadIdx.x ^ 8];
    tile.sync();
    s[threadIdx.x] = 0; //@over
}
// masks without the lane that calls
// args none
// expect-error warp-mask @none
// reports 1
__global__ void none(int *o)
{
    o[threadIdx.x] = __shfl_sync(0, (int)threadIdx.x, 3); //@none
}
// args none_waits
// expect-error warp-mask @none_waits
// reports 1
__global__ void none_waits(int *o)
{
    unsigned chosen = __ballot_sync(~0u, threadIdx.x > 31);
    __syncwarp(chosen); //@none_waits
    o[threadIdx.x] = 1;
}
// args others
// expect-error warp-mask @others
// reports 1
__global__ void others(int *o)
{
    if (threadIdx.x < 20)
        o[threadIdx.x] = __reduce_add_sync(0xffff, 1); //@others
}
// masks of one lane, of halves at one line, and of lanes that the block does not have
// args masks
// reports 0
__global__ void masks(int *o)
{
    int l = threadIdx.x;
    unsigned half = l < 8 ? 0xff : 0xff00;
    __syncwarp(1u << l);
    o[l] = __shfl_sync(1u << l, 5, l) + __ballot_sync(half, l & 1) + __shfl_xor_sync(~0u, l, 1);
    __syncwarp();
}
// within the tiles, across them by a chain of masks, by a value that went round, and back to the whole warp
// args right
// reports 0
__global__ void right(int *o)
{
    __shared__ int s[32], all[32], chain[32];
    int l = threadIdx.x, sum = 0;
    auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    for (int k = 0; k < 40; k++) {
        s[l] = l + k;
        tile.sync();
        sum += s[l ^ 4] + s[l & ~7];
        tile.sync();
    }
    for (int d = 4; d > 0; d /= 2)
        sum += tile.shfl_xor(sum, d);
    all[l] = sum;
    __syncwarp();
    sum = all[31 - l];
    chain[l] = l;
    if (l < 16)
        __syncwarp(0x0000ffff);
    if (l >= 8 && l < 24)
        __syncwarp(0x00ffff00);
    if (l >= 16 && l < 24)
        sum += chain[l - 16];
    unsigned odd = __ballot_sync(~0u, l & 1);
    if (l & 1) {
        s[l] = sum;
        __syncwarp(odd);
        sum += s[32 - l];
    }
    o[l] = sum;
}

int main(int argc, char **argv)
{
    const char *w = argc > 1 ? argv[1] : "";
    int *o = t_dev<int>(32);
#define CASE(name) if (!strcmp(w, #name)) name<<<1, 32>>>(o);
    if (!strcmp(w, "masks"))
        masks<<<1, 16>>>(o);
    CASE(none) CASE(none_waits) CASE(others)
    CASE(half) CASE(small_tile) CASE(overwritten) CASE(right)
    return t_end();
}
