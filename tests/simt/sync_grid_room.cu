// sync_grid_room.cu: 258 blocks that wait for one another fit into 3 GiB of data, also where all of them are traced.
// native no
// expect meet g_st_req == 516
#include "t.h"
#include <cooperative_groups.h>
#include <sys/resource.h>
namespace cg = cooperative_groups;
enum { BLOCKS = 258 };

__global__ void meet(int *word, int *sum)
{
    __shared__ int mine;
    if (threadIdx.x == 0)
        word[blockIdx.x] = blockIdx.x;
    cg::this_grid().sync();
    if (threadIdx.x == 0) {
        mine = 0;
        for (unsigned b = 0; b < gridDim.x; b++)
            mine += word[b];
    }
    __syncthreads();
    if (threadIdx.x == 1)
        sum[blockIdx.x] = mine;
}

int main()
{
    struct rlimit most = { 3ull << 30, 3ull << 30 };
    setrlimit(RLIMIT_DATA, &most);
    int *word, *sum;
    CK(cudaMallocManaged(&word, BLOCKS * sizeof(int)));
    CK(cudaMallocManaged(&sum, BLOCKS * sizeof(int)));
    void *args[] = { &word, &sum };
    CK(cudaLaunchCooperativeKernel((void *)meet, dim3(BLOCKS), dim3(32), args, 0, 0));
    CK(cudaDeviceSynchronize());
    int wrong = 0;
    for (int b = 0; b < BLOCKS; b++)
        wrong += sum[b] != BLOCKS * (BLOCKS - 1) / 2;
    cudaFree(word);
    cudaFree(sum);
    EQ(wrong, 0);
    return t_end();
}
