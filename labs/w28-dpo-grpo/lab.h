/*
 * lab.h: the interface of w28-dpo-grpo. Skeleton, references and harness all include this one file.
 *
 * Logarithms are natural. An answer's log-probability is the sum over its tokens. Gradients are those of the value that
 * a function returns; what they are stored in was anything before. A sum over answers is a mean: divided by n.
 * Of the counts only T and m may be 0.
 */
#ifndef W28_DPO_GRPO_H
#define W28_DPO_GRPO_H

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { IGNORED = -100 }; /* a token that has no part in any loss: the prompt, padding */

/* --- part A: log-probabilities of tokens ------------------------------------------------------------------ */

/* lp[t] = log softmax(logits[t])[tok[t]], logits [T][V], V >= 1. keep[2t] = the largest logit of the row, keep[2t+1] =
 * log of the sum of e^(logit - largest), for the way back. A row is read once: largest and sum are found on one way, in
 * float or better. Logits are finite, up to 1e5 of either sign. Where tok[t] is IGNORED all three are 0, and the row,
 * which may be NaN, is not read. T may be 0. */
void logp_gather(int T, int V, const float *logits, const int32_t *tok, float *lp, float *keep);

/* In place: logits[t][v] becomes dL/dlogits[t][v], where g[t] = dL/dlp[t] and keep is what logp_gather left. A row is
 * read once and written once; rows of ignored tokens become 0, whatever g and the row were; so do
 * rows with g = 0. */
void logp_bwd(int T, int V, float *logits, const int32_t *tok, const float *keep, const float *g);

/* --- part B: losses from pairs, thumbs and groups, with their gradients ----------------------------------- */

/* n pairs: log-probabilities of the chosen and the rejected answer by the policy, and by the reference. margin[i] =
 * beta times the difference of the two log-ratios, loss = mean of -log sigmoid(margin). dchosen and drejected: its
 * gradient by the policy's. Margins may be 1e4 and more of either sign. */
double dpo_loss(int n, const double *chosen, const double *rejected, const double *ref_chosen,
                const double *ref_rejected, double beta, double *margin, double *dchosen, double *drejected);

/* n answers with a thumb up (good[i] != 0) or down, and m mismatched ones (an answer with another one's prompt) for
 * the reference point z = max(0, mean of other - ref_other), which is a constant: no gradient goes through it. With
 * h = beta * (lp - ref - z): mean of up * (1 - sigmoid(h)) where good, of down * (1 - sigmoid(-h)) where not. m may be
 * 0, z is 0 then. */
double kto_loss(int n, const double *lp, const double *ref, const int32_t *good, int m, const double *other,
                const double *ref_other, double beta, double up, double down, double *dlp);

/* n pairs without a reference. With a = log-probability / length of each answer (a < 0) and odds(a) = e^a / (1 - e^a):
 * mean of -a_chosen - lambda * log sigmoid(log odds(a_chosen) - log odds(a_rejected)). a may be as near to 0 as -1e-15
 * and as low as -1e3. Gradients are by the sums, not by a. */
double orpo_loss(int n, const double *chosen, const double *rejected, const int32_t *len_chosen,
                 const int32_t *len_rejected, double lambda, double *dchosen, double *drejected);

/* Groups of K answers to one prompt. adv = (reward - mean) / (population deviation + eps), eps > 0; of a group with
 * equal rewards all 0. Only equal ones: rewards that differ in their last digits have a deviation. */
void grpo_advantages(int groups, int K, const double *reward, double eps, double *adv);

/* adv = reward - mean of the K - 1 others, K >= 2. */
void rloo_advantages(int groups, int K, const double *reward, double *adv);

/* n answers; the tokens of answer i are from[i] to from[i+1] - 1, and may be none. from[0] need not be 0.
 * lp, old and ref: each token's log-probability by the policy, by the policy that sampled it (a constant), by the
 * reference. With r = e^(lp - old):
 *   loss = -1/n sum over i of 1/length_i sum over t of [ min(r*A, clip(r, 1 - clip, 1 + clip)*A) - beta*k3 ]
 * with A = adv[i] and k3 = e^(ref - lp) - (ref - lp) - 1. Where r*A is the lesser of the two, or they are equal, the
 * gradient goes through r; else that part has none. An answer without tokens gives 0, and counts in n. *kl = the same
 * mean of means of k3 alone. */
double grpo_loss(int n, const int32_t *from, const double *lp, const double *old, const double *ref, const double *adv,
                 double clip, double beta, double *dlp, double *kl);

/* groups * K answers, tokens as above. The whole answer is one action: its return is reward - beta * sum over its
 * tokens of (lp - ref), a constant to the gradient; its advantage is that of rloo_advantages() over returns. loss =
 * -1/n sum of adv * (sum of lp), n = groups * K. */
double rloo_loss(int groups, int K, const int32_t *from, const double *lp, const double *ref, const double *reward,
                 double beta, double *dlp);

/* --- part C: what the harness trains with ------------------------------------------------------------------ */

enum method { DPO, GRPO };

struct recipe {
    double beta; /* of the loss; from 0 to 1 */
    double lr;   /* of Adam; above 0, at most .01 */
};

/* Your choice for microlm's draft, a model of 115,008 weights that is to stop opening brackets and asking questions,
 * without forgetting its language. */
void choose_recipe(enum method m, struct recipe *ret);

#endif
