/*
 * harness.c: plays the functions of a case with the learner's operations, and puts the C that comes of them between
 * memory and results. What is returned are statuses, texts and numbers; nothing is judged here.
 */
#include <ridge/frame.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lab.h"
#include "programs.h"

#define HARNESS(name)                                    \
    void ridge_call_##name(const struct ridge_frame *f); \
    void ridge_call_##name(const struct ridge_frame *f)

struct text {
    char *s;
    size_t n, cap; /* a text that reaches cap has no end, and is refused as that */
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

/* --- jaxprs, all gone when the next call begins ----------------------------------------------------------- */

enum { JAXPRS = 64 };
static struct jaxpr pool[JAXPRS];
static int pooled;

struct jaxpr *jaxpr_new(void)
{
    struct jaxpr *j = &pool[pooled++ % JAXPRS];
    memset(j, 0, sizeof *j);
    return j;
}

/* --- functions ----------------------------------------------------------------------------------------------- */

struct fn {
    const int32_t *row;   /* of the whole function */
    const int32_t *steps; /* those that are played */
    int nin, nsteps, nout;
    const int32_t *out;
};

static int printed;
static struct val kept;

static struct aval type_of(const int32_t *r)
{
    return (struct aval){ r[0], r[1], r[2], { r[3], r[4] } };
}

static fn_t play;

static int step(const struct fn *fn, const int32_t *s, struct val *reg, int *n)
{
    struct val x[3], r = { 0 }, ys = { 0 };
    int rc = OK, yes;
    for (int k = 0; k < 3; k++)
        x[k] = reg[s[1 + k] > 0 && s[1 + k] < REGS ? s[1 + k] : 0]; /* of a number these are no registers */
    switch (s[0]) {
    case DO_PRINT: printed++; return OK;
    case DO_KEEP: kept = reg[s[1]]; return OK;
    case DO_IF:
        rc = truth(&reg[s[1]], &yes);
        printed += rc == OK ? yes : 0;
        return rc;
    case DO_KEPT: r = kept; break;
    case DO_CAST: rc = cast(&reg[s[1]], (enum dtype)s[2], &r); break;
    case DO_NUMBER:
        r = (struct val){ .kind = NUMBER, .aval = { s[1] ? F32 : I32, 1, 0, { 0, 0 } }, .number = s[2] / 2. };
        break;
    case DO_ARRAY:
        r = (struct val){ .kind = ARRAY, .aval = type_of(fn->row + (1 + ARGS + s[1]) * ROW), .array = s[1] };
        break;
    case DO_SCAN: {
        struct fn body = { fn->row, s + ROW, 2, s[3], 2, s + 4 };
        rc = scan(play, &body, &x[0], &x[1], &r, &ys);
        reg[(*n)++] = r;
        r = ys;
        break;
    }
    default: rc = apply((enum op)s[0], x, &r);
    }
    reg[(*n)++] = r;
    return rc;
}

static int play(void *ctx, const struct val *args, struct val *outs)
{
    const struct fn *fn = ctx;
    struct val reg[REGS];
    int n = fn->nin;
    memset(reg, 0, sizeof reg);
    memcpy(reg, args, (size_t)n * sizeof *reg);
    for (int k = 0; k < fn->nsteps; k++) {
        const int32_t *s = fn->steps + k * ROW;
        int rc = step(fn, s, reg, &n);
        if (rc != OK)
            return rc;
        k += s[0] == DO_SCAN ? s[3] : 0;
    }
    for (int k = 0; k < fn->nout; k++)
        outs[k] = reg[fn->out[k]];
    return OK;
}

static int trace_fn(const int32_t *row, struct jaxpr *ret)
{
    struct fn fn = { row, row + STEPS * ROW, row[0], row[5], row[1], row + 2 };
    struct aval in[ARGS];
    for (int k = 0; k < ARGS; k++)
        in[k] = type_of(row + (1 + k) * ROW);
    memset(ret, 0, sizeof *ret);
    return trace(play, &fn, fn.nin, in, fn.nout, ret);
}

/* After the trace a value of the trace's is a leak, whoever holds it. */
static int is_outside(void)
{
    struct val x[2] = { { .kind = ARRAY, .aval = { .dtype = F32 } }, kept }, r;
    return apply(ADD, x, &r) == LEAK && cast(x, F32, &r) == LEAK;
}

/* fns [T][FN][8] | said [T][2]: status, prints; texts [T][TEXT] */
HARNESS(trace)
{
    static struct jaxpr j;
    const int32_t *fn = f->buf[0];
    int32_t *said = f->buf[1];
    memset(&kept, 0, sizeof kept);
    memset(f->buf[2], 0, f->count[2]);
    for (uint64_t k = 0; k < f->count[0] / (FN * ROW); k++, fn += FN * ROW, said += 2) {
        text_t t = { (char *)f->buf[2] + k * TEXT, 0, TEXT };
        printed = 0;
        said[0] = trace_fn(fn, &j);
        said[1] = printed;
        if (said[0] == OK)
            print_jaxpr(&j, &t);
        if (!is_outside())
            said[0] = NOT_LEFT;
    }
}

/* times | fns [T][FN][8] | sum [1]: equations of `times` traces, one function after the other */
HARNESS(traces)
{
    static struct jaxpr j;
    const int32_t *fn = f->buf[0];
    uint64_t T = f->count[0] / (FN * ROW);
    int64_t sum = 0;
    for (int64_t k = 0; k < f->i[0]; k++)
        if (trace_fn(fn + (uint64_t)k % T * FN * ROW, &j) == OK)
            sum += j.neqn;
    *(int64_t *)f->buf[1] = sum;
}

/* --- from text to a program -------------------------------------------------------------------------------- */

static const char prologue[] =
    "#include <math.h>\n#include <stdint.h>\n#include <string.h>\n#include \"lab.h\"\n"
    "#pragma GCC optimize(\"fp-contract=off\")\n"
    "typedef float __attribute__((may_alias)) cell_f;\ntypedef int32_t __attribute__((may_alias)) cell_i;\n"
    "#define F(k) ((cell_f *)m)[k]\n#define I(k) ((cell_i *)m)[k]\n\n"
    "static inline float bf16(float x)\n{\n    uint32_t u;\n    memcpy(&u, &x, 4);\n"
    "    u = (u + 0x7fff + (u >> 16 & 1)) & 0xffff0000;\n    memcpy(&x, &u, 4);\n    return x;\n}\n\n"
    "static inline int32_t to_i32(float x)\n{\n"
    "    return x != x ? 0 : x >= 0x1p31f ? INT32_MAX : x < -0x1p31f ? INT32_MIN : (int32_t)x;\n}\n\n"
    "static void body(uint32_t *m)\n{\n    (void)m, (void)bf16, (void)to_i32;\n";

static int size_of(const struct aval *a)
{
    return (a->rank > 0 ? a->dim[0] : 1) * (a->rank > 1 ? a->dim[1] : 1);
}

static int lies_inside(const struct jaxpr *j, const struct plan *p, int var)
{
    return p->at[var] >= 0 && p->at[var] <= p->cells - size_of(&j->aval[var]);
}

static int plan_ok(const struct jaxpr *j, const struct plan *p)
{
    int ok = p->cells >= 0 && p->cells <= ARENA - 64;
    for (int k = 0; k < j->nconst; k++)
        ok &= lies_inside(j, p, j->constant[k].var);
    for (int k = 0; k < j->nin; k++)
        ok &= lies_inside(j, p, k);
    for (int k = 0; k < j->nout; k++)
        ok &= j->out[k].var < 0 || lies_inside(j, p, j->out[k].var);
    return ok;
}

static void say_move(const struct jaxpr *j, const struct plan *p, int var, int at, int in, text_t *t)
{
    const char *form = in ? "    memcpy(m + %d, in + %d, %d);\n" : "    memcpy(out + %d, m + %d, %d);\n";
    say(t, form, in ? p->at[var] : at, in ? at : p->at[var], 4 * size_of(&j->aval[var]));
}

static int say_result(const struct jaxpr *j, const struct plan *p, const struct atom *a, int at, text_t *t)
{
    int n = size_of(&a->aval);
    if (a->var >= 0)
        say_move(j, p, a->var, at, 0, t);
    else if (a->aval.dtype >= BF16)
        say(t, "    { float x = %af; memcpy(out + %d, &x, 4); }\n", a->number, at);
    else
        say(t, "    out[%d] = (uint32_t)(%d);\n", at, (int)a->number);
    return at + n;
}

/* Memory full of a pattern, what comes in, the learner's part, what goes out: results, whatever had to stay, and how
 * much was changed behind the plan. */
static void say_program(const struct jaxpr *j, unsigned donated, const struct plan *p, text_t *t)
{
    int in = 0, out = 0;
    say(t, "}\n\nvoid program(const uint32_t *in, uint32_t *out, uint32_t *m)\n{\n    uint32_t changed = 0;\n"
           "    (void)in;\n    for (int k = 0; k < %d; k++)\n        m[k] = 0x7fa5a5a5;\n", ARENA);
    for (int k = 0; k < j->nconst + j->nin; k++) {
        int var = k < j->nconst ? j->constant[k].var : k - j->nconst;
        say_move(j, p, var, in, 1, t);
        in += size_of(&j->aval[var]);
    }
    say(t, "    body(m);\n");
    for (int k = 0; k < j->nout; k++)
        out = say_result(j, p, &j->out[k], out, t);
    for (int k = 0; k < j->nconst + j->nin; k++) {
        int var = k < j->nconst ? j->constant[k].var : k - j->nconst;
        if (k >= j->nconst && (donated >> var & 1))
            continue;
        say_move(j, p, var, out, 0, t);
        out += size_of(&j->aval[var]);
    }
    say(t, "    for (int k = %d; k < %d; k++)\n        changed += m[k] != 0x7fa5a5a5;\n    out[%d] = changed;\n",
        p->cells, ARENA, out);
    say(t, "    memset(out + %d, 0, 4 * %d);\n}\n", out + 1, OUT - out - 1);
}

/* fns [1][FN][8] | said [2], texts [TEXT], plan [1]: cells, or -1: a plan that lies outside; code */
HARNESS(compile)
{
    static struct jaxpr j;
    const int32_t *fn = f->buf[0];
    int32_t *said = f->buf[1], *cells = f->buf[3];
    text_t t = { f->buf[2], 0, TEXT }, code = { f->buf[4], 0, CODE };
    struct plan p;
    memset(&p, 0, sizeof p);
    memset(t.s, 0, TEXT), memset(code.s, 0, CODE);
    printed = 0;
    said[0] = trace_fn(fn, &j);
    said[1] = printed;
    cells[0] = -1;
    if (said[0] != OK)
        return;
    print_jaxpr(&j, &t);
    say(&code, "%s", prologue);
    lower(&j, (unsigned)fn[6], &p, &code);
    if (!plan_ok(&j, &p)) {
        memset(code.s, 0, CODE);
        return;
    }
    cells[0] = p.cells;
    say_program(&j, (unsigned)fn[6], &p, &code);
}

/* --- types and trees ---------------------------------------------------------------------------------------- */

/* pairs [R][2][5] | promoted [R][6]: status, type */
HARNESS(types)
{
    const int32_t *p = f->buf[0];
    int32_t *out = f->buf[1];
    for (uint64_t k = 0; k < f->count[0] / 10; k++, p += 10, out += 6) {
        struct aval a = type_of(p), b = type_of(p + 5), r = { -9, -9, -9, { -9, -9 } };
        out[0] = promote(&a, &b, &r);
        memcpy(out + 1, (int32_t[]){ r.dtype, r.weak, r.rank, r.dim[0], r.dim[1] }, 5 * sizeof *out);
    }
}

static void read_tree(const int32_t *r, int nodes, struct tree *t)
{
    memset(t, 0, (size_t)nodes * sizeof *t);
    for (int k = 0; k < nodes; k++, r += 4) {
        t[k] = (struct tree){ .kind = r[0], .n = r[1], .leaf = r[3] };
        for (int c = 0; c < 4; c++)
            t[k].name[c] = (char)(r[2] >> (8 * c) & 0xff);
    }
}

static void write_tree(const struct tree *t, int nodes, int32_t *r)
{
    for (int k = 0; k < nodes; k++, r += 4) {
        r[0] = t[k].kind, r[1] = t[k].n, r[3] = t[k].leaf, r[2] = 0;
        for (int c = 0; c < 4; c++)
            r[2] |= (int32_t)(unsigned char)t[k].name[c] << (8 * c);
    }
}

enum { TREE = 1 + NODES * 4 };

/* trees [R][TREE] | defs [R][TREE]: leaves, nodes; leaves [R][NODES]; back [R][TREE]: status with a leaf too many and
 * one too few, and the tree of twice the leaves */
HARNESS(trees)
{
    const int32_t *in = f->buf[0];
    int32_t *def = f->buf[1], *leaf = f->buf[2], *back = f->buf[3];
    for (uint64_t k = 0; k < f->count[0] / TREE; k++) {
        struct tree t[NODES], d[NODES], r[NODES];
        int own[NODES + 1] = { 0 }, n = in[0];
        read_tree(in + 1, n, t);
        memset(d, 0, sizeof d), memset(r, 0, sizeof r);
        memset(def, 0, TREE * sizeof *def), memset(leaf, 0, NODES * sizeof *leaf), memset(back, 0, TREE * sizeof *back);
        int leaves = def[0] = flatten(n, t, d, own);
        write_tree(d, n, def + 1);
        memcpy(leaf, own, NODES * sizeof *leaf);
        for (int i = 0; i < NODES; i++)
            own[i] *= 2;
        back[0] = leaves < 0 || leaves > n ? -99
                  : unflatten(n, d, leaves + 1, own, r) != BAD || (leaves && unflatten(n, d, leaves - 1, own, r) != BAD)
                      ? -98
                      : unflatten(n, d, leaves, own, r);
        write_tree(r, n, back + 1);
        in += TREE, def += TREE, leaf += NODES, back += TREE;
    }
}

/* --- jit ------------------------------------------------------------------------------------------------------ */

struct session {
    int compiled;
    int64_t seen;
};

static int compile(void *ctx, const struct call *k, int leaves, const struct aval *flat)
{
    struct session *s = ctx;
    s->compiled++;
    s->seen = 0;
    for (int i = 0; i < leaves && i < 8; i++)
        s->seen += (i + 1) * (flat[i].dtype + 4 * flat[i].weak + 10 * flat[i].rank + 100 * flat[i].dim[0] +
                              7777 * flat[i].dim[1]);
    return k->fn == FAILS ? BAD : 100 + s->compiled;
}

static int serve(struct jit *c, const int32_t *r, struct session *s)
{
    struct tree t[12];
    struct aval type[8];
    struct call k = { .fn = r[0], .nodes = r[1], .args = t, .aval = type, .nstatic = r[2] };
    read_tree(r + CALL_NODES, r[1], t);
    for (int i = 0; i < 8; i++)
        type[i] = type_of(r + CALL_TYPES + 5 * i);
    for (int i = 0; i < STATICS; i++) {
        k.fixed[i].kind = r[3 + 2 * i];
        if (k.fixed[i].kind == INT)
            k.fixed[i].value = r[4 + 2 * i];
        else
            snprintf(k.fixed[i].text, sizeof k.fixed[i].text, "s%d", r[4 + 2 * i] % 1000);
    }
    return jit_call(c, &k, compile, s);
}

/* calls [R][CALL] | served [R][3]: program, compilations so far, what the last one was given */
HARNESS(jit)
{
    struct jit *c = calloc(1, sizeof *c);
    struct session s = { 0, 0 };
    const int32_t *r = f->buf[0];
    int64_t *out = f->buf[1];
    for (uint64_t k = 0; c && k < f->count[0] / CALL; k++, r += CALL, out += 3) {
        out[0] = serve(c, r, &s);
        out[1] = s.compiled, out[2] = s.seen;
    }
    free(c);
}

/* times | calls [R][CALL] | sum [1] */
HARNESS(warm)
{
    struct jit *c = calloc(1, sizeof *c);
    struct session s = { 0, 0 };
    int64_t sum = 0;
    uint64_t rows = f->count[0] / CALL;
    for (int64_t k = 0; c && k < f->i[0]; k++)
        sum += serve(c, (const int32_t *)f->buf[0] + (uint64_t)k % rows * CALL, &s);
    *(int64_t *)f->buf[1] = sum;
    free(c);
}

/* --- keys ----------------------------------------------------------------------------------------------------- */

/* words [R][4]: key, counter | hashes [R][6]: of the counter; the counter as a seed; its second word folded in */
HARNESS(keys)
{
    const uint32_t *w = f->buf[0];
    uint32_t *out = f->buf[1];
    for (uint64_t k = 0; k < f->count[0] / 4; k++, w += 4, out += 6) {
        struct key key = { w[0], w[1] }, h = threefry2x32(key, (struct key){ w[2], w[3] });
        struct key s = key_new((uint64_t)w[2] << 32 | w[3]), d = fold_in(key, w[3]);
        memcpy(out, (uint32_t[]){ h.hi, h.lo, s.hi, s.lo, d.hi, d.lo }, 6 * sizeof *out);
    }
}

/* layout, n | key [2] | many [n][2], bits [n], floats [n] */
HARNESS(draw)
{
    const uint32_t *w = f->buf[0];
    struct key k = { w[0], w[1] };
    split(k, (enum layout)f->i[0], f->i[1], f->buf[1]);
    random_bits(k, (enum layout)f->i[0], f->i[1], f->buf[2]);
    uniform(k, (enum layout)f->i[0], f->i[1], f->buf[3]);
}

/* layout, n | key [2] | bits [n] */
HARNESS(bits)
{
    const uint32_t *w = f->buf[0];
    random_bits((struct key){ w[0], w[1] }, (enum layout)f->i[0], f->i[1], f->buf[1]);
}

/* n | a, b [n] | chi [1] */
HARNESS(chi)
{
    *(double *)f->buf[2] = chi_square(f->i[0], f->buf[0], f->buf[1]);
}
