/*
 * bench.cu: cycles that one thread waits, space by space, on a GPU: a chain of dependent FMAs, a chase in shared memory,
 * and chases in rings that fit L1, L2 and neither (one stop a line, shuffled). The figures of the lesson's table come
 * from it; each is the least of five runs, by clock64.
 *
 *   nvcc -O3 -std=c++17 -arch=sm_90a -o /tmp/g02 kernels/g02-memspaces/bench.cu && /tmp/g02
 */
#include "../bench.cuh"
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

enum { STOPS = 1024, LINE = 32 /* ints */ };

__global__ void fma_chain(float a, float b, int steps, float *end, long long *t)
{
    float x = a;
    long long t0 = clock64();
#pragma unroll 64
    for (int k = 0; k < steps; k++)
        x = fmaf(x, b, a);
    *t = clock64() - t0;
    *end = x;
}

__global__ void shared_chain(const int *next, int steps, int *end, long long *t)
{
    __shared__ int ring[STOPS];
    for (int k = 0; k < STOPS; k++)
        ring[k] = next[k];
    int i = 0;
    long long t0 = clock64();
#pragma unroll 16
    for (int k = 0; k < steps; k++)
        i = ring[i];
    *t = clock64() - t0;
    *end = i;
}

__global__ void chain(const int *next, int steps, int *end, long long *t)
{
    int i = 0;
    for (int k = 0; k < steps; k++)
        i = next[i];
    long long t0 = clock64();
    for (int k = 0; k < steps; k++)
        i = next[i];
    *t = clock64() - t0;
    *end = i;
}

/* One ring through `stops` places that are `apart` ints from one another. */
static std::vector<int> ring(size_t stops, size_t apart)
{
    std::vector<int> h(stops * apart);
    for (size_t i = 0; i < h.size(); i++)
        h[i] = (int)i;
    for (size_t i = stops; i-- > 1;)
        std::swap(h[i * apart], h[((size_t)rand() << 16 ^ rand()) % i * apart]);
    return h;
}

static int *on_device(const std::vector<int> &h)
{
    int *d;
    OK(cudaMalloc(&d, h.size() * 4));
    OK(cudaMemcpy(d, h.data(), h.size() * 4, cudaMemcpyHostToDevice));
    return d;
}

template <class F> static double least(F f, int steps, long long *t)
{
    double best = 1e30;
    for (int k = 0; k < 5; k++) {
        long long cycles;
        f();
        OK(cudaGetLastError());
        OK(cudaMemcpy(&cycles, t, 8, cudaMemcpyDeviceToHost));
        best = std::min(best, (double)cycles / steps);
    }
    return best;
}

int main()
{
    cudaDeviceProp prop;
    OK(cudaGetDeviceProperties(&prop, 0));
    printf("%s\n", prop.name);
    int *end;
    long long *t;
    OK(cudaMalloc(&end, 8));
    OK(cudaMalloc(&t, 8));
    int fmas = 1 << 16;
    printf("fma       %7.1f cycles\n", least([&] { fma_chain<<<1, 1>>>(.5f, .25f, fmas, (float *)end, t); }, fmas, t));
    int *small = on_device(ring(STOPS, 1));
    printf("shared    %7.1f cycles a hop\n", least([&] { shared_chain<<<1, 1>>>(small, 1 << 14, end, t); }, 1 << 14, t));
    for (size_t kib = 16; kib <= 1 << 20; kib *= 2) {
        size_t stops = kib * 256 / LINE;
        int steps = (int)std::min(std::max(stops, (size_t)4096), (size_t)1 << 20);
        int *next = on_device(ring(stops, LINE));
        printf("%7zu KiB %7.1f cycles a hop\n", kib, least([&] { chain<<<1, 1>>>(next, steps, end, t); }, steps, t));
        OK(cudaFree(next));
    }
    return 0;
}
