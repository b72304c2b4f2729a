/* sparse.cu: yours. lab.h says what each kernel has to do, and gives the instructions. */
#include "lab.h"

extern "C" __global__ void compress24(const half *W, half *val, unsigned *meta, int *lost, int M, int K)
{
    /* the two largest of each four, where mma.sp looks for them */
}

extern "C" __global__ void gemv16(const half *W, const half *X, float *Y, int M, int K, int B)
{
    /* dense: what the next one is measured against */
}

extern "C" __global__ void spmv24(const half *val, const unsigned *meta, const half *X, float *Y, int M, int K, int B)
{
    /* 36 bits for each four weights, and nothing unpacked */
}

extern "C" __global__ void gemm24(const half *val, const unsigned *meta, const half *X, half *Y, int M, int K, int N)
{
    /* the same fragments, many tokens */
}
