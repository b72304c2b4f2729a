// twin_protocol.cu: mistakes in how threads meet, each beside the program that does it right.
// native no
#include <mma.h>
#include "hop.h"
#include "wgmma.h"

#define bar_sync(id, n) asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(n) : "memory")

// Threads come to an mbarrier that another thread initialises.
// args init 0
// args init 1
// expect-error race|mbarrier-init @arrives|@waits
// args init 2
// expect-error race|mbarrier-init @arrives|@waits
__global__ void init(int mistake, const int *a, int *o)
{
    __shared__ uint64_t bar;
    int t = threadIdx.x;
    if (t == 0)
        MBAR_INIT(&bar, mistake == 2 ? 32 : 64);
    if (mistake == 0)
        __syncthreads();
    if (mistake == 2 && t >= 32)
        return;
    MBAR_ARRIVE(&bar); //@arrives
    MBAR_WAIT(&bar, 0); //@waits
    o[t] = a[t];
}
// The one that starts a copy has not met the one that initialised its mbarrier.
// args copy 0
// args copy 1
// expect-error race|mbarrier-init @starts|@expects
// allow-error race
// allow-error mbarrier-init
// allow-error deadlock
// expect-exit *
__global__ void copy(int mistake, const int *a, int *o)
{
    __shared__ __align__(128) int s[64];
    __shared__ uint64_t bar;
    int t = threadIdx.x;
    if (t == 0) {
        MBAR_INIT(&bar, 1);
        FENCE_INIT();
    }
    if (mistake == 0)
        bar_sync(1, 64);
    if (t == 32) {
        MBAR_EXPECT(&bar, 256); //@expects
        BULK_LOAD(s, a, 256, &bar); //@starts
        MBAR_ARRIVE(&bar);
    }
    __syncthreads();
    MBAR_WAIT(&bar, 0);
    o[t] = s[63 - t];
}
// The rest of the warp of the thread that initialised the mbarrier comes to that too early, or another block of its cluster.
// args lanes 0
// args lanes 1
// expect-error race|mbarrier-init @lane
__global__ void lanes(int mistake, const int *a, int *o)
{
    __shared__ uint64_t bar;
    int t = threadIdx.x;
    if (t == 0)
        MBAR_INIT(&bar, 32);
    if (mistake == 0)
        __syncwarp();
    MBAR_ARRIVE(&bar); //@lane
    __syncwarp();
    MBAR_WAIT(&bar, 0);
    o[t] = a[t];
}
// args remote 0
// args remote 1
// expect-error race|mbarrier-init|cluster @far|@far_init
// allow-error timeout
// expect-exit *
__global__ void __cluster_dims__(2) remote(int mistake, const int *a, int *o)
{
    __shared__ uint64_t bar;
    int t = threadIdx.x, rank = blockIdx.x;
    uint32_t other;
    if (t == 0) {
        MBAR_INIT(&bar, 32); //@far_init
        FENCE_INIT();
    }
    __syncthreads();
    if (mistake == 0)
        asm volatile("barrier.cluster.arrive.release.aligned;\n\tbarrier.cluster.wait.acquire.aligned;" ::: "memory");
    asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(other) : "r"(S(&bar)), "r"(rank ^ 1));
    asm volatile("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];" ::"r"(other) : "memory"); //@far
    MBAR_WAIT(&bar, 0);
    o[t + 32 * rank] = a[t];
    asm volatile("barrier.cluster.arrive.release.aligned;\n\tbarrier.cluster.wait.acquire.aligned;" ::: "memory");
}
// Two warpgroups, one id.
// args groups 0
// args groups 1
// expect-error divergent-barrier @group
__global__ void groups(int mistake, const int *a, int *o)
{
    __shared__ int s[256];
    int t = threadIdx.x, group = t / 128;
    s[t] = a[t];
    bar_sync(mistake ? 1 : 1 + group, 128); //@group
    o[t] = s[t ^ 127];
}
// The same id for both is right where one has met before the other comes.
// args turns 0
// args turns 1
// expect-error divergent-barrier @turn|@first
__global__ void turns(int mistake, const int *a, int *o)
{
    __shared__ int s[256];
    int t = threadIdx.x;
    s[t] = a[t];
    if (t < 128)
        bar_sync(1, 128); //@first
    if (mistake == 0)
        __syncthreads();
    if (t >= 128)
        bar_sync(1, 128); //@turn
    o[t] = s[t ^ 127];
}
// args counts 0
// args counts 1
// expect-error divergent-barrier @count|@other_count
__global__ void counts(int mistake, const int *a, int *o)
{
    __shared__ int s[128];
    int t = threadIdx.x;
    s[t] = a[t];
    if (t < 64)
        bar_sync(2, 128); //@count
    else
        bar_sync(2, mistake ? 96 : 128); //@other_count
    __syncthreads();
    o[t] = s[t ^ 127];
}

#define PRODUCT(c, da, db)                                                                                             \
    asm volatile("wgmma.mma_async.sync.aligned.m64n16k16.f32.bf16.bf16 {%0, %1, %2, %3, %4, %5, %6, %7}, %8, %9, 1, 1, 1, 0, 0;" \
                 : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3]), "+f"(c[4]), "+f"(c[5]), "+f"(c[6]), "+f"(c[7])      \
                 : "l"(da), "l"(db))
// A stage is given back before the product that reads it is waited for: to a copy, or to another warp's stores.
// args stage 0
// args stage 1
// expect-error async-hazard @refill|@product
// args stage 2
// args stage 3
// expect-error async-hazard @store|@product
__global__ void stage(int mistake, const int *a, int *o)
{
    __shared__ alignas(1024) unsigned char sa[2048], sb[512];
    __shared__ uint64_t full, empty;
    int t = threadIdx.x, stores = mistake / 2;
    float c[8] = {};
    if (t == 0) {
        MBAR_INIT(&full, stores ? 32 : 1);
        MBAR_INIT(&empty, 1);
        FENCE_INIT();
    }
    for (int i = t; i < 1024; i += 160)
        ((__nv_bfloat16 *)sa)[i] = __float2bfloat16(1);
    w_proxy();
    __syncthreads();
    for (int k = 0; k < 3; k++) {
        if (t >= 128) { // the producer
            if (k)
                MBAR_WAIT(&empty, (k - 1) & 1);
            if (stores) {
                for (int i = t - 128; i < 128; i += 32)
                    ((int *)sb)[i] = a[i]; //@store
                w_proxy();
                MBAR_ARRIVE(&full);
            } else if (t == 128) {
                MBAR_ARRIVE_EXPECT(&full, 512);
                BULK_LOAD(sb, a, 512, &full); //@refill
            }
        } else {
            MBAR_WAIT(&full, k & 1);
            w_fence();
            PRODUCT(c, w_desc(sa, 1024, 128, 0), w_desc(sb, 256, 128, 0)); //@product
            w_commit();
            if (mistake & 1 && t == 0)
                MBAR_ARRIVE(&empty);
            w_wait<0>();
            if (!(mistake & 1) && t == 0)
                MBAR_ARRIVE(&empty);
        }
    }
    if (t < 128)
        o[t] = c[0] != 0;
}
// What store_matrix_sync has stored is read by other lanes.
// args matrix 0
// args matrix 1
// expect-error race|uninitialised @matrix_store|@matrix_read
// allow-error float-cast
__global__ void matrix(int mistake, const int *a, int *o)
{
    __shared__ __align__(32) float s[256];
    nvcuda::wmma::fragment<nvcuda::wmma::accumulator, 16, 16, 16, float> f;
    int t = threadIdx.x;
    nvcuda::wmma::fill_fragment(f, 3.0f);
    nvcuda::wmma::store_matrix_sync(s, f, 16, nvcuda::wmma::mem_row_major); //@matrix_store
    if (mistake == 0)
        __syncwarp();
    for (int i = t; i < 256; i += 32)
        o[t] = a[t] + (int)s[255 - i]; //@matrix_read
}
// Dynamic shared memory is aligned to what its declaration asks for, and to no more.
// args window 0
__global__ void window(const __grid_constant__ CUtensorMap m, int *o)
{
    extern __shared__ __align__(128) unsigned char asked[];
    __shared__ uint64_t bar;
    int t = threadIdx.x;
    if (t == 0) {
        MBAR_INIT(&bar, 1);
        MBAR_ARRIVE_EXPECT(&bar, 256);
        TENSOR_LOAD_1(asked, &m, 0, &bar);
    }
    __syncthreads();
    MBAR_WAIT(&bar, 0);
    o[t] = ((int *)asked)[t];
    if (t == 0)
        o[64] = S(asked) % 256;
}

int main(int argc, char **argv)
{
    const char *w = argc > 1 ? argv[1] : "";
    int mistake = argc > 2 ? atoi(argv[2]) : 0;
    int *a = t_dev<int>(1024, [](int i) { return 0x3f803f80 + i % 7; }), *o = t_dev<int>(1024);
#define CASE(name, grid, n) if (!strcmp(w, #name)) name<<<grid, n>>>(mistake, a, o)
    CASE(init, 1, 64);
    CASE(copy, 1, 64);
    CASE(lanes, 1, 32);
    if (!strcmp(w, "remote"))
        remote<<<2, 32>>>(mistake, a, o);
    CASE(groups, 1, 256);
    CASE(turns, 1, 256);
    CASE(counts, 1, 128);
    CASE(stage, 1, 160);
    CASE(matrix, 1, 32);
    if (!strcmp(w, "window")) {
        CUtensorMap m = dense_map(a, CU_TENSOR_MAP_DATA_TYPE_INT32, 4, {1024}, {64});
        window<<<1, 64, 1024>>>(m, o);
        EQ(t_get(o, 64), 128);
    }
    cudaDeviceSynchronize();
    while (t_nowned > 0)
        cudaFree(t_owned[--t_nowned]);
    puts(t_bad ? "wrong" : "ok");
    return t_bad;
}
