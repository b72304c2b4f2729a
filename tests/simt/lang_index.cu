// lang_index.cu: built-in variables in one, two and three dimensions.
#include "t.h"

__device__ int linear_thread()
{
    return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}
__device__ int linear_block() { return blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z); }
__global__ void where(int *o)
{
    int threads = blockDim.x * blockDim.y * blockDim.z;
    int i = linear_block() * threads + linear_thread();
    o[i] = threadIdx.x + 100 * threadIdx.y + 10000 * threadIdx.z + 1000000 * linear_block();
}
__global__ void copies(int *o)
{
    uint3 t = threadIdx, b = blockIdx;
    dim3 n = blockDim, g = gridDim;
    const auto &again = threadIdx;
    o[b.x * n.x + t.x] = again.x + g.x * 1000 + n.x * 100000 + warpSize;
}
__global__ void lanes(int *o)
{
    // warps are cut from the linear thread index: lane i of an 8x8 block is thread (i % 8, i / 8 % 8)
    int lane = linear_thread() & 31;
    o[linear_thread()] = __shfl_sync(0xffffffff, threadIdx.y, 0) * 100 + __shfl_sync(0xffffffff, threadIdx.x, lane ^ 1);
}

static int nx, ny;

int main()
{
    int *o = t_dev<int>(4096);
    const dim3 shape[][2] = { { dim3(4), dim3(32) },      { dim3(2, 3), dim3(8, 4) }, { dim3(2, 2, 2), dim3(4, 4, 4) },
                              { dim3(1, 5), dim3(1, 1, 64) }, { dim3(3), dim3(33) },  { dim3(1, 1, 7), dim3(5, 3, 2) } };
    for (auto &s : shape) {
        where<<<s[0], s[1]>>>(o);
        nx = s[1].x, ny = s[1].y;
        int threads = s[1].x * s[1].y * s[1].z, blocks = s[0].x * s[0].y * s[0].z;
        t_is("where", o, threads * blocks, [=](int i) {
            int t = i % threads;
            return t % nx + 100 * (t / nx % ny) + 10000 * (t / nx / ny) + 1000000 * (i / threads);
        });
    }
    copies<<<3, 20>>>(o);
    t_is("copies", o, 60, [](int i) { return i % 20 + 3000 + 2000000 + 32; });
    lanes<<<1, dim3(8, 8)>>>(o);
    t_is("lanes", o, 64, [](int i) { return i / 32 * 4 * 100 + (i % 8 ^ 1); });
    copies<<<65536, 1>>>(t_dev<int>(65536));
    where<<<1, 1024>>>(o);
    t_is("1024 threads", o, 1024, [](int i) { return i; });
    return t_end();
}
