/* 2 x + i % 7, rounded once: the compiler may fuse the two, and both ways are exact to a float of x + x. */
#include <ridge/oracle.h>

int scale_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want,
                 double *scale)
{
    const float *x = ridge_data(c, "x");
    (void)out;
    for (size_t k = 0; k < n; k++)
        scale[k] = fabs(want[k] = (double)(x[index[k]] + x[index[k]] + (float)(index[k] % 7)));
    return 0;
}
