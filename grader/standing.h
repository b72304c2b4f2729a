/*
 * standing.h: where a learner stands in a lab: points, verdict and stage. Every page, command and class uses this one
 * rule; the caller supplies the facts.
 *
 * A milestone that was won stays won until the lab's revision changes; of several wins the best counts. A milestone
 * beside the total ("beside": only a GPU can judge) has no points and decides neither verdict nor stage. An answer
 * needs no run: one that was right once counts.
 */
#ifndef RIDGE_STANDING_H
#define RIDGE_STANDING_H

#include <jansson.h>

struct standing {
    double points, max;
    const char *status; /* PASS: every milestone that counts is won */
    const char *stage;  /* the lowest of the timed milestones; "": one has none yet, or nothing is timed */
};

/*
 * Over rows in the lab's order, which may be a report's milestones:
 * [{"kind","status","stage","points","max","beside"}]. The status is that of the first milestone that is not PASS. A
 * SKIPPED milestone, which this machine cannot judge, is passed over, unless it is `correct` or no other was judged. A
 * STALE milestone, won at an older revision, gives way to any other.
 */
struct standing standing_of(const json_t *rows);

/*
 * A lab's milestones ([{"id","kind","max","beside"}]) at revision `rev`, each with the best that was won, as rows for
 * standing_of() that also say "won": the run, 0 for none, "when", and "after_solution": true when the solution had been
 * opened before that run. What was won as well before stays unmarked; answers, which need no run, never are marked.
 *   won      [{"id","rev","stage","points","max","attempt","when","after_solution","partial"}]: what each run was the
 *            first to win; with "partial": true what it had of a milestone that it did not pass (grader/credit.h)
 *   until    the last run that counts; 0: all of them
 *   answers  the share of the answers that is right, 0 to 1
 * Of a milestone that is not won the best partial credit at this very revision counts, and its row stays PENDING.
 * Points are a share of the milestone's present maximum, so that what was won keeps its worth when totals are redrawn.
 */
json_t *standing_rows(const json_t *milestones, int rev, const json_t *won, json_int_t until, double answers);

/* The total after attempt {"id","rev","points","max","answers": points of its own} of an older revision, from that
 * revision's wins alone: at least what the run itself had, and of its own maximum. */
struct standing standing_then(const json_t *attempt, const json_t *won);

#endif
