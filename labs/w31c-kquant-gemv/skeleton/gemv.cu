/* gemv.cu: yours. lab.h says what each kernel has to do. */
#include "lab.h"

extern "C" __global__ void quantise_x(int8_t *xq, float *xd, int16_t *xs, const float *x, int K, int B)
{
    /* eight lanes a block of 32: the largest magnitude, codes, and the sums of sixteen */
}

extern "C" __global__ void gemv_q4_0(float *y, const struct q4_0 *W, const int8_t *xq, const float *xd,
                                     const int16_t *xs, int N, int K, int B)
{
    /* 18 bytes a block: read as 16-byte pieces of a row, taken apart in shared memory */
}

extern "C" __global__ void gemv_q8_0(float *y, const struct q8_0 *W, const int8_t *xq, const float *xd,
                                     const int16_t *xs, int N, int K, int B)
{
    /* the same with 34 bytes, and no sums of x */
}

extern "C" __global__ void gemv_q4_K(float *y, const struct q4_K *W, const int8_t *xq, const float *xd,
                                     const int16_t *xs, int N, int K, int B)
{
    /* sub-blocks with a scale and a minimum each; the minimum meets the sum of x's codes */
}

extern "C" __global__ void gemv_q6_K(float *y, const struct q6_K *W, const int8_t *xq, const float *xd,
                                     const int16_t *xs, int N, int K, int B)
{
    /* four bits in ql, two in qh, the scale behind both, and 210 bytes a block */
}
