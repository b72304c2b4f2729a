// bug_hopper.cu: mistakes in whole protocols of copies, barriers and products. Each is one report.
// native no
#include "hop.h"
#include "wgmma.h"
#include <cooperative_groups.h>

// a tile of B by a tensor copy; the descriptor has another swizzle, or the map has none
__global__ void product(const __grid_constant__ CUtensorMap m, unsigned swizzle, float *o)
{
    __shared__ alignas(1024) __nv_bfloat16 b[8 * 64];
    __shared__ uint64_t bar;
    int t = threadIdx.x;
    if (t == 0) {
        MBAR_INIT(&bar, 1);
        FENCE_INIT();
        MBAR_ARRIVE_EXPECT(&bar, sizeof b);
        TENSOR_LOAD_2(b, &m, 0, 0, &bar);
    }
    __syncthreads();
    MBAR_WAIT(&bar, 0);
    float c[4] = {0, 0, 0, 0};
    unsigned one = 0x3f803f80;
    w_fence();
    asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {%0, %1, %2, %3}, {%4, %4, %4, %4}, %5, 1, 1, 1, 0;" //@layout
                 : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3]) : "r"(one), "l"(w_desc(b, 16, 1024, swizzle)));
    w_commit();
    w_wait<0>();
    for (int i = 0; i < 4; i++)
        o[w_row(t, i) * 8 + w_col(t, i)] = c[i];
}
// args same_swizzle
// reports 0
// args other_swizzle
// expect-error layout @layout
// reports 1
// args no_swizzle
// expect-error layout @layout
// reports 1

// two rows come, and one is expected: the phase ends when the first has landed
// args surplus
// expect-error async-hazard @surplus
// reports 1
__global__ void __cluster_dims__(2, 1, 1) surplus(const int *a, int *o)
{
    __shared__ __align__(16) int from[2][64], sum[64];
    __shared__ uint64_t bar;
    cooperative_groups::cluster_group g = cooperative_groups::this_cluster();
    int t = threadIdx.x;
    sum[t] = 0;
    from[0][t] = a[t];
    from[1][t] = a[64 + t];
    if (t == 0) {
        MBAR_INIT(&bar, 1);
        FENCE_INIT();
        MBAR_ARRIVE_EXPECT(&bar, 256); //@surplus
    }
    asm volatile("fence.proxy.async;" ::: "memory");
    g.sync();
    for (int i = 0; t == 0 && i < 2; i++)
        asm volatile("cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.add.s32 [%0], [%1], 256, [%2];"
                     ::"r"(S(g.map_shared_rank(sum, g.block_rank() ^ 1))), "r"(S(from[i])),
                     "r"(S(g.map_shared_rank(&bar, g.block_rank() ^ 1))) : "memory");
    MBAR_WAIT(&bar, 0);
    o[blockIdx.x * 64 + t] = sum[t];
    g.sync();
}
// nobody waits before the buffer is filled and read again
// args no_wait
// expect-error async-hazard @no_wait
// reports 1
__global__ void no_wait(const int *a, int *o)
{
    __shared__ __align__(128) int s[64];
    __shared__ uint64_t bar;
    int t = threadIdx.x, sum = 0;
    if (t == 0)
        MBAR_INIT(&bar, 1);
    __syncthreads();
    for (int k = 0; k < 3; k++) {
        if (t == 0) {
            MBAR_ARRIVE_EXPECT(&bar, 256);
            BULK_LOAD(s, a + k * 64, 256, &bar);
        }
        sum += s[t]; //@no_wait
        __syncthreads();
    }
    o[t] = sum;
}
// args never_init
// expect-error mbarrier-init @never_init
// reports 1
// args never_init other_order
// env SIMT_SEED=1
// expect-error mbarrier-init @never_init|@never_waited
// reports 1
__global__ void never_init(const int *a, int *o)
{
    __shared__ __align__(128) int s[64];
    __shared__ uint64_t bar;
    int t = threadIdx.x;
    if (t == 0) {
        MBAR_ARRIVE_EXPECT(&bar, 256); //@never_init
        BULK_LOAD(s, a, 256, &bar);
    }
    MBAR_WAIT(&bar, 0); //@never_waited
    o[t] = s[t];
}
// two copies out of one array that ordinary stores wrote
// args unfenced
// expect-error async-hazard @unfenced
// reports 1
__global__ void unfenced(const int *a, int *o)
{
    __shared__ __align__(128) int s[64];
    int t = threadIdx.x;
    s[t] = a[t];
    __syncthreads();
    if (t == 0) {
        BULK_STORE(o, s, 256); //@unfenced
        BULK_STORE(o + 64, s, 256);
        BULK_COMMIT();
        BULK_WAIT(0);
    }
}
// no cluster barrier after the last access to the other block's memory
// args leaves_early
// expect-error cluster @leaves
// reports 1
__global__ void __cluster_dims__(2, 1, 1) leaves_early(const int *a, int *o)
{
    __shared__ int s[64];
    cooperative_groups::cluster_group g = cooperative_groups::this_cluster();
    int t = threadIdx.x;
    s[t] = 0;
    g.sync();
    atomicAdd(g.map_shared_rank(s, g.block_rank() ^ 1) + t, a[t]); //@leaves
    __syncthreads();
    o[blockIdx.x * 64 + t] = s[t];
}

// the other warp comes to the barrier before it can know of it
// args init_unseen
// expect-error race @init_unseen
// reports 1
// args init_unseen other_order
// env SIMT_SEED=2
// expect-error race @init_unseen
// reports 1
__global__ void init_unseen(const int *a, int *o)
{
    __shared__ __align__(128) int s[64];
    __shared__ uint64_t bar;
    int t = threadIdx.x;
    if (t == 0) {
        MBAR_INIT(&bar, 1);
        FENCE_INIT();
        MBAR_ARRIVE_EXPECT(&bar, 256);
        BULK_LOAD(s, a, 256, &bar);
    }
    MBAR_WAIT(&bar, 0); //@init_unseen
    o[t] = s[t];
}
// the next tile is stored while the product that reads this one is in flight
// args overwritten
// expect-error async-hazard @overwritten
// reports 1
__global__ void overwritten(const __nv_bfloat16 *a, float *o)
{
    __shared__ alignas(1024) __nv_bfloat16 b[8 * 64];
    int t = threadIdx.x;
    for (int i = t; i < 8 * 64; i += 128)
        b[i] = a[i];
    FENCE_PROXY();
    __syncthreads();
    float c[4] = {0, 0, 0, 0};
    unsigned one = 0x3f803f80;
    w_fence();
    asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {%0, %1, %2, %3}, {%4, %4, %4, %4}, %5, 1, 1, 1, 0;"
                 : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3]) : "r"(one), "l"(w_desc(b, 16, 1024, 1)));
    w_commit();
    b[t] = a[t + 128]; //@overwritten
    w_wait<0>();
    for (int i = 0; i < 4; i++)
        o[w_row(t, i) * 8 + w_col(t, i)] = c[i];
}

int main(int argc, char **argv)
{
    const char *w = argc > 1 ? argv[1] : "";
    int *a = t_dev<int>(1024, [](int i) { return i; }), *o = t_dev<int>(1024);
    auto *b = t_dev<__nv_bfloat16>(8 * 64, [](int i) { return __float2bfloat16((float)(i % 7)); });
    if (strstr(w, "swizzle")) {
        CUtensorMap m = dense_map(b, CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 2, {64, 8}, {64, 8},
                                  strcmp(w, "no_swizzle") ? CU_TENSOR_MAP_SWIZZLE_128B : CU_TENSOR_MAP_SWIZZLE_NONE);
        product<<<1, 128>>>(m, strcmp(w, "other_swizzle") ? 1 : 2, (float *)o);
    }
    if (!strcmp(w, "overwritten"))
        overwritten<<<1, 128>>>(b, (float *)o);
#define CASE(name, blocks) if (!strcmp(w, #name)) name<<<blocks, 64>>>(a, o)
    CASE(surplus, 2);
    CASE(no_wait, 1);
    CASE(init_unseen, 1);
    CASE(never_init, 1);
    CASE(unfenced, 1);
    CASE(leaves_early, 2);
    cudaDeviceSynchronize();
    while (t_nowned > 0)
        cudaFree(t_owned[--t_nowned]);
    puts("ok");
    return 0;
}
