// bug_cluster_gone.cu: the last arrival at a barrier of another block, which has ended, or may have; and what keeps it.
// native no
#include <cooperative_groups.h>
#include "hop.h"
namespace cg = cooperative_groups;

enum { TURNS = 4 };

// Block 0 gives out turns, and block 1 gives each of them back.
__device__ inline void arrive_at(uint64_t *b, int rank)
{
    uint32_t there;
    asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(S(b)), "r"(rank));
    asm volatile("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];" ::"r"(there) : "memory"); //@arrives
}
__device__ inline uint64_t *begin(uint64_t *bar)
{
    if (threadIdx.x == 0) {
        MBAR_INIT(&bar[0], 1);
        MBAR_INIT(&bar[1], 1);
        FENCE_INIT();
    }
    cg::this_cluster().sync();
    return bar;
}

// args never_waits
// expect-error cluster @arrives
// reports 1
__global__ void __cluster_dims__(2) never_waits()
{
    __shared__ uint64_t both[2];
    uint64_t *bar = begin(both);
    if (cg::this_cluster().block_rank() == 1 && threadIdx.x == 0)
        arrive_at(&bar[0], 0);
}
// the turns but the last
// args all_but_one
// expect-error cluster @arrives
// reports 1
// args all_but_one
// env SIMT_SEED=3
// expect-error cluster @arrives
// reports 1
__global__ void __cluster_dims__(2) all_but_one()
{
    __shared__ uint64_t both[2];
    uint64_t *bar = begin(both);
    int rank = cg::this_cluster().block_rank();
    for (int k = 0; k < TURNS && threadIdx.x == 0; k++) {
        if (rank == 0 && k)
            MBAR_WAIT(&bar[0], (k - 1) & 1);
        if (rank == 0) {
            arrive_at(&bar[1], 1);
        } else {
            MBAR_WAIT(&bar[1], k & 1);
            arrive_at(&bar[0], 0);
        }
    }
}
// all of them
// args all
// args all
// env SIMT_SEED=1
// args all
// env SIMT_SEED=2
__global__ void __cluster_dims__(2) all_turns()
{
    __shared__ uint64_t both[2];
    uint64_t *bar = begin(both);
    int rank = cg::this_cluster().block_rank();
    for (int k = 0; k < TURNS && threadIdx.x == 0; k++) {
        if (rank == 0) {
            arrive_at(&bar[1], 1);
            MBAR_WAIT(&bar[0], k & 1);
        } else {
            MBAR_WAIT(&bar[1], k & 1);
            arrive_at(&bar[0], 0);
        }
    }
}
// a barrier of the cluster at the end; or its two halves
// args joined
// args halves
// env SIMT_SEED=5
__global__ void __cluster_dims__(2) joined(int halves)
{
    __shared__ uint64_t both[2];
    uint64_t *bar = begin(both);
    if (cg::this_cluster().block_rank() == 1 && threadIdx.x == 0)
        arrive_at(&bar[0], 0);
    if (halves) {
        asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory");
        asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory");
    } else {
        cg::this_cluster().sync();
    }
}
// by way of a third block, which tells the first
// args by_third
__global__ void __cluster_dims__(3) by_third()
{
    __shared__ uint64_t both[2];
    uint64_t *bar = begin(both);
    int rank = cg::this_cluster().block_rank();
    if (threadIdx.x)
        return;
    if (rank == 1) {
        arrive_at(&bar[0], 0);
        arrive_at(&bar[0], 2);
    } else if (rank == 2) {
        MBAR_WAIT(&bar[0], 0);
        arrive_at(&bar[1], 0);
    } else {
        MBAR_WAIT(&bar[1], 0);
    }
}

int main(int argc, char **argv)
{
    const char *w = argc > 1 ? argv[1] : "";
#define CASE(name, launch) if (!strcmp(w, #name)) launch
    CASE(never_waits, (never_waits<<<2, 32>>>()));
    CASE(all_but_one, (all_but_one<<<2, 32>>>()));
    CASE(all, (all_turns<<<4, 32>>>()));
    CASE(joined, (joined<<<2, 32>>>(0)));
    CASE(halves, (joined<<<2, 32>>>(1)));
    CASE(by_third, (by_third<<<3, 32>>>()));
    CK(cudaDeviceSynchronize());
    return t_end();
}
