/*
 * bench.cu: the ladder on a GPU beside a plain copy of the same bytes in the same run, outside the grader: the median of
 * 20 launches between events at the sizes of the lesson; every rung is held against the definition first.
 *
 *   nvcc -O3 -std=c++17 -arch=sm_90a -I labs/w02-transpose -I kernels/w02-transpose -o /tmp/w02 \
 *        kernels/w02-transpose/bench.cu && /tmp/w02
 */
#include "../bench.cuh"
#include "lab.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define vadd naive_vadd
#define transpose_naive naive_naive
#define transpose_tiled naive_tiled
#define transpose_wide naive_wide
namespace naive {
#include "naive.cu"
}
#undef vadd
#undef transpose_naive
#undef transpose_tiled
#undef transpose_wide
#define vadd ref_vadd
#define transpose_naive ref_naive
#define transpose_tiled ref_tiled
#define transpose_wide ref_wide
namespace ref {
#include "ref.cu"
}
#undef vadd
#undef transpose_naive
#undef transpose_tiled
#undef transpose_wide
#define vadd opt_vadd
#define transpose_naive opt_naive
#define transpose_tiled opt_tiled
#define transpose_wide opt_wide
namespace opt {
#include "opt.cu"
}

typedef void transpose_fn(float *, const float *, int, int);

/* What the lesson also speaks of: the tiled kernel's launch that only copies; lanes along the rows of out; a tile whose
 * stores are the naive kernel's; and the tile with other pitches. */
__global__ void copytile(float *out, const float *in, int R, int C)
{
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    for (int j = 0; j < TILE; j += ROWS)
        if (x < C && y + j < R)
            out[(size_t)(y + j) * C + x] = in[(size_t)(y + j) * C + x];
}

__global__ void swapped(float *out, const float *in, int R, int C)
{
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    for (int j = 0; j < TILE; j += ROWS)
        if (x < R && y + j < C)
            out[(size_t)(y + j) * R + x] = in[(size_t)x * C + y + j];
}

template <int PITCH, bool TURN> __global__ void pitched(float *out, const float *in, int R, int C)
{
    __shared__ float tile[TILE][PITCH];
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
#pragma unroll
    for (int j = 0; j < TILE; j += ROWS)
        if (x < C && y + j < R)
            tile[threadIdx.y + j][threadIdx.x] = in[(size_t)(y + j) * C + x];
    __syncthreads();
    if (!TURN) {
#pragma unroll
        for (int j = 0; j < TILE; j += ROWS)
            if (x < C && y + j < R)
                out[(size_t)x * R + y + j] = tile[threadIdx.y + j][threadIdx.x];
        return;
    }
    x = blockIdx.y * TILE + threadIdx.x;
    y = blockIdx.x * TILE + threadIdx.y;
#pragma unroll
    for (int j = 0; j < TILE; j += ROWS)
        if (x < R && y + j < C)
            out[(size_t)(y + j) * R + x] = tile[threadIdx.x][threadIdx.y + j];
}

static const struct {
    const char *name;
    transpose_fn *run;
    int side; /* of the tile */
} ladder[] = {
    {"naive", naive::naive_naive, TILE}, {"ref tiled", ref::ref_tiled, TILE}, {"ref wide", ref::ref_wide, WIDE},
    {"opt tiled", opt::opt_tiled, TILE}, {"opt wide", opt::opt_wide, WIDE},
    {"swapped", swapped, TILE}, {"for show", pitched<TILE + 1, false>, TILE}, {"pitch 32", pitched<TILE, true>, TILE},
    {"pitch 33", pitched<TILE + 1, true>, TILE}, {"pitch 36", pitched<TILE + 4, true>, TILE},
};

__global__ void number(float *p, size_t n)
{
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        p[i] = (float)(i & 0xffffff);
}

__global__ void copy(float4 *o, const float4 *i, size_t n)
{
    for (size_t k = (size_t)blockIdx.x * blockDim.x + threadIdx.x; k < n; k += (size_t)gridDim.x * blockDim.x)
        o[k] = i[k];
}

__global__ void differ(const float *out, const float *in, int n, unsigned *wrong)
{
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < (size_t)n * n; i += (size_t)gridDim.x * blockDim.x)
        if (out[i] != in[i % n * n + i / n])
            atomicAdd(wrong, 1);
}

static void at(int n, int sms)
{
    size_t bytes = (size_t)n * n * 4;
    float *in, *out;
    unsigned *wrong, count;
    OK(cudaMalloc(&in, bytes));
    OK(cudaMalloc(&out, bytes));
    OK(cudaMalloc(&wrong, 4));
    number<<<1024, 256>>>(in, (size_t)n * n);
    double plain = time_of([&] { copy<<<sms * 16, 256>>>((float4 *)out, (const float4 *)in, bytes / 16); });
    double library = time_of([&] { cudaMemcpyAsync(out, in, bytes, cudaMemcpyDeviceToDevice); });
    double best = std::min(plain, library);
    printf("\n%d x %d: copy kernel %.1f µs, cudaMemcpy %.1f µs, %.0f GB/s read + written\n", n, n, plain * 1e6,
           library * 1e6, 2 * bytes / best / 1e9);
    for (auto &k : ladder) {
        unsigned tiles = (n + k.side - 1) / k.side;
        OK(cudaMemset(out, 0xff, bytes));
        OK(cudaMemset(wrong, 0, 4));
        double t = time_of([&] { k.run<<<dim3(tiles, tiles), dim3(TILE, ROWS)>>>(out, in, n, n); });
        differ<<<1024, 256>>>(out, in, n, wrong);
        OK(cudaMemcpy(&count, wrong, 4, cudaMemcpyDeviceToHost));
        printf("  %-10s %9.1f µs  %.3f of the copy%s\n", k.name, t * 1e6, best / t, count ? "  WRONG" : "");
    }
    dim3 tiles((n + TILE - 1) / TILE, (n + TILE - 1) / TILE);
    double t = time_of([&] { copytile<<<tiles, dim3(TILE, ROWS)>>>(out, in, n, n); });
    printf("  %-10s %9.1f µs  %.3f of the copy\n", "copytile", t * 1e6, best / t);
    if (n == 8192) {
        float *sum;
        OK(cudaMalloc(&sum, bytes));
        t = time_of([&] { ref::ref_vadd<<<4096, 256>>>(in, out, sum, (size_t)n * n); });
        printf("  %-10s %9.1f µs\n", "vadd, ref", t * 1e6);
        t = time_of([&] { opt::opt_vadd<<<4096, 256>>>(in, out, sum, (size_t)n * n); });
        printf("  %-10s %9.1f µs\n", "vadd, opt", t * 1e6);
        OK(cudaFree(sum));
    }
    OK(cudaFree(in));
    OK(cudaFree(out));
    OK(cudaFree(wrong));
}

int main()
{
    cudaDeviceProp prop;
    OK(cudaGetDeviceProperties(&prop, 0));
    printf("%s, %d SMs\n", prop.name, prop.multiProcessorCount);
    for (int n : {4096, 8192, 16384, 32768})
        at(n, prop.multiProcessorCount);
    return 0;
}
