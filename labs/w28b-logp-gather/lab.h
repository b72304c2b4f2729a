/*
 * w28b-logp-gather: log-probabilities of tokens out of bf16 logits, their gradient in place, and DPO's loss of them.
 *
 *     logits  bf16   [T][V]   rows, dense and row-major; finite, or anything where a token is IGNORED
 *     tok     int    [T]      from 0 to V - 1, or IGNORED
 *     lp      float  [T]      log softmax(logits[t])[tok[t]], 0 where IGNORED
 *     keep    float  [T][2]   largest logit of the row; log of the sum of e^(logit - largest); 0, 0 where IGNORED
 *     g       float  [T]      dL/dlp; may be 0
 *
 * V is at least 1, T any number from 0 on. Base pointers are multiples of 256 bytes, so each row begins at a multiple
 * of 16 bytes where V is a multiple of 8. Logits may be of any size and either sign. Sums are in float, at least; the
 * same input gives the same bits each time. Nothing is known beforehand of what you write.
 *
 * logp_gather and logp_bwd get max(T, 1) blocks of THREADS threads, one a row; dpo_pairs n of PAIR_THREADS, one a pair.
 * Kernels are extern "C": the runner finds them by name.
 */
#ifndef W28B_LOGP_GATHER_H
#define W28B_LOGP_GATHER_H

#include <cuda_bf16.h>
#include <stddef.h>

#define THREADS 256
#define WARPS 8 /* THREADS / 32 */
#define PAIR_THREADS 64
#define IGNORED (-100)

typedef __nv_bfloat16 bf16;

/* lp and keep. Each logit is loaded once; rows of ignored tokens are not loaded. */
extern "C" __global__ void logp_gather(const bf16 *logits, const int *tok, float *lp, float *keep, int T, int V);

/* logits becomes dL/dlogits = g[t] * ((v == tok[t]) - softmax(logits[t])[v]), each element loaded once and stored once.
 * Rows of ignored tokens become 0, whatever they and g were, and are not loaded. */
extern "C" __global__ void logp_bwd(bf16 *logits, const int *tok, const float *keep, const float *g, int T, int V);

/* Pair i: the chosen answer is the tokens from[2i] to from[2i+1] - 1 of lp and ref, the rejected one those from
 * from[2i+1] to from[2i+2] - 1; an answer may have none, and from[0]
 * need not be 0. With their sums, margin[i] = beta * ((chosen - its reference)
 * - (rejected - its reference)), loss[i] = -log sigmoid(margin[i]), and dlp of each token the gradient of the mean of
 * loss over the n pairs. Margins may be 1e4. n is at least 1. */
extern "C" __global__ void dpo_pairs(const float *lp, const float *ref, const int *from, float *margin, float *loss,
                                     float *dlp, float beta, int n);

#endif
