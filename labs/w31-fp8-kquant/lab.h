/*
 * lab.h: the interface of w31-fp8-kquant: eight-bit floats, llama.cpp's blocks, and what makes a tensor easier to
 * round. Skeleton, reference and harness all include this one file.
 *
 * "To nearest" is to the nearest representable value, ties to the even code. All arithmetic is in float, one operation
 * after the other as written; where a compiler fuses a multiplication and an addition, both results are right. Arrays
 * do not overlap. n >= 0. Half-precision numbers travel as uint16_t.
 */
#ifndef W31_FP8_KQUANT_LAB_H
#define W31_FP8_KQUANT_LAB_H

#include <math.h>
#include <stdint.h>
#include <string.h>

/* --- given: fp16 ------------------------------------------------------------------------------------- */

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

/* The fp16 number next to x, to nearest; x is finite. Below 2^-14 the addition of a half rounds at 2^-24. */
static inline uint16_t half_code(float x)
{
    float a = fabsf(x), low = a + .5f;
    uint32_t u, sign = signbit(x) ? 0x8000 : 0;
    memcpy(&u, a < 0x1p-14f ? &low : &a, sizeof u);
    if (a < 0x1p-14f)
        return (uint16_t)(sign | (u - 0x3f000000));
    u += 0xfff + (u >> 13 & 1);
    return (uint16_t)(sign | (u >= 0x47800000 ? 0x7c00 : (u >> 13) - (112 << 10)));
}

/* --- yours: eight-bit floats --------------------------------------------------------------------------- */

/*
 * E4M3: sign, 4 bits of exponent with bias 7, 3 of mantissa; no infinity; 0x7f and 0xff are NaN. E5M2: sign, 5 bits of
 * exponent with bias 15, 2 of mantissa, infinities and NaN as in IEEE 754. The top exponent of E4M3 is an exponent like
 * the others.
 * q[i] = x[i] to nearest. What is larger than the largest finite number, infinities too, becomes that number with its
 * sign (448 and 57,344), as the GPU's cvt.rn.satfinite has it; subnormals are kept, zeros keep their sign, and each
 * NaN becomes 0x7f.
 */
void e4m3_encode(int64_t n, const float *x, uint8_t *q);
void e5m2_encode(int64_t n, const float *x, uint8_t *q);

/* x[i] = the value of q[i], NaN for a NaN's codes. */
void e4m3_decode(int64_t n, const uint8_t *q, float *x);
void e5m2_decode(int64_t n, const uint8_t *q, float *x);

enum { HISTORY_MOST = 64 };

/* A tensor's delayed scaling. It begins with zeros in `history`, at = 0 and scale = 1. */
struct fp8_scaling {
    float history[HISTORY_MOST]; /* the largest magnitudes of the last `length` steps */
    int32_t length, at;          /* how many are kept; where the next one goes */
    int32_t margin;              /* powers of two that are kept free */
    float scale;
};

/*
 * One step, with a scale that was known before it:
 *   q = E4M3 of x[i] * scale
 *   history[at] = the largest |x[i]|, NaN left out, 0 if there is none; at goes on by one, round the ring
 *   most = the largest of the `length` numbers in history
 *   scale = 448 / most / 2^margin; if most is 0 or infinite, or that quotient is infinite, scale stays as it is
 */
void fp8_step(struct fp8_scaling *s, int64_t n, const float *x, uint8_t *q);

/* --- yours: blocks ------------------------------------------------------------------------------------- */

enum { QK = 32, QK_K = 256 };

/* As they lie in a GGUF file, little-endian, without gaps: see lesson.md for the order of the codes. */
struct q4_0 { uint16_t d; uint8_t qs[QK / 2]; };                                          /* 18 B for 32 */
struct q8_0 { uint16_t d; int8_t qs[QK]; };                                               /* 34 B for 32 */
struct q4_K { uint16_t d, dmin; uint8_t scales[12]; uint8_t qs[QK_K / 2]; };              /* 144 B for 256 */
struct q6_K { uint8_t ql[QK_K / 2], qh[QK_K / 4]; int8_t scales[QK_K / 16]; uint16_t d; }; /* 210 B for 256 */
struct q8_K { float d; int8_t qs[QK_K]; int16_t bsums[QK_K / 16]; };                      /* 292 B for 256 */

/*
 * Values of n codes. n is a multiple of the block.
 *   q4_0: element j is the low half of qs[j], element 16 + j the high half; value d * (code - 8)
 *   q8_0: value d * code
 *   q4_K: 8 sub-blocks of 32 with a scale sc and a minimum m of 6 bits each; value d * sc * code - dmin * m. Of 64
 *         elements, the first 32 are the low halves of 32 bytes of qs and the others their high halves. scales:
 *         bytes 0..3 have sc of sub-blocks 0..3 in their low 6 bits, bytes 4..7 their m; byte 8 + k has the low four
 *         bits of sub-block 4 + k, sc below and m above, whose two top bits are the top bits of byte k (sc) and 4 +
 *         k (m)
 *   q6_K: 16 sub-blocks of 16 with a scale of 8 bits; value d * sc * (code - 32). In each half of 128 elements,
 *         elements l, 32 + l, 64 + l and 96 + l have their top two bits in bits 0, 2, 4 and 6 of qh[l]; their low
 *         four are, in turn, the low half of ql[l], that of ql[32 + l], the high half of ql[l], that of ql[32 + l].
 *         The second half has the next 64 bytes of ql and 32 of qh
 * Each value is rounded once, to float.
 */
void q4_0_decode(int64_t n, const struct q4_0 *b, float *x);
void q8_0_decode(int64_t n, const struct q8_0 *b, float *x);
void q4_K_decode(int64_t n, const struct q4_K *b, float *x);
void q6_K_decode(int64_t n, const struct q6_K *b, float *x);

/*
 * Codes of n finite numbers, whose magnitudes are below 2^14. If n is no multiple of the block, nothing is written and
 * -1 returned; else 0. These three are exact, block by block:
 *   q4_0: with m the number of the largest magnitude, the first of several, and its sign: d = m / -8, stored in
 *         fp16; the code is x * (1/d) + 8.5 with its fraction cut off, 15 at most. d stays in float for this. 1/0
 *         counts as 0. In a block of zeros m is +0, so that d is -0
 *   q8_0: d = the largest magnitude / 127, stored in fp16; the code is x * (1/d), rounded to the nearest integer and
 *         ties away from zero; 1/0 counts as 0
 *   q8_K: with m as in q4_0: t = -127 / m, code = x * t to nearest even and 127 at most, d = 1/t; bsums[k] = the sum of
 *         codes 16k to 16k + 15. A block of zeros is zeros throughout
 * A magnitude that is not 0 is at least 2^-30 in them.
 */
int q4_0_encode(int64_t n, const float *x, struct q4_0 *b);
int q8_0_encode(int64_t n, const float *x, struct q8_0 *b);
int q8_K_encode(int64_t n, const float *x, struct q8_K *b);

/*
 * The same for K-quants, whose format does not say how scales are found. Judged is what your blocks decode to: the root
 * mean square error over all n is at most 1.02 times that of llama.cpp's search, which the lesson describes (1.05
 * for q6_K with outliers, where several widths are as good), and 0 where that search's is 0. Each d and dmin is finite.
 */
int q4_K_encode(int64_t n, const float *x, struct q4_K *b);
int q6_K_encode(int64_t n, const float *x, struct q6_K *b);

/*
 * The dot product of n numbers in q4_K and n in q8_K, n a multiple of 256: sums of codes are exact integers; the result
 * is within 1e-5 of the sum of the terms' magnitudes. Nothing is expanded in memory.
 */
float vec_dot_q4_K_q8_K(int64_t n, const struct q4_K *w, const struct q8_K *x);

/* --- yours: easier tensors --------------------------------------------------------------------------------- */

/* s[c] = xmax[c]^alpha / wmax[c]^(1 - alpha); 1 for a channel where one of the two is 0. Within 1e-5, relatively. */
void smoothquant_scales(int64_t channels, const float *xmax, const float *wmax, float alpha, float *s);

/* x = H x / sqrt(n), in place; H is the Hadamard matrix in Sylvester's order: its element i, j is -1 to the number of
 * ones in i & j. n is a power of two, 1 too. n log2 n additions. Within 1e-6 of the sum of magnitudes over sqrt(n). */
void fwht(int64_t n, float *x);

/* n, a multiple of `block`, in blocks: each is multiplied by its signs (+1 or -1, sign[block], the same for each block)
 * and goes through fwht. unrotate takes that back. */
void rotate(int64_t n, int64_t block, const int8_t *sign, float *x);
void unrotate(int64_t n, int64_t block, const int8_t *sign, float *x);

/* --- yours: two bits, and where to spend bits ---------------------------------------------------------------- */

enum { GROUP = 8 };

/* The point of the lattice E8 nearest to x: eight integers of even sum, or eight numbers k + 1/2 of even sum, whichever
 * are nearer. Of equally near points any is right. |x[i]| < 2^20. */
void e8_nearest(const float x[GROUP], float y[GROUP]);

/* AQLM: group g of eight numbers is scale times the sum, over `books` codebooks, of entry code[g * books + b] of
 * book b. book[books][size][GROUP]. Within 1e-6 of the sum of magnitudes. */
void aqlm_decode(int64_t groups, int64_t books, int64_t size, const uint16_t *code, const float *book, float scale,
                 float *x);

/*
 * A width for each layer. loss[l][w] is what layer l loses at width w, bytes[l][w] what it takes, rising with w; both
 * [layers][widths]. All begin at width 0. Then, as long as there is one, the step of one layer by one width is taken
 * that lowers its loss most for each byte it adds, the lower layer of several, among those that lower it at all and
 * whose bytes still fit in `budget`. Quotients in double. Returns the bytes of pick[layers], or -1 if width 0 does
 * not fit.
 */
int64_t bit_alloc(int64_t layers, int64_t widths, const double *loss, const int64_t *bytes, int64_t budget,
                  int32_t *pick);

#endif
