/*
 * lab.h: the interface of w08-zero, a model whose training state is spread over the ranks. Skeleton, reference and
 * harness all include this one file; ridge/ranks.h has the collectives, streams, the clock and the memory that counts.
 *
 * Every rank trains on its own data and all of them end with the same weights. What differs is where the state lies.
 * Weights, gradients and both moments of Adam are fp32, 4 bytes each, 16 for a parameter:
 *
 *     stage 0   every rank holds all of it (DDP)
 *     stage 1   each rank holds its part of the moments
 *     stage 2   ... and of the gradients
 *     stage 3   ... and of the weights
 *
 * A layer is one flat array. Its part is a P-th, rounded up: rank r owns elements r*part .. (r+1)*part - 1 of the
 * layer padded to P*part. Some layers are frozen: they have weights and take part in both passes, and have no
 * gradient and no moments.
 *
 * All of this state, and every layer that is gathered and every gradient before it is reduced, lies in memory from
 * comm_alloc(): a gate compares its peak with what must be there, from both sides.
 */
#ifndef W08_ZERO_LAB_H
#define W08_ZERO_LAB_H

#include <ridge/ranks.h>

/* --- given ---------------------------------------------------------------------------------------- */

/*
 * One step of Adam on n elements: w, m, v change, g is the mean gradient, step is 1 in the first step. It takes the
 * time of its traffic, so n elements cost a P-th of P*n. All four arrays have n floats; m and v begin as zeros.
 */
void adam(float *w, const float *g, float *m, float *v, int64_t n, int step, float lr);

/* --- yours ---------------------------------------------------------------------------------------- */

typedef struct zero zero_t; /* yours */

/*
 * stage is 0 .. 3. count[nlayers] elements of each layer, at least 1; frozen[nlayers], 1 or 0; w0 the initial weights,
 * layer after layer, the same on all ranks. The arrays are the caller's and are gone afterwards.
 */
zero_t *zero_init(comm_t *c, int stage, int nlayers, const int64_t *count, const int32_t *frozen, const float *w0);

/*
 * The caller runs training steps: zero_forward(0 .. L-1); then for l = L-1 .. 0 zero_backward(l), zero_grad_ready(l);
 * then zero_step(). After the last step comes one more forward pass. All ranks make the same calls.
 */

/* The count[l] weights of layer l, current and complete, until the next call of zero_forward(), or for the last layer
 * until its zero_grad_ready(). While the caller computes with them, the next layer's may come. */
const float *zero_forward(zero_t *z, int l);

/* The weights of layer l once more, until zero_grad_ready(l). *grad: a place for its gradient, count[l] zeros, to
 * which the caller adds this rank's; NULL when the layer is frozen. From stage 2 on at most two gradients are whole
 * at a time: this call waits, if it must, until the last but one is reduced. */
const float *zero_backward(zero_t *z, int l, float **grad);

/* The caller has added all it had to grad, and looks neither at it nor at the layer's weights any more. Must not wait
 * for other ranks. Called for frozen layers too. */
void zero_grad_ready(zero_t *z, int l);

/* Adam with the mean of all ranks' gradients; step k is the k-th call. */
void zero_step(zero_t *z, float lr);

void zero_delete(zero_t *z);

#endif
