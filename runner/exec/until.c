/* until.c: a run that is over when it has shown one failure, for who asks whether there is that failure. */
#define _GNU_SOURCE
#include "job.h"

#include <string.h>

int until_case(const struct job *j, const char *status, const char *message)
{
    return j->until && strcmp(status, "PASS") && strcmp(status, "SKIPPED") && strcasestr(message, j->until);
}

/* Could the grader's sentence on this gate have the text? */
static int speaks(const struct job *j, const json_t *gate)
{
    static const char *const said[] = { "counter", "call", "case", "why" };
    for (size_t k = 0; k < sizeof said / sizeof said[0]; k++)
        if (strcasestr(util_str(gate, said[k], ""), j->until))
            return 1;
    return 0;
}

static int keeps(double v, const char *op, double limit)
{
    return !strcmp(op, "<=") ? v <= limit : !strcmp(op, ">=") ? v >= limit : !strcmp(op, "<") ? v < limit
         : !strcmp(op, ">") ? v > limit : v == limit;
}

static int broken(const struct job *j, const json_t *gate)
{
    static const char *const same[] = { "case", "call" };
    const json_t *c;
    size_t k;
    json_array_foreach(json_object_get(j->report, "counters"), k, c) {
        int its = !strcmp(util_str(c, "name", ""), util_str(gate, "counter", ""));
        for (size_t q = 0; q < 2; q++)
            its = its && !strcmp(util_str(c, same[q], ""), util_str(gate, same[q], ""));
        if (its && !keeps(job_num(c, "value", 0), util_str(gate, "op", ""), job_num(gate, "value", 0)))
            return 1;
    }
    return 0;
}

static int here(const struct job *j, const json_t *gate)
{
    return !strcmp(util_str(gate, "on", j->backend), j->backend);
}

int until_gate(const struct job *j)
{
    size_t k;
    const json_t *g;
    json_array_foreach(json_object_get(j->lab, "gates"), k, g)
        if (j->until && here(j, g) && speaks(j, g) && broken(j, g))
            return 1;
    return 0;
}

/* Is a gate that can end the run about this call of this case? */
static int promising(const struct job *j, const json_t *entry, const char *call)
{
    size_t k;
    const json_t *g;
    json_array_foreach(json_object_get(j->lab, "gates"), k, g)
        if (j->until && here(j, g) && speaks(j, g) && !strcmp(util_str(g, "case", ""), util_str(entry, "id", "")) &&
            !strcmp(util_str(g, "call", ""), call))
            return 1;
    return 0;
}

/* Those that can end it first, in their order, then the others. */
int until_each(struct job *j, int (*wanted)(const struct job *j, const json_t *entry, const char *call), each_fn *one,
               void *of, struct err *e)
{
    int rc = 0;
    for (int promise = 1; promise >= 0; promise--) {
        size_t c, k;
        const json_t *entry, *run;
        json_array_foreach(json_object_get(j->lab, "cases"), c, entry)
            json_array_foreach(json_object_get(entry, "calls"), k, run) {
                const char *call = util_str(run, "call", "");
                if (!rc && promising(j, entry, call) == promise && wanted(j, entry, call) && !until_gate(j))
                    rc = one(j, entry, run, of, e);
            }
    }
    return rc;
}
