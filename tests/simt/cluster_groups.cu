// cluster_groups.cu: clusters by __cluster_dims__ and by cudaLaunchKernelEx: places, barrier, the others' shared memory.
// expect ring dsmem_ld_req == 8
// expect ring dsmem_B == 1024
// expect histogram dsmem_at_req == 32
#include <cooperative_groups.h>
#include "t.h"
namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2, 2, 1) places(unsigned *o)
{
    cg::cluster_group c = cg::this_cluster();
    cg::grid_group g = cg::this_grid();
    unsigned block = blockIdx.x + gridDim.x * blockIdx.y;
    if (threadIdx.x)
        return;
    o[block * 8] = c.block_rank();
    o[block * 8 + 1] = c.num_blocks();
    o[block * 8 + 2] = c.block_index().x + 10 * c.block_index().y;
    o[block * 8 + 3] = c.dim_blocks().x + 10 * c.dim_blocks().y;
    o[block * 8 + 4] = g.cluster_rank();
    o[block * 8 + 5] = g.num_clusters();
    o[block * 8 + 6] = c.thread_rank();
    o[block * 8 + 7] = c.num_threads();
}

/* Each block reads its right neighbour's words. */
template <int Size> __global__ void __cluster_dims__(Size, 1, 1) ring(int *o)
{
    __shared__ int s[32];
    cg::cluster_group c = cg::this_cluster();
    s[threadIdx.x] = blockIdx.x * 100 + threadIdx.x;
    c.sync();
    unsigned other = (c.block_rank() + 1) % c.num_blocks();
    int *p = c.map_shared_rank(s, other);
    o[blockIdx.x * 32 + threadIdx.x] = p[threadIdx.x];
    if (c.query_shared_rank(p) != other || c.query_shared_rank(s) != c.block_rank())
        o[blockIdx.x * 32] = -1;
    c.sync();
}

/* A histogram over the cluster: each bin lies in one of its blocks. */
__global__ void histogram(const int *in, int n, int *bins, int per_block)
{
    extern __shared__ int mine[];
    cg::cluster_group c = cg::this_cluster();
    int rank = c.thread_rank(), size = c.size();
    for (int i = threadIdx.x; i < per_block; i += blockDim.x)
        mine[i] = 0;
    c.sync();
    for (int i = rank; i < n; i += size)
        atomicAdd(c.map_shared_rank(mine, in[i] / per_block) + in[i] % per_block, 1);
    c.sync();
    for (int i = threadIdx.x; i < per_block; i += blockDim.x)
        bins[c.block_rank() * per_block + i] = mine[i];
}

/* What a warp has set to zero, and added to since, others may add to behind the cluster's barrier. */
__global__ void __cluster_dims__(2) zero_then_add(int *o)
{
    __shared__ int count[64];
    cg::cluster_group c = cg::this_cluster();
    count[threadIdx.x] = 0;
    c.sync();
    atomicAdd(&count[threadIdx.x], 1);
    atomicAdd(&count[63 - threadIdx.x], 1);
    atomicAdd(c.map_shared_rank(count, 1 - c.block_rank()) + threadIdx.x, 1);
    c.sync();
    o[blockIdx.x * 64 + threadIdx.x] = count[threadIdx.x];
}

/* Arrive, do something of one's own, wait. */
__global__ void __cluster_dims__(4) split(int *o)
{
    __shared__ int s;
    cg::cluster_group c = cg::this_cluster();
    int own = 0;
    if (threadIdx.x == 0)
        s = c.block_rank() + 1;
    auto token = c.barrier_arrive();
    for (int i = 0; i < 10; i++)
        own += i;
    c.barrier_wait(std::move(token));
    int sum = own;
    for (unsigned r = 0; r < c.num_blocks(); r++)
        sum += *c.map_shared_rank(&s, r);
    o[blockIdx.x * blockDim.x + threadIdx.x] = sum;
    c.sync();
}

// A kernel whose name a macro makes, of which the launch learns the clusters from the kernel itself.
#define LAUNCH(n, ...) n##_kernel<<<4, 32>>>(__VA_ARGS__)
#define GO(k, ...) k<<<4, 32>>>(__VA_ARGS__)
__global__ void __cluster_dims__(2) pasted_kernel(int *o)
{
    o[blockIdx.x * 32 + threadIdx.x] = cg::this_cluster().num_blocks() * 10 + cg::this_cluster().block_rank();
}
template <int N> __global__ void __cluster_dims__(N) any_kernel(int *o)
{
    o[blockIdx.x * 32 + threadIdx.x] = cg::this_cluster().num_blocks() * 10 + cg::this_cluster().block_rank();
}
// expect pasted_kernel g_st_req == 4
// expect any_kernel g_st_req == 4

int main()
{
    unsigned *u = t_dev<unsigned>(4 * 4 * 8);
    places<<<dim3(4, 4), 32>>>(u);
    t_is("places", u, 128, [](int i) -> unsigned {
        int b = i / 8, x = b % 4, y = b / 4, rank = x % 2 + 2 * (y % 2);
        switch (i % 8) {
        case 0: return rank;
        case 1: return 4;
        case 2: return x % 2 + 10 * (y % 2);
        case 3: return 22;
        case 4: return x / 2 + 2 * (y / 2);
        case 5: return 4;
        case 6: return rank * 32;
        }
        return 128;
    });
    int *o = t_dev<int>(8 * 32);
    ring<4><<<8, 32>>>(o);
    t_is("ring", o, 256, [](int i) { return (i / 32 / 4 * 4 + (i / 32 + 1) % 4) * 100 + i % 32; });
    int n = 1024, *in = t_dev<int>(n, [](int i) { return (i * 37 + i / 5) % 128; }), *bins = t_dev<int>(128);
    cudaLaunchAttribute a[1];
    cudaLaunchConfig_t l = {};
    l.gridDim = 8;
    l.blockDim = 64;
    l.dynamicSmemBytes = 16 * sizeof(int);
    a[0].id = cudaLaunchAttributeClusterDimension;
    a[0].val.clusterDim.x = 8;
    a[0].val.clusterDim.y = a[0].val.clusterDim.z = 1;
    l.attrs = a;
    l.numAttrs = 1;
    CK(cudaLaunchKernelEx(&l, histogram, (const int *)in, n, bins, 16));
    t_is("histogram", bins, 128, [](int b) {
        int k = 0;
        for (int i = 0; i < 1024; i++)
            k += (i * 37 + i / 5) % 128 == b;
        return k;
    });
    zero_then_add<<<2, 64>>>(o);
    t_is("zero_then_add", o, 128, [](int) { return 3; });
    split<<<8, 32>>>(o);
    t_is("split", o, 256, [](int) { return 45 + 10; });
    LAUNCH(pasted, o);
    t_is("a pasted name", o, 128, [](int i) { return 20 + i / 32 % 2; });
    GO(any_kernel<4>, o);
    t_is("an instance by a macro", o, 128, [](int i) { return 40 + i / 32 % 4; });
    return t_end();
}
