/* The series and the sums in long double; words that show the whole state of the stream that they come from; a verifier
 * that takes a fifth of a second. */
#include <ridge/oracle.h>

#include <time.h>

enum { TERMS = 48, MORE_TERMS = 30720 };

int words_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    for (size_t k = 0; k < b->count; k++)
        ((uint64_t *)b->data)[k] = ridge_next(&seed);
    return 0;
}

static void series(long double v, int terms, double *want, double *scale)
{
    long double s = 0, a = 0;
    for (int k = terms; k > 0; k--) {
        s = s * v + 1.0L / k;
        a = a * fabsl(v) + 1.0L / k;
    }
    *want = (double)s;
    *scale = (double)a;
}

int words_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want,
                 double *scale)
{
    const uint64_t *w = ridge_data(c, "w");
    (void)out;
    for (size_t q = 0; q < n; q++)
        series((long double)(w[index[q]] >> 11) * 0x1p-53L, TERMS, want + q, scale + q);
    return 0;
}

int known_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want,
                 double *scale)
{
    const float *x = ridge_data(c, "c");
    (void)out;
    for (size_t q = 0; q < n; q++)
        series(x[index[q]], MORE_TERMS, want + q, scale + q);
    return 0;
}

int rows_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want,
                double *scale)
{
    const float *m = ridge_data(c, "m");
    int64_t C = ridge_int(c, "C");
    (void)out;
    for (size_t q = 0; q < n; q++) {
        double s = 0, a = 0;
        for (int64_t k = 0; k < C; k++) {
            s += m[(int64_t)index[q] * C + k];
            a += fabs((double)m[(int64_t)index[q] * C + k]);
        }
        want[q] = s;
        scale[q] = a;
    }
    return 0;
}

int slow_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const struct ridge_buffer *b = ridge_buffer(c, "y");
    const float *y = b->data;
    const uint64_t *w = ridge_data(c, "w");
    clock_t begin = clock();
    v->pass = 1;
    for (size_t k = 0; k < b->count && v->pass; k++) {
        double want, scale;
        series((long double)(w[k] >> 11) * 0x1p-53L, TERMS, &want, &scale);
        v->pass = fabs(y[k] - want) <= 1e-5 * scale;
    }
    snprintf(v->message, sizeof v->message, "y is wrong");
    while (b->count > 4096 && clock() - begin < CLOCKS_PER_SEC / 5)
        ;
    return 0;
}
