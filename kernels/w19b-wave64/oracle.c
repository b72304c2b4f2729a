/*
 * oracle.c: sums of waves, packing and a transpose from their definitions, for waves of `warp` lanes in blocks of
 * `threads`. Scores lie between 0 and 1; `high` makes keep only the upper half of each 64 threads, where a word of 32
 * votes has nothing.
 */
#include <ridge/oracle.h>

#include <stdlib.h>

/* Small integers, whose sums are exact, or reals. */
int numbers_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int reals = (int)ridge_int(c, "reals");
    if (!b || b->dtype != RIDGE_F32)
        return -1;
    for (size_t i = 0; i < b->count; i++) {
        double u = ridge_uniform(&seed);
        ((float *)b->data)[i] = (float)(reals ? 4 * u - 1 : floor(u * 17) - 8);
    }
    return 0;
}

/* Some are exactly `least`, and some are NaN. */
int scores_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    double least = ridge_num(c, "least");
    int64_t high = ridge_int(c, "high"), width = strcmp(buffer, "p") ? 64 : ridge_int(c, "C");
    if (!b || b->dtype != RIDGE_F32 || width < 1)
        return -1;
    for (size_t i = 0; i < b->count; i++) {
        uint64_t lot = ridge_next(&seed) % 29;
        double u = ridge_uniform(&seed);
        if (lot == 1 && least < 1)
            u = least;
        if (lot == 2 && least > 0)
            u = NAN;
        if (high)
            u = (int64_t)i % width % 64 < 32 ? -1 : 1;
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

/* The elements that the wave of thread i sees: from *from up to *to. */
static void wave_of(const struct ridge_case *c, size_t i, size_t *from, size_t *to)
{
    size_t n = (size_t)ridge_int(c, "n"), threads = (size_t)ridge_int(c, "threads");
    size_t lanes = (size_t)ridge_int(c, "warp"), block = i / threads * threads;
    *from = block + i % threads / lanes * lanes;
    *to = *from + lanes;
    *to = *to < block + threads ? *to : block + threads;
    *to = *to < n ? *to : n;
}

int sum_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want, double *scale)
{
    const float *x = ridge_data(c, "x");
    (void)out;
    for (size_t k = 0; k < n; k++) {
        size_t from, to;
        wave_of(c, index[k], &from, &to);
        want[k] = scale[k] = 0;
        for (; from < to; from++) {
            want[k] += (double)x[from];
            scale[k] += ridge_int(c, "reals") ? fabs((double)x[from]) : 0; /* else exact */
        }
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

int transpose_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want,
                     double *scale)
{
    const float *in = ridge_data(c, "m");
    size_t R = (size_t)ridge_int(c, "R"), C = (size_t)ridge_int(c, "C");
    (void)out;
    for (size_t k = 0; k < n; k++) {
        want[k] = (double)in[index[k] % R * C + index[k] / R];
        scale[k] = fabs(want[k]);
    }
    return 0;
}

/* The first place that is wrong, or 1. at[i]: where i stands, from 1; 0: nowhere. */
static int places(const struct ridge_case *c, struct ridge_verdict *v, size_t count, size_t *at)
{
    const float *x = ridge_data(c, "v");
    const int32_t *list = ridge_data(c, "list");
    size_t n = (size_t)ridge_int(c, "n");
    for (size_t k = 0; k < n; k++) {
        int32_t i = list[k];
        if (k >= count && i != untouched(k)) {
            snprintf(v->message, sizeof v->message, "out[%zu], behind the last index, is %d and was %d", k, i,
                     untouched(k));
            return 0;
        }
        if (k < count && (i < 0 || (size_t)i >= n || !kept(c, x[i]) || at[i])) {
            snprintf(v->message, sizeof v->message, "out[%zu] is %d, which %s", k, i,
                     i < 0 || (size_t)i >= n ? "is no index of v" : at[i] ? "stands there twice" : "is not kept");
            return 0;
        }
        if (k < count)
            at[i] = k + 1;
    }
    return 1;
}

/* What one wave keeps lies together and in order. */
static int together(const struct ridge_case *c, struct ridge_verdict *v, const size_t *at)
{
    size_t n = (size_t)ridge_int(c, "n"), to;
    for (size_t i = 0, last = n, from = 0; i < n; i++) {
        size_t begins;
        wave_of(c, i, &begins, &to);
        last = begins == from ? last : n;
        from = begins;
        if (at[i] && last < n && at[i] != at[last] + 1) {
            snprintf(v->message, sizeof v->message,
                     "indices %zu and %zu are kept by one wave, and stand at out[%zu] and out[%zu]: a wave's indices "
                     "lie together, in rising order", last, i, at[last] - 1, at[i] - 1);
            return 0;
        }
        last = at[i] ? i : last;
    }
    return 1;
}

int pack_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const float *x = ridge_data(c, "v");
    const int32_t *counted = ridge_data(c, "kept");
    size_t n = (size_t)ridge_int(c, "n"), count = 0, *at = calloc(n, sizeof *at);
    if (!at || !x || !counted || !ridge_data(c, "list")) {
        free(at);
        return -1;
    }
    *v->message = 0;
    for (size_t i = 0; i < n; i++)
        count += (size_t)kept(c, x[i]);
    if ((size_t)*counted != count) {
        v->pass = 0;
        snprintf(v->message, sizeof v->message, "count is %d, expected %zu", *counted, count);
    } else {
        v->pass = places(c, v, count, at) && together(c, v, at);
    }
    free(at);
    return 0;
}
