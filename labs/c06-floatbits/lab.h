/*
 * lab.h: the interface of c06-floatbits, codecs of small floating-point formats. Skeleton,
 * reference and harness all include this one file.
 *
 * A format has 1 sign bit, E exponent bits and M mantissa bits, in this order from the top, and its
 * code is the lowest 1+E+M bits of a uint32_t, the others being 0 (tf32 too: the GPU keeps its 19
 * bits at the top of a word, we at the bottom). With e the exponent field and m the mantissa field a finite code means
 *
 *     e = 0      (-1)^s * m/2^M       * 2^(1-bias)        zero and the subnormals
 *     e > 0      (-1)^s * (1 + m/2^M) * 2^(e-bias)        the normals
 *
 * What the highest exponent means depends on `special`:
 *
 *     FB_IEEE    e all ones: m = 0 is an infinity, anything else a NaN
 *     FB_NAN     only e and m all ones are a NaN; no infinity; the rest of that binade is finite (E4M3)
 *     FB_NONE    neither: every code is a finite number (E2M1 and the six-bit formats)
 *
 * Everything is done with the bits. The maths library and the compiler's own small floats are not
 * allowed in your file; their names are poisoned at the end of this header.
 */
#ifndef C06_FLOATBITS_LAB_H
#define C06_FLOATBITS_LAB_H

#include <immintrin.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { FB_IEEE, FB_NAN, FB_NONE };

/* to nearest, ties to the even code; towards zero; stochastic */
enum fb_mode { FB_RNE, FB_RZ, FB_SR };

struct fmt {
    int E;       /* exponent bits, 2..8 */
    int M;       /* mantissa bits that are stored, 1..23 */
    int bias;    /* 2^(E-1) - 1 */
    int special; /* FB_IEEE, FB_NAN, FB_NONE */
    int sat;     /* 1: whatever is too large, infinities too, becomes the largest finite number */
};

/* --- one number ------------------------------------------------------------------------------- */

/* The value of a code; a double holds every one of them exactly. -0 stays -0, infinities stay
 * infinities, a NaN becomes some NaN. */
double fb_decode(const struct fmt *f, uint32_t code);

/*
 * The code of x, rounded once.
 *
 *   FB_RNE   to the nearer neighbour; from the middle to the one whose code is even
 *   FB_RZ    to the neighbour nearer to zero
 *   FB_SR    let t be |x|'s distance from its lower neighbour, in steps of the format, and
 *            T = floor(t * 2^32). Away from zero when T + rnd >= 2^32, else towards zero.
 *            rnd is 32 random bits; the other modes do not look at it.
 *
 * The sign is kept, also when the result is zero. Round first, as if exponents had no end; what
 * then exceeds the largest finite number becomes
 *   - the largest finite number with FB_RZ, with sat = 1 and with FB_NONE
 *   - else an infinity (FB_IEEE) or NaN (FB_NAN).
 * x infinite: the same, but FB_RZ is no exception: an infinity where there is one, a NaN with
 * FB_NAN, the largest finite number with sat = 1 or FB_NONE.
 * x NaN: FB_IEEE: the sign of x, e all ones, m = 100..0; FB_NAN: the sign of x, then all ones;
 * FB_NONE: the largest finite number, positive (what the GPU's conversion does).
 */
uint32_t fb_encode(const struct fmt *f, double x, enum fb_mode mode, uint32_t rnd);

/* The step of the format at a code: the weight of its last mantissa bit. NaN for infinity, NaN. */
double fb_ulp(const struct fmt *f, uint32_t code);

/* The next number above (up = 1) or below (up = 0). Both zeros have the smallest subnormal of that
 * direction as neighbour; from there the way back leads to a zero of the same sign. Beyond the
 * largest number lies infinity, or itself where there is none. A NaN is its own neighbour, and so
 * is an infinity in its own direction. `sat` plays no part. */
uint32_t fb_next(const struct fmt *f, uint32_t code, int up);

/* a*b + c of three fp32 codes, rounded once, to nearest even. Any NaN will do for a NaN. The signs
 * of zeros are IEEE's: a sum of opposite numbers is +0, of two zeros of one sign that zero. */
uint32_t fb_fma32(uint32_t a, uint32_t b, uint32_t c);

/* --- many numbers ----------------------------------------------------------------------------- */

/* n floats to E4M3, to nearest, saturating: y[k] = fb_encode(E4M3 with sat = 1, x[k], FB_RNE). This
 * one is timed. n may be 0; x and y do not overlap. */
void fb_e4m3_n(int64_t n, const float *x, uint8_t *y);

/* n floats to bf16, stochastically: y[k] = fb_encode(bf16 with sat = 0, x[k], FB_SR, rnd[k]). n may
 * be 0; the arrays do not overlap. */
void fb_bf16_sr_n(int64_t n, const float *x, const uint32_t *rnd, uint16_t *y);

/* --- what may not be used --------------------------------------------------------------------- */

#pragma GCC poison _Float16 __bf16
#pragma GCC poison fma fmaf fmal ldexp ldexpf frexp frexpf scalbn scalbnf scalbln scalblnf
#pragma GCC poison ilogb ilogbf logb logbf nextafter nextafterf nexttoward nexttowardf exp2 exp2f
#pragma GCC poison rint rintf nearbyint nearbyintf lrint lrintf llrint llrintf pow powf
#pragma GCC poison __builtin_fma __builtin_fmaf __builtin_ldexp __builtin_frexp __builtin_nextafter
#pragma GCC poison _cvtss_sh _cvtsh_ss _mm_cvtph_ps _mm256_cvtph_ps _mm512_cvtph_ps
#pragma GCC poison _mm512_cvtneps_pbh _mm256_cvtneps_pbh _mm_cvtneps_pbh

#endif
