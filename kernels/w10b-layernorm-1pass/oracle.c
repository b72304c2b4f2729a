/*
 * oracle.c: LayerNorm from its definition, in float64, two sweeps over the row.
 *
 * The tolerances are elementwise: scale says how far rounding to fp32 may move a number, in units that
 * tol.dot multiplies. A mean moves by its terms' size, an rstd by its own; y by what the mean's
 * and the row's rounding become once multiplied by rstd and g.
 */
#include "ridge/oracle.h"

enum { SPREAD, CONSTANT, LONE }; /* what a row is like: field `rows` of the case */

static uint16_t to_bf16(double x)
{
    float f = (float)x;
    uint32_t u;
    memcpy(&u, &f, 4);
    return (uint16_t)((u + 0x7fff + (u >> 16 & 1)) >> 16);
}

static double from_bf16(uint16_t h)
{
    uint32_t u = (uint32_t)h << 16;
    float f;
    memcpy(&f, &u, 4);
    return (double)f;
}

/* Uniform around `offset` with standard deviation sd; or all equal; or equal but for one in 4,096, 64 higher. */
int rows_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    double offset = ridge_num(c, "offset"), reach = sqrt(3) * ridge_num(c, "sd");
    int64_t kind = ridge_int(c, "rows");
    uint64_t lone = 0;
    if (!b)
        return -1;
    for (size_t i = 0; i < b->count; i++) {
        double x = offset;
        if (kind == SPREAD)
            x += reach * (2 * ridge_uniform(&seed) - 1);
        if (kind == LONE && i % 4096 == 0)
            lone = ridge_next(&seed) % 4096;
        if (kind == LONE && i % 4096 == lone)
            x += 64;
        ((uint16_t *)b->data)[i] = to_bf16(x);
    }
    return 0;
}

struct stats {
    int64_t row;
    double mean, rstd, size; /* size: mean of |x| */
};

static void measure(const struct ridge_case *c, const uint16_t *x, int64_t row, struct stats *s)
{
    int64_t C = ridge_int(c, "C");
    double sum = 0, size = 0, square = 0;
    if (s->row == row)
        return;
    x += row * C;
    for (int64_t k = 0; k < C; k++) {
        sum += from_bf16(x[k]);
        size += fabs(from_bf16(x[k]));
    }
    s->mean = sum / (double)C;
    for (int64_t k = 0; k < C; k++)
        square += (from_bf16(x[k]) - s->mean) * (from_bf16(x[k]) - s->mean);
    s->rstd = 1 / sqrt(square / (double)C + (double)(float)ridge_num(c, "eps"));
    s->size = size / (double)C;
    s->row = row;
}

static void judge_y(const struct ridge_case *c, const uint16_t *x, const struct stats *s, size_t i, double *want,
                    double *scale)
{
    const float *g = ridge_data(c, "g"), *b = ridge_data(c, "b");
    size_t col = i % (size_t)ridge_int(c, "C");
    double v = from_bf16(x[i]), slope = s->rstd * (double)g[col];
    *want = (v - s->mean) * slope + (double)b[col];
    *scale = (fabs(v) + s->size) * fabs(slope) + fabs((double)b[col]);
}

int ln_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want, double *scale)
{
    const uint16_t *x = ridge_data(c, "x");
    int64_t C = ridge_int(c, "C");
    struct stats s = { .row = -1 };
    if (!x || C < 1 || !ridge_data(c, "g") || !ridge_data(c, "b"))
        return -1;
    for (size_t k = 0; k < n; k++) {
        int is_y = !strcmp(out, "y");
        measure(c, x, (int64_t)index[k] / (is_y ? C : 1), &s);
        if (is_y) {
            judge_y(c, x, &s, index[k], want + k, scale + k);
        } else {
            want[k] = !strcmp(out, "mean") ? s.mean : s.rstd;
            scale[k] = !strcmp(out, "mean") ? s.size : s.rstd;
        }
    }
    return 0;
}
