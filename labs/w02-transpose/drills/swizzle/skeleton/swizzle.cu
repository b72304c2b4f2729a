#include "lab.h"

/* Where is word w of row r, so that the words of a row lie in 32 banks, and those that a warp reads together on its way
 * out as well? A lane turns 2×2 elements: it needs the same word of two rows. */
extern "C" __global__ void transpose_b16(uint16_t *out, const uint16_t *in, int R, int C)
{
    /* yours */
}
