/*
 * oracle.c: the product in float64 from its definition, for the elements that are asked for. Inputs are read as the
 * kernels read them, bfloat16 included, so the only errors that are judged are those of the sums.
 */
#include <ridge/oracle.h>

static double bf16(uint16_t x)
{
    uint32_t bits = (uint32_t)x << 16;
    float f;
    memcpy(&f, &bits, sizeof f);
    return (double)f;
}

static double at(const struct ridge_buffer *b, size_t i)
{
    return b->dtype == RIDGE_F32 ? (double)((const float *)b->data)[i] : bf16(((const uint16_t *)b->data)[i]);
}

static int product(const struct ridge_case *c, const char *left, const char *right, const size_t *index, size_t n,
                   double *want, double *scale)
{
    const struct ridge_buffer *a = ridge_buffer((struct ridge_case *)c, left);
    const struct ridge_buffer *b = ridge_buffer((struct ridge_case *)c, right);
    size_t N = (size_t)ridge_int(c, "N"), K = (size_t)ridge_int(c, "K");
    if (!a || !b)
        return -1;
    for (size_t e = 0; e < n; e++) {
        size_t row = index[e] / N, col = index[e] % N;
        want[e] = scale[e] = 0;
        for (size_t k = 0; k < K; k++) {
            double term = at(a, row * K + k) * at(b, k * N + col);
            want[e] += term;
            scale[e] += fabs(term);
        }
    }
    return 0;
}

int float_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want,
                 double *scale)
{
    (void)out;
    return product(c, "A", "B", index, n, want, scale);
}

int bf16_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want,
                double *scale)
{
    (void)out;
    return product(c, "Ah", "Bh", index, n, want, scale);
}
