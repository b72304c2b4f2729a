/* oracle.c: the inputs, and the definition in lab.h, in double. Slow, and obviously right. */
#include <ridge/oracle.h>

/* Evenly drawn from ±spread, a field of the case. */
int rows_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    float *x = b ? b->data : NULL;
    double spread = ridge_num(c, "spread");
    if (!x || b->dtype != RIDGE_F32 || !(spread >= 0))
        return -1;
    for (size_t k = 0; k < b->count; k++)
        x[k] = (float)((2 * ridge_uniform(&seed) - 1) * spread);
    return 0;
}

static double root_of_row(const float *row, int64_t C, double eps)
{
    double sum = 0;
    for (int64_t c = 0; c < C; c++)
        sum += (double)row[c] * (double)row[c];
    return sqrt(sum / (double)C + eps);
}

int rmsnorm_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want,
                   double *scale)
{
    const float *x = ridge_data(c, "x"), *w = ridge_data(c, "w");
    int64_t C = ridge_int(c, "C"), row = -1;
    double eps = (double)(float)ridge_num(c, "eps"), root = 1;
    (void)out;
    for (size_t k = 0; k < n; k++) {
        if ((int64_t)index[k] / C != row) { /* elements come row by row: one sum for each */
            row = (int64_t)index[k] / C;
            root = root_of_row(x + row * C, C, eps);
        }
        want[k] = (double)w[(int64_t)index[k] % C] * (double)x[index[k]] / root;
        scale[k] = fabs(want[k]);
    }
    return 0;
}
