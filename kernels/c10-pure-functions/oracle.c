/*
 * The judge of c10-pure-functions. Traces are played without a trace (functions.h), keys are hashed by the paper's own
 * form of the algorithm, trees are turned about by paths, and the cache is a list of all calls so far.
 */
#include "written.h"

/* ------------------------------------------------------------------------------------------------ functions */

enum { DRAWN = -1, ALL = -2, WILD = -3 };

/* The function of a case that is compiled: its program's verifier sees no buffer of another call. */
static const int32_t *the_function(const struct ridge_case *c)
{
    static int32_t row[FN * ROW];
    int pick = (int)ridge_int(c, "pick");
    uint64_t s = ridge_mix((uint64_t)ridge_int(c, "draw"), "function");
    if (pick >= 0)
        write_down(&written[pick], row);
    else
        draw_function(&s, row, 0);
    return row;
}

int fns_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    int32_t *row = ridge_data(c, buffer);
    uint64_t s = ridge_mix(seed, buffer);
    int pick = (int)ridge_int(c, "pick");
    if (!strcmp(c->call, "compile"))
        memcpy(row, the_function(c), FN * ROW * sizeof *row);
    else
        for (int64_t k = 0; k < ridge_int(c, "T"); k++, row += FN * ROW)
            if (pick == ALL)
                write_down(&written[k < WRITTEN ? k : 0], row);
            else
                draw_function(&s, row, pick == WILD);
    return 0;
}

static const char *status(int rc)
{
    static const char *const name[] = { "OK", "another status", "BAD", "LEAK", "NOT_CONCRETE" };
    return name[rc <= 0 && rc >= NOT_CONCRETE ? -rc : 1];
}

static int text_is(struct ridge_verdict *v, struct play *p, int64_t k, int which, const int32_t *row,
                   const int32_t *said, const char *got)
{
    static char want[TEXT];
    char what[100];
    struct reg out[3];
    int rc = expect(p, row, want, out);
    snprintf(what, sizeof what, "function %lld (%s)", (long long)k, which < 0 ? "drawn" : about[which]);
    if (said[0] == NOT_LEFT)
        return wrong(v, "%s: behind it, outside of any trace, apply() or cast() does not say LEAK", what);
    if (said[0] != rc)
        return wrong(v, "%s: trace() gives %s (%d), expected %s", what, status(said[0]), said[0], status(rc));
    if (said[1] != p->prints)
        return wrong(v, "%s: it printed %d times while it was traced, expected %d", what, said[1], p->prints);
    return rc != OK || ridge_golden(v, what, got, TEXT, want);
}

int trace_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    static struct play p;
    const int32_t *row = ridge_data(c, "fns"), *said = ridge_data(c, "said");
    const char *got = ridge_data(c, "texts");
    memset(&p, 0, sizeof p);
    int all = (int)ridge_int(c, "pick") == ALL;
    for (int64_t k = 0; k < ridge_int(c, "T"); k++)
        if (!text_is(v, &p, k, all && k < WRITTEN ? (int)k : -1, row + k * FN * ROW, said + 2 * k, got + k * TEXT))
            return 0;
    v->pass = 1;
    return 0;
}

/* Equations are the lines between the first and the last one, of the outermost. */
static int64_t equations(const char *text)
{
    int64_t n = 0;
    int inside = 0;
    for (const char *line = text; line && *line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL) {
        const char *end = strchr(line, '\n');
        for (const char *x = line; x < end; x++)
            inside += *x == '{' ? 1 : *x == '}' ? -1 : 0;
        n += inside == 1 && !strncmp(line, "    ", 4) && memchr(line, '=', (size_t)(end - line));
        n += inside == 1 && strstr(line, "}] ") && strstr(line, "}] ") < end;
    }
    return n;
}

int traces_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    static struct play p;
    static char text[TEXT];
    const int32_t *row = ridge_data(c, "fns");
    int64_t T = ridge_int(c, "T"), want = 0, one[512], got = *(const int64_t *)ridge_data(c, "sum");
    for (int64_t k = 0; k < T && k < 512; k++) {
        struct reg out[3];
        memset(&p, 0, sizeof p);
        one[k] = expect(&p, row + k * FN * ROW, text, out) == OK ? equations(text) : 0;
    }
    for (int64_t k = 0; k < ridge_int(c, "times"); k++)
        want += one[k % T];
    v->pass = got == want || wrong(v, "%lld equations in all, expected %lld", (long long)got, (long long)want);
    return 0;
}

int compile_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    static struct play p;
    const int32_t *cells = ridge_data(c, "cells");
    memset(&p, 0, sizeof p);
    if (!text_is(v, &p, 0, (int)ridge_int(c, "pick"), ridge_data(c, "fns"), ridge_data(c, "one"),
                 ridge_data(c, "text")))
        return 0;
    if (cells[0] < 0) {
        wrong(v, "the plan puts a variable outside of its cells");
        return 0;
    }
    ridge_count(v, "cells", cells[0]);
    v->pass = 1;
    return 0;
}

static union cell drawn_cell(uint64_t *s, int dtype, int large)
{
    union cell c = { .i = 0 };
    int x = of(s, 9) - 4;
    if (dtype >= BF16)
        c.f = large ? (float)(of(s, 200001) - 100000) : (float)x + (of(s, 3) ? 0.f : .5f);
    else
        c.i = dtype == BOOL ? x > 0 : large ? of(s, 200001) - 100000 : x;
    if (dtype == BF16)
        c.f = rounded(c.f);
    return c;
}

/* What the function reads: constants in the order of their use, then arguments. */
int in_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    static struct play p;
    static char text[TEXT];
    const int32_t *row = the_function(c);
    struct reg out[3];
    union cell *x = ridge_data(c, buffer);
    uint64_t s = ridge_mix(seed, buffer);
    int n = 0, large = ridge_int(c, "large") == 1;
    memset(x, 0, IN * sizeof *x);
    memset(&p, 0, sizeof p);
    if (expect(&p, row, text, out) != OK)
        return -1;
    for (int k = 0; k < p.nconst + row[0]; k++) {
        int at = k < p.nconst ? 1 + ARGS + p.constant[k] : 1 + k - p.nconst;
        struct ty t = ty_of(row + at * ROW);
        for (int i = 0; i < ty_cells(t); i++)
            x[n++] = drawn_cell(&s, t.dtype, large);
    }
    return 0;
}

static int cells_are(struct ridge_verdict *v, const char *what, int k, const union cell *got, const struct reg *want)
{
    for (int i = 0; i < ty_cells(want->type); i++) {
        union cell w = element(want, want->type, want->type.dtype, i);
        if (want->type.dtype >= BF16 ? got[i].f != w.f : got[i].i != w.i)
            return want->type.dtype >= BF16
                       ? wrong(v, "%s %d: element %d is %g, expected %g", what, k, i, (double)got[i].f, (double)w.f)
                       : wrong(v, "%s %d: element %d is %d, expected %d", what, k, i, got[i].i, w.i);
    }
    return 1;
}

int program_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    static struct play p;
    const int32_t *row = the_function(c);
    const union cell *got = ridge_data(c, "out"), *in = ridge_data(c, "in");
    struct reg out[3];
    memset(&p, 0, sizeof p);
    if (values(&p, row, ridge_data(c, "in"), out) != OK)
        return -1;
    for (int k = 0; k < row[1]; k++) {
        if (!cells_are(v, "result", k, got, &out[k]))
            return 0;
        got += ty_cells(out[k].type);
    }
    for (int k = 0; k < p.nconst + row[0]; k++) {
        int arg = k - p.nconst;
        struct ty t = ty_of(row + (arg < 0 ? 1 + ARGS + p.constant[k] : 1 + arg) * ROW);
        if (arg < 0 || !(row[6] >> arg & 1)) {
            if (memcmp(got, in, sizeof *in * (size_t)ty_cells(t))) {
                wrong(v, "%s %d was overwritten, and nobody had donated it", arg < 0 ? "constant" : "argument",
                      arg < 0 ? k : arg);
                return 0;
            }
            got += ty_cells(t);
        }
        in += ty_cells(t);
    }
    v->pass = got->i == 0 || wrong(v, "%d cells behind the plan were written", got->i);
    return 0;
}

/* ---------------------------------------------------------------------------------------------------- types */

int pairs_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    int32_t *r = ridge_data(c, buffer);
    uint64_t s = ridge_mix(seed, buffer);
    for (int64_t k = 0; k < 2 * ridge_int(c, "R"); k++, r += 5) {
        int rank = of(&s, 3), type = k < 72 ? (int)(k & 1 ? k / 2 / 6 : k / 2 % 6) : of(&s, 6);
        static const int dtype[] = { BOOL, I32, I32, F32, BF16, F32 };
        r[0] = dtype[type], r[1] = type == 1 || type == 3, r[2] = k < 72 ? 0 : rank;
        r[3] = r[2] ? (of(&s, 3) ? 3 : of(&s, 3) ? 1 : 2) : 0;
        r[4] = r[2] == 2 ? (of(&s, 3) ? 3 : of(&s, 3) ? 1 : 2) : 0;
    }
    return 0;
}

int types_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const int32_t *p = ridge_data(c, "pairs"), *got = ridge_data(c, "promoted");
    for (int64_t k = 0; k < ridge_int(c, "R"); k++, p += 10, got += 6) {
        struct ty r = { -9, -9, -9, { -9, -9 } };
        int rc = ty_meet(ty_of(p), ty_of(p + 5), &r);
        char a[64], b[64], d[64], e[64];
        if (got[0] != rc || (rc == OK ? !ty_same(ty_of(got + 1), r) : got[1] != -9)) {
            wrong(v, "pair %lld, %s and %s: status %d, %s; expected status %d, %s", (long long)k, typed(ty_of(p), a),
                  typed(ty_of(p + 5), b), got[0],
                  got[0] == OK && got[1] >= 0 && got[1] <= F32 ? typed(ty_of(got + 1), d) : "-",
                  rc, rc == OK ? typed(r, e) : "-");
            return 0;
        }
    }
    v->pass = 1;
    return 0;
}

/* ---------------------------------------------------------------------------------------------------- trees */

enum { LEAF, NONE, TUPLE, LIST, DICT, KINDS };
enum { NODES = 24, TREE = 1 + NODES * 4 };

/* A tree of at most `left` nodes at r; how many it has. */
static int draw_tree(int32_t *r, int left, int depth, int *leaf, uint64_t *s)
{
    int n = 1, kind = depth == 0 || left < 2 ? (of(s, 5) ? LEAF : NONE) : of(s, depth > 2 ? KINDS + 6 : KINDS + 2);
    kind = kind >= KINDS ? (depth > 2 ? DICT : LEAF) : kind;
    r[0] = kind, r[1] = 0, r[3] = kind == LEAF ? (*leaf)++ : 0;
    if (kind <= NONE)
        return 1;
    int want = of(s, 4), first = of(s, 26);
    for (int k = 0; k < want && n < left; k++) {
        int32_t *child = r + 4 * n;
        n += draw_tree(child, left - n, depth - 1, leaf, s);
        child[2] = 0;
        if (kind == DICT) { /* az or a, aA, hz or h, ..: all different, in any order */
            int letter = 'a' + (first + 7 * (k / 2)) % 26;
            child[2] = k & 1 ? letter | 'A' << 8 : of(s, 2) ? letter : letter | 'z' << 8;
        }
        r[1]++;
    }
    return n;
}

int trees_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    int32_t *r = ridge_data(c, buffer);
    uint64_t s = ridge_mix(seed, buffer);
    memset(r, 0, (size_t)ridge_int(c, "R") * TREE * sizeof *r);
    for (int64_t k = 0; k < ridge_int(c, "R"); k++, r += TREE) {
        int leaf = 3;
        r[0] = draw_tree(r + 1, of(&s, 10) ? NODES : 1, 4, &leaf, &s);
    }
    return 0;
}

static int tree_end(const int32_t *n, int k)
{
    int end = k + 1;
    for (int c = 0; c < n[4 * k + 1]; c++)
        end = tree_end(n, end);
    return end;
}

static int later(int32_t a, int32_t b)
{
    char x[5] = { 0 }, y[5] = { 0 };
    for (int c = 0; c < 4; c++)
        x[c] = (char)(a >> (8 * c) & 0xff), y[c] = (char)(b >> (8 * c) & 0xff);
    return strcmp(x, y) > 0;
}

/* Node k of `from` and what is below it, to node *at of `to`; leaves' values aside. */
static void sorted(const int32_t *from, int k, int32_t *to, int *at, int32_t *leaf, int *leaves)
{
    int child[NODES], n = from[4 * k + 1], c = k + 1;
    int32_t *own = to + 4 * (*at)++;
    memcpy(own, from + 4 * k, 4 * sizeof *own);
    own[3] = 0;
    if (own[0] == LEAF)
        leaf[(*leaves)++] = from[4 * k + 3];
    for (int i = 0; i < n; i++, c = tree_end(from, c))
        child[i] = c;
    for (int i = 0; own[0] == DICT && i < n; i++)
        for (int j = i + 1; j < n; j++)
            if (later(from[4 * child[i] + 2], from[4 * child[j] + 2])) {
                int x = child[i];
                child[i] = child[j], child[j] = x;
            }
    for (int i = 0; i < n; i++)
        sorted(from, child[i], to, at, leaf, leaves);
}

static int tree_is(struct ridge_verdict *v, int64_t k, const int32_t *in, const int32_t *def, const int32_t *leaf,
                   const int32_t *back)
{
    int32_t want[NODES * 4] = { 0 }, own[NODES] = { 0 };
    int at = 0, n = 0, i = 0;
    sorted(in + 1, 0, want, &at, own, &n);
    if (def[0] != n)
        return wrong(v, "tree %lld: flatten() gives %d leaves, expected %d", (long long)k, def[0], n);
    for (int x = 0; x < n; x++)
        if (leaf[x] != own[x])
            return wrong(v, "tree %lld: leaf %d is %d, expected %d", (long long)k, x, leaf[x], own[x]);
    for (int x = 0; x < 4 * in[0]; x++)
        if (def[1 + x] != want[x])
            return wrong(v, "tree %lld: node %d of the structure has another %s than expected", (long long)k, x / 4,
                         x % 4 == 0 ? "kind" : x % 4 == 1 ? "number of children" : x % 4 == 2 ? "name" : "leaf than 0");
    if (back[0] != OK)
        return wrong(v, back[0] == -98 ? "tree %lld: unflatten() takes a leaf too many, or one too few"
                                       : "tree %lld: unflatten() is not OK", (long long)k);
    for (int x = 0; x < 4 * in[0]; x++)
        if (back[1 + x] != (x % 4 == 3 && want[x - 3] == LEAF ? 2 * own[i++] : want[x]))
            return wrong(v, "tree %lld: node %d is not what unflatten() should make", (long long)k, x / 4);
    return 1;
}

int trees_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const int32_t *in = ridge_data(c, "trees"), *def = ridge_data(c, "defs"), *leaf = ridge_data(c, "leaves"),
                  *back = ridge_data(c, "back");
    for (int64_t k = 0; k < ridge_int(c, "R"); k++)
        if (!tree_is(v, k, in + k * TREE, def + k * TREE, leaf + k * NODES, back + k * TREE))
            return 0;
    v->pass = 1;
    return 0;
}

/* ------------------------------------------------------------------------------------------------------ jit */

enum { INT, STRING, LIST_OBJECT };
enum { PROGRAMS = 8 };
enum { CALLS, SESSION, WARM };

/* One of a few trees: (x,), [x], {a: x, b: y}, {b: y, a: x}, (x, None), {a: x, c: y}, (x, (y,)), (x, y). */
static void call_tree(int32_t *r, int which)
{
    static const int32_t tree[8][5][4] = {
        { { TUPLE, 1 }, { LEAF } }, { { LIST, 1 }, { LEAF } },
        { { DICT, 2 }, { LEAF, 0, 'a' }, { LEAF, 0, 'b', 1 } }, { { DICT, 2 }, { LEAF, 0, 'b' }, { LEAF, 0, 'a', 1 } },
        { { TUPLE, 2 }, { LEAF }, { NONE } }, { { DICT, 2 }, { LEAF, 0, 'a' }, { LEAF, 0, 'c', 1 } },
        { { TUPLE, 2 }, { LEAF }, { TUPLE, 1 }, { LEAF, 0, 0, 1 } }, { { TUPLE, 2 }, { LEAF }, { LEAF, 0, 0, 1 } },
    };
    static const int nodes[8] = { 2, 2, 3, 3, 3, 3, 4, 3 };
    r[1] = nodes[which];
    memcpy(r + CALL_NODES, tree[which], sizeof tree[which]);
}

/* (x,) and [x] are as near as can be, {a: x, b: y} and {a: x, c: y} too. */
static int nearest_tree(const int32_t *r, uint64_t *s)
{
    if (r[1] == 2)
        return r[CALL_NODES] == TUPLE;
    return r[CALL_NODES] == DICT ? (of(s, 2) ? 2 : 5) : of(s, 8);
}

static void draw_call(int32_t *r, int kind, uint64_t *s)
{
    memset(r, 0, CALL * sizeof *r);
    r[0] = 1 + of(s, 2);
    r[2] = (of(s, 4) + 1) / 2;
    for (int k = 0; k < 2; k++) {
        r[3 + 2 * k] = of(s, 12) ? of(s, 2) : LIST_OBJECT;
        r[4 + 2 * k] = of(s, 2) + 1000 * of(s, 2); /* a string ends where its text does */
        if (r[3 + 2 * k] == INT)
            r[4 + 2 * k] = of(s, 2);
    }
    call_tree(r, of(s, 8));
    for (int k = 0; k < 8; k++) {
        int32_t *t = r + CALL_TYPES + 5 * k;
        int big = of(s, 3) == 0;
        memcpy(t, (int32_t[]){ of(s, 5) ? F32 : I32, of(s, 8) == 0, of(s, 6) == 0 ? 2 : 1, 8 + big, 0 }, 5 * sizeof *t);
        t[4] = t[2] == 2 ? 4 + of(s, 2) : 0;
        if (t[1])
            t[2] = t[3] = t[4] = 0;
    }
    if (kind == CALLS && of(s, 8) == 0)
        r[0] = FAILS;
}

/* Another size, or one dimension more, of 1: [] and [1], [8] and [8,1] have as many elements. */
static void other_shape(int32_t *t, int which)
{
    int rank = t[2];
    if (which < rank && t[3 + which] > 1)
        t[3 + which] ^= 1;
    else if (which <= rank) {
        t[2] = rank > which ? which : which + 1;
        t[3 + which] = t[2] > which;
    }
}

/* Nearly the same call: one thing that a program is compiled for, or is not, is another one. */
static void turn_a_little(int32_t *own, int which, uint64_t *s)
{
    int32_t *type = own + CALL_TYPES;
    switch (which) {
    case 0: type[1] ^= 1; break;
    case 1: type[0] = type[0] == F32 ? I32 : F32; break;
    case 3: own[4] ^= 1; break;
    case 2:
    case 4: own[6] ^= 1; break;
    case 5: own[2] = (own[2] + 1) % 3; break;
    case 6: own[3] = own[3] == LIST_OBJECT ? LIST_OBJECT : 1 - own[3]; break;
    case 7: other_shape(type, 0); break;
    case 8: other_shape(type, 1); break;
    case 9: type[5] = type[5] == F32 ? I32 : F32; break;
    case 10: own[0] = 3 - own[0] > 0 ? 3 - own[0] : own[0]; break;
    default: call_tree(own, nearest_tree(own, s));
    }
}

/* Mostly one of the last few calls again. WARM: the first six, again and again. */
int calls_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    int32_t *r = ridge_data(c, buffer);
    uint64_t s = ridge_mix(seed, buffer);
    int warm = ridge_int(c, "kind") == WARM;
    for (int64_t k = 0; k < ridge_int(c, "R"); k++) {
        int64_t again = warm ? k - 6 : k - 1 - of(&s, 12);
        int32_t *own = r + k * CALL;
        if (again >= 0 && (warm || of(&s, 3))) {
            memcpy(own, r + again * CALL, CALL * sizeof *own);
            if (!warm && of(&s, 2))
                turn_a_little(own, of(&s, 14), &s);
        } else
            draw_call(own, (int)ridge_int(c, "kind"), &s);
        if (warm)
            own[3] = own[3] == LIST_OBJECT ? INT : own[3], own[5] = own[5] == LIST_OBJECT ? INT : own[5];
    }
    return 0;
}

/* Everything that a program is compiled for, as numbers. */
static int facts_of(const int32_t *r, int64_t *ret)
{
    int32_t tree[NODES * 4] = { 0 }, leaf[NODES];
    int at = 0, leaves = 0, n = 0;
    sorted(r + CALL_NODES, 0, tree, &at, leaf, &leaves);
    memset(ret, 0, 128 * sizeof *ret);
    ret[n++] = r[0], ret[n++] = r[1], ret[n++] = r[2], ret[n++] = leaves;
    for (int k = 0; k < r[2]; k++) {
        ret[n++] = r[3 + 2 * k];
        ret[n++] = r[3 + 2 * k] == INT ? r[4 + 2 * k] : r[4 + 2 * k] % 1000;
    }
    for (int k = 0; k < 4 * r[1]; k++)
        ret[n++] = tree[k];
    for (int k = 0; k < leaves; k++)
        for (int i = 0; i < 5; i++)
            ret[n++] = r[CALL_TYPES + 5 * leaf[k] + i];
    return leaves;
}

static int64_t seen_by(const int32_t *r)
{
    int32_t tree[NODES * 4] = { 0 }, leaf[NODES];
    int at = 0, leaves = 0;
    int64_t seen = 0;
    sorted(r + CALL_NODES, 0, tree, &at, leaf, &leaves);
    for (int k = 0; k < leaves; k++) {
        const int32_t *t = r + CALL_TYPES + 5 * leaf[k];
        seen += (k + 1) * (t[0] + 4 * t[1] + 10 * t[2] + 100 * t[3] + 7777 * t[4]);
    }
    return seen;
}

struct kept {
    int64_t facts[128], program, used;
};

struct cache {
    struct kept e[PROGRAMS];
    int n, compiled;
    int64_t clock, seen;
};

static int64_t serve(struct cache *q, const int32_t *r)
{
    int64_t facts[128];
    int old = 0;
    for (int k = 0; k < r[2]; k++)
        if (r[3 + 2 * k] == LIST_OBJECT)
            return UNHASHABLE;
    facts_of(r, facts);
    for (int k = 0; k < q->n; k++)
        if (!memcmp(q->e[k].facts, facts, sizeof facts)) {
            q->e[k].used = ++q->clock;
            return q->e[k].program;
        }
    q->compiled++, q->seen = seen_by(r);
    if (r[0] == FAILS)
        return BAD;
    for (int k = 1; k < q->n; k++)
        old = q->e[k].used < q->e[old].used ? k : old;
    old = q->n < PROGRAMS ? q->n++ : old;
    memcpy(q->e[old].facts, facts, sizeof facts);
    q->e[old].program = 100 + q->compiled, q->e[old].used = ++q->clock;
    return q->e[old].program;
}

int jit_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    static struct cache q;
    const int32_t *r = ridge_data(c, "calls");
    const int64_t *got = ridge_data(c, "served");
    int64_t R = ridge_int(c, "R"), half = 0;
    memset(&q, 0, sizeof q);
    for (int64_t k = 0; k < R; k++, r += CALL, got += 3) {
        int64_t want = serve(&q, r);
        if (got[1] != q.compiled) {
            wrong(v, "call %lld: %lld compilations so far, expected %d", (long long)k, (long long)got[1], q.compiled);
            return 0;
        }
        if (got[0] != want) {
            wrong(v, "call %lld: program %lld, expected %lld", (long long)k, (long long)got[0], (long long)want);
            return 0;
        }
        if (got[2] != q.seen) {
            wrong(v, "call %lld: compile() got other types than those of the leaves in flatten's order", (long long)k);
            return 0;
        }
        if (k == 5)
            half = got[1];
    }
    ridge_count(v, "retraces", R > 6 ? (double)(got[-2] - half) : 0);
    ridge_count(v, "compilations", (double)got[-2]);
    v->pass = 1;
    return 0;
}

int warm_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    static struct cache q;
    int64_t sum = 0, got = *(const int64_t *)ridge_data(c, "sum"), R = ridge_int(c, "R");
    memset(&q, 0, sizeof q);
    for (int64_t k = 0; k < ridge_int(c, "times"); k++)
        sum += serve(&q, (const int32_t *)ridge_data(c, "calls") + k % R * CALL);
    v->pass = got == sum || wrong(v, "programs add up to %lld, expected %lld", (long long)got, (long long)sum);
    return 0;
}

/* ----------------------------------------------------------------------------------------------------- keys */

struct pair {
    uint32_t x, y;
};

/* The paper's: a key of three words, injected after each four rounds; rotations by number of the round. */
static struct pair threefry(struct pair k, struct pair c)
{
    static const unsigned turn[8] = { 13, 15, 26, 6, 17, 29, 16, 24 };
    uint32_t word[3] = { k.x, k.y, 0x1bd11bda ^ k.x ^ k.y };
    for (unsigned d = 0; d <= 20; d++) {
        if (d % 4 == 0) {
            c.x += word[d / 4 % 3];
            c.y += word[(d / 4 + 1) % 3] + d / 4;
        }
        if (d == 20)
            break;
        c.x += c.y;
        uint64_t wide = (uint64_t)c.y << turn[d % 8];
        c.y = (uint32_t)(wide | wide >> 32) ^ c.x;
    }
    return c;
}

/* Random123's kat_vectors, threefry2x32 with 20 rounds: counter, key, result. */
static const uint32_t known[3][6] = {
    { 0, 0, 0, 0, 0x6b200159, 0x99ba4efe },
    { 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0x1cb996fc, 0xbb002be7 },
    { 0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344, 0xc4923a9c, 0x483df7a0 },
};

int words_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    uint32_t *w = ridge_data(c, buffer);
    uint64_t s = ridge_mix(seed, buffer);
    for (int64_t k = 0; k < 4 * ridge_int(c, "R"); k++)
        w[k] = (uint32_t)(ridge_next(&s) >> 32);
    for (int k = 0; k < 3 && k < ridge_int(c, "R"); k++)
        memcpy(w + 4 * k, (uint32_t[]){ known[k][2], known[k][3], known[k][0], known[k][1] }, 4 * sizeof *w);
    return 0;
}

int keys_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    static const char *const what[] = { "threefry2x32", "key_new", "fold_in" };
    const uint32_t *w = ridge_data(c, "words"), *got = ridge_data(c, "hashes");
    for (int64_t k = 0; k < ridge_int(c, "R"); k++, w += 4, got += 6) {
        struct pair h = threefry((struct pair){ w[0], w[1] }, (struct pair){ w[2], w[3] });
        struct pair d = threefry((struct pair){ w[0], w[1] }, (struct pair){ 0, w[3] });
        uint32_t want[6] = { h.x, h.y, w[2], w[3], d.x, d.y };
        if (k < 3 && (h.x != known[k][4] || h.y != known[k][5]))
            return -1;
        for (int i = 0; i < 6; i++)
            if (got[i] != want[i]) {
                wrong(v, "row %lld: %s gives %08x %08x, expected %08x %08x", (long long)k, what[i / 2], got[i & 6],
                      got[(i & 6) + 1], want[i & 6], want[(i & 6) + 1]);
                return 0;
            }
    }
    v->pass = 1;
    return 0;
}

int key_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    uint32_t *w = ridge_data(c, buffer);
    uint64_t s = ridge_mix(seed, buffer);
    int known_seed = (int)ridge_int(c, "seed");
    w[0] = known_seed < 0 ? (uint32_t)ridge_next(&s) : 0;
    w[1] = known_seed < 0 ? (uint32_t)ridge_next(&s) : (uint32_t)known_seed;
    return 0;
}

/* Word `at` of n: counters lie in a row of 2·half words, whose first and second half are hashed word by word. */
static uint32_t word_of(struct pair key, int partitionable, int64_t n, int64_t at)
{
    int64_t half = n / 2 + n % 2, other = at < half ? at : at - half;
    if (partitionable) {
        struct pair h = threefry(key, (struct pair){ (uint32_t)(at >> 32), (uint32_t)at });
        return h.x ^ h.y;
    }
    struct pair h = threefry(key, (struct pair){ (uint32_t)other, other + half == n ? 0 : (uint32_t)(other + half) });
    return at < half ? h.x : h.y;
}

/* What JAX's documentation prints for these keys. */
static const struct {
    uint32_t seed, layout, key[2][2];
} printed[] = {
    { 0, 0, { { 4146024105u, 967050713u }, { 2718843009u, 1272950319u } } },
    { 42, 0, { { 2465931498u, 3679230171u }, { 255383827u, 267815257u } } },
    { 42, 1, { { 1832780943u, 270669613u }, { 64467757u, 2916123636u } } },
};

static int known_split(struct pair key, int layout, int64_t n, int64_t i, struct pair got)
{
    for (size_t k = 0; k < sizeof printed / sizeof *printed; k++)
        if (key.x == 0 && key.y == printed[k].seed && (unsigned)layout == printed[k].layout && i < 2 &&
            (layout || n == 2))
            return got.x == printed[k].key[i][0] && got.y == printed[k].key[i][1];
    return 1;
}

int draw_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const uint32_t *key = ridge_data(c, "key"), *many = ridge_data(c, "many"), *bits = ridge_data(c, "bits");
    const float *floats = ridge_data(c, "floats");
    int layout = (int)ridge_int(c, "layout");
    int64_t n = ridge_int(c, "n");
    struct pair k = { key[0], key[1] };
    for (int64_t i = 0; i < n; i++) {
        struct pair h = threefry(k, (struct pair){ (uint32_t)(i >> 32), (uint32_t)i });
        if (!layout)
            h = (struct pair){ word_of(k, 0, 2 * n, 2 * i), word_of(k, 0, 2 * n, 2 * i + 1) };
        if (!known_split(k, layout, n, i, h))
            return -1;
        if (many[2 * i] != h.x || many[2 * i + 1] != h.y) {
            wrong(v, "split: key %lld is %u %u, expected %u %u", (long long)i, many[2 * i], many[2 * i + 1], h.x, h.y);
            return 0;
        }
        uint32_t w = word_of(k, layout, n, i);
        if (bits[i] != w) {
            wrong(v, "random_bits: word %lld is %u, expected %u", (long long)i, bits[i], w);
            return 0;
        }
        if (floats[i] != (float)(w >> 9) * 0x1p-23f) {
            wrong(v, "uniform: number %lld is %.9g, expected %.9g", (long long)i, (double)floats[i],
                  (w >> 9) * 0x1p-23);
            return 0;
        }
    }
    v->pass = 1;
    return 0;
}

int bits_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const uint32_t *key = ridge_data(c, "key"), *bits = ridge_data(c, "bits");
    for (int64_t i = 0; i < ridge_int(c, "n"); i++) {
        uint32_t w = word_of((struct pair){ key[0], key[1] }, (int)ridge_int(c, "layout"), ridge_int(c, "n"), i);
        if (bits[i] != w) {
            wrong(v, "word %lld is %u, expected %u", (long long)i, bits[i], w);
            return 0;
        }
    }
    v->pass = 1;
    return 0;
}

/* Two streams: of two keys, or (reused = 1) of one, which the second one turns a little. */
int stream_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int second = !strcmp(buffer, "b"), reused = ridge_int(c, "reused") == 1;
    struct pair k = { (uint32_t)seed, second && !reused ? 1u : 0u };
    for (size_t i = 0; i < b->count; i++)
        ((uint32_t *)b->data)[i] = word_of(k, 1, 0, (int64_t)i) + (second && reused ? 0x10000000u : 0);
    return 0;
}

int chi_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want, double *scale)
{
    const uint32_t *a = ridge_data(c, "a"), *b = ridge_data(c, "b");
    double count[4][4] = { { 0 } }, each = ridge_num(c, "n") / 16;
    (void)out, (void)index;
    for (int64_t i = 0; i < ridge_int(c, "n"); i++)
        count[a[i] / 0x40000000][b[i] / 0x40000000]++;
    for (size_t k = 0; k < n; k++) {
        want[k] = 0;
        for (int x = 0; x < 16; x++)
            want[k] += pow(count[x / 4][x % 4] - each, 2) / each;
        scale[k] = want[k];
    }
    return 0;
}
