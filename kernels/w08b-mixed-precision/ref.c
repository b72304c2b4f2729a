/*
 * Mixed precision, the reference.
 *
 * Conversions are integer arithmetic on the float's bits, without a branch, so that the compiler makes vectors of the
 * loop: 8 or 16 floats at a time. Rounding to nearest even is adding just under half of the last place kept, plus that
 * last bit itself, and cutting. A carry runs into the exponent, which is what it should do: codes are in the order of
 * their values, and the one above the largest finite number is infinity.
 *
 *   bf16   drops 16 bits, always. Only a NaN needs care: the carry could turn it into infinity, or into a zero.
 *   fp16   drops 13 bits, and one more for each binade below 2^-14. That is a maximum, not an if.
 *
 * The bits drop in 32-bit lanes to the end; a narrower intermediate result keeps gcc 12 from vectorising.
 *
 * A step of mixed precision is an order: unscale, check, clip, step, adapt. Checkpointing is a loop over stretches
 * from the end; the last stretch is still there from the forward pass and is not computed again.
 */
#include "lab.h"

static inline uint32_t bits_of(float x)
{
    return ((union { float f; uint32_t u; }){ .f = x }).u;
}

static inline float of_bits(uint32_t u)
{
    return ((union { uint32_t u; float f; }){ .u = u }).f;
}

/* --- numbers ---------------------------------------------------------------------------------- */

static inline uint32_t bf16(float x)
{
    uint32_t u = bits_of(x), nan = (u & 0x7fffffff) > 0x7f800000;
    uint32_t up = (u + 0x7fff + (u >> 16 & 1)) >> 16;
    return nan ? u >> 16 | 0x40 : up;
}

static inline uint32_t f16(float x)
{
    uint32_t u = bits_of(x), mag = u & 0x7fffffff;
    int32_t e = (int32_t)(mag >> 23), low = 126 - e;
    int32_t drop = low < 13 ? 13 : low > 31 ? 31 : low; /* 13 for normals, more below 2^-14 */
    uint32_t sig = (mag & 0x7fffff) | 0x800000, half = 1u << (drop - 1);
    uint32_t kept = (sig + half - 1 + (sig >> drop & 1)) >> drop;
    uint32_t code = ((uint32_t)(e < 113 ? 0 : e - 113) << 10) + kept;
    code = code < 0x7c00 ? code : 0x7c00;
    code = mag > 0x7f800000 ? 0x7e00 : code;
    return (u >> 16 & 0x8000) | code;
}

uint16_t mp_bf16(float x)
{
    return (uint16_t)bf16(x);
}

uint16_t mp_f16(float x)
{
    return (uint16_t)f16(x);
}

float mp_bf16_value(uint16_t h)
{
    return of_bits((uint32_t)h << 16);
}

float mp_f16_value(uint16_t h)
{
    uint32_t sign = (uint32_t)(h & 0x8000) << 16, mag = (uint32_t)(h & 0x7fff) << 13;
    if (mag >= 0x7c00u << 13)
        return of_bits(sign | 0x7f800000 | mag);
    return of_bits(sign | bits_of(of_bits(mag) * 0x1p112f)); /* the factor rebiases; exact for subnormals too */
}

void mp_bf16_n(int64_t n, const float *restrict x, uint16_t *restrict y)
{
    for (int64_t k = 0; k < n; k++)
        y[k] = (uint16_t)bf16(x[k]);
}

void mp_f16_n(int64_t n, const float *restrict x, uint16_t *restrict y)
{
    for (int64_t k = 0; k < n; k++)
        y[k] = (uint16_t)f16(x[k]);
}

/* --- the loss scale --------------------------------------------------------------------------- */

int mp_unscale(const uint16_t *g16, float scale, float *g, int n)
{
    int finite = 1;
    for (int k = 0; k < n; k++) {
        finite &= (g16[k] & 0x7c00) != 0x7c00;
        g[k] = mp_f16_value(g16[k]) / scale;
    }
    return finite;
}

void mp_scale(struct scaler *s, int finite)
{
    if (!finite) {
        s->scale = fmaxf(s->scale / 2, SCALE_LEAST);
        s->good = 0;
        s->skipped++;
    } else if (++s->good == s->interval) {
        s->scale = fminf(s->scale * 2, SCALE_MOST);
        s->good = 0;
    }
}

/* --- the optimiser ---------------------------------------------------------------------------- */

/* What Adam takes off a weight in step t; m and v move on. */
static float update(const struct adam *h, int t, float g, float *m, float *v)
{
    *m = h->beta1 * *m + (1 - h->beta1) * g;
    *v = h->beta2 * *v + (1 - h->beta2) * g * g;
    float m1 = *m / (1 - powf(h->beta1, (float)t)), v1 = *v / (1 - powf(h->beta2, (float)t));
    return h->lr * m1 / (sqrtf(v1) + h->eps);
}

void adam_master(struct params *p, const struct adam *h, const float *g)
{
    p->t++;
    for (int k = 0; k < p->n; k++) {
        p->w[k] -= update(h, p->t, g[k], &p->m[k], &p->v[k]);
        p->w16[k] = mp_f16(p->w[k]);
    }
}

static void clip(float *g, int n, float most)
{
    double sum = 0;
    for (int k = 0; k < n; k++)
        sum += (double)g[k] * g[k];
    float by = (float)(most / sqrt(sum));
    for (int k = 0; by < 1 && k < n; k++)
        g[k] *= by;
}

int mp_step(struct params *p, const struct adam *h, struct scaler *s, const uint16_t *g16, float *g)
{
    int finite = mp_unscale(g16, s->scale, g, p->n);
    if (finite) {
        clip(g, p->n, h->clip);
        adam_master(p, h, g);
    }
    mp_scale(s, finite);
    return finite;
}

void adam_sr(int n, int t, uint16_t *w, float *m, float *v, const struct adam *h, const float *g,
             const uint32_t *rnd)
{
    for (int k = 0; k < n; k++) {
        float x = mp_bf16_value(w[k]) - update(h, t, g[k], &m[k], &v[k]);
        w[k] = (uint16_t)((bits_of(x) + (rnd[k] >> 16)) >> 16);
    }
}

/* --- checkpointing ---------------------------------------------------------------------------- */

/* From x_from on to x_to. Of those read, only multiples of `every` stay; 0: all stay. */
static void run(struct net *n, int from, int to, int every, int *slot)
{
    for (int l = from; l < to; l++) {
        slot[l + 1] = net_take(n);
        net_forward(n, l, slot[l], slot[l + 1]);
        if (every && l % every)
            net_free(n, slot[l]);
    }
}

int ckpt_backward(struct net *n, int L, int every, int *slot)
{
    int last = (L - 1) / every * every;
    run(n, 0, last, every, slot);
    run(n, last, L, 0, slot);
    int grad = slot[L];
    net_loss(n, grad);
    for (int s = last; s >= 0; s -= every) {
        int end = s + every < L ? s + every : L;
        if (s != last)
            run(n, s, end - 1, 0, slot);
        for (int l = end - 1; l >= s; l--) {
            net_backward(n, l, slot[l], grad);
            net_free(n, slot[l]);
        }
    }
    return grad;
}
