// bug_early.cu: grids that may begin before the grid before them has ended, and touch what that one uses without waiting.
// native no
#include "t.h"

constexpr int N = 512, T = 128;

__global__ void first(const float *x, float *y, int *n)
{
    asm volatile("griddepcontrol.launch_dependents;");
    int i = blockIdx.x * T + threadIdx.x;
    y[i] = 2 * x[i];
    atomicAdd(n, 1);
}
// args waits
__global__ void waits(float *y, float *z, int *n)
{
    int i = blockIdx.x * T + threadIdx.x;
    z[i] = i;
    asm volatile("griddepcontrol.wait;" ::: "memory");
    z[i] += y[i];
    y[i] = 0;
}
// one thread of the block waits, and the others wait for that thread
// args one_waits
__global__ void one_waits(float *y, float *z, int *n)
{
    int i = blockIdx.x * T + threadIdx.x;
    if (threadIdx.x == 0)
        cudaGridDependencySynchronize();
    __syncthreads();
    z[i] = y[i];
}
// atomics of both need no order
// args both_count
__global__ void both_count(float *y, float *z, int *n)
{
    atomicAdd(n, 1);
    z[blockIdx.x * T + threadIdx.x] = 1;
}
// args reads
// expect-error race @reads
// reports 1
__global__ void reads(float *y, float *z, int *n)
{
    int i = blockIdx.x * T + threadIdx.x;
    z[i] = y[i]; //@reads
}
// args reads_before
// expect-error race @before
// reports 1
__global__ void reads_before(float *y, float *z, int *n)
{
    int i = blockIdx.x * T + threadIdx.x;
    float v = y[i]; //@before
    cudaGridDependencySynchronize();
    z[i] = v;
}
// args overwrites
// expect-error race @over
// reports 1
__global__ void overwrites(float *y, float *z, int *n)
{
    y[blockIdx.x * T + threadIdx.x] = 0; //@over
}
// args no_barrier
// expect-error race @nb
// reports 1
__global__ void no_barrier(float *y, float *z, int *n)
{
    int i = blockIdx.x * T + threadIdx.x;
    if (threadIdx.x == 0)
        cudaGridDependencySynchronize();
    z[i] = y[i]; //@nb
}
// what is neither early nor beside the grid before: nothing is said
// args plain_launch
// args host_waits
// args copy_between
// args by_pointer
// expect-error race @reads

int main(int argc, char **argv)
{
    const char *w = argc > 1 ? argv[1] : "";
    float *x = t_dev<float>(N, [](int i) { return i; }), *y = t_dev<float>(N, [](int) { return 0; }), *z = t_dev<float>(N);
    int *n = t_dev<int>(1, [](int) { return 0; });
    cudaLaunchAttribute at[1];
    cudaLaunchConfig_t c = {};
    c.gridDim = N / T;
    c.blockDim = T;
    c.attrs = at;
    c.numAttrs = 1;
    at[0].id = cudaLaunchAttributeProgrammaticStreamSerialization;
    at[0].val.programmaticStreamSerializationAllowed = strcmp(w, "plain_launch") != 0;
    first<<<N / T, T>>>(x, y, n);
    if (!strcmp(w, "host_waits"))
        CK(cudaDeviceSynchronize());
    if (!strcmp(w, "copy_between"))
        CK(cudaMemsetAsync(z, 0, N * sizeof *z));
    if (!strcmp(w, "by_pointer")) {
        void *args[] = {&y, &z, &n};
        CK(cudaLaunchKernelExC(&c, (const void *)reads, args));
    }
#define CASE(name, k) if (!strcmp(w, #name)) CK(cudaLaunchKernelEx(&c, k, y, z, n));
    CASE(waits, waits) CASE(one_waits, one_waits) CASE(both_count, both_count) CASE(reads, reads)
    CASE(reads_before, reads_before) CASE(overwrites, overwrites) CASE(no_barrier, no_barrier)
    CASE(plain_launch, reads) CASE(host_waits, reads) CASE(copy_between, reads)
    return t_end();
}
