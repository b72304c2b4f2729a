/* An oracle that wants its input back. */
#include <ridge/oracle.h>

int same_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want,
                double *scale);
int bare_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want,
                double *scale);

int same_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want,
                double *scale)
{
    const float *x = ridge_data(c, "x");
    (void)out;
    for (size_t k = 0; k < n; k++)
        scale[k] = fabs(want[k] = (double)x[index[k]]) + 1;
    return 0;
}

int bare_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want,
                double *scale)
{
    same_oracle(c, out, index, n, want, scale);
    for (size_t k = 0; k < n; k++)
        scale[k] -= 1;
    return 0;
}
