// cg_algorithms.cu: reduce, scans, memcpy_async and invoke of cooperative groups.
#include "t.h"
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
namespace cg = cooperative_groups;

__global__ void reductions(int *o)
{
    auto w = cg::tiled_partition<32>(cg::this_thread_block());
    auto q = cg::tiled_partition<4>(w);
    int v = (int)threadIdx.x * 3 % 17 - 5, *r = o + threadIdx.x * 8;
    r[0] = cg::reduce(w, v, cg::plus<int>());
    r[1] = cg::reduce(w, v, cg::less<int>());
    r[2] = cg::reduce(w, v, cg::greater<int>());
    r[3] = cg::reduce(w, v, cg::bit_and<int>());
    r[4] = cg::reduce(w, v, cg::bit_or<int>());
    r[5] = cg::reduce(w, v, cg::bit_xor<int>());
    r[6] = cg::reduce(q, v, cg::plus<int>());
    r[7] = cg::reduce(w, v, [](int a, int b) { return a > b ? a : b; });
}
static int reductions_want(int j)
{
    int t = j / 8, k = j % 8, first = k == 6 ? t / 4 * 4 : t / 32 * 32, n = k == 6 ? 4 : 32, s = 0;
    for (int i = 0; i < n; i++) {
        int v = (first + i) * 3 % 17 - 5;
        if (i == 0)
            s = v;
        else
            s = k == 0 || k == 6 ? s + v : k == 1 ? (v < s ? v : s) : k == 2 || k == 7 ? (v > s ? v : s)
                : k == 3 ? s & v : k == 4 ? s | v : s ^ v;
    }
    return s;
}
__global__ void scans(int *o)
{
    auto w = cg::tiled_partition<32>(cg::this_thread_block());
    int v = (int)threadIdx.x * 3 % 17, *r = o + threadIdx.x * 3;
    r[0] = cg::inclusive_scan(w, v);
    r[1] = cg::exclusive_scan(w, v);
    r[2] = cg::inclusive_scan(w, v, cg::greater<int>());
}
__global__ void floats(float *o)
{
    auto w = cg::tiled_partition<16>(cg::this_thread_block());
    o[threadIdx.x] = cg::reduce(w, threadIdx.x * 0.5f, cg::plus<float>());
}
__global__ void coalesced_sum(int *o)
{
    o[threadIdx.x] = 0;
    if (threadIdx.x & 1) {
        auto c = cg::coalesced_threads();
        o[threadIdx.x] = cg::reduce(c, (int)threadIdx.x, cg::plus<int>());
    }
}
__global__ void copied(const int *in, int *o)
{
    __shared__ int s[256];
    auto b = cg::this_thread_block();
    cg::memcpy_async(b, s, in, sizeof(int) * 256);
    cg::wait(b);
    o[threadIdx.x] = s[255 - threadIdx.x] + s[threadIdx.x * 2];
    b.sync();
    auto w = cg::tiled_partition<32>(b);
    int *mine = s + w.meta_group_rank() * 32;
    cg::memcpy_async(w, mine, in + 100, sizeof(int) * 32);
    cg::wait(w);
    o[128 + threadIdx.x] = mine[31 - w.thread_rank()];
}
__global__ void once(int *o)
{
    auto b = cg::this_thread_block();
    cg::invoke_one(b, [&] { atomicAdd(o, 1); });
    int v = cg::invoke_one_broadcast(cg::tiled_partition<32>(b), [&] { return atomicAdd(o + 1, 1) >= 0 ? 7 : 0; });
    atomicAdd(o + 2, v);
}

int main()
{
    int *o = t_dev<int>(512);
    reductions<<<1, 64>>>(o);
    t_is("reduce", o, 512, reductions_want);
    scans<<<1, 64>>>(o);
    t_is("scan", o, 192, [](int j) {
        int t = j / 3, k = j % 3, s = 0;
        for (int i = t / 32 * 32; i < t + (k != 1); i++) {
            int v = i * 3 % 17;
            s = k == 2 ? (v > s ? v : s) : s + v;
        }
        return s;
    });
    float *f = t_dev<float>(32);
    floats<<<1, 32>>>(f);
    t_is("floats", f, 32, [](int i) { return i < 16 ? 60.0f : 188.0f; });
    coalesced_sum<<<1, 32>>>(o);
    t_is("coalesced", o, 32, [](int i) { return i & 1 ? 256 : 0; });
    copied<<<1, 128>>>(t_dev<int>(256, [](int i) { return i * i; }), o);
    t_is("memcpy_async", o, 256, [](int i) {
        int t = i % 128, r = 131 - t % 32;
        return i < 128 ? (255 - t) * (255 - t) + 4 * t * t : r * r;
    });
    int *n = t_dev<int>(3);
    once<<<4, 64>>>(n);
    t_is("invoke", n, 3, [](int i) { return i == 0 ? 4 : i == 1 ? 8 : 7 * 256; });
    return t_end();
}
