/*
 * Sums in double, and the scan in 64-bit integers. Most inputs are small integers in floats: their sums are exact in
 * float in any order, so one element left out or added twice is an error, whatever n is. `kind` chooses:
 * 0 integers from -8 to 8; 1 normal-sized reals; 2 all -0; 3 integers and one NaN, the last element;
 * 4 integers and one +inf, in the middle; 5 +inf first and -inf last.
 */
#include <ridge/oracle.h>

#include <stdlib.h>

enum { INTEGERS, REALS, MINUS_ZERO, ONE_NAN, ONE_INF, BOTH_INF };

int numbers_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int64_t kind = ridge_int(c, "kind");
    float *x = b ? b->data : NULL;
    if (!x || b->dtype != RIDGE_F32)
        return -1;
    size_t n = b->count;
    for (size_t i = 0; i < n; i++) {
        double u = ridge_uniform(&seed);
        x[i] = kind == MINUS_ZERO ? -0.0f : kind == REALS ? (float)(4 * u - 1) : (float)((int)(u * 17) - 8);
    }
    if (n && kind == ONE_NAN)
        x[n - 1] = NAN;
    if (n && (kind == ONE_INF || kind == BOTH_INF))
        x[kind == ONE_INF ? n / 2 : 0] = INFINITY;
    if (n > 1 && kind == BOTH_INF)
        x[n - 1] = -INFINITY;
    return 0;
}

int whole_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int32_t *x = b ? b->data : NULL;
    if (!x || b->dtype != RIDGE_I32)
        return -1;
    for (size_t i = 0; i < b->count; i++)
        x[i] = (int32_t)(ridge_next(&seed) % 201) - 100;
    return 0;
}

static void range(const struct ridge_case *c, int64_t from, int64_t to, double *want, double *scale)
{
    const float *x = ridge_data(c, "x");
    int64_t n = ridge_int(c, "n");
    *want = *scale = 0;
    for (int64_t i = from; i < to && i < n; i++) {
        *want += (double)x[i];
        *scale += fabs((double)x[i]);
    }
    if (ridge_int(c, "kind") != REALS)
        *scale = 0; /* exact */
}

int parts_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n,
                 double *want, double *scale)
{
    int64_t width = ridge_int(c, "T") * (strcmp(c->call, "sum_first_add") ? 1 : 2);
    (void)out;
    for (size_t k = 0; k < n; k++) {
        int64_t from = (int64_t)index[k] * width;
        range(c, from, from + width, &want[k], &scale[k]);
    }
    return 0;
}

/* What a kernel left in memory of its own: whatever stands there is right. */
static int scratch(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want)
{
    const struct ridge_buffer *b = ridge_buffer(c, out);
    for (size_t k = 0; k < n; k++)
        want[k] = b->dtype == RIDGE_U64 ? (double)((const uint64_t *)b->data)[index[k]]
                                        : (double)((const float *)b->data)[index[k]];
    return 0;
}

int total_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n,
                 double *want, double *scale)
{
    if (!strcmp(out, "block_part"))
        return scratch(c, out, index, n, want);
    for (size_t k = 0; k < n; k++) {
        want[k] = scale[k] = 0; /* the ticket's */
        if (!strcmp(out, "out"))
            range(c, 0, INT64_MAX, &want[k], &scale[k]);
    }
    return 0;
}

static int by_position(const void *a, const void *b)
{
    size_t x = **(const size_t *const *)a, y = **(const size_t *const *)b;
    return x < y ? -1 : x > y;
}

/* A timed case asks for a random sample: in order of position, one walk over x serves them all. */
int scan_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n,
                double *want, double *scale)
{
    if (!strcmp(out, "state"))
        return scratch(c, out, index, n, want);
    const int32_t *x = ridge_data(c, "xi");
    const size_t **order = malloc((n + 1) * sizeof *order);
    int64_t sum = 0;
    size_t added = 0;
    if (!order)
        return -1;
    for (size_t k = 0; k < n; k++)
        order[k] = &index[k];
    qsort(order, n, sizeof *order, by_position);
    for (size_t k = 0; k < n; k++) {
        size_t at = (size_t)(order[k] - index);
        for (; added <= *order[k]; added++)
            sum += x[added];
        scale[at] = want[at] = (double)sum;
    }
    free(order);
    return 0;
}
