/*
 * lab.h: the interface of w07c-pipe-1f1b, pipeline parallelism on ranks. Skeleton, reference and harness all include
 * this one file; ridge/ranks.h, read on top of it, has messages and the clock.
 *
 * A network is cut into p * v pieces in a row. Rank s of p ("stage s") holds the v pieces s, p + s, 2p + s, ...; they
 * are its chunks 0 .. v-1. A batch is cut into m micro-batches. You write the order in which every stage works, for
 * four schedules, and the loop that follows it: receive, compute, send.
 */
#ifndef W07C_PIPE_LAB_H
#define W07C_PIPE_LAB_H

#include <ridge/ranks.h>

/* --- yours: schedules ------------------------------------------------------------------------------- */

enum { PIPE_GPIPE, PIPE_1F1B, PIPE_INTERLEAVED, PIPE_ZB_H1 };

/* What a stage does with one micro-batch on one chunk. B is X and W together, in that order. */
enum { PIPE_F, PIPE_B, PIPE_X, PIPE_W }; /* forward, backward; backward for the input only, for the weights only */

typedef struct {
    int32_t what, chunk, micro;
} op_t;

/*
 * Writes what stage s of p does with m micro-batches, in order, and returns how many operations that are: 2mv, of
 * PIPE_ZB_H1 3m. `out` has room for as many and no more. p, m, v >= 1; 0 <= s < p.
 *
 *   PIPE_GPIPE        all forward, then all backward
 *   PIPE_1F1B         no more than min(p - s, m) micro-batches in flight; the makespan of GPipe
 *   PIPE_INTERLEAVED  v chunks a stage, a v-th of the bubble; no more than min(2(p-s-1) + (v-1)p + 1, mv) in flight
 *                     of all chunks together. With v = 1 it is PIPE_1F1B
 *   PIPE_ZB_H1        backward in two, X and W; no more than min(p, m) in flight; a third of the bubble of 1F1B when
 *                     F, X and W take the same time and m >= p
 *
 * A micro-batch is in flight on a chunk from the start of its F to the end of its B, or of its W.
 * -1, and nothing is written, for what there is not: v > 1 with another schedule than PIPE_INTERLEAVED; or v > 1
 * with PIPE_INTERLEAVED when p = 1 or p does not divide m.
 */
int pipe_sched(int kind, int p, int m, int v, int s, op_t *out);

/* --- yours: the run ------------------------------------------------------------------------------------- */

typedef struct net net_t; /* the harness's: this rank's chunks, their weights, what they keep for the backward pass */

/*
 * This rank's part of one training step: its schedule of this kind, for p = comm_size(c), s = comm_rank(c). On
 * return net_weights() has run for each micro-batch on each chunk. (kind, p, m, v) is one that pipe_sched() accepts.
 *
 * Activations go from piece to piece, gradients back: from chunk k of rank p-1 to chunk k+1 of rank 0, too. Messages
 * of net_size() floats, one a micro-batch and boundary and direction, and nothing else is sent.
 */
void pipe_run(comm_t *c, net_t *net, int kind, int m, int v);

/* --- given, by the harness ---------------------------------------------------------------------------- */

int64_t net_size(const net_t *net); /* floats of a micro-batch's activation, and of its gradient */

/* y = piece(x). Keeps what the backward pass needs, in the rank's tracked memory. The first piece has its input
 * (x is not read), the last needs no output (y is not written, may be NULL). Takes the time of an F. */
void net_forward(net_t *net, int chunk, int micro, const float *x, float *y);

/* gx = gradient of x, from gy, the gradient of y. The last piece has its own gy, of the loss (gy is not read); the
 * first piece writes no gx (may be NULL). After net_forward() of the same. Takes the time of an X. */
void net_backward(net_t *net, int chunk, int micro, const float *gy, float *gx);

/* Adds the micro-batch's gradient of the chunk's weights, and gives back what was kept. After net_backward() of the
 * same. Takes the time of a W. */
void net_weights(net_t *net, int chunk, int micro);

#endif
