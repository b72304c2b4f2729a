/*
 * twins.cu: programs.h's first programs in CUDA. tests/cli/warp_machine.sh runs both, the one on the emulator and the
 * other on ref.c, and holds every counter and every word of output of the one against the other's.
 */
#include <cstdio>
#include <cuda_runtime.h>

__global__ void copy(const int *in, int *out)
{
    int t = threadIdx.x;
    out[t] = in[t] + 1;
}

__global__ void stride(const int *in, int *out)
{
    int t = threadIdx.x;
    out[t] = in[8 * t];
}

__global__ void sides(const int *in, int *out)
{
    int t = threadIdx.x, s;
    if (t & 1)
        s = in[t] * 3;
    else
        s = in[t] - 7;
    out[t] = s;
}

__global__ void uniform(const int *in, int *out)
{
    int t = threadIdx.x, s;
    if ((t >> 5) & 1)
        s = in[t] * 3;
    else
        s = in[t] - 7;
    out[t] = s;
}

__global__ void nested(const int *in, int *out)
{
    int t = threadIdx.x, s = 0;
    for (int i = 0; i < 10; i++) {
        int turns = (t + i) & 7;
        for (int j = 0; j < turns; j++)
            s += in[(s + j) & 31];
        out[t] = s;
    }
}

__global__ void breaks(const int *in, int *out)
{
    int t = threadIdx.x, s = 0;
    for (int i = 0; i < 100; i++) {
        if (i == t)
            break;
        s += in[(s + i) & 31];
    }
    out[t] = s;
}

__global__ void leaves(const int *in, int *out)
{
    int t = threadIdx.x, s = 0;
    for (int i = 0; i < 12; i++) {
        if (i == t >> 1)
            return;
        s += in[i];
    }
    out[t] = s;
}

__global__ void collatz(const int *, int *out)
{
    int t = threadIdx.x;
    unsigned n = t + 1;
    while (n != 1)
        if (n & 1) {
            n = 3 * n + 1;
            out[t] = n;
        } else
            n >>= 1;
}

__global__ void reduce(const int *in, int *out)
{
    __shared__ int s[128];
    int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    for (int d = 64; d; d >>= 1) {
        if (t < d)
            s[t] += s[t + d];
        __syncthreads();
    }
    if (!t)
        out[t] = s[t];
}

/* Every fourth word of a row: of neighbours nvcc makes one wider load. */
__device__ void tile(const int *in, int *out, int pitch)
{
    __shared__ int s[32 * 33];
    int t = threadIdx.x, sum = 0;
    for (int r = 0; r < 32; r++)
        s[r * pitch + t] = in[r * 32 + t];
    __syncthreads();
    for (int c = 0; c < 32; c += 4)
        sum += s[t * pitch + c];
    out[t] = sum;
}

__global__ void columns(const int *in, int *out) { tile(in, out, blockDim.x); }
__global__ void padded(const int *in, int *out) { tile(in, out, blockDim.x + 1); }

__global__ void banks(const int *, int *out)
{
    __shared__ int s[128];
    int t = threadIdx.x;
    s[t] = t;
    __syncthreads();
    out[t] = s[(t & 3) * 32];
}

__global__ void early(const int *in, int *out)
{
    int t = threadIdx.x, s = 0;
    if (t & 1) {
        if (t & 2)
            return;
        s = in[t];
    }
    out[t] = s;
}

typedef void kernel(const int *, int *);
static const struct {
    const char *name;
    kernel *run;
    int threads;
} TWINS[] = {
    {"copy", copy, 128},     {"stride", stride, 128},   {"sides", sides, 32},   {"uniform", uniform, 128},
    {"nested", nested, 32},  {"breaks", breaks, 32},    {"leaves", leaves, 32}, {"collatz", collatz, 64},
    {"reduce", reduce, 128}, {"columns", columns, 32},  {"padded", padded, 32}, {"banks", banks, 128},
    {"early", early, 32},
};

int main()
{
    enum { IN = 2048, OUT = 128 };
    static int in[IN], out[OUT];
    int *x, *y;
    for (int k = 0; k < IN; k++)
        in[k] = k * 37 % 32;
    cudaMalloc(&x, sizeof in);
    cudaMalloc(&y, sizeof out);
    cudaMemcpy(x, in, sizeof in, cudaMemcpyHostToDevice);
    for (const auto &k : TWINS) {
        cudaMemset(y, 0, sizeof out);
        k.run<<<1, k.threads>>>(x, y);
        cudaMemcpy(out, y, sizeof out, cudaMemcpyDeviceToHost);
        unsigned sum = 0;
        for (int i = 0; i < OUT; i++)
            sum = sum * 31 + (unsigned)out[i];
        printf("%s %u\n", k.name, sum);
    }
    cudaFree(x);
    cudaFree(y);
    return cudaGetLastError() != cudaSuccess;
}
