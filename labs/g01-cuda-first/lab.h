/*
 * g01-cuda-first: five kernels and three functions, in first.cu.
 *
 * Arrays are dense and row-major: the last index runs fastest. Any size may be 0 (the runner then
 * launches nothing) and none need be a multiple of anything. The runner launches, sizes in threads:
 *
 *     relu, saxpy     grid (min(⌈n/256⌉, 512))               block (256)
 *     stamp           grid (⌈X/8⌉, ⌈Y/4⌉, ⌈Z/2⌉)             block (8, 4, 2)
 *     softmax_rows    grid (⌈R/128⌉)                         block (128)
 *     matmul          grid (⌈N/16⌉, ⌈M/16⌉)                  block (16, 16)
 *
 * The kernels are extern "C": the runner finds them by name. global_index, plan and relu_on are plain
 * functions, compiled for host and device alike; the kernels at the end of this file call them, one
 * question a thread.
 */
#ifndef G01_CUDA_FIRST_H
#define G01_CUDA_FIRST_H

#include <stddef.h>

#define HD __host__ __device__

/* out[i] = x[i] where that is above 0, else 0, for every i < n. The grid may be smaller than n. */
extern "C" __global__ void relu(float *out, const float *x, size_t n);

/* out[i] = a·x[i] + y[i] for every i < n. The grid may be smaller than n. */
extern "C" __global__ void saxpy(float *out, float a, const float *x, const float *y, size_t n);

/* out[z][y][x] = rank in the grid of the thread that owns (x, y, z), for x < X, y < Y, z < Z: block's
 * rank times threads of a block, plus thread's rank in its block. In both ranks x runs fastest, then y. */
extern "C" __global__ void stamp(int *out, int X, int Y, int Z);

/* out[r][j] = exp(x[r][j]) / Σ_k exp(x[r][k]), one thread a row. Logits may be ±1e4 (not Inf or NaN). */
extern "C" __global__ void softmax_rows(float *out, const float *x, int R, int C);

/* c[i][j] = Σ_k a[i][k]·b[k][j]; a is M×K, b is K×N. One thread an element of c; K may be 0. */
extern "C" __global__ void matmul(float *c, const float *a, const float *b, int M, int N, int K);

/* What a call returns, with the numbers of the CUDA runtime (cudaError_t). */
enum {
    RT_OK = 0,
    RT_INVALID_VALUE = 1,
    RT_OUT_OF_MEMORY = 2,
    RT_BAD_LAUNCH = 9,        /* cudaErrorInvalidConfiguration; CUDA 13 itself says 1 in its place */
    RT_ILLEGAL_ADDRESS = 700, /* the kernel touched what it does not own */
};

struct extent {
    long long x, y, z; /* elements, threads or blocks, by direction */
};

/* blockIdx.x · blockDim.x + threadIdx.x, right for every launch that the hardware takes. */
HD long long global_index(unsigned block, unsigned threads, unsigned thread);

/* Fewest blocks of `block` threads that cover `problem` elements, one thread an element (0 to 2^40 a
 * direction). RT_OK and *grid, all three 0 where the problem is empty: nothing to launch. RT_BAD_LAUNCH
 * and *grid all 0 where the hardware would refuse: a block with a side of 0, sides above 1,024, 1,024, 64
 * or more than 1,024 threads; a grid above 2^31 - 1, 65,535, 65,535 blocks. The block is judged first. */
HD int plan(struct extent *grid, struct extent problem, struct extent block);

/* --- a model of the runtime, so that every failure can be tried ---------------------------------- */

enum { RT_THREADS = 256 }; /* of a block, in relu_on's launch */

/* What goes wrong, at most one thing a run; and which call said so. */
enum rt_fault { FAULT_NONE, FAULT_MALLOC_1, FAULT_MALLOC_2, FAULT_COPY_IN, FAULT_LAUNCH, FAULT_KERNEL,
                FAULT_COPY_OUT };
enum rt_call { CALL_NONE, CALL_MALLOC, CALL_COPY_IN, CALL_LAST_ERROR, CALL_SYNC, CALL_COPY_OUT };

struct rt {
    int fault, mallocs;
    int pending;  /* of the last launch: rt_last_error has it */
    int sticky;   /* the device is lost: every call that waits says so */
    int first;    /* enum rt_call: who first returned an error */
    unsigned owned;
    long long late, bad_free, copied, blocks;
};

/* Allocates, copies x in, launches relu, copies out back, frees. Returns the first error, or RT_OK. Checks
 * every call; the launch through rt_last_error and what the kernel did through rt_sync, before copying out.
 * After an error: no further work, everything allocated freed once, nothing else. n = 0: RT_OK, no launch. */
HD int relu_on(struct rt *rt, long long n);

HD static inline int rt_says(struct rt *rt, enum rt_call call, int error)
{
    if (error && !rt->first)
        rt->first = call;
    return error;
}

/* As cudaMalloc: *p is a handle, 0 on failure. Waits for nothing. */
HD static inline int rt_malloc(struct rt *rt, int *p, long long bytes)
{
    rt->late += rt->first != CALL_NONE;
    int nth = ++rt->mallocs;
    int fails = bytes && rt->fault == (nth == 1 ? FAULT_MALLOC_1 : nth == 2 ? FAULT_MALLOC_2 : -1);
    *p = fails || !bytes || nth > 31 ? 0 : nth;
    if (*p)
        rt->owned |= 1u << *p;
    return rt_says(rt, CALL_MALLOC, fails ? RT_OUT_OF_MEMORY : rt->sticky);
}

/* As cudaMemcpy from the host to p. */
HD static inline int rt_copy_in(struct rt *rt, int p, long long bytes)
{
    rt->late += rt->first != CALL_NONE;
    int fails = bytes && (!p || rt->fault == FAULT_COPY_IN);
    return rt_says(rt, CALL_COPY_IN, fails ? RT_INVALID_VALUE : rt->sticky);
}

/* As relu<<<blocks, threads>>>(out, x, n): returns nothing, and returns at once. */
HD static inline void rt_launch(struct rt *rt, long long blocks, long long threads, int out, int x)
{
    rt->late += rt->first != CALL_NONE;
    rt->blocks = blocks;
    if (blocks < 1 || blocks > 0x7fffffff || threads < 1 || threads > 1024 || rt->fault == FAULT_LAUNCH)
        rt->pending = RT_BAD_LAUNCH;
    else if (rt->fault == FAULT_KERNEL || !out || !x)
        rt->sticky = RT_ILLEGAL_ADDRESS;
}

/* As cudaGetLastError: whether the launch was taken. It doesn't wait, so the kernel may still fail. */
HD static inline int rt_last_error(struct rt *rt)
{
    int error = rt->first && rt->sticky ? rt->sticky : rt->pending;
    rt->pending = RT_OK;
    return rt_says(rt, CALL_LAST_ERROR, error);
}

/* As cudaDeviceSynchronize: waits, and says what the kernel did. A launch refused left nothing to wait for. */
HD static inline int rt_sync(struct rt *rt)
{
    rt->late += rt->first != CALL_NONE;
    return rt_says(rt, CALL_SYNC, rt->sticky);
}

/* As cudaMemcpy from p to the host: waits too, and copies whatever bytes are there. */
HD static inline int rt_copy_out(struct rt *rt, int p, long long bytes)
{
    rt->late += rt->first != CALL_NONE;
    int fails = bytes && (!p || rt->fault == FAULT_COPY_OUT);
    int error = rt->sticky ? rt->sticky : fails ? RT_INVALID_VALUE : RT_OK;
    if (!error)
        rt->copied += bytes;
    return rt_says(rt, CALL_COPY_OUT, error);
}

/* As cudaFree: p = 0 is allowed and does nothing. */
HD static inline int rt_free(struct rt *rt, int p)
{
    if (p && (p > 31 || p < 0 || !(rt->owned >> p & 1)))
        rt->bad_free++;
    else if (p)
        rt->owned &= ~(1u << p);
    return rt->sticky;
}

/* --- the runner's questions, one a thread -------------------------------------------------------- */

/* out[i] = global_index of where[i] = {block, threads, thread}, i < count */
extern "C" __global__ void ask_index(long long *out, const unsigned *where, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        out[i] = global_index(where[3 * i], where[3 * i + 1], where[3 * i + 2]);
}

/* out[i] = {status, grid's x, y, z} of problem[i] and block[i], three sides each */
extern "C" __global__ void ask_plan(long long *out, const long long *problem, const long long *block, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    struct extent grid = { -1, -1, -1 };
    struct extent p = { problem[3 * i], problem[3 * i + 1], problem[3 * i + 2] };
    struct extent b = { block[3 * i], block[3 * i + 1], block[3 * i + 2] };
    out[4 * i] = plan(&grid, p, b);
    out[4 * i + 1] = grid.x;
    out[4 * i + 2] = grid.y;
    out[4 * i + 3] = grid.z;
}

/* out[i] = {status, first, late, handles still owned, bad frees, bytes copied out, blocks launched} */
extern "C" __global__ void ask_errors(long long *out, const int *fault, const long long *n, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    struct rt rt = {};
    rt.fault = fault[i];
    out[7 * i] = relu_on(&rt, n[i]);
    out[7 * i + 1] = rt.first;
    out[7 * i + 2] = rt.late;
    out[7 * i + 3] = rt.owned;
    out[7 * i + 4] = rt.bad_free;
    out[7 * i + 5] = rt.copied;
    out[7 * i + 6] = rt.blocks;
}

#endif
