/*
 * lab.h: the interface of h09-neuron-tiles. You write tiles.c: the timing of a core without caches, the proof that a
 * program for it has no race, a program for a layer, the shape of its blocks, and the step that leaves the chip.
 *
 * The core has a tensor engine, a vector engine, a network port and some DMA rings. All of them work at once, and each
 * has a queue of instructions that it does in order, one at a time. Nothing but the program moves data, gives memory
 * out or lets one queue wait for another. This is how a NeuronCore is built; Gaudi calls the engines MME and TPC and
 * has its network ports on the chip. Durations are inputs. That each ring has a rate of its own, whatever the others
 * do, is a rule of this lab: on the real core the queues share sixteen DMA engines.
 */
#ifndef H09_LAB_H
#define H09_LAB_H

#include <stdint.h>

enum { NT_PE, NT_VE, NT_NIC, NT_RING }; /* queues: tensor engine, vector engine, network; NT_RING + r is ring r */
enum { NT_RINGS = 5, NT_QUEUES = NT_RING + NT_RINGS, NT_OPS = 2048, NT_CHUNKS = 256 };

/*
 * A layer makes `tiles` tiles of output, each the sum of `parts` products. Times are ns, rates are bytes a ns, and all
 * are at least 1.
 */
typedef struct {
    int tiles, parts;         /* at least 1; tiles * (2 parts + 3) is at most NT_OPS */
    int send;                 /* 1: each tile is sent to the neighbour, too; else 0 */
    int rings, banks;         /* DMA rings, 1 ... NT_RINGS; accumulators in PSUM, 1 ... NT_OPS */
    int64_t in_B, out_B;      /* bytes of a product's operands, and of a finished tile */
    int64_t mm_ns, vec_ns;    /* MATMUL, VECTOR */
    int64_t dma_ns, dma_rate; /* LOAD, STORE: dma_ns + bytes / dma_rate, rounded up */
    int64_t net_ns, net_rate; /* SEND: net_ns + bytes / net_rate, rounded up */
    int64_t sbuf;             /* bytes of SBUF; at least in_B + out_B, and below 2^31 */
} nt_layer_t;

/*
 *            queue        reads                   writes
 *   LOAD     a ring       HBM                     in_B bytes of SBUF from `at` on: operands `part` of `tile`
 *   MATMUL   NT_PE        those in_B bytes        adds the product to `bank`; part 0 overwrites the bank instead
 *   VECTOR   NT_VE        `bank`                  out_B bytes of SBUF from `at` on: the finished tile
 *   STORE    a ring       those out_B bytes       HBM
 *   SEND     NT_NIC       those out_B bytes       the neighbour's memory
 */
enum { NT_LOAD, NT_MATMUL, NT_VECTOR, NT_STORE, NT_SEND };

typedef struct {
    int kind, queue;
    int tile, part;       /* part: of LOAD and MATMUL, 0 ... parts - 1 */
    int bank;             /* of MATMUL and VECTOR */
    int at;               /* in SBUF */
    int after[NT_QUEUES]; /* it waits until so many instructions of that queue are done; 0: it does not */
} nt_op_t;

/*
 * A program is n instructions, at most NT_OPS. In those that you are given, kinds, queues, tiles, parts, banks and
 * places in SBUF are such as the layer has, and after[q] is 0 ... INT_MAX. They need not do what a layer wants.
 */

/* ---- 1. time -------------------------------------------------------------------------------------- */

/*
 * op[0] ... op[n - 1] are put into their queues in this order. An instruction starts as soon as the one before it in
 * its queue has ended and, for each queue q, after[q] instructions of q have. after[q] may count instructions of its
 * own queue, and such as stand further down in the list. start[] and end[] are those of each instruction, -1 for one
 * that never starts. Returns the latest end, -1 if some instruction never starts, 0 if n is 0.
 */
int64_t nt_time(const nt_layer_t *l, const nt_op_t *op, int n, int64_t *start, int64_t *end);

/* ---- 2. order ------------------------------------------------------------------------------------- */

/*
 * How many pairs of instructions race: both touch a byte of SBUF, or a bank, at least one of them writes there, and
 * nothing puts one behind the end of the other. What does is a queue's order, a wait, and chains of both: whoever
 * starts behind an instruction is behind all that this one was behind. That the times happen to be right is not an
 * order. A pair counts once. -1 if some instruction never starts. (MATMUL writes its bank, also where it adds.)
 */
int64_t nt_races(const nt_layer_t *l, const nt_op_t *op, int n);

/* ---- 3. a program --------------------------------------------------------------------------------- */

/*
 * A program for the layer that is over as early as you can make it: one LOAD and one MATMUL for each product, one
 * VECTOR and one STORE for each tile, and one SEND where l->send is 1. The products of a tile are added in the order of
 * their parts; a bank has those of one tile from part 0 until its VECTOR. All that is read is what was meant to be
 * there, all of it lies within sbuf bytes and `banks` banks, no two instructions race, and all start. Returns how many
 * instructions it wrote to op[]. The same layer gives the same program, whenever it is asked for.
 */
int nt_program(const nt_layer_t *l, nt_op_t *op);

/* ---- 4. blocks ------------------------------------------------------------------------------------ */

typedef struct {
    int64_t m, n, k;       /* C = A B in tiles: A has m x k, B has k x n, C has m x n, each at least 1 */
    int64_t a_B, b_B, c_B; /* bytes of one tile of each */
    int64_t sbuf, banks;   /* banks is at most 64 */
} nt_gemm_t;

/*
 * C is made in blocks of bm x bn tiles, 1 <= bm <= m and 1 <= bn <= n, with smaller ones at the edges. For a block,
 * step by step along k, a column of its tiles of A and a row of its tiles of B are read from HBM, and each of its tiles
 * of C has a bank. Two blocks have to have banks, so that one is finished while the next begins. SBUF has to have room
 * for the operands of two steps of a full block, and for two tiles of C. What is read is not kept for the next block,
 * and each tile of C is written once.
 *
 * The shape with the fewest bytes that are read and written, all blocks together; of several those with the fewest
 * bytes of SBUF; of several the one with the smaller bm. Returns those bytes; -1, with 0 and 0, if no shape fits.
 * Everything fits an int64_t.
 */
int64_t nt_block(const nt_gemm_t *g, int *bm, int *bn);

/* ---- 5. off the chip ------------------------------------------------------------------------------ */

/*
 * `chips` chips, at least 1, form a ring, and each has n chunks of results that all of them have to add up: chunk i is
 * ready on every chip at ready[i], never before chunk i - 1, and has bytes[i] >= 0. Chunks are put into buckets, in
 * their order, and the network reduces one bucket after the other, each as soon as its last chunk is ready and the
 * network is free. A bucket of b bytes takes 2 (chips - 1) steps of net_ns + (b / chips) / net_rate, both quotients
 * rounded up.
 *
 * cut[i] = 1 where chunk i is the last of its bucket, else 0, such that the last bucket ends as early as possible; any
 * such choice will do. Returns when that is, 0 for n = 0. n is at most NT_CHUNKS.
 */
int64_t nt_scale(int chips, int64_t net_ns, int64_t net_rate, int n, const int64_t *ready, const int64_t *bytes,
                 int *cut);

#endif
