/*
 * ref.c: layouts as lists of leaves. No function looks at an offset twice, and none at all of them: what a layout of a
 * billion elements costs here depends on how many leaves it has, at most LAY_NODES of them.
 *
 * Everything rests on two facts. The offsets of a layout depend on its leaves and their order, not on the tree. And
 * dividing the index by the sizes from the left turns it into leaf coordinates; composition does the same with a
 * stride and a size in place of an index.
 */
#include "lab.h"

/* Leaves in a row, the leftmost fastest. */
struct modes {
    int n;
    struct lay_node at[LAY_NODES];
};

int64_t layout_size(const layout_t *L)
{
    int64_t size = 1;
    for (int k = 0; k < L->n; k++)
        size *= L->at[k].kids ? 1 : L->at[k].shape;
    return size;
}

int64_t layout_cosize(const layout_t *L)
{
    int64_t last = 0;
    for (int k = 0; k < L->n; k++)
        last += L->at[k].kids ? 0 : (L->at[k].shape - 1) * L->at[k].stride;
    return last + 1;
}

int idx2crd(const layout_t *L, int64_t i, int64_t crd[LAY_NODES])
{
    int n = 0;
    for (int k = 0; k < L->n; k++) {
        if (L->at[k].kids)
            continue;
        crd[n++] = i % L->at[k].shape;
        i /= L->at[k].shape;
        if (k == L->n - 1)
            crd[n - 1] += i * L->at[k].shape;
    }
    return n;
}

/* The offset of linear index i into the nodes [from, to), the last of which is a leaf without end. */
static int64_t offset(const layout_t *L, int from, int to, int64_t i)
{
    int64_t sum = 0;
    for (int k = from; k < to; k++) {
        if (L->at[k].kids)
            continue;
        int64_t digit = k < to - 1 ? i % L->at[k].shape : i;
        sum += digit * L->at[k].stride;
        i /= L->at[k].shape;
    }
    return sum;
}

int64_t crd2idx(const layout_t *L, int n, const int64_t *crd)
{
    int leaves = 0, from = L->at[0].kids ? 1 : 0;
    int64_t sum = 0;
    for (int k = 0; k < L->n; k++)
        leaves += !L->at[k].kids;
    if (n == 1)
        return offset(L, 0, L->n, crd[0]);
    if (n == leaves) {
        for (int k = 0; k < L->n; k++)
            sum += L->at[k].kids ? 0 : *crd++ * L->at[k].stride;
        return sum;
    }
    if (n != lay_rank(L))
        return LAY_BAD;
    for (int k = 0; k < n; k++) {
        int to = lay_after(L, from);
        sum += offset(L, from, to, crd[k]);
        from = to;
    }
    return sum;
}

/* --- algebra ---------------------------------------------------------------------------------------------------- */

/* One more leaf; it joins the last where it goes on with it. */
static void push(struct modes *m, int64_t shape, int64_t stride)
{
    struct lay_node *last = m->at + m->n - 1;
    if (shape == 1)
        return;
    if (m->n && stride == last->shape * last->stride)
        last->shape *= shape;
    else
        m->at[m->n++] = (struct lay_node){ shape, stride, 0 };
}

static struct modes leaves_of(const layout_t *L)
{
    struct modes m = { 0 };
    for (int k = 0; k < L->n; k++)
        if (!L->at[k].kids)
            push(&m, L->at[k].shape, L->at[k].stride);
    return m;
}

/* A list as a layout: 1:0, a leaf, or a tuple of leaves. */
static void append(layout_t *r, const struct modes *m)
{
    if (m->n == 0)
        r->at[r->n++] = (struct lay_node){ 1, 0, 0 };
    if (m->n > 1)
        r->at[r->n++] = (struct lay_node){ 0, 0, m->n };
    memcpy(r->at + r->n, m->at, (size_t)m->n * sizeof *m->at);
    r->n += m->n;
}

void coalesce(const layout_t *L, layout_t *r)
{
    struct modes m = leaves_of(L);
    r->n = 0;
    append(r, &m);
}

/* The leaves of L that move, in order of stride; 0 where two of them meet. */
static int in_order(const layout_t *L, struct modes *m)
{
    int64_t filled = 1;
    m->n = 0;
    for (int k = 0; k < L->n; k++) {
        const struct lay_node *x = L->at + k;
        if (x->kids || x->shape == 1 || x->stride == 0)
            continue;
        int j = m->n++;
        for (; j > 0 && m->at[j - 1].stride > x->stride; j--)
            m->at[j] = m->at[j - 1];
        m->at[j] = *x;
    }
    for (int k = 0; k < m->n; k++) {
        if (m->at[k].stride % filled)
            return 0;
        filled = m->at[k].shape * m->at[k].stride;
    }
    return 1;
}

/* A, coalesced, o s:d. */
static int compose_leaf(const struct modes *a, int64_t s, int64_t d, struct modes *r)
{
    r->n = 0;
    if (s == 1 || d == 0) {
        push(r, s, 0);
        return LAY_OK;
    }
    for (int k = 0; k < a->n; k++) {
        int64_t size = a->at[k].shape, stride = a->at[k].stride;
        int last = k == a->n - 1;
        if (!last && d > 1 && d % size == 0) { /* a whole leaf lies between two of the elements */
            d /= size;
            continue;
        }
        if (!last && size % d)
            return LAY_BAD;
        int64_t part = last || s < size / d ? s : size / d;
        if (s % part)
            return LAY_BAD;
        push(r, part, d * stride);
        s /= part;
        d = 1;
    }
    return LAY_OK;
}

int composition(const layout_t *A, const layout_t *B, layout_t *r)
{
    struct modes a = leaves_of(A), m;
    layout_t out = { 0 };
    if (layout_cosize(B) > layout_size(A) || !in_order(B, &m))
        return LAY_BAD;
    for (int k = 0; k < B->n; k++) {
        if (B->at[k].kids) {
            out.at[out.n++] = B->at[k];
            continue;
        }
        if (compose_leaf(&a, B->at[k].shape, B->at[k].stride, &m))
            return LAY_BAD;
        append(&out, &m);
    }
    *r = out;
    return LAY_OK;
}

int complement(const layout_t *A, int64_t M, layout_t *r)
{
    struct modes a, rest = { 0 };
    int64_t filled = 1;
    if (!in_order(A, &a))
        return LAY_BAD;
    for (int k = 0; k < a.n; k++) {
        push(&rest, a.at[k].stride / filled, filled);
        filled = a.at[k].shape * a.at[k].stride;
    }
    push(&rest, (M + filled - 1) / filled, filled);
    r->n = 0;
    append(r, &rest);
    return LAY_OK;
}

int logical_divide(const layout_t *A, const layout_t *B, layout_t *r)
{
    layout_t part[2] = { *B }, both;
    if (complement(B, layout_size(A), &part[1]))
        return LAY_BAD;
    both = lay_tuple(2, part);
    return composition(A, &both, r);
}

int zipped_divide(const layout_t *A, int n, const layout_t *tile, layout_t *r)
{
    layout_t in[LAY_NODES], rest[LAY_NODES], both[2];
    int rank = lay_rank(A);
    if (n < 1 || n > rank)
        return LAY_BAD;
    for (int k = 0; k < rank; k++) {
        rest[k] = lay_mode(A, k);
        if (k >= n)
            continue;
        layout_t cut;
        if (logical_divide(&rest[k], &tile[k], &cut))
            return LAY_BAD;
        in[k] = lay_mode(&cut, 0);
        rest[k] = lay_mode(&cut, 1);
    }
    both[0] = lay_tuple(n, in);
    both[1] = lay_tuple(rank, rest);
    *r = lay_tuple(2, both);
    return LAY_OK;
}

/* --- banks ------------------------------------------------------------------------------------------------------ */

int64_t swizzle(swizzle_t z, int64_t x)
{
    int64_t mask = ((int64_t)1 << z.bits) - 1;
    if (z.shift < 0)
        return x ^ (x >> z.base & mask) << (z.base - z.shift);
    return x ^ (x >> (z.base + z.shift) & mask) << z.base;
}

enum { BANKS = 32, WORD = 4, GROUP = 128 };

/* One more word that a group wants; how many its bank then has to hand out. */
static int want(int64_t words[BANKS][BANKS], int count[BANKS], int64_t word)
{
    int bank = (int)(word % BANKS);
    for (int k = 0; k < count[bank]; k++)
        if (words[bank][k] == word)
            return count[bank];
    words[bank][count[bank]] = word;
    return ++count[bank];
}

int bank_conflicts(const layout_t *lanes, swizzle_t z, int elem, int width)
{
    int64_t size = layout_size(lanes), words[BANKS][BANKS];
    int most = 1, group = width < WORD ? BANKS : GROUP / width, count[BANKS];
    for (int64_t i = 0; i < size; i++) {
        int64_t at = elem * swizzle(z, offset(lanes, 0, lanes->n, i));
        if (at % width)
            return LAY_BAD;
        if (i % group == 0)
            memset(count, 0, sizeof count);
        for (int b = 0; b < width; b += WORD) {
            int n = want(words, count, (at + b) / WORD);
            most = n > most ? n : most;
        }
    }
    return most;
}
