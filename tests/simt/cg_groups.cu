// cg_groups.cu: cooperative groups: block, tiles, coalesced threads, partitions.
#include "t.h"
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void block(int *o)
{
    __shared__ int s[64];
    cg::thread_block b = cg::this_thread_block();
    int r = b.thread_rank();
    s[r] = r;
    b.sync();
    cg::sync(b);
    o[b.group_index().x * 64 + r] = s[b.size() - 1 - r] + b.group_index().x * 1000 + b.thread_index().y * 100 + b.group_dim().x * 10000 +
           (int)b.num_threads() * 100000;
}
template <int N> __global__ void tile(int *o)
{
    auto b = cg::this_thread_block();
    auto t = cg::tiled_partition<N>(b);
    int r = t.thread_rank(), v = b.thread_rank(), s = v;
    for (int d = t.size() / 2; d > 0; d /= 2)
        s += t.shfl_down(s, d);
    int first = t.shfl(s, 0), x = t.shfl_xor(v, 1), u = t.shfl_up(v, 1);
    unsigned m = t.ballot(r & 1);
    int any = t.any(r == 1), all = t.all(r < N);
    t.sync();
    o[b.thread_rank()] = first + x + u + __popc(m) * 7 + any * 3 + all * 2 + (int)t.meta_group_rank() * 5 + (int)t.meta_group_size();
}
template <int N> static int tile_want(int i)
{
    int base = i / N * N, r = i % N, s = 0;
    for (int k = 0; k < N; k++)
        s += base + k;
    return s + (i ^ 1) + (r ? i - 1 : i) + N / 2 * 7 + 3 + 2 + i / N * 5 + 64 / N;
}
__device__ int sum(cg::thread_group g, int *s, int v)
{
    // a function that takes any group
    int r = g.thread_rank();
    for (int d = g.size() / 2; d > 0; d /= 2) {
        s[r] = v;
        g.sync();
        if (r < d)
            v += s[r + d];
        g.sync();
    }
    return v;
}
__global__ void generic(int *o)
{
    __shared__ int s[64];
    auto b = cg::this_thread_block();
    int v = sum(b, s, b.thread_rank());
    b.sync();
    auto t = cg::tiled_partition<16>(b);
    int w = sum(t, s + threadIdx.x / 16 * 16, 1);
    if (threadIdx.x % 16 == 0)
        o[threadIdx.x / 16] = w + (threadIdx.x == 0 ? v * 100 : 0);
}
__global__ void coalesced(int *o)
{
    int t = threadIdx.x;
    o[t] = -1;
    if (t % 3 == 0) {
        auto c = cg::coalesced_threads();
        o[t] = c.size() * 100 + c.thread_rank() + c.shfl((int)t, c.size() - 1) * 10000;
    }
}
__global__ void aggregated(int *count, int *o)
{
    int t = threadIdx.x;
    if (t % 4 != 2)
        return;
    auto c = cg::coalesced_threads();
    int base = 0;
    if (c.thread_rank() == 0)
        base = atomicAdd(count, c.size());
    o[c.shfl(base, 0) + c.thread_rank()] = 1;
}
__global__ void labels(int *o)
{
    auto w = cg::tiled_partition<32>(cg::this_thread_block());
    auto g = cg::labeled_partition(w, (int)threadIdx.x % 3);
    auto h = cg::binary_partition(w, threadIdx.x < 10);
    o[threadIdx.x] = g.size() * 1000 + g.thread_rank() * 10 + h.size() * 100000 + h.thread_rank() * 10000000;
}

int main()
{
    int *o = t_dev<int>(128);
    block<<<2, dim3(32, 2)>>>(o);
    t_is("block", o, 128, [](int i) { return 63 - i % 64 + i / 64 * 1000 + i / 32 % 2 * 100 + 320000 + 6400000; });
    tile<32><<<1, 64>>>(o);
    t_is("tile 32", o, 64, tile_want<32>);
    tile<16><<<1, 64>>>(o);
    t_is("tile 16", o, 64, tile_want<16>);
    tile<8><<<1, 64>>>(o);
    t_is("tile 8", o, 64, tile_want<8>);
    tile<4><<<1, 64>>>(o);
    t_is("tile 4", o, 64, tile_want<4>);
    tile<2><<<1, 64>>>(o);
    t_is("tile 2", o, 64, tile_want<2>);
    generic<<<1, 64>>>(o);
    t_is("any group", o, 4, [](int i) { return 16 + (i ? 0 : 201600); });
    coalesced<<<1, 32>>>(o);
    t_is("coalesced", o, 32, [](int i) { return i % 3 ? -1 : 1100 + i / 3 + 300000; });
    int *n = t_dev<int>(1), *k = t_dev<int>(64);
    aggregated<<<2, 64>>>(n, k);
    t_is("aggregated", k, 33, [](int i) { return i < 32; });
    labels<<<1, 32>>>(o);
    t_is("labels", o, 32, [](int i) {
        return (i % 3 == 2 ? 10 : 11) * 1000 + i / 3 * 10 + (i < 10 ? 10 : 22) * 100000 + (i < 10 ? i : i - 10) * 10000000;
    });
    return t_end();
}
