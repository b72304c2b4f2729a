// bug_mbarrier.cu: mistakes with mbarrier objects. Each is told at its line.
// native no
#include "hop.h"

// args never
// expect-error mbarrier-init @nv|@nv_wait
__global__ void never(const int *a, int *o)
{
    __shared__ uint64_t bar;
    MBAR_ARRIVE(&bar); //@nv
    MBAR_WAIT(&bar, 0); //@nv_wait
    o[threadIdx.x] = a[threadIdx.x];
}
// args after_inval
// expect-error mbarrier-init @ai
__global__ void after_inval(const int *a, int *o)
{
    __shared__ uint64_t bar;
    if (threadIdx.x == 0) {
        MBAR_INIT(&bar, 1);
        MBAR_ARRIVE(&bar);
        MBAR_WAIT(&bar, 0);
        MBAR_INVAL(&bar);
        MBAR_ARRIVE(&bar); //@ai
    }
    o[threadIdx.x] = a[threadIdx.x];
}
// args too_many
// expect-error api @tm
__global__ void too_many(const int *a, int *o)
{
    __shared__ uint64_t bar;
    if (threadIdx.x == 0) {
        MBAR_INIT(&bar, 16);
        MBAR_EXPECT(&bar, 16);
    }
    __syncthreads();
    MBAR_ARRIVE(&bar); //@tm
    o[threadIdx.x] = a[threadIdx.x];
}
// args missing_arrival
// expect-error deadlock @ma
__global__ void missing_arrival(const int *a, int *o)
{
    __shared__ uint64_t bar;
    if (threadIdx.x == 0)
        MBAR_INIT(&bar, 33);
    __syncthreads();
    MBAR_ARRIVE(&bar);
    MBAR_WAIT(&bar, 0); //@ma
    o[threadIdx.x] = a[threadIdx.x];
}
// args too_few_bytes
// expect-error deadlock @tf
__global__ void too_few_bytes(const int *a, int *o)
{
    __shared__ __align__(128) int s[256];
    __shared__ uint64_t bar;
    if (threadIdx.x == 0)
        MBAR_INIT(&bar, 1);
    __syncthreads();
    if (threadIdx.x == 0) {
        MBAR_ARRIVE_EXPECT(&bar, 1024);
        BULK_LOAD(s, a, 512, &bar);
    }
    MBAR_WAIT(&bar, 0); //@tf
    o[threadIdx.x] = s[threadIdx.x];
}
// args too_many_bytes
// expect-error deadlock @tb
__global__ void too_many_bytes(const int *a, int *o)
{
    __shared__ __align__(128) int s[256];
    __shared__ uint64_t bar;
    if (threadIdx.x == 0)
        MBAR_INIT(&bar, 1);
    __syncthreads();
    if (threadIdx.x == 0) {
        MBAR_ARRIVE_EXPECT(&bar, 512);
        BULK_LOAD(s, a, 1024, &bar);
    }
    MBAR_WAIT(&bar, 0); //@tb
    o[threadIdx.x] = s[threadIdx.x];
}
// nobody expects the bytes: the phase ends by the arrival alone
// args no_expect
// expect-error async-hazard @ne
__global__ void no_expect(const int *a, int *o)
{
    __shared__ __align__(128) int s[256];
    __shared__ uint64_t bar;
    if (threadIdx.x == 0)
        MBAR_INIT(&bar, 1);
    __syncthreads();
    if (threadIdx.x == 0) {
        BULK_LOAD(s, a, 1024, &bar);
        MBAR_ARRIVE(&bar);
    }
    MBAR_WAIT(&bar, 0);
    o[threadIdx.x] = s[threadIdx.x]; //@ne
}
// a wait for the phase before passes at once
// args wrong_phase
// expect-error async-hazard @wp
__global__ void wrong_phase(const int *a, int *o)
{
    __shared__ __align__(128) int s[256];
    __shared__ uint64_t bar;
    if (threadIdx.x == 0)
        MBAR_INIT(&bar, 1);
    __syncthreads();
    if (threadIdx.x == 0) {
        MBAR_ARRIVE_EXPECT(&bar, 1024);
        BULK_LOAD(s, a, 1024, &bar);
    }
    MBAR_WAIT(&bar, 1);
    o[threadIdx.x] = s[threadIdx.x]; //@wp
}
// the second turn of a buffer, waited for with the first one's parity
// args parity_kept
// expect-error async-hazard @pk
__global__ void parity_kept(const int *a, int *o)
{
    __shared__ __align__(128) int s[64];
    __shared__ uint64_t bar;
    if (threadIdx.x == 0)
        MBAR_INIT(&bar, 1);
    __syncthreads();
    int sum = 0;
    for (int k = 0; k < 2; k++) {
        if (threadIdx.x == 0) {
            MBAR_ARRIVE_EXPECT(&bar, 256);
            BULK_LOAD(s, a + 64 * k, 256, &bar);
        }
        MBAR_WAIT(&bar, 0);
        sum += s[threadIdx.x]; //@pk
        __syncthreads();
    }
    o[threadIdx.x] = sum;
}
// args again
// expect-error api @ag
// allow-error deadlock
// expect-exit *
__global__ void again(const int *a, int *o)
{
    __shared__ __align__(128) int s[64];
    __shared__ uint64_t bar;
    if (threadIdx.x == 0) {
        MBAR_INIT(&bar, 1);
        MBAR_ARRIVE_EXPECT(&bar, 256);
        BULK_LOAD(s, a, 256, &bar);
        MBAR_INIT(&bar, 1); //@ag
        MBAR_WAIT(&bar, 0);
    }
    __syncthreads();
    o[threadIdx.x] = s[threadIdx.x];
}
// args no_complete
// expect-error api @nc
__global__ void no_complete(const int *a, int *o)
{
    __shared__ uint64_t bar;
    if (threadIdx.x == 0) {
        uint64_t state;
        MBAR_INIT(&bar, 2);
        asm volatile("mbarrier.arrive.noComplete.release.cta.shared::cta.b64 %0, [%1], %2;" : "=l"(state) : "r"(S(&bar)), "r"(2) : "memory"); //@nc
    }
    o[threadIdx.x] = a[threadIdx.x];
}
// args zero
// expect-error api @ze
__global__ void zero(const int *a, int *o)
{
    __shared__ uint64_t bar;
    if (threadIdx.x == 0)
        MBAR_INIT(&bar, 0); //@ze
    o[threadIdx.x] = a[threadIdx.x];
}
// what was written before the arrival is read by who has not waited
// args not_waited
// expect-error race @nw|@nw_write
// allow-error uninitialised @nw
__global__ void not_waited(const int *a, int *o)
{
    __shared__ int s[64];
    __shared__ uint64_t bar;
    if (threadIdx.x == 0)
        MBAR_INIT(&bar, 64);
    __syncthreads();
    s[threadIdx.x] = a[threadIdx.x]; //@nw_write
    MBAR_ARRIVE(&bar);
    o[threadIdx.x] = s[63 - threadIdx.x]; //@nw
    MBAR_WAIT(&bar, 0);
}

int main(int argc, char **argv)
{
    const char *w = argc > 1 ? argv[1] : "";
    int *a = t_dev<int>(1024, [](int i) { return i; }), *o = t_dev<int>(1024);
#define CASE(name, n) if (!strcmp(w, #name)) name<<<1, n>>>(a, o)
    CASE(never, 1);
    CASE(after_inval, 32);
    CASE(too_many, 32);
    CASE(missing_arrival, 32);
    CASE(too_few_bytes, 64);
    CASE(too_many_bytes, 64);
    CASE(no_expect, 64);
    CASE(wrong_phase, 64);
    CASE(parity_kept, 64);
    CASE(again, 32);
    CASE(no_complete, 32);
    CASE(zero, 32);
    CASE(not_waited, 64);
    cudaDeviceSynchronize();
    while (t_nowned > 0)
        cudaFree(t_owned[--t_nowned]);
    puts("ok");
    return 0;
}
