/*
 * lab.h: the interface of c07-summation, reductions in fp32 that say how wrong they may be. Skeleton,
 * reference and harness all include this one file.
 *
 * u = 2^-24, half a step of fp32 at 1. S is the exact sum of what is added, A the sum of its absolute
 * values. Arrays are finite, lie anywhere (no alignment) and are not written; n = 0 sums to 0.
 *
 * Everything is done in fp32. The wider types are poisoned at the end of this header: a wider
 * accumulator is a fine answer where there is one, and here it would hide the question. The compiler
 * is gcc -O3 for this machine, without -ffast-math, but it does contract a*b + c into an fma.
 */
#ifndef C07_SUMMATION_LAB_H
#define C07_SUMMATION_LAB_H

#include <immintrin.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* --- sums ------------------------------------------------------------------------------------- */

/* ((x[0] + x[1]) + x[2]) + ..., to the bit. */
float sm_naive(int64_t n, const float *x);

/* No element passes more than ceil(log2 n) + 16 additions: error <= that many times u*A. Loads every
 * element once. This one is timed. */
float sm_pairwise(int64_t n, const float *x);

/* Kahan: one running compensation. Error <= (2u + 16*n*u^2)*A. */
float sm_kahan(int64_t n, const float *x);

/* Neumaier: what is lost is added up beside the sum. Error <= 2u*|S| + 2*(n*u)^2*A. */
float sm_neumaier(int64_t n, const float *x);

/* Sum of x[k]*y[k], products and sums compensated: error <= 2u*|S| + 2*(n*u)^2*A. Products neither
 * overflow nor underflow. */
float sm_dot(int64_t n, const float *x, const float *y);

/* --- the same bits with any number of workers ------------------------------------------------- */

enum { SM_BLOCK = 1024 };

/*
 * Worker w of W: fills its share of part, which has ceil(n/SM_BLOCK) elements. After all W workers have
 * run, in any order, every element of part must have been written, each by one of them.
 * sm_combine makes the sum of it. For given x the result has the same bits for every W, and the error
 * bound of sm_pairwise.
 */
void sm_partial(int64_t n, const float *x, int w, int W, float *part);
float sm_combine(int64_t blocks, const float *part);

/* --- mean and variance ------------------------------------------------------------------------ */

struct sm_stats {
    int64_t n;
    float mean, m2; /* m2: sum of squared distances from the mean; all three are 0 for no numbers */
};

/* Welford: one number more. */
void sm_push(struct sm_stats *s, float x);

/* The statistics of both sets together; either may be empty. */
struct sm_stats sm_merge(struct sm_stats a, struct sm_stats b);

/* --- softmax and what stands around it -------------------------------------------------------- */

/* log(sum of e^x[k]), loading every x once. x may hold -INFINITY (a mask); of nothing else, or of
 * nothing at all, it is -INFINITY. Error <= (n + 8)*u + 4u*|result|. */
float sm_lse(int64_t n, const float *x);

/* y[k] = e^x[k] / sum. All masked: zeros. Error of y[k] <= 1e-5*y[k] + 1e-37. */
void sm_softmax(int64_t n, const float *x, float *y);

/* cap*tanh(x/cap), and its derivative by x with a relative error of 1e-5. cap > 0, |x/cap| <= 40. */
float sm_cap(float x, float cap);
float sm_cap_grad(float x, float cap);

/* weight * lse(x)^2; grad[k] becomes its derivative by x[k]. Relative error 1e-4 each. */
float sm_zloss(int64_t n, const float *x, float weight, float *grad);

/* --- cancellation ----------------------------------------------------------------------------- */

/* The real roots of a*x^2 + b*x + c, a not 0: how many there are (0, 1 for a double one, 2), in r in
 * rising order, each within 16u of itself. Coefficients are 0 or between 2^-30 and 2^30 in magnitude. */
int sm_roots(float a, float b, float c, float r[2]);

/* --- what may not be used --------------------------------------------------------------------- */

#pragma GCC poison double __float128 _Float64 _Float64x _Float128 _Float32x __m128d __m256d __m512d

#endif
