/*
 * harness.c: hands the captured graph to the learner's compiler and puts its kernels together: memory for what is
 * written, the calls in order, the host's part between them. It runs in the learner's process, so it judges nothing:
 * the texts are built and run elsewhere, the plan is checked by oracle.c.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lab.h"
#include "ridge/frame.h"

ridge_trampoline ridge_call_plan, ridge_call_guards;

struct text {
    char *s;
    size_t n, cap; /* cap: of the whole buffer; a text that reaches it has no end, and is refused as that */
};

void say(text_t *t, const char *format, ...)
{
    va_list v;
    va_start(v, format);
    int n = vsnprintf(t->s + t->n, t->cap - t->n, format, v);
    va_end(v);
    if (n > 0)
        t->n += (size_t)n;
    if (t->n >= t->cap - 1) {
        memset(t->s, '?', t->cap);
        t->n = t->cap - 1;
    }
}

/* ------------------------------------------------------------------------------------------- the plan */

static int is_host(op_t op)
{
    return op == OP_ITEM || op == OP_PRINT || op == OP_CALL;
}

/* Whether node u reads node i, through transposes or not. */
static int reads(const graph_t *g, int u, int i)
{
    const int from[2] = { g->v[u].a, g->v[u].b };
    for (int k = 0; k < 2; k++) {
        int x = from[k];
        while (x >= 0 && x != i && g->v[x].op == OP_TRANSPOSE)
            x = g->v[x].a;
        if (x >= 0 && x == i)
            return 1;
    }
    return 0;
}

/* Whether node i has to be in memory at all. */
static int in_memory(const graph_t *g, const plan_t *p, int i)
{
    if (g->v[i].out)
        return 1;
    for (int u = i + 1; u < g->n; u++)
        if (g->v[u].op != OP_TRANSPOSE && reads(g, u, i) && (is_host(g->v[u].op) || (p->in[u] & ~p->in[i])))
            return 1;
    return 0;
}

/* Of several kernels that compute it, the first writes it. */
int plan_writes(const graph_t *g, const plan_t *p, int k, int node)
{
    uint64_t bit = (uint64_t)1 << k;
    return (p->in[node] & bit) && !(p->in[node] & (bit - 1)) && in_memory(g, p, node);
}

/* ----------------------------------------------------------------------------------------- the driver */

/* Where a tensor lies: base + fixed + n * moving, in floats. */
struct place {
    const char *base;
    long fixed, moving;
};

static void put(const node_t *v, const char *base, long at[2], struct place *ret)
{
    *ret = (struct place){ base, at[0], at[1] };
    at[v->sym ? 1 : 0] += (long)(v->sym ? 1 : v->rows) * v->cols;
}

static void lay_out(const graph_t *g, const plan_t *p, struct place *at)
{
    long in[2] = { 0, 0 }, out[2] = { 0, 0 }, work[2] = { 0, 0 };
    for (int i = 0; i < g->n; i++) {
        const node_t *v = &g->v[i];
        at[i] = (struct place){ NULL, 0, 0 };
        if (v->op == OP_INPUT)
            put(v, "in", in, &at[i]);
        else if (v->out)
            put(v, "out", out, &at[i]);
        else if (is_host(v->op) || (v->op != OP_CONST && v->op != OP_TRANSPOSE && in_memory(g, p, i)))
            put(v, "work", work, &at[i]);
    }
}

static void say_pointers(const graph_t *g, const struct place *at, text_t *t)
{
    say(t, "    float *v[%d] = { 0 };\n    (void)n, (void)in, (void)out, (void)work;\n", g->n + 1);
    for (int i = 0; i < g->n; i++)
        if (at[i].base)
            say(t, "    v[%d] = (float *)%s + %ld + n * %ld;\n", i, at[i].base, at[i].fixed, at[i].moving);
}

static const char prologue[] =
    "#include <math.h>\n#include <stdint.h>\n#include \"lab.h\"\n\n"
    "static inline void host_copy(float *y, const float *x, int64_t n)\n{\n"
    "    for (int64_t i = 0; i < n; i++)\n        y[i] = x[i];\n}\n\n"
    "static inline void host_call(float *y, const float *x, int64_t n)\n{\n"
    "    for (int64_t i = 0; i < n; i++)\n        y[i] = x[i] / (1 + fabsf(x[i]));\n}\n\n";

static int base_of(const graph_t *g, int i)
{
    while (i >= 0 && g->v[i].op == OP_TRANSPOSE)
        i = g->v[i].a;
    return i;
}

static void say_host(const graph_t *g, int i, text_t *t)
{
    const node_t *v = &g->v[i];
    say(t, "    host_%s(v[%d], v[%d], %s * %d);\n", v->op == OP_CALL ? "call" : "copy", i, base_of(g, v->a),
        v->sym ? "n" : "1", v->sym ? v->cols : v->rows * v->cols);
}

/* How many broken nodes come before what kernel k computes. */
static int segment_of(const graph_t *g, const plan_t *p, int k)
{
    int breaks = 0;
    for (int i = 0; i < g->n; i++) {
        if (is_host(g->v[i].op))
            breaks++;
        else if (p->in[i] >> k & 1)
            return breaks;
    }
    return breaks;
}

/* Kernels up to each break, the host's part, and on. */
static void say_calls(const graph_t *g, const plan_t *p, text_t *t)
{
    int k = 0, breaks = 0;
    for (int i = 0; i <= g->n; i++) {
        if (i < g->n && !is_host(g->v[i].op))
            continue;
        for (; k < p->kernels && segment_of(g, p, k) <= breaks; k++)
            say(t, "    k%d(v, n);\n", k);
        breaks++;
        if (i < g->n)
            say_host(g, i, t);
    }
}

static void c_program(const graph_t *g, const plan_t *p, text_t *t)
{
    struct place at[MAX_NODES];
    lay_out(g, p, at);
    say(t, "%s", prologue);
    for (int k = 0; k < p->kernels; k++)
        emit_c(g, p, k, t);
    say(t, "\nvoid program(int64_t n, const float *in, float *out, float *work)\n{\n");
    say_pointers(g, at, t);
    say_calls(g, p, t);
    say(t, "}\n");
}

static const char gpu_prologue[] =
    "#include <math.h>\n\n"
    "static __device__ float block_all(float x, int max)\n{\n"
    "    __shared__ float part[128];\n    __syncthreads();\n    part[threadIdx.x] = x;\n    __syncthreads();\n"
    "    for (int s = 64; s > 0; s /= 2) {\n"
    "        if (threadIdx.x < s)\n"
    "            part[threadIdx.x] = max ? fmaxf(part[threadIdx.x], part[threadIdx.x + s])\n"
    "                                    : part[threadIdx.x] + part[threadIdx.x + s];\n"
    "        __syncthreads();\n    }\n    return part[0];\n}\n"
    "static __device__ float block_sum(float x) { return block_all(x, 0); }\n"
    "static __device__ float block_max(float x) { return block_all(x, 1); }\n\n";

/* All kernels in one launch: the graphs that come here work row by row, and a block keeps its rows through all of
 * them, so that a barrier does for what are launches elsewhere. */
static void cuda_program(const graph_t *g, const plan_t *p, text_t *t)
{
    struct place at[MAX_NODES];
    lay_out(g, p, at);
    say(t, "%s", gpu_prologue);
    for (int k = 0; k < p->kernels; k++)
        emit_cuda(g, p, k, t);
    say(t, "\nextern \"C\" __global__ void gpu(long n, const float *in, float *out, float *work)\n{\n"
           "    (void)block_sum, (void)block_max;\n");
    say_pointers(g, at, t);
    for (int k = 0; k < p->kernels; k++)
        say(t, "    k%d(v, n);\n    __syncthreads();\n", k);
    say(t, "}\n");
}

/* ------------------------------------------------------------------------------------------ the calls */

static void read_graph(const int32_t *row, node_t *v, graph_t *g)
{
    *g = (graph_t){ row[0], v };
    for (int i = 0; i < g->n; i++) {
        const int32_t *r = row + 8 * (i + 1);
        v[i] = (node_t){ (op_t)r[0], r[1], r[2], r[3], r[4], r[5], r[6], 0 };
        memcpy(&v[i].k, r + 7, sizeof v[i].k);
    }
}

/* What cm_debug asks for. */
static void show(const graph_t *g, const char *account, const char *code)
{
    static const char *const name[] = { "input", "const", "add", "sub", "mul", "div", "max", "exp", "tanh", "sqrt", "rowsum",
                                        "rowmax", "colsum", "matmul", "transpose", "item", "print", "call" };
    for (int i = 0; i < g->n; i++) {
        const node_t *v = &g->v[i];
        printf("%3d %-9s", i, name[v->op]);
        for (int q = 0; q < 2; q++)
            if ((q ? v->b : v->a) >= 0)
                printf(" %d", q ? v->b : v->a);
        if (v->op == OP_CONST)
            printf(" %g", (double)v->k);
        printf("  [%d%s, %d]%s\n", v->rows, v->sym ? " = n" : "", v->cols, v->out ? " wanted" : "");
    }
    printf("%s%s", account, code);
}

/* args: gpu | graph [MAX_NODES + 1][8] | plan [1 + MAX_NODES], why [MAX_NODES], dump, code, cu (texts) */
void ridge_call_plan(const struct ridge_frame *f)
{
    static node_t v[MAX_NODES];
    int64_t *plan = f->buf[1];
    int32_t *why = f->buf[2];
    text_t dump = { f->buf[3], 0, f->count[3] }, code = { f->buf[4], 0, f->count[4] },
           cu = { f->buf[5], 0, f->count[5] };
    graph_t g;
    plan_t p = { 0, { 0 } };
    memset(plan, 0, f->count[1] * sizeof *plan);
    memset(why, 0, f->count[2] * sizeof *why);
    dump.s[0] = code.s[0] = cu.s[0] = 0;
    read_graph(f->buf[0], v, &g);
    partition(&g, &p);
    plan[0] = p.kernels;
    for (int i = 0; i < g.n; i++) {
        plan[1 + i] = (int64_t)p.in[i];
        why[i] = (int32_t)break_reason(&g, i);
    }
    if (p.kernels < 0 || p.kernels > MAX_KERNELS)
        return;
    explain(&g, &p, &dump);
    c_program(&g, &p, &code);
    if (f->i[0])
        cuda_program(&g, &p, &cu);
    static int graphs;
    if (&cm_debug && cm_debug == ++graphs)
        show(&g, dump.s, code.s + strlen(prologue));
}

enum { SIG = 1 + 3 * MAX_ARGS };

static void read_sig(const int32_t *r, sig_t *s)
{
    memset(s, 0, sizeof *s);
    s->n = r[0];
    for (int k = 0; k < MAX_ARGS; k++) {
        s->arg[k].dtype = r[1 + 3 * k];
        s->arg[k].rows = r[2 + 3 * k];
        s->arg[k].cols = r[3 + 3 * k];
    }
}

static void write_sig(const sig_t *s, int32_t *r)
{
    r[0] = s->n;
    for (int k = 0; k < MAX_ARGS; k++) {
        r[1 + 3 * k] = k < s->n ? s->arg[k].dtype : 0;
        r[2 + 3 * k] = k < s->n ? s->arg[k].rows : 0;
        r[3 + 3 * k] = k < s->n ? s->arg[k].cols : 0;
    }
}

/* args: pairs, calls | sigs [2 * pairs + calls][SIG] | holds [pairs], served [calls][2], guards [MAX_PROGRAMS][SIG] */
void ridge_call_guards(const struct ridge_frame *f)
{
    int pairs = (int)f->i[0], calls = (int)f->i[1];
    const int32_t *s = f->buf[0];
    int32_t *holds = f->buf[1], *served = f->buf[2], *guards = f->buf[3];
    cache_t *c = calloc(1, sizeof *c);
    sig_t a, b;
    for (int k = 0; k < pairs; k++, s += 2 * SIG) {
        read_sig(s, &a);
        read_sig(s + SIG, &b);
        holds[k] = guard_eval(&a, &b);
    }
    for (int k = 0; c && k < calls; k++, s += SIG) {
        read_sig(s, &a);
        served[2 * k] = cache_lookup(c, &a);
        served[2 * k + 1] = c->n;
    }
    memset(guards, 0, MAX_PROGRAMS * SIG * sizeof *guards);
    for (int k = 0; c && k < c->n && k < MAX_PROGRAMS; k++)
        write_sig(&c->guard[k], guards + k * SIG);
    free(c);
}
