// Copies, strides, layouts, gathers, transposes, a pointer chase.
#include "common.cuh"
__global__ void empty() {}
__global__ void copy1(unsigned char *o, const unsigned char *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        o[i] = a[i];
}
__global__ void copy4(float *o, const float *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        o[i] = a[i];
}
__global__ void copy16(float4 *o, const float4 *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        o[i] = a[i];
}
__global__ void copy_loop(float *o, const float *a, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        o[i] = a[i];
}
template <int W> __global__ void strided(float *o, const float *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        o[i] = a[(size_t)i * W];
}
struct body {
    float x, y, z, m, vx, vy, vz, w;
};
__global__ void aos(body *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        b[i].x += b[i].vx * 0.1f;
        b[i].y += b[i].vy * 0.1f;
        b[i].z += b[i].vz * 0.1f;
    }
}
__global__ void soa(float *x, float *y, float *z, const float *vx, const float *vy, const float *vz, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        x[i] += vx[i] * 0.1f;
        y[i] += vy[i] * 0.1f;
        z[i] += vz[i] * 0.1f;
    }
}
__global__ void gather(float *o, const float *a, const int *idx, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        o[i] = a[idx[i]];
}
__global__ void scatter(float *o, const float *a, const int *idx, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        o[idx[i]] = a[i];
}
__global__ void rows(float *o, const float *table, const int *idx, int width)
{
    const float *r = table + (size_t)idx[blockIdx.x] * width;
    for (int k = threadIdx.x; k < width; k += blockDim.x)
        o[(size_t)blockIdx.x * width + k] = r[k];
}
__global__ void chase(const int *next, int *out, int steps)
{
    int p = 0;
    for (int k = 0; k < steps; k++)
        p = next[p];
    *out = p;
}
__global__ void transpose_naive(float *o, const float *a, int n)
{
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    for (int k = 0; k < 32; k += 8)
        o[(size_t)x * n + y + k] = a[(size_t)(y + k) * n + x];
}
template <int P> __global__ void transpose_tile(float *o, const float *a, int n)
{
    __shared__ float t[32][32 + P];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    for (int k = 0; k < 32; k += 8)
        t[threadIdx.y + k][threadIdx.x] = a[(size_t)(y + k) * n + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x, y = blockIdx.x * 32 + threadIdx.y;
    for (int k = 0; k < 32; k += 8)
        o[(size_t)(y + k) * n + x] = t[threadIdx.x][threadIdx.y + k];
}
__global__ void fewloads(float *o, const float *a, int n)
{
    extern __shared__ float big[];
    if (threadIdx.x == 0)
        big[0] = 1;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        o[i] = a[i] * 2.0f;
}
int main()
{
    const int n = 1 << 22;
    float *a = floats(n * 8), *o = zeros(n * 4);
    RUN(empty<<<1, 32>>>());
    RUN(empty<<<1056, 256>>>());
    RUN(empty<<<65536, 32>>>());
    RUN(empty<<<2048, 1024>>>());
    RUN(copy1<<<n / 256, 256>>>((unsigned char *)o, (unsigned char *)a, n));
    RUN(copy4<<<n / 256, 256>>>(o, a, n));
    RUN(copy4<<<n / 4096, 1024>>>(o, a, n / 4));
    RUN(copy4<<<n / 1024, 32>>>(o, a, n / 32));
    RUN(copy16<<<n / 256, 256>>>((float4 *)o, (float4 *)a, n));
    RUN(copy16<<<n / 1024, 256>>>((float4 *)o, (float4 *)a, n / 4));
    RUN(copy_loop<<<264, 256>>>(o, a, n));
    RUN(copy_loop<<<132, 1024>>>(o, a, n));
    RUN(copy_loop<<<16, 256>>>(o, a, n / 4));
    RUN(strided<2><<<n / 512, 256>>>(o, a, n / 2));
    RUN(strided<4><<<n / 512, 256>>>(o, a, n / 2));
    RUN(strided<8><<<n / 512, 256>>>(o, a, n / 2));
    RUN(strided<32><<<n / 1024, 256>>>(o, a, n / 4));
    RUN(strided<3><<<n / 512, 256>>>(o, a, n / 2));
    RUN(aos<<<n / 1024, 256>>>((body *)a, n / 4));
    RUN(soa<<<n / 1024, 256>>>(o, o + n, o + 2 * n, a, a + n, a + 2 * n, n / 4));
    int *far = filled<int>(n, [](size_t i) { return (int)(mix((unsigned)i) % (1u << 25)); });
    int *near = filled<int>(n, [](size_t i) { return (int)(mix((unsigned)i) % (1u << 18)); });
    int *tiny = filled<int>(n, [](size_t i) { return (int)(mix((unsigned)i) % 2048u); });
    RUN(gather<<<n / 1024, 256>>>(o, a, far, n / 4));
    RUN(gather<<<n / 1024, 256>>>(o, a, near, n / 4));
    RUN(gather<<<n / 1024, 256>>>(o, a, tiny, n / 4));
    RUN(scatter<<<n / 1024, 256>>>(o, a, near, n / 4));
    int *row = filled<int>(4096, [](size_t i) { return (int)(mix((unsigned)i) % 32768u); });
    RUN(rows<<<4096, 128>>>(o, a, row, 1024));
    RUN(rows<<<1024, 32>>>(o, a, row, 768));
    // one lap of a random ring, so that the first step of each line misses
    for (int size : {1 << 10, 1 << 19, 1 << 24}) {
        std::vector<int> order(size / 32), next(size, 0);
        for (size_t i = 0; i < order.size(); i++)
            order[i] = (int)i;
        for (size_t i = order.size() - 1; i > 0; i--)
            std::swap(order[i], order[mix((unsigned)i) % (i + 1)]);
        for (size_t i = 0; i < order.size(); i++)
            next[order[i] * 32] = order[(i + 1) % order.size()] * 32;
        int *d;
        OK(cudaMalloc(&d, size * 4ul));
        OK(cudaMemcpy(d, next.data(), size * 4ul, cudaMemcpyHostToDevice));
        RUN(chase<<<1, 1>>>(d, (int *)o, 8192));
    }
    dim3 g(32, 32), b(32, 8);
    RUN(transpose_naive<<<g, b>>>(o, a, 1024));
    RUN(transpose_tile<0><<<g, b>>>(o, a, 1024));
    RUN(transpose_tile<1><<<g, b>>>(o, a, 1024));
    dim3 g2(64, 64);
    RUN(transpose_naive<<<g2, b>>>(o, a, 2048));
    RUN(transpose_tile<1><<<g2, b>>>(o, a, 2048));
    OK(cudaFuncSetAttribute(fewloads, cudaFuncAttributeMaxDynamicSharedMemorySize, 200 << 10));
    RUN(fewloads<<<132, 64, 200 << 10>>>(o, a, n / 2));
    RUN(fewloads<<<132, 256, 200 << 10>>>(o, a, n / 2));
    RUN(fewloads<<<528, 256, 50 << 10>>>(o, a, n / 2));
    std::puts("done");
}
