/*
 * oracle.c: GELU, its slope and the residual in float64, by erfc and exp, so that the tail is right. Where a case says
 * quotient=1, the slope is a difference quotient of gelu: formula and definition are held against each other.
 *
 * scale is what tol.dot multiplies: the sizes of the terms that are added, in the tail times what a rounding of v*v or
 * of v itself makes of them there: the condition number of Phi is about 1 + v*v.
 */
#include <ridge/oracle.h>

enum { SPREAD, TAIL, LARGE, SPECIAL }; /* what x is like: the field `kind` of a case */
enum { ERF };

static uint16_t to_bf16(double x)
{
    float f = (float)x;
    uint32_t u;
    memcpy(&u, &f, 4);
    return (uint16_t)(isnan(f) ? 0x7fc0 : (u + 0x7fff + (u >> 16 & 1)) >> 16);
}

static double from_bf16(uint16_t h)
{
    uint32_t u = (uint32_t)h << 16;
    float f;
    memcpy(&f, &u, 4);
    return (double)f;
}

/* Of SPECIAL, each row has the same eight again and again; of LARGE, values whose cube no float holds. */
static double drawn(int64_t kind, size_t i, double u)
{
    static const double special[] = {NAN, INFINITY, -INFINITY, 0, -0.0, 1e-30, -.75, 4};
    static const double large[] = {1e13, -1e13, 3e38, -3e38, 40, -40, 300, -300};
    return kind == TAIL ? -2 - 9 * u : kind == LARGE ? large[i % 8] : kind == SPECIAL ? special[i % 8] : 8 * u - 4;
}

int x_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    if (!b || b->dtype != RIDGE_BF16)
        return -1;
    for (size_t i = 0; i < b->count; i++)
        ((uint16_t *)b->data)[i] = to_bf16(drawn(ridge_int(c, "kind"), i, ridge_uniform(&seed)));
    return 0;
}

/* Another tensor: numbers around 1 of both signs, none of them 0. */
int other_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    uint64_t state = ridge_mix(seed, buffer);
    if (!b || b->dtype != RIDGE_BF16)
        return -1;
    for (size_t i = 0; i < b->count; i++) {
        double u = ridge_uniform(&state);
        ((uint16_t *)b->data)[i] = to_bf16((u < .5 ? -1 : 1) * (.25 + 1.5 * u));
    }
    return 0;
}

/* Every column has another bias, and none is 0; in the tail it only goes further out. One that is not to be read is
 * NaN, which no factor of 0 makes go away. */
int bias_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int64_t kind = ridge_int(c, "kind");
    if (!b || b->dtype != RIDGE_F32)
        return -1;
    for (size_t i = 0; i < b->count; i++) {
        double u = ridge_uniform(&seed), value = kind == TAIL ? -.01 - .4 * u : (i % 2 ? 1 : -1) * (.1 + u);
        ((float *)b->data)[i] = ridge_int(c, "biased") ? (float)value : NAN;
    }
    return 0;
}

struct point {
    double value, slope, terms; /* terms: sizes of what makes up the slope */
};

static double part(double v, int erf_form)
{
    double u = sqrt(2 / acos(-1)) * (v + .044715 * v * v * v);
    return erf_form ? .5 * erfc(-v / sqrt(2)) : u > 0 ? 1 / (1 + exp(-2 * u)) : exp(2 * u) / (1 + exp(2 * u));
}

static double gelu(double v, int erf_form)
{
    return v == -INFINITY || (v < 0 && part(v, erf_form) == 0) ? 0 : v * part(v, erf_form);
}

static struct point at(double v, int erf_form)
{
    struct point p = {gelu(v, erf_form), v > 0, 1};
    if (isnan(v))
        p.slope = p.terms = NAN;
    if (!(fabs(v) < 30))
        return p;
    double s = part(v, erf_form), inner = 2 * sqrt(2 / acos(-1)) * (1 + 3 * .044715 * v * v);
    double second = erf_form ? v * exp(-v * v / 2) / sqrt(2 * acos(-1)) : v * s * part(-v, 0) * inner;
    p.slope = s + second;
    p.terms = s + fabs(second);
    return p;
}

static double argument(const struct ridge_case *c, size_t i)
{
    const uint16_t *x = ridge_data(c, "x");
    const float *bias = ridge_data(c, "bias");
    size_t C = (size_t)ridge_int(c, "C");
    float v = (float)from_bf16(x[i]);
    return ridge_int(c, "biased") ? (double)(v + bias[i % C]) : (double)v; /* a sum of floats, as in lab.h */
}

static double condition(double v)
{
    return v < 0 && v > -30 ? 1 + v * v : 1;
}

/* Below 1e-30 a result may as well be 0: this much makes tol.dot allow it. */
static double tiny(double want)
{
    return fabs(want) < 1e-30 ? 1e-24 : 0;
}

int gelu_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want, double *scale)
{
    const uint16_t *res = strstr(c->call, "add") ? ridge_data(c, "res") : NULL;
    int erf_form = ridge_int(c, "form") == ERF;
    (void)out;
    for (size_t k = 0; k < n; k++) {
        double v = argument(c, index[k]), g = gelu(v, erf_form), r = res ? from_bf16(res[index[k]]) : 0;
        want[k] = g + r;
        scale[k] = fabs(g) * condition(v) + fabs(r) + tiny(want[k]);
    }
    return 0;
}

int slope_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want,
                 double *scale)
{
    const uint16_t *dy = ridge_data(c, "dy");
    int erf_form = ridge_int(c, "form") == ERF, quotient = ridge_int(c, "quotient") == 1;
    (void)out;
    for (size_t k = 0; k < n; k++) {
        double v = argument(c, index[k]), d = from_bf16(dy[index[k]]), h = 1e-5;
        struct point p = at(v, erf_form);
        double slope = quotient ? (gelu(v + h, erf_form) - gelu(v - h, erf_form)) / (2 * h) : p.slope;
        want[k] = d * slope;
        scale[k] = fabs(d) * p.terms * condition(v) + tiny(want[k]);
    }
    return 0;
}
