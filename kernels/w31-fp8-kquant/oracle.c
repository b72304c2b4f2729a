/*
 * Oracles and input generators of w31-fp8-kquant.
 *
 * Eight-bit floats are decoded by ldexp and encoded by floor, in double. Blocks are decoded an element at a time by
 * blocks.h, which says for each where its bits are. The two K-quants' encoders are judged by the error of what their
 * blocks decode to. Four cases hold everything against blocks.gguf, whose blocks llama.cpp's own library has written.
 */
#include <ridge/oracle.h>

#include <stdlib.h>

#include "blocks.h"
#include "gguf.h"
#include "quality.h"

/* Most that a K-quant's error may be, over that of the search; what dot products may be off by. */
static const double RMSE_MOST = 1.02, NEAR = 1e-5;

static double normal(uint64_t *s)
{
    double sum = -6;
    for (int k = 0; k < 12; k++)
        sum += ridge_uniform(s);
    return sum;
}

/* kernels/w31-fp8-kquant/blocks.gguf, found from where this file was compiled. */
static int from_file(const char *tensor, void *to, size_t bytes)
{
    char path[4096];
    const char *slash = strrchr(__FILE__, '/');
    snprintf(path, sizeof path, "%.*s/blocks.gguf", slash ? (int)(slash - __FILE__) : 1, slash ? __FILE__ : ".");
    return gguf_read(path, tensor, to, bytes);
}

/* --- eight-bit floats ---------------------------------------------------------------------------------------- */

struct fp8 {
    int M, bias, top; /* top: the code of the largest number */
};

static struct fp8 fp8_of(const struct ridge_case *c)
{
    return ridge_num(c, "M") == 2 ? (struct fp8){ 2, 15, 0x7b } : (struct fp8){ 3, 7, 0x7e };
}

static double fp8_value(const struct fp8 *f, int code)
{
    int a = code & 0x7f, e = a >> f->M, m = a & ((1 << f->M) - 1);
    double v = e ? ldexp((1 << f->M) + m, e - f->bias - f->M) : ldexp(m, 1 - f->bias - f->M);
    v = a <= f->top ? v : f->M == 2 && a == f->top + 1 ? INFINITY : NAN;
    return code & 0x80 ? -v : v;
}

static int fp8_nearest(const struct fp8 *f, double x)
{
    double a = fabs(x), top = fp8_value(f, f->top);
    int e = 1 - f->bias;
    if (isnan(x))
        return 0x7f;
    if (a > 0 && a <= top)
        e = ilogb(a) > e ? ilogb(a) : e;
    double q = a <= top ? to_even(ldexp(a, f->M - e)) : 0; /* 2^M to 2^(M+1), or below among the subnormals */
    int code = a <= top ? ((e - 1 + f->bias) << f->M) + (int)q : f->top;
    return (code > f->top ? f->top : code) | (signbit(x) ? 0x80 : 0);
}

static const float ODD[] = { NAN, INFINITY, 3.4e38f, 0, 0x1p-149f, 0x1p-126f, 1e-30f, 447, 448, 449, 463.9f, 464, 465,
                             480, 481, 57344, 57345, 61440, 61441, 65536, 0x1p-9f, 0x1p-10f, 0x1.8p-10f, 0x1p-16f,
                             0x1p-17f, 0x1.8p-17f, 0x1p-6f, 0x1p-14f, 3.3f, 1.0625f, 1.1875f };
enum { ODDS = sizeof ODD / sizeof ODD[0], FORMS = 6 };

/* Number k: the odd ones; each number, the middle to the next and what lies beside both; then any in the range. */
static float some_float(const struct fp8 *f, size_t k, uint64_t *s)
{
    if (k < 2 * ODDS)
        return k % 2 ? -ODD[k / 2] : ODD[k / 2];
    size_t code = (k - 2 * ODDS) / (2 * FORMS);
    if (code <= (size_t)f->top) {
        float a = (float)fp8_value(f, (int)code), next = (float)fp8_value(f, (int)code + 1);
        float mid = code < (size_t)f->top ? (a + next) / 2 : a + a / 64;
        float form[FORMS] = { a, mid, nextafterf(mid, 0), nextafterf(mid, INFINITY), nextafterf(a, 0),
                              nextafterf(a, INFINITY) };
        float x = form[k % FORMS];
        return (k - 2 * ODDS) / FORMS % 2 ? -x : x;
    }
    double x = ldexp(1 + ridge_uniform(s), (int)(ridge_next(s) % 40) - 22);
    return (float)(ridge_next(s) & 1 ? -x : x);
}

/* args: floats for an encoder; wide = 1: any 32 bits */
int floats_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    struct fp8 f = fp8_of(c);
    if (!b || b->dtype != RIDGE_F32)
        return -1;
    float *x = b->data;
    for (size_t k = 0; k < b->count; k++) {
        uint32_t any = (uint32_t)ridge_next(&seed);
        x[k] = some_float(&f, k, &seed);
        if (ridge_num(c, "wide") == 1)
            memcpy(x + k, &any, sizeof any);
        if (ridge_num(c, "wide") == 2) /* for the clock: the range, without order */
            x[k] = (float)(normal(&seed) * 4);
    }
    return 0;
}

int codes_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    if (!b || b->dtype != RIDGE_U8)
        return -1;
    for (size_t k = 0; k < b->count; k++)
        ((uint8_t *)b->data)[k] = (uint8_t)(b->count == 256 ? k : ridge_next(&seed));
    return 0;
}

static int same_bits(float got, double want)
{
    return isnan(want) ? isnan(got) : got == want && !signbit(got) == !signbit(want);
}

int fp8_decode_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const struct ridge_buffer *q = ridge_buffer(c, "codes");
    const float *got = ridge_data(c, "values");
    struct fp8 f = fp8_of(c);
    if (!q || !got)
        return -1;
    for (size_t k = 0; k < q->count; k++) {
        int code = ((uint8_t *)q->data)[k];
        if (same_bits(got[k], fp8_value(&f, code)))
            continue;
        snprintf(v->message, sizeof v->message, "mismatch: code 0x%02x is %.9g, expected %.9g", code, got[k],
                 fp8_value(&f, code));
        return 0;
    }
    v->pass = 1;
    return 0;
}

int fp8_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want, double *scale)
{
    const float *x = ridge_data(c, "x");
    struct fp8 f = fp8_of(c);
    (void)out;
    if (!x)
        return -1;
    for (size_t k = 0; k < n; k++)
        scale[k] = want[k] = fp8_nearest(&f, x[index[k]]);
    return 0;
}

/* Steps of a tensor whose size grows, jumps up at one step, is 0, tiny, infinite or no number at others; NaN is the
 * first number, the second, or all there are. */
int steps_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    size_t n = (size_t)ridge_int(c, "n");
    if (!b || b->dtype != RIDGE_F32 || n < 1)
        return -1;
    float *x = b->data;
    for (size_t k = 0; k < b->count; k++) {
        size_t step = k / n;
        double size = (1 + .1 * (double)step) * (step % 7 == 3 ? 50 : 1);
        x[k] = (float)(step % 11 == 5 ? 0 : size * normal(&seed));
        if (step % 13 == 6)
            x[k] = (float)ldexp(x[k], -140); /* 448 over that is infinite */
        if (k % n == 1 && step % 17 == 8)
            x[k] = INFINITY;
        if ((step % 9 == 4 && k % n == step / 9 % 2) || step % 29 == 12)
            x[k] = NAN;
    }
    return 0;
}

int delayed_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const float *x = ridge_data(c, "steps_x"), *scales = ridge_data(c, "scales");
    const uint8_t *q = ridge_data(c, "steps_q");
    size_t steps = (size_t)ridge_int(c, "steps"), n = (size_t)ridge_int(c, "n");
    size_t length = (size_t)ridge_int(c, "length");
    struct fp8 f = fp8_of(c);
    double ring[64] = { 0 }, scale = 1;
    if (!x || !q || !scales || length < 1 || length > 64)
        return -1;
    for (size_t t = 0; t < steps; t++, x += n, q += n) {
        double most = 0, amax = 0;
        for (size_t i = 0; i < n; i++) {
            int want = fp8_nearest(&f, rounded(x[i] * scale));
            if (q[i] != want) {
                snprintf(v->message, sizeof v->message,
                         "mismatch: step %zu, code of %.9g at scale %.9g is 0x%02x, expected 0x%02x", t, x[i], scale,
                         q[i], want);
                return 0;
            }
            amax = fabs(x[i]) > amax ? fabs(x[i]) : amax;
        }
        ring[t % length] = amax;
        for (size_t k = 0; k < length; k++)
            most = fmax(most, ring[k]);
        double next = rounded(ldexp(rounded(448 / most), -(int)ridge_int(c, "margin")));
        scale = most > 0 && isfinite(most) && isfinite(next) ? next : scale;
        if (scales[t] != scale) {
            snprintf(v->message, sizeof v->message, "mismatch: scale after step %zu is %.9g, expected %.9g", t,
                     scales[t], scale);
            return 0;
        }
    }
    v->pass = 1;
    return 0;
}

/* --- inputs of blocks ------------------------------------------------------------------------------------------ */

enum { RANDOM, ZEROS, OUTLIER, NEGATIVE, POSITIVE, TIES, TINY, CONSTANT, PUBLIC, BESIDE, LARGEST, SMALL };

static double weight_of(int mode, size_t k, uint64_t *s)
{
    double v = .05 * normal(s);
    size_t e = k % 32;
    switch (mode) {
    case ZEROS: /* blocks of zeros, and a super-block of them, among others */
        return k / 32 % 3 == 1 || k / 256 % 4 == 3 ? 0 : v;
    case OUTLIER:
        return k % 96 == 40 ? (k & 1 ? -4 : 4) : v;
    case NEGATIVE:
        return -fabs(v) - .02;
    case POSITIVE:
        return fabs(v) + .02;
    case TIES: /* codes in the middle of two; the largest magnitude comes twice, and each sign is first in turn */
        if (e == 3 || e == 20)
            return (e == 3 ? 1 : -1) * (k / 32 % 2 ? 127 * .125 : -8 * .125);
        return .125 * ((double)(ridge_next(s) % 15) - 7 + (double)(ridge_next(s) % 2) / 2);
    case TINY: /* scales of fp16's subnormals, below half of the least, and down to 2^-30 */
        if (k / 256 % 2)
            return copysign(fmax(ldexp(fabs(v), -24), 0x1p-30), v);
        return ldexp(v, k / 32 % 2 ? -14 : -19);
    case SMALL: /* K-quants whose d is a subnormal fp16 number */
        return ldexp(v, k / 256 % 2 ? -6 : -9);
    case CONSTANT:
        return k / 32 % 2 ? -.3 : .7;
    default:
        return v;
    }
}

/* Middles of two codes and the floats next to them, where x * (1/d) and x / d are rounded to different codes. */
static void fill_beside(float *x, size_t n, size_t block, double codes, uint64_t *s)
{
    double step = 0;
    for (size_t k = 0; k < n; k++) {
        if (k % block == 0)
            step = .05 * (1 + ridge_uniform(s)) / codes;
        double code = (double)(ridge_next(s) % (uint64_t)(2 * codes - 1)) - codes + 1;
        float mid = (float)((code + .5) * step);
        int way = (int)(ridge_next(s) % 3);
        x[k] = k % block == 3 ? (float)(-codes * step) : way ? nextafterf(mid, way == 1 ? 1 : -1) : mid;
    }
}

int weights_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int mode = (int)ridge_int(c, "mode");
    if (!b || b->dtype != RIDGE_F32)
        return -1;
    float *x = b->data;
    if (mode == PUBLIC)
        return from_file(ridge_num(c, "f") == Q8_K ? "a" : "x", x, b->count * sizeof *x);
    if (mode == BESIDE)
        fill_beside(x, b->count, (size_t)ridge_int(c, "unit"), ridge_num(c, "f") == Q4_0 ? 8 : 127, &seed);
    for (size_t k = 0; mode != BESIDE && k < b->count; k++)
        x[k] = (float)weight_of(mode, k, &seed);
    return 0;
}

static int format_of(const struct ridge_case *c)
{
    int64_t f = ridge_int(c, "f");
    return f >= 0 && f < FORMATS ? (int)f : Q4_K;
}

/* Two bytes of a finite fp16 number, with `small` a subnormal one. */
static void put_half(uint8_t *at, int small, uint64_t *s)
{
    uint16_t h = (uint16_t)(small ? ridge_next(s) % 1024 : 0x1400 + ridge_next(s) % 0x2000);
    memcpy(at, &h, sizeof h);
}

/* Any codes and any scales of 6 or 8 bits; d and dmin finite, at times negative or subnormal. */
static void some_block(int f, uint8_t *b, uint64_t *s)
{
    int odd = (int)(ridge_next(s) % 4);
    for (size_t k = 0; k < FORMAT[f].bytes; k++)
        b[k] = (uint8_t)ridge_next(s);
    put_half(f == Q6_K ? b + 208 : b, odd == 0, s);
    if (f == Q4_K)
        put_half(b + 2, odd == 1, s);
    b[f == Q6_K ? 209 : 1] |= odd == 2 ? 0x80 : 0;
}

/* `same`: one code for the whole block, the largest or its negative, so that no two products cancel. */
static void some_activations(uint8_t *b, int same, uint64_t *s)
{
    int16_t sums[16] = { 0 };
    float d = (float)(.002 * (1 + ridge_uniform(s)) * (ridge_next(s) % 2 ? 1 : -1));
    memcpy(b, &d, sizeof d);
    for (int e = 0; e < 256; e++) {
        int code = same ? same : (int)(ridge_next(s) % 255) - 127;
        b[4 + e] = (uint8_t)code;
        sums[e / 16] = (int16_t)(sums[e / 16] + code);
    }
    memcpy(b + 260, sums, sizeof sums);
}

int blocks_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int f = !strcmp(buffer, "xq") ? Q8_K : format_of(c);
    uint64_t s = ridge_mix(seed, buffer);
    if (!b || b->dtype != RIDGE_U8)
        return -1;
    if (ridge_num(c, "mode") == PUBLIC)
        return from_file(FORMAT[f].name, b->data, b->count);
    int largest = ridge_num(c, "mode") == LARGEST;
    for (size_t at = 0, k = 0; at + FORMAT[f].bytes <= b->count; at += FORMAT[f].bytes, k++) {
        uint8_t *block = (uint8_t *)b->data + at;
        if (f == Q8_K)
            some_activations(block, largest ? (k % 2 ? -127 : 127) : 0, &s);
        else
            some_block(f, block, &s);
        if (largest && f == Q4_K) /* behind d and dmin: scales, minima and codes, each the largest there is */
            memset(block + 4, 0xff, FORMAT[f].bytes - 4);
    }
    return 0;
}

/* --- blocks ------------------------------------------------------------------------------------------------------ */

int decode_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const struct ridge_buffer *blocks = ridge_buffer(c, "blocks"), *values = ridge_buffer(c, "values");
    int f = format_of(c);
    static float file[1024];
    char name[16];
    if (!blocks || !values)
        return -1;
    const float *got = values->data;
    snprintf(name, sizeof name, "%s.values", FORMAT[f].name);
    int public = ridge_num(c, "mode") == PUBLIC;
    if (public && (values->count > 1024 || from_file(name, file, values->count * sizeof *file)))
        return -1;
    for (size_t k = 0; k < values->count; k++) {
        size_t at = k / FORMAT[f].block, e = k % FORMAT[f].block;
        float want = (float)value_of(f, (uint8_t *)blocks->data + at * FORMAT[f].bytes, (int)e);
        if (public && want != file[k])
            return -1;
        if (got[k] == want)
            continue;
        snprintf(v->message, sizeof v->message, "mismatch: block %zu, element %zu is %.9g, expected %.9g", at, e,
                 got[k], want);
        return 0;
    }
    v->pass = 1;
    return 0;
}

/* A length that is no multiple: -1 came back, and no byte was written. 1 when that is so. */
static int refused(const struct ridge_buffer *b, int32_t status, struct ridge_verdict *v)
{
    const uint8_t *q = b->data;
    size_t k = 0;
    while (k < b->count && q[k] == 0xff)
        k++;
    v->pass = status == -1 && k == b->count;
    if (!v->pass)
        snprintf(v->message, sizeof v->message,
                 "mismatch: no multiple of the block: -1 is expected and nothing written, %d came back and byte %zu is "
                 "%s",
                 status, k < b->count ? k : 0, k < b->count ? "written" : "not");
    return v->pass;
}

int encode_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const struct ridge_buffer *b = ridge_buffer(c, "encoded"), *x = ridge_buffer(c, "w");
    const int32_t *status = ridge_data(c, "status");
    int f = format_of(c);
    size_t bytes = FORMAT[f].bytes;
    uint8_t want[292], alt[292], file[292];
    if (!b || !x || !status)
        return -1;
    if (x->count % FORMAT[f].block)
        return refused(b, *status, v), 0;
    for (size_t k = 0; k * FORMAT[f].block < x->count; k++) {
        const uint8_t *got = (uint8_t *)b->data + k * bytes;
        encode_exactly(f, (float *)x->data + k * FORMAT[f].block, want, alt);
        static uint8_t all[4096];
        if (ridge_num(c, "mode") == PUBLIC) {
            if ((k + 1) * bytes > sizeof all || from_file(FORMAT[f].name, all, (k + 1) * bytes))
                return -1;
            memcpy(file, all + k * bytes, bytes);
            if (memcmp(file, want, bytes))
                return -1;
        }
        for (size_t i = 0; i < bytes; i++)
            if (got[i] != want[i] && got[i] != alt[i]) {
                snprintf(v->message, sizeof v->message, "mismatch: block %zu, byte %zu is 0x%02x, expected 0x%02x",
                         k, i, got[i], want[i]);
                return 0;
            }
    }
    v->pass = *status == 0;
    if (!v->pass)
        snprintf(v->message, sizeof v->message, "mismatch: %d came back, expected 0", *status);
    return 0;
}

/* The squared error of the search over all of x, or of the file's blocks. Negative: no file. */
static double error_allowed(const struct ridge_case *c, int f, const struct ridge_buffer *x)
{
    static float file[1024];
    const float *w = x->data;
    char name[16];
    double sum = 0;
    snprintf(name, sizeof name, "%s.values", FORMAT[f].name);
    if (ridge_num(c, "mode") == PUBLIC) {
        if (x->count > 1024 || from_file(name, file, x->count * sizeof *file))
            return -1;
        for (size_t k = 0; k < x->count; k++)
            sum += pow((double)file[k] - w[k], 2);
        return sum;
    }
    for (size_t k = 0; k < x->count; k += 256)
        sum += f == Q4_K ? q4_K_error(w + k) : q6_K_error(w + k);
    return sum;
}

/*
 * Errors weighed by x^2 make an outlier decide alone, among widths that float's last digit tells apart: of 200 drawn
 * rows with outliers the reference's Q6_K erred up to 1.034 times as much as the same search in double, of others
 * 1.008.
 */
static double most_of(const struct ridge_case *c, int f)
{
    double mode = ridge_num(c, "mode");
    return f == Q6_K && (mode == OUTLIER || mode == PUBLIC) ? RMSE_MOST * 1.03 : RMSE_MOST;
}

int search_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const struct ridge_buffer *b = ridge_buffer(c, "encoded"), *x = ridge_buffer(c, "w");
    const int32_t *status = ridge_data(c, "status");
    int f = format_of(c);
    double sum = 0, most;
    if (!b || !x || !status)
        return -1;
    if (x->count % 256)
        return refused(b, *status, v), 0;
    for (size_t k = 0; k < x->count; k++) {
        double got = value_of(f, (uint8_t *)b->data + k / 256 * FORMAT[f].bytes, (int)(k % 256));
        sum += pow(got - ((float *)x->data)[k], 2);
    }
    if ((most = error_allowed(c, f, x)) < 0)
        return -1;
    v->pass = *status == 0 && sum <= pow(most_of(c, f), 2) * most + 1e-30;
    double n = x->count ? (double)x->count : 1;
    if (most > 0)
        ridge_count(v, "rmse_ratio", sqrt(sum / most));
    if (!v->pass)
        snprintf(v->message, sizeof v->message,
                 "rmse: %.6g, that of llama.cpp's search is %.6g, and %.2f of it is allowed; %d came back",
                 sqrt(sum / n), sqrt(most / n), most_of(c, f), *status);
    return 0;
}

/* --- the product ------------------------------------------------------------------------------------------- */

static void dot_of(const uint8_t *w, const uint8_t *x, size_t blocks, double *sum, double *magnitude)
{
    *sum = *magnitude = 0;
    for (size_t k = 0; k < blocks; k++, w += FORMAT[Q4_K].bytes, x += FORMAT[Q8_K].bytes) {
        double d = float_at(x);
        for (int e = 0; e < 256; e++) {
            int sc, m, code = q4_K_code(w, e), a = (int8_t)x[4 + e];
            q4_K_sub(w, e / 32, &sc, &m);
            *sum += d * a * (half_of(w) * sc * code - half_of(w + 2) * m);
            *magnitude += fabs(d * a) * (fabs(half_of(w)) * sc * code + fabs(half_of(w + 2)) * m);
        }
    }
}

int dot_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t count, double *want,
               double *scale)
{
    const uint8_t *w = ridge_data(c, "W"), *x = ridge_data(c, "xq");
    size_t blocks = (size_t)ridge_int(c, "n") / 256;
    float file[4];
    (void)out;
    if (!w || !x)
        return -1;
    if (ridge_num(c, "mode") == PUBLIC && from_file("dot", file, sizeof file))
        return -1;
    for (size_t e = 0; e < count; e++) {
        dot_of(w + index[e] * blocks * FORMAT[Q4_K].bytes, x, blocks, want + e, scale + e);
        if (ridge_num(c, "mode") == PUBLIC && !(fabs(file[index[e] % 4] - want[e]) <= NEAR * scale[e]))
            return -1;
    }
    return 0;
}

/* --- easier tensors ---------------------------------------------------------------------------------------- */

/* Largest magnitudes of channels: some 0, some nearly, some a hundred times the others. */
int maxima_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    uint64_t s = ridge_mix(seed, buffer);
    int dead = !strcmp(buffer, "xmax") ? 5 : 7;
    if (!b || b->dtype != RIDGE_F32)
        return -1;
    for (size_t k = 0; k < b->count; k++) {
        double v = exp(2 * normal(&s));
        double by = k % 16 == 2 ? 100 : k % 16 == 9 ? 1e-9 : 1;
        ((float *)b->data)[k] = (float)((int)(k % 11) == dead ? 0 : by * v);
    }
    return 0;
}

int smooth_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want,
                  double *scale)
{
    const float *x = ridge_data(c, "xmax"), *w = ridge_data(c, "wmax");
    double alpha = ridge_num(c, "alpha");
    (void)out;
    if (!x || !w)
        return -1;
    for (size_t k = 0; k < n; k++) {
        size_t i = index[k];
        want[k] = x[i] > 0 && w[i] > 0 ? pow(x[i], (float)alpha) * pow(w[i], (float)alpha - 1) : 1;
        scale[k] = fabs(want[k]);
    }
    return 0;
}

int signs_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    if (!b || b->dtype != RIDGE_I8)
        return -1;
    for (size_t k = 0; k < b->count; k++)
        ((int8_t *)b->data)[k] = ridge_next(&seed) >> 40 & 1 ? 1 : -1;
    return 0;
}

/* Where channels are planted, the same signs each time: under one draw in seven their outliers meet again (lesson.md), and
 * a bound would judge the draw. */
int settled_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    enum { SIGNS = 2405 };
    return signs_fill(c, buffer, ridge_int(c, "planted") > 0 ? SIGNS : seed);
}

/* Element e of a block of Hadamard's transform, by its definition: no butterflies. */
static double hadamard(const float *x, const int8_t *sign, size_t n, size_t e, double *magnitude)
{
    double sum = 0;
    *magnitude = 0;
    for (size_t j = 0; j < n; j++) {
        double v = x[j] * (sign ? (double)sign[j] : 1);
        sum += __builtin_parityll(e & j) ? -v : v;
        *magnitude += fabs(v);
    }
    *magnitude /= sqrt((double)n);
    return sum / sqrt((double)n);
}

int rotate_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t count, double *want,
                  double *scale)
{
    const float *x = ridge_data(c, "v");
    const int8_t *sign = ridge_data(c, "sign");
    size_t n = (size_t)ridge_int(c, "block");
    if (!x || n < 1)
        return -1;
    for (size_t k = 0; k < count; k++) {
        size_t e = index[k] % n;
        const float *at = x + (index[k] - e);
        if (!strcmp(out, "back"))
            want[k] = sign[e] * hadamard(at, NULL, n, e, scale + k);
        else
            want[k] = hadamard(at, !strcmp(out, "turned") ? sign : NULL, n, e, scale + k);
    }
    return 0;
}

/* --- two bits, and where to spend bits --------------------------------------------------------------------- */

/* Points in and around the lattice; some are deep holes, as far from it as a point can be, some far from 0. */
int points_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    if (!b || b->dtype != RIDGE_F32)
        return -1;
    float *x = b->data;
    for (size_t k = 0; k < b->count; k++) {
        double v = 1.5 * normal(&seed);
        x[k] = (float)(k / 8 % 5 == 1 ? rint(2 * v) / 2 : k / 8 % 5 == 2 ? (k % 8 == 0) : v);
        if (k / 8 % 5 == 3) /* near integers of odd sum */
            x[k] = (float)(rint(v) + .05 * ridge_uniform(&seed) + (k % 8 == 3 ? .3 : 0));
        if (k / 8 % 10 == 4) /* up to 2^20 */
            x[k] = (float)(1e5 * v);
    }
    return 0;
}

/* The squared distance to the nearest point of E8: each number goes down or up, in both halves of the lattice. */
static double e8_distance(const float *x)
{
    double best = INFINITY;
    for (int choice = 0; choice < 512; choice++) {
        double shift = choice & 256 ? .5 : 0, sum = 0, distance = 0;
        for (int i = 0; i < 8; i++) {
            double y = floor(x[i] - shift) + (choice >> i & 1) + shift;
            sum += y;
            distance += (x[i] - y) * (x[i] - y);
        }
        best = fmod(sum, 2) == 0 ? fmin(best, distance) : best;
    }
    return best;
}

int e8_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const struct ridge_buffer *b = ridge_buffer(c, "points");
    const float *y = ridge_data(c, "nearest");
    if (!b || !y)
        return -1;
    for (size_t g = 0; g < b->count / 8; g++) {
        const float *x = (float *)b->data + 8 * g;
        double want = e8_distance(x), got = 0, sum = 0;
        int whole = 0, half = 0;
        for (int i = 0; i < 8; i++) {
            double t = y[8 * g + i];
            got += (x[i] - t) * (x[i] - t);
            sum += t;
            whole += t == floor(t);
            half += t - .5 == floor(t);
        }
        v->pass = (whole == 8 || half == 8) && fmod(sum, 2) == 0 && got <= want + 1e-5;
        if (v->pass)
            continue;
        snprintf(v->message, sizeof v->message,
                 "mismatch: point %zu: %s, squared distance %.6g; the nearest point has %.6g", g,
                 (whole == 8 || half == 8) && fmod(sum, 2) == 0 ? "a point of the lattice" : "no point of the lattice",
                 got, want);
        return 0;
    }
    return 0;
}

int entries_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    uint64_t size = (uint64_t)ridge_int(c, "size");
    if (!b || b->dtype != RIDGE_U16 || size < 1)
        return -1;
    for (size_t k = 0; k < b->count; k++)
        ((uint16_t *)b->data)[k] = (uint16_t)(k % 9 == 4 ? size - 1 : ridge_next(&seed) % size);
    return 0;
}

int aqlm_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t count, double *want,
                double *scale)
{
    const uint16_t *code = ridge_data(c, "entry");
    const float *book = ridge_data(c, "book");
    size_t books = (size_t)ridge_int(c, "books"), size = (size_t)ridge_int(c, "size");
    double by = (float)ridge_num(c, "by");
    (void)out;
    if (!code || !book)
        return -1;
    for (size_t k = 0; k < count; k++) {
        want[k] = scale[k] = 0;
        for (size_t b = 0; b < books; b++) {
            double v = book[(b * size + code[index[k] / 8 * books + b]) * 8 + index[k] % 8];
            want[k] += by * v;
            scale[k] += fabs(by * v);
        }
    }
    return 0;
}

/* Three layers of two widths. 1: the one that gains most gains least for each byte. 2: the best step does not fit.
 * 3: two gain the same for each byte, and the budget is not for both. 4: layers of terabytes. */
static int trap_fill(int trap, const struct ridge_buffer *b)
{
    static const double loss[][6] = {
        { 4, 1, 8, 2, 3.5, 1 }, { 4, 1, 40, 2, 3.5, 1 }, { 4, 1, 10, 1, 3, 1.5 }, { 4, 1, 8, 2, 3.5, 1 }
    };
    static const int64_t bytes[6] = { 250, 375, 750, 1125, 250, 375 };
    if (b->count != 6 || trap > 4)
        return -1;
    if (b->dtype == RIDGE_I64)
        for (int k = 0; k < 6; k++)
            ((int64_t *)b->data)[k] = bytes[k] << (trap == 4 ? 33 : 0);
    else
        memcpy(b->data, loss[trap - 1], sizeof loss[0]);
    return 0;
}

/* Losses that fall with the width, now and then not, and equal ones in neighbours; sizes of layers that differ. */
int losses_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    size_t widths = (size_t)ridge_int(c, "widths");
    if (!b || widths < 1)
        return -1;
    if (ridge_num(c, "trap") > 0)
        return trap_fill((int)ridge_num(c, "trap"), b);
    for (size_t k = 0; k < b->count; k++) {
        size_t layer = k / widths, w = k % widths;
        int64_t numbers = layer % 4 < 2 ? 1000 : 1000 * (1 + (int64_t)layer % 3);
        if (b->dtype == RIDGE_I64) {
            ((int64_t *)b->data)[k] = numbers * (2 + (int64_t)w) / 8;
            continue;
        }
        double *loss = b->data, v = 8 * exp(.7 * normal(&seed)) * pow(.3, (double)w);
        v *= numbers > 1000 ? 2 : 1; /* more than others lose, and less for each byte */
        loss[k] = layer % 4 == 1 ? loss[k - widths] : layer % 5 == 2 && w == 2 ? loss[k - 1] * 1.5 : v;
    }
    return 0;
}

int bits_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const double *loss = ridge_data(c, "loss");
    const int64_t *bytes = ridge_data(c, "bytes"), *used = ridge_data(c, "used");
    const int32_t *pick = ridge_data(c, "pick");
    int64_t L = ridge_int(c, "layers"), W = ridge_int(c, "widths"), budget = ridge_int(c, "budget"), left = budget;
    int32_t want[64] = { 0 };
    if (!loss || !bytes || !used || !pick || L > 64)
        return -1;
    for (int64_t l = 0; l < L; l++)
        left -= bytes[l * W];
    for (int64_t best = 0; left >= 0 && best >= 0;) {
        double most = 0;
        best = -1;
        for (int64_t l = 0; l < L; l++) {
            int64_t at = l * W + want[l], more = want[l] + 1 < W ? bytes[at + 1] - bytes[at] : budget + 1;
            double gain = more <= left ? (loss[at] - loss[at + 1]) / (double)more : 0;
            best = gain > most ? l : best;
            most = fmax(gain, most);
        }
        if (best >= 0) {
            left -= bytes[best * W + want[best] + 1] - bytes[best * W + want[best]];
            want[best]++;
        }
    }
    v->pass = *used == (left < 0 ? -1 : budget - left);
    if (!v->pass)
        snprintf(v->message, sizeof v->message, "mismatch: %lld bytes came back, expected %lld", (long long)*used,
                 (long long)(left < 0 ? -1 : budget - left));
    for (int64_t l = 0; v->pass && left >= 0 && l < L; l++)
        if (pick[l] != want[l]) {
            v->pass = 0;
            snprintf(v->message, sizeof v->message, "mismatch: layer %lld has width %d, expected %d", (long long)l,
                     pick[l], want[l]);
        }
    return 0;
}
