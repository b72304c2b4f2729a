/*
 * All-reduces, the reference. naive.c sends everything through rank 0; this is what the network's shape asks for:
 *
 *   two halves        a reduce-scatter leaves each rank the sum of one part, an all-gather hands the parts round. Each
 *                     is a ring of P - 1 steps; whoever has a use for the sums in between can stop there.
 *   two trees         a ring has 2(P-1) latencies. A tree has 2 log2 P, but its inner ranks would receive the buffer
 *                     from two children and its leaves' ports would idle. With a second tree in which the inner ranks
 *                     of the first are leaves, each carrying half of the data, every port is as busy as every other.
 *   chunks            a rank sends one up while the next one comes, so depth costs latency and no bandwidth. It is ready
 *                     for one of each child at a time, and not for all: a leaf, which has everything at once, would fill
 *                     its port with one tree's chunks while the other tree waits for its own.
 *   levels            between nodes only what the node has summed travels, and each rank carries its own part of that.
 *
 * The second tree runs on a stream. Both could be served by one thread that waits for any message of either; a thread
 * that waits for one tree's message while the other's lies there would add up the depths of both.
 */
#include <stdlib.h>
#include <string.h>

#include "lab.h"

enum { RING, TREE }; /* tags; the trees use TREE and TREE + 1 */
enum { AHEAD = 1 };  /* chunks of one child that a rank is ready to receive */

/* ------------------------------------------------------------------------------------- the ring */

/* Part `out` goes to the right while part `in` comes from the left to `to`. */
static void step(comm_t *c, const char *buf, int64_t n, int64_t width, int out, int in, void *to)
{
    int P = comm_size(c), r = comm_rank(c);
    comm_sendrecv(c, buf + cut(n, P, out) * width, (cut(n, P, out + 1) - cut(n, P, out)) * width, (r + 1) % P,
                  to, (cut(n, P, in + 1) - cut(n, P, in)) * width, (r + P - 1) % P, RING);
}

void rs_ring(comm_t *c, void *buf, int64_t n, comm_type t)
{
    int P = comm_size(c), r = comm_rank(c);
    int64_t width = comm_type_size(t);
    char *base = buf, *got = malloc((size_t)((n / P + 1) * width));
    for (int s = 1; s < P; s++) { /* the part that goes round longest is this rank's own */
        int out = (r - s + P) % P, in = (r - s - 1 + P) % P;
        step(c, base, n, width, out, in, got);
        fold(t, base + cut(n, P, in) * width, got, cut(n, P, in + 1) - cut(n, P, in));
    }
    free(got);
}

void ag_ring(comm_t *c, void *buf, int64_t n, comm_type t)
{
    int P = comm_size(c), r = comm_rank(c);
    int64_t width = comm_type_size(t);
    for (int s = 0; s < P - 1; s++) {
        int out = (r - s + P) % P, in = (r - s - 1 + P) % P;
        step(c, buf, n, width, out, in, (char *)buf + cut(n, P, in) * width);
    }
}

static void take(void *out, const void *in, int64_t n, comm_type t)
{
    if (out != in)
        memcpy(out, in, (size_t)(n * comm_type_size(t)));
}

void allreduce_rsag(comm_t *c, const void *in, void *out, int64_t n, comm_type t)
{
    take(out, in, n, t);
    rs_ring(c, out, n, t);
    ag_ring(c, out, n, t);
}

/* ------------------------------------------------------------------------------------- the trees */

/*
 * The first tree. A number's lowest bit is its height: odd ranks are leaves, twice odd ones stand above two leaves, and
 * so on. A rank's parent is the neighbour at twice the distance, if there is one; else the rank without the bit.
 */
static void plant(int P, int rank, struct tree *t)
{
    int low = 1;
    while (low < P && !(rank & low))
        low *= 2;
    t->up = rank == 0 ? -1 : (rank - low) | 2 * low;
    if (t->up >= P)
        t->up = rank - low;
    t->down[0] = rank == 0 || low == 1 ? -1 : rank - low / 2;
    int below = low / 2;
    while (below && rank + below >= P)
        below /= 2;
    t->down[1] = below ? rank + below : -1;
}

/* The second tree is the first one seen from the other end; with an odd P it is moved on by one. */
static int turned(int P, int rank, int back)
{
    return rank < 0 ? -1 : P % 2 == 0 ? P - 1 - rank : (rank + (back ? P - 1 : 1)) % P;
}

void tree_node(int P, int rank, int which, struct tree *ret)
{
    plant(P, which ? turned(P, rank, 1) : rank, ret);
    if (which)
        *ret = (struct tree){ turned(P, ret->up, 0), { turned(P, ret->down[0], 0), turned(P, ret->down[1], 0) } };
}

struct half {
    comm_t *c;
    char *buf;
    int64_t n, chunk, chunks, width;
    comm_type t;
    int tag;
    struct tree at;
};

static int64_t begin(const struct half *h, int64_t i)
{
    return i * h->chunk * h->width;
}

static int64_t elements(const struct half *h, int64_t i)
{
    return i < h->chunks - 1 ? h->chunk : h->n - i * h->chunk;
}

static comm_req give(const struct half *h, int64_t i, int to)
{
    return comm_isend(h->c, h->buf + begin(h, i), elements(h, i) * h->width, to, h->tag);
}

/* The receive for chunk i, if there is one and a rank to receive it from. */
static void expect(const struct half *h, comm_req *came, char *into, int64_t i, int from)
{
    if (from >= 0 && i < h->chunks)
        came[i] = comm_irecv(h->c, into + begin(h, i), elements(h, i) * h->width, from, h->tag);
}

/* Sums of the ranks below come in, chunk by chunk, and go up with this rank's own. */
static void rise(struct half *h, comm_req *sent)
{
    const int *down = h->at.down;
    char *from[2];
    comm_req *came[2];
    for (int k = 0; k < 2; k++) {
        from[k] = malloc((size_t)(h->n * h->width + 1));
        came[k] = malloc((size_t)(h->chunks + 1) * sizeof *came[k]);
        for (int64_t i = 0; i < AHEAD; i++)
            expect(h, came[k], from[k], i, down[k]);
    }
    for (int64_t i = 0; i < h->chunks; i++) {
        for (int k = 0; k < 2; k++)
            if (down[k] >= 0) {
                comm_wait(came[k][i], NULL);
                expect(h, came[k], from[k], i + AHEAD, down[k]);
                fold(h->t, h->buf + begin(h, i), from[k] + begin(h, i), elements(h, i));
            }
        if (h->at.up >= 0)
            sent[i] = give(h, i, h->at.up);
    }
    if (h->at.up >= 0)
        comm_waitall((int)h->chunks, sent);
    for (int k = 0; k < 2; k++) {
        free(from[k]);
        free(came[k]);
    }
}

/* Finished sums come from above and go on to those below. */
static void sink(struct half *h, comm_req *came)
{
    comm_req *sent = malloc((size_t)(2 * h->chunks + 1) * sizeof *sent);
    int n = 0;
    for (int64_t i = 0; i < AHEAD; i++)
        expect(h, came, h->buf, i, h->at.up);
    for (int64_t i = 0; i < h->chunks; i++) {
        if (h->at.up >= 0)
            comm_wait(came[i], NULL);
        expect(h, came, h->buf, i + AHEAD, h->at.up);
        for (int k = 0; k < 2; k++)
            if (h->at.down[k] >= 0)
                sent[n++] = give(h, i, h->at.down[k]);
    }
    comm_waitall(n, sent);
    free(sent);
}

static void one_tree(void *arg)
{
    struct half *h = arg;
    comm_req *q = malloc((size_t)(h->chunks + 1) * sizeof *q);
    rise(h, q);
    sink(h, q);
    free(q);
}

void allreduce_tree(comm_t *c, stream_t *side, const void *in, void *out, int64_t n, comm_type t, int64_t chunk)
{
    struct half half[2];
    take(out, in, n, t);
    for (int w = 0; w < 2; w++) {
        int64_t from = cut(n, 2, w), count = cut(n, 2, w + 1) - from, width = comm_type_size(t);
        half[w] = (struct half){ .c = c, .buf = (char *)out + from * width, .n = count, .chunk = chunk,
                                 .chunks = count / chunk + (count % chunk != 0), .width = width, .t = t, .tag = TREE + w };
        tree_node(comm_size(c), comm_rank(c), w, &half[w].at);
    }
    stream_run(side, one_tree, &half[1]);
    one_tree(&half[0]);
    stream_sync(side);
}

/* ---------------------------------------------------------------------------------------- topology */

void allreduce_hier(comm_t *node, comm_t *rail, const void *in, void *out, int64_t n, comm_type t)
{
    int L = comm_size(node), l = comm_rank(node);
    char *part = (char *)out + cut(n, L, l) * comm_type_size(t);
    take(out, in, n, t);
    rs_ring(node, out, n, t);
    allreduce_rsag(rail, part, part, cut(n, L, l + 1) - cut(n, L, l), t);
    ag_ring(node, out, n, t);
}

/* If `to` follows `from`, the two change places; where one of them is rank 0, the other and its other neighbour do. */
comm_t *ring_around(comm_t *c, int from, int to)
{
    int P = comm_size(c), r = comm_rank(c), a = from, b = to;
    if (from == 0)
        a = 2;
    else if (to == 0)
        b = P - 2;
    int key = r == a ? b : r == b ? a : r;
    return comm_split(c, 0, to == (from + 1) % P ? key : r);
}

/* ----------------------------------------------------------------------------------------- figures */

double busbw(int P, double bytes, double seconds)
{
    return 2.0 * (P - 1) / P * bytes / seconds;
}

/* t = a + b S: divided by what was measured, a/t + b S/t should be 1. Two normal equations. */
void fit(int P, int n, const double *bytes, const double *seconds, double *alpha, double *beta)
{
    double uu = 0, uv = 0, vv = 0, u1 = 0, v1 = 0;
    for (int k = 0; k < n; k++) {
        double u = 1 / seconds[k], v = bytes[k] / seconds[k];
        uu += u * u, uv += u * v, vv += v * v;
        u1 += u, v1 += v;
    }
    double det = uu * vv - uv * uv, a = (u1 * vv - v1 * uv) / det, b = (v1 * uu - u1 * uv) / det;
    *alpha = a / (2.0 * (P - 1));
    *beta = 2.0 * (P - 1) / P / b;
}
