/*
 * floatbits.c: yours. lab.h says what each function must return.
 *
 * Everything compiles as it stands and every function is wrong. Start with fb_decode and the 16
 * codes of E2M1: you can write all of them on a sheet of paper. Then ulp and next, then encode.
 */
#include "lab.h"

double fb_decode(const struct fmt *f, uint32_t code)
{
    /* Cut the code into s, e, m. Is e all ones? Is e zero? Powers of two without the maths library:
     * a double whose mantissa is empty is one, and you know where its exponent field lies. */
    (void)f, (void)code;
    return 0;
}

uint32_t fb_encode(const struct fmt *f, double x, enum fb_mode mode, uint32_t rnd)
{
    /* How many of x's 53 bits lie below the last place of the result? That number is larger where
     * the result is subnormal. Cut, look at what was cut, perhaps add one. */
    (void)f, (void)x, (void)mode, (void)rnd;
    return 0;
}

double fb_ulp(const struct fmt *f, uint32_t code)
{
    (void)f, (void)code;
    return 0;
}

uint32_t fb_next(const struct fmt *f, uint32_t code, int up)
{
    /* Without their sign, codes stand in the order of their values. */
    (void)f, (void)up;
    return code;
}

uint32_t fb_fma32(uint32_t a, uint32_t b, uint32_t c)
{
    /* 24 x 24 bits fit an uint64_t. Where does c lie relative to that, and what is left of the one
     * that lies far below the other? unsigned __int128 is allowed. */
    (void)a, (void)b, (void)c;
    return 0;
}

void fb_e4m3_n(int64_t n, const float *x, uint8_t *y)
{
    /* Calling fb_encode n times is right, and slow. Same steps for every element, and selections
     * in place of branches: then the compiler works on 8 or 16 of them at once. */
    (void)n, (void)x, (void)y;
}

void fb_bf16_sr_n(int64_t n, const float *x, const uint32_t *rnd, uint16_t *y)
{
    /* bf16 is the upper half of fp32. What does adding 16 random bits to the lower half do? */
    (void)n, (void)x, (void)rnd, (void)y;
}
