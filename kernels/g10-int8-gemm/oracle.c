/*
 * oracle.c: codes by the rule of lab.h, sums in whole numbers, everything else in float64.
 *
 * `kind` of a case: 0 plain. Of rows: 1 every 64th channel 60 times larger; 2 every third row is zero; 3 the largest
 * of row 0 is 127 and all others lie half-way between two codes, and in the other rows one element is half of the
 * largest, where 127 times 1 / t, or a quotient by s, comes to another code than 127 / t; 4 the largest magnitude is that of a negative
 * element; 5 rows near the largest and the smallest magnitudes that lab.h allows. Of products: 2 every third scale of
 * A is 0; 6 codes so large that sums pass 2^24; 7 all codes -128.
 */
#include <ridge/oracle.h>

enum { PLAIN, OUTLIERS, ZEROS, TIES, NEGATIVE, RANGE, SUMS, LOWEST, GROUP = 128 };
static const double EPS = 1e-5f;
static const double TOPS[] = {127, 163, 183, 143}; /* largest of a row of ties */

static double of_bf16(uint16_t h)
{
    uint32_t u = (uint32_t)h << 16;
    float f;
    memcpy(&f, &u, sizeof f);
    return (double)f;
}

static uint16_t to_bf16(double x)
{
    float f = (float)x;
    uint32_t u;
    memcpy(&u, &f, sizeof u);
    return (uint16_t)((u + 0x7fff + (u >> 16 & 1)) >> 16);
}

static double row_value(int64_t kind, int64_t row, int64_t col, uint64_t *seed)
{
    double x = 2 * (ridge_uniform(seed) + ridge_uniform(seed) + ridge_uniform(seed)) - 3;
    uint64_t die = ridge_next(seed);
    switch (kind) {
    case OUTLIERS: return col % 64 == 7 ? 60 * x : x;
    case ZEROS: return row % 3 == 1 ? 0 : x;
    case TIES: return col == 3 ? TOPS[row % 4] : col == 4 ? TOPS[row % 4] / 2 : (double)(die % 120) - 60 + .5;
    case NEGATIVE: return col == 5 ? -9 : x;
    case RANGE: return (x < 0 ? x - .25 : x + .25) * (row % 2 ? 0x1p-37 : 0x1p37);
    default: return x;
    }
}

int rows_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int64_t K = ridge_int(c, "K"), kind = ridge_int(c, "kind");
    if (!b || b->dtype != RIDGE_BF16)
        return -1;
    for (size_t i = 0; i < b->count; i++)
        ((uint16_t *)b->data)[i] = to_bf16(row_value(kind, (int64_t)i / K, (int64_t)i % K, &seed));
    return 0;
}

int gains_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    if (!b || b->dtype != RIDGE_BF16)
        return -1;
    for (size_t i = 0; i < b->count; i++) {
        double g = .5 + ridge_uniform(&seed);
        ((uint16_t *)b->data)[i] = to_bf16(i % 16 == 9 ? -4 * g : g);
    }
    return 0;
}

int codes_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int64_t kind = ridge_int(c, "kind");
    uint64_t state = ridge_mix(seed, buffer);
    if (!b || b->dtype != RIDGE_I8)
        return -1;
    for (size_t i = 0; i < b->count; i++) {
        int die = (int)(ridge_next(&state) >> 56);
        ((int8_t *)b->data)[i] = (int8_t)(kind == LOWEST ? -128 : kind == SUMS ? 127 - die % 2 : die - 128);
    }
    return 0;
}

int scales_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int zeros = ridge_int(c, "kind") == ZEROS && !strcmp(buffer, "sa");
    uint64_t state = ridge_mix(seed, buffer);
    if (!b || b->dtype != RIDGE_F32)
        return -1;
    for (size_t i = 0; i < b->count; i++) {
        double s = ldexp(1 + ridge_uniform(&state), -10 + (int)(ridge_next(&state) % 6));
        ((float *)b->data)[i] = zeros && i % 3 == 1 ? 0 : (float)s;
    }
    return 0;
}

int words_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    if (!b || b->dtype != RIDGE_U32)
        return -1;
    for (size_t i = 0; i < b->count; i++)
        ((uint32_t *)b->data)[i] = (uint32_t)(ridge_next(&seed) >> 32);
    return 0;
}

int groups_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    uint64_t state = ridge_mix(seed, buffer);
    if (!b || (b->dtype != RIDGE_BF16 && b->dtype != RIDGE_U8))
        return -1;
    for (size_t i = 0; i < b->count; i++) {
        unsigned die = (unsigned)(ridge_next(&state) >> 32);
        if (b->dtype == RIDGE_U8)
            ((uint8_t *)b->data)[i] = die % 16;
        else
            ((uint16_t *)b->data)[i] = (uint16_t)((120 + die % 3) << 7 | (die >> 8 & 127)); /* 2^-7 to 2^-4 */
    }
    return 0;
}

/* ---- codes ------------------------------------------------------------------------------------------------------ */

struct row {
    const uint16_t *x, *gain; /* gain: NULL if there is none */
    int64_t K;
    double top, scale;
};

static double value(const struct row *r, int64_t k)
{
    return of_bf16(r->x[k]) * (r->gain ? of_bf16(r->gain[k]) : 1);
}

static void measure(struct row *r)
{
    double sum = 0;
    r->top = 0;
    for (int64_t k = 0; k < r->K; k++) {
        r->top = fmax(r->top, fabs(value(r, k)));
        sum += of_bf16(r->x[k]) * of_bf16(r->x[k]);
    }
    r->scale = r->gain ? r->top / 127 / sqrt(sum / (double)r->K + EPS) : (double)((float)r->top / 127);
}

/* What is expected of element k: one code, or two where it lies within a hundredth of half-way between them. */
static void expected(const struct row *r, int64_t k, int *least, int *most)
{
    double v = r->top > 0 ? value(r, k) * 127 / r->top : 0;
    float factor = r->top > 0 ? 127 / (float)r->top : 0, product = (float)value(r, k) * factor;
    *least = *most = (int)rintf(product);
    if (r->gain) {
        *least = (int)ceil(v - .51);
        *most = (int)floor(v + .51);
    }
}

static int check_row(struct row *r, int64_t m, const int8_t *q, double s, struct ridge_verdict *v)
{
    measure(r);
    if (!(fabs(s - r->scale) <= (r->gain ? 1e-5 * r->scale : 0))) {
        snprintf(v->message, sizeof v->message, "s[%lld]: expected %.9g, yours %.9g", (long long)m, r->scale, s);
        return 0;
    }
    for (int64_t k = 0; k < r->K; k++) {
        int least, most;
        expected(r, k, &least, &most);
        if (q[k] >= least && q[k] <= most)
            continue;
        snprintf(v->message, sizeof v->message, "q[%lld][%lld]: expected %d, yours %d (%.6g in a row of up to %.6g)",
                 (long long)m, (long long)k, least, q[k], value(r, k), r->top);
        return 0;
    }
    return 1;
}

int codes_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const uint16_t *x = ridge_data(c, "x"), *gain = ridge_data(c, "gain");
    const int8_t *q = ridge_data(c, "q");
    const float *s = ridge_data(c, "s");
    int64_t M = ridge_int(c, "M"), K = ridge_int(c, "K");
    v->pass = 1;
    for (int64_t m = 0; m < M && v->pass; m++) {
        struct row r = { .x = x + m * K, .gain = strcmp(c->call, "norm_quantise") ? NULL : gain, .K = K };
        v->pass = check_row(&r, m, q + m * K, (double)s[m], v);
    }
    return 0;
}

/* ---- products --------------------------------------------------------------------------------------------------- */

int product_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want,
                   double *scale)
{
    const int8_t *a = ridge_data(c, "A"), *b = ridge_data(c, "B");
    const float *sa = ridge_data(c, "sa"), *sb = ridge_data(c, "sb");
    size_t N = (size_t)ridge_int(c, "N"), K = (size_t)ridge_int(c, "K");
    for (size_t e = 0; e < n; e++) {
        size_t row = index[e] / N, col = index[e] % N;
        int64_t sum = 0;
        for (size_t k = 0; k < K; k++)
            sum += a[row * K + k] * b[col * K + k];
        want[e] = (double)sum * (strcmp(out, "D") ? 1 : (double)sa[row] * (double)sb[col]);
        scale[e] = fabs(want[e]);
    }
    return 0;
}

int four_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want, double *scale)
{
    const uint32_t *w = ridge_data(c, "w");
    const uint16_t *d = ridge_data(c, "scale"), *x = ridge_data(c, "x");
    const uint8_t *zero = ridge_data(c, "zero");
    size_t N = (size_t)ridge_int(c, "N"), K = (size_t)ridge_int(c, "K");
    (void)out;
    for (size_t e = 0; e < n; e++) {
        size_t row = index[e] / N, col = index[e] % N;
        want[e] = scale[e] = 0;
        for (size_t k = 0; k < K; k++) {
            size_t group = k / GROUP * N + col;
            int code = w[col * (K / 8) + k / 8] >> 4 * (k % 8 / 2 + 4 * (k % 2)) & 15;
            double term = of_bf16(d[group]) * (code - zero[group]) * of_bf16(x[row * K + k]);
            want[e] += term;
            scale[e] += fabs(term);
        }
    }
    return 0;
}
