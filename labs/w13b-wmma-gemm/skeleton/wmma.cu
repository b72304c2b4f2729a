#include "lab.h"

#include <mma.h>

using namespace nvcuda;

/* Do them in this order and test after each: every kernel is judged by itself. */

/* Three fragments and a loop over K. Which pointer is the tile's corner, and what is the distance of two rows? */
extern "C" __global__ void wmma_direct(float *C, const half *A, const half *B, int M, int N, int K)
{
    /* yours */
}

/* Eight warps share two tiles in shared memory. Zeros where the matrices have ended; how far apart must two rows be? */
extern "C" __global__ void hgemm_wmma(float *C, const half *A, const half *B, int M, int N, int K)
{
    /* yours */
}

/* What is different in the tile of Bt, and what in its fragment? */
extern "C" __global__ void hgemm_nt(float *C, const half *A, const half *Bt, int M, int N, int K)
{
    /* yours */
}

/* Six registers of two halves by lab.h's table, the product, and an epilogue in registers. */
extern "C" __global__ void mma_bias(float *C, float *top, const half *A, const half *Bt, const float *bias, int M,
                                    int N, int K)
{
    /* yours */
}
