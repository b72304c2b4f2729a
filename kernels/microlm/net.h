/*
 * net.h: microlm's forward and backward pass over whole documents, in float. Weights and gradients
 * are flat arrays in the order of model.h.
 */
#ifndef MICROLM_NET_H
#define MICROLM_NET_H

#include "model.h"

struct net; /* activations of one batch */

/* Room for batches of up to `tokens` tokens in documents of at most `longest`; NULL: no memory. */
struct net *net_create(const struct microlm_shape *s, int tokens, int longest);
void net_destroy(struct net *n);

/*
 * B documents of S bytes, text [B][S], each beginning at position 0: logits [B*S][V], which stay
 * valid until the next call, and may be changed. S is at most `longest`, B*S at most `tokens`.
 */
float *net_forward(struct net *n, const float *w, const uint8_t *text, int B, int S);

/*
 * After net_forward: the mean over all but the last byte of each document of -ln p(next byte), in
 * nats. With nll [B*S] also each of them (0 at the last place). With `grad` it becomes dloss/dw; with
 * `weight` [B*S] too, that of the same mean with each byte's term multiplied by its weight.
 */
double net_loss(struct net *n, const float *w, float *nll, const float *weight, float *grad);

/* After net_forward, whose logits became dloss/dlogits by now: `grad` becomes dloss/dw. */
void net_backward(struct net *n, const float *w, float *grad);

#endif
