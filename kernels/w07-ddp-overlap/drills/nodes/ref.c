/*
 * ref.c: reduce-scatter inside the node, all-reduce between nodes, all-gather inside the node.
 *
 * After the first phase each of a node's G ranks has the node's sum of its own part, a G-th of the buffer. The second
 * phase is a ring of the N ranks that have the same part, one in each node: G such rings run at once, and together they
 * send 2(N-1)/N of the buffer through a node's port, as one ring of nodes would. The third phase gives the parts to the
 * neighbours. No link inside the node is slow, and no byte leaves it twice.
 */
#include <string.h>

#include "lab.h"

enum { TAG = 1 };

/* P ranks in a ring: the k-th is first + k·stride of the communicator, and this one is `me`. */
struct ring {
    comm_t *c;
    int first, stride, P, me;
};

static int64_t part(int64_t n, int P, int k)
{
    return n / P * k + (k < n % P ? k : n % P);
}

static int64_t length(int64_t n, int P, int k)
{
    return part(n, P, k + 1) - part(n, P, k);
}

/* Part `out` goes to the right while part `in` comes from the left. */
static void pass(const struct ring *r, const float *from, int64_t n, int out, int in, float *to)
{
    int right = r->first + (r->me + 1) % r->P * r->stride, left = r->first + (r->me + r->P - 1) % r->P * r->stride;
    comm_sendrecv(r->c, from + part(n, r->P, out), length(n, r->P, out) * (int64_t)sizeof *from, right, to,
                  length(n, r->P, in) * (int64_t)sizeof *to, left, TAG);
}

/* Rank `me` ends with the sum of part me + 1. */
static void scatter(const struct ring *r, float *buf, int64_t n, float *got)
{
    for (int s = 0; s < r->P - 1; s++) {
        int out = (r->me - s + r->P) % r->P, in = (r->me - s - 1 + r->P) % r->P;
        float *mine = buf + part(n, r->P, in);
        pass(r, buf, n, out, in, got);
        for (int64_t k = 0; k < length(n, r->P, in); k++)
            mine[k] += got[k];
    }
}

/* The parts go round once more. */
static void gather(const struct ring *r, float *buf, int64_t n)
{
    for (int s = 0; s < r->P - 1; s++) {
        int out = (r->me + 1 - s + r->P) % r->P, in = (r->me - s + r->P) % r->P;
        pass(r, buf, n, out, in, buf + part(n, r->P, in));
    }
}

void ring_nodes(comm_t *c, int node, int64_t n, const float *x, float *sum)
{
    int rank = comm_rank(c), g = rank % node;
    struct ring inside = { c, rank - g, 1, node, g }, across = { c, g, node, comm_size(c) / node, rank / node };
    float *got = comm_alloc((n / node + 1) * (int64_t)sizeof *got);
    int own = (g + 1) % node;
    if (n > 0)
        memcpy(sum, x, (size_t)n * sizeof *sum);
    scatter(&inside, sum, n, got);
    float *mine = sum + part(n, node, own);
    int64_t m = length(n, node, own);
    scatter(&across, mine, m, got);
    gather(&across, mine, m);
    gather(&inside, sum, n);
    comm_free(got);
}
