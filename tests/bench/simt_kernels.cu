// simt_kernels.cu: what tests/bench/simt times. Each kernel is launched `repeat` times after one that warms up.
//     simt_kernels KERNEL [repeat]
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <mma.h>

__global__ void vecadd(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}
__global__ void transpose_naive(const float *a, float *o, int n)
{
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    o[x * n + y] = a[y * n + x];
}
__global__ void transpose_tiled(const float *a, float *o, int n)
{
    __shared__ float s[32][33];
    int tx = threadIdx.x, ty = threadIdx.y;
    s[ty][tx] = a[(blockIdx.y * 32 + ty) * n + blockIdx.x * 32 + tx];
    __syncthreads();
    o[(blockIdx.x * 32 + ty) * n + blockIdx.y * 32 + tx] = s[tx][ty];
}
__global__ void reduce_shared(const float *in, float *out, int n)
{
    extern __shared__ float s[];
    unsigned t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    s[t] = i < (unsigned)n ? in[i] : 0;
    __syncthreads();
    for (unsigned k = blockDim.x / 2; k > 0; k >>= 1) {
        if (t < k)
            s[t] += s[t + k];
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = s[0];
}
__global__ void reduce_shuffle(const float *in, float *out, int n)
{
    __shared__ float part[32];
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31, w = threadIdx.x >> 5;
    float v = i < n ? in[i] : 0;
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffff, v, d);
    if (lane == 0)
        part[w] = v;
    __syncthreads();
    if (w == 0) {
        v = lane < (int)blockDim.x / 32 ? part[lane] : 0;
        for (int d = 16; d > 0; d /= 2)
            v += __shfl_xor_sync(0xffffffff, v, d);
        if (lane == 0)
            atomicAdd(out, v);
    }
}
__global__ void matmul_naive(const float *a, const float *b, float *c, int n)
{
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    float s = 0;
    for (int k = 0; k < n; k++)
        s += a[y * n + k] * b[k * n + x];
    c[y * n + x] = s;
}
__global__ void matmul_tiled(const float *a, const float *b, float *c, int n)
{
    __shared__ float as[32][32], bs[32][32];
    int tx = threadIdx.x, ty = threadIdx.y, x = blockIdx.x * 32 + tx, y = blockIdx.y * 32 + ty;
    float s = 0;
    for (int t = 0; t < n; t += 32) {
        as[ty][tx] = a[y * n + t + tx];
        bs[ty][tx] = b[(t + ty) * n + x];
        __syncthreads();
        for (int k = 0; k < 32; k++)
            s += as[ty][k] * bs[k][tx];
        __syncthreads();
    }
    c[y * n + x] = s;
}
__global__ void histogram(const unsigned char *in, unsigned *out, int n)
{
    __shared__ unsigned s[256];
    s[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&s[in[i]], 1u);
    __syncthreads();
    atomicAdd(&out[threadIdx.x], s[threadIdx.x]);
}
__device__ float block_all(float v, float *s, bool maximum)
{
    for (int d = 16; d > 0; d /= 2) {
        float u = __shfl_xor_sync(0xffffffff, v, d);
        v = maximum ? fmaxf(v, u) : v + u;
    }
    if ((threadIdx.x & 31) == 0)
        s[threadIdx.x / 32] = v;
    __syncthreads();
    v = s[0];
    for (int w = 1; w < 8; w++)
        v = maximum ? fmaxf(v, s[w]) : v + s[w];
    __syncthreads();
    return v;
}
__global__ void softmax(const float *in, float *out, int n)
{
    __shared__ float s[8];
    const float *x = in + (size_t)blockIdx.x * n;
    float m = -1e30f, sum = 0;
    for (int i = threadIdx.x; i < n; i += 256)
        m = fmaxf(m, x[i]);
    m = block_all(m, s, true);
    for (int i = threadIdx.x; i < n; i += 256)
        sum += expf(x[i] - m);
    sum = block_all(sum, s, false);
    for (int i = threadIdx.x; i < n; i += 256)
        out[(size_t)blockIdx.x * n + i] = expf(x[i] - m) / sum;
}
__global__ void collatz(const int *in, int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned x = in[i] + 1, c = 0;
    while (x != 1) {
        x = x & 1 ? 3 * x + 1 : x / 2;
        c++;
    }
    out[i] = c;
}
__global__ void wmma_gemm(const half *a, const half *b, float *c, int n)
{
    using namespace nvcuda;
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> fb;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
    wmma::fill_fragment(fc, 0.0f);
    for (int k = 0; k < n; k += 16) {
        wmma::load_matrix_sync(fa, a + blockIdx.y * 16 * n + k, n);
        wmma::load_matrix_sync(fb, b + k * n + blockIdx.x * 16, n);
        wmma::mma_sync(fc, fa, fb, fc);
    }
    wmma::store_matrix_sync(c + blockIdx.y * 16 * n + blockIdx.x * 16, fc, n, wmma::mem_row_major);
}

int main(int argc, char **argv)
{
    const char *k = argc > 1 ? argv[1] : "vecadd";
    int repeat = argc > 2 ? atoi(argv[2]) : 3;
    const size_t bytes = 4 << 22;
    float *a, *b, *c;
    cudaMalloc(&a, bytes);
    cudaMalloc(&b, bytes);
    cudaMalloc(&c, bytes);
    int *h = (int *)malloc(bytes);
    for (size_t i = 0; i < bytes / 4; i++)
        h[i] = i % 1000;
    cudaMemcpy(a, h, bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(b, h, bytes, cudaMemcpyHostToDevice);
    cudaMemset(c, 0, bytes);
    if (strcmp(k, "collatz") && strcmp(k, "histogram"))
        for (float **p : { &a, &b })
            cudaMemset(*p, 0, bytes);
    for (int r = 0; r <= repeat; r++) {
        if (!strcmp(k, "vecadd"))
            vecadd<<<16384, 256>>>(a, b, c, 1 << 22);
        else if (!strcmp(k, "transpose_naive"))
            transpose_naive<<<dim3(32, 32), dim3(32, 32)>>>(a, c, 1024);
        else if (!strcmp(k, "transpose_tiled"))
            transpose_tiled<<<dim3(32, 32), dim3(32, 32)>>>(a, c, 1024);
        else if (!strcmp(k, "reduce_shared"))
            reduce_shared<<<4096, 256, 1024>>>(a, c, 1 << 20);
        else if (!strcmp(k, "reduce_shuffle"))
            reduce_shuffle<<<4096, 256>>>(a, c, 1 << 20);
        else if (!strcmp(k, "matmul_naive_256"))
            matmul_naive<<<dim3(16, 16), dim3(16, 16)>>>(a, b, c, 256);
        else if (!strcmp(k, "matmul_tiled_256"))
            matmul_tiled<<<dim3(8, 8), dim3(32, 32)>>>(a, b, c, 256);
        else if (!strcmp(k, "matmul_naive_512"))
            matmul_naive<<<dim3(32, 32), dim3(16, 16)>>>(a, b, c, 512);
        else if (!strcmp(k, "matmul_tiled_512"))
            matmul_tiled<<<dim3(16, 16), dim3(32, 32)>>>(a, b, c, 512);
        else if (!strcmp(k, "histogram"))
            histogram<<<64, 256>>>((unsigned char *)a, (unsigned *)c, 1 << 20);
        else if (!strcmp(k, "softmax"))
            softmax<<<512, 256>>>(a, c, 1024);
        else if (!strcmp(k, "collatz"))
            collatz<<<256, 256>>>((int *)a, (int *)c, 1 << 16);
        else if (!strcmp(k, "wmma_256"))
            wmma_gemm<<<dim3(16, 16), 32>>>((half *)a, (half *)b, c, 256);
    }
    cudaError_t e = cudaDeviceSynchronize();
    if (e != cudaSuccess)
        printf("%s\n", cudaGetErrorString(e));
    cudaFree(a);
    cudaFree(b);
    cudaFree(c);
    free(h);
    return e != cudaSuccess;
}
