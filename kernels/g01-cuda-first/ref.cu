/*
 * ref.cu: the five first kernels as they should be written, and three pieces of host logic.
 *
 * relu, saxpy: the grid-stride loop. A thread begins at its own index in the grid and steps by the
 * number of threads in the grid, so that at every step neighbouring lanes touch neighbouring floats:
 * 128 bytes a warp, 4 sectors of 32, every byte used. (naive.cu gives each thread a stretch of its
 * own, as one would on a CPU, and each lane then needs a sector for itself.) The index is 64 bits
 * wide, since n is.
 *
 * stamp: x runs fastest in the array, in the block and in the grid.
 *
 * softmax_rows: maximum and sum in one pass. When a larger logit turns up, the sum so far is scaled
 * by exp(old - new); so the row is read twice where naive.cu reads it three times. Still one thread
 * a row, so neighbouring lanes are a whole row apart: week 13 gives the row to a warp.
 *
 * matmul: threadIdx.x runs along a row of b and of c. A warp of a 16x16 block is two rows of 16
 * lanes: 2 sectors of b, 2 words of a, read by 16 lanes each and sent once.
 *
 * relu_on: CK keeps the first error and leaves through one exit, which frees whatever exists.
 */
#include "lab.h"

extern "C" __global__ void relu(float *out, const float *x, size_t n)
{
    size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
        out[i] = x[i] > 0 ? x[i] : 0;
}

extern "C" __global__ void saxpy(float *out, float a, const float *x, const float *y, size_t n)
{
    size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
        out[i] = a * x[i] + y[i];
}

extern "C" __global__ void stamp(int *out, int X, int Y, int Z)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int z = blockIdx.z * blockDim.z + threadIdx.z;
    if (x >= X || y >= Y || z >= Z)
        return;
    int block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    int thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    int threads = blockDim.x * blockDim.y * blockDim.z;
    out[((size_t)z * Y + y) * X + x] = block * threads + thread;
}

extern "C" __global__ void softmax_rows(float *out, const float *x, int R, int C)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= R)
        return;
    const float *row = x + (size_t)r * C;
    float top = -INFINITY, sum = 0;
    for (int j = 0; j < C; j++) {
        float larger = fmaxf(top, row[j]);
        sum = sum * expf(top - larger) + expf(row[j] - larger);
        top = larger;
    }
    for (int j = 0; j < C; j++)
        out[(size_t)r * C + j] = expf(row[j] - top) / sum;
}

extern "C" __global__ void matmul(float *c, const float *a, const float *b, int M, int N, int K)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= M || j >= N)
        return;
    float sum = 0;
    for (int k = 0; k < K; k++)
        sum += a[(size_t)i * K + k] * b[(size_t)k * N + j];
    c[(size_t)i * N + j] = sum;
}

HD long long global_index(unsigned block, unsigned threads, unsigned thread)
{
    return (long long)block * threads + thread;
}

HD int plan(struct extent *grid, struct extent problem, struct extent block)
{
    *grid = { 0, 0, 0 };
    if (block.x < 1 || block.y < 1 || block.z < 1 || block.x > 1024 || block.y > 1024 || block.z > 64 ||
        block.x * block.y * block.z > 1024)
        return RT_BAD_LAUNCH;
    if (!problem.x || !problem.y || !problem.z)
        return RT_OK;
    struct extent g = { (problem.x + block.x - 1) / block.x, (problem.y + block.y - 1) / block.y,
                        (problem.z + block.z - 1) / block.z };
    if (g.x > 0x7fffffff || g.y > 65535 || g.z > 65535)
        return RT_BAD_LAUNCH;
    *grid = g;
    return RT_OK;
}

#define CK(call)                       \
    do {                               \
        if ((status = (call)) != RT_OK) \
            goto done;                 \
    } while (0)

HD int relu_on(struct rt *rt, long long n)
{
    int status = RT_OK, x = 0, out = 0;
    long long bytes = n * (long long)sizeof(float);

    if (!n)
        return RT_OK;
    CK(rt_malloc(rt, &x, bytes));
    CK(rt_malloc(rt, &out, bytes));
    CK(rt_copy_in(rt, x, bytes));
    rt_launch(rt, (n + RT_THREADS - 1) / RT_THREADS, RT_THREADS, out, x);
    CK(rt_last_error(rt)); /* was it taken? */
    CK(rt_sync(rt));       /* did it run? */
    CK(rt_copy_out(rt, out, bytes));
done:
    rt_free(rt, out); /* their errors would hide the first one */
    rt_free(rt, x);
    return status;
}
