/*
 * bench.cuh: what the bench.cu of several labs share: a call that has to succeed, and the time of a launch.
 */
#ifndef KERNELS_BENCH_CUH
#define KERNELS_BENCH_CUH

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

/* Ends the program unless the call of CUDA, or of one of its libraries, gave 0. */
#define OK(x) bench_ok((x), __FILE__, __LINE__)

inline void bench_ok(cudaError_t e, const char *file, int line)
{
    if (e == cudaSuccess)
        return;
    printf("%s:%d %s\n", file, line, cudaGetErrorString(e));
    exit(1);
}

template <class Status> void bench_ok(Status e, const char *file, int line)
{
    if ((int)e == 0)
        return;
    printf("%s:%d error %d\n", file, line, (int)e);
    exit(1);
}

/* Seconds of f(), which launches: the median of so many, each between two events, after two that warm up. */
template <class F> double time_of(F f, int launches = 20)
{
    cudaEvent_t a, z;
    OK(cudaEventCreate(&a));
    OK(cudaEventCreate(&z));
    f();
    f();
    OK(cudaDeviceSynchronize());
    std::vector<float> ms(launches);
    for (float &m : ms) {
        OK(cudaEventRecord(a));
        f();
        OK(cudaEventRecord(z));
        OK(cudaEventSynchronize(z));
        OK(cudaEventElapsedTime(&m, a, z));
    }
    OK(cudaGetLastError());
    OK(cudaEventDestroy(a));
    OK(cudaEventDestroy(z));
    std::sort(ms.begin(), ms.end());
    return ms[launches / 2] * 1e-3;
}

#endif
