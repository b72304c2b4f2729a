// One thing at a time, for the card's figures: constants, atomics, random accesses, memory in one direction, caches, loops.
#include <cuda_fp16.h>
#include <mma.h>
#include "common.cuh"
__device__ unsigned scatter_bits(unsigned x)
{
    x ^= x >> 16, x *= 0x7feb352du, x ^= x >> 15, x *= 0x846ca68bu;
    return x ^ x >> 16;
}
__constant__ float table[1024];
__global__ void constant_ways(float *o, int ways, int steps)
{
    float s = 0;
    int p = threadIdx.x % ways;
    for (int k = 0; k < steps; k++)
        s += table[(p + k) & 1023];
    o[blockIdx.x * blockDim.x + threadIdx.x] = s;
}
__global__ void add_ints(int *o, unsigned mask)
{
    atomicAdd(&o[scatter_bits(blockIdx.x * blockDim.x + threadIdx.x) & mask], 1);
}
__global__ void add_floats(float *o, unsigned mask)
{
    atomicAdd(&o[scatter_bits(blockIdx.x * blockDim.x + threadIdx.x) & mask], 1.0f);
}
__global__ void take_ints(int *o, int *to, unsigned mask)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    to[i] = atomicAdd(&o[scatter_bits(i) & mask], 1);
}
__global__ void add_shared(int *o, int ways, int steps)
{
    __shared__ int s[256];
    s[threadIdx.x] = 0;
    __syncthreads();
    for (int k = 0; k < steps; k++)
        atomicAdd(&s[(threadIdx.x % ways + k) & 255], 1);
    __syncthreads();
    o[blockIdx.x * 256 + threadIdx.x] = s[threadIdx.x];
}
template <class T> __global__ void random_reads(float *o, const T *a, unsigned mask, int each)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    float s = 0;
    for (int k = 0; k < each; k++)
        s += *(const float *)&a[scatter_bits(i + k * 7919u) & mask];
    o[i] = s;
}
template <int W> __global__ void strided_writes(float *o, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        o[(size_t)i * W] = i;
}
__global__ void reads(float *o, const float4 *a, int n4)
{
    float s = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n4; i += gridDim.x * blockDim.x) {
        float4 v = a[i];
        s += v.x + v.y + v.z + v.w;
    }
    o[blockIdx.x * blockDim.x + threadIdx.x] = s;
}
__global__ void writes(float4 *o, int n4)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n4; i += gridDim.x * blockDim.x)
        o[i] = make_float4(1, 2, 3, 4);
}
// each block reads all of it, `laps` times over
__global__ void read_again(float *o, const float *a, int n, int laps)
{
    float s = 0;
    for (int l = 0; l < laps; l++)
        for (int i = threadIdx.x; i < n; i += blockDim.x)
            s += a[i];
    o[blockIdx.x * blockDim.x + threadIdx.x] = s;
}
template <int U> __global__ void loads_ahead(float *o, const float *a, int each)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, all = gridDim.x * blockDim.x;
    float s[U] = {0};
    for (int k = 0; k < each; k += U)
        for (int u = 0; u < U; u++)
            s[u] += a[(size_t)(k + u) * all + i];
    for (int u = 1; u < U; u++)
        s[0] += s[u];
    o[i] = s[0];
}
__global__ void until_done(int *o, unsigned x)
{
    unsigned s = x + blockIdx.x * blockDim.x + threadIdx.x;
    int k = 0;
    while (s % 1024 != 7 && k < 300) {
        s = s * 1664525u + 1013904223u;
        k++;
    }
    o[blockIdx.x * blockDim.x + threadIdx.x] = k;
}
__global__ void until_done_long(int *o, unsigned long long x)
{
    unsigned long long s = x + blockIdx.x * blockDim.x + threadIdx.x;
    int k = 0;
    while (s >> 5 != 1 && k < 200) {
        s = s & 1 ? s + 3 : s / 2 + 40;
        k++;
    }
    o[blockIdx.x * blockDim.x + threadIdx.x] = k;
}
// an outer product of a thread's own 8 x 8, as a register-tiled product has it
__global__ void outer(float *o, int steps)
{
    __shared__ float a[8][128], b[8][128];
    for (int i = threadIdx.x; i < 1024; i += blockDim.x)
        (&a[0][0])[i] = i, (&b[0][0])[i] = i + 1;
    __syncthreads();
    int tx = threadIdx.x % 16 * 8, ty = threadIdx.x / 16 % 16 * 8;
    float c[8][8] = {};
    for (int s = 0; s < steps; s++) {
#pragma unroll
        for (int k = 0; k < 8; k++)
#pragma unroll
            for (int i = 0; i < 8; i++)
#pragma unroll
                for (int j = 0; j < 8; j++)
                    c[i][j] += a[k][ty + i] * b[k][tx + j];
        __syncthreads();
    }
    float sum = 0;
    for (int i = 0; i < 64; i++)
        sum += c[i / 8][i % 8];
    o[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
__global__ void wmma_loads(float *o, const __half *g, int steps, int shared)
{
    using namespace nvcuda::wmma;
    __shared__ __half s[16 * 64];
    for (int i = threadIdx.x; i < 1024; i += blockDim.x)
        s[i] = g[i];
    __syncthreads();
    fragment<matrix_a, 16, 16, 16, __half, row_major> a;
    fragment<matrix_b, 16, 16, 16, __half, row_major> b;
    fragment<accumulator, 16, 16, 16, float> c;
    fill_fragment(c, 0.0f);
    for (int k = 0; k < steps; k++) {
        if (shared) {
            load_matrix_sync(a, s + k % 4 * 16, 64);
            load_matrix_sync(b, s + k % 3 * 16, 64);
        } else {
            load_matrix_sync(a, g + k % 64 * 16, 1024);
            load_matrix_sync(b, g + k % 63 * 16, 1024);
        }
        mma_sync(c, a, b, c);
    }
    store_matrix_sync(o + (blockIdx.x * blockDim.x + threadIdx.x) / 32 * 256, c, 16, mem_row_major);
}
// one block in `of` has `more` times the work
__global__ void uneven(float *o, const float *a, int of, int each, int more)
{
    int steps = blockIdx.x % of ? each : each * more;
    float s = 0;
    for (int k = 0; k < steps; k++)
        s = s * 0.5f + a[(k * 1024 + threadIdx.x) & 0xfffff];
    o[blockIdx.x * blockDim.x + threadIdx.x] = s;
}
int main()
{
    const int n = 1 << 20;
    float *a = floats(n * 32), *o = zeros(n * 32);
    int *oi = (int *)o;
    for (int ways : {1, 2, 8, 32})
        RUN(constant_ways<<<264, 256>>>(o, ways, 64));
    RUN(constant_ways<<<132, 32>>>(o, 1, 512));
    for (int lg : {0, 2, 4, 6, 8, 10, 13, 16, 20})
        RUN(add_ints<<<1024, 256>>>(oi, (1u << lg) - 1));
    RUN(add_ints<<<4096, 256>>>(oi, 255));
    RUN(add_ints<<<4096, 256>>>(oi, n - 1));
    for (int lg : {0, 4, 8, 12, 20})
        RUN(add_floats<<<1024, 256>>>(o, (1u << lg) - 1));
    for (int lg : {0, 4, 8, 12, 20})
        RUN(take_ints<<<1024, 256>>>(oi, oi + n, (1u << lg) - 1));
    for (int ways : {1, 2, 8, 32, 256})
        RUN(add_shared<<<264, 256>>>(oi, ways, 32));
    for (int lg : {14, 18, 21, 23, 25})
        RUN(random_reads<float><<<2048, 256>>>(o, a, (1u << lg) - 1, 2));
    RUN(random_reads<float><<<264, 256>>>(o, a, (1u << 25) - 1, 16));
    RUN(random_reads<float4><<<2048, 256>>>(o, (float4 *)a, (1u << 23) - 1, 2));
    RUN(strided_writes<1><<<4096, 256>>>(o, n));
    RUN(strided_writes<2><<<4096, 256>>>(o, n));
    RUN(strided_writes<8><<<4096, 256>>>(o, n));
    RUN(strided_writes<32><<<4096, 256>>>(o, n));
    RUN(reads<<<1056, 256>>>(o, (float4 *)a, 8 * n));
    RUN(reads<<<1056, 256>>>(o, (float4 *)a, n));
    RUN(writes<<<1056, 256>>>((float4 *)o, 8 * n));
    RUN(writes<<<1056, 256>>>((float4 *)o, n));
    RUN(read_again<<<264, 256>>>(o, a, 4096, 8));
    RUN(read_again<<<132, 1024>>>(o, a, 65536, 1));
    RUN(read_again<<<132, 1024>>>(o, a, 65536, 2));
    RUN(loads_ahead<1><<<132, 64>>>(o, a, 256));
    RUN(loads_ahead<4><<<132, 64>>>(o, a, 256));
    RUN(loads_ahead<16><<<132, 64>>>(o, a, 256));
    RUN(loads_ahead<4><<<528, 256>>>(o, a, 64));
    RUN(until_done<<<528, 256>>>(oi, 5));
    RUN(until_done_long<<<264, 256>>>(oi, 1ull << 40));
    RUN(outer<<<132, 256>>>(o, 8));
    RUN(outer<<<264, 256>>>(o, 8));
    RUN(wmma_loads<<<264, 128>>>(o, (__half *)a, 256, 1));
    RUN(wmma_loads<<<264, 128>>>(o, (__half *)a, 256, 0));
    RUN(uneven<<<264, 256>>>(o, a, 264, 16, 32));
    RUN(uneven<<<2640, 128>>>(o, a, 10, 16, 8));
    std::puts("done");
}
