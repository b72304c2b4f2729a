/* oracle.c: each sum by the definition in lab.h, in float64; beside it the sum of magnitudes, which bounds its rounding. */
#include <ridge/oracle.h>

int sums_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want,
                double *scale)
{
    const float *x = ridge_data(c, "x");
    int64_t R = ridge_int(c, "R"), C = ridge_int(c, "C");
    (void)out;
    for (size_t k = 0; k < n; k++) {
        want[k] = scale[k] = 0;
        for (int64_t r = 0; r < R; r++) {
            double v = x[r * C + (int64_t)index[k]];
            want[k] += v;
            scale[k] += fabs(v);
        }
    }
    return 0;
}
