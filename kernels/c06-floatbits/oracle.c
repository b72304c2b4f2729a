/*
 * Oracles and input generators of c06-floatbits. Values are computed with doubles and the maths
 * library, from the definition in lab.h: scale a number until the format's step is 1, take the floor.
 * Nothing of it is shared with the reference, which works on bits.
 */
#include <ridge/oracle.h>

#include <float.h>

enum { IEEE, ONE_NAN, NONE };
enum mode { RNE, RZ, SR };
static const char *const mode_name[] = { "to nearest", "towards zero", "stochastic" };

struct form {
    const char *name;
    int E, M, bias, special, sat;
    double max;
};

/* --- a format --------------------------------------------------------------------------------- */

/* The largest finite number: of the top binade IEEE gives up all, one-NaN formats the last. */
static double largest(const struct form *f)
{
    int top = (1 << f->E) - 1 - f->bias;
    double step = ldexp(1, -f->M);
    if (f->special == IEEE)
        return ldexp(2 - step, top - 1);
    return ldexp(2 - (f->special == ONE_NAN ? 2 : 1) * step, top);
}

static int form_of(const struct ridge_case *c, struct form *f)
{
    *f = (struct form){ c->id, (int)ridge_num(c, "E"), (int)ridge_num(c, "M"), 0,
                        (int)ridge_num(c, "special"), (int)ridge_num(c, "sat"), 0 };
    if (f->E < 2 || f->E > 8 || f->M < 1 || f->M > 23 || f->special < IEEE || f->special > NONE)
        return -1;
    f->bias = (1 << (f->E - 1)) - 1;
    f->max = largest(f);
    return 0;
}

static struct form bf16_form(void)
{
    struct form f = { "bf16", 8, 7, 127, IEEE, 0, 0 };
    f.max = largest(&f);
    return f;
}

static struct form e4m3_form(void)
{
    struct form f = { "e4m3", 4, 3, 7, ONE_NAN, 1, 0 };
    f.max = largest(&f);
    return f;
}

static uint32_t ones(int n)
{
    return (1u << n) - 1;
}

static double decoded(const struct form *f, uint32_t code)
{
    uint32_t e = code >> f->M & ones(f->E), m = code & ones(f->M);
    double sign = code >> (f->E + f->M) & 1 ? -1 : 1;
    if (f->special == IEEE && e == ones(f->E))
        return m ? NAN : sign * INFINITY;
    if (f->special == ONE_NAN && e == ones(f->E) && m == ones(f->M))
        return NAN;
    double frac = ldexp(m, -f->M);
    return sign * (e ? ldexp(1 + frac, (int)e - f->bias) : ldexp(frac, 1 - f->bias));
}

/* Exponent of the format's step at magnitude a. */
/* ldexp() of a few instructions: a race fills and judges by it between its runs. */
static double times_2_to(int e, double x)
{
    union {
        uint64_t u;
        double d;
    } power = { (uint64_t)(e + 1023) << 52 };
    return abs(e) < 1023 ? x * power.d : ldexp(x, e);
}

/* ilogb() of a finite a > 0, likewise. */
static int log2_of(double a)
{
    union {
        double d;
        uint64_t u;
    } bits = { a };
    int e = (int)(bits.u >> 52);
    return e ? e - 1023 : ilogb(a);
}

static int step_at(const struct form *f, double a)
{
    int least = 1 - f->bias;
    int e = a > 0 ? log2_of(a) : least;
    return (e < least ? least : e) - f->M;
}

/* Code of a magnitude that the format holds exactly. */
static uint32_t exact_code(const struct form *f, double a)
{
    if (isinf(a))
        return ones(f->E) << f->M;
    int e = step_at(f, a) + f->M;
    double m = times_2_to(f->M - e, a); /* 2^M and more when normal */
    double implied = times_2_to(f->M, 1);
    if (m < implied)
        return (uint32_t)m;
    return (uint32_t)(e + f->bias) << f->M | (uint32_t)(m - implied);
}

/* Code of what is too large; finite tells apart a large x from an infinite one. */
static uint32_t too_large(const struct form *f, enum mode mode, int finite)
{
    if (f->sat || f->special == NONE || (mode == RZ && finite))
        return exact_code(f, f->max);
    return f->special == IEEE ? ones(f->E) << f->M : ones(f->E + f->M);
}

static uint32_t nan_code(const struct form *f, uint32_t sign)
{
    if (f->special == NONE)
        return exact_code(f, f->max);
    if (f->special == ONE_NAN)
        return sign | ones(f->E + f->M);
    return sign | ones(f->E) << f->M | 1u << (f->M - 1);
}

static uint32_t encoded(const struct form *f, double x, enum mode mode, uint32_t rnd)
{
    uint32_t sign = signbit(x) ? 1u << (f->E + f->M) : 0;
    double a = fabs(x);
    if (isnan(x))
        return nan_code(f, sign);
    if (isinf(x))
        return sign | too_large(f, mode, 0);
    int step = step_at(f, a);
    double q = times_2_to(-step, a), low = (double)(int64_t)q, t = q - low; /* q < 2^(M + 1) */
    int up = 0;
    if (mode == RNE)
        up = t > .5 || (t == .5 && (int64_t)low % 2);
    else if (mode == SR)
        up = floor(times_2_to(32, t)) + rnd >= 0x1p32;
    double r = times_2_to(step, low + up);
    return sign | (r > f->max ? too_large(f, mode, 1) : exact_code(f, r));
}

/* --- judging ---------------------------------------------------------------------------------- */

static int bit_equal(double a, double b)
{
    return isnan(a) && isnan(b) ? 1 : !memcmp(&a, &b, sizeof a);
}

static int values_verify(const struct ridge_case *c, struct ridge_verdict *v, const char *what,
                         double (*want_of)(const struct form *, uint32_t))
{
    const struct ridge_buffer *codes = ridge_buffer(c, "codes");
    const double *value = ridge_data(c, "value");
    struct form f;
    if (!codes || !value || form_of(c, &f))
        return -1;
    const uint32_t *code = codes->data;
    v->pass = 1;
    for (size_t k = 0; k < codes->count; k++) {
        double want = want_of(&f, code[k]);
        if (bit_equal(value[k], want))
            continue;
        snprintf(v->message, sizeof v->message, "mismatch: %s: %s of code 0x%x is %a = %.9g, expected %a = %.9g",
                 f.name, what, code[k], value[k], value[k], want, want);
        v->pass = 0;
        return 0;
    }
    return 0;
}

int decode_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    return values_verify(c, v, "value", decoded);
}

static double step_of(const struct form *f, uint32_t code)
{
    double a = fabs(decoded(f, code));
    return isfinite(a) ? ldexp(1, step_at(f, a)) : NAN;
}

int ulp_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    return values_verify(c, v, "ulp", step_of);
}

/* Neighbour above, by the values: a step up, or down to where the step may be half as large. */
static uint32_t above(const struct form *f, uint32_t code)
{
    double x = decoded(f, code);
    uint32_t sign = 1u << (f->E + f->M);
    if (isnan(x) || x == INFINITY)
        return code;
    if (x == -INFINITY)
        return sign | exact_code(f, f->max);
    if (x == 0)
        return 1;
    if (x < 0) {
        double a = -x, low = ldexp(a, -step_at(f, a)) - 1;
        int below_binade = low < ldexp(1, f->M) && step_at(f, a) > 1 - f->bias - f->M;
        double r = below_binade ? a - ldexp(.5, step_at(f, a)) : a - ldexp(1, step_at(f, a));
        return sign | exact_code(f, r);
    }
    if (x == f->max)
        return f->special == IEEE ? ones(f->E) << f->M : code;
    return exact_code(f, x + ldexp(1, step_at(f, x)));
}

int next_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const struct ridge_buffer *codes = ridge_buffer(c, "codes");
    const uint32_t *up = ridge_data(c, "above"), *down = ridge_data(c, "below");
    struct form f;
    if (!codes || !up || !down || form_of(c, &f))
        return -1;
    const uint32_t *code = codes->data, sign = 1u << (f.E + f.M);
    v->pass = 1;
    for (size_t k = 0; k < codes->count; k++) {
        uint32_t hi = above(&f, code[k]), lo = above(&f, code[k] ^ sign) ^ sign;
        if (up[k] == hi && down[k] == lo)
            continue;
        snprintf(v->message, sizeof v->message, "mismatch: %s: %s 0x%x comes 0x%x, expected 0x%x",
                 f.name, up[k] == hi ? "below" : "above", code[k], up[k] == hi ? down[k] : up[k],
                 up[k] == hi ? lo : hi);
        v->pass = 0;
        return 0;
    }
    return 0;
}

static int encode_verify(const struct ridge_case *c, struct ridge_verdict *v, enum mode mode)
{
    const struct ridge_buffer *xs = ridge_buffer(c, "xs");
    const uint32_t *rnd = ridge_data(c, "rnd"), *got = ridge_data(c, "got");
    struct form f;
    if (!xs || !rnd || !got || form_of(c, &f))
        return -1;
    const double *x = xs->data;
    v->pass = 1;
    for (size_t k = 0; k < xs->count; k++) {
        uint32_t want = encoded(&f, x[k], mode, rnd[k]);
        if (got[k] == want)
            continue;
        char with[40] = "";
        if (mode == SR)
            snprintf(with, sizeof with, ", rnd 0x%08x", rnd[k]);
        snprintf(v->message, sizeof v->message,
                 "mismatch: %s: %a = %.17g, %s%s, is 0x%x, expected 0x%x (%.9g)", f.name, x[k], x[k],
                 mode_name[mode], with, got[k], want, decoded(&f, want));
        v->pass = 0;
        return 0;
    }
    return 0;
}

int rne_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    return encode_verify(c, v, RNE);
}

int rz_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    return encode_verify(c, v, RZ);
}

int sr_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    return encode_verify(c, v, SR);
}

static float as_float(uint32_t u)
{
    float x;
    memcpy(&x, &u, sizeof x);
    return x;
}

static uint32_t as_code(float x)
{
    uint32_t u;
    memcpy(&u, &x, sizeof u);
    return u;
}

/* The product is exact in a double. The sum is rounded to odd there: its last bit is set whenever
 * something was lost, so that the second rounding, to float, cannot take it for a tie
 * (Boldo and Melquiond, 2008). */
static float fused(float a, float b, float c)
{
    double p = (double)a * b, s = p + c, bb = s - p;
    double lost = (p - (s - bb)) + (c - bb);
    uint64_t bits;
    memcpy(&bits, &s, sizeof bits);
    if (isfinite(s) && lost != 0 && !(bits & 1))
        s = nextafter(s, lost > 0 ? INFINITY : -INFINITY);
    return (float)s;
}

int fma_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const struct ridge_buffer *out = ridge_buffer(c, "fused");
    const uint32_t *abc = ridge_data(c, "abc");
    if (!out || !abc)
        return -1;
    const uint32_t *got = out->data;
    v->pass = 1;
    for (size_t k = 0; k < out->count; k++, abc += 3) {
        uint32_t want = as_code(fused(as_float(abc[0]), as_float(abc[1]), as_float(abc[2])));
        if (got[k] == want || (isnan(as_float(got[k])) && isnan(as_float(want))))
            continue;
        snprintf(v->message, sizeof v->message,
                 "mismatch: fma32(0x%08x, 0x%08x, 0x%08x) is 0x%08x = %a, expected 0x%08x = %a", abc[0],
                 abc[1], abc[2], got[k], as_float(got[k]), want, as_float(want));
        v->pass = 0;
        return 0;
    }
    return 0;
}

int e4m3_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n,
                double *want, double *scale)
{
    const float *x = ridge_data(c, "x");
    const struct form f = e4m3_form();
    (void)out;
    if (!x)
        return -1;
    for (size_t k = 0; k < n; k++)
        scale[k] = want[k] = encoded(&f, x[index[k]], RNE, 0);
    return 0;
}

int bf16_sr_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n,
                   double *want, double *scale)
{
    const float *x = ridge_data(c, "x");
    const uint32_t *rnd = ridge_data(c, "dice");
    const struct form f = bf16_form();
    (void)out;
    if (!x || !rnd)
        return -1;
    for (size_t k = 0; k < n; k++)
        scale[k] = want[k] = encoded(&f, x[index[k]], SR, rnd[index[k]]);
    return 0;
}

/* --- inputs ----------------------------------------------------------------------------------- */

/* Code k of a list: all of a small format in turn; of a large one the ends of its ranges, then any. */
static uint32_t some_code(const struct form *f, size_t k, size_t count, uint64_t *s)
{
    int bits = 1 + f->E + f->M;
    if (count >= (size_t)1 << bits)
        return (uint32_t)(k & (((size_t)1 << bits) - 1));
    const uint32_t ends[] = { 0, 1, 2, ones(f->M) - 1, ones(f->M), 1u << f->M, (1u << f->M) + 1,
                              exact_code(f, f->max) - 1, exact_code(f, f->max),
                              exact_code(f, f->max) + 1, exact_code(f, f->max) + 2,
                              exact_code(f, 1), exact_code(f, 1) - 1, ones(bits - 1) };
    const size_t nends = sizeof ends / sizeof ends[0];
    if (k < 2 * nends)
        return (ends[k / 2] & ones(bits - 1)) | (uint32_t)(k % 2) << (bits - 1);
    return (uint32_t)(ridge_next(s) & ((1ull << bits) - 1));
}

int codes_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    struct form f;
    if (!b || b->dtype != RIDGE_U32 || form_of(c, &f))
        return -1;
    for (size_t k = 0; k < b->count; k++)
        ((uint32_t *)b->data)[k] = some_code(&f, k, b->count, &seed);
    return 0;
}

/* Special, or far outside most formats. */
static const double odd_ones[] = { NAN,       INFINITY, DBL_MAX,    DBL_MIN,   DBL_TRUE_MIN, 1e30,
                                   1e-30,     1e300,    0x1p-149,   0x1p-150,  0x1p-151,     0x1p128,
                                   0x1.8p-150, 1,       1.0 / 3,    0.1,       1e-5,         0x1p-75,
                                   __builtin_nan("0x5a5a5a5a5a5a5"), __builtin_nans("1") };
enum { ODD = sizeof odd_ones / sizeof odd_ones[0], FORMS = 4 };

/* A number of the format, the middle between it and the next, and a hair below and above that. */
static double near_code(const struct form *f, uint32_t code, int which)
{
    double a = decoded(f, code), mid = a + ldexp(.5, step_at(f, a));
    switch (which) {
    case 0:
        return a;
    case 1:
        return mid;
    case 2:
        return nextafter(mid, 0);
    default:
        return nextafter(mid, INFINITY);
    }
}

/* Any number in and around the format's range. */
static double anywhere(const struct form *f, uint64_t *s)
{
    int lo = 1 - f->bias - f->M - 3, hi = ilogb(f->max) + 2;
    double a = ldexp(1 + ridge_uniform(s), lo + (int)(ridge_next(s) % (uint64_t)(hi - lo + 1)));
    return ridge_next(s) & 1 ? -a : a;
}

/* Number k of a list: with room for it, every code in every form and in both signs, or in one; else
 * both ends of the range and a sample. */
static double some_number(const struct form *f, size_t k, size_t count, uint64_t *s)
{
    size_t finite = (size_t)exact_code(f, f->max) + 1;
    if (k < 2 * ODD)
        return k % 2 ? -odd_ones[k / 2] : odd_ones[k / 2];
    k -= 2 * ODD;
    size_t code = k / FORMS;
    int minus = (int)(ridge_next(s) & 1);
    if (count >= 2 * FORMS * finite + 2 * ODD) {
        code = k / (2 * FORMS);
        minus = k / FORMS % 2;
    } else if (count < FORMS * finite + 2 * ODD) {
        if (ridge_next(s) % 8 == 0)
            return anywhere(f, s);
        size_t any = ridge_next(s) % finite;
        code = code >= 64 || code >= finite ? any : code < 32 ? code : finite - 1 - (code - 32);
    }
    if (code >= finite)
        return anywhere(f, s);
    double a = near_code(f, (uint32_t)code, (int)(k % FORMS));
    return minus ? -a : a;
}

int xs_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    struct form f;
    if (!b || b->dtype != RIDGE_F64 || form_of(c, &f))
        return -1;
    for (size_t k = 0; k < b->count; k++)
        ((double *)b->data)[k] = some_number(&f, k, b->count, &seed);
    return 0;
}

/* 32 bits for rounding a: often the least that takes it up, or the most that does not. */
static uint32_t dice(const struct form *f, double a, uint64_t *s)
{
    uint64_t r = ridge_next(s);
    if (!isfinite(a) || r >> 62 == 0)
        return (uint32_t)r;
    double q = ldexp(a, -step_at(f, a));
    uint64_t need = 0x100000000u - (uint64_t)ldexp(q - floor(q), 32);
    switch (r >> 62) {
    case 1:
        return need > UINT32_MAX ? UINT32_MAX : (uint32_t)need;
    case 2:
        return (uint32_t)(need - 1);
    default:
        return r & 1 ? UINT32_MAX : 0;
    }
}

int rnd_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer), *xs = ridge_buffer(c, "xs");
    struct form f;
    if (!b || b->dtype != RIDGE_U32 || !xs || xs->count != b->count || form_of(c, &f))
        return -1;
    for (size_t k = 0; k < b->count; k++)
        ((uint32_t *)b->data)[k] = dice(&f, fabs(((const double *)xs->data)[k]), &seed);
    return 0;
}

/* --- inputs of fma32 -------------------------------------------------------------------------- */

static uint32_t float_with(uint64_t *s, int lo, int hi)
{
    uint64_t r = ridge_next(s);
    uint32_t e = (uint32_t)(lo + (int)(r >> 32) % (hi - lo + 1));
    uint32_t m = (uint32_t)(r >> 9) & 0x7fffff;
    if (r & 16) /* few bits: products that fit, ties */
        m &= r & 32 ? 0x700000 : 0x7ff000;
    return (uint32_t)(r & 1) << 31 | e << 23 | m;
}

/* One triple of a kind: special values, any, near cancellation, ties of the sum and of the product,
 * subnormal results. */
static void triple(size_t k, uint32_t *abc, uint64_t *s)
{
    static const uint32_t special[] = { 0,          0x80000000, 0x3f800000, 0xbf800000, 0x7f800000,
                                        0xff800000, 0x7fc00000, 0x00000001, 0x80000001, 0x7f7fffff,
                                        0x00800000, 0x007fffff };
    enum { N = sizeof special / sizeof special[0] };
    if (k < N * N * N) {
        abc[0] = special[k % N], abc[1] = special[k / N % N], abc[2] = special[k / N / N];
        return;
    }
    switch (ridge_next(s) % 6) {
    case 0:
        for (int j = 0; j < 3; j++)
            abc[j] = (uint32_t)ridge_next(s);
        return;
    case 1: /* c cancels nearly all of the product */
        abc[0] = float_with(s, 90, 160), abc[1] = float_with(s, 90, 160);
        abc[2] = as_code(-(as_float(abc[0]) * as_float(abc[1]))) + (uint32_t)(ridge_next(s) % 3) - 1;
        return;
    case 2: /* the product half a step of c, or hardly more, or hardly less */
        abc[2] = float_with(s, 100, 150);
        abc[0] = ((abc[2] >> 23 & 0xff) - 24 + (uint32_t)(ridge_next(s) % 2)) << 23;
        abc[1] = 0x3f800000 + (uint32_t)(ridge_next(s) % 3) - 1;
        abc[1] |= (uint32_t)(ridge_next(s) & 1) << 31;
        return;
    case 3: /* results among the subnormals */
        abc[0] = float_with(s, 20, 80), abc[1] = float_with(s, 20, 60);
        abc[2] = float_with(s, 0, 3);
        return;
    case 4: /* a product of 25 bits, so a tie, and c far below it */
        abc[0] = float_with(s, 120, 160), abc[1] = float_with(s, 120, 160);
        abc[0] = (abc[0] & 0xff800000) | 0x800, abc[1] = (abc[1] & 0xff800000) | 0x800;
        abc[2] = float_with(s, 0, 140);
        return;
    default:
        abc[0] = float_with(s, 100, 150), abc[1] = float_with(s, 100, 150);
        abc[2] = float_with(s, 60, 200);
    }
}

int abc_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    if (!b || b->dtype != RIDGE_U32 || b->count % 3)
        return -1;
    for (size_t k = 0; k < b->count / 3; k++)
        triple(k, (uint32_t *)b->data + 3 * k, &seed);
    return 0;
}

/* --- inputs of the long conversions ----------------------------------------------------------- */

/* Floats: the odd ones, then E4M3's numbers and middles in turn, then any in and around its range.
 * wide = 1: any, and some between bf16's largest number and infinity. */
int floats_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    const struct form f = e4m3_form();
    if (!b || b->dtype != RIDGE_F32)
        return -1;
    float *x = b->data;
    int wide = ridge_num(c, "wide") == 1;
    for (size_t k = 0; k < b->count; k++) {
        size_t code = (k - 2 * ODD) / 10;
        if (k < 2 * ODD) {
            x[k] = (float)(k % 2 ? -odd_ones[k / 2] : odd_ones[k / 2]);
        } else if (!wide && code < 127) {
            float a = (float)near_code(&f, (uint32_t)code, (k & 1) != 0);
            float near[] = { a, nextafterf(a, 0), nextafterf(a, INFINITY), -a, nextafterf(-a, 0) };
            x[k] = near[k / 2 % 5];
        } else if (wide) {
            uint32_t u = (uint32_t)ridge_next(&seed);
            uint32_t top = 0x7f7f0000u | (u & 0x8000ffffu);
            x[k] = as_float(k % 64 == 0 ? top : u % 4 ? u : u & 0xffff0000u);
        } else {
            uint64_t r = ridge_next(&seed);
            x[k] = as_float(((uint32_t)r & 0x807fffff) | (115 + (uint32_t)(r >> 32) % 22) << 23); /* from 2^-12 */
        }
    }
    return 0;
}

int dice_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer), *x = ridge_buffer(c, "x");
    const struct form f = bf16_form();
    if (!b || b->dtype != RIDGE_U32 || !x || x->count != b->count)
        return -1;
    for (size_t k = 0; k < b->count; k++)
        ((uint32_t *)b->data)[k] = dice(&f, fabs((double)((const float *)x->data)[k]), &seed);
    return 0;
}
