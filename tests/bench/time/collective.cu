// Reductions with each classic mistake, atomics, histograms, scans, sorts.
#include "common.cuh"
__global__ void red_modulo(const float *a, float *o)
{
    __shared__ float s[256];
    int t = threadIdx.x;
    s[t] = a[blockIdx.x * 256 + t];
    __syncthreads();
    for (int d = 1; d < 256; d *= 2) {
        if (t % (2 * d) == 0)
            s[t] += s[t + d];
        __syncthreads();
    }
    if (!t)
        o[blockIdx.x] = s[0];
}
__global__ void red_conflict(const float *a, float *o)
{
    __shared__ float s[256];
    int t = threadIdx.x;
    s[t] = a[blockIdx.x * 256 + t];
    __syncthreads();
    for (int d = 1; d < 256; d *= 2) {
        int i = 2 * d * t;
        if (i < 256)
            s[i] += s[i + d];
        __syncthreads();
    }
    if (!t)
        o[blockIdx.x] = s[0];
}
__global__ void red_sequential(const float *a, float *o)
{
    __shared__ float s[256];
    int t = threadIdx.x;
    s[t] = a[blockIdx.x * 256 + t];
    __syncthreads();
    for (int d = 128; d; d /= 2) {
        if (t < d)
            s[t] += s[t + d];
        __syncthreads();
    }
    if (!t)
        o[blockIdx.x] = s[0];
}
__global__ void red_loop(const float *a, float *o, int n)
{
    __shared__ float s[256];
    int t = threadIdx.x;
    float v = 0;
    for (int i = blockIdx.x * 256 + t; i < n; i += gridDim.x * 256)
        v += a[i];
    s[t] = v;
    __syncthreads();
    for (int d = 128; d; d /= 2) {
        if (t < d)
            s[t] += s[t + d];
        __syncthreads();
    }
    if (!t)
        atomicAdd(o, s[0]);
}
__global__ void red_shuffle(const float4 *a, float *o, int n4)
{
    float v = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n4; i += gridDim.x * blockDim.x) {
        float4 q = a[i];
        v += q.x + q.y + q.z + q.w;
    }
    for (int d = 16; d; d /= 2)
        v += __shfl_down_sync(0xffffffffu, v, d);
    if (threadIdx.x % 32 == 0)
        atomicAdd(o, v);
}
__global__ void red_atomic(const float *a, float *o, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(o, a[i]);
}
__global__ void count_one(int *o)
{
    atomicAdd(o, 1);
}
__global__ void count_many(int *o, int mask)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(&o[i & mask], i);
}
__global__ void take_tickets(int *o, int *slots)
{
    int t = atomicAdd(o, 1);
    slots[t & 0xffff] = threadIdx.x;
}
__global__ void hist_global(const int *a, int *h, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&h[a[i]], 1);
}
__global__ void hist_shared(const int *a, int *h, int n)
{
    __shared__ int s[256];
    if (threadIdx.x < 256)
        s[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&s[a[i]], 1);
    __syncthreads();
    if (threadIdx.x < 256 && s[threadIdx.x])
        atomicAdd(&h[threadIdx.x], s[threadIdx.x]);
}
__global__ void scan_block(const float *a, float *o)
{
    __shared__ float s[2][1024];
    int t = threadIdx.x, at = 0;
    s[0][t] = a[blockIdx.x * 1024 + t];
    __syncthreads();
    for (int d = 1; d < 1024; d *= 2) {
        s[1 - at][t] = t >= d ? s[at][t] + s[at][t - d] : s[at][t];
        at = 1 - at;
        __syncthreads();
    }
    o[blockIdx.x * 1024 + t] = s[at][t];
}
__global__ void scan_warps(const float *a, float *o)
{
    __shared__ float w[32];
    int t = threadIdx.x, lane = t % 32;
    float v = a[blockIdx.x * 1024 + t];
    for (int d = 1; d < 32; d *= 2) {
        float u = __shfl_up_sync(0xffffffffu, v, d);
        if (lane >= d)
            v += u;
    }
    if (lane == 31)
        w[t / 32] = v;
    __syncthreads();
    if (t < 32) {
        float x = w[t];
        for (int d = 1; d < 32; d *= 2) {
            float u = __shfl_up_sync(0xffffffffu, x, d);
            if (lane >= d)
                x += u;
        }
        w[t] = x;
    }
    __syncthreads();
    o[blockIdx.x * 1024 + t] = v + (t >= 32 ? w[t / 32 - 1] : 0);
}
__global__ void bitonic(float *a)
{
    __shared__ float s[512];
    int t = threadIdx.x;
    s[t] = a[blockIdx.x * 512 + t];
    __syncthreads();
    for (int k = 2; k <= 512; k *= 2)
        for (int j = k / 2; j; j /= 2) {
            int p = t ^ j;
            if (p > t && (s[t] > s[p]) == !(t & k)) {
                float x = s[t];
                s[t] = s[p];
                s[p] = x;
            }
            __syncthreads();
        }
    a[blockIdx.x * 512 + t] = s[t];
}
__global__ void odd_even_pass(float *a, int n, int odd)
{
    int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x) + odd;
    if (i + 1 < n && a[i] > a[i + 1]) {
        float x = a[i];
        a[i] = a[i + 1];
        a[i + 1] = x;
    }
}
__global__ void compact(const int *a, int *o, int *count, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    bool keep = i < n && a[i] < 64;
    unsigned m = __ballot_sync(0xffffffffu, keep);
    int lane = threadIdx.x % 32, base = 0;
    if (lane == 0 && m)
        base = atomicAdd(count, __popc(m));
    base = __shfl_sync(0xffffffffu, base, 0);
    if (keep)
        o[base + __popc(m & ((1u << lane) - 1))] = a[i];
}
int main()
{
    const int n = 1 << 20;
    float *a = floats(n * 4), *o = zeros(n * 2);
    RUN(red_modulo<<<n / 256, 256>>>(a, o));
    RUN(red_conflict<<<n / 256, 256>>>(a, o));
    RUN(red_sequential<<<n / 256, 256>>>(a, o));
    RUN(red_loop<<<1056, 256>>>(a, o, 4 * n));
    RUN(red_loop<<<64, 256>>>(a, o, n));
    RUN(red_shuffle<<<528, 256>>>((float4 *)a, o, n));
    RUN(red_atomic<<<n / 1024, 256>>>(a, o, n / 4));
    int *oi = (int *)o, *slots = oi + n;
    RUN(count_one<<<n / 1024, 256>>>(oi));
    RUN(count_many<<<n / 1024, 256>>>(oi, 31));
    RUN(count_many<<<n / 1024, 256>>>(oi, 1023));
    RUN(count_many<<<n / 256, 256>>>(oi, n - 1));
    RUN(take_tickets<<<n / 2048, 256>>>(oi, slots));
    int *flat = filled<int>(n, [](size_t i) { return (int)(mix((unsigned)i) % 256u); });
    int *skew = filled<int>(n, [](size_t i) { return mix((unsigned)i) % 8u ? 7 : (int)(mix((unsigned)i) >> 8 & 255u); });
    RUN(hist_global<<<n / 256, 256>>>(flat, oi, n));
    RUN(hist_global<<<n / 1024, 256>>>(skew, oi, n / 4));
    RUN(hist_shared<<<264, 256>>>(flat, oi, n));
    RUN(hist_shared<<<264, 256>>>(skew, oi, n));
    RUN(scan_block<<<n / 4096, 1024>>>(a, o));
    RUN(scan_warps<<<n / 1024, 1024>>>(a, o));
    RUN(bitonic<<<512, 512>>>(a));
    RUN(odd_even_pass<<<n / 512, 256>>>(a, n, 1));
    RUN(compact<<<n / 256, 256>>>(flat, slots, oi, n));
    std::puts("done");
}
