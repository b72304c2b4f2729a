#include "lab.h"

/* First the three that read a report; then the five below, which are right and slow. Profile each of them before you
 * change it (`ridge profile w18-bottleneck`), and write down which counter your change is to move. */

extern "C" __global__ void speed_of_light(float *sol, int *unit, const float *report, const float *machine, int n)
{
    /* yours */
}

extern "C" __global__ void name_bound(int *bound, const float *report, const float *machine, int n)
{
    /* yours */
}

extern "C" __global__ void roof_point(float *point, const float *report, const float *machine, int n)
{
    /* yours */
}

extern "C" __global__ void lengths(float *out, const float *p, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float x = p[3ll * i], y = p[3ll * i + 1], z = p[3ll * i + 2];
    out[i] = sqrtf(x * x + y * y + z * z);
}

extern "C" __global__ void row_sums(float *out, const float *x, int R)
{
    __shared__ float tile[WIDTH][WIDTH];
    int t = threadIdx.x, first = blockIdx.x * WIDTH;
    for (int r = 0; r < WIDTH && first + r < R; r++)
        tile[r][t] = x[(long long)(first + r) * WIDTH + t];
    __syncthreads();
    if (first + t >= R)
        return;
    float sum = 0;
    for (int c = 0; c < WIDTH; c++)
        sum += tile[t][c];
    out[first + t] = sum;
}

extern "C" __global__ void mixed(unsigned *y, const unsigned *x, long long n)
{
    long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = i % RARE ? light(x[i]) : heavy(x[i]);
}

extern "C" __global__ void dots(float *out, const float *a, const float *b, int R, int C)
{
    int r = blockIdx.x, lane = threadIdx.x;
    if (r >= R)
        return;
    float sum = 0;
    for (int c = lane; c < C; c += 32)
        sum += a[(long long)r * C + c] * b[(long long)r * C + c];
    for (int d = 16; d; d /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, d);
    if (lane == 0)
        out[r] = sum;
}

extern "C" __global__ void classes(int *count, const int *x, long long n)
{
    int T = gridDim.x * blockDim.x, t = blockIdx.x * blockDim.x + threadIdx.x;
    int have[CLASSES] = {};
    for (long long i = t; i < n; i += T)
        have[x[i]]++;
    for (int k = 0; k < CLASSES; k++)
        count[k * T + t] = have[k];
}
