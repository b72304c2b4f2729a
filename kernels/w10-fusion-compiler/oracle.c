/*
 * oracle.c: the trusted side of w10-fusion-compiler: it captures the graphs, judges plans by the rules (check.h),
 * interprets the graph in float64 to judge what the generated programs compute, and plays the cache's policy.
 */
#include <stdlib.h>

#include "ridge/oracle.h"
#include "ridge/golden.h"

#include "check.h"

/* ------------------------------------------------------------------------------------------------ plans */

int graph_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    struct tape t;
    (void)seed;
    if (!b || b->dtype != RIDGE_I32 || b->count < 8 * (MAX_NODES + 1))
        return -1;
    capture(c, &t);
    int32_t *row = b->data;
    memset(row, 0, b->count * sizeof *row);
    row[0] = t.n;
    for (int i = 0; i < t.n; i++) {
        const node_t *v = &t.v[i];
        const int32_t r[7] = { (int32_t)v->op, v->a, v->b, v->rows, v->cols, v->sym, v->out };
        memcpy(row + 8 * (i + 1), r, sizeof r);
        memcpy(row + 8 * (i + 1) + 7, &v->k, sizeof v->k);
    }
    return 0;
}

static int read_plan(const struct ridge_case *c, struct plan *p, struct ridge_verdict *v)
{
    const int64_t *x = ridge_data(c, "plan");
    if (x[0] < 0 || x[0] > MAX_KERNELS)
        return wrong(v, "a plan of %lld kernels; 0 to %d are possible", (long long)x[0], MAX_KERNELS);
    p->kernels = (int)x[0];
    for (int i = 0; i < MAX_NODES; i++)
        p->in[i] = (uint64_t)x[1 + i];
    return 1;
}

static int check_breaks(const struct ridge_case *c, const struct tape *t, struct ridge_verdict *v)
{
    static const int want[] = { [OP_ITEM] = BREAK_ITEM, [OP_PRINT] = BREAK_PRINT, [OP_CALL] = BREAK_CALL };
    const int32_t *why = ridge_data(c, "why");
    for (int i = 0; i < t->n; i++) {
        int w = is_host(t->v[i].op) ? want[t->v[i].op] : BREAK_NONE;
        if (why[i] != w)
            return wrong(v, "break_reason of node %d is %d, expected %d", i, why[i], w);
    }
    return 1;
}

int plan_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    static char want[16384];
    struct tape t;
    struct plan p = { 0 }, none;
    const struct ridge_buffer *dump = ridge_buffer(c, "dump");
    capture(c, &t);
    v->pass = 1;
    if (!read_plan(c, &p, v) || !check_plan(&t, &p, v) || !check_breaks(c, &t, v))
        return 0;
    account(&t, &p, want, sizeof want);
    if (!ridge_golden(v, "explain", dump->data, dump->count, want))
        return 0;
    eager(&t, &none);
    ridge_count(v, "kernels", p.kernels);
    ridge_count(v, "model_B", plan_bytes(&t, &p));
    ridge_count(v, "eager_kernels", none.kernels);
    ridge_count(v, "eager_B", plan_bytes(&t, &none));
    return 0;
}

/* --------------------------------------------------------------------------------------------- programs */

int in_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    uint64_t s = ridge_mix(seed, buffer);
    double shift = (double)ridge_int(c, "shift");
    if (!b || b->dtype != RIDGE_F32)
        return -1;
    float *x = b->data;
    for (size_t i = 0; i < b->count; i++) { /* sum of four uniforms: near enough to a normal one */
        double u = ridge_uniform(&s) + ridge_uniform(&s) + ridge_uniform(&s) + ridge_uniform(&s);
        x[i] = (float)((u - 2) * 1.7320508 + shift);
    }
    return 0;
}

struct value {
    int64_t rows, cols;
    double *x;
};

static double at(const struct value *v, int64_t r, int64_t c)
{
    return v->x[(v->rows == 1 ? 0 : r) * v->cols + (v->cols == 1 ? 0 : c)];
}

static double apply(int op, double a, double b)
{
    switch (op) {
    case OP_ADD: return a + b;
    case OP_SUB: return a - b;
    case OP_MUL: return a * b;
    case OP_DIV: return a / b;
    case OP_MAX: return a > b ? a : b;
    case OP_EXP: return exp(a);
    case OP_TANH: return tanh(a);
    case OP_SQRT: return sqrt(a);
    case OP_CALL: return a / (1 + fabs(a));
    default: return a;
    }
}

static void reduce(int op, const struct value *a, struct value *y)
{
    for (int64_t k = 0; k < y->rows * y->cols; k++)
        y->x[k] = op == OP_ROWMAX ? -INFINITY : 0;
    for (int64_t r = 0; r < a->rows; r++)
        for (int64_t c = 0; c < a->cols; c++) {
            double *to = &y->x[op == OP_COLSUM ? c : r], x = a->x[r * a->cols + c];
            *to = op == OP_ROWMAX ? (x > *to ? x : *to) : *to + x;
        }
}

static void multiply(const struct value *a, const struct value *b, struct value *y)
{
    memset(y->x, 0, (size_t)(y->rows * y->cols) * sizeof *y->x);
    for (int64_t r = 0; r < a->rows; r++)
        for (int64_t k = 0; k < a->cols; k++)
            for (int64_t c = 0; c < b->cols; c++)
                y->x[r * y->cols + c] += a->x[r * a->cols + k] * b->x[k * b->cols + c];
}

static void interpret(const struct tape *t, int i, struct value *y, const struct value *v)
{
    const node_t *d = &t->v[i];
    const struct value *a = d->a < 0 ? NULL : &v[d->a], *b = d->b < 0 ? a : &v[d->b];
    if (d->op == OP_CONST)
        y->x[0] = d->k;
    else if (is_reduction(d->op))
        reduce(d->op, a, y);
    else if (d->op == OP_MATMUL)
        multiply(a, b, y);
    else
        for (int64_t r = 0; r < y->rows; r++)
            for (int64_t c = 0; c < y->cols; c++)
                y->x[r * y->cols + c] = d->op == OP_TRANSPOSE ? a->x[c * a->cols + r]
                                                             : apply(d->op, at(a, r, c), at(b, r, c));
}

/* All nodes' values for n rows of each batch; 0, or -1 when memory runs out. */
static int run_graph(const struct tape *t, int64_t n, const float *in, size_t count, struct value *v)
{
    size_t used = 0;
    for (int i = 0; i < t->n; i++) {
        const node_t *d = &t->v[i];
        v[i].rows = d->sym ? n : d->rows;
        v[i].cols = d->cols;
        size_t size = (size_t)(v[i].rows * v[i].cols);
        v[i].x = malloc((size + 1) * sizeof *v[i].x);
        if (!v[i].x || (d->op == OP_INPUT && used + size > count))
            return -1;
        for (size_t k = 0; d->op == OP_INPUT && k < size; k++)
            v[i].x[k] = in[used + k];
        used += d->op == OP_INPUT ? size : 0;
        if (d->op != OP_INPUT)
            interpret(t, i, &v[i], v);
    }
    return 0;
}

/* ||y - want|| <= eps ||want||, written so that a NaN fails. */
static int compare(const struct value *want, const float *y, int node, double eps, struct ridge_verdict *v)
{
    double err = 0, norm = 0;
    int64_t worst = 0, n = want->rows * want->cols;
    for (int64_t k = 0; k < n; k++) {
        double d = y[k] - want->x[k];
        if (!(fabs(d) <= fabs(y[worst] - want->x[worst])))
            worst = k;
        err += d * d;
        norm += want->x[k] * want->x[k];
    }
    if (sqrt(err) <= eps * sqrt(norm))
        return 1;
    if (isnan(y[worst]))
        return wrong(v, "mismatch: node %d is not a number at [%lld, %lld], expected %.7g: never written, or made of what was not",
                     node, (long long)(worst / want->cols), (long long)(worst % want->cols), want->x[worst]);
    return wrong(v, "mismatch: node %d is off by %.2g of its norm, %.1g is allowed; worst at [%lld, %lld]: %.7g, expected %.7g",
                 node, sqrt(err / norm), eps, (long long)(worst / want->cols), (long long)(worst % want->cols),
                 (double)y[worst], want->x[worst]);
}

int program_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    struct value val[MAX_NODES] = { { 0, 0, NULL } };
    const struct ridge_buffer *in = ridge_buffer(c, "in"), *out = ridge_buffer(c, "out");
    const float *y = out->data;
    struct tape t;
    size_t used = 0;
    capture(c, &t);
    int rc = run_graph(&t, ridge_int(c, "n"), in->data, in->count, val);
    v->pass = 1;
    for (int i = 0; i < t.n && !rc && v->pass; i++) {
        size_t size = (size_t)(val[i].rows * val[i].cols);
        if (!t.v[i].out)
            continue;
        rc = used + size > out->count ? -1 : 0;
        if (!rc)
            compare(&val[i], y + used, i, ridge_num(c, "eps"), v);
        used += size;
    }
    for (int i = 0; i < t.n; i++)
        free(val[i].x);
    return rc;
}

/* ----------------------------------------------------------------------------------------------- guards */

enum { SIG = 1 + 3 * MAX_ARGS };

static int below(uint64_t *s, int n)
{
    return (int)(ridge_next(s) % (uint64_t)n);
}

static void put_sig(const sig_t *s, int32_t *r)
{
    memset(r, 0, SIG * sizeof *r);
    r[0] = s->n;
    for (int k = 0; k < s->n; k++) {
        r[1 + 3 * k] = s->arg[k].dtype;
        r[2 + 3 * k] = s->arg[k].rows;
        r[3 + 3 * k] = s->arg[k].cols;
    }
}

static void get_sig(const int32_t *r, sig_t *s)
{
    memset(s, 0, sizeof *s);
    s->n = r[0];
    for (int k = 0; k < s->n && k < MAX_ARGS; k++) {
        s->arg[k].dtype = r[1 + 3 * k];
        s->arg[k].rows = r[2 + 3 * k];
        s->arg[k].cols = r[3 + 3 * k];
    }
}

/* A guard, and a call that it admits, or almost. */
static void pair(uint64_t *s, sig_t *g, sig_t *call)
{
    memset(g, 0, sizeof *g);
    g->n = 1 + below(s, MAX_ARGS);
    for (int k = 0; k < g->n; k++) {
        g->arg[k].dtype = below(s, 2);
        g->arg[k].cols = 8 * (1 + below(s, 3));
        g->arg[k].rows = below(s, 3) ? ROWS_SYM - below(s, k + 1) : below(s, 4);
    }
    int32_t value[MAX_ARGS];
    *call = *g;
    for (int k = 0; k < MAX_ARGS; k++)
        value[k] = below(s, 3) ? 2 + below(s, 6) : below(s, 3);
    for (int k = 0; k < g->n; k++)
        if (g->arg[k].rows < 0)
            call->arg[k].rows = value[ROWS_SYM - g->arg[k].rows];
    int k = below(s, g->n);
    switch (below(s, 8)) {
    case 0: call->arg[k].dtype ^= 1; break;
    case 1: call->arg[k].cols += 8; break;
    case 2: call->arg[k].rows++; break;
    case 3: call->n = 1 + below(s, MAX_ARGS); break;
    default: break;
    }
}

/* A service's day: batches that grow and shrink, a second width, a second dtype, a lone row, a broadcast. */
static void day(uint64_t *s, int k, int classes, sig_t *call)
{
    int kind = below(s, classes), batch = k == 0 ? 8 : below(s, 6) ? 2 + below(s, 40) : below(s, 3);
    memset(call, 0, sizeof *call);
    call->n = 2;
    for (int a = 0; a < 2; a++) {
        call->arg[a].dtype = kind == 2;
        call->arg[a].cols = kind == 1 ? 96 : 64;
        call->arg[a].rows = batch;
    }
    if (kind == 3)
        call->arg[1].rows = 16;
}

/* Written out, since a drawn day rarely tells: rows that were 1 and grow, a newest program that is not the first. */
static void scripted(int k, sig_t *call)
{
    static const int rows[][2] = { { 1, 1 }, { 5, 5 }, { 7, 7 }, { 8, 64 }, { 12, 64 }, { 8, 32 }, { 9, 33 } };
    memset(call, 0, sizeof *call);
    call->n = 2;
    for (int a = 0; a < 2; a++) {
        call->arg[a].cols = k < 3 ? 64 : 96;
        call->arg[a].rows = rows[k][a];
    }
}

int sigs_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int pairs = (int)ridge_int(c, "pairs"), calls = (int)ridge_int(c, "ncalls");
    int classes = (int)ridge_int(c, "classes");
    uint64_t s = ridge_mix(seed, buffer);
    if (!b || b->dtype != RIDGE_I32 || b->count < (size_t)(2 * pairs + calls) * SIG)
        return -1;
    int32_t *r = b->data;
    sig_t g, call;
    for (int k = 0; k < pairs; k++, r += 2 * SIG) {
        pair(&s, &g, &call);
        put_sig(&g, r);
        put_sig(&call, r + SIG);
    }
    for (int k = 0; k < calls; k++, r += SIG) {
        if (classes)
            day(&s, k, classes, &call);
        else
            scripted(k, &call);
        put_sig(&call, r);
    }
    return 0;
}

static int same_class(const sig_t *a, const sig_t *b)
{
    if (a->n != b->n)
        return 0;
    for (int k = 0; k < a->n; k++)
        if (a->arg[k].dtype != b->arg[k].dtype || a->arg[k].cols != b->arg[k].cols)
            return 0;
    return 1;
}

/* There is one number for each symbol: all arguments that carry it agree. */
static int holds(const sig_t *g, const sig_t *call)
{
    if (!same_class(g, call))
        return 0;
    for (int k = 0; k < g->n; k++) {
        int rows = call->arg[k].rows;
        if (g->arg[k].rows >= 0 ? rows != g->arg[k].rows : rows < 2)
            return 0;
        for (int q = 0; q < k; q++)
            if (g->arg[k].rows < 0 && g->arg[q].rows == g->arg[k].rows && call->arg[q].rows != rows)
                return 0;
    }
    return 1;
}

static sig_t generalised(const cache_t *c, const sig_t *call)
{
    sig_t g = *call;
    int old = c->n - 1;
    while (old >= 0 && !same_class(&c->guard[old], call))
        old--;
    for (int k = 0; old >= 0 && k < call->n; k++) {
        int before = c->guard[old].arg[k].rows, rows = call->arg[k].rows, s = 0;
        if (rows < 2 || before == rows)
            continue;
        while (s < k && !(call->arg[s].rows == rows && g.arg[s].rows < 0))
            s++;
        g.arg[k].rows = ROWS_SYM - s;
    }
    return g;
}

static int serve(cache_t *c, const sig_t *call)
{
    for (int k = 0; k < c->n; k++)
        if (holds(&c->guard[k], call))
            return k;
    if (c->n == MAX_PROGRAMS)
        return -1;
    c->guard[c->n] = generalised(c, call);
    return c->n++;
}

static int check_trace(const struct ridge_case *c, const int32_t *sig, cache_t *want, struct ridge_verdict *v)
{
    const int32_t *served = ridge_data(c, "served");
    for (int k = 0; k < (int)ridge_int(c, "ncalls"); k++, sig += SIG) {
        sig_t call;
        get_sig(sig, &call);
        int w = serve(want, &call);
        if (served[2 * k] != w || served[2 * k + 1] != want->n)
            return wrong(v, "call %d, rows %d and %d of %d columns: served by program %d of %d, expected %d of %d", k,
                         call.arg[0].rows, call.arg[1].rows, call.arg[0].cols, served[2 * k], served[2 * k + 1], w,
                         want->n);
    }
    return 1;
}

int guards_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const int32_t *sig = ridge_data(c, "sigs"), *said = ridge_data(c, "holds"), *guards = ridge_data(c, "guards");
    int pairs = (int)ridge_int(c, "pairs");
    cache_t want = { 0 };
    v->pass = 1;
    for (int k = 0; k < pairs; k++, sig += 2 * SIG) {
        sig_t g, call;
        get_sig(sig, &g);
        get_sig(sig + SIG, &call);
        if (said[k] != holds(&g, &call)) {
            wrong(v, "guard_eval of pair %d: rows %d %d against a call of %d %d: %d, expected %d", k, g.arg[0].rows,
                  g.arg[1].rows, call.arg[0].rows, call.arg[1].rows, said[k], holds(&g, &call));
            return 0;
        }
    }
    if (!check_trace(c, sig, &want, v))
        return 0;
    for (int k = 0; k < want.n; k++) {
        int32_t row[SIG];
        put_sig(&want.guard[k], row);
        if (memcmp(row, guards + k * SIG, sizeof row)) {
            wrong(v, "the guard of program %d: rows %d and %d, expected %d and %d", k, guards[k * SIG + 2],
                  guards[k * SIG + 5], row[2], row[5]);
            return 0;
        }
    }
    ridge_count(v, "compiles", want.n);
    return 0;
}
