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
        asm volatile("bar.sync 1, 33;" ::: "memory"); //@leader_waits
    else if (threadIdx.x == 32)
        asm volatile("bar.arrive 1, 33;" ::: "memory"); //@leader
    o[threadIdx.x] = 1;
}
// args free
// reports 0
__global__ void free_halves(int *o)
{
    if (threadIdx.x % 32 < 16)
        asm volatile("barrier.sync 1, 32;" ::: "memory");
    if (threadIdx.x % 2)
        __barrier_sync_count(2, 64);
    else
        asm volatile("barrier.arrive 2, 64;" ::: "memory");
    o[threadIdx.x] = 1;
}
// whole warps, one of them with 16 threads
// args whole
// reports 0
__global__ void whole(int *o)
{
    for (int k = 0; k < 3; k++)
        asm volatile("bar.sync 1, 48;" ::: "memory");
    o[threadIdx.x] = 1;
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
// whole warps in either branch; and a line that a compiler may copy into both
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
    int *o = t_dev<int>(128);
#define CASE(name) if (!strcmp(w, #name)) name<<<1, 64>>>(o)
    CASE(named);
    CASE(named_long);
    CASE(leader);
    CASE(ended);
    CASE(branches);
    CASE(alike);
    if (!strcmp(w, "free"))
        free_halves<<<1, 64>>>(o);
    if (!strcmp(w, "whole"))
        whole<<<1, 48>>>(o);
    if (!strcmp(w, "commits"))
        commits<<<1, 128>>>(o);
    return t_end();
}
