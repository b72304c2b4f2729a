/*
 * opt.c: the reference with registers of sixteen floats, which hold the sixteen levels: one permutation looks up
 * sixteen codes. Four rows share what is read of x. Without AVX-512 it is the reference.
 */
#ifdef __AVX512F__
#define nf4_gemv ref_nf4_gemv
#endif
#include "ref.c"
#ifdef __AVX512F__
#undef nf4_gemv

void nf4_gemv(const struct nf4 *W, int out, int in, const float *x, float *y);

enum { ROWS = 4 };

/* Of each 32 numbers of x: the sixteen that meet low halves, then the sixteen that meet high ones. */
static void split32(int in, const float *x, float *to)
{
    for (int i = 0; i < in; i += 32)
        for (int k = 0; k < 16; k++) {
            to[i + k] = x[i + 2 * k];
            to[i + 16 + k] = x[i + 2 * k + 1];
        }
}

/* y of ROWS rows that lie `stride` blocks apart, of which the first begins with block b. */
static inline void rows_times(const struct nf4 *W, int64_t b, int64_t stride, int in, const float *x, float *y)
{
    const __m512 level = _mm512_loadu_ps(NF4);
    __m512 all[ROWS];
    for (int r = 0; r < ROWS; r++)
        all[r] = _mm512_setzero_ps();
    for (int i = 0; i < in; i += NF4_BLOCK, b++, x += NF4_BLOCK) {
        __m512 x0 = _mm512_loadu_ps(x), x1 = _mm512_loadu_ps(x + 16), x2 = _mm512_loadu_ps(x + 32),
               x3 = _mm512_loadu_ps(x + 48);
#pragma GCC unroll 4
        for (int r = 0; r < ROWS; r++) {
            const __m128i *code = (const __m128i *)(W->code + (b + r * stride) * (NF4_BLOCK / 2));
            __m512i c = _mm512_cvtepu8_epi32(_mm_loadu_si128(code));
            __m512i d = _mm512_cvtepu8_epi32(_mm_loadu_si128(code + 1));
            __m512 sum = _mm512_mul_ps(_mm512_permutexvar_ps(c, level), x0);
            __m512 more = _mm512_mul_ps(_mm512_permutexvar_ps(d, level), x2);
            sum = _mm512_fmadd_ps(_mm512_permutexvar_ps(_mm512_srli_epi32(c, 4), level), x1, sum);
            more = _mm512_fmadd_ps(_mm512_permutexvar_ps(_mm512_srli_epi32(d, 4), level), x3, more);
            float s = nf4_scale(W, b + r * stride);
            all[r] = _mm512_fmadd_ps(_mm512_set1_ps(s), _mm512_add_ps(sum, more), all[r]);
        }
    }
    for (int r = 0; r < ROWS; r++)
        y[r] = _mm512_reduce_add_ps(all[r]);
}

void nf4_gemv(const struct nf4 *W, int out, int in, const float *x, float *y)
{
    float *xs = take(2 * sizeof *xs * (size_t)in), *halves = xs + in;
    int64_t stride = in / NF4_BLOCK;
    int o = 0;
    split32(in, x, xs);
    split(in, x, halves);
    for (; o + ROWS <= out; o += ROWS)
        rows_times(W, o * stride, stride, in, xs, y + o);
    for (; o < out; o++)
        y[o] = row_times(W, o * stride, in, halves);
    give(xs);
}
#endif
