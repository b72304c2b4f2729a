/*
 * engine.h: the serving engine in virtual time, the FCFS scheduler of lab.h in its plainest form,
 * and the comparison of a learner's log with both. Part of oracle.c.
 *
 * One `struct world` is the truth about a run: which request is where, what it holds, what time it
 * is. A decision is four lists of request ids. `fcfs` makes a decision from a world, `perform`
 * carries one out. The learner's log is checked by performing *its* decisions, one step after the
 * other, having asked at every step what the rules allow; with a watermark given, they allow
 * exactly one decision.
 */
#ifndef W06_ENGINE_H
#define W06_ENGINE_H

#include <stdarg.h>
#include <stdlib.h>

#include "ridge/oracle.h"

enum { REQUESTS = 2048, HEAD = 8 };
enum { FUTURE, WAITING, RUNNING, FINISHED, REJECTED };
enum { END_OK, END_LOG_FULL, END_STUCK, END_COUNTS, END_NO_MEMORY };

struct request {
    int64_t arrival, first_run, first_token, end;
    int prompt, output, max_new;
    int state, tokens, slots, last; /* last: the block of its newest token as the log says, or -1 */
};

struct list {
    int n, id[REQUESTS], blk[REQUESTS]; /* blk: from the log, where it names one */
};

struct decision {
    struct list reject, preempt, decode, prefill;
    int avail, ndone, arrived, returned;
};

struct world {
    int blocks, bs, max_batch, watermark, n, next, live, steps;
    int64_t price[4]; /* picoseconds: per token, per score, for the weights, per cached token */
    int64_t now;
    struct request r[REQUESTS];
    int ndone, narrived;
    int *owner; /* per block: who holds it, as far as the log has named blocks; -1 for nobody */
    /* measured on the way */
    int64_t generated, preempted, recomputed, slots_used, slots_held, decoded;
    struct ridge_verdict *v;
};

/* ------------------------------------------------------------------------------------ the world */

static int world_init(struct world *w, const struct ridge_case *c, struct ridge_verdict *v)
{
    const struct ridge_buffer *reqs = ridge_buffer(c, "reqs");
    memset(w, 0, sizeof *w);
    w->v = v;
    w->blocks = (int)ridge_int(c, "blocks");
    w->bs = (int)ridge_int(c, "bs");
    w->max_batch = (int)ridge_int(c, "max_batch");
    w->watermark = (int)ridge_int(c, "watermark");
    w->n = (int)ridge_int(c, "n");
    w->price[0] = ridge_int(c, "ps_token");
    w->price[1] = ridge_int(c, "ps_score");
    w->price[2] = ridge_int(c, "ps_weights");
    w->price[3] = ridge_int(c, "ps_cached");
    if (!reqs || w->n < 1 || w->n > REQUESTS || reqs->count < (size_t)w->n * 4)
        return -1;
    if (w->bs < 1 || w->blocks < 1 || w->max_batch < 1)
        return -1;
    const int64_t *in = reqs->data;
    for (int k = 0; k < w->n; k++, in += 4)
        w->r[k] = (struct request){ .arrival = in[0], .prompt = (int)in[1], .output = (int)in[2],
                                    .max_new = (int)in[3], .first_run = -1, .first_token = -1,
                                    .last = -1 };
    w->owner = malloc((size_t)w->blocks * sizeof *w->owner);
    for (int k = 0; w->owner && k < w->blocks; k++)
        w->owner[k] = -1;
    return w->owner ? 0 : -1;
}

static int need_blocks(const struct world *w, int tokens)
{
    return (tokens + w->bs - 1) / w->bs;
}

static int held_blocks(const struct world *w)
{
    int held = 0;
    for (int k = 0; k < w->n; k++)
        if (w->r[k].state == RUNNING)
            held += need_blocks(w, w->r[k].slots);
    return held;
}

static int impossible(const struct world *w, int id)
{
    return need_blocks(w, w->r[id].prompt + w->r[id].max_new) > w->blocks;
}

/* Requests that have come by now; before that, a jump to the next one when nothing is to do. */
static void arrive(struct world *w)
{
    if (!w->live && !w->ndone && w->next < w->n && w->r[w->next].arrival > w->now)
        w->now = w->r[w->next].arrival;
    w->narrived = 0;
    for (; w->next < w->n && w->r[w->next].arrival <= w->now; w->next++) {
        w->r[w->next].state = WAITING;
        w->live++;
        w->narrived++;
    }
}

static void push(struct list *l, int id)
{
    l->id[l->n++] = id;
}

/* What lab.h prescribes, with the given watermark. Slow and obvious: counts, no structures. */
static void fcfs(const struct world *w, int watermark, struct decision *d)
{
    int running[REQUESTS], nrun = 0, held = held_blocks(w);
    int mark = watermark > 0 ? watermark : 0;
    d->reject.n = d->preempt.n = d->decode.n = d->prefill.n = 0;
    for (int k = w->next - w->narrived; k < w->next; k++)
        if (impossible(w, k))
            push(&d->reject, k);
    for (int k = 0; k < w->next; k++)
        if (w->r[k].state == RUNNING)
            running[nrun++] = k;
    for (int k = 0; k < nrun; k++) {
        int grows = w->r[running[k]].slots % w->bs == 0;
        while (k < nrun && held + grows > w->blocks) {
            int last = running[--nrun];
            held -= need_blocks(w, w->r[last].slots);
            push(&d->preempt, last);
        }
        if (k == nrun)
            break;
        held += grows;
        push(&d->decode, running[k]);
    }
    for (int k = 0; k < w->next && !d->preempt.n; k++) {
        const struct request *r = &w->r[k];
        if (r->state != WAITING || impossible(w, k))
            continue;
        int need = need_blocks(w, r->prompt + r->tokens), left = w->blocks - held - need;
        if (nrun == w->max_batch || left < (nrun ? mark : 0))
            break;
        held += need;
        nrun++;
        push(&d->prefill, k);
    }
}

static int64_t pass_time(const struct world *w, int64_t tokens, int64_t scores, int64_t cached)
{
    int64_t compute = tokens * w->price[0] + scores * w->price[1];
    int64_t memory = w->price[2] + cached * w->price[3];
    return compute > memory ? compute : memory;
}

/* Its blocks belong to nobody. */
static void release(struct world *w, int id)
{
    for (int k = 0; w->r[id].last >= 0 && k < w->blocks; k++)
        if (w->owner[k] == id)
            w->owner[k] = -1;
    w->r[id].last = -1;
}

static void yield_token(struct world *w, int id)
{
    struct request *r = &w->r[id];
    if (r->tokens < r->output) {
        r->tokens++;
        w->generated++;
        if (r->first_token < 0)
            r->first_token = w->now;
    }
    if (r->tokens >= r->output) {
        r->state = FINISHED;
        r->end = w->now;
        release(w, id);
        w->live--;
        w->ndone++;
    }
}

/* 0: something happened. 1: an empty step, and the clock went on to the next arrival. 2: stuck. */
static int perform(struct world *w, const struct decision *d)
{
    int64_t tokens = 0, scores = 0, cached = 0;
    int had_done = w->ndone;
    w->ndone = 0;
    w->steps++;
    for (int k = 0; k < d->reject.n; k++) {
        w->r[d->reject.id[k]].state = REJECTED;
        w->live--;
    }
    for (int k = 0; k < d->preempt.n; k++) {
        struct request *r = &w->r[d->preempt.id[k]];
        w->preempted++;
        w->recomputed += r->slots;
        r->state = WAITING;
        r->slots = 0;
    }
    for (int k = 0; k < d->decode.n; k++) {
        struct request *r = &w->r[d->decode.id[k]];
        int64_t s = ++r->slots;
        tokens++;
        scores += s;
        cached += s;
    }
    for (int k = 0; k < d->prefill.n; k++) {
        struct request *r = &w->r[d->prefill.id[k]];
        int64_t s = r->slots = r->prompt + r->tokens;
        r->state = RUNNING;
        if (r->first_run < 0)
            r->first_run = w->now;
        tokens += s;
        scores += s * (s + 1) / 2;
        cached += s;
    }
    w->slots_used += cached;
    w->slots_held += (int64_t)held_blocks(w) * w->bs;
    w->decoded += d->decode.n;
    if (tokens)
        w->now += pass_time(w, tokens, scores, cached);
    for (int k = 0; k < d->decode.n; k++)
        yield_token(w, d->decode.id[k]);
    for (int k = 0; k < d->prefill.n; k++)
        yield_token(w, d->prefill.id[k]);
    if (tokens || had_done || d->reject.n)
        return 0;
    if (w->next == w->n)
        return 2;
    if (w->r[w->next].arrival > w->now)
        w->now = w->r[w->next].arrival;
    return 1;
}

static int at_work(const struct world *w)
{
    return w->next < w->n || w->live || w->ndone;
}

/* The whole run under `fcfs`. */
static void run_fcfs(struct world *w, int watermark, struct decision *d)
{
    while (at_work(w)) {
        arrive(w);
        fcfs(w, watermark, d);
        if (perform(w, d) == 2)
            return;
    }
}

/*
 * Static batching: the requests that wait are packed into a batch, each with room for its longest
 * possible answer; the batch runs until its longest answer is out, finished ones padding along.
 * Returns the time of the last token.
 */
static int64_t run_static(const struct world *w)
{
    int64_t now = 0;
    for (int k = 0; k < w->n;) {
        int n = 0, reserved = 0, batch[REQUESTS], longest = 0;
        int64_t tokens = 0, scores = 0, cached = 0;
        while (k < w->n && impossible(w, k))
            k++;
        if (k == w->n)
            break;
        if (now < w->r[k].arrival)
            now = w->r[k].arrival;
        for (; k < w->n && w->r[k].arrival <= now && n < w->max_batch; k++) {
            int need = need_blocks(w, w->r[k].prompt + w->r[k].max_new);
            if (need > w->blocks)
                continue;
            if (reserved + need > w->blocks)
                break;
            reserved += need;
            batch[n++] = k;
            int64_t s = w->r[k].prompt;
            tokens += s;
            scores += s * (s + 1) / 2;
            cached += s;
            longest = w->r[k].output > longest ? w->r[k].output : longest;
        }
        now += pass_time(w, tokens, scores, cached);
        for (int t = 1; t < longest; t++) {
            scores = cached = 0;
            for (int b = 0; b < n; b++)
                cached += w->r[batch[b]].prompt + t;
            scores = cached;
            now += pass_time(w, n, scores, cached);
        }
    }
    return now;
}

/* ------------------------------------------------------------------------------ reading the log */

__attribute__((format(printf, 2, 3))) static int broken(struct world *w, const char *format, ...)
{
    va_list ap;
    int at = snprintf(w->v->message, sizeof w->v->message, "step %d, t = %.3f s: ", w->steps,
                      (double)w->now * 1e-12);
    va_start(ap, format);
    vsnprintf(w->v->message + at, sizeof w->v->message - (size_t)at, format, ap);
    va_end(ap);
    return -1;
}

static int read_list(struct world *w, const int32_t *log, int *at, int end, int n, int pairs,
                     const char *what, struct list *l)
{
    l->n = 0;
    if (n < 0 || n > w->n || (pairs + 1) * n > end - *at)
        return broken(w, "%d entries in %s", n, what);
    for (int k = 0; k < n; k++) {
        int id = log[(*at)++], blk = pairs ? log[(*at)++] : -1;
        if (id < 0 || id >= w->n)
            return broken(w, "%s names request %d; there are 0..%d", what, id, w->n - 1);
        for (int j = 0; j < l->n; j++)
            if (l->id[j] == id)
                return broken(w, "%s names request %d twice", what, id);
        l->blk[l->n] = blk;
        push(l, id);
    }
    return 0;
}

/* The step that starts at log[*at]. */
static int read_step(struct world *w, const int32_t *log, int *at, int end, struct decision *d)
{
    if (HEAD > end - *at)
        return broken(w, "the log ends within a step");
    const int32_t *h = log + *at;
    *at += HEAD;
    d->avail = h[4], d->ndone = h[5], d->arrived = h[6], d->returned = h[7];
    return read_list(w, log, at, end, h[0], 0, "reject", &d->reject) ||
                   read_list(w, log, at, end, h[1], 0, "preempt", &d->preempt) ||
                   read_list(w, log, at, end, h[2], 1, "decode", &d->decode) ||
                   read_list(w, log, at, end, h[3], 1, "prefill", &d->prefill)
               ? -1
               : 0;
}

/* ------------------------------------------------------------------------------------ the rules */

static int has(const struct list *l, int id)
{
    for (int k = 0; k < l->n; k++)
        if (l->id[k] == id)
            return 1;
    return 0;
}

static int latest_running(const struct world *w, const struct list *without, int upto)
{
    for (int k = w->n; k-- > 0;) {
        int gone = 0;
        for (int j = 0; j < upto; j++)
            gone |= without->id[j] == k;
        if (w->r[k].state == RUNNING && !gone)
            return k;
    }
    return -1;
}

static int check_reject(struct world *w, const struct decision *d, const struct decision *rule)
{
    for (int k = 0; k < d->reject.n; k++)
        if (!has(&rule->reject, d->reject.id[k]))
            return broken(w, "rejects request %d, which fits the pool or did not come now",
                          d->reject.id[k]);
    for (int k = 0; k < rule->reject.n; k++) {
        int id = rule->reject.id[k];
        if (!has(&d->reject, id))
            return broken(w, "request %d (prompt %d, up to %d new) needs %d blocks of %d: reject "
                          "it", id, w->r[id].prompt, w->r[id].max_new,
                          need_blocks(w, w->r[id].prompt + w->r[id].max_new), w->blocks);
    }
    return 0;
}

static int check_preempt(struct world *w, const struct decision *d, const struct decision *rule)
{
    for (int k = 0; k < d->preempt.n; k++) {
        int id = d->preempt.id[k], last = latest_running(w, &d->preempt, k);
        if (w->r[id].state != RUNNING)
            return broken(w, "preempts request %d, which is not running", id);
        if (id != last)
            return broken(w, "preempts request %d; the victim is the one that arrived last, %d", id,
                          last);
    }
    if (w->watermark >= 0 && d->preempt.n > rule->preempt.n)
        return broken(w, "preempts %d, although %d is enough for every decode to get its slot",
                      d->preempt.n, rule->preempt.n);
    return 0;
}

static int check_decode(struct world *w, const struct decision *d)
{
    for (int k = 0; k < d->decode.n; k++) {
        int id = d->decode.id[k];
        if (w->r[id].state != RUNNING)
            return broken(w, "decodes request %d, which is not running", id);
        if (has(&d->preempt, id))
            return broken(w, "decodes request %d, which it preempted in this step", id);
    }
    for (int k = 0; k < w->next; k++)
        if (w->r[k].state == RUNNING && !has(&d->decode, k) && !has(&d->preempt, k))
            return broken(w, "request %d is running and gets no token: a batch is rebuilt every "
                          "iteration, from all that run", k);
    return 0;
}

/* Blocks free once the first `upto` admissions are in. */
static int free_after(const struct world *w, const struct decision *d, int upto)
{
    int held = 0;
    for (int k = 0; k < d->decode.n; k++)
        held += need_blocks(w, w->r[d->decode.id[k]].slots + 1);
    for (int k = 0; k < upto; k++) {
        const struct request *r = &w->r[d->prefill.id[k]];
        held += need_blocks(w, r->prompt + r->tokens);
    }
    return w->blocks - held;
}

static int check_admission(struct world *w, const struct decision *d, const struct decision *rule)
{
    int head = 0;
    for (int k = 0; k < d->prefill.n; k++, head++) {
        int id = d->prefill.id[k];
        if (w->r[id].state != WAITING || has(&d->reject, id))
            return broken(w, "admits request %d, which is not waiting", id);
        while (w->r[head].state != WAITING || has(&d->reject, head))
            head++;
        if (id != head)
            return broken(w, "admits request %d before request %d, which arrived earlier: nobody "
                          "overtakes", id, head);
        if (d->decode.n + k + 1 > w->max_batch)
            return broken(w, "%d sequences run, max_batch is %d", d->decode.n + k + 1,
                          w->max_batch);
        int left = free_after(w, d, k + 1), alone = d->decode.n + k == 0;
        if (left < 0)
            return broken(w, "request %d needs %d slots (prompt %d, %d generated before) and does "
                          "not fit: the pool lacks %d block(s)", id, w->r[id].prompt +
                          w->r[id].tokens, w->r[id].prompt, w->r[id].tokens, -left);
        if (w->watermark >= 0 && !alone && left < w->watermark)
            return broken(w, "admitting request %d leaves %d block(s) free, the watermark is %d",
                          id, left, w->watermark);
    }
    if (w->watermark < 0)
        return 0;
    if (d->prefill.n && d->preempt.n)
        return broken(w, "preempts and admits in one step");
    if (d->prefill.n < rule->prefill.n) {
        int id = rule->prefill.id[d->prefill.n];
        return broken(w, "request %d fits (%d tokens, %d blocks free, watermark %d, %d of %d "
                      "running) and is left waiting", id, w->r[id].prompt + w->r[id].tokens,
                      free_after(w, d, d->prefill.n), w->watermark, d->decode.n + d->prefill.n,
                      w->max_batch);
    }
    return 0;
}

/* The blocks that the log names: in the pool, and nobody else's. */
static int check_blocks(struct world *w, const struct list *l, int prefill)
{
    for (int k = 0; k < l->n; k++) {
        struct request *r = &w->r[l->id[k]];
        int slots = prefill ? r->prompt + r->tokens : r->slots + 1, blk = l->blk[k];
        if (blk == -1)
            return broken(w, "request %d must hold %d slots now (prompt %d%s), bm_slot says fewer",
                          l->id[k], slots, r->prompt,
                          prefill && r->tokens ? ", and what it generated before" : "");
        if (blk == -2)
            return broken(w, "request %d must hold %d slots now, bm_slot says more", l->id[k],
                          slots);
        if (blk < 0 || blk >= w->blocks)
            return broken(w, "request %d is in block %d; the pool has 0..%d", l->id[k], blk,
                          w->blocks - 1);
        int fresh = prefill || slots % w->bs == 1 || w->bs == 1, owner = w->owner[blk];
        if (fresh && owner >= 0)
            return broken(w, "request %d is given block %d, which request %d holds", l->id[k], blk,
                          owner);
        if (!fresh && blk != r->last)
            return broken(w, "request %d moved from block %d to block %d in mid-block", l->id[k],
                          r->last, blk);
        w->owner[blk] = l->id[k];
        r->last = blk;
    }
    return 0;
}

static int check_step(struct world *w, const struct decision *d, const struct decision *rule)
{
    if (d->ndone != w->ndone || d->arrived != w->narrived)
        return broken(w, "the log does not fit the clock (%d done, %d arrived; expected %d and %d)",
                      d->ndone, d->arrived, w->ndone, w->narrived);
    if (check_reject(w, d, rule) || check_preempt(w, d, rule) || check_decode(w, d) ||
        check_admission(w, d, rule))
        return -1;
    for (int k = 0; k < d->preempt.n; k++)
        release(w, d->preempt.id[k]);
    if (check_blocks(w, &d->decode, 0) || check_blocks(w, &d->prefill, 1))
        return -1;
    int left = free_after(w, d, d->prefill.n);
    if (d->avail != left)
        return broken(w, "bm_avail says %d, but the running sequences leave %d free (%s)", d->avail,
                      left, d->avail < left ? "a finished or preempted one was not freed"
                                            : "a running one was freed");
    if (d->returned != d->prefill.n + d->decode.n)
        return broken(w, "sched_step returned %d, the batch has %d sequences", d->returned,
                      d->prefill.n + d->decode.n);
    return 0;
}

static const char *end_text(int end)
{
    return end == END_LOG_FULL    ? "after far too many steps, the run was stopped: no progress?"
           : end == END_STUCK     ? "an empty batch, although requests are waiting or running"
           : end == END_COUNTS    ? "a count of the batch is negative or beyond SCHED_MAX"
           : end == END_NO_MEMORY ? "bm_new or sched_new returned NULL"
                                  : "the run ended in no known way";
}

/* 0 all steps are right, -1 a rule is broken (message set). */
static int replay_log(struct world *w, const int32_t *log, int cap, struct decision *d,
                      struct decision *rule)
{
    int at = HEAD, end = log[0], steps = log[1];
    if (end < HEAD || end > cap)
        return broken(w, "the log claims %d of %d entries", end, cap);
    for (int k = 0; k < steps; k++) {
        arrive(w);
        fcfs(w, w->watermark, rule);
        if (read_step(w, log, &at, end, d) || check_step(w, d, rule))
            return -1;
        if (perform(w, d) == 2)
            return broken(w, "%s", end_text(END_STUCK));
    }
    if (log[2] != END_OK)
        return broken(w, "%s", end_text(log[2]));
    if (at_work(w) || at != end)
        return broken(w, "the log stops with %d requests unfinished", w->live);
    for (int k = end; k < cap; k++)
        if (log[k])
            return broken(w, "the log has entries after its end");
    if (log[3] != w->blocks)
        return broken(w, "all requests are done and %d of %d blocks are free", log[3], w->blocks);
    return 0;
}

#endif
