/*
 * map.h: from a program counter to the user's line, and from a basic block to what one lane computes in it.
 *
 * PROGRAM.map keeps both beside the program, as text, a record a line:
 *     ridge-simt-map 9
 *     B pc size insts f16 f32 f64 special back op nops
 *                                   a block: pc after its hook's call, bytes; x86 instructions, FLOP of one lane;
 *                                   the rest as in struct simt_block
 *     L pc line file\tfunction      a place, for those that were ever asked for
 *     O n                           n instructions as struct gpu_op, to the end of the file, once they were asked for
 * Every pc is an offset from the image's start, in hexadecimal, as the runtime writes it.
 */
#ifndef SIMT_MAP_H
#define SIMT_MAP_H

#include <stdbool.h>

#include "runner/base/util.h"

struct simt_map;
struct gpu_op;
struct elf_program;

struct simt_place {
    const char *file, *function; /* "" unknown; the map owns them */
    int line;
};

enum { FLOPS_F16, FLOPS_F32, FLOPS_F64, FLOPS_KINDS };

struct simt_block {
    uint32_t pc, size, insts, flops[FLOPS_KINDS];
    uint32_t op, nops;  /* the block's first instruction in map_blocks()' `ops`, and how many; 0 unless asked for */
    uint32_t back;      /* the block that a jump at the end goes back to, by pc; 0: none */
    uint32_t special;   /* special functions of one lane */
};

struct simt_map_options {
    const char *program, *dir; /* dir: scratch */
    const char *base;          /* files below it are named relative to it */
    int boxed;
    int ops; /* 1: map_blocks() tells instructions, too */
};

/* Never NULL: a program that cannot be read gives a map without places, and the reason in `e`. */
struct simt_map *map_open(const struct simt_map_options *o, struct err *e);
/* Finds the places of n program counters at once. */
void map_resolve(struct simt_map *m, const uint32_t *pc, size_t n);
bool map_knows(const struct simt_map *m, uint32_t pc); /* was this pc resolved already? */
struct simt_place map_place(const struct simt_map *m, uint32_t pc);
const struct simt_block *map_block(const struct simt_map *m, uint32_t pc); /* NULL: no block begins there */
/* All blocks by pc, and the instructions that their `op` counts from. */
const struct simt_block *map_blocks(const struct simt_map *m, size_t *n, const struct gpu_op **ops);
void map_close(struct simt_map *m);                                        /* writes the file when the map has grown */

/* ---- flops.c */

/* The marks of include/simt/flops.h that a program carries, in no order; addresses as linked. */
enum flop_mark { MARK_F16 = 1, MARK_BF16, MARK_SPECIAL, MARK_NOT_F32, MARK_NOT_F64 };
void flops_marks(const struct elf_program *program,
                 void (*each)(uint64_t at, unsigned kind, unsigned count, void *data), void *data);

/* FLOP of one instruction in AT&T syntax; 1 when the instruction is a floating-point operation. */
int flops_of(const char *mnemonic, const char *operands, uint32_t flops[FLOPS_KINDS]);

/* "ns::f<int>(float*, int)" → "ns::f<int>". In place. */
void function_name(char *s);

#endif
