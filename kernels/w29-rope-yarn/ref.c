/*
 * ref.c: frequencies by their definition; a table whose sines are polynomials; a rotation that reads the table once.
 *
 * The table's angle is a product in double, which has 53 bits: at position 2^24 there are 28 left behind the point,
 * where a float has none. Multiples of a quarter turn come off the angle in two pieces, so that what is left keeps
 * its digits; on that eighth of a turn to each side five and six terms of a series are enough for a float. Eight
 * pairs are done at a time. 1.5 * 2^52 added to a double leaves it rounded to a whole number, whose last two bits
 * say which quarter it was.
 *
 * The rotation takes sixteen channels of a row of the table and turns these of every head, so the table is read once a
 * token and the bound is q and k themselves, read and written.
 */
#include "lab.h"

static double stretched(double t, double s, double turns, double few, double many)
{
    double g = (turns - few) / (many - few);
    g = g < 0 ? 0 : g > 1 ? 1 : g;
    return t * (g + (1 - g) / s);
}

void rope_freqs(double *inv, int d, double base, enum rope_mode mode, double s, int trained)
{
    const double two_pi = 6.283185307179586;
    if (mode == ROPE_NTK)
        base *= pow(s, (double)d / (d - 2));
    for (int i = 0; i < d / 2; i++) {
        double t = pow(base, -2. * i / d), turns = trained * t / two_pi;
        if (mode == ROPE_PI)
            t /= s;
        else if (mode == ROPE_YARN)
            t = stretched(t, s, turns, YARN_FEW, YARN_MANY);
        else if (mode == ROPE_LLAMA3)
            t = stretched(t, s, turns, LLAMA3_FEW, LLAMA3_MANY);
        inv[i] = t;
    }
}

double yarn_mscale(double s)
{
    return s > 1 ? .1 * log(s) + 1 : 1;
}

/* ------------------------------------------------------------------------------------------- the table */

enum { WIDE = 8 };
typedef double doubles __attribute__((vector_size(WIDE * sizeof(double)), aligned(8), may_alias));
typedef int64_t longs __attribute__((vector_size(WIDE * sizeof(int64_t)), aligned(8), may_alias));
typedef float floats __attribute__((vector_size(WIDE * sizeof(float)), aligned(4), may_alias));

static inline doubles either(longs mask, doubles yes, doubles no)
{
    return (doubles)((mask & (longs)yes) | (~mask & (longs)no));
}

static inline void turn_of(doubles x, double scale, floats *cosine, floats *sine)
{
    const double round = 0x1.8p52;
    doubles t = x * .6366197723675814 + round, n = t - round; /* quarter turns */
    longs quarter = (longs)t;
    doubles r = x - n * 1.57079632673412561 - n * 6.07710050650619225e-11, u = r * r;
    doubles s = r * (1 + u * (-1. / 6 + u * (1. / 120 + u * (-1. / 5040 + u * (1. / 362880)))));
    doubles c = 1 + u * (-.5 + u * (1. / 24 + u * (-1. / 720 + u * (1. / 40320 + u * (-1. / 3628800)))));
    longs odd = -(quarter & 1), below_s = -(quarter >> 1 & 1), below_c = -((quarter + 1) >> 1 & 1);
    doubles a = either(odd, c, s), b = either(odd, s, c);
    *sine = __builtin_convertvector(either(below_s, -a, a) * scale, floats);
    *cosine = __builtin_convertvector(either(below_c, -b, b) * scale, floats);
}

void rope_table(float *cs, int n, const int32_t *pos, const double *inv, int d, double scale)
{
    int half = d / 2;
    for (int t = 0; t < n; t++, cs += d) {
        double at = pos[t];
        int i = 0;
        for (; i + WIDE <= half; i += WIDE)
            turn_of(*(const doubles *)(inv + i) * at, scale, (floats *)(cs + i), (floats *)(cs + half + i));
        for (; i < half; i++) {
            cs[i] = (float)(scale * cos(at * inv[i]));
            cs[half + i] = (float)(scale * sin(at * inv[i]));
        }
    }
}

/* ---------------------------------------------------------------------------------------- the rotation */

enum { LANES = 16 };
typedef float lanes __attribute__((vector_size(LANES * sizeof(float)), aligned(4), may_alias));
typedef int32_t places __attribute__((vector_size(LANES * sizeof(float))));

static inline void turn_pair(float *a, float *b, float c, float s)
{
    float x = *a, y = *b;
    *a = x * c - y * s;
    *b = x * s + y * c;
}

/* One token's heads; c and s are the two halves of its row. */
static void turn_halves(float *x, int heads, int half, const float *c, const float *s)
{
    int i = 0;
    for (; i + LANES <= half; i += LANES) {
        lanes cosine = *(const lanes *)(c + i), sine = *(const lanes *)(s + i);
        float *at = x + i;
        for (int h = 0; h < heads; h++, at += 2 * half) {
            lanes a = *(lanes *)at, b = *(lanes *)(at + half);
            *(lanes *)at = a * cosine - b * sine;
            *(lanes *)(at + half) = a * sine + b * cosine;
        }
    }
    for (; i < half; i++)
        for (int h = 0; h < heads; h++)
            turn_pair(x + h * 2 * half + i, x + h * 2 * half + half + i, c[i], s[i]);
}

static void turn_neighbours(float *x, int heads, int half, const float *c, const float *s)
{
    const places swap = { 1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14 };
    int i = 0;
    for (; i + LANES / 2 <= half; i += LANES / 2) {
        lanes cosine, sine;
        for (int j = 0; j < LANES; j += 2) {
            cosine[j] = cosine[j + 1] = c[i + j / 2];
            sine[j] = -s[i + j / 2];
            sine[j + 1] = s[i + j / 2];
        }
        float *at = x + 2 * i;
        for (int h = 0; h < heads; h++, at += 2 * half) {
            lanes v = *(lanes *)at;
            *(lanes *)at = v * cosine + __builtin_shuffle(v, swap) * sine;
        }
    }
    for (; i < half; i++)
        for (int h = 0; h < heads; h++)
            turn_pair(x + h * 2 * half + 2 * i, x + h * 2 * half + 2 * i + 1, c[i], s[i]);
}

void rope_apply(float *q, float *k, const float *cs, int T, int H, int Hkv, int d, enum rope_layout layout)
{
    int half = d / 2;
    for (int t = 0; t < T; t++, cs += d, q += H * d, k += Hkv * d)
        if (layout == HALVES) {
            turn_halves(q, H, half, cs, cs + half);
            turn_halves(k, Hkv, half, cs, cs + half);
        } else {
            turn_neighbours(q, H, half, cs, cs + half);
            turn_neighbours(k, Hkv, half, cs, cs + half);
        }
}

/* ---------------------------------------------------------------------------------------- the decision */

void extend(double *inv, double *scale, int d, double base, int trained, int length)
{
    double s = length > trained ? (double)length / trained : 1;
    rope_freqs(inv, d, base, ROPE_YARN, s, trained);
    *scale = yarn_mscale(s);
}
