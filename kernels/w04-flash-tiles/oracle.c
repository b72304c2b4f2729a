/*
 * oracle.c: the trusted side of w04-flash-tiles.
 *
 * Attention straight from its definition, in float64, one row at a time: all scores of the row,
 * their maximum, the exponentials, the weighted sum. Then the traffic that the harness counted,
 * turned into counters for the gates. The harness lives in the learner's process, so its numbers
 * are range-checked before they are believed even that far.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <stdlib.h>
#include <sys/random.h>

#include "ridge/oracle.h"

/* Order of the counters in `stat`; harness.c holds the same list. */
enum {
    ST_SRAM_PEAK, ST_READ, ST_WRITTEN, ST_LOADS, ST_STORES, ST_BR, ST_BC, ST_DONE,
    ST_FAULT, ST_FAULT_ARRAY, ST_FAULT_AT, ST_FAULT_BYTES,
    ST_READ_OF, ST_WRITTEN_OF = ST_READ_OF + 6, ST_COUNT = ST_WRITTEN_OF + 6
};

enum { Q, K, V, O, LSE, SCRATCH };
enum { OK, F_SRAM_FULL, F_NOT_SRAM, F_NOT_HBM, F_PAST_END, F_READ_ONLY, F_RAGGED, F_SCRATCH_TWICE };

static const char *const array_name[] = { "Q", "K", "V", "O", "LSE", "scratch" };

enum { CAP = 100 * 1024 };

struct shape {
    int64_t S, d, causal, group, rows;
    const float *q, *k, *v, *o, *lse;
    const int32_t *wrote; /* [rows][2], from the harness */
    double *p; /* S exponentials */
    double *want, *scale;
};

/* --------------------------------------------------------------------------------------- inputs */

static float normal(uint64_t *state)
{
    /* Box and Muller's transform; the second of the pair is not worth keeping */
    double u = 1 - ridge_uniform(state), t = 6.283185307179586 * ridge_uniform(state);
    return (float)(sqrt(-2 * log(u)) * cos(t));
}

/*
 * data=1, huge logits: every value is a small integer and sqrt(64) is 8, so that each logit is
 * exact in float whatever the order of summation, and only the kernel's handling of the size is
 * tested. The first column decides: 200*400/8 = 10000 or -300*400/8 = -15000, by row of Q, so that no
 * row is near a maximum that starts at -10000; the others add a little.
 */
static float huge(const char *buffer, int64_t row, int64_t col, uint64_t *state)
{
    int small = (int)(ridge_next(state) % 7) - 3;
    if (*buffer == 'K')
        return col ? (float)small : 400.0f;
    return col ? (float)small : row % 2 ? 200.0f : -300.0f;
}

int qkv_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int64_t d = ridge_int(c, "d"), data = ridge_int(c, "data");
    if (!b || b->dtype != RIDGE_F32 || d < 1)
        return -1;
    uint64_t state = ridge_mix(seed, buffer);
    float *x = b->data;
    for (size_t i = 0; i < b->count; i++) {
        int64_t row = (int64_t)i / d, col = (int64_t)i % d;
        if (data == 1 && *buffer != 'V')
            x[i] = huge(buffer, row, col, &state);
        else if (data == 2 && *buffer == 'K' && row > 0)
            x[i] = x[col]; /* equal keys: every weight is 1/visible */
        else
            x[i] = normal(&state);
    }
    return 0;
}

int shapes_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    /* tokens L H Hkv hd dc dr: Llama-2-7B, Llama-3-8B, Llama-3-70B, DeepSeek-V2 and two odd ones */
    static const int64_t known[][7] = {
        { 2048, 32, 32, 32, 128, 512, 64 },   { 8192, 32, 32, 8, 128, 512, 64 },
        { 32768, 80, 64, 8, 128, 512, 64 },   { 131072, 60, 128, 128, 128, 512, 64 },
        { 1, 1, 1, 1, 64, 128, 32 },          { 0, 32, 32, 8, 128, 512, 64 },
    };
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    if (!b || b->dtype != RIDGE_I64 || b->count % 7)
        return -1;
    int64_t *x = b->data;
    uint64_t state = ridge_mix(seed, buffer);
    for (size_t r = 0; r < b->count / 7; r++, x += 7) {
        if (r < sizeof known / sizeof known[0]) {
            memcpy(x, known[r], sizeof known[r]);
            continue;
        }
        x[0] = (int64_t)(ridge_next(&state) % 1000000);
        x[1] = 1 + (int64_t)(ridge_next(&state) % 128);
        x[3] = 1 + (int64_t)(ridge_next(&state) % 16);
        x[2] = x[3] * (1 + (int64_t)(ridge_next(&state) % 8));
        x[4] = 32 << ridge_next(&state) % 4;
        x[5] = 128 + (int64_t)(ridge_next(&state) % 512);
        x[6] = x[4] / 2;
    }
    return 0;
}

/* -------------------------------------------------------------------------------- one row of it */

/* Row `r` of head `h`, from the definition. Fills want[d] and scale[d]; returns the log-sum-exp. */
static double attend(struct shape *s, int64_t h, int64_t r)
{
    int64_t seen = s->causal ? r - s->causal + 2 : s->S;
    const float *q = s->q + (h * s->S + r) * s->d;
    double top = -INFINITY, sum = 0, root = sqrt((double)s->d);
    memset(s->want, 0, (size_t)s->d * sizeof *s->want);
    memset(s->scale, 0, (size_t)s->d * sizeof *s->scale);
    for (int64_t j = 0; j < seen; j++) {
        const float *k = s->k + j * s->d;
        double dot = 0;
        for (int64_t x = 0; x < s->d; x++)
            dot += (double)q[x] * k[x];
        s->p[j] = dot / root;
        top = fmax(top, s->p[j]);
    }
    if (seen <= 0)
        return -INFINITY;
    for (int64_t j = 0; j < seen; j++)
        sum += s->p[j] = exp(s->p[j] - top);
    for (int64_t j = 0; j < seen; j++) {
        const float *v = s->v + j * s->d;
        double w = s->p[j] / sum;
        for (int64_t x = 0; x < s->d; x++) {
            s->want[x] += w * v[x];
            s->scale[x] += w * fabs((double)v[x]);
        }
    }
    return top + log(sum);
}

/* printf shows the sign of a NaN; nobody needs it */
static double plain(double x)
{
    return isnan(x) ? NAN : x;
}

static const char *guess(const struct shape *s, int64_t row, int lse, double got, double want)
{
    if (s->wrote[2 * row + lse] < 4)
        return " (this row was never stored)";
    if (!isnan(got))
        return "";
    if (want == 0 || isinf(want))
        return " (NaN: exp(-inf - -inf), or 0/0, on a row that sees nothing?)";
    return " (NaN: 0/0, inf - inf, or SRAM read before it was loaded?)";
}

/* 0 when the row agrees; else the message is set. O: the error bound of a (d+S)-term sum; LSE: 1e-5
 * plus the rounding of a float, which at 10^4 is already larger. */
static int judge_row(struct shape *s, int64_t h, int64_t r, struct ridge_verdict *v)
{
    double lse = attend(s, h, r);
    double tol = 8 * 0x1p-24 * sqrt((double)(s->d + s->S));
    const float *o = s->o + (h * s->S + r) * s->d;
    for (int64_t x = 0; x < s->d; x++) {
        double got = o[x];
        if (!(fabs(got - s->want[x]) <= tol * s->scale[x])) {
            snprintf(v->message, sizeof v->message,
                     "mismatch: O[head %lld][row %lld][%lld] is %.9g, expected %.9g +- %.2g%s",
                     (long long)h, (long long)r, (long long)x, plain(got), s->want[x],
                     tol * s->scale[x],
                     guess(s, h * s->S + r, 0, got, s->want[x]));
            return -1;
        }
    }
    double got = s->lse[h * s->S + r];
    int good = isinf(lse) ? got == lse : fabs(got - lse) <= 1e-5 + 0x1p-23 * fabs(lse);
    if (!good)
        snprintf(v->message, sizeof v->message,
                 "mismatch: LSE[head %lld][row %lld] is %.9g, expected %.9g%s", (long long)h,
                 (long long)r, plain(got), lse, guess(s, h * s->S + r, 1, got, lse));
    return good ? 0 : -1;
}

static int judge_rows(struct shape *s, int64_t sample, struct ridge_verdict *v)
{
    if (!sample) {
        for (int64_t r = 0; r < s->rows; r++)
            if (judge_row(s, r / s->S, r % s->S, v))
                return -1;
        return 0;
    }
    /* a timed run: a few rows that nobody can name in advance */
    uint64_t state = 0;
    if (getrandom(&state, sizeof state, 0) != sizeof state)
        return -2;
    for (int64_t k = 0; k < sample; k++) {
        int64_t r = (int64_t)(ridge_next(&state) % (uint64_t)s->rows);
        if (judge_row(s, r / s->S, r % s->S, v))
            return -1;
    }
    return 0;
}

/* -------------------------------------------------------------------------------------- traffic */

static long long clip(int64_t x)
{
    const int64_t most = (int64_t)1 << 50;
    return x < -1 ? -1 : x > most ? most : x;
}

static int judge_fault(const int64_t *st, struct ridge_verdict *v)
{
    long long at = clip(st[ST_FAULT_AT]), bytes = clip(st[ST_FAULT_BYTES]);
    int64_t k = st[ST_FAULT_ARRAY];
    const char *a = k >= Q && k <= SCRATCH ? array_name[k] : "?";
    switch (st[ST_FAULT]) {
    case OK:
        return 0;
    case F_SRAM_FULL:
        snprintf(v->message, sizeof v->message,
                 "SRAM is full: tm_alloc(%lld B) with %lld of %d B in use (smaller tiles, or one "
                 "buffer for K and V)", bytes, at, CAP);
        break;
    case F_NOT_SRAM:
        snprintf(v->message, sizeof v->message,
                 "a copy of %lld B with %s+%lld: the other end is not memory from tm_alloc, or is "
                 "too short", bytes, a, at);
        break;
    case F_NOT_HBM:
        snprintf(v->message, sizeof v->message,
                 "a copy of %lld B whose HBM address is in no array%s", bytes,
                 k == 1 ? ": the two pointers are swapped" : "");
        break;
    case F_PAST_END:
        snprintf(v->message, sizeof v->message,
                 "a copy of %lld B at %s+%lld runs past the end of %s (last tile, or a head that "
                 "%s does not have?)", bytes, a, at, a, a);
        break;
    case F_READ_ONLY:
        snprintf(v->message, sizeof v->message, "tm_store into %s+%lld: %s is an input", a, at, a);
        break;
    case F_RAGGED:
        snprintf(v->message, sizeof v->message,
                 "a copy of %lld B at %s+%lld: sizes and offsets are multiples of 4", bytes, a, at);
        break;
    default:
        snprintf(v->message, sizeof v->message,
                 "tm_scratch: one piece per call, at most 3 score matrices");
    }
    return -1;
}

/* Rows of O and LSE stored other than exactly once. */
static int64_t rows_off(const struct shape *s)
{
    int64_t n = 0;
    for (int64_t r = 0; r < s->rows; r++)
        n += s->wrote[2 * r] != s->d * 4 || s->wrote[2 * r + 1] != 4;
    return n;
}

/* Rows of K that a causal pass with this Br cannot do without: each tile of rows needs a prefix. */
static double causal_floor(const struct shape *s, int64_t Br)
{
    double need = 0;
    for (int64_t r = 0; r < s->S; r += Br) {
        int64_t last = (r + Br < s->S ? r + Br : s->S) - 1, seen = last - s->causal + 2;
        need += seen > 0 ? (double)seen : 0;
    }
    return need;
}

static void count_traffic(const struct shape *s, const int64_t *st, struct ridge_verdict *v)
{
    int64_t Br = st[ST_BR], Bc = st[ST_BC];
    double read = (double)st[ST_READ], d4 = 4.0 * (double)s->d;
    ridge_count(v, "sram_peak_B", (double)st[ST_SRAM_PEAK]);
    ridge_count(v, "hbm_read_B", read);
    ridge_count(v, "hbm_write_B", (double)st[ST_WRITTEN]);
    ridge_count(v, "hbm_write_excess_B",
                (double)st[ST_WRITTEN] - (d4 + 4) * (double)s->rows);
    ridge_count(v, "rows_not_once", (double)rows_off(s));
    ridge_count(v, "scratch_B",
                (double)st[ST_READ_OF + SCRATCH] + (double)st[ST_WRITTEN_OF + SCRATCH]);
    ridge_count(v, "copies", (double)st[ST_LOADS] + (double)st[ST_STORES]);
    ridge_count(v, "Br", (double)Br);
    ridge_count(v, "Bc", (double)Bc);
    int declared = Br >= 1 && Br <= 1 << 20 && Bc >= 1 && Bc <= 1 << 20;
    double passes = declared ? (double)((s->S + Br - 1) / Br) * (double)s->group : NAN;
    double k_rows = (double)st[ST_READ_OF + K] / d4, full = passes * (double)s->S;
    double formula = d4 * ((double)s->rows + 2 * full);
    ridge_count(v, "read_formula_B", declared ? formula : 0);
    ridge_count(v, "read_excess_B", declared ? read - formula : read);
    ridge_count(v, "tiles_full", declared ? full / (double)Bc : 0);
    ridge_count(v, "tiles_visited", declared ? k_rows / (double)Bc : 0);
    ridge_count(v, "tiles_skipped_pct", declared ? 100 * (1 - k_rows / full) : 0);
}

/* A declaration that SRAM or traffic contradicts. For group=1: sharing K among heads reads less. */
static int judge_declared(const struct shape *s, const int64_t *st, struct ridge_verdict *v)
{
    int64_t Br = st[ST_BR], rows = Br < s->S ? Br : s->S;
    if (Br >= 1 && rows * s->d * 4 > st[ST_SRAM_PEAK]) {
        snprintf(v->message, sizeof v->message,
                 "tm_tile says Br=%lld, but %lld rows of Q are %lld B and only %lld B of SRAM were asked for: "
                 "a tile lies in memory from tm_alloc", (long long)Br, (long long)rows,
                 (long long)(rows * s->d * 4), clip(st[ST_SRAM_PEAK]));
        return -1;
    }
    double k_rows = (double)st[ST_READ_OF + K] / (4.0 * (double)s->d);
    if (s->group != 1 || !s->causal || Br < 1 || Br > s->S || k_rows >= causal_floor(s, Br))
        return 0;
    snprintf(v->message, sizeof v->message,
             "tm_tile says Br=%lld, but %.0f rows of K were loaded and that Br needs %.0f: declare "
             "the tile you use", (long long)Br, k_rows, causal_floor(s, Br));
    return -1;
}

int flash_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    struct shape s = {
        .S = ridge_int(c, "S"), .d = ridge_int(c, "d"), .causal = ridge_int(c, "causal"),
        .group = ridge_int(c, "group"), .q = ridge_data(c, "Q"), .k = ridge_data(c, "K"),
        .v = ridge_data(c, "V"), .o = ridge_data(c, "O"), .lse = ridge_data(c, "LSE"),
    };
    const struct ridge_buffer *stat = ridge_buffer(c, "stat"), *wrote = ridge_buffer(c, "wrote");
    double sample = ridge_num(c, "sample");
    s.rows = s.S * s.group;
    if (!s.q || !s.k || !s.v || !s.o || !s.lse || s.S < 1 || s.d < 1 || s.group < 1)
        return -1;
    if (!stat || !wrote || stat->count < ST_COUNT || (int64_t)wrote->count < 2 * s.rows)
        return -1;
    const int64_t *st = stat->data;
    s.wrote = wrote->data;
    if (st[ST_DONE] != 1) {
        snprintf(v->message, sizeof v->message, "flash_fwd did not come back");
        return 0;
    }
    if (judge_fault(st, v))
        return 0;
    s.p = malloc((size_t)s.S * sizeof *s.p);
    s.want = malloc((size_t)s.d * sizeof *s.want);
    s.scale = malloc((size_t)s.d * sizeof *s.scale);
    int rc = !s.p || !s.want || !s.scale ? -2 : judge_rows(&s, sample > 0 ? (int64_t)sample : 0, v);
    free(s.p);
    free(s.want);
    free(s.scale);
    if (rc == -2)
        return -1;
    count_traffic(&s, st, v);
    v->pass = !rc && !judge_declared(&s, st, v);
    return 0;
}

/* ------------------------------------------------------------------------------- cache elements */

int kv_elems_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n,
                    double *want, double *scale)
{
    const int64_t *shapes = ridge_data(c, "shapes");
    if (!shapes || strcmp(out, "elems"))
        return -1;
    for (size_t k = 0; k < n; k++) {
        const int64_t *s = shapes + index[k] / 3 * 7;
        int64_t per_layer[] = { 2 * s[2] * s[4], 2 * s[3] * s[4], s[5] + s[6] };
        want[k] = (double)(s[0] * s[1] * per_layer[index[k] % 3]);
        scale[k] = want[k];
    }
    return 0;
}
