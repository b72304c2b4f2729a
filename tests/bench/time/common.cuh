// What every program of this folder needs: buffers that are filled, and a check of each launch.
#pragma once
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cuda_runtime.h>
#define OK(call)                                                                                                   \
    do {                                                                                                           \
        cudaError_t e_ = (call);                                                                                   \
        if (e_ != cudaSuccess) {                                                                                   \
            std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(e_));                       \
            std::exit(1);                                                                                          \
        }                                                                                                          \
    } while (0)
template <class T> static T *filled(size_t n, T (*f)(size_t))
{
    std::vector<T> h(n);
    for (size_t i = 0; i < n; i++)
        h[i] = f(i);
    T *d;
    OK(cudaMalloc(&d, n * sizeof(T)));
    OK(cudaMemcpy(d, h.data(), n * sizeof(T), cudaMemcpyHostToDevice));
    return d;
}
static unsigned mix(unsigned x)
{
    x ^= x >> 16, x *= 0x7feb352du, x ^= x >> 15, x *= 0x846ca68bu;
    return x ^ x >> 16;
}
static float *floats(size_t n)
{
    return filled<float>(n, [](size_t i) { return (float)(mix((unsigned)i) >> 8) / 16777216.0f; });
}
static float *zeros(size_t n)
{
    float *d;
    OK(cudaMalloc(&d, n * 4));
    OK(cudaMemset(d, 0, n * 4));
    return d;
}
#define RUN(...)                                                                                                   \
    do {                                                                                                           \
        __VA_ARGS__;                                                                                               \
        OK(cudaGetLastError());                                                                                    \
        OK(cudaDeviceSynchronize());                                                                               \
    } while (0)
