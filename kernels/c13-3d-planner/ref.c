/*
 * A planner for five dimensions, the reference. Where naive.c spends its time, and what is done about it:
 *
 *   divisors only    naive.c tries each degree, and has each plan looked at by fault(). Here a degree that does not
 *                    divide what the ones before it have left goes with all plans below it.
 *   memory first     whether a plan fits costs a fraction of its time, and most of a large model's do not.
 *   a bound          arithmetic alone, with all GPUs busy, is a bound below which no plan of this micro-batch and
 *                    recomputation gets with such a bubble: whoever is above the best so far is not timed.
 */
#include "lab.h"

#include <math.h>

/* ---------------------------------------------------------------------------------------------- the model */

static double per_layer(const struct model *m)
{
    return m->attn + m->mlp + (double)m->topk * m->expert;
}

double params(const struct model *m)
{
    double rest = (double)(m->layers - m->first), all = (double)m->experts * m->expert;
    return (double)m->layers * m->attn + (double)m->first * m->mlp0 + rest * (m->mlp + all) + 2 * m->vocab * m->d;
}

double active(const struct model *m)
{
    double rest = (double)(m->layers - m->first);
    return rest * per_layer(m) + (double)m->first * (m->attn + m->mlp0) + m->vocab * m->d;
}

double forward(const struct model *m, int64_t seq)
{
    return 2 * active(m) + 2 * (double)m->layers * (double)seq * m->q;
}

/* ------------------------------------------------------------------------------------------- what is no plan */

/* A plan's derived sizes. */
struct cut {
    int64_t n, layers, missing, micros; /* layers of a piece, of a stage, that are not there; micro-batches */
    double tokens, D, E;                /* of a micro-batch and rank; ranks that share gradients: dense, experts' */
    double dense, expert;               /* parameters of the fullest GPU */
};

static int64_t over(int64_t a, int64_t b)
{
    return (a + b - 1) / b;
}

static struct cut cut(const struct job *j, const struct plan *p)
{
    const struct model *m = &j->m;
    struct cut c = { .n = over(m->layers, p->pp * p->chunks), .micros = j->batch / (p->dp * p->micro) };
    c.layers = c.n * p->chunks;
    c.missing = c.layers * p->pp - m->layers;
    c.tokens = (double)(p->micro * j->seq) / (double)p->cp;
    c.D = (double)(p->dp * p->cp);
    c.E = c.D / (double)p->ep;
    c.dense = ((double)c.layers * (m->attn + m->mlp) + m->vocab * m->d * (p->pp == 1 ? 2 : 1)) / (double)p->tp;
    c.expert = (double)(c.layers * m->experts) * m->expert / (double)(p->tp * p->ep);
    return c;
}

static enum fault shape(const struct job *j, const struct plan *p)
{
    const struct model *m = &j->m;
    if (p->dp < 1 || p->tp < 1 || p->pp < 1 || p->cp < 1 || p->ep < 1 || p->micro < 1 || p->chunks < 1 ||
        p->dp * p->tp * p->pp * p->cp != j->c.gpus)
        return GRID;
    if (m->heads % p->tp)
        return HEADS;
    if (p->dp * p->cp % p->ep || (m->experts ? m->experts % p->ep != 0 : p->ep != 1))
        return EXPERTS;
    int64_t n = over(m->layers, p->pp * p->chunks);
    if ((p->pp == 1 && p->chunks != 1) || p->pp * p->chunks * n - m->layers > 2 * n)
        return LAYERS;
    if (j->batch % (p->dp * p->micro))
        return BATCH;
    if (p->chunks > 1 && j->batch / (p->dp * p->micro) % p->pp)
        return CHUNKS;
    if (p->cp > 1 && j->seq % (2 * p->cp))
        return SEQ;
    if ((p->zero != 0 && p->zero != 1 && (p->zero != 3 || p->pp > 1)) || p->recompute < 0 || p->recompute > 1)
        return ZERO;
    return NONE;
}

/* ------------------------------------------------------------------------------------------------ memory */

void memory(const struct job *j, const struct plan *p, struct held *ret)
{
    const struct model *m = &j->m;
    struct cut c = cut(j, p);
    double all = c.dense + c.expert, apart = c.dense / c.D + c.expert / c.E, row = c.tokens / (double)p->tp;
    double two = 2 * ((m->attn + m->mlp) / (double)p->tp + (double)m->experts * m->expert / (double)(p->tp * p->ep));
    int64_t flight = p->pp < c.micros ? p->pp : c.micros;
    if (p->chunks > 1) {
        int64_t warm = 2 * (p->pp - 1) + (p->chunks - 1) * p->pp + 1;
        flight = warm < c.micros * p->chunks ? warm : c.micros * p->chunks;
    }
    ret->weights = j->c.w * (p->zero == 3 ? apart + two : all);
    ret->grads = j->c.g * (p->zero == 3 ? apart : all);
    ret->optimizer = j->c.o * (p->zero ? apart : all);
    ret->acts = (double)(flight * c.n) * row * (p->recompute ? 2 * m->d : m->act) + (p->recompute ? row * m->act : 0);
}

static double total(const struct job *j, const struct plan *p)
{
    struct held h;
    memory(j, p, &h);
    return h.weights + h.grads + h.optimizer + h.acts;
}

enum fault fault(const struct job *j, const struct plan *p)
{
    enum fault f = shape(j, p);
    return f != NONE ? f : total(j, p) > j->c.mem ? ROOM : NONE;
}

/* -------------------------------------------------------------------------------------------------- time */

static double wire(const struct cluster *c, int64_t reach)
{
    return reach <= c->node ? c->link : c->net;
}

static double visible(double t, double behind)
{
    return t > behind ? t - behind : 0;
}

static double share(double ranks)
{
    return (ranks - 1) / ranks;
}

static double arithmetic(const struct job *j, const struct plan *p, const struct cut *c)
{
    const struct model *m = &j->m;
    double row = c->tokens / (double)p->tp, head = 2 * m->vocab * m->d * row;
    double layer = (2 * per_layer(m) + 2 * (double)j->seq * m->q) * row, most = (double)c->layers * layer;
    double last = (double)(c->layers - c->missing / 2) * layer + head;
    if (last > most)
        most = last;
    return most * (p->recompute ? 4 : 3) / (j->c.peak * j->c.eff);
}

static double all_to_all(const struct job *j, const struct plan *p, const struct cut *c)
{
    const struct model *m = &j->m;
    int64_t reach = p->tp * p->ep, to = m->topk;
    if (!m->experts || p->ep == 1)
        return 0;
    if (reach > j->c.node && m->limit && m->limit < to)
        to = m->limit;
    return (double)(c->layers * (p->recompute ? 6 : 4) * to) * c->tokens / (double)p->tp * 2 * m->d *
           share((double)p->ep) / wire(&j->c, reach);
}

void times(const struct job *j, const struct plan *p, struct times *ret)
{
    const struct model *m = &j->m;
    const struct cluster *k = &j->c;
    struct cut c = cut(j, p);
    double tp = (double)p->tp, L = (double)c.layers, passes = p->recompute ? 4 : 3, bytes = 2 * c.tokens * m->d;
    struct times t = { .compute = arithmetic(j, p, &c) };
    t.tp = L * (p->recompute ? 6 : 4) * 2 * share(tp) * bytes / wire(k, p->tp);
    t.cp = visible(L * passes * (double)(p->cp - 1) * c.tokens * m->kv / tp * 2 / wire(k, p->tp * p->cp),
                   L * passes * 2 * (double)j->seq * m->q * c.tokens / tp / (k->peak * k->eff));
    t.ep = visible(all_to_all(j, p, &c), t.compute);
    t.pp = p->pp > 1 ? 2 * (double)p->chunks * bytes / tp / wire(k, k->gpus) : 0;
    double each = share(c.D) * c.dense + share(c.E) * c.expert, far = wire(k, p->tp * p->cp * p->dp);
    t.fsdp = p->zero == 3 ? visible(each * (2 * k->w + k->g) / far, t.compute) : 0;
    t.micro = t.compute + t.tp + t.cp + t.ep + t.pp + t.fsdp;
    t.idle = t.micro * (double)(p->pp - 1) / (double)p->chunks;
    t.dp = p->zero == 3 ? 0 : visible(each * (p->zero ? k->g + k->w : 2 * k->g) / far, t.micro);
    t.step = t.micro * (double)c.micros + t.idle + t.dp;
    *ret = t;
}

double reported(const struct job *j, const struct plan *p, int passes)
{
    struct times t;
    times(j, p, &t);
    return passes * forward(&j->m, j->seq) * (double)(j->batch * j->seq) / t.step / (double)j->c.gpus;
}

/* -------------------------------------------------------------------------------------------------- the plan */

struct search {
    const struct job *j;
    struct plan best;
    double step; /* of the best one so far */
};

#ifndef NAIVE /* naive.c looks at all of them */
/* Arithmetic and the bubble of this plan: no part of the step is left out that could be negative. */
static double at_least(const struct job *j, const struct plan *p)
{
    struct cut c = cut(j, p);
    return arithmetic(j, p, &c) * ((double)c.micros + (double)(p->pp - 1) / (double)p->chunks);
}

static void weigh(struct search *s, struct plan p)
{
    struct times t;
    for (p.recompute = 0; p.recompute < 2; p.recompute++) {
        if (at_least(s->j, &p) >= s->step)
            return; /* with recomputation it is longer still */
        for (p.zero = 0; p.zero < 4; p.zero += p.zero ? 2 : 1) {
            if ((p.zero == 3 && p.pp > 1) || total(s->j, &p) > s->j->c.mem)
                continue;
            times(s->j, &p, &t);
            if (t.step < s->step) {
                s->step = t.step;
                s->best = p;
            }
        }
    }
}

static void batches(struct search *s, struct plan p)
{
    for (p.micro = 1; p.micro <= 8; p.micro *= 2)
        for (p.chunks = 1; p.chunks <= (p.pp > 1 ? 8 : 1); p.chunks++)
            if (shape(s->j, &p) == NONE)
                weigh(s, p);
}

static void experts(struct search *s, struct plan p)
{
    for (p.ep = 1; p.ep == 1 || p.ep <= s->j->m.experts; p.ep++)
        if (p.dp * p.cp % p.ep == 0 && (p.ep == 1 || s->j->m.experts % p.ep == 0))
            batches(s, p);
}

int best(const struct job *j, struct plan *ret)
{
    struct search s = { .j = j, .step = INFINITY };
    int64_t G = j->c.gpus;
    struct plan p = { .chunks = 1, .micro = 1 };
    for (p.tp = 1; p.tp <= G && p.tp <= j->m.heads; p.tp++) {
        if (G % p.tp || j->m.heads % p.tp)
            continue;
        for (p.pp = 1; p.pp <= G / p.tp && p.pp <= j->m.layers + 2; p.pp++) {
            if (G / p.tp % p.pp)
                continue;
            int64_t left = G / p.tp / p.pp;
            for (p.dp = 1; p.dp <= left && p.dp <= j->batch; p.dp++) {
                if (left % p.dp || j->batch % p.dp)
                    continue;
                p.cp = left / p.dp;
                if (p.cp == 1 || j->seq % (2 * p.cp) == 0)
                    experts(&s, p);
            }
        }
    }
    if (isinf(s.step))
        return 0;
    *ret = s.best;
    return 1;
}
#endif
