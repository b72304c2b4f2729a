/*
 * Mixed precision, as one writes it down: the definition of rounding, with the maths library. Scale a number until the
 * format's step is 1, round, scale back, and put the fields together. Right for every float, and one at a time: calls
 * to frexp and ldexp and a branch for each kind of number. ref.c does it with the bits.
 *
 * The steps and checkpointing are the reference's: nothing about them is slow.
 */
#include "lab.h"

uint16_t ref_bf16(float x);
uint16_t ref_f16(float x);
float ref_bf16_value(uint16_t h);
float ref_f16_value(uint16_t h);
void ref_bf16_n(int64_t n, const float *x, uint16_t *y);
void ref_f16_n(int64_t n, const float *x, uint16_t *y);
#define mp_bf16 ref_bf16
#define mp_f16 ref_f16
#define mp_bf16_value ref_bf16_value
#define mp_f16_value ref_f16_value
#define mp_bf16_n ref_bf16_n
#define mp_f16_n ref_f16_n
#include "ref.c"
#undef mp_bf16
#undef mp_f16
#undef mp_bf16_value
#undef mp_f16_value
#undef mp_bf16_n
#undef mp_f16_n

/* --- numbers ---------------------------------------------------------------------------------- */

/* The code of |x|, x no NaN, in a format of E exponent and M mantissa bits. */
static unsigned magnitude(double x, int E, int M)
{
    int e, bias = (1 << (E - 1)) - 1;
    unsigned top = ((1u << E) - 1) << M;
    if (isinf(x))
        return top;
    frexp(x, &e);
    int place = (e - 1 < 1 - bias ? 1 - bias : e - 1) - M; /* of the last bit kept */
    double steps = rint(ldexp(fabs(x), -place));
    unsigned code = ((unsigned)(place + M + bias - 1) << M) + (unsigned)steps;
    return x == 0 ? 0 : code < top ? code : top;
}

static uint16_t code_of(float x, int E, int M)
{
    unsigned sign = signbit(x) ? 0x8000 : 0;
    if (isnan(x))
        return 0x7fff;
    return (uint16_t)(sign | magnitude(x, E, M));
}

static float value_of(unsigned h, int E, int M)
{
    int e = (int)(h >> M & ((1u << E) - 1)), least = 2 - (1 << (E - 1));
    double m = h & ((1u << M) - 1), x = ldexp(m, least - M);
    if (e == (1 << E) - 1)
        x = m > 0 ? (double)NAN : (double)INFINITY;
    else if (e)
        x = ldexp((1 << M) + m, e - 1 + least - M);
    return (float)(h & 0x8000 ? -x : x);
}

uint16_t mp_bf16(float x)
{
    return code_of(x, 8, 7);
}

uint16_t mp_f16(float x)
{
    return code_of(x, 5, 10);
}

float mp_bf16_value(uint16_t h)
{
    return value_of(h, 8, 7);
}

float mp_f16_value(uint16_t h)
{
    return value_of(h, 5, 10);
}

void mp_bf16_n(int64_t n, const float *x, uint16_t *y)
{
    for (int64_t k = 0; k < n; k++)
        y[k] = mp_bf16(x[k]);
}

void mp_f16_n(int64_t n, const float *x, uint16_t *y)
{
    for (int64_t k = 0; k < n; k++)
        y[k] = mp_f16(x[k]);
}
