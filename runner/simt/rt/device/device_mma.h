/* device_mma.h: what device_mma.c and device_wgmma.c share: elements and sums of tensor cores. */
#ifndef SIMT_DEVICE_MMA_H
#define SIMT_DEVICE_MMA_H

#include <stdint.h>

/* Element j of a register, of an enum simt_mma_type. */
float mma_element(unsigned r, int type, int j);
/* The accumulator `was` (its bits) plus k products, rounded as the device does. */
unsigned mma_accumulate(unsigned was, int acc_type, const float *a, const float *b, int k, int saturate);

/* Of a column of B, k deep, those elements that row `row` (of 16) of a sparse A has: k / 2 of them. Each four elements
 * of A (tf32: two) have a nibble of the lanes' metadata. */
void mma_gather(float *to, const float *b, unsigned row, int type, unsigned k, const uint32_t meta[32],
                unsigned selector);
/* Reports the first nibble that PTX calls undefined, at pc. */
void mma_check_metadata(int type, unsigned k, const uint32_t meta[32], unsigned selector, int ordered, uintptr_t pc);

#endif
