/*
 * lab.h: the interface of w05b-specdec, speculative decoding. Skeleton, reference and harness all
 * include this one file.
 *
 * A row is a distribution over V tokens: floats, none negative, that add up to 1. A small model, the
 * draft, proposes K tokens; one call of the large model, the target, gives the K+1 rows that judge
 * them. What comes out must have the law of the target alone, to the last digit, whatever the draft
 * proposes: only the speed may depend on it.
 *
 * All chance comes from an rng_t, and only through the two functions below. That is what lets the
 * runner walk through every decision that your code can take, multiply their probabilities and
 * compare the law of the result with the target's to 1e-12. So divide in double, not in float.
 */
#ifndef W05B_SPECDEC_LAB_H
#define W05B_SPECDEC_LAB_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { SPEC_MAX_K = 64 };

/* --- given ------------------------------------------------------------------------------------ */

typedef struct rng rng_t;

/* 1 with probability `prob`, else 0. prob lies in [0, 1]; anything else is an error. */
int rng_coin(rng_t *r, double prob);

/* Index i with probability w[i]/total. No weight is negative, and `total` is their sum, within 1e-6
 * of it: the weights need not add up to 1, but you must know what they add up to. */
int rng_pick(rng_t *r, const float *w, int n, double total);

typedef struct models models_t;

/* The draft's row for the token after `last`: q[V]. Cheap, one at a time. */
void draft_row(models_t *m, int last, float *q);

/* The target's rows after each of last[0..n-1]: p[n][V], all in one call. This is the expensive one:
 * it reads all weights of the large model, once, however many rows are asked for. 1 <= n <= K+1. */
void target_rows(models_t *m, const int *last, int n, float *p);

/* --- yours: one round ------------------------------------------------------------------------- */

/*
 * Judge K drafted tokens. p[K+1][V]: row j is the target's for the place of draft[j], row K for the
 * place after the last draft. q[K][V]: draft[j] was drawn from row j, so q[j][draft[j]] > 0.
 *
 * In order, accept draft[j] with probability min(1, p/q) of that token. At the first that is refused,
 * draw a token from the residual (p - q)+ of that row and stop. If none is refused, draw one more
 * token from row K. Write the tokens to out[K+1] and return how many there are, 1..K+1.
 *
 * 0 <= K <= SPEC_MAX_K, V >= 2. work[V] is yours to scribble on. p, q and draft stay as they are.
 */
int spec_verify(const float *p, const float *q, const int *draft, int K, int V, float *work, rng_t *r,
                int *out);

/*
 * One round after token `last`: K rows and K tokens from the draft, each row after the token before
 * it; exactly one call of target_rows; then spec_verify, whose result is returned. In this toy a row
 * depends on the token just before it and on nothing else. work[(2*K + 2)*V] is yours.
 */
int spec_round(models_t *m, int last, int K, int V, float *work, rng_t *r, int *out);

/* --- yours: what it is worth ------------------------------------------------------------------ */

/* Expected tokens of a round when every draft is accepted with probability beta in [0, 1],
 * independently: 1 + beta + ... + beta^K. Relative error at most 1e-12, also next to beta = 1. */
double spec_alpha(double beta, int K);

/* Times as fast as plain decoding, when one row of the draft costs c >= 0 calls of the target. */
double spec_speedup(double beta, int K, double c);

/* The K in 0..SPEC_MAX_K with the greatest speed-up; any of them where several are within 1e-12. 0
 * means: do not speculate. */
int spec_best_K(double beta, double c);

#endif
