/*
 * summation.c: yours. lab.h says what each function must return, and how wrong it may be.
 *
 * Everything compiles as it stands and every function is wrong. Start with sm_naive, then sm_kahan
 * beside it: four lines in the loop. Then find out on paper why the four lines work.
 */
#include "lab.h"

float sm_naive(int64_t n, const float *x)
{
    (void)n, (void)x;
    return 0;
}

float sm_pairwise(int64_t n, const float *x)
{
    /* Halve until a piece is small. What may a piece do, so that no element waits in a long chain and
     * vector registers are full? */
    (void)n, (void)x;
    return 0;
}

float sm_kahan(int64_t n, const float *x)
{
    /* After t = s + y: which part of y did not arrive in t? */
    (void)n, (void)x;
    return 0;
}

float sm_neumaier(int64_t n, const float *x)
{
    /* Kahan's way to find what is lost needs |s| >= |y|. When is it the other way round? */
    (void)n, (void)x;
    return 0;
}

float sm_dot(int64_t n, const float *x, const float *y)
{
    /* fmaf(a, b, -p) is the rounding error of p = a*b. Mind what the compiler contracts. */
    (void)n, (void)x, (void)y;
    return 0;
}

void sm_partial(int64_t n, const float *x, int w, int W, float *part)
{
    /* What one worker adds up must not depend on how many workers there are. */
    (void)n, (void)x, (void)w, (void)W, (void)part;
}

float sm_combine(int64_t blocks, const float *part)
{
    (void)blocks, (void)part;
    return 0;
}

void sm_push(struct sm_stats *s, float x)
{
    (void)s, (void)x;
}

struct sm_stats sm_merge(struct sm_stats a, struct sm_stats b)
{
    (void)b;
    return a;
}

float sm_lse(int64_t n, const float *x)
{
    /* The largest so far, and the sum relative to it: what happens to the sum when a larger one comes? */
    (void)n, (void)x;
    return 0;
}

void sm_softmax(int64_t n, const float *x, float *y)
{
    (void)n, (void)x, (void)y;
}

float sm_cap(float x, float cap)
{
    (void)x, (void)cap;
    return 0;
}

float sm_cap_grad(float x, float cap)
{
    /* 1 - tanh^2 is right on paper. What is left of it when tanh rounds to 1? */
    (void)x, (void)cap;
    return 0;
}

float sm_zloss(int64_t n, const float *x, float weight, float *grad)
{
    (void)n, (void)x, (void)weight, (void)grad;
    return 0;
}

int sm_roots(float a, float b, float c, float r[2])
{
    /* Two cancellations: b*b - 4*a*c, and -b + sqrt(...). Neither is necessary. */
    (void)a, (void)b, (void)c, (void)r;
    return 0;
}
