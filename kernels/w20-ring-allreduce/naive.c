/*
 * All-reduces, the obvious way: rank 0 collects everything, adds up and hands out. Right, and its port carries P - 1
 * buffers in and as many out while all other ports wait; between nodes the same happens on one NIC of one node.
 */
#include <stdlib.h>
#include <string.h>

#include "lab.h"

enum { UP = 1, DOWN = 2 };

static int64_t bytes(int64_t n, int P, int k, comm_type t)
{
    return (cut(n, P, k + 1) - cut(n, P, k)) * comm_type_size(t);
}

/* Rank 0 has the sum of all afterwards. */
static void collect(comm_t *c, void *buf, int64_t n, comm_type t)
{
    int64_t all = n * comm_type_size(t);
    if (comm_rank(c)) {
        comm_send(c, buf, all, 0, UP);
        return;
    }
    void *got = malloc((size_t)all + 1);
    for (int r = 1; r < comm_size(c); r++) { /* always in this order: the sum has the same bits in every run */
        comm_recv(c, got, all, r, UP, NULL);
        fold(t, buf, got, n);
    }
    free(got);
}

static void hand_out(comm_t *c, void *buf, int64_t n, comm_type t)
{
    int64_t all = n * comm_type_size(t);
    if (comm_rank(c))
        comm_recv(c, buf, all, 0, DOWN, NULL);
    for (int r = 1; r < comm_size(c) && comm_rank(c) == 0; r++)
        comm_send(c, buf, all, r, DOWN);
}

void rs_ring(comm_t *c, void *buf, int64_t n, comm_type t)
{
    collect(c, buf, n, t);
    hand_out(c, buf, n, t);
}

void ag_ring(comm_t *c, void *buf, int64_t n, comm_type t)
{
    int P = comm_size(c), me = comm_rank(c);
    int64_t width = comm_type_size(t);
    if (me)
        comm_send(c, (char *)buf + cut(n, P, me) * width, bytes(n, P, me, t), 0, UP);
    for (int r = 1; r < P && me == 0; r++)
        comm_recv(c, (char *)buf + cut(n, P, r) * width, bytes(n, P, r, t), r, UP, NULL);
    hand_out(c, buf, n, t);
}

void allreduce_rsag(comm_t *c, const void *in, void *out, int64_t n, comm_type t)
{
    if (out != in)
        memcpy(out, in, (size_t)(n * comm_type_size(t)));
    collect(c, out, n, t);
    hand_out(c, out, n, t);
}

/* Ranks in a heap, and in a heap from the other end, have trees of the least depth, in which the first half of the ranks
 * is inner and the second half leaves. */
void tree_node(int P, int rank, int which, struct tree *ret)
{
    int at = which ? P - 1 - rank : rank, left = 2 * at, right = 2 * at + 1; /* rank 0's one child is rank 1 */
    ret->up = at ? at / 2 : -1;
    ret->down[0] = at && left < P ? left : -1;
    ret->down[1] = right < P ? right : -1;
    if (which) {
        ret->up = ret->up < 0 ? -1 : P - 1 - ret->up;
        for (int k = 0; k < 2; k++)
            ret->down[k] = ret->down[k] < 0 ? -1 : P - 1 - ret->down[k];
    }
}

void allreduce_tree(comm_t *c, stream_t *side, const void *in, void *out, int64_t n, comm_type t, int64_t chunk)
{
    (void)side;
    if (out != in)
        memcpy(out, in, (size_t)(n * comm_type_size(t)));
    for (int64_t k = 0; k < n; k += chunk) {
        char *at = (char *)out + k * comm_type_size(t);
        collect(c, at, n - k < chunk ? n - k : chunk, t);
        hand_out(c, at, n - k < chunk ? n - k : chunk, t);
    }
}

void allreduce_hier(comm_t *node, comm_t *rail, const void *in, void *out, int64_t n, comm_type t)
{
    if (out != in)
        memcpy(out, in, (size_t)(n * comm_type_size(t)));
    collect(node, out, n, t);
    if (comm_rank(node) == 0) {
        collect(rail, out, n, t);
        hand_out(rail, out, n, t);
    }
    hand_out(node, out, n, t);
}

/* `to` goes to the place behind rank 0, or to the end if that is where it must not be; a rank that must not come before
 * rank 0 goes behind rank 0 itself. */
comm_t *ring_around(comm_t *c, int from, int to)
{
    int P = comm_size(c), r = comm_rank(c), moved = to == 0 ? from : to, last = from == 0;
    int key = r == moved ? (last ? 2 * P : 1) : 2 * r;
    return comm_split(c, 0, key);
}

double busbw(int P, double bytes_, double seconds)
{
    return bytes_ / seconds * (2.0 * P - 2.0) / P;
}

/* A line through the weighted middle, weights 1/t^2. */
void fit(int P, int n, const double *size, const double *seconds, double *alpha, double *beta)
{
    double w = 0, ws = 0, wt = 0, sst = 0, sss = 0;
    for (int k = 0; k < n; k++) {
        double weight = 1 / (seconds[k] * seconds[k]);
        w += weight, ws += weight * size[k], wt += weight * seconds[k];
    }
    for (int k = 0; k < n; k++) {
        double weight = 1 / (seconds[k] * seconds[k]), s = size[k] - ws / w;
        sst += weight * s * (seconds[k] - wt / w), sss += weight * s * s;
    }
    double slope = sst / sss, at_zero = wt / w - slope * ws / w;
    *alpha = at_zero / (2.0 * (P - 1));
    *beta = 2.0 * (P - 1) / P / slope;
}
