// bug_cluster_stuck.cu: blocks of a cluster that wait for one another: told long before the time is up, where in vain.
// native no
// env SIMT_TIMEOUT=60
#include <cooperative_groups.h>
#include "hop.h"
namespace cg = cooperative_groups;

// a copy that block 0 never sends
// args never_sent
// expect-error deadlock @ns
// expect-exit 1
// reports 1
__global__ void __cluster_dims__(2, 1, 1) never_sent(int *o)
{
    __shared__ uint64_t bar;
    int t = threadIdx.x;
    if (t == 0) {
        MBAR_INIT(&bar, 1);
        FENCE_INIT();
    }
    cg::this_cluster().sync();
    if (cg::this_cluster().block_rank() == 1) {
        if (t == 0)
            MBAR_ARRIVE_EXPECT(&bar, 256);
        MBAR_WAIT(&bar, 0); //@ns
    }
    o[blockIdx.x] = 1;
    cg::this_cluster().sync();
}
// a flag that block 0 never raises
// args flag
// expect-error deadlock @fl
// expect-exit 1
// reports 1
__global__ void __cluster_dims__(2, 1, 1) flag(int *o)
{
    __shared__ volatile int raised;
    cg::cluster_group c = cg::this_cluster();
    raised = 0;
    c.sync();
    while (c.block_rank() == 1 && raised == 0) //@fl
        ;
    o[blockIdx.x] = 1;
    c.sync();
}
// one that it raises late: block 1 must not keep the turn
// args patient
// reports 0
__global__ void __cluster_dims__(2, 1, 1) patient(int *o, int n)
{
    __shared__ volatile int raised;
    cg::cluster_group c = cg::this_cluster();
    if (threadIdx.x == 0)
        raised = 0;
    c.sync();
    if (c.block_rank() == 1 && threadIdx.x == 0)
        while (raised == 0)
            ;
    if (c.block_rank() == 0 && threadIdx.x == 0) {
        unsigned x = 1;
        for (int i = 0; i < n; i++)
            x = x * 1664525 + 1013904223;
        o[0] = x != 0;
        __threadfence();
        *(volatile int *)c.map_shared_rank((int *)&raised, 1) = 1;
    }
    c.sync();
}
// the same by an atomic
// args polled
// reports 0
__global__ void __cluster_dims__(2, 1, 1) polled(int *o)
{
    __shared__ int raised;
    cg::cluster_group c = cg::this_cluster();
    if (threadIdx.x == 0)
        raised = 0;
    c.sync();
    if (threadIdx.x == 0 && c.block_rank() == 1)
        while (atomicAdd(&raised, 0) == 0)
            ;
    if (threadIdx.x == 0 && c.block_rank() == 0)
        atomicAdd(c.map_shared_rank(&raised, 1), 1);
    o[blockIdx.x] = 1;
    c.sync();
}

int main(int argc, char **argv)
{
    const char *w = argc > 1 ? argv[1] : "";
    int *o = t_dev<int>(64);
    if (!strcmp(w, "never_sent"))
        never_sent<<<2, 64>>>(o);
    if (!strcmp(w, "flag"))
        flag<<<2, 64>>>(o);
    if (!strcmp(w, "patient"))
        patient<<<2, 64>>>(o, 100 * 1000 * 1000);
    if (!strcmp(w, "polled"))
        polled<<<2, 64>>>(o);
    return t_end();
}
