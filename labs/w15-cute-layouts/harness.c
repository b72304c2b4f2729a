/*
 * harness.c: calls the learner's functions on rows. A row is two layouts and up to 16 numbers, all int64; a layout is
 * its number of nodes and then shape, stride and kids of each. What comes back is a number and, of some functions, a
 * layout, its nodes copied as they lie: oracle.c judges whether it is one, and wants zeros behind it. In every other
 * row the result is written over an input, which lab.h allows: over the first, and where there are two layouts over
 * the second by turns.
 */
#include <ridge/frame.h>

#include "lab.h"

enum { ENCODED = 1 + 3 * LAY_NODES, ROW = 2 * ENCODED + 16, OUT = 1 + ENCODED };

#define HARNESS(name)                                    \
    void ridge_call_##name(const struct ridge_frame *f); \
    void ridge_call_##name(const struct ridge_frame *f)

static layout_t decode(const int64_t *from)
{
    layout_t L = { .n = (int)from[0] };
    for (int k = 0; k < LAY_NODES; k++)
        L.at[k] = (struct lay_node){ from[1 + 3 * k], from[2 + 3 * k], (int)from[3 + 3 * k] };
    return L;
}

static void encode(const layout_t *L, int64_t *to)
{
    to[0] = L->n;
    for (int k = 0; k < L->n && k < LAY_NODES; k++) {
        to[1 + 3 * k] = L->at[k].shape;
        to[2 + 3 * k] = L->at[k].stride;
        to[3 + 3 * k] = L->at[k].kids;
    }
}

struct row {
    layout_t A, B, own, *r; /* r: where the result goes, `own` or A or B itself */
    const int64_t *ask;
};

typedef int64_t asked(struct row *q, int64_t *more);

/* rows | out [R][OUT]; makes: 0 numbers, 1 a layout of one, 2 of two layouts */
static void each(const struct ridge_frame *f, asked *ask, int makes)
{
    const int64_t *row = f->buf[0];
    int64_t *out = f->buf[1];
    for (uint64_t k = 0; k < f->count[0] / ROW; k++, row += ROW, out += OUT) {
        struct row q = { .A = decode(row), .B = decode(row + ENCODED), .own = lay_leaf(7, 7) };
        q.ask = row + 2 * ENCODED;
        q.r = !makes || k % 2 == 0 ? &q.own : makes == 2 && k % 4 == 3 ? &q.B : &q.A;
        memset(out, 0, OUT * sizeof *out);
        out[0] = ask(&q, out + 1);
        if (makes)
            encode(q.r, out + 1);
    }
}

static int64_t ask_size(struct row *q, int64_t *more)
{
    more[0] = layout_cosize(&q->A);
    return layout_size(&q->A);
}

static int64_t ask_idx2crd(struct row *q, int64_t *more)
{
    int64_t crd[LAY_NODES] = { 0 };
    int n = idx2crd(&q->A, q->ask[0], crd);
    memcpy(more, crd, (size_t)(n < 0 ? 0 : n > LAY_NODES ? LAY_NODES : n) * sizeof *more);
    return n;
}

static int64_t ask_crd2idx(struct row *q, int64_t *more)
{
    (void)more;
    return crd2idx(&q->A, (int)q->ask[0], q->ask + 1);
}

static int64_t ask_coalesce(struct row *q, int64_t *more)
{
    (void)more;
    coalesce(&q->A, q->r);
    return LAY_OK;
}

static int64_t ask_composition(struct row *q, int64_t *more)
{
    (void)more;
    return composition(&q->A, &q->B, q->r);
}

static int64_t ask_complement(struct row *q, int64_t *more)
{
    (void)more;
    return complement(&q->A, q->ask[0], q->r);
}

static int64_t ask_divide(struct row *q, int64_t *more)
{
    (void)more;
    return logical_divide(&q->A, &q->B, q->r);
}

static int64_t ask_zipped(struct row *q, int64_t *more)
{
    layout_t tile[8];
    int n = lay_rank(&q->B);
    (void)more;
    for (int k = 0; k < n && k < 8; k++)
        tile[k] = lay_mode(&q->B, k);
    return zipped_divide(&q->A, (int)q->ask[0], tile, q->r);
}

static swizzle_t swizzle_of(const int64_t *ask)
{
    return (swizzle_t){ (int)ask[0], (int)ask[1], (int)ask[2] };
}

static int64_t ask_swizzle(struct row *q, int64_t *more)
{
    (void)more;
    return swizzle(swizzle_of(q->ask), q->ask[3]);
}

static int64_t ask_banks(struct row *q, int64_t *more)
{
    (void)more;
    return bank_conflicts(&q->A, swizzle_of(q->ask), (int)q->ask[3], (int)q->ask[4]);
}

HARNESS(layout_size)
{
    each(f, ask_size, 0);
}

HARNESS(idx2crd)
{
    each(f, ask_idx2crd, 0);
}

HARNESS(crd2idx)
{
    each(f, ask_crd2idx, 0);
}

HARNESS(coalesce)
{
    each(f, ask_coalesce, 1);
}

HARNESS(composition)
{
    each(f, ask_composition, 2);
}

HARNESS(complement)
{
    each(f, ask_complement, 1);
}

HARNESS(logical_divide)
{
    each(f, ask_divide, 2);
}

HARNESS(zipped_divide)
{
    each(f, ask_zipped, 1);
}

HARNESS(swizzle)
{
    each(f, ask_swizzle, 0);
}

HARNESS(bank_conflicts)
{
    each(f, ask_banks, 0);
}
