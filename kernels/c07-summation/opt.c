/*
 * Reductions, the optimised pairwise sum: what is left of the tree's cost is taken away.
 *
 * 1. Vectors of 16: where the machine has them, half of the loads and additions. Four accumulators are
 *    four chains, and four additions in flight are enough when the loads are the limit.
 * 2. Leaves of 1024, and four of them are merged before the one fold across lanes: those shuffles depend
 *    on each other, and that is the only place in the sum where the machine waits. An element of such a
 *    4096 passes 16 + 2 + 2 + 4 additions, 12 more than in a tree of single elements.
 */
#define sm_pairwise ref_pairwise
#include "ref.c"
#undef sm_pairwise

typedef float v16 __attribute__((vector_size(64), aligned(4), may_alias));

enum { WIDE = 1024 };

/* WIDE elements to 16 lanes, 16 + 2 additions deep. */
static inline void wide_leaf(const float *x, v16 *sum)
{
    v16 a = { 0 }, b = { 0 }, c = { 0 }, d = { 0 };
    for (int k = 0; k < WIDE; k += 64) {
        a += *(const v16 *)(x + k);
        b += *(const v16 *)(x + k + 16);
        c += *(const v16 *)(x + k + 32);
        d += *(const v16 *)(x + k + 48);
    }
    *sum = (a + b) + (c + d);
}

static float across(const v16 *v)
{
    const float *f = (const float *)v;
    float s[8];
    for (int k = 0; k < 8; k++)
        s[k] = f[k] + f[k + 8];
    return ((s[0] + s[4]) + (s[2] + s[6])) + ((s[1] + s[5]) + (s[3] + s[7]));
}

float sm_pairwise(int64_t n, const float *x)
{
    if (n == 4 * WIDE) {
        v16 p, q, r, s;
        wide_leaf(x, &p), wide_leaf(x + WIDE, &q), wide_leaf(x + 2 * WIDE, &r), wide_leaf(x + 3 * WIDE, &s);
        p = (p + q) + (r + s);
        return across(&p);
    }
    if (n < 4 * WIDE)
        return ref_pairwise(n, x);
    int64_t half = (n / 2 + 4 * WIDE - 1) / (4 * WIDE) * (4 * WIDE);
    return sm_pairwise(half, x) + sm_pairwise(n - half, x + half);
}
