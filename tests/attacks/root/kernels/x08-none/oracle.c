/* -1 everywhere: the answer that unwritten memory once had. */
#include <ridge/oracle.h>

int none_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want,
                double *scale)
{
    (void)c, (void)out, (void)index;
    for (size_t k = 0; k < n; k++)
        want[k] = -1, scale[k] = 1;
    return 0;
}

/* What the code is worth is seen when it runs. */
int code_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    (void)c;
    v->pass = 1;
    return 0;
}
