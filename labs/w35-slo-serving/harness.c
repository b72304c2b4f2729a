/*
 * harness.c: asks the learner's functions for one row of an input after the other, and runs replicas in virtual time with
 * his decisions, which it writes down. It runs in the learner's process, so it judges nothing: what is written down is
 * run and judged again by the oracle.
 */
#include <ridge/frame.h>

#include "lab.h"
#include "engine.h"

ridge_trampoline ridge_call_pct, ridge_call_sched, ridge_call_route, ridge_call_scale, ridge_call_cost;
ridge_trampoline ridge_call_text, ridge_call_serve;

/* args: rows replicas most | p [rows], sizes [rows][replicas], v [rows][most] | pct [rows][3] */
void ridge_call_pct(const struct ridge_frame *f)
{
    int64_t rows = f->i[0], replicas = f->i[1], most = f->i[2], *out = f->buf[3];
    const int32_t *p = f->buf[0], *n = f->buf[1];
    const int64_t *v = f->buf[2];
    for (int64_t k = 0; k < rows; k++, n += replicas, v += most, out += 3) {
        int64_t N = 0;
        for (int64_t r = 0; r < replicas; r++)
            N += n[r];
        out[0] = slo_percentile(v, n, (int)replicas, p[k]);
        out[1] = out[2] = -77;
        if (p[k] < 1000000)
            slo_interval(N, p[k], &out[1], &out[2]);
    }
}

/* args: rows jobs width | limits [rows][8], views [rows][jobs][8] | plans [rows][width] */
void ridge_call_sched(const struct ridge_frame *f)
{
    int64_t rows = f->i[0], jobs = f->i[1], width = f->i[2];
    const int64_t *limit = f->buf[0], *view = f->buf[1];
    int32_t *out = f->buf[2];
    job_t *job = calloc((size_t)jobs + 1, sizeof *job);
    plan_t *p = malloc(sizeof *p);
    for (int64_t k = 0; job && p && k < rows; k++, limit += 8, out += width) {
        cfg_t cfg = { (int)limit[1], (int)limit[2], limit[3], { limit[4], 0, 0, 0 }, { { 0, 0, 0 } } };
        for (int c = 0; c < SLO_CLASSES; c++)
            cfg.cls[c].patience = limit[5] * (c + 1);
        for (int64_t j = 0; j < jobs; j++, view += 8)
            job[j] = (job_t){ (int)view[0], (int)view[1], (int)view[2], (int)view[3], (int)view[4], (int)view[5],
                              (int)view[6], limit[7] - view[7], view[7] };
        p->ndrop = p->npiece = 0;
        slo_sched(&cfg, limit[7], job, (int)limit[0], p);
        memset(out, 0xff, (size_t)width * sizeof *out);
        out[0] = p->ndrop, out[1] = p->npiece;
        if (p->ndrop < 0 || p->npiece < 0 || 2 + (int64_t)p->ndrop + 2 * (int64_t)p->npiece > width ||
            p->ndrop > SLO_JOBS || p->npiece > SLO_JOBS)
            continue;
        memcpy(out + 2, p->drop, (size_t)p->ndrop * sizeof *out);
        for (int j = 0; j < p->npiece; j++) {
            out[2 + p->ndrop + 2 * j] = p->piece[j].id;
            out[3 + p->ndrop + 2 * j] = p->piece[j].n;
        }
    }
    free(job);
    free(p);
}

/* args: rows most | asks [rows][2], places [rows][most][4] | to [rows] */
void ridge_call_route(const struct ridge_frame *f)
{
    int64_t rows = f->i[0], most = f->i[1];
    const int64_t *ask = f->buf[0], *place = f->buf[1];
    int32_t *to = f->buf[2];
    replica_t r[SLO_REPLICAS];
    cfg_t cfg = { .seats = 64, .budget = 256, .kv = 100000 };
    for (int64_t k = 0; k < rows; k++, ask += 2, place += 4 * most) {
        for (int64_t j = 0; j < ask[0]; j++)
            r[j] = (replica_t){ (int)place[4 * j], (int)place[4 * j + 1], place[4 * j + 2], (int)place[4 * j + 3] };
        to[k] = slo_route(&cfg, (int)k, (int)ask[1], r, (int)ask[0]);
    }
}

/* args: ticks | limits [7], seen [ticks][4] | want [ticks] */
void ridge_call_scale(const struct ridge_frame *f)
{
    const int64_t *l = f->buf[0], *seen = f->buf[1];
    int32_t *want = f->buf[2];
    scale_cfg_t cfg = { l[0], l[1], l[2], (int)l[3], (int)l[4], (int)l[5], (int)l[6] };
    scale_state_t s = { { 0 } };
    for (int64_t k = 0; k < f->i[0]; k++, seen += 4) {
        scale_in_t in = { (int)seen[0], (int)seen[1], seen[2], seen[3] };
        want[k] = slo_autoscale(&cfg, &in, &s);
    }
}

/* args: rows most | bills [rows][7], lives [rows][most][3] | sheets [rows][4] */
void ridge_call_cost(const struct ridge_frame *f)
{
    int64_t rows = f->i[0], most = f->i[1];
    const int64_t *b = f->buf[0], *l = f->buf[1];
    double *out = f->buf[2];
    life_t *life = calloc((size_t)most + 1, sizeof *life);
    for (int64_t k = 0; life && k < rows; k++, b += 7, out += 4) {
        prices_t p = { { b[1], b[2] }, b[3] };
        sheet_t s = { -1, -1, -1, -1 };
        for (int64_t j = 0; j < most; j++, l += 3)
            life[j] = (life_t){ l[0], l[1], (int)l[2] };
        slo_cost(life, (int)b[0], &p, b[4], b[5], b[6], &s);
        out[0] = s.dollars, out[1] = s.per_mtok, out[2] = s.per_mtok_kept, out[3] = s.use;
    }
    free(life);
}

/* args: nclass nreplica nbucket cap small namelen | names [5][namelen], counts [..] | text [cap + 16], cut [small + 16],
 * length [2] */
void ridge_call_text(const struct ridge_frame *f)
{
    int nclass = (int)f->i[0], nreplica = (int)f->i[1], nbucket = (int)f->i[2], cap = (int)f->i[3], small = (int)f->i[4];
    const char *names = f->buf[0];
    const int64_t *v = f->buf[1];
    uint8_t *text = f->buf[2], *cut = f->buf[3];
    int64_t *length = f->buf[4];
    snapshot_t *s = calloc(1, sizeof *s);
    if (!s)
        return;
    s->model = names;
    s->nclass = nclass, s->nreplica = nreplica, s->nbucket = nbucket;
    for (int c = 0; c < nclass; c++)
        s->cls[c] = names + (c + 1) * f->i[5];
    for (int r = 0; r < nreplica; r++) {
        s->waiting[r] = *v++;
        for (int c = 0; c < nclass; c++)
            s->served[r][c] = *v++;
    }
    for (int k = 0; k < nbucket; k++)
        s->bound[k] = *v++;
    for (int c = 0; c < nclass; c++) {
        s->sum[c] = *v++;
        for (int k = 0; k <= nbucket; k++)
            s->count[c][k] = *v++;
    }
    memset(text, 0xee, (size_t)cap + 16);
    memset(cut, 0xee, (size_t)small + 16);
    length[0] = slo_metrics((char *)text, (size_t)cap, s);
    length[1] = slo_metrics((char *)cut, (size_t)small, s);
    free(s);
}

/* --- replicas in virtual time -------------------------------------------------------------------------- */

enum { HEAD = 2, LOG_ROUTE = 1, LOG_SCHED, LOG_SCALE };

struct notes {
    struct sim s;
    scale_state_t state;
    int32_t *log;
    int64_t used, cap;
};

static int note(struct notes *w, int32_t word)
{
    if (w->used == w->cap)
        return w->s.end = END_LOG_FULL;
    w->log[w->used++] = word;
    return 0;
}

static int ask_route(struct sim *s, int id, const replica_t *r, int n)
{
    struct notes *w = s->call->user;
    int to = slo_route(&s->cfg, id, (int)s->job[id].q[Q_PROMPT], r, n);
    if (note(w, LOG_ROUTE) || note(w, to))
        return -1;
    return to;
}

static int ask_sched(struct sim *s, int replica, const job_t *job, int n, plan_t *p)
{
    struct notes *w = s->call->user;
    (void)replica;
    slo_sched(&s->cfg, s->now, job, n, p);
    if (p->ndrop < 0 || p->ndrop > SLO_JOBS || p->npiece < 0 || p->npiece > SLO_JOBS) {
        (void)(note(w, LOG_SCHED) || note(w, -1));
        return END_COUNTS;
    }
    if (note(w, LOG_SCHED) || note(w, p->ndrop) || note(w, p->npiece))
        return END_LOG_FULL;
    for (int k = 0; k < p->ndrop; k++)
        if (note(w, p->drop[k]))
            return END_LOG_FULL;
    for (int k = 0; k < p->npiece; k++)
        if (note(w, p->piece[k].id) || note(w, p->piece[k].n))
            return END_LOG_FULL;
    return 0;
}

static int ask_scale(struct sim *s, const scale_in_t *in)
{
    struct notes *w = s->call->user;
    int want = slo_autoscale(&s->scale, in, &w->state);
    if (note(w, LOG_SCALE) || note(w, want))
        return -1;
    return want;
}

/* args: n nloss cap seconds | setting [C_WIDTH], reqs [n][5], losses [nloss][3] | log [cap], came, kept, paid [seconds] */
void ridge_call_serve(const struct ridge_frame *f)
{
    struct notes *w = calloc(1, sizeof *w);
    struct sim_calls call = { w, ask_route, ask_sched, ask_scale };
    int32_t *log = f->buf[3];
    log[0] = HEAD, log[1] = END_MEMORY;
    if (!w)
        return;
    w->log = log, w->used = HEAD, w->cap = f->i[2];
    w->s.call = &call;
    if (!sim_make(&w->s, f->buf[0], f->buf[1], (int)f->i[0], f->buf[2], (int)f->i[1]))
        log[1] = sim_run(&w->s);
    log[0] = (int32_t)w->used;
    sim_curves(&w->s, (int)f->i[3], f->buf[4], f->buf[5], f->buf[6]);
    sim_free(&w->s);
    free(w);
}
