/*
 * lab.h: the interface of w27-ppo. Inputs are not written to, outputs lie apart from them. All pointers are valid for
 * the sizes that are given; n, T and B may be 0 unless said otherwise.
 *
 * A mask has a byte for each place, and 0 marks a pad: a place behind the end of a sequence. What the other arrays hold
 * there is not defined, and may be NaN: it is not looked at, enters no sum and no count, and its gradient is exactly 0.
 */
#ifndef W27_PPO_H
#define W27_PPO_H

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* --- part A: what a token was worth -------------------------------------------------------------------------- */

/* Rewards of the T >= 1 tokens of one answer: each is charged beta * (logp[t] - ref[t]), and the last one earns the
 * answer's score on top. logp is the policy's that wrote the answer, ref the frozen reference's. */
void shape_rewards(int T, const float *logp, const float *ref, double score, double beta, float *r);

/* Generalised advantage estimation (Schulman et al., 2015) of one answer, which is over behind token T-1: no value
 * comes after it. delta_t = r_t + gamma v_{t+1} - v_t; adv_t = delta_t + gamma lambda adv_{t+1}; and ret_t is
 * adv_t + v_t. */
void gae(int T, const float *r, const float *v, double gamma, double lambda, float *adv, float *ret);

/* a = (a - mean) / sqrt(variance + 1e-8) over the places of the mask; the variance is the mean of squares of distances
 * (divided by their number, not by one less). Pads become 0. */
void whiten(int n, const uint8_t *mask, float *a);

/* --- part B: losses ------------------------------------------------------------------------------------------ */

struct ppo {
    double clip;  /* of the ratio: 1 - clip .. 1 + clip */
    double vclip; /* how far a value may move from the old one */
    double vcoef; /* weight of the value loss */
};

struct ppo_stats {
    double policy, value; /* the two losses; value without vcoef */
    double clipped;       /* share of places whose ratio is outside 1 - clip .. 1 + clip */
    double kl;            /* mean of (ratio - 1) - log ratio: how far this step has gone from the old policy */
};

/*
 * PPO's clipped loss (Schulman et al., 2017), means over the places of the mask, with ratio = exp(logp - old):
 *   policy = mean of -min(ratio * adv, clamp(ratio, 1 - clip, 1 + clip) * adv)
 *   value  = mean of max((v - ret)^2, (vc - ret)^2) / 2,  vc = v_old + clamp(v - v_old, -vclip, vclip)
 * Returns policy + vcoef * value and stores its gradients by logp and by v. Of two equal arguments min and max take the
 * first; a clamp has no gradient where it clamps. logp - old is between -300 and 40, and where adv >= 0 up to 300.
 * Without any place all is 0.
 */
double ppo_loss(const struct ppo *p, int n, const uint8_t *mask, const float *logp, const float *old, const float *adv,
                const float *v, const float *v_old, const float *ret, float *dlogp, float *dv, struct ppo_stats *stats);

/* Estimates of KL(policy || reference) from tokens that the policy has drawn, means over the places of the mask (0
 * without any). With d = logp - ref: k1 = d, k2 = d^2 / 2, k3 = (e^-d - 1) + d. Also where d is 1e-7, each has six
 * right digits. */
double kl_k1(int n, const uint8_t *mask, const float *logp, const float *ref);
double kl_k2(int n, const uint8_t *mask, const float *logp, const float *ref);
double kl_k3(int n, const uint8_t *mask, const float *logp, const float *ref);

/* The loss of a reward model by Bradley and Terry: the mean over n >= 1 pairs of -log sigmoid(win - lose), and its
 * gradients by both. The rewards may differ by 1e4. */
double bt_loss(int n, const float *win, const float *lose, float *dwin, float *dlose);

/* One step of gradient descent on bt_loss of a linear reward x.w, in place: pair i has the features xwin[i] and
 * xlose[i], d numbers each. Returns the loss before the step. */
double rm_step(int n, int d, const float *xwin, const float *xlose, double lr, float *w);

/* --- part C: sequences of many lengths ------------------------------------------------------------------------- */

/* Puts sequences into rows of `cap` tokens, first fit decreasing: the longest goes first (of equal ones that with the
 * lower number), each into the first row that still has room, a new row if none has. row[i] and at[i] say where
 * sequence i begins. 1 <= len[i] <= cap. Returns the number of rows. */
int pack(int n, const int32_t *len, int cap, int32_t *row, int32_t *at);

/* Row r of such a packing, T >= cap places: of each place the start of its sequence, its position in it (from 0), and
 * whether its next token is to be learnt: 1 if that is of the same sequence. Of a pad: -1, -1 and 0. */
void row_layout(int n, const int32_t *len, const int32_t *row, const int32_t *at, int r, int T, int32_t *start,
                int32_t *position, uint8_t *learn);

/* Causal attention in one packed row of T places, H heads of hd numbers (even, at most 128): q, k, v, out are
 * [T][H][hd]. start[t] is the place where the sequence of t begins, -1 for a pad; a place sees those from its start to
 * itself. Before the products q and k are turned by RoPE at the position t - start[t]: (x[i], x[i + hd/2]) by the angle
 * position * 10000^(-2i/hd). Scores are divided by sqrt(hd). out of a pad is 0. */
void attn_packed(int T, int H, int hd, const int32_t *start, const float *q, const float *k, const float *v,
                 float *out);

/* --- part D: who stands on which GPU --------------------------------------------------------------------------- */

/* GENERATE is the actor's copy in the sampler; ACTOR and CRITIC are trained; REFERENCE and REWARD are frozen. */
enum role { GENERATE, ACTOR, CRITIC, REFERENCE, REWARD, ROLES };

/* An iteration of `chunks` equal parts of a batch. Seconds are those of one chunk on one GPU; on g GPUs it takes a g-th
 * of them. */
struct rlhf {
    int gpus, chunks;
    double gpu_B;          /* memory of a GPU */
    double state_B[ROLES]; /* weights, gradients, moments, caches of a role */
    double work_s[ROLES];  /* GENERATE: to sample; CRITIC, REFERENCE, REWARD: to score; ACTOR: 0 */
    double train_s[ROLES]; /* ACTOR and CRITIC */
    double tail_s;         /* a chunk is sampled in no less than this, on any number of GPUs */
    double sync_s;         /* the new weights travel from ACTOR to GENERATE, if they are not in one group */
    double swap_Bps;       /* what one GPU takes in from host memory */
};

/* Role r runs in group[r] (0..ROLES-1), and group g has gpus[g] GPUs. swaps[g]: only one role of the group is in its
 * memory at a time. */
struct placement {
    int32_t group[ROLES], gpus[ROLES], swaps[ROLES];
};

/*
 * The virtual time of one iteration, or INFINITY where a placement is none: a group beyond ROLES - 1, a group with a
 * role and without a GPU, more GPUs in all groups than there are, or a group whose memory is too small: gpus * gpu_B is
 * less than the states of its roles together, or with swaps[g] != 0 less than the largest of them.
 *
 * A group does its tasks one after the other, in this order: all chunks of GENERATE, of REFERENCE, of REWARD, of
 * CRITIC's scores, then ACTOR's training of all chunks as one task, then CRITIC's. A chunk is scored when it has been
 * sampled; training begins when all chunks have all three scores. A group that swaps begins with empty memory; before
 * a task of a role that is not in memory it is busy for state_B / (gpus * swap_Bps), from the end of its last task on,
 * also while what the task waits for is not done yet. After ACTOR's training the weights travel for sync_s if need be.
 * The iteration is over when they have arrived and CRITIC is trained.
 *
 * ret_share (if not NULL): the time of all chunks of GENERATE over that of the iteration.
 */
double rlhf_vtime(const struct rlhf *job, const struct placement *p, double *ret_share);

/* A placement with an iteration as short as you find; returns its rlhf_vtime. At most 32 GPUs. If none fits, INFINITY
 * and whatever placement. */
double rlhf_place(const struct rlhf *job, struct placement *ret);

/* --- part E: training -------------------------------------------------------------------------------------------- */

struct recipe {
    struct ppo loss;
    double beta;          /* price of a nat away from the reference */
    double gamma, lambda; /* of gae */
    double lr;            /* of Adam, for the policy */
    int epochs;           /* steps on each batch, 1 to 4 */
};

/* What ppo_loss needs of a batch of B answers of at most N tokens, all arrays [B][N]: answer b has len[b] >= 1 of them,
 * the rest are pads, and its score is score[b]. mask gets 1 and 0; adv is that of shape_rewards and gae, whitened over
 * the whole batch, ret is that of gae, not whitened. Both are 0 at pads. */
void advantages(int B, int N, const int32_t *len, const float *logp, const float *ref, const float *v,
                const float *score, const struct recipe *r, uint8_t *mask, float *adv, float *ret);

/* Your choice for the policy that the harness trains: 30 batches of 32 answers. 0 < clip <= 1, vclip > 0,
 * 0 <= vcoef <= 10, 0 <= beta <= 10, 0 <= gamma, lambda <= 1, 0 < lr <= 0.1. Judged are fresh answers: their scores,
 * how far they are from the reference, and how far the critic's values are from what was still to come. */
void choose_recipe(struct recipe *ret);

#endif
