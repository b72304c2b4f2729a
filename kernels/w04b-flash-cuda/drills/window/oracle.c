/*
 * oracle.c: a row at a time in float64. A kernel may be off in a score by 2^-15 of the largest sum of products of its row,
 * in a weight by 2^-10, and rounds what it stores to half.
 */
#include <ridge/oracle.h>
#include <stdlib.h>

enum { D = 64 };

static double half(uint16_t h)
{
    int e = h >> 10 & 31, m = h & 1023;
    double x = e == 31 ? (m ? NAN : INFINITY) : e ? ldexp(1024 + m, e - 25) : ldexp(m, -24);
    return h >> 15 ? -x : x;
}

/* Scores of row i to s[0 … i - first]; returns the largest sum of |q·k|·scale. */
static double scores(const uint16_t *q, const uint16_t *k, int64_t first, int64_t i, double cap, double *s)
{
    double most = 0;
    for (int64_t j = first; j <= i; j++) {
        double dot = 0, mag = 0;
        for (int x = 0; x < D; x++) {
            double t = half(q[i * D + x]) * half(k[j * D + x]) / 8;
            dot += t;
            mag += fabs(t);
        }
        s[j - first] = cap > 0 ? cap * tanh(dot / cap) : dot;
        most = fmax(most, mag);
    }
    return most;
}

static int row(struct ridge_verdict *v, const struct ridge_case *c, int64_t h, int64_t i, double *s)
{
    int64_t S = ridge_int(c, "S"), w = ridge_int(c, "w"), first = i - w + 1 > 0 ? i - w + 1 : 0;
    const uint16_t *q = ridge_data(c, "Q"), *k = ridge_data(c, "K"), *val = ridge_data(c, "V"), *o = ridge_data(c, "O");
    const float *lse = ridge_data(c, "LSE");
    double off = ldexp(scores(q + h * S * D, k + h * S * D, first, i, ridge_num(c, "cap"), s), -15), top = s[0], sum = 0;
    for (int64_t j = 0; j <= i - first; j++)
        top = fmax(top, s[j]);
    for (int64_t j = 0; j <= i - first; j++)
        sum += exp(s[j] - top);
    double got = lse[h * S + i], want = top + log(sum);
    if (!(fabs(got - want) <= off + 1e-5)) {
        snprintf(v->message, sizeof v->message, "mismatch: LSE of row %d of head %d is %.7g, expected %.7g", (int)i, (int)h,
                 got, want);
        return 0;
    }
    for (int x = 0; x < D; x++) {
        double all = 0, mag = 0;
        for (int64_t j = 0; j <= i - first; j++) {
            double t = exp(s[j] - top) / sum * half(val[(h * S + first + j) * D + x]);
            all += t;
            mag += fabs(t);
        }
        got = half(o[(h * S + i) * D + x]);
        if (fabs(got - all) <= (ldexp(1, -10) + 2 * off) * mag + ldexp(fabs(all), -10) + 1e-6)
            continue;
        snprintf(v->message, sizeof v->message, "mismatch: O of row %d, column %d, head %d is %.6g, expected %.6g", (int)i, x,
                 (int)h, got, all);
        return 0;
    }
    return 1;
}

int window_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    int64_t S = ridge_int(c, "S"), H = ridge_int(c, "H");
    double *s = malloc((size_t)S * sizeof *s);
    v->pass = s != NULL;
    for (int64_t k = 0; k < H * S && v->pass; k++)
        v->pass = row(v, c, k / S, k % S, s);
    free(s);
    return s ? 0 : -1;
}
