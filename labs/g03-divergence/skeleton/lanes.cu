#include "lab.h"

/* Do them in this order and test after each: every kernel is judged by itself. */

/* Thread i, element i, and a branch on i % 2. It is here to be measured, so leave the branch in. */
extern "C" __global__ void mix_branch(unsigned *y, const unsigned *x, long long n)
{
    /* yours */
}

/* Two elements a thread: which two, so that no lane has to choose, and the warp still moves whole sectors? */
extern "C" __global__ void mix_pairs(unsigned *y, const unsigned *x, long long n)
{
    /* yours */
}

/* 32 rows for 32 lanes: a row for each lane, or all lanes on one row after the other? */
extern "C" __global__ void first_above(int *y, const float *x, const float *limit, int R, int C)
{
    /* yours */
}

/* Count how many walks have each length, turn the counts into places, put each element in its place; then walk. */
extern "C" __global__ void walk_binned(unsigned *y, const unsigned *x, const int *steps, long long n)
{
    /* yours */
}

/* A ballot says who keeps; one lane asks for room for all of them; each finds its place by counting. */
extern "C" __global__ void compact(int *out, int *total, const float *x, long long n)
{
    /* yours */
}
