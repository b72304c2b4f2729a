// bug_multicast.cu: a multicast whose mask, or whose receiving barriers, are not what it brings.
// native no
// env SIMT_TIMEOUT=60
#include <cooperative_groups.h>
#include "hop.h"

// args 3 256 256
// reports 0
// a rank that the cluster does not have
// args 7 256 256
// expect-error cluster @send
// reports 1
// of two that wait one gets nothing
// args 1 256 256
// expect-error deadlock @wait
// reports 1
// expect-exit 1
// block 1 expects less than it gets, or nothing
// args 3 256 128
// expect-error deadlock @wait
// reports 1
// expect-exit 1
// args 3 256 0
// expect-error async-hazard *
// allow-error async-hazard
__global__ void __cluster_dims__(2, 1, 1) send(const int *a, int *o, unsigned mask, unsigned here, unsigned there)
{
    __shared__ __align__(128) int s[64];
    __shared__ uint64_t bar;
    cooperative_groups::cluster_group c = cooperative_groups::this_cluster();
    unsigned t = threadIdx.x, expected = c.block_rank() ? there : here;
    if (t == 0) {
        MBAR_INIT(&bar, 1);
        FENCE_INIT();
        if (expected)
            MBAR_ARRIVE_EXPECT(&bar, expected);
        else
            MBAR_ARRIVE(&bar);
    }
    c.sync();
    if (c.block_rank() == 0 && t == 0)
        asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster " //@send
                     "[%0], [%1], %2, [%3], %4;" ::"r"(S(s)), "l"(a), "r"(256), "r"(S(&bar)), "h"((uint16_t)mask)
                     : "memory");
    MBAR_WAIT(&bar, 0); //@wait
    o[blockIdx.x * 64 + t] = s[t];
    c.sync();
}

int main(int argc, char **argv)
{
    int *a = t_dev<int>(64), *o = t_dev<int>(128);
    cudaMemset(a, 0, 256);
    if (argc > 3)
        send<<<2, 64>>>(a, o, (unsigned)atoi(argv[1]), (unsigned)atoi(argv[2]), (unsigned)atoi(argv[3]));
    return t_end();
}
