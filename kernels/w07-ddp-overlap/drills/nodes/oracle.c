/* oracle.c: the sum over all ranks, in float64. */
#include <ridge/oracle.h>

/* x [P][n] -> sum [n] */
int nodes_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want, double *scale)
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
