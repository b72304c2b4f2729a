/*
 * lab.h: the interface of w19-systolic. You write systolic.c: one clock of a weight-stationary systolic array, the
 * schedule that keeps such an array busy, and three figures that a compiler for it needs.
 *
 * The array has P rows and P columns of cells, 1 <= P <= SA_MAX. A weight stays in its cell. Inputs enter at the left
 * edge and move one cell to the right in each clock; sums start as 0 above the top row and move one cell down.
 */
#ifndef W19_LAB_H
#define W19_LAB_H

#include <stdint.h>

enum { SA_MAX = 32 };
enum { SA_ON = 1, SA_SWAP = 2 }; /* tags: there is an input; it is the first of a tile (always with SA_ON) */

typedef struct {
    int8_t w;      /* the weight that the cell multiplies by */
    int8_t shadow; /* the weight of the tile that comes next */
    int8_t x;      /* the input that the cell has taken, for its neighbour on the right */
    uint8_t tag;   /* of that input */
    int32_t sum;   /* the partial sum, for its neighbour below */
} sa_cell_t;

typedef struct { /* what the outside puts on the wires in one clock */
    int8_t x[SA_MAX];    /* for row r at the left edge */
    uint8_t tag[SA_MAX]; /* 0, SA_ON, or SA_ON | SA_SWAP */
    int row;             /* the row of cells whose shadows are written; -1: none */
    int8_t w[SA_MAX];    /* what is written there, by column */
} sa_in_t;

/* ---- 1. the machine: a clock ---------------------------------------------------------------------- */

/*
 * One clock of the array: `cell` has P rows of P, row-major. All cells change at once. A cell looks at what its
 * neighbours, and its own registers, held *before* the clock:
 *
 *   x, tag  those of its left neighbour; in column 0 those of `in`
 *   w       the cell's shadow where the tag that arrives has SA_SWAP, else unchanged
 *   sum     that of its upper neighbour (0 in row 0), plus the cell's new w times its new x where the arriving tag has
 *           SA_ON
 *   shadow  in row in->row what is written; else unchanged. A cell that swaps in the same clock takes the old one
 *
 * An x without SA_ON is any number and is passed on all the same. Sums do not overflow.
 */
void sa_step(int P, sa_cell_t *cell, const sa_in_t *in);

/* ---- 2. the schedule: a product ------------------------------------------------------------------- */

typedef struct sa_hw sa_hw_t; /* given: an array that does what sa_step() says */

typedef struct {
    int32_t sum[SA_MAX]; /* that the bottom row holds after the clock, by column */
    uint8_t tag[SA_MAX]; /* and the tags there: with SA_ON the sum has passed all P rows */
} sa_out_t;

int sa_side(const sa_hw_t *hw); /* P */

/*
 * One clock of the given array. Two things are faults, and end the case: a cell swaps without a shadow that was written
 * since its last swap; a row of shadows is written while one of its cells still waits for its swap. (Written in the
 * very clock in which the last cell of the row swaps is in time.) All weights are 0 at first, and no shadow is written.
 */
void sa_clock(sa_hw_t *hw, const sa_in_t *in, sa_out_t *out);

/*
 * C = A W on that array: A is M x K, W is K x N, C is M x N, all dense and row-major. M, K, N >= 0; where K is 0, C is
 * all zeros. W is cut into tiles of P x P, the last ones filled up with zeros, and all M rows of A pass each tile once,
 * tiles and rows in any order: each row enters all P rows of cells with SA_ON, with zeros where A ends, so that a tile
 * takes M * P inputs. Nothing beyond the ends of A and W is read, and C may hold anything before. Every product is the
 * array's; you add up what several tiles give for one element. The fewer clocks the better: sa_cycles() is the least.
 */
void sa_matmul(sa_hw_t *hw, int M, int K, int N, const int8_t *A, const int8_t *W, int32_t *C);

/*
 * Clocks that a product takes on a side of P, from the first row of shadows that is written to the last sum that leaves
 * the array, all tiles with all M rows each, when nothing waits that need not wait. 0 where M, K or N is 0. Everything
 * fits an int64_t.
 */
int64_t sa_cycles(int64_t P, int64_t M, int64_t K, int64_t N);

/* ---- 3. layouts in its memory --------------------------------------------------------------------- */

/*
 * Bytes that an array takes in a TPU's tiled layout. `dim` are its `rank` extents, 2 <= rank <= 4, each at least 1, of
 * elements of elem_B = 1, 2 or 4 bytes. order[0] is the dimension that is most minor (its elements lie side by side),
 * order[1] the next, as in HLO's minor_to_major. The most minor extent is padded to a multiple of 128, the second to
 * one of 32 / elem_B (a register holds 8 x 128 words of 4 bytes; smaller elements are packed along the second).
 */
int64_t layout_bytes(int rank, const int64_t *dim, const int *order, int elem_B);

/*
 * The order with the fewest bytes into order[0] ... order[rank - 1], and those bytes. Of several such orders the one
 * that is first when written as order[0], order[1], ...
 */
int64_t layout_best(int rank, const int64_t *dim, int elem_B, int *order);

/* ---- 4. between chips: a torus -------------------------------------------------------------------- */

/*
 * Clocks of an all-reduce of `bytes` on X x Y chips that are wired as a torus. A link moves `rate` bytes a clock each
 * way, and every step costs `hop` clocks more, also where nothing is left to send. X, Y, rate >= 1; hop, bytes >= 0.
 * All divisions round up, and everything fits an int64_t.
 *
 * A ring of n passes b bytes in n - 1 steps: each step moves a chunk of b/n, half of it in either direction round the
 * ring, and takes hop + (half a chunk)/rate. A ring of one takes nothing.
 *
 * Half of the bytes, h, is reduced along X first and then along Y, the other half along Y first, at the same time: the
 * two never meet on a link. So there are four phases, and each lasts as long as the slower half's:
 *   reduce-scatter   a ring of X with h               | a ring of Y with h
 *   reduce-scatter   a ring of Y with h/X             | a ring of X with h/Y
 *   all-gather       the second phase backwards, then the first, which take as long
 */
int64_t torus_allreduce(int64_t X, int64_t Y, int64_t bytes, int64_t rate, int64_t hop);

#endif
