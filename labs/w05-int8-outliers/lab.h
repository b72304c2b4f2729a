/*
 * lab.h: the interface of w05-int8-outliers, quantisation after training. Skeleton, reference and
 * harness all include this one file.
 *
 * Weights are W[n][k]: n outputs, k inputs (channels), row-major. Activations are X[m][k]: m tokens.
 * The layer is Y = X * W^T. A code is a small integer; code times scale is the value it stands for.
 * No input is NaN or infinite. The largest magnitude of a row or group is 0 or lies between 2^-8 and
 * 2^15, so every scale is a normal number, in fp16 too. Half-precision numbers travel as uint16_t.
 */
#ifndef W05_INT8_OUTLIERS_LAB_H
#define W05_INT8_OUTLIERS_LAB_H

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { Q8_MAX = 127, Q4_MAX = 15, AWQ_STEPS = 20 };

/* --- given ------------------------------------------------------------------------------------ */

/* The value of a finite fp16 number. The factor rebiases the exponent and is exact for subnormals. */
static inline float half_value(uint16_t h)
{
    uint32_t bits = (uint32_t)(h & 0x7fff) << 13, sign = (uint32_t)(h & 0x8000) << 16;
    float x;
    memcpy(&x, &bits, sizeof x);
    x *= 0x1p112f;
    memcpy(&bits, &x, sizeof bits);
    bits |= sign;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* The fp16 number next to x, ties to even. x is 0 or in fp16's normal range, 2^-14 to 65504. */
static inline uint16_t half_code(float x)
{
    uint32_t u;
    memcpy(&u, &x, sizeof u);
    if (x == 0)
        return 0;
    u += 0xfff + ((u >> 13) & 1);
    return (uint16_t)((u >> 16 & 0x8000) | (((u & 0x7fffffff) >> 13) - (112u << 10)));
}

/* Bytes of a row of k codes of four bits. Element i is in byte i/2; an even i in the low half. */
static inline size_t q4_bytes(int k)
{
    return ((size_t)k + 1) / 2;
}

/* Groups of g elements in a row of k; the last may be short. */
static inline int q4_groups(int k, int g)
{
    return (k + g - 1) / g;
}

/* Room for llm_int8, which finds it uninitialised. */
typedef struct {
    int8_t *q;      /* [m][k] codes */
    float *scale;   /* [m] */
    float *row;     /* [k] */
    int *cols;      /* [k] */
} q8_room;

/* Room for awq_search, which finds it uninitialised. */
typedef struct {
    float *row;      /* [k] */
    float *s;        /* [k] */
    uint8_t *q;      /* [q4_bytes(k)] */
    uint16_t *scale; /* [q4_groups(k, g)] */
    uint8_t *zero;   /* [q4_groups(k, g)] */
} q4_room;

/* --- yours: eight bits ------------------------------------------------------------------------ */

/*
 * One row to int8, symmetric, by its largest magnitude: *s = max|x| / 127 and q[i] = x[i] / *s, both
 * divided in float, the latter rounded to the nearest integer, ties to even, and kept in -127..127:
 * -128 never appears. A row of zeros has *s = 0 and codes 0, one of no numbers *s = 0. n >= 0.
 */
void q8_row(const float *x, int8_t *q, float *s, int n);

/*
 * C[m][n] = sa[i] * sb[j] * (the dot product of A's row i and B's row j), A[m][k], B[n][k]. The dot
 * product is an exact 32-bit integer (k <= 65536); the result is within 1e-6, relatively.
 */
void gemm_w8a8(const int8_t *A, const float *sa, const int8_t *B, const float *sb, float *C,
               int m, int n, int k);

/*
 * LLM.int8(): Y[m][n]. A channel c is an outlier when |X[i][c]| >= thr for at least one token i. Outlier
 * channels are multiplied in float, with the fp16 weights W16[n][k]. The others go through int8: each
 * token's row is quantised by q8_row's rule *without its outlier channels*, times the codes W8[n][k]
 * with a scale sw[n] for each output. Y is the sum of both. Within 1e-5 of the sum of magnitudes.
 */
void llm_int8(const float *X, const int8_t *W8, const float *sw, const uint16_t *W16, float thr, float *Y,
              int m, int n, int k, q8_room *room);

/* --- yours: four bits ------------------------------------------------------------------------- */

/*
 * One row to four bits in groups of g (even), asymmetric. In each group, with lo = min(0, all w) and
 * hi = max(0, all w): the scale is (hi - lo) / 15 as fp16, d its value; the zero point is z = -lo / d
 * to nearest even, kept in 0..15; the code of w is w / d to nearest even, plus z, kept in 0..15. All
 * in float. Code c stands for d * (c - z). A group of zeros has scale, zero point and codes 0.
 * The last group may be short; with n odd the last high half-byte is 0. q[q4_bytes(n)],
 * scale[q4_groups(n, g)], zero[q4_groups(n, g)]. n >= 1.
 */
void q4_group(const float *w, int n, int g, uint8_t *q, uint16_t *scale, uint8_t *zero);

/*
 * y[n] = W * x for one token, W in four bits: row j is q + j*q4_bytes(k), its scales and zero points
 * scale and zero + j*q4_groups(k, g). With k odd, the last high half-byte of a row is not a code: any bits
 * may be there. Within 1e-5 of the sum of d * |c * x| and d * |z * x|. Weights
 * are never expanded in memory: each is read once, as four bits.
 */
void gemv_w4(const uint8_t *q, const uint16_t *scale, const uint8_t *zero, const float *x, float *y,
             int n, int k, int g);

/*
 * The AWQ scales of a layer: s[k]. a[c] > 0 is the root mean square of channel c of the activations.
 * Candidates t = 0..AWQ_STEPS: s[c] = a[c]^(t/20), divided by sqrt(max s * min s) of that candidate.
 * For each: quantise the rows of W[n][k] * s by q4_group, undo the scaling, and add up a[c]^2 times
 * the squared error of every weight, in double. Write the s of the least sum; return its t.
 */
int awq_search(const float *W, const float *a, int n, int k, int g, float *s, q4_room *room);

#endif
