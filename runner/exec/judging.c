/* judging.c: see judging.h. */
#include "judging.h"

#include <math.h>
#include <stdio.h>

enum {
    SAMPLE = 256,    /* positions of an output, at least */
    AFTER_LEAST = 2, /* copies that are judged whatever they cost, where nothing but whole outputs can be */
};

static const double slow_s = 0.1;                   /* a verifier that takes longer waits for the end of the race */
static const double least_s = 0.002, share = 0.1;   /* of a run's time, or the race's, is for judging it */
static const double share_of_whole = 0.25;          /* the same where nothing but whole outputs can be judged */
static const size_t copied_most = (size_t)64 << 20; /* bytes of a run whose positions are judged in any case */

static int judge(struct judging *g, enum judged whose, size_t sample, struct verify_result *v, char *msg, size_t n,
                 struct err *e)
{
    double t0 = util_now();
    if (verify_case(g->j->oracle, g->b->run, &g->b->rc, sample, v, e))
        return -1;
    g->verify_s = util_now() - t0;
    g->position_s = g->verify_s / (double)(v->total ? v->total : 1);
    g->runs[whose]++;
    g->whole[whose] += !sample || g->b->call->verify;
    if (v->pass)
        return 0;
    snprintf(msg, n, "A timed run was wrong: %.300s", v->message);
    return 1;
}

int judging_whole(struct judging *g, struct proc *p, enum judged whose, struct verify_result *v, char *msg, size_t n,
                  struct err *e)
{
    case_memory_snapshot(g->b, p);
    return judge(g, whose, 0, v, msg, n, e);
}

/* How many positions of each output so many seconds are worth; 0: all there are. */
static size_t worth(const struct judging *g, double seconds)
{
    double n = g->position_s > 0 ? seconds / g->position_s : 0, all = 0, outputs = 0;
    for (size_t k = 0; k < g->b->nbuf; k++) {
        all += g->b->buf[k].writable ? (double)g->b->buf[k].count : 0;
        outputs += g->b->buf[k].writable;
    }
    return n >= all ? 0 : n > SAMPLE * outputs ? (size_t)(n / outputs) : SAMPLE;
}

/* Of a run that was not judged whole. Where positions are judged in any case, a copy is worth its memory when all of
 * them can be had after the race. */
static int keep(struct judging *g, const struct judged_run *run, struct err *e)
{
    if (!g->b->call->verify && (g->b->in_size + 2 * g->b->out_size > copied_most || worth(g, share * g->race_s)))
        return 0;
    if (!g->kept.room)
        kept_open(&g->kept, g->b);
    return kept_offer(&g->kept, g->b, run->p, run->seconds, e);
}

int judging_run(struct judging *g, const struct judged_run *run, char *msg, size_t n, struct err *e)
{
    struct verify_result v;
    int mine = run->whose == JUDGED_LEARNER, first = !g->runs[run->whose], whole = g->b->call->verify != NULL;
    if (!mine && !first) /* what the reference computes, the lab's author computes */
        return 0;
    if (whole && !first && g->verify_s >= slow_s)
        return run->counts ? keep(g, run, e) : 0;
    size_t sample = whole ? 0 : g->position_s > 0 ? worth(g, fmax(least_s, share * run->wall)) : SAMPLE;
    case_memory_snapshot(g->b, run->p);
    int rc = judge(g, run->whose, sample, &v, msg, n, e);
    return rc || !mine || !run->counts || !sample ? rc : keep(g, run, e);
}

int judging_after(struct judging *g, struct proc *p, double spent, char *msg, size_t n, struct err *e)
{
    struct verify_result v;
    double t0 = util_now(), allowed = (g->b->call->verify ? share_of_whole : share) * spent;
    int done = 0, least = g->b->call->verify ? AFTER_LEAST : 1;
    for (size_t k = 0; k < g->kept.room; k++) {
        if (done >= least && util_now() - t0 > allowed)
            break;
        if (!kept_show(&g->kept, k, g->b, p))
            continue;
        if (!done++)
            job_step("perf", "judges outputs of %s, case %s, whole", g->b->call_name, g->b->case_id);
        int rc = judge(g, JUDGED_LEARNER, 0, &v, msg, n, e);
        if (rc)
            return rc;
    }
    return 0;
}

void judging_finish(struct judging *g)
{
    kept_finish(&g->kept);
}
