/*
 * Roofline meter, the fastest we know. Counting can't be optimised; the two micro-benchmarks can, a
 * little, and not everywhere:
 *   - copy_f32. On Intel servers it walks several pages side by side, four lines in each before it
 *     goes to the next: more DRAM pages are open at once, and a fifth is gained on a Xeon. On the
 *     AMD core that we tried the same walk is two to six times slower than the plain loop, since it
 *     keeps more write-combining buffers half full than there are. So the code asks whose processor
 *     it is. Prefetching the source with the hint "used once" is not here at all: a few per cent on
 *     that AMD core while it was alone, minus fifteen with a busy neighbour, minus a third on the
 *     Xeon.
 *   - fma_chain doubles the chains where there are 32 registers, which changes nothing on a core
 *     whose FMA takes four cycles and is insurance on others; and it finishes a ragged end with
 *     masked vectors instead of one lane at a time, which matters when there are few lanes.
 */
#define copy_f32 ref_copy_f32
#define fma_chain ref_fma_chain
#include "ref.c"
#undef copy_f32
#undef fma_chain

#if defined(__x86_64__)

enum { LINE = 16, PAGE = 1024, PAGES = 4 }; /* floats, floats, pages side by side */

/* Copy up to the first line boundary of dst; returns how many floats that was. */
static int64_t copy_head(float *dst, const float *src, int64_t n)
{
    int64_t i = 0;
    for (; i < n && ((uintptr_t)(dst + i) & 63); i++)
        dst[i] = src[i];
    return i;
}

/* Four lines from src to dst, dst at a line boundary. */
__attribute__((target("avx2"))) static inline void four_avx2(float *dst, const float *src)
{
    for (int k = 0; k < 4 * LINE; k += LINE) {
        __m256 lo = _mm256_loadu_ps(src + k), hi = _mm256_loadu_ps(src + k + 8);
        _mm256_stream_ps(dst + k, lo);
        _mm256_stream_ps(dst + k + 8, hi);
        lab_streamed(dst + k, 64);
    }
}

__attribute__((target("avx512f"))) static inline void four_avx512f(float *dst, const float *src)
{
    for (int k = 0; k < 4 * LINE; k += LINE) {
        _mm512_stream_ps(dst + k, _mm512_loadu_ps(src + k));
        lab_streamed(dst + k, 64);
    }
}

/* Side by side through PAGES pages, as long as that many are left; returns where it stopped. */
#define PAGEWISE(isa)                                                                              \
    __attribute__((target(#isa))) static int64_t pages_##isa(float *dst, const float *src,         \
                                                             int64_t i, int64_t n)                 \
    {                                                                                              \
        for (; i + PAGES * PAGE <= n; i += PAGES * PAGE)                                           \
            for (int j = 0; j < PAGE; j += 4 * LINE)                                               \
                for (int64_t k = i + j; k < i + PAGES * PAGE; k += PAGE)                           \
                    four_##isa(dst + k, src + k);                                                  \
        return i;                                                                                  \
    }
#define ONWARD(isa)                                                                                \
    __attribute__((target(#isa))) static int64_t onward_##isa(float *dst, const float *src,        \
                                                              int64_t i, int64_t n)                \
    {                                                                                              \
        for (; i + 4 * LINE <= n; i += 4 * LINE)                                                   \
            four_##isa(dst + i, src + i);                                                          \
        return i;                                                                                  \
    }
PAGEWISE(avx2)
PAGEWISE(avx512f)
ONWARD(avx2)
ONWARD(avx512f)

void copy_f32(float *dst, const float *src, int64_t n)
{
    int intel = __builtin_cpu_is("intel");
    if (!__builtin_cpu_supports("avx2")) {
        copy_sse(dst, src, n);
        return;
    }
    int64_t i = copy_head(dst, src, n);
    if (__builtin_cpu_supports("avx512f")) {
        if (intel)
            i = pages_avx512f(dst, src, i, n);
        i = onward_avx512f(dst, src, i, n);
    } else {
        if (intel)
            i = pages_avx2(dst, src, i, n);
        i = onward_avx2(dst, src, i, n);
    }
    for (; i < n; i++)
        dst[i] = src[i];
    _mm_sfence();
}

#define TWENTYFOUR(X) \
    TWELVE(X) X(12) X(13) X(14) X(15) X(16) X(17) X(18) X(19) X(20) X(21) X(22) X(23)

__attribute__((target("avx512f"))) static void many_avx512(float *y, const float *x, float c,
                                                           int64_t lanes, int64_t steps)
{
    const __m512 add = _mm512_set1_ps(c);
    int64_t i = 0;
#define LOAD(k) __m512 v##k = _mm512_loadu_ps(x + i + 16 * k);
#define STEP(k) v##k = _mm512_fmadd_ps(v##k, v##k, add);
#define STORE(k) _mm512_storeu_ps(y + i + 16 * k, v##k);
    for (; i + 384 <= lanes; i += 384) {
        TWENTYFOUR(LOAD)
        for (int64_t s = 0; s < steps; s++) {
            TWENTYFOUR(STEP)
        }
        TWENTYFOUR(STORE)
    }
#undef LOAD
#undef STEP
#undef STORE
    for (; i < lanes; i += 16) {
        __mmask16 live = lanes - i >= 16 ? 0xffff : (__mmask16)((1u << (lanes - i)) - 1);
        __m512 v = _mm512_maskz_loadu_ps(live, x + i);
        for (int64_t s = 0; s < steps; s++)
            v = _mm512_fmadd_ps(v, v, add);
        _mm512_mask_storeu_ps(y + i, live, v);
    }
}

/* The last seven lanes at most, in one vector through a buffer on the stack. */
__attribute__((target("avx2,fma"))) static void ragged_avx2(float *y, const float *x, float c,
                                                            int64_t lanes, int64_t steps)
{
    const __m256 add = _mm256_set1_ps(c);
    float buf[8] = { 0 };
    for (int64_t k = 0; k < lanes; k++)
        buf[k] = x[k];
    __m256 v = _mm256_loadu_ps(buf);
    for (int64_t s = 0; s < steps; s++)
        v = _mm256_fmadd_ps(v, v, add);
    _mm256_storeu_ps(buf, v);
    for (int64_t k = 0; k < lanes; k++)
        y[k] = buf[k];
}

void fma_chain(float *y, const float *x, float c, int64_t lanes, int64_t steps)
{
    if (__builtin_cpu_supports("avx512f")) {
        many_avx512(y, x, c, lanes, steps);
    } else if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {
        int64_t whole = lanes & ~(int64_t)7;
        chain_avx2(y, x, c, whole, steps);
        if (whole < lanes)
            ragged_avx2(y + whole, x + whole, c, lanes - whole, steps);
    } else {
        chain_base(y, x, c, lanes, steps);
    }
}

#else

void copy_f32(float *dst, const float *src, int64_t n)
{
    ref_copy_f32(dst, src, n);
}

void fma_chain(float *y, const float *x, float c, int64_t lanes, int64_t steps)
{
    ref_fma_chain(y, x, c, lanes, steps);
}

#endif
