/*
 * oracle.c: attention from its definition, in float64, one row at a time, from the values that the kernels read. Shares
 * nothing with the kernels.
 *
 * What a right kernel may be off by, for one row. Scores: float sums of exact products; mag is the largest sum of
 * |q k| scale of the row, of which tensor cores lose 2^-18; of bytes 2^-9, since they add products of e4m3 with some
 * 14 bits (DeepSeek-V3, arXiv:2412.19437, section 3.3.2; an H200 lost 1.003 * 2^-10 of one row's).
 * Weights: rounded to V's format, half a unit of the last place: 2^-8 in bfloat16; in e4m3 2^-4, below its smallest
 * normal number 2^-18 of the largest weight if weights are multiplied by 256 first. Output: a float sum of d + S terms,
 * in bfloat16. With bytes these limits are wide, so the root of the mean square of all errors is judged, too: rounding
 * that is even-handed stays below 2^-4/sqrt(3) of the root of the sum of squares of the terms. In bfloat16 O's part along
 * what it should be is judged, too: weights that are rounded leave it within some 2^-15, and weights that are cut off
 * shorten it by 2^-8.5.
 *
 * Fields of a case: kind 0 normal numbers; 1 logits of some hundreds, and scales of V that differ by 64; 2 logits of a
 * hundred or more, whose sign changes from one tile of keys to the next; 3 large numbers, in e4m3 most of them its
 * largest; 4 one key in 128 with no value, and all others so faint (1.45 * 2^-14, with the damp of its case) that times
 * 2^5 they are 1.45 of e4m3's smallest number; 5 values of one sign, so that what all weights lose adds up. `damp`: the
 * kernels' scale is damp / sqrt(d). `pad`: so many more rows a head, and elements a row, are in memory than the maps
 * say; they are NaN and infinities. `sample`: so many rows of a timed run are judged.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <stdlib.h>
#include <sys/random.h>

#include "ridge/oracle.h"

enum { NORMAL, OUTLIERS, SEESAW, LARGE, FAINT, STEADY };
enum { BLOCK = 128 }; /* rows of a scale */

static double of_bf16(uint16_t h)
{
    uint32_t u = (uint32_t)h << 16;
    float f;
    memcpy(&f, &u, sizeof f);
    return f;
}

static uint16_t to_bf16(double x)
{
    float f = (float)x;
    uint32_t u;
    memcpy(&u, &f, sizeof u);
    return (uint16_t)((u + 0x7fff + (u >> 16 & 1)) >> 16);
}

static double of_e4m3(uint8_t h)
{
    int e = h >> 3 & 15, m = h & 7;
    double x = (h & 127) == 127 ? NAN : e ? ldexp(8 + m, e - 10) : ldexp(m, -9);
    return h >> 7 ? -x : x;
}

static uint8_t to_e4m3(double x)
{
    double a = fmin(fabs(x), 448);
    int e;
    frexp(a, &e);
    e = a > 0 && e > -5 ? e : -5; /* a < 2^e, and below 2^-6 steps are those of 2^-6 */
    long steps = lrint(ldexp(a, 4 - e));
    return (uint8_t)((x < 0) << 7 | (steps ? (e + 5) * 8 + steps : 0));
}

/* --------------------------------------------------------------------------------------- inputs */

static double normal(uint64_t *state)
{
    double u = 1 - ridge_uniform(state), t = 6.283185307179586 * ridge_uniform(state);
    return sqrt(-2 * log(u)) * cos(t);
}

static double number(int64_t kind, const char *buffer, int64_t row, int64_t col, uint64_t *state)
{
    double x = normal(state);
    if (kind == OUTLIERS && *buffer != 'V' && col == 5)
        x = *buffer == 'K' ? 12 + row % 3 : row % 2 ? 160 : -120;
    if (kind == SEESAW && *buffer != 'V')
        return col != 5 ? x / 16 : *buffer == 'K' ? row / BLOCK % 2 ? -12 : 12 : row % 2 ? 160 : -120;
    if (kind == STEADY && *buffer == 'V')
        return 1 + x / 2;
    if (kind == FAINT && *buffer == 'V')
        return row % 128 ? 1 + x / 2 : 0;
    if (kind == FAINT)
        return col > 5 ? x / 8 : *buffer == 'Q' || row % 128 == 0 ? 4 : 0;
    return kind == LARGE ? 4 * x : x;
}

/* Q, K and V; columns and rows beyond those of the map are poison. */
int rows_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int64_t d = ridge_int(c, "d"), S = ridge_int(c, "S"), pad = ridge_int(c, "pad"), kind = ridge_int(c, "kind");
    int64_t pitch = d + pad, high = S + pad;
    uint64_t state = ridge_mix(seed, buffer);
    if (!b || d < 1 || (b->dtype != RIDGE_BF16 && b->dtype != RIDGE_U8))
        return -1;
    for (size_t i = 0; i < b->count; i++) {
        int64_t col = (int64_t)i % pitch, row = (int64_t)i / pitch % high;
        double x = number(kind, buffer, row, col, &state);
        int real = col < d && row < S;
        if (b->dtype == RIDGE_BF16)
            ((uint16_t *)b->data)[i] = real ? to_bf16(x) : i % 2 ? 0x7f80 : 0x7fc0;
        else
            ((uint8_t *)b->data)[i] = real ? to_e4m3(100 * x * (kind == LARGE ? 8 : 1)) : 0x7f;
    }
    return 0;
}

int scales_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int64_t kind = ridge_int(c, "kind");
    uint64_t state = ridge_mix(seed, buffer);
    if (!b || b->dtype != RIDGE_F32)
        return -1;
    for (size_t i = 0; i < b->count; i++) {
        double x = kind >= FAINT ? .01 : .01 * exp2(2 * ridge_uniform(&state) - 1);
        if (kind == LARGE && buffer[1] != 'v')
            x /= 8;
        if (kind == SEESAW && buffer[1] != 'v')
            x *= 8;
        if (kind == OUTLIERS)
            x *= buffer[1] == 'v' ? i % 2 ? 8 : .125 : 1 / 2.;
        ((float *)b->data)[i] = (float)x;
    }
    return 0;
}

/* -------------------------------------------------------------------------------- one row of it */

struct shape {
    const struct ridge_case *c;
    int64_t heads, group, S, d, pad, causal, bytes;
    double factor; /* of scores: `scale` of the kernels */
    const void *q, *k, *v;
    const float *sq, *sk, *sv, *lse;
    const uint16_t *o;
    double *row, *keys, *values, *most_of; /* numbers of a row of Q, of a head's K and V; the largest |V| of each key */
    int64_t shown;                         /* the head whose keys and values they are */
    double *p, *want, *scale, *square; /* S weights; d sums, of magnitudes, of squares */
    double mag, most;                  /* of the row last attended; most: its smallest representable weight's terms */
    double error, allowed;             /* sums of squares over all rows */
    double lean, power, give;          /* of O's errors along O, of O's squares, of what scores may shift */
};

/* All that a head is read as: each number once, however many rows ask for it. */
static int shape_room(struct shape *s)
{
    s->p = malloc((size_t)s->S * sizeof *s->p);
    s->want = malloc(4 * (size_t)s->d * sizeof *s->want);
    s->keys = malloc((2 * (size_t)s->d + 1) * (size_t)s->S * sizeof *s->keys);
    if (!s->p || !s->want || !s->keys)
        return -1;
    s->scale = s->want + s->d;
    s->square = s->scale + s->d;
    s->row = s->square + s->d;
    s->values = s->keys + s->S * s->d;
    s->most_of = s->values + s->S * s->d;
    s->shown = -1;
    return 0;
}

static void shape_finish(struct shape *s)
{
    free(s->p);
    free(s->want);
    free(s->keys);
}

/* A row of a head, with its scale. */
static void decode(const struct shape *s, double *to, const void *x, const float *scales, int64_t head, int64_t row)
{
    size_t from = (size_t)((head * (s->S + s->pad) + row) * (s->d + s->pad));
    double scale = s->bytes ? scales[head * ((s->S + BLOCK - 1) / BLOCK) + row / BLOCK] : 1;
    for (int64_t i = 0; i < s->d; i++)
        to[i] = s->bytes ? of_e4m3(((const uint8_t *)x)[from + (size_t)i]) * scale
                         : of_bf16(((const uint16_t *)x)[from + (size_t)i]);
}

static void show_head(struct shape *s, int64_t head)
{
    if (s->shown == head)
        return;
    s->shown = head;
    for (int64_t j = 0; j < s->S; j++) {
        double *v = s->values + j * s->d, most = 0;
        decode(s, s->keys + j * s->d, s->k, s->sk, head, j);
        decode(s, v, s->v, s->sv, head, j);
        for (int64_t x = 0; x < s->d; x++)
            most = fmax(most, fabs(v[x]));
        s->most_of[j] = most;
    }
}

/* In four chains, which do not wait for each other: d is a multiple of 4. */
static double score(struct shape *s, int64_t key)
{
    const double *k = s->keys + key * s->d;
    double dot[4] = { 0 }, mag[4] = { 0 };
    for (int64_t x = 0; x < s->d; x += 4)
        for (int e = 0; e < 4; e++) {
            double t = s->row[x + e] * k[x + e];
            dot[e] += t;
            mag[e] += fabs(t);
        }
    s->mag = fmax(s->mag, (mag[0] + mag[1] + mag[2] + mag[3]) * s->factor);
    return (dot[0] + dot[1] + dot[2] + dot[3]) * s->factor;
}

/* Fills want, scale, square and mag; returns the log of the sum of exponentials. */
static double attend(struct shape *s, int64_t head, int64_t row)
{
    int64_t seen = s->causal ? row + 1 : s->S;
    double top = -INFINITY, sum = 0;
    show_head(s, head / s->group);
    decode(s, s->row, s->q, s->sq, head, row);
    memset(s->want, 0, 3 * (size_t)s->d * sizeof *s->want); /* and scale, square */
    s->mag = s->most = 0;
    for (int64_t j = 0; j < seen; j++)
        top = fmax(top, s->p[j] = score(s, j));
    for (int64_t j = 0; j < seen; j++)
        sum += s->p[j] = exp(s->p[j] - top);
    for (int64_t j = 0; j < seen; j++) {
        const double *v = s->values + j * s->d, weight = s->p[j] / sum;
        for (int64_t x = 0; x < s->d; x++) {
            double term = weight * v[x];
            s->want[x] += term;
            s->scale[x] += fabs(term);
            s->square[x] += term * term;
        }
        s->most = fmax(s->most, s->most_of[j] / sum);
    }
    return top + log(sum);
}

/* 0 when the row agrees; else the message is set. */
static int judge_row(struct shape *s, int64_t head, int64_t row, struct ridge_verdict *v)
{
    double lse = attend(s, head, row), moved = (s->bytes ? 0x1p-9 : 0x1p-18) * s->mag;
    double rel = 8 * 0x1p-24 * sqrt((double)(s->d + s->S)) + (s->bytes ? 0x1p-4 : 0x1p-8) + 2 * moved;
    double least = s->bytes ? 0x1p-18 * s->most * (double)s->S : 0;
    int64_t i = head * s->S + row;
    for (int64_t x = 0; x < s->d; x++) {
        double got = of_bf16(s->o[i * s->d + x]), want = s->want[x];
        double tol = rel * s->scale[x] + least + 0x1p-8 * fabs(want) + 0x1p-24;
        if (!(fabs(got - want) <= tol)) {
            snprintf(v->message, sizeof v->message,
                     "mismatch: O[head %lld][row %lld][column %lld] is %.9g, expected %.9g +- %.2g%s", (long long)head,
                     (long long)row, (long long)x, isnan(got) ? NAN : got, want, tol,
                     isnan(got) ? " (NaN: memory behind a map, -inf minus -inf, or sums read too soon?)" : "");
            return -1;
        }
        double unit = 2 * moved * s->scale[x] + 0x1p-9 * want + least;
        s->error += (got - want) * (got - want);
        s->lean += (got - want) * want;
        s->power += want * want;
        s->give += 2 * moved * s->scale[x] * fabs(want);
        s->allowed += s->square[x] * 0x1p-8 / 3 + unit * unit;
    }
    double got = s->lse[i], tol = moved + 8 * 0x1p-24 * sqrt((double)s->S) + 0x1p-20 * fabs(lse) + 0x1p-20;
    if (fabs(got - lse) <= tol)
        return 0;
    snprintf(v->message, sizeof v->message, "mismatch: LSE[head %lld][row %lld] is %.9g, expected %.9g +- %.2g%s",
             (long long)head, (long long)row, isnan(got) ? NAN : got, lse, tol,
             fabs(got * log(2.) - lse) < .01 ? " (in powers of two?)" : "");
    return -1;
}

/* Rounding to nearest is even-handed; 2^-10 is a third of what cutting off takes away. */
static int leans(const struct shape *s, const char *what, struct ridge_verdict *v)
{
    if (fabs(s->lean) <= 0x1p-10 * s->power + s->give)
        return 0;
    snprintf(v->message, sizeof v->message, "mismatch: %s is off by %.2g of itself along what it should be, in all rows "
             "together (is something cut off to bfloat16 and not rounded?)", what, s->lean / s->power);
    return 1;
}

static int judge(struct shape *s, int64_t sample, struct ridge_verdict *v)
{
    uint64_t state = 0;
    if (sample && getrandom(&state, sizeof state, 0) != sizeof state)
        return -2;
    for (int64_t k = 0; k < (sample ? sample : s->heads * s->S); k++) {
        int64_t r = sample ? (int64_t)(ridge_next(&state) % (uint64_t)(s->heads * s->S)) : k;
        if (judge_row(s, r / s->S, r % s->S, v))
            return -1;
    }
    if (!s->bytes && !sample && s->heads * s->S >= 32 && leans(s, "O", v))
        return -1;
    if (!s->bytes || sample || s->error <= s->allowed)
        return 0;
    snprintf(v->message, sizeof v->message, "mismatch: the root of the mean square of O's errors is %.2f times what "
             "rounding each weight once to e4m3 gives", sqrt(s->error / s->allowed));
    return -1;
}

int attention_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    int64_t bytes = ridge_data(c, "Q8") != NULL;
    struct shape s = { .c = c, .heads = ridge_int(c, "heads"), .group = ridge_int(c, "group"), .S = ridge_int(c, "S"),
                       .d = ridge_int(c, "d"), .pad = ridge_int(c, "pad"), .causal = ridge_int(c, "causal"),
                       .bytes = bytes, .factor = ridge_num(c, "damp") / sqrt(ridge_num(c, "d")),
                       .q = ridge_data(c, bytes ? "Q8" : "Q"), .k = ridge_data(c, bytes ? "K8" : "K"),
                       .v = ridge_data(c, bytes ? "V8" : "V"), .sq = ridge_data(c, "sq"), .sk = ridge_data(c, "sk"),
                       .sv = ridge_data(c, "sv"), .o = ridge_data(c, "O"), .lse = ridge_data(c, "LSE") };
    double sample = ridge_num(c, "sample");
    if (!s.q || !s.k || !s.v || !s.o || !s.lse || s.S < 1 || s.d < 4 || s.d % 4 || s.group < 1 ||
        (bytes && (!s.sq || !s.sk || !s.sv)))
        return -1;
    int rc = shape_room(&s) ? -2 : judge(&s, sample > 0 ? (int64_t)sample : 0, v);
    shape_finish(&s);
    v->pass = !rc;
    return rc == -2 ? -1 : 0;
}

/* C = bf16(Q K^T) V of the first 64 keys: a product's rounding to bfloat16 may fall to either side. */
int products_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    struct shape s = { .S = ridge_int(c, "S"), .d = ridge_int(c, "d"), .pad = ridge_int(c, "pad"), .group = 1,
                       .factor = 1, .q = ridge_data(c, "Q"), .k = ridge_data(c, "K"),
                       .v = ridge_data(c, "V") };
    const float *got = ridge_data(c, "C");
    if (!s.q || !s.k || !s.v || !got || s.d != 64 || shape_room(&s)) {
        shape_finish(&s);
        return -1;
    }
    for (int64_t i = 0; i < ridge_int(c, "heads") * s.S; i++) {
        double p[64];
        show_head(&s, i / s.S);
        decode(&s, s.row, s.q, NULL, i / s.S, i % s.S);
        for (int64_t j = 0; j < 64; j++)
            p[j] = score(&s, j);
        for (int64_t x = 0; x < 64; x++) {
            double want = 0, mag = 0, y = got[64 * i + x];
            for (int64_t j = 0; j < 64; j++) {
                double term = p[j] * s.values[64 * j + x];
                want += term;
                mag += fabs(term);
            }
            s.lean += (y - want) * want;
            s.power += want * want;
            if (fabs(y - want) <= 0x1.1p-8 * mag + 0x1p-16)
                continue;
            snprintf(v->message, sizeof v->message, "mismatch: C[head %lld][row %lld][column %lld] is %.9g, expected "
                     "%.9g +- %.2g", (long long)(i / s.S), (long long)(i % s.S), (long long)x, isnan(y) ? NAN : y, want,
                     0x1.1p-8 * mag);
            shape_finish(&s);
            return 0;
        }
    }
    v->pass = !leans(&s, "C", v);
    shape_finish(&s);
    return 0;
}
