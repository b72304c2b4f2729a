#include "lab.h"

/* Do them in this order and test after each: every kernel is judged by itself. */

/* One barrier, one expected number of bytes, one copy; and where do the 16 bytes c of row r stand? */
extern "C" __global__ void __launch_bounds__(128)
    tma_tile(const __grid_constant__ tmap X, __nv_bfloat16 *Y, int M, int N)
{
    /* yours */
}

/* Two boxes on one barrier. Fence, four products, commit, wait: then, and not before, the sums are yours. */
extern "C" __global__ void __launch_bounds__(128)
    wgmma_tile(float *C, const __grid_constant__ tmap A, const __grid_constant__ tmap Bt)
{
    /* yours */
}

/* The barrier's parity turns with each phase. What has to be over before the next load may begin? */
extern "C" __global__ void __launch_bounds__(128)
    gemm_single(__nv_bfloat16 *D, const __grid_constant__ tmap A, const __grid_constant__ tmap Bt, int M, int N, int K)
{
    /* yours */
}

/* Full and empty. Who waits for which of the two, with which parity, and how many arrivals end a phase? */
extern "C" __global__ void __launch_bounds__(160)
    gemm_ring(__nv_bfloat16 *D, const __grid_constant__ tmap A, const __grid_constant__ tmap Bt, int M, int N, int K)
{
    /* yours */
}

/* Three roles, two warpgroups of them consumers; the ring goes on from tile to tile. */
extern "C" __global__ void __launch_bounds__(384, 1)
    gemm_hop(const __grid_constant__ tmap D, const __grid_constant__ tmap A, const __grid_constant__ tmap Bt, int M,
             int N, int K)
{
    /* yours */
}
