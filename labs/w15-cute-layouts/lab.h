/*
 * lab.h: the interface of w15-cute-layouts. Skeleton, reference and harness all include this one file.
 *
 * A layout is a shape and a stride that are nested alike, written shape:stride. It is a function from coordinates to
 * offsets: a coordinate has a number for each leaf, and the offset is the sum of the numbers times their strides.
 * ((2,4),8):((1,16),2) has three leaves, 2:1, 4:16 and 8:2, and two modes, (2,4):(1,16) and 8:2.
 *
 *   - A linear index is a coordinate too: the leaves count like the wheels of an odometer, and the LEFTMOST leaf turns
 *     fastest. L(i) is the offset of linear index i. The last leaf has no end: it takes all that is left of i.
 *   - Shapes are at least 1, strides at least 0. All sizes and offsets fit an int64_t, and not always an int; so does
 *     shape times stride of each leaf.
 *   - "Coalesced" modes are leaves in a row with the same offsets for the same linear indices, as few of them as there
 *     can be: none has size 1, and none continues the leaf before it, as 3:2 continues 2:1 and 5:0 continues 4:0. A
 *     size of 1 leaves the one leaf 1:0.
 *   - A result of one leaf is a leaf, not a tuple of one, unless a function says otherwise.
 *   - Functions that return LAY_OK or LAY_BAD write their result only with LAY_OK. The result may be the same object as
 *     an input. Results have at most LAY_NODES nodes in all cases.
 */
#ifndef W15_CUTE_LAYOUTS_LAB_H
#define W15_CUTE_LAYOUTS_LAB_H

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { LAY_OK = 0, LAY_BAD = -1 };
enum { LAY_NODES = 40 };

/* The tree of a layout in preorder: a tuple stands before its members. */
struct lay_node {
    int64_t shape, stride; /* of a leaf; 0 in a tuple */
    int kids;              /* members of a tuple, at least 1; 0: a leaf */
};

typedef struct {
    int n; /* nodes */
    struct lay_node at[LAY_NODES];
} layout_t;

/* --- given: making layouts and taking them apart ---------------------------------------------------------------- */

static inline layout_t lay_leaf(int64_t shape, int64_t stride)
{
    return (layout_t){ .n = 1, .at = { { shape, stride, 0 } } };
}

/* The tuple of n layouts. */
static inline layout_t lay_tuple(int n, const layout_t *part)
{
    layout_t L = { .n = 1, .at = { { 0, 0, n } } };
    for (int k = 0; k < n; L.n += part[k].n, k++)
        memcpy(L.at + L.n, part[k].at, (size_t)part[k].n * sizeof *L.at);
    return L;
}

/* The node behind `node` and all that is in it. */
static inline int lay_after(const layout_t *L, int node)
{
    for (int open = 1; open > 0; node++)
        open += L->at[node].kids - 1;
    return node;
}

/* How many modes: the members of the outermost tuple; 1 for a leaf. */
static inline int lay_rank(const layout_t *L)
{
    return L->at[0].kids ? L->at[0].kids : 1;
}

/* Mode k of a layout, itself a layout. */
static inline layout_t lay_mode(const layout_t *L, int k)
{
    int from = L->at[0].kids ? 1 : 0;
    while (k-- > 0)
        from = lay_after(L, from);
    layout_t m = { .n = lay_after(L, from) - from };
    memcpy(m.at, L->at + from, (size_t)m.n * sizeof *m.at);
    return m;
}

/* Prints shape:stride and a newline, for your own eyes. */
static inline void lay_print(const layout_t *L)
{
    for (int strides = 0; strides < 2; strides++) {
        int left[LAY_NODES] = { 0 }, deep = 0; /* members to come, of each tuple that is open */
        for (int k = 0; k < L->n; k++) {
            const struct lay_node *m = L->at + k;
            if (m->kids)
                printf("("), left[++deep] = m->kids;
            else
                printf("%" PRId64, strides ? m->stride : m->shape);
            while (!m->kids && deep && --left[deep] == 0)
                printf(")"), deep--, m = &(struct lay_node){ 0 };
            if (!L->at[k].kids && deep)
                printf(",");
        }
        printf(strides ? "\n" : ":");
    }
}

/* --- yours: coordinates ----------------------------------------------------------------------------------------- */

/* How many coordinates L has, and the largest offset plus 1. */
int64_t layout_size(const layout_t *L);
int64_t layout_cosize(const layout_t *L);

/* The coordinate of linear index i >= 0, a number for each leaf, left to right. Returns the number of leaves. */
int idx2crd(const layout_t *L, int64_t i, int64_t crd[LAY_NODES]);

/*
 * The offset of a coordinate of n numbers, none of them negative:
 *   n = 1                     a linear index
 *   n = lay_rank(L)           a linear index into each mode, whose last leaf has no end either
 *   n = the number of leaves  a number for each leaf, which may be as large as it likes
 *   any other n               LAY_BAD, also 0 and below
 */
int64_t crd2idx(const layout_t *L, int n, const int64_t *crd);

/* --- yours: algebra --------------------------------------------------------------------------------------------- */

/* *r = L coalesced: one leaf, or a tuple of leaves. */
void coalesce(const layout_t *L, layout_t *r);

/*
 * *r = A o B, with r(c) = A(B(c)) for each coordinate c of B. It has B's tree, and each leaf s:d of B becomes what
 * A o s:d is, coalesced: a leaf, or a tuple of leaves. s:0 stays, and 1:d becomes 1:0.
 * LAY_BAD in any of these cases:
 *   - B leaves A: layout_cosize(B) > layout_size(A). (CuTe goes on into the last leaf, which has no end.)
 *   - B meets itself: of its leaves with s > 1 and d > 0, in order of d, some d is no multiple of the s*d before it.
 *     (CuTe does not look, composes leaf by leaf, and the result can be another function.)
 *   - d does not divide out. Of A coalesced, from the left, leaves are skipped while what is left of d is a multiple of
 *     their size. If more than 1 is left then, it has to divide the size of the next, of which size/rest are left.
 *   - s does not fit. From there on leaves, or what is left of one, are taken: while what is left of s is more than
 *     that, it has to be a multiple of it.
 *   Neither of these two is asked of the last leaf: it has no end.
 */
int composition(const layout_t *A, const layout_t *B, layout_t *r);

/*
 * *r = what A leaves out of M >= 1 places, coalesced: the layout, its offsets in rising order, for which (A, r) has
 * each of the offsets 0, 1, 2, ... exactly once, up to M - 1, or beyond it to where the repetition of A that M falls
 * into ends. Leaves of A with stride 0 do not count. LAY_BAD when A meets itself, as above.
 */
int complement(const layout_t *A, int64_t M, layout_t *r);

/* *r = A o (B, the complement of B in layout_size(A)), a tuple of two: the tile, and the tiles. LAY_BAD when one of the
 * two is; B then does not divide A. */
int logical_divide(const layout_t *A, const layout_t *B, layout_t *r);

/* Mode k of A is divided by tile[k], for k < n, and the halves are gathered: *r is ((tile of mode 0, tile of mode 1,
 * ...), (rest of mode 0, rest of mode 1, ..., mode n of A, mode n+1 of A, ...)). Both are tuples, even of one. LAY_BAD
 * when n < 1, n > lay_rank(A), or a division is. */
int zipped_divide(const layout_t *A, int n, const layout_t *tile, layout_t *r);

/* --- yours: banks ----------------------------------------------------------------------------------------------- */

/* Swizzle<bits, base, shift> of an offset x >= 0. With shift > 0 the `bits` bits from base + shift on are XORed into
 * those from base on; with shift < 0 those from base on into those from base - shift on. |shift| >= bits >= 0. */
typedef struct {
    int bits, base, shift;
} swizzle_t;

int64_t swizzle(swizzle_t z, int64_t x);

/*
 * One load or store of shared memory. Lane i < layout_size(lanes) accesses `width` bytes (2, 4, 8 or 16) from byte
 * elem * swizzle(z, lanes(i)) on; elem is the size of an element. The lanes go in groups that follow one another: 32
 * lanes at up to 4 bytes, 16 at 8, 8 at 16. Byte b lies in the 4-byte word b / 4, word w in bank w % 32. A bank hands
 * out one word at a time, to all lanes of the group that want it. Returns the largest number of different words that
 * a group wants of one bank: 1 is free of conflicts, n is an n-way conflict. LAY_BAD when an access does not start at a
 * multiple of its width, which a GPU refuses as well.
 */
int bank_conflicts(const layout_t *lanes, swizzle_t z, int elem, int width);

#endif
