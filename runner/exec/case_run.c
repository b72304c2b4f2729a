/* case_run.c: see case_run.h. */
#include "case_run.h"

#include "backend.h"

int case_run(struct job *j, struct case_memory *b, const struct case_run *run, struct case_end *ret, struct err *e)
{
    const struct backend *on = backend_of(j, b->call);
    *ret = (struct case_end){ .how = CASE_RIGHT, .v = { .pass = 1 } };
    if (!run->keep && case_memory_fill(j, b, proc_in(run->p), run->seed, 0, e))
        return -1;
    case_memory_go(b, run->p);
    proc_go(run->p)->ranks.timeline = run->timeline;
    proc_go(run->p)->batch = run->batch;
    if (run->order)
        on->order(j, b, run->p, run->order);
    ret->state = proc_trial(run->p, run->limit_s, &ret->wall, &ret->cpu);
    if (ret->state != PROC_DONE)
        ret->how = CASE_BROKE;
    else if (on->verdict && (ret->said = on->verdict(run->p, ret->text, sizeof ret->text)) != SAID_FINE)
        ret->how = CASE_CONDEMNED;
    if (ret->how != CASE_RIGHT || run->unjudged)
        return 0;
    case_memory_snapshot(b, run->p);
    if (run->unverified)
        return 0;
    if (verify_case(j->oracle, b->run, &b->rc, run->sample, &ret->v, e))
        return -1;
    ret->how = ret->v.pass ? CASE_RIGHT : CASE_WRONG;
    return 0;
}
