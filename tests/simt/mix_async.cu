// mix_async.cu: small programs with mbarriers, bulk copies and a cluster's shared memory, right and subtly wrong.
// native no
#include "hop.h"
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
// Right: two stages ring by parity
// args ring
// reports 0
__global__ void ring(const int *a, int *o)
{
    __shared__ __align__(128) int s[2][64];
    __shared__ uint64_t b[2];
    int t = threadIdx.x;
    if (t == 0) {
        MBAR_INIT(&b[0], 1);
        MBAR_INIT(&b[1], 1);
        FENCE_INIT();
    }
    __syncthreads();
    for (int k = 0; k < 4; k++) {
        int st = k & 1;
        if (t == 0) {
            MBAR_ARRIVE_EXPECT(&b[st], 256);
            BULK_LOAD(s[st], a + 64 * k, 256, &b[st]);
        }
        MBAR_WAIT(&b[st], (k >> 1) & 1);
        o[64 * k + t] = s[st][63 - t];
        __syncthreads();
    }
}
// Wrong: parity of the ring is not turned
// args parity
// expect-error async-hazard @parity
// expect-exit *
__global__ void parity(const int *a, int *o)
{
    __shared__ __align__(128) int s[2][64];
    __shared__ uint64_t b[2];
    int t = threadIdx.x;
    if (t == 0) {
        MBAR_INIT(&b[0], 1);
        MBAR_INIT(&b[1], 1);
        FENCE_INIT();
    }
    __syncthreads();
    for (int k = 0; k < 4; k++) {
        int st = k & 1;
        if (t == 0) {
            MBAR_ARRIVE_EXPECT(&b[st], 256);
            BULK_LOAD(s[st], a + 64 * k, 256, &b[st]);
        }
        MBAR_WAIT(&b[st], 0);
        o[64 * k + t] = s[st][63 - t]; //@parity
        __syncthreads();
    }
}
// Wrong: the ring is refilled while others read
// args refill
// expect-error async-hazard @refill
// expect-exit *
__global__ void refill(const int *a, int *o)
{
    __shared__ __align__(128) int s[64];
    __shared__ uint64_t b;
    int t = threadIdx.x;
    if (t == 0) {
        MBAR_INIT(&b, 1);
        FENCE_INIT();
    }
    __syncthreads();
    for (int k = 0; k < 4; k++) {
        if (t == 0) {
            MBAR_ARRIVE_EXPECT(&b, 256);
            BULK_LOAD(s, a + 64 * k, 256, &b);
        }
        MBAR_WAIT(&b, k & 1);
        o[64 * k + t] = s[63 - t]; //@refill
    }
}
// Wrong: expects fewer bytes than come
// args fewer
// expect-error deadlock @fewer
// expect-exit *
__global__ void fewer(const int *a, int *o)
{
    __shared__ __align__(128) int s[64];
    __shared__ uint64_t b;
    int t = threadIdx.x;
    if (t == 0) {
        MBAR_INIT(&b, 1);
        FENCE_INIT();
        MBAR_ARRIVE_EXPECT(&b, 128);
        BULK_LOAD(s, a, 256, &b);
    }
    __syncthreads();
    MBAR_WAIT(&b, 0); //@fewer
    o[t] = s[t];
}
// Wrong: store without proxy fence
// args nofence
// expect-error async-hazard @nofence
// expect-exit *
__global__ void nofence(int *o)
{
    __shared__ __align__(128) int s[64];
    s[threadIdx.x] = 1;
    __syncthreads();
    if (threadIdx.x == 0) {
        BULK_STORE(o, s, 256); //@nofence
        BULK_COMMIT();
        BULK_WAIT(0);
    }
}
// Right
// args withfence
// reports 0
__global__ void withfence(int *o)
{
    __shared__ __align__(128) int s[64];
    s[threadIdx.x] = 1;
    FENCE_PROXY();
    __syncthreads();
    if (threadIdx.x == 0) {
        BULK_STORE(o, s, 256);
        BULK_COMMIT();
        BULK_WAIT(0);
    }
}
// Wrong: source reused before it was read
// args reused
// expect-error async-hazard @reused
// expect-exit *
__global__ void reused(int *o)
{
    __shared__ __align__(128) int s[64];
    for (int k = 0; k < 2; k++) {
        s[threadIdx.x] = k; //@reused
        FENCE_PROXY();
        __syncthreads();
        if (threadIdx.x == 0) {
            BULK_STORE(o + 64 * k, s, 256);
            BULK_COMMIT();
        }
        __syncthreads();
    }
    if (threadIdx.x == 0)
        BULK_WAIT(0);
}
// Right: DSMEM histogram
// args dhist
// reports 0
__global__ void __cluster_dims__(2, 1, 1) dhist(int *o)
{
    __shared__ int h[32];
    cg::cluster_group c = cg::this_cluster();
    if (threadIdx.x < 32)
        h[threadIdx.x] = 0;
    c.sync();
    int bin = threadIdx.x;
    atomicAdd(c.map_shared_rank(h, bin / 32) + bin % 32, 1);
    c.sync();
    if (threadIdx.x < 32)
        o[blockIdx.x * 32 + threadIdx.x] = h[threadIdx.x];
}
// Wrong: DSMEM histogram not ended by a cluster barrier
// args dhist2
// expect-error cluster @dhist2
// allow-error race
// expect-exit *
__global__ void __cluster_dims__(2, 1, 1) dhist2(int *o)
{
    __shared__ int h[32];
    cg::cluster_group c = cg::this_cluster();
    if (threadIdx.x < 32)
        h[threadIdx.x] = 0;
    c.sync();
    int bin = threadIdx.x;
    atomicAdd(c.map_shared_rank(h, bin / 32) + bin % 32, 1); //@dhist2
    __syncthreads();
    if (threadIdx.x < 32)
        o[blockIdx.x * 32 + threadIdx.x] = h[threadIdx.x];
}
// Wrong: zeroed by each block without a cluster barrier
// args dhist3
// expect-error cluster @dhist3
// expect-exit *
__global__ void __cluster_dims__(2, 1, 1) dhist3(int *o)
{
    __shared__ int h[32];
    cg::cluster_group c = cg::this_cluster();
    if (threadIdx.x < 32)
        h[threadIdx.x] = 0;
    __syncthreads();
    int bin = threadIdx.x;
    atomicAdd(c.map_shared_rank(h, bin / 32) + bin % 32, 1); //@dhist3
    c.sync();
    if (threadIdx.x < 32)
        o[blockIdx.x * 32 + threadIdx.x] = h[threadIdx.x];
}
int main(int c, char **v)
{
    const char *w = v[1];
    int *a = t_dev<int>(256), *o = t_dev<int>(256);
#define C(k) if (!strcmp(w, #k))
    C(ring) ring<<<1, 64>>>(a, o);
    C(parity) parity<<<1, 64>>>(a, o);
    C(refill) refill<<<1, 64>>>(a, o);
    C(fewer) fewer<<<1, 64>>>(a, o);
    C(nofence) nofence<<<1, 64>>>(o);
    C(withfence) withfence<<<1, 64>>>(o);
    C(reused) reused<<<1, 64>>>(o);
    C(dhist) dhist<<<2, 64>>>(o);
    C(dhist2) dhist2<<<2, 64>>>(o);
    C(dhist3) dhist3<<<2, 64>>>(o);
    return t_end();
}
