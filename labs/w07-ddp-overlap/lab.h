/*
 * lab.h: the interface of w07-ddp-overlap, data parallelism on ranks. Skeleton, reference and harness all include
 * this one file. ridge/ranks.h, which lies beside it, has messages, streams and the clock.
 *
 * Every rank holds the whole model and its own part of the batch. After the backward pass all ranks need the mean
 * of their gradients, to the same bit. You write the all-reduce, and the machinery that starts it while the
 * backward pass is still running.
 *
 * Two rules are checked on top of the results. ring_allreduce() is made of messages: the collectives of ranks.h
 * are counted and must not be called. And all ranks end with the same bits, not with nearly the same floats.
 */
#ifndef W07_DDP_LAB_H
#define W07_DDP_LAB_H

#include <ridge/ranks.h>

/* --- yours: one collective ------------------------------------------------------------------------ */

/*
 * buf[n] becomes the sum over all ranks of c, on all ranks, each element the same bits everywhere. n may be 0, may
 * be less than the number of ranks and need not be a multiple of it; all ranks call with the same n. Every rank
 * sends at most 2(P-1)/P of the buffer, rounded up to whole elements a step, in 2(P-1) messages.
 * Returns when buf is final. It may be called from a stream while the rank's own thread computes.
 */
void ring_allreduce(comm_t *c, float *buf, int64_t n);

/* --- yours: gradients in buckets -------------------------------------------------------------------- */

typedef struct ddp ddp_t; /* yours */

/*
 * Parameters 0 .. nparams-1 in the order of the forward pass; grad[p] is where the harness adds up the gradient of
 * parameter p, count[p] floats, at least one. The pointers stay valid until ddp_delete(); the two arrays do not.
 *
 * Buckets are filled in reverse order, because gradients appear in reverse order: parameters nparams-1, nparams-2,
 * ... go into the current bucket until its gradients are at least bucket_B bytes, then the next one begins. So
 * bucket_B = 1 means a bucket for each parameter, and a huge one a single bucket. bucket_B >= 1.
 * All ranks pass the same values. Called once, before the first pass.
 */
ddp_t *ddp_init(comm_t *c, int nparams, float *const *grad, const int64_t *count, int64_t bucket_B);

/*
 * A backward pass begins. With sync = 0 it only accumulates: gradients stay where they are, nothing is sent, and
 * ddp_grad_ready() and ddp_wait() have nothing to do. With sync = 1 this pass ends with averaged gradients.
 */
void ddp_begin(ddp_t *d, int sync);

/*
 * grad[p] is final for this pass: nobody writes it before ddp_wait() has returned. Called once for each parameter,
 * mostly in reverse order, but not always, and not in the same order on all ranks. It must not wait for anything:
 * the backward pass goes on when it returns.
 */
void ddp_grad_ready(ddp_t *d, int p);

/* Returns when every grad[p] holds the mean over all ranks of c. */
void ddp_wait(ddp_t *d);

void ddp_delete(ddp_t *d);

#endif
