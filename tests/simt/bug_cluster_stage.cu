// bug_cluster_stage.cu: a place in shared memory that a block of a cluster gives back too early, for another to fill.
// native no
#include <cooperative_groups.h>
#include "hop.h"
#include "wgmma.h"
namespace cg = cooperative_groups;

enum { RIGHT, EARLY_WGMMA, EARLY_READ, STORED };

#define PRODUCT(c, da, db)                                                                                             \
    asm volatile("wgmma.mma_async.sync.aligned.m64n16k16.f32.bf16.bf16 {%0, %1, %2, %3, %4, %5, %6, %7}, %8, %9, 1, 1, 1, 0, 0;" \
                 : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3]),                 \
                   "+f"(c[4]), "+f"(c[5]), "+f"(c[6]), "+f"(c[7]) \
                 : "l"(da), "l"(db))

__device__ void give_back(uint64_t *empty) // of block 0
{
    uint32_t there;
    asm volatile("bar.sync 1, 128;" ::: "memory");
    if (threadIdx.x)
        return;
    asm volatile("mapa.shared::cluster.u32 %0, %1, 0;" : "=r"(there) : "r"(S(empty)));
    asm volatile("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];" ::"r"(there) : "memory");
}

__device__ void send(void *to, const void *from, uint64_t *full) // into both blocks
{
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1], %2, [%3], %4;" ::"r"(S(to)), "l"(G(from)), "r"(512), "r"(S(full)), "h"((uint16_t)3) : "memory"); //@sent
}

// Warps 0 to 3 of both blocks consume, one thread of block 0 brings two tiles into the one place of each.
__global__ void __cluster_dims__(2, 1, 1) stages(const __nv_bfloat16 *b, float *o, int how)
{
    __shared__ alignas(1024) unsigned char sa[2048], sb[512];
    __shared__ uint64_t full, empty;
    cg::cluster_group cluster = cg::this_cluster();
    int t = threadIdx.x, rank = cluster.block_rank();
    for (int i = t; i < 1024; i += 160)
        ((__nv_bfloat16 *)sa)[i] = __float2bfloat16(1);
    if (t == 0) {
        MBAR_INIT(&full, 1);
        MBAR_INIT(&empty, 2);
        FENCE_INIT();
    }
    w_proxy();
    cluster.sync();
    float sum = 0;
    for (int k = 0; k < 2; k++) {
        if (t == 128 && k)
            MBAR_WAIT(&full, 0);
        if (t == 128)
            MBAR_ARRIVE_EXPECT(&full, 512);
        if (t == 128 && rank == 0) {
            if (k)
                MBAR_WAIT(&empty, 0);
            if (k && how == STORED)
                *(int *)cluster.map_shared_rank(sb, 1) = 0; //@stored
            send(sb, b + 256 * k, &full);
        }
        if (t < 128) {
            float c[8] = {};
            MBAR_WAIT(&full, k);
            if (how == EARLY_READ && rank == 1)
                give_back(&empty);
            sum += __bfloat162float(((__nv_bfloat16 *)sb)[t]);
            w_fence();
            PRODUCT(c, w_desc(sa, 1024, 128, 0), w_desc(sb, 256, 128, 0));
            w_commit();
            if ((how == EARLY_WGMMA || how == STORED) && rank == 1)
                give_back(&empty);
            w_wait<0>();
            if (how == RIGHT || rank == 0)
                give_back(&empty);
            sum += c[0];
        }
    }
    if (t < 128)
        o[blockIdx.x * 128 + t] = sum;
    cluster.sync();
}
// args right
// args early_wgmma
// expect-error async-hazard @sent
// expect-exit *
// reports 1
// args early_read
// expect-error async-hazard @sent
// expect-exit *
// reports 1
// args stored
// expect-error async-hazard @stored
// allow-error async-hazard @sent
// expect-exit *

int main(int argc, char **argv)
{
    const char *w = argc > 1 ? argv[1] : "";
    __nv_bfloat16 *b = t_dev<__nv_bfloat16>(512, [](int) { return __float2bfloat16(1); });
    float *o = t_dev<float>(512);
    int how = !strcmp(w, "early_wgmma") ? EARLY_WGMMA : !strcmp(w, "early_read") ? EARLY_READ : !strcmp(w, "stored") ? STORED : RIGHT;
    stages<<<4, 160>>>(b, o, how);
    if (how == RIGHT)
        t_is("stages", o, 512, [](int) { return 34.f; });
    return t_end();
}
