/* device_mma.c: mma.sync, ldmatrix and stmatrix, run once a warp over the registers of its lanes. */
#include <immintrin.h>
#include <math.h>
#include <string.h>

#include "device_mma.h"
#include "runner/simt/rt/rt.h"
#include "runner/simt/rt/sched/sched.h"

#include "runner/simt/include/simt/library.h"

enum { LANES = 32 };

/* The 32 lanes of the collective: the half of a wide warp that the first of them is in. */
static void lanes_of(void *lane_args[SIMT_WARP], simt_mask mask, void *ret[LANES])
{
    unsigned first = mask ? (unsigned)__builtin_ctzll(mask) : 0, base = first / LANES * LANES;
    for (unsigned i = 0; i < LANES; i++)
        ret[i] = mask >> (base + i) & 1 ? lane_args[base + i] : NULL;
}

static float half_value(unsigned h)
{
    return _cvtsh_ss((unsigned short)h);
}

static float float_of(unsigned u)
{
    float f;
    memcpy(&f, &u, sizeof f);
    return f;
}

static unsigned bits_of(float f)
{
    unsigned u;
    memcpy(&u, &f, sizeof u);
    return u;
}

static int elements_in_register(int type)
{
    return type == SIMT_MMA_TF32 ? 1 : type == SIMT_MMA_F16 || type == SIMT_MMA_BF16 ? 2 : 4;
}

/* Element j of a register. tf32 has 10 stored mantissa bits: the others are not looked at. */
float mma_element(unsigned r, int type, int j)
{
    unsigned byte = r >> 8 * (j & 3) & 255, word = r >> 16 * (j & 1) & 0xffff;
    switch (type) {
    case SIMT_MMA_F16: return half_value(word);
    case SIMT_MMA_BF16: return float_of(word << 16);
    case SIMT_MMA_TF32: return float_of(r & 0xffffe000u);
    case SIMT_MMA_S8: return (signed char)byte;
    case SIMT_MMA_U8: return byte;
    case SIMT_MMA_E5M2: return half_value(byte << 8);
    default: /* e4m3 is a half of another bias */
        if ((byte & 0x7f) == 0x7f)
            return NAN;
        return 256 * half_value((byte & 0x80) << 8 | (byte & 0x7f) << 7);
    }
}

static int exponent_of(float f)
{
    return (int)(bits_of(f) >> 23 & 255) - 127;
}

/* 2^e, of a normal double. */
static double power(int e)
{
    uint64_t u = (uint64_t)(e + 1023) << 52;
    double d;
    memcpy(&d, &u, sizeof d);
    return d;
}

/* The largest exponent of 16 products, or less than -1000: all are 0. */
static int most_of_16(const float *a, const float *b)
{
    __m256i most = _mm256_set1_epi32(-2000), byte = _mm256_set1_epi32(255);
    for (int i = 0; i < 16; i += 8) {
        __m256 x = _mm256_loadu_ps(a + i), y = _mm256_loadu_ps(b + i), no = _mm256_setzero_ps();
        __m256i e = _mm256_add_epi32(_mm256_and_si256(_mm256_srli_epi32(_mm256_castps_si256(x), 23), byte),
                                     _mm256_and_si256(_mm256_srli_epi32(_mm256_castps_si256(y), 23), byte));
        __m256 there = _mm256_and_ps(_mm256_cmp_ps(x, no, _CMP_NEQ_UQ), _mm256_cmp_ps(y, no, _CMP_NEQ_UQ));
        e = _mm256_blendv_epi8(_mm256_set1_epi32(-2000), e, _mm256_castps_si256(there));
        most = _mm256_max_epi32(most, e);
    }
    __m128i m = _mm_max_epi32(_mm256_castsi256_si128(most), _mm256_extracti128_si256(most, 1));
    m = _mm_max_epi32(m, _mm_shuffle_epi32(m, _MM_SHUFFLE(1, 0, 3, 2)));
    m = _mm_max_epi32(m, _mm_shuffle_epi32(m, _MM_SHUFFLE(2, 3, 0, 1)));
    return _mm_cvtsi128_si32(m) - 254;
}

/* simt_tensor_sum() of 16 numbers, in vectors. 0: they are not all finite, or all 0. */
static int sum_of_16(const float *a, const float *b, float c, double *ret)
{
    int most = most_of_16(a, b), own = c != 0 ? exponent_of(c) : -1000;
    __m256d product[4], finite = _mm256_setzero_pd();
    most = own > most ? own : most;
    for (int i = 0; i < 4; i++) {
        product[i] = _mm256_mul_pd(_mm256_cvtps_pd(_mm_loadu_ps(a + 4 * i)), _mm256_cvtps_pd(_mm_loadu_ps(b + 4 * i)));
        finite = _mm256_or_pd(finite, _mm256_sub_pd(product[i], product[i])); /* else not a number */
    }
    if (most <= -1000 || !isfinite(c) || _mm256_movemask_pd(_mm256_cmp_pd(finite, finite, _CMP_UNORD_Q)))
        return 0;
    __m256d scale = _mm256_set1_pd(power(25 - most));
    __m128i sum = _mm_setzero_si128(); /* 16 of them, each below 2^27 */
    for (int i = 0; i < 4; i++)
        sum = _mm_add_epi32(sum, _mm256_cvttpd_epi32(_mm256_mul_pd(product[i], scale)));
    sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, _MM_SHUFFLE(1, 0, 3, 2)));
    sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, _MM_SHUFFLE(2, 3, 0, 1)));
    *ret = (double)((int64_t)_mm_cvtsi128_si32(sum) + (int)(c * power(25 - most))) * power(most - 25);
    return 1;
}

/* As Hopper's tensor cores do (fitted to an H100's results, equal in every bit): products and c are cut off
 * towards zero two bits below a float's last place, at the exponent of the largest, then added exactly. */
double simt_tensor_sum(const float *a, const float *b, int n, float c)
{
    double plain = c, product[32];
    if (n == 16 && sum_of_16(a, b, c, &plain))
        return plain;
    int most = c != 0 ? exponent_of(c) : -1000;
    for (int i = 0; i < n; i++) {
        int e = exponent_of(a[i]) + exponent_of(b[i]);
        product[i] = (double)a[i] * b[i];
        plain += product[i];
        e = product[i] != 0 ? e : -1000;
        most = e > most ? e : most;
    }
    if (!isfinite(plain) || most == -1000)
        return plain;
    double scale = power(25 - most);
    int64_t sum = (int)(c * scale);
    for (int i = 0; i < n; i++)
        sum += (int)(product[i] * scale); /* below 2^27 */
    return (double)sum * power(most - 25);
}

/* To the accumulator's type: a float is cut towards zero as well, a half rounded to nearest. */
static unsigned tensor_result(double v, int type)
{
    if (v != v)
        return type == SIMT_MMA_F16 ? 0x7fff : 0x7fffffff;
    if (type == SIMT_MMA_F16)
        return simt_encode(v, SIMT_RN, 10, -14, 0x7bff) | (signbit(v) ? 0x8000u : 0);
    if (fabs(v) >= 0x1p-126 && fabs(v) < 0x1p127) { /* neither too small nor too large: without what a float lacks */
        uint64_t u;
        memcpy(&u, &v, sizeof u);
        u &= ~(uint64_t)0x1fffffff;
        memcpy(&v, &u, sizeof v);
        return bits_of((float)v);
    }
    return bits_of(simt_narrow(v, isinf(v) ? SIMT_RN : SIMT_RZ));
}

static unsigned accumulate_int(unsigned was, const float *a, const float *b, int k, int saturate)
{
    int64_t v = (int)was;
    for (int x = 0; x < k; x++)
        v += (int)a[x] * (int)b[x]; /* bytes: exact in float */
    if (saturate)
        v = v > INT32_MAX ? INT32_MAX : v < INT32_MIN ? INT32_MIN : v;
    return (unsigned)v;
}

unsigned mma_accumulate(unsigned was, int acc_type, const float *a, const float *b, int k, int saturate)
{
    if (acc_type == SIMT_MMA_S32)
        return accumulate_int(was, a, b, k, saturate);
    for (int x = 0; x < k; x += 16) {
        float v = acc_type == SIMT_MMA_F16 ? half_value(was) : float_of(was);
        was = tensor_result(simt_tensor_sum(a + x, b + x, k - x < 16 ? k - x : 16, v), acc_type);
    }
    return was;
}

/* Accumulator i of a lane. */
static void accumulate(struct simt_mma_args *w, int i, const float *a, const float *b)
{
    int half = w->acc_type == SIMT_MMA_F16, shift = half ? 16 * (i & 1) : 0, at = half ? i / 2 : i;
    unsigned was = half ? w->c[at] >> shift & 0xffff : w->c[at];
    unsigned r = mma_accumulate(was, w->acc_type, a, b, w->k, w->saturate);
    w->d[at] = shift ? w->d[at] | r << 16 : r;
}

/* In lane 4 g + t, register i holds row g or g + 8, and t's group of the columns that 4 lanes share. */
void simt_mma(void *lane_args[SIMT_WARP], simt_mask mask)
{
    struct simt_mma_args *lane[LANES];
    float a[16][32] = {{0}}, b[8][32] = {{0}}; /* b by columns */
    lanes_of(lane_args, mask, (void **)lane);
    const struct simt_mma_args *w = lane_args[mask ? __builtin_ctzll(mask) : 0];
    int n = elements_in_register(w->a_type), k = w->k;

    for (int l = 0; l < LANES; l++) {
        int g = l / 4, t = l % 4;
        for (int i = 0; lane[l] && i < k / (4 * n) * 2; i++)
            for (int j = 0; j < n; j++)
                a[g + 8 * (i & 1)][i / 2 * 4 * n + t * n + j] = mma_element(lane[l]->a[i], w->a_type, j);
        for (int i = 0; lane[l] && i < k / (4 * n); i++)
            for (int j = 0; j < n; j++)
                b[g][i * 4 * n + t * n + j] = mma_element(lane[l]->b[i], w->b_type, j);
    }
    for (int l = 0; l < LANES; l++)
        for (int i = 0; lane[l] && i < 4; i++) {
            int row = l / 4 + 8 * (i / 2), col = l % 4 * 2 + i % 2;
            accumulate(lane[l], i, a[row], b[col]);
        }
    simt_counter_add(SIMT_N_MMA, 1);
    simt_counter_add(SIMT_N_TENSOR_FLOP, 2ull * 16 * 8 * (unsigned)k);
}

void simt_mma_f64(void *lane_args[SIMT_WARP], simt_mask mask)
{
    struct simt_mma_f64_args *lane[LANES];
    lanes_of(lane_args, mask, (void **)lane);
    const struct simt_mma_f64_args *w = lane_args[mask ? __builtin_ctzll(mask) : 0];
    int halves = w->rows / 8;
    for (int l = 0; l < LANES; l++)
        for (int i = 0; lane[l] && i < 2 * halves; i++) {
            double v = lane[l]->c[i];
            for (int x = 0; x < w->k; x++) { /* element x of a row is in the lane x % 4 of its four */
                const struct simt_mma_f64_args *p = lane[l / 4 * 4 + x % 4], *q = lane[(l % 4 * 2 + i % 2) * 4 + x % 4];
                v = p && q ? fma(p->a[x / 4 * halves + i / 2], q->b[x / 4], v) : v;
            }
            lane[l]->d[i] = v;
        }
    simt_counter_add(SIMT_N_MMA, 1);
    simt_counter_add(SIMT_N_TENSOR_FLOP, 2ull * 8 * (unsigned)w->rows * (unsigned)w->k);
}

/* Matrix m has its rows in lanes 8 m to 8 m + 7; lane 4 g + t gets elements 2 t and 2 t + 1 of row g. */
void simt_ldmatrix(void *lane_args[SIMT_WARP], simt_mask mask)
{
    struct simt_matrix_args *lane[LANES];
    lanes_of(lane_args, mask, (void **)lane);
    for (int l = 0; l < LANES; l++)
        for (int m = 0; lane[l] && m < lane[l]->n; m++) {
            unsigned r = 0;
            for (int j = 0; j < 2; j++) {
                int row = l / 4, col = l % 4 * 2 + j;
                const struct simt_matrix_args *from = lane[8 * m + (lane[l]->transposed ? col : row)];
                r |= (unsigned)(from ? from->row[lane[l]->transposed ? row : col] : 0) << 16 * j;
            }
            lane[l]->r[m] = r;
        }
}

void simt_stmatrix(void *lane_args[SIMT_WARP], simt_mask mask)
{
    struct simt_matrix_args *lane[LANES];
    lanes_of(lane_args, mask, (void **)lane);
    for (int l = 0; l < LANES; l++)
        for (int m = 0; lane[l] && m < lane[l]->n; m++)
            for (int j = 0; j < 2; j++) {
                int row = l / 4, col = l % 4 * 2 + j;
                struct simt_matrix_args *to = lane[8 * m + (lane[l]->transposed ? col : row)];
                if (to)
                    to->row[lane[l]->transposed ? row : col] = (unsigned short)(lane[l]->r[m] >> 16 * j);
            }
}

/* Lane 4 g + t has elements 2 t and 2 t + 1 of row g, and gets those of column g. */
void simt_movmatrix(void *lane_args[SIMT_WARP], simt_mask mask)
{
    struct simt_matrix_args *lane[LANES];
    unsigned in[LANES];
    lanes_of(lane_args, mask, (void **)lane);
    for (int l = 0; l < LANES; l++)
        in[l] = lane[l] ? lane[l]->r[0] : 0;
    for (int l = 0; l < LANES; l++) {
        unsigned r = 0;
        for (int j = 0; j < 2; j++)
            r |= (in[(l % 4 * 2 + j) * 4 + l / 8] >> 16 * (l / 4 & 1) & 0xffff) << 16 * j;
        if (lane[l])
            lane[l]->r[0] = r;
    }
}

/* ---- 2:4 sparse ---------------------------------------------------------------------------------------- */

/* A lane has four nibbles for row g of its four lanes in the low half of its metadata, and for row g + 8 in the high
 * half; of elements of 8 bits an even lane has eight for row g, and the next one for row g + 8. What does not fit is
 * in the lanes after it; the selector says which are the first. As an H200 answers. */
static unsigned nibble_of(unsigned row, unsigned q, int type, unsigned groups, const uint32_t meta[32],
                          unsigned selector)
{
    unsigned lane = row % 8 * 4 + (selector * (groups / 4) + q / 4) % 4;
    if (elements_in_register(type) == 4)
        return meta[row % 8 * 4 + (selector * 2 + q / 8 * 2 + row / 8) % 4] >> (q % 8 * 4) & 15;
    return meta[lane] >> (row / 8 * 16 + q % 4 * 4) & 15;
}

static unsigned group_of(int type)
{
    return type == SIMT_MMA_TF32 ? 2 : 4;
}

/* What a nibble must not be, as the end of a sentence; NULL: it is good. */
static const char *nibble_fault(unsigned nibble, int type, int ordered)
{
    if (group_of(type) == 2)
        return nibble == 0x4 || nibble == 0xe ? NULL : "of two tf32 elements it is 0100 or 1110";
    if ((nibble & 3) == nibble >> 2)
        return "it names one place of the four twice";
    return ordered && (nibble & 3) > nibble >> 2 ? "its places fall, and ::ordered_metadata has them rise" : NULL;
}

void mma_check_metadata(int type, unsigned k, const uint32_t meta[32], unsigned selector, int ordered, uintptr_t pc)
{
    unsigned groups = k / group_of(type);
    for (unsigned row = 0; row < 16; row++)
        for (unsigned q = 0; q < groups; q++) {
            unsigned n = nibble_of(row, q, type, groups, meta, selector);
            const char *fault = nibble_fault(n, type, ordered);
            if (!fault)
                continue;
            lane_error("api", pc, "The metadata of row %u of the warp's 16, elements %u to %u, is %u%u%u%u: %s. The "
                       "result is undefined.", row, q * group_of(type), (q + 1) * group_of(type) - 1,
                       n >> 3, n >> 2 & 1, n >> 1 & 1, n & 1, fault);
            return;
        }
}

void mma_gather(float *to, const float *b, unsigned row, int type, unsigned k, const uint32_t meta[32],
                unsigned selector)
{
    unsigned group = group_of(type), groups = k / group;
    for (unsigned q = 0; q < groups; q++) {
        unsigned nibble = nibble_of(row, q, type, groups, meta, selector);
        if (group == 2) { /* 0100 is the first of two, 1110 the second */
            to[q] = b[2 * q + (nibble >> 1 & 1)];
            continue;
        }
        to[2 * q] = b[4 * q + (nibble & 3)];
        to[2 * q + 1] = b[4 * q + (nibble >> 2)];
    }
}

void simt_mma_sparse(void *lane_args[SIMT_WARP], simt_mask mask)
{
    struct simt_mma_sparse_args *lane[LANES];
    float a[16][32] = {{0}}, b[8][64] = {{0}}, some[64];
    uint32_t meta[LANES] = { 0 };
    lanes_of(lane_args, mask, (void **)lane);
    const struct simt_mma_sparse_args *w = lane_args[mask ? __builtin_ctzll(mask) : 0];
    int n = elements_in_register(w->a_type), k = w->k;

    for (int l = 0; l < LANES; l++) {
        int g = l / 4, t = l % 4;
        meta[l] = lane[l] ? lane[l]->meta : 0;
        for (int i = 0; lane[l] && i < k / (8 * n) * 2; i++)
            for (int j = 0; j < n; j++)
                a[g + 8 * (i & 1)][i / 2 * 4 * n + t * n + j] = mma_element(lane[l]->a[i], w->a_type, j);
        for (int i = 0; lane[l] && i < k / (4 * n); i++)
            for (int j = 0; j < n; j++)
                b[g][i * 4 * n + t * n + j] = mma_element(lane[l]->b[i], w->b_type, j);
    }
    mma_check_metadata(w->a_type, (unsigned)k, meta, w->selector, w->ordered, w->pc);
    for (int l = 0; l < LANES; l++)
        for (int i = 0; lane[l] && i < 4; i++) {
            int row = l / 4 + 8 * (i / 2), half = w->acc_type == SIMT_MMA_F16, shift = half ? 16 * (i & 1) : 0;
            unsigned *d = &lane[l]->d[half ? i / 2 : i], was = lane[l]->c[half ? i / 2 : i];
            mma_gather(some, b[l % 4 * 2 + i % 2], (unsigned)row, w->a_type, (unsigned)k, meta, w->selector);
            was = mma_accumulate(half ? was >> shift & 0xffff : was, w->acc_type, a[row], some, k / 2, w->saturate);
            *d = shift ? *d | was << 16 : was;
        }
    simt_counter_add(SIMT_N_MMA, 1);
    simt_counter_add(SIMT_N_TENSOR_FLOP, 2ull * 16 * 8 * (unsigned)k / 2);
}
