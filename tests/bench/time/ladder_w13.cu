/* LayerNorm of w13-warp-layernorm, a warp a row and a block a row, each by its three rungs: `ladders` asks how long they
 * take. */
#include "lab.h"

#define warp_all naive_warp_all
#define ln_warp naive_ln_warp
#define ln_block naive_ln_block
#define compact naive_compact
#define append naive_append
#define all_finite naive_all_finite
namespace naive {
#include "naive.cu"
}
#undef warp_all
#undef ln_warp
#undef ln_block
#undef compact
#undef append
#undef all_finite
namespace ref {
#include "ref.cu"
}
#define warp_all opt_warp_all
#define ln_warp opt_ln_warp
#define ln_block opt_ln_block
#define compact opt_compact
#define append opt_append
#define all_finite opt_all_finite
namespace opt {
#include "opt.cu"
}
#undef warp_all
#undef ln_warp
#undef ln_block
#undef compact
#undef append
#undef all_finite
#include "common.cuh"

int main()
{
    enum { R = 4096, ROWS = 528, BLOCKS = 264 };
    float *x = floats(ROWS * LONG), *g = floats(LONG), *b = floats(LONG), *y = zeros(ROWS * LONG);
    RUN(naive::naive_ln_warp<<<R / WARPS, THREADS>>>(y, x, g, b, R, SHORT, 1e-5f));
    RUN(ref::ln_warp<<<R / WARPS, THREADS>>>(y, x, g, b, R, SHORT, 1e-5f));
    RUN(opt::opt_ln_warp<<<R / WARPS, THREADS>>>(y, x, g, b, R, SHORT, 1e-5f));
    RUN(naive::naive_ln_block<<<BLOCKS, THREADS>>>(y, x, g, b, ROWS, LONG, 1e-5f));
    RUN(ref::ln_block<<<BLOCKS, THREADS>>>(y, x, g, b, ROWS, LONG, 1e-5f));
    RUN(opt::opt_ln_block<<<BLOCKS, THREADS>>>(y, x, g, b, ROWS, LONG, 1e-5f));
}
