/*
 * check.h: whether a plan keeps the rules of lab.h, what it moves, and the account of it that explain() owes. All
 * from the definitions, node by node and kernel by kernel; nothing here makes plans.
 */
#ifndef W10_CHECK_H
#define W10_CHECK_H

#include <stdarg.h>

#include "graphs.h"

struct plan {
    int kernels;
    uint64_t in[MAX_NODES];
};

static int wrong(struct ridge_verdict *v, const char *format, ...)
{
    va_list a;
    va_start(a, format);
    vsnprintf(v->message, sizeof v->message, format, a);
    va_end(a);
    v->pass = 0;
    return 0;
}

static int is_host(int op)
{
    return op == OP_ITEM || op == OP_PRINT || op == OP_CALL;
}

static int is_reduction(int op)
{
    return op == OP_ROWSUM || op == OP_ROWMAX || op == OP_COLSUM;
}

static int is_pointwise(int op)
{
    return op >= OP_ADD && op <= OP_SQRT;
}

static int computes(int op)
{
    return is_pointwise(op) || is_reduction(op) || op == OP_MATMUL;
}

static int base(const struct tape *t, int i)
{
    while (t->v[i].op == OP_TRANSPOSE)
        i = t->v[i].a;
    return i;
}

static int operand(const struct tape *t, int i, int k)
{
    return k ? t->v[i].b : t->v[i].a;
}

static int inside(const struct plan *p, int i, int k)
{
    return (int)(p->in[i] >> k & 1);
}

static void mark_needed(const struct tape *t, char need[MAX_NODES])
{
    memset(need, 0, MAX_NODES);
    for (int i = t->n - 1; i >= 0; i--) {
        need[i] |= t->v[i].out || is_host(t->v[i].op);
        for (int k = 0; need[i] && k < 2; k++)
            if (operand(t, i, k) >= 0)
                need[operand(t, i, k)] = 1;
    }
}

/* Somebody who does not compute i itself reads it. */
static int in_memory(const struct tape *t, const struct plan *p, int i)
{
    if (t->v[i].out)
        return 1;
    for (int u = 0; u < t->n; u++)
        for (int k = 0; k < 2; k++) {
            int x = operand(t, u, k);
            if (x >= 0 && t->v[u].op != OP_TRANSPOSE && base(t, x) == i &&
                (is_host(t->v[u].op) || (p->in[u] & ~p->in[i])))
                return 1;
        }
    return 0;
}

static int writer(const struct plan *p, int i)
{
    for (int k = 0; k < p->kernels; k++)
        if (inside(p, i, k))
            return k;
    return -1;
}

static int writes(const struct tape *t, const struct plan *p, int k, int i)
{
    return computes(t->v[i].op) && writer(p, i) == k && in_memory(t, p, i);
}

static int side(const struct tape *t, int i)
{
    int n = 0;
    for (int k = 0; k < i; k++)
        n += is_host(t->v[k].op);
    return n;
}

static int kernel_side(const struct tape *t, const struct plan *p, int k)
{
    for (int i = 0; i < t->n; i++)
        if (inside(p, i, k))
            return side(t, i);
    return -1;
}

/* Kernel k may read x from memory: it is an input, or was written before. */
static int there(const struct tape *t, const struct plan *p, int k, int x)
{
    int b = base(t, x);
    if (t->v[b].op == OP_INPUT || t->v[b].op == OP_CONST)
        return 1;
    if (is_host(t->v[b].op))
        return side(t, b) < kernel_side(t, p, k);
    int w = writer(p, b);
    return w >= 0 && w < k;
}

static int check_reads(const struct tape *t, const struct plan *p, int k, int i, struct ridge_verdict *v)
{
    int op = t->v[i].op;
    for (int q = 0; q < 2; q++) {
        int x = operand(t, i, q);
        if (x < 0)
            continue;
        int own = inside(p, base(t, x), k), viewed = t->v[x].op == OP_TRANSPOSE;
        if (own && t->v[x].op == OP_COLSUM)
            return wrong(v, "rule 4: kernel %d reads node %d, a COLSUM, before its last row", k, x);
        if (own && (viewed || op == OP_MATMUL))
            return wrong(v, "rule 5: kernel %d computes node %d, and its node %d needs it in memory", k, base(t, x), i);
        if (!own && !there(t, p, k, x))
            return wrong(v, "rule 1: kernel %d reads node %d, which no earlier kernel has written", k, base(t, x));
    }
    return 1;
}

/* Rows, columns, matmuls and reductions of one kernel. */
static int check_shape(const struct tape *t, const struct plan *p, int k, struct ridge_verdict *v)
{
    int rows = -1, cols = 1, first = -1, product = -1, sum = -1;
    for (int i = 0; i < t->n; i++) {
        const node_t *x = &t->v[i];
        if (!inside(p, i, k))
            continue;
        const node_t *shape = x->op == OP_COLSUM || is_reduction(x->op) ? &t->v[x->a] : x;
        int r = shape->sym ? -2 : shape->rows;
        if (side(t, i) != kernel_side(t, p, k))
            return wrong(v, "rule 2: kernel %d computes nodes %d and %d, and there is a break between them", k,
                         first, i);
        if (first < 0)
            first = i;
        if (r == 1 && is_pointwise(x->op) && !writes(t, p, k, i))
            r = rows;
        if (rows == -1)
            rows = r;
        if (r != rows)
            return wrong(v, "rule 3: kernel %d has nodes of different rows, %d among them", k, i);
        if (shape->cols != 1 && cols != 1 && shape->cols != cols)
            return wrong(v, "rule 3: kernel %d has nodes of %d and of %d columns", k, cols, shape->cols);
        cols = shape->cols != 1 ? shape->cols : cols;
        if (is_reduction(x->op))
            sum = i;
        if (x->op == OP_MATMUL && product >= 0 && t->v[product].a != x->a)
            return wrong(v, "rule 5: the matmuls %d and %d share kernel %d and no operand a", product, i, k);
        if (x->op == OP_MATMUL)
            product = i;
    }
    if (first < 0)
        return wrong(v, "kernel %d of %d computes nothing", k, p->kernels);
    if (product >= 0 && sum >= 0)
        return wrong(v, "rule 5: kernel %d has a matmul, node %d, and a reduction, node %d", k, product, sum);
    return 1;
}

static int check_plan(const struct tape *t, const struct plan *p, struct ridge_verdict *v)
{
    char need[MAX_NODES];
    mark_needed(t, need);
    for (int i = 0; i < t->n; i++) {
        if (!computes(t->v[i].op) && p->in[i])
            return wrong(v, "node %d is an input, a constant, a transpose or the host's: it is in no kernel", i);
        if (p->kernels < MAX_KERNELS && p->in[i] >> p->kernels)
            return wrong(v, "node %d is in a kernel that is none of the %d", i, p->kernels);
        if (computes(t->v[i].op) && need[i] && !p->in[i])
            return wrong(v, "no kernel computes node %d, and it is needed", i);
    }
    for (int k = 0, before = 0; k < p->kernels; k++) {
        if (!check_shape(t, p, k, v))
            return 0;
        if (kernel_side(t, p, k) < before)
            return wrong(v, "rule 2: kernel %d comes after one from behind a later break", k);
        before = kernel_side(t, p, k);
        for (int i = 0; i < t->n; i++)
            if (inside(p, i, k) && !check_reads(t, p, k, i, v))
                return 0;
    }
    return 1;
}

/* ---------------------------------------------------------------------------------------------- bytes */

static double floats(const node_t *v)
{
    return (double)v->rows * v->cols;
}

/* What kernel k reads and writes, each tensor once. */
static double kernel_floats(const struct tape *t, const struct plan *p, int k)
{
    char seen[MAX_NODES] = { 0 };
    double sum = 0;
    for (int i = 0; i < t->n; i++) {
        if (!inside(p, i, k))
            continue;
        sum += writes(t, p, k, i) ? floats(&t->v[i]) : 0;
        for (int q = 0; q < 2; q++) {
            int x = operand(t, i, q) < 0 ? -1 : base(t, operand(t, i, q));
            if (x < 0 || t->v[x].op == OP_CONST || inside(p, x, k) || seen[x])
                continue;
            seen[x] = 1;
            sum += floats(&t->v[x]);
        }
    }
    return sum;
}

static double plan_bytes(const struct tape *t, const struct plan *p)
{
    double sum = 0;
    for (int k = 0; k < p->kernels; k++)
        sum += 4 * kernel_floats(t, p, k);
    return sum;
}

/* One kernel for each needed node: what runs without a compiler. */
static void eager(const struct tape *t, struct plan *p)
{
    char need[MAX_NODES];
    mark_needed(t, need);
    *p = (struct plan){ 0 };
    for (int i = 0; i < t->n; i++)
        if (need[i] && computes(t->v[i].op) && p->kernels < MAX_KERNELS)
            p->in[i] = (uint64_t)1 << p->kernels++;
}

/* ------------------------------------------------------------------------------------------ the account */

static const char *const reason[] = { [OP_ITEM] = "item", [OP_PRINT] = "print", [OP_CALL] = "call" };

static void add(char *s, size_t cap, const char *format, ...)
{
    size_t n = strlen(s);
    va_list a;
    va_start(a, format);
    vsnprintf(s + n, cap - n, format, a);
    va_end(a);
}

static void account(const struct tape *t, const struct plan *p, char *s, size_t cap)
{
    s[0] = 0;
    for (int k = 0; k < p->kernels; k++) {
        add(s, cap, "kernel %d:", k);
        for (int i = 0; i < t->n; i++)
            if (inside(p, i, k))
                add(s, cap, " %d", i);
        add(s, cap, " ->");
        for (int i = 0; i < t->n; i++)
            if (inside(p, i, k) && writes(t, p, k, i))
                add(s, cap, " %d", i);
        add(s, cap, "\n");
    }
    for (int i = 0; i < t->n; i++)
        if (is_host(t->v[i].op))
            add(s, cap, "break %d %s\n", i, reason[t->v[i].op]);
}

#endif
