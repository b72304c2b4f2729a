#include <ridge/oracle.h>

int scale_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want,
                 double *scale)
{
    const float *x = ridge_data(c, "x");
    (void)out;
    for (size_t k = 0; k < n; k++)
        scale[k] = fabs(want[k] = 2.0 * (double)x[index[k]]);
    return 0;
}
