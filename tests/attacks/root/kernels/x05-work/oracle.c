/* The sum of 2 x + 1 over the ranks in double, and that of its terms' absolute values. */
#include <ridge/oracle.h>

int step_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want, double *scale)
{
    const float *x = ridge_data(c, "x");
    int64_t P = ridge_int(c, "P"), each = ridge_int(c, "n");
    (void)out;
    for (size_t q = 0; q < n; q++) {
        want[q] = scale[q] = 0;
        for (int64_t r = 0; r < P; r++) {
            double v = 1 + 2.0 * x[r * each + (int64_t)index[q]];
            want[q] += v;
            scale[q] += fabs(v);
        }
    }
    return 0;
}
