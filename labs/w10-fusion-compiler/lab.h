/*
 * lab.h: the interface of w10-fusion-compiler. You write compile.c: the middle and the end of a compiler for tensor
 * programs. A tape has captured a graph; you say where it breaks, decide which nodes share a kernel, write the
 * kernels as C and as CUDA, and guard the result against calls it was not compiled for. This header is the contract.
 *
 * All tensors are float, row-major, [rows, cols]. Nodes are numbered in the order of the program: operands come
 * first.
 */
#ifndef W10_LAB_H
#define W10_LAB_H

#include <stdint.h>

enum { MAX_NODES = 96, MAX_KERNELS = 64, GPU_THREADS = 128 };

typedef enum {
    OP_INPUT,     /* lies in memory when the program starts */
    OP_CONST,     /* the number k, [1, 1]; never in memory */
    OP_ADD, OP_SUB, OP_MUL, OP_DIV, OP_MAX, /* of a and b; an operand with one row or one column is repeated */
    OP_EXP, OP_TANH, OP_SQRT,               /* of a */
    OP_ROWSUM, OP_ROWMAX, /* of each row of a: [rows, 1] */
    OP_COLSUM,            /* of each column of a: [1, cols] */
    OP_MATMUL,            /* a [rows, K] times b [K, cols] */
    OP_TRANSPOSE,         /* of a: a view, no data of its own */
    OP_ITEM,  /* the host reads the single number a; k is what it was while the tape ran */
    OP_PRINT, /* the host prints a and passes it on */
    OP_CALL   /* foreign code makes a tensor out of a, of the same shape */
} op_t;

typedef struct {
    op_t op;
    int a, b;       /* operands' numbers; -1: none */
    int rows, cols; /* as traced */
    int sym;        /* 1: the number of rows is the symbol n, known when the program runs; else it is `rows` */
    int out;        /* 1: the caller wants it */
    float k;
} node_t;

typedef struct {
    int n;
    const node_t *v;
} graph_t;

/* ------------------------------------------------------------------------------------------------ breaks */

typedef enum { BREAK_NONE, BREAK_ITEM, BREAK_PRINT, BREAK_CALL } break_t;

/* Why the graph ends at this node: "item", "print" or "call"; BREAK_NONE where it does not. */
break_t break_reason(const graph_t *g, int node);

/* ------------------------------------------------------------------------------------------------ fusion */

/*
 * in[i]: bit k is set when kernel k computes node i. Inputs, constants, transposes and the host's nodes are in no
 * kernel. A node may be in several: then it is recomputed. Kernels run in the order of their numbers.
 *
 * A kernel writes a node to memory when somebody else needs it: the caller, the host, or a kernel that does not
 * compute it itself. It reads what it does not compute. Rules:
 *   1. what it reads has been written by an earlier kernel, or is an input, or a transpose of such
 *   2. it stays on one side of each break: its nodes have the same number of broken nodes before them
 *   3. its nodes have the same rows (of a COLSUM, those of its operand count), and either the same cols or one.
 *      A pointwise node with a single row may be computed in a kernel of many, if that kernel does not write it
 *   4. nobody reads a COLSUM in the kernel that makes it: it is not finished before the last row
 *   5. operands of a MATMUL, and what a transpose views, come from memory. Matmuls in one kernel have the same a,
 *      and a kernel with a matmul has no reduction
 * Fewest kernels first, then fewest bytes: of each kernel, what it reads and what it writes, each tensor once.
 * Kernels that could not share a value are not merged just to have fewer.
 */
typedef struct {
    int kernels;
    uint64_t in[MAX_NODES];
} plan_t;

void partition(const graph_t *g, plan_t *p);

/* 1 when kernel k computes `node` and has to write it. Given. */
int plan_writes(const graph_t *g, const plan_t *p, int k, int node);

/* -------------------------------------------------------------------------------------------------- text */

typedef struct text text_t;

/* printf() to the end of the text. Given; what does not fit is refused by the runner. */
void say(text_t *t, const char *format, ...) __attribute__((format(printf, 2, 3)));

/*
 * The compiler's own account (CM_DEBUG=1), one line per kernel, then one per break:
 *     kernel 0: 3 4 5 -> 5
 *     break 6 item
 * nodes it computes, an arrow, nodes it writes, each list ascending.
 */
void explain(const graph_t *g, const plan_t *p, text_t *t);

/* Define it as k to see the k-th graph of a run, your account of it and your C: `ridge test` shows what was printed. */
extern const int cm_debug __attribute__((weak));

/*
 * Kernel k as the C function
 *     static void k<k>(float *const *v, int64_t n) { ... }
 * v[i] is node i in memory (of an input, of what is written); n is the symbol. <math.h> and <stdint.h> are there.
 */
void emit_c(const graph_t *g, const plan_t *p, int k, text_t *t);

/*
 * The same as CUDA, called by all GPU_THREADS threads of each block:
 *     static __device__ void k<k>(float *const *v, long n) { ... }
 * A block takes rows blockIdx.x, blockIdx.x + gridDim.x, ... Given there: float block_sum(float) and
 * block_max(float), which return the whole block's to every thread. COLSUM is not asked of you here.
 */
void emit_cuda(const graph_t *g, const plan_t *p, int k, text_t *t);

/* ------------------------------------------------------------------------------------------------ guards */

enum { MAX_ARGS = 4, MAX_PROGRAMS = 8 };
enum { ROWS_SYM = -1 }; /* rows of a guard: -1 - s is the symbol s, s the first argument that has it */

typedef struct {
    int n;
    struct {
        int dtype, rows, cols;
    } arg[MAX_ARGS];
} sig_t;

typedef struct {
    int n;
    sig_t guard[MAX_PROGRAMS]; /* what program i was compiled for */
} cache_t;

/*
 * Whether a program compiled under `guard` may serve `call`: same number of arguments, same dtypes, same cols, and
 * the same rows. Rows that are a symbol admit any number from 2 on, the same for all arguments with that symbol.
 */
int guard_eval(const sig_t *guard, const sig_t *call);

/*
 * The program that serves `call`: its index. The first whose guard holds. Otherwise compile one, which adds a guard:
 *   - no program yet for these dtypes and cols: exactly this call
 *   - else compare with the newest such program. An argument whose rows differ gets a symbol, as one that has a
 *     symbol there keeps one; arguments with equal rows in `call` share it. Rows of 0 or 1 stay exact.
 *   - MAX_PROGRAMS are there already: -1, this call runs without the compiler
 */
int cache_lookup(cache_t *c, const sig_t *call);

/* ---------------------------------------------------------------------------- what your text becomes */

#ifdef __cplusplus
extern "C"
#endif
void program(int64_t n, const float *in, float *out, float *work);

#endif
