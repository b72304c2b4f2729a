#include "lab.h"

/* Do them in this order and test after each: every kernel is judged by itself. */

/* A float for each thread in shared memory; then steps of d = 1, 2, 4, ...: thread t adds its neighbour d away if t
 * is a multiple of 2d. T need not be a power of two. Who may enter a barrier? All threads, each time. */
extern "C" __global__ void sum_interleaved(float *part, const float *x, long long n)
{
    /* yours */
}

/* Same loads, same barriers, another pairing: place t and place t + half. What is half when the width is odd? */
extern "C" __global__ void sum_sequential(float *part, const float *x, long long n)
{
    /* yours */
}

/* x[i] + x[i + T] before anything touches shared memory. Both may lie past the end. */
extern "C" __global__ void sum_first_add(float *part, const float *x, long long n)
{
    /* yours */
}

/* A register for each thread, five shuffles for each warp, one float for each warp in shared memory. Then: store the
 * block's sum, fence, draw a ticket. Who draws the last one finishes, and leaves the ticket at 0. */
extern "C" __global__ void sum_total(float *out, float *part, unsigned *ticket, const float *x, long long n)
{
    /* yours */
}

/* Draw a tile, scan it, publish its sum, look back until a prefix is found, publish your own, write. */
extern "C" __global__ void scan(int *y, unsigned long long *state, const int *x, long long n)
{
    /* yours */
}
