/*
 * ref.c: the codecs as the compiler likes them, and llama.cpp's search for the scales of K-quants.
 *
 *   encode FP8   The float's own bits are rounded: adding half of the last kept place less one, and the kept place's
 *                parity, is ties-to-even in one addition. Below the smallest normal number a float addition does the
 *                same: x + 2^k rounds x at the last place of 2^k. Both are computed, one is selected; there is no
 *                branch and no table, so that a vector does eight or sixteen at once.
 *   decode       Shift the seven bits to where a float has them and multiply by 2^120 or 2^112: subnormals come
 *                right by themselves. fp16's decoder in lab.h does the same.
 *   K-quants     The scales of a block are unpacked once, with a few shifts of 32 bits; sub-blocks are loops of
 *                constant length. The minima meet the sums of the activations' codes, which q8_K brings along: no
 *                code is read for them.
 *   the search   Rounding to a grid between the least and the largest number is a start. With the codes fixed, the best
 *                scale and minimum are a least-squares line; with that line the codes are others. Twenty-one starts, of
 *                which the best is kept.
 */
#include "lab.h"

static uint32_t bits_of(float x)
{
    uint32_t u;
    memcpy(&u, &x, sizeof u);
    return u;
}

static float float_of(uint32_t u)
{
    float x;
    memcpy(&x, &u, sizeof x);
    return x;
}

/* --- eight-bit floats ---------------------------------------------------------------------------------- */

/* Code of x in a format of M bits of mantissa; `least` is the float of its smallest normal number, `top` its largest
 * code. The magic number's last place is the format's smallest subnormal. */
static inline uint8_t fp8_code(float x, int M, uint32_t least, uint32_t top)
{
    uint32_t u = bits_of(x), sign = u >> 24 & 0x80, a = u & 0x7fffffff;
    uint32_t magic = least + ((uint32_t)(23 - M) << 23), drop = (uint32_t)(23 - M);
    uint32_t normal = (a + (1u << (drop - 1)) - 1 + (a >> drop & 1)) >> drop;
    uint32_t small = bits_of(float_of(a) + float_of(magic)) - magic;
    normal -= ((least >> 23) - 1) << M;
    uint32_t code = a < least ? small : normal;
    code = a >= 0x7f800000 || code > top ? top : code;
    return (uint8_t)(a > 0x7f800000 ? 0x7f : sign | code);
}

void e4m3_encode(int64_t n, const float *x, uint8_t *q)
{
    for (int64_t i = 0; i < n; i++)
        q[i] = fp8_code(x[i], 3, 0x3c800000, 0x7e); /* 2^-6 */
}

void e5m2_encode(int64_t n, const float *x, uint8_t *q)
{
    for (int64_t i = 0; i < n; i++)
        q[i] = fp8_code(x[i], 2, 0x38800000, 0x7b); /* 2^-14 */
}

void e4m3_decode(int64_t n, const uint8_t *q, float *x)
{
    for (int64_t i = 0; i < n; i++) {
        uint32_t a = q[i] & 0x7f, sign = (uint32_t)(q[i] & 0x80) << 24;
        uint32_t v = bits_of(float_of(a << 20) * 0x1p120f);
        x[i] = float_of((a == 0x7f ? 0x7fc00000 : v) | sign);
    }
}

void e5m2_decode(int64_t n, const uint8_t *q, float *x)
{
    for (int64_t i = 0; i < n; i++) {
        uint32_t a = q[i] & 0x7f, sign = (uint32_t)(q[i] & 0x80) << 24;
        uint32_t v = bits_of(float_of(a << 21) * 0x1p112f);
        x[i] = float_of((a > 0x7c ? 0x7fc00000 : a == 0x7c ? 0x7f800000 : v) | sign);
    }
}

void fp8_step(struct fp8_scaling *s, int64_t n, const float *x, uint8_t *q)
{
    float amax = 0, most = 0;
    for (int64_t i = 0; i < n; i++) {
        float y = x[i] * s->scale;
        e4m3_encode(1, &y, q + i);
        amax = fabsf(x[i]) > amax ? fabsf(x[i]) : amax;
    }
    s->history[s->at] = amax;
    s->at = (s->at + 1) % s->length;
    for (int k = 0; k < s->length; k++)
        most = s->history[k] > most ? s->history[k] : most;
    float scale = ldexpf(448 / most, -s->margin);
    if (most > 0 && isfinite(most) && isfinite(scale))
        s->scale = scale;
}

/* --- blocks of 32 ---------------------------------------------------------------------------------------- */

static int clamp(int v, int lo, int hi)
{
    return v < lo ? lo : v > hi ? hi : v;
}

/* The number of the largest magnitude, the first of several. */
static float extreme(int n, const float *x)
{
    float most = 0;
    for (int i = 0; i < n; i++)
        most = fabsf(x[i]) > fabsf(most) ? x[i] : most;
    return most;
}

int q4_0_encode(int64_t n, const float *x, struct q4_0 *b)
{
    if (n % QK)
        return -1;
    for (; n; n -= QK, x += QK, b++) {
        float d = extreme(QK, x) / -8, id = d != 0 ? 1 / d : 0;
        b->d = half_code(d);
        for (int j = 0; j < QK / 2; j++) {
            int lo = clamp((int)(x[j] * id + 8.5f), 0, 15), hi = clamp((int)(x[j + QK / 2] * id + 8.5f), 0, 15);
            b->qs[j] = (uint8_t)(lo | hi << 4);
        }
    }
    return 0;
}

void q4_0_decode(int64_t n, const struct q4_0 *b, float *x)
{
    for (; n; n -= QK, x += QK, b++) {
        float d = half_value(b->d);
        for (int j = 0; j < QK / 2; j++) {
            x[j] = d * (float)((b->qs[j] & 15) - 8);
            x[j + QK / 2] = d * (float)((b->qs[j] >> 4) - 8);
        }
    }
}

int q8_0_encode(int64_t n, const float *x, struct q8_0 *b)
{
    if (n % QK)
        return -1;
    for (; n; n -= QK, x += QK, b++) {
        float d = fabsf(extreme(QK, x)) / 127, id = d != 0 ? 1 / d : 0;
        b->d = half_code(d);
        for (int j = 0; j < QK; j++)
            b->qs[j] = (int8_t)roundf(x[j] * id);
    }
    return 0;
}

void q8_0_decode(int64_t n, const struct q8_0 *b, float *x)
{
    for (; n; n -= QK, x += QK, b++)
        for (int j = 0; j < QK; j++)
            x[j] = half_value(b->d) * b->qs[j];
}

/* --- Q4_K -------------------------------------------------------------------------------------------------- */

enum { SUB = 32, SUBS = QK_K / SUB };

/* The eight scales and the eight minima of a block, 6 bits each, one a byte. */
static inline void unpack_scales(const uint8_t *from, uint8_t sc[SUBS], uint8_t m[SUBS])
{
    uint32_t w[3], out[4];
    memcpy(w, from, sizeof w);
    out[0] = w[0] & 0x3f3f3f3f;
    out[1] = (w[2] & 0x0f0f0f0f) | (w[0] >> 2 & 0x30303030);
    out[2] = w[1] & 0x3f3f3f3f;
    out[3] = (w[2] >> 4 & 0x0f0f0f0f) | (w[1] >> 2 & 0x30303030);
    memcpy(sc, out, SUBS);
    memcpy(m, out + 2, SUBS);
}

static void pack_scales(const int sc[SUBS], const int m[SUBS], uint8_t *to)
{
    for (int k = 0; k < 4; k++) {
        to[k] = (uint8_t)(sc[k] | sc[4 + k] >> 4 << 6);
        to[4 + k] = (uint8_t)(m[k] | m[4 + k] >> 4 << 6);
        to[8 + k] = (uint8_t)((sc[4 + k] & 15) | (m[4 + k] & 15) << 4);
    }
}

void q4_K_decode(int64_t n, const struct q4_K *b, float *x)
{
    for (; n; n -= QK_K, x += QK_K, b++) {
        uint8_t sc[SUBS], m[SUBS];
        float d = half_value(b->d), dmin = half_value(b->dmin);
        unpack_scales(b->scales, sc, m);
        for (int j = 0; j < SUBS; j++) {
            const uint8_t *q = b->qs + j / 2 * SUB;
            float scale = d * sc[j], least = dmin * m[j];
            int shift = j % 2 * 4;
            for (int l = 0; l < SUB; l++)
                x[j * SUB + l] = scale * (float)(q[l] >> shift & 15) - least;
        }
    }
}

/* The weighted sums of a sub-block's codes at one width of the grid, from `low` up. */
struct line {
    float scale, low, error;
};

static void round_to(const float *x, float inverse, float low, float *code)
{
    for (int l = 0; l < SUB; l++)
        code[l] = fminf(fmaxf(rintf(inverse * (x[l] - low)), 0), 15);
}

static float error_of(const float *x, const float *w, const float *code, float scale, float low)
{
    float sum = 0;
    for (int l = 0; l < SUB; l++) {
        float e = scale * code[l] + low - x[l];
        sum += w[l] * e * e;
    }
    return sum;
}

/* Codes fixed, the weighted least-squares line through (code, x); a line from above 0 is made to start there. */
static int fit(const float *x, const float *w, const float *code, struct line *ret)
{
    float n = 0, sx = 0, sl = 0, sll = 0, slx = 0;
    for (int l = 0; l < SUB; l++) {
        n += w[l];
        sx += w[l] * x[l];
        sl += w[l] * code[l];
        sll += w[l] * code[l] * code[l];
        slx += w[l] * code[l] * x[l];
    }
    float det = n * sll - sl * sl;
    if (!(det > 0))
        return 0;
    ret->scale = (n * slx - sx * sl) / det;
    ret->low = (sll * sx - sl * slx) / det;
    if (ret->low > 0) {
        ret->low = 0;
        ret->scale = slx / sll;
    }
    ret->error = error_of(x, w, code, ret->scale, ret->low);
    return 1;
}

/* The best of 21 widths for one sub-block, each from the best minimum so far; low is at most 0. */
static struct line search_line(const float *x)
{
    float w[SUB], code[SUB], lo = 0, hi = x[0], power = 0;
    for (int l = 0; l < SUB; l++) {
        lo = fminf(lo, x[l]);
        hi = fmaxf(hi, x[l]);
        power += x[l] * x[l];
    }
    struct line best = { 0, lo, 0 };
    if (!(hi > lo))
        return best;
    for (int l = 0; l < SUB; l++)
        w[l] = sqrtf(power / SUB) + fabsf(x[l]);
    round_to(x, 15 / (hi - lo), lo, code);
    best.scale = (hi - lo) / 15;
    best.error = error_of(x, w, code, best.scale, lo);
    for (int t = 0; t <= 20; t++) {
        struct line try;
        round_to(x, (14 + .1f * (float)t) / (hi - best.low), best.low, code);
        if (fit(x, w, code, &try) && try.error < best.error)
            best = try;
    }
    return best;
}

/* Codes by the scale that is stored: 6 bits times fp16. */
static void q4_K_codes(const float *x, struct q4_K *b, const int sc[SUBS], const int m[SUBS])
{
    memset(b->qs, 0, sizeof b->qs);
    for (int j = 0; j < SUBS; j++) {
        float d = half_value(b->d) * (float)sc[j], least = half_value(b->dmin) * (float)m[j];
        for (int l = 0; l < SUB; l++) {
            int code = d != 0 ? (int)fminf(fmaxf(rintf((x[j * SUB + l] + least) / d), 0), 15) : 0;
            b->qs[j / 2 * SUB + l] |= (uint8_t)(code << j % 2 * 4);
        }
    }
}

int q4_K_encode(int64_t n, const float *x, struct q4_K *b)
{
    if (n % QK_K)
        return -1;
    for (; n; n -= QK_K, x += QK_K, b++) {
        struct line of[SUBS];
        int sc[SUBS], m[SUBS];
        float scale = 0, low = 0;
        for (int j = 0; j < SUBS; j++) {
            of[j] = search_line(x + j * SUB);
            scale = fmaxf(scale, of[j].scale);
            low = fminf(low, of[j].low);
        }
        for (int j = 0; j < SUBS; j++) {
            sc[j] = scale > 0 ? clamp((int)rintf(63 / scale * of[j].scale), 0, 63) : 0;
            m[j] = low < 0 ? clamp((int)rintf(63 / low * of[j].low), 0, 63) : 0;
        }
        b->d = half_code(scale / 63);
        b->dmin = half_code(-low / 63);
        pack_scales(sc, m, b->scales);
        q4_K_codes(x, b, sc, m);
    }
    return 0;
}

/* --- Q6_K -------------------------------------------------------------------------------------------------- */

enum { SUB6 = 16, SUBS6 = QK_K / SUB6 };

/* Where element e of a block has its low four bits (index and shift) and its top two. */
struct place6 {
    int ql, low, qh, high;
};

static inline struct place6 place6(int e)
{
    int half = e / 128, quarter = e % 128 / 32, l = e % 32;
    return (struct place6){ half * 64 + quarter % 2 * 32 + l, quarter / 2 * 4, half * 32 + l, quarter * 2 };
}

void q6_K_decode(int64_t n, const struct q6_K *b, float *x)
{
    for (; n; n -= QK_K, x += QK_K, b++) {
        float d = half_value(b->d);
        for (int run = 0; run < SUBS6; run++) { /* a sub-block lies in one quarter of a half */
            struct place6 p = place6(run * SUB6);
            float scale = d * b->scales[run];
            for (int l = 0; l < SUB6; l++) {
                int code = (b->ql[p.ql + l] >> p.low & 15) | (b->qh[p.qh + l] >> p.high & 3) << 4;
                x[run * SUB6 + l] = scale * (float)(code - 32);
            }
        }
    }
}

/* The scale of 16 numbers for codes -32 to 31: the best of nineteen, errors weighed by x^2. */
static float search_scale(const float *x)
{
    float most = extreme(SUB6, x), scale = 0, best = 0;
    if (fabsf(most) < 1e-15f)
        return 0;
    for (int t = -9; t <= 9; t++) {
        float inverse = -(32 + .1f * (float)t) / most, lx = 0, ll = 0;
        for (int l = 0; l < SUB6; l++) {
            float code = fminf(fmaxf(rintf(inverse * x[l]), -32), 31), w = x[l] * x[l];
            lx += w * x[l] * code;
            ll += w * code * code;
        }
        if (ll > 0 && lx * lx > best * ll) {
            scale = lx / ll;
            best = scale * lx;
        }
    }
    return scale;
}

static void q6_K_codes(const float *x, struct q6_K *b)
{
    memset(b->ql, 0, sizeof b->ql);
    memset(b->qh, 0, sizeof b->qh);
    for (int e = 0; e < QK_K; e++) {
        float d = half_value(b->d) * b->scales[e / SUB6];
        int code = d != 0 ? (int)fminf(fmaxf(rintf(x[e] / d), -32), 31) + 32 : 32;
        struct place6 p = place6(e);
        b->ql[p.ql] |= (uint8_t)((code & 15) << p.low);
        b->qh[p.qh] |= (uint8_t)(code >> 4 << p.high);
    }
}

int q6_K_encode(int64_t n, const float *x, struct q6_K *b)
{
    if (n % QK_K)
        return -1;
    for (; n; n -= QK_K, x += QK_K, b++) {
        float scale[SUBS6], most;
        for (int j = 0; j < SUBS6; j++)
            scale[j] = search_scale(x + j * SUB6);
        most = extreme(SUBS6, scale);
        b->d = half_code(most / -128);
        for (int j = 0; j < SUBS6; j++)
            b->scales[j] = (int8_t)(most != 0 ? clamp((int)rintf(-128 / most * scale[j]), -128, 127) : 0);
        q6_K_codes(x, b);
    }
    return 0;
}

/* --- Q8_K and the product ------------------------------------------------------------------------------------ */

int q8_K_encode(int64_t n, const float *x, struct q8_K *b)
{
    if (n % QK_K)
        return -1;
    for (; n; n -= QK_K, x += QK_K, b++) {
        float most = extreme(QK_K, x), inverse = most != 0 ? -127 / most : 0;
        memset(b->bsums, 0, sizeof b->bsums);
        for (int i = 0; i < QK_K; i++) {
            b->qs[i] = (int8_t)clamp((int)rintf(x[i] * inverse), -128, 127);
            b->bsums[i / 16] = (int16_t)(b->bsums[i / 16] + b->qs[i]);
        }
        b->d = most != 0 ? 1 / inverse : 0;
    }
    return 0;
}

/* The product of a block's codes and scales, an exact integer. */
static inline int32_t block_dot(const struct q4_K *w, const struct q8_K *x, const uint8_t sc[SUBS])
{
    int32_t sum = 0;
    for (int j = 0; j < SUBS; j += 2) {
        const uint8_t *q = w->qs + j / 2 * SUB;
        const int8_t *a = x->qs + j * SUB;
        int32_t lo = 0, hi = 0;
        for (int l = 0; l < SUB; l++) {
            lo += (q[l] & 15) * a[l];
            hi += (q[l] >> 4) * a[SUB + l];
        }
        sum += sc[j] * lo + sc[j + 1] * hi;
    }
    return sum;
}

float vec_dot_q4_K_q8_K(int64_t n, const struct q4_K *w, const struct q8_K *x)
{
    float sum = 0;
    for (; n; n -= QK_K, w++, x++) {
        uint8_t sc[SUBS], m[SUBS];
        int32_t least = 0;
        unpack_scales(w->scales, sc, m);
        for (int j = 0; j < SUBS; j++)
            least += m[j] * (x->bsums[2 * j] + x->bsums[2 * j + 1]);
        sum += x->d * (half_value(w->d) * (float)block_dot(w, x, sc) - half_value(w->dmin) * (float)least);
    }
    return sum;
}

/* --- easier tensors -------------------------------------------------------------------------------------------- */

void smoothquant_scales(int64_t channels, const float *xmax, const float *wmax, float alpha, float *s)
{
    for (int64_t c = 0; c < channels; c++)
        s[c] = xmax[c] > 0 && wmax[c] > 0 ? powf(xmax[c], alpha) / powf(wmax[c], 1 - alpha) : 1;
}

void fwht(int64_t n, float *x)
{
    for (int64_t h = 1; h < n; h *= 2)
        for (int64_t i = 0; i < n; i += 2 * h)
            for (int64_t j = i; j < i + h; j++) {
                float a = x[j], b = x[j + h];
                x[j] = a + b;
                x[j + h] = a - b;
            }
    float by = 1 / sqrtf((float)n);
    for (int64_t i = 0; i < n; i++)
        x[i] *= by;
}

void rotate(int64_t n, int64_t block, const int8_t *sign, float *x)
{
    for (; n > 0; n -= block, x += block) {
        for (int64_t i = 0; i < block; i++)
            x[i] *= sign[i];
        fwht(block, x);
    }
}

void unrotate(int64_t n, int64_t block, const int8_t *sign, float *x)
{
    for (; n > 0; n -= block, x += block) {
        fwht(block, x);
        for (int64_t i = 0; i < block; i++)
            x[i] *= sign[i];
    }
}

/* --- two bits, and where to spend bits --------------------------------------------------------------------------- */

/* The nearest integers of even sum: where the sum is odd, the number that was rounded furthest goes the other way. */
static float nearest_d8(const float *x, float shift, float *y)
{
    float off = 0, distance = 0;
    int sum = 0, at = 0;
    for (int i = 0; i < GROUP; i++) {
        float e = x[i] - shift - rintf(x[i] - shift);
        y[i] = rintf(x[i] - shift);
        sum += (int)y[i];
        if (fabsf(e) > fabsf(off)) {
            off = e;
            at = i;
        }
    }
    if (sum & 1)
        y[at] += off < 0 ? -1 : 1;
    for (int i = 0; i < GROUP; i++) {
        y[i] += shift;
        distance += (x[i] - y[i]) * (x[i] - y[i]);
    }
    return distance;
}

void e8_nearest(const float x[GROUP], float y[GROUP])
{
    float half[GROUP];
    if (nearest_d8(x, .5f, half) < nearest_d8(x, 0, y))
        memcpy(y, half, sizeof half);
}

void aqlm_decode(int64_t groups, int64_t books, int64_t size, const uint16_t *code, const float *book, float scale,
                 float *x)
{
    for (int64_t g = 0; g < groups; g++, x += GROUP) {
        float sum[GROUP] = { 0 };
        for (int64_t b = 0; b < books; b++, code++)
            for (int i = 0; i < GROUP; i++)
                sum[i] += book[(b * size + *code) * GROUP + i];
        for (int i = 0; i < GROUP; i++)
            x[i] = scale * sum[i];
    }
}

int64_t bit_alloc(int64_t layers, int64_t widths, const double *loss, const int64_t *bytes, int64_t budget,
                  int32_t *pick)
{
    int64_t used = 0;
    for (int64_t l = 0; l < layers; l++) {
        pick[l] = 0;
        used += bytes[l * widths];
    }
    if (used > budget)
        return -1;
    for (;;) {
        int64_t best = -1;
        double most = 0;
        for (int64_t l = 0; l < layers; l++) {
            const double *at = loss + l * widths + pick[l];
            const int64_t *size = bytes + l * widths + pick[l];
            if (pick[l] + 1 == widths || used + size[1] - size[0] > budget)
                continue;
            double gain = (at[0] - at[1]) / (double)(size[1] - size[0]);
            if (gain > most) {
                most = gain;
                best = l;
            }
        }
        if (best < 0)
            return used;
        const int64_t *size = bytes + best * widths + pick[best]++;
        used += size[1] - size[0];
    }
}
