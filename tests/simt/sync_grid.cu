// sync_grid.cu: cooperative launches; the whole grid meets.
// allow-error launch
#include "t.h"
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void rotate(int *a, int *b, int steps)
{
    cg::grid_group g = cg::this_grid();
    int i = blockIdx.x * blockDim.x + threadIdx.x, n = gridDim.x * blockDim.x;
    for (int k = 0; k < steps; k++) {
        int *from = k & 1 ? b : a, *to = k & 1 ? a : b;
        to[i] = from[(i + 33) % n] + 1;
        g.sync();
    }
}
__global__ void total(const int *in, int *partial, int *out)
{
    __shared__ int s[64];
    auto g = cg::this_grid();
    int t = threadIdx.x;
    s[t] = in[g.thread_rank()];
    __syncthreads();
    for (int k = 32; k; k /= 2) {
        if (t < k)
            s[t] += s[t + k];
        __syncthreads();
    }
    if (t == 0)
        partial[blockIdx.x] = s[0];
    g.sync();
    // shared memory is the block's own across the grid's barrier
    int sum = s[0];
    for (unsigned b = 0; b < gridDim.x; b++)
        sum += partial[b];
    out[g.thread_rank()] = sum + (int)g.is_valid() + (int)g.size() + (int)g.num_blocks();
}

int main()
{
    int can = 0;
    CK(cudaDeviceGetAttribute(&can, cudaDevAttrCooperativeLaunch, 0));
    EQ(can, 1);
    int *a = t_dev<int>(256, [](int i) { return i * 1000; }), *b = t_dev<int>(256);
    int steps = 5;
    void *args[] = { &a, &b, &steps };
    CK(cudaLaunchCooperativeKernel((void *)rotate, dim3(4), dim3(64), args, 0, 0));
    CK(cudaDeviceSynchronize());
    t_is("rotate", b, 256, [](int i) { return (i + 5 * 33) % 256 * 1000 + 5; });
    int *in = t_dev<int>(256, [](int i) { return i; }), *out = t_dev<int>(256), *partial = t_dev<int>(4);
    void *args2[] = { &in, &partial, &out };
    CK(cudaLaunchCooperativeKernel(total, 4, 64, args2));
    t_is("total", out, 256, [](int i) {
        int first = i / 64 * 64;
        return first * 64 + 63 * 32 + 255 * 128 + 1 + 256 + 4;
    });
    // more blocks than can be resident: refused
    CK(cudaLaunchCooperativeKernel((void *)rotate, dim3(4), dim3(64), args, 0, 0));
    ERR(cudaLaunchCooperativeKernel((void *)rotate, dim3(1 << 20), dim3(1024), args, 0, 0),
        cudaErrorCooperativeLaunchTooLarge);
    ERR(cudaGetLastError(), cudaErrorCooperativeLaunchTooLarge);
    return t_end();
}
