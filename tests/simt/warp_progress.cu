// warp_progress.cu: independent thread scheduling: lanes of one warp wait for each other and make progress.
// a plain read beside atomics, or data behind a volatile flag: no race, though the emulator calls it one
#include "t.h"

__global__ void lock_done(int *lock, int *count)
{
    bool done = false;
    while (!done) {
        if (atomicCAS(lock, 0, 1) == 0) {
            *(volatile int *)count = *(volatile int *)count + 1;
            __threadfence();
            atomicExch(lock, 0);
            done = true;
        }
    }
}
__global__ void lock_spin(int *lock, int *count)
{
    while (atomicCAS(lock, 0, 1) != 0)
        ;
    __threadfence();
    *(volatile int *)count = *(volatile int *)count + 1;
    __threadfence();
    atomicExch(lock, 0);
}
__global__ void lanes_in_turn(int *o)
{
    __shared__ int turn;
    if (threadIdx.x == 0)
        turn = 0;
    __syncthreads();
    while (atomicAdd(&turn, 0) != 31 - (int)threadIdx.x)
        ;
    o[threadIdx.x] = 31 - threadIdx.x;
    atomicAdd(&turn, 1);
}
__global__ void ping_pong(volatile int *flag, int *o)
{
    // two lanes of one warp hand a token to and fro
    int t = threadIdx.x;
    if (t < 2)
        for (int k = 0; k < 8; k++) {
            while (*flag != 2 * k + t)
                ;
            o[2 * k + t] = 2 * k + t;
            __threadfence();
            *flag = 2 * k + t + 1; //@r1
        }
}
__global__ void ticket(int *next, int *serving, int *o)
{
    int mine = atomicAdd(next, 1);
    while (atomicAdd(serving, 0) != mine)
        ;
    o[mine] = mine;
    __threadfence();
    atomicAdd(serving, 1);
}
__global__ void both_sides(int *o)
{
    // collectives in both arms of a branch, repeated a different number of times
    int t = threadIdx.x, s = 0;
    if (t < 16) {
        for (int k = 0; k < 5; k++)
            s += __shfl_xor_sync(0xffff, t, 1);
    } else {
        for (int k = 0; k < 9; k++)
            s += __popc(__ballot_sync(0xffff0000, t & 1));
    }
    o[t] = s;
}

int main()
{
    int *k = t_dev<int>(4), *o = t_dev<int>(64);
    lock_done<<<2, 64>>>(k, k + 1);
    EQ(t_get(k, 1), 128);
    lock_spin<<<2, 64>>>(k, k + 1);
    EQ(t_get(k, 1), 256);
    lanes_in_turn<<<1, 32>>>(o);
    t_is("turns", o, 32, [](int i) { return 31 - i; });
    ping_pong<<<1, 32>>>(k + 2, o);
    t_is("ping-pong", o, 16, [](int i) { return i; });
    int *q = t_dev<int>(2);
    ticket<<<2, 32>>>(q, q + 1, o);
    t_is("tickets", o, 64, [](int i) { return i; });
    both_sides<<<1, 32>>>(o);
    t_is("both sides", o, 32, [](int i) { return i < 16 ? 5 * (i ^ 1) : 72; });
    return t_end();
}
