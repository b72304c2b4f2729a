/* vadd and the transposes, element by element. Exact: a sum of two floats is rounded once. */
#include <ridge/oracle.h>

int vadd_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n,
                double *want, double *scale)
{
    const float *a = ridge_data(c, "a"), *b = ridge_data(c, "b");
    (void)out;
    for (size_t k = 0; k < n; k++)
        scale[k] = fabs(want[k] = (double)(a[index[k]] + b[index[k]]));
    return 0;
}

/* out[x·R + y] = in[y·C + x] */
int transpose_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n,
                     double *want, double *scale)
{
    const float *in = ridge_data(c, "in");
    size_t R = (size_t)ridge_int(c, "R"), C = (size_t)ridge_int(c, "C");
    (void)out;
    for (size_t k = 0; k < n; k++)
        scale[k] = fabs(want[k] = (double)in[index[k] % R * C + index[k] / R]);
    return 0;
}
