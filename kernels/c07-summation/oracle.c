/*
 * Oracles and input generators of c07-summation. Sums are exact: every float is an integer times a power
 * of two, the integers of one power are added as integers, and carries are passed on at the end. All
 * else is the formula in long double.
 */
#include <ridge/oracle.h>

#include <stdlib.h>

enum { LOWEST = -320, POWERS = 700 };
enum kind { DRAWN, TENTHS, STALL, CANCEL, ILL, LOGITS, MASKED, RISING, OFFSET, FALLING };

static const double U = 0x1p-24;

/* --- exact sums ------------------------------------------------------------------------------- */

struct exact {
    int64_t of[POWERS]; /* what stands before 2^(LOWEST + k) */
    long double absolute;
};

/* v has at most 48 significant bits; at most 2^14 such numbers, or 2^38 floats. */
static void exact_add(struct exact *s, double v)
{
    int e;
    int64_t m = (int64_t)ldexp(frexp(v, &e), 53);
    s->absolute += fabsl((long double)v);
    if (!m)
        return;
    int zeros = __builtin_ctzll((uint64_t)m);
    s->of[e - 53 + zeros - LOWEST] += m >> zeros;
}

static long double exact_value(struct exact *s, int sign)
{
    int64_t bit[POWERS], carry = 0;
    for (int k = 0; k < POWERS; k++) {
        int64_t v = sign * s->of[k] + carry;
        bit[k] = v & 1;
        carry = (v - bit[k]) / 2;
    }
    if (carry < 0)
        return -exact_value(s, -sign);
    long double r = ldexpl((long double)carry, LOWEST + POWERS);
    for (int k = POWERS; k-- > 0;)
        r += ldexpl((long double)bit[k], LOWEST + k);
    return r;
}

/* --- judging sums ----------------------------------------------------------------------------- */

struct bound {
    const char *what;
    long double want, limit;
};

static int within(struct ridge_verdict *v, const char *id, float got, struct bound b)
{
    long double off = fabsl((long double)got - b.want);
    if (isinf(b.want))
        b.limit = 0;
    v->pass = isinf(b.want) ? got == b.want : off <= b.limit;
    if (!v->pass)
        snprintf(v->message, sizeof v->message,
                 "mismatch: %s: %s is %.9g, exactly %.12Lg: off by %.3Lg, allowed %.3Lg", id, b.what, (double)got,
                 b.want, off, b.limit);
    return 0;
}

/* Additions on an element's way that lab.h allows. */
static long double depth(int64_t n)
{
    return ceill(log2l((long double)(n > 1 ? n : 1))) + 16;
}

/* x (and x2) of the case; 0 when there is an output and n fits. */
static int sums_of(const struct ridge_case *c, struct exact *s, const float **x, int64_t *n)
{
    const struct ridge_buffer *b = ridge_buffer(c, "x");
    const float *x2 = strcmp(c->call, "dot") ? NULL : ridge_data(c, "x2");
    *n = ridge_int(c, "n");
    if (!b || (uint64_t)*n > b->count)
        return -1;
    *x = b->data;
    *s = (struct exact){ { 0 }, 0 };
    for (int64_t k = 0; k < *n; k++)
        exact_add(s, x2 ? (double)(*x)[k] * x2[k] : (*x)[k]);
    return 0;
}

int sum_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const float *x, *got = ridge_data(c, "sum");
    struct exact s;
    int64_t n;
    if (!got || sums_of(c, &s, &x, &n))
        return -1;
    long double want = exact_value(&s, 1), A = s.absolute, u = U, un = u * (long double)n;
    struct bound b = { c->call, want, 2 * u * fabsl(want) + 2 * un * un * A };
    if (!strcmp(c->call, "pairwise"))
        b.limit = depth(n) * u * A;
    else if (!strcmp(c->call, "kahan"))
        b.limit = (2 * u + 16 * u * un) * A;
    return within(v, c->id, *got, b);
}

int naive_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const float *x = ridge_data(c, "x"), *got = ridge_data(c, "sum");
    volatile float want = 0;
    if (!x || !got)
        return -1;
    for (int64_t k = 0; k < ridge_int(c, "n"); k++)
        want = want + x[k];
    return within(v, c->id, *got, (struct bound){ "naive, one after the other,", want, 0 });
}

int workers_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const float *x, *got = ridge_data(c, "sums");
    struct exact s;
    int64_t n;
    if (!got || sums_of(c, &s, &x, &n))
        return -1;
    within(v, c->id, got[0], (struct bound){ "the sum of one worker", exact_value(&s, 1), depth(n) * U * s.absolute });
    for (int W = 2; v->pass && W <= 8; W++)
        if (memcmp(&got[W - 1], &got[0], sizeof *got)) {
            v->pass = 0;
            snprintf(v->message, sizeof v->message, "mismatch: %s: with %d workers the sum is %.9g, with one %.9g",
                     c->id, W, (double)got[W - 1], (double)got[0]);
        }
    return 0;
}

/* --- judging the others ----------------------------------------------------------------------- */

int welford_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const float *x = ridge_data(c, "x"), *got = ridge_data(c, "moments");
    int64_t n = ridge_int(c, "n"), parts = ridge_int(c, "parts");
    long double sum = 0, squares = 0;
    if (!x || !got || parts < 1)
        return -1;
    for (int64_t k = 0; k < n; k++)
        sum += x[k];
    long double mean = n ? sum / n : 0;
    for (int64_t k = 0; k < n; k++)
        squares += (x[k] - mean) * (x[k] - mean);
    for (int64_t k = 0; k + 1 < parts; k++)
        for (int j = 0; j < 3; j++)
            if (!isfinite(got[3 * k + j])) {
                snprintf(v->message, sizeof v->message,
                         "mismatch: %s: after %ld merges n, mean, m2 are %g, %g, %g; some parts are empty", c->id,
                         (long)k + 1, (double)got[3 * k], (double)got[3 * k + 1], (double)got[3 * k + 2]);
                return v->pass = 0;
            }
    got += 3 * (parts - 1);
    within(v, c->id, got[0], (struct bound){ "n of all", n, 0 });
    if (v->pass)
        within(v, c->id, got[1], (struct bound){ "the mean", mean, 1e-6L * fabsl(mean) + 1e-6L });
    if (v->pass)
        within(v, c->id, got[2], (struct bound){ "m2", squares, .005L * squares });
    return 0;
}

/* Log-sum-exp of the case's x. */
static long double lse_of(const float *x, int64_t n)
{
    long double top = -INFINITY, s = 0;
    for (int64_t k = 0; k < n; k++)
        top = fmaxl(top, x[k]);
    for (int64_t k = 0; k < n && top > -INFINITY; k++)
        s += expl(x[k] - top);
    return s > 0 ? top + logl(s) : -INFINITY;
}

int lse_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const float *x = ridge_data(c, "x"), *got = ridge_data(c, "sum");
    int64_t n = ridge_int(c, "n");
    if (!x || !got)
        return -1;
    long double z = lse_of(x, n);
    return within(v, c->id, *got, (struct bound){ "lse", z, (n + 8 + 4 * fabsl(z)) * U });
}

int softmax_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const float *x = ridge_data(c, "x"), *got = ridge_data(c, "y");
    int64_t n = ridge_int(c, "n");
    if (!x || !got)
        return -1;
    long double z = lse_of(x, n);
    v->pass = 1;
    for (int64_t k = 0; v->pass && k < n; k++) {
        char what[40];
        long double p = isinf(z) ? 0 : expl(x[k] - z);
        snprintf(what, sizeof what, "softmax[%ld]", (long)k);
        within(v, c->id, got[k], (struct bound){ what, p, 1e-5L * p + 1e-37L });
    }
    return 0;
}

int cap_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const float *x = ridge_data(c, "far"), *cap = ridge_data(c, "caps");
    const float *y = ridge_data(c, "y"), *grad = ridge_data(c, "grad");
    if (!x || !cap || !y || !grad)
        return -1;
    v->pass = 1;
    for (int64_t k = 0; v->pass && k < ridge_int(c, "n"); k++) {
        char what[80];
        long double t = (long double)x[k] / cap[k], want = cap[k] * tanhl(t), g = 1 / (coshl(t) * coshl(t));
        snprintf(what, sizeof what, "cap(%.9g, %g)", (double)x[k], (double)cap[k]);
        within(v, c->id, y[k], (struct bound){ what, want, 1e-6L * fabsl(want) });
        snprintf(what, sizeof what, "the derivative of cap(%.9g, %g)", (double)x[k], (double)cap[k]);
        if (v->pass)
            within(v, c->id, grad[k], (struct bound){ what, g, 1e-5L * g });
    }
    return 0;
}

int zloss_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const float *x = ridge_data(c, "x"), *loss = ridge_data(c, "loss"), *grad = ridge_data(c, "grad");
    int64_t n = ridge_int(c, "n");
    if (!x || !loss || !grad)
        return -1;
    long double z = lse_of(x, n), w = 1e-4f;
    within(v, c->id, *loss, (struct bound){ "z-loss", w * z * z, 1e-4L * w * z * z });
    for (int64_t k = 0; v->pass && k < n; k++) {
        char what[40];
        long double g = 2 * w * z * expl(x[k] - z);
        snprintf(what, sizeof what, "z-loss: grad[%ld]", (long)k);
        within(v, c->id, grad[k], (struct bound){ what, g, 1e-4L * fabsl(g) + 1e-37L });
    }
    return 0;
}

/* Products of floats are exact in long double, and so is their difference where they are close. */
static int roots_of(const float *abc, long double r[2])
{
    long double a = abc[0], b = abc[1], c = abc[2], d = b * b - 4 * a * c;
    if (d < 0)
        return 0;
    if (d == 0) {
        r[0] = -b / (2 * a);
        return 1;
    }
    long double q = -(b + copysignl(sqrtl(d), b)) / 2, one = q / a, two = c / q;
    r[0] = fminl(one, two);
    r[1] = fmaxl(one, two);
    return 2;
}

int roots_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const float *abc = ridge_data(c, "abc"), *got = ridge_data(c, "roots");
    if (!abc || !got)
        return -1;
    v->pass = 1;
    for (int64_t k = 0; v->pass && k < ridge_int(c, "n"); k++, abc += 3, got += 3) {
        char what[120];
        long double r[2];
        int many = roots_of(abc, r);
        snprintf(what, sizeof what, "the number of roots of %.9g x^2 + %.9g x + %.9g", (double)abc[0],
                 (double)abc[1], (double)abc[2]);
        within(v, c->id, got[0], (struct bound){ what, many, 0 });
        for (int j = 0; v->pass && j < many; j++) {
            snprintf(what, sizeof what, "root %d of %.9g x^2 + %.9g x + %.9g", j, (double)abc[0], (double)abc[1],
                     (double)abc[2]);
            within(v, c->id, got[1 + j], (struct bound){ what, r[j], 16 * U * fabsl(r[j]) });
        }
    }
    return 0;
}

/* --- inputs ----------------------------------------------------------------------------------- */

/* Roughly normal: mean 0, variance 1, within +-3. */
static float drawn(uint64_t *s)
{
    return (float)(2 * (ridge_uniform(s) + ridge_uniform(s) + ridge_uniform(s) - 1.5));
}

static float one_of(enum kind kind, size_t k, uint64_t *s)
{
    static const float around[] = { 1, 0x1p100f, 1, -0x1p100f };
    switch (kind) {
    case TENTHS: return .1f;
    case STALL: return k ? 1 : 0x1p24f;
    case CANCEL: return around[k % 4];
    case LOGITS: return k % 7 == 0 ? -INFINITY : 1000 + 5 * drawn(s);
    case MASKED: return -INFINITY;
    case RISING: return (float)k * .25f - 90;
    case OFFSET: return 4096 + drawn(s);
    case FALLING: return -(float)k * .25f + 90;
    default: return drawn(s);
    }
}

/* What stands at the front comes back at the end with the other sign, but for a little. */
static float nearly_opposite(float x, uint64_t *s)
{
    return -nextafterf(x, ridge_next(s) & 1 ? INFINITY : -INFINITY);
}

int x_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    enum kind kind = (enum kind)ridge_int(c, "dist");
    int second = !strcmp(buffer, "x2");
    if (!b || b->dtype != RIDGE_F32)
        return -1;
    float *x = b->data;
    for (size_t k = 0; k < b->count; k++) {
        size_t other = b->count - 1 - k;
        if (kind != ILL)
            x[k] = one_of(kind, k, &seed);
        else if (k <= other)
            x[k] = ldexpf(drawn(&seed), second ? 0 : (int)(ridge_next(&seed) % 20));
        else /* sums: nearly opposite in x; products: the same x, nearly opposite x2 */
            x[k] = !second && ridge_int(c, "pairs") == 1 ? x[other] : nearly_opposite(x[other], &seed);
    }
    return 0;
}

static float cap_of(size_t k)
{
    return k % 2 ? 30 : 50;
}

int caps_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    (void)seed;
    for (size_t k = 0; b && k < b->count; k++)
        ((float *)b->data)[k] = cap_of(k);
    return b ? 0 : -1;
}

/* Arguments of the cap: 0, a few caps, up to 40 of them. */
int far_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    for (size_t k = 0; b && k < b->count; k++)
        ((float *)b->data)[k] = k ? cap_of(k) * (float)(79 * ridge_uniform(&seed) - 39.5) * (k % 3 ? .1f : 1) : 0;
    return b ? 0 : -1;
}

static void equation(size_t k, float *abc, uint64_t *s)
{
    float a = ldexpf(1 + (float)ridge_uniform(s), (int)(ridge_next(s) % 8) - 4), b = 8 * drawn(s) + .125f;
    float r = (float)(ridge_next(s) % 63) - 31;
    abc[0] = k % 2 ? -a : a, abc[1] = b, abc[2] = drawn(s);
    switch (k % 6) {
    case 0: /* one root far smaller than the other */
        abc[1] = ldexpf(b < 0 ? b - 1 : b + 1, 9);
        break;
    case 1: /* roots that nearly coincide, or hardly miss the axis */
        abc[2] = nextafterf(b * b / (4 * abc[0]), ridge_next(s) & 1 ? 100 : -100);
        break;
    case 2: /* a double root */
        abc[0] = 1, abc[1] = -2 * r, abc[2] = r * r;
        break;
    case 3:
        abc[2] = 0;
        break;
    case 4:
        abc[1] = 0;
    }
}

int abc_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    if (!b || b->dtype != RIDGE_F32 || b->count % 3)
        return -1;
    for (size_t k = 0; k < b->count / 3; k++)
        equation(k, (float *)b->data + 3 * k, &seed);
    return 0;
}
