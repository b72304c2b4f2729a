/*
 * oracle.c: what passes cost, GPU by GPU; every way to cut a stream into messages; every placement; and the world of
 * both pools (world.h), in which a log is replayed event by event.
 */
#include <ridge/oracle.h>
#include <stdarg.h>
#include <stdlib.h>

static int fail(struct ridge_verdict *v, const char *form, ...)
{
    va_list args;
    va_start(args, form);
    vsnprintf(v->message, sizeof v->message, form, args);
    va_end(args);
    v->pass = 0;
    return 0;
}

static int64_t below(uint64_t *rng, int64_t n)
{
    return n > 0 ? (int64_t)(ridge_next(rng) % (uint64_t)n) : 0;
}

static int near_to(double got, double want)
{
    return fabs(got - want) <= 1e-9 * fabs(want);
}

/* --- rows ---------------------------------------------------------------------------------------------- */

enum { ROW = 28 };

static const char *const column[ROW] = {
    "layers", "d", "heads", "kv_heads", "hd", "width", "mm", "weights", "gpus", "node", "peak", "bw", "mem", "keep",
    "near_s", "near_Bps", "far_s", "far_Bps", "tp", "pp", "tokens", "scores", "cached", "prompt", "out", "ttft", "tpot",
    "bytes",
};

struct r {
    double layers, d, heads, kv_heads, hd, width, mm, weights, gpus, node, peak, bw, mem, keep, near_s, near_Bps, far_s,
        far_Bps, tp, pp, tokens, scores, cached, prompt, out, ttft, tpot, bytes;
};

static int tp_is_legal(const struct r *r, double tp)
{
    return tp <= r->node && fmod(r->heads, tp) == 0 && (fmod(r->kv_heads, tp) == 0 || fmod(tp, r->kv_heads) == 0);
}

static double any_of(uint64_t *rng, double a, double b)
{
    return a * pow(b / a, ridge_uniform(rng));
}

static void draw(struct r *r, double most_gpus, uint64_t *rng)
{
    r->kv_heads = (double)(1 << below(rng, 4));
    r->heads = r->kv_heads * (double)(1 << below(rng, 4));
    r->hd = below(rng, 2) ? 128 : 64;
    r->layers = (double)(1 + below(rng, 60));
    r->d = r->heads * r->hd * (double)(1 + below(rng, 3)) / 2;
    r->width = (double)(1 + below(rng, 2));
    r->bytes = any_of(rng, .5, 2);
    r->mm = floor(r->layers * r->d * r->d * any_of(rng, 6, 14));
    r->weights = floor(r->mm * any_of(rng, 1, 1.3));
    r->node = (double)(1 << below(rng, 4));
    r->gpus = (double)(2 + below(rng, (int64_t)most_gpus - 1));
    r->peak *= any_of(rng, .5, 2), r->bw *= any_of(rng, .5, 2);
    r->mem = any_of(rng, 1.2, 20) * r->weights * r->bytes;
    r->near_s *= any_of(rng, .2, 5), r->far_s *= any_of(rng, .2, 5);
    r->near_Bps *= any_of(rng, .2, 1), r->far_Bps *= any_of(rng, .05, 2);
    do
        r->tp = (double)(1 << below(rng, 5));
    while (fmod(r->heads, r->tp) || (fmod(r->kv_heads, r->tp) && fmod(r->tp, r->kv_heads)));
    r->pp = (double)(1 + below(rng, (int64_t)r->layers < 5 ? (int64_t)r->layers : 5));
    r->tokens = floor(any_of(rng, 1, 20000));
    r->scores = floor(r->tokens * any_of(rng, 1, 20000));
    r->cached = floor(any_of(rng, 1, 300000));
    r->prompt = floor(any_of(rng, 20, 8000)), r->out = floor(any_of(rng, 2, 800));
    r->ttft = any_of(rng, .01, 1) * r->mm / 1e11, r->tpot = any_of(rng, .3, 3) * r->mm * r->bytes / r->bw;
}

/* Rows of a case's own figures; with `draw`, GPUs at most, of any. */
int rows_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    uint64_t rng = ridge_mix(seed, buffer);
    double most = ridge_num(c, "draw");
    if (!b)
        return -1;
    for (size_t k = 0; k < b->count / ROW; k++) {
        double *row = (double *)b->data + k * ROW;
        for (int j = 0; j < ROW; j++)
            row[j] = ridge_num(c, column[j]);
        if (most > 0)
            draw((struct r *)row, most, &rng);
    }
    return 0;
}

/* --- the calls `memory` and `cost` ------------------------------------------------------------------------ */

/* Bytes of one token on one GPU of a stage of n layers: its heads, or one that others have, too. */
static double token_here(const struct r *r, double n)
{
    double heads = r->tp < r->kv_heads ? r->kv_heads / r->tp : 1;
    return n * heads * 2 * r->hd * r->width;
}

static double room_of(const struct r *r)
{
    double n = ceil(r->layers / r->pp);
    double left = r->mem * r->keep - r->weights * r->bytes / r->layers * n / r->tp;
    return left > 0 ? left / token_here(r, n) : 0;
}

int memory_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const struct ridge_buffer *b = ridge_buffer(c, "rows");
    const int64_t *got = ridge_data(c, "sizes");
    if (!b || !got)
        return -1;
    for (size_t k = 0; k < b->count / ROW; k++, got += 2) {
        const struct r *r = (const struct r *)b->data + k;
        int64_t bytes = (int64_t)(r->layers * (r->kv_heads * r->hd * 2) * r->width * r->tokens);
        double room = room_of(r);
        if (got[0] != bytes)
            return fail(v, "row %zu: %.0f tokens of %.0f layers, %.0f key and value heads of %.0f, %.0f B: %lld B "
                        "expected, got %lld", k, r->tokens, r->layers, r->kv_heads, r->hd, r->width, (long long)bytes,
                        (long long)got[0]);
        if (fabs((double)got[1] - floor(room)) > (room - floor(room) < 1e-6 || ceil(room) - room < 1e-6))
            return fail(v, "row %zu: %.4g GB of weights on tp %.0f, pp %.0f of %.4g GB: room for %.0f tokens expected, "
                        "got %lld", k, r->weights * r->bytes / 1e9, r->tp, r->pp, r->mem / 1e9, floor(room),
                        (long long)got[1]);
    }
    v->pass = 1;
    return 0;
}

/* By rounds: who sends what, and how long that takes. */
static double sum_over(double s, double Bps, double p, double bytes)
{
    double ring = 0, direct = s;
    for (double k = 1; k < p; k++) {
        ring += 2 * (s + bytes / p / Bps);
        direct += bytes / Bps;
    }
    return p < 2 ? 0 : fmin(ring, direct);
}

static void cost_of(const struct r *r, double *latency, double *period)
{
    double layer = fmax((2 * r->mm / r->layers * r->tokens + 4 * r->heads * r->hd * r->scores) / r->tp / r->peak,
                        (r->mm / r->layers * r->bytes / r->tp + token_here(r, 1) * r->cached) / r->bw);
    double hidden = r->tokens * r->d * r->width;
    int in_node = r->tp * r->pp <= r->node;
    layer += 2 * (r->tp <= r->node ? sum_over(r->near_s, r->near_Bps, r->tp, hidden) :
                                     sum_over(r->far_s, r->far_Bps, r->tp, hidden));
    double hop = (in_node ? r->near_s : r->far_s) + hidden / r->tp / (in_node ? r->near_Bps : r->far_Bps);
    *latency = 0;
    for (double k = 0; k < r->layers; k++)
        *latency += layer;
    for (double k = 1; k < r->pp; k++)
        *latency += hop;
    *period = layer * ceil(r->layers / r->pp) + (r->pp > 1 ? hop : 0);
}

int cost_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    static const char *const what[] = { "all_reduce over `near`", "all_reduce over `far`", "latency", "period" };
    const struct ridge_buffer *b = ridge_buffer(c, "rows");
    const double *got = ridge_data(c, "costs");
    if (!b || !got)
        return -1;
    for (size_t k = 0; k < b->count / ROW; k++, got += 4) {
        const struct r *r = (const struct r *)b->data + k;
        double want[4], bytes = r->tokens * r->d * r->width;
        want[0] = sum_over(r->near_s, r->near_Bps, r->tp, bytes);
        want[1] = sum_over(r->far_s, r->far_Bps, r->tp, bytes);
        cost_of(r, &want[2], &want[3]);
        for (int j = 0; j < 4; j++)
            if (!near_to(got[j], want[j]))
                return fail(v, "row %zu, tp %.0f, pp %.0f, %.0f tokens, %.0f scores, %.0f cached: %s is %.9g s, got %.9g",
                            k, r->tp, r->pp, r->tokens, r->scores, r->cached, what[j], want[j], got[j]);
    }
    if (b->count == ROW)
        ridge_count(v, "sums_us", 1e6 * 2 * ((const struct r *)b->data)->layers * got[-4]);
    v->pass = 1;
    return 0;
}

/* --- the call `place` ---------------------------------------------------------------------------------- */

static double prefills(struct r r)
{
    double latency, period, kv = 2 * r.layers * r.kv_heads * r.hd * r.width * r.prompt;
    r.tokens = r.cached = r.prompt;
    r.scores = r.prompt * (r.prompt + 1) / 2;
    cost_of(&r, &latency, &period);
    double spare = r.ttft - latency;
    if (spare <= 0 || room_of(&r) < r.prompt)
        return 0;
    /* R·period²/(2(1 - R·period)) = spare, solved for R by bisection: the left side rises. */
    double low = 0, high = 1 / period;
    for (int k = 0; k < 200; k++) {
        double R = (low + high) / 2;
        if (R * period * period <= spare * 2 * (1 - R * period))
            low = R;
        else
            high = R;
    }
    return fmin(low, r.tp * r.pp * r.far_Bps / kv);
}

static double decodes(struct r r)
{
    double latency, period, rate = 0, most = floor(floor(room_of(&r)) / (r.pp * (r.prompt + r.out)));
    for (double b = 1; b <= most; b++) {
        r.tokens = b;
        r.scores = r.cached = b * (r.prompt + r.out / 2);
        cost_of(&r, &latency, &period);
        if (latency > r.tpot)
            break;
        rate = b / (period * r.out);
    }
    return rate;
}

struct way {
    double tp, pp, prefill, decode;
};

static int all_ways(struct r r, struct way *w)
{
    int n = 0;
    for (r.tp = 1; r.tp <= r.node; r.tp *= 2)
        for (r.pp = 1; r.pp <= r.layers && tp_is_legal(&r, r.tp); r.pp++)
            if (r.tp * r.pp < r.gpus)
                w[n++] = (struct way){ r.tp, r.pp, prefills(r), decodes(r) };
    return n;
}

/* The highest rate of all placements, each counted out. */
static double best_rate(const struct r *r, const struct way *w, int n)
{
    double best = 0;
    for (int a = 0; a < n; a++)
        for (int b = 0; w[a].prefill > best / r->gpus && b < n; b++)
            for (double i = 1; w[b].decode > 0 && i * w[a].tp * w[a].pp < r->gpus; i++) {
                double rest = floor((r->gpus - i * w[a].tp * w[a].pp) / (w[b].tp * w[b].pp));
                best = fmax(best, fmin(i * w[a].prefill, rest * w[b].decode));
            }
    return best;
}

static int judge_place(const struct r *r, const struct way *w, int n, const double *got, size_t k, struct ridge_verdict *v,
                       double *share)
{
    double best = best_rate(r, w, n), pre = 0, dec = 0;
    *share = 1;
    if (best == 0 || got[0] == 0) {
        v->pass = (best == 0) == (got[0] == 0);
        return v->pass ? 0 : fail(v, "row %zu, %.0f GPUs: %s", k, r->gpus, best > 0 ? "there is a placement, and place() "
                                  "has none" : "no placement serves anybody, and place() has one");
    }
    for (int j = 0; j < n; j++) {
        pre = w[j].tp == got[1] && w[j].pp == got[2] ? w[j].prefill : pre;
        dec = w[j].tp == got[4] && w[j].pp == got[5] ? w[j].decode : dec;
    }
    double rate = fmin(pre * got[3], dec * got[6]);
    if (got[1] * got[2] * got[3] + got[4] * got[5] * got[6] > r->gpus || got[3] < 1 || got[6] < 1)
        return fail(v, "row %zu: %.0f of (tp %.0f, pp %.0f) and %.0f of (tp %.0f, pp %.0f) are not %.0f GPUs in two pools",
                    k, got[3], got[1], got[2], got[6], got[4], got[5], r->gpus);
    if (pre == 0 || dec == 0)
        return fail(v, "row %zu: an instance of (tp %.0f, pp %.0f) %s", k, pre == 0 ? got[1] : got[4],
                    pre == 0 ? got[2] : got[5], pre == 0 ? "does not prefill within ttft" : "does not decode within tpot");
    if (!near_to(got[7], rate))
        return fail(v, "row %zu: prefill %.0f × (tp %.0f, pp %.0f), decode %.0f × (tp %.0f, pp %.0f): %.9g requests/s, "
                    "got %.9g", k, got[3], got[1], got[2], got[6], got[4], got[5], rate, got[7]);
    *share = rate / best;
    v->pass = 1;
    return 0;
}

int place_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const struct ridge_buffer *b = ridge_buffer(c, "rows");
    const double *got = ridge_data(c, "places");
    double least = 1, share;
    if (!b || !got)
        return -1;
    for (size_t k = 0; k < b->count / ROW; k++, got += 8) {
        const struct r *r = (const struct r *)b->data + k;
        struct way *w = malloc((size_t)(r->layers * 8 + 8) * sizeof *w);
        int n = all_ways(*r, w);
        judge_place(r, w, n, got, k, v, &share);
        free(w);
        if (!v->pass)
            return 0;
        if (share < 1 - 1e-9)
            return fail(v, "row %zu: prefill %.0f × (tp %.0f, pp %.0f), decode %.0f × (tp %.0f, pp %.0f) serve %.6g "
                        "requests/s; the best of %.0f GPUs %.6g", k, got[3], got[1], got[2], got[6], got[4], got[5],
                        got[7], r->gpus, got[7] / share);
        least = fmin(least, share);
    }
    ridge_count(v, "of_best", least);
    v->pass = 1;
    return 0;
}

/* --- the call `stream` --------------------------------------------------------------------------------- */

enum { HEAD_COLUMNS = 3 };

/* script 0: anything; 1: a prefill's layers, in equal steps of `step`, wire free at 0, msg and each given. */
int streams_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int64_t n = ridge_int(c, "n"), given = ridge_int(c, "step");
    uint64_t rng = ridge_mix(seed, buffer);
    if (!b || n < 1)
        return -1;
    int64_t *row = b->data;
    for (size_t k = 0; k < b->count / (size_t)(n + HEAD_COLUMNS); k++, row += n + HEAD_COLUMNS) {
        int64_t step = given ? given : 1 + below(&rng, 1000), at = given ? 0 : below(&rng, 3 * step);
        row[0] = given || below(&rng, 2) ? 0 : below(&rng, n * step);
        row[1] = given ? ridge_int(c, "msg") : below(&rng, 4) * below(&rng, 2 * step);
        row[2] = given ? ridge_int(c, "each") : 1 + below(&rng, 2 * step);
        for (int64_t j = 0; j < n; j++) {
            at += given ? step : below(&rng, 5) ? below(&rng, 2 * step) : below(&rng, 2) * 9 * step;
            row[HEAD_COLUMNS + j] = at;
        }
    }
    return 0;
}

/* When the last piece can be there at the earliest: all first pieces of every message are tried. */
static int64_t earliest(const int64_t *row, int64_t n)
{
    int64_t *end = malloc(((size_t)n + 1) * sizeof *end);
    end[0] = row[0];
    for (int64_t k = 1; k <= n; k++) {
        end[k] = INT64_MAX;
        for (int64_t a = 0; a < k; a++) {
            int64_t ready = row[HEAD_COLUMNS + k - 1], begin = end[a] > ready ? end[a] : ready;
            int64_t e = begin + row[1] + (k - a) * row[2];
            end[k] = e < end[k] ? e : end[k];
        }
    }
    int64_t e = end[n];
    free(end);
    return e;
}

int stream_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const struct ridge_buffer *b = ridge_buffer(c, "streams");
    const int32_t *got = ridge_data(c, "ends");
    int64_t n = ridge_int(c, "n");
    double exposed = 0, wire = 0;
    if (!b || !got)
        return -1;
    const int64_t *row = b->data;
    for (size_t k = 0; k < b->count / (size_t)(n + HEAD_COLUMNS); k++, row += n + HEAD_COLUMNS, got += n + 1) {
        int64_t at = row[0], best = earliest(row, n), before = -1;
        if (got[0] < 1 || got[0] > n || got[got[0]] != n - 1)
            return fail(v, "stream %zu: %d messages for %lld pieces, and the last message has to end with the last piece",
                        k, got[0], (long long)n);
        for (int g = 1; g <= got[0]; g++) {
            if (got[g] <= before || got[g] >= n)
                return fail(v, "stream %zu: message %d ends with piece %d, the one before with %lld", k, g - 1, got[g],
                            (long long)before);
            int64_t ready = row[HEAD_COLUMNS + got[g]];
            at = (at > ready ? at : ready) + row[1] + (got[g] - before) * row[2];
            before = got[g];
        }
        if (at != best)
            return fail(v, "stream %zu: %d messages, the last of which ends at %lld; it can at %lld (msg %lld, each %lld)",
                        k, got[0], (long long)at, (long long)best, (long long)row[1], (long long)row[2]);
        int64_t ready = row[HEAD_COLUMNS + n - 1];
        exposed += (double)(at - (ready > row[0] ? ready : row[0]));
        wire += (double)(row[1] + n * row[2]);
    }
    ridge_count(v, "hidden_pct", 100 * (1 - exposed / wire));
    v->pass = 1;
    return 0;
}

/* --- the call `search` --------------------------------------------------------------------------------- */

int curves_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    uint64_t rng = ridge_mix(seed, buffer);
    double far = ridge_num(c, "away");
    if (!b)
        return -1;
    double *row = b->data;
    for (size_t k = 0; k < b->count / 4; k++, row += 4) {
        row[0] = any_of(&rng, .01, 1000);
        row[1] = below(&rng, 3) ? any_of(&rng, .01, .9) : 0;
        row[2] = row[0] * any_of(&rng, 1 / far, far);
        row[3] = ridge_int(c, "all") ? 1 : any_of(&rng, .5, .99);
        if (ridge_int(c, "never")) /* no rate that is asked for reaches it, or all do */
            row[2] = row[0] * (k % 2 ? 0x1p60 : 0x1p-60);
    }
    return 0;
}

static double share_at(const double *row, double rate)
{
    double low = row[0] * (1 - row[1]), high = row[0] * (1 + row[1]);
    return rate <= low ? 1 : rate >= high ? 0 : (high - rate) / (high - low);
}

int search_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const struct ridge_buffer *b = ridge_buffer(c, "curves");
    const double *got = ridge_data(c, "found");
    int never = ridge_int(c, "never") != 0;
    double excess = 0;
    if (!b || !got)
        return -1;
    const double *row = b->data;
    for (size_t k = 0; k < b->count / 4; k++, row += 4, got += 3) {
        double all = row[2] * 0x1p40;
        if (never && got[0] != (k % 2 ? 0 : all))
            return fail(v, "curve %zu: %s, got %.6g", k, k % 2 ? "from/2^40 does not reach the target: 0" :
                        "from·2^40 reaches the target: that is it", got[0]);
        if (!never && (!(got[0] > 0) || share_at(row, got[0]) < row[3]))
            return fail(v, "curve %zu: at %.6g a share of %.4g is served as promised, and %.4g is asked for", k, got[0],
                        share_at(row, got[0]), row[3]);
        if (!never && share_at(row, got[0] * 1.0101) >= row[3])
            return fail(v, "curve %zu: %.6g, and 1.01 times that is still served as promised", k, got[0]);
        if (got[2] > 0)
            return fail(v, "curve %zu: %g times a rate is asked for that was asked for before", k, got[2]);
        double turns = fmax(fabs(log2(row[0] * (1 + row[1]) / row[2])), fabs(log2(row[0] * (1 - row[1]) / row[2])));
        excess = fmax(excess, got[1] - (never ? 41 : 9 + ceil(turns)));
    }
    ridge_count(v, "asks_excess", excess > 0 ? excess : 0);
    v->pass = 1;
    return 0;
}

#include "world.h"
