/* oracle.c: MXFP4 from the definition, with doubles and the maths library; nothing is shared with the reference. */
#include <ridge/oracle.h>

enum { BLOCK = 32 };
enum { ZERO, NORMAL, POWERS, TOP, TIES, TINY, BROKEN, WIDE, MIXED };

static const double worth[] = { 0, .5, 1, 1.5, 2, 3, 4, 6 };

/* --- what is right ------------------------------------------------------------------------------ */

/* The byte of a block's scale. */
static int scale_of(const float *x, size_t m)
{
    double amax = 0;
    for (size_t j = 0; j < m; j++) {
        if (!isfinite(x[j]))
            return 255;
        amax = fmax(amax, fabs(x[j]));
    }
    int s = amax > 0 ? ilogb(amax) - 2 + 127 : 0;
    return s < 0 ? 0 : s;
}

/* The code below a magnitude; 7 for all that is 6 or more. */
static int code_below(double a)
{
    int c = 7;
    while (worth[c] > a)
        c--;
    return c;
}

/* dice: NULL for the nearest. */
static int code_of(double x, int s, const uint32_t *dice)
{
    double a = ldexp(fabs(x), 127 - s);
    int c = code_below(a);
    if (c < 7) {
        double t = (a - worth[c]) / (worth[c + 1] - worth[c]);
        c += dice ? floor(ldexp(t, 32)) + *dice >= 0x1p32 : t > .5 || (t == .5 && c % 2);
    }
    return (signbit(x) ? 8 : 0) | c;
}

static int encode(const struct ridge_case *c, struct ridge_verdict *v, const uint32_t *dice)
{
    const struct ridge_buffer *in = ridge_buffer(c, "x");
    const uint8_t *scale = ridge_data(c, "scale"), *codes = ridge_data(c, "codes");
    if (!in || (in->count && (!scale || !codes)))
        return -1;
    const float *x = in->data;
    v->pass = 0;
    for (size_t k = 0; k < in->count; k++) {
        size_t first = k / BLOCK * BLOCK, m = in->count - first < BLOCK ? in->count - first : BLOCK;
        int s = scale_of(x + first, m), want = s == 255 ? 0 : code_of(x[k], s, dice ? dice + k : NULL);
        int got = codes[k / 2] >> k % 2 * 4 & 15;
        if (scale[k / BLOCK] != s) {
            snprintf(v->message, sizeof v->message, "mismatch: the scale of block %zu is %d, expected %d", k / BLOCK,
                     scale[k / BLOCK], s);
            return 0;
        }
        if (got != want) {
            snprintf(v->message, sizeof v->message,
                     "mismatch: element %zu, %a, at scale 2^%d has code %d (%s%g), expected %d (%s%g)", k, x[k],
                     s - 127, got, got & 8 ? "-" : "", worth[got & 7], want, want & 8 ? "-" : "", worth[want & 7]);
            return 0;
        }
    }
    if (in->count % 2 && codes[in->count / 2] >> 4) {
        snprintf(v->message, sizeof v->message, "mismatch: the upper half of the last byte is %d, expected 0",
                 codes[in->count / 2] >> 4);
        return 0;
    }
    v->pass = 1;
    return 0;
}

int encode_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    return encode(c, v, NULL);
}

int encode_sr_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    return encode(c, v, ridge_data(c, "rnd"));
}

static int same(float a, float b)
{
    return isnan(a) ? isnan(b) : !memcmp(&a, &b, sizeof a);
}

int decode_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const struct ridge_buffer *out = ridge_buffer(c, "y");
    const uint8_t *scale = ridge_data(c, "scales"), *codes = ridge_data(c, "packed");
    if (!out || (out->count && (!scale || !codes)))
        return -1;
    const float *y = out->data;
    v->pass = 1;
    for (size_t k = 0; k < out->count && v->pass; k++) {
        int s = scale[k / BLOCK], code = codes[k / 2] >> k % 2 * 4 & 15;
        float want = s == 255 ? NAN : (float)ldexp(code & 8 ? -worth[code & 7] : worth[code & 7], s - 127);
        if (same(y[k], want))
            continue;
        snprintf(v->message, sizeof v->message, "mismatch: code %d at scale byte %d is %a, expected %a", code, s, y[k],
                 want);
        v->pass = 0;
    }
    return 0;
}

/* --- inputs ------------------------------------------------------------------------------------- */

static double sign_by(uint64_t *s)
{
    return ridge_next(s) & 1 ? -1 : 1;
}

static double normal(uint64_t *s)
{
    double r = sqrt(-2 * log(1 - ridge_uniform(s)));
    return r * cos(6.283185307179586 * ridge_uniform(s));
}

/* A middle between two elements, or the float on either side. */
static float tie(uint64_t *s)
{
    int c = (int)(ridge_next(s) % 7), hair = (int)(ridge_next(s) % 3) - 1;
    float mid = (float)((worth[c] + worth[c + 1]) / 2);
    return hair ? nextafterf(mid, hair < 0 ? 0 : 8) : mid;
}

static float any_float(uint64_t *s)
{
    uint32_t u = (uint32_t)ridge_next(s);
    float x;
    if ((u >> 23 & 255) == 255)
        u ^= 1u << 30;
    memcpy(&x, &u, sizeof x);
    return x;
}

/* Element j of block b. */
static float element(int kind, size_t b, size_t j, uint64_t *s)
{
    static const float top[] = { 6.5f, -7.9f, 2.5f, .2f, -1, 7, 5, -5, 6, 3.5f, .25f, .75f };
    float grow = ldexpf(1, (int)(b % 5) * 9 - 20);
    switch (kind) {
    case ZERO:
        return (float)(0 * sign_by(s));
    case POWERS:
        return j == b % 7 ? (b % 2 ? nextafterf(8 * grow, 0) : 8 * grow) : (float)(normal(s) * grow);
    case TOP:
        return top[j % (sizeof top / sizeof top[0])];
    case TIES:
        return j % BLOCK == 3 ? 4 * grow : (float)(sign_by(s) * tie(s)) * grow;
    case TINY:
        return (float)(sign_by(s) * ridge_uniform(s) * ldexp(1, -121 - (int)(b * 7)));
    case BROKEN:
        if (b % 2 && j == b)
            return b % 4 == 1 ? NAN : b % 8 == 3 ? INFINITY : -INFINITY;
        return (float)normal(s);
    case WIDE:
        return any_float(s);
    default:
        return (float)(normal(s) * grow);
    }
}

int floats_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int kind = (int)ridge_num(c, "kind");
    if (!b || b->dtype != RIDGE_F32)
        return -1;
    for (size_t k = 0; k < b->count; k++)
        ((float *)b->data)[k] =
            element(kind == MIXED ? (int)(k / BLOCK % MIXED) : kind, k / BLOCK, k % BLOCK, &seed);
    return 0;
}

/* Often at the edges of what decides. */
int dice_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    static const uint32_t edges[] = { 0, UINT32_MAX, 1u << 31, (1u << 31) - 1 };
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    if (!b || b->dtype != RIDGE_U32)
        return -1;
    for (size_t k = 0; k < b->count; k++) {
        uint64_t r = ridge_next(&seed);
        ((uint32_t *)b->data)[k] = r & 1 ? edges[r >> 1 & 3] : (uint32_t)(r >> 32);
    }
    return 0;
}

int scales_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    static const uint8_t edges[] = { 0, 127, 255, 254, 1, 2 };
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    if (!b || b->dtype != RIDGE_U8)
        return -1;
    for (size_t k = 0; k < b->count; k++)
        ((uint8_t *)b->data)[k] = k < sizeof edges ? edges[k] : (uint8_t)ridge_next(&seed);
    return 0;
}
