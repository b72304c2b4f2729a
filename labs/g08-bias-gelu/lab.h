/*
 * g08-bias-gelu: what stands behind a linear layer, in one pass: bias, GELU, and the residual; and its gradient.
 *
 * x, dy, res, y and dx are bf16, R x C, dense; bias is float, C of them. Arrays begin at a multiple of 256 bytes, do not
 * overlap, and R may be 0; C is 1 or more. The runner launches every kernel with a grid of 1 or more blocks of 256
 * threads, which may be fewer than there are rows. Kernels are extern "C": the runner finds them by name.
 *
 * GELU of v, by `form`:
 *     ERF   v * Phi(v), with Phi(v) = (1 + erf(v / sqrt(2))) / 2         Hendrycks and Gimpel, arXiv:1606.08415, eq. 2
 *     TANH  v / 2 * (1 + tanh(k * (v + 0.044715 * v^3))), k = sqrt(2 / pi)                         the same, section 2
 * The two differ by up to about 5e-4, which more than one checkpoint has found out late.
 *
 * v is x + bias[column] in float, or x where `biased` is 0; bias is then not read. Results are rounded to bf16 once, at
 * the end, and are right to the last place of bf16 relative to themselves, far out in the negative tail too: where 1 + erf
 * and 1 + tanh have cancelled, something else has to be computed. Where a result is below 1e-30, 0 will do.
 *
 * gelu(+inf) is +inf, gelu(-inf) is 0, its limit; the slope is 1 at +inf and 0 at -inf. NaN gives NaN.
 */
#ifndef G08_BIAS_GELU_H
#define G08_BIAS_GELU_H

#include <cuda_bf16.h>

typedef __nv_bfloat16 bf16;

#define THREADS 256
#define WIDE 8 /* elements of a load of 16 bytes */

enum form { ERF, TANH };

/* y = gelu(v) */
extern "C" __global__ void bias_gelu(bf16 *y, const bf16 *x, const float *bias, int biased, int form, int R, int C);

/* y = res + gelu(v), added in float */
extern "C" __global__ void bias_gelu_add(bf16 *y, const bf16 *x, const float *bias, int biased, const bf16 *res, int form,
                                         int R, int C);

/* dx = dy * gelu'(v). ERF: Phi(v) + v * phi(v), with phi(v) = exp(-v*v/2) / sqrt(2 pi). TANH: the derivative of that
 * formula. x was kept by the forward pass, gelu(v) was not. The two terms of the slope may cancel near -0.75: there the
 * slope is right relative to its terms. */
extern "C" __global__ void bias_gelu_bwd(bf16 *dx, const bf16 *dy, const bf16 *x, const float *bias, int biased, int form,
                                         int R, int C);

#endif
