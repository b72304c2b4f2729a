/*
 * functions.h: the functions that cases trace (written by hand, or drawn), and what becomes of them: which status, the
 * text of the trace, and their values, computed step by step without any trace. Nothing here has a jaxpr as data.
 */
#ifndef C10_FUNCTIONS_H
#define C10_FUNCTIONS_H

#include <stdarg.h>
#include <stdlib.h>

#include "../../labs/c10-pure-functions/programs.h"
#include "ridge/golden.h"

enum { OK = 0, BAD = -2, LEAK = -3, NOT_CONCRETE = -4, UNHASHABLE = -5 };
enum { BOOL, I32, BF16, F32 };
enum { ADD, SUB, MUL, MAX, LT, NEG, SELECT, SUM };
enum { NUMBER, ARRAY, TRACER };

static int wrong(struct ridge_verdict *v, const char *format, ...)
{
    va_list a;
    va_start(a, format);
    vsnprintf(v->message, sizeof v->message, format, a);
    va_end(a);
    v->pass = 0;
    return 0;
}

static int of(uint64_t *s, int64_t n)
{
    return (int)(ridge_next(s) % (uint64_t)n);
}

/* ------------------------------------------------------------------------------------------------- types */

struct ty {
    int dtype, weak, rank, dim[2];
};

union cell {
    float f;
    int32_t i;
};

static int ty_same(struct ty a, struct ty b)
{
    return a.dtype == b.dtype && a.weak == b.weak && a.rank == b.rank && a.dim[0] == b.dim[0] && a.dim[1] == b.dim[1];
}

static int ty_cells(struct ty a)
{
    return (a.rank > 0 ? a.dim[0] : 1) * (a.rank > 1 ? a.dim[1] : 1);
}

/* The lattice, as a row. */
static int place_of(struct ty a)
{
    static const struct { int dtype, weak; } row[] = { { BOOL, 0 }, { I32, 1 }, { I32, 0 }, { F32, 1 }, { BF16, 0 },
                                                       { F32, 0 } };
    for (int k = 0; k < 6; k++)
        if (row[k].dtype == a.dtype && row[k].weak == a.weak)
            return k;
    return -1;
}

static int ty_shape(struct ty a, struct ty b, struct ty *ret)
{
    ret->rank = a.rank > b.rank ? a.rank : b.rank;
    ret->dim[0] = ret->dim[1] = 0;
    for (int d = 0; d < ret->rank; d++) {
        int x = d - (ret->rank - a.rank), y = d - (ret->rank - b.rank);
        int n = x < 0 ? 1 : a.dim[x], m = y < 0 ? 1 : b.dim[y];
        if (n != m && n != 1 && m != 1)
            return BAD;
        ret->dim[d] = n > m ? n : m;
    }
    return OK;
}

static int ty_meet(struct ty a, struct ty b, struct ty *ret)
{
    struct ty r = place_of(a) < place_of(b) ? b : a;
    if (ty_shape(a, b, &r) != OK)
        return BAD;
    *ret = r;
    return OK;
}

static float rounded(float x)
{
    double scale = ldexp(1, x == 0 ? 0 : ilogbf(x) - 7);
    return (float)(rint((double)x / scale) * scale);
}

static union cell changed(union cell c, int from, int to)
{
    union cell r = c;
    double x = from >= BF16 ? (double)c.f : c.i;
    if (to == BOOL)
        r.i = x != 0;
    else if (to == I32 && from >= BF16)
        r.i = isnan(x) ? 0 : x >= 2147483647. ? INT32_MAX : x <= -2147483648. ? INT32_MIN : (int32_t)x;
    else if (to >= BF16)
        r.f = to == BF16 ? rounded((float)x) : (float)x;
    return r;
}

/* -------------------------------------------------------------------------------------------------- plays */

struct reg {
    int kind;
    struct ty type;
    double number;
    int array, name;
    long trace;
    union cell *v;
};

struct level {
    long id;
    int names;
    char *text;
    size_t cap;
};

struct play {
    const int32_t *row;
    int evaluates, prints, nconst, constant[8], depth;
    long ids;
    struct reg kept;
    union cell *array[ARRAYS];
    struct level level[8];
};

static union cell cells[1 << 20];
static size_t cells_used;

static union cell *room(int n)
{
    union cell *r = cells + cells_used;
    cells_used += (size_t)n;
    if (cells_used > sizeof cells / sizeof *cells)
        abort();
    return r;
}

static void add(struct play *p, const char *format, ...)
{
    struct level *l = &p->level[p->depth - 1];
    size_t n = l->text ? strlen(l->text) : 0;
    va_list a;
    if (!l->text)
        return;
    va_start(a, format);
    vsnprintf(l->text + n, l->cap - n, format, a);
    va_end(a);
}

static const char *letters(int k, char *ret)
{
    snprintf(ret, 4, k < 26 ? "%.0d%c" : "%c%c", k < 26 ? 0 : 'a' + k / 26, 'a' + k % 26);
    return ret;
}

static const char *shape(struct ty t, const char *one, char *ret)
{
    if (t.rank == 0)
        return "";
    if (t.rank == 1)
        snprintf(ret, 32, one, t.dim[0]);
    else
        snprintf(ret, 32, "%d,%d", t.dim[0], t.dim[1]);
    return ret;
}

static const char *typed(struct ty t, char *ret)
{
    static const char *const name[] = { "bool", "i32", "bf16", "f32" };
    char s[32];
    snprintf(ret, 64, "%s%s[%s]", t.weak ? "~" : "", name[t.dtype], shape(t, "%d", s));
    return ret;
}

static struct reg made(struct play *p, struct ty t)
{
    struct level *l = &p->level[p->depth - 1];
    struct reg r = { .kind = TRACER, .type = t, .trace = l->id, .name = l->names++ };
    if (p->evaluates)
        r.v = room(ty_cells(t));
    return r;
}

/* "x:f32[3]" of what was just made. */
static void add_result(struct play *p, const struct reg *r)
{
    char a[8], b[64];
    add(p, "%s:%s", letters(r->name, a), typed(r->type, b));
}

static int constant_of(struct play *p, int array)
{
    for (int k = 0; k < p->nconst; k++)
        if (p->constant[k] == array)
            return k;
    p->constant[p->nconst] = array;
    return p->nconst++;
}

/* How an operand is called where its dtype and its shape have to be those of t; lines that make it so come first. */
static void operand(struct play *p, const struct reg *r, int convert, int widen, struct ty t, char *ret)
{
    static const char *const long_name[] = { "bool", "int32", "bfloat16", "float32" };
    char a[8], s[64];
    struct ty now = r->type;
    if (r->kind == NUMBER) {
        struct ty own = now;
        if (convert)
            own.dtype = t.dtype, own.weak = t.weak;
        snprintf(ret, 64, "%g%s:%s", r->number, own.dtype >= BF16 && rint(r->number) == r->number ? ".0" : "",
                 typed(own, s));
        return;
    }
    snprintf(ret, 64, "%s", letters(r->kind == ARRAY ? constant_of(p, r->array) : r->name, a));
    if (convert && now.dtype != t.dtype) {
        now.dtype = t.dtype, now.weak = t.weak;
        struct reg n = made(p, now);
        add(p, "    ");
        add_result(p, &n);
        add(p, " = convert_element_type[new_dtype=%s] %s\n", long_name[t.dtype], ret);
        letters(n.name, ret);
    }
    if (widen && now.rank && (now.rank != t.rank || now.dim[0] != t.dim[0] || now.dim[1] != t.dim[1])) {
        now.rank = t.rank, now.dim[0] = t.dim[0], now.dim[1] = t.dim[1];
        struct reg n = made(p, now);
        add(p, "    ");
        add_result(p, &n);
        add(p, " = broadcast_in_dim[shape=(%s)] %s\n", shape(t, "%d,", s), ret);
        letters(n.name, ret);
    }
}

/* Element k of a result of type t, as r has it, in t's dtype. */
static union cell element(const struct reg *r, struct ty t, int dtype, int k)
{
    int at = 0, index[2] = { t.rank == 2 ? k / t.dim[1] : k, t.rank == 2 ? k % t.dim[1] : 0 };
    if (r->kind == NUMBER) {
        union cell c;
        if (dtype >= BF16)
            c.f = (float)r->number;
        else
            c.i = (int32_t)r->number;
        return c;
    }
    for (int d = 0; d < r->type.rank; d++) {
        int i = index[d + t.rank - r->type.rank];
        at = at * r->type.dim[d] + (r->type.dim[d] == 1 ? 0 : i);
    }
    return changed(r->v[at], r->type.dtype, dtype);
}

static union cell computed(int op, union cell a, union cell b, int dtype)
{
    union cell r = { .i = 0 };
    int64_t x = a.i, y = b.i, z = 0;
    volatile float f = 0; /* a product rounds before anything is added to it */
    if (dtype >= BF16) {
        f = op == ADD ? a.f + b.f : op == SUB ? a.f - b.f : op == MUL ? a.f * b.f : op == MAX ? fmaxf(a.f, b.f) : -a.f;
        r.f = dtype == BF16 ? rounded(f) : f;
        if (op == LT)
            r.i = a.f < b.f;
        return r;
    }
    z = op == ADD ? x + y : op == SUB ? x - y : op == MUL ? x * y : op == MAX ? (x > y ? x : y) : op == LT ? x < y : -x;
    r.i = (int32_t)(uint32_t)(uint64_t)z;
    return r;
}

static void evaluate(int op, const struct reg *x, struct ty t, struct reg *r)
{
    if (op == SUM) {
        volatile float f = 0;
        uint32_t i = 0;
        for (int k = 0; k < ty_cells(x->type); k++) {
            f += t.dtype >= BF16 ? x->v[k].f : 0;
            i += t.dtype >= BF16 ? 0 : (uint32_t)x->v[k].i;
        }
        if (t.dtype >= BF16)
            r->v->f = t.dtype == BF16 ? rounded(f) : f;
        else
            r->v->i = (int32_t)i;
        return;
    }
    for (int k = 0; k < ty_cells(t); k++) {
        if (op == SELECT)
            r->v[k] = element(element(&x[0], t, BOOL, k).i ? &x[1] : &x[2], t, t.dtype, k);
        else
            r->v[k] = computed(op, element(&x[0], t, t.dtype, k), element(op == NEG ? &x[0] : &x[1], t, t.dtype, k),
                               t.dtype);
    }
}

static int strange(const struct play *p, const struct reg *r)
{
    return r->kind == TRACER && r->trace != p->level[p->depth - 1].id;
}

static int do_op(struct play *p, int op, const struct reg *x, struct reg *ret)
{
    static const char *const name[] = { "add", "sub", "mul", "max", "lt", "neg", "select", "reduce_sum" };
    int n = op == SELECT ? 3 : op == NEG || op == SUM ? 1 : 2, first = op == SELECT;
    struct ty t = x->type;
    char said[3][64];
    for (int k = 0; k < n; k++)
        if (strange(p, &x[k]))
            return LEAK;
    if (n > 1 && ty_meet(x[first].type, x[first + 1].type, &t) != OK)
        return BAD;
    if (first && (x->type.dtype != BOOL || ty_shape(t, x->type, &t) != OK))
        return BAD;
    if (!first && t.dtype == BOOL)
        return BAD;
    for (int k = 0; k < n; k++)
        operand(p, &x[k], !(first && k == 0), 1, t, said[k]);
    struct ty out = t;
    if (op == LT)
        out.dtype = BOOL, out.weak = 0;
    if (op == SUM)
        out.rank = out.dim[0] = out.dim[1] = 0;
    struct reg r = made(p, out);
    add(p, "    ");
    add_result(p, &r);
    add(p, " = %s", name[op]);
    for (int k = 0; k < n; k++)
        add(p, " %s", said[k]);
    add(p, "\n");
    if (p->evaluates)
        evaluate(op, x, t, &r);
    *ret = r;
    return OK;
}

/* x as this type, with a line if it is another one; a number is one already. */
static struct reg as_type(struct play *p, const struct reg *x, int dtype, int weak)
{
    static const char *const long_name[] = { "bool", "int32", "bfloat16", "float32" };
    struct reg r = *x;
    struct ty t = x->type;
    char a[8];
    t.dtype = dtype, t.weak = weak;
    int name = x->kind == ARRAY ? constant_of(p, x->array) : x->name;
    if (x->kind == NUMBER || ty_same(t, x->type)) {
        r.type = t;
        if (x->kind == ARRAY)
            r.kind = TRACER, r.name = name, r.trace = p->level[p->depth - 1].id;
        return r;
    }
    r = made(p, t);
    add(p, "    ");
    add_result(p, &r);
    add(p, " = convert_element_type[new_dtype=%s] %s\n", long_name[dtype], letters(name, a));
    for (int k = 0; p->evaluates && k < ty_cells(t); k++)
        r.v[k] = changed(x->v[k], x->type.dtype, dtype);
    return r;
}

static int run(struct play *p, const int32_t *s, int n, struct reg *reg, int have);

/* One call of a body: its own level, and its text behind `text`. */
static int body(struct play *p, const int32_t *s, struct ty carry, struct ty row, const union cell *c,
                const union cell *x, struct reg out[2], char *text, size_t cap)
{
    struct reg reg[REGS] = { { 0 } };
    char a[64];
    p->level[p->depth++] = (struct level){ ++p->ids, 0, text, cap };
    if (text)
        text[0] = 0;
    reg[0] = made(p, carry), reg[1] = made(p, row);
    if (p->evaluates) {
        memcpy(reg[0].v, c, sizeof *c * (size_t)ty_cells(carry));
        memcpy(reg[1].v, x, sizeof *x * (size_t)ty_cells(row));
    }
    add(p, "{ lambda ; a:%s", typed(carry, a));
    add(p, " b:%s. let\n", typed(row, a));
    int rc = run(p, s + ROW, s[3], reg, 2);
    for (int k = 0; rc == OK && k < 2; k++) {
        out[k] = reg[s[4 + k]];
        rc = strange(p, &out[k]) ? LEAK : OK;
        char said[64] = "";
        if (rc == OK)
            operand(p, &out[k], 0, 0, carry, said);
        add(p, k ? ", %s) }" : "  in (%s", said);
    }
    p->depth--;
    return rc;
}

static struct ty row_type(struct ty xs)
{
    return (struct ty){ xs.dtype, xs.weak, xs.rank - 1, { xs.rank > 1 ? xs.dim[1] : 0, 0 } };
}

static void scan_values(struct play *p, const int32_t *s, struct ty carry, const struct reg *first,
                        const struct reg *xs, struct reg *last, struct reg *ys)
{
    struct reg out[2];
    struct ty row = row_type(xs->type);
    for (int k = 0; k < ty_cells(carry); k++)
        last->v[k] = element(first, carry, carry.dtype, k);
    for (int i = 0; i < xs->type.dim[0]; i++) {
        body(p, s, carry, row, last->v, xs->v + i * ty_cells(row), out, NULL, 0);
        int n = ty_cells(out[1].type);
        for (int k = 0; k < n; k++)
            ys->v[i * n + k] = element(&out[1], out[1].type, out[1].type.dtype, k);
        for (int k = 0; k < ty_cells(carry); k++)
            last->v[k] = element(&out[0], carry, carry.dtype, k);
    }
}

static int do_scan(struct play *p, const int32_t *s, struct reg *reg, struct reg ret[2])
{
    struct reg carry = reg[s[1]], xs = reg[s[2]], out[2];
    static char text[4][TEXT];
    char *inner = text[p->depth], a[64], b[64];
    int evaluates = p->evaluates, rc;
    if (strange(p, &carry) || strange(p, &xs))
        return LEAK;
    if (xs.type.rank == 0)
        return BAD;
    struct ty type = carry.type, row = row_type(xs.type);
    p->evaluates = 0;
    rc = body(p, s, type, row, NULL, NULL, out, inner, TEXT);
    struct ty o = out[0].type;
    int again = rc == OK && !ty_same(o, type) && type.weak && o.rank == type.rank && o.dim[0] == type.dim[0];
    if (again) {
        type = o;
        rc = body(p, s, type, row, NULL, NULL, out, inner, TEXT);
    }
    p->evaluates = evaluates;
    if (rc != OK)
        return rc;
    if (!ty_same(out[0].type, type))
        return BAD;
    struct ty y = out[1].type, all = { y.dtype, y.weak, y.rank + 1, { xs.type.dim[0], y.rank ? y.dim[0] : 0 } };
    carry = as_type(p, &carry, type.dtype, type.weak);
    operand(p, &carry, 0, 0, type, a), operand(p, &xs, 0, 0, type, b);
    ret[0] = made(p, type), ret[1] = made(p, all);
    add(p, "    ");
    add_result(p, &ret[0]), add(p, " "), add_result(p, &ret[1]);
    add(p, " = scan[length=%d jaxpr=%s] %s %s\n", xs.type.dim[0], inner, a, b);
    if (p->evaluates)
        scan_values(p, s, type, &carry, &xs, &ret[0], &ret[1]);
    return OK;
}

static struct ty ty_of(const int32_t *r)
{
    return (struct ty){ r[0], r[1], r[2], { r[3], r[4] } };
}

static int one_step(struct play *p, const int32_t *s, struct reg *reg, struct reg r[2])
{
    struct reg x[3];
    for (int k = 0; k < 3; k++)
        x[k] = reg[s[1 + k] > 0 && s[1 + k] < REGS ? s[1 + k] : 0]; /* of a number these are no registers */
    switch (s[0]) {
    case DO_CAST:
        if (strange(p, &x[0]))
            return LEAK;
        r[0] = as_type(p, &x[0], s[2], 0);
        return OK;
    case DO_NUMBER:
        r[0] = (struct reg){ .kind = NUMBER, .type = { s[1] ? F32 : I32, 1, 0, { 0, 0 } }, .number = s[2] / 2. };
        return OK;
    case DO_ARRAY:
        r[0] = (struct reg){ .kind = ARRAY, .type = ty_of(p->row + (1 + ARGS + s[1]) * ROW), .array = s[1],
                             .v = p->array[s[1]] };
        return OK;
    case DO_KEPT: r[0] = p->kept; return OK;
    case DO_SCAN: return do_scan(p, s, reg, r);
    default: return do_op(p, s[0], x, r);
    }
}

static int run(struct play *p, const int32_t *s, int n, struct reg *reg, int have)
{
    for (int k = 0; k < n; k++, s += ROW) {
        struct reg r[2] = { { 0 } };
        int rc = OK;
        if (s[0] == DO_PRINT)
            p->prints++;
        else if (s[0] == DO_KEEP)
            p->kept = reg[s[1]];
        else if (s[0] == DO_IF && reg[s[1]].kind == TRACER)
            rc = NOT_CONCRETE;
        else if (s[0] == DO_IF)
            p->prints += reg[s[1]].number != 0;
        else {
            rc = one_step(p, s, reg, r);
            reg[have++] = r[0];
            if (s[0] == DO_SCAN)
                reg[have++] = r[1];
        }
        if (rc != OK)
            return rc;
        if (s[0] == DO_SCAN)
            k += s[3], s += s[3] * ROW;
    }
    return OK;
}

/* The whole of a function's text, given how many constants it has: their names come before all others. */
static int say_function(struct play *p, int nconst, char *text, size_t cap, struct reg out[3])
{
    struct reg reg[REGS] = { { 0 } };
    char a[8], b[64];
    p->level[0] = (struct level){ ++p->ids, nconst, text, cap };
    p->depth = 1, p->prints = 0;
    text[0] = 0;
    add(p, "{ lambda ");
    for (int k = 0; k < p->nconst; k++) {
        add(p, "%s%s:", k ? " " : "", letters(k, a));
        add(p, "%s", typed(ty_of(p->row + (1 + ARGS + p->constant[k]) * ROW), b));
    }
    add(p, "; ");
    for (int k = 0; k < p->row[0]; k++) {
        reg[k] = made(p, ty_of(p->row + (1 + k) * ROW));
        add(p, k ? " " : "");
        add_result(p, &reg[k]);
    }
    add(p, ". let\n");
    int rc = run(p, p->row + STEPS * ROW, p->row[5], reg, p->row[0]);
    for (int k = 0; rc == OK && k < p->row[1]; k++) {
        char said[64] = "";
        out[k] = reg[p->row[2 + k]];
        rc = strange(p, &out[k]) ? LEAK : OK;
        if (rc == OK)
            operand(p, &out[k], 0, 0, out[k].type, said);
        add(p, k ? ", %s" : "  in (%s", said);
    }
    add(p, p->row[1] == 1 ? ",) }\n" : ") }\n");
    return rc;
}

/* Status, prints and text. p->kept goes on from function to function. */
static int expect(struct play *p, const int32_t *row, char *text, struct reg out[3])
{
    struct reg before = p->kept;
    p->row = row, p->nconst = 0, p->evaluates = 0;
    say_function(p, 0, text, TEXT, out);
    p->kept = before;
    return say_function(p, p->nconst, text, TEXT, out);
}

/* The values of its results, from arguments and arrays; in evaluation, `in` has constants first, then arguments. */
static int values(struct play *p, const int32_t *row, const uint32_t *in, struct reg out[3])
{
    static char text[TEXT];
    struct reg reg[REGS] = { { 0 } };
    int rc = expect(p, row, text, out);
    cells_used = 0;
    if (rc != OK)
        return rc;
    p->evaluates = 1, p->depth = 1;
    p->level[0] = (struct level){ ++p->ids, 0, NULL, 0 };
    for (int k = 0; k < p->nconst; k++) {
        int n = ty_cells(ty_of(row + (1 + ARGS + p->constant[k]) * ROW));
        p->array[p->constant[k]] = room(n);
        memcpy(p->array[p->constant[k]], in, sizeof *in * (size_t)n);
        in += n;
    }
    for (int k = 0; k < row[0]; k++) {
        reg[k] = made(p, ty_of(row + (1 + k) * ROW));
        memcpy(reg[k].v, in, sizeof *in * (size_t)ty_cells(reg[k].type));
        in += ty_cells(reg[k].type);
    }
    rc = run(p, row + STEPS * ROW, row[5], reg, row[0]);
    for (int k = 0; rc == OK && k < row[1]; k++)
        out[k] = reg[row[2 + k]];
    return rc;
}

#endif
