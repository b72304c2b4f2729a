// bug_async.cu: asynchronous copies that are used too soon or overwritten too soon.
// native no
#include "t.h"
#include <cuda_pipeline.h>

// args no_wait
// expect-error async-hazard|uninitialised @nw
__global__ void no_wait(const int *a, int *o)
{
    __shared__ int s[32];
    __pipeline_memcpy_async(&s[threadIdx.x], &a[threadIdx.x], 4);
    __pipeline_commit();
    __syncthreads();
    o[threadIdx.x] = s[31 - threadIdx.x]; //@nw
    __pipeline_wait_prior(0);
}
// one group too few is waited for
// args one_short
// expect-error async-hazard|uninitialised @os
__global__ void one_short(const int *a, int *o)
{
    __shared__ int s[2][32];
    int t = threadIdx.x;
    for (int k = 0; k < 2; k++) {
        __pipeline_memcpy_async(&s[k][t], &a[k * 32 + t], 4);
        __pipeline_commit();
    }
    __pipeline_wait_prior(1);
    __syncthreads();
    o[t] = s[0][31 - t];
    o[t] += s[1][31 - t]; //@os
    __pipeline_wait_prior(0);
}
// waited, but without a barrier other threads' copies are not seen
// args no_barrier
// expect-error race|async-hazard|uninitialised @nb|@nb_copy
__global__ void no_barrier(const int *a, int *o)
{
    __shared__ int s[64];
    __pipeline_memcpy_async(&s[threadIdx.x], &a[threadIdx.x], 4); //@nb_copy
    __pipeline_commit();
    __pipeline_wait_prior(0);
    o[threadIdx.x] = s[63 - threadIdx.x]; //@nb
}
// the buffer is written while the copy is under way
// args overwritten
// expect-error async-hazard|race @ov
__global__ void overwritten(const int *a, int *o)
{
    __shared__ int s[32];
    __pipeline_memcpy_async(&s[threadIdx.x], &a[threadIdx.x], 4);
    __pipeline_commit();
    s[threadIdx.x] = 5; //@ov
    __pipeline_wait_prior(0);
    __syncthreads();
    o[threadIdx.x] = s[threadIdx.x];
}
// the source ends before the copy does
// args source_end
// expect-error out-of-bounds @sn
__global__ void source_end(const int *a, int *o)
{
    __shared__ int s[32];
    __pipeline_memcpy_async(&s[threadIdx.x], &a[threadIdx.x + 100], 4); //@sn
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    o[threadIdx.x] = s[threadIdx.x];
}
// 16 bytes from a multiple of 4; 8 bytes to one
// args from_four
// expect-error misaligned @ff
__global__ void from_four(const int *a, int *o)
{
    __shared__ int4 s[32];
    __pipeline_memcpy_async(&s[threadIdx.x], &a[1 + 4 * (threadIdx.x % 16)], 16); //@ff
    __pipeline_commit();
    __pipeline_wait_prior(0);
    o[threadIdx.x] = s[threadIdx.x].x;
}
// args to_four
// expect-error misaligned @tf
__global__ void to_four(const int *a, int *o)
{
    __shared__ int2 s[33];
    __pipeline_memcpy_async((int *)&s[threadIdx.x] + 1, &a[2 * threadIdx.x], 8); //@tf
    __pipeline_commit();
    __pipeline_wait_prior(0);
    o[threadIdx.x] = s[threadIdx.x].y;
}

int main(int argc, char **argv)
{
    const char *w = argc > 1 ? argv[1] : "";
    int *a = t_dev<int>(128, [](int i) { return i; }), *o = t_dev<int>(128);
#define CASE(name) if (!strcmp(w, #name))
    CASE(no_wait) no_wait<<<1, 32>>>(a, o);
    CASE(one_short) one_short<<<1, 32>>>(a, o);
    CASE(no_barrier) no_barrier<<<1, 64>>>(a, o);
    CASE(overwritten) overwritten<<<1, 32>>>(a, o);
    CASE(source_end) source_end<<<1, 32>>>(a, o);
    CASE(from_four) from_four<<<1, 32>>>(a, o);
    CASE(to_four) to_four<<<1, 32>>>(a, o);
    cudaDeviceSynchronize();
    while (t_nowned > 0)
        cudaFree(t_owned[--t_nowned]);
    puts("ok");
    return 0;
}
