/* until.c: a run that is over when it has shown one failure, for who asks whether there is that failure. */
#define _GNU_SOURCE
#include "until.h"

#include <string.h>

int until_case(const struct job *j, const struct lab_case *c, const char *status, const char *message)
{
    return j->until && !c->drawn && strcmp(status, "PASS") && strcmp(status, "SKIPPED") &&
           strcasestr(message, j->until);
}

/* Could the grader's sentence on this gate have the text? */
static int speaks(const struct job *j, const struct lab_gate *g)
{
    const char *said[] = { g->counter, g->call, g->case_id, g->why };
    for (size_t k = 0; k < sizeof said / sizeof said[0]; k++)
        if (strcasestr(said[k], j->until))
            return 1;
    return 0;
}

static int keeps(double v, const char *op, double limit)
{
    return !strcmp(op, "<=") ? v <= limit : !strcmp(op, ">=") ? v >= limit : !strcmp(op, "<") ? v < limit
         : !strcmp(op, ">") ? v > limit : v == limit;
}

static int broken(const struct job *j, const struct lab_gate *g)
{
    const json_t *c;
    size_t k;
    json_array_foreach(json_object_get(j->report, "counters"), k, c)
        if (!strcmp(util_str(c, "name", ""), g->counter) && !strcmp(util_str(c, "case", ""), g->case_id) &&
            !strcmp(util_str(c, "call", ""), g->call) && !keeps(job_num(c, "value", 0), g->op, g->value))
            return 1;
    return 0;
}

static int can_end(const struct job *j, const struct lab_gate *g)
{
    return j->until && (!g->on || !strcmp(g->on, j->backend)) && speaks(j, g);
}

int until_gate(const struct job *j)
{
    for (size_t k = 0; k < j->lab.ngates; k++)
        if (can_end(j, &j->lab.gates[k]) && broken(j, &j->lab.gates[k]))
            return 1;
    return 0;
}

/* Is a gate that can end the run about this call of this case? */
static int promising(const struct job *j, const struct lab_run *run)
{
    for (size_t k = 0; k < j->lab.ngates; k++)
        if (lab_gates(&j->lab.gates[k], run) && can_end(j, &j->lab.gates[k]))
            return 1;
    return 0;
}

/* Those that can end it first, in their order, then the others. */
int until_each(struct job *j, wanted_fn *wanted, each_fn *one, void *of, struct err *e)
{
    int rc = 0;
    for (int promise = 1; promise >= 0; promise--)
        for (const struct lab_run *run = NULL; (run = lab_next(&j->lab, run));)
            if (!rc && promising(j, run) == promise && wanted(j, run) && !until_gate(j))
                rc = one(j, run, of, e);
    return rc;
}
