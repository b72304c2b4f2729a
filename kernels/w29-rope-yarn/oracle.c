/*
 * oracle.c: frequencies, tables and rotations in long double by the definitions in lab.h; scores by a complex product
 * that knows the distance alone; and microlm, which reads texts of its language with the frequencies that were chosen.
 */
#pragma GCC optimize("O3")
#include <stdlib.h>

#include "../microlm/synthlang.c"
#include <ridge/oracle.h>

#include "reader.h"

typedef long double real;
static const real TWO_PI = 6.283185307179586476925L;

static int fail(struct ridge_verdict *v)
{
    v->pass = 0;
    return 0;
}

#define SAY(v, ...) (snprintf((v)->message, sizeof (v)->message, __VA_ARGS__), fail(v))

enum { NONE, PI, NTK, YARN, LLAMA3 }; /* lab.h has the same */

/* --- inputs ------------------------------------------------------------------------------------------------ */

static double hashed(uint64_t seed, uint64_t k)
{
    uint64_t s = seed + k * 0x9e3779b97f4a7c15u;
    return ridge_uniform(&s);
}

static double normal_at(uint64_t seed, uint64_t k)
{
    return sqrt(-2 * log(1 - hashed(seed, 2 * k))) * cos(6.283185307179586 * hashed(seed, 2 * k + 1));
}

/* Element k of a buffer that is written over, so that the verdict can ask again what stood there. */
static float before_at(const struct ridge_case *c, const char *buffer, uint64_t k)
{
    return (float)normal_at(ridge_mix((uint64_t)ridge_int(c, "draw"), buffer), k);
}

int heads_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    (void)seed;
    for (size_t k = 0; b && k < b->count; k++)
        ((float *)b->data)[k] = before_at(c, buffer, k);
    return b ? 0 : -1;
}

/* Any angles: a rotation has to do with the numbers of its table and not with where they come from. */
int angles_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int64_t d = ridge_int(c, "d");
    double scale = ridge_num(c, "scale");
    if (!b || d < 4 || d % 2)
        return -1;
    for (size_t k = 0; k < b->count; k++) {
        size_t t = k / (size_t)d, i = k % (size_t)d, pair = i % ((size_t)d / 2);
        double angle = 6.283185307179586 * hashed(seed ^ 0x616e, t * 4096 + pair);
        ((float *)b->data)[k] = (float)(scale * (i < (size_t)d / 2 ? cos(angle) : sin(angle)));
    }
    return 0;
}

int factors_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    static const double some[] = { 1, .5, 2, 4, 8, 32, 1.0001, 1e4 };
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    for (size_t k = 0; b && k < b->count; k++)
        ((double *)b->data)[k] = k < sizeof some / sizeof some[0] ? some[k] : exp(6 * hashed(seed ^ 0x73, k) - 1);
    return b ? 0 : -1;
}

/* Positions 0, 1, 2, ... where `far` is 0; else anything up to it, that and 0 among them. */
int positions_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    double far = ridge_num(c, "far");
    for (size_t k = 0; b && k < b->count; k++)
        ((int32_t *)b->data)[k] = far > 0 ? k < 2 ? (int32_t)(k ? far : 0) : (int32_t)(far * hashed(seed ^ 0x70, k))
                                          : (int32_t)k;
    return b ? 0 : -1;
}

int speeds_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    (void)seed;
    for (size_t i = 0; b && i < b->count; i++)
        ((double *)b->data)[i] = pow(ridge_num(c, "base"), -(double)i / (double)b->count);
    return b ? 0 : -1;
}

/* Query and key of pair j: distances 0, 1, 7, 49, ... at places up to `far`. */
int spots_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    static const int32_t distance[] = { 0, 1, 7, 49, 343 };
    double far = ridge_num(c, "far");
    for (size_t k = 0; b && k < b->count; k++) {
        size_t j = k / 2;
        int32_t key = j % 4 == 0 ? 0 : j % 4 == 1 ? (int32_t)far : (int32_t)(far * hashed(seed ^ 0x73, j));
        ((int32_t *)b->data)[k] = key + (k % 2 ? 0 : distance[j % 5]);
    }
    return b ? 0 : -1;
}

/* --- frequencies ------------------------------------------------------------------------------------------- */

static real frequency(real base, int64_t i, int64_t d, int64_t mode, real s, real trained)
{
    real t = powl(base, -2 * (real)i / d), turns = trained * t / TWO_PI;
    real many = mode == YARN ? 32 : 4, g = (turns - 1) / (many - 1);
    if (mode == NTK)
        return powl(base * powl(s, (real)d / (d - 2)), -2 * (real)i / d);
    if (mode == NONE || (g >= 1 && mode != PI))
        return t;
    return mode == PI || g <= 0 ? t / s : t * (g + (1 - g) / s);
}

int freqs_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    static const char *const name[] = { "NONE", "PI", "NTK", "YARN", "LLAMA3" };
    const double *inv = ridge_data(c, "inv");
    int64_t d = ridge_int(c, "d"), mode = ridge_int(c, "mode");
    if (!inv || mode < NONE || mode > LLAMA3)
        return -1;
    for (int64_t i = 0; i < d / 2; i++) {
        real want = frequency(ridge_num(c, "base"), i, d, mode, ridge_num(c, "s"), ridge_num(c, "trained"));
        real turns = ridge_num(c, "trained") * powl(ridge_num(c, "base"), -2 * (real)i / d) / TWO_PI;
        if (!(fabsl(inv[i] - want) <= 1e-12L * want))
            return SAY(v, "%s, pair %lld of %lld, which turned %.3Lf times in training: %.15Lg expected, got %.15g",
                       name[mode], (long long)i, (long long)d / 2, turns, want, inv[i]);
    }
    v->pass = 1;
    return 0;
}

int mscale_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const double *s = ridge_data(c, "factors"), *got = ridge_data(c, "mscale");
    for (int64_t k = 0; k < ridge_int(c, "n"); k++) {
        real want = s[k] > 1 ? .1L * logl(s[k]) + 1 : 1;
        if (!(fabsl(got[k] - want) <= 1e-12L))
            return SAY(v, "yarn_mscale(%g): %.15Lg expected, got %.15g", s[k], want, got[k]);
    }
    v->pass = 1;
    return 0;
}

/* --- table and rotation ------------------------------------------------------------------------------------ */

int table_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const float *cs = ridge_data(c, "cs");
    const int32_t *pos = ridge_data(c, "pos");
    const double *inv = ridge_data(c, "speed");
    int64_t n = ridge_int(c, "n"), d = ridge_int(c, "d");
    double scale = ridge_num(c, "scale");
    for (int64_t k = 0; k < n * d; k++) {
        int64_t t = k / d, i = k % d % (d / 2);
        real angle = (real)pos[t] * inv[i], want = scale * (k % d < d / 2 ? cosl(angle) : sinl(angle));
        if (!(fabsl(cs[k] - want) <= 2e-7L * scale))
            return SAY(v, "position %d, pair %lld, %s: %.9Lg expected, got %.9g (angle %.3Lf)", (int)pos[t],
                       (long long)i, k % d < d / 2 ? "cos" : "sin", want, cs[k], angle);
    }
    v->pass = 1;
    return 0;
}

/* Heads of q or k after their turn. */
static int turned_right(const struct ridge_case *c, const char *buffer, int64_t heads, struct ridge_verdict *v)
{
    const float *got = ridge_data(c, buffer), *cs = ridge_data(c, "angles");
    int64_t T = ridge_int(c, "T"), d = ridge_int(c, "d"), near = ridge_int(c, "layout");
    for (int64_t k = 0; k < T * heads * d / 2; k++) {
        int64_t row = k / (d / 2), i = k % (d / 2), t = row / heads;
        int64_t at = row * d + (near ? 2 * i : i), other = near ? at + 1 : at + d / 2;
        real a = before_at(c, buffer, (uint64_t)at), b = before_at(c, buffer, (uint64_t)other);
        real co = cs[t * d + i], si = cs[t * d + d / 2 + i];
        real want[2] = { a * co - b * si, a * si + b * co };
        real size = 4e-7L * (fabsl(a) + fabsl(b)) * (fabsl(co) + fabsl(si));
        for (int half = 0; half < 2; half++) {
            float is = got[half ? other : at];
            if (!(fabsl(is - want[half]) <= size))
                return SAY(v, "token %lld, head %lld of %s, channel %lld of pair %lld: %.7Lg expected, got %.7g",
                           (long long)t, (long long)(row % heads), buffer, (long long)((half ? other : at) % d),
                           (long long)i, want[half], is);
        }
    }
    return 1;
}

int apply_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    if (!turned_right(c, "q", ridge_int(c, "H"), v) || !turned_right(c, "k", ridge_int(c, "Hkv"), v))
        return 0;
    v->pass = 1;
    return 0;
}

int relative_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const float *q = ridge_data(c, "qv"), *k = ridge_data(c, "kv");
    const int32_t *spot = ridge_data(c, "spots");
    const double *score = ridge_data(c, "score");
    int64_t d = ridge_int(c, "d"), near = ridge_int(c, "layout");
    for (int64_t j = 0; j < ridge_int(c, "n"); j++) {
        real want = 0, qq = 0, kk = 0;
        int32_t apart = spot[2 * j] - spot[2 * j + 1];
        for (int64_t i = 0; i < d / 2; i++) {
            int64_t a = near ? 2 * i : i, b = near ? a + 1 : a + d / 2;
            real angle = apart * powl(ridge_num(c, "base"), -2 * (real)i / d);
            want += cosl(angle) * ((real)q[a] * k[a] + (real)q[b] * k[b])
                    + sinl(angle) * ((real)q[a] * k[b] - (real)q[b] * k[a]);
            qq += (real)q[a] * q[a] + (real)q[b] * q[b];
            kk += (real)k[a] * k[a] + (real)k[b] * k[b];
        }
        if (!(fabsl(score[j] - want) <= 1e-5L * sqrtl(qq * kk)))
            return SAY(v, "query at %d, key at %d: their distance %d makes a score of %.7Lg, got %.7g",
                       (int)spot[2 * j], (int)spot[2 * j + 1], (int)apart, want, score[j]);
    }
    v->pass = 1;
    return 0;
}

/* --- a model that reads on --------------------------------------------------------------------------------- */

enum { LONGEST = 8192, FAR = 3 /* of 4: where a key was bound, before the end */ };

struct findings {
    double ratio, recall; /* perplexity over its floor; share of keys that were found */
};

static int likeliest(const float *z, int V)
{
    int best = 0;
    for (int k = 1; k < V; k++)
        best = z[k] > z[best] ? k : best;
    return best;
}

static double nats(const float *z, int V, int next)
{
    double sum = 0, top = z[likeliest(z, V)];
    for (int k = 0; k < V; k++)
        sum += exp(z[k] - top);
    return log(sum) + top - z[next];
}

static double surplus(struct reader *r, const struct synth_lang *lang, uint64_t name, int S)
{
    static uint8_t text[LONGEST];
    static float floor_of[LONGEST];
    float z[ROWS * 256];
    double sum = 0;
    synth_text(lang, name, text, floor_of, (size_t)S);
    read_document(r, text, S, 0);
    for (int t = 0; t < S; t += ROWS) {
        reader_logits(r, t, z);
        for (int i = 0; i < ROWS && t + i + 1 < S; i++)
            sum += nats(z + i * r->s.V, r->s.V, text[t + i + 1]) - floor_of[t + i + 1];
    }
    return sum / (S - 1);
}

static int found(struct reader *r, const struct synth_lang *lang, uint64_t name, int S)
{
    static uint8_t text[LONGEST + ROWS];
    float z[ROWS * 256];
    synth_probe(lang, name, text, (size_t)S + 1, (size_t)(S * FAR / 4)); /* what is asked for comes behind S bytes */
    read_document(r, text, S, 1);
    reader_logits(r, S - ROWS, z);
    return likeliest(z + (ROWS - 1) * r->s.V, r->s.V) == text[S];
}

static void fill_table(struct reader *r, const double *inv, double scale, int S)
{
    int hd = r->s.hd;
    for (int t = 0; t < S; t++)
        for (int i = 0; i < hd / 2; i++) {
            r->cs[t * hd + i] = (float)(scale * cos(t * inv[i]));
            r->cs[t * hd + hd / 2 + i] = (float)(scale * sin(t * inv[i]));
        }
}

/* The whole model or its draft; documents and keys are named from `draw` on. */
static int examine(const struct ridge_case *c, const double *inv, double scale, struct findings *ret)
{
    const char *model = ridge_int(c, "whole") ? "weights.bin" : "draft.bin";
    int S = (int)ridge_int(c, "length"), docs = (int)ridge_int(c, "docs"), keys = (int)ridge_int(c, "keys");
    uint64_t name = (uint64_t)ridge_int(c, "draw") << 20;
    struct synth_lang lang;
    struct reader r;
    if (S < 64 || S > LONGEST || S % COLS || docs < 1 || reader_create(&r, model, S))
        return -1;
    synth_lang_init(&lang, 1);
    fill_table(&r, inv, scale, S);
    *ret = (struct findings){ 0 };
    for (int k = 0; k < docs; k++)
        ret->ratio += surplus(&r, &lang, name + (uint64_t)k, S) / docs;
    ret->ratio = exp(ret->ratio);
    for (int k = 0; k < keys; k++)
        ret->recall += found(&r, &lang, name + 4096 + (uint64_t)k, S) / (double)keys;
    reader_destroy(&r);
    return 0;
}

/* What lab.h says of every choice, whoever reads. */
static int within_reason(const struct ridge_case *c, const double *inv, double scale, struct ridge_verdict *v)
{
    real s = (real)ridge_num(c, "length") / ridge_num(c, "trained");
    int64_t d = ridge_int(c, "d");
    for (int64_t i = 0; i < d / 2; i++) {
        real plain = frequency(ridge_num(c, "base"), i, d, NONE, 1, 1), least = s <= 1 ? plain : plain / (2 * s);
        if (!(inv[i] >= least * (1 - 1e-9L) && inv[i] <= plain * (1 + 1e-9L)))
            return SAY(v, "frequency %lld is %.9g radians a token: from %.9Lg to %.9Lg makes sense for %.4Lg times the "
                       "trained length", (long long)i, inv[i], least, plain, s);
    }
    if (!(s <= 1 ? fabs(scale - 1) <= 1e-9 : scale >= .1 && scale <= 10))
        return SAY(v, "scale is %g for %.4Lg times the trained length: %s", scale, s,
                   s <= 1 ? "1 is expected" : "from .1 to 10 makes sense");
    return 1;
}

int extend_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const double *inv = ridge_data(c, "chosen"), *scale = ridge_data(c, "chosen_scale");
    double most = ridge_num(c, "ratio_most"), least = ridge_num(c, "recall_least");
    int length = (int)ridge_int(c, "length");
    struct findings f;
    if (!within_reason(c, inv, *scale, v))
        return 0;
    v->pass = ridge_int(c, "docs") == 0;
    if (v->pass)
        return 0;
    if (examine(c, inv, *scale, &f))
        return -1;
    ridge_count(v, "ppl_ratio", f.ratio);
    ridge_count(v, "recall", f.recall);
    if (!(f.ratio <= most))
        return SAY(v, "%d bytes: perplexity is %.3f times its floor, %.2f is within reach", length, f.ratio, most);
    if (!(f.recall >= least))
        return SAY(v, "%d bytes: of keys bound %d bytes before, %.2f are found; %.2f is within reach", length,
                   length * FAR / 4, f.recall, least);
    v->pass = 1;
    return 0;
}
