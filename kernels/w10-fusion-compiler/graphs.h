/*
 * graphs.h: what the tape has captured: one builder per program of the lab. The case's fields say which program and
 * how large; `R` is what the tape saw as rows, `C` the columns, `K` a second width, `sym` whether the rows of inputs
 * that are a batch are a symbol.
 */
#ifndef W10_GRAPHS_H
#define W10_GRAPHS_H

#include "lab.h"
#include "ridge/oracle.h"

enum {
    P_CHAIN, P_GELU, P_SOFTMAX, P_LAYERNORM, P_LINEAR, P_CHEAP, P_DEAR, P_AXES, P_VIEW, P_SCORES, P_ITEM, P_FOREIGN,
    P_QKV, P_GATEUP, P_RANDOM, P_LAYER, P_PROLOGUE
};

struct tape {
    node_t v[MAX_NODES];
    int n, sym;
};

static int record(struct tape *t, node_t v)
{
    v.sym = v.op != OP_INPUT ? v.sym : v.sym && t->sym;
    t->v[t->n] = v;
    return t->n < MAX_NODES - 1 ? t->n++ : t->n;
}

static int input(struct tape *t, int rows, int cols, int batch)
{
    return record(t, (node_t){ OP_INPUT, -1, -1, rows, cols, batch, 0, 0 });
}

static int number(struct tape *t, double k)
{
    return record(t, (node_t){ OP_CONST, -1, -1, 1, 1, 0, 0, (float)k });
}

static int longer(int a, int b)
{
    return a > b ? a : b;
}

static int two(struct tape *t, op_t op, int a, int b)
{
    const node_t *x = &t->v[a], *y = &t->v[b];
    int sym = x->sym || y->sym;
    return record(t, (node_t){ op, a, b, longer(x->rows, y->rows), longer(x->cols, y->cols), sym, 0, 0 });
}

static int one(struct tape *t, op_t op, int a)
{
    const node_t *x = &t->v[a];
    node_t v = { op, a, -1, x->rows, x->cols, x->sym, 0, 0 };
    if (op == OP_ROWSUM || op == OP_ROWMAX)
        v.cols = 1;
    if (op == OP_COLSUM)
        v.rows = 1, v.sym = 0;
    if (op == OP_TRANSPOSE)
        v.rows = x->cols, v.cols = x->rows;
    if (op == OP_ITEM)
        v.k = 1.5f; /* the tape saw some number; another run will see another */
    return record(t, v);
}

static int matmul(struct tape *t, int a, int b)
{
    return record(t, (node_t){ OP_MATMUL, a, b, t->v[a].rows, t->v[b].cols, t->v[a].sym, 0, 0 });
}

static void wanted(struct tape *t, int a)
{
    t->v[a].out = 1;
}

static int scaled(struct tape *t, int a, double k)
{
    return two(t, OP_MUL, a, number(t, k));
}

/* max(((x k1 + b) k2) + res, 0): five pointwise operations */
static void chain(struct tape *t, int R, int C)
{
    int x = input(t, R, C, 1), b = input(t, 1, C, 0), res = input(t, R, C, 1);
    int y = two(t, OP_ADD, scaled(t, two(t, OP_ADD, scaled(t, x, 1.25), b), .5), res);
    wanted(t, two(t, OP_MAX, y, number(t, 0)));
}

/* tanh form of GELU */
static int gelu(struct tape *t, int x)
{
    int cube = two(t, OP_MUL, two(t, OP_MUL, x, x), x);
    int inner = scaled(t, two(t, OP_ADD, x, scaled(t, cube, .044715)), .7978845608);
    return two(t, OP_MUL, scaled(t, x, .5), two(t, OP_ADD, one(t, OP_TANH, inner), number(t, 1)));
}

static void bias_gelu(struct tape *t, int R, int C)
{
    int x = input(t, R, C, 1), b = input(t, 1, C, 0), res = input(t, R, C, 1);
    wanted(t, two(t, OP_ADD, gelu(t, two(t, OP_ADD, x, b)), res));
}

static int softmax(struct tape *t, int x)
{
    int e = one(t, OP_EXP, two(t, OP_SUB, x, one(t, OP_ROWMAX, x)));
    return two(t, OP_DIV, e, one(t, OP_ROWSUM, e));
}

static int layernorm(struct tape *t, int x)
{
    int C = t->v[x].cols, g = input(t, 1, C, 0), b = input(t, 1, C, 0);
    int d = two(t, OP_SUB, x, scaled(t, one(t, OP_ROWSUM, x), 1.0 / C));
    int var = scaled(t, one(t, OP_ROWSUM, two(t, OP_MUL, d, d)), 1.0 / C);
    int sd = one(t, OP_SQRT, two(t, OP_ADD, var, number(t, 1e-5)));
    return two(t, OP_ADD, two(t, OP_MUL, two(t, OP_DIV, d, sd), g), b);
}

static int linear(struct tape *t, int x, int N)
{
    int w = input(t, t->v[x].cols, N, 0), b = input(t, 1, N, 0);
    return two(t, OP_ADD, scaled(t, matmul(t, x, w), .125), b);
}

static int silu(struct tape *t, int g)
{
    int e = one(t, OP_EXP, scaled(t, g, -1));
    return two(t, OP_DIV, g, two(t, OP_ADD, e, number(t, 1)));
}

static int gate_up(struct tape *t, int x, int N)
{
    int C = t->v[x].cols, wg = input(t, C, N, 0), wu = input(t, C, N, 0);
    int g = scaled(t, matmul(t, x, wg), .25), u = matmul(t, x, wu);
    return two(t, OP_MUL, silu(t, g), u);
}

/* A producer that two kernels need: from one tensor and a row, or from three tensors. */
static void diamond(struct tape *t, int R, int C, int dear)
{
    int a = input(t, R, C, 1), d;
    if (dear) {
        int b = input(t, R, C, 1), c = input(t, R, C, 1);
        d = two(t, OP_MUL, two(t, OP_ADD, a, b), c);
    } else {
        d = two(t, OP_MUL, a, input(t, 1, C, 0));
    }
    int s = one(t, OP_COLSUM, two(t, OP_MUL, d, d));
    wanted(t, two(t, OP_DIV, d, two(t, OP_ADD, s, number(t, 1))));
}

static void axes(struct tape *t, int R, int C)
{
    int x = input(t, R, C, 0);
    wanted(t, two(t, OP_SUB, x, scaled(t, one(t, OP_COLSUM, x), 1.0 / R)));
}

static void view(struct tape *t, int R, int C)
{
    int x = input(t, C, R, 0), b = input(t, 1, C, 0);
    wanted(t, two(t, OP_MAX, two(t, OP_ADD, one(t, OP_TRANSPOSE, x), b), number(t, 0)));
}

static int scores(struct tape *t, int q, int k)
{
    return scaled(t, matmul(t, q, one(t, OP_TRANSPOSE, k)), 1.0 / sqrt(t->v[q].cols));
}

static void item(struct tape *t, int R, int C)
{
    int x = input(t, R, C, 1);
    int it = one(t, OP_ITEM, one(t, OP_COLSUM, one(t, OP_ROWSUM, two(t, OP_MUL, x, x))));
    wanted(t, two(t, OP_DIV, x, one(t, OP_SQRT, two(t, OP_ADD, it, number(t, 1)))));
}

static void foreign(struct tape *t, int R, int C)
{
    int x = input(t, R, C, 1), u = scaled(t, two(t, OP_ADD, x, input(t, 1, C, 0)), .5);
    int w = one(t, OP_CALL, scaled(t, one(t, OP_TANH, one(t, OP_PRINT, u)), 2));
    wanted(t, two(t, OP_ADD, w, u));
}

static void qkv(struct tape *t, int R, int C, int K)
{
    int x = input(t, R, C, 1);
    for (int k = 0; k < 3; k++)
        wanted(t, linear(t, x, K));
}

/* relu(x + b) w: what feeds the matmul is pointwise. */
static void prologue(struct tape *t, int R, int C, int K)
{
    int x = two(t, OP_ADD, input(t, R, C, 1), input(t, 1, C, 0));
    wanted(t, matmul(t, two(t, OP_MAX, x, number(t, 0)), input(t, C, K, 0)));
}

/* One layer of a transformer: attention with one head, then a gated MLP. */
static void layer(struct tape *t, int R, int C, int K)
{
    int x = input(t, R, C, 0), h = layernorm(t, x), head[3];
    for (int k = 0; k < 3; k++)
        head[k] = scaled(t, matmul(t, h, input(t, C, C, 0)), .125);
    int o = matmul(t, softmax(t, scores(t, head[0], head[1])), head[2]);
    int y = two(t, OP_ADD, scaled(t, matmul(t, o, input(t, C, C, 0)), .125), x);
    int up = gate_up(t, layernorm(t, y), K);
    wanted(t, two(t, OP_ADD, matmul(t, up, input(t, K, C, 0)), y));
}

/* Pointwise operations, row reductions and now and then a column's, on two inputs. */
static void random_graph(struct tape *t, int R, int C, uint64_t seed)
{
    static const op_t pair[] = { OP_ADD, OP_SUB, OP_MUL, OP_MAX };
    int x = input(t, R, C, 0), y = input(t, R, C, 0), wide[16] = { x, y }, n = 2, last = x;
    for (int k = 0; k < 12; k++) {
        int a = wide[ridge_next(&seed) % (uint64_t)n], b = wide[ridge_next(&seed) % (uint64_t)n];
        switch (ridge_next(&seed) % 8) {
        case 0:
            last = one(t, OP_TANH, a);
            break;
        case 1:
            last = two(t, OP_SUB, a, scaled(t, one(t, OP_ROWSUM, b), 1.0 / C));
            break;
        case 2:
            last = two(t, OP_SUB, a, one(t, OP_ROWMAX, b));
            break;
        case 3:
            last = two(t, OP_ADD, a, scaled(t, one(t, OP_COLSUM, one(t, OP_TANH, b)), 1.0 / R));
            break;
        default:
            last = two(t, pair[ridge_next(&seed) % 4], a, b);
            last = one(t, OP_TANH, last);
        }
        wide[n++] = last;
    }
    wanted(t, two(t, OP_ADD, wide[n - 2], last));
}

/* The case's graph. The tape records whatever was called: some of a random graph nobody needs. */
static void capture(const struct ridge_case *c, struct tape *t)
{
    int R = (int)ridge_int(c, "R"), C = (int)ridge_int(c, "C"), K = (int)ridge_int(c, "K");
    *t = (struct tape){ .sym = ridge_int(c, "sym") == 1 };
    switch ((int)ridge_int(c, "pat")) {
    case P_CHAIN: chain(t, R, C); break;
    case P_GELU: bias_gelu(t, R, C); break;
    case P_SOFTMAX: wanted(t, softmax(t, input(t, R, C, 1))); break;
    case P_LAYERNORM: wanted(t, layernorm(t, input(t, R, C, 1))); break;
    case P_LINEAR: wanted(t, two(t, OP_MAX, linear(t, input(t, R, C, 1), K), number(t, 0))); break;
    case P_CHEAP: diamond(t, R, C, 0); break;
    case P_DEAR: diamond(t, R, C, 1); break;
    case P_AXES: axes(t, R, C); break;
    case P_VIEW: view(t, R, C); break;
    case P_SCORES: wanted(t, scores(t, input(t, R, K, 0), input(t, C, K, 0))); break;
    case P_ITEM: item(t, R, C); break;
    case P_FOREIGN: foreign(t, R, C); break;
    case P_QKV: qkv(t, R, C, K); break;
    case P_GATEUP: wanted(t, gate_up(t, input(t, R, C, 1), K)); break;
    case P_PROLOGUE: prologue(t, R, C, K); break;
    case P_LAYER: layer(t, R, C, K); break;
    default: random_graph(t, R, C, (uint64_t)ridge_int(c, "draw"));
    }
}

#endif
