/*
 * lab.h: the interface of the drill bf16: one product on tensor cores whose tiles arrive while others are used.
 *
 *     C = A B        A [M][K], B [K][N], C [M][N], all bfloat16, row-major, dense
 *
 * M, N and K are 8 or more and multiples of 8, so each row begins at a multiple of 16 bytes; arrays begin at multiples of
 * 256 bytes. Behind the end of a row the next one begins, and it may hold infinities. Every sum is kept in float and
 * rounded once, to the element of C that it becomes.
 *
 * The runner launches grid (⌈N/TILE⌉, ⌈M/TILE⌉), block (THREADS), SMEM bytes of dynamic shared memory, which are all
 * that a block may use. Block (x, y) owns the TILE rows from TILE·y and the TILE columns from TILE·x of C, and loads what
 * it needs of A and B once, DEEP of K a turn, by cp.async that asks for a turn two turns before it is used. The threads of
 * a block meet once a turn.
 */
#ifndef G07_BF16_H
#define G07_BF16_H

#include <cuda_bf16.h>

enum {
    TILE = 128,    /* rows and columns of C in the tile of a block */
    DEEP = 32,     /* of K, a turn */
    STAGES = 3,    /* tiles of A and of B that a block holds: one in use, two under way */
    THREADS = 256, /* of a block */
    SMEM = 65536   /* bytes of shared memory of a block */
};

extern "C" __global__ void gemm_bf16(__nv_bfloat16 *C, const __nv_bfloat16 *A, const __nv_bfloat16 *B, int M, int N,
                                     int K);

#endif
