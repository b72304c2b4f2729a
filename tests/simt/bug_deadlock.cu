// bug_deadlock.cu: threads that wait for what nobody will do. Each is told as that, long before its time is up.
// native no
// env SIMT_TIMEOUT=60
// env SIMT_WORKERS=1
#include "t.h"

// a lock that is never given back
// args kept_lock
// expect-error deadlock @kl
// expect-exit 1
// args kept_lock
// env SIMT_SEED=3
// expect-error deadlock @kl
// expect-exit 1
__global__ void kept_lock(int *lock, int *sum)
{
    if (threadIdx.x)
        return;
    while (atomicCAS(lock, 0, 1) != 0) //@kl
        ;
    *sum += 1;
}
// a barrier of the grid, made by hand, in a launch of which not all blocks are there
// args hand_made
// expect-error deadlock @hm|@hm_sync
// expect-exit 1
// args hand_made
// env SIMT_SEED=2
// env SIMT_BLOCKS=descending
// expect-error deadlock @hm|@hm_sync
// expect-exit 1
__global__ void hand_made(volatile int *count, int *o)
{
    if (threadIdx.x == 0) {
        atomicAdd((int *)count, 1);
        while (*count < gridDim.x) //@hm
            ;
    }
    __syncthreads(); //@hm_sync
    o[blockIdx.x * 32 + threadIdx.x] = 1;
}
// a flag in shared memory that no thread raises
// args no_flag
// expect-error deadlock @nf
// expect-exit 1
__global__ void no_flag(int *o)
{
    __shared__ volatile int flag;
    if (threadIdx.x == 0)
        flag = 0;
    __syncthreads();
    while (flag == 0) //@nf
        ;
    o[threadIdx.x] = 1;
}
// a wait that ends, and one for a thread that works long: no deadlocks
// args patient
__global__ void patient(int *o, volatile int *flag, int n)
{
    if (threadIdx.x == 0) {
        unsigned x = 1;
        for (int i = 0; i < n; i++)
            x = x * 1664525 + 1013904223;
        *o = x != 0;
        __threadfence();
        *flag = 1;
    } else if (threadIdx.x == 32) {
        while (*flag == 0)
            ;
    }
}

int main(int argc, char **argv)
{
    const char *w = argc > 1 ? argv[1] : "";
    int *o = t_dev<int>(1024), *p = t_dev<int>(4);
#define CASE(name) if (!strcmp(w, #name))
    CASE(kept_lock) kept_lock<<<8, 32>>>(p, o);
    CASE(hand_made) hand_made<<<32, 32>>>(p, o);
    CASE(no_flag) no_flag<<<1, 64>>>(o);
    CASE(patient) patient<<<1, 64>>>(o, p, 100 * 1000 * 1000);
    return t_end();
}
