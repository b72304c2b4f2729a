/*
 * bench.cu: the calculator against NVIDIA's, and three kernels at every occupancy.
 *
 *   nvcc -O3 -std=c++17 -arch=sm_90a -I labs/g04-occupancy -I kernels/g04-occupancy -o /tmp/g04 \
 *        kernels/g04-occupancy/bench.cu && /tmp/g04
 *
 * First every number of registers, many block sizes and many sizes of shared memory against the calculator that comes
 * with the toolkit as a header, for six compute capabilities: that needs no GPU (`/tmp/g04 host` does this alone). Then
 * kernels of this file as the compiler has built them, against cudaOccupancyMaxActiveBlocksPerMultiprocessor of the GPU.
 * Last the times: medians of 15 rounds, in which every variant has a turn, on a cold L2.
 */
#include "../bench.cuh"
#include "lab.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include <cuda_occupancy.h>

#include "ref.cu"

enum { KiB = 1024, ROUNDS = 15 };

/* curriculum/hw.lua, cards cc75 to cc100 */
static const struct capability {
    int major, minor;
    struct sm m;
} known[] = {
    {7, 5, {32, 16, 65536, 64 * KiB, 64 * KiB, 0, 256}},       {8, 0, {64, 32, 65536, 164 * KiB, 163 * KiB, 1024, 128}},
    {8, 6, {48, 16, 65536, 100 * KiB, 99 * KiB, 1024, 128}},   {8, 9, {48, 24, 65536, 100 * KiB, 99 * KiB, 1024, 128}},
    {9, 0, {64, 32, 65536, 228 * KiB, 227 * KiB, 1024, 128}},  {10, 0, {64, 32, 65536, 228 * KiB, 227 * KiB, 1024, 128}},
};

static int nvidia(const struct capability *c, struct shape k)
{
    cudaOccDeviceProp p;
    memset(&p, 0, sizeof p);
    p.computeMajor = c->major, p.computeMinor = c->minor;
    p.maxThreadsPerBlock = MAX_THREADS, p.maxThreadsPerMultiprocessor = c->m.warps * WARP;
    p.regsPerBlock = p.regsPerMultiprocessor = c->m.regs;
    p.warpSize = WARP, p.numSms = 100;
    p.sharedMemPerBlock = 48 * KiB, p.sharedMemPerMultiprocessor = c->m.smem;
    p.sharedMemPerBlockOptin = c->m.smem_block, p.reservedSharedMemPerBlock = c->m.smem_reserve;
    cudaOccFuncAttributes a;
    memset(&a, 0, sizeof a);
    a.maxThreadsPerBlock = MAX_THREADS, a.numRegs = k.regs, a.shmemLimitConfig = FUNC_SHMEM_LIMIT_OPTIN;
    a.maxDynamicSharedSizeBytes = c->m.smem_block;
    cudaOccDeviceState state;
    memset(&state, 0, sizeof state);
    state.carveoutConfig = SHAREDMEM_CARVEOUT_DEFAULT;
    cudaOccResult r;
    int status = cudaOccMaxActiveBlocksPerMultiprocessor(&r, &p, &a, &state, k.threads, k.smem);
    return status == CUDA_OCC_SUCCESS ? r.activeBlocksPerMultiprocessor : -status;
}

static long against_header(const struct capability *c)
{
    long rows = 0, apart = 0;
    unsigned limits;
    for (int threads = 1; threads <= MAX_THREADS; threads += threads % WARP == 1 ? 31 : 1)
        for (int regs = 1; regs <= MAX_REGS; regs++)
            for (int smem = 0; smem <= c->m.smem_block; smem += smem < 2048 ? 97 : 3001, rows++) {
                struct shape k = {threads, regs, smem};
                int mine = resident(&c->m, k, &limits), theirs = nvidia(c, k);
                if (mine != theirs && !apart++)
                    printf("%d.%d: %d threads, %d registers, %d bytes: %d, and cuda_occupancy.h says %d\n", c->major,
                           c->minor, threads, regs, smem, mine, theirs);
            }
    printf("sm_%d%d: %ld shapes against cuda_occupancy.h, %ld apart\n", c->major, c->minor, rows, apart);
    return apart;
}

/* --- the GPU's own answer ------------------------------------------------------------------------- */

template <int R> __global__ void __maxnreg__(R) capped(float *c, const float *a, const float *b, int N, int K)
{
    tile_body(c, a, b, N, K);
}

typedef void tile_fn(float *, const float *, const float *, int, int);

static long against_api(const struct capability *c)
{
    static tile_fn *const kernels[] = {capped<24>, capped<32>, capped<40>, capped<48>, capped<56>, capped<64>,
                                       capped<72>, capped<80>, capped<88>, capped<96>, capped<112>, capped<128>};
    long rows = 0, apart = 0;
    for (tile_fn *fn : kernels) {
        cudaFuncAttributes a;
        OK(cudaFuncGetAttributes(&a, fn));
        OK(cudaFuncSetAttribute(fn, cudaFuncAttributeMaxDynamicSharedMemorySize, c->m.smem_block));
        for (int threads : {1, 32, 33, 64, 96, 128, 160, 192, 224, 256, 352, 384, 512, 768, 1000, 1024})
            for (int smem : {0, 1, 1000, 7168, 20 * KiB, 28 * KiB, 28 * KiB + 1, 56 * KiB, 57 * KiB, 75 * KiB, 100 * KiB,
                             c->m.smem_block}) {
                int theirs = -1;
                unsigned limits;
                OK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&theirs, fn, threads, smem));
                int mine = resident(&c->m, {threads, a.numRegs, smem + (int)a.sharedSizeBytes}, &limits);
                rows++;
                if (mine != theirs && apart++ < 3)
                    printf("%d threads, %d registers, %d bytes: %d, and the API says %d\n", threads, a.numRegs, smem,
                           mine, theirs);
            }
    }
    printf("%ld launches against cudaOccupancyMaxActiveBlocksPerMultiprocessor, %ld apart\n", rows, apart);
    return apart;
}

/* --- times ---------------------------------------------------------------------------------------- */

template <int B> __global__ void __launch_bounds__(BLOCK, B) hops_at(int *y, const int *next, int n)
{
    hops_body(y, next, n);
}
template <int B> __global__ void __launch_bounds__(BLOCK, B) fan_at(float *y, const float *x, int n)
{
    fan_body(y, x, n);
}
template <int B> __global__ void __launch_bounds__(BLOCK, B) tile_at(float *c, const float *a, const float *b, int N, int K)
{
    tile_body(c, a, b, N, K);
}
__global__ void hops_free(int *y, const int *next, int n) { hops_body(y, next, n); }
__global__ void fan_free(float *y, const float *x, int n) { fan_body(y, x, n); }
__global__ void tile_free(float *c, const float *a, const float *b, int N, int K) { tile_body(c, a, b, N, K); }

static const int n = 1 << 22, N = 4096, K = 512;
static float *in, *out, *flush;
static int *next, *ends;
static const size_t FLUSH = 256 << 20;

struct variant_run {
    const char *kernel, *bounds;
    const void *fn;
    int smem;
    std::vector<float> ms;
};

static void go(const variant_run &v)
{
    int length = n, wide = N, deep = K;
    const float *b = in + (size_t)N * K;
    void *hop[] = {&ends, &next, &length}, *column[] = {&out, &in, &length}, *product[] = {&out, &in, &b, &wide, &deep};
    void **args = v.kernel[0] == 'h' ? hop : v.kernel[0] == 'f' ? column : product;
    dim3 grid = v.kernel[0] == 't' ? dim3(N / TILE, N / TILE) : dim3((n + BLOCK - 1) / BLOCK);
    OK(cudaLaunchKernel(v.fn, grid, dim3(BLOCK), args, v.smem, 0));
}

static void time_all(const struct capability *c)
{
    const int s25 = smem_cap(&c->m, 2), s12 = smem_cap(&c->m, 1), s50 = smem_cap(&c->m, 4);
    std::vector<variant_run> runs = {
        {"hops", "(256, 8)", (void *)hops_at<8>, 0}, {"hops", "none", (void *)hops_free, 0},
        {"hops", "none", (void *)hops_free, s50},    {"hops", "none", (void *)hops_free, s25},
        {"hops", "none", (void *)hops_free, s12},    {"fan", "none", (void *)fan_free, 0},
        {"fan", "(256, 2)", (void *)fan_at<2>, 0},   {"fan", "(256, 4)", (void *)fan_at<4>, 0},
        {"fan", "(256, 5)", (void *)fan_at<5>, 0},   {"fan", "(256, 8)", (void *)fan_at<8>, 0},
        {"fan", "(256, 2)", (void *)fan_at<2>, s12}, {"tile", "none", (void *)tile_free, 0},
        {"tile", "(256, 1)", (void *)tile_at<1>, 0}, {"tile", "(256, 2)", (void *)tile_at<2>, 0},
        {"tile", "(256, 3)", (void *)tile_at<3>, 0}, {"tile", "(256, 4)", (void *)tile_at<4>, 0},
        {"tile", "(256, 8)", (void *)tile_at<8>, 0}, {"tile", "(256, 2)", (void *)tile_at<2>, s12},
    };
    cudaEvent_t from, to;
    OK(cudaEventCreate(&from));
    OK(cudaEventCreate(&to));
    for (variant_run &v : runs)
        OK(cudaFuncSetAttribute(v.fn, cudaFuncAttributeMaxDynamicSharedMemorySize, c->m.smem_block));
    for (int round = -2; round < ROUNDS; round++)
        for (variant_run &v : runs) {
            float ms;
            OK(cudaMemsetAsync(flush, round, FLUSH));
            OK(cudaEventRecord(from));
            go(v);
            OK(cudaEventRecord(to));
            OK(cudaEventSynchronize(to));
            OK(cudaEventElapsedTime(&ms, from, to));
            if (round >= 0)
                v.ms.push_back(ms);
        }
    printf("\nkernel  bounds      shared B  registers  blocks  occupancy  median µs  fastest of its kernel = 1\n");
    for (variant_run &v : runs) {
        cudaFuncAttributes a;
        unsigned limits;
        OK(cudaFuncGetAttributes(&a, v.fn));
        std::sort(v.ms.begin(), v.ms.end());
        float best = v.ms[ROUNDS / 2];
        for (variant_run &w : runs)
            if (!strcmp(w.kernel, v.kernel)) {
                std::vector<float> sorted = w.ms;
                std::sort(sorted.begin(), sorted.end());
                best = std::min(best, sorted[ROUNDS / 2]);
            }
        int blocks = resident(&c->m, {BLOCK, a.numRegs, v.smem}, &limits);
        printf("%-6s  %-10s  %8d  %9d  %6d  %7.1f %%  %9.1f  %.2f\n", v.kernel, v.bounds, v.smem, a.numRegs, blocks,
               100.0 * blocks * BLOCK / WARP / c->m.warps, v.ms[ROUNDS / 2] * 1e3, v.ms[ROUNDS / 2] / best);
    }
}

static void inputs(void)
{
    std::vector<int> walk(n);
    std::vector<float> x((size_t)FAN * n);
    unsigned state = 1;
    for (int &w : walk)
        w = (int)((state = state * 1664525u + 1013904223u) >> 8) % n;
    for (float &v : x)
        v = (float)((state = state * 1664525u + 1013904223u) >> 8) / (1 << 24) - .5f;
    OK(cudaMalloc(&in, x.size() * sizeof(float)));
    OK(cudaMalloc(&out, x.size() * sizeof(float)));
    OK(cudaMalloc(&flush, FLUSH));
    OK(cudaMalloc(&next, n * sizeof(int)));
    OK(cudaMalloc(&ends, n * sizeof(int)));
    OK(cudaMemcpy(in, x.data(), x.size() * sizeof(float), cudaMemcpyHostToDevice));
    OK(cudaMemcpy(next, walk.data(), n * sizeof(int), cudaMemcpyHostToDevice));
}

int main(int argc, char **)
{
    long apart = 0;
    for (const struct capability &c : known)
        apart += against_header(&c);
    if (argc > 1)
        return apart != 0;
    cudaDeviceProp p;
    OK(cudaGetDeviceProperties(&p, 0));
    printf("%s\n", p.name);
    for (const struct capability &c : known)
        if (c.major == p.major && c.minor == p.minor) {
            apart += against_api(&c);
            inputs();
            time_all(&c);
        }
    return apart != 0;
}
