/*
 * lab.h: the interface of w22-moe-router. Skeleton, references and harness all include this one file.
 *
 * T tokens of d numbers, E experts, k of them for a token, 1 <= k <= E <= EXPERTS_MOST. Matrices are dense and
 * row-major. Of equal numbers the lower index is the better one, everywhere.
 */
#ifndef W22_MOE_ROUTER_H
#define W22_MOE_ROUTER_H

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { EXPERTS_MOST = 128, CHOICES_MOST = 128 };

/* --- part A: the gate ---------------------------------------------------------------------------------- */

/* Logits x Wg, with x [T][d] and Wg [d][E]. idx[t*k ...]: the k experts with the largest logits of token t, the largest
 * first. w[t*k ...]: the softmax over these k logits alone, as Mixtral has it, so that they sum to 1. Logits are
 * float32, and may be as large as one. A token of which any logit is NaN or infinite is rejected, be it that x was or
 * that the sum grew too large: its idx are all -1, its w all 0. Returns how many were. T may be 0. */
int gate_topk(int T, int d, int E, int k, const float *x, const float *Wg, int32_t *idx, float *w);

/* The gradient through these weights: dl[t][idx[t*k+j]] += sum over i of dw[t*k+i] * (d w_i / d logit_j). Everything
 * else in dl [T][E] stays as it was, and so does the whole row of a rejected token, of which dw may be NaN. */
void gate_bwd(int T, int E, int k, const int32_t *idx, const float *w, const float *dw, float *dl);

/* --- part B: what keeps it balanced -------------------------------------------------------------------- */

/* With p = softmax of a token's E logits, P[e] = mean of p[e] over the T tokens, f[e] = share of the T*k choices in idx
 * that fell on e, and z = log of the sum of e^logit: returns alpha * E * sum(f * P) + beta * mean(z^2), and stores its
 * gradient in dl [T][E]. f is a count and has no gradient. Logits may be 1000 and more, or all below -1000: nothing may
 * overflow or vanish. T >= 1; no token is rejected here. */
double router_loss(int T, int E, int k, const float *logits, const int32_t *idx, double alpha, double beta, float *dl);

/* Slots of experts that take `cap` tokens each, expert e those from e*cap on. slot[t*k+j] is that of choice j of
 * token t, or -1 if it is dropped. First all first choices are placed, in the order of the tokens, then all second
 * ones, and so on; each takes the next free slot of its expert. wanted[e] = how many choices fell on e, dropped ones
 * too. A choice of -1 (a rejected token) has slot -1 and counts for nothing. Returns how many were dropped. cap and T
 * may be 0. */
int assign_capacity(int T, int E, int k, int cap, const int32_t *idx, int32_t *slot, int32_t *wanted);

/* Expert choice: tok[e*cap ...] = the cap tokens with the largest score[t][e] of expert e, the largest first; -1 in the
 * places behind the last token where cap > T. Returns how many tokens were taken by nobody. score is finite; 0 and -0
 * are equal. */
int expert_choice(int T, int E, int cap, const float *score, int32_t *tok);

/* --- part C: training ---------------------------------------------------------------------------------- */

/* A layer of linear experts: y_t = sum over the chosen e of w_e * (x_t We[e]), with We [E][d][o]. */
struct moe {
    int d, E, k, o;
    float *Wg; /* [d][E] */
    float *We; /* [E][d][o] */
};

struct recipe {
    double alpha, beta; /* of router_loss */
    double lr;          /* of both matrices */
};

/* One step of gradient descent, in place, on 1/(2T) * sum over tokens of |y_t - target_t|^2 + router_loss. All
 * gradients are those at the weights before the step. wanted[e] = choices of e in this batch. Returns the first of
 * the two terms, before the step. No token is rejected; nothing is dropped. d, E, o <= EXPERTS_MOST, T >= 1. */
double moe_step(struct moe *m, int T, const float *x, const float *target, const struct recipe *r, int32_t *wanted);

/* Your choice for the layer that the harness trains: E experts, top-2, a gate that begins by preferring expert 0.
 * 0 < lr <= 1, alpha and beta from 0 to 1. */
void choose_recipe(int E, struct recipe *ret);

#endif
