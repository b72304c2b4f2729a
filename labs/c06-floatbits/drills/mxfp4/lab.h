/*
 * lab.h: the interface of the drill mxfp4, a block format of four bits an element (OCP Microscaling 1.0).
 *
 * Elements stand in blocks of 32, the last of which may be shorter. A block has one scale, a byte s that means
 * 2^(s - 127), and for each element an E2M1 code: a sign bit, two exponent bits with bias 1, one mantissa bit, no
 * infinity and no NaN. The codes 0 to 7 are worth 0, 0.5, 1, 1.5, 2, 3, 4, 6; bit 3 is the sign. s = 255 says that the
 * whole block is NaN.
 *
 * codes holds two elements a byte: element 2k in the lower half of codes[k], 2k + 1 in the upper half. After an odd n
 * the upper half of the last byte is 0.
 *
 * All is done with the bits: the names of the maths library are poisoned below.
 */
#ifndef C06_MXFP4_LAB_H
#define C06_MXFP4_LAB_H

#include <stdint.h>
#include <string.h>

enum { MX_BLOCK = 32 };

/*
 * n floats to blocks. amax is the largest magnitude of a block.
 *
 *   scale    floor(log2 amax) - 2 as its power of two; where that is below 2^-127, and for a block of zeros, 2^-127
 *   codes    x / scale to the nearest element, from the middle to the even code; what exceeds 6 becomes 6. The sign is
 *            kept, also of a zero
 *   a NaN or an infinity in the block: scale 255, all its codes 0
 *
 * n may be 0; the arrays do not overlap.
 */
void mxfp4_encode(int64_t n, const float *x, uint8_t *scale, uint8_t *codes);

/* The same, but rounded by given dice: with t the distance of |x| / scale from its lower neighbour among the elements,
 * in steps of the format, and T = floor(t * 2^32), element k goes away from zero when T + rnd[k] >= 2^32. */
void mxfp4_encode_sr(int64_t n, const float *x, const uint32_t *rnd, uint8_t *scale, uint8_t *codes);

/* The floats that n elements are worth, exactly; beyond fp32 an infinity, and NaN for all of a block of scale 255. */
void mxfp4_decode(int64_t n, const uint8_t *scale, const uint8_t *codes, float *y);

#pragma GCC poison ldexp ldexpf frexp frexpf scalbn scalbnf logb logbf ilogb ilogbf log2 log2f exp2 exp2f pow powf
#pragma GCC poison rint rintf nearbyint nearbyintf lrint lrintf round roundf

#endif
