#include "lab.h"

/*
 * Block k does the rows k, k + gridDim.x, ... Its 256 threads share a row: each loads its elements once
 * and keeps them in registers. First the mean of all, then the sum of squared differences from it, both
 * over registers; then y. Neighbouring threads have neighbouring elements, four or eight by one load where
 * C allows it. A row longer than CHUNK does not fit: merge the statistics of its pieces, and read it again.
 */
extern "C" __global__ void ln_fwd(const bf16 *x, const float *g, const float *b, bf16 *y, float *mean, float *rstd,
                                  int R, int C, float eps)
{
    /* yours */
}
