/*
 * lab.h: the interface of w20-ring-allreduce, all-reduces and the network below them. Skeleton, reference and harness
 * all include this one file. ridge/ranks.h, which lies beside it, has messages, communicators, streams and the clock.
 *
 * Data of n elements is cut for P ranks by cut(): part k is [cut(n, P, k), cut(n, P, k + 1)). n may be 0, less than P,
 * and need not be a multiple of P; all ranks call with the same n and type. Parts of no elements are sent all the same.
 *
 * Collectives are made of messages: those of ranks.h are counted and must not be called. A communicator may have any of
 * the world's ranks, in any order, and several of them may be at work at once. All ranks end with the same
 * bits. Each function returns when its result is there and none of its messages is under way.
 */
#ifndef W20_ALLREDUCE_LAB_H
#define W20_ALLREDUCE_LAB_H

#include <ridge/ranks.h>

/* --- given: parts and sums -------------------------------------------------------------------------- */

static inline int64_t cut(int64_t n, int P, int k)
{
    return n / P * k + (k < n % P ? k : n % P);
}

/* into[k] += from[k] for n elements; they do not overlap. COMM_U16 stands for halves here. comm_type_size(t) is the
 * size of an element. */
void fold(comm_type t, void *into, const void *from, int64_t n);

/* --- yours: a ring and its halves --------------------------------------------------------------------- */

/*
 * buf[n] on each rank. Afterwards part r of buf on rank r is the sum over all ranks; the rest of buf may be anything.
 * At most P - 1 messages a rank, and (P-1)/P of the buffer, rounded up to whole parts.
 */
void rs_ring(comm_t *c, void *buf, int64_t n, comm_type t);

/* Part r of buf counts on rank r. Afterwards buf is the same on all ranks: every part is its owner's. As many messages
 * and bytes as rs_ring(). */
void ag_ring(comm_t *c, void *buf, int64_t n, comm_type t);

/* out[n] becomes the sum over all ranks of in[n], which stays as it is, unless it is out itself. */
void allreduce_rsag(comm_t *c, const void *in, void *out, int64_t n, comm_type t);

/* --- yours: two trees ----------------------------------------------------------------------------------- */

struct tree {
    int up, down[2]; /* ranks; -1: none */
};

/*
 * A rank's place in tree `which` (0 or 1) of P ranks. Each tree has one root, whose up is -1, and reaches every rank in
 * at most ceil(log2 P) links from the root. In both trees together no rank has more than two children: who has two in
 * one is a leaf of the other.
 */
void tree_node(int P, int rank, int which, struct tree *ret);

/*
 * The sum as allreduce_rsag() makes it. The first half, cut(n, 2, 1) elements, goes up and down tree 0, the other half
 * tree 1, both at once; a half of no elements needs no message. No message has more than `chunk` elements, 1 up to
 * INT64_MAX, and each is sent on before the next one has come; n/chunk is at most 500. `side` is a stream with nothing
 * to do, which is yours until you return. A rank sends at most twice the buffer.
 */
void allreduce_tree(comm_t *c, stream_t *side, const void *in, void *out, int64_t n, comm_type t, int64_t chunk);

/* --- yours: topology --------------------------------------------------------------------------------------- */

/*
 * The sum over all nodes. `node` holds the ranks of the caller's node, `rail` those with its place on every node; all
 * nodes have the same number of ranks, L of N nodes. At most 2(N-1)/N of the buffer's L-th part leaves the node by any
 * rank, rounded up to whole elements a step.
 */
void allreduce_hier(comm_t *node, comm_t *rail, const void *in, void *out, int64_t n, comm_type t);

/*
 * The link by which rank `from` of c sends to rank `to` is slow; P >= 3. A communicator of all ranks of c in whose
 * order no rank is followed by the other one over that link: ring neighbours are r and (r + 1) mod P. All ranks of c
 * call it. Rank 0 of c stays rank 0.
 */
comm_t *ring_around(comm_t *c, int from, int to);

/* --- yours: figures ------------------------------------------------------------------------------------------ */

/* The bus bandwidth, B/s, of an all-reduce of so many bytes over P >= 2 ranks that took so long. */
double busbw(int P, double bytes, double seconds);

/*
 * alpha (seconds a step) and beta (B/s of a link, one way) of a ring all-reduce over P >= 2 ranks, from n measurements
 * of at least two sizes: those for which the sum of (predicted/measured - 1)^2 is least.
 */
void fit(int P, int n, const double *bytes, const double *seconds, double *alpha, double *beta);

#endif
