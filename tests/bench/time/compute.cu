// Chains of each pipe, special functions, shared memory's banks, shuffles, barriers, constants, divergence.
#include <cuda_fp16.h>
#include "common.cuh"
template <class T, int ILP> __global__ void fma_chain(T *o, T x, int steps)
{
    T r[ILP];
    for (int k = 0; k < ILP; k++)
        r[k] = (T)(threadIdx.x + k);
    for (int s = 0; s < steps; s++)
        for (int k = 0; k < ILP; k++)
            r[k] = r[k] * x + (T)0.5;
    T sum = 0;
    for (int k = 0; k < ILP; k++)
        sum += r[k];
    o[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
template <int ILP> __global__ void half_chain(__half2 *o, float x, int steps)
{
    __half2 m = __float2half2_rn(x), c = __float2half2_rn(0.5f), r[ILP];
    for (int k = 0; k < ILP; k++)
        r[k] = __float2half2_rn((float)(threadIdx.x + k));
    for (int s = 0; s < steps; s++)
        for (int k = 0; k < ILP; k++)
            r[k] = __hfma2(r[k], m, c);
    __half2 sum = r[0];
    for (int k = 1; k < ILP; k++)
        sum = __hadd2(sum, r[k]);
    o[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
__global__ void hash(unsigned *o, int rounds)
{
    unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = 0; k < rounds; k++) {
        x ^= x >> 16;
        x *= 0x7feb352du;
        x ^= x >> 15;
        x *= 0x846ca68bu;
        x ^= x >> 16;
    }
    o[blockIdx.x * blockDim.x + threadIdx.x] = x;
}
__global__ void int_adds(int *o, int x, int steps)
{
    int a = threadIdx.x, b = x, c = blockIdx.x, d = 7;
    for (int k = 0; k < steps; k++)
        a += b ^ k, b += c ^ a, c += d ^ b, d += a ^ c;
    o[blockIdx.x * blockDim.x + threadIdx.x] = a + b + c + d;
}
__global__ void exps(float *o, float x, int steps)
{
    float a = threadIdx.x * 0.001f, b = x;
    for (int k = 0; k < steps; k++)
        a = __expf(-a) + 0.1f, b = __expf(-b) + 0.2f;
    o[blockIdx.x * blockDim.x + threadIdx.x] = a + b;
}
__global__ void precise(float *o, float x, int steps)
{
    float a = threadIdx.x * 0.001f + 1;
    for (int k = 0; k < steps; k++)
        a = expf(-a) + x / (a + 1.0f) + sqrtf(a);
    o[blockIdx.x * blockDim.x + threadIdx.x] = a;
}
__global__ void divides(int *o, int d, int steps)
{
    int a = threadIdx.x + 1000000;
    for (int k = 0; k < steps; k++)
        a = a / d + a % (d + k) + 1000000;
    o[blockIdx.x * blockDim.x + threadIdx.x] = a;
}
template <int STRIDE> __global__ void banks(float *o, int steps)
{
    __shared__ float t[32 * 32];
    for (int k = threadIdx.x; k < 1024; k += blockDim.x)
        t[k] = (float)k;
    __syncthreads();
    int p = threadIdx.x % 32 * STRIDE % 1024;
    float s = 0;
    for (int k = 0; k < steps; k++) {
        s += t[p];
        p = (p + 32) & 1023;
    }
    o[blockIdx.x * blockDim.x + threadIdx.x] = s;
}
__global__ void shuffles(float *o, int steps)
{
    float v = threadIdx.x;
    for (int k = 0; k < steps; k++)
        v += __shfl_xor_sync(0xffffffffu, v, 1 << k % 5);
    o[blockIdx.x * blockDim.x + threadIdx.x] = v;
}
__global__ void barriers(float *o, int steps)
{
    __shared__ float t[1024];
    t[threadIdx.x] = threadIdx.x;
    __syncthreads();
    float s = 0;
    for (int k = 0; k < steps; k++) {
        s += t[(threadIdx.x + k) % blockDim.x];
        __syncthreads();
        t[threadIdx.x] = s;
        __syncthreads();
    }
    o[blockIdx.x * blockDim.x + threadIdx.x] = s;
}
__constant__ float coef[1024];
__global__ void constants(float *o, int stride, int steps)
{
    float s = 0;
    int p = threadIdx.x * stride;
    for (int k = 0; k < steps; k++)
        s += coef[(p + k) & 1023];
    o[blockIdx.x * blockDim.x + threadIdx.x] = s;
}
template <int WAYS> __global__ void diverge(float *o, int steps)
{
    int way = threadIdx.x % WAYS;
    float v = threadIdx.x;
    for (int k = 0; k < steps; k++)
        for (int w = 0; w < WAYS; w++)
            if (w == way)
                for (int j = 0; j < 4; j++)
                    v = v * 1.01f + (float)w;
    o[blockIdx.x * blockDim.x + threadIdx.x] = v;
}
__global__ void collatz(int *o, int from)
{
    unsigned long long x = from + blockIdx.x * blockDim.x + threadIdx.x;
    int n = 0;
    while (x > 1) {
        x = x & 1 ? 3 * x + 1 : x / 2;
        n++;
    }
    o[blockIdx.x * blockDim.x + threadIdx.x] = n;
}
__global__ void mandelbrot(int *o, int width, int limit)
{
    int px = blockIdx.x * blockDim.x + threadIdx.x, py = blockIdx.y * blockDim.y + threadIdx.y, k = 0;
    float cx = -2.0f + 3.0f * px / width, cy = -1.5f + 3.0f * py / width, x = 0, y = 0;
    while (k < limit && x * x + y * y < 4.0f) {
        float t = x * x - y * y + cx;
        y = 2 * x * y + cy;
        x = t;
        k++;
    }
    o[py * width + px] = k;
}
int main()
{
    float *o = zeros(1 << 20);
    double *od = (double *)zeros(1 << 21);
    RUN(fma_chain<float, 1><<<132, 32>>>(o, 0.9f, 2048));
    RUN(fma_chain<float, 4><<<132, 32>>>(o, 0.9f, 2048));
    RUN(fma_chain<float, 1><<<132, 512>>>(o, 0.9f, 1024));
    RUN(fma_chain<float, 2><<<264, 512>>>(o, 0.9f, 512));
    RUN(fma_chain<float, 4><<<528, 256>>>(o, 0.9f, 512));
    RUN(fma_chain<float, 8><<<528, 256>>>(o, 0.9f, 512));
    RUN(fma_chain<float, 8><<<1056, 256>>>(o, 0.9f, 256));
    RUN(fma_chain<float, 1><<<1056, 256>>>(o, 0.9f, 512));
    RUN(fma_chain<double, 1><<<132, 128>>>(od, 0.9, 512));
    RUN(fma_chain<double, 4><<<528, 256>>>(od, 0.9, 256));
    RUN(fma_chain<double, 8><<<132, 64>>>(od, 0.9, 512));
    RUN(half_chain<4><<<528, 256>>>((__half2 *)o, 0.9f, 256));
    RUN(half_chain<1><<<132, 128>>>((__half2 *)o, 0.9f, 512));
    RUN(hash<<<1056, 256>>>((unsigned *)o, 64));
    RUN(hash<<<132, 64>>>((unsigned *)o, 256));
    RUN(int_adds<<<528, 256>>>((int *)o, 3, 256));
    RUN(exps<<<528, 256>>>(o, 0.5f, 128));
    RUN(exps<<<132, 64>>>(o, 0.5f, 512));
    RUN(precise<<<264, 256>>>(o, 0.5f, 64));
    RUN(divides<<<264, 256>>>((int *)o, 17, 64));
    RUN(banks<1><<<264, 256>>>(o, 256));
    RUN(banks<2><<<264, 256>>>(o, 256));
    RUN(banks<4><<<264, 256>>>(o, 256));
    RUN(banks<8><<<264, 256>>>(o, 256));
    RUN(banks<32><<<264, 256>>>(o, 256));
    RUN(banks<1><<<132, 32>>>(o, 1024));
    RUN(shuffles<<<528, 256>>>(o, 128));
    RUN(shuffles<<<132, 32>>>(o, 1024));
    RUN(barriers<<<264, 256>>>(o, 128));
    RUN(barriers<<<132, 1024>>>(o, 64));
    RUN(constants<<<528, 256>>>(o, 0, 256));
    RUN(constants<<<264, 256>>>(o, 1, 128));
    RUN(diverge<1><<<264, 256>>>(o, 128));
    RUN(diverge<2><<<264, 256>>>(o, 64));
    RUN(diverge<8><<<264, 256>>>(o, 16));
    RUN(diverge<32><<<264, 256>>>(o, 4));
    RUN(collatz<<<256, 256>>>((int *)o, 1));
    RUN(mandelbrot<<<dim3(32, 64), dim3(16, 8)>>>((int *)o, 512, 256));
    std::puts("done");
}
