/*
 * lab.h: the interface of the drill rms: RMSNorm in blocks, with rows that are longer than a block.
 *
 *     y[r][c] = g[c] · x[r][c] / sqrt(Σ x[r][k]² / C + eps)      the sum is over the C elements of row r
 *
 * x has rows of `ld` floats, ld >= C; what lies behind a row's own elements belongs to somebody else: never read it.
 * y is dense, [R][C], and g has C floats for all rows. 1 <= C <= 65,536; R may be 0. Base pointers are multiples of
 * 256 bytes. The runner launches R programs of 128 threads: program r does row r.
 *
 * A row is loaded at most twice, and once if C <= BLOCK; y is stored once and never loaded. A program has one
 * reduction, whatever C is.
 */
#ifndef W09_RMS_H
#define W09_RMS_H

#include "tile.h" /* the lab's */

#define BLOCK 1024

extern "C" __global__ void rms_tile(const float *x, const float *g, float *y, int R, int C, int ld, float eps);

#endif
