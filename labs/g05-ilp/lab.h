/*
 * g05-ilp: instructions of one thread that need not wait for each other. Three jobs, each in steps, each step a kernel.
 *
 * Arrays are dense and begin at a multiple of 256 bytes; inputs and outputs do not overlap. n may be any number from 0
 * on, with no relation to the launch, and need not be a multiple of 4. The runner launches:
 *
 *     axpy_1                     grid (max(1, ceil(n/256))),    block (256)
 *     axpy_4                     grid (max(1, ceil(n/1024))),   block (256)
 *     sum_1, sum_4, sum_16       grid (blocks), block (THREADS), blocks from 1 on
 *     poly_1, poly_4, poly_ahead grid (blocks), block (THREADS), blocks from 1 on
 *
 * In the sums and the polynomials T = gridDim.x * THREADS is the number of all threads, and t a thread's number among
 * them. The polynomials' outputs y have n elements, the sums' `part` has T.
 *
 * A quad is four neighbours, x[4q] to x[4q + 3]: what a lane loads with one float4. Where n is no multiple of 4, the last
 * quad is not whole. What stands behind x[n - 1] may not be read.
 *
 * Kernels are extern "C": the runner finds them by name.
 */
#ifndef G05_ILP_H
#define G05_ILP_H

#include <stddef.h>

#define THREADS 128
#define DEGREE 127

/* --- a job that waits for memory: y = a·x + y ---------------------------------------------------- */

/* y[i] = a·x[i] + y[i] for first <= i < first + n; no other element is read or written, and x may end with the range.
 * Thread i - first does element i. It is there to be measured. */
extern "C" __global__ void axpy_1(float *y, const float *x, float a, int first, long long n);

/* The same, 16 bytes a lane: one float4 of x and of y a thread, wherever a whole quad lies in the range. `first`
 * is any number from 0 to 7, so the range may begin and end within a quad: those elements are done one by one. */
extern "C" __global__ void axpy_4(float *y, const float *x, float a, int first, long long n);

/* --- a job of additions that wait for one another ------------------------------------------------- */

/* part[t] = the sum of x[t], x[t + T], x[t + 2T] and so on, added to 0 in this order: one chain. To be measured.
 *
 * The order of all sums here is part of the contract and the results are compared bit by bit (but for a zero's sign),
 * since rounding shows how many chains there were. Additions alone; no element is multiplied. */
extern "C" __global__ void sum_1(float *part, const float *x, long long n);

/* Four chains. Thread t has the quads t, t + T, t + 2T and so on; s[j], from 0 on, adds up their elements j in this order.
 * part[t] = (s[0] + s[1]) + (s[2] + s[3]). A last quad that is not whole counts as if zeros stood behind it. */
extern "C" __global__ void sum_4(float *part, const float *x, long long n);

/* Sixteen chains, and four quads under way. In round r thread t has the quads t + (4r + k)·T, k = 0 to 3; s[k][j], from 0
 * on, adds up elements j of quad k of all rounds. Quads beyond the last count as zeros. Then
 *     u[j] = (s[0][j] + s[1][j]) + (s[2][j] + s[3][j])       part[t] = (u[0] + u[1]) + (u[2] + u[3])       */
extern "C" __global__ void sum_16(float *part, const float *x, long long n);

/* --- a job that waits for its own arithmetic ------------------------------------------------------ */

#define C4_(k) 1.0f / ((k) + 1), 1.0f / ((k) + 2), 1.0f / ((k) + 3), 1.0f / ((k) + 4)
#define C16_(k) C4_(k), C4_(k + 4), C4_(k + 8), C4_(k + 12)
#define C64_(k) C16_(k), C16_(k + 16), C16_(k + 32), C16_(k + 48)

/* coefficient[k] = 1 / (k + 1): for |x| < 1 a polynomial that approaches -log(1 - x) / x */
static __constant__ float coefficient[DEGREE + 1] = { C64_(0), C64_(64) };

/* y[i] = Σ coefficient[k]·x[i]^k, k = 0 to DEGREE, |x[i]| <= 1, by Horner's rule: p = coefficient[DEGREE], then DEGREE
 * times p = p·x + coefficient[k], each of which waits for the one before. Thread t has the elements t, t + T and so on,
 * one after another. To be measured. */
extern "C" __global__ void poly_1(float *y, const float *x, long long n);

/* The same values, by four chains: thread t has the quads t, t + T and so on, loads and stores a whole one with one
 * float4, and takes its four elements through the coefficients together. */
extern "C" __global__ void poly_4(float *y, const float *x, long long n);

/* The same, and the next quad is asked for before this one is worked on. The values cannot show it and the emulator's
 * counters do not: only a GPU's clock tells. */
extern "C" __global__ void poly_ahead(float *y, const float *x, long long n);

#endif
