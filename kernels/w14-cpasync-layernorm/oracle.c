/*
 * oracle.c: LayerNorm from its definition, in float64, two sweeps over the row.
 *
 * `scale` says how far rounding to float may move an element, in units that tol.dot multiplies: what the mean's and
 * the element's rounding become once multiplied by rstd and g. A row with a NaN or an infinity is NaN in float64, too.
 */
#include "ridge/oracle.h"

enum { SPREAD, CONSTANT, ONE_NAN, ONE_INF }; /* what rows are like: field `rows` of the case */

/* Uniform around `offset` with standard deviation sd, or all equal; one element of row R/2 may be no number. */
int rows_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    double offset = ridge_num(c, "offset"), reach = sqrt(3) * ridge_num(c, "sd");
    int64_t kind = ridge_int(c, "rows"), R = ridge_int(c, "R"), C = ridge_int(c, "C");
    float *x = b ? b->data : NULL;
    if (!b || b->dtype != RIDGE_F32 || C < 1)
        return -1;
    for (size_t i = 0; i < b->count; i++) {
        double u = 2 * ridge_uniform(&seed) - 1;
        x[i] = (float)(kind == CONSTANT ? offset : offset + reach * u);
    }
    if (kind == ONE_NAN || kind == ONE_INF) {
        size_t at = (size_t)(R / 2 * C) + ridge_next(&seed) % (uint64_t)C;
        if (at < b->count)
            x[at] = kind == ONE_NAN ? NAN : INFINITY;
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
    x += row * C;
    for (int64_t k = 0; k < C; k++) {
        sum += (double)x[k];
        size += fabs((double)x[k]);
    }
    s->mean = sum / (double)C;
    for (int64_t k = 0; k < C; k++)
        square += ((double)x[k] - s->mean) * ((double)x[k] - s->mean);
    s->rstd = 1 / sqrt(square / (double)C + (double)(float)ridge_num(c, "eps"));
    s->size = size / (double)C;
    s->row = row;
}

int ln_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want, double *scale)
{
    const float *x = ridge_data(c, "x"), *g = ridge_data(c, "g"), *b = ridge_data(c, "b");
    int64_t C = ridge_int(c, "C");
    struct stats s = { .row = -1 };
    (void)out;
    if (!x || !g || !b || C < 1)
        return -1;
    for (size_t k = 0; k < n; k++) {
        int64_t col = (int64_t)index[k] % C;
        measure(c, x, (int64_t)index[k] / C, &s);
        double v = (double)x[index[k]], slope = s.rstd * (double)g[col];
        want[k] = (v - s.mean) * slope + (double)b[col];
        scale[k] = (fabs(v) + s.size) * fabs(slope) + fabs((double)b[col]);
    }
    return 0;
}
