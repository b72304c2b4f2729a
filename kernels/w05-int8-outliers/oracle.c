/*
 * Oracles and input generators of w05-int8-outliers.
 *
 * Codes are recomputed by the definition, one element at a time: the contract's float divisions are
 * done in double and rounded once to float, which gives the same quotient (53 >= 2*24 + 2 bits), and
 * rounding to even is done by floor. Products are summed as integers or doubles.
 */
#include <ridge/oracle.h>

#include <stdlib.h>

#include "quality.h"

enum { STEPS = 20 };
static const double NEAR = 1e-5; /* of the sum of magnitudes of a dot product */

/* --- numbers ---------------------------------------------------------------------------------- */

static double half_of(uint16_t h)
{
    int e = h >> 10 & 31, m = h & 1023;
    double v = e ? ldexp(1024 + m, e - 25) : ldexp(m, -24);
    return h & 0x8000 ? -v : v;
}

static double to_even(double x)
{
    double low = floor(x), part = x - low;
    return part < .5 || (part == .5 && fmod(low, 2) == 0) ? low : low + 1;
}

/* The fp16 code of a non-negative normal number or 0. */
static uint16_t half_from(double x)
{
    int e;
    if (x == 0)
        return 0;
    double m = to_even(ldexp(frexp(x, &e), 11)); /* 1024..2048 */
    if (m == 2048) {
        m = 1024;
        e++;
    }
    return (uint16_t)((e + 14) << 10 | ((int)m - 1024));
}

static double over(double x, double by)
{
    return (float)(x / by);
}

static double within(double x, double lo, double hi)
{
    return x < lo ? lo : x > hi ? hi : x;
}

static double normal(uint64_t *s)
{
    double sum = -6;
    for (int k = 0; k < 12; k++)
        sum += ridge_uniform(s);
    return sum;
}

/* --- inputs ----------------------------------------------------------------------------------- */

/* Elements of a row: a huge one at the end or in the middle; quotients that a float rounds to a tie. */
static double odd_rows(size_t row, size_t at, size_t n, double v)
{
    const float s = 94.81f / 127;
    switch (row % 9) {
    case 3:
        return at == (row % 2 ? n / 2 : n - 1) ? 3000 : v;
    case 5:
        return 1 + fabs(v);
    default: /* 6 */
        return at ? ((double)(at % 126) + .5) * s : 94.81f;
    }
}

/*
 * Four bits with the fp16 number d as scale. Every eighth is the least, the next the largest number: a zero
 * point of 2.5 to even, an odd one, and 7.5 on either side, where the largest code would be 16. The others
 * are ties and floats beside them.
 */
static double ties4(size_t row, size_t at)
{
    const float d = 1989.f / 4096;
    float lo = row % 9 == 7 ? -2.5f : row % 2 ? -7.5f : -3;
    if (at % 8 < 2)
        return d * (at % 8 ? lo + 15 : lo);
    float tie = d * ((float)(at % 15) + lo + .5f - (lo - rintf(lo)));
    return at % 3 == 0 ? tie : nextafterf(tie, at % 3 == 1 ? 0 : 2 * tie);
}

/* Rows of every kind in turn: drawn, zero, constant, one huge number, ties, one sign, ties of a float. */
int rows_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    size_t n = (size_t)ridge_int(c, "n");
    if (!b || b->dtype != RIDGE_F32)
        return -1;
    float *x = b->data;
    for (size_t k = 0; k < b->count; k++) {
        double v = normal(&seed);
        size_t at = k % n;
        v += v < 0 ? -.05 : .05;
        switch (k / n % 9) {
        case 0: break;
        case 1: v = 0; break;
        case 2: v = -1.75; break;
        case 4: /* scales of .25: most quotients end in .5 */
            v = at == 0 ? -31.75 : at == 1 ? 28 : .125 * (double)(1 + 2 * (ridge_next(&seed) % 112));
            break;
        case 7:
        case 8: v = ties4(k / n, at); break;
        default: v = odd_rows(k / n, at, n, v); break;
        }
        x[k] = (float)v;
    }
    return 0;
}

/* Int8 codes; `flat` makes all of them 127, so that sums are as large as they get. */
int codes_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int flat = (int)ridge_int(c, "flat");
    uint64_t state = ridge_mix(seed, buffer);
    if (!b || b->dtype != RIDGE_I8)
        return -1;
    for (size_t k = 0; k < b->count; k++)
        ((int8_t *)b->data)[k] = flat ? 127 : (int8_t)((int)(ridge_next(&state) % 255) - 127);
    if (flat && b->count > 1)
        ((int8_t *)b->data)[1] = 126; /* an odd sum: no rounding of it is exact */
    return 0;
}

int halves_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    if (!b || b->dtype != RIDGE_U16)
        return -1;
    for (size_t k = 0; k < b->count; k++)
        ((uint16_t *)b->data)[k] = half_from(.01 + ridge_uniform(&seed));
    return 0;
}

/* fp16 weights, of both signs. */
int w16_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    if (!b || b->dtype != RIDGE_U16)
        return -1;
    for (size_t k = 0; k < b->count; k++) {
        double v = normal(&seed) / 16;
        ((uint16_t *)b->data)[k] = (uint16_t)(half_from(fabs(v) + 1.0 / 1024) | (v < 0 ? 0x8000 : 0));
    }
    return 0;
}

/* Activations: `planted` channels, spread over all, are 60 times as large as the others. Channel 0 is
 * exactly the threshold for the last token, if the case plants anything; else nothing reaches it. */
int acts_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    size_t k = (size_t)ridge_int(c, "k"), planted = (size_t)ridge_int(c, "planted");
    if (!b || b->dtype != RIDGE_F32 || k < 1 || planted > k)
        return -1;
    float *x = b->data;
    for (size_t i = 0; i < b->count; i++)
        x[i] = (float)within(normal(&seed), -3.5, 3.5);
    for (size_t p = 0; p < planted; p++)
        for (size_t i = (p * k + k / 2) / planted; i < b->count; i += k)
            x[i] = 60 * (x[i] + (x[i] < 0 ? -.2f : .2f));
    if (planted)
        x[b->count - k] = -(float)ridge_num(c, "thr");
    return 0;
}

/* --- eight bits ------------------------------------------------------------------------------- */

/* The scale of x[n], where skip[i] is not set. */
static double scale8(const float *x, const char *skip, size_t n)
{
    double most = 0;
    for (size_t i = 0; i < n; i++)
        if (!skip || !skip[i])
            most = fmax(most, fabs((double)x[i]));
    return over(most, 127);
}

static double code8(double x, double s)
{
    return s > 0 ? within(to_even(over(x, s)), -127, 127) : 0;
}

int q8_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const struct ridge_buffer *b = ridge_buffer(c, "rows");
    const int8_t *q = ridge_data(c, "q8");
    const float *s = ridge_data(c, "s8");
    size_t n = (size_t)ridge_int(c, "n"), rows = (size_t)ridge_int(c, "R");
    if (!b || !q || !s)
        return -1;
    const float *x = b->data;
    for (size_t r = 0; r < rows; r++, x += n, q += n) {
        double want = scale8(x, NULL, n);
        if (!(s[r] == want)) {
            snprintf(v->message, sizeof v->message, "mismatch: scale of row %zu is %.9g, expected %.9g", r, s[r], want);
            return 0;
        }
        for (size_t i = 0; i < n; i++) {
            if (q[i] == code8(x[i], want))
                continue;
            snprintf(v->message, sizeof v->message, "mismatch: row %zu, code %zu is %d, expected %.0f: %.9g / %.9g = %.9g",
                     r, i, q[i], code8(x[i], want), x[i], want, want > 0 ? over(x[i], want) : 0);
            return 0;
        }
    }
    v->pass = 1;
    return 0;
}

int gemm_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t count, double *want,
                double *scale)
{
    const int8_t *A = ridge_data(c, "A"), *B = ridge_data(c, "B");
    const float *sa = ridge_data(c, "sa"), *sb = ridge_data(c, "sb");
    size_t n = (size_t)ridge_int(c, "n"), k = (size_t)ridge_int(c, "k");
    if (!A || !B || !sa || !sb || strcmp(out, "C") || n < 1)
        return -1;
    for (size_t e = 0; e < count; e++) {
        size_t i = index[e] / n, j = index[e] % n;
        long long sum = 0;
        for (size_t l = 0; l < k; l++)
            sum += A[i * k + l] * B[j * k + l];
        want[e] = (double)sa[i] * sb[j] * (double)sum;
        scale[e] = fabs(want[e]);
    }
    return 0;
}

/* Squares of the errors of an output, of LLM.int8() as submitted and of plain absmax. */
struct errors {
    double mixed, plain;
};

/* One output of a token. 0 when it is wrong. skip[c]: channel c is an outlier. */
static int llm_output(const float *x, const uint16_t *w, const char *skip, size_t k, double got, struct errors *e,
                      double *expected)
{
    double sx = scale8(x, skip, k), all = scale8(x, NULL, k), most = 0;
    double mixed = 0, plain = 0, exact = 0, magnitude = 0;
    for (size_t c = 0; c < k; c++)
        most = fmax(most, fabs(half_of(w[c])));
    double sw = over(most, 127);
    for (size_t c = 0; c < k; c++) {
        double wc = half_of(w[c]), w8 = sw * code8(wc, sw);
        double term = skip[c] ? x[c] * wc : sx * code8(x[c], sx) * w8;
        mixed += term;
        magnitude += fabs(term);
        plain += all * code8(x[c], all) * w8;
        exact += x[c] * wc;
    }
    e->mixed += (got - exact) * (got - exact);
    e->plain += (plain - exact) * (plain - exact);
    *expected = mixed;
    return fabs(got - mixed) <= NEAR * magnitude;
}

int llm_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const float *X = ridge_data(c, "X"), *Y = ridge_data(c, "Y");
    const uint16_t *W = ridge_data(c, "W16");
    size_t m = (size_t)ridge_int(c, "m"), n = (size_t)ridge_int(c, "n"), k = (size_t)ridge_int(c, "k");
    double thr = ridge_num(c, "thr"), want = 0;
    char *skip = calloc(k, 1);
    struct errors e = { 0, 0 };
    if (!X || !Y || !W || !skip) {
        free(skip);
        return -1;
    }
    for (size_t i = 0; i < m * k; i++)
        skip[i % k] |= fabs((double)X[i]) >= thr;
    v->pass = 1;
    for (size_t i = 0; v->pass && i < m * n; i++) {
        v->pass = llm_output(X + i / n * k, W + i % n * k, skip, k, Y[i], &e, &want);
        if (!v->pass)
            snprintf(v->message, sizeof v->message, "mismatch: token %zu, output %zu is %.7g, expected %.7g", i / n,
                     i % n, Y[i], want);
    }
    free(skip);
    if (v->pass && e.plain > 0)
        ridge_count(v, "err_to_absmax", sqrt(e.mixed / e.plain));
    return 0;
}

/* --- four bits -------------------------------------------------------------------------------- */

struct group {
    uint16_t scale;
    double d, zero;
};

static struct group group_of(const float *w, size_t n)
{
    double lo = 0, hi = 0;
    for (size_t i = 0; i < n; i++) {
        lo = fmin(lo, w[i]);
        hi = fmax(hi, w[i]);
    }
    struct group g = { .scale = half_from(over((float)(hi - lo), 15)) };
    g.d = half_of(g.scale);
    g.zero = g.d > 0 ? within(to_even(over(-lo, g.d)), 0, 15) : 0;
    return g;
}

static double code4(double w, const struct group *g)
{
    return g->d > 0 ? within(to_even(over(w, g->d)) + g->zero, 0, 15) : 0;
}

static int nibble(const uint8_t *q, size_t i)
{
    return i % 2 ? q[i / 2] >> 4 : q[i / 2] & 15;
}

/* Judges one row of n; 1 when it is right. */
static int row4(const float *w, size_t n, size_t g, const uint8_t *q, const uint16_t *scale, const uint8_t *zero,
                size_t r, struct ridge_verdict *v)
{
    for (size_t b = 0; b * g < n; b++) {
        size_t left = n - b * g, count = left < g ? left : g;
        struct group want = group_of(w + b * g, count);
        if (scale[b] != want.scale || zero[b] != want.zero) {
            snprintf(v->message, sizeof v->message,
                     "mismatch: row %zu, group %zu: scale %.6g, zero point %d, expected %.6g and %.0f", r, b,
                     half_of(scale[b]), zero[b], want.d, want.zero);
            return 0;
        }
        for (size_t i = b * g; i < b * g + count; i++) {
            if (nibble(q, i) == code4(w[i], &want))
                continue;
            snprintf(v->message, sizeof v->message,
                     "mismatch: row %zu, code %zu is %d, expected %.0f: weight %.6g, scale %.6g, zero point %.0f", r, i,
                     nibble(q, i), code4(w[i], &want), w[i], want.d, want.zero);
            return 0;
        }
    }
    if (n % 2 == 0 || nibble(q, n) == 0)
        return 1;
    snprintf(v->message, sizeof v->message, "mismatch: row %zu: the unused last half-byte is not 0", r);
    return 0;
}

int q4_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const struct ridge_buffer *b = ridge_buffer(c, "rows");
    const uint8_t *q = ridge_data(c, "q4"), *zero = ridge_data(c, "z4");
    const uint16_t *scale = ridge_data(c, "d4");
    size_t n = (size_t)ridge_int(c, "n"), g = (size_t)ridge_int(c, "g");
    if (!b || !q || !zero || !scale || n < 1 || g < 1)
        return -1;
    size_t groups = (n + g - 1) / g;
    v->pass = 1;
    for (size_t r = 0; v->pass && r < b->count / n; r++)
        v->pass = row4((float *)b->data + r * n, n, g, q + r * ((n + 1) / 2), scale + r * groups, zero + r * groups,
                       r, v);
    return 0;
}

int gemv_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t count, double *want,
                double *scale)
{
    const uint8_t *q = ridge_data(c, "W4"), *zero = ridge_data(c, "Wz");
    const uint16_t *d = ridge_data(c, "Wd");
    const float *x = ridge_data(c, "x");
    size_t k = (size_t)ridge_int(c, "k"), g = (size_t)ridge_int(c, "g"), groups = (k + g - 1) / g;
    if (!q || !zero || !d || !x || strcmp(out, "y"))
        return -1;
    for (size_t e = 0; e < count; e++) {
        size_t j = index[e];
        want[e] = scale[e] = 0;
        for (size_t l = 0; l < k; l++) {
            size_t at = j * groups + l / g;
            int code = nibble(q + j * ((k + 1) / 2), l);
            want[e] += half_of(d[at]) * (code - zero[at]) * x[l];
            scale[e] += half_of(d[at]) * (code + zero[at]) * fabs((double)x[l]);
        }
    }
    return 0;
}

/* --- AWQ -------------------------------------------------------------------------------------- */

struct scaled {
    const float *X, *W;
    size_t m, n, k, g;
    float *a, *s;    /* [k] */
    float *row;      /* [k] */
    double *err;     /* [k] */
};

/* The candidate t: a^(t/20), its largest times its smallest being 1. */
static void candidate(const struct scaled *l, int t)
{
    double lo = INFINITY, hi = 0;
    for (size_t c = 0; c < l->k; c++) {
        double s = pow(l->a[c], t / (double)STEPS);
        lo = fmin(lo, s);
        hi = fmax(hi, s);
    }
    for (size_t c = 0; c < l->k; c++)
        l->s[c] = (float)(pow(l->a[c], t / (double)STEPS) / sqrt(lo * hi));
}

/* Errors of row j's weights under the scales s, into l->err. */
static void row_errors(const struct scaled *l, size_t j, const float *s)
{
    const float *w = l->W + j * l->k;
    for (size_t c = 0; c < l->k; c++)
        l->row[c] = w[c] * s[c];
    for (size_t b = 0; b < l->k; b += l->g) {
        size_t count = l->k - b < l->g ? l->k - b : l->g;
        struct group g = group_of(l->row + b, count);
        for (size_t c = b; c < b + count; c++)
            l->err[c] = g.d * (code4(l->row[c], &g) - g.zero) / s[c] - w[c];
    }
}

/* What the search minimises, and the squared error of the outputs for the tokens at hand. */
static double weigh(const struct scaled *l, const float *s, double *outputs)
{
    double sum = 0;
    *outputs = 0;
    for (size_t j = 0; j < l->n; j++) {
        row_errors(l, j, s);
        for (size_t c = 0; c < l->k; c++)
            sum += (double)l->a[c] * l->a[c] * l->err[c] * l->err[c];
        for (size_t i = 0; i < l->m; i++) {
            double y = 0;
            for (size_t c = 0; c < l->k; c++)
                y += l->X[i * l->k + c] * l->err[c];
            *outputs += y * y;
        }
    }
    return sum;
}

static void judge_awq(const struct scaled *l, const float *s, int t, struct ridge_verdict *v)
{
    double least = INFINITY, plain = 0, out, got_out;
    int best = 0;
    for (int k = 0; k <= STEPS; k++) {
        candidate(l, k);
        double e = weigh(l, l->s, &out);
        plain = k == 0 ? out : plain;
        best = e < least ? k : best;
        least = fmin(e, least);
    }
    if (t < 0 || t > STEPS) {
        snprintf(v->message, sizeof v->message, "mismatch: step %d is not in 0..%d", t, STEPS);
        return;
    }
    candidate(l, t);
    for (size_t c = 0; c < l->k; c++)
        if (!(fabs(s[c] - l->s[c]) <= 1e-5 * l->s[c])) {
            snprintf(v->message, sizeof v->message, "mismatch: s[%zu] is %.7g, expected %.7g at step %d", c, s[c],
                     l->s[c], t);
            return;
        }
    double got = weigh(l, s, &got_out);
    if (got > 1.005 * least) {
        snprintf(v->message, sizeof v->message, "mismatch: step %d has error %.6g, step %d has %.6g", t, got, best, least);
        return;
    }
    ridge_count(v, "mse_to_rtn", got_out / plain);
    v->pass = 1;
}

int awq_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const float *s = ridge_data(c, "s");
    const int32_t *t = ridge_data(c, "step");
    struct scaled l = { .X = ridge_data(c, "X"), .W = ridge_data(c, "W"), .m = (size_t)ridge_int(c, "m"),
                       .n = (size_t)ridge_int(c, "n"), .k = (size_t)ridge_int(c, "k"),
                       .g = (size_t)ridge_int(c, "g") };
    float *f = calloc(3 * l.k, sizeof *f);
    l.err = calloc(l.k, sizeof *l.err);
    int ready = s && t && l.X && l.W && f && l.err;
    if (ready) {
        l.a = f;
        l.s = f + l.k;
        l.row = f + 2 * l.k;
        for (size_t k = 0; k < l.k; k++) {
            double sum = 0;
            for (size_t i = 0; i < l.m; i++)
                sum += (double)l.X[i * l.k + k] * l.X[i * l.k + k];
            l.a[k] = (float)sqrt(sum / (double)l.m);
        }
        judge_awq(&l, s, *t, v);
    }
    free(f);
    free(l.err);
    return ready ? 0 : -1;
}
