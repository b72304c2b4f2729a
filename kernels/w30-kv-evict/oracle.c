/*
 * oracle.c: the rules by their definitions, entry by entry and in double, on attention that was drawn; attention over a
 * cache by complex numbers; the fewest copies by sorting; and microlm, which reads its texts again and sees at each
 * step what the learner's rule had left there.
 */
#pragma GCC optimize("O3")
#include "../microlm/synthlang.c"
#include "../microlm/trained.h"

#include <math.h>
#include <ridge/oracle.h>
#include <stdlib.h>

#include "../microlm/decode.h"

static int fail(struct ridge_verdict *v)
{
    v->pass = 0;
    return 0;
}

#define SAY(v, ...) (snprintf((v)->message, sizeof (v)->message, __VA_ARGS__), fail(v))

enum { STREAM, H2O, SNAP, SAGE, OWN }; /* lab.h has the same */

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* --- inputs ------------------------------------------------------------------------------------------------------- */

enum { RANDOM, EQUAL, LEVELS, HEADS }; /* a case's style */
enum { STEPS_OF_ONE = 4096 };          /* all weights are multiples of 1/4096: their sums are exact in float */

/* What one query gives to entry j of the text. */
static float weight(int64_t style, int64_t g, int64_t j, uint64_t *s)
{
    double u = ridge_uniform(s);
    switch (style) {
    case EQUAL:
        return 16.f / STEPS_OF_ONE;
    case LEVELS:
        return (float)floor(3 * u) / STEPS_OF_ONE;
    case HEADS: /* each head has places that it likes, and one head is louder than the others */
        return (float)floor((j % 7 == g ? 3000 : 40) * u * u / (1 + g)) / STEPS_OF_ONE;
    default: /* most get next to nothing */
        return (float)floor(STEPS_OF_ONE / 2 * u * u * u * u) / STEPS_OF_ONE;
    }
}

/* [G][S][S]; above the diagonal stands what nobody may read. */
int maps_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int64_t S = ridge_int(c, "S"), style = ridge_int(c, "style");
    uint64_t s = ridge_mix(seed, buffer);
    for (size_t k = 0; b && k < b->count; k++) {
        int64_t j = (int64_t)k % S, i = (int64_t)k / S % S, g = (int64_t)k / S / S;
        float w = weight(style, g, j, &s);
        ((float *)b->data)[k] = j <= i ? w : 1 + w;
    }
    return b ? 0 : -1;
}

/* [steps][G][S+steps] */
int rows_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int64_t all = ridge_int(c, "S") + ridge_int(c, "steps"), G = ridge_int(c, "G");
    uint64_t s = ridge_mix(seed, buffer);
    for (size_t k = 0; b && k < b->count; k++)
        ((float *)b->data)[k] = weight(ridge_int(c, "style"), (int64_t)k / all % G, (int64_t)k % all, &s);
    return b ? 0 : -1;
}

int normal_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    uint64_t s = ridge_mix(seed, buffer);
    for (size_t k = 0; b && k < b->count; k++) {
        double r = sqrt(-2 * log(1 - ridge_uniform(&s)));
        ((float *)b->data)[k] = (float)(r * cos(6.283185307179586 * ridge_uniform(&s)) * ridge_num(c, "loud"));
    }
    return b ? 0 : -1;
}

/* Rising numbers below `most` where `from` is what is left of it: each of n places one. */
static void rising(int32_t *to, size_t n, int64_t most, uint64_t *s)
{
    int64_t at = 0;
    for (size_t k = 0; k < n; k++) {
        int64_t spare = most - at - (int64_t)(n - k);
        double u = ridge_uniform(s);
        at += (int64_t)((double)spare * u * u * 3 / (double)(n - k + 2));
        to[k] = (int32_t)at++;
    }
}

int pos_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    uint64_t s = ridge_mix(seed, buffer);
    if (b)
        rising(b->data, b->count, ridge_int(c, "far"), &s);
    return b ? 0 : -1;
}

int keep_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    uint64_t s = ridge_mix(seed, buffer);
    if (b)
        rising(b->data, b->count, ridge_int(c, "n"), &s);
    return b ? 0 : -1;
}

/* Slots in blocks that are full, half full and nearly empty by turns. */
int slots_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int64_t block = ridge_int(c, "block"), shape = ridge_int(c, "shape");
    uint64_t s = ridge_mix(seed, buffer);
    int32_t slot = 0;
    for (size_t k = 0; b && k < b->count; slot++) {
        int64_t which = slot / block, at = slot % block;
        double share = shape == 1 ? 1 : shape == 2 ? at == which % block : (double)(1 + which * 7 % 11) / 11;
        if (ridge_uniform(&s) < share)
            ((int32_t *)b->data)[k++] = slot;
    }
    return b ? 0 : -1;
}

/* [rows][hd]: as decoder_turns, by doubles. */
int turns_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int64_t hd = ridge_int(c, "hd");
    (void)seed;
    for (size_t k = 0; b && k < b->count; k++) {
        int64_t t = (int64_t)k / hd, i = (int64_t)k % hd;
        double a = (double)t * pow(1e4, -2. * (double)(i % (hd / 2)) / (double)hd);
        ((float *)b->data)[k] = (float)(i < hd / 2 ? cos(a) : sin(a));
    }
    return b ? 0 : -1;
}

int trained_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    struct microlm m;
    (void)seed;
    if (microlm_trained(ridge_int(c, "whole") ? "weights.bin" : "draft.bin", &m))
        return -1;
    return microlm_give(ridge_buffer(c, buffer), &m);
}

/* --- rules -------------------------------------------------------------------------------------------------------- */

/* One cache as the rules are defined: where entries stood, and what each has collected. */
struct rule {
    const struct ridge_case *c;
    int64_t kind, G, S, steps, b, n, chosen; /* chosen: entries at the front that SAGE never asks about again */
    int64_t *at;
    double *sum; /* by place in the text: H2O's sum, SNAP's vote, SAGE's weight */
};

static double map_at(const struct rule *r, int64_t g, int64_t i, int64_t j)
{
    return ((const float *)ridge_data(r->c, "maps"))[(g * r->S + i) * r->S + j];
}

/* What the prompt's queries from `first` on gave to place j. */
static double given(const struct rule *r, int64_t first, int64_t j)
{
    double sum = 0;
    for (int64_t g = 0; g < r->G; g++)
        for (int64_t i = first > j ? first : j; i < r->S; i++)
            sum += map_at(r, g, i, j);
    return sum;
}

static void hear_prompt(struct rule *r)
{
    int64_t w = least(ridge_int(r->c, "window"), r->b), half = ridge_int(r->c, "kernel") / 2;
    for (int64_t j = 0; j < r->S; j++) {
        r->at[j] = j;
        if (r->kind == H2O)
            r->sum[j] = given(r, 0, j);
        if (r->kind == SAGE)
            r->sum[j] = given(r, r->S - 1, j);
        for (int64_t i = j - half; r->kind == SNAP && i <= j + half; i++)
            r->sum[j] += i >= 0 && i < r->S - w ? given(r, r->S - w, i) : 0;
    }
    r->n = r->S;
}

static void hear_step(struct rule *r, int64_t t)
{
    const float *row = (const float *)ridge_data(r->c, "given") + t * r->G * (r->S + r->steps);
    r->at[r->n++] = r->S + t;
    for (int64_t g = 0; r->kind == H2O && g < r->G; g++)
        for (int64_t j = 0; j < r->n; j++)
            r->sum[r->at[j]] += row[g * (r->S + r->steps) + r->at[j]];
}

/* How many of lo .. hi-1 are better than entry j? */
static int64_t before(const struct rule *r, int64_t lo, int64_t hi, int64_t j)
{
    int64_t better = 0;
    for (int64_t i = lo; i < hi; i++) {
        double a = r->sum[r->at[i]], b = r->sum[r->at[j]];
        better += a > b || (a == b && i > j);
    }
    return better;
}

/* Entry j stays if it is one of the first `first`, the newest `newest`, or of the others one of the best `top`. */
static void keep_parts(struct rule *r, int64_t first, int64_t top, int64_t newest)
{
    int64_t n = r->n, kept = 0, *stay = calloc((size_t)n, sizeof *stay);
    for (int64_t j = 0; j < n; j++)
        stay[j] = j < first || j >= n - newest || before(r, first, n - newest, j) < top;
    for (int64_t j = 0; j < n; j++)
        if (stay[j])
            r->at[kept++] = r->at[j];
    r->n = kept;
    free(stay);
}

static void decide(struct rule *r, int after_prompt)
{
    int64_t s = least(ridge_int(r->c, "sinks"), r->b - 1), w = ridge_int(r->c, "window");
    if (r->n <= r->b)
        return;
    if (r->kind == STREAM)
        keep_parts(r, s, 0, r->b - s);
    else if (r->kind == H2O)
        keep_parts(r, 0, r->b / 2, r->b - r->b / 2);
    else if (r->kind == SNAP && after_prompt)
        keep_parts(r, 0, r->b - least(w, r->b), least(w, r->b));
    else if (r->kind == SAGE && r->chosen < 0)
        r->chosen = r->b - least(w, r->b - s), keep_parts(r, s, r->chosen - s, r->b - r->chosen);
    else if (r->kind == SAGE)
        keep_parts(r, r->chosen, 0, r->b - r->chosen);
}

/* Of a rule of one's own: at most the budget, places that were there, and the newest. `told` becomes the cache. */
static const char *own_wrong(struct rule *r, const int32_t *told, int64_t count)
{
    if (count < 1 || count > least(r->n, r->b))
        return "a number of entries that is below 1 or above the budget";
    if (told[count - 1] != r->at[r->n - 1])
        return "the newest entry does not stay";
    for (int64_t i = 0; i < count; i++)
        r->at[i] = told[i];
    r->n = count;
    return NULL;
}

/* What the learner kept after step t (-1: after the prompt) against the rule; 1 or a message. */
static int same(struct rule *r, int64_t t, struct ridge_verdict *v)
{
    const int32_t *told = (const int32_t *)ridge_data(r->c, "stay") + (t + 1) * (r->S + r->steps);
    int64_t count = ((const int32_t *)ridge_data(r->c, "counts"))[t + 1], had = r->n;
    char when[48];
    snprintf(when, sizeof when, t < 0 ? "after the prompt" : "after step %lld", (long long)t);
    if (count < 0 || count > had)
        return SAY(v, "%s: %lld of %lld entries are kept?", when, (long long)count, (long long)had);
    if (r->kind == OWN) {
        const char *why = had <= r->b && count != had ? "all fit, and not all stay" : own_wrong(r, told, count);
        return why ? SAY(v, "%s, %lld entries, budget %lld: %s", when, (long long)had, (long long)r->b, why) : 1;
    }
    decide(r, t < 0);
    if (count != r->n)
        return SAY(v, "%s: of %lld entries with budget %lld there should stay %lld, not %lld", when, (long long)had,
                   (long long)r->b, (long long)r->n, (long long)count);
    for (int64_t i = 0; i < count; i++)
        if (told[i] != r->at[i])
            return SAY(v, "%s, %lld entries, budget %lld: entry %lld should be byte %lld of the text, not %lld", when,
                       (long long)had, (long long)r->b, (long long)i, (long long)r->at[i], (long long)told[i]);
    return 1;
}

int policy_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    struct rule r = { .c = c, .kind = ridge_int(c, "kind"), .G = ridge_int(c, "G"), .S = ridge_int(c, "S"),
                      .steps = ridge_int(c, "steps"), .b = ridge_int(c, "budget"), .chosen = -1 };
    size_t all = (size_t)(r.S + r.steps);
    int good = 1;
    r.at = calloc(all, sizeof *r.at);
    r.sum = calloc(all, sizeof *r.sum);
    if (r.S > 0) {
        hear_prompt(&r);
        good = same(&r, -1, v);
    }
    for (int64_t t = 0; t < r.steps && good; t++) {
        hear_step(&r, t);
        good = same(&r, t, v);
    }
    free(r.sum);
    free(r.at);
    v->pass = good;
    return 0;
}

/* --- attention ---------------------------------------------------------------------------------------------------- */

/* The product of q and k, turned by where they stand: it knows the distance alone. */
static double apart(const float *q, const float *k, int64_t hd, double distance, double *size)
{
    double sum = 0;
    *size = 0;
    for (int64_t i = 0; i < hd / 2; i++) {
        double a = distance * pow(1e4, -2. * (double)i / (double)hd), x = q[i], y = q[hd / 2 + i];
        double u = k[i], w = k[hd / 2 + i];
        sum += cos(a) * (x * u + y * w) + sin(a) * (x * w - y * u);
        *size += fabs(x * u) + fabs(y * w) + fabs(x * w) + fabs(y * u);
    }
    return sum;
}

static int head_right(const struct ridge_case *c, int64_t g, double *p, struct ridge_verdict *v)
{
    int64_t n = ridge_int(c, "n"), hd = ridge_int(c, "hd"), relative = ridge_int(c, "relative");
    const float *q = ridge_data(c, "q"), *k = ridge_data(c, "k"), *val = ridge_data(c, "v");
    const float *out = ridge_data(c, "out"), *got = ridge_data(c, "p");
    const int32_t *pos = ridge_data(c, "pos");
    double top = -INFINITY, sum = 0, size;
    for (int64_t j = 0; j < n; j++) {
        p[j] = apart(q + g * hd, k + j * hd, hd, relative ? n - 1 - j : pos[n - 1] - pos[j], &size) / sqrt((double)hd);
        top = fmax(top, p[j]);
    }
    for (int64_t j = 0; j < n; j++)
        sum += p[j] = exp(p[j] - top);
    for (int64_t j = 0; j < n; j++) {
        p[j] /= sum;
        if (!(fabs(got[g * n + j] - p[j]) <= 5e-5))
            return SAY(v, "head %lld, entry %lld of %lld (byte %d of the text): weight %.6g expected, got %.6g",
                       (long long)g, (long long)j, (long long)n, pos[j], p[j], got[g * n + j]);
    }
    for (int64_t i = 0; i < hd; i++) {
        double want = 0, all = 0;
        for (int64_t j = 0; j < n; j++) {
            want += p[j] * val[j * hd + i];
            all += fabs(p[j] * val[j * hd + i]);
        }
        if (!(fabs(out[g * hd + i] - want) <= 5e-5 * all))
            return SAY(v, "head %lld, channel %lld: %.6g expected, got %.6g", (long long)g, (long long)i, want,
                       out[g * hd + i]);
    }
    return 1;
}

int attend_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    double *p = calloc((size_t)ridge_int(c, "n"), sizeof *p);
    int good = 1;
    for (int64_t g = 0; g < ridge_int(c, "G") && good; g++)
        good = head_right(c, g, p, v);
    free(p);
    v->pass = good;
    return 0;
}

int compact_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const int32_t *keep = ridge_data(c, "keep"), *pos = ridge_data(c, "pos"), *pos2 = ridge_data(c, "pos2");
    int64_t n = ridge_int(c, "n"), hd = ridge_int(c, "hd"), kept = ridge_int(c, "kept");
    for (int what = 0; what < 2; what++) {
        const float *from = ridge_data(c, what ? "v" : "k"), *to = ridge_data(c, what ? "v2" : "k2");
        for (int64_t i = 0; i < n * hd; i++) {
            int64_t e = i / hd, source = e < kept ? keep[e] : e;
            if (!(to[i] == from[source * hd + i % hd]))
                return SAY(v, "%s of entry %lld: %s", what ? "v" : "k", (long long)e,
                           e < kept ? "it is not what was kept" : "it lies behind what is kept, and was written");
        }
    }
    for (int64_t e = 0; e < n; e++)
        if (pos2[e] != pos[e < kept ? keep[e] : e])
            return SAY(v, "pos[%lld]: %d expected, got %d", (long long)e, pos[e < kept ? keep[e] : e], pos2[e]);
    v->pass = 1;
    return 0;
}

/* --- blocks ------------------------------------------------------------------------------------------------------- */

static int fuller_first(const void *a, const void *b)
{
    return *(const int *)b - *(const int *)a;
}

/* Does slot s hold an entry? Those at the slots that the moves left, after `done` of them. */
static int moves_right(const struct ridge_case *c, int64_t blocks, int64_t fewest, int *used, int *had,
                       struct ridge_verdict *v)
{
    const int32_t *move = ridge_data(c, "moves");
    int64_t block = ridge_int(c, "block"), kept = ridge_int(c, "kept"), copies = *(int32_t *)ridge_data(c, "copies");
    int64_t held = 0;
    for (int64_t i = 0; i < copies && i < kept; i++) {
        int64_t from = move[2 * i], to = move[2 * i + 1];
        if (from < 0 || from >= blocks * block || !used[from])
            return SAY(v, "copy %lld is from slot %lld, which holds nothing that is kept", (long long)i,
                       (long long)from);
        if (to < 0 || to >= blocks * block || used[to] || !had[to / block])
            return SAY(v, "copy %lld is to slot %lld, which %s", (long long)i, (long long)to,
                       to < 0 || to >= blocks * block || !had[to / block] ? "is in no block of these" : "is taken");
        used[from] = 0;
        used[to] = 1;
    }
    for (int64_t b = 0; b < blocks; b++) {
        int any = 0;
        for (int64_t s = 0; s < block; s++)
            any |= used[b * block + s];
        held += any;
    }
    if (held != (kept + block - 1) / block)
        return SAY(v, "after %lld copies %lld entries lie in %lld blocks of %lld; %lld are enough", (long long)copies,
                   (long long)kept, (long long)held, (long long)block, (long long)((kept + block - 1) / block));
    if (copies != fewest)
        return SAY(v, "%lld copies, where %lld are enough: which blocks are the fullest?", (long long)copies,
                   (long long)fewest);
    return 1;
}

int pages_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const int32_t *slot = ridge_data(c, "slots");
    int64_t block = ridge_int(c, "block"), kept = ridge_int(c, "kept"), held = *(int32_t *)ridge_data(c, "held");
    int64_t blocks = kept ? slot[kept - 1] / block + 1 : 0, some = 0, fewest = kept;
    int *used = calloc((size_t)(blocks * block + 1), sizeof *used), *had = calloc((size_t)blocks + 1, sizeof *had),
        *by = calloc((size_t)blocks + 1, sizeof *by), good;
    for (int64_t i = 0; i < kept; i++) {
        used[slot[i]] = 1;
        had[slot[i] / block]++;
    }
    for (int64_t b = 0; b < blocks; b++) {
        some += had[b] > 0;
        by[b] = had[b];
    }
    qsort(by, (size_t)blocks, sizeof *by, fuller_first);
    for (int64_t b = 0; b < (kept + block - 1) / block; b++)
        fewest -= by[b];
    good = held == some ? moves_right(c, blocks, fewest, used, had, v)
                        : SAY(v, "%lld entries lie in %lld blocks of %lld, not in %lld", (long long)kept,
                              (long long)some, (long long)block, (long long)held);
    free(by);
    free(had);
    free(used);
    v->pass = good;
    return 0;
}

/* --- a model that has forgotten --------------------------------------------------------------------------------- */

enum { READS_ON, ASKED, ASKED_LATE, MIXED }; /* a case's mode; text i of MIXED has mode i % 3 */

static int64_t mode_of(const struct ridge_case *c, int64_t doc)
{
    return ridge_int(c, "mode") == MIXED ? doc % 3 : ridge_int(c, "mode");
}

/* Text number `doc`, of S bytes and one more, which is the answer where a key is asked for. */
static void make_text(const struct ridge_case *c, int64_t doc, uint8_t *text, float *floor_of)
{
    size_t S = (size_t)ridge_int(c, "S"), far = (size_t)ridge_int(c, "distance");
    uint64_t name = ((uint64_t)ridge_int(c, "draw") << 20) + (uint64_t)doc;
    struct synth_lang lang;
    synth_lang_init(&lang, 1);
    if (mode_of(c, doc) == READS_ON)
        synth_text(&lang, name, text, floor_of, S + 1);
    else
        synth_probe(&lang, name + 4096, text, S + 1, far);
}

int texts_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int64_t S = ridge_int(c, "S");
    uint8_t *text = malloc((size_t)S + 1);
    (void)seed;
    for (int64_t d = 0; b && text && d < ridge_int(c, "docs"); d++) {
        make_text(c, d, text, NULL);
        memcpy((uint8_t *)b->data + d * S, text, (size_t)S);
    }
    free(text);
    return b && text ? 0 : -1;
}

/* Reads a text as the learner's engine did; last [L][Hkv][S], or NULL: nothing is forgotten. */
struct reader {
    struct decoder d;
    int64_t S, P, t, relative, budget, kind, most; /* most: entries that one cache had at once */
    const int32_t *last;
    float *k, *v, *p, *turned; /* k, v [L][Hkv][S][hd] */
    int32_t *seen;             /* [S] */
    const char *wrong;
};

static int reader_create(struct reader *r, const struct ridge_case *c)
{
    struct microlm m;
    *r = (struct reader){ .S = ridge_int(c, "S"), .relative = ridge_int(c, "relative"), .kind = ridge_int(c, "kind") };
    if (microlm_trained(ridge_int(c, "whole") ? "weights.bin" : "draft.bin", &m))
        return -1;
    int rc = decoder_create(&r->d, &m.shape, m.w);
    microlm_free(&m);
    size_t S = (size_t)r->S, all = (size_t)(r->d.s.L * r->d.s.Hkv * r->d.s.hd) * S;
    r->k = calloc(all, sizeof *r->k);
    r->v = calloc(all, sizeof *r->v);
    r->p = calloc(S, sizeof *r->p);
    r->turned = calloc(2 * (size_t)r->d.s.hd * S, sizeof *r->turned);
    r->seen = calloc(S, sizeof *r->seen);
    if (!rc)
        decoder_turns(r->turned, &r->d.s, (int)r->S);
    return rc;
}

static void reader_destroy(struct reader *r)
{
    decoder_destroy(&r->d);
    free(r->k);
    free(r->v);
    free(r->p);
    free(r->turned);
    free(r->seen);
}

static float turned_dot(const float *q, const float *k, const float *cs, int hd)
{
    float sum = 0;
    for (int i = 0; i < hd / 2; i++) {
        float x = q[i], y = q[hd / 2 + i], u = k[i], w = k[hd / 2 + i];
        sum += cs[i] * (x * u + y * w) + cs[hd / 2 + i] * (x * w - y * u);
    }
    return sum;
}

/* The places that this step's query sees in cache `at`; their number. */
static int look(struct reader *r, int64_t at)
{
    const int32_t *last = r->last + at * r->S;
    int n = 0;
    for (int64_t j = 0; j <= r->t; j++)
        if (!r->last || r->t < r->P - 1 || last[j] >= r->t)
            r->seen[n++] = (int32_t)j;
    if (!r->last || r->t < r->P - 1)
        return n;
    int64_t spare = r->kind == SNAP ? r->t - r->P + 1 : r->t >= r->P;
    r->most = n - spare > r->most ? n - spare : r->most;
    if (n == 0 || r->seen[n - 1] != r->t)
        r->wrong = "a newcomer was not there when it asked";
    return n;
}

static void attend(void *user, int layer, float *out, const float *q, const float *k, const float *v)
{
    struct reader *r = user;
    const struct microlm_shape *s = &r->d.s;
    int hd = s->hd, G = s->H / s->Hkv;
    for (int h = 0; h < s->H; h++, q += hd, out += hd) {
        int64_t at = layer * s->Hkv + h / G;
        float *keys = r->k + at * r->S * hd, *values = r->v + at * r->S * hd, top = -INFINITY, sum = 0;
        memcpy(keys + r->t * hd, k + h / G * hd, (size_t)hd * sizeof *k);
        memcpy(values + r->t * hd, v + h / G * hd, (size_t)hd * sizeof *v);
        int n = look(r, at);
        memset(out, 0, (size_t)hd * sizeof *out);
        if (r->wrong)
            return;
        for (int j = 0; j < n; j++) {
            int64_t distance = r->relative && r->last ? n - 1 - j : r->t - r->seen[j];
            r->p[j] = turned_dot(q, keys + r->seen[j] * (int64_t)hd, r->turned + distance * hd, hd)
                      / sqrtf((float)hd);
            top = fmaxf(top, r->p[j]);
        }
        for (int j = 0; j < n; j++)
            sum += r->p[j] = expf(r->p[j] - top);
        for (int j = 0; j < n; j++)
            for (int i = 0; i < hd; i++)
                out[i] += r->p[j] / sum * values[r->seen[j] * (int64_t)hd + i];
    }
}

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

/* Mean surprise over what comes behind the prompt, in nats; or, where a key is asked for, 1 if it is found. */
static double read_again(struct reader *r, const uint8_t *text, int64_t mode, int64_t prompt, const int32_t *last)
{
    float z[256];
    double sum = 0;
    r->P = mode == READS_ON ? prompt : mode == ASKED ? r->S : r->S - 2;
    r->last = last;
    for (r->t = 0; r->t < r->P - 1 && !r->wrong; r->t++)
        decoder_step(&r->d, text[r->t], attend, r, NULL);
    for (; r->t < r->S && !r->wrong; r->t++) {
        decoder_step(&r->d, text[r->t], attend, r, z);
        sum += mode == READS_ON ? nats(z, 256, text[r->t + 1]) / (double)(r->S - r->P + 1) : 0;
    }
    return mode == READS_ON ? sum : likeliest(z, 256) == text[r->S];
}

/* Sums over texts: ratio of perplexity in nats, and keys found of those asked for in either way. */
struct findings {
    double nats, texts, found[3], asked[3], quality;
};

static int examine(const struct ridge_case *c, struct reader *r, struct findings *f)
{
    int64_t docs = ridge_int(c, "docs"), budgets = ridge_int(c, "budgets"), S = r->S, over = ridge_int(c, "over");
    int64_t each = r->d.s.L * r->d.s.Hkv * S, prompt = ridge_int(c, "prompt");
    const int32_t *last = ridge_data(c, "last");
    uint8_t *text = malloc((size_t)S + 1);
    float *floor_of = calloc((size_t)S + 1, sizeof *floor_of);
    for (int64_t d = 0; d < docs && !r->wrong; d++) {
        int64_t mode = mode_of(c, d);
        double best = 0;
        make_text(c, d, text, floor_of);
        for (int64_t t = prompt; mode == READS_ON && over && t <= S; t++)
            best += floor_of[t] / (double)(S - prompt + 1);
        if (mode == READS_ON && !over)
            best = read_again(r, text, mode, prompt, NULL);
        r->most = 0;
        double got = read_again(r, text, mode, prompt, last + d * each);
        if (r->most > r->budget >> d / 3 % budgets)
            r->wrong = "more entries than the budget allows";
        f->quality += mode == READS_ON ? exp(best - got) : got;
        f->nats += mode == READS_ON ? got - best : 0;
        f->texts += mode == READS_ON;
        f->found[mode] += mode == READS_ON ? 0 : got;
        f->asked[mode] += mode != READS_ON;
    }
    f->quality /= (double)docs;
    free(floor_of);
    free(text);
    return 0;
}

/* The share of keys that were found, 1 where none was asked for. */
static double share(const struct findings *f, int64_t mode)
{
    return f->asked[mode] > 0 ? f->found[mode] / f->asked[mode] : 1;
}

int model_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    struct findings f = { 0 };
    struct reader r;
    double most = ridge_num(c, "ratio_most"), least_found = ridge_num(c, "recall_least");
    if (reader_create(&r, c))
        return -1;
    r.budget = ridge_int(c, "budget");
    examine(c, &r, &f);
    const char *wrong = r.wrong;
    reader_destroy(&r);
    double ratio = f.texts > 0 ? exp(f.nats / f.texts) : 1, found = least_found > 0 ? 1 : 0;
    for (int64_t mode = ASKED; mode <= ASKED_LATE; mode++)
        found = f.asked[mode] > 0 && (f.found[mode] / f.asked[mode] < found || least_found <= 0)
                    ? f.found[mode] / f.asked[mode] : found;
    if (wrong)
        return SAY(v, "%s", wrong);
    if (f.texts > 0)
        ridge_count(v, "ppl_ratio", ratio);
    if (f.asked[ASKED] > 0)
        ridge_count(v, "recall", share(&f, ASKED));
    if (f.asked[ASKED_LATE] > 0)
        ridge_count(v, "recall_late", share(&f, ASKED_LATE));
    ridge_count(v, "quality", f.quality);
    if (!(ratio <= most))
        return SAY(v, "perplexity is %.3f times %s, %.2f is within reach", ratio,
                   ridge_int(c, "over") ? "the text's floor" : "that of a whole cache", most);
    if (!(found >= least_found))
        return SAY(v, "of the keys that are asked for, %.2f are found; %.2f is within reach", found, least_found);
    v->pass = 1;
    return 0;
}
