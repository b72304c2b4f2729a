/*
 * lab.h: the interface of c08-gptq, quantisation that makes up for its own errors. Skeleton, reference and harness all
 * include this one file.
 *
 * A layer has weights W [n][k], n outputs of k inputs, and was shown m inputs X [m][k]; all row-major. No number is NaN
 * or infinite. What a row of weights loses by becoming v is (w - v) H (w - v)^T / 2 with H = 2 X^T X: the squared error
 * of its output over all m inputs. H is symmetric, stored whole.
 *
 * Arithmetic on H is in double; W and U are floats, and so are sums over them.
 */
#ifndef C08_GPTQ_LAB_H
#define C08_GPTQ_LAB_H

#include <math.h>
#include <stdint.h>

/* --- given: a grid of 2^bits values --------------------------------------------------------------------- */

struct grid {
    float scale, zero; /* code c stands for scale·(c - zero) */
};

/* The grid from the least to the largest of w, and 0, which it always has. */
static inline struct grid grid_of(int bits, int64_t n, const float *w)
{
    float lo = 0, hi = 0, top = (float)((1 << bits) - 1);
    for (int64_t k = 0; k < n; k++) {
        lo = fminf(lo, w[k]);
        hi = fmaxf(hi, w[k]);
    }
    float scale = hi > lo ? (hi - lo) / top : 1;
    return (struct grid){ scale, rintf(-lo / scale) };
}

static inline uint8_t code_of(struct grid g, int bits, float x)
{
    return (uint8_t)fminf(fmaxf(rintf(x / g.scale) + g.zero, 0), (float)((1 << bits) - 1));
}

static inline float value_of(struct grid g, uint8_t code)
{
    return g.scale * ((float)code - g.zero);
}

/* --- yours: what the data say ------------------------------------------------------------------------------ */

/* H [k][k] = 2 X^T X. */
void hessian(int64_t m, int64_t k, const float *X, double *H);

/* An input that was always 0 (H[j][j] is exactly 0) says nothing of its weights: W's column j becomes 0 and H[j][j] 1.
 * Then damp times the mean of the diagonal, these ones included, is added to each of its elements; damp may be 0.
 * Returns how many such inputs there are. */
int64_t prepare(int64_t n, int64_t k, double damp, double *H, float *W);

/* U [k][k], zeros below its diagonal, which is positive, with U^T U = H^-1. Returns 0, or -1 if H is not positive
 * definite, that is if a pivot is not above 0, however small H is; U may hold anything then. */
int factor(int64_t k, const double *H, float *U);

/* perm[0] is the input with the largest H[j][j], and so on down; of equal ones the lower index comes first. */
void order_of(int64_t k, const double *H, int32_t *perm);

/* The sum over all rows of (w - v) H (w - v)^T / 2. */
double layer_error(int64_t n, int64_t k, const float *W, const float *V, const double *H);

/* --- yours: one weight after the other ------------------------------------------------------------------------ */

struct how {
    int bits;             /* 2 to 8 */
    int order;            /* quantise() takes inputs as order_of() has them; gptq() takes them as they stand */
    int64_t group, block; /* see below */
    double damp;
};

/*
 * Column by column, j = 0 .. k - 1: each row's weight w becomes its code, and what that loses is made up for by the
 * columns to come: w[l] -= (w[j] - value)/U[j][j]·U[j][l] for l > j. Columns before j are done with.
 *
 * Each `group` columns of a row have a grid of their own, made of what these weights are when the first of them has
 * its turn. grids is [n][groups], codes [n][k]; the last group may be short. W is yours: it may hold anything
 * afterwards. Later columns may be changed in one go for every `block` columns; one of group and block is a multiple of
 * the other, and either may be larger than k.
 */
void gptq(const struct how *how, int64_t n, int64_t k, float *W, const float *U, uint8_t *codes, struct grid *grids);

/*
 * Sparse in place of quantised, by the same rule: whenever a column j that is a multiple of 4 has its turn, the two of
 * w[j .. j + 3] with the least w^2/U[.][.]^2 are chosen, each by its own diagonal element; they become 0, when their
 * turn comes, and each of the others stays what it is when it has its turn; of equal ones either may go. k is a
 * multiple of 4. Afterwards W is the sparse matrix.
 */
void sparse24(int64_t n, int64_t k, float *W, const float *U);

/*
 * All of it: from X and W to codes and grids. perm [k]: the order in which the inputs were taken, 0 .. k - 1 unless
 * how->order, then as order_of() has them, of H as hessian() leaves it. codes[r][j] is of W's column j, whenever it had
 * its turn; groups are of neighbours in perm. Returns 0, or -1 as factor().
 */
int quantise(const struct how *how, int64_t m, int64_t n, int64_t k, const float *X, const float *W, uint8_t *codes,
             struct grid *grids, int32_t *perm);

#endif
