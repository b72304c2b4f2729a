// sync_blocks.cu: blocks that talk through global memory: fences, flags, tickets, look-back.
#include "t.h"

__global__ void last_block(const int *in, int *part, int *out, unsigned *ticket)
{
    __shared__ int s[128];
    __shared__ bool last;
    int t = threadIdx.x;
    s[t] = in[blockIdx.x * 128 + t];
    __syncthreads();
    for (int k = 64; k; k /= 2) {
        if (t < k)
            s[t] += s[t + k];
        __syncthreads();
    }
    if (t == 0) {
        part[blockIdx.x] = s[0];
        __threadfence();
        last = atomicInc(ticket, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (last) {
        int v = 0;
        for (unsigned i = t; i < gridDim.x; i += 128)
            v += ((volatile int *)part)[i];
        s[t] = v;
        __syncthreads();
        for (int k = 64; k; k /= 2) {
            if (t < k)
                s[t] += s[t + k];
            __syncthreads();
        }
        if (t == 0)
            *out = s[0];
    }
}
/* A scan in one pass: a block takes the next part, and waits for the sum of those before it. */
__global__ void look_back(const int *in, int *out, unsigned *next, volatile int *flag, volatile int *sum)
{
    __shared__ int part, before;
    __shared__ int s[64];
    int t = threadIdx.x;
    if (t == 0)
        part = atomicAdd(next, 1);
    __syncthreads();
    s[t] = in[part * 64 + t];
    __syncthreads();
    for (int d = 1; d < 64; d *= 2) {
        int v = t >= d ? s[t - d] : 0;
        __syncthreads();
        s[t] += v;
        __syncthreads();
    }
    if (t == 0) {
        int b = 0;
        if (part > 0) {
            while (flag[part - 1] == 0)
                ;
            __threadfence();
            b = sum[part - 1];
        }
        sum[part] = b + s[63];
        __threadfence();
        flag[part] = 1;
        before = b;
    }
    __syncthreads();
    out[part * 64 + t] = before + s[t];
}
__global__ void chain(int *token, int *o)
{
    if (threadIdx.x == 0) {
        while (atomicAdd(token, 0) != (int)blockIdx.x)
            ;
        o[blockIdx.x] = blockIdx.x * 2;
        __threadfence();
        atomicExch(token, blockIdx.x + 1);
    }
}
__device__ int global_total;
__global__ void many_adds() { atomicAdd(&global_total, threadIdx.x); }

int main()
{
    int *in = t_dev<int>(64 * 128, [](int i) { return i % 17; }), *part = t_dev<int>(64), *out = t_dev<int>(64 * 64);
    unsigned *ticket = t_dev<unsigned>(2);
    for (int again = 0; again < 2; again++) {
        last_block<<<64, 128>>>(in, part, out, ticket);
        long want = 0;
        for (int i = 0; i < 64 * 128; i++)
            want += i % 17;
        EQ(t_get(out), want);
    }
    int *flag = t_dev<int>(64), *sum = t_dev<int>(64);
    look_back<<<64, 64>>>(in, out, ticket + 1, flag, sum);
    int run = 0;
    t_is("look-back", out, 64 * 64, [&](int i) { return run += i % 17; });
    chain<<<16, 32>>>(t_dev<int>(1), out);
    t_is("chain", out, 16, [](int i) { return 2 * i; });
    many_adds<<<50, 100>>>();
    int total = 0;
    CK(cudaMemcpyFromSymbol(&total, global_total, sizeof total));
    EQ(total, 50 * 4950);
    return t_end();
}
