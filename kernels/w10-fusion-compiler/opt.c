/*
 * opt.c: the reference's plans with better loops in the generated C. What it adds:
 *
 *   sums in parts    A float sum may not be reordered, so gcc adds one element at a time and waits four cycles for
 *                    each. Whoever writes the code may decide otherwise: sixteen partial sums, which are a vector.
 *                    The rounding differs, and is better.
 *   rows in fours    A matmul that takes one row at a time reads all of b for each row. Four rows at once use each
 *                    element of b four times while it is in a register.
 *
 * Kernels and bytes are the reference's. Expect twice the speed and more where rows are summed, a tenth or two on deep
 * products, nothing on a shallow one, whose epilogue is most of it, nor on pointwise chains, which wait for memory.
 */
#define OTHER_LOOPS
#include "ref.c"

enum { PARTS = 16, ROWS = 4 };

static int sums_in(const struct emitter *e, int pass)
{
    int any = 0;
    for (int i = 0; i < e->g->n; i++)
        any |= is_element(e, i, pass) && rowwise(e->g->v[i].op);
    return any;
}

/* say() with the number of each sum of the pass. */
static void say_sums(struct emitter *e, int pass, const char *sum, const char *max)
{
    for (int i = 0; i < e->g->n; i++)
        if (is_element(e, i, pass) && rowwise(e->g->v[i].op)) {
            const char *f = e->g->v[i].op == OP_ROWMAX ? max : sum;
            for (; *f; f++)
                if (*f == '#')
                    say(e->t, "%d", i);
                else
                    say(e->t, "%c", *f);
        }
}

static void say_row(struct emitter *e, int pass)
{
    int whole = e->cuda || !sums_in(e, pass) ? 0 : e->cols / PARTS * PARTS;
    if (whole) {
        say_sums(e, pass, "        float S#[16] = { 0 };\n",
                 "        float S#[16];\n        for (int l = 0; l < 16; l++)\n            S#[l] = -INFINITY;\n");
        say(e->t, "        for (int b = 0; b < %d; b += %d)\n        for (int l = 0; l < %d; l++) {\n"
                  "            int c = b + l;\n", whole, PARTS, PARTS);
        e->parts = 1;
        say_elements(e, pass);
        e->parts = 0;
        say(e->t, "        }\n        for (int l = 0; l < %d; l++) {\n", PARTS);
        say_sums(e, pass, "            s# += S#[l];\n", "            s# = s# > S#[l] ? s# : S#[l];\n");
        say(e->t, "        }\n");
    }
    if (e->cuda)
        say_loop(e, "        ");
    else
        say(e->t, "        for (int c = %d; c < %d; c++) {\n", whole, e->cols);
    say_elements(e, pass);
    say(e->t, "        }\n");
}

static int products(const struct emitter *e, int *a)
{
    int n = 0;
    for (int i = 0; i < e->g->n; i++)
        if (inside(e, i) && e->g->v[i].op == OP_MATMUL) {
            *a = e->g->v[i].a;
            n++;
        }
    return n;
}

/* Rows r0 .. r0 + m of all matmuls: T5[row][c]. */
static void say_tile(struct emitter *e, int a, const char *m)
{
    say(e->t, "        for (int q = 0; q < %d; q++) {\n", e->g->v[a].cols);
    say(e->t, "            for (int j = 0; j < %s; j++) {\n                int64_t r = r0 + j;\n                A[j] = ", m);
    say_place(e, a, "r", "q");
    say(e->t, ";\n            }\n");
    for (int i = 0; i < e->g->n; i++) {
        if (!inside(e, i) || e->g->v[i].op != OP_MATMUL)
            continue;
        say(e->t, "            for (int c = 0; c < %d; c++) {\n                float b = ", e->cols);
        say_place(e, e->g->v[i].b, "q", "c");
        say(e->t, ";\n                for (int j = 0; j < %s; j++)\n                    T%d[j][c] += A[j] * b;\n            }\n",
            m, i);
    }
    say(e->t, "        }\n");
}

static void say_tiled(struct emitter *e, int a)
{
    say(e->t, "    for (int64_t r0 = 0; r0 < %s; r0 += %d) {\n        int m = %s - r0 < %d ? (int)(%s - r0) : %d;\n"
              "        float A[%d];\n", e->rows, ROWS, e->rows, ROWS, e->rows, ROWS, ROWS);
    for (int i = 0; i < e->g->n; i++)
        if (inside(e, i) && e->g->v[i].op == OP_MATMUL)
            say(e->t, "        float T%d[%d][%d] = { 0 };\n", i, ROWS, e->cols);
    say(e->t, "        if (m == %d) {\n", ROWS);
    say_tile(e, a, "4");
    say(e->t, "        } else {\n");
    say_tile(e, a, "m");
    say(e->t, "        }\n        for (int64_t r = r0; r < r0 + m; r++) {\n");
    for (int i = 0; i < e->g->n; i++)
        if (inside(e, i) && e->g->v[i].op == OP_MATMUL)
            say(e->t, "        const float *t%d = T%d[r - r0];\n", i, i);
    say_passes(e);
    say(e->t, "        }\n    }\n}\n");
}

void emit_c(const graph_t *g, const plan_t *p, int k, text_t *t)
{
    struct emitter e = emitter_of(g, p, k, t, 0);
    int a = -1;
    if (products(&e, &a)) {
        say_tiled(&e, a);
        return;
    }
    say(t, "    for (int64_t r = 0; r < %s; r++) {\n", e.rows);
    say_passes(&e);
    say(t, "    }\n}\n");
}
