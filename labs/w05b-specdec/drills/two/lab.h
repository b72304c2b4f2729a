/*
 * lab.h: the interface of the drill two, a round of speculative decoding with two candidates for one place.
 *
 * As in the lab: a row is a distribution over V tokens, all chance comes from an rng_t through the two functions below,
 * and what comes out must have the law of the target to the last digit. The runner walks through every decision,
 * multiplies the probabilities and compares to 1e-12, so divide in double. Its small rows are multiples of 1/4096:
 * a difference of p and q is exact in float, and so is what a total times q leaves of it; a quotient is not.
 */
#ifndef W05B_TWO_LAB_H
#define W05B_TWO_LAB_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* --- given ------------------------------------------------------------------------------------ */

typedef struct rng rng_t;

/* 1 with probability `prob`, else 0. prob lies in [0, 1]; anything else is an error. */
int rng_coin(rng_t *r, double prob);

/* Index i with probability w[i]/total. No weight is negative, and `total` is their sum, within 1e-6 of it. */
int rng_pick(rng_t *r, const float *w, int n, double total);

/* --- yours ------------------------------------------------------------------------------------ */

/*
 * One token for one place. p[V] is the target's row, q[V] the draft's; cand[0] and cand[1] were drawn from q,
 * independently, so they may be equal, and q is positive at both.
 *
 * The first is accepted with probability min(1, p/q) of that token. If it is refused, what the target still has to say
 * is the residual, (p - q)+ over its sum; the second is accepted with min(1, residual/q). If that is refused, too, the
 * token is drawn from what is left of the residual in the same way. Returns the token, and in *kept which candidate it
 * was, 0 or 1, or 2 for neither.
 *
 * Rows add up to 1 within 1e-6 only. Where rounding leaves nothing of a residual, the token is drawn from p.
 *
 * V >= 2; p, q and cand stay as they are; work[V] is yours to scribble on. No row is read as a whole unless a candidate
 * is refused.
 */
int spec_two(const float *p, const float *q, const int *cand, int V, float *work, rng_t *r, int *kept);

#endif
