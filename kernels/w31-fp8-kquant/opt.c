/*
 * opt.c: the product with the instruction that was made for it. All else is ref.c's, which the compiler has made
 * vectors of.
 *
 *   vpmaddubsw    32 bytes without a sign times 32 with one, added by twos in 16 bits: codes of four bits have no sign,
 *                 and 2 * 15 * 127 fits, so nothing has to be corrected.
 *   vpmaddwd      the scale of the sub-block is the other factor of the step from 16 to 32 bits: no instruction more.
 *   minima        eight of them times eight sums of two bsums, one more vpmaddwd.
 *   one sum       of floats, a vector for all blocks; it is added up once at the end.
 */
#define vec_dot_q4_K_q8_K ref_vec_dot_q4_K_q8_K
#include "ref.c"
#undef vec_dot_q4_K_q8_K

float vec_dot_q4_K_q8_K(int64_t n, const struct q4_K *w, const struct q8_K *x);

#if defined(__AVX2__) && defined(__FMA__)
#include <immintrin.h>

/* The eight sums of 32 bits of 64 elements: 32 bytes of codes, two scales. */
static inline __m256i pair_of(const uint8_t *q, const int8_t *a, int sc0, int sc1)
{
    const __m256i low = _mm256_set1_epi8(15);
    __m256i codes = _mm256_loadu_si256((const __m256i *)q);
    __m256i lo = _mm256_and_si256(codes, low), hi = _mm256_and_si256(_mm256_srli_epi16(codes, 4), low);
    __m256i p = _mm256_maddubs_epi16(lo, _mm256_loadu_si256((const __m256i *)a));
    __m256i r = _mm256_maddubs_epi16(hi, _mm256_loadu_si256((const __m256i *)(a + SUB)));
    return _mm256_add_epi32(_mm256_madd_epi16(p, _mm256_set1_epi16((short)sc0)),
                            _mm256_madd_epi16(r, _mm256_set1_epi16((short)sc1)));
}

float vec_dot_q4_K_q8_K(int64_t n, const struct q4_K *w, const struct q8_K *x)
{
    __m256 sum = _mm256_setzero_ps();
    __m128 least = _mm_setzero_ps();
    for (; n; n -= QK_K, w++, x++) {
        uint8_t sc[SUBS], m[SUBS];
        unpack_scales(w->scales, sc, m);
        __m256i s = _mm256_setzero_si256();
        for (int j = 0; j < SUBS; j += 2)
            s = _mm256_add_epi32(s, pair_of(w->qs + j / 2 * SUB, x->qs + j * SUB, sc[j], sc[j + 1]));
        __m256i b = _mm256_loadu_si256((const __m256i *)x->bsums);
        __m128i both = _mm_hadd_epi16(_mm256_castsi256_si128(b), _mm256_extracti128_si256(b, 1));
        __m128i mins = _mm_madd_epi16(_mm_cvtepu8_epi16(_mm_loadl_epi64((const __m128i *)m)), both);
        sum = _mm256_fmadd_ps(_mm256_set1_ps(x->d * half_value(w->d)), _mm256_cvtepi32_ps(s), sum);
        least = _mm_fmadd_ps(_mm_set1_ps(x->d * half_value(w->dmin)), _mm_cvtepi32_ps(mins), least);
    }
    __m128 all = _mm_sub_ps(_mm_add_ps(_mm256_castps256_ps128(sum), _mm256_extractf128_ps(sum, 1)), least);
    all = _mm_add_ps(all, _mm_movehl_ps(all, all));
    return _mm_cvtss_f32(all) + _mm_cvtss_f32(_mm_shuffle_ps(all, all, 1));
}
#else
float vec_dot_q4_K_q8_K(int64_t n, const struct q4_K *w, const struct q8_K *x)
{
    return ref_vec_dot_q4_K_q8_K(n, w, x);
}
#endif
