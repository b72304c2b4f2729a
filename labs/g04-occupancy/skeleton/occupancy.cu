#include "lab.h"

/* Begin with takes, test, and go on: each function is judged by itself. */

/* Three roundings up. */
HD struct need takes(const struct sm *m, struct shape k)
{
    struct need n = { 0, 0, 0 };
    return n; /* yours */
}

/* How many warps fit into one part of the register file? Into all parts? How many blocks are that? */
HD void blocks_by(const struct sm *m, struct shape k, int by[LIMITS])
{
    /* yours */
}

/* The least of four, and all who agree on it. */
HD int resident(const struct sm *m, struct shape k, unsigned *limits)
{
    *limits = 0;
    return 0; /* yours */
}

/* blocks_by, backwards: so many warps in a part, so many registers for each of them. */
HD int reg_cap(const struct sm *m, int threads, int blocks)
{
    return 0; /* yours */
}

/* An equal share of the SM's bytes, rounded which way? And what of the share is the block's own? */
HD int smem_cap(const struct sm *m, int blocks)
{
    return 0; /* yours */
}

/* Three amounts over three rates. In which of them does occupancy stand? */
HD long long cycles(const struct sm *m, const struct variant *v)
{
    return 0; /* yours */
}

/* Who needs the fewest cycles? Not: who has the most warps. */
HD int choose(const struct sm *m, const struct variant *v, int n)
{
    return 0; /* yours */
}

/* Bounds for three kernels: none, __launch_bounds__(BLOCK), or __launch_bounds__(BLOCK, blocks)? Then hops_body(…). */
extern "C" __global__ void hops(int *y, const int *next, int n)
{
    /* yours */
}

extern "C" __global__ void fan(float *y, const float *x, int n)
{
    /* yours */
}

extern "C" __global__ void tile(float *c, const float *a, const float *b, int N, int K)
{
    /* yours */
}
