/*
 * Reductions, the reference solution.
 *
 * Pairwise. An addition's error is at most u of its result, so what an element suffers is the number of
 * additions that it passes. A chain gives it up to n of them, a tree log2 n. The tree costs nothing:
 * its leaves are 512 elements, added into 64 lanes, which are eight vectors that do not wait for each
 * other. That is what a fast naive sum does too (a single chain would wait for the adder at every
 * step), and the tree above the leaves is one addition for each 512 loads.
 *
 * Compensation. t = fl(s + y) loses e = (s + y) - t, which is itself a float, and e = (s - (t - b)) +
 * (y - b) with b = t - s finds it without asking which of s and y is larger. Kahan feeds e into the next
 * y, Neumaier adds the e up beside the sum, the dot product does that with the errors of the products
 * too, which an fma delivers exactly.
 *
 * as_rounded: the compiler may contract a*b into a following addition. Then what is added is not p, and
 * the error computed for it is that of another addition. An empty asm statement keeps the value as it
 * was rounded and costs no instruction.
 */
#include "lab.h"

enum { LEAF = 512, LANES = 64 };

typedef float v8 __attribute__((vector_size(32), aligned(4), may_alias));

static inline float as_rounded(float x)
{
    __asm__("" : "+x"(x));
    return x;
}

/* --- sums ------------------------------------------------------------------------------------- */

float sm_naive(int64_t n, const float *x)
{
    float s = 0;
    for (int64_t k = 0; k < n; k++)
        s += x[k];
    return s;
}

/* The last row, which is not full, padded with zeros. */
static void add_rest(int64_t n, const float *x, v8 *lane)
{
    float pad[LANES] = { 0 };
    memcpy(pad, x, (size_t)n * sizeof *x);
    for (int k = 0; k < LANES / 8; k++)
        lane[k] += *(const v8 *)(pad + 8 * k);
}

/* Up to LEAF elements in 64 lanes, and the lanes in a tree. */
static float leaf(int64_t n, const float *x)
{
    v8 lane[LANES / 8] = { 0 };
    for (; n >= LANES; n -= LANES, x += LANES)
        for (int k = 0; k < LANES / 8; k++)
            lane[k] += *(const v8 *)(x + 8 * k);
    if (n)
        add_rest(n, x, lane);
    for (int half = LANES / 16; half; half /= 2)
        for (int k = 0; k < half; k++)
            lane[k] += lane[k + half];
    v8 v = lane[0];
    return ((v[0] + v[4]) + (v[2] + v[6])) + ((v[1] + v[5]) + (v[3] + v[7]));
}

float sm_pairwise(int64_t n, const float *x)
{
    if (n <= LEAF)
        return leaf(n, x);
    int64_t half = (n / 2 + LEAF - 1) / LEAF * LEAF; /* whole leaves on the left */
    return sm_pairwise(half, x) + sm_pairwise(n - half, x + half);
}

float sm_kahan(int64_t n, const float *x)
{
    float s = 0, c = 0;
    for (int64_t k = 0; k < n; k++) {
        float y = x[k] - c, t = s + y;
        c = (t - s) - y;
        s = t;
    }
    return s;
}

/* s becomes fl(s + y); returns what that lost, exactly (Knuth). */
static inline float two_sum(float *s, float y)
{
    float t = *s + y, b = t - *s, e = (*s - (t - b)) + (y - b);
    *s = t;
    return e;
}

float sm_neumaier(int64_t n, const float *x)
{
    float s = 0, lost = 0;
    for (int64_t k = 0; k < n; k++)
        lost += two_sum(&s, x[k]);
    return s + lost;
}

float sm_dot(int64_t n, const float *x, const float *y)
{
    float s = 0, lost = 0;
    for (int64_t k = 0; k < n; k++) {
        float p = as_rounded(x[k] * y[k]), e = fmaf(x[k], y[k], -p);
        lost += e + two_sum(&s, p);
    }
    return s + lost;
}

/* --- the same bits with any number of workers ------------------------------------------------- */

void sm_partial(int64_t n, const float *x, int w, int W, float *part)
{
    for (int64_t b = w; b * SM_BLOCK < n; b += W) {
        int64_t left = n - b * SM_BLOCK;
        part[b] = sm_pairwise(left < SM_BLOCK ? left : SM_BLOCK, x + b * SM_BLOCK);
    }
}

float sm_combine(int64_t blocks, const float *part)
{
    return sm_pairwise(blocks, part);
}

/* --- mean and variance ------------------------------------------------------------------------ */

void sm_push(struct sm_stats *s, float x)
{
    float from_old = x - s->mean;
    s->mean += from_old / (float)++s->n;
    s->m2 += from_old * (x - s->mean);
}

struct sm_stats sm_merge(struct sm_stats a, struct sm_stats b)
{
    struct sm_stats r = { a.n + b.n, 0, 0 };
    if (!r.n)
        return r;
    float gap = b.mean - a.mean, share = (float)b.n / (float)r.n;
    r.mean = a.mean + gap * share;
    r.m2 = a.m2 + b.m2 + gap * gap * (float)a.n * share;
    return r;
}

/* --- softmax and what stands around it -------------------------------------------------------- */

float sm_lse(int64_t n, const float *x)
{
    float top = -INFINITY, s = 0;
    for (int64_t k = 0; k < n; k++) {
        float v = x[k];
        if (v > top) {
            s = s * expf(top - v) + 1;
            top = v;
        } else if (v > -INFINITY) {
            s += expf(v - top);
        }
    }
    return s > 0 ? top + logf(s) : -INFINITY;
}

void sm_softmax(int64_t n, const float *x, float *y)
{
    float top = -INFINITY;
    for (int64_t k = 0; k < n; k++)
        top = x[k] > top ? x[k] : top;
    for (int64_t k = 0; k < n; k++)
        y[k] = top > -INFINITY ? expf(x[k] - top) : 0;
    float s = sm_pairwise(n, y);
    for (int64_t k = 0; s > 0 && k < n; k++)
        y[k] /= s;
}

float sm_cap(float x, float cap)
{
    return cap * tanhf(x / cap);
}

/* 1/cosh^2, with the exponential that gets small. */
float sm_cap_grad(float x, float cap)
{
    float e = expf(-2 * fabsf(x / cap)), d = 1 + e;
    return 4 * e / (d * d);
}

float sm_zloss(int64_t n, const float *x, float weight, float *grad)
{
    float z = sm_lse(n, x);
    sm_softmax(n, x, grad);
    for (int64_t k = 0; k < n; k++)
        grad[k] *= 2 * weight * z;
    return weight * z * z;
}

/* --- cancellation ----------------------------------------------------------------------------- */

/* b*b - 4*a*c within two roundings (Kahan): the error of one product is subtracted again. */
static float discriminant(float a, float b, float c)
{
    float w = as_rounded(4 * a * c), e = fmaf(-4 * a, c, w);
    return fmaf(b, b, -w) + e;
}

int sm_roots(float a, float b, float c, float r[2])
{
    float d = discriminant(a, b, c);
    if (d < 0)
        return 0;
    if (d == 0) {
        r[0] = r[1] = -b / (2 * a);
        return 1;
    }
    float q = -.5f * (b + copysignf(sqrtf(d), b)), first = q / a, second = c / q;
    r[0] = fminf(first, second);
    r[1] = fmaxf(first, second);
    return 2;
}
