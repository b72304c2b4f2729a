// bug_bulk.cu: bulk copies whose data are used too soon, changed too late, or whose arguments are wrong.
// native no
#include "hop.h"

#define SETUP(n)                                                                                                  \
    __shared__ __align__(128) int s[256];                                                                         \
    __shared__ uint64_t bar;                                                                                      \
    int t = threadIdx.x;                                                                                          \
    if (t == 0)                                                                                                   \
        MBAR_INIT(&bar, n);                                                                                       \
    __syncthreads()

// args read_early
// expect-error async-hazard @re
__global__ void read_early(const int *a, int *o)
{
    SETUP(1);
    if (t == 0) {
        MBAR_ARRIVE_EXPECT(&bar, 1024);
        BULK_LOAD(s, a, 1024, &bar);
    }
    o[t] = s[t]; //@re
    MBAR_WAIT(&bar, 0);
}
// args written_under_way
// expect-error async-hazard @wu
__global__ void written_under_way(const int *a, int *o)
{
    SETUP(1);
    if (t == 0) {
        MBAR_ARRIVE_EXPECT(&bar, 1024);
        BULK_LOAD(s, a, 1024, &bar);
    }
    s[t] = 7; //@wu
    MBAR_WAIT(&bar, 0);
    o[t] = s[t];
}
// one warp waits, the other reads
// args other_warp
// expect-error race|async-hazard @ow
__global__ void other_warp(const int *a, int *o)
{
    SETUP(1);
    if (t == 0) {
        MBAR_ARRIVE_EXPECT(&bar, 1024);
        BULK_LOAD(s, a, 1024, &bar);
    }
    if (t < 32)
        MBAR_WAIT(&bar, 0);
    else
        o[t] = s[t]; //@ow
}
// one warp waits, and the other reads after a while
// args seen_by_one
// expect-error race @so
__global__ void seen_by_one(const int *a, int *o)
{
    __shared__ uint64_t other;
    SETUP(1);
    if (t < 32) {
        if (t == 0) {
            MBAR_ARRIVE_EXPECT(&bar, 1024);
            BULK_LOAD(s, a, 1024, &bar);
        }
        MBAR_WAIT(&bar, 0);
        o[t] = s[t];
    } else {
        if (t == 32)
            MBAR_INIT(&other, 1);
        __syncwarp();
        uint32_t done;
        for (int k = 0; k < 300; k++)
            MBAR_TEST(done, &other, 0);
        o[t] = s[t] + done; //@so
    }
}
// never waited for
// args never_waited
// expect-error async-hazard @nv
__global__ void never_waited(const int *a, int *o)
{
    SETUP(1);
    if (t == 0) {
        MBAR_ARRIVE_EXPECT(&bar, 1024);
        BULK_LOAD(s, a, 1024, &bar); //@nv
    }
    o[t] = a[t];
}
// the buffer is loaded again while a thread may still read it
// args refilled
// expect-error race|async-hazard @rf|@rf_read
__global__ void refilled(const int *a, int *o)
{
    SETUP(1);
    int sum = 0;
    for (int k = 0; k < 2; k++) {
        if (t == 0) {
            MBAR_ARRIVE_EXPECT(&bar, 256);
            BULK_LOAD(s, a + 64 * k, 256, &bar); //@rf
        }
        MBAR_WAIT(&bar, k);
        sum += s[t]; //@rf_read
    }
    o[t] = sum;
}
// args no_fence
// expect-error async-hazard @nf
__global__ void no_fence(const int *a, int *o)
{
    SETUP(1);
    s[t] = a[t];
    __syncthreads();
    if (t == 0) {
        BULK_STORE(o, s, 256); //@nf
        BULK_COMMIT();
        BULK_WAIT(0);
    }
}
// the fence of one thread before the barrier does nothing for the others' stores
// args fence_of_one
// expect-error async-hazard @fo
__global__ void fence_of_one(const int *a, int *o)
{
    SETUP(1);
    s[t] = a[t];
    if (t == 0)
        FENCE_PROXY();
    __syncthreads();
    if (t == 0) {
        BULK_STORE(o, s, 256); //@fo
        BULK_COMMIT();
        BULK_WAIT(0);
    }
}
// a fence, and stores after it
// args fence_before
// expect-error async-hazard @fb
__global__ void fence_before(const int *a, int *o)
{
    SETUP(1);
    FENCE_PROXY();
    s[t] = a[t];
    __syncthreads();
    if (t == 0) {
        BULK_STORE(o, s, 256); //@fb
        BULK_COMMIT();
        BULK_WAIT(0);
    }
}
// args no_barrier
// expect-error race @nb|@nb_write
// allow-error uninitialised @nb
__global__ void no_barrier(const int *a, int *o)
{
    SETUP(1);
    s[t] = a[t]; //@nb_write
    FENCE_PROXY();
    if (t == 0) {
        BULK_STORE(o, s, 256); //@nb
        BULK_COMMIT();
        BULK_WAIT(0);
    }
}
// the source is written again before the copy has read it
// args source_reused
// expect-error async-hazard @sr
__global__ void source_reused(const int *a, int *o)
{
    SETUP(1);
    s[t] = a[t];
    FENCE_PROXY();
    __syncthreads();
    if (t == 0) {
        BULK_STORE(o, s, 256);
        BULK_COMMIT();
    }
    __syncthreads();
    s[t] = 1; //@sr
    __syncthreads();
    if (t == 0)
        BULK_WAIT_READ(0);
}
// one group too few is waited for
// args one_group
// expect-error async-hazard @og
__global__ void one_group(const int *a, int *o)
{
    SETUP(1);
    s[t] = a[t];
    s[64 + t] = a[64 + t];
    FENCE_PROXY();
    __syncthreads();
    if (t == 0) {
        for (int k = 0; k < 2; k++) {
            BULK_STORE(o + 64 * k, s + 64 * k, 256);
            BULK_COMMIT();
        }
        BULK_WAIT_READ(1);
    }
    __syncthreads();
    s[t] = 1;
    s[64 + t] = 1; //@og
}
// args never_written
// expect-error uninitialised @nw
__global__ void never_written(const int *a, int *o)
{
    SETUP(1);
    s[t] = a[t];
    FENCE_PROXY();
    __syncthreads();
    if (t == 0) {
        BULK_STORE(o, s, 512); //@nw
        BULK_COMMIT();
        BULK_WAIT(0);
    }
}
// args odd_size
// expect-error misaligned @os
__global__ void odd_size(const int *a, int *o)
{
    SETUP(1);
    if (t == 0) {
        MBAR_ARRIVE_EXPECT(&bar, 1000);
        BULK_LOAD(s, a, 1000, &bar); //@os
    }
    MBAR_WAIT(&bar, 0);
    o[t] = s[t];
}
// args odd_source
// expect-error misaligned @od
__global__ void odd_source(const int *a, int *o)
{
    SETUP(1);
    if (t == 0) {
        MBAR_ARRIVE_EXPECT(&bar, 512);
        BULK_LOAD(s, a + 1, 512, &bar); //@od
    }
    MBAR_WAIT(&bar, 0);
    o[t] = s[t];
}
// args odd_target
// expect-error misaligned @ot
__global__ void odd_target(const int *a, int *o)
{
    SETUP(1);
    if (t == 0) {
        MBAR_ARRIVE_EXPECT(&bar, 512);
        BULK_LOAD(s + 2, a, 512, &bar); //@ot
    }
    MBAR_WAIT(&bar, 0);
    o[t] = s[t + 2];
}
// args source_end
// expect-error out-of-bounds @se
__global__ void source_end(const int *a, int *o)
{
    SETUP(1);
    if (t == 0) {
        MBAR_ARRIVE_EXPECT(&bar, 1024);
        BULK_LOAD(s, a + 1024 - 64, 1024, &bar); //@se
    }
    MBAR_WAIT(&bar, 0);
    o[t] = t;
}
// args target_end
// expect-error out-of-bounds @te
__global__ void target_end(const int *a, int *o)
{
    SETUP(1);
    if (t == 0) {
        MBAR_ARRIVE_EXPECT(&bar, 1024);
        BULK_LOAD(s + 128, a, 1024, &bar); //@te
    }
    MBAR_WAIT(&bar, 0);
    o[t] = t;
}
// args store_end
// expect-error out-of-bounds @st
__global__ void store_end(const int *a, int *o)
{
    SETUP(1);
    s[t] = a[t];
    FENCE_PROXY();
    __syncthreads();
    if (t == 0) {
        BULK_STORE(o + 1024, s, 256); //@st
        BULK_COMMIT();
        BULK_WAIT(0);
    }
}
// nobody waits until the source has been read
// args store_left
// expect-error async-hazard @sl
__global__ void store_left(const int *a, int *o)
{
    SETUP(1);
    s[t] = a[t];
    FENCE_PROXY();
    __syncthreads();
    if (t == 0) {
        BULK_STORE(o, s, 256); //@sl
        BULK_COMMIT();
    }
}
// args mask
// expect-error cluster @mk
__global__ void mask(const int *a, int *o)
{
    SETUP(1);
    if (t == 0) {
        MBAR_ARRIVE_EXPECT(&bar, 256);
        asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1], %2, [%3], %4;" ::"r"(S(s)), "l"(G(a)), "r"(256), "r"(S(&bar)), "h"((uint16_t)3) : "memory"); //@mk
    }
    MBAR_WAIT(&bar, 0);
    o[t] = s[t];
}
// two blocks store to one place
// args two_blocks
// expect-error race @tw
__global__ void two_blocks(const int *a, int *o)
{
    SETUP(1);
    s[t] = a[t] + blockIdx.x;
    FENCE_PROXY();
    __syncthreads();
    if (t == 0) {
        BULK_STORE(o, s, 256); //@tw
        BULK_COMMIT();
        BULK_WAIT(0);
    }
}

int main(int argc, char **argv)
{
    const char *w = argc > 1 ? argv[1] : "";
    int *a = t_dev<int>(1024, [](int i) { return i; }), *o = t_dev<int>(1024);
#define CASE(name) if (!strcmp(w, #name)) name<<<1, 64>>>(a, o)
    CASE(read_early);
    CASE(written_under_way);
    CASE(other_warp);
    CASE(seen_by_one);
    CASE(never_waited);
    CASE(refilled);
    CASE(no_fence);
    CASE(fence_of_one);
    CASE(fence_before);
    CASE(no_barrier);
    CASE(source_reused);
    CASE(one_group);
    CASE(never_written);
    CASE(odd_size);
    CASE(odd_source);
    CASE(odd_target);
    CASE(source_end);
    CASE(target_end);
    CASE(store_end);
    CASE(store_left);
    CASE(mask);
    if (!strcmp(w, "two_blocks"))
        two_blocks<<<2, 64>>>(a, o);
    cudaDeviceSynchronize();
    while (t_nowned > 0)
        cudaFree(t_owned[--t_nowned]);
    puts("ok");
    return 0;
}
