/*
 * harness.c: a rank's side of the lab: it lays out a rank's data and calls one of the learner's functions. It runs in
 * the learner's process and judges nothing.
 */
#include <stdlib.h>
#include <string.h>

#include "lab.h"
#include "ridge/frame.h"

#define HARNESS(call)                                                                                                  \
    ridge_trampoline ridge_call_##call;                                                                                \
    void ridge_call_##call(const struct ridge_frame *f)

/* --- sums ------------------------------------------------------------------------------------------------ */

/* A normal half or zero, as a float: all that the cases have. */
static float of_half(uint16_t h)
{
    uint32_t bits = (uint32_t)(h & 0x8000) << 16 | (h & 0x7fff ? ((uint32_t)(h & 0x7fff) << 13) + (112u << 23) : 0);
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static uint16_t to_half(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    uint32_t size = bits & 0x7fffffff;
    return (uint16_t)(bits >> 16 & 0x8000) | (uint16_t)(size ? (size - (112u << 23)) >> 13 : 0);
}

#define FOLD(T)                                                                                                        \
    for (int64_t k = 0; k < n; k++)                                                                                    \
    ((T *)into)[k] += ((const T *)from)[k]

void fold(comm_type t, void *into, const void *from, int64_t n)
{
    switch (t) {
    case COMM_F32: FOLD(float); break;
    case COMM_I64: FOLD(int64_t); break;
    case COMM_U16:
        for (int64_t k = 0; k < n; k++)
            ((uint16_t *)into)[k] = to_half(of_half(((uint16_t *)into)[k]) + of_half(((const uint16_t *)from)[k]));
        break;
    default: comm_fail("fold() was called with a type that this lab does not have: %d.", (int)t);
    }
}

/* --- calls --------------------------------------------------------------------------------------------- */

/* n | x [n], this rank's | part: what rs_ring() has left of this rank's part, then zeros */
HARNESS(rs)
{
    comm_t *c = comm_world();
    int64_t n = f->i[0], from = cut(n, comm_size(c), comm_rank(c)), to = cut(n, comm_size(c), comm_rank(c) + 1);
    float *buf = malloc((size_t)n * sizeof *buf + 1);
    memcpy(buf, f->buf[0], (size_t)n * sizeof *buf);
    rs_ring(c, buf, n, COMM_F32);
    memset(f->buf[1], 0, f->count[1] * sizeof *buf);
    memcpy(f->buf[1], buf + from, (size_t)(to - from) * sizeof *buf);
    free(buf);
}

/* n | own: this rank's part, then whatever | all [n] */
HARNESS(ag)
{
    comm_t *c = comm_world();
    int64_t n = f->i[0], from = cut(n, comm_size(c), comm_rank(c)), to = cut(n, comm_size(c), comm_rank(c) + 1);
    float *all = f->buf[1];
    memset(all, 0x11, (size_t)n * sizeof *all);
    memcpy(all + from, f->buf[0], (size_t)(to - from) * sizeof *all);
    ag_ring(c, all, n, COMM_F32);
}

/* One of so many communicators: ranks are dealt to them in turn. */
static comm_t *group(int64_t groups)
{
    comm_t *w = comm_world();
    return groups == 1 ? w : comm_split(w, comm_rank(w) % (int)groups, comm_rank(w));
}

/* Of two groups each has its own sum: neighbours exchange theirs. */
static void together(int64_t groups, float *sum, int64_t n)
{
    comm_t *w = comm_world();
    if (groups == 1)
        return;
    float *other = malloc((size_t)n * sizeof *other + 1);
    comm_sendrecv(w, sum, n * (int64_t)sizeof *sum, comm_rank(w) ^ 1, other, n * (int64_t)sizeof *sum, comm_rank(w) ^ 1,
                  0);
    fold(COMM_F32, sum, other, n);
    free(other);
}

/* n, in place or not, groups: 1 or 2 | x [n], this rank's | sum [n] */
HARNESS(rsag)
{
    int64_t n = f->i[0];
    if (f->i[1])
        memcpy(f->buf[1], f->buf[0], (size_t)n * sizeof(float));
    allreduce_rsag(group(f->i[2]), f->i[1] ? f->buf[1] : f->buf[0], f->buf[1], n, COMM_F32);
    together(f->i[2], f->buf[1], n);
}

/* Dealt: ranks come to the nodes in turn, and the last one of each is its first. */
static void hier(int node, int dealt, const void *in, void *out, int64_t n, comm_type t)
{
    comm_t *w = comm_world();
    int r = comm_rank(w), nodes = comm_size(w) / node;
    int at = dealt ? r % nodes : r / node, place = dealt ? r / nodes : r % node;
    comm_t *mine = comm_split(w, at, dealt ? -r : r), *rail = comm_split(w, place, r);
    allreduce_hier(mine, rail, in, out, n, t);
}

/* n; which of three; ranks of a node; chunk | xl [n], xh [n], this rank's | sl [n], sh [n]. The larger ones last. */
HARNESS(types)
{
    comm_t *c = comm_world();
    stream_t *side = comm_stream();
    for (int k = 1; k >= 0; k--) {
        comm_type t = k ? COMM_U16 : COMM_I64;
        const void *in = f->buf[k];
        void *out = f->buf[2 + k];
        if (f->i[1] == 0)
            allreduce_rsag(c, in, out, f->i[0], t);
        else if (f->i[1] == 1)
            allreduce_tree(c, side, in, out, f->i[0], t, f->i[3]);
        else
            hier((int)f->i[2], 0, in, out, f->i[0], t);
    }
}

/* most | links: for each P up to most, each rank and both trees: up and the two below */
HARNESS(nodes)
{
    int32_t *out = f->buf[0];
    for (int P = 1; P <= f->i[0]; P++)
        for (int k = 0; k < 2 * P; k++, out += 3) {
            struct tree t = { -2, { -2, -2 } };
            tree_node(P, k / 2, k % 2, &t);
            out[0] = t.up, out[1] = t.down[0], out[2] = t.down[1];
        }
}

/* n, chunk (0: as large as can be), how often, groups: 1 or 2 | x [n], this rank's | sum [n] */
HARNESS(tree)
{
    stream_t *side = comm_stream();
    comm_t *c = group(f->i[3]);
    int64_t chunk = f->i[1] ? f->i[1] : INT64_MAX;
    for (int64_t k = 1; k <= f->i[2]; k++) /* each time more, at last all */
        allreduce_tree(c, side, f->buf[0], f->buf[1], f->i[0] * k / f->i[2], COMM_F32, chunk);
    together(f->i[3], f->buf[1], f->i[0]);
}

/* n, ranks of a node, dealt or not | x [n], this rank's | sum [n] */
HARNESS(hier)
{
    hier((int)f->i[1], (int)f->i[2], f->buf[0], f->buf[1], f->i[0], COMM_F32);
}

/* n, from, to, turned or not | x [n], this rank's | sum [n]; place: this rank's in the new communicator */
HARNESS(around)
{
    comm_t *old = f->i[3] ? comm_split(comm_world(), 0, -comm_rank(comm_world())) : comm_world();
    comm_t *c = ring_around(old, (int)f->i[1], (int)f->i[2]);
    if (!c || comm_size(c) != comm_size(comm_world()))
        comm_fail("ring_around() gave no communicator of all ranks.");
    *(int32_t *)f->buf[2] = comm_rank(c);
    allreduce_rsag(c, f->buf[0], f->buf[1], f->i[0], COMM_F32);
}

/* rows | runs [rows][3]: ranks, bytes, seconds | bus [rows] */
HARNESS(bus)
{
    const double *run = f->buf[0];
    for (int64_t k = 0; k < f->i[0]; k++, run += 3)
        ((double *)f->buf[1])[k] = busbw((int)run[0], run[1], run[2]);
}

/* rows, m | sweep [rows][1 + 2m]: ranks, m sizes, m times | fitted [rows][2] */
HARNESS(fit)
{
    int64_t m = f->i[1];
    const double *row = f->buf[0];
    double *out = f->buf[1];
    for (int64_t k = 0; k < f->i[0]; k++, row += 1 + 2 * m, out += 2)
        fit((int)row[0], (int)m, row + 1, row + 1 + m, &out[0], &out[1]);
}
