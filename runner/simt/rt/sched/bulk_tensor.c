/*
 * bulk_tensor.c: which bytes of global memory a tensor map's box consists of, and where they lie in shared memory.
 *
 * A box is a number of rows along dimension 0. In tile mode the other dimensions follow each other, each by its element
 * stride; in im2col mode a row is the channels of one pixel, and pixels follow each other through the bounding box, W
 * first. What lies outside of the tensor is filled when it is read and left out when it is written, but for the rest of
 * a row's last 16 bytes. All of this is as an H200 was seen to do it (tests/simt/tensor_copy.cu).
 */
#include "bulk.h"

unsigned tensor_element(const struct simt_tensormap *m)
{
    static const uint8_t size[SIMT_TENSOR_TYPES] = { 1, 2, 4, 4, 8, 8, 2, 4, 8, 2, 4, 4, 4 };

    return size[m->type];
}

static unsigned row_elements(const struct simt_tensormap *m)
{
    return m->im2col ? m->channels : m->box_last[0] + 1u;
}

static unsigned along(const struct simt_tensormap *m, unsigned d)
{
    return (m->box_last[d] + m->step[d]) / m->step[d]; /* of box_last + 1, rounded up */
}

static size_t rows_of(const struct simt_tensormap *m)
{
    size_t n = 1;

    if (m->im2col)
        return m->pixels;
    for (unsigned d = 1; d < m->rank; d++)
        n *= along(m, d);
    return n;
}

size_t tensor_bytes(const struct simt_tensormap *m)
{
    return rows_of(m) * row_elements(m) * tensor_element(m);
}

/* From row to row in shared memory: a row that is shorter than the swizzle's span is padded to it. */
static size_t row_pitch(const struct simt_tensormap *m)
{
    size_t row = (size_t)row_elements(m) * tensor_element(m), span = m->swizzle ? 16u << m->swizzle : 0;

    return row < span ? span : row;
}

size_t tensor_span(const struct simt_tensormap *m)
{
    return rows_of(m) * row_pitch(m);
}

size_t tensor_swizzled(const struct simt_tensormap *m, size_t at)
{
    switch (m->swizzle) {
    case SIMT_SWIZZLE_32B: return at ^ (at >> 3 & 0x10);
    case SIMT_SWIZZLE_64B: return at ^ (at >> 3 & 0x30);
    case SIMT_SWIZZLE_128B: return at ^ (at >> 3 & 0x70);
    default: return at;
    }
}

uint64_t tensor_fill(const struct simt_tensormap *m)
{
    return m->fill_nan ? 0x7ff77ff77ff77ff7ull : 0; /* whatever the element's size */
}

/* One row at these indices; those from 1 on may lie outside. */
static void one_row(const struct simt_tensormap *m, const int64_t *index, size_t at, piece_fn *fn, void *arg)
{
    unsigned size = tensor_element(m), n = row_elements(m);
    int64_t from = index[0], end = from + n, last = m->last[0], lo = from < 0 ? 0 : from;
    int64_t hi = end > last + 1 ? last + 1 : end;
    uintptr_t global = m->base;
    int outside = lo >= hi;

    for (unsigned d = 1; d < m->rank; d++) {
        outside |= index[d] < 0 || index[d] > (int64_t)m->last[d];
        global += (uintptr_t)index[d] * m->stride[d - 1];
    }
    if (outside) {
        fn(arg, &(struct piece){ at, 0, n * size });
        return;
    }
    if (lo > from)
        fn(arg, &(struct piece){ at, 0, (unsigned)(lo - from) * size });
    fn(arg, &(struct piece){ at + (size_t)(lo - from) * size, global + (uintptr_t)lo * size,
                             (unsigned)(hi - lo) * size });
    if (end > hi)
        fn(arg, &(struct piece){ at + (size_t)(hi - from) * size, 0, (unsigned)(end - hi) * size });
}

static void tile_pieces(const struct simt_tensormap *m, const int *at, piece_fn *fn, void *arg)
{
    size_t rows = rows_of(m), row = row_pitch(m);
    unsigned k[SIMT_TENSOR_DIMS] = { 0 };
    int64_t index[SIMT_TENSOR_DIMS] = { 0 };

    for (size_t r = 0; r < rows; r++) {
        for (unsigned d = 0; d < m->rank; d++)
            index[d] = (int64_t)at[d] + (int64_t)k[d] * m->step[d];
        one_row(m, index, r * row, fn, arg);
        for (unsigned d = 1; d < m->rank && ++k[d] == along(m, d); d++)
            k[d] = 0;
    }
}

static void im2col_pieces(const struct simt_tensormap *m, const int *at, const uint16_t *by, piece_fn *fn, void *arg)
{
    size_t row = row_pitch(m);
    int64_t pixel[SIMT_TENSOR_DIMS] = { 0 }, index[SIMT_TENSOR_DIMS] = { 0 };
    unsigned batch = m->rank - 1u;

    for (unsigned d = 0; d < m->rank; d++)
        pixel[d] = at[d];
    for (unsigned r = 0; r < m->pixels; r++) {
        unsigned d = 1;
        for (unsigned i = 0; i < m->rank; i++)
            index[i] = pixel[i] + (i && i < batch && by ? by[i - 1] : 0);
        one_row(m, index, r * row, fn, arg);
        for (; d < batch; d++) {
            pixel[d] += m->step[d];
            if (pixel[d] <= (int64_t)m->last[d] + m->upper[d - 1])
                break;
            pixel[d] = m->lower[d - 1];
        }
        if (d == batch)
            pixel[batch]++;
    }
}

void tensor_pieces(const struct simt_tensormap *m, const int *at, const uint16_t *by, piece_fn *fn, void *arg)
{
    if (m->im2col)
        im2col_pieces(m, at, by, fn, arg);
    else
        tile_pieces(m, at, fn, arg);
}

struct extent {
    uintptr_t lo, hi;
};

static void widen(void *arg, const struct piece *p)
{
    struct extent *e = arg;

    if (!p->global)
        return;
    e->lo = p->global < e->lo ? p->global : e->lo;
    e->hi = p->global + p->bytes > e->hi ? p->global + p->bytes : e->hi;
}

int tensor_extent(const struct simt_tensormap *m, const int *at, const uint16_t *by, uintptr_t *lo, uintptr_t *hi)
{
    struct extent e = { UINTPTR_MAX, 0 };

    tensor_pieces(m, at, by, widen, &e);
    *lo = e.lo;
    *hi = e.hi;
    return e.lo < e.hi;
}
