// bulk_copy.cu: bulk copies both ways, rings of stages, groups, reductions, copies within shared memory, and mbarrier
// objects by themselves. All of it is right under every schedule.
#include "hop.h"

// A ring of 4 stages: one warp loads, three use; 32 tiles of 256 ints.
// expect ring tma_B == 65536
__global__ void ring(const int *a, int *o, int tiles)
{
    __shared__ __align__(128) int s[4][256];
    __shared__ uint64_t full[4], empty[4];
    int t = threadIdx.x;
    if (t == 0) {
        for (int k = 0; k < 4; k++) {
            MBAR_INIT(&full[k], 1);
            MBAR_INIT(&empty[k], 96);
        }
        FENCE_INIT();
    }
    __syncthreads();
    if (t < 32) {
        for (int k = 0; t == 0 && k < tiles; k++) {
            int stage = k % 4, turn = k / 4;
            MBAR_WAIT(&empty[stage], (turn & 1) ^ 1);
            MBAR_ARRIVE_EXPECT(&full[stage], 1024);
            BULK_LOAD(s[stage], a + ((int)blockIdx.x * tiles + k) * 256, 1024, &full[stage]);
        }
    } else {
        int sum = 0;
        for (int k = 0; k < tiles; k++) {
            int stage = k % 4, turn = k / 4;
            MBAR_WAIT(&full[stage], turn & 1);
            for (int i = t - 32; i < 256; i += 96)
                sum += s[stage][i];
            MBAR_ARRIVE(&empty[stage]);
        }
        atomicAdd(o + blockIdx.x, sum);
    }
}
// The same tile by two copies that complete on one phase; whoever is done first waits for nothing.
__global__ void halves(const int *a, int *o)
{
    __shared__ __align__(128) int s[256];
    __shared__ uint64_t bar;
    int t = threadIdx.x;
    if (t == 0)
        MBAR_INIT(&bar, 1);
    __syncthreads();
    for (int k = 0; k < 5; k++) {
        if (t == 0) {
            MBAR_EXPECT(&bar, 512);
            BULK_LOAD(s, a + 256 * k, 512, &bar);
            MBAR_EXPECT(&bar, 512);
            BULK_LOAD(s + 128, a + 256 * k + 128, 512, &bar);
            MBAR_ARRIVE(&bar);
        }
        MBAR_WAIT(&bar, k & 1);
        o[256 * k + t] = s[t] + s[t + 128];
        __syncthreads();
    }
}
// Two buffers that are stored in turns: a buffer is filled again when its copy has read it.
// expect turns tma_B == 4096
__global__ void turns(const int *a, int *o)
{
    __shared__ __align__(128) int s[2][64];
    int t = threadIdx.x;
    for (int k = 0; k < 16; k++) {
        if (t == 0)
            BULK_WAIT_READ(1);
        __syncthreads();
        s[k % 2][t] = a[64 * k + t] + k;
        FENCE_PROXY();
        __syncthreads();
        if (t == 0) {
            BULK_STORE(o + 64 * k, s[k % 2], 256);
            BULK_COMMIT();
        }
    }
    if (t == 0)
        BULK_WAIT(0);
}
// The thread that issues fences for those that wrote before the barrier.
__global__ void fence_after(const int *a, int *o)
{
    __shared__ __align__(128) int s[64];
    s[threadIdx.x] = a[threadIdx.x];
    __syncthreads();
    if (threadIdx.x == 0) {
        FENCE_PROXY();
        BULK_ADD_U32(o, s, 256);
        BULK_COMMIT();
        BULK_WAIT(0);
    }
}
// From one part of shared memory to another; on a device only in a launch with clusters.
__global__ void __cluster_dims__(1, 1, 1) within(const int *a, int *o)
{
    __shared__ __align__(128) int s[64], u[64];
    __shared__ uint64_t bar;
    int t = threadIdx.x;
    if (t == 0)
        MBAR_INIT(&bar, 1);
    s[t] = a[t];
    FENCE_PROXY();
    __syncthreads();
    if (t == 0) {
        MBAR_ARRIVE_EXPECT(&bar, 256);
        BULK_SHARED(u, s, 256, &bar);
    }
    MBAR_WAIT(&bar, 0);
    o[t] = u[63 - t];
}
// What is copied in goes out again: no fence, for the async proxy wrote it.
__global__ void through(const int *a, int *o)
{
    __shared__ __align__(128) int s[256];
    __shared__ uint64_t bar;
    if (threadIdx.x == 0) {
        MBAR_INIT(&bar, 1);
        FENCE_INIT();
        MBAR_ARRIVE_EXPECT(&bar, 1024);
        BULK_LOAD(s, a, 1024, &bar);
        MBAR_WAIT(&bar, 0);
        BULK_STORE(o, s, 1024);
        BULK_COMMIT();
        BULK_WAIT(0);
    }
}
// One thread waits for all, by a test that does other work between.
__global__ void polled(const int *a, int *o)
{
    __shared__ __align__(128) int s[64];
    __shared__ uint64_t bar;
    int t = threadIdx.x, other = 0;
    if (t == 0) {
        MBAR_INIT(&bar, 1);
        MBAR_ARRIVE_EXPECT(&bar, 256);
        BULK_LOAD(s, a, 256, &bar);
        uint32_t done;
        do {
            MBAR_TEST(done, &bar, 0);
            other += __popc(__activemask()) > 0;
        } while (!done);
    }
    __syncthreads();
    o[t] = s[t] + (t == 0 && other == 0);
}
// States, drops, counts; a barrier that is initialised again after it was invalidated.
__global__ void states(int *o)
{
    __shared__ uint64_t bar;
    int t = threadIdx.x;
    uint64_t state = 0;
    uint32_t done = 0, pending;
    if (t == 0) {
        MBAR_INIT(&bar, 4);
        asm volatile("mbarrier.arrive.noComplete.release.cta.shared::cta.b64 %0, [%1], 3;" : "=l"(state) : "r"(S(&bar)) : "memory");
        asm volatile("mbarrier.pending_count.b64 %0, %1;" : "=r"(pending) : "l"(state));
        o[0] = pending;
        asm volatile("mbarrier.arrive_drop.shared::cta.b64 %0, [%1];" : "=l"(state) : "r"(S(&bar)) : "memory");
        asm volatile("{\n\t.reg .pred p;\n\tmbarrier.test_wait.shared::cta.b64 p, [%1], %2;\n\tselp.u32 %0, 1, 0, p;\n\t}"
                     : "=r"(done) : "r"(S(&bar)), "l"(state) : "memory");
        o[1] = done;
        for (int k = 0; k < 3; k++)
            MBAR_ARRIVE(&bar);
        MBAR_WAIT(&bar, 1);
        MBAR_INVAL(&bar);
        MBAR_INIT(&bar, 32);
    }
    __syncwarp();
    MBAR_ARRIVE(&bar);
    MBAR_WAIT(&bar, 0);
    o[2 + t] = t;
}

int main()
{
    int *a = t_dev<int>(16384, [](int i) { return i % 1000; }), *o = t_dev<int>(2048);
    ring<<<2, 128>>>(a, o, 32);
    t_is("ring", o, 2, [](int b) {
        int sum = 0;
        for (int i = 0; i < 8192; i++)
            sum += (b * 8192 + i) % 1000;
        return sum;
    });
    halves<<<1, 128>>>(a, o);
    t_is("halves", o, 128, [](int i) { return i + i + 128; });
    turns<<<1, 64>>>(a, o);
    t_is("turns", o, 1024, [](int i) { return i % 1000 + i / 64; });
    int *z = t_dev<int>(64);
    fence_after<<<4, 64>>>(a, z);
    t_is("reduced", z, 64, [](int i) { return 4 * i; });
    within<<<1, 64>>>(a, o);
    t_is("within", o, 64, [](int i) { return 63 - i; });
    through<<<1, 32>>>(a, o);
    t_is("through", o, 256, [](int i) { return i; });
    polled<<<1, 64>>>(a, o);
    t_is("polled", o, 64, [](int i) { return i; });
    states<<<1, 32>>>(o);
    t_is("states", o, 34, [](int i) { return i == 0 ? 4 : i == 1 ? 1 : i - 2; });
    return t_end();
}
