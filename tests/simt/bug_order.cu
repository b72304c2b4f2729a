// bug_order.cu: barriers, collectives and waits that cannot be right; each ends and says where.
// native no
#include "t.h"

// args divergent_barrier
// expect-error divergent-barrier|deadlock|barrier-after-exit @db_then|@db_else
__global__ void divergent_barrier(float *o)
{
    if (threadIdx.x < 40) {
        o[threadIdx.x] = 1;
        __syncthreads(); //@db_then
    } else {
        o[threadIdx.x] = 2;
        __syncthreads(); //@db_else
    }
}
// only some threads come
// args half_barrier
// expect-error divergent-barrier|deadlock|barrier-after-exit @hb
__global__ void half_barrier(float *o)
{
    if (threadIdx.x < 40)
        __syncthreads(); //@hb
    o[threadIdx.x] = 1;
}
// args early_exit
// expect-error barrier-after-exit|divergent-barrier @ee
__global__ void early_exit(float *o, int n)
{
    __shared__ float s[64];
    if ((int)threadIdx.x >= n)
        return;
    s[threadIdx.x] = 1;
    __syncthreads(); //@ee
    o[threadIdx.x] = s[0];
}
// lanes wait at a barrier while others wait in a shuffle for them
// args crossed
// expect-error deadlock|divergent-barrier|warp-mask @cr_bar|@cr_shfl
__global__ void crossed(int *o)
{
    if (threadIdx.x < 16)
        __syncthreads(); //@cr_bar
    else
        o[threadIdx.x] = __shfl_sync(0xffffffff, 1, 0); //@cr_shfl
    o[threadIdx.x] += 1;
}
// the mask names lanes that never come
// args missing_lane
// expect-error deadlock|warp-mask|timeout @ml|@ml_spin
__global__ void missing_lane(int *o)
{
    if (threadIdx.x < 16)
        o[threadIdx.x] = __shfl_down_sync(0xffffffff, (int)threadIdx.x, 1); //@ml
    else
        while (atomicAdd(&o[40], 0) == 0)
            ; //@ml_spin
}
// the caller is not in its own mask
// args not_in_mask
// expect-error warp-mask @nm
__global__ void not_in_mask(unsigned *o) { o[threadIdx.x] = __ballot_sync(0x0000ffff, 1); } //@nm
// a value from a lane that takes no part
// args inactive
// expect-error shuffle-inactive|warp-mask @in
__global__ void inactive(int *o)
{
    o[threadIdx.x] = 0;
    if (threadIdx.x < 8)
        o[threadIdx.x] = __shfl_sync(0xff, (int)threadIdx.x, 20); //@in
}
// two collectives meet under one mask
// args mixed_ops
// expect-error warp-mismatch|deadlock @mo_a|@mo_b
__global__ void mixed_ops(int *o)
{
    if (threadIdx.x & 1)
        o[threadIdx.x] = __any_sync(0xffffffff, 1); //@mo_a
    else
        o[threadIdx.x] = __all_sync(0xffffffff, 1); //@mo_b
}
// two barriers with one number and different counts... one thread short
// args named_short
// expect-error deadlock @ns
__global__ void named_short(int *o)
{
    if (threadIdx.x < 32)
        asm volatile("bar.sync 1, 64;" ::: "memory"); //@ns
    o[threadIdx.x] = 1;
}
// args endless
// expect-error timeout|deadlock @en
__global__ void endless(volatile int *flag)
{
    while (*flag == 0) { //@en
    }
}
// no access in the loop at all
// args endless_quiet
// expect-error timeout *
__global__ void endless_quiet(int *o, unsigned x)
{
    while (x != 0)
        x = x * 2 + 1;
    o[0] = x;
}
// block 0 waits for block 1, which may never be resident: here it runs later
// args unfair
// expect-error timeout|deadlock @uf
__global__ void unfair(volatile int *flag)
{
    if (blockIdx.x == 0) {
        while (*flag == 0) //@uf
            ;
    } else if (gridDim.x == 1) {
        *flag = 1;
    }
}
// two locks, taken in opposite orders
// args lock_order
// expect-error timeout|deadlock @lo
__global__ void lock_order(int *lock)
{
    __shared__ int taken;
    if (threadIdx.x == 0)
        taken = 0;
    __syncthreads();
    int first = threadIdx.x >= 32;
    if ((threadIdx.x & 31) == 0) {
        atomicExch(&lock[first], 1);
        atomicAdd(&taken, 1);
        while (atomicAdd(&taken, 0) < 2)
            ;
        while (atomicCAS(&lock[1 - first], 0, 1) != 0) //@lo
            ;
    }
}
// no end to the recursion
__device__ __noinline__ int deeper(int n, volatile int *o) //@so
{
    volatile int pad[64];
    pad[n & 63] = n;
    return n < 0 ? 0 : deeper(n + 1, o) + pad[n & 63]; //@so2
}
// args stack_overflow
// expect-error stack-overflow *
__global__ void stack_overflow(int *o) { o[0] = deeper(0, o); }

int main(int argc, char **argv)
{
    const char *w = argc > 1 ? argv[1] : "";
    int *o = t_dev<int>(256);
    float *f = t_dev<float>(256);
#define CASE(name) if (!strcmp(w, #name))
    CASE(divergent_barrier) divergent_barrier<<<1, 64>>>(f);
    CASE(half_barrier) half_barrier<<<1, 64>>>(f);
    CASE(early_exit) early_exit<<<1, 64>>>(f, 50);
    CASE(crossed) crossed<<<1, 32>>>(o);
    CASE(missing_lane) missing_lane<<<1, 32>>>(o);
    CASE(not_in_mask) not_in_mask<<<1, 32>>>((unsigned *)o);
    CASE(inactive) inactive<<<1, 32>>>(o);
    CASE(mixed_ops) mixed_ops<<<1, 32>>>(o);
    CASE(named_short) named_short<<<1, 64>>>(o);
    CASE(endless) endless<<<1, 32>>>(o);
    CASE(endless_quiet) endless_quiet<<<1, 1>>>(o, 1);
    CASE(unfair) unfair<<<2, 32>>>(o);
    CASE(lock_order) lock_order<<<1, 64>>>(o);
    CASE(stack_overflow) stack_overflow<<<1, 1>>>(o);
    cudaError_t e = cudaDeviceSynchronize();
    fprintf(stderr, "%s\n", cudaGetErrorName(e));
    while (t_nowned > 0)
        cudaFree(t_owned[--t_nowned]);
    puts("ok");
    return 0;
}
