#include "lab.h"

/* Do them in this order and test after each: every kernel is judged by itself. */

/* A thread's sums of the first product: which columns are they, and which does the left operand want of it? */
extern "C" __global__ void __launch_bounds__(128)
    two_products(float *C, const __grid_constant__ tmap Q, const __grid_constant__ tmap K,
                 const __grid_constant__ tmap V, int S)
{
    /* yours */
}

/* One barrier for Q, K and V. Which key does every row see, so that no maximum stays -infinity? */
extern "C" __global__ void __launch_bounds__(128)
    flash_sync(const __grid_constant__ tmap O, float *LSE, const __grid_constant__ tmap Q,
               const __grid_constant__ tmap K, const __grid_constant__ tmap V, int S, int group, float scale,
               int causal)
{
    /* yours */
}

/* Full and empty, and two warpgroups that both have to have read a stage. */
extern "C" __global__ void __launch_bounds__(384, 1)
    flash_ring(const __grid_constant__ tmap O, float *LSE, const __grid_constant__ tmap Q,
               const __grid_constant__ tmap K, const __grid_constant__ tmap V, int S, int group, float scale,
               int causal)
{
    /* yours */
}

/* In which order do the consumers need the tiles, if scores run one tile ahead of the output? */
extern "C" __global__ void __launch_bounds__(384, 1)
    flash_hop(const __grid_constant__ tmap O, float *LSE, const __grid_constant__ tmap Q,
              const __grid_constant__ tmap K, const __grid_constant__ tmap V, int S, int heads, int group, float scale,
              int causal)
{
    /* yours */
}

/* Who turns V over, and in which order should its keys then stand? */
extern "C" __global__ void __launch_bounds__(384, 1)
    flash_fp8(const __grid_constant__ tmap O, float *LSE, const __grid_constant__ tmap Q,
              const __grid_constant__ tmap K, const __grid_constant__ tmap V, const float *sq, const float *sk,
              const float *sv, int S, int heads, int group, float scale, int causal)
{
    /* yours */
}
