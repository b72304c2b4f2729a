#include "data.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name;
    uint8_t size;
} types[] = {
    [RIDGE_F32] = { "f32", 4 }, [RIDGE_F64] = { "f64", 8 }, [RIDGE_F16] = { "f16", 2 },
    [RIDGE_BF16] = { "bf16", 2 }, [RIDGE_I8] = { "i8", 1 }, [RIDGE_U8] = { "u8", 1 },
    [RIDGE_I16] = { "i16", 2 }, [RIDGE_U16] = { "u16", 2 }, [RIDGE_I32] = { "i32", 4 },
    [RIDGE_U32] = { "u32", 4 }, [RIDGE_I64] = { "i64", 8 }, [RIDGE_U64] = { "u64", 8 },
};

int data_dtype(const char *name, enum ridge_dtype *ret)
{
    for (size_t k = 0; name && k < sizeof types / sizeof types[0]; k++)
        if (!strcmp(types[k].name, name)) {
            *ret = (enum ridge_dtype)k;
            return 0;
        }
    return -1;
}

size_t data_size(enum ridge_dtype t)
{
    return types[t].size;
}

static unsigned char poison_byte(enum ridge_dtype t, size_t at)
{
    switch (t) {
    case RIDGE_F32: case RIDGE_F64: case RIDGE_F16: case RIDGE_BF16:
        return 0xff;
    case RIDGE_I8:
        return 0xa5;
    case RIDGE_U8:
        return 0xfd; /* NaN in E5M2, -416 in E4M3, in no text of ASCII or UTF-8 */
    default:
        return at % 2 ? 0xff : 0xa5;
    }
}

void data_poison(enum ridge_dtype t, void *p, size_t n)
{
    size_t bytes = n * data_size(t);
    const unsigned char pair[2] = { poison_byte(t, 0), poison_byte(t, 1) };
    if (bytes && pair[0] == pair[1])
        memset(p, pair[0], bytes);
    for (size_t k = 0; pair[0] != pair[1] && k < bytes; k += 2)
        memcpy((unsigned char *)p + k, pair, 2);
}

int data_is_poison(enum ridge_dtype t, const void *p, size_t i)
{
    const unsigned char *byte = (const unsigned char *)p + i * data_size(t);
    for (size_t k = 0; k < data_size(t); k++)
        if (byte[k] != poison_byte(t, k))
            return 0;
    return 1;
}

float data_f16_to_f32(uint16_t h)
{
    uint32_t sign = (uint32_t)(h & 0x8000) << 16, e = (h >> 10) & 31, m = h & 1023;
    float x;
    if (e == 31) {
        uint32_t b = sign | 0x7f800000u | (m << 13);
        memcpy(&x, &b, 4);
        return x;
    }
    x = e ? ldexpf((float)(m + 1024), (int)e - 25) : ldexpf((float)m, -24);
    return sign ? -x : x;
}

uint16_t data_f32_to_f16(float x)
{
    uint32_t b;
    memcpy(&b, &x, 4);
    uint16_t sign = (uint16_t)((b >> 16) & 0x8000);
    float a = fabsf(x);
    if (a != a)
        return (uint16_t)(sign | 0x7e00);
    if (a >= 65520.0f) /* halfway between the largest finite code and the next power of two */
        return (uint16_t)(sign | 0x7c00);
    if (a < 0x1p-14f) /* subnormal: a multiple of 2^-24 */
        return (uint16_t)(sign | (uint16_t)lrintf(a * 0x1p24f));
    int e;
    float m = frexpf(a, &e); /* a = m * 2^e, m in [0.5, 1) */
    long q = lrintf(m * 2048.0f);
    if (q == 2048) {
        q = 1024;
        e++;
    }
    return (uint16_t)(sign | (uint16_t)(((e + 14) << 10) + (q - 1024)));
}

static uint16_t bf16_of(float x)
{
    uint32_t b;
    memcpy(&b, &x, 4);
    if (x != x)
        return (uint16_t)((b >> 16) | 0x40);
    b += 0x7fff + ((b >> 16) & 1);
    return (uint16_t)(b >> 16);
}

static float bf16_to(uint16_t h)
{
    uint32_t b = (uint32_t)h << 16;
    float x;
    memcpy(&x, &b, 4);
    return x;
}

double data_get(enum ridge_dtype t, const void *p, size_t i)
{
    switch (t) {
    case RIDGE_F32:
        return (double)((const float *)p)[i];
    case RIDGE_F64:
        return ((const double *)p)[i];
    case RIDGE_F16:
        return (double)data_f16_to_f32(((const uint16_t *)p)[i]);
    case RIDGE_BF16:
        return (double)bf16_to(((const uint16_t *)p)[i]);
    case RIDGE_I8:
        return ((const int8_t *)p)[i];
    case RIDGE_U8:
        return ((const uint8_t *)p)[i];
    case RIDGE_I16:
        return ((const int16_t *)p)[i];
    case RIDGE_U16:
        return ((const uint16_t *)p)[i];
    case RIDGE_I32:
        return ((const int32_t *)p)[i];
    case RIDGE_U32:
        return ((const uint32_t *)p)[i];
    case RIDGE_I64:
        return (double)((const int64_t *)p)[i];
    case RIDGE_U64:
        return (double)((const uint64_t *)p)[i];
    }
    return NAN;
}

/* A cast outside the type's range is undefined in C; a NaN or a huge value becomes the nearest end. */
static int64_t to_int(double x, double lo, double hi)
{
    if (!(x >= lo))
        return (int64_t)lo;
    return x < hi ? (int64_t)rint(x) : hi < 0x1p63 ? (int64_t)hi : INT64_MAX;
}

void data_put(enum ridge_dtype t, void *p, size_t i, double x)
{
    switch (t) {
    case RIDGE_F32:
        ((float *)p)[i] = (float)x;
        break;
    case RIDGE_F64:
        ((double *)p)[i] = x;
        break;
    case RIDGE_F16:
        ((uint16_t *)p)[i] = data_f32_to_f16((float)x);
        break;
    case RIDGE_BF16:
        ((uint16_t *)p)[i] = bf16_of((float)x);
        break;
    case RIDGE_I8:
        ((int8_t *)p)[i] = (int8_t)to_int(x, -128, 127);
        break;
    case RIDGE_U8:
        ((uint8_t *)p)[i] = (uint8_t)to_int(x, 0, 255);
        break;
    case RIDGE_I16:
        ((int16_t *)p)[i] = (int16_t)to_int(x, -32768, 32767);
        break;
    case RIDGE_U16:
        ((uint16_t *)p)[i] = (uint16_t)to_int(x, 0, 65535);
        break;
    case RIDGE_I32:
        ((int32_t *)p)[i] = (int32_t)to_int(x, -2147483648.0, 2147483647.0);
        break;
    case RIDGE_U32:
        ((uint32_t *)p)[i] = (uint32_t)to_int(x, 0, 4294967295.0);
        break;
    case RIDGE_I64:
        ((int64_t *)p)[i] = to_int(x, -0x1p63, 0x1p63);
        break;
    case RIDGE_U64:
        ((uint64_t *)p)[i] = (uint64_t)to_int(x, 0, 0x1p63);
        break;
    }
}

void data_philox(uint32_t c[4], uint64_t key)
{
    uint32_t k0 = (uint32_t)key, k1 = (uint32_t)(key >> 32);
    for (int r = 0; r < 10; r++) {
        uint64_t a = (uint64_t)0xD2511F53u * c[0], b = (uint64_t)0xCD9E8D57u * c[2];
        uint32_t n0 = (uint32_t)(b >> 32) ^ c[1] ^ k0, n2 = (uint32_t)(a >> 32) ^ c[3] ^ k1;
        c[1] = (uint32_t)b;
        c[3] = (uint32_t)a;
        c[0] = n0;
        c[2] = n2;
        k0 += 0x9E3779B9u;
        k1 += 0xBB67AE85u;
    }
}

/* Inverse normal CDF by Acklam's rational approximation: relative error below 1.2e-9, enough to build
 * a table of quantiles once. */
static double normal_quantile(double p)
{
    static const double a[] = { -3.969683028665376e+01, 2.209460984245205e+02,
                                -2.759285104469687e+02, 1.383577518672690e+02,
                                -3.066479806614716e+01, 2.506628277459239e+00 };
    static const double b[] = { -5.447609879822406e+01, 1.615858368580409e+02,
                                -1.556989798598866e+02, 6.680131188771972e+01,
                                -1.328068155288572e+01 };
    static const double c[] = { -7.784894002430293e-03, -3.223964580411365e-01,
                                -2.400758277161838e+00, -2.549732539343734e+00,
                                4.374664141464968e+00, 2.938163982698783e+00 };
    static const double d[] = { 7.784695709041462e-03, 3.224671290700398e-01,
                                2.445134137142996e+00, 3.754408661907416e+00 };
    if (p > 0.5)
        return -normal_quantile(1 - p);
    if (p < 0.02425) {
        double q = sqrt(-2 * log(p));
        return (((((c[0] * q + c[1]) * q + c[2]) * q + c[3]) * q + c[4]) * q + c[5]) /
               ((((d[0] * q + d[1]) * q + d[2]) * q + d[3]) * q + 1);
    }
    double q = p - 0.5, r = q * q;
    return (((((a[0] * r + a[1]) * r + a[2]) * r + a[3]) * r + a[4]) * r + a[5]) * q /
           (((((b[0] * r + b[1]) * r + b[2]) * r + b[3]) * r + b[4]) * r + 1);
}

enum { QUANTILES = 4096 };

/* 4096 quantiles and a straight line between them: a fresh megabyte must cost a millisecond. */
static const float *quantiles(void)
{
    static float q[QUANTILES + 1];
    if (q[QUANTILES] == 0)
        for (int k = 0; k <= QUANTILES; k++) {
            double p = (double)k / QUANTILES;
            double edge = 0.25 / QUANTILES;
            q[k] = (float)normal_quantile(p < edge ? edge : p > 1 - edge ? 1 - edge : p);
        }
    return q;
}

static float normal_of(uint32_t w, const float *q)
{
    uint32_t k = w >> 20;
    return q[k] + (q[k + 1] - q[k]) * ((float)(w & 0xfffff) * 0x1p-20f);
}

struct data_dist data_dist(const json_t *dist)
{
    const char *kind = json_string_value(json_object_get(dist, "kind"));
    const json_t *lo = json_object_get(dist, "lo"), *hi = json_object_get(dist, "hi");
    struct data_dist d = { .kind = dist ? DATA_UNKNOWN : DATA_NONE, .name = kind ? kind : "" };
    if (!kind)
        return d;
    if (!strcmp(kind, "normal")) {
        const json_t *sd = json_object_get(dist, "sd");
        d.kind = DATA_NORMAL;
        d.a = json_number_value(json_object_get(dist, "mean"));
        d.b = sd ? json_number_value(sd) : 1.0;
    } else if (!strcmp(kind, "uniform")) {
        d.kind = DATA_UNIFORM;
        d.a = lo ? json_number_value(lo) : 0.0;
        d.b = hi ? json_number_value(hi) : 1.0;
    } else if (!strcmp(kind, "int")) {
        d.kind = DATA_INTEGER;
        d.a = json_number_value(lo);
        d.b = json_number_value(hi);
    } else if (!strcmp(kind, "const")) {
        d.kind = DATA_CONST;
        d.a = json_number_value(json_object_get(dist, "value"));
    } else if (!strcmp(kind, "zero")) {
        d.kind = DATA_CONST;
    } else if (!strcmp(kind, "custom")) {
        d.kind = DATA_CUSTOM;
        d.fn = json_string_value(json_object_get(dist, "fn"));
    }
    return d;
}

static double draw_one(const struct data_dist *d, uint32_t w, const float *q)
{
    switch (d->kind) {
    case DATA_NORMAL:
        return d->a + d->b * (double)normal_of(w, q);
    case DATA_UNIFORM:
        return d->a + (d->b - d->a) * ((double)w * 0x1p-32);
    case DATA_INTEGER:
        return floor(d->a + (d->b - d->a + 1) * ((double)w * 0x1p-32));
    case DATA_CONST:
    case DATA_CUSTOM:
    case DATA_UNKNOWN:
    case DATA_NONE:
        break;
    }
    return d->a;
}

int data_fill(const struct data_dist *d, enum ridge_dtype t, void *p, size_t count, uint64_t seed, uint32_t stream)
{
    if (d->kind == DATA_NONE || d->kind == DATA_UNKNOWN || d->kind == DATA_CUSTOM)
        return -1;
    const float *q = quantiles();
    float *f = t == RIDGE_F32 && d->kind == DATA_NORMAL ? p : NULL;
    for (size_t i = 0; i < count; i += 4) {
        uint64_t block = i / 4;
        uint32_t c[4] = { (uint32_t)block, (uint32_t)(block >> 32), stream, 0x52494447u };
        data_philox(c, seed);
        size_t n = count - i < 4 ? count - i : 4;
        if (f) {
            for (size_t k = 0; k < n; k++)
                f[i + k] = (float)d->a + (float)d->b * normal_of(c[k], q);
        } else {
            for (size_t k = 0; k < n; k++)
                data_put(t, p, i + k, draw_one(d, c[k], q));
        }
    }
    return 0;
}

enum { RENEWED = 512 };

/* New elements, and 16 bits for the place of each. */
struct renewal {
    double value[RENEWED]; /* of any type: none is larger */
    uint16_t place[RENEWED];
};

static int draw_renewal(const struct data_dist *d, enum ridge_dtype t, struct renewal *r, uint64_t first, size_t n,
                        uint64_t seed, uint32_t stream)
{
    for (size_t i = 0; i < n; i += 8) {
        uint64_t block = (first + i) / 8;
        uint32_t c[4] = { (uint32_t)block, (uint32_t)(block >> 32), stream, 0x52494e57u };
        data_philox(c, seed);
        memcpy(r->place + i, c, sizeof c);
    }
    return data_fill(d, t, r->value, n, seed, stream + 256 * (uint32_t)(1 + first / RENEWED));
}

int data_renew(const struct data_dist *d, enum ridge_dtype t, void *p, size_t count, size_t fresh, uint64_t seed,
               uint32_t stream)
{
    struct renewal r;
    size_t size = data_size(t), each = fresh && count / fresh > 1 ? count / fresh : 2;
    each = each > 65536 ? 65536 : each; /* what 16 bits tell apart */
    size_t groups = (count + each - 1) / each;
    for (size_t first = 0; first < groups; first += RENEWED) {
        size_t n = groups - first < RENEWED ? groups - first : RENEWED;
        if (draw_renewal(d, t, &r, first, n, seed, stream))
            return -1;
        for (size_t i = 0; i < n; i++) {
            size_t at = (first + i) * each, room = count - at < each ? count - at : each;
            at += r.place[i] * room >> 16;
            memcpy((char *)p + at * size, (const char *)r.value + i * size, size);
        }
    }
    return 0;
}
