/*
 * naive.c: the rules as one says them, each entry's rank counted against all others; every head turns every key for
 * itself; and everything is laid out anew in a second array. Its own rule is StreamingLLM's. Right, and what a cache
 * costs that nobody has thought about.
 */
#include "lab.h"

struct evict {
    struct evict_cfg c;
    int n, S, asked, fixed; /* asked: select was called; fixed: what SAGE has chosen, 0 before that */
    double *sum;
};

evict_t *evict_new(const struct evict_cfg *c)
{
    evict_t *e = calloc(1, sizeof *e);
    if (e)
        e->c = *c;
    return e;
}

void evict_delete(evict_t *e)
{
    if (e)
        free(e->sum);
    free(e);
}

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

static void resize(evict_t *e, int n)
{
    e->sum = realloc(e->sum, (size_t)(n + 1) * sizeof *e->sum);
    if (!e->sum)
        abort();
    for (int j = e->n; j < n; j++)
        e->sum[j] = 0;
    e->n = n;
}

void evict_on_prefill(evict_t *e, const float *attn, int S)
{
    int w = smaller(smaller(e->c.window, e->c.budget), S), half = e->c.kernel / 2;
    resize(e, S);
    e->S = S;
    double *count = calloc((size_t)S, sizeof *count);
    int first = e->c.kind == EVICT_SNAP ? S - w : e->c.kind == EVICT_SAGE ? S - 1 : 0;
    for (int g = 0; g < e->c.G; g++)
        for (int i = first; i < S; i++)
            for (int j = 0; j <= i; j++)
                count[j] += attn[((size_t)g * (size_t)S + (size_t)i) * (size_t)S + (size_t)j];
    for (int j = 0; j < S; j++) {
        e->sum[j] = count[j];
        for (int i = j - half; e->c.kind == EVICT_SNAP && i <= j + half; i++)
            e->sum[j] += i != j && i >= 0 && i < S - w ? count[i] : 0;
    }
    free(count);
}

void evict_on_step(evict_t *e, const float *attn, int n)
{
    resize(e, n);
    for (int g = 0; g < e->c.G && e->c.kind == EVICT_H2O; g++)
        for (int j = 0; j < n; j++)
            e->sum[j] += attn[(size_t)g * (size_t)n + (size_t)j];
}

/* Is entry j among the k best of lo .. hi-1? */
static int among(const evict_t *e, int lo, int hi, int k, int j)
{
    int better = 0;
    for (int i = lo; i < hi; i++)
        better += e->sum[i] > e->sum[j] || (e->sum[i] == e->sum[j] && i > j);
    return better < k;
}

static int keep_parts(evict_t *e, int first, int k, int last, int32_t *keep)
{
    int kept = 0;
    for (int j = 0; j < e->n; j++)
        if (j < first || j >= e->n - last || (k && among(e, first, e->n - last, k, j)))
            keep[kept++] = j;
    for (int i = 0; i < kept; i++)
        e->sum[i] = e->sum[keep[i]];
    e->n = kept;
    return kept;
}

int evict_select(evict_t *e, int32_t *keep)
{
    int b = e->c.budget, s = smaller(e->c.sinks, b - 1), w = smaller(e->c.window, b - s);
    int first_time = !e->asked && e->S > 0;
    e->asked = 1;
    if (e->n <= b || (e->c.kind == EVICT_SNAP && !first_time))
        return keep_parts(e, e->n, 0, 0, keep);
    if (e->c.kind == EVICT_H2O)
        return keep_parts(e, 0, b / 2, b - b / 2, keep);
    if (e->c.kind == EVICT_SNAP)
        return keep_parts(e, 0, b - smaller(e->c.window, b), smaller(e->c.window, b), keep);
    if (e->c.kind != EVICT_SAGE)
        return keep_parts(e, s, 0, b - s, keep);
    if (e->fixed)
        return keep_parts(e, e->fixed - 1, 0, b - e->fixed + 1, keep);
    e->fixed = b - w + 1;
    return keep_parts(e, s, b - s - w, w, keep);
}

/* Channel i of x, turned as position `at`. */
static double turned(const float *x, int i, int hd, const float *turn, int at)
{
    const float *cs = turn + (size_t)at * (size_t)hd;
    int h = hd / 2;
    return i < h ? (double)x[i] * cs[i] - (double)x[h + i] * cs[h + i]
                 : (double)x[i - h] * cs[i] + (double)x[i] * cs[i - h];
}

void kv_attend(float *out, float *p, const float *q, const float *k, const float *v, const int32_t *pos, int n, int G,
               int hd, int relative, const float *turn)
{
    for (int g = 0; g < G; g++, q += hd, out += hd, p += n) {
        double top = -INFINITY, sum = 0;
        for (int j = 0; j < n; j++) {
            double z = 0;
            for (int i = 0; i < hd; i++)
                z += turned(q, i, hd, turn, relative ? n - 1 : pos[n - 1])
                     * turned(k + (size_t)j * (size_t)hd, i, hd, turn, relative ? j : pos[j]);
            p[j] = (float)(z / sqrt(hd));
            top = p[j] > top ? p[j] : top;
        }
        for (int j = 0; j < n; j++)
            sum += p[j] = (float)exp(p[j] - top);
        memset(out, 0, (size_t)hd * sizeof *out);
        for (int j = 0; j < n; j++) {
            p[j] = (float)(p[j] / sum);
            for (int i = 0; i < hd; i++)
                out[i] += p[j] * v[(size_t)j * (size_t)hd + (size_t)i];
        }
    }
}

void kv_compact(float *k, float *v, int32_t *pos, const int32_t *keep, int kept, int hd)
{
    size_t row = (size_t)hd * sizeof *k, all = (size_t)kept * row;
    float *k2 = malloc(2 * all + 1), *v2 = k2 + (size_t)kept * (size_t)hd;
    if (!k2)
        abort();
    for (int i = 0; i < kept; i++) {
        memcpy(k2 + (size_t)i * (size_t)hd, k + (size_t)keep[i] * (size_t)hd, row);
        memcpy(v2 + (size_t)i * (size_t)hd, v + (size_t)keep[i] * (size_t)hd, row);
        pos[i] = pos[keep[i]];
    }
    memcpy(k, k2, all);
    memcpy(v, v2, all);
    free(k2);
}

int pages_held(const int32_t *keep, int kept, int block)
{
    int held = 0;
    for (int i = 0; i < kept; i++) {
        int before = 0;
        for (int j = 0; j < i; j++)
            before |= keep[j] / block == keep[i] / block;
        held += !before;
    }
    return held;
}

int pages_plan(const int32_t *keep, int kept, int block, int32_t (*move)[2])
{
    int blocks = kept ? keep[kept - 1] / block + 1 : 0, moves = 0;
    int *held = calloc((size_t)blocks + 1, sizeof *held), *stays = calloc((size_t)blocks + 1, sizeof *stays);
    char *used = calloc((size_t)blocks * (size_t)block + 1, 1);
    for (int i = 0; i < kept; i++) {
        held[keep[i] / block]++;
        used[keep[i]] = 1;
    }
    for (int k = 0; k < (kept + block - 1) / block; k++) {
        int best = -1;
        for (int b = 0; b < blocks; b++)
            if (!stays[b] && (best < 0 || held[b] > held[best]))
                best = b;
        stays[best] = 1;
    }
    for (int i = 0; i < kept; i++)
        for (int to = 0; to < blocks * block && !stays[keep[i] / block]; to++)
            if (stays[to / block] && !used[to]) {
                used[to] = 1;
                move[moves][0] = keep[i];
                move[moves++][1] = to;
                break;
            }
    free(used);
    free(stays);
    free(held);
    return moves;
}
