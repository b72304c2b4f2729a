/*
 * naive.cu: every answer right, in the shapes that a CPU programmer's hand writes first.
 *
 * relu, saxpy: each thread gets a stretch of its own and walks along it. On a CPU that is what a core
 * wants. Here the 32 lanes of a warp work in the same cycle, each in another stretch, so one request
 * touches 32 sectors and uses 4 bytes of each: an efficiency of one eighth.
 *
 * stamp, global_index, plan, relu_on: as in ref.cu; there is no slower way worth showing. They repeat
 * here because a rung of the ladder is a whole file.
 *
 * softmax_rows: three passes over the row: the maximum, the sum, the quotients.
 *
 * matmul: threadIdx.x runs down the rows of c. Same sums, but the lanes' loads of a and stores to c
 * are a whole row apart.
 */
#include "lab.h"

extern "C" __global__ void relu(float *out, const float *x, size_t n)
{
    size_t threads = (size_t)gridDim.x * blockDim.x, share = (n + threads - 1) / threads;
    size_t from = ((size_t)blockIdx.x * blockDim.x + threadIdx.x) * share;
    for (size_t i = from; i < from + share && i < n; i++)
        out[i] = x[i] > 0 ? x[i] : 0;
}

extern "C" __global__ void saxpy(float *out, float a, const float *x, const float *y, size_t n)
{
    size_t threads = (size_t)gridDim.x * blockDim.x, share = (n + threads - 1) / threads;
    size_t from = ((size_t)blockIdx.x * blockDim.x + threadIdx.x) * share;
    for (size_t i = from; i < from + share && i < n; i++)
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
    for (int j = 0; j < C; j++)
        top = fmaxf(top, row[j]);
    for (int j = 0; j < C; j++)
        sum += expf(row[j] - top);
    for (int j = 0; j < C; j++)
        out[(size_t)r * C + j] = expf(row[j] - top) / sum;
}

extern "C" __global__ void matmul(float *c, const float *a, const float *b, int M, int N, int K)
{
    /* the runner's grid lies along N; with a side of 16 both ways the tiles can change places */
    int tile = blockIdx.y * gridDim.x + blockIdx.x, down = (M + 15) / 16;
    int i = tile % down * 16 + threadIdx.x;
    int j = tile / down * 16 + threadIdx.y;
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

HD int relu_on(struct rt *rt, long long n)
{
    int x = 0, out = 0;
    long long bytes = n * (long long)sizeof(float);
    int status = n ? rt_malloc(rt, &x, bytes) : RT_OK;

    if (n && !status)
        status = rt_malloc(rt, &out, bytes);
    if (n && !status)
        status = rt_copy_in(rt, x, bytes);
    if (n && !status) {
        rt_launch(rt, (n + RT_THREADS - 1) / RT_THREADS, RT_THREADS, out, x);
        status = rt_last_error(rt);
    }
    if (n && !status)
        status = rt_sync(rt);
    if (n && !status)
        status = rt_copy_out(rt, out, bytes);
    rt_free(rt, out);
    rt_free(rt, x);
    return status;
}
