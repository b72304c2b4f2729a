/*
 * oracle.c: each rule of lab.h once more, as plain as it can be said, and replicas run again with the decisions that were
 * written down. Percentiles are taken from sorted values, the binomial from logarithms of factorials; the text of the
 * metrics is read by a parser of the format.
 */
#include <ridge/oracle.h>

#include <stdarg.h>
#include <stdlib.h>

#include "../load/metrics.h"
#include "engine.h"

static int say(struct ridge_verdict *v, const char *form, ...)
{
    va_list a;
    va_start(a, form);
    vsnprintf(v->message, sizeof v->message, form, a);
    va_end(a);
    v->pass = 0;
    return 0;
}

static int64_t num(const struct ridge_case *c, const char *name)
{
    return ridge_int(c, name);
}

static int64_t below(uint64_t *rng, int64_t n)
{
    return n > 0 ? load_below(rng, n) : 0;
}

static int64_t between(uint64_t *rng, int64_t a, int64_t b)
{
    return a + below(rng, b - a + 1);
}

#define FILL(c, buffer, T, out, rng)                                                                                   \
    const struct ridge_buffer *fill_ = ridge_buffer(c, buffer);                                                        \
    T *out = fill_ ? fill_->data : NULL;                                                                               \
    uint64_t rng = ridge_mix(seed, buffer);                                                                            \
    if (!out)                                                                                                          \
        return -1;                                                                                                     \
    memset(out, 0, fill_->count * sizeof *out)

/* --- percentiles --------------------------------------------------------------------------------------- */

/* How many values replica r of row k has: both fills need it. */
static int32_t samples(const struct ridge_case *c, uint64_t seed, int64_t k, int64_t r)
{
    uint64_t rng = load_stream(seed, 70, (uint64_t)(k * 64 + r));
    int64_t replicas = num(c, "replicas"), share = num(c, "most") / replicas;
    if (num(c, "one"))
        return r == replicas - 1; /* one value in all */
    return (int32_t)(share < 3 ? share : r && !below(&rng, 4) ? 0 : between(&rng, share / 8 + 1, share));
}

int sizes_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    FILL(c, buffer, int32_t, out, rng);
    (void)rng;
    for (int64_t k = 0; k < num(c, "rows"); k++)
        for (int64_t r = 0; r < num(c, "replicas"); r++)
            *out++ = samples(c, seed, k, r);
    return 0;
}

int p_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    static const int32_t usual[] = { 500000, 990000, 950000, 999000, 900000, 1, 999999, 1000000, 10000 };
    FILL(c, buffer, int32_t, out, rng);
    for (int64_t k = 0; k < num(c, "rows"); k++)
        out[k] = k < 9 ? usual[k] : (int32_t)between(&rng, 1, 1000000);
    return 0;
}

/* Replicas differ in level, so that a mean of their percentiles is far from the percentile. */
int v_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    FILL(c, buffer, int64_t, out, rng);
    int64_t replicas = num(c, "replicas"), most = num(c, "most"), same = num(c, "same");
    for (int64_t k = 0; k < num(c, "rows"); k++, out += most)
        for (int64_t r = 0, at = 0; r < replicas; r++)
            for (int64_t n = samples(c, seed, k, r); n > 0; n--)
                out[at++] = same ? 7 : (r * r + 1) * load_exponential(&rng, 300000000) - 1000;
    return 0;
}

/* log P(B = k), B(N, p). */
static long double log_weight(int64_t N, int64_t k, long double p)
{
    return lgammal((long double)N + 1) - lgammal((long double)k + 1) - lgammal((long double)(N - k) + 1) +
           (long double)k * logl(p) + (long double)(N - k) * log1pl(-p);
}

static void interval(int64_t N, int32_t per_million, int64_t *low, int64_t *high)
{
    long double p = per_million / 1e6L, tail = 0;
    *low = -1, *high = N;
    for (int64_t k = 0; k <= N && (tail += expl(log_weight(N, k, p))) <= .025L; k++)
        *low = k;
    tail = 0;
    for (int64_t k = N; k > 0 && (tail += expl(log_weight(N, k, p))) <= .025L; k--)
        *high = k - 1;
}

int pct_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const int32_t *p = ridge_data(c, "p"), *n = ridge_data(c, "sizes");
    const int64_t *x = ridge_data(c, "v"), *got = ridge_data(c, "pct");
    int64_t replicas = num(c, "replicas"), most = num(c, "most"), *all = malloc((size_t)(most + 1) * sizeof *all);
    for (int64_t k = 0; all && k < num(c, "rows"); k++, n += replicas, x += most, got += 3) {
        int64_t N = 0, low = -77, high = -77;
        for (int64_t r = 0; r < replicas; r++)
            N += n[r];
        memcpy(all, x, (size_t)N * sizeof *all);
        load_sort(all, (size_t)N);
        int64_t want = all[load_rank((size_t)N, p[k])];
        if (p[k] < 1000000)
            interval(N, p[k], &low, &high);
        if (got[0] != want) {
            free(all);
            return say(v, "slo_percentile, row %ld, %ld replicas with %ld values together, P%.4f: %ld, got %ld", (long)k,
                       (long)replicas, (long)N, p[k] / 1e4, (long)want, (long)got[0]);
        }
        if (got[1] != low || got[2] != high) {
            free(all);
            return say(v, "slo_interval(%ld, %d): ranks %ld and %ld, got %ld and %ld", (long)N, p[k], (long)low,
                       (long)high, (long)got[1], (long)got[2]);
        }
    }
    free(all);
    v->pass = 1;
    return all ? 0 : -1;
}

/* --- the scheduler: its rule --------------------------------------------------------------------------- */

static int rule_rank(const cfg_t *c, int64_t now, const job_t *j)
{
    if (now - j->due > c->cls[j->cls].patience)
        return 0;
    return now + j->need * c->price.token / 1000 > j->due ? 2 : 1;
}

/* Does a stand before b? */
static int before(const cfg_t *c, int64_t now, const job_t *a, const job_t *b)
{
    int x = rule_rank(c, now, a), y = rule_rank(c, now, b);
    return x != y ? x < y : a->due != b->due ? a->due < b->due : a->id < b->id;
}

/* The last in the order of those that may be dropped for j; -1: nobody. */
static int victim(const cfg_t *c, int64_t now, const job_t *job, const char *seated, int n, int j)
{
    int last = -1;
    for (int k = 0; k < n; k++)
        if (seated[k] && job[k].seated && job[k].cls > job[j].cls && rule_rank(c, now, &job[k]) != 0 &&
            before(c, now, &job[j], &job[k]) && (last < 0 || before(c, now, &job[last], &job[k])))
            last = k;
    return last;
}

static void rule_sched(const cfg_t *c, int64_t now, const job_t *job, int n, plan_t *p)
{
    static char seated[SLO_JOBS], done[SLO_JOBS], trial[SLO_JOBS];
    static piece_t walk[SLO_JOBS];
    int left = c->budget, seats = c->seats, got = 0;
    int64_t room = c->kv;
    p->ndrop = p->npiece = 0;
    for (int k = 0; k < n; k++) {
        seated[k] = (char)job[k].seated;
        done[k] = job[k].seated && job[k].need == 1;
        left -= done[k];
        seats -= seated[k];
        room -= seated[k] ? job[k].room : 0;
    }
    while (left > 0) {
        int j = -1;
        for (int k = 0; k < n; k++)
            if (!done[k] && (j < 0 || before(c, now, &job[k], &job[j])))
                j = k;
        if (j < 0)
            break;
        if (!seated[j]) {
            int64_t there = room;
            int chairs = seats, drop[SLO_JOBS], ndrop = 0;
            memcpy(trial, seated, (size_t)n);
            while (there < job[j].room || chairs < 1) {
                int w = victim(c, now, job, trial, n, j);
                if (w < 0)
                    break;
                trial[w] = 0;
                there += job[w].room;
                chairs++;
                drop[ndrop++] = w;
            }
            if (there < job[j].room || chairs < 1)
                break;
            for (int k = 0; k < ndrop; k++) {
                left += job[drop[k]].need == 1;
                done[drop[k]] = 1;
                p->drop[p->ndrop++] = job[drop[k]].id;
            }
            memcpy(seated, trial, (size_t)n);
            seated[j] = 1;
            room = there - job[j].room;
            seats = chairs - 1;
        }
        done[j] = 1;
        walk[got++] = (piece_t){ job[j].id, job[j].need < left ? job[j].need : left };
        left -= walk[got - 1].n;
    }
    for (int k = 0; k < n; k++)
        if (job[k].seated && job[k].need == 1 && seated[k])
            p->piece[p->npiece++] = (piece_t){ job[k].id, 1 };
    for (int k = 0; k < got; k++)
        p->piece[p->npiece++] = walk[k];
}

/* NULL, or what is wrong with a plan, in words. */
static const char *differs(const plan_t *want, const plan_t *got, char *text, size_t size)
{
    for (int k = 0; k < want->ndrop || k < got->ndrop; k++)
        if (k >= want->ndrop || k >= got->ndrop || want->drop[k] != got->drop[k]) {
            if (k >= want->ndrop)
                snprintf(text, size, "job %d is dropped, and should not be", got->drop[k]);
            else if (k >= got->ndrop)
                snprintf(text, size, "job %d should be dropped", want->drop[k]);
            else
                snprintf(text, size, "drop %d should be job %d, got job %d", k, want->drop[k], got->drop[k]);
            return text;
        }
    for (int k = 0; k < want->npiece || k < got->npiece; k++) {
        const piece_t *a = &want->piece[k], *b = &got->piece[k];
        if (k >= want->npiece)
            snprintf(text, size, "piece %d of %d is too many: job %d, %d tokens", k, got->npiece, b->id, b->n);
        else if (k >= got->npiece)
            snprintf(text, size, "piece %d is missing: job %d, %d tokens", k, a->id, a->n);
        else if (a->id != b->id || a->n != b->n)
            snprintf(text, size, "piece %d should be job %d, %d tokens, got job %d, %d tokens", k, a->id, a->n, b->id,
                     b->n);
        else
            continue;
        return text;
    }
    return NULL;
}

/* --- the scheduler: views that no run has to have met -------------------------------------------------- */

enum { TOKEN_PS = 70000000 };

/* limits: n, seats, budget, kv, token, patience of class 0, unused, now */
int limits_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    FILL(c, buffer, int64_t, out, rng);
    int64_t jobs = num(c, "jobs");
    for (int64_t k = 0; k < num(c, "rows"); k++, out += 8) {
        out[0] = num(c, "full") ? jobs : between(&rng, 0, jobs);
        out[1] = between(&rng, 1, num(c, "seats"));
        out[2] = between(&rng, out[1], out[1] + num(c, "budget"));
        out[3] = num(c, "kv");
        out[4] = TOKEN_PS;
        out[5] = num(c, "patience_ms") * 1000000;
        out[7] = 1000000000000 + 1000 * k;
    }
    return 0;
}

/* views: id, cls, seated, cached, need, room, said, due. Seats and cache are never over-full. */
int views_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    int64_t rows = num(c, "rows"), jobs = num(c, "jobs"), spread = num(c, "spread_ms"), ties = num(c, "ties");
    int64_t *limit = calloc((size_t)rows * 8 + 1, sizeof *limit);
    struct ridge_buffer own = { "limits", RIDGE_I64, (size_t)rows * 8, limit };
    struct ridge_case alone = *c;
    alone.buffers = &own, alone.nbuffers = 1;
    if (!limit || limits_fill(&alone, "limits", seed)) {
        free(limit);
        return -1;
    }
    FILL(c, buffer, int64_t, out, rng);
    for (int64_t k = 0; k < rows; k++) {
        const int64_t *l = limit + k * 8;
        int64_t id = 0, seats = l[1], room = l[3];
        for (int64_t j = 0; j < jobs; j++, out += 8) {
            int64_t prompt = between(&rng, 2, 2000), said = below(&rng, 3) ? 0 : between(&rng, 1, 300);
            out[0] = id += 1 + below(&rng, 4);
            out[1] = below(&rng, num(c, "classes"));
            out[5] = prompt + said + between(&rng, 1, 300);
            out[5] = out[5] > l[3] ? l[3] : out[5];
            out[6] = said;
            if (below(&rng, 5) > 1 && seats > 0 && room >= out[5]) {
                out[2] = 1, seats--, room -= out[5];
                out[3] = said && below(&rng, 5) ? prompt + said - 1 : below(&rng, prompt + said);
            } else { /* all but the last token may be cached where it will sit: need 1, and no decode */
                int64_t which = below(&rng, 6);
                out[3] = which < 4 ? 0 : which == 4 ? below(&rng, prompt) : prompt + said - 1;
            }
            out[4] = prompt + said - out[3];
            out[7] = l[7] + (ties ? between(&rng, -2, 2) * 20000000 : between(&rng, -spread, spread) * 1000000);
            if (!below(&rng, 12)) /* on time to the nanosecond, or a nanosecond late; at the end of its patience */
                out[7] = l[7] + out[4] * (TOKEN_PS / 1000) - below(&rng, 2);
            if (!below(&rng, 12))
                out[7] = l[7] - l[5] * (out[1] + 1) - below(&rng, 2);
        }
    }
    free(limit);
    return 0;
}

int sched_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const int64_t *limit = ridge_data(c, "limits"), *view = ridge_data(c, "views");
    const int32_t *out = ridge_data(c, "plans");
    static job_t job[SLO_JOBS];
    static plan_t want, got;
    char text[200];
    int64_t jobs = num(c, "jobs"), width = num(c, "width");
    for (int64_t k = 0; k < num(c, "rows"); k++, limit += 8, out += width) {
        cfg_t cfg = { (int)limit[1], (int)limit[2], limit[3], { limit[4], 0, 0, 0 }, { { 0, 0, 0 } } };
        for (int j = 0; j < SLO_CLASSES; j++)
            cfg.cls[j].patience = limit[5] * (j + 1);
        for (int64_t j = 0; j < jobs; j++, view += 8)
            job[j] = (job_t){ (int)view[0], (int)view[1], (int)view[2], (int)view[3], (int)view[4], (int)view[5],
                              (int)view[6], 0, view[7] };
        rule_sched(&cfg, limit[7], job, (int)limit[0], &want);
        got.ndrop = out[0], got.npiece = out[1];
        if (got.ndrop < 0 || got.npiece < 0 || 2 + (int64_t)got.ndrop + 2 * (int64_t)got.npiece > width)
            return say(v, "slo_sched, row %ld: %d drops and %d pieces of %ld jobs", (long)k, got.ndrop, got.npiece,
                       (long)limit[0]);
        memcpy(got.drop, out + 2, (size_t)got.ndrop * sizeof *out);
        for (int j = 0; j < got.npiece; j++)
            got.piece[j] = (piece_t){ out[2 + got.ndrop + 2 * j], out[3 + got.ndrop + 2 * j] };
        if (differs(&want, &got, text, sizeof text))
            return say(v, "slo_sched, row %ld, %ld jobs, %ld seats, budget %ld: %s", (long)k, (long)limit[0],
                       (long)limit[1], (long)limit[2], text);
    }
    v->pass = 1;
    return 0;
}

/* --- the router ---------------------------------------------------------------------------------------- */

static int rule_route(int prompt, const replica_t *r, int n)
{
    int best = 0;
    for (int k = 1; k < n; k++) {
        int64_t a = r[k].work + prompt - r[k].hit, b = r[best].work + prompt - r[best].hit;
        if (a != b ? a < b : r[k].jobs != r[best].jobs ? r[k].jobs < r[best].jobs : r[k].id < r[best].id)
            best = k;
    }
    return r[best].id;
}

int asks_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    FILL(c, buffer, int64_t, out, rng);
    for (int64_t k = 0; k < num(c, "rows"); k++, out += 2) {
        out[0] = between(&rng, 1, num(c, "most"));
        out[1] = between(&rng, 1, 4000);
    }
    return 0;
}

/* places: id, jobs, work, hit. Few values with `ties`, so that equal ones meet. */
int places_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    FILL(c, buffer, int64_t, out, rng);
    int64_t most = num(c, "most"), ties = num(c, "ties");
    for (int64_t k = 0; k < num(c, "rows"); k++)
        for (int64_t j = 0, id = -1; j < most; j++, out += 4) {
            out[0] = id += 1 + below(&rng, 3);
            out[1] = below(&rng, ties ? 3 : 60);
            out[2] = ties ? 100 * below(&rng, 3) : below(&rng, num(c, "work"));
            out[3] = below(&rng, 3) ? 0 : ties ? 100 : below(&rng, 3000);
        }
    return 0;
}

int route_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const int64_t *ask = ridge_data(c, "asks"), *place = ridge_data(c, "places");
    const int32_t *to = ridge_data(c, "to");
    replica_t r[SLO_REPLICAS];
    int64_t most = num(c, "most");
    for (int64_t k = 0; k < num(c, "rows"); k++, ask += 2, place += 4 * most) {
        for (int64_t j = 0; j < ask[0]; j++)
            r[j] = (replica_t){ (int)place[4 * j], (int)place[4 * j + 1], place[4 * j + 2], (int)place[4 * j + 3] };
        int want = rule_route((int)ask[1], r, (int)ask[0]);
        if (to[k] != want)
            return say(v, "slo_route, row %ld, %ld replicas, a prompt of %ld: replica %d, got %d", (long)k, (long)ask[0],
                       (long)ask[1], want, to[k]);
    }
    v->pass = 1;
    return 0;
}

/* --- the autoscaler ------------------------------------------------------------------------------------ */

struct ruler {
    int want[4096], n; /* all that was ever wanted */
};

static int64_t ceiling(int64_t a, int64_t b)
{
    return a / b + (a % b > 0);
}

static int rule_scale(const scale_cfg_t *c, const scale_in_t *in, struct ruler *r)
{
    int64_t want = ceiling(in->arrived * 1000000, c->tick_ms * c->rate * c->util_milli) +
                   ceiling(in->waiting * 1000, c->rate * c->drain_ms);
    int have = in->ready + in->starting, most = 0;
    want = want < c->min ? c->min : want > c->max ? c->max : want;
    if (r->n == 4096) {
        memmove(r->want, r->want + 2048, 2048 * sizeof *r->want);
        r->n = 2048;
    }
    r->want[r->n++] = (int)want;
    if (want >= have)
        return (int)want;
    if (r->n < c->hold)
        return have;
    for (int k = r->n - c->hold; k < r->n; k++)
        most = r->want[k] > most ? r->want[k] : most;
    return most < have ? most : have;
}

/* tick_ms, rate, drain_ms, util, min, max, hold */
int scaling_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    FILL(c, buffer, int64_t, out, rng);
    (void)rng;
    const char *const name[] = { "tick_ms", "rate", "drain_ms", "util", "min", "max", "hold" };
    for (int k = 0; k < 7; k++)
        out[k] = num(c, name[k]);
    return 0;
}

/* ready, starting, waiting, arrived: a load that comes and goes, and machines that follow a few ticks later. */
int seen_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    FILL(c, buffer, int64_t, out, rng);
    int64_t tick = num(c, "tick_ms"), rate = num(c, "rate"), ready = num(c, "min"), starting = 0, level = 1;
    for (int64_t k = 0; k < num(c, "ticks"); k++, out += 4) {
        if (!below(&rng, 9))
            level = below(&rng, num(c, "max") + 2);
        if (starting && !below(&rng, 3))
            ready += starting, starting = 0;
        if (!below(&rng, 6))
            starting += below(&rng, 3);
        if (!below(&rng, 8) && ready > 1)
            ready--;
        out[0] = ready, out[1] = starting;
        out[2] = below(&rng, 3) ? 0 : below(&rng, rate * num(c, "drain_ms") / 1000 * 3);
        out[3] = level * tick * rate / 1000 * between(&rng, 60, 110) / 100;
        if (!below(&rng, 5)) /* full to the token, and a token more */
            out[3] = level * tick * rate / 1000 * num(c, "util") / 1000 + below(&rng, 2);
    }
    return 0;
}

int scale_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const int64_t *l = ridge_data(c, "scaling"), *seen = ridge_data(c, "seen");
    const int32_t *got = ridge_data(c, "want");
    scale_cfg_t cfg = { l[0], l[1], l[2], (int)l[3], (int)l[4], (int)l[5], (int)l[6] };
    struct ruler *r = calloc(1, sizeof *r);
    for (int64_t k = 0; r && k < num(c, "ticks"); k++, seen += 4) {
        scale_in_t in = { (int)seen[0], (int)seen[1], seen[2], seen[3] };
        int want = rule_scale(&cfg, &in, r);
        if (got[k] != want) {
            int now = r->want[r->n - 1];
            free(r);
            return say(v, "slo_autoscale, tick %ld: %ld ready, %ld starting, %ld tokens wait, %ld came, which asks for %d: "
                       "%d, got %d", (long)k, (long)seen[0], (long)seen[1], (long)seen[2], (long)seen[3], now, want, got[k]);
        }
    }
    v->pass = r != NULL;
    free(r);
    return v->pass ? 0 : -1;
}

/* --- cost ---------------------------------------------------------------------------------------------- */

/* n, price on demand, price of spot, least seconds, busy, said, kept */
int bills_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    FILL(c, buffer, int64_t, out, rng);
    for (int64_t k = 0; k < num(c, "rows"); k++, out += 7) {
        out[0] = k ? between(&rng, 1, num(c, "most")) : 0;
        out[1] = between(&rng, 1, 9000000), out[2] = between(&rng, 1, out[1]);
        out[3] = num(c, "least_s");
        out[4] = k ? below(&rng, 4000000000000) : 0;
        out[5] = below(&rng, 4) ? between(&rng, 1, 40000000) : 0;
        out[6] = out[5] && below(&rng, 3) ? between(&rng, 1, out[5]) : 0;
    }
    return 0;
}

int lives_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    FILL(c, buffer, int64_t, out, rng);
    for (int64_t k = 0; k < num(c, "rows") * num(c, "most"); k++, out += 3) {
        out[0] = below(&rng, 1000000000000);
        int64_t s = below(&rng, 2) ? between(&rng, 0, 90) : between(&rng, 90, 5000);
        out[1] = out[0] + s * 1000000000 + (below(&rng, 2) ? between(&rng, 1, 999999999) : 0);
        out[2] = below(&rng, 2);
    }
    return 0;
}

static int near_to(double a, double b)
{
    return a == b || (isfinite(b) && fabs(a - b) <= 1e-11 * fabs(b));
}

/* Whole micro-dollar seconds, so nothing is rounded before the end. */
static void rule_cost(const int64_t *life, int64_t n, const int64_t *price, int64_t least, int64_t busy, int64_t said,
                      int64_t kept, double out[4])
{
    long double owed = 0, paid = 0;
    for (int64_t k = 0; k < n; k++, life += 3) {
        int64_t s = ceiling(life[1] - life[0], 1000000000);
        s = s < least ? least : s;
        paid += (long double)s;
        owed += (long double)s * (long double)price[life[2]];
    }
    out[0] = (double)(owed / 3600e6L);
    out[1] = said ? (double)(owed / 3600 / (long double)said) : INFINITY;
    out[2] = kept ? (double)(owed / 3600 / (long double)kept) : INFINITY;
    out[3] = paid > 0 ? (double)((long double)busy / 1e9L / paid) : 0;
}

int cost_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    static const char *const name[] = { "dollars", "per_mtok", "per_mtok_kept", "use" };
    const int64_t *b = ridge_data(c, "bills"), *l = ridge_data(c, "lives");
    const double *got = ridge_data(c, "sheets");
    for (int64_t k = 0; k < num(c, "rows"); k++, b += 7, l += 3 * num(c, "most"), got += 4) {
        double want[4];
        rule_cost(l, b[0], b + 1, b[3], b[4], b[5], b[6], want);
        for (int j = 0; j < 4; j++)
            if (!near_to(got[j], want[j]))
                return say(v, "slo_cost, row %ld, %ld lives, %ld tokens said, %ld kept: %s is %.12g, got %.12g", (long)k,
                           (long)b[0], (long)b[5], (long)b[6], name[j], want[j], got[j]);
    }
    v->pass = 1;
    return 0;
}

#include "text.h"
#include "serve.h"
