/*
 * planner.c: yours. lab.h says what each function must do.
 *
 * Everything compiles as it stands, and plans nothing. Start with params(), whose answers you can look up. fault()
 * comes next, then memory(): with both you know what fits. times() has one term after the other. best() is loops.
 */
#include "lab.h"

double params(const struct model *m)
{
    /* Of 405B this is 405.85e9. Who has mlp0, who has experts? */
    (void)m;
    return 0;
}

double active(const struct model *m)
{
    (void)m;
    return 0;
}

double forward(const struct model *m, int64_t seq)
{
    (void)m, (void)seq;
    return 0;
}

enum fault fault(const struct job *j, const struct plan *p)
{
    /* In the order of lab.h: a plan may break several rules, and the first one counts. */
    (void)j, (void)p;
    return NONE;
}

void memory(const struct job *j, const struct plan *p, struct held *ret)
{
    /* Parameters of the fullest GPU first, dense ones and experts' apart: they are shared by different ranks. */
    (void)j, (void)p;
    *ret = (struct held){ 0 };
}

void times(const struct job *j, const struct plan *p, struct times *ret)
{
    /* Each term for itself: how many bytes or FLOP, over which rate, and what does it hide behind? */
    (void)j, (void)p;
    *ret = (struct times){ 0 };
}

double reported(const struct job *j, const struct plan *p, int passes)
{
    (void)j, (void)p, (void)passes;
    return 0;
}

int best(const struct job *j, struct plan *ret)
{
    (void)j;
    *ret = (struct plan){ 1, 1, 1, 1, 1, 1, 1, 0, 0 };
    return 0;
}
