// bug_large.cu: mistakes in late blocks of launches with many millions of accesses. One case a run.
// env SIMT_TIMEOUT=60
// native no
#include "t.h"

enum { N = 1 << 20, TRIPS = 256, BLOCKS = 256 };

static __device__ float work(const float *x, int i)
{
    float sum = 0;
    for (int k = 0; k < 64; k++)
        sum += x[(i + 8 * k) % N];
    return sum;
}
// the guard of the last block's last thread lets one too many pass
// args last_block
// expect-error out-of-bounds @lb
// expect-exit 1
__global__ void last_block(const float *x, float *y, int n)
{
    int i = blockIdx.x * 256 + threadIdx.x;
    float v = work(x, i);
    if (i <= n)
        y[i] = v; //@lb
}
// no barrier, in the blocks of the last percent
// args late_race
// allow-error uninitialised @lr_read
// expect-error race @lr_read|@lr_write
__global__ void late_race(const float *x, float *y, int n)
{
    __shared__ float s[256];
    int i = blockIdx.x * 256 + threadIdx.x;
    s[threadIdx.x] = work(x, i); //@lr_write
    if (blockIdx.x < gridDim.x - gridDim.x / 100)
        __syncthreads();
    if (i < n)
        y[i] = s[255 - threadIdx.x]; //@lr_read
}
// a word that nobody wrote, read by one late block
// args late_unwritten
// expect-error uninitialised @lu
__global__ void late_unwritten(const float *x, const float *u, float *y, int n)
{
    int i = blockIdx.x * 256 + threadIdx.x;
    float v = work(x, i);
    if (i < n)
        y[i] = blockIdx.x == gridDim.x - 2 ? v + u[i % 64] : v; //@lu
}
// between what the first and what the last block does, numbers of instructions are given out anew
// args far_apart
// expect-error race @fa_read
__global__ void far_apart(float *o)
{
    if (blockIdx.x == 0 && threadIdx.x == 37)
        o[BLOCKS * 256] = 1;
    for (int k = 0; k < TRIPS; k++) {
        o[blockIdx.x * 256 + threadIdx.x] += 1;
        __syncthreads();
        if (k % 64 == 63)
            o[blockIdx.x * 256 + (threadIdx.x + 32) % 256] += 1;
        __syncthreads();
    }
    if (blockIdx.x == BLOCKS - 1 && threadIdx.x == 5)
        o[0] = o[BLOCKS * 256]; //@fa_read
}

int main(int argc, char **argv)
{
    const char *w = argc > 1 ? argv[1] : "";
    float *x = t_dev<float>(N, [](int i) { return (float)(i % 5); }), *y = t_dev<float>(N), *u = nullptr;
    CK(cudaMalloc(&u, 256));
#define CASE(name) if (!strcmp(w, #name))
    CASE(last_block) last_block<<<N / 256 + 1, 256>>>(x, y, N);
    CASE(late_race) late_race<<<N / 256, 256>>>(x, y, N);
    CASE(late_unwritten) late_unwritten<<<N / 256, 256>>>(x, u, y, N);
    CASE(far_apart) far_apart<<<BLOCKS, 256>>>(y);
    CK(cudaFree(u));
    return t_end();
}
