/*
 * opt.c: both products with the instructions that were made for them. All else is ref.c's.
 *
 *   vpdpbusd         ref.c widens codes to 16 bits before it multiplies: half of the lanes, and two
 *                    instructions that only unpack. AVX-512 VNNI multiplies 64 pairs of bytes and adds
 *                    them by fours into 16 sums of 32 bits, exactly, in one instruction.
 *   the correction   It wants one factor unsigned. a + 128 is a with its top bit turned, and
 *                    sum (a + 128) b = sum a b + 128 sum b. The last sum depends on the weights alone:
 *                    a product with the constant 128 takes the same sums out again.
 *   a tile           Four rows of weights times up to four tokens stay in registers: every load feeds
 *                    four products, and sixteen chains hide the latency of one.
 *   a row at a time  With one token nothing is shared but the token, which is in L1, and what counts is
 *                    how fast weights arrive. Four rows side by side are four streams, and from memory
 *                    came in half as fast as one row after the other, in four chains.
 *   codes as indices A group has 16 possible weights, d(0 - z) to d(15 - z): one register. vpermps
 *                    looks up sixteen at a time by the low four bits of its indices, so a byte needs no
 *                    mask, no conversion and no correction: the table holds finished weights.
 *   x taken apart    Low halves meet even elements of x, high halves odd ones. Four rows share the two
 *                    permutations that sort them, so here they stay side by side, and a prefetch asks
 *                    for the next four in the order in which they lie.
 *
 * bench.c holds both against reading: from memory the int8 product is as fast as its weights can be read,
 * the one of four bits as fast as it is from a cache.
 *
 * A machine without these instructions runs ref.c, which C alone can reach.
 */
#include "lab.h"

void ref_gemm(const int8_t *A, const float *sa, const int8_t *B, const float *sb, float *C, int m, int n, int k);
void ref_gemv(const uint8_t *q, const uint16_t *scale, const uint8_t *zero, const float *x, float *y, int n, int k,
              int g);
#define gemm_w8a8 ref_gemm
#define gemv_w4 ref_gemv
#include "ref.c"
#undef gemm_w8a8
#undef gemv_w4

#if defined(__x86_64__)
#include <immintrin.h>

#define VNNI __attribute__((target("avx512f,avx512bw,avx512vl,avx512vnni")))
#define IN_PLACE static inline __attribute__((always_inline))

enum { ROWS = 4, TOKENS = 4, BYTES = 64, CHAINS = 4 };

static int has_vnni(void)
{
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512vnni");
}

/* --- int8 times int8 -------------------------------------------------------------------------- */

/* Up to 64 codes of each row and token; bytes outside of `live` are 0 in the rows, so they add nothing. */
VNNI IN_PLACE void step8(int tokens, int rows, const int8_t *a, const int8_t *b, size_t k, __mmask64 live,
                         __m512i sum[TOKENS][ROWS], __m512i extra[ROWS])
{
    const __m512i top = _mm512_set1_epi8(-128);
    __m512i u[TOKENS];
    for (int i = 0; i < tokens; i++)
        u[i] = _mm512_xor_si512(_mm512_maskz_loadu_epi8(live, a + (size_t)i * k), top);
    for (int j = 0; j < rows; j++) {
        __m512i w = _mm512_maskz_loadu_epi8(live, b + (size_t)j * k);
        extra[j] = _mm512_dpbusd_epi32(extra[j], top, w);
        for (int i = 0; i < tokens; i++)
            sum[i][j] = _mm512_dpbusd_epi32(sum[i][j], u[i], w);
    }
}

/* C[tokens][rows] of a tile; both counts are constants where it is called, so that sums are registers. */
VNNI IN_PLACE void tile8(int tokens, int rows, const int8_t *a, const float *sa, const int8_t *b, const float *sb,
                         float *c, size_t n, size_t k)
{
    __m512i sum[TOKENS][ROWS], extra[ROWS];
    size_t at = 0;
    for (int j = 0; j < rows; j++) {
        extra[j] = _mm512_setzero_si512();
        for (int i = 0; i < tokens; i++)
            sum[i][j] = extra[j];
    }
    for (; at + BYTES <= k; at += BYTES)
        step8(tokens, rows, a + at, b + at, k, ~(__mmask64)0, sum, extra);
    if (at < k)
        step8(tokens, rows, a + at, b + at, k, ~(__mmask64)0 >> (BYTES - (k - at)), sum, extra);
    for (int i = 0; i < tokens; i++)
        for (int j = 0; j < rows; j++) {
            int dot = _mm512_reduce_add_epi32(_mm512_sub_epi32(sum[i][j], extra[j]));
            c[(size_t)i * n + (size_t)j] = sa[i] * sb[j] * (float)dot;
        }
}

/* One row times one token: a single stream, which memory runs ahead of, in sums enough to hide the latency of one. */
VNNI IN_PLACE int row8(const int8_t *a, const int8_t *b, size_t k)
{
    const __m512i top = _mm512_set1_epi8(-128);
    __m512i sum[CHAINS], extra[CHAINS];
    for (int c = 0; c < CHAINS; c++)
        sum[c] = extra[c] = _mm512_setzero_si512();
    for (size_t at = 0; at < k; at += CHAINS * BYTES)
#pragma GCC unroll 4
        for (int c = 0; c < CHAINS; c++) {
            size_t from = at + (size_t)c * BYTES, left = k > from ? k - from : 0;
            __mmask64 live = left >= BYTES ? ~(__mmask64)0 : ((__mmask64)1 << left) - 1;
            __m512i w = _mm512_maskz_loadu_epi8(live, b + from);
            __m512i u = _mm512_xor_si512(_mm512_maskz_loadu_epi8(live, a + from), top);
            extra[c] = _mm512_dpbusd_epi32(extra[c], top, w);
            sum[c] = _mm512_dpbusd_epi32(sum[c], u, w);
        }
    for (int c = 1; c < CHAINS; c++) {
        sum[0] = _mm512_add_epi32(sum[0], sum[c]);
        extra[0] = _mm512_add_epi32(extra[0], extra[c]);
    }
    return _mm512_reduce_add_epi32(_mm512_sub_epi32(sum[0], extra[0]));
}

VNNI static void gemv8_vnni(const int8_t *a, float sa, const int8_t *B, const float *sb, float *c, int n, size_t k)
{
    for (int j = 0; j < n; j++, B += k)
        c[j] = sa * sb[j] * (float)row8(a, B, k);
}

VNNI static void gemm_vnni(const int8_t *A, const float *sa, const int8_t *B, const float *sb, float *C, int m, int n,
                           int k)
{
    size_t K = (size_t)k, N = (size_t)n;
    for (int j = 0; j < n;) {
        int rows = n - j >= ROWS ? ROWS : 1;
        const int8_t *b = B + (size_t)j * K;
        for (int i = 0; i < m;) {
            int tokens = m - i >= TOKENS ? TOKENS : 1;
            const int8_t *a = A + (size_t)i * K;
            float *c = C + (size_t)i * N + (size_t)j;
            if (rows == ROWS && tokens == TOKENS)
                tile8(TOKENS, ROWS, a, sa + i, b, sb + j, c, N, K);
            else if (rows == ROWS)
                tile8(1, ROWS, a, sa + i, b, sb + j, c, N, K);
            else
                tile8(1, 1, a, sa + i, b, sb + j, c, N, K);
            i += rows == ROWS ? tokens : 1;
        }
        j += rows;
    }
}

/* --- four bits -------------------------------------------------------------------------------- */

enum { HALF = 16, CODES = 2 * HALF };

/* A block of rows of W, at one group of columns. */
struct block {
    const uint8_t *q;
    const uint16_t *scale;
    const uint8_t *zero;
    size_t bytes, groups; /* from a row to the next */
};

/* Adds up to 32 codes of each row times x[0..count). */
VNNI IN_PLACE void step4(int rows, const uint8_t *q, size_t bytes, const float *x, unsigned count,
                         const __m512 table[ROWS], __m512 sum[ROWS])
{
    const __m512i even = _mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
    uint32_t live = count >= CODES ? ~0u : (1u << count) - 1;
    __m512 x0 = _mm512_maskz_loadu_ps((__mmask16)live, x);
    __m512 x1 = _mm512_maskz_loadu_ps((__mmask16)(live >> HALF), x + HALF);
    __m512 lo = _mm512_permutex2var_ps(x0, even, x1);
    __m512 hi = _mm512_permutex2var_ps(x0, _mm512_or_si512(even, _mm512_set1_epi32(1)), x1);
    __mmask16 use = (__mmask16)(count >= CODES ? 0xffff : (1u << (count + 1) / 2) - 1);
    for (int j = 0; j < rows; j++) {
        __m512i code = _mm512_cvtepu8_epi32(_mm_maskz_loadu_epi8(use, q + (size_t)j * bytes));
        sum[j] = _mm512_fmadd_ps(_mm512_permutexvar_ps(code, table[j]), lo, sum[j]);
        sum[j] = _mm512_fmadd_ps(_mm512_permutexvar_ps(_mm512_srli_epi32(code, 4), table[j]), hi, sum[j]);
    }
}

/*
 * A block of rows lies in one piece: for each step in this one, a line of the next. It may lie beyond the last. In
 * place, or gcc takes a function that only prefetches for one without effect, and leaves out its calls.
 */
IN_PLACE void fetch_ahead(const struct block *w, int column)
{
    _mm_prefetch((const char *)((uintptr_t)w->q + ROWS * (w->bytes + (size_t)column / 2)), _MM_HINT_T0);
}

VNNI IN_PLACE void rows4(int rows, struct block w, const float *x, float *y, int k, int g)
{
    const __m512 codes = _mm512_setr_ps(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    __m512 sum[ROWS], table[ROWS];
    for (int j = 0; j < rows; j++)
        sum[j] = _mm512_setzero_ps();
    for (int from = 0; from < k; from += g, w.scale++, w.zero++) {
        int end = k - from < g ? k : from + g;
        for (int j = 0; j < rows; j++) {
            size_t at = (size_t)j * w.groups;
            table[j] = _mm512_mul_ps(_mm512_sub_ps(codes, _mm512_set1_ps(w.zero[at])),
                                     _mm512_set1_ps(half_value(w.scale[at])));
        }
        for (int c = from; c < end; c += CODES) {
            if (rows == ROWS)
                fetch_ahead(&w, c);
            step4(rows, w.q + c / 2, w.bytes, x + c, (unsigned)(end - c), table, sum);
        }
    }
    for (int j = 0; j < rows; j++)
        y[j] = _mm512_reduce_add_ps(sum[j]);
}

VNNI static void gemv_vnni(struct block w, const float *x, float *y, int n, int k, int g)
{
    int j = 0;
    for (; j + ROWS <= n; j += ROWS, w.q += ROWS * w.bytes, w.scale += ROWS * w.groups, w.zero += ROWS * w.groups)
        rows4(ROWS, w, x, y + j, k, g);
    for (; j < n; j++, w.q += w.bytes, w.scale += w.groups, w.zero += w.groups)
        rows4(1, w, x, y + j, k, g);
}
#endif

void gemm_w8a8(const int8_t *A, const float *sa, const int8_t *B, const float *sb, float *C,
               int m, int n, int k)
{
#if defined(__x86_64__)
    if (has_vnni()) {
        if (m == 1)
            gemv8_vnni(A, *sa, B, sb, C, n, (size_t)k);
        else
            gemm_vnni(A, sa, B, sb, C, m, n, k);
        return;
    }
#endif
    ref_gemm(A, sa, B, sb, C, m, n, k);
}

void gemv_w4(const uint8_t *q, const uint16_t *scale, const uint8_t *zero, const float *x, float *y,
             int n, int k, int g)
{
#if defined(__x86_64__)
    if (has_vnni()) {
        gemv_vnni((struct block){ q, scale, zero, q4_bytes(k), (size_t)q4_groups(k, g) }, x, y, n, k, g);
        return;
    }
#endif
    ref_gemv(q, scale, zero, x, y, n, k, g);
}
