/*
 * harness.c: calls the functions of figures with rows, and drives the dispatcher through a list of requests, in virtual
 * time, writing down what it decided. It runs in the learner's process, so it judges nothing and trusts nothing: what
 * cannot be done ends the run, and the log says where.
 */
#include <ridge/frame.h>

#include "lab.h"

#define HARNESS(name)                                    \
    void ridge_call_##name(const struct ridge_frame *f); \
    void ridge_call_##name(const struct ridge_frame *f)

/* --- rows ---------------------------------------------------------------------------------------------- */

enum { ROW = 28 };

static model_t model(const double *r)
{
    return (model_t){ (int64_t)r[0], (int64_t)r[1], (int64_t)r[2], (int64_t)r[3], (int64_t)r[4], (int64_t)r[5], r[6],
                      r[7], r[27] };
}

static cluster_t cluster(const double *r)
{
    return (cluster_t){ (int64_t)r[8], (int64_t)r[9], r[10], r[11], r[12], r[13], { r[14], r[15] }, { r[16], r[17] } };
}

/* rows | sizes [R][2]: kv_bytes, kv_room */
HARNESS(memory)
{
    const double *r = f->buf[0];
    int64_t *out = f->buf[1];
    for (uint64_t k = 0; k < f->count[0] / ROW; k++, r += ROW, out += 2) {
        model_t m = model(r);
        cluster_t c = cluster(r);
        out[0] = kv_bytes(&m, (int64_t)r[20]);
        out[1] = kv_room(&m, &c, (int64_t)r[18], (int64_t)r[19]);
    }
}

/* rows | costs [R][4]: all_reduce near and far, latency, period */
HARNESS(cost)
{
    const double *r = f->buf[0];
    double *out = f->buf[1];
    for (uint64_t k = 0; k < f->count[0] / ROW; k++, r += ROW, out += 4) {
        model_t m = model(r);
        cluster_t c = cluster(r);
        work_t w = { r[20], r[21], r[22] };
        double bytes = r[20] * r[1] * r[5];
        out[0] = all_reduce(&c.near, (int64_t)r[18], bytes);
        out[1] = all_reduce(&c.far, (int64_t)r[18], bytes);
        pass_cost(&m, &c, (int64_t)r[18], (int64_t)r[19], &w, &out[2], &out[3]);
    }
}

/* rows | places [R][8]: found, tp pp n of prefill, tp pp n of decode, rate */
HARNESS(place)
{
    const double *r = f->buf[0];
    double *out = f->buf[1];
    for (uint64_t k = 0; k < f->count[0] / ROW; k++, r += ROW, out += 8) {
        job_t j = { model(r), cluster(r), (int64_t)r[23], (int64_t)r[24], r[25], r[26] };
        place_t p = { { 0, 0, 0 }, { 0, 0, 0 }, 0 };
        out[0] = place(&j, &p);
        out[1] = (double)p.prefill.tp, out[2] = (double)p.prefill.pp, out[3] = (double)p.prefill.n;
        out[4] = (double)p.decode.tp, out[5] = (double)p.decode.pp, out[6] = (double)p.decode.n;
        out[7] = p.rate;
    }
}

/* args: n | streams [R][3 + n]: free msg each, ready | ends [R][1 + n]: messages, last of each */
HARNESS(stream)
{
    int64_t n = f->i[0];
    const int64_t *r = f->buf[0];
    int32_t *out = f->buf[1];
    memset(out, 0, f->count[1] * sizeof *out);
    for (uint64_t k = 0; k < f->count[0] / (uint64_t)(3 + n); k++, r += 3 + n, out += 1 + n) {
        stream_t s = { (int)n, r + 3, r[0], r[1], r[2] };
        out[0] = kv_stream(&s, out + 1);
    }
}

struct curve {
    const double *r;
    double asked[256];
    int asks, again;
};

/* Rows of a curve: 1 up to cap·(1 - soft), 0 from cap·(1 + soft), a straight line between. */
static double attained(void *user, double rate)
{
    struct curve *c = user;
    for (int k = 0; k < c->asks && k < 256; k++)
        c->again += c->asked[k] == rate;
    if (c->asks < 256)
        c->asked[c->asks] = rate;
    if (++c->asks > 10000)
        return 0;
    double low = c->r[0] * (1 - c->r[1]), high = c->r[0] * (1 + c->r[1]);
    return rate <= low ? 1 : rate >= high ? 0 : (high - rate) / (high - low);
}

/* curves [R][4]: cap, soft, from, target | found [R][3]: rate, asks, asks for a rate again */
HARNESS(search)
{
    const double *r = f->buf[0];
    double *out = f->buf[1];
    for (uint64_t k = 0; k < f->count[0] / 4; k++, r += 4, out += 3) {
        struct curve c = { .r = r };
        out[0] = goodput(attained, &c, r[2], r[3]);
        out[1] = c.asks;
        out[2] = c.again;
    }
}

/* --- the world ----------------------------------------------------------------------------------------- */

enum { R_ARRIVAL, R_PROMPT, R_OUT, R_GROUP, R_SHARED, R_WIDTH };
enum { C_SITES, C_PREFILLS, C_ROOM, C_BUDGET, C_TOKEN, C_SCORE, C_WEIGHTS, C_CACHED, C_PASS, C_WIRE, C_MSG, C_KB,
       C_TTFT, C_TPOT, C_LAYERS, C_D, C_HEADS, C_KV, C_HD, C_B, C_DOWN_AT, C_DOWN_FROM, C_DOWN_TO, C_FIRST, C_PROMPT,
       C_OUT, C_WIDTH };
enum { FUTURE, QUEUED, ADMITTED, COMPUTED, LOST, HERE, OVER };
enum { END_OK, END_LOG_FULL, END_STUCK, END_COUNTS, END_NO_MEMORY, END_REFUSED };
enum { HEAD = 4, GROUPS = 64 };

struct request {
    const int64_t *q;
    int state, at, to, said;
    int64_t have, hit, need;
};

struct site {
    int64_t left, ends, wire; /* ends: of the running pass; wire: free from then on */
    int busy;
    ds_pass_t pass;
    uint8_t has[GROUPS];
};

struct move {
    int n, id[DS_SEATS], lost, open;
    int64_t ends;
};

struct ds_world {
    const int64_t *c;
    price_t price;
    int n, next, live, nmove, nev, used, cap;
    int64_t now, *log;
    struct request *r;
    struct site site[DS_SITES];
    struct move *move; /* in the order of sending; at most one a request */
    ds_event_t *ev;
    ds_plan_t *p;
};

static int64_t max_new(const struct request *r)
{
    return (r->q[R_OUT] + 31) / 32 * 32;
}

int ds_hit(const ds_world_t *w, int id, int at)
{
    if (id < 0 || id >= w->n || at < 0 || at >= w->c[C_SITES])
        return 0;
    const int64_t *q = w->r[id].q;
    return w->site[at].has[q[R_GROUP]] ? (int)q[R_SHARED] : 0;
}

static void event(struct ds_world *w, int kind, int id, int at)
{
    w->ev[w->nev++] = (ds_event_t){ kind, id, at, 0, 0 };
}

static void land(struct ds_world *w, struct request *r, int at)
{
    r->state = HERE;
    r->at = at;
    w->site[at].has[r->q[R_GROUP]] = 1;
}

static void finish(struct ds_world *w, struct request *r)
{
    if (r->state == COMPUTED)
        w->site[r->at].left += r->q[R_PROMPT];
    if (r->to >= 0)
        w->site[r->to].left += r->need;
    r->state = OVER;
    w->live--;
}

static void end_pass(struct ds_world *w, int at)
{
    struct site *x = &w->site[at];
    x->busy = 0;
    event(w, EV_PASSED, -1, at);
    for (int k = 0; k < x->pass.n; k++) {
        struct request *r = &w->r[x->pass.id[k]];
        r->have = r->q[R_PROMPT] + r->said++;
        if (r->state == LOST || (r->state == ADMITTED && r->to == at))
            land(w, r, at);
        else if (r->state == ADMITTED)
            r->state = COMPUTED;
        if (r->said < r->q[R_OUT])
            continue;
        event(w, EV_DONE, x->pass.id[k], at);
        finish(w, r);
    }
}

static void end_move(struct ds_world *w, struct move *m)
{
    m->open = 0;
    for (int k = 0; k < m->n; k++) {
        struct request *r = &w->r[m->id[k]];
        if (r->state == OVER)
            continue;
        event(w, m->lost ? EV_LOST : EV_MOVED, m->id[k], r->to);
        w->site[r->at].left += r->q[R_PROMPT];
        if (m->lost) {
            r->state = LOST;
            r->have = r->hit;
        } else {
            land(w, r, r->to);
        }
    }
}

static void happen(struct ds_world *w)
{
    w->nev = 0;
    for (; w->next < w->n && w->r[w->next].q[R_ARRIVAL] <= w->now; w->next++, w->live++) {
        struct request *r = &w->r[w->next];
        r->state = QUEUED;
        w->ev[w->nev++] = (ds_event_t){ EV_COME, w->next, -1, (int)r->q[R_PROMPT], (int)max_new(r) };
    }
    for (int k = 0; k < w->c[C_SITES]; k++)
        if (w->site[k].busy && w->site[k].ends <= w->now)
            end_pass(w, k);
    for (int k = 0; k < w->nmove; k++)
        if (w->move[k].open && w->move[k].ends <= w->now)
            end_move(w, &w->move[k]);
}

/* --- what the plan begins ------------------------------------------------------------------------------- */

static int is_site(const struct ds_world *w, int at)
{
    return at >= 0 && at < w->c[C_SITES];
}

static int take(struct ds_world *w, struct request *r, int id, int to)
{
    r->hit = ds_hit(w, id, to);
    r->need = r->q[R_PROMPT] - r->hit + max_new(r);
    if (r->need > w->site[to].left)
        return -1;
    w->site[to].left -= r->need;
    r->to = to;
    return 0;
}

static int admit(struct ds_world *w, const ds_act_t *a)
{
    struct request *r = &w->r[a->id];
    if (r->state != QUEUED || !is_site(w, a->at) || (a->to != -1 && !is_site(w, a->to)))
        return -1;
    r->have = ds_hit(w, a->id, a->at);
    r->at = a->at;
    r->to = -1;
    if (a->to != a->at && (w->site[a->at].left -= r->q[R_PROMPT]) < 0)
        return -1;
    r->state = ADMITTED;
    return a->to >= 0 ? take(w, r, a->id, a->to) : 0;
}

/* Something goes out from `at`; it is on the wire from begin to end, and there is no knowing before `known`. */
static int departs(struct ds_world *w, int at, int64_t begin, int64_t end, int64_t known)
{
    struct move *m = &w->move[w->nmove];
    int64_t from = w->c[C_DOWN_FROM], cut = begin > from ? begin : from;
    m->lost = (w->c[C_DOWN_AT] < 0 || at == w->c[C_DOWN_AT]) && begin < w->c[C_DOWN_TO] && end > from;
    m->open = 1;
    w->site[at].wire = m->lost ? cut : end;
    m->ends = m->lost && cut > known ? cut : m->lost ? known : end;
    return w->nmove++;
}

static int64_t travel(const struct ds_world *w, int64_t bytes)
{
    return w->c[C_MSG] + bytes * w->c[C_KB] / 1000;
}

static int64_t bytes_of(const struct ds_world *w, const struct request *r)
{
    return 2 * w->c[C_LAYERS] * w->c[C_KV] * w->c[C_HD] * w->c[C_B] * (r->q[R_PROMPT] - r->hit);
}

static int dispatch(struct ds_world *w, const ds_act_t *a)
{
    struct request *r = &w->r[a->id];
    if (r->state != COMPUTED || r->to != -1 || !is_site(w, a->to) || a->to == r->at || take(w, r, a->id, a->to))
        return -1;
    int64_t begin = w->now > w->site[r->at].wire ? w->now : w->site[r->at].wire;
    struct move *m = &w->move[departs(w, r->at, begin, begin + travel(w, bytes_of(w, r)), w->now)];
    m->id[0] = a->id;
    m->n = 1;
    return 0;
}

/* Layers leave as they are computed, between now and x->ends. */
static void stream(struct ds_world *w, struct site *x, int at)
{
    int64_t layers = w->c[C_LAYERS], bytes = 0, begin = 0, e = x->wire, all = x->ends - w->now;
    struct move *m = &w->move[w->nmove];
    m->n = 0;
    for (int k = 0; k < x->pass.n; k++) {
        struct request *r = &w->r[x->pass.id[k]];
        if (r->state == ADMITTED && r->to >= 0 && r->to != at) {
            m->id[m->n++] = x->pass.id[k];
            bytes += bytes_of(w, r) / layers;
        }
    }
    if (!m->n)
        return;
    for (int64_t k = 1; k <= layers; k++) {
        int64_t ready = w->now + all * k / layers, from = e > ready ? e : ready;
        begin = k == 1 ? from : begin;
        e = from + travel(w, bytes);
    }
    departs(w, at, begin, e, x->ends);
}

static int may_run(const struct ds_world *w, int id, int at)
{
    const struct request *r = id >= 0 && id < w->n ? &w->r[id] : NULL;
    return r && (((r->state == ADMITTED || r->state == HERE) && r->at == at) || (r->state == LOST && r->to == at));
}

static int start(struct ds_world *w, const ds_pass_t *p)
{
    int64_t tokens = 0, scores = 0, cached = 0;
    struct site *x = is_site(w, p->at) ? &w->site[p->at] : NULL;
    if (!x || x->busy || p->n < 1)
        return -1;
    for (int k = 0; k < p->n; k++) {
        if (!may_run(w, p->id[k], p->at))
            return -1;
        for (int j = 0; j < k; j++)
            if (p->id[j] == p->id[k])
                return -1;
        struct request *r = &w->r[p->id[k]];
        int64_t n = r->q[R_PROMPT] + r->said - r->have;
        tokens += n;
        scores += n * r->have + n * (n + 1) / 2;
        cached += r->have + n;
    }
    x->pass = *p;
    x->busy = 1;
    x->ends = w->now + pass_time(&w->price, tokens, scores, cached);
    stream(w, x, p->at);
    return 0;
}

/* --- steps --------------------------------------------------------------------------------------------- */

static int log_step(struct ds_world *w)
{
    const ds_plan_t *p = w->p;
    int64_t *to = w->log + w->used, size = 2;
    if (p->nact < 0 || p->nact > DS_ACTS || p->npass < 0 || p->npass > DS_SITES)
        return END_COUNTS;
    for (int k = 0; k < p->npass; k++) {
        if (p->pass[k].n < 0 || p->pass[k].n > DS_SEATS)
            return END_COUNTS;
        size += 2 + p->pass[k].n;
    }
    if (w->used + size + 5 * p->nact > w->cap)
        return END_LOG_FULL;
    *to++ = p->nact, *to++ = p->npass;
    for (int k = 0; k < p->nact; k++) {
        const ds_act_t *a = &p->act[k];
        *to++ = a->kind, *to++ = a->id, *to++ = a->at, *to++ = a->to, *to++ = a->bytes;
    }
    for (int k = 0; k < p->npass; k++) {
        *to++ = p->pass[k].at, *to++ = p->pass[k].n;
        for (int j = 0; j < p->pass[k].n; j++)
            *to++ = p->pass[k].id[j];
    }
    w->used = (int)(to - w->log);
    w->log[1]++;
    return END_OK;
}

static int apply(struct ds_world *w)
{
    const ds_plan_t *p = w->p;
    for (int k = 0; k < p->nact; k++) {
        const ds_act_t *a = &p->act[k];
        if (a->id < 0 || a->id >= w->n)
            return -1;
        if (a->kind == DO_ADMIT ? admit(w, a) : a->kind == DO_SEND ? dispatch(w, a) : -1)
            return -1;
    }
    for (int k = 0; k < p->npass; k++)
        if (start(w, &p->pass[k]))
            return -1;
    return 0;
}

/* When something happens next; -1: nothing will. */
static int64_t next_time(const struct ds_world *w)
{
    int64_t t = w->next < w->n ? w->r[w->next].q[R_ARRIVAL] : -1;
    for (int k = 0; k < w->c[C_SITES]; k++)
        if (w->site[k].busy && (t < 0 || w->site[k].ends < t))
            t = w->site[k].ends;
    for (int k = 0; k < w->nmove; k++)
        if (w->move[k].open && (t < 0 || w->move[k].ends < t))
            t = w->move[k].ends;
    return t < 0 || t > w->now ? t : w->now;
}

static int simulate(struct ds_world *w, ds_t *s)
{
    while (w->next < w->n || w->live) {
        int64_t t = next_time(w);
        if (t < 0)
            return END_STUCK;
        w->now = t;
        happen(w);
        w->p->nact = w->p->npass = 0;
        ds_step(s, w->ev, w->nev, w->now, w->p);
        int end = log_step(w);
        if (end)
            return end;
        if (apply(w))
            return END_REFUSED;
    }
    return END_OK;
}

static int make(struct ds_world *w, const int64_t *reqs)
{
    w->r = calloc((size_t)w->n + 1, sizeof *w->r);
    w->move = calloc((size_t)w->n + 2, sizeof *w->move);
    w->ev = calloc(3 * (size_t)w->n + DS_SITES * (DS_SEATS + 1), sizeof *w->ev);
    w->p = calloc(1, sizeof *w->p);
    for (int k = 0; w->r && k < w->n; k++)
        w->r[k] = (struct request){ .q = reqs + (size_t)k * R_WIDTH, .at = -1, .to = -1 };
    for (int k = 0; k < DS_SITES; k++)
        w->site[k].left = w->c[C_ROOM];
    return w->r && w->move && w->ev && w->p ? 0 : -1;
}

/* args: n log_cap | cfg [C_WIDTH], reqs [n][5] | log [log_cap] */
static void run(const struct ridge_frame *f)
{
    const int64_t *c = f->buf[0];
    struct ds_world *w = calloc(1, sizeof *w);
    if (!w)
        abort();
    w->n = (int)f->i[0], w->cap = (int)f->i[1], w->c = c, w->log = f->buf[2], w->used = HEAD;
    w->price = (price_t){ c[C_TOKEN], c[C_SCORE], c[C_WEIGHTS], c[C_CACHED], c[C_PASS], c[C_WIRE] };
    ds_cfg_t cfg = { .sites = (int)c[C_SITES], .room = c[C_ROOM], .budget = (int)c[C_BUDGET], .price = w->price,
                     .msg = c[C_MSG], .kB = c[C_KB], .ttft = c[C_TTFT], .tpot = c[C_TPOT], .prompt = (int)c[C_PROMPT],
                     .out = (int)c[C_OUT], .world = w };
    cfg.model = (model_t){ c[C_LAYERS], c[C_D], c[C_HEADS], c[C_KV], c[C_HD], c[C_B], 0, 0, 0 };
    for (int k = 0; k < cfg.sites && c[C_PREFILLS]; k++) {
        int64_t from = k - c[C_FIRST];
        cfg.role[k] = from >= 0 && from < c[C_PREFILLS] ? DS_PREFILL : DS_DECODE;
    }
    memset(w->log, 0, HEAD * sizeof *w->log);
    ds_delete(NULL);
    ds_t *s = make(w, f->buf[1]) ? NULL : ds_new(&cfg);
    w->log[2] = s ? simulate(w, s) : END_NO_MEMORY;
    w->log[0] = w->used;
    ds_delete(s);
    free(w->r);
    free(w->move);
    free(w->ev);
    free(w->p);
    free(w);
}

HARNESS(pools)
{
    run(f);
}

HARNESS(serve)
{
    run(f);
}
