/*
 * ops.h: what a GPU would execute for this CPU's instructions, roughly: which pipe each goes to and what it waits for.
 *
 * Moves, spills and the hooks' own work are nothing on a GPU and only hand values on; of a call the function's name
 * tells what it is.
 */
#ifndef SIMT_OPS_H
#define SIMT_OPS_H

#include <stddef.h>
#include <stdint.h>

enum gpu_op_kind {
    OP_NONE,    /* hands a value on */
    OP_INT,     /* the ALU: additions, logic, shifts, comparisons */
    OP_IMUL,    /* a multiplication of integers, on the FMA pipe */
    OP_F32,
    OP_F64,
    OP_F16,
    OP_CONVERT,
    OP_DIV,     /* division of floats, square roots: a dozen instructions */
    OP_DIV64,
    OP_IDIV,
    OP_MATH,    /* a function of the mathematical library */
    OP_SPECIAL, /* a lane's thread or block index */
    OP_LOAD,
    OP_STORE,
    OP_ATOMIC,
    OP_WARP,    /* a shuffle, a vote */
    OP_BARRIER,
    OP_BRANCH,
    OP_KINDS
};

enum { OP_IDS = 256, OP_NO_ID = 0, OP_FLAGS = 49, OP_SOURCES = 4, OP_KNOWN_END = 2 };
struct gpu_op {
    uint8_t kind;
    uint8_t constant; /* an addition of a constant to its own result, or the comparison and jump that end a loop;
                       * OP_KNOWN_END: a comparison with a constant */
    uint8_t own;      /* of memory that no hook watches: an array that the lane alone has */
    uint8_t begins;   /* the first of a function */
    uint8_t is_float; /* of OP_ATOMIC */
    uint8_t wide;     /* of integers: of 64 bits, in two instructions */
    uint8_t wraps;    /* a copy of 32 bits, which makes an unsigned number an index */
    uint8_t dst, src[OP_SOURCES]; /* registers and places of the stack; OP_NO_ID: none */
    uint16_t weight;  /* of OP_MATH: instructions */
    uint32_t pc;      /* of an access, as the trace has it; 0: of no traced memory. Of a branch: the block it goes to */
};

struct ops {
    struct gpu_op *op;
    size_t n, room;
    uint32_t read[8], write[8]; /* accesses that the hooks have announced, and no instruction has made yet */
    unsigned nread, nwrite;
    int function; /* a function begins: its first instruction is next */
    uint32_t here; /* the address by which the next call of the runtime knows its place; 0: none */
    int of_stack; /* the next call's first argument is a place of the stack */
};
void ops_begin(struct ops *o, uint32_t at); /* a block begins there */
/* One instruction in AT&T syntax at `at`, of a block that has begun; the address that it may jump to, or 0. */
uint64_t ops_add(struct ops *o, const char *op, const char *operands, uint32_t at);
void ops_finish(struct ops *o);
uint8_t ops_register(const char *name); /* "%rdi": the number that dst and src have for it */

#endif
