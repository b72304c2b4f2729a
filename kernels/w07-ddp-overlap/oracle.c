/*
 * The judge of w07-ddp-overlap: what a backward pass of P ranks and M micro-steps gives, in float64, from the inputs
 * alone. Shapes are drawn here, so that they are part of the case and not of the code under test.
 */
#include <stdlib.h>

#include "ridge/oracle.h"

/* x [P][n] -> sum [n] */
int ring_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want, double *scale)
{
    int64_t P = ridge_int(c, "P"), N = ridge_int(c, "n");
    const float *x = ridge_data(c, "x");
    (void)out;
    for (size_t k = 0; k < n; k++) {
        want[k] = scale[k] = 0;
        for (int64_t r = 0; r < P; r++) {
            want[k] += (double)x[r * N + (int64_t)index[k]];
            scale[k] += fabs((double)x[r * N + (int64_t)index[k]]);
        }
    }
    return 0;
}

/* g [P][M][total] -> mean over ranks of the sum over micro-steps [total] */
int step_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want, double *scale)
{
    int64_t P = ridge_int(c, "P"), M = ridge_int(c, "M"), T = ridge_int(c, "total");
    const float *g = ridge_data(c, "g");
    (void)out;
    for (size_t k = 0; k < n; k++) {
        want[k] = scale[k] = 0;
        for (int64_t r = 0; r < P * M; r++) {
            double v = (double)g[r * T + (int64_t)index[k]] / (double)P;
            want[k] += v;
            scale[k] += fabs(v);
        }
    }
    return 0;
}

/* count [np], which adds up to total: kind 0 all the same; 1 drawn, some of one element; 2 a few large among small. */
static int fill_counts(struct ridge_case *c, int64_t *count, uint64_t seed)
{
    int64_t np = ridge_int(c, "np"), total = ridge_int(c, "total"), kind = ridge_int(c, "kind"), left = total - np;
    if (np < 1 || left < 0 || (kind == 0 && total % np))
        return -1;
    for (int64_t p = 0; p < np; p++) {
        int64_t drawn = (int64_t)(ridge_uniform(&seed) * 2 * (double)left / (double)(np - p));
        int64_t more = kind == 0 ? total / np - 1
                     : kind == 1 ? (ridge_next(&seed) % 4 ? drawn : 0)
                     : p % 4 == 0 ? left / (np / 4 + 1) : left / (8 * np);
        count[p] = 1 + (more < left ? more : left);
        left -= count[p] - 1;
    }
    count[np - 1] += left;
    return 0;
}

/* order [P][np]: reverse, and with shuffle > 0 each parameter changes places with one up to that far away. */
static int fill_order(struct ridge_case *c, int32_t *order, uint64_t seed)
{
    int64_t np = ridge_int(c, "np"), P = ridge_int(c, "P"), far = ridge_int(c, "shuffle");
    for (int64_t r = 0; r < P; r++, order += np) {
        for (int64_t p = 0; p < np; p++)
            order[p] = (int32_t)(np - 1 - p);
        for (int64_t p = 0; far > 0 && p < np; p++) {
            int64_t q = p + (int64_t)(ridge_next(&seed) % (uint64_t)(far + 1));
            if (q >= np)
                continue;
            int32_t t = order[p];
            order[p] = order[q];
            order[q] = t;
        }
    }
    return 0;
}

int shape_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    if (!strcmp(buffer, "count"))
        return fill_counts(c, ridge_data(c, buffer), seed);
    return fill_order(c, ridge_data(c, buffer), seed);
}
