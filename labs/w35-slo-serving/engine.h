/*
 * engine.h: replicas in virtual time. The harness runs this with the learner's decisions and writes them down; the oracle
 * runs it again with what was written down and judges each. Equal decisions give equal times, so neither trusts a time
 * that the other has computed.
 *
 * At one moment: machines that learn of their loss or are lost, passes that end, replicas that become ready, the tick of
 * the autoscaler, arrivals, then passes that begin, each in the order of numbers.
 */
#ifndef W35_ENGINE_H
#define W35_ENGINE_H

#include "lab.h"

enum { Q_AT, Q_PROMPT, Q_OUT, Q_CLS, Q_GROUP, Q_WIDTH };
enum { L_NOTICE, L_GONE, L_MACHINE, L_WIDTH };
enum {
    C_SEATS, C_BUDGET, C_KV, C_TOKEN, C_SCORE, C_WEIGHTS, C_CACHED, C_TTFT, C_TPOT = C_TTFT + SLO_CLASSES,
    C_PATIENCE = C_TPOT + SLO_CLASSES, C_REPLICAS = C_PATIENCE + SLO_CLASSES, C_SPOT, C_SYSTEM, C_KEEP, C_COLD, C_TICK,
    C_RATE, C_DRAIN, C_UTIL, C_MIN, C_MAX, C_HOLD, C_WIDTH
};

/* How a run ended: what the log's second word says. */
enum {
    END_OK, END_LOG_FULL, END_COUNTS, END_STUCK, END_MEMORY, END_LOG, END_ROUTE, END_SCALE, END_SLOTS, END_DROP,
    END_PIECE, END_SEATS, END_KV, END_BUDGET, END_IDLE
};

enum { NOT_YET = -4, FINISHED = -3, PARKED = -1 }; /* where a request is, if not on a replica */
enum { OFF, STARTING, READY, DRAINING };
enum { SIM_KEEP = 64, SIM_IDLE_TICKS = 2000 };

struct sim_job {
    const int64_t *q;
    int at, seated, cached, said, room, drops, piece;
    int64_t first, last;
};

struct sim_replica {
    int state, doomed, running, seated, spot, ngroup, group[SIM_KEEP]; /* groups: the latest first */
    int64_t used, start, end, ready_at, pass_end, pass_ns, busy;
    plan_t plan;
};

struct sim;

struct sim_calls {
    void *user;
    int (*route)(struct sim *s, int id, const replica_t *r, int n); /* a replica's id */
    int (*sched)(struct sim *s, int replica, const job_t *job, int n, plan_t *p); /* 0, or an END_ */
    int (*scale)(struct sim *s, const scale_in_t *in);
};

struct sim {
    const struct sim_calls *call;
    const int64_t *c, *reqs, *losses;
    cfg_t cfg;
    scale_cfg_t scale;
    int n, nloss, next, finished, slots, end, idle_ticks, bad; /* bad: the job that END_ speaks of */
    int64_t now, next_tick, arrived, drops, hit, prompts;
    struct sim_job *job;
    struct sim_replica *rep;
    unsigned char *lost; /* what each loss has done: 0 nothing, 1 notice, 2 gone */
    job_t *view;
};

static int sim_hit(const struct sim *s, const struct sim_replica *r, const struct sim_job *j)
{
    int64_t all = j->q[Q_PROMPT] + j->said, most = s->c[C_SYSTEM] < all ? s->c[C_SYSTEM] : all - 1;
    for (int k = 0; k < r->ngroup; k++)
        if (r->group[k] == j->q[Q_GROUP])
            return (int)most;
    return 0;
}

static void sim_touch(const struct sim *s, struct sim_replica *r, int group)
{
    int k = 0;
    while (k < r->ngroup && r->group[k] != group)
        k++;
    if (k == r->ngroup)
        k = r->ngroup < s->c[C_KEEP] ? r->ngroup++ : r->ngroup - 1;
    if (k < 0)
        return;
    memmove(r->group + 1, r->group, (size_t)k * sizeof *r->group);
    r->group[0] = group;
}

static int64_t sim_due(const struct sim *s, const struct sim_job *j)
{
    const class_t *c = &s->cfg.cls[j->q[Q_CLS]];
    return j->said ? j->first + j->said * c->tpot : j->q[Q_AT] + c->ttft;
}

static int sim_need(const struct sim *s, const struct sim_job *j)
{
    int cached = j->seated ? j->cached : j->at >= 0 ? sim_hit(s, &s->rep[j->at], j) : 0;
    return (int)j->q[Q_PROMPT] + j->said - cached;
}

static void sim_unseat(struct sim_replica *r, struct sim_job *j)
{
    if (j->seated) {
        r->used -= j->room;
        r->seated--;
    }
    j->seated = j->cached = j->piece = 0;
}

/* --- where a request goes ------------------------------------------------------------------------------ */

static void sim_route(struct sim *s, int id)
{
    replica_t r[SLO_REPLICAS];
    struct sim_job *j = &s->job[id];
    int n = 0;
    for (int k = 0; k < s->slots; k++)
        if (s->rep[k].state == READY && !s->rep[k].doomed)
            r[n++] = (replica_t){ .id = k, .hit = sim_hit(s, &s->rep[k], j) };
    j->at = PARKED;
    if (!n || s->end)
        return;
    for (int k = 0; k < s->next; k++)
        for (int m = 0; m < n && s->job[k].at >= 0; m++)
            if (r[m].id == s->job[k].at) {
                r[m].jobs++;
                r[m].work += sim_need(s, &s->job[k]);
            }
    int to = s->call->route(s, id, r, n), known = 0;
    for (int k = 0; k < n; k++)
        known |= r[k].id == to;
    if (!known) {
        s->end = s->end ? s->end : END_ROUTE;
        s->bad = id;
        return;
    }
    j->at = to;
}

static void sim_unpark(struct sim *s)
{
    for (int k = 0; k < s->next && !s->end; k++)
        if (s->job[k].at == PARKED)
            sim_route(s, k);
}

/* --- replicas ------------------------------------------------------------------------------------------ */

static void sim_stop(struct sim *s, struct sim_replica *r)
{
    r->state = OFF;
    r->end = s->now;
    r->running = 0;
}

static void sim_launch(struct sim *s, int state, int spot)
{
    if (s->slots == SLO_REPLICAS) {
        s->end = END_SLOTS;
        return;
    }
    struct sim_replica *r = &s->rep[s->slots++];
    r->state = state;
    r->spot = spot;
    r->start = s->now;
    r->ready_at = s->now + s->c[C_COLD];
}

static void sim_losses(struct sim *s)
{
    for (int k = 0; k < s->nloss; k++) {
        const int64_t *l = s->losses + (size_t)k * L_WIDTH;
        int m = (int)l[L_MACHINE];
        if (s->lost[k] == 0 && l[L_NOTICE] <= s->now) {
            s->lost[k] = 1;
            s->rep[m].doomed = 1;
        }
        if (s->lost[k] != 1 || l[L_GONE] > s->now)
            continue;
        s->lost[k] = 2;
        if (s->rep[m].state == OFF)
            continue;
        sim_stop(s, &s->rep[m]);
        for (int j = 0; j < s->next; j++)
            if (s->job[j].at == m) {
                sim_unseat(&s->rep[m], &s->job[j]);
                s->job[j].at = PARKED;
            }
        sim_unpark(s);
    }
}

static int sim_count(const struct sim *s, int state)
{
    int n = 0;
    for (int k = 0; k < s->slots; k++)
        n += s->rep[k].state == state && !s->rep[k].doomed;
    return n;
}

static void sim_resize(struct sim *s, int want)
{
    int have = sim_count(s, READY) + sim_count(s, STARTING);
    for (; have < want && !s->end; have++)
        sim_launch(s, STARTING, 0);
    for (int k = s->slots - 1; k >= 0 && have > want; k--)
        if (s->rep[k].state == STARTING && !s->rep[k].doomed) {
            sim_stop(s, &s->rep[k]);
            have--;
        }
    for (int k = s->slots - 1; k >= 0 && have > want; k--)
        if (s->rep[k].state == READY && !s->rep[k].doomed) {
            s->rep[k].state = DRAINING;
            have--;
        }
}

static void sim_tick(struct sim *s)
{
    scale_in_t in = { .ready = sim_count(s, READY), .starting = sim_count(s, STARTING), .arrived = s->arrived };
    int running = 0;
    for (int k = 0; k < s->slots; k++)
        running |= s->rep[k].running;
    for (int k = 0; k < s->next; k++)
        if (s->job[k].at >= PARKED && !s->job[k].seated)
            in.waiting += sim_need(s, &s->job[k]);
    int want = s->call->scale(s, &in);
    if (want < s->scale.min || want > s->scale.max) {
        s->end = s->end ? s->end : END_SCALE;
        return;
    }
    sim_resize(s, want);
    s->arrived = 0;
    s->next_tick += s->scale.tick_ms * 1000000;
    s->idle_ticks = running || s->next < s->n ? 0 : s->idle_ticks + 1;
    if (s->idle_ticks > SIM_IDLE_TICKS)
        s->end = END_STUCK;
}

/* --- passes -------------------------------------------------------------------------------------------- */

static int sim_bad(struct sim *s, int end, int job)
{
    s->bad = job;
    return s->end = end;
}

static struct sim_job *sim_on(struct sim *s, int replica, int id)
{
    return id >= 0 && id < s->n && s->job[id].at == replica ? &s->job[id] : NULL;
}

/* Takes the plan as the replica's next pass. 0, or why not. */
static int sim_take(struct sim *s, int replica)
{
    struct sim_replica *r = &s->rep[replica];
    const plan_t *p = &r->plan;
    int64_t tokens = 0, scores = 0, cached = 0;
    for (int k = 0; k < p->ndrop; k++) {
        struct sim_job *j = sim_on(s, replica, p->drop[k]);
        if (!j || !j->seated)
            return sim_bad(s, END_DROP, p->drop[k]);
        sim_unseat(r, j);
        j->drops++;
        j->piece = -1; /* marked until the pass begins */
        s->drops++;
    }
    for (int k = 0; k < p->npiece; k++) {
        struct sim_job *j = sim_on(s, replica, p->piece[k].id);
        int n = p->piece[k].n;
        if (!j || j->piece || n < 1 || n > sim_need(s, j))
            return sim_bad(s, END_PIECE, p->piece[k].id);
        if (!j->seated) {
            j->cached = sim_hit(s, r, j);
            s->hit += j->cached;
            s->prompts += j->q[Q_PROMPT] + j->said;
            if (j->cached)
                sim_touch(s, r, (int)j->q[Q_GROUP]);
            j->seated = 1;
            r->seated++;
            r->used += j->room;
        }
        if (r->seated > s->cfg.seats || r->used > s->cfg.kv)
            return sim_bad(s, r->seated > s->cfg.seats ? END_SEATS : END_KV, p->piece[k].id);
        j->piece = n;
        tokens += n;
        scores += (int64_t)n * j->cached + (int64_t)n * (n + 1) / 2;
        cached += j->cached + n;
    }
    for (int k = 0; k < p->ndrop; k++)
        s->job[p->drop[k]].piece = 0;
    if (s->cfg.budget >= 0 && tokens > s->cfg.budget)
        return sim_bad(s, END_BUDGET, -1);
    if (tokens) {
        r->running = 1;
        r->pass_ns = pass_time(&s->cfg.price, tokens, scores, cached);
        r->pass_end = s->now + r->pass_ns;
    }
    return 0;
}

static void sim_begin(struct sim *s, int replica)
{
    struct sim_replica *r = &s->rep[replica];
    int n = 0;
    if (r->running || r->state < READY)
        return;
    for (int k = 0; k < s->next; k++) {
        const struct sim_job *j = &s->job[k];
        if (j->at != replica)
            continue;
        int need = sim_need(s, j), all = (int)j->q[Q_PROMPT] + j->said;
        s->view[n++] = (job_t){ k, (int)j->q[Q_CLS], j->seated, all - need, need, j->room, j->said, j->q[Q_AT],
                                sim_due(s, j) };
    }
    if (!n && r->state == DRAINING)
        sim_stop(s, r);
    if (!n)
        return;
    r->plan.ndrop = r->plan.npiece = 0;
    s->end = s->call->sched(s, replica, s->view, n, &r->plan);
    if (!s->end)
        s->end = sim_take(s, replica);
    if (!s->end && !r->running && s->cfg.budget < 0)
        sim_bad(s, END_IDLE, -1);
}

static void sim_end_pass(struct sim *s, int replica)
{
    struct sim_replica *r = &s->rep[replica];
    r->running = 0;
    r->busy += r->pass_ns;
    for (int k = 0; k < r->plan.npiece; k++) {
        struct sim_job *j = &s->job[r->plan.piece[k].id];
        j->cached += j->piece;
        j->piece = 0;
        if (j->cached < j->q[Q_PROMPT] + j->said)
            continue;
        if (!j->said++) {
            j->first = s->now;
            sim_touch(s, r, (int)j->q[Q_GROUP]);
        }
        j->last = s->now;
        if (j->said == j->q[Q_OUT]) {
            sim_unseat(r, j);
            j->at = FINISHED;
            s->finished++;
        }
    }
}

/* --- time ---------------------------------------------------------------------------------------------- */

static int64_t sim_next(const struct sim *s)
{
    int64_t t = s->next < s->n ? s->reqs[(size_t)s->next * Q_WIDTH + Q_AT] : INT64_MAX;
    if (s->scale.tick_ms && s->next_tick < t)
        t = s->next_tick;
    for (int k = 0; k < s->slots; k++) {
        const struct sim_replica *r = &s->rep[k];
        if (r->running && r->pass_end < t)
            t = r->pass_end;
        if (r->state == STARTING && r->ready_at < t)
            t = r->ready_at;
    }
    for (int k = 0; k < s->nloss; k++) {
        const int64_t *l = s->losses + (size_t)k * L_WIDTH;
        int64_t at = s->lost[k] == 0 ? l[L_NOTICE] : s->lost[k] == 1 ? l[L_GONE] : INT64_MAX;
        if (at < t)
            t = at;
    }
    return t;
}

static void sim_step(struct sim *s)
{
    sim_losses(s);
    for (int k = 0; k < s->slots; k++)
        if (s->rep[k].running && s->rep[k].pass_end <= s->now)
            sim_end_pass(s, k);
    for (int k = 0; k < s->slots; k++)
        if (s->rep[k].state == STARTING && s->rep[k].ready_at <= s->now) {
            s->rep[k].state = READY;
            sim_unpark(s);
        }
    if (!s->end && s->scale.tick_ms && s->next_tick <= s->now)
        sim_tick(s);
    while (!s->end && s->next < s->n && s->job[s->next].q[Q_AT] <= s->now) {
        s->arrived += s->job[s->next].q[Q_PROMPT];
        sim_route(s, s->next++);
    }
    for (int k = 0; k < s->slots && !s->end; k++)
        sim_begin(s, k);
}

static void sim_free(struct sim *s)
{
    free(s->job);
    free(s->rep);
    free(s->lost);
    free(s->view);
}

/* Everything but the calls. -1: no memory. */
static int sim_make(struct sim *s, const int64_t *c, const int64_t *reqs, int n, const int64_t *losses, int nloss)
{
    s->c = c, s->reqs = reqs, s->losses = losses, s->n = n, s->nloss = nloss;
    s->cfg = (cfg_t){ (int)c[C_SEATS], (int)c[C_BUDGET], c[C_KV], { c[C_TOKEN], c[C_SCORE], c[C_WEIGHTS], c[C_CACHED] },
                      { { 0, 0, 0 } } };
    for (int k = 0; k < SLO_CLASSES; k++)
        s->cfg.cls[k] = (class_t){ c[C_TTFT + k], c[C_TPOT + k], c[C_PATIENCE + k] };
    s->scale = (scale_cfg_t){ c[C_TICK], c[C_RATE], c[C_DRAIN], (int)c[C_UTIL], (int)c[C_MIN], (int)c[C_MAX],
                              (int)c[C_HOLD] };
    s->next_tick = s->scale.tick_ms * 1000000;
    s->job = calloc((size_t)n + 1, sizeof *s->job);
    s->rep = calloc(SLO_REPLICAS, sizeof *s->rep);
    s->lost = calloc((size_t)nloss + 1, 1);
    s->view = calloc((size_t)n + 1, sizeof *s->view);
    if (!s->job || !s->rep || !s->lost || !s->view)
        return -1;
    for (int k = 0; k < n; k++) {
        struct sim_job *j = &s->job[k];
        j->q = reqs + (size_t)k * Q_WIDTH;
        j->at = NOT_YET;
        j->first = j->last = -1;
        j->room = (int)(j->q[Q_PROMPT] + (j->q[Q_OUT] + 63) / 64 * 64); /* how long an answer will be nobody knows */
    }
    for (int k = 0; k < c[C_REPLICAS]; k++)
        sim_launch(s, READY, k < c[C_SPOT]);
    return 0;
}

/* --- what is drawn of a run ------------------------------------------------------------------------------ */

/* Was its first token in time, and each further one on average? */
static int sim_kept(const struct sim *s, const struct sim_job *j)
{
    const class_t *c = &s->cfg.cls[j->q[Q_CLS]];
    int64_t gaps = j->said - 1;
    return j->said == j->q[Q_OUT] && j->first - j->q[Q_AT] <= c->ttft &&
           (gaps < 1 || (j->last - j->first + gaps - 1) / gaps <= c->tpot);
}

/* Second by second: requests that came, those of them that were served as promised, and replicas that were paid. */
static void sim_curves(const struct sim *s, int n, float *came, float *kept, float *paid)
{
    for (int k = 0; k < n; k++)
        came[k] = kept[k] = paid[k] = 0;
    for (int k = 0; k < s->next; k++) {
        int64_t at = s->job[k].q[Q_AT] / 1000000000;
        if (at < n) {
            came[at] += 1;
            kept[at] += (float)sim_kept(s, &s->job[k]);
        }
    }
    for (int r = 0; r < s->slots; r++)
        for (int k = 0; k < n; k++) {
            int64_t from = s->rep[r].start - k * INT64_C(1000000000), to = s->rep[r].end - k * INT64_C(1000000000);
            from = from < 0 ? 0 : from, to = to > 1000000000 ? 1000000000 : to;
            paid[k] += to > from ? (float)((double)(to - from) / 1e9) : 0;
        }
}

static int sim_run(struct sim *s)
{
    while (!s->end && s->finished < s->n) {
        int64_t t = sim_next(s);
        if (t == INT64_MAX)
            return s->end = END_STUCK;
        s->now = t > s->now ? t : s->now;
        sim_step(s);
    }
    for (int k = 0; k < s->slots; k++)
        if (s->rep[k].state != OFF)
            s->rep[k].end = s->now;
    return s->end;
}

#endif
