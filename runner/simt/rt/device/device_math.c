/* device_math.c: the arithmetic of a device that x86 and libm do not have. */
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "runner/simt/include/simt/library.h"

/* ---- conversions --------------------------------------------------------------------------------------- */

static uint64_t bits_of(double x)
{
    uint64_t u;
    memcpy(&u, &x, sizeof u);
    return u;
}

static double round_integral(double x, int round)
{
    if (round == SIMT_RN)
        return nearbyint(x);
    return round == SIMT_RD ? floor(x) : round == SIMT_RU ? ceil(x) : trunc(x);
}

long long simt_to_signed(double x, int round, int bits, int nan_high)
{
    double limit = ldexp(1, bits - 1);
    if (x != x)
        return nan_high ? (long long)(~0ull << (bits - 1)) : 0;
    x = round_integral(x, round);
    if (x >= limit)
        return (long long)(~0ull >> (65 - bits));
    return x < -limit ? (long long)(~0ull << (bits - 1)) : (long long)x;
}

unsigned long long simt_to_unsigned(double x, int round, int bits, int nan_high)
{
    if (x != x)
        return nan_high ? 1ull << (bits - 1) : 0;
    x = round_integral(x, round);
    if (x >= ldexp(1, bits))
        return ~0ull >> (64 - bits);
    return x <= 0 ? 0 : (unsigned long long)x;
}

/* One instruction under another rounding: the modes of MXCSR are those of enum simt_round. */
#define ROUNDED(round, instruction, result, ...)                                                             \
    do {                                                                                                     \
        unsigned there = 0x1f80u | (unsigned)(round) << 13, back = 0x1f80u;                                  \
        __asm__("vldmxcsr %1\n\t" instruction "\n\tvldmxcsr %2"                                              \
                : "=&x"(result)                                                                              \
                : "m"(there), "m"(back), __VA_ARGS__);                                                       \
    } while (0)

float simt_narrow(double x, int round)
{
    float r;
    ROUNDED(round, "vcvtsd2ss %3, %3, %0", r, "x"(x));
    return r;
}

float simt_from_signed_f32(long long x, int round)
{
    float r;
    ROUNDED(round, "vxorps %0, %0, %0\n\tvcvtsi2ssq %3, %0, %0", r, "r"(x));
    return r;
}

double simt_from_signed_f64(long long x, int round)
{
    double r;
    ROUNDED(round, "vxorps %0, %0, %0\n\tvcvtsi2sdq %3, %0, %0", r, "r"(x));
    return r;
}

/* Half the number with its last bit kept: rounds as the number itself does. */
static long long halved(unsigned long long x)
{
    return (long long)(x >> 1 | (x & 1));
}

float simt_from_unsigned_f32(unsigned long long x, int round)
{
    return x >> 63 ? 2 * simt_from_signed_f32(halved(x), round) : simt_from_signed_f32((long long)x, round);
}

double simt_from_unsigned_f64(unsigned long long x, int round)
{
    return x >> 63 ? 2 * simt_from_signed_f64(halved(x), round) : simt_from_signed_f64((long long)x, round);
}

static double odd(double truncated, int inexact)
{
    uint64_t u = bits_of(truncated) | (unsigned)inexact;
    memcpy(&truncated, &u, sizeof u);
    return truncated;
}

double simt_signed_odd(long long x)
{
    double r = simt_from_signed_f64(x, SIMT_RZ);
    return odd(r, (long long)r != x);
}

double simt_unsigned_odd(unsigned long long x)
{
    double r = simt_from_unsigned_f64(x, SIMT_RZ);
    return odd(r, (unsigned long long)r != x);
}

double simt_fma_odd(double a, double b, double c)
{
    double p = a * b, s = p + c;
    if (!isfinite(s))
        return s;
    double part = s - p, error = (p - (s - part)) + (c - part);
    uint64_t u = bits_of(s);
    if (error != 0 && !(u & 1)) /* the odd neighbour on the side of the true sum */
        u += (error < 0) == (s < 0) ? 1 : -(uint64_t)1;
    memcpy(&s, &u, sizeof s);
    return s;
}

unsigned simt_encode(double x, int round, int mantissa, int low, unsigned most)
{
    int exponent, up = round == SIMT_RU ? !signbit(x) : round == SIMT_RD && signbit(x);
    int nearest = round == SIMT_RN;
    x = fabs(x);
    if (x == 0)
        return 0;
    if (isinf(x))
        return most + 1;
    frexp(x, &exponent);
    exponent = exponent - 1 < low ? low : exponent - 1; /* of the leading bit, or of the subnormals */
    double scaled = ldexp(x, mantissa - exponent), whole = floor(scaled), rest = scaled - whole;
    unsigned long long n = (unsigned long long)whole;
    n += nearest ? rest > 0.5 || (rest == 0.5 && (n & 1)) : up && rest > 0;
    n += (unsigned long long)(exponent - low) << mantissa; /* a carry moves on into the exponent by itself */
    if (n <= most)
        return (unsigned)n;
    return nearest || up ? most + 1 : most;
}

/* ---- functions ----------------------------------------------------------------------------------------- */

float simt_rsqrt_rn(float x)
{
    return (float)(1 / sqrtl(x));
}

/* x times the reciprocal of y, which the device takes for 0 where it is below the normal numbers. */
float simt_fdividef(float x, float y)
{
    float m = fabsf(y);
    if (m > 0x1p126f && m <= FLT_MAX)
        return x * copysignf(0, y);
    return x / y;
}

float simt_powf_fast(float x, float y)
{
    return (float)exp2((double)y * log2(x));
}

/* x modulo 2, in [-1, 1]: exact. */
static long double turn(double x)
{
    return (long double)(x - 2 * nearbyint(x / 2));
}

double simt_sinpi(double x)
{
    if (!isfinite(x))
        return NAN;
    if (x == trunc(x))
        return copysign(0, x);
    return (double)sinl(3.14159265358979323846264338327950288L * turn(x));
}

double simt_cospi(double x)
{
    if (!isfinite(x))
        return NAN;
    long double r = fabsl(turn(x));
    return r == 0.5L ? 0 : (double)sinl(3.14159265358979323846264338327950288L * (0.5L - r));
}

double simt_tanpi(double x)
{
    return simt_sinpi(x) / simt_cospi(x);
}

double simt_rcbrt(double x)
{
    return (double)(1 / cbrtl(x));
}

/* Up to 10 exp(x^2) erfc(x), with the rounding of x^2 made good; above, the asymptotic series. */
double simt_erfcx(double x)
{
    if (x != x)
        return x;
    if (x < 10) {
        double square = x * x, rest = fma(x, x, -square);
        return x < -26.7 ? INFINITY : exp(square) * (1 + rest) * erfc(x);
    }
    double s = 1, term = 1;
    for (int k = 1; k < 30 && fabs(term) > DBL_EPSILON / 4; k++) {
        term *= -(2 * k - 1) / (2 * x * x);
        s += term;
    }
    return s * 0.56418958354775628695 / x;
}

double simt_erfcinv(double p)
{
    if (!(p >= 0 && p <= 2))
        return NAN;
    if (p == 0 || p == 2)
        return p == 0 ? INFINITY : -INFINITY;
    if (p > 0.5 && p < 1.5)
        return simt_erfinv(1 - p);
    if (p > 1)
        return -simt_erfcinv(2 - p);
    double t = sqrt(-2 * log(p / 2));
    double x = -0.70711 * ((2.30753 + t * 0.27061) / (1 + t * (0.99229 + t * 0.04481)) - t);
    for (int i = 0; i < 3; i++) { /* Halley; relative, so that the smallest p are as good */
        double error = (erfc(x) - p) / (1.12837916709551257390 * exp(-x * x));
        x += error / (1 - x * error);
    }
    return x;
}

double simt_erfinv(double z)
{
    if (!(z >= -1 && z <= 1))
        return NAN;
    if (fabs(z) > 0.5)
        return copysign(simt_erfcinv(1 - fabs(z)), z);
    double x = z * (0.88622692545275801365 + z * z * 0.23201366653465449);
    for (int i = 0; i < 3; i++) {
        double error = (erf(x) - z) / (1.12837916709551257390 * exp(-x * x));
        x -= error / (1 + x * error);
    }
    return x;
}

double simt_normcdf(double x)
{
    const double root = 0.70710678118654752440, root_low = -4.8336466567264567e-17;
    double h = -x * root, low = fma(-x, root, -h) - x * root_low;
    if (!isfinite(x) || fabs(h) > 27)
        return 0.5 * erfc(h);
    return 0.5 * (erfc(h) - 1.12837916709551257390 * exp(-h * h) * low);
}

double simt_normcdfinv(double p)
{
    return -1.41421356237309504880 * simt_erfcinv(2 * p);
}

/* The series to 30, which has no cancellation; above, the asymptotic one. */
double simt_bessel_i(int order, double x)
{
    double a = fabs(x), s = 1, term = 1;
    if (a <= 30) {
        for (int k = 1; term > s * DBL_EPSILON / 8; k++) {
            term *= a * a / 4 / ((double)k * (k + order));
            s += term;
        }
        return order ? x / 2 * s : s;
    }
    for (int k = 1; k < 60 && fabs(term) > DBL_EPSILON / 8; k++) {
        double odd_number = 2 * k - 1;
        term *= -(4.0 * order * order - odd_number * odd_number) / (k * 8 * a);
        s += term;
    }
    double r = exp(a / 2) * (s / sqrt(6.28318530717958647693 * a)) * exp(a / 2);
    return order && x < 0 ? -r : r;
}

double simt_norm(int n, const double *v)
{
    long double s = 0;
    for (int i = 0; i < n; i++)
        s += (long double)v[i] * v[i];
    return (double)sqrtl(s);
}

double simt_norm_f32(int n, const float *v)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += (double)v[i] * v[i];
    return sqrt(s);
}

/* ---- bits ---------------------------------------------------------------------------------------------- */

/* prmt; mode 0 is __byte_perm, 1 to 6: .f4e .b4e .rc8 .ecl .ecr .rc16. */
unsigned simt_byte_perm(unsigned a, unsigned b, unsigned selector, int mode)
{
    uint64_t v = (uint64_t)b << 32 | a;
    unsigned r = 0, k = selector & 3;
    for (unsigned i = 0; i < 4; i++) {
        unsigned nibble = selector >> 4 * i & 15;
        switch (mode) {
        case 1: nibble = (k + i) & 7; break;
        case 2: nibble = (k - i) & 7; break;
        case 3: nibble = k; break;
        case 4: nibble = i < k ? k : i; break;
        case 5: nibble = i < k ? i : k; break;
        case 6: nibble = (k & 1) * 2 + (i & 1); break;
        default: break;
        }
        unsigned byte = (unsigned)(v >> 8 * (nibble & 7)) & 255;
        if (nibble & 8)
            byte = byte & 128 ? 255 : 0;
        r |= byte << 8 * i;
    }
    return r;
}

/* The position of the offset-th set bit from base, upwards or (offset < 0) downwards. */
unsigned simt_fns(unsigned mask, unsigned base, int offset)
{
    int step = offset < 0 ? -1 : 1, left = offset < 0 ? -offset : offset;
    if (offset == 0)
        return base < 32 && mask >> base & 1 ? base : ~0u;
    for (int i = (int)base; i >= 0 && i < 32; i += step)
        if (mask >> i & 1 && --left == 0)
            return (unsigned)i;
    return ~0u;
}

static long long video_limit(long long v, int bits, int is_signed)
{
    long long most = (1ll << (bits - is_signed)) - 1, least = is_signed ? -most - 1 : 0;
    return v > most ? most : v < least ? least : v;
}

static long long video_part(int op, int bits, int is_signed, long long a, long long b)
{
    switch (op) {
    case SIMT_V_ABS: return a < 0 ? -a : a;
    case SIMT_V_ABS_SAT: return video_limit(a < 0 ? -a : a, bits, 1);
    case SIMT_V_SAD:
    case SIMT_V_ABSDIFF: return a < b ? b - a : a - b;
    case SIMT_V_ADD: return a + b;
    case SIMT_V_ADD_SAT: return video_limit(a + b, bits, is_signed);
    case SIMT_V_AVG: return (a + b + (a + b >= 0)) >> 1;
    case SIMT_V_HADD: return (a + b) >> 1;
    case SIMT_V_MAX: return a > b ? a : b;
    case SIMT_V_MIN: return a < b ? a : b;
    case SIMT_V_NEG: return -a;
    case SIMT_V_NEG_SAT: return video_limit(-a, bits, 1);
    case SIMT_V_SUB: return a - b;
    case SIMT_V_SUB_SAT: return video_limit(a - b, bits, is_signed);
    case SIMT_V_EQ: return -(a == b);
    case SIMT_V_NE: return -(a != b);
    case SIMT_V_GE: return -(a >= b);
    case SIMT_V_GT: return -(a > b);
    case SIMT_V_LE: return -(a <= b);
    case SIMT_V_LT: return -(a < b);
    default: return -video_part(op - SIMT_V_SET, bits, is_signed, a, b);
    }
}

unsigned simt_video(int op, int bits, int is_signed, unsigned a, unsigned b)
{
    unsigned r = 0, mask = (1u << bits) - 1, flip = is_signed ? 1u << (bits - 1) : 0;
    for (int i = 0; i < 32; i += bits) {
        long long x = (long long)((a >> i & mask) ^ flip) - flip;
        long long y = (long long)((b >> i & mask) ^ flip) - flip;
        long long v = video_part(op, bits, is_signed, x, y);
        r += op == SIMT_V_SAD ? (unsigned)v : ((unsigned)v & mask) << i;
    }
    return r;
}
