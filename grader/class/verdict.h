/*
 * verdict.h: what a run of a submission is worth to its student: which milestones count, and what a class makes of a
 * milestone that could not be decided. Pure: a report in, a verdict out. It neither stores nor repeats anything.
 *
 * `compile` and `limits` always count, any other milestone when its phase was asked for. A milestone that counts and
 * that this machine cannot judge (SKIPPED) is neither given nor missed. What a fault of ours, or of the machine,
 * ended is nobody's: the run is tried again. So is one with a milestone within the noise: INCONCLUSIVE, or passed
 * with a higher stage that the interval straddles ("straddled"), which would otherwise cost points that another run
 * of the same source gets; but not for a milestone beside the points, which decides nothing. A time that cannot be
 * ("untrusted"), wherever it stands, is tried as often as the class tries at all; then what correctness gave is kept,
 * the time gives nothing, and the status is INCONCLUSIVE, so that a person looks into it. SUSPICIOUS is kept as it
 * is.
 */
#ifndef RIDGE_VERDICT_H
#define RIDGE_VERDICT_H

#include <jansson.h>
#include <stdbool.h>

struct verdict {
    bool keep;          /* false: the run decides nothing, give the submission back to the queue */
    const char *status; /* of standing.h, over what counts; lives as long as the report */
    double points, max;
    const char *stage; /* "bronze", "silver", "gold" or NULL */
    char *why;         /* for the instructor; NULL: nothing has to be said. verdict_finish() frees it */
};

/*
 * `phases`: names of the phases that were asked for. `tries`: how often the submission was run, this run included;
 * `most`: the last try's number. A milestone of `report` that was not asked for and is pending says so afterwards, and
 * has no points to miss.
 */
struct verdict verdict_of(json_t *report, const json_t *phases, int tries, int most);
void verdict_finish(struct verdict *v);

#endif
