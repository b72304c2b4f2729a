/*
 * bench.cu: what the lesson says of times: relu by the number of blocks and with a stretch for each thread, saxpy, matmul
 * with either index along threadIdx.x, and what a launch costs. The median of 13 launches between events; vectors of 256
 * MiB, which no cache holds; the empty kernel 1,000 times by the host's clock.
 *
 *   nvcc -O3 -std=c++17 -arch=sm_90a -I labs/g01-cuda-first -I kernels/g01-cuda-first -o /tmp/g01 \
 *        kernels/g01-cuda-first/bench.cu && /tmp/g01
 */
#include "../bench.cuh"
#include "lab.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define relu naive_relu
#define saxpy naive_saxpy
#define stamp naive_stamp
#define softmax_rows naive_softmax
#define matmul naive_matmul
#define global_index naive_index
#define plan naive_plan
#define relu_on naive_relu_on
namespace naive {
#include "naive.cu"
}
#undef relu
#undef saxpy
#undef stamp
#undef softmax_rows
#undef matmul
#undef global_index
#undef plan
#undef relu_on
#undef CK
#include "ref.cu"

enum { LAUNCHES = 13, SIDE = 4096, CALLS = 1000 };
static const size_t N = (size_t)1 << 26;

__global__ void nothing()
{
}

/* Seconds a call, by the host's clock. */
template <class F> static double call_of(F f)
{
    f();
    OK(cudaDeviceSynchronize());
    auto from = std::chrono::steady_clock::now();
    for (int k = 0; k < CALLS; k++)
        f();
    OK(cudaDeviceSynchronize());
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - from).count() / CALLS;
}

int main()
{
    cudaDeviceProp prop;
    float *x, *y, *out;
    OK(cudaGetDeviceProperties(&prop, 0));
    printf("%s, %d SMs\n", prop.name, prop.multiProcessorCount);
    OK(cudaMalloc(&x, 4 * N));
    OK(cudaMalloc(&y, 4 * N));
    OK(cudaMalloc(&out, 4 * N));
    OK(cudaMemset(x, 0, 4 * N));
    OK(cudaMemset(y, 0, 4 * N));
    for (unsigned blocks : {1u, 132u, 512u, 1056u, 262144u}) {
        double t = time_of([&] { relu<<<blocks, 256>>>(out, x, N); }, LAUNCHES);
        printf("relu      %6u blocks        %9.1f µs  %7.1f GB/s\n", blocks, t * 1e6, 8 * N / t / 1e9);
    }
    double t = time_of([&] { naive::naive_relu<<<512, 256>>>(out, x, N); }, LAUNCHES);
    printf("relu         512, a stretch each %7.1f µs  %7.1f GB/s\n", t * 1e6, 8 * N / t / 1e9);
    t = time_of([&] { saxpy<<<512, 256>>>(out, 2, x, y, N); }, LAUNCHES);
    printf("saxpy        512 blocks        %9.1f µs  %7.1f GB/s\n", t * 1e6, 12 * N / t / 1e9);
    dim3 tiles(SIDE / 16, SIDE / 16), block(16, 16);
    double flop = 2.0 * SIDE * SIDE * SIDE;
    t = time_of([&] { matmul<<<tiles, block>>>(out, x, y, SIDE, SIDE, SIDE); }, LAUNCHES);
    printf("matmul    columns along x      %9.2f ms  %7.2f TFLOP/s\n", t * 1e3, flop / t / 1e12);
    t = time_of([&] { naive::naive_matmul<<<tiles, block>>>(out, x, y, SIDE, SIDE, SIDE); }, LAUNCHES);
    printf("matmul    rows along x         %9.2f ms  %7.2f TFLOP/s\n", t * 1e3, flop / t / 1e12);
    printf("launch    of nothing           %9.2f µs\n", 1e6 * call_of([] { nothing<<<1, 32>>>(); }));
    printf("launch    and wait             %9.2f µs\n", 1e6 * call_of([] {
               nothing<<<1, 32>>>();
               cudaDeviceSynchronize();
           }));
    return 0;
}
