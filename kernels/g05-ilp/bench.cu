/*
 * bench.cu: warps times chains on a GPU, and the lab's eight kernels beside a copy.
 *
 *   nvcc -O3 -std=c++17 -arch=sm_90a -I labs/g05-ilp -I kernels/g05-ilp -o /tmp/g05 kernels/g05-ilp/bench.cu && /tmp/g05
 *
 * First multiply-adds alone: the share of the issue slots that 1 to 32 warps an SM use with 1 to 8 chains each, from the
 * GPU's own clock. Then every kernel's time at several numbers of blocks: medians of 15 rounds in which each has a turn,
 * on a cold L2, as a rate and as a share of a copy of the same bytes in the same run.
 */
#include "../bench.cuh"
#include "lab.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "ref.cu"

enum { STEPS = 4096, ROUNDS = 15 };

template <int CHAINS> __global__ void multiply_add(float *out, long long *cycles, float x, float c)
{
    float p[CHAINS];
#pragma unroll
    for (int k = 0; k < CHAINS; k++)
        p[k] = threadIdx.x + k;
    __syncthreads();
    long long start = clock64();
    for (int s = 0; s < STEPS / 16; s++)
#pragma unroll
        for (int u = 0; u < 16; u++)
#pragma unroll
            for (int k = 0; k < CHAINS; k++)
                p[k] = p[k] * x + c;
    __syncthreads();
    if (threadIdx.x == 0)
        cycles[blockIdx.x] = clock64() - start;
    float sum = 0;
#pragma unroll
    for (int k = 0; k < CHAINS; k++)
        sum += p[k];
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

static float *x, *y, *part, *flush;
static long long *cycles;
static int sms;
static const size_t FLUSH = 256 << 20;
static const long long N = 1 << 26, POLY = 1 << 23;

template <int CHAINS> static void row_of_chains(void)
{
    printf("%d chains ", CHAINS);
    for (int warps : {1, 2, 4, 8, 12, 16, 32}) {
        long long took;
        multiply_add<CHAINS><<<sms, 32 * warps>>>(part, cycles, 1.0001f, .5f);
        multiply_add<CHAINS><<<sms, 32 * warps>>>(part, cycles, 1.0001f, .5f);
        OK(cudaMemcpy(&took, cycles, sizeof took, cudaMemcpyDeviceToHost));
        printf("  %6.1f %%", 100. * warps * CHAINS * STEPS / 4 / took);
    }
    printf("\n");
}

static __global__ void copy(float4 *to, const float4 *from, long long quads)
{
    long long t = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (t < quads)
        to[t] = from[t];
}

enum job { COPY, AXPY_1, AXPY_4, SUM_1, SUM_4, SUM_16, POLY_1, POLY_4, POLY_AHEAD, JOBS };
static const char *const names[JOBS] = {"copy",   "axpy_1", "axpy_4", "sum_1",     "sum_4",
                                        "sum_16", "poly_1", "poly_4", "poly_ahead"};

struct run {
    int job;
    int blocks; /* an SM */
    double bytes;
    std::vector<float> ms;
    float median(void) const
    {
        std::vector<float> s = ms;
        std::sort(s.begin(), s.end());
        return s[s.size() / 2];
    }
};

static void go(const run &r)
{
    int blocks = sms * r.blocks;
    switch (r.job) {
    case COPY: copy<<<(unsigned)(N / 4 / 256), 256>>>((float4 *)y, (const float4 *)x, N / 4); break;
    case AXPY_1: axpy_1<<<(unsigned)(N / 256), 256>>>(y, x, 1.5f, 0, N); break;
    case AXPY_4: axpy_4<<<(unsigned)(N / 1024), 256>>>(y, x, 1.5f, 0, N); break;
    case SUM_1: sum_1<<<blocks, THREADS>>>(part, x, N); break;
    case SUM_4: sum_4<<<blocks, THREADS>>>(part, x, N); break;
    case SUM_16: sum_16<<<blocks, THREADS>>>(part, x, N); break;
    case POLY_1: poly_1<<<blocks, THREADS>>>(y, x, POLY); break;
    case POLY_4: poly_4<<<blocks, THREADS>>>(y, x, POLY); break;
    default: poly_ahead<<<blocks, THREADS>>>(y, x, POLY);
    }
}

static void time_all(void)
{
    std::vector<run> runs = {{COPY, 0, 8. * N}, {AXPY_1, 0, 12. * N}, {AXPY_4, 0, 12. * N}};
    for (int blocks : {1, 4, 16})
        for (int job = SUM_1; job <= SUM_16; job++)
            runs.push_back({job, blocks, 4. * N});
    for (int blocks : {1, 4, 16})
        for (int job = POLY_1; job <= POLY_AHEAD; job++)
            runs.push_back({job, blocks, 8. * POLY});
    cudaEvent_t from, to;
    OK(cudaEventCreate(&from));
    OK(cudaEventCreate(&to));
    for (int round = -2; round < ROUNDS; round++)
        for (run &r : runs) {
            float ms;
            OK(cudaMemsetAsync(flush, round, FLUSH));
            OK(cudaEventRecord(from));
            go(r);
            OK(cudaEventRecord(to));
            OK(cudaEventSynchronize(to));
            OK(cudaEventElapsedTime(&ms, from, to));
            if (round >= 0)
                r.ms.push_back(ms);
        }
    double rate = runs[0].bytes / runs[0].median();
    printf("\nkernel      warps an SM  median µs    GB/s  of the copy  multiply-adds, of the slots at 1.98 GHz\n");
    for (const run &r : runs) {
        double ms = r.median(), slots = (double)POLY * DEGREE / 32 / (sms * 4. * 1.98e6 * ms);
        printf("%-10s  %11s  %9.1f  %6.0f  %11.3f", names[r.job], r.blocks ? std::to_string(4 * r.blocks).c_str() : "full",
               ms * 1e3, r.bytes / ms / 1e6, r.bytes / ms / rate);
        if (r.job >= POLY_1)
            printf("  %.3f", slots);
        printf("\n");
    }
}

int main(void)
{
    cudaDeviceProp p;
    OK(cudaGetDeviceProperties(&p, 0));
    sms = p.multiProcessorCount;
    std::vector<float> numbers(N);
    unsigned state = 1;
    for (float &v : numbers)
        v = (float)((state = state * 1664525u + 1013904223u) >> 8) / (1 << 23) - 1;
    OK(cudaMalloc(&x, N * sizeof(float)));
    OK(cudaMalloc(&y, N * sizeof(float)));
    OK(cudaMalloc(&part, 1 << 24));
    OK(cudaMalloc(&cycles, 1 << 16));
    OK(cudaMalloc(&flush, FLUSH));
    OK(cudaMemcpy(x, numbers.data(), N * sizeof(float), cudaMemcpyHostToDevice));
    OK(cudaMemset(y, 0, N * sizeof(float)));
    printf("%s\nissue slots used by multiply-adds alone, by warps an SM\n          ", p.name);
    for (int warps : {1, 2, 4, 8, 12, 16, 32})
        printf("  %6d  ", warps);
    printf("\n");
    row_of_chains<1>();
    row_of_chains<2>();
    row_of_chains<4>();
    row_of_chains<8>();
    time_all();
    OK(cudaDeviceSynchronize());
    return 0;
}
