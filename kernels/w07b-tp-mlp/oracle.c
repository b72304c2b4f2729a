/*
 * The judge of w07b-tp-mlp: the layer on one machine, in float64, from the inputs alone. It knows of ranks only
 * where their gradients lie: rank r's part of the hidden units, padded to that of the first rank.
 *
 * `scale` is how far rounding in the inputs of each sum can reach: |a|·|b| with the errors' own bounds carried
 * through gelu, whose slope stays below 1.2 and whose curvature below .8.
 */
#include <stdlib.h>

#include "ridge/oracle.h"

struct layer {
    int64_t T, h, ff;
    const float *X, *W1, *b1, *W2, *b2, *dY;
    double *A, *sA, *dU, *sdU; /* [T][ff]: gelu(U), its bound; gradient at U, its bound */
};

static double gelu(double u)
{
    return .5 * u * (1 + erf(u * 0.70710678118654752));
}

static double slope(double u)
{
    return .5 * (1 + erf(u * 0.70710678118654752)) + u * exp(-.5 * u * u) * 0.39894228040143268;
}

static void unit(struct layer *l, int64_t t, int64_t j)
{
    const double steep = 1.2, curve = .8;
    double u = (double)l->b1[j], su = fabs(u), d = 0, sd = 0;
    for (int64_t k = 0; k < l->h; k++) {
        double p = (double)l->X[t * l->h + k] * (double)l->W1[k * l->ff + j];
        double q = l->dY ? (double)l->dY[t * l->h + k] * (double)l->W2[j * l->h + k] : 0;
        u += p;
        su += fabs(p);
        d += q;
        sd += fabs(q);
    }
    int64_t at = t * l->ff + j;
    l->A[at] = gelu(u);
    l->sA[at] = fabs(gelu(u)) + steep * su;
    l->dU[at] = d * slope(u);
    l->sdU[at] = steep * sd + curve * fabs(d) * su;
}

static int make(const struct ridge_case *c, struct layer *l)
{
    *l = (struct layer){ .T = ridge_int(c, "T"), .h = ridge_int(c, "h"), .ff = ridge_int(c, "ff"),
                         .X = ridge_data(c, "X"), .W1 = ridge_data(c, "W1"), .b1 = ridge_data(c, "b1"),
                         .W2 = ridge_data(c, "W2"), .b2 = ridge_data(c, "b2"), .dY = ridge_data(c, "dY") };
    size_t n = (size_t)(l->T * l->ff);
    l->A = calloc(4 * n + 1, sizeof *l->A);
    if (!l->A)
        return -1;
    l->sA = l->A + n;
    l->dU = l->sA + n;
    l->sdU = l->dU + n;
    for (int64_t t = 0; t < l->T; t++)
        for (int64_t j = 0; j < l->ff; j++)
            unit(l, t, j);
    return 0;
}

static void add(double x, double bound, double *want, double *scale)
{
    *want += x;
    *scale += bound;
}

/* Y = A·W2 + b2 */
static void at_Y(const struct layer *l, int64_t k, double *want, double *scale)
{
    int64_t t = k / l->h, i = k % l->h;
    for (int64_t j = 0; j < l->ff; j++) {
        double w = (double)l->W2[j * l->h + i];
        add(l->A[t * l->ff + j] * w, l->sA[t * l->ff + j] * fabs(w), want, scale);
    }
    add((double)l->b2[i], fabs((double)l->b2[i]), want, scale);
}

/* dX = dU·W1^T */
static void at_dX(const struct layer *l, int64_t k, double *want, double *scale)
{
    int64_t t = k / l->h, i = k % l->h;
    for (int64_t j = 0; j < l->ff; j++) {
        double w = (double)l->W1[i * l->ff + j];
        add(l->dU[t * l->ff + j] * w, l->sdU[t * l->ff + j] * fabs(w), want, scale);
    }
}

/* The gradient of W1[i][j] (i = -1: of b1[j]), or of W2[j][i] with `second` (j = -1: of b2[i]): a sum over tokens. */
static void at_weight(const struct layer *l, int second, int64_t i, int64_t j, double *want, double *scale)
{
    for (int64_t t = 0; t < l->T; t++) {
        double x = i < 0 ? 1 : second ? (double)l->dY[t * l->h + i] : (double)l->X[t * l->h + i];
        double u = j < 0 ? 1 : second ? l->A[t * l->ff + j] : l->dU[t * l->ff + j];
        double b = j < 0 ? 1 : second ? l->sA[t * l->ff + j] : l->sdU[t * l->ff + j];
        add(x * u, fabs(x) * b, want, scale);
    }
}

/* G [P][h*most + most + most*h + h] */
static void at_G(const struct layer *l, int64_t P, int64_t k, double *want, double *scale)
{
    int64_t most = (l->ff + P - 1) / P, each = 2 * l->h * most + most + l->h, r = k / each;
    int64_t first = l->ff / P * r + (r < l->ff % P ? r : l->ff % P), count = l->ff / P + (r < l->ff % P);
    k %= each;
    int second = k >= l->h * most + most;
    int64_t i, j; /* of W1 or W2; j within the rank's part */
    if (second) {
        k -= l->h * most + most;
        j = k < most * l->h ? k / l->h : -1;
        i = k % l->h;
    } else {
        j = k % most;
        i = k < l->h * most ? k / most : -1;
    }
    if (j < count)
        at_weight(l, second, i, j < 0 ? j : first + j, want, scale);
}

int layer_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want,
                 double *scale)
{
    struct layer l;
    if (make(c, &l))
        return -1;
    for (size_t k = 0; k < n; k++) {
        want[k] = scale[k] = 0;
        if (!strcmp(out, "Y"))
            at_Y(&l, (int64_t)index[k], want + k, scale + k);
        else if (!strcmp(out, "dX"))
            at_dX(&l, (int64_t)index[k], want + k, scale + k);
        else
            at_G(&l, ridge_int(c, "P"), (int64_t)index[k], want + k, scale + k);
    }
    free(l.A);
    return 0;
}

/* ---- attention -------------------------------------------------------------------------------------------- */

struct attention {
    int64_t T, h, H, Hkv, hd;
    const float *X;
    double *O; /* [T][H*hd] */
};

/* (X·W)[t][col] of a W [h][width] */
static double dot(const struct attention *a, const float *W, int64_t width, int64_t t, int64_t col)
{
    double s = 0;
    for (int64_t k = 0; k < a->h; k++)
        s += (double)a->X[t * a->h + k] * (double)W[k * width + col];
    return s;
}

static double *project(const struct attention *a, const float *W, int64_t width)
{
    double *p = malloc((size_t)(a->T * width) * sizeof *p);
    for (int64_t k = 0; p && k < a->T * width; k++)
        p[k] = dot(a, W, width, k / width, k % width);
    return p;
}

static void head(struct attention *a, const double *Q, const double *K, const double *V, int64_t t, int64_t j)
{
    int64_t q = a->H * a->hd, kv = a->Hkv * a->hd, g = j / (a->H / a->Hkv) * a->hd;
    double sum = 0, *o = a->O + t * q + j * a->hd;
    for (int64_t s = 0; s <= t; s++) {
        double x = 0;
        for (int64_t e = 0; e < a->hd; e++)
            x += Q[t * q + j * a->hd + e] * K[s * kv + g + e];
        x = exp(x / sqrt((double)a->hd)); /* the cases' scores are small: no maximum is needed in float64 */
        sum += x;
        for (int64_t e = 0; e < a->hd; e++)
            o[e] += x * V[s * kv + g + e];
    }
    for (int64_t e = 0; e < a->hd; e++)
        o[e] /= sum;
}

static int heads(const struct ridge_case *c, struct attention *a)
{
    int64_t q = a->H * a->hd, kv = a->Hkv * a->hd;
    double *Q = project(a, ridge_data(c, "Wq"), q), *K = project(a, ridge_data(c, "Wk"), kv);
    double *V = project(a, ridge_data(c, "Wv"), kv);
    a->O = calloc((size_t)(a->T * q), sizeof *a->O);
    int ok = Q && K && V && a->O;
    for (int64_t k = 0; ok && k < a->T * a->H; k++)
        head(a, Q, K, V, k / a->H, k % a->H);
    free(Q);
    free(K);
    free(V);
    return ok ? 0 : -1;
}

int attn_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want, double *scale)
{
    struct attention a = { .T = ridge_int(c, "T"), .h = ridge_int(c, "h"), .H = ridge_int(c, "H"),
                           .Hkv = ridge_int(c, "Hkv"), .hd = ridge_int(c, "hd"), .X = ridge_data(c, "X") };
    const float *Wo = ridge_data(c, "Wo"), *bo = ridge_data(c, "bo");
    int64_t q = a.H * a.hd;
    (void)out;
    if (heads(c, &a)) {
        free(a.O);
        return -1;
    }
    for (size_t k = 0; k < n; k++) {
        int64_t t = (int64_t)index[k] / a.h, i = (int64_t)index[k] % a.h;
        want[k] = (double)bo[i];
        for (int64_t e = 0; e < q; e++)
            want[k] += a.O[t * q + e] * (double)Wo[e * a.h + i];
        scale[k] = fabs(want[k]);
    }
    free(a.O);
    return 0;
}
