/* The polynomial in long double, and the sum of its terms' absolute values. */
#include <ridge/oracle.h>

enum { TERMS = 48 };

int poly_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want,
                double *scale)
{
    const float *x = ridge_data(c, "x");
    (void)out;
    for (size_t q = 0; q < n; q++) {
        long double v = x[index[q]], s = 0, a = 0;
        for (int k = TERMS; k > 0; k--) {
            s = s * v + 1.0L / k;
            a = a * fabsl(v) + 1.0L / k;
        }
        want[q] = (double)s;
        scale[q] = (double)a;
    }
    return 0;
}
