// bug_cluster.cu: mistakes with a cluster's shared memory and barrier, each at its line.
// native no
#include <cooperative_groups.h>
#include "t.h"
namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2, 1, 1) no_first_sync(int *o)
{
    __shared__ int s[32];
    cg::cluster_group c = cg::this_cluster();
    s[threadIdx.x] = threadIdx.x;
    __syncthreads();
    o[blockIdx.x * 32 + threadIdx.x] = *c.map_shared_rank(&s[threadIdx.x], c.block_rank() ^ 1); //@first
    c.sync();
}
__global__ void __cluster_dims__(2, 1, 1) no_last_sync(int *o)
{
    __shared__ int s[32];
    cg::cluster_group c = cg::this_cluster();
    s[threadIdx.x] = threadIdx.x;
    c.sync();
    o[blockIdx.x * 32 + threadIdx.x] = *c.map_shared_rank(&s[threadIdx.x], c.block_rank() ^ 1); //@last
}
__global__ void __cluster_dims__(2, 1, 1) only_block_sync(int *o)
{
    __shared__ int s[32];
    cg::cluster_group c = cg::this_cluster();
    c.sync();
    s[threadIdx.x] = threadIdx.x; //@written
    __syncthreads();
    o[blockIdx.x * 32 + threadIdx.x] = *c.map_shared_rank(&s[threadIdx.x], c.block_rank() ^ 1); //@read
    c.sync();
}
__global__ void __cluster_dims__(2, 1, 1) overwritten(int *o)
{
    __shared__ int s[32];
    cg::cluster_group c = cg::this_cluster();
    s[threadIdx.x] = threadIdx.x;
    c.sync();
    o[blockIdx.x * 32 + threadIdx.x] = *c.map_shared_rank(&s[threadIdx.x], c.block_rank() ^ 1); //@early
    __syncthreads();
    s[threadIdx.x] = 5; //@over
    c.sync();
}
__global__ void __cluster_dims__(2, 1, 1) both_write(int *o)
{
    __shared__ int s[32];
    cg::cluster_group c = cg::this_cluster();
    s[threadIdx.x] = 0;
    c.sync();
    c.map_shared_rank(s, 0)[threadIdx.x] = c.block_rank(); //@both
    c.sync();
    o[blockIdx.x * 32 + threadIdx.x] = s[threadIdx.x];
}
__global__ void __cluster_dims__(2, 1, 1) past_end(int *o)
{
    __shared__ int s[32];
    cg::cluster_group c = cg::this_cluster();
    s[threadIdx.x] = 1;
    c.sync();
    o[blockIdx.x * 32 + threadIdx.x] = c.map_shared_rank(s, c.block_rank() ^ 1)[threadIdx.x + 1]; //@past
    c.sync();
}
__global__ void __cluster_dims__(2, 1, 1) no_such_rank(int *o)
{
    __shared__ int s[32];
    cg::cluster_group c = cg::this_cluster();
    c.sync();
    o[threadIdx.x] = *c.map_shared_rank(s, 2); //@rank
    c.sync();
}
__global__ void __cluster_dims__(2, 1, 1) arrives_twice(int *o)
{
    cg::cluster_group c = cg::this_cluster();
    c.barrier_arrive();
    c.barrier_arrive(); //@twice
    c.barrier_wait();
    o[0] = 1;
}
// a launch without clusters: each block is one
__global__ void alone_twice(int *o)
{
    asm volatile("barrier.cluster.arrive;" ::: "memory");
    if (threadIdx.x == 5)
        asm volatile("barrier.cluster.arrive;" ::: "memory"); //@alone_twice
    asm volatile("barrier.cluster.wait;" ::: "memory");
    o[threadIdx.x] = 1;
}
__global__ void alone_waits(int *o)
{
    for (int k = 0; k < 2; k++) {
        asm volatile("barrier.cluster.arrive;" ::: "memory");
        asm volatile("barrier.cluster.wait;" ::: "memory");
    }
    asm volatile("barrier.cluster.wait;" ::: "memory"); //@alone_waits
    o[threadIdx.x] = 1;
}
// block 1 ends between its arrival and the reads of block 0
__global__ void __cluster_dims__(2, 1, 1) leaves_early(int *o)
{
    __shared__ int s[32];
    cg::cluster_group c = cg::this_cluster();
    s[threadIdx.x] = 1;
    c.barrier_arrive();
    if (c.block_rank() == 1)
        return;
    c.barrier_wait();
    o[threadIdx.x] = *c.map_shared_rank(&s[threadIdx.x], 1); //@leaves
}
// an arrival that nobody of the block waits for, at its end; blocks of a launch without clusters, one after another
__global__ void __cluster_dims__(2, 1, 1) stays(int *o)
{
    __shared__ int s[32];
    cg::cluster_group c = cg::this_cluster();
    s[threadIdx.x] = 1;
    c.sync();
    if (c.block_rank() == 0)
        o[threadIdx.x] = *c.map_shared_rank(&s[threadIdx.x], 1);
    c.barrier_arrive();
    if (c.block_rank() == 1)
        c.barrier_wait();
}
__global__ void alone_right(int *o)
{
    cg::cluster_group c = cg::this_cluster();
    c.sync();
    asm volatile("barrier.cluster.arrive;" ::: "memory");
    asm volatile("barrier.cluster.wait;" ::: "memory");
    c.barrier_arrive();
    o[blockIdx.x * 32 + threadIdx.x] = 1;
}
__global__ void __cluster_dims__(2, 1, 1) never_arrives(int *o)
{
    cg::cluster_group c = cg::this_cluster();
    c.barrier_wait(); //@wait
    o[0] = 1;
}
__global__ void __cluster_dims__(2, 1, 1) one_block_waits(int *o)
{
    cg::cluster_group c = cg::this_cluster();
    if (c.block_rank() == 0)
        c.sync(); //@alone
    else
        cg::this_cluster().barrier_arrive();
    if (c.block_rank() == 1)
        c.sync(); //@again
    o[0] = 1;
}
__global__ void __cluster_dims__(2, 1, 1) relaxed(int *o)
{
    __shared__ int s[32];
    cg::cluster_group c = cg::this_cluster();
    s[threadIdx.x] = threadIdx.x; //@plain
    asm volatile("barrier.cluster.arrive.relaxed.aligned;" ::: "memory");
    asm volatile("barrier.cluster.wait.aligned;" ::: "memory");
    o[blockIdx.x * 32 + threadIdx.x] = *c.map_shared_rank(&s[threadIdx.x], c.block_rank() ^ 1); //@relaxed
    c.sync();
}

int main(int argc, char **argv)
{
    static void (*const kernels[])(int *) = { no_first_sync, no_last_sync, only_block_sync, overwritten, both_write,
                                              past_end, no_such_rank, arrives_twice, never_arrives, one_block_waits,
                                              relaxed, alone_twice, alone_waits, leaves_early, stays, alone_right };
    static const char *const names[] = { "no_first_sync", "no_last_sync", "only_block_sync", "overwritten", "both_write",
                                         "past_end", "no_such_rank", "arrives_twice", "never_arrives", "one_block_waits",
                                         "relaxed", "alone_twice", "alone_waits", "leaves_early", "stays",
                                         "alone_right" };
    int *o = nullptr;
    cudaMalloc(&o, 256);
    for (int k = 0; k < 16; k++)
        if (!strcmp(argv[1], names[k]))
            kernels[k]<<<2, 32>>>(o);
    (void)argc;
    cudaDeviceSynchronize();
    cudaFree(o);
    puts("ok");
    return 0;
}
// args no_first_sync
// expect-error cluster @first
// expect-exit *
// args no_last_sync
// expect-error cluster @last
// expect-exit *
// args only_block_sync
// expect-error race @read|@written
// allow-error uninitialised @read
// expect-exit *
// args overwritten
// expect-error race @over|@early
// expect-exit *
// args both_write
// expect-error race @both
// expect-exit *
// args past_end
// expect-error out-of-bounds @past
// expect-exit *
// args no_such_rank
// expect-error cluster @rank
// expect-exit *
// args arrives_twice
// expect-error cluster @twice
// expect-exit *
// args never_arrives
// expect-error cluster @wait
// expect-exit *
// args one_block_waits
// expect-error cluster|deadlock @again
// expect-exit *
// args alone_twice
// expect-error cluster @alone_twice
// reports 1
// expect-exit *
// args alone_waits
// expect-error cluster @alone_waits
// reports 1
// expect-exit *
// args leaves_early
// expect-error cluster @leaves
// reports 1
// expect-exit *
// args stays
// reports 0
// args alone_right
// reports 0
// args relaxed
// expect-error race @relaxed
// expect-exit *
