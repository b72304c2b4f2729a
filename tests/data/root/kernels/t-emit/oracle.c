#include <ridge/oracle.h>

/* That it wrote something: what it is worth is seen when it runs. */
int code_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    (void)c;
    v->pass = 1;
    return 0;
}

int scale_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want,
                 double *scale)
{
    const float *x = ridge_data(c, "x");
    (void)out;
    for (size_t k = 0; k < n; k++)
        scale[k] = fabs(want[k] = ridge_num(c, "k") * (double)x[index[k]]);
    return 0;
}
