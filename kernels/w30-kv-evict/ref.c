/*
 * ref.c: one number for each entry is all that a rule remembers: H2O's sum, SNAP's vote, SAGE's weight. Where a step
 * evicts one entry it is a search for the least number; a prompt's many are divided around a threshold, which needs no
 * order. A key is turned once for all heads that share it, and blocks are chosen by how full they are.
 *
 * OWN listens to the prompt's last queries as SNAP does, to the very last one as SAGE does, and to H2O's sums, in which
 * neighbours do not count; afterwards it goes on with those sums, and with a short window.
 */
#include "lab.h"

struct evict {
    struct evict_cfg c;
    int n, room;
    int fixed; /* entries that SAGE has chosen once and for all, or SNAP's prompt; -1 before that */
    float *score, *spare;
};

evict_t *evict_new(const struct evict_cfg *c)
{
    evict_t *e = calloc(1, sizeof *e);
    if (e) {
        e->c = *c;
        e->fixed = -1;
    }
    return e;
}

void evict_delete(evict_t *e)
{
    if (e) {
        free(e->score);
        free(e->spare);
    }
    free(e);
}

static int least(int a, int b)
{
    return a < b ? a : b;
}

/* Scores for n entries; the new ones have 0. */
static void grow(evict_t *e, int n)
{
    if (n > e->room) {
        e->room = 2 * n;
        e->score = realloc(e->score, (size_t)e->room * sizeof *e->score);
        e->spare = realloc(e->spare, (size_t)e->room * sizeof *e->spare);
        if (!e->score || !e->spare)
            abort();
    }
    for (int j = e->n; j < n; j++)
        e->score[j] = 0;
    e->n = n;
}

/* Queries first .. S-1 of all heads: what each gave to the entries at least `near` before itself, times `by`, is added
 * to sum[0 .. n). */
static void add_rows(const evict_t *e, const float *attn, int S, int first, int n, int near, float by, float *sum)
{
    for (int g = 0; g < e->c.G; g++)
        for (int i = first; i < S; i++) {
            const float *row = attn + ((size_t)g * (size_t)S + (size_t)i) * (size_t)S;
            int last = least(i + 1 - near, n);
            for (int j = 0; j < last; j++)
                sum[j] += by * row[j];
        }
}

/* vote[j] of n counts: the sum of the `kernel` around it. */
static void pool(const float *count, int n, int kernel, float *vote)
{
    for (int j = 0; j < n; j++) {
        int from = j - kernel / 2, to = least(j + kernel / 2 + 1, n);
        vote[j] = 0;
        for (int i = from < 0 ? 0 : from; i < to; i++)
            vote[j] += count[i];
    }
}

static void vote(evict_t *e, const float *attn, int S)
{
    int w = least(e->c.window, e->c.budget);
    if (S <= e->c.budget)
        return;
    for (int j = 0; j < S; j++)
        e->spare[j] = 0;
    add_rows(e, attn, S, S - w, S - w, 0, 1, e->spare);
    pool(e->spare, S - w, e->c.kernel, e->score);
}

/* What OWN adds up: the prompt's queries a little, its last ones as they are, its very last one OWN_LAST times; around
 * each place, and of what is at least OWN_NEAR away: all queries look at their neighbours, whatever is needed later. */
enum { OWN_NEAR = 8, OWN_WINDOW = 64, OWN_LAST = 8, OWN_RECENT = 8 /* one in so many entries is a recent one */ };
static const float OWN_ALL = .25f;

static void own_prefill(evict_t *e, const float *attn, int S)
{
    int w = least(OWN_WINDOW, S);
    for (int j = 0; j < S; j++)
        e->spare[j] = 0;
    add_rows(e, attn, S, 0, S, OWN_NEAR, OWN_ALL, e->spare);
    add_rows(e, attn, S, S - w, S, OWN_NEAR, 1, e->spare);
    add_rows(e, attn, S, S - 1, S, 0, OWN_LAST, e->spare);
    pool(e->spare, S, e->c.kernel, e->score);
}

void evict_on_prefill(evict_t *e, const float *attn, int S)
{
    grow(e, S);
    if (e->c.kind == EVICT_H2O)
        add_rows(e, attn, S, 0, S, 0, 1, e->score);
    else if (e->c.kind == EVICT_SNAP)
        vote(e, attn, S);
    else if (e->c.kind == EVICT_SAGE)
        add_rows(e, attn, S, S - 1, S, 0, 1, e->score);
    else if (e->c.kind == EVICT_OWN)
        own_prefill(e, attn, S);
}

void evict_on_step(evict_t *e, const float *attn, int n)
{
    int adds = e->c.kind == EVICT_H2O || e->c.kind == EVICT_OWN;
    int last = adds ? n - (e->c.kind == EVICT_OWN ? OWN_NEAR : 0) : 0;
    grow(e, n);
    for (int g = 0; g < e->c.G; g++)
        for (int j = 0; j < last; j++)
            e->score[j] += attn[(size_t)g * (size_t)n + (size_t)j];
}

/* The k-th largest of n numbers, 1 <= k <= n, by dividing them (Hoare, 1961); x is thrown about. */
static float kth(float *x, int n, int k)
{
    int lo = 0, hi = n - 1;
    while (lo < hi) {
        float pivot = x[lo + (hi - lo) / 2];
        int i = lo, j = hi;
        while (i <= j) {
            while (x[i] > pivot)
                i++;
            while (x[j] < pivot)
                j--;
            if (i <= j) {
                float t = x[i];
                x[i++] = x[j];
                x[j--] = t;
            }
        }
        if (k - 1 <= j)
            hi = j;
        else if (k - 1 >= i)
            lo = i;
        else
            return x[k - 1];
    }
    return x[k - 1];
}

/* All but one of lo .. hi-1: the oldest of the least score goes. */
static int all_but_one(const float *score, int lo, int hi, int32_t *keep)
{
    int worst = lo, n = 0;
    for (int j = lo + 1; j < hi; j++)
        worst = score[j] < score[worst] ? j : worst;
    for (int j = lo; j < hi; j++)
        if (j != worst)
            keep[n++] = j;
    return n;
}

/* The k best of lo .. hi-1, rising; returns k. */
static int best(evict_t *e, int lo, int hi, int k, int32_t *keep)
{
    int n = hi - lo, over = 0, kept = 0;
    if (k == 0)
        return 0;
    if (k == n - 1)
        return all_but_one(e->score, lo, hi, keep);
    memcpy(e->spare, e->score + lo, (size_t)n * sizeof *e->spare);
    float bar = kth(e->spare, n, k);
    for (int j = lo; j < hi; j++)
        over += e->score[j] >= bar;
    for (int j = lo; j < hi; j++) /* of those at the bar, the oldest are left out */
        if (e->score[j] > bar || (e->score[j] == bar && over-- <= k))
            keep[kept++] = j;
    return kept;
}

static int range(int lo, int hi, int32_t *keep)
{
    for (int j = lo; j < hi; j++)
        *keep++ = j;
    return hi > lo ? hi - lo : 0;
}

/* The first s, the best k of the others, the newest w. */
static int parts(evict_t *e, int s, int k, int w, int32_t *keep)
{
    int n = range(0, s, keep);
    n += best(e, s, e->n - w, k, keep + n);
    return n + range(e->n - w, e->n, keep + n);
}

static int sage(evict_t *e, int32_t *keep)
{
    int b = e->c.budget, s = least(e->c.sinks, b - 1), w = least(e->c.window, b - s), n;
    if (e->fixed >= 0) {
        n = range(0, e->fixed, keep);
        return n + range(e->n - (b - e->fixed), e->n, keep + n);
    }
    e->fixed = b - w;
    return parts(e, s, b - s - w, w, keep);
}

static int own(evict_t *e, int32_t *keep)
{
    int b = e->c.budget, w = b / OWN_RECENT + 1, s = least(e->c.sinks, (b - w) / 2);
    return parts(e, s, b - s - w, w, keep);
}

int evict_select(evict_t *e, int32_t *keep)
{
    int b = e->c.budget, n = e->n, kept, s = least(e->c.sinks, b - 1), w = least(e->c.window, b);
    int snapped = e->c.kind == EVICT_SNAP && e->fixed >= 0;
    if (e->c.kind == EVICT_SNAP)
        e->fixed = n;
    if (n <= b || snapped)
        return range(0, n, keep);
    switch (e->c.kind) {
    case EVICT_STREAM:
        kept = parts(e, s, 0, b - s, keep);
        break;
    case EVICT_H2O:
        kept = parts(e, 0, b / 2, b - b / 2, keep);
        break;
    case EVICT_SNAP:
        kept = parts(e, 0, b - w, w, keep);
        break;
    case EVICT_SAGE:
        kept = sage(e, keep);
        break;
    default:
        kept = own(e, keep);
    }
    for (int i = 0; i < kept; i++)
        e->score[i] = e->score[keep[i]];
    e->n = kept;
    return kept;
}

/* --- attention ------------------------------------------------------------------------------------------------- */

enum { HD_MOST = 256 };

static void turned(float *to, const float *x, int hd, const float *cs)
{
    int h = hd / 2;
    for (int i = 0; i < h; i++) {
        to[i] = x[i] * cs[i] - x[h + i] * cs[h + i];
        to[h + i] = x[i] * cs[h + i] + x[h + i] * cs[i];
    }
}

static float product(const float *a, const float *b, int n)
{
    float part[8] = { 0 }, sum = 0;
    int i = 0;
    for (; i + 8 <= n; i += 8)
        for (int j = 0; j < 8; j++)
            part[j] += a[i + j] * b[i + j];
    for (; i < n; i++)
        sum += a[i] * b[i];
    for (int j = 0; j < 8; j++)
        sum += part[j];
    return sum;
}

static void softmax(float *p, int n)
{
    float top = p[0], sum = 0;
    for (int j = 1; j < n; j++)
        top = p[j] > top ? p[j] : top;
    for (int j = 0; j < n; j++)
        sum += p[j] = expf(p[j] - top);
    for (int j = 0; j < n; j++)
        p[j] /= sum;
}

void kv_attend(float *out, float *p, const float *q, const float *k, const float *v, const int32_t *pos, int n, int G,
               int hd, int relative, const float *turn)
{
    float key[HD_MOST], by = 1 / sqrtf((float)hd);
    const float *mine = turn + (size_t)(relative ? n - 1 : pos[n - 1]) * (size_t)hd;
    for (int g = 0; g < G; g++) /* turned queries lie in `out` until all scores are there */
        turned(out + g * hd, q + g * hd, hd, mine);
    for (int j = 0; j < n; j++) {
        turned(key, k + (size_t)j * (size_t)hd, hd, turn + (size_t)(relative ? j : pos[j]) * (size_t)hd);
        for (int g = 0; g < G; g++)
            p[(size_t)g * (size_t)n + (size_t)j] = by * product(out + g * hd, key, hd);
    }
    for (int g = 0; g < G; g++)
        softmax(p + (size_t)g * (size_t)n, n);
    memset(out, 0, (size_t)G * (size_t)hd * sizeof *out);
    for (int j = 0; j < n; j++)
        for (int g = 0; g < G; g++)
            for (int i = 0; i < hd; i++)
                out[g * hd + i] += p[(size_t)g * (size_t)n + (size_t)j] * v[(size_t)j * (size_t)hd + (size_t)i];
}

void kv_compact(float *k, float *v, int32_t *pos, const int32_t *keep, int kept, int hd)
{
    size_t row = (size_t)hd * sizeof *k;
    for (int i = 0; i < kept; i++) {
        if (keep[i] == i)
            continue;
        memcpy(k + (size_t)i * (size_t)hd, k + (size_t)keep[i] * (size_t)hd, row);
        memcpy(v + (size_t)i * (size_t)hd, v + (size_t)keep[i] * (size_t)hd, row);
        pos[i] = pos[keep[i]];
    }
}

/* --- blocks ------------------------------------------------------------------------------------------------------ */

int pages_held(const int32_t *keep, int kept, int block)
{
    int held = 0;
    for (int i = 0; i < kept; i++)
        held += i == 0 || keep[i] / block != keep[i - 1] / block;
    return held;
}

int pages_plan(const int32_t *keep, int kept, int block, int32_t (*move)[2])
{
    int blocks = kept ? keep[kept - 1] / block + 1 : 0, stay = (kept + block - 1) / block, moves = 0;
    int *held = calloc((size_t)blocks + (size_t)block + 2, sizeof *held), *with = held + blocks;
    if (!held)
        abort();
    for (int i = 0; i < kept; i++)
        held[keep[i] / block]++;
    for (int b = 0; b < blocks; b++)
        with[held[b]]++; /* how many blocks have so many entries */
    for (int full = block; full > 0; full--) { /* the fullest stay: with[full] becomes how many of them */
        with[full] = least(with[full], stay);
        stay -= with[full];
    }
    for (int b = 0; b < blocks; b++)
        if (held[b] && with[held[b]] > 0)
            with[held[b]]--;
        else
            held[b] = 0; /* this one is emptied */
    for (int i = 0, b = 0, at = 0, seen = 0; i < kept; i++) {
        if (held[keep[i] / block])
            continue;
        for (;; at++) { /* the next hole in a block that stays; seen: entries below slot b*block + at */
            if (at == block || !held[b]) {
                b++;
                at = -1;
                continue;
            }
            while (seen < kept && keep[seen] < b * block + at)
                seen++;
            if (seen == kept || keep[seen] != b * block + at)
                break;
        }
        move[moves][0] = keep[i];
        move[moves++][1] = b * block + at++;
    }
    free(held);
    return moves;
}
