/*
 * loops.h: what nvcc makes of a kernel's loops, as far as it can be told from this CPU's instructions and how often
 * each block of them ran.
 *
 * nvcc unrolls a loop whose turns it can count, wholly where their number is a constant. Then an index is a constant,
 * too, an array of the lane's own is in registers, and what does not change from turn to turn is done once. It reads
 * the counts and tells nothing of time.
 */
#ifndef SIMT_LOOPS_H
#define SIMT_LOOPS_H

#include "map.h"
#include "ops.h"

/* An instruction hangs on what the loop has loaded, or computed in the turn before; it is no part of an address; a
 * load's address is a constant further in each turn; a division's divisor is the same in all. */
enum { DATA_OF_LOOP = 1, DATA_NO_ADDRESS = 2, DATA_KNOWN_PLACE = 4, DATA_SAME_DIVISOR = 8 };
struct nest { /* a loop */
    size_t first, parent; /* the first block; the last block of the loop around this one, nblocks: none */
    unsigned turns;       /* of each time that it is come to, where nvcc puts all into the loop around it; else 0 */
    unsigned unroll;
    int whole, own;       /* wholly unrolled; has an array that the lane alone has */
    int parts, clobbers;  /* waits at barriers; changes memory, or waits for others who may */
    int bit;              /* values.c: in the masks of values */
};

/* A kernel. A loop is named by its last block, and a block by its place in `block`; nblocks is none. Who calls fills it
 * in, the last three lines with room alone. */
struct code {
    const struct simt_block *block; /* by pc */
    size_t nblocks;
    struct gpu_op *op;  /* instructions; what accesses memory of the lane alone is OP_NONE */
    const double *rows; /* how often warps ran each block */
    unsigned unroll;    /* how often nvcc unrolls a small loop */
    size_t *loop;       /* of each block: the inner loop that it is in, loops_find() */
    struct nest *nest;  /* of each loop, loops_unroll() */
    uint8_t *apart;     /* of each load: its address is no constant further in each turn, values_find_left() */
    uint8_t *data;      /* of each instruction: DATA_OF_LOOP and DATA_NO_ADDRESS, values_find_left() */
    double *left;       /* of each instruction: how much of it is left, values_find_left() */
};

struct ids { /* of registers and places of the stack */
    uint8_t has[OP_IDS];
};

void loops_find(struct code *c);       /* sets `loop` */
void loops_unroll(struct code *c);     /* sets `nest` */
void values_find_left(struct code *c); /* sets `left` */

size_t loops_block(const struct code *c, uint32_t pc);    /* the block that begins there */
size_t loops_first(const struct code *c, size_t last);    /* the loop's first block */
double loops_entries(const struct code *c, size_t first, size_t last); /* how often a loop is come to; 0: not known */
/* The loop inside the loop `last` that begins with block j and is wholly unrolled there. */
size_t loops_inner(const struct code *c, size_t j, size_t last);
/* The first instruction behind a block's last jump: from there on they run with the block that follows. */
uint32_t loops_behind_jump(const struct code *c, const struct simt_block *b);
/* The instructions of a block up to a jump that is always made: what stands behind that is come to from elsewhere. */
uint32_t loops_before_jump(const struct code *c, const struct simt_block *b);
/* How many instructions before those of block j run with it: they stand behind a jump that the block before always
 * makes, and before this block's hook. */
uint32_t loops_head(const struct code *c, size_t j);
/* Is this one of the instructions that an unrolled loop has once, or never where it is wholly unrolled? */
int loops_goes_away(const struct code *c, const struct gpu_op *o, size_t j, int whole);
/* Does an array in registers alone take what the k-th instruction of this block makes, to be told where? Then nvcc
 * knows it, and it is nothing. */
int loops_tells_where(const struct code *c, const struct simt_block *b, uint32_t k);
int loops_begins_constant(const struct code *c, size_t block, int id); /* is a value, where the block begins? */

#endif
