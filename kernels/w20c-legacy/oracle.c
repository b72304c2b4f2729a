/*
 * oracle.c: a permutation of the cache's rows, cosines and sines of drawn angles, logits of several kinds, and the
 * definitions of lab.h in double.
 */
#include <ridge/oracle.h>

enum { HEAD = 128, TAPS = 8 };
enum { PLAIN, LARGE, FAR_BELOW, MASKED }; /* kinds of logits */

int slots_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int32_t *slot = b ? b->data : NULL;
    if (!b || b->dtype != RIDGE_I32)
        return -1;
    for (size_t i = 0; i < b->count; i++)
        slot[i] = (int32_t)i;
    for (size_t i = b->count; i > 1; i--) {
        size_t j = ridge_next(&seed) % i;
        int32_t v = slot[i - 1];
        slot[i - 1] = slot[j];
        slot[j] = v;
    }
    return 0;
}

int turns_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    float *turn = b ? b->data : NULL;
    if (!b || b->dtype != RIDGE_F32 || b->count % 2)
        return -1;
    for (size_t i = 0; i < b->count; i += 2) {
        double angle = 6.28318530717958648 * ridge_uniform(&seed);
        turn[i] = (float)cos(angle);
        turn[i + 1] = (float)sin(angle);
    }
    return 0;
}

/* PLAIN: up to 4 either way; LARGE: up to 200; FAR_BELOW: from -1,000 to -996; MASKED: half of them, but never the
 * first of a row, are -infinity. */
int logits_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    float *x = b ? b->data : NULL;
    int64_t kind = ridge_int(c, "kind"), C = ridge_int(c, "C");
    if (!b || b->dtype != RIDGE_F32 || C < 1)
        return -1;
    for (size_t i = 0; i < b->count; i++) {
        double u = ridge_uniform(&seed);
        x[i] = (float)(kind == FAR_BELOW ? 4 * u - 1000 : (kind == LARGE ? 400 : 8) * (u - .5));
        if (kind == MASKED && i % (size_t)C && ridge_uniform(&seed) < .5)
            x[i] = -INFINITY;
    }
    return 0;
}

int append_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want,
                  double *scale)
{
    const float *k = ridge_data(c, "k"), *v = ridge_data(c, "v"), *turn = ridge_data(c, "turn");
    const int32_t *slot = ridge_data(c, "slot");
    size_t T = (size_t)ridge_int(c, "T"), H = (size_t)ridge_int(c, "H");
    double by = (float)ridge_num(c, "scale");
    for (size_t q = 0; q < n; q++) {
        size_t i = index[q] % HEAD, h = index[q] / HEAD % H, to = index[q] / HEAD / H, t = 0;
        while (t < T && (size_t)slot[t] != to)
            t++;
        const float *K = k + (t * H + h) * HEAD, *angle = turn + t * HEAD + 2 * (i % (HEAD / 2));
        double a = (double)K[i] * angle[0], b = (double)K[(i + HEAD / 2) % HEAD] * angle[1];
        int keys = !strcmp(out, "kc");
        want[q] = keys ? by * (i < HEAD / 2 ? a - b : a + b) : v[(t * H + h) * HEAD + i];
        scale[q] = keys ? fabs(by) * (fabs(a) + fabs(b)) : 0;
    }
    return 0;
}

int softmax_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want,
                   double *scale)
{
    const float *x = ridge_data(c, "x");
    size_t C = (size_t)ridge_int(c, "C");
    (void)out;
    for (size_t q = 0; q < n; q++) {
        const float *row = x + index[q] / C * C;
        double top = -INFINITY, sum = 0;
        for (size_t j = 0; j < C; j++)
            top = fmax(top, row[j]);
        for (size_t j = 0; j < C; j++)
            sum += exp(row[j] - top);
        want[q] = exp(row[index[q] % C] - top) / sum;
        scale[q] = want[q] + 1e-30; /* smaller ones may be 0 */
    }
    return 0;
}

int conv_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want, double *scale)
{
    const float *x = ridge_data(c, "u"), *w = ridge_data(c, "w"), *b = ridge_data(c, "b");
    size_t L = (size_t)ridge_int(c, "L");
    (void)out;
    for (size_t q = 0; q < n; q++) {
        size_t ch = index[q] / L, t = index[q] % L;
        want[q] = b[ch];
        scale[q] = fabs(want[q]);
        for (size_t k = 0; k < TAPS && k <= t; k++) {
            double p = (double)w[ch * TAPS + k] * x[ch * L + t - k];
            want[q] += p;
            scale[q] += fabs(p);
        }
    }
    return 0;
}
