// sync_descending.cu: blocks that start from the last index down, as a GPU may. Who draws a number gets on; who
// waits for a block of a lower index waits for one that has not started, and is told so.
// native no
// env SIMT_BLOCKS=descending
#include "t.h"

// args drawn
__global__ void drawn(const int *in, int *out, unsigned *next, volatile int *flag, volatile int *sum)
{
    __shared__ int part;
    if (threadIdx.x == 0) {
        part = atomicAdd(next, 1);
        while (part > 0 && flag[part - 1] == 0)
            ;
        __threadfence();
        sum[part] = (part > 0 ? sum[part - 1] : 0) + in[part];
        out[part] = sum[part];
        __threadfence();
        flag[part] = 1;
    }
}
// args indexed
// env SIMT_NOTRACE=1
// expect-error deadlock @wait
// traced, its reads count as work: it is found by the time limit
// args traced
// expect-error timeout @wait
__global__ void indexed(int *out, volatile int *flag)
{
    int part = blockIdx.x;
    if (threadIdx.x == 0) {
        while (part > 0 && flag[part - 1] == 0) //@wait
            ;
        out[part] = 1;
        flag[part] = 1;
    }
    __syncthreads();
}
// the same by an atomic
// args polled
// env SIMT_NOTRACE=1
// expect-error deadlock @poll
__global__ void polled(int *token)
{
    if (threadIdx.x == 0) {
        while (atomicAdd(token, 0) != (int)blockIdx.x) //@poll
            ;
        atomicExch(token, blockIdx.x + 1);
    }
}
// a wait for a thread of the same block is none for another block
// args alone
__global__ void alone(int *out, int *flag)
{
    __shared__ int here;
    if (threadIdx.x == 0)
        here = 0;
    __syncthreads();
    if (threadIdx.x == 32) {
        for (int k = 0; k < 3; k++)
            __nanosleep(100);
        atomicExch(&here, 1);
    }
    while (threadIdx.x == 0 && atomicAdd(&here, 0) == 0)
        ;
    int block = blockIdx.x + 4 * (blockIdx.y + 5 * blockIdx.z);
    out[block * 64 + threadIdx.x] = block;
    if (threadIdx.x == 0)
        atomicExch(flag, block); // the last to start is block 0
}
// a race names blocks by their index
// args race
// expect-error race @race
__global__ void race(int *out)
{
    if (blockIdx.x < 2)
        out[0] = blockIdx.x; //@race
}

int main(int argc, char **argv)
{
    const char *w = argc > 1 ? argv[1] : "";
    int *in = t_dev<int>(40, [](int i) { return i % 7; }), *out = t_dev<int>(40 * 64), *flag = t_dev<int>(40);
    int run = 0;
#define CASE(name) if (!strcmp(w, #name))
    CASE(drawn) {
        drawn<<<40, 32>>>(in, out, t_dev<unsigned>(1), flag, t_dev<int>(40));
        t_is("drawn", out, 40, [&](int i) { return run += i % 7; });
    }
    CASE(indexed) indexed<<<40, 64>>>(out, flag);
    CASE(traced) indexed<<<40, 64>>>(out, flag);
    CASE(polled) polled<<<40, 64>>>(flag);
    CASE(alone) {
        alone<<<dim3(4, 5, 2), 64>>>(out, flag);
        EQ(t_get(flag), 0);
    }
    CASE(race) race<<<4, 32>>>(out);
    if (strcmp(w, "drawn") && strcmp(w, "alone")) { // what is wrong was reported
        cudaDeviceSynchronize();
        while (t_nowned > 0)
            cudaFree(t_owned[--t_nowned]);
        puts("ok");
        return 0;
    }
    return t_end();
}
