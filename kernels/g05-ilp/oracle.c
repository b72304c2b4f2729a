/*
 * oracle.c: a·x + y and the polynomial in double; the sums in float, in the order that lab.h gives, one chain after the
 * other: their bits tell how many chains a kernel had.
 *
 * `kind` of numbers to add: 0 of many sizes and both signs, so that every order rounds differently; 1 with NaN
 * and infinities among them.
 */
#include <ridge/oracle.h>

enum { THREADS = 128, DEGREE = 127 };

int numbers_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    float *x = b ? b->data : NULL;
    int64_t kind = ridge_int(c, "kind");
    if (!x || b->dtype != RIDGE_F32)
        return -1;
    for (size_t i = 0; i < b->count; i++) {
        double u = 2 * ridge_uniform(&seed) - 1;
        uint64_t die = ridge_next(&seed);
        x[i] = (float)ldexp(u, (int)(die % 12));
        if (kind == 1 && die >> 32 < (1u << 26))
            x[i] = die & 16 ? NAN : die & 32 ? INFINITY : -INFINITY;
    }
    return 0;
}

int axpy_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want,
                double *scale)
{
    const float *x = ridge_data(c, "ax"), *y = ridge_data(c, "ay.before");
    double a = (double)(float)ridge_num(c, "a");
    size_t first = (size_t)ridge_int(c, "first"), end = first + (size_t)ridge_int(c, "n");
    (void)out;
    for (size_t k = 0; k < n; k++) {
        size_t i = index[k];
        int in = i >= first && i < end; /* elsewhere y keeps what it had, to the bit */
        want[k] = in ? a * (double)x[i] + (double)y[i] : (double)y[i];
        scale[k] = in ? fabs(a * (double)x[i]) + fabs((double)y[i]) : 0;
    }
    return 0;
}

/* Element j of every `step`-th quad from q on. */
static float chain(const float *x, int64_t q, int64_t step, int64_t j, int64_t n)
{
    float s = 0;
    for (int64_t i = 4 * q + j; i < n; i += 4 * step)
        s += x[i];
    return s;
}

/* What thread t of T has with `quads` quads under way; 0: single elements. */
static float part_of(const float *x, int64_t t, int64_t T, int quads, int64_t n)
{
    float u[4], s = 0;
    if (!quads) {
        for (int64_t i = t; i < n; i += T)
            s += x[i];
        return s;
    }
    for (int j = 0; j < 4; j++) {
        float s4[4];
        for (int k = 0; k < quads; k++)
            s4[k] = chain(x, t + k * T, quads * T, j, n);
        u[j] = quads == 1 ? s4[0] : (s4[0] + s4[1]) + (s4[2] + s4[3]);
    }
    return (u[0] + u[1]) + (u[2] + u[3]);
}

int parts_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want,
                 double *scale)
{
    const float *x = ridge_data(c, "x");
    int64_t N = ridge_int(c, "n"), T = ridge_int(c, "blocks") * THREADS;
    int quads = !strcmp(c->call, "sum_1") ? 0 : !strcmp(c->call, "sum_4") ? 1 : 4;
    (void)out;
    for (size_t k = 0; k < n; k++) {
        want[k] = (double)part_of(x, (int64_t)index[k], T, quads, N);
        scale[k] = fabs(want[k]);
    }
    return 0;
}

int poly_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want,
                double *scale)
{
    const float *x = ridge_data(c, "px");
    (void)out;
    for (size_t k = 0; k < n; k++) {
        double v = (double)x[index[k]], power = 1;
        want[k] = scale[k] = 0;
        for (int j = 0; j <= DEGREE; j++, power *= v) {
            double term = (double)(1.0f / (float)(j + 1)) * power;
            want[k] += term;
            scale[k] += fabs(term);
        }
    }
    return 0;
}
