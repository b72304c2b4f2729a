/*
 * oracle.c: rotations in float64 of the halves as they were, with the table's own floats; the table against the cosine
 * and sine of the whole angle in float64, which at position 2^20 is still right to 2e-10. What a pad holds, and a slot
 * that no token has, has to keep its bits.
 */
#include <stdlib.h>

#include <ridge/oracle.h>

enum { HALVES, NEIGHBOURS };
enum { RANDOM, BIG, TINY, PADS }; /* lab.lua has the same */

struct shape {
    int64_t T, H, Hkv, hd, layout, mode, draw, bs, slots;
};

static struct shape shape_of(const struct ridge_case *c)
{
    return (struct shape){
        .T = ridge_int(c, "T"), .H = ridge_int(c, "H"), .Hkv = ridge_int(c, "Hkv"), .hd = ridge_int(c, "hd"),
        .layout = ridge_int(c, "layout"), .mode = ridge_int(c, "mode"), .draw = ridge_int(c, "draw"),
        .bs = ridge_int(c, "bs"), .slots = ridge_int(c, "blocks") * ridge_int(c, "bs"),
    };
}

/* Of element k of a buffer, in 0..1. */
static double hashed(uint64_t seed, uint64_t k)
{
    uint64_t s = seed + k * 0x9e3779b97f4a7c15u;
    return ridge_uniform(&s);
}

static uint16_t to_half(double x)
{
    _Float16 h = (_Float16)x;
    uint16_t bits;
    memcpy(&bits, &h, 2);
    return bits;
}

static double from_half(uint16_t bits)
{
    _Float16 h;
    memcpy(&h, &bits, 2);
    return (double)h;
}

static int is_pad(const struct shape *s, int64_t t)
{
    return s->mode == PADS && t % 3 == 1;
}

/* --- inputs ------------------------------------------------------------------------------------------------ */

/* Element i of token t's row of a buffer whose salt this is, as it was before anything turned it. */
static uint16_t element(const struct shape *s, uint64_t salt, int64_t t, int64_t width, int64_t i)
{
    uint64_t k = (uint64_t)(t * width + i);
    double u = 2 * hashed(salt, k) - 1;
    if (is_pad(s, t))
        return (uint16_t)(0x7e00 | (k & 0xff));
    return to_half(s->mode == BIG ? 3e4 * u : s->mode == TINY ? 2e-6 * u : 4 * u);
}

static uint64_t salt_of(const struct shape *s, const char *buffer)
{
    return ridge_mix((uint64_t)s->draw << 40, buffer);
}

int heads_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    struct shape s = shape_of(c);
    int64_t width = (*buffer == 'q' ? s.H : s.Hkv) * s.hd;
    uint64_t salt = salt_of(&s, buffer);
    (void)seed;
    if (!b || b->dtype != RIDGE_F16 || width < 1)
        return -1;
    for (size_t k = 0; k < b->count; k++)
        ((uint16_t *)b->data)[k] = element(&s, salt, (int64_t)k / width, width, (int64_t)k % width);
    return 0;
}

/* A cell of the cache before: NaN, each with other bits. */
static uint16_t garbage(int64_t k)
{
    return (uint16_t)(0xfe00 | (k * 37 & 0x1ff));
}

int cache_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    (void)seed;
    for (size_t k = 0; b && k < b->count; k++)
        ((uint16_t *)b->data)[k] = garbage((int64_t)k);
    return b ? 0 : -1;
}

static int64_t common(int64_t a, int64_t b)
{
    return b ? common(b, a % b) : a;
}

/* Slots of no order, none twice; of pads some negative number. */
int slot_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    struct shape s = shape_of(c);
    int64_t step = s.slots * 2 / 5 + 1, first = 1 + (int64_t)(seed % 7);
    if (!b || s.slots < s.T || s.slots < 1)
        return -1;
    while (common(step, s.slots) != 1)
        step++;
    for (int64_t t = 0; t < (int64_t)b->count; t++)
        ((int32_t *)b->data)[t] = is_pad(&s, t) ? (int32_t)(-1 - t) : (int32_t)((t * step + first) % s.slots);
    return 0;
}

/* Rows of the table: the last, the first, then any. */
int pos_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int64_t rows = ridge_int(c, "rows");
    if (!b || rows < 1)
        return -1;
    for (size_t t = 0; t < b->count; t++)
        ((int32_t *)b->data)[t] = t == 0 ? (int32_t)rows - 1
                                  : t == 1 ? 0 : (int32_t)(hashed(seed ^ 0x706f73, t) * (double)rows);
    return 0;
}

/* Position of row r: r itself where `far` is 0, otherwise from 0 to `far`. */
static int32_t position(const struct ridge_case *c, int64_t r)
{
    int64_t far = ridge_int(c, "far");
    return far == 0 ? (int32_t)r
           : r == 0 ? (int32_t)far
           : r == 1 ? 0 : (int32_t)(hashed(0x6174, (uint64_t)r) * (double)(far + 1));
}

int at_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    (void)seed;
    for (size_t r = 0; b && r < b->count; r++)
        ((int32_t *)b->data)[r] = position(c, (int64_t)r);
    return b ? 0 : -1;
}

static double speed(const struct ridge_case *c, int64_t i)
{
    return pow(ridge_num(c, "base"), -2.0 * (double)i / (double)ridge_int(c, "hd"));
}

int inv_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    (void)seed;
    for (size_t i = 0; b && i < b->count; i++)
        ((double *)b->data)[i] = speed(c, (int64_t)i);
    return b ? 0 : -1;
}

int table_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int64_t hd = ridge_int(c, "hd"), pairs = hd / 2;
    (void)seed;
    if (!b || hd < 2)
        return -1;
    for (size_t k = 0; k < b->count; k++) {
        int64_t column = (int64_t)k % hd;
        double angle = position(c, (int64_t)k / hd) * speed(c, column % pairs);
        ((float *)b->data)[k] = (float)(ridge_num(c, "scale") * (column < pairs ? cos(angle) : sin(angle)));
    }
    return 0;
}

/* --- verdicts ---------------------------------------------------------------------------------------------- */

#define SAY(v, ...) (snprintf((v)->message, sizeof (v)->message, __VA_ARGS__), (v)->pass = 0)

int table_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const float *cs = ridge_data(c, "cs");
    const double *inv = ridge_data(c, "inv");
    const int32_t *at = ridge_data(c, "at");
    int64_t hd = ridge_int(c, "hd"), rows = ridge_int(c, "rows"), pairs = hd / 2;
    double scale = (float)ridge_num(c, "scale");
    if (!cs || !inv || !at)
        return -1;
    for (int64_t k = 0; k < rows * hd; k++) {
        int64_t r = k / hd, column = k % hd;
        double angle = at[r] * inv[column % pairs], want = scale * (column < pairs ? cos(angle) : sin(angle));
        if (!(fabs(cs[k] - want) <= 5e-7 * scale))
            return SAY(v, "position %d, pair %lld: %s %.8f expected, got %.8f", at[r], (long long)(column % pairs),
                       column < pairs ? "cosine" : "sine", want, cs[k]);
    }
    v->pass = 1;
    return 0;
}

/* What a head was, where it is now, and what it is called. */
struct head {
    const uint16_t *got;
    uint64_t salt;
    int64_t t, h, heads;
    const char *name;
};

/* Both channels of a pair: the right ones rounded to half. */
static int head_turned(const struct shape *s, const struct head *e, const float *row, double sign,
                       struct ridge_verdict *v)
{
    int64_t pairs = s->hd / 2, width = e->heads * s->hd, own = e->h * s->hd;
    for (int64_t i = 0; i < pairs; i++) {
        int64_t one = s->layout == HALVES ? i : 2 * i, other = s->layout == HALVES ? i + pairs : 2 * i + 1;
        double a = from_half(element(s, e->salt, e->t, width, own + one));
        double b = from_half(element(s, e->salt, e->t, width, own + other));
        double co = (double)row[i], si = sign * (double)row[pairs + i], x = a * co - b * si, y = a * si + b * co;
        double slack = 4e-7 * (fabs(a) + fabs(b)) * fmax(1, hypot(co, si)) + 3.1e-8;
        double p = from_half(e->got[one]), q = from_half(e->got[other]);
        if (!(fabs(p - x) <= slack + 4.9e-4 * fabs(x)) || !(fabs(q - y) <= slack + 4.9e-4 * fabs(y)))
            return SAY(v, "token %lld, head %lld of %s, pair %lld: (%.6g, %.6g) expected, got (%.6g, %.6g)",
                       (long long)e->t, (long long)e->h, e->name, (long long)i, x, y, p, q);
    }
    return 1;
}

static int head_kept(const struct shape *s, const struct head *e, struct ridge_verdict *v)
{
    for (int64_t i = 0; i < s->hd; i++)
        if (e->got[i] != element(s, e->salt, e->t, e->heads * s->hd, e->h * s->hd + i))
            return SAY(v, "token %lld, head %lld of %s, channel %lld: %s", (long long)e->t, (long long)e->h, e->name,
                       (long long)i, is_pad(s, e->t) ? "a pad has to keep its bits" : "a copy has to keep its bits");
    return 1;
}

static int tensor_turned(const struct ridge_case *c, const char *buffer, int64_t heads, double sign,
                         struct ridge_verdict *v)
{
    struct shape s = shape_of(c);
    const uint16_t *x = ridge_data(c, buffer);
    const float *table = ridge_data(c, "table");
    const int32_t *pos = ridge_data(c, "pos");
    int64_t step = s.T > 512 ? s.T / 128 : 1; /* of a timed launch every so many tokens */
    for (int64_t t = 0; t < s.T; t += step)
        for (int64_t h = 0; h < heads; h++) {
            struct head e = {x + (t * heads + h) * s.hd, salt_of(&s, buffer), t, h, heads, buffer};
            if (!(is_pad(&s, t) ? head_kept(&s, &e, v) : head_turned(&s, &e, table + pos[t] * s.hd, sign, v)))
                return 0;
        }
    return 1;
}

static int both_turned(const struct ridge_case *c, double sign, struct ridge_verdict *v)
{
    if (!ridge_data(c, "q") || !ridge_data(c, "k") || !ridge_data(c, "table") || !ridge_data(c, "pos"))
        return -1;
    v->pass = tensor_turned(c, "q", ridge_int(c, "H"), sign, v) && tensor_turned(c, "k", ridge_int(c, "Hkv"), sign, v);
    return 0;
}

int apply_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    return both_turned(c, 1, v);
}

int back_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    return both_turned(c, -1, v);
}

/* One slot of one head of a cache: the token's that has the slot, or as before. */
static int cell_right(const struct ridge_case *c, const char *cache, int64_t t, int64_t slot, int64_t h,
                      struct ridge_verdict *v)
{
    struct shape s = shape_of(c);
    int64_t place = ((slot / s.bs * s.Hkv + h) * s.bs + slot % s.bs) * s.hd;
    const uint16_t *got = (const uint16_t *)ridge_data(c, cache) + place;
    const char *of = *cache == 'K' ? "k" : "v";
    struct head e = {got, salt_of(&s, of), t, h, s.Hkv, *cache == 'K' ? "k in the cache" : "v in the cache"};
    if (t >= 0)
        return *cache == 'K' ? head_turned(&s, &e, (const float *)ridge_data(c, "table") +
                                                       ((const int32_t *)ridge_data(c, "pos"))[t] * s.hd, 1, v)
                             : head_kept(&s, &e, v);
    for (int64_t i = 0; i < s.hd; i++)
        if (got[i] != garbage(place + i))
            return SAY(v, "slot %lld, head %lld of %s: no token has this slot, and its bits have changed",
                       (long long)slot, (long long)h, e.name);
    return 1;
}

int append_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    struct shape s = shape_of(c);
    const int32_t *slot = ridge_data(c, "slot");
    int64_t *owner = malloc((size_t)s.slots * sizeof *owner);
    if (!owner || !slot || !ridge_data(c, "q") || !ridge_data(c, "Kc") || !ridge_data(c, "Vc")) {
        free(owner);
        return -1;
    }
    for (int64_t n = 0; n < s.slots; n++)
        owner[n] = -1;
    for (int64_t t = 0; t < s.T; t++)
        if (slot[t] >= 0)
            owner[slot[t]] = t;
    v->pass = tensor_turned(c, "q", s.H, 1, v);
    for (int64_t n = 0; v->pass && n < s.slots * s.Hkv; n++)
        v->pass = cell_right(c, "Kc", owner[n / s.Hkv], n / s.Hkv, n % s.Hkv, v) &&
                  cell_right(c, "Vc", owner[n / s.Hkv], n / s.Hkv, n % s.Hkv, v);
    free(owner);
    return 0;
}
