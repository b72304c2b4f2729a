/*
 * oracle.c: SmoothQuant from its definition, in double, and what it is for: the error of the layer in eight bits, with
 * one step for all activations and one for each row of weights, beside the error without scales.
 */
#include <ridge/oracle.h>

#include <stdlib.h>

enum { PLAIN, DEAD, TINY };

struct layer {
    const float *X, *W;
    size_t m, n, k;
};

/* --- what is right ------------------------------------------------------------------------------ */

static double largest(const float *x, size_t rows, size_t k, size_t j)
{
    double top = 0;
    for (size_t i = 0; i < rows; i++)
        top = fmax(top, fabs(x[i * k + j]));
    return top;
}

static double scale_of(const struct layer *l, size_t j, double alpha)
{
    double a = largest(l->X, l->m, l->k, j), b = largest(l->W, l->n, l->k, j);
    return a > 0 && b > 0 ? pow(a, alpha) / pow(b, 1 - alpha) : 1;
}

static int scales_hold(const struct layer *was, const float *s, double alpha, struct ridge_verdict *v)
{
    for (size_t j = 0; j < was->k; j++) {
        double want = scale_of(was, j, alpha);
        if (fabs(s[j] - want) <= 1e-5 * want)
            continue;
        snprintf(v->message, sizeof v->message,
                 "mismatch: s[%zu] is %.8g, expected %.8g: largest magnitudes %.6g in X and %.6g in W, alpha %.3g", j,
                 s[j], want, largest(was->X, was->m, was->k, j), largest(was->W, was->n, was->k, j), alpha);
        return 0;
    }
    return 1;
}

/* Four units in the last place. */
static int near(double got, double want)
{
    return fabs(got - want) <= ldexp(fabs(want), -21);
}

static int scaled(const char *name, const float *was, const float *is, const float *s, size_t rows, size_t k, int down,
                  struct ridge_verdict *v)
{
    for (size_t e = 0; e < rows * k; e++) {
        double want = down ? (double)was[e] / s[e % k] : (double)was[e] * s[e % k];
        if (near(is[e], want))
            continue;
        snprintf(v->message, sizeof v->message,
                 "mismatch: %s[%zu][%zu] was %.8g and is %.8g, expected %.8g, with s[%zu] = %.8g", name, e / k, e % k,
                 was[e], is[e], want, e % k, s[e % k]);
        return 0;
    }
    return 1;
}

static double product(const struct layer *l, size_t i, size_t o, double *terms)
{
    double sum = 0;
    *terms = 0;
    for (size_t j = 0; j < l->k; j++) {
        double term = (double)l->X[i * l->k + j] * l->W[o * l->k + j];
        sum += term;
        *terms += fabs(term);
    }
    return sum;
}

/* The layer is the same: within 8 roundings of a float for each sqrt(k) terms. */
static int products_hold(const struct layer *was, const struct layer *is, struct ridge_verdict *v)
{
    for (size_t i = 0; i < was->m; i++)
        for (size_t o = 0; o < was->n; o++) {
            double terms, more, want = product(was, i, o, &terms), got = product(is, i, o, &more);
            if (fabs(got - want) <= ldexp(8 * sqrt((double)was->k), -24) * terms)
                continue;
            snprintf(v->message, sizeof v->message,
                     "mismatch: the product changes: Y[%zu][%zu] of the scaled layer is %.8g, it was %.8g", i, o, got,
                     want);
            return 0;
        }
    return 1;
}

/* --- what it is for ----------------------------------------------------------------------------- */

static double step_of(const float *x, size_t n)
{
    double top = 0;
    for (size_t e = 0; e < n; e++)
        top = fmax(top, fabs(x[e]));
    return top / 127;
}

static double rounded(double x, double step)
{
    return step > 0 ? nearbyint(x / step) * step : 0;
}

/* Root mean square of the errors of layer `l` in eight bits, over that of Y, which is of layer `was`. */
static double error8(const struct layer *was, const struct layer *l)
{
    double error = 0, size = 0, step = step_of(l->X, l->m * l->k);
    for (size_t o = 0; o < l->n; o++) {
        const float *w = l->W + o * l->k;
        double row = step_of(w, l->k);
        for (size_t i = 0; i < l->m; i++) {
            double got = 0, terms, want = product(was, i, o, &terms);
            for (size_t j = 0; j < l->k; j++)
                got += rounded(l->X[i * l->k + j], step) * rounded(w[j], row);
            error += (got - want) * (got - want);
            size += want * want;
        }
    }
    return sqrt(error / size);
}

int smooth_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const float *s = ridge_data(c, "s");
    double alpha = ridge_num(c, "alpha");
    size_t m = (size_t)ridge_int(c, "m"), n = (size_t)ridge_int(c, "n"), k = (size_t)ridge_int(c, "k");
    struct layer was = { ridge_data(c, "X.before"), ridge_data(c, "W.before"), m, n, k };
    struct layer is = { ridge_data(c, "X"), ridge_data(c, "W"), m, n, k };
    if (!s || !was.X || !was.W || !is.X || !is.W)
        return -1;
    v->pass = scales_hold(&was, s, alpha, v) && scaled("X", was.X, is.X, s, m, k, 1, v) &&
              scaled("W", was.W, is.W, s, n, k, 0, v) && products_hold(&was, &is, v);
    if (v->pass && ridge_num(c, "measured") > 0)
        ridge_count(v, "err_to_plain", error8(&was, &is) / error8(&was, &was));
    return 0;
}

/* --- inputs ------------------------------------------------------------------------------------- */

static double normal(uint64_t *s)
{
    double r = sqrt(-2 * log(1 - ridge_uniform(s)));
    return r * cos(6.283185307179586 * ridge_uniform(s));
}

/* Is channel j zero: in X every fourth from 1 on, in W from 2 on, and 3 in both? */
static int dead(size_t j, int weights)
{
    return j % 4 == 3 || j % 4 == (weights ? 2 : 1);
}

/* Normal numbers. Of X, `planted` channels, spread over all, are 60 times as large as the others. */
static int fill(struct ridge_case *c, const char *buffer, uint64_t seed, int weights)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    size_t k = (size_t)ridge_int(c, "k"), planted = (size_t)ridge_int(c, "planted");
    int kind = (int)ridge_int(c, "kind");
    uint64_t state = ridge_mix(seed, buffer);
    if (!b || b->dtype != RIDGE_F32 || k < 1 || planted > k)
        return -1;
    float *x = b->data;
    for (size_t e = 0; e < b->count; e++) {
        double size = (weights ? .05 : 1) * (kind == TINY ? ldexp(1, -(int)(e % k % 9)) : 1);
        x[e] = kind == DEAD && dead(e % k, weights) ? 0 : (float)(size * (normal(&state) + .001));
    }
    for (size_t p = 0; p < planted && !weights; p++)
        for (size_t e = (p * k + k / 2) / planted; e < b->count; e += k)
            x[e] *= 60;
    return 0;
}

int acts_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    return fill(c, buffer, seed, 0);
}

int weights_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    return fill(c, buffer, seed, 1);
}
