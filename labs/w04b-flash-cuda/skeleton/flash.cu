/*
 * flash.cu: yours. The contract and the launch are in lab.h.
 *
 * A way through it:
 *   1. this block's rows: blockIdx.x * ROWS and on, of head blockIdx.y; where do its Q, K, V, O begin?
 *   2. rows of Q into fragments or shared memory; m = -INFINITY, l = 0, O = 0
 *   3. for each tile of keys that some row may see: load K and V into shared memory, a barrier;
 *      scores = Q Kᵀ; fold them into m and l; O = α O + weights · V; a barrier
 *   4. O / l and LSE = m + log l, stored once, only rows that exist
 *
 * As shipped it compiles, has its shared memory, and computes nothing.
 */
#include "lab.h"

#include <mma.h>

using namespace nvcuda;

extern "C" __global__ void __launch_bounds__(THREADS)
    flash_fwd(const half *Q, const half *K, const half *V, half *O, float *LSE, int B, int H, int Hkv, int S,
              int d, float scale, int causal)
{
    extern __shared__ __align__(16) char smem[];
    /* yours: smem holds tiles of K and V, rows of d halves; in which bank does each row begin? */
    (void)smem;
}
