/*
 * lab.h: the interface of c10-pure-functions. You write pure.c: keys of random numbers, pytrees, a tracer, its scan,
 * what becomes of a trace (text, a plan of memory, C that runs), and the cache that decides whether to trace at all.
 * Formats are those of JAX; where this lab has less, it says so.
 */
#ifndef C10_LAB_H
#define C10_LAB_H

#include <stdint.h>

/* What functions return. On anything but OK nothing was written to *ret. */
enum status { OK = 0, BAD = -2, LEAK = -3, NOT_CONCRETE = -4, UNHASHABLE = -5 };

/* --- keys ------------------------------------------------------------------------------------------------ */

struct key {
    uint32_t hi, lo;
};

/* Threefry-2x32 with 20 rounds (Salmon et al., 2011): the counter's hash under this key. */
struct key threefry2x32(struct key k, struct key counter);

/* (upper half, lower half), as JAX with 64-bit types; without them JAX drops the upper half first. */
struct key key_new(uint64_t seed);

/* The hash of key_new(data). */
struct key fold_in(struct key k, uint32_t data);

/* How counters are laid out: jax_threefry_partitionable off (JAX before 0.5) and on (from then on). */
enum layout { ORIGINAL, PARTITIONABLE };

/*
 * n keys. PARTITIONABLE: key i is the hash of key_new(i).
 * ORIGINAL: the words 0 .. 2n-1 are cut into two halves, word i of the first and word i of the second are hashed
 * together, the first words of all hashes are followed by all second ones, and each two of this row are a key.
 */
void split(struct key k, enum layout l, int64_t n, struct key *ret);

/*
 * n words of 32 bits. PARTITIONABLE: both words of the hash of key_new(i), xored.
 * ORIGINAL: as in split, of the words 0 .. n-1; where n is odd, a 0 stands behind them, and the last result is dropped.
 */
void random_bits(struct key k, enum layout l, int64_t n, uint32_t *ret);

/* In [0, 1): the upper 23 bits are the fraction of a float in [1, 2), less 1. */
void uniform(struct key k, enum layout l, int64_t n, float *ret);

/* Pairs (a[i], b[i]) in 16 cells by the two upper bits of each: Σ (count - n/16)² / (n/16). n is at least 1. */
double chi_square(int64_t n, const uint32_t *a, const uint32_t *b);

/* --- pytrees --------------------------------------------------------------------------------------------- */

enum kind { LEAF, NONE, TUPLE, LIST, DICT };
enum { NODES = 24, LEAVES = 12 };

/* A tree is its nodes, each followed by its n children. The children of a DICT have names, all different. */
struct tree {
    int kind, n;
    char name[8]; /* in a DICT; else "" */
    int leaf;     /* what a LEAF holds; else 0 */
};

/* The structure, same number of nodes: entries of a DICT in the order of their names (strcmp), 0 in each leaf. The
 * leaves go to leaf[], in the same order; None is not one of them. Returns how many there are. */
int flatten(int nodes, const struct tree *t, struct tree *def, int *leaf);

/* The structure with these leaves. BAD: there are more of them, or fewer, than it has. */
int unflatten(int nodes, const struct tree *def, int leaves, const int *leaf, struct tree *ret);

/* --- types ----------------------------------------------------------------------------------------------- */

enum dtype { BOOL, I32, BF16, F32 };

struct aval { /* an abstract value: all that is known of an array while tracing */
    int dtype, weak, rank, dim[2]; /* dim beyond rank is 0; sizes are at least 1 */
};

/* The type of what a and b become together. dtype: the later one in BOOL, weak I32, I32, weak F32, BF16, F32; only the
 * two weak ones are ever weak. Shape: aligned at the last dimension, 1 goes with anything. BAD: shapes that do not. */
int promote(const struct aval *a, const struct aval *b, struct aval *ret);

/* --- tracing --------------------------------------------------------------------------------------------- */

enum op {
    ADD, SUB, MUL, MAX, LT, /* of two; LT gives BOOL */
    NEG,                    /* of one */
    SELECT,                 /* c, a, b: c is BOOL */
    SUM,                    /* of all elements: rank 0 */
    CONVERT, BROADCAST,     /* only you make these */
    SCAN
};
enum { VARS = 128, EQNS = 112, CONSTS = 8 };

struct val {
    enum { NUMBER, ARRAY, TRACER } kind;
    struct aval aval; /* of a NUMBER: rank 0, weak I32 or weak F32 */
    double number;    /* NUMBER: Python's own, exact in every dtype that it is promoted to */
    int array;        /* ARRAY: which; a global that the function reads */
    int64_t trace;    /* TRACER: yours */
    int var;          /* TRACER: yours */
};

struct jaxpr;
struct atom { /* an operand: a variable or a literal */
    int var;  /* -1: a literal */
    double number;
    struct aval aval;
};
struct eqn {
    int op, nin, nout;
    struct atom in[3];
    int out[2];
    struct jaxpr *body; /* SCAN: carry, x -> carry, y */
    int length;         /* SCAN */
};
struct jaxpr {
    int nvar, nconst, nin, neqn, nout;
    struct aval aval[VARS]; /* of variable k; variables 0 .. nin-1 are the arguments */
    struct {
        int var, array;
    } constant[CONSTS]; /* in the order in which they were met, each array once */
    struct eqn eqn[EQNS];
    struct atom out[3];
};

/* A function of the user's: reads args, writes outs, calls what follows here; its status, which is yours to return. */
typedef int fn_t(void *ctx, const struct val *args, struct val *outs);

/* All zeros. Given; whoever asked for it never frees it. */
struct jaxpr *jaxpr_new(void);

/*
 * Calls fn once, with tracers of these types, and keeps what it did: *ret is all of it. Traces nest, by scan. *ret is
 * zeros before; when fn fails, its status is returned and *ret does not matter. outs are treated as operands are: a
 * NUMBER is a literal of its own type, an ARRAY a constant, a tracer of another trace LEAK. Whether fn fails or not, its
 * trace is over then. Nobody needs more than VARS, EQNS and CONSTS.
 */
int trace(fn_t *fn, void *ctx, int nin, const struct aval *in, int nout, struct jaxpr *ret);

/*
 * One operation in the innermost trace. Of each operand in turn: a NUMBER becomes a literal; an ARRAY a constant of
 * the trace; CONVERT makes its dtype that of the result, weak as that is, BROADCAST its shape, each only where it
 * differs (weak or not alone is no difference), and no BROADCAST where it has rank 0. A literal takes the dtype, and
 * whether it is weak, without an equation. SELECT: c has no say in the dtype and
 * is not converted, but has one in the shape. NEG and SUM: the type stays, weak or not, but for SUM's shape.
 * LT's operands meet in the type of promote(); its result is never weak.
 * LEAK, which goes before BAD: an operand is a tracer of any other trace than the innermost, or there is no trace, in
 * which case all operands leak. BAD: shapes that do not go
 * together; c is not BOOL; any other operation whose (promoted) operands are BOOL.
 * At least one operand is no NUMBER.
 */
int apply(enum op op, const struct val *x, struct val *ret);

/* astype: never weak afterwards; CONVERT, unless x is of this dtype and not weak. x is no NUMBER; an ARRAY becomes a
 * constant, also where nothing is converted. LEAK as in apply. */
int cast(const struct val *x, enum dtype dtype, struct val *ret);

/* `if x:` A NUMBER answers (not 0: 1). A tracer has no value: NOT_CONCRETE. x is no ARRAY. */
int truth(const struct val *x, int *ret);

/*
 * One equation: for the rows x of xs (rank 1 or 2): carry, y = fn(carry, x). *last is the last carry, *ys all y.
 * A TRACER, a NUMBER or an ARRAY may be the carry, xs is no NUMBER; carry and y have rank 0 or 1.
 * The carry goes out as the type with which it came in. If it does not, but the first was weak and the shapes are the
 * same: fn is traced once more with the carry that came out, and the first is converted to this type. Else: BAD, as for
 * xs of rank 0.
 * Otherwise fn's status. Here fn may not use tracers from outside (LEAK) and uses no ARRAY; in JAX both become
 * operands.
 */
int scan(fn_t *fn, void *ctx, const struct val *carry, const struct val *xs, struct val *last, struct val *ys);

/* --- text ------------------------------------------------------------------------------------------------- */

typedef struct text text_t;
void say(text_t *t, const char *format, ...) __attribute__((format(printf, 2, 3))); /* printf() to its end. Given. */

/*
 * JAX's form of it, without the parameters that are the same everywhere here:
 *     { lambda a:f32[3]; b:bf16[2,3] c:i32[]. let
 *         d:f32[2,3] = convert_element_type[new_dtype=float32] b
 *         e:f32[2,3] = broadcast_in_dim[shape=(2,3)] a
 *         f:f32[2,3] = mul d e
 *         g:f32[2,3] = add f 2.0:f32[]
 *       in (g,) }
 * Names: constants, arguments, results, in this order: a .. z, ba .. bz, ca, ..; types: bool i32 bf16 f32, with a ~ in
 * front where weak (JAX leaves that out), new_dtype: bool int32 bfloat16 float32. Operations: add sub mul max lt neg
 * select reduce_sum convert_element_type broadcast_in_dim scan. A shape of one dimension is (3,). Literals: %g, with
 * .0 behind a float that is whole; none here is so large that %g writes an exponent. Several results: (g, h).
 * Scan, its body's names from a again:
 *         d:f32[] e:f32[5] = scan[length=5 jaxpr={ lambda ; a:f32[] b:f32[]. let
 *         ...
 *       in (c, b) }] a b
 * Blanks at the ends of lines, and how many there are, do not matter.
 */
void print_jaxpr(const struct jaxpr *j, text_t *t);

/* --- compiling ---------------------------------------------------------------------------------------------- */

/*
 * Where each variable lies: at[v], in cells of 4 bytes, from 0 to cells - 1, as many as it has elements, row-major.
 * Variables may share cells if nobody needs both: constants and arguments that are not donated keep theirs to the end
 * of the program, results too; a donated argument's are free after its last use. What is inside of a scan's body is
 * yours to place, too, below cells. Variables that nobody needs have no place: their at does not matter.
 */
struct plan {
    int cells, at[VARS];
};

/*
 * Bit k of donated: argument k may be overwritten. Writes to t the statements of a C function's body that computes all
 * variables of j that are results, in memory `uint32_t *m`, where constants and arguments lie as ret says. Its text may
 * use:
 *     F(k), I(k)       cell k of m as a float (F32; BF16, already rounded) and as an int32_t (I32; BOOL, 0 or 1)
 *     bf16(x)          the float x rounded to bfloat16: to nearest, ties to even
 *     to_i32(x)        a float towards zero, saturating; NaN gives 0
 * I32 wraps around. BF16 is computed in float and rounded once an equation; SUM adds in order, in float, and rounds at
 * its end. CONVERT to BOOL: not 0. MAX: of two numbers that are equal, either; there are no NaN.
 * Results that are literals: the harness writes these itself.
 */
void lower(const struct jaxpr *j, unsigned donated, struct plan *ret, text_t *t);

/* --- jit's cache ---------------------------------------------------------------------------------------------- */

enum { PROGRAMS = 8, STATICS = 2 };

struct fixed { /* a static argument */
    enum { INT, STRING, LIST_OBJECT } kind;
    int64_t value;
    char text[8];
};
struct call {
    int fn; /* which function object; a lambda made anew is another one */
    int nodes;
    const struct tree *args;  /* leaf k has the type aval[k] */
    const struct aval *aval;
    int nstatic;
    struct fixed fixed[STATICS];
};

/* One for each jit(); all zeros at first. */
struct jit {
    int n;
    int64_t clock;
    struct entry {
        int program, fn, nodes, leaves, nstatic;
        int64_t used;
        struct tree def[NODES];
        struct aval aval[LEAVES];
        struct fixed fixed[STATICS];
    } entry[PROGRAMS];
};

/* Traces and compiles for this call; types in flatten's order. The program's number, or below 0: a status. */
typedef int compile_t(void *ctx, const struct call *k, int leaves, const struct aval *flat);

/*
 * The program for this call: of an entry with the same fn, tree structure, types (dtype, weak, shape) of the leaves and
 * static values (kind and value: of an INT value, of a STRING text); else a new one, kept if compile gives one.
 * PROGRAMS are kept; the one whose last use is longest ago makes room. UNHASHABLE: a static LIST_OBJECT; nothing is
 * compiled.
 */
int jit_call(struct jit *c, const struct call *k, compile_t *compile, void *ctx);

/* --- what your text becomes -------------------------------------------------------------------------------- */

void program(const uint32_t *in, uint32_t *out, uint32_t *m);

#endif
