// sync_named.cu: barriers with a number and a count, as warp-specialised kernels use them.
#include "t.h"

__device__ void bar_sync(int id, int n) { asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(n) : "memory"); }
__device__ void bar_arrive(int id, int n) { asm volatile("bar.arrive %0, %1;" ::"r"(id), "r"(n) : "memory"); }

__global__ void halves(int *o)
{
    // each half of the block meets at a barrier of its own, a different number of times
    __shared__ int s[128];
    int t = threadIdx.x, half = t / 64, x = t;
    for (int k = 0; k < (half ? 3 : 5); k++) {
        s[t] = x;
        bar_sync(1 + half, 64);
        x = s[half * 64 + (t + 1) % 64];
        bar_sync(1 + half, 64);
    }
    __syncthreads();
    o[t] = x;
}
__global__ void producer(int *o, int rounds)
{
    // warp 0 fills two buffers in turn, warp 1 drains them
    __shared__ int s[2][32];
    int lane = threadIdx.x & 31, sum = 0;
    if (threadIdx.x < 32) {
        for (int k = 0; k < rounds; k++) {
            if (k >= 2)
                bar_sync(3 + (k & 1), 64);      // empty
            s[k & 1][lane] = k * 100 + lane;
            bar_arrive(1 + (k & 1), 64);        // full
        }
    } else {
        for (int k = 0; k < rounds; k++) {
            bar_sync(1 + (k & 1), 64);
            sum += s[k & 1][31 - lane];
            if (k + 2 < rounds)
                bar_arrive(3 + (k & 1), 64);
        }
        o[lane] = sum;
    }
}
__global__ void constants(int *o)
{
    __shared__ int s[64];
    s[threadIdx.x] = threadIdx.x;
    asm volatile("bar.sync 0;" ::: "memory");
    int x = s[63 - threadIdx.x];
    asm volatile("barrier.sync 5, 64;" ::: "memory");
    s[threadIdx.x] = x;
    __syncthreads();
    o[threadIdx.x] = s[threadIdx.x ^ 1];
}

int main()
{
    int *o = t_dev<int>(128);
    halves<<<1, 128>>>(o);
    t_is("halves", o, 128, [](int i) { return i / 64 * 64 + (i + (i < 64 ? 5 : 3)) % 64; });
    producer<<<1, 64>>>(o, 9);
    t_is("producer", o, 32, [](int i) { return 100 * 36 + 9 * (31 - i); });
    constants<<<1, 64>>>(o);
    t_is("constants", o, 64, [](int i) { return 63 - (i ^ 1); });
    return t_end();
}
