/*
 * lab.h: the interface of w32b-prune-distil: which weights, heads, neurons and layers of a trained network may go,
 * and the two divergences by which what is left learns from what was. Skeleton, reference and harness all include
 * this one file.
 *
 * Matrices are row-major, weights W [out][in] with an output a row. Numbers are finite unless something else is
 * said; sums are in double. A mask has 1 where a weight stays, 0 where it goes. Lists of indices rise.
 */
#ifndef W32B_PRUNE_DISTIL_LAB_H
#define W32B_PRUNE_DISTIL_LAB_H

#include <math.h>
#include <stdint.h>
#include <string.h>

enum { MAX_IN = 16384 };

/* --- yours: weights ------------------------------------------------------------------------------------------- */

/* norm[c] = the length of column c of X [tokens][in], the inputs that a matrix was shown. tokens may be 0, in
 * is at most MAX_IN. */
void channel_norms(int64_t tokens, int64_t in, const float *X, float *norm);

/* Wanda: a weight's score is fabsf(W[r][c]) * norm[c], a product of floats. Of each row those `drop` go that have the
 * least scores, of equal ones those that stand later. 0 <= drop <= in <= MAX_IN. */
void wanda_rows(int64_t out, int64_t in, const float *W, const float *norm, int64_t drop, uint8_t *mask);

/* The same score; of each m neighbours of a row n stay, of equal ones those that stand earlier. 0 <= n <= m, and
 * m is from 1 to 32. Returns 0, or -1 with mask as it was when in is no multiple of m. */
int wanda_nm(int64_t out, int64_t in, const float *W, const float *norm, int n, int m, uint8_t *mask);

/* --- yours: structures ---------------------------------------------------------------------------------------- */

/* score[h] = the sum over tokens of the length of head h's output; att [tokens][H * hd]. */
void head_scores(int64_t tokens, int H, int hd, const float *att, double *score);

/* Query heads h with the same h / (H / Hkv) share a KV head; H and Hkv are at least 1. Of each such group the `keep`
 * with the largest scores are listed in kept [Hkv * keep], of equal ones the lower. Returns 0, or -1 with kept as it
 * was when keep is below 1 or above H / Hkv, or H no multiple of Hkv. */
int heads_kept(int H, int Hkv, int keep, const double *score, int32_t *kept);

/* x [L + 1][tokens][d]: the stream before layer l, and behind the last. score[l] = the mean over tokens of 1 - the
 * cosine between the stream before layer l and behind it, where the cosine with a vector of zeros counts as
 * 0. tokens >= 1. */
void layer_influence(int L, int64_t tokens, int d, const float *x, double *score);

/* The k indices with the least scores, of equal ones the lower; they rise. 0 <= k <= n. */
void least(int64_t n, const double *score, int64_t k, int32_t *which);

/* out [nr][nc] = rows r[..] and columns c[..] of W [rows][cols]; r or c NULL: all of them, nr or nc is rows
 * or cols then. */
void narrow(int64_t rows, int64_t cols, const float *W, int64_t nr, const int32_t *r, int64_t nc, const int32_t *c,
            float *out);

/* --- yours: distillation -------------------------------------------------------------------------------------- */

/*
 * With p and q the softmax of a row of teacher / T and student / T, over V logits of any size:
 *   kd_forward   loss = T^2 times the mean of KL(p || q) = sum of p log(p / q)
 *   kd_reverse   loss = T^2 times the mean of KL(q || p)
 * in nats, over those of `rows` rows whose counts[r] is not 0; 0 when there is none. grad [rows][V] =
 * dloss/dstudent, 0 in rows that do not count, whatever these hold. Returns 0, or -1 with loss and grad as they
 * were unless T is above 0 and finite. Logarithms stay finite, however small a probability is.
 */
int kd_forward(int64_t rows, int64_t V, double T, const float *student, const float *teacher, const uint8_t *counts,
               double *loss, float *grad);
int kd_reverse(int64_t rows, int64_t V, double T, const float *student, const float *teacher, const uint8_t *counts,
               double *loss, float *grad);

#endif
