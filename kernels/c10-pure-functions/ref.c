/*
 * ref.c: the reference. Keys are hashed four streams at a time by a loop without branches, so that it becomes vectors;
 * a trace is written down in one pass; memory is given out first-fit, and a value that dies gives its cells to the
 * result of the same size; jit compares the cheapest parts of an entry first.
 */
#include <stdlib.h>
#include <string.h>

#include "lab.h"

struct lowering;
static int heir_of(struct lowering *l, int e);
static void release(struct lowering *l, int e, int heir);

/* ------------------------------------------------------------------------------------------------- keys */

static inline uint32_t rotate(uint32_t x, int by)
{
    return x << by | x >> (32 - by);
}

static inline void hash(struct key k, uint32_t *x, uint32_t *y)
{
    static const int by[2][4] = { { 13, 15, 26, 6 }, { 17, 29, 16, 24 } };
    const uint32_t ks[3] = { k.hi, k.lo, k.hi ^ k.lo ^ 0x1bd11bda };
    uint32_t a = *x + ks[0], b = *y + ks[1];
#pragma GCC unroll 5
    for (int g = 0; g < 5; g++) {
#pragma GCC unroll 4
        for (int r = 0; r < 4; r++) {
            a += b;
            b = rotate(b, by[g & 1][r]) ^ a;
        }
        a += ks[(g + 1) % 3];
        b += ks[(g + 2) % 3] + (uint32_t)g + 1;
    }
    *x = a, *y = b;
}

struct key threefry2x32(struct key k, struct key counter)
{
    hash(k, &counter.hi, &counter.lo);
    return counter;
}

struct key key_new(uint64_t seed)
{
    return (struct key){ (uint32_t)(seed >> 32), (uint32_t)seed };
}

struct key fold_in(struct key k, uint32_t data)
{
    return threefry2x32(k, key_new(data));
}

/* Word `at` of the original layout of `n` words. */
static uint32_t original_word(struct key k, int64_t n, int64_t at)
{
    int64_t half = (n + 1) / 2, i = at % half;
    struct key c = { (uint32_t)i, half + i < n ? (uint32_t)(half + i) : 0 };
    struct key h = threefry2x32(k, c);
    return at < half ? h.hi : h.lo;
}

void split(struct key k, enum layout l, int64_t n, struct key *ret)
{
    for (int64_t i = 0; i < n; i++)
        ret[i] = l == PARTITIONABLE
                     ? threefry2x32(k, key_new((uint64_t)i))
                     : (struct key){ original_word(k, 2 * n, 2 * i), original_word(k, 2 * n, 2 * i + 1) };
}

#ifndef NAIVE /* naive.c has its own */
void random_bits(struct key k, enum layout l, int64_t n, uint32_t *ret)
{
    if (l == PARTITIONABLE) {
        for (int64_t i = 0; i < n; i++) {
            uint32_t x = (uint32_t)((uint64_t)i >> 32), y = (uint32_t)i;
            hash(k, &x, &y);
            ret[i] = x ^ y;
        }
        return;
    }
    int64_t half = (n + 1) / 2;
    for (int64_t i = 0; i < half; i++) {
        uint32_t x = (uint32_t)i, y = half + i < n ? (uint32_t)(half + i) : 0;
        hash(k, &x, &y);
        ret[i] = x;
        if (half + i < n)
            ret[half + i] = y;
    }
}
#endif

void uniform(struct key k, enum layout l, int64_t n, float *ret)
{
    random_bits(k, l, n, (uint32_t *)ret);
    for (int64_t i = 0; i < n; i++) {
        uint32_t bits;
        memcpy(&bits, ret + i, sizeof bits);
        bits = bits >> 9 | 0x3f800000;
        memcpy(ret + i, &bits, sizeof bits);
        ret[i] -= 1;
    }
}

double chi_square(int64_t n, const uint32_t *a, const uint32_t *b)
{
    int64_t cell[16] = { 0 };
    double sum = 0, want = (double)n / 16;
    for (int64_t i = 0; i < n; i++)
        cell[(a[i] >> 30) * 4 + (b[i] >> 30)]++;
    for (int c = 0; c < 16; c++)
        sum += ((double)cell[c] - want) * ((double)cell[c] - want) / want;
    return sum;
}

/* ------------------------------------------------------------------------------------------------ pytrees */

/* How many nodes the tree at t has. */
static int extent(const struct tree *t)
{
    int n = 1;
    for (int k = 0; k < t->n; k++)
        n += extent(t + n);
    return n;
}

static const struct tree *flat(const struct tree *t, struct tree **def, int **leaf)
{
    const struct tree *child[NODES], *end = t + 1;
    struct tree *own = (*def)++;
    *own = *t;
    own->leaf = 0;
    if (t->kind == LEAF)
        *(*leaf)++ = t->leaf;
    for (int k = 0; k < t->n; k++) {
        int at = k;
        for (; t->kind == DICT && at > 0 && strcmp(child[at - 1]->name, end->name) > 0; at--)
            child[at] = child[at - 1];
        child[at] = end;
        end += extent(end);
    }
    for (int k = 0; k < t->n; k++)
        flat(child[k], def, leaf);
    return end;
}

int flatten(int nodes, const struct tree *t, struct tree *def, int *leaf)
{
    int *end = leaf;
    (void)nodes;
    flat(t, &def, &end);
    return (int)(end - leaf);
}

int unflatten(int nodes, const struct tree *def, int leaves, const int *leaf, struct tree *ret)
{
    int n = 0;
    for (int k = 0; k < nodes; k++)
        n += def[k].kind == LEAF;
    if (n != leaves)
        return BAD;
    for (int k = 0; k < nodes; k++) {
        ret[k] = def[k];
        if (def[k].kind == LEAF)
            ret[k].leaf = *leaf++;
    }
    return OK;
}

/* -------------------------------------------------------------------------------------------------- types */

static int same_shape(const struct aval *a, const struct aval *b)
{
    return a->rank == b->rank && a->dim[0] == b->dim[0] && a->dim[1] == b->dim[1];
}

static int same_type(const struct aval *a, const struct aval *b)
{
    return a->dtype == b->dtype && a->weak == b->weak && same_shape(a, b);
}

static int rank_of(const struct aval *a)
{
    static const int strong[] = { 0, 2, 4, 5 };
    return a->weak ? (a->dtype == I32 ? 1 : 3) : strong[a->dtype];
}

/* a's size `back` dimensions from the last one. */
static int size_of(const struct aval *a, int back)
{
    return back < a->rank ? a->dim[a->rank - 1 - back] : 1;
}

int promote(const struct aval *a, const struct aval *b, struct aval *ret)
{
    const struct aval *top = rank_of(a) >= rank_of(b) ? a : b;
    struct aval r = { top->dtype, top->weak, a->rank > b->rank ? a->rank : b->rank, { 0, 0 } };
    for (int k = 0; k < r.rank; k++) {
        int x = size_of(a, k), y = size_of(b, k);
        if (x != y && x != 1 && y != 1)
            return BAD;
        r.dim[r.rank - 1 - k] = x == 1 ? y : x;
    }
    *ret = r;
    return OK;
}

static int cells_of(const struct aval *a)
{
    int n = 1;
    for (int k = 0; k < a->rank; k++)
        n *= a->dim[k];
    return n;
}

/* ------------------------------------------------------------------------------------------------ tracing */

enum { DEPTH = 8 };
static struct level {
    struct jaxpr *j;
    int64_t serial;
} stack[DEPTH];
static int depth;
static int64_t serials; /* a number is never used twice: a tracer of last year's trace is known as such */

static struct val tracer(int var)
{
    const struct level *top = &stack[depth - 1];
    return (struct val){ .kind = TRACER, .aval = top->j->aval[var], .trace = top->serial, .var = var };
}

static int variable(const struct aval *a)
{
    struct jaxpr *j = stack[depth - 1].j;
    j->aval[j->nvar] = *a;
    return j->nvar++;
}

static int leaks(const struct val *x)
{
    return !depth || (x->kind == TRACER && x->trace != stack[depth - 1].serial);
}

static struct atom atom_of(int var)
{
    return (struct atom){ var, 0, stack[depth - 1].j->aval[var] };
}

static int constant(const struct val *x)
{
    struct jaxpr *j = stack[depth - 1].j;
    for (int k = 0; k < j->nconst; k++)
        if (j->constant[k].array == x->array)
            return j->constant[k].var;
    int var = variable(&x->aval);
    j->constant[j->nconst].var = var;
    j->constant[j->nconst++].array = x->array;
    return var;
}

static struct atom operand(const struct val *x)
{
    if (x->kind == NUMBER)
        return (struct atom){ -1, x->number, x->aval };
    return atom_of(x->kind == ARRAY ? constant(x) : x->var);
}

static struct eqn *equation(int op)
{
    struct jaxpr *j = stack[depth - 1].j;
    j->eqn[j->neqn].op = op;
    return &j->eqn[j->neqn++];
}

/* An equation of one operand. */
static struct atom unary(int op, struct atom x, struct aval type)
{
    struct eqn *e = equation(op);
    e->nin = e->nout = 1;
    e->in[0] = x;
    e->out[0] = variable(&type);
    return atom_of(e->out[0]);
}

static struct atom converted(struct atom x, int dtype, int weak)
{
    struct aval type = x.aval;
    type.dtype = dtype, type.weak = weak;
    if (x.var < 0 || same_type(&type, &x.aval)) {
        x.aval = type;
        return x;
    }
    return unary(CONVERT, x, type);
}

int trace(fn_t *fn, void *ctx, int nin, const struct aval *in, int nout, struct jaxpr *ret)
{
    struct val args[VARS], outs[3];
    stack[depth++] = (struct level){ ret, ++serials };
    ret->nin = nin, ret->nout = nout;
    for (int k = 0; k < nin; k++)
        args[k] = tracer(variable(&in[k]));
    int rc = fn(ctx, args, outs);
    for (int k = 0; rc == OK && k < nout; k++)
        if (leaks(&outs[k]))
            rc = LEAK;
        else
            ret->out[k] = operand(&outs[k]);
    depth--;
    return rc;
}

/* The type in which operands meet, and the shape of all. */
static int meet(enum op op, const struct val *x, struct aval *type)
{
    int first = op == SELECT, rc = OK;
    if (op == NEG || op == SUM)
        *type = x->aval;
    else
        rc = promote(&x[first].aval, &x[first + 1].aval, type);
    if (rc != OK || (op != SELECT && type->dtype == BOOL) || (first && x->aval.dtype != BOOL))
        return BAD;
    if (first) {
        struct aval all;
        if (promote(type, &x->aval, &all) != OK)
            return BAD;
        type->rank = all.rank, memcpy(type->dim, all.dim, sizeof all.dim);
    }
    return OK;
}

static struct atom fitted(const struct val *x, const struct aval *type, int keeps_dtype)
{
    struct atom a = operand(x);
    struct aval wide = *type;
    if (!keeps_dtype && a.var < 0)
        a.aval.dtype = type->dtype, a.aval.weak = type->weak;
    else if (!keeps_dtype && a.aval.dtype != type->dtype)
        a = converted(a, type->dtype, type->weak);
    if (a.aval.rank == 0 || same_shape(&a.aval, type))
        return a;
    wide.dtype = a.aval.dtype, wide.weak = a.aval.weak;
    return unary(BROADCAST, a, wide);
}

int apply(enum op op, const struct val *x, struct val *ret)
{
    int n = op == SELECT ? 3 : op == NEG || op == SUM ? 1 : 2;
    struct aval type;
    struct atom in[3];
    for (int k = 0; k < n; k++)
        if (leaks(&x[k]))
            return LEAK;
    if (meet(op, x, &type) != OK)
        return BAD;
    for (int k = 0; k < n; k++)
        in[k] = fitted(&x[k], &type, op == SELECT && k == 0);
    if (op == SUM)
        type.rank = type.dim[0] = type.dim[1] = 0;
    if (op == LT)
        type.dtype = BOOL, type.weak = 0;
    struct eqn *e = equation(op);
    e->nin = n, e->nout = 1;
    memcpy(e->in, in, sizeof *in * (size_t)n);
    e->out[0] = variable(&type);
    *ret = tracer(e->out[0]);
    return OK;
}

int cast(const struct val *x, enum dtype dtype, struct val *ret)
{
    if (leaks(x))
        return LEAK;
    *ret = tracer(converted(operand(x), (int)dtype, 0).var);
    return OK;
}

int truth(const struct val *x, int *ret)
{
    if (x->kind == TRACER)
        return NOT_CONCRETE;
    *ret = x->number != 0;
    return OK;
}

static struct aval row_of(const struct aval *xs)
{
    struct aval row = { xs->dtype, xs->weak, xs->rank - 1, { 0, 0 } };
    if (row.rank)
        row.dim[0] = xs->dim[1];
    return row;
}

static struct aval stacked(const struct aval *y, int length)
{
    struct aval all = { y->dtype, y->weak, y->rank + 1, { length, y->rank ? y->dim[0] : 0 } };
    return all;
}

/* The body, whose carry goes out as it comes in; type[0] may become another one. */
static int trace_body(fn_t *fn, void *ctx, struct aval type[2], struct jaxpr **ret)
{
    for (int again = 0; again < 2; again++) {
        *ret = jaxpr_new();
        int rc = trace(fn, ctx, 2, type, 2, *ret);
        if (rc != OK)
            return rc;
        struct aval out = (*ret)->out[0].aval;
        if (same_type(&out, &type[0]))
            return OK;
        if (!type[0].weak || !same_shape(&out, &type[0]))
            return BAD;
        type[0] = out;
    }
    return BAD;
}

int scan(fn_t *fn, void *ctx, const struct val *carry, const struct val *xs, struct val *last, struct val *ys)
{
    struct jaxpr *body;
    if (leaks(carry) || leaks(xs))
        return LEAK;
    if (xs->aval.rank == 0)
        return BAD;
    struct aval type[2] = { carry->aval, row_of(&xs->aval) };
    int rc = trace_body(fn, ctx, type, &body);
    if (rc != OK)
        return rc;
    struct atom first = converted(operand(carry), type[0].dtype, type[0].weak), rows = operand(xs);
    struct aval all = stacked(&body->out[1].aval, xs->aval.dim[0]);
    struct eqn *e = equation(SCAN);
    e->nin = e->nout = 2;
    e->in[0] = first, e->in[1] = rows;
    e->body = body, e->length = xs->aval.dim[0];
    e->out[0] = variable(&type[0]), e->out[1] = variable(&all);
    *last = tracer(e->out[0]), *ys = tracer(e->out[1]);
    return OK;
}

/* --------------------------------------------------------------------------------------------------- text */

static void say_name(int k, text_t *t)
{
    if (k >= 26)
        say(t, "%c", 'a' + k / 26);
    say(t, "%c", 'a' + k % 26);
}

static void say_shape(const struct aval *a, const char *ends, text_t *t)
{
    say(t, "%c", ends[0]);
    for (int k = 0; k < a->rank; k++)
        say(t, "%s%d", k ? "," : "", a->dim[k]);
    say(t, "%s%c", ends[0] == '(' && a->rank == 1 ? "," : "", ends[1]);
}

static void say_type(const struct aval *a, text_t *t)
{
    static const char *const name[] = { "bool", "i32", "bf16", "f32" };
    say(t, "%s%s", a->weak ? "~" : "", name[a->dtype]);
    say_shape(a, "[]", t);
}

static void say_atom(const struct atom *a, const int *name, text_t *t)
{
    if (a->var >= 0) {
        say_name(name[a->var], t);
        return;
    }
    say(t, "%g%s:", a->number, a->aval.dtype >= BF16 && a->number == (double)(int64_t)a->number ? ".0" : "");
    say_type(&a->aval, t);
}

static void say_binder(const struct jaxpr *j, int var, int *name, int *named, text_t *t)
{
    name[var] = (*named)++;
    say_name(name[var], t);
    say(t, ":");
    say_type(&j->aval[var], t);
}

static void say_jaxpr(const struct jaxpr *j, text_t *t);

static void say_op(const struct jaxpr *j, const struct eqn *e, text_t *t)
{
    static const char *const op[] = { "add", "sub", "mul", "max", "lt", "neg", "select", "reduce_sum",
                                      "convert_element_type", "broadcast_in_dim", "scan" };
    static const char *const dtype[] = { "bool", "int32", "bfloat16", "float32" };
    say(t, " = %s", op[e->op]);
    if (e->op == CONVERT)
        say(t, "[new_dtype=%s]", dtype[j->aval[e->out[0]].dtype]);
    if (e->op == BROADCAST) {
        say(t, "[shape=");
        say_shape(&j->aval[e->out[0]], "()", t);
        say(t, "]");
    }
    if (e->op == SCAN) {
        say(t, "[length=%d jaxpr=", e->length);
        say_jaxpr(e->body, t);
        say(t, "]");
    }
}

static void say_jaxpr(const struct jaxpr *j, text_t *t)
{
    int name[VARS], named = 0;
    say(t, "{ lambda ");
    for (int k = 0; k < j->nconst; k++) {
        say_binder(j, j->constant[k].var, name, &named, t);
        say(t, k + 1 < j->nconst ? " " : "");
    }
    say(t, "; ");
    for (int k = 0; k < j->nin; k++) {
        say_binder(j, k, name, &named, t);
        say(t, k + 1 < j->nin ? " " : "");
    }
    say(t, ". let\n");
    for (int k = 0; k < j->neqn; k++) {
        const struct eqn *e = &j->eqn[k];
        say(t, "    ");
        for (int o = 0; o < e->nout; o++) {
            say(t, o ? " " : "");
            say_binder(j, e->out[o], name, &named, t);
        }
        say_op(j, e, t);
        for (int i = 0; i < e->nin; i++) {
            say(t, " ");
            say_atom(&e->in[i], name, t);
        }
        say(t, "\n");
    }
    say(t, "  in (");
    for (int k = 0; k < j->nout; k++) {
        say(t, k ? ", " : "");
        say_atom(&j->out[k], name, t);
    }
    say(t, "%s) }", j->nout == 1 ? "," : "");
}

void print_jaxpr(const struct jaxpr *j, text_t *t)
{
    say_jaxpr(j, t);
    say(t, "\n");
}

/* ---------------------------------------------------------------------------------------------- compiling */

enum { CELLS = 1 << 14 };

struct memory {
    char busy[CELLS];
    int cells;
};

/* A jaxpr being lowered: where variables lie, and behind which equation nobody needs them. */
struct lowering {
    const struct jaxpr *j;
    struct memory *mem;
    int *at;
    int last[VARS]; /* -1: nobody; neqn: it stays */
    text_t *t;
    int level;
};

static int take(struct memory *m, int n)
{
    for (int at = 0, run = 0; at < CELLS; at++) {
        run = m->busy[at] ? 0 : run + 1;
        if (run < n)
            continue;
        at -= n - 1;
        memset(m->busy + at, 1, (size_t)n);
        m->cells = at + n > m->cells ? at + n : m->cells;
        return at;
    }
    return 0;
}

/* From the end: an equation is needed if one of its results is; a use is the last one if none was seen yet. */
static void find_last(struct lowering *l, unsigned donated)
{
    const struct jaxpr *j = l->j;
    for (int v = 0; v < j->nvar; v++)
        l->last[v] = -1;
    for (int k = 0; k < j->nout; k++)
        if (j->out[k].var >= 0)
            l->last[j->out[k].var] = j->neqn;
    for (int k = 0; k < j->nconst; k++)
        l->last[j->constant[k].var] = j->neqn;
    for (int k = 0; k < j->nin; k++)
        if (!(donated >> k & 1))
            l->last[k] = j->neqn;
    for (int e = j->neqn - 1; e >= 0; e--) {
        const struct eqn *q = &j->eqn[e];
        if (l->last[q->out[0]] < 0 && (q->nout == 1 || l->last[q->out[1]] < 0))
            continue;
        for (int i = 0; i < q->nin; i++)
            if (q->in[i].var >= 0 && l->last[q->in[i].var] < 0)
                l->last[q->in[i].var] = e;
    }
}

static int is_float(const struct aval *a)
{
    return a->dtype >= BF16;
}

/* Element i of an operand, or its only one. */
static void say_element(struct lowering *l, const struct atom *a, text_t *t)
{
    if (a->var < 0 && is_float(&a->aval))
        say(t, "(%af)", a->number);
    else if (a->var < 0)
        say(t, "(%d)", (int)a->number);
    else
        say(t, "%c(%d%s)", is_float(&a->aval) ? 'F' : 'I', l->at[a->var], a->aval.rank ? " + i" : "");
}

static void say_binary(struct lowering *l, const struct eqn *e, const char *sign)
{
    int wraps = !is_float(&e->in[0].aval) && e->op != LT;
    say(l->t, wraps ? "(int32_t)((uint32_t)" : "(");
    say_element(l, &e->in[0], l->t);
    say(l->t, wraps ? " %s (uint32_t)" : " %s ", sign);
    say_element(l, &e->in[1], l->t);
    say(l->t, ")");
}

static void say_max(struct lowering *l, const struct eqn *e)
{
    static const char *const between[] = { " > ", " ? ", " : ", "" };
    for (int k = 0; k < 4; k++) {
        say_element(l, &e->in[k & 1], l->t);
        say(l->t, "%s", between[k]);
    }
}

static void say_convert(struct lowering *l, const struct eqn *e, int to)
{
    int from = is_float(&e->in[0].aval);
    say(l->t, to == I32 && from ? "to_i32(" : to >= BF16 && !from ? "(float)(" : "(");
    say_element(l, &e->in[0], l->t);
    say(l->t, to == BOOL ? " != 0)" : ")");
}

static void say_value(struct lowering *l, const struct eqn *e, int dtype)
{
    static const char *const sign[] = { [ADD] = "+", [SUB] = "-", [MUL] = "*", [LT] = "<" };
    switch (e->op) {
    case MAX: say_max(l, e); return;
    case CONVERT: say_convert(l, e, dtype); return;
    case NEG:
        say(l->t, is_float(&e->in[0].aval) ? "-" : "(int32_t)(0u - (uint32_t)");
        say_element(l, &e->in[0], l->t);
        say(l->t, is_float(&e->in[0].aval) ? "" : ")");
        return;
    case SELECT:
        for (int k = 0; k < 3; k++) {
            say_element(l, &e->in[k], l->t);
            say(l->t, "%s", k == 0 ? " ? " : k == 1 ? " : " : "");
        }
        return;
    default: say_binary(l, e, sign[e->op]);
    }
}

static void say_pointwise(struct lowering *l, const struct eqn *e)
{
    const struct aval *out = &l->j->aval[e->out[0]];
    say(l->t, "for (int i = 0; i < %d; i++) %c(%d + i) = %s(", cells_of(out), is_float(out) ? 'F' : 'I',
        l->at[e->out[0]], out->dtype == BF16 ? "bf16" : "");
    say_value(l, e, out->dtype);
    say(l->t, ");\n");
}

static void say_sum(struct lowering *l, const struct eqn *e)
{
    const struct aval *in = &e->in[0].aval;
    const char *type = is_float(in) ? "float" : "uint32_t";
    say(l->t, "{ %s s = 0; for (int i = 0; i < %d; i++) s += (%s)", type, cells_of(in), type);
    say_element(l, &e->in[0], l->t);
    say(l->t, "; %c(%d) = %s(s); }\n", is_float(in) ? 'F' : 'I', l->at[e->out[0]],
        in->dtype == BF16 ? "bf16" : is_float(in) ? "" : "(int32_t)");
}

static void say_broadcast(struct lowering *l, const struct eqn *e)
{
    const struct aval *in = &e->in[0].aval, *out = &l->j->aval[e->out[0]];
    int down = in->rank == 2 && in->dim[0] > 1 ? in->dim[1] : 0, right = in->dim[in->rank - 1] > 1;
    int cols = out->dim[out->rank - 1], rows = cells_of(out) / cols;
    say(l->t,
        "for (int r = 0; r < %d; r++) for (int c = 0; c < %d; c++) m[%d + r * %d + c] = m[%d + r * %d + c * %d];\n",
        rows, cols, l->at[e->out[0]], cols, l->at[e->in[0].var], down, right);
}

/* `to` = an atom; where `from` moves, `move` says how. */
static void say_copy(struct lowering *l, const struct atom *a, int to, const char *to_moves, text_t *t)
{
    int n = cells_of(&a->aval);
    if (a->var < 0)
        say(t, "%c(%d%s) = ", is_float(&a->aval) ? 'F' : 'I', to, to_moves);
    else
        say(t, "for (int i = 0; i < %d; i++) m[%d%s + i] = m[%d + i]", n, to, to_moves, l->at[a->var]);
    if (a->var < 0)
        say_element(l, a, t);
    say(t, ";\n");
}

static void say_all(struct lowering *l);

/* The carry lives in the result's cells; a row is copied to where the body expects it. */
static void say_scan(struct lowering *l, const struct eqn *e)
{
    const struct jaxpr *b = e->body;
    int at[VARS], row = cells_of(&b->aval[1]), y = cells_of(&b->out[1].aval), n = l->level;
    struct memory before = *l->mem;
    struct lowering in = { .j = b, .mem = l->mem, .at = at, .t = l->t, .level = n + 1 };
    say_copy(l, &e->in[0], l->at[e->out[0]], "", l->t);
    at[0] = l->at[e->out[0]];
    at[1] = take(l->mem, row);
    find_last(&in, 0);
    say(l->t,
        "for (int s%d = 0; s%d < %d; s%d++) {\nfor (int i = 0; i < %d; i++) m[%d + i] = m[%d + s%d * %d + i];\n", n,
        n, e->length, n, row, at[1], l->at[e->in[1].var], n, row);
    say_all(&in);
    say(l->t, "{ int q = s%d * %d;\n", n, y);
    say_copy(&in, &b->out[1], l->at[e->out[1]], " + q", l->t);
    say(l->t, "}\n");
    say_copy(&in, &b->out[0], at[0], "", l->t);
    say(l->t, "}\n");
    memcpy(l->mem->busy, before.busy, sizeof before.busy);
}

#ifndef NAIVE /* naive.c has its own */
static void give(struct lowering *l, int var)
{
    memset(l->mem->busy + l->at[var], 0, (size_t)cells_of(&l->j->aval[var]));
}

/* The operand whose cells a pointwise result may take: it dies here and has as many. -1: none. */
static int heir_of(struct lowering *l, int e)
{
    const struct eqn *q = &l->j->eqn[e];
    if (q->op == SUM || q->op == BROADCAST || q->op == SCAN)
        return -1;
    for (int i = 0; i < q->nin; i++) {
        int v = q->in[i].var;
        if (v >= 0 && l->last[v] == e && cells_of(&l->j->aval[v]) == cells_of(&l->j->aval[q->out[0]]))
            return v;
    }
    return -1;
}

static void release(struct lowering *l, int e, int heir)
{
    const struct eqn *q = &l->j->eqn[e];
    for (int i = 0; i < q->nin; i++) {
        int v = q->in[i].var, twice = i > 0 && v == q->in[i - 1].var;
        if (v >= 0 && v != heir && !twice && l->last[v] == e)
            give(l, v);
    }
    for (int o = 0; o < q->nout; o++)
        if (l->last[q->out[o]] < 0)
            give(l, q->out[o]);
}
#endif

static void say_all(struct lowering *l)
{
    for (int e = 0; e < l->j->neqn; e++) {
        const struct eqn *q = &l->j->eqn[e];
        if (l->last[q->out[0]] < 0 && (q->nout == 1 || l->last[q->out[1]] < 0))
            continue;
        int heir = heir_of(l, e);
        for (int o = 0; o < q->nout; o++)
            l->at[q->out[o]] = heir >= 0 ? l->at[heir] : take(l->mem, cells_of(&l->j->aval[q->out[o]]));
        if (q->op == SUM)
            say_sum(l, q);
        else if (q->op == BROADCAST)
            say_broadcast(l, q);
        else if (q->op == SCAN)
            say_scan(l, q);
        else
            say_pointwise(l, q);
        release(l, e, heir);
    }
}

void lower(const struct jaxpr *j, unsigned donated, struct plan *ret, text_t *t)
{
    static struct memory mem;
    struct lowering l = { .j = j, .mem = &mem, .at = ret->at, .t = t };
    memset(&mem, 0, sizeof mem);
    memset(ret, 0, sizeof *ret);
    find_last(&l, donated);
    for (int k = 0; k < j->nconst; k++)
        ret->at[j->constant[k].var] = take(&mem, cells_of(&j->aval[j->constant[k].var]));
    for (int k = 0; k < j->nin; k++)
        ret->at[k] = take(&mem, cells_of(&j->aval[k]));
    say_all(&l);
    ret->cells = mem.cells;
}

/* -------------------------------------------------------------------------------------------- jit's cache */

static int same_fixed(const struct fixed *a, const struct fixed *b)
{
    return a->kind == b->kind && (a->kind == INT ? a->value == b->value : !strcmp(a->text, b->text));
}

static int same_nodes(int n, const struct tree *a, const struct tree *b)
{
    for (int k = 0; k < n; k++)
        if (a[k].kind != b[k].kind || a[k].n != b[k].n || strcmp(a[k].name, b[k].name))
            return 0;
    return 1;
}

static int serves(const struct entry *a, const struct entry *b)
{
    if (a->fn != b->fn || a->nodes != b->nodes || a->leaves != b->leaves || a->nstatic != b->nstatic)
        return 0;
    for (int k = 0; k < a->leaves; k++)
        if (!same_type(&a->aval[k], &b->aval[k]))
            return 0;
    for (int k = 0; k < a->nstatic; k++)
        if (!same_fixed(&a->fixed[k], &b->fixed[k]))
            return 0;
    return same_nodes(a->nodes, a->def, b->def);
}

int jit_call(struct jit *c, const struct call *k, compile_t *compile, void *ctx)
{
    struct entry e = { .fn = k->fn, .nodes = k->nodes, .nstatic = k->nstatic };
    int leaf[NODES], old = 0;
    for (int s = 0; s < k->nstatic; s++) {
        if (k->fixed[s].kind == LIST_OBJECT)
            return UNHASHABLE;
        e.fixed[s] = k->fixed[s];
    }
    e.leaves = flatten(k->nodes, k->args, e.def, leaf);
    for (int n = 0; n < e.leaves; n++)
        e.aval[n] = k->aval[leaf[n]];
    for (int n = 0; n < c->n; n++)
        if (serves(&c->entry[n], &e)) {
            c->entry[n].used = ++c->clock;
            return c->entry[n].program;
        }
    e.program = compile(ctx, k, e.leaves, e.aval);
    if (e.program < 0)
        return e.program;
    if (c->n < PROGRAMS)
        old = c->n++;
    else
        for (int n = 1; n < PROGRAMS; n++)
            if (c->entry[n].used < c->entry[old].used)
                old = n;
    e.used = ++c->clock;
    c->entry[old] = e;
    return e.program;
}
