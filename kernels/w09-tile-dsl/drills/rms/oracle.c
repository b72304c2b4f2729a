/* oracle.c: RMSNorm from its definition, in float64. Behind each row of x stand numbers that show in any sum. */
#include <math.h>

#include <ridge/oracle.h>

static const float BEHIND = 3e38f;

static size_t row_of(const struct ridge_case *c)
{
    return (size_t)(ridge_int(c, "C") + ridge_int(c, "behind"));
}

/* Uniform around 0 with standard deviation sd; behind the first C of each row of ld, BEHIND. */
int rows_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    size_t C = (size_t)ridge_int(c, "C"), ld = row_of(c);
    double sd = ridge_num(c, "sd");
    for (size_t i = 0; b && i < b->count; i++) {
        double u = sd * sqrt(3) * (2 * ridge_uniform(&seed) - 1);
        ((float *)b->data)[i] = i % ld < C ? (float)u : BEHIND;
    }
    return b ? 0 : -1;
}

static double mean_square(const float *row, size_t C)
{
    double q = 0;
    for (size_t i = 0; i < C; i++)
        q += (double)row[i] * (double)row[i];
    return q / (double)C;
}

int rms_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want, double *scale)
{
    const float *x = ridge_data(c, "x"), *g = ridge_data(c, "g");
    size_t C = (size_t)ridge_int(c, "C"), ld = row_of(c), known = (size_t)-1;
    double root = 0;
    (void)out;
    for (size_t k = 0; x && g && k < n; k++) {
        size_t r = index[k] / C, i = index[k] % C;
        if (r != known)
            root = sqrt(mean_square(x + r * ld, C) + (double)(float)ridge_num(c, "eps"));
        known = r;
        scale[k] = fabs(want[k] = (double)g[i] * (double)x[r * ld + i] / root);
    }
    return x && g ? 0 : -1;
}
