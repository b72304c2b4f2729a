// bulk_cluster.cu: bulk copies between the blocks of a cluster: a multicast into all of them, and one from block to block.
#include "hop.h"
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

// Each block brings one half and sends it to both.
__global__ void __cluster_dims__(2, 1, 1) halves(const int *a, int *o)
{
    __shared__ __align__(128) int s[256];
    __shared__ uint64_t bar;
    int t = threadIdx.x, rank = cg::this_cluster().block_rank();
    if (t == 0) {
        MBAR_INIT(&bar, 1);
        FENCE_INIT();
    }
    cg::this_cluster().sync();
    if (t == 0) {
        MBAR_ARRIVE_EXPECT(&bar, 1024);
        asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1], %2, [%3], %4;" ::"r"(S(s + 128 * rank)), "l"(G(a + 128 * rank)), "r"(512), "r"(S(&bar)), "h"((uint16_t)3) : "memory");
    }
    MBAR_WAIT(&bar, 0);
    for (int i = t; i < 256; i += 64)
        o[256 * blockIdx.x + i] = s[i] + rank;
    cg::this_cluster().sync();
}
// Block 0 sends to block 1.
__global__ void __cluster_dims__(2, 1, 1) sent(const int *a, int *o)
{
    __shared__ __align__(128) int s[64], u[64];
    __shared__ uint64_t bar;
    int t = threadIdx.x, rank = cg::this_cluster().block_rank();
    if (t == 0) {
        MBAR_INIT(&bar, 1);
        FENCE_INIT();
        if (rank == 1)
            MBAR_ARRIVE_EXPECT(&bar, 256);
    }
    s[t] = a[t];
    FENCE_PROXY();
    cg::this_cluster().sync();
    if (rank == 0 && t == 0) {
        uint32_t to, done;
        asm volatile("mapa.shared::cluster.u32 %0, %1, 1;" : "=r"(to) : "r"(S(u)));
        asm volatile("mapa.shared::cluster.u32 %0, %1, 1;" : "=r"(done) : "r"(S(&bar)));
        asm volatile("cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(to), "r"(S(s)), "r"(256), "r"(done) : "memory");
    }
    if (rank == 1) {
        MBAR_WAIT(&bar, 0);
        o[t] = u[63 - t];
    }
    cg::this_cluster().sync();
}

int main()
{
    int *a = t_dev<int>(256, [](int i) { return i; }), *o = t_dev<int>(1024);
    halves<<<4, 64>>>(a, o);
    t_is("halves", o, 1024, [](int i) { return i % 256 + i / 256 % 2; });
    sent<<<2, 64>>>(a, o);
    t_is("sent", o, 64, [](int i) { return 63 - i; });
    return t_end();
}
