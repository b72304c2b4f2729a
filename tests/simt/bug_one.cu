// bug_one.cu: one mistake is one report, under which the rest of what it does stands.
// native no
#include "t.h"
#include <cuda_pipeline.h>

// both directions, and reads of what is not written yet
// args missing_barrier
// expect-error race @mb_read
// reports 1
__global__ void missing_barrier(float *o)
{
    __shared__ float s[64];
    int t = threadIdx.x;
    s[t] = t;
    o[t] = s[63 - t]; //@mb_read
}
// read and written at one line
// args tree
// expect-error race @tree
// reports 1
__global__ void tree(float *o)
{
    __shared__ float s[128];
    int t = threadIdx.x;
    s[t] = o[t];
    s[t + 64] = 1;
    __syncthreads();
    for (int d = 64; d > 0; d /= 2)
        if (t < d)
            s[t] += s[t + d]; //@tree
    if (t == 0)
        o[0] = s[0];
}
// two mistakes are two
// args two
// expect-error race @two_a
// expect-error race @two_b
// reports 2
__global__ void two(float *o)
{
    __shared__ float s[64], u[64];
    int t = threadIdx.x;
    s[t] = u[t] = t;
    __syncthreads();
    s[t] = 1;
    o[t] = s[63 - t]; //@two_a
    __syncthreads();
    u[t] = 2;
    o[t] += u[63 - t]; //@two_b
}
// one barrier that is missing, of a block or of the grid, between two pairs of lines
// args pairs
// expect-error race @pa
// reports 1
__global__ void pairs(float *o)
{
    __shared__ float s[64], u[64];
    int t = threadIdx.x;
    s[t] = t;
    u[t] = 2 * t;
    float a = s[63 - t]; //@pa
    float b = u[63 - t];
    o[t] = a + b;
}
// args grid_pairs
// expect-error race @gp
// reports 1
__global__ void grid_pairs(float *o)
{
    int i = blockIdx.x * 16 + threadIdx.x % 16, t = threadIdx.x;
    if (t < 16) {
        o[i] = i;
        o[64 + i] = 2 * i;
        float a = o[(i + 16) % 64]; //@gp
        float b = o[64 + (i + 16) % 64];
        if (a + b < 0)
            printf("below 0\n");
    }
}
// a copy into the buffer that a slower warp still reads: the copy says more than the races of its line
// args buffers
// expect-error async-hazard @early
// reports 1
__global__ void buffers(float *o)
{
    __shared__ float s[2][64];
    int t = threadIdx.x;
    __pipeline_memcpy_async(&s[0][t], &o[t], 4);
    __pipeline_commit();
    float sum = 0;
    for (int k = 0; k < 8; k++) {
        __pipeline_memcpy_async(&s[(k + 1) % 2][t], &o[t], 4);
        __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncthreads();
        sum += s[k % 2][63 - t]; //@early
    }
    __pipeline_wait_prior(0);
    o[64 + t] = sum;
}

// one index, read and written there
// args past_all
// expect-error out-of-bounds @past
// expect-exit 1
// reports 1
__global__ void past_all(float *o)
{
    int i = threadIdx.x + 65;
    o[i] = o[i] + 1; //@past
}
// an array that nobody has written, used at several lines
// args never_set
// expect-error uninitialised @ns
// reports 1
__global__ void never_set(float *o)
{
    __shared__ int bins[8];
    int t = threadIdx.x;
    atomicAdd(&bins[t & 3], 1); //@ns
    __syncthreads();
    if (t < 8)
        o[t] = bins[t];
}
// a scan with one buffer: threads race within warps and across
// args scan
// expect-error race @scan_read|@scan_write
// reports 1
__global__ void scan(float *o)
{
    __shared__ float s[64];
    int t = threadIdx.x;
    s[t] = 1;
    for (int d = 1; d < 64; d *= 2) {
        __syncthreads();
        float v = t >= d ? s[t - d] : 0; //@scan_read
        s[t] += v;                       //@scan_write
    }
    o[t] = s[t];
}
// an array that is too small for all of its uses
// args too_small
// expect-error out-of-bounds @ts_write
// expect-exit 1
// reports 1
template <int B> __global__ void too_small(float *o)
{
    __shared__ float s[B];
    int t = threadIdx.x;
    s[t] = t; //@ts_write
    __syncthreads();
    o[t] = s[63 - t];
}

int main(int argc, char **argv)
{
    const char *w = argc > 1 ? argv[1] : "";
    float *o = t_dev<float>(128);
#define CASE(name) if (!strcmp(w, #name)) name<<<1, 64>>>(o);
    if (!strcmp(w, "grid_pairs"))
        grid_pairs<<<4, 64>>>(o);
    if (!strcmp(w, "too_small"))
        too_small<32><<<1, 64>>>(o);
    CASE(scan) CASE(pairs) CASE(missing_barrier) CASE(tree) CASE(two) CASE(buffers) CASE(past_all) CASE(never_set)
    return t_end();
}
