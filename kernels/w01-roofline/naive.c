/*
 * Roofline meter, the first thing one writes. The counts are the reference's; only the two
 * micro-benchmarks differ, and both are right and slow:
 *   - copy_f32 stores in the ordinary way, so each line of dst is read before it is overwritten;
 *   - fma_chain runs one chain to its end before it starts the next: every FMA waits for the last.
 */
#define copy_f32 ref_copy_f32
#define fma_chain ref_fma_chain
#include "ref.c"
#undef copy_f32
#undef fma_chain

void copy_f32(float *dst, const float *src, int64_t n)
{
    for (int64_t i = 0; i < n; i++)
        dst[i] = src[i];
}

void fma_chain(float *y, const float *x, float c, int64_t lanes, int64_t steps)
{
    chain_base(y, x, c, lanes, steps);
}
