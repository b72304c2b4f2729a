#include "lab.h"

/* c[i] = a[i] + b[i] for every i < n. The grid may hold fewer threads than n: each thread begins at
 * its own global index and strides by the number of threads in the grid. */
extern "C" __global__ void vadd(const float *a, const float *b, float *c, size_t n)
{
    /* yours */
}

/* One thread moves four elements: x is fixed, y runs over threadIdx.y, + ROWS, + 2·ROWS, + 3·ROWS.
 * Guard the edges: R and C need not be multiples of 32. */
extern "C" __global__ void transpose_naive(float *out, const float *in, int R, int C)
{
    /* yours */
}

/* Load the tile along rows of `in` into shared memory, wait once, store it along rows of `out`. Which
 * index moves with threadIdx.x in each of the four accesses? */
extern "C" __global__ void transpose_tiled(float *out, const float *in, int R, int C)
{
    /* yours */
}

/* The same with a tile of 64×64: a block of 32×8 threads moves two columns of 32 lanes, eight times
 * down. Load all sixteen elements into registers before the first goes to shared memory: that is how
 * many requests one thread can have in flight. */
extern "C" __global__ void transpose_wide(float *out, const float *in, int R, int C)
{
    /* yours */
}
