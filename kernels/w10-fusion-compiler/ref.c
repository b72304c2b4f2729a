/*
 * ref.c: a compiler in three moves.
 *
 * Plan. Every node gets a stage: one more than its operand's where the edge between them cannot stay inside a kernel
 * (a finished column sum, an operand of a matmul, a transpose), else the same. What has to be in memory, the roots,
 * asks for its operands, and these for theirs, until memory answers; each stage's roots that meet share a kernel. A
 * cheap producer that two stages need is so recomputed, unless writing it once moves fewer bytes: that is tried.
 * It is faster than naive.c because each value inside a kernel is neither written nor read back.
 *
 * Emit. A kernel walks its rows once; inside a row it takes as many passes as reductions depend on one another, and
 * a value that a later pass needs waits in an array of one row, which the first-level cache holds.
 *
 * Guard. A program is compiled for the shapes it saw; at the second number of rows it gets a symbol.
 */
#include <stdio.h>
#include <string.h>

#include "lab.h"

/* --------------------------------------------------------------------------------------------- breaks */

break_t break_reason(const graph_t *g, int node)
{
    switch (g->v[node].op) {
    case OP_ITEM: return BREAK_ITEM;
    case OP_PRINT: return BREAK_PRINT;
    case OP_CALL: return BREAK_CALL;
    default: return BREAK_NONE;
    }
}

static int computes(const node_t *v)
{
    return v->op >= OP_ADD && v->op <= OP_MATMUL;
}

static int reduces(const node_t *v)
{
    return v->op == OP_ROWSUM || v->op == OP_ROWMAX || v->op == OP_COLSUM;
}

static int base(const graph_t *g, int i)
{
    while (g->v[i].op == OP_TRANSPOSE)
        i = g->v[i].a;
    return i;
}

static int operand(const node_t *v, int q)
{
    return q ? v->b : v->a;
}

/* ------------------------------------------------------------------------------------------------- plan */

enum { SIDE = 256 }; /* stages behind one break more */

/* What a node is within its stage: of its ancestors there, the widest, a matmul's a, whether any reduces. */
struct rank {
    int stage, width, a, sum;
};

struct planner {
    const graph_t *g;
    struct rank r[MAX_NODES];
    char need[MAX_NODES], root[MAX_NODES];
};

static int flat(const node_t *v)
{
    return v->rows == 1 && !v->sym;
}

/* Whether i may not be in one kernel with its operand x. */
static int apart(const struct planner *p, int i, int x)
{
    const node_t *v = &p->g->v[i], *o = &p->g->v[x];
    int heavy = p->r[x].sum || p->r[x].a >= 0;
    return o->op == OP_TRANSPOSE || o->op == OP_COLSUM || v->op == OP_MATMUL || (flat(o) && !flat(v) && heavy);
}

/* Add what comes with x; 0 when it does not go with what is there. */
static int join(struct rank *r, const struct rank *x)
{
    int a = r->a >= 0 ? r->a : x->a, sum = r->sum || x->sum;
    if ((r->a >= 0 && x->a >= 0 && r->a != x->a) || (a >= 0 && sum) || (r->width > 1 && x->width > 1 && r->width != x->width))
        return 0;
    r->a = a;
    r->sum = sum;
    r->width = r->width > x->width ? r->width : x->width;
    return 1;
}

static struct rank alone(const graph_t *g, int i)
{
    const node_t *v = &g->v[i];
    int cols = reduces(v) ? g->v[v->a].cols : v->cols;
    return (struct rank){ 0, cols, v->op == OP_MATMUL ? v->a : -1, reduces(v) };
}

static void rank_node(struct planner *p, int i, int breaks)
{
    const graph_t *g = p->g;
    struct rank r = alone(g, i);
    r.stage = breaks * SIDE;
    for (int q = 0; q < 2; q++) {
        int x = operand(&g->v[i], q);
        if (x >= 0 && computes(&g->v[base(g, x)])) {
            int s = p->r[base(g, x)].stage + apart(p, i, x);
            r.stage = s > r.stage ? s : r.stage;
        }
    }
    for (int q = 0; q < 2; q++) {
        int x = operand(&g->v[i], q);
        if (x < 0 || !computes(&g->v[x]) || p->r[x].stage < r.stage || join(&r, &p->r[x]))
            continue;
        int stage = r.stage + 1;
        r = alone(g, i);
        r.stage = stage;
        break;
    }
    p->r[i] = r;
}

/* What the caller or the host wants, and what that takes; the rest is dead. */
static void find_needed(struct planner *p)
{
    const graph_t *g = p->g;
    for (int i = g->n - 1; i >= 0; i--) {
        p->need[i] |= g->v[i].out || break_reason(g, i) != BREAK_NONE;
        for (int q = 0; q < 2 && p->need[i]; q++)
            if (operand(&g->v[i], q) >= 0)
                p->need[operand(&g->v[i], q)] = 1;
    }
}

/* Roots that nobody decides about. */
static void first_roots(struct planner *p)
{
    const graph_t *g = p->g;
    for (int i = 0; i < g->n; i++) {
        const node_t *v = &g->v[i];
        p->root[i] |= v->out && computes(v);
        for (int q = 0; q < 2; q++) {
            int x = operand(v, q), b = x < 0 ? -1 : base(g, x);
            if (b < 0 || !p->need[i] || !computes(&g->v[b]) || v->op == OP_TRANSPOSE)
                continue;
            int later = !computes(v) || p->r[b].stage < p->r[i].stage;
            int pure = p->r[b].a < 0 && !p->r[b].sum && computes(v) && p->r[b].stage / SIDE == p->r[i].stage / SIDE;
            p->root[b] |= later && (!pure || x != b || v->op == OP_MATMUL);
        }
    }
}

/* What root computes: itself and its operands' operands, up to what lies in memory. */
static void collect(const struct planner *p, int i, char set[MAX_NODES])
{
    set[i] = 1;
    for (int q = 0; q < 2; q++) {
        int x = operand(&p->g->v[i], q);
        if (x >= 0 && computes(&p->g->v[x]) && !p->root[x] && !set[x])
            collect(p, x, set);
    }
}

static int touches(const struct planner *p, const char *set, int x)
{
    for (int i = 0; i < p->g->n; i++)
        for (int q = 0; q < 2 && set[i]; q++) {
            int o = operand(&p->g->v[i], q);
            if (i == x || (o >= 0 && base(p->g, o) == x))
                return 1;
        }
    return 0;
}

/* They read or compute something in common. */
static int meet(const struct planner *p, const char *a, const char *b)
{
    for (int x = 0; x < p->g->n; x++)
        if (p->g->v[x].op != OP_CONST && touches(p, a, x) && touches(p, b, x))
            return 1;
    return 0;
}

static const node_t *row_shape(const graph_t *g, int i)
{
    return reduces(&g->v[i]) ? &g->v[g->v[i].a] : &g->v[i];
}

static int same_rows(const graph_t *g, int i, int j)
{
    const node_t *a = row_shape(g, i), *b = row_shape(g, j);
    return a->sym == b->sym && a->rows == b->rows;
}

struct group {
    char set[MAX_NODES];
    struct rank r;
    int first;
};

static void put_root(const struct planner *p, int i, struct group *all, int *n)
{
    struct group g = { { 0 }, p->r[i], i };
    collect(p, i, g.set);
    for (int k = 0; k < *n; k++) {
        struct rank r = all[k].r;
        if (r.stage != g.r.stage || !same_rows(p->g, all[k].first, i) || !meet(p, all[k].set, g.set) || !join(&r, &g.r))
            continue;
        for (int x = 0; x < p->g->n; x++)
            all[k].set[x] |= g.set[x];
        all[k].r = r;
        return;
    }
    all[(*n)++] = g;
}

static void make_plan(const struct planner *p, plan_t *ret)
{
    static struct group all[MAX_NODES];
    int n = 0;
    for (int i = 0; i < p->g->n; i++)
        if (p->root[i])
            put_root(p, i, all, &n);
    memset(ret, 0, sizeof *ret);
    for (int done = 0, stage = 0; done < n && n <= MAX_KERNELS; stage++)
        for (int k = 0; k < n; k++) {
            if (all[k].r.stage != stage)
                continue;
            for (int x = 0; x < p->g->n; x++)
                ret->in[x] |= (uint64_t)all[k].set[x] << ret->kernels;
            ret->kernels++;
            done++;
        }
}

static double bytes_of(const graph_t *g, const plan_t *p)
{
    double sum = 0;
    for (int k = 0; k < p->kernels; k++) {
        char seen[MAX_NODES] = { 0 };
        for (int i = 0; i < g->n; i++)
            for (int q = 0; q < 3 && (p->in[i] >> k & 1); q++) {
                int x = q == 2 ? (plan_writes(g, p, k, i) ? i : -1) : operand(&g->v[i], q);
                x = x < 0 ? x : base(g, x);
                if (x < 0 || seen[x] || g->v[x].op == OP_CONST || (q < 2 && (p->in[x] >> k & 1)))
                    continue;
                seen[x] = 1;
                sum += 4.0 * g->v[x].rows * g->v[x].cols;
            }
    }
    return sum;
}

void partition(const graph_t *g, plan_t *ret)
{
    struct planner p = { .g = g };
    plan_t tried;
    int breaks = 0;
    for (int i = 0; i < g->n; i++) {
        breaks += break_reason(g, i) != BREAK_NONE;
        rank_node(&p, i, breaks);
    }
    find_needed(&p);
    first_roots(&p);
    make_plan(&p, ret);
    for (int i = 0; i < g->n; i++) { /* written once, or computed twice? */
        if (p.root[i] || !computes(&g->v[i]) || !(ret->in[i] & (ret->in[i] - 1)))
            continue;
        p.root[i] = 1;
        make_plan(&p, &tried);
        if (tried.kernels <= ret->kernels && bytes_of(g, &tried) < bytes_of(g, ret))
            *ret = tried;
        else
            p.root[i] = 0;
    }
}

/* -------------------------------------------------------------------------------------------- the account */

void explain(const graph_t *g, const plan_t *p, text_t *t)
{
    static const char *const name[] = { "", "item", "print", "call" };
    for (int k = 0; k < p->kernels; k++) {
        say(t, "kernel %d:", k);
        for (int i = 0; i < g->n; i++)
            if (p->in[i] >> k & 1)
                say(t, " %d", i);
        say(t, " ->");
        for (int i = 0; i < g->n; i++)
            if (plan_writes(g, p, k, i))
                say(t, " %d", i);
        say(t, "\n");
    }
    for (int i = 0; i < g->n; i++)
        if (break_reason(g, i) != BREAK_NONE)
            say(t, "break %d %s\n", i, name[break_reason(g, i)]);
}

/* ----------------------------------------------------------------------------------------------- emit */

struct emitter {
    const graph_t *g;
    const plan_t *p;
    text_t *t;
    int k, cuda, passes;
    int cols;            /* of the kernel's wide nodes */
    char rows[16];       /* "n" or a number */
    int pass[MAX_NODES]; /* in which its value comes about */
    char kept[MAX_NODES]; /* a later pass reads it: it waits in an array of one row */
    int parts;            /* sums are being kept in parts: S4[l] for s4 (opt.c) */
};

static int inside(const struct emitter *e, int i)
{
    return (int)(e->p->in[i] >> e->k & 1);
}

/* One number per row; a matmul's row is an array even when it is one long. */
static int scalar(const node_t *v)
{
    return v->cols == 1 && v->op != OP_MATMUL;
}

static int rowwise(op_t op)
{
    return op == OP_ROWSUM || op == OP_ROWMAX;
}

static void order_passes(struct emitter *e)
{
    const graph_t *g = e->g;
    int most = 1;
    snprintf(e->rows, sizeof e->rows, "1");
    e->cols = 1;
    for (int i = 0; i < g->n; i++) {
        const node_t *v = &g->v[i], *shape = row_shape(g, i);
        if (!inside(e, i))
            continue;
        for (int q = 0; q < 2; q++) {
            int x = operand(v, q);
            if (x < 0 || !inside(e, x))
                continue;
            int from = e->pass[x] + rowwise(g->v[x].op);
            e->pass[i] = from > e->pass[i] ? from : e->pass[i];
        }
        e->passes = e->pass[i] + 1 > e->passes ? e->pass[i] + 1 : e->passes;
        e->cols = shape->cols > e->cols ? shape->cols : e->cols;
        if (shape->sym)
            snprintf(e->rows, sizeof e->rows, "n");
        else if (shape->rows > most && e->rows[0] != 'n')
            snprintf(e->rows, sizeof e->rows, "%d", most = shape->rows);
    }
    for (int i = 0; i < g->n; i++)
        for (int q = 0; q < 2 && inside(e, i); q++) {
            int x = operand(&g->v[i], q);
            if (x >= 0 && inside(e, x) && !scalar(&g->v[x]) && e->pass[x] < e->pass[i])
                e->kept[x] = 1;
        }
}

/* Where element [r][c] of node x lies, x in memory; r and c are the texts of its indices. */
static void say_place(struct emitter *e, int x, const char *r, const char *c)
{
    int b = base(e->g, x), flip = 0;
    const node_t *v = &e->g->v[b];
    for (int y = x; y != b; y = e->g->v[y].a)
        flip = !flip;
    const char *row = flip ? c : r, *col = flip ? r : c;
    if (v->cols == 1)
        say(e->t, "v%d[%s]", b, flat(v) ? "0" : row);
    else if (flat(v))
        say(e->t, "v%d[%s]", b, col);
    else
        say(e->t, "v%d[%s * %d + %s]", b, row, v->cols, col);
}

static void say_value(struct emitter *e, int x, int pass)
{
    const node_t *v = &e->g->v[x];
    if (v->op == OP_CONST)
        say(e->t, "%af", (double)v->k);
    else if (!inside(e, x))
        say_place(e, x, "r", "c");
    else if (scalar(v))
        say(e->t, "s%d", x);
    else if (v->op == OP_MATMUL || e->pass[x] < pass)
        say(e->t, "t%d[c]", x);
    else
        say(e->t, "x%d", x);
}

/* The larger of the two, without a call: fmaxf() is a function to gcc, because of what it owes NaN. */
static void say_larger(struct emitter *e, int a, int b, int pass)
{
    say_value(e, a, pass);
    say(e->t, " > ");
    say_value(e, b, pass);
    say(e->t, " ? ");
    say_value(e, a, pass);
    say(e->t, " : ");
    say_value(e, b, pass);
    say(e->t, ";\n");
}

/* Node i out of its operands. */
static void say_formula(struct emitter *e, int i)
{
    static const char *const form[][3] = {
        [OP_ADD] = { "", " + ", "" },       [OP_SUB] = { "", " - ", "" },    [OP_MUL] = { "", " * ", "" },
        [OP_DIV] = { "", " / ", "" },       [OP_EXP] = { "expf(", "", ")" }, [OP_TANH] = { "tanhf(", "", ")" },
        [OP_SQRT] = { "sqrtf(", "", ")" },
    };
    const node_t *v = &e->g->v[i];
    if (v->op == OP_MAX) {
        say_larger(e, v->a, v->b, e->pass[i]);
        return;
    }
    say(e->t, "%s", form[v->op][0]);
    say_value(e, v->a, e->pass[i]);
    say(e->t, "%s", form[v->op][1]);
    if (v->b >= 0)
        say_value(e, v->b, e->pass[i]);
    say(e->t, "%s;\n", form[v->op][2]);
}

static const char *one_writer(const struct emitter *e)
{
    return e->cuda ? "if (threadIdx.x == 0) " : "";
}

/* Numbers of a row that this pass needs before it starts. */
static void say_scalars(struct emitter *e, int pass)
{
    for (int i = 0; i < e->g->n; i++) {
        const node_t *v = &e->g->v[i];
        if (!inside(e, i) || e->pass[i] != pass)
            continue;
        if (v->op == OP_COLSUM && scalar(&e->g->v[v->a])) {
            say(e->t, "        v%d[0] += ", i);
            say_value(e, v->a, pass);
            say(e->t, ";\n");
        } else if (scalar(v) && !reduces(v)) {
            say(e->t, "        float s%d = ", i);
            say_formula(e, i);
            if (plan_writes(e->g, e->p, e->k, i))
                say(e->t, "        %sv%d[%s] = s%d;\n", one_writer(e), i, flat(v) ? "0" : "r", i);
        } else if (rowwise(v->op)) {
            say(e->t, "        float s%d = %s;\n", i, v->op == OP_ROWMAX ? "-INFINITY" : "0");
        }
    }
}

static void say_element(struct emitter *e, int i)
{
    const node_t *v = &e->g->v[i];
    if (reduces(v)) {
        char sum[24];
        snprintf(sum, sizeof sum, v->op == OP_COLSUM ? "v%d[c]" : e->parts ? "S%d[l]" : "s%d", i);
        say(e->t, v->op == OP_ROWMAX ? "            %s = %s > " : "            %s += ", sum, sum);
        say_value(e, v->a, e->pass[i]);
        if (v->op == OP_ROWMAX) {
            say(e->t, " ? %s : ", sum);
            say_value(e, v->a, e->pass[i]);
        }
        say(e->t, ";\n");
        return;
    }
    if (v->op != OP_MATMUL) {
        say(e->t, "            float x%d = ", i);
        say_formula(e, i);
        if (e->kept[i])
            say(e->t, "            t%d[c] = x%d;\n", i, i);
    }
    if (plan_writes(e->g, e->p, e->k, i)) {
        say(e->t, "            ");
        say_place(e, i, "r", "c");
        say(e->t, v->op == OP_MATMUL ? " = t%d[c];\n" : " = x%d;\n", i);
    }
}

static int is_element(const struct emitter *e, int i, int pass)
{
    const node_t *v = &e->g->v[i];
    if (!inside(e, i) || e->pass[i] != pass)
        return 0;
    return reduces(v) ? !(v->op == OP_COLSUM && scalar(&e->g->v[v->a])) : !scalar(v);
}

static void say_loop(const struct emitter *e, const char *indent)
{
    if (e->cuda)
        say(e->t, "%sfor (int c = threadIdx.x; c < %d; c += %d) {\n", indent, e->cols, GPU_THREADS);
    else
        say(e->t, "%sfor (int c = 0; c < %d; c++) {\n", indent, e->cols);
}

/* Element c of the row, of all nodes of the pass. */
static void say_elements(struct emitter *e, int pass)
{
    for (int i = 0; i < e->g->n; i++)
        if (is_element(e, i, pass))
            say_element(e, i);
}

#ifndef OTHER_LOOPS
static void say_row(struct emitter *e, int pass)
{
    say_loop(e, "        ");
    say_elements(e, pass);
    say(e->t, "        }\n");
}
#else
static void say_row(struct emitter *e, int pass);
#endif

static int has_elements(const struct emitter *e, int pass)
{
    int any = 0;
    for (int i = 0; i < e->g->n; i++)
        any |= is_element(e, i, pass);
    return any;
}

static void say_pass(struct emitter *e, int pass)
{
    say_scalars(e, pass);
    if (has_elements(e, pass))
        say_row(e, pass);
    for (int i = 0; i < e->g->n; i++) {
        op_t op = e->g->v[i].op;
        if (!inside(e, i) || e->pass[i] != pass || !rowwise(op))
            continue;
        if (e->cuda)
            say(e->t, "        s%d = block_%s(s%d);\n", i, op == OP_ROWSUM ? "sum" : "max", i);
        if (plan_writes(e->g, e->p, e->k, i))
            say(e->t, "        %sv%d[r] = s%d;\n", one_writer(e), i, i);
    }
}

/* All matmuls of the kernel, side by side: their a is one. */
static void say_products(struct emitter *e)
{
    int a = -1;
    for (int i = 0; i < e->g->n; i++)
        if (inside(e, i) && e->g->v[i].op == OP_MATMUL)
            a = e->g->v[i].a;
    if (a < 0)
        return;
    for (int i = 0; i < e->g->n; i++)
        if (inside(e, i) && e->g->v[i].op == OP_MATMUL)
            say(e->t, "        %sfloat t%d[%d];\n", e->cuda ? "__shared__ " : "", i, e->cols);
    say_loop(e, "        ");
    for (int i = 0; i < e->g->n; i++)
        if (inside(e, i) && e->g->v[i].op == OP_MATMUL)
            say(e->t, "            t%d[c] = 0;\n", i);
    say(e->t, "        }\n        for (int q = 0; q < %d; q++) {\n            float a = ", e->g->v[a].cols);
    say_place(e, a, "r", "q");
    say(e->t, ";\n");
    say_loop(e, "            ");
    for (int i = 0; i < e->g->n; i++) {
        if (!inside(e, i) || e->g->v[i].op != OP_MATMUL)
            continue;
        say(e->t, "                t%d[c] += a * ", i);
        say_place(e, e->g->v[i].b, "q", "c");
        say(e->t, ";\n");
    }
    say(e->t, "            }\n        }\n");
}

/* The names of what it reads and writes, and the rows that wait. */
static void say_names(struct emitter *e)
{
    char read[MAX_NODES] = { 0 };
    for (int i = 0; i < e->g->n; i++)
        for (int q = 0; q < 2 && inside(e, i); q++) {
            int x = operand(&e->g->v[i], q);
            if (x >= 0 && !inside(e, x) && e->g->v[x].op != OP_CONST)
                read[base(e->g, x)] = 1;
        }
    for (int i = 0; i < e->g->n; i++) {
        if (read[i])
            say(e->t, "    const float *%s v%d = v[%d];\n", e->cuda ? "__restrict__" : "restrict", i, i);
        if (plan_writes(e->g, e->p, e->k, i))
            say(e->t, "    float *%s v%d = v[%d];\n", e->cuda ? "__restrict__" : "restrict", i, i);
        if (e->kept[i] && e->g->v[i].op != OP_MATMUL)
            say(e->t, "    %sfloat t%d[%d];\n", e->cuda ? "__shared__ " : "", i, e->cols);
        if (inside(e, i) && e->g->v[i].op == OP_COLSUM)
            say(e->t, "    for (int c = 0; c < %d; c++)\n        v%d[c] = 0;\n", e->g->v[i].cols, i);
    }
}

static void say_passes(struct emitter *e)
{
    for (int pass = 0; pass < e->passes; pass++)
        say_pass(e, pass);
}

static struct emitter emitter_of(const graph_t *g, const plan_t *p, int k, text_t *t, int cuda)
{
    struct emitter e = { .g = g, .p = p, .t = t, .k = k, .cuda = cuda };
    order_passes(&e);
    say(t, cuda ? "static __device__ void k%d(float *const *v, long n)\n{\n    (void)n;\n"
                : "\nstatic void k%d(float *const *v, int64_t n)\n{\n    (void)n;\n", k);
    say_names(&e);
    return e;
}

#ifndef OTHER_LOOPS
void emit_c(const graph_t *g, const plan_t *p, int k, text_t *t)
{
    struct emitter e = emitter_of(g, p, k, t, 0);
    say(t, "    for (int64_t r = 0; r < %s; r++) {\n", e.rows);
    say_products(&e);
    say_passes(&e);
    say(t, "    }\n}\n");
}
#endif

void emit_cuda(const graph_t *g, const plan_t *p, int k, text_t *t)
{
    struct emitter e = emitter_of(g, p, k, t, 1);
    say(t, "    for (long r = blockIdx.x; r < %s; r += gridDim.x) {\n", e.rows);
    say_products(&e);
    say_passes(&e);
    say(t, "    }\n}\n");
}

/* ---------------------------------------------------------------------------------------------- guards */

static int same_class(const sig_t *a, const sig_t *b)
{
    int same = a->n == b->n;
    for (int k = 0; same && k < a->n; k++)
        same = a->arg[k].dtype == b->arg[k].dtype && a->arg[k].cols == b->arg[k].cols;
    return same;
}

int guard_eval(const sig_t *guard, const sig_t *call)
{
    int value[MAX_ARGS] = { 0 };
    if (!same_class(guard, call))
        return 0;
    for (int k = 0; k < guard->n; k++) {
        int want = guard->arg[k].rows, rows = call->arg[k].rows;
        if (want >= 0 ? rows != want : rows < 2)
            return 0;
        int *bound = want < 0 ? &value[ROWS_SYM - want] : NULL;
        if (bound && *bound && *bound != rows)
            return 0;
        if (bound)
            *bound = rows;
    }
    return 1;
}

/* The guard of a new program: exact, but for what has been seen to change. */
static void widen(const sig_t *old, const sig_t *call, sig_t *ret)
{
    *ret = *call;
    for (int k = 0; k < call->n; k++) {
        int rows = call->arg[k].rows, s = 0;
        if (rows < 2 || old->arg[k].rows == rows)
            continue;
        while (s < k && (ret->arg[s].rows >= 0 || call->arg[s].rows != rows))
            s++;
        ret->arg[k].rows = ROWS_SYM - s;
    }
}

int cache_lookup(cache_t *c, const sig_t *call)
{
    const sig_t *old = NULL;
    for (int k = 0; k < c->n; k++) {
        if (guard_eval(&c->guard[k], call))
            return k;
        if (same_class(&c->guard[k], call))
            old = &c->guard[k];
    }
    if (c->n == MAX_PROGRAMS)
        return -1;
    widen(old ? old : call, call, &c->guard[c->n]);
    return c->n++;
}
