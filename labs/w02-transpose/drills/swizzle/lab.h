/*
 * lab.h: the interface of the drill swizzle: a transpose of 16-bit values through a tile without padding.
 *
 * Matrices are row-major and dense: `in` has R rows of C, `out` has C rows of R. R and C may be zero (nothing is launched
 * then) and need not be multiples of anything; with an odd C every second row of `in` begins between two words. The
 * runner launches grid (⌈C/64⌉, ⌈R/64⌉), block (32, 8): a block owns one tile of 64×64, sixteen elements a thread.
 */
#ifndef W02_SWIZZLE_H
#define W02_SWIZZLE_H

#include <stdint.h>

#define SIDE 64  /* elements along one side of the tile */
#define WORDS 32 /* 32-bit words in one of its rows */
#define ROWS 8   /* blockDim.y */

/*
 * out[x·R + y] = in[y·C + x]; the values are the bits of bf16. At most 8,192 bytes of shared memory, which the tile
 * fills, one barrier, no bank conflict; where R and C are even every load and store of global memory is of 32 bits.
 */
extern "C" __global__ void transpose_b16(uint16_t *out, const uint16_t *in, int R, int C);

#endif
