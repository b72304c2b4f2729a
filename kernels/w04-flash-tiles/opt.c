/*
 * opt.c: the traffic of ref.c, with inner loops that keep the arithmetic units busy.
 *
 * Three things differ, none of them about memory.
 *
 * 1. Scores are computed transposed: s^T = K Q^T, keys down, rows of Q across. Q is transposed once
 *    per tile of rows instead of K once per pair of tiles, and the softmax statistics of 8 or 16
 *    rows sit side by side in one register: no horizontal maximum, no horizontal sum.
 * 2. Both products run through one micro-kernel that holds a block of the result in registers for
 *    the whole inner dimension: 4 x 16 with AVX2 (8 accumulators), 8 x 32 with AVX-512 (16). Each
 *    value loaded then feeds several multiply-adds; ref.c loads and stores a partial sum for every
 *    four.
 * 3. exp is a polynomial on a whole register: x = n ln 2 + r, exp(x) = 2^n exp(r), |r| <= ln 2 / 2,
 *    and 2^n is an integer added to the exponent field. expf of libc does one value at a time.
 *
 * The rescale of o by alpha costs nothing extra: it happens where the micro-kernel loads its
 * accumulators.
 */
#include <math.h>
#include <string.h>

#include "lab.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

struct tiles {
    int Br, Bc, d;
    float *qt;      /* [d][Br]: Q transposed, scaled by 1/sqrt(d) */
    float *o;       /* [Br][d] */
    float *k, *v;   /* [Bc][d] */
    float *st;      /* [Bc][Br]: scores transposed, then their exponentials */
    float *m, *l, *alpha; /* [Br] */
};

/* A matrix read element by element: element (i, x) is at p[i * rs + x * cs]. */
struct view {
    const float *p;
    size_t rs, cs;
};

struct isa {
    /* C[m][n] = alpha ? diag(alpha) C + A B : A B, with A m x k and B k x n of row length n; m is
     * a multiple of 8 and n of 32, which all tiles here are */
    void (*mul)(float *C, const float *alpha, struct view A, const float *B, int m, int n, int k);
    /* fold n keys into m, l of all Br rows; st becomes the weights, alpha the rescale of o */
    void (*soft)(struct tiles *t, int n);
};

/* -------------------------------------------------------------------------------- any processor */

static void mul_c(float *restrict C, const float *alpha, struct view A, const float *restrict B,
                  int m, int n, int k)
{
    for (int i = 0; i < m; i++) {
        float *c = C + (size_t)i * (size_t)n;
        for (int j = 0; j < n; j++)
            c[j] = alpha ? c[j] * alpha[i] : 0;
        for (int x = 0; x < k; x++) {
            float a = A.p[(size_t)i * A.rs + (size_t)x * A.cs];
            for (int j = 0; j < n; j++)
                c[j] += a * B[(size_t)x * (size_t)n + (size_t)j];
        }
    }
}

static void soft_c(struct tiles *t, int n)
{
    for (int i = 0; i < t->Br; i++) {
        float top = t->m[i], sum = 0;
        for (int j = 0; j < n; j++)
            top = fmaxf(top, t->st[j * t->Br + i]);
        float base = top == -INFINITY ? 0 : top;
        t->alpha[i] = expf(t->m[i] - base);
        for (int j = 0; j < n; j++) {
            float *s = &t->st[j * t->Br + i];
            *s = expf(*s - base);
            sum += *s;
        }
        t->l[i] = t->l[i] * t->alpha[i] + sum;
        t->m[i] = top;
    }
}

#if defined(__x86_64__)

/* exp(r) on |r| <= ln 2 / 2, highest power first: Moshier's Cephes coefficients, about 1 ulp */
enum { TERMS = 6 };
static const float poly[TERMS] = { 1.9875691500e-4f, 1.3981999507e-3f, 8.3334519073e-3f,
                                   4.1665795894e-2f, 1.6666665459e-1f, 5.0000001201e-1f };
static const float log2_e = 1.44269504089f, ln2_hi = 0.693359375f, ln2_lo = -2.12194440e-4f;
static const float least = -87.0f; /* below it the result is 0; exp(-87) is a normal number */

/* ------------------------------------------------------------------------------- AVX2 and FMA */

#define AVX2 __attribute__((target("avx2,fma")))

AVX2 static inline __m256 exp_avx2(__m256 x)
{
    __m256 live = _mm256_cmp_ps(x, _mm256_set1_ps(least), _CMP_GT_OQ); /* false for -inf */
    x = _mm256_max_ps(x, _mm256_set1_ps(least));
    __m256 n = _mm256_round_ps(_mm256_mul_ps(x, _mm256_set1_ps(log2_e)),
                               _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
    __m256 r = _mm256_fnmadd_ps(n, _mm256_set1_ps(ln2_hi), x);
    r = _mm256_fnmadd_ps(n, _mm256_set1_ps(ln2_lo), r);
    __m256 p = _mm256_set1_ps(poly[0]);
    for (int k = 1; k < TERMS; k++)
        p = _mm256_fmadd_ps(p, r, _mm256_set1_ps(poly[k]));
    p = _mm256_fmadd_ps(p, _mm256_mul_ps(r, r), _mm256_add_ps(r, _mm256_set1_ps(1)));
    __m256i e = _mm256_slli_epi32(_mm256_cvtps_epi32(n), 23);
    p = _mm256_castsi256_ps(_mm256_add_epi32(_mm256_castps_si256(p), e));
    return _mm256_and_ps(p, live);
}

#define START2(r)                                                              \
    __m256 w##r = _mm256_set1_ps(alpha ? alpha[i + r] : 0);                    \
    __m256 c##r##0 = alpha ? _mm256_mul_ps(w##r, _mm256_load_ps(c + r * ld)) : w##r; \
    __m256 c##r##1 = alpha ? _mm256_mul_ps(w##r, _mm256_load_ps(c + r * ld + 8)) : w##r;
#define STEP2(r)                                                               \
    a = _mm256_broadcast_ss(p + r * A.rs);                                     \
    c##r##0 = _mm256_fmadd_ps(a, b0, c##r##0);                                 \
    c##r##1 = _mm256_fmadd_ps(a, b1, c##r##1);
#define STORE2(r)                                                              \
    _mm256_store_ps(c + r * ld, c##r##0);                                      \
    _mm256_store_ps(c + r * ld + 8, c##r##1);

AVX2 static void mul_avx2(float *C, const float *alpha, struct view A, const float *B, int m,
                          int n, int k)
{
    size_t ld = (size_t)n;
    for (int j = 0; j < n; j += 16)
        for (int i = 0; i < m; i += 4) {
            float *c = C + (size_t)i * ld + (size_t)j;
            const float *p = A.p + (size_t)i * A.rs, *b = B + j;
            START2(0) START2(1) START2(2) START2(3)
            for (int x = 0; x < k; x++, p += A.cs, b += ld) {
                __m256 b0 = _mm256_load_ps(b), b1 = _mm256_load_ps(b + 8), a;
                STEP2(0) STEP2(1) STEP2(2) STEP2(3)
            }
            STORE2(0) STORE2(1) STORE2(2) STORE2(3)
        }
}

AVX2 static void soft_avx2(struct tiles *t, int n)
{
    const __m256 none = _mm256_set1_ps(-INFINITY);
    size_t ld = (size_t)t->Br;
    for (size_t i = 0; i < ld; i += 8) {
        __m256 old = _mm256_load_ps(t->m + i), top = old, sum = _mm256_setzero_ps();
        float *s = t->st + i;
        for (int j = 0; j < n; j++)
            top = _mm256_max_ps(top, _mm256_load_ps(s + (size_t)j * ld));
        /* rows that have seen nothing: subtract 0, so that -inf stays -inf and its exp is 0 */
        __m256 base = _mm256_andnot_ps(_mm256_cmp_ps(top, none, _CMP_EQ_OQ), top);
        __m256 alpha = exp_avx2(_mm256_sub_ps(old, base));
        for (int j = 0; j < n; j++) {
            __m256 e = exp_avx2(_mm256_sub_ps(_mm256_load_ps(s + (size_t)j * ld), base));
            _mm256_store_ps(s + (size_t)j * ld, e);
            sum = _mm256_add_ps(sum, e);
        }
        _mm256_store_ps(t->l + i, _mm256_fmadd_ps(_mm256_load_ps(t->l + i), alpha, sum));
        _mm256_store_ps(t->m + i, top);
        _mm256_store_ps(t->alpha + i, alpha);
    }
}

/* ------------------------------------------------------------------------------------ AVX-512 */

#define AVX512 __attribute__((target("avx512f")))

AVX512 static inline __m512 exp_avx512(__m512 x)
{
    __mmask16 live = _mm512_cmp_ps_mask(x, _mm512_set1_ps(least), _CMP_GT_OQ);
    x = _mm512_max_ps(x, _mm512_set1_ps(least));
    __m512 n = _mm512_roundscale_ps(_mm512_mul_ps(x, _mm512_set1_ps(log2_e)), 0);
    __m512 r = _mm512_fnmadd_ps(n, _mm512_set1_ps(ln2_hi), x);
    r = _mm512_fnmadd_ps(n, _mm512_set1_ps(ln2_lo), r);
    __m512 p = _mm512_set1_ps(poly[0]);
    for (int k = 1; k < TERMS; k++)
        p = _mm512_fmadd_ps(p, r, _mm512_set1_ps(poly[k]));
    p = _mm512_fmadd_ps(p, _mm512_mul_ps(r, r), _mm512_add_ps(r, _mm512_set1_ps(1)));
    __m512i e = _mm512_slli_epi32(_mm512_cvtps_epi32(n), 23);
    p = _mm512_castsi512_ps(_mm512_add_epi32(_mm512_castps_si512(p), e));
    return _mm512_maskz_mov_ps(live, p);
}

#define START5(r)                                                              \
    __m512 w##r = _mm512_set1_ps(alpha ? alpha[i + r] : 0);                    \
    __m512 c##r##0 = alpha ? _mm512_mul_ps(w##r, _mm512_load_ps(c + r * ld)) : w##r; \
    __m512 c##r##1 = alpha ? _mm512_mul_ps(w##r, _mm512_load_ps(c + r * ld + 16)) : w##r;
#define STEP5(r)                                                               \
    a = _mm512_set1_ps(p[r * A.rs]);                                           \
    c##r##0 = _mm512_fmadd_ps(a, b0, c##r##0);                                 \
    c##r##1 = _mm512_fmadd_ps(a, b1, c##r##1);
#define STORE5(r)                                                              \
    _mm512_store_ps(c + r * ld, c##r##0);                                      \
    _mm512_store_ps(c + r * ld + 16, c##r##1);
#define EIGHT(OP) OP(0) OP(1) OP(2) OP(3) OP(4) OP(5) OP(6) OP(7)

AVX512 static void mul_avx512(float *C, const float *alpha, struct view A, const float *B, int m,
                              int n, int k)
{
    size_t ld = (size_t)n;
    for (int j = 0; j < n; j += 32)
        for (int i = 0; i < m; i += 8) {
            float *c = C + (size_t)i * ld + (size_t)j;
            const float *p = A.p + (size_t)i * A.rs, *b = B + j;
            EIGHT(START5)
            for (int x = 0; x < k; x++, p += A.cs, b += ld) {
                __m512 b0 = _mm512_load_ps(b), b1 = _mm512_load_ps(b + 16), a;
                EIGHT(STEP5)
            }
            EIGHT(STORE5)
        }
}

AVX512 static void soft_avx512(struct tiles *t, int n)
{
    const __m512 none = _mm512_set1_ps(-INFINITY);
    size_t ld = (size_t)t->Br;
    for (size_t i = 0; i < ld; i += 16) {
        __m512 old = _mm512_load_ps(t->m + i), top = old, sum = _mm512_setzero_ps();
        float *s = t->st + i;
        for (int j = 0; j < n; j++)
            top = _mm512_max_ps(top, _mm512_load_ps(s + (size_t)j * ld));
        __mmask16 seen = _mm512_cmp_ps_mask(top, none, _CMP_NEQ_OQ);
        __m512 base = _mm512_maskz_mov_ps(seen, top);
        __m512 alpha = exp_avx512(_mm512_sub_ps(old, base));
        for (int j = 0; j < n; j++) {
            __m512 e = exp_avx512(_mm512_sub_ps(_mm512_load_ps(s + (size_t)j * ld), base));
            _mm512_store_ps(s + (size_t)j * ld, e);
            sum = _mm512_add_ps(sum, e);
        }
        _mm512_store_ps(t->l + i, _mm512_fmadd_ps(_mm512_load_ps(t->l + i), alpha, sum));
        _mm512_store_ps(t->m + i, top);
        _mm512_store_ps(t->alpha + i, alpha);
    }
}

#endif /* __x86_64__ */

static struct isa pick(void)
{
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512f"))
        return (struct isa){ mul_avx512, soft_avx512 };
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        return (struct isa){ mul_avx2, soft_avx2 };
#endif
    return (struct isa){ mul_c, soft_c };
}

/* ----------------------------------------------------------------------------------- the tiles */

static int get_sram(struct tiles *t, int d, tm_t *tm)
{
    *t = (struct tiles){ .Br = 64, .Bc = d > 64 ? 16 : 64, .d = d };
    size_t row = (size_t)d * sizeof(float), col = (size_t)t->Br * sizeof(float);
    t->qt = tm_alloc(tm, (size_t)t->Br * row);
    t->o = tm_alloc(tm, (size_t)t->Br * row);
    t->k = tm_alloc(tm, (size_t)t->Bc * row);
    t->v = tm_alloc(tm, (size_t)t->Bc * row);
    t->st = tm_alloc(tm, (size_t)t->Bc * col);
    t->m = tm_alloc(tm, col);
    t->l = tm_alloc(tm, col);
    t->alpha = tm_alloc(tm, col);
    return t->qt && t->o && t->k && t->v && t->st && t->m && t->l && t->alpha ? 0 : -1;
}

/* Q comes in through o, which is not needed yet, and is transposed on the way to qt. */
static void begin(struct tiles *t, const float *Q, int rows, tm_t *tm)
{
    float scale = 1 / sqrtf((float)t->d);
    tm_load(tm, t->o, Q, (size_t)rows * (size_t)t->d * sizeof(float));
    memset(t->o + rows * t->d, 0, (size_t)(t->Br - rows) * (size_t)t->d * sizeof(float));
    for (int k = 0; k < t->d; k++)
        for (int i = 0; i < t->Br; i++)
            t->qt[k * t->Br + i] = t->o[i * t->d + k] * scale;
    memset(t->o, 0, (size_t)t->Br * (size_t)t->d * sizeof(float));
    for (int i = 0; i < t->Br; i++) {
        t->m[i] = -INFINITY;
        t->l[i] = 0;
    }
}

/* Hide key j0 + j from the rows above it. Only tiles that the diagonal crosses need this. */
static void mask(struct tiles *t, int i0, int j0, int n, int shift)
{
    for (int j = 0; j < n; j++)
        for (int i = 0; i < t->Br && i0 + i - shift < j0 + j; i++)
            t->st[j * t->Br + i] = -INFINITY;
}

static void finish(struct tiles *t, float *O, float *LSE, int rows, tm_t *tm)
{
    for (int i = 0; i < rows; i++) {
        float inv = t->l[i] > 0 ? 1 / t->l[i] : 0;
        for (int k = 0; k < t->d; k++)
            t->o[i * t->d + k] *= inv;
        t->l[i] = t->m[i] + logf(t->l[i]);
    }
    tm_store(tm, O, t->o, (size_t)rows * (size_t)t->d * sizeof(float));
    tm_store(tm, LSE, t->l, (size_t)rows * sizeof(float));
}

void flash_fwd(const float *Q, const float *K, const float *V, float *O, float *LSE, int S, int d,
               int causal, int group, tm_t *tm)
{
    struct isa isa = pick();
    struct tiles t;
    if (get_sram(&t, d, tm))
        return;
    tm_tile(tm, t.Br, t.Bc);
    size_t D = (size_t)d;
    for (int h = 0; h < group; h++)
        for (int i0 = 0; i0 < S; i0 += t.Br) {
            int rows = S - i0 < t.Br ? S - i0 : t.Br, shift = causal - 1;
            int last = causal ? i0 + rows - shift : S; /* keys that the lowest row sees */
            size_t at = (size_t)h * (size_t)S + (size_t)i0;
            begin(&t, Q + at * D, rows, tm);
            for (int j0 = 0; j0 < last; j0 += t.Bc) {
                int n = S - j0 < t.Bc ? S - j0 : t.Bc;
                tm_load(tm, t.k, K + (size_t)j0 * D, (size_t)n * D * sizeof(float));
                tm_load(tm, t.v, V + (size_t)j0 * D, (size_t)n * D * sizeof(float));
                isa.mul(t.st, NULL, (struct view){ t.k, D, 1 }, t.qt, (n + 7) / 8 * 8, t.Br, d);
                if (causal && j0 + n - 1 > i0 - shift)
                    mask(&t, i0, j0, n, shift);
                isa.soft(&t, n);
                isa.mul(t.o, t.alpha, (struct view){ t.st, 1, (size_t)t.Br }, t.v, t.Br, d, n);
            }
            finish(&t, O + at * D, LSE + at, rows, tm);
        }
}

int64_t kv_elems_mha(int64_t tokens, int L, int H, int hd)
{
    return tokens * L * 2 * H * hd;
}

int64_t kv_elems_gqa(int64_t tokens, int L, int Hkv, int hd)
{
    return tokens * L * 2 * Hkv * hd;
}

int64_t kv_elems_mla(int64_t tokens, int L, int dc, int dr)
{
    return tokens * L * (dc + dr);
}
