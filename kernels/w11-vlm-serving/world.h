/*
 * world.h: the machine of w11-vlm-serving in virtual time, the prescribed planner in its plainest
 * form, and the comparison of a learner's log with both. Part of oracle.c.
 *
 * A `struct world` is the truth about a run. The log is checked by performing *its* passes one after
 * the other, having asked before each what the rules allow.
 */
#ifndef W11_WORLD_H
#define W11_WORLD_H

#include <stdarg.h>
#include <stdlib.h>

#include "ridge/oracle.h"

enum { REQUESTS = 512, HEAD = 8, FIELDS = 8 };
enum { FUTURE, TO_ENCODE, READY, RUNNING, FINISHED, REJECTED };
enum { IDLE, ENCODE, TEXT };
enum { END_OK, END_LOG_FULL, END_COUNTS, END_NO_MEMORY, END_STUCK };

struct request {
    int64_t arrival, ttft, text, img, tiles, max_new, output;
    int64_t first, end;
    int state, tokens;
};

struct pass {
    int64_t kind, kv_B;
    int nreject, n;
    int reject[REQUESTS], id[REQUESTS];
};

struct world {
    int64_t policy, max_batch, max_tokens, max_tiles, kv_B, pool_B;
    int64_t ps_tile, ps_vit, ps_token, ps_score, ps_weights, ps_cached, tpot;
    int64_t now;
    struct request r[REQUESTS];
    int n, next, arrived, live, passes;
    int64_t last;
    struct ridge_verdict *v;
    /* measured on the way */
    int64_t encode_ps, prefill_tokens, peak_B, busy_ps;
};

static int world_init(struct world *w, const struct ridge_case *c, struct ridge_verdict *v)
{
    const struct ridge_buffer *b = ridge_buffer(c, "reqs");
    const char *name[] = { "policy", "max_batch", "max_tokens", "max_tiles", "kv_B", "pool_B", "ps_tile",
                           "ps_vit", "ps_token", "ps_score", "ps_weights", "ps_cached", "tpot" };
    memset(w, 0, sizeof *w);
    int64_t *field = &w->policy;
    for (size_t k = 0; k < sizeof name / sizeof name[0]; k++)
        field[k] = ridge_int(c, name[k]);
    w->v = v;
    w->n = (int)ridge_int(c, "n");
    if (!b || w->n < 1 || w->n > REQUESTS || b->count < (size_t)w->n * FIELDS)
        return -1;
    const int64_t *in = b->data;
    for (int k = 0; k < w->n; k++, in += FIELDS)
        w->r[k] = (struct request){ in[0], in[1], in[2], in[3], in[4], in[5], in[6], -1, -1, FUTURE, 0 };
    return 0;
}

static int64_t need(const struct world *w, int id)
{
    return (w->r[id].text + w->r[id].img + w->r[id].max_new) * w->kv_B;
}

/* Bytes that are reserved, and sequences that run. */
static int64_t held(const struct world *w, int *nrun)
{
    int64_t sum = 0;
    *nrun = 0;
    for (int k = 0; k < w->n; k++)
        if (w->r[k].state == RUNNING) {
            sum += need(w, k);
            ++*nrun;
        }
    return sum;
}

static void arrive(struct world *w)
{
    w->arrived = 0;
    for (; w->next < w->n && w->r[w->next].arrival <= w->now; w->next++) {
        w->r[w->next].state = w->r[w->next].tiles ? TO_ENCODE : READY;
        w->live++;
        w->arrived++;
    }
}

static int64_t larger(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

static void encode(struct world *w, const struct pass *d)
{
    int64_t tiles = 0, before = w->now;
    for (int k = 0; k < d->n; k++) {
        tiles += w->r[d->id[k]].tiles;
        w->r[d->id[k]].state = READY;
    }
    w->now += larger(tiles * w->ps_tile, w->ps_vit);
    w->encode_ps += w->now - before;
}

static void text(struct world *w, const struct pass *d)
{
    int64_t tokens = 0, scores = 0, cached = 0;
    for (int k = 0; k < w->n; k++)
        if (w->r[k].state == RUNNING) {
            int64_t context = w->r[k].text + w->r[k].img + w->r[k].tokens;
            tokens++, scores += context, cached += context;
        }
    for (int k = 0; k < d->n; k++) {
        struct request *r = &w->r[d->id[k]];
        int64_t s = r->text + r->img;
        r->state = RUNNING;
        w->prefill_tokens += s;
        tokens += s, scores += s * (s + 1) / 2, cached += s;
    }
    w->now += larger(tokens * w->ps_token + scores * w->ps_score, w->ps_weights + cached * w->ps_cached);
    for (int k = 0; k < w->n; k++) {
        struct request *r = &w->r[k];
        if (r->state != RUNNING)
            continue;
        if (!r->tokens++)
            r->first = w->now;
        if (r->tokens >= r->output) {
            r->state = FINISHED;
            r->end = w->now;
            w->live--;
        }
    }
}

static void perform(struct world *w, const struct pass *d)
{
    int64_t before = w->now;
    for (int k = 0; k < d->nreject; k++) {
        w->r[d->reject[k]].state = REJECTED;
        w->live--;
    }
    if (d->kind == ENCODE)
        encode(w, d);
    else if (d->kind == TEXT)
        text(w, d);
    if (d->kind != IDLE)
        w->busy_ps += w->now - before;
    else if (w->next < w->n)
        w->now = larger(w->now, w->r[w->next].arrival);
    w->peak_B = larger(w->peak_B, d->kv_B);
    w->last = d->kind;
    w->passes++;
}

/* ------------------------------------------------------------------------- the prescribed planner */

static void rejects(const struct world *w, struct pass *d)
{
    d->nreject = 0;
    for (int k = w->next - w->arrived; k < w->next; k++)
        if (need(w, k) > w->pool_B)
            d->reject[d->nreject++] = k;
}

static int among(const int *id, int n, int x)
{
    for (int k = 0; k < n; k++)
        if (id[k] == x)
            return 1;
    return 0;
}

static int waiting(const struct world *w, const struct pass *d, int id)
{
    int s = w->r[id].state;
    return (s == TO_ENCODE || s == READY) && !among(d->reject, d->nreject, id);
}

/* What lab.h prescribes for PLAN_FCFS. */
static void fcfs(const struct world *w, struct pass *d)
{
    int nrun, unencoded = 0;
    int64_t bytes = held(w, &nrun), tokens = 0, tiles = 0;
    int running = nrun;
    rejects(w, d);
    d->n = 0;
    for (int k = 0; k < w->next; k++)
        unencoded += waiting(w, d, k) && w->r[k].state == TO_ENCODE;
    for (int k = 0; k < w->next; k++) {
        if (!waiting(w, d, k))
            continue;
        tokens += w->r[k].text + w->r[k].img;
        if (w->r[k].state != READY || bytes + need(w, k) > w->pool_B || nrun == w->max_batch ||
            (d->n && tokens > w->max_tokens))
            break;
        bytes += need(w, k);
        nrun++;
        d->id[d->n++] = k;
    }
    d->kv_B = bytes;
    d->kind = TEXT;
    if (d->n || (running && (w->last != TEXT || !unencoded)))
        return;
    for (int k = 0; k < w->next; k++) {
        if (!waiting(w, d, k) || w->r[k].state != TO_ENCODE)
            continue;
        tiles += w->r[k].tiles;
        if (d->n && tiles > w->max_tiles)
            break;
        d->id[d->n++] = k;
    }
    d->kind = d->n ? ENCODE : IDLE;
}

/* ------------------------------------------------------------------------------------- the rules */

__attribute__((format(printf, 2, 3))) static int broken(struct world *w, const char *format, ...)
{
    va_list ap;
    int at = snprintf(w->v->message, sizeof w->v->message, "pass %d, t = %.1f ms: ", w->passes,
                      (double)w->now * 1e-9);
    va_start(ap, format);
    vsnprintf(w->v->message + at, sizeof w->v->message - (size_t)at, format, ap);
    va_end(ap);
    return -1;
}

static int read_ids(struct world *w, const int64_t *log, int n, const char *what, int *out)
{
    for (int k = 0; k < n; k++) {
        if (log[k] < 0 || log[k] >= w->n)
            return broken(w, "%s names request %lld; there are 0..%d", what, (long long)log[k], w->n - 1);
        if (among(out, k, (int)log[k]))
            return broken(w, "%s names request %lld twice", what, (long long)log[k]);
        out[k] = (int)log[k];
    }
    return 0;
}

static int read_pass(struct world *w, const int64_t *log, int64_t *at, int64_t end, struct pass *d)
{
    if (end - *at < 4)
        return broken(w, "the log ends within a pass");
    const int64_t *h = log + *at;
    *at += 4;
    if (h[1] < 0 || h[2] < 0 || h[1] > w->n || h[2] > w->n || h[1] + h[2] > end - *at)
        return broken(w, "%lld rejected and %lld chosen, of %d requests", (long long)h[1], (long long)h[2],
                      w->n);
    d->kind = h[0], d->nreject = (int)h[1], d->n = (int)h[2], d->kv_B = h[3];
    if (read_ids(w, log + *at, d->nreject, "reject", d->reject) ||
        read_ids(w, log + *at + d->nreject, d->n, "the pass", d->id))
        return -1;
    *at += d->nreject + d->n;
    return 0;
}

static int check_rejects(struct world *w, const struct pass *d, const struct pass *rule)
{
    for (int k = 0; k < d->nreject; k++)
        if (!among(rule->reject, rule->nreject, d->reject[k]))
            return broken(w, "rejects request %d, which fits the pool or did not come now", d->reject[k]);
    for (int k = 0; k < rule->nreject; k++)
        if (!among(d->reject, d->nreject, rule->reject[k]))
            return broken(w, "request %d needs %lld B of cache and the pool has %lld: reject it",
                          rule->reject[k], (long long)need(w, rule->reject[k]), (long long)w->pool_B);
    return 0;
}

static int check_encode(struct world *w, const struct pass *d)
{
    int64_t tiles = 0;
    if (!d->n)
        return broken(w, "an encode pass without a picture");
    for (int k = 0; k < d->n; k++) {
        int id = d->id[k];
        if (!waiting(w, d, id) || w->r[id].state != TO_ENCODE)
            return broken(w, "encodes request %d, which %s", id,
                          !w->r[id].tiles ? "has no picture" : w->r[id].state == FUTURE ? "has not come"
                                                                                      : "was encoded before");
        tiles += w->r[id].tiles;
    }
    if (d->n > 1 && tiles > w->max_tiles)
        return broken(w, "%lld tiles in one pass, max_tiles is %lld", (long long)tiles, (long long)w->max_tiles);
    return 0;
}

static int check_text(struct world *w, const struct pass *d, int64_t bytes, int nrun)
{
    int64_t tokens = 0;
    for (int k = 0; k < d->n; k++) {
        int id = d->id[k];
        if (!waiting(w, d, id))
            return broken(w, "prefills request %d, which does not wait", id);
        if (w->r[id].state == TO_ENCODE)
            return broken(w, "prefills request %d before its %d tile(s) are encoded", id, (int)w->r[id].tiles);
        tokens += w->r[id].text + w->r[id].img;
        bytes += need(w, id);
    }
    if (d->n + nrun < 1)
        return broken(w, "a text pass without a sequence");
    if (d->n + nrun > w->max_batch)
        return broken(w, "%d sequences run, max_batch is %d", d->n + nrun, (int)w->max_batch);
    if (d->n > 1 && tokens > w->max_tokens)
        return broken(w, "%lld tokens prefilled in one pass, max_tokens is %lld", (long long)tokens,
                      (long long)w->max_tokens);
    if (bytes > w->pool_B)
        return broken(w, "%lld B of cache reserved, the pool has %lld", (long long)bytes, (long long)w->pool_B);
    return 0;
}

static const char *name_of(int64_t kind)
{
    return kind == TEXT ? "a text pass" : kind == ENCODE ? "an encode pass" : "idle";
}

static int check_prescribed(struct world *w, const struct pass *d, const struct pass *rule)
{
    if (d->kind != rule->kind)
        return broken(w, "%s; PLAN_FCFS prescribes %s (request %d first)", name_of(d->kind), name_of(rule->kind),
                      rule->n ? rule->id[0] : -1);
    for (int k = 0; k < d->n || k < rule->n; k++) {
        if (k == rule->n)
            return broken(w, "%s with request %d, which PLAN_FCFS leaves waiting", name_of(d->kind), d->id[k]);
        if (k == d->n)
            return broken(w, "%s without request %d, which PLAN_FCFS takes", name_of(d->kind), rule->id[k]);
        if (d->id[k] != rule->id[k])
            return broken(w, "%s takes request %d where PLAN_FCFS takes %d", name_of(d->kind), d->id[k],
                          rule->id[k]);
    }
    return 0;
}

static int check_pass(struct world *w, const struct pass *d, const struct pass *rule)
{
    int nrun;
    int64_t bytes = held(w, &nrun);
    if (check_rejects(w, d, rule))
        return -1;
    if (d->kind != IDLE && d->kind != ENCODE && d->kind != TEXT)
        return broken(w, "there is no pass of kind %lld", (long long)d->kind);
    if (d->kind == IDLE && (nrun || d->n))
        return broken(w, "idle while %d sequence(s) run and %d are named", nrun, d->n);
    if ((d->kind == ENCODE && check_encode(w, d)) || (d->kind == TEXT && check_text(w, d, bytes, nrun)))
        return -1;
    if (w->policy == 0 && check_prescribed(w, d, rule))
        return -1;
    for (int k = 0; d->kind == TEXT && k < d->n; k++)
        bytes += need(w, d->id[k]);
    if (d->kv_B != bytes)
        return broken(w, "kv_B is %lld, the running sequences reserve %lld B", (long long)d->kv_B,
                      (long long)bytes);
    return 0;
}

static const char *end_text(int64_t end)
{
    return end == END_LOG_FULL    ? "after far too many passes the run was stopped: no progress?"
           : end == END_COUNTS    ? "a count of the pass is negative or beyond PLAN_MAX"
           : end == END_NO_MEMORY ? "plan_new returned NULL"
           : end == END_STUCK     ? "idle, although requests are left and nobody else will come"
                                  : "the run ended in no known way";
}

/* 0: all passes are right; -1: a rule is broken (message set). */
static int replay_log(struct world *w, const int64_t *log, int64_t cap, struct pass *d, struct pass *rule)
{
    int64_t at = HEAD, end = log[0];
    if (end < HEAD || end > cap)
        return broken(w, "the log claims %lld of %lld entries", (long long)end, (long long)cap);
    for (int64_t k = 0; k < log[1]; k++) {
        arrive(w);
        fcfs(w, rule);
        if (read_pass(w, log, &at, end, d) || check_pass(w, d, rule))
            return -1;
        perform(w, d);
    }
    if (log[2] != END_OK)
        return broken(w, "%s", end_text(log[2]));
    if (w->next < w->n || w->live || at != end)
        return broken(w, "the log stops with %d requests unfinished", w->live);
    return 0;
}

/* The whole run under PLAN_FCFS. */
static void run_fcfs(struct world *w, struct pass *d)
{
    while (w->next < w->n || w->live) {
        arrive(w);
        fcfs(w, d);
        perform(w, d);
    }
}

static int good(const struct world *w, int id)
{
    const struct request *r = &w->r[id];
    return r->state == FINISHED && r->first <= r->arrival + r->ttft &&
           r->end - r->first <= w->tpot * (r->tokens - 1);
}

static int count_good(const struct world *w)
{
    int n = 0;
    for (int k = 0; k < w->n; k++)
        n += good(w, k);
    return n;
}

#endif
