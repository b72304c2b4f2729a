/*
 * standing.h: where a lab stands: its points, its verdict, its stage. The one rule for every page, command and class;
 * the facts are the caller's.
 *
 * A milestone that was won stays won until the lab's revision changes; of several wins the best counts. What stands
 * beside the total ("beside": only a GPU can tell) has no points, decides no verdict and no stage. Answers need no run:
 * those that were right once count.
 */
#ifndef RIDGE_STANDING_H
#define RIDGE_STANDING_H

#include <jansson.h>

struct standing {
    double points, max;
    const char *status; /* PASS: all that counts is won */
    const char *stage;  /* the least of the timed milestones: gold is gold throughout; "": none, or one has none yet */
};

/*
 * Over rows in the lab's order, which may be a report's milestones:
 * [{"kind","status","stage","points","max","beside"}]. The status is that of the first that is not PASS. SKIPPED, what
 * the machine cannot judge, is passed over, unless it is `correct` or nothing else was judged; STALE, won at an older
 * revision, gives way to any other.
 */
struct standing standing_of(const json_t *rows);

/*
 * A lab's milestones ([{"id","kind","max","beside"}]) at revision `rev`, each with the best that was won, as rows for
 * standing_of() that also say "won": the run, 0 for none, "when", and "after_solution": true when the solution had been
 * opened before that run. What was won as well before stays unmarked; answers, which need no run, never are marked.
 *   won      [{"id","rev","stage","points","max","attempt","when","after_solution"}]: what each run was the first
 *            to win
 *   until    the last run that counts; 0: all of them
 *   answers  the share of the answers that is right, 0 to 1
 * Points are a share of the milestone's present maximum, so that what was won keeps its worth when totals are redrawn.
 */
json_t *standing_rows(const json_t *milestones, int rev, const json_t *won, json_int_t until, double answers);

/* The total after attempt {"id","rev","points","max","answers": points of its own} of an older revision, from that
 * revision's wins alone: at least what the run itself had, and of its own maximum. */
struct standing standing_then(const json_t *attempt, const json_t *won);

#endif
