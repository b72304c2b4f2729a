/*
 * lab.h: the interface of w01-roofline. Skeleton, reference and harness all include this one file.
 *
 * Conventions of the whole lab
 *   - A multiply-add is two FLOPs.
 *   - Bytes are what an ideal kernel has to move between the processor and its main memory: each
 *     operand read once, each result written once, nothing else. A real kernel may move more.
 *   - `b` is bytes an element (fp32 4, fp16 and bf16 2, fp8 1).
 *   - peak is FLOP/s, bw is B/s, times are seconds. No giga, no milli.
 *   - Counts are whole numbers kept in doubles. They pass 2^32 long before they pass 2^53, so a
 *     double holds them exactly and an int doesn't hold them at all.
 */
#ifndef W01_ROOFLINE_LAB_H
#define W01_ROOFLINE_LAB_H

#include <stdint.h>

struct cost {
    double flops;
    double bytes;
};

/* One line of a trace: a kernel, what one call of it costs, and how often the model calls it. */
struct op {
    struct cost cost;
    int64_t calls;
};

enum { ROOF_MEMORY = 0, ROOF_COMPUTE = 1 };

/* --- cost of an operation ------------------------------------------------------------------- */

/* C[m][n] = A[m][k] * B[k][n]. C is written, not read. m, n, k >= 1. */
struct cost cost_gemm(int64_t m, int64_t n, int64_t k, int b);

/* n_out arrays of n elements computed from n_in arrays of n elements, one element at a time. */
struct cost cost_elementwise(int64_t n, int n_in, int n_out, double flop_per_elt, int b);

/* Softmax over each row. Counted as 5 FLOP an element: max, subtract, exp, sum, divide. */
struct cost cost_softmax(int64_t rows, int64_t cols, int b);

/* LayerNorm or RMSNorm over each row, counted as 8 FLOP an element. The gain and bias vectors are
 * left out: one row of them serves all rows. */
struct cost cost_norm(int64_t rows, int64_t cols, int b);

/* Attention as four separate kernels, for B sequences and H heads of width d:
 *   scores = Q K^T  ->  scale and mask (2 FLOP an element)  ->  softmax  ->  P V
 * Each kernel reads its inputs from memory and writes its result back, S x S matrices included.
 * The mask is computed from the indices, so it is not read. */
struct cost cost_attn_unfused(int64_t B, int64_t H, int64_t S, int64_t d, int b);

/* --- the roof --------------------------------------------------------------------------------- */

/* The shortest time in which a machine can do it, if compute and traffic overlap perfectly. */
double roof_time(struct cost c, double peak, double bw);

/* Which of the two takes that long. ROOF_COMPUTE when they tie (also when both are zero). */
int roof_regime(struct cost c, double peak, double bw);

/* Indices of the three lines of the trace that take the most roofline time in total, the longest
 * first. When two tie, the lower index goes first. With fewer than three lines the rest of out[]
 * is -1. n >= 0. */
void top3(const struct op *ops, int n, double peak, double bw, int out[3]);

/* --- two micro-benchmarks: you write the work, the runner holds the clock --------------------- */

/* dst[i] = src[i] for 0 <= i < n. The arrays do not overlap and may start at any float: assume
 * 4-byte alignment and no more. In the timed case they are far larger than the last-level cache. */
void copy_f32(float *dst, const float *src, int64_t n);

/* For each lane i < lanes: v = x[i]; then `steps` times v = fma(v, v, c); then y[i] = v.
 * fma rounds once. The map is chaotic, so v*v rounded before the addition gives another number
 * after a few dozen steps; the check is bit for bit. steps >= 0, lanes >= 1. */
void fma_chain(float *y, const float *x, float c, int64_t lanes, int64_t steps);

/* --- help for the memory trace ---------------------------------------------------------------- */

/* The trace run learns of loads and stores from the compiler, which reports ordinary ones (vector
 * intrinsics too) but not streaming stores. After a streaming store, say lab_streamed(address,
 * bytes). In every other build it compiles to nothing. */
#ifdef RIDGE_COUNTED
void __tsan_write_range(void *address, unsigned long bytes);
#define lab_streamed(address, bytes) __tsan_write_range((void *)(address), (bytes))
#else
#define lab_streamed(address, bytes) ((void)(address), (void)(bytes))
#endif

#endif
