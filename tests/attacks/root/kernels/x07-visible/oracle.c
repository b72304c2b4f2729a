/* Squares, in double. */
#include <ridge/oracle.h>

int squares_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want,
                   double *scale)
{
    const float *x = ridge_data(c, "x");
    (void)out;
    for (size_t q = 0; q < n; q++)
        want[q] = scale[q] = (double)x[index[q]] * (double)x[index[q]];
    return 0;
}
