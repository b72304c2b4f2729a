/*
 * lab.h: the interface of the drill nodes, an all-reduce in two levels. ridge/ranks.h, which lies beside it, has messages.
 *
 * The P ranks of c lie in nodes of `node` ranks: ranks 0 .. node-1 in the first, and so on; node divides P. Inside a
 * node messages are quick; all ranks of a node share one port to the other nodes.
 */
#ifndef W07_NODES_LAB_H
#define W07_NODES_LAB_H

#include <ridge/ranks.h>

/*
 * sum[n] becomes the sum of all ranks' x[n], on all ranks, each element the same bits everywhere. n may be 0, may be
 * less than P and need not be a multiple of it; x is not written. It is made of messages: the collectives of ranks.h
 * are counted and must not be called. With N nodes of G ranks a node sends at most 2(N-1)/N of the buffer through its
 * port, and a rank at most 2(G-1)/G + 2(N-1)/(N·G) of it. What it needs besides comes from comm_alloc() and is at most
 * twice the buffer.
 */
void ring_nodes(comm_t *c, int node, int64_t n, const float *x, float *sum);

#endif
