// bug_aligned.cu: instructions with .aligned that a part of a warp executes, which PTX calls undefined.
// native no
#include "hop.h"
#define LDMATRIX(x, p) asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(x) : "r"(S(p)))

// two halves make as many threads as the barrier expects
// args named
// expect-error aligned @named
// reports 1
__global__ void named(int *o)
{
    if (threadIdx.x % 32 < 16)
        asm volatile("bar.sync 1, 32;" ::: "memory"); //@named
    o[threadIdx.x] = 1;
}
// args named_long
// expect-error aligned @named_long
// reports 1
__global__ void named_long(int *o)
{
    if (threadIdx.x % 32 < 16)
        asm volatile("barrier.cta.sync.aligned 1, 32;" ::: "memory"); //@named_long
    o[threadIdx.x] = 1;
}
// one lane arrives for the warp
// args leader
// expect-error aligned @leader|@leader_waits
// reports 1
__global__ void leader(int *o)
{
    if (threadIdx.x < 32)
        asm volatile("bar.sync 1, 64;" ::: "memory"); //@leader_waits
    else if (threadIdx.x == 32)
        asm volatile("bar.arrive 1, 64;" ::: "memory"); //@leader
    o[threadIdx.x] = 1;
}
// args free
// reports 0
__global__ void free_halves(int *o)
{
    if (threadIdx.x % 32 < 16)
        asm volatile("barrier.sync 1, 32;" ::: "memory");
    o[threadIdx.x] = 1;
}
// without .aligned, by sync and by arrive: an H200 hangs
// args mixed
// expect-error divergent-barrier @mixed_sync|@mixed_arrive
// reports 1
__global__ void mixed(int *o)
{
    if (threadIdx.x % 2)
        __barrier_sync_count(2, 64); //@mixed_sync
    else
        asm volatile("barrier.arrive 2, 64;" ::: "memory"); //@mixed_arrive
    o[threadIdx.x] = 1;
}
// a warp's other lanes wait elsewhere
// args halves_wait
// expect-error deadlock @halves_wait|@halves_else
// expect-exit 1
// reports 1
__global__ void halves_wait(int *o)
{
    if (threadIdx.x % 32 < 16)
        asm volatile("barrier.sync 1, 32;" ::: "memory"); //@halves_wait
    __syncthreads(); //@halves_else
    o[threadIdx.x] = 1;
}
// barrier 0 with a number and without: cudaErrorIllegalInstruction on an H200
// args numbered_0
// expect-error divergent-barrier @numbered_0|@plain_0
// expect-exit 1
// reports 1
__global__ void numbered_0(int *o)
{
    if (threadIdx.x < 32)
        asm volatile("bar.sync 0, 64;" ::: "memory"); //@numbered_0
    else
        asm volatile("bar.sync 0;" ::: "memory"); //@plain_0
    o[threadIdx.x] = 1;
}
// whole warps, one of them with 16 threads: the barrier counts a warp as 32
// args whole
// reports 0
__global__ void whole(int *o)
{
    for (int k = 0; k < 3; k++)
        asm volatile("bar.sync 1, 64;" ::: "memory");
    o[threadIdx.x] = 1;
}
// lanes of one warp at two places, of a barrier with a number and of barrier 0
// args split
// expect-error aligned @split_odd|@split_even
// reports 1
__global__ void split(int *o)
{
    if (threadIdx.x % 2)
        asm volatile("bar.sync 1, 64;" ::: "memory"); //@split_odd
    else
        asm volatile("bar.sync 1, 64;" ::: "memory"); //@split_even
    o[threadIdx.x] = 1;
}
// args split_0
// expect-error aligned @split_0_odd|@split_0_even
// reports 1
__global__ void split_0(int *o)
{
    if (threadIdx.x % 2)
        asm volatile("bar.sync 0;" ::: "memory"); //@split_0_odd
    else
        asm volatile("bar.sync 0;" ::: "memory"); //@split_0_even
    o[threadIdx.x] = 1;
}
// its other lanes wait elsewhere: no deadlock beside it
// args parted
// expect-error aligned @parted
// expect-exit 1
// reports 1
__global__ void parted(int *o)
{
    if (threadIdx.x % 32 == 0)
        asm volatile("bar.sync 1, 64;" ::: "memory"); //@parted
    __syncthreads();
    o[threadIdx.x] = 1;
}
// no whole warps
// args odd_count
// expect-error api @odd_count
// expect-exit 1
// reports 1
__global__ void odd_count(int *o, int n)
{
    asm volatile("bar.sync 1, %0;" ::"r"(n) : "memory"); //@odd_count
    o[threadIdx.x] = 1;
}
// warps at two places of one barrier, with a number, barrier 0, and turns of two barriers
// args places
// reports 0
__global__ void places(int *o)
{
    __shared__ int s[64];
    int other = threadIdx.x ^ 32, sum = 0;
    s[threadIdx.x] = threadIdx.x;
    if (threadIdx.x < 32) {
        asm volatile("bar.sync 1, 64;" ::: "memory");
        sum += s[other];
        asm volatile("bar.sync 0;" ::: "memory");
    } else {
        asm volatile("bar.sync 1, 64;" ::: "memory");
        sum += s[other];
        asm volatile("bar.sync 0;" ::: "memory");
    }
    s[threadIdx.x] = sum;
    for (int k = 0; k < 2; k++) {
        if (threadIdx.x < 32)
            asm volatile("barrier.sync.aligned 2, 64;" ::: "memory");
        else
            asm volatile("bar.sync 2, 64;" ::: "memory");
        sum += s[other];
        asm volatile("bar.sync 3;" ::: "memory");
        s[threadIdx.x] = sum;
    }
    if (threadIdx.x % 2)
        asm volatile("barrier.sync 4, 64;" ::: "memory");
    else
        asm volatile("barrier.sync 4, 64;" ::: "memory");
    o[threadIdx.x] = s[other] + sum;
}
// setmaxnreg, by one warp of four, by three, by half of the lanes, and with two numbers
// args one_warp
// expect-error aligned @one_warp
// reports 1
__global__ void one_warp(int *o)
{
    if (threadIdx.x < 32)
        asm volatile("setmaxnreg.dec.sync.aligned.u32 40;"); //@one_warp
    o[threadIdx.x] = 1;
}
// args three_warps
// expect-error aligned @three_warps
// reports 1
__global__ void three_warps(int *o)
{
    if (threadIdx.x >= 96)
        return;
    asm volatile("setmaxnreg.dec.sync.aligned.u32 40;"); //@three_warps
    o[threadIdx.x] = 1;
}
// args odd_lanes
// expect-error aligned @odd_lanes
// reports 1
__global__ void odd_lanes(int *o)
{
    if (threadIdx.x % 2)
        asm volatile("setmaxnreg.dec.sync.aligned.u32 40;"); //@odd_lanes
    o[threadIdx.x] = 1;
}
// args two_numbers
// expect-error aligned @forty|@forty_eight
// reports 1
__global__ void two_numbers(int *o)
{
    if (threadIdx.x < 64)
        asm volatile("setmaxnreg.dec.sync.aligned.u32 40;"); //@forty
    else
        asm volatile("setmaxnreg.dec.sync.aligned.u32 48;"); //@forty_eight
    o[threadIdx.x] = 1;
}
// warps that end lane by lane behind it, one of them late
// args traded
// reports 0
__global__ void __launch_bounds__(256) traded(int *o)
{
    if (threadIdx.x < 128) {
        asm volatile("setmaxnreg.dec.sync.aligned.u32 40;");
        if (threadIdx.x < 32)
            return;
        for (int k = 0; k < (int)threadIdx.x; k++)
            o[threadIdx.x % 128] = k;
    } else {
        asm volatile("setmaxnreg.inc.sync.aligned.u32 232;");
        o[threadIdx.x % 128 + 128] = 1;
    }
}
// args ended
// expect-error aligned @ended
// reports 1
__global__ void ended(int *o)
{
    __shared__ __align__(128) int s[64];
    unsigned x;
    s[threadIdx.x] = 1;
    __syncthreads();
    if (threadIdx.x % 32 >= 24)
        return;
    LDMATRIX(x, s + threadIdx.x % 8 * 4); //@ended
    o[threadIdx.x] = x;
}
// args branches
// expect-error aligned @left|@right
// reports 1
__global__ void branches(int *o)
{
    __shared__ __align__(128) int s[64];
    unsigned x;
    s[threadIdx.x] = 1;
    __syncthreads();
    if (threadIdx.x % 2)
        LDMATRIX(x, s + threadIdx.x % 8 * 4); //@left
    else
        LDMATRIX(x, s + threadIdx.x % 8 * 4); //@right
    o[threadIdx.x] = x;
}
// args commits
// expect-error aligned @commits|@waits
// reports 1
__global__ void commits(int *o)
{
    if (threadIdx.x % 2)
        asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory"); //@commits
    asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory"); //@waits
    o[threadIdx.x] = 1;
}
// whole warps in either branch; and one line in both, which may be a compiler's copy: an H200 hangs at it, here
// nothing is said
// args alike
// reports 0
__global__ void alike(int *o)
{
    __shared__ __align__(128) int s[64];
    unsigned x, y;
    s[threadIdx.x] = 1;
    __syncthreads();
    if (threadIdx.x < 32)
        LDMATRIX(x, s + threadIdx.x % 8 * 4);
    else
        LDMATRIX(x, s + threadIdx.x % 8 * 4);
    if (threadIdx.x % 2) LDMATRIX(y, s + threadIdx.x % 8 * 4); else LDMATRIX(y, s + threadIdx.x % 8 * 4);
    o[threadIdx.x] = x + y;
}

int main(int argc, char **argv)
{
    const char *w = argc > 1 ? argv[1] : "";
    int *o = t_dev<int>(256);
#define CASE(name) if (!strcmp(w, #name)) name<<<1, 64>>>(o)
    CASE(named);
    CASE(named_long);
    CASE(leader);
    CASE(mixed);
    CASE(halves_wait);
    CASE(numbered_0);
    CASE(split);
    CASE(split_0);
    CASE(parted);
    CASE(places);
    CASE(ended);
    CASE(branches);
    CASE(alike);
    if (!strcmp(w, "free"))
        free_halves<<<1, 64>>>(o);
    if (!strcmp(w, "whole"))
        whole<<<1, 48>>>(o);
    if (!strcmp(w, "odd_count"))
        odd_count<<<1, 64>>>(o, 40);
    if (!strcmp(w, "one_warp"))
        one_warp<<<1, 128>>>(o);
    if (!strcmp(w, "traded"))
        traded<<<1, 256>>>(o);
    if (!strcmp(w, "three_warps"))
        three_warps<<<1, 128>>>(o);
    if (!strcmp(w, "odd_lanes"))
        odd_lanes<<<1, 128>>>(o);
    if (!strcmp(w, "two_numbers"))
        two_numbers<<<1, 128>>>(o);
    if (!strcmp(w, "commits"))
        commits<<<1, 128>>>(o);
    return t_end();
}
