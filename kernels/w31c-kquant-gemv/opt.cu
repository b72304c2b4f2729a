/*
 * opt.cu: the same with two rows at a time, where there are rows for all warps: what is read of x serves both, and
 * formats of four bits have two bytes of x for each byte of weights. Where there are fewer rows, a row each, so that no
 * warp idles.
 */
#include "lab.h"

#define gemv_q4_0 ref_q4_0
#define gemv_q8_0 ref_q8_0
#define gemv_q4_K ref_q4_K
#define gemv_q6_K ref_q6_K
#include "ref.cu"
#undef gemv_q4_0
#undef gemv_q8_0
#undef gemv_q4_K
#undef gemv_q6_K

template <class F> static __device__ __forceinline__ void two_rows(float *y, const problem &p)
{
    if (p.B == 1 && p.N > (int)gridDim.x * WARPS)
        multiply<F, 2, 1>(y, p);
    else
        by_columns<F>(y, p);
}

GEMV(gemv_q4_0, Q4_0, struct q4_0, two_rows)
GEMV(gemv_q8_0, Q8_0, struct q8_0, two_rows)
GEMV(gemv_q4_K, Q4_K, struct q4_K, two_rows)
GEMV(gemv_q6_K, Q6_K, struct q6_K, two_rows)
