#include "lab.h"

/* Do them in this order and test after each: every kernel is judged by itself. */

/* Thread i - first, element i. */
extern "C" __global__ void axpy_1(float *y, const float *x, float a, int first, long long n)
{
    /* yours */
}

/* How many elements stand before the first whole quad? How many quads are whole? What is left, and who does it? */
extern "C" __global__ void axpy_4(float *y, const float *x, float a, int first, long long n)
{
    /* yours */
}

/* One loop, one sum. */
extern "C" __global__ void sum_1(float *part, const float *x, long long n)
{
    /* yours */
}

/* One loop, four sums, one float4. And the last quad? */
extern "C" __global__ void sum_4(float *part, const float *x, long long n)
{
    /* yours */
}

/* Four loads first, then sixteen additions. An array is in registers if the compiler knows every index. */
extern "C" __global__ void sum_16(float *part, const float *x, long long n)
{
    /* yours */
}

/* An element, DEGREE steps, the next element. */
extern "C" __global__ void poly_1(float *y, const float *x, long long n)
{
    /* yours */
}

/* For each coefficient four products and sums that don't know of each other. */
extern "C" __global__ void poly_4(float *y, const float *x, long long n)
{
    /* yours */
}

/* What must be in a register when the loop begins? Is there a next quad at all? */
extern "C" __global__ void poly_ahead(float *y, const float *x, long long n)
{
    /* yours */
}
