// async_copy.cu: cp.async through <cuda_pipeline.h>: whole copies, short ones that zero-fill, stages.
#include "t.h"
#include <cuda_pipeline.h>

// expect whole cpa_B == 512
// expect stages cpa_B == 4096
// expect whole cpa_flight_B == 0
// expect stages cpa_flight_B == 464
__global__ void whole(const float4 *a, float4 *o)
{
    __shared__ float4 s[32];
    __pipeline_memcpy_async(&s[threadIdx.x], &a[threadIdx.x], 16); // 32 x 16 = 512 B
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    o[threadIdx.x] = s[31 - threadIdx.x];
}
__global__ void sizes(const int *a, int *o)
{
    __shared__ __align__(16) int s[32 * 8];
    int t = threadIdx.x;
    __pipeline_memcpy_async(&s[t], &a[t], 4);
    __pipeline_memcpy_async(&s[32 + 2 * t], &a[32 + 2 * t], 8);
    __pipeline_memcpy_async(&s[128 + 4 * t], &a[128 + 4 * t], 16, 8); // the last 8 of 16 bytes are zero
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    for (int i = t; i < 256; i += 32)
        if (i < 96 || i >= 128)
            o[i] = s[i];
}
__global__ void stages(const float *a, float *o, int n)
{
    // three stages in flight: 16 tiles of 64 floats, 4 B a thread: 16 x 64 x 4 = 4096 B
    __shared__ float s[3][64];
    int t = threadIdx.x;
    float sum = 0;
    for (int k = 0; k < 2; k++) {
        __pipeline_memcpy_async(&s[k][t], &a[k * 64 + t], 4);
        __pipeline_commit();
    }
    for (int k = 0; k < n; k++) {
        if (k + 2 < n)
            __pipeline_memcpy_async(&s[(k + 2) % 3][t], &a[(k + 2) * 64 + t], 4);
        __pipeline_commit();
        __pipeline_wait_prior(2);
        __syncthreads();
        sum += s[k % 3][63 - t];
        __syncthreads();
    }
    o[t] = sum;
}
__global__ void own_data(const int *a, int *o)
{
    // a thread may read what it copied itself after its own wait, without a barrier
    __shared__ int s[2][32];
    int t = threadIdx.x;
    __pipeline_memcpy_async(&s[0][t], &a[t], 4);
    __pipeline_commit();
    __pipeline_memcpy_async(&s[1][t], &a[32 + t], 4);
    __pipeline_commit();
    __pipeline_wait_prior(1);
    int x = s[0][t];
    __pipeline_wait_prior(0);
    o[t] = x + s[1][t] * 1000;
}
__global__ void short_end(const int *a, int *o)
{
    // a has 29 ints: of the last copy's 16 bytes only the first 4 are there, and only they are read
    __shared__ __align__(16) int s[32];
    int t = threadIdx.x;
    if (t < 8)
        __pipeline_memcpy_async(&s[4 * t], &a[4 * t], 16, t < 7 ? 0 : 12);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    o[t] = s[t];
}

int main()
{
    float4 *q = t_dev<float4>(32, [](int i) { return make_float4(i, i + 1, i + 2, i + 3); }), *p = t_dev<float4>(32);
    whole<<<1, 32>>>(q, p);
    t_is("whole", p, 32, [](int i) { return make_float4(31 - i, 32 - i, 33 - i, 34 - i); });
    int *a = t_dev<int>(256, [](int i) { return i + 1; }), *o = t_dev<int>(256);
    sizes<<<1, 32>>>(a, o);
    t_is("sizes", o, 256, [](int i) { return i >= 96 && i < 128 ? 0 : i >= 128 && i % 4 >= 2 ? 0 : i + 1; });
    float *f = t_dev<float>(1024, [](int i) { return (float)i; }), *g = t_dev<float>(64);
    stages<<<1, 64>>>(f, g, 16);
    t_is("stages", g, 64, [](int i) { return 16.0f * (63 - i) + 64 * 120; });
    own_data<<<1, 32>>>(a, o);
    t_is("own data", o, 32, [](int i) { return i + 1 + (33 + i) * 1000; });
    int *e = t_dev<int>(29, [](int i) { return i + 1; });
    short_end<<<1, 32>>>(e, o);
    t_is("short end", o, 32, [](int i) { return i < 29 ? i + 1 : 0; });
    return t_end();
}
