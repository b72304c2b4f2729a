/*
 * naive.c: colocated. Where it may choose, each request is computed and decoded on one site, and prompts ride whole in
 * the passes of those who decode there: nothing travels, and everybody's next token waits for somebody else's prompt.
 * A stream is cut by trying every first piece of every message, and the placement tries everything, each rate anew.
 */
#include "lab.h"

#include <math.h>

/* --- part A ---------------------------------------------------------------------------------------------- */

int64_t kv_bytes(const model_t *m, int64_t tokens)
{
    return 2 * m->layers * m->kv_heads * m->hd * m->width * tokens;
}

static int64_t stage_layers(const model_t *m, int64_t pp)
{
    return (m->layers + pp - 1) / pp;
}

/* GPUs that share the heads of a cache: beyond kv_heads they hold copies. */
static int64_t kv_cut(const model_t *m, int64_t tp)
{
    return tp < m->kv_heads ? tp : m->kv_heads;
}

int64_t kv_room(const model_t *m, const cluster_t *c, int64_t tp, int64_t pp)
{
    int64_t n = stage_layers(m, pp);
    double weights = m->weights * m->bytes * (double)n / (double)m->layers / (double)tp;
    double token = 2. * (double)(n * m->kv_heads / kv_cut(m, tp) * m->hd * m->width);
    double left = c->mem * c->keep - weights;
    return left > 0 ? (int64_t)floor(left / token) : 0;
}

double all_reduce(const wire_t *w, int64_t p, double bytes)
{
    double n = (double)p, ring = 2 * (n - 1) * (w->alpha + bytes / n / w->beta);
    double direct = w->alpha + (n - 1) * bytes / w->beta;
    return p == 1 ? 0 : ring < direct ? ring : direct;
}

void pass_cost(const model_t *m, const cluster_t *c, int64_t tp, int64_t pp, const work_t *w, double *latency,
               double *period)
{
    double g = (double)tp, L = (double)m->layers, token = w->tokens * (double)(m->d * m->width);
    double flop = 2 * m->mm * w->tokens + 4 * (double)(m->heads * m->hd) * L * w->scores;
    double bytes = m->mm * m->bytes / g + (double)kv_bytes(m, 1) * w->cached / (double)kv_cut(m, tp);
    double compute = flop / g / c->peak, memory = bytes / c->bw;
    double t = (compute > memory ? compute : memory) + 2 * L * all_reduce(tp <= c->node ? &c->near : &c->far, tp, token);
    const wire_t *between = tp * pp <= c->node ? &c->near : &c->far;
    double hop = pp > 1 ? between->alpha + token / g / between->beta : 0;
    *latency = t + (double)(pp - 1) * hop;
    *period = t * (double)stage_layers(m, pp) / L + hop;
}

/* --- part B ---------------------------------------------------------------------------------------------- */

static int64_t later(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

int kv_stream(const stream_t *s, int *last)
{
    int64_t *sent = malloc(((size_t)s->n + 1) * sizeof *sent); /* sent[k]: pieces 0 .. k - 1 are, at the earliest */
    int *from = malloc(((size_t)s->n + 1) * sizeof *from), count = 0;
    if (!sent || !from)
        abort();
    sent[0] = s->free;
    for (int k = 0; k < s->n; k++) {
        sent[k + 1] = INT64_MAX;
        for (int a = 0; a <= k; a++) {
            int64_t end = later(s->ready[k], sent[a]) + s->msg + (k + 1 - a) * s->each;
            if (end < sent[k + 1]) {
                sent[k + 1] = end;
                from[k + 1] = a;
            }
        }
    }
    for (int k = s->n; k > 0; k = from[k])
        count++;
    for (int k = s->n, g = count; k > 0; k = from[k])
        last[--g] = k - 1;
    free(sent);
    free(from);
    return count;
}

/* --- part D ------------------------------------------------------------------------------------------- */

double goodput(double (*attained)(void *user, double rate), void *user, double from, double target)
{
    double low = from, high = from;
    if (attained(user, from) >= target) {
        for (int k = 0; k < 40; k++, low = high) {
            high = 2 * low;
            if (attained(user, high) < target)
                break;
        }
        if (low == high)
            return low;
    } else {
        int k = 0;
        do {
            if (k++ == 40)
                return 0;
            high = low;
            low = high / 2;
        } while (attained(user, low) < target);
    }
    while (high > 1.01 * low) {
        double mid = (low + high) / 2;
        if (attained(user, mid) >= target)
            low = mid;
        else
            high = mid;
    }
    return low;
}

static double prefill_rate(const job_t *j, int64_t tp, int64_t pp)
{
    double prompt = (double)j->prompt, latency, period;
    work_t w = { prompt, prompt * (prompt + 1) / 2, prompt };
    if (kv_room(&j->m, &j->c, tp, pp) < j->prompt)
        return 0;
    pass_cost(&j->m, &j->c, tp, pp, &w, &latency, &period);
    double spare = j->ttft - latency, wires = (double)(tp * pp) * j->c.far.beta / (double)kv_bytes(&j->m, j->prompt);
    if (spare <= 0)
        return 0;
    double rate = 2 * spare / (period * period + 2 * period * spare);
    return rate < wires ? rate : wires;
}

static int decodes(const job_t *j, int64_t tp, int64_t pp, int64_t b, double *period)
{
    double context = (double)b * ((double)j->prompt + (double)j->out / 2), latency;
    work_t w = { (double)b, context, context };
    pass_cost(&j->m, &j->c, tp, pp, &w, &latency, period);
    return latency <= j->tpot;
}

static double decode_rate(const job_t *j, int64_t tp, int64_t pp)
{
    int64_t low = 0, high = kv_room(&j->m, &j->c, tp, pp) / (pp * (j->prompt + j->out));
    double period;
    while (low < high) {
        int64_t mid = low + (high - low + 1) / 2;
        if (decodes(j, tp, pp, mid, &period))
            low = mid;
        else
            high = mid - 1;
    }
    if (!low)
        return 0;
    decodes(j, tp, pp, low, &period);
    return (double)low / (period * (double)j->out);
}

static int tp_fits(const model_t *m, int64_t tp)
{
    return m->heads % tp == 0 && (m->kv_heads % tp == 0 || tp % m->kv_heads == 0);
}

/* The best pool of decode instances on `gpus` GPUs. */
static pool_t decode_pool(const job_t *j, int64_t gpus, double *rate)
{
    pool_t best = { 0, 0, 0 };
    *rate = 0;
    for (int64_t tp = 1; tp <= j->c.node; tp *= 2)
        for (int64_t pp = 1; pp <= j->m.layers && tp * pp <= gpus && tp_fits(&j->m, tp); pp++) {
            double r = (double)(gpus / (tp * pp)) * decode_rate(j, tp, pp);
            if (r > *rate) {
                *rate = r;
                best = (pool_t){ tp, pp, gpus / (tp * pp) };
            }
        }
    return best;
}

int place(const job_t *j, place_t *ret)
{
    double best = 0, of;
    for (int64_t left = 1; left < j->c.gpus; left++) {
        pool_t decode = decode_pool(j, left, &of);
        for (int64_t tp = 1; tp <= j->c.node; tp *= 2)
            for (int64_t pp = 1; pp <= j->m.layers && tp * pp <= j->c.gpus - left && tp_fits(&j->m, tp); pp++) {
                int64_t n = (j->c.gpus - left) / (tp * pp);
                double rate = (double)n * prefill_rate(j, tp, pp);
                rate = rate < of ? rate : of;
                if (rate > best)
                    *ret = (place_t){ { tp, pp, n }, decode, best = rate };
            }
    }
    return best > 0;
}

/* --- parts C and E -------------------------------------------------------------------------------------- */

enum { COMING, QUEUED, ADMITTED, COMPUTED, LOST, HERE, OVER };

struct request {
    int prompt, max_new, state, at, to, said, hit;
    int64_t need, came;
};

struct list {
    int n, id[DS_REQS];
};

struct site {
    int64_t left, context; /* room; tokens of those that decode here or will */
    int busy, seats;       /* seats: how many those are */
    ds_pass_t pass;
    struct list run, lost;
};

struct ds {
    ds_cfg_t cfg;
    struct request r[DS_REQS];
    struct site site[DS_SITES];
    struct list queue, pending; /* pending: computed and not decided */
    int undecided, own;
};

static void push(struct list *l, int id)
{
    l->id[l->n++] = id;
}

static void drop(struct list *l, int k)
{
    memmove(l->id + k, l->id + k + 1, (size_t)(--l->n - k) * sizeof *l->id);
}

static void strike(struct list *l, int id)
{
    for (int k = 0; k < l->n; k++)
        if (l->id[k] == id)
            drop(l, k--);
}

ds_t *ds_new(const ds_cfg_t *cfg)
{
    ds_t *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    s->cfg = *cfg;
    s->own = cfg->role[0] == DS_ANY;
    for (int k = 0; k < cfg->sites; k++)
        s->site[k].left = cfg->room;
    return s;
}

void ds_delete(ds_t *s)
{
    free(s);
}

/* --- what happened ------------------------------------------------------------------------------------- */

static void land(ds_t *s, int id, int at)
{
    s->r[id].state = HERE;
    s->r[id].at = at;
    push(&s->site[at].run, id);
}

static void passed(ds_t *s, int at)
{
    struct site *x = &s->site[at];
    x->busy = 0;
    for (int k = 0; k < x->pass.n; k++) {
        int id = x->pass.id[k];
        struct request *r = &s->r[id];
        r->said++;
        if (r->state == LOST)
            land(s, id, at);
        else if (r->state == ADMITTED) {
            r->state = COMPUTED;
            if (r->to < 0)
                push(&s->pending, id);
        }
    }
}

static void over(ds_t *s, int id)
{
    struct request *r = &s->r[id];
    if (r->state == COMPUTED) {
        s->site[r->at].left += r->prompt;
        if (r->to < 0)
            s->undecided--;
        strike(&s->pending, id);
    }
    if (r->to >= 0) {
        s->site[r->to].left += r->need;
        s->site[r->to].seats--;
        s->site[r->to].context -= r->prompt;
        strike(&s->site[r->to].run, id);
    }
    r->state = OVER;
}

static void moved(ds_t *s, int id, int at, int lost)
{
    struct request *r = &s->r[id];
    s->site[r->at].left += r->prompt;
    if (!lost) {
        land(s, id, at);
        return;
    }
    r->state = LOST;
    r->at = at;
    push(&s->site[at].lost, id);
}

static void happened(ds_t *s, const ds_event_t *e, int64_t now)
{
    switch (e->kind) {
    case EV_COME:
        s->r[e->id] = (struct request){ e->prompt, e->max_new, QUEUED, -1, -1, 0, 0, 0, now };
        push(&s->queue, e->id);
        break;
    case EV_PASSED: passed(s, e->at); break;
    case EV_DONE: over(s, e->id); break;
    default: moved(s, e->id, e->at, e->kind == EV_LOST);
    }
}

/* --- what begins --------------------------------------------------------------------------------------- */

static int64_t need(const ds_t *s, int id, int at, int *hit)
{
    *hit = ds_hit(s->cfg.world, id, at);
    return s->r[id].prompt - *hit + s->r[id].max_new;
}

/* By the rule of lab.h; -1: nobody has room. */
static int pick(const ds_t *s, int id)
{
    int best = -1, hit, best_hit = 0;
    for (int k = 0; k < s->cfg.sites; k++) {
        const struct site *x = &s->site[k];
        if (s->cfg.role[k] != DS_DECODE || need(s, id, k, &hit) > x->left)
            continue;
        if (best < 0 || hit > best_hit || (hit == best_hit && x->left > s->site[best].left)) {
            best = k;
            best_hit = hit;
        }
    }
    return best;
}

static void decide(ds_t *s, int id, int to, ds_act_t *a)
{
    struct request *r = &s->r[id];
    r->need = need(s, id, to, &r->hit);
    r->to = a->to = to;
    s->site[to].left -= r->need;
    s->site[to].seats++;
    s->site[to].context += r->prompt;
    a->bytes = kv_bytes(&s->cfg.model, r->prompt - r->hit);
}

static int send(ds_t *s, int id, ds_plan_t *p)
{
    int to = pick(s, id);
    if (to < 0)
        return 0;
    ds_act_t *a = &p->act[p->nact++];
    *a = (ds_act_t){ DO_SEND, id, s->r[id].at, to, 0 };
    decide(s, id, to, a);
    s->undecided--;
    return 1;
}

static void admit(ds_t *s, int id, int at, ds_plan_t *p)
{
    struct request *r = &s->r[id];
    ds_act_t *a = &p->act[p->nact++];
    int to = s->undecided ? -1 : pick(s, id);
    *a = (ds_act_t){ DO_ADMIT, id, at, -1, 0 };
    r->state = ADMITTED;
    r->at = at;
    s->site[at].left -= r->prompt;
    if (to < 0)
        s->undecided++;
    else
        decide(s, id, to, a);
}

static void begin(struct site *x, int at, ds_plan_t *p)
{
    if (!x->pass.n)
        return;
    x->pass.at = at;
    x->busy = 1;
    p->pass[p->npass++] = x->pass;
}

static void prefill(ds_t *s, int at, ds_plan_t *p)
{
    struct site *x = &s->site[at];
    int tokens = 0;
    x->pass.n = 0;
    while (s->queue.n && x->pass.n < DS_SEATS) {
        int id = s->queue.id[0], prompt = s->r[id].prompt;
        if ((x->pass.n && tokens + prompt > s->cfg.budget) || prompt > x->left)
            break;
        drop(&s->queue, 0);
        admit(s, id, at, p);
        x->pass.id[x->pass.n++] = id;
        tokens += prompt;
    }
    begin(x, at, p);
}

static void decode(ds_t *s, int at, ds_plan_t *p)
{
    struct site *x = &s->site[at];
    x->pass.n = 0;
    if (x->lost.n) {
        x->pass.id[x->pass.n++] = x->lost.id[0];
        drop(&x->lost, 0);
    }
    for (int k = 0; k < x->run.n && x->pass.n < DS_SEATS; k++)
        x->pass.id[x->pass.n++] = x->run.id[k];
    begin(x, at, p);
}

/* --- part E: all on one site -------------------------------------------------------------------------------- */

static int emptiest(const ds_t *s)
{
    int best = 0;
    for (int k = 1; k < s->cfg.sites; k++)
        if (s->site[k].left > s->site[best].left)
            best = k;
    return best;
}

static void colocated(ds_t *s, ds_plan_t *p)
{
    int hit;
    while (s->queue.n) {
        int id = s->queue.id[0], at = emptiest(s);
        if (need(s, id, at, &hit) > s->site[at].left)
            break;
        drop(&s->queue, 0);
        ds_act_t *a = &p->act[p->nact++];
        *a = (ds_act_t){ DO_ADMIT, id, at, at, 0 };
        decide(s, id, at, a);
        a->bytes = 0;
        s->r[id].state = LOST; /* as of a lost one, the prompt is computed where its request stays */
        push(&s->site[at].lost, id);
    }
    for (int k = 0; k < s->cfg.sites; k++) {
        struct site *x = &s->site[k];
        if (x->busy)
            continue;
        x->pass.n = 0;
        while (x->lost.n && x->pass.n < DS_SEATS) {
            x->pass.id[x->pass.n++] = x->lost.id[0];
            drop(&x->lost, 0);
        }
        for (int j = 0; j < x->run.n && x->pass.n < DS_SEATS; j++)
            x->pass.id[x->pass.n++] = x->run.id[j];
        begin(x, k, p);
    }
}

void ds_step(ds_t *s, const ds_event_t *ev, int n, int64_t now, ds_plan_t *p)
{
    for (int k = 0; k < n; k++)
        happened(s, &ev[k], now);
    if (s->own) {
        colocated(s, p);
        return;
    }
    while (s->pending.n && send(s, s->pending.id[0], p))
        drop(&s->pending, 0);
    for (int k = 0; k < s->cfg.sites; k++)
        if (s->cfg.role[k] == DS_PREFILL && !s->site[k].busy)
            prefill(s, k, p);
    for (int k = 0; k < s->cfg.sites; k++)
        if (s->cfg.role[k] == DS_DECODE && !s->site[k].busy)
            decode(s, k, p);
}
