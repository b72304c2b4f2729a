/*
 * Conversions with the instructions made for them (AVX-512, where the processor has it). All else is ref.c's.
 *
 *   fp16   vcvtps2ph converts 16 floats, rounding to nearest even, subnormals, infinities and NaNs included: one
 *          instruction in place of the reference's twenty-odd.
 *   bf16   there is vcvtneps2bf16, but it takes subnormals for zero, and the contract does not. So the reference's
 *          integer operations stay, with the NaNs under a mask; the upper halves of 32 results are gathered by
 *          one permutation (vpermt2w) into one full store, where the compiler packs and sorts in several steps.
 *   ends   the last few floats of fp16 go through the same instruction under a mask: no second loop.
 *
 * Either way a float's four bytes come in and two go out, and waiting for them is all that is left.
 * A machine without these instructions runs ref.c.
 */
#include "lab.h"

void ref_bf16_n(int64_t n, const float *x, uint16_t *y);
void ref_f16_n(int64_t n, const float *x, uint16_t *y);
#define mp_bf16_n ref_bf16_n
#define mp_f16_n ref_f16_n
#include "ref.c"
#undef mp_bf16_n
#undef mp_f16_n

#define WIDE __attribute__((target("avx512f,avx512bw,avx512vl")))

enum { LANES = 16 };

static int has_wide(void)
{
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512vl");
}

/* Lanes of the k-th float on. */
static inline __mmask16 live(int64_t k, int64_t n)
{
    return (__mmask16)(n - k >= LANES ? 0xffff : (1u << (n - k)) - 1);
}

WIDE static void wide_f16(int64_t n, const float *x, uint16_t *y)
{
    for (int64_t k = 0; k < n; k += LANES) {
        __m512 v = _mm512_maskz_loadu_ps(live(k, n), x + k);
        __m256i h = _mm512_cvtps_ph(v, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
        _mm256_mask_storeu_epi16(y + k, live(k, n), h);
    }
}

/* 16 floats rounded to bf16 in the upper half of each lane. */
WIDE static inline __m512i upper(const float *x)
{
    __m512i u = _mm512_loadu_si512(x), last = _mm512_and_si512(_mm512_srli_epi32(u, 16), _mm512_set1_epi32(1));
    __mmask16 nan = _mm512_cmp_ps_mask(_mm512_castsi512_ps(u), _mm512_castsi512_ps(u), _CMP_UNORD_Q);
    __m512i up = _mm512_add_epi32(_mm512_add_epi32(u, _mm512_set1_epi32(0x7fff)), last);
    return _mm512_mask_or_epi32(up, nan, u, _mm512_set1_epi32(0x400000));
}

WIDE static void wide_bf16(int64_t n, const float *x, uint16_t *y)
{
    int16_t odd[2 * LANES];
    int64_t k = 0;
    for (int i = 0; i < 2 * LANES; i++)
        odd[i] = (int16_t)(2 * i + 1);
    __m512i halves = _mm512_loadu_si512(odd);
    for (; k + 2 * LANES <= n; k += 2 * LANES)
        _mm512_storeu_si512(y + k, _mm512_permutex2var_epi16(upper(x + k), halves, upper(x + k + LANES)));
    ref_bf16_n(n - k, x + k, y + k);
}

void mp_f16_n(int64_t n, const float *x, uint16_t *y)
{
    if (has_wide())
        wide_f16(n, x, y);
    else
        ref_f16_n(n, x, y);
}

void mp_bf16_n(int64_t n, const float *x, uint16_t *y)
{
    if (has_wide())
        wide_bf16(n, x, y);
    else
        ref_bf16_n(n, x, y);
}
