/*
 * naive.c: a layout as the table of its offsets. Whatever an operation asks for is filled into a table, element by
 * element, and the leaves are read off the table: the first leaf goes on for as long as the offsets rise by the same
 * step, and what is left is the same question again. Right by construction, and it costs as much as the layout has
 * elements: the thing to print when your algebra and you disagree.
 *
 * What is refused, the coordinates and the banks have no table and are the reference's.
 */
#define coalesce ref_coalesce
#define composition ref_composition
#define complement ref_complement
#define logical_divide ref_logical_divide
#define zipped_divide ref_zipped_divide
#include "ref.c"
#undef coalesce
#undef composition
#undef complement
#undef logical_divide
#undef zipped_divide

#include <stdlib.h>

static int64_t *table_of(int64_t n)
{
    int64_t *t = malloc((size_t)n * sizeof *t);
    if (!t)
        abort();
    return t;
}

/* The leaves with the offsets t[0] = 0, t[1], ..., t[n - 1]. */
static struct modes read_off(const int64_t *t, int64_t n)
{
    struct modes m = { 0 };
    for (int64_t step = 1; step < n;) {
        int64_t run = 1;
        while (run * step < n && t[run * step] == run * t[step])
            run++;
        m.at[m.n++] = (struct lay_node){ run, t[step], 0 };
        step *= run;
    }
    return m;
}

void coalesce(const layout_t *L, layout_t *r)
{
    int64_t n = layout_size(L), *t = table_of(n);
    for (int64_t i = 0; i < n; i++)
        t[i] = offset(L, 0, L->n, i);
    struct modes m = read_off(t, n);
    r->n = 0;
    append(r, &m);
    free(t);
}

int composition(const layout_t *A, const layout_t *B, layout_t *r)
{
    layout_t out = { 0 };
    if (ref_composition(A, B, &out))
        return LAY_BAD;
    out.n = 0;
    for (int k = 0; k < B->n; k++) {
        int64_t s = B->at[k].shape, d = B->at[k].stride;
        if (B->at[k].kids) {
            out.at[out.n++] = B->at[k];
            continue;
        }
        int64_t *t = table_of(s);
        for (int64_t j = 0; j < s; j++)
            t[j] = offset(A, 0, A->n, j * d);
        struct modes m = read_off(t, s);
        append(&out, &m);
        free(t);
    }
    *r = out;
    return LAY_OK;
}

/* Marks the places from x on that the leaves of m reach. */
static void take(const struct modes *m, int k, char *taken, int64_t x)
{
    if (k == m->n) {
        taken[x] = 1;
        return;
    }
    for (int64_t j = 0; j < m->at[k].shape; j++)
        take(m, k + 1, taken, x + j * m->at[k].stride);
}

int complement(const layout_t *A, int64_t M, layout_t *r)
{
    struct modes a;
    if (!in_order(A, &a))
        return LAY_BAD;
    int64_t whole = a.n ? a.at[a.n - 1].shape * a.at[a.n - 1].stride : 1;
    int64_t limit = (M + whole - 1) / whole * whole, n = 0;
    int64_t *t = table_of(limit);
    char *taken = calloc((size_t)limit, 1);
    for (int64_t x = 0; taken && x < limit; x++)
        if (!taken[x]) {
            t[n++] = x;
            take(&a, 0, taken, x);
        }
    struct modes m = read_off(t, n);
    r->n = 0;
    append(r, &m);
    free(t);
    free(taken);
    return LAY_OK;
}

int logical_divide(const layout_t *A, const layout_t *B, layout_t *r)
{
    layout_t part[2] = { *B };
    if (complement(B, layout_size(A), &part[1]))
        return LAY_BAD;
    layout_t both = lay_tuple(2, part);
    return composition(A, &both, r);
}

int zipped_divide(const layout_t *A, int n, const layout_t *tile, layout_t *r)
{
    layout_t in[LAY_NODES], rest[LAY_NODES], cut;
    if (n < 1 || n > lay_rank(A))
        return LAY_BAD;
    for (int k = 0; k < lay_rank(A); k++) {
        rest[k] = lay_mode(A, k);
        if (k < n && logical_divide(&rest[k], &tile[k], &cut))
            return LAY_BAD;
        if (k < n)
            in[k] = lay_mode(&cut, 0), rest[k] = lay_mode(&cut, 1);
    }
    cut = lay_tuple(2, (layout_t[]){ lay_tuple(n, in), lay_tuple(lay_rank(A), rest) });
    *r = cut;
    return LAY_OK;
}
