/*
 * oracle.c: sums, maxima, LayerNorm and packing from their definitions, in float64.
 *
 * `kind` chooses what stands in x of the vector kernels: 0 small integers; 1 reals; 2 a NaN, the last element; 3 an
 * infinity in the middle; 4 +inf first and -inf last; 5 reals below zero; 6 -inf and nothing else; 7 finite numbers, of
 * which two already sum to infinity; 8 -inf, the first element. p and v lie between -1 and 1: `least` = 0 keeps all, 2
 * none, and between them some are exactly `least`; with `same` all are.
 */
#include <ridge/oracle.h>

#include <stdlib.h>

enum { INTEGERS, REALS, ONE_NAN, ONE_INF, BOTH_INF, BELOW, NOTHING, HUGE_ONES, MINUS_INF };
enum { WARP = 32 };

static double ordinary(int64_t kind, double u)
{
    switch (kind) {
    case REALS: return 4 * u - 1;
    case BELOW: return -1 - 4 * u;
    case NOTHING: return -INFINITY;
    case HUGE_ONES: return 3e38;
    default: return (int)(u * 17) - 8;
    }
}

int numbers_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int64_t kind = ridge_int(c, "kind");
    float *x = b ? b->data : NULL;
    if (!x || b->dtype != RIDGE_F32 || !b->count)
        return -1;
    size_t n = b->count;
    for (size_t i = 0; i < n; i++)
        x[i] = (float)ordinary(kind, ridge_uniform(&seed));
    if (kind == ONE_NAN)
        x[n - 1] = NAN;
    if (kind == ONE_INF)
        x[n / 2] = INFINITY;
    if (kind == BOTH_INF || kind == MINUS_INF)
        x[0] = kind == BOTH_INF ? INFINITY : -INFINITY;
    if (kind == BOTH_INF && n > 1)
        x[n - 1] = -INFINITY;
    return 0;
}

/* Uniform around `offset` with standard deviation `sd`. */
int rows_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    double offset = ridge_num(c, "offset"), reach = sqrt(3) * ridge_num(c, "sd");
    if (!b || b->dtype != RIDGE_F32)
        return -1;
    for (size_t i = 0; i < b->count; i++)
        ((float *)b->data)[i] = (float)(offset + reach * (2 * ridge_uniform(&seed) - 1));
    return 0;
}

/* From 0 to 1. Where not everything is kept, NaN and negative ones are among them; and `least` itself, where any is. */
int scores_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    if (!b || b->dtype != RIDGE_F32)
        return -1;
    for (size_t i = 0; i < b->count; i++) {
        uint64_t lot = ridge_next(&seed) % 29;
        double u = ridge_uniform(&seed), least = ridge_num(c, "least");
        if (lot == 2 && least > 0)
            u = -u;
        if (!lot && least > 0)
            u = NAN;
        if ((lot == 1 && least < 1) || ridge_int(c, "same"))
            u = least;
        ((float *)b->data)[i] = (float)u;
    }
    return 0;
}

/* What has to stay as it is: no index, and no one number that could be written over it unseen. */
static int32_t untouched(size_t place)
{
    return -7 - (int32_t)(place % 1009);
}

int untouched_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    (void)seed;
    if (!b || b->dtype != RIDGE_I32)
        return -1;
    for (size_t i = 0; i < b->count; i++)
        ((int32_t *)b->data)[i] = untouched(i);
    return 0;
}

int warp_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want,
                double *scale)
{
    const float *x = ridge_data(c, "x");
    size_t count = (size_t)ridge_int(c, "n");
    int64_t kind = ridge_int(c, "kind");
    for (size_t k = 0; k < n; k++) {
        size_t from = index[k] / WARP * WARP, to = from + WARP < count ? from + WARP : count;
        double sum = 0, size = 0, top = -INFINITY;
        for (size_t i = from; i < to; i++) {
            double v = (double)x[i];
            sum += v;
            size += fabs(v);
            top = v > top || isnan(v) ? v : top; /* nothing is larger than a NaN that came before */
        }
        want[k] = strcmp(out, "sum") ? top : sum;
        scale[k] = strcmp(out, "sum") ? fabs(top) : kind == REALS || kind == BELOW ? size : 0; /* else exact */
    }
    return 0;
}

struct stats {
    int64_t row;
    double mean, rstd, size; /* size: mean of |x| */
};

static void measure(const struct ridge_case *c, const float *x, int64_t row, struct stats *s)
{
    int64_t C = ridge_int(c, "C");
    double sum = 0, size = 0, square = 0;
    if (s->row == row)
        return;
    for (int64_t k = 0; k < C; k++) {
        sum += (double)x[row * C + k];
        size += fabs((double)x[row * C + k]);
    }
    s->mean = sum / (double)C;
    for (int64_t k = 0; k < C; k++)
        square += pow((double)x[row * C + k] - s->mean, 2);
    s->rstd = 1 / sqrt(square / (double)C + (double)(float)ridge_num(c, "eps"));
    s->size = size / (double)C;
    s->row = row;
}

/* scale: how far rounding x and the mean to fp32 may move y. */
int ln_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want, double *scale)
{
    const float *x = ridge_data(c, "rows"), *g = ridge_data(c, "g"), *b = ridge_data(c, "b");
    size_t C = (size_t)ridge_int(c, "C");
    struct stats s = { .row = -1 };
    (void)out;
    if (!x || !g || !b || !C)
        return -1;
    for (size_t k = 0; k < n; k++) {
        size_t col = index[k] % C;
        measure(c, x, (int64_t)(index[k] / C), &s);
        double v = (double)x[index[k]], slope = s.rstd * (double)g[col];
        want[k] = (v - s.mean) * slope + (double)b[col];
        scale[k] = (fabs(v) + s.size) * fabs(slope) + fabs((double)b[col]);
    }
    return 0;
}

/* Whether this element is kept: compared in float, as the kernel compares. */
static int kept(const struct ridge_case *c, float v)
{
    return v >= (float)ridge_num(c, "least");
}

int compact_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want,
                   double *scale)
{
    const float *p = ridge_data(c, "p");
    size_t C = (size_t)ridge_int(c, "C");
    for (size_t k = 0; k < n; k++) {
        int counts = !strcmp(out, "count");
        size_t row = counts ? index[k] : index[k] / C, place = counts ? C : index[k] % C, found = 0, col = 0;
        for (; col < C; col++)
            if (kept(c, p[row * C + col]) && found++ == place)
                break;
        want[k] = counts ? (double)found : col < C ? (double)col : untouched(index[k]);
        scale[k] = fabs(want[k]);
    }
    return 0;
}

static int wrong(struct ridge_verdict *v, const char *what, size_t place, long long expected, long long got)
{
    v->pass = 0;
    snprintf(v->message, sizeof v->message, "%s %zu: expected %lld, yours %lld", what, place, expected, got);
    return 0;
}

/* Each index that is kept stands once, a warp's together and in order, and nothing behind the last. */
int append_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const float *x = ridge_data(c, "v");
    const int32_t *out = ridge_data(c, "list"), *counted = ridge_data(c, "kept");
    size_t n = (size_t)ridge_int(c, "n"), count = 0, *at = calloc(n, sizeof *at);
    if (!at || !x || !out || !counted) {
        free(at);
        return -1;
    }
    v->pass = 1, *v->message = 0;
    for (size_t i = 0; i < n; i++)
        count += (size_t)kept(c, x[i]);
    if ((size_t)*counted != count)
        wrong(v, "count, element", 0, (long long)count, *counted);
    for (size_t k = 0; k < n && v->pass; k++) {
        int32_t i = out[k];
        if (k >= count && i != untouched(k))
            wrong(v, "behind the last one, out at", k, untouched(k), i);
        else if (k < count && (i < 0 || (size_t)i >= n || !kept(c, x[i]) || at[i]))
            snprintf(v->message, sizeof v->message, "out[%zu] is %d, which %s", k, i,
                     i < 0 || (size_t)i >= n ? "is no index of v" : at[i] ? "stands there twice" : "is not kept");
        else if (k < count)
            at[i] = k + 1;
        v->pass &= !*v->message;
    }
    for (size_t i = 0, last = n; i < n && v->pass; i++) {
        if (i % WARP == 0)
            last = n;
        if (at[i] && last < n && at[i] != at[last] + 1)
            snprintf(v->message, sizeof v->message,
                     "indices %zu and %zu are kept by one warp, and stand at out[%zu] and out[%zu]: a warp's indices "
                     "lie together, in rising order", last, i, at[last] - 1, at[i] - 1);
        last = at[i] ? i : last;
        v->pass &= !*v->message;
    }
    free(at);
    return 0;
}

int finite_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want,
                  double *scale)
{
    const struct ridge_buffer *x = ridge_buffer(c, "x");
    double bad = 0;
    (void)out, (void)index;
    for (size_t i = 0; i < x->count; i++)
        bad = isfinite(((const float *)x->data)[i]) ? bad : 1;
    for (size_t k = 0; k < n; k++)
        want[k] = scale[k] = bad;
    return 0;
}
