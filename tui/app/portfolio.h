/*
 * portfolio.h: what a learner has to show: a document of facts from the workbook, and the page made of the document. A
 * run measured each figure or the learner said it; a measured figure names the attempt that proves it.
 */
#ifndef TUI_PORTFOLIO_H
#define TUI_PORTFOLIO_H

#include "app.h"
#include "runner/base/util.h"

/* What the document covers: one week, one part, a capstone, or, when all members are 0, the whole workbook. */
struct portfolio_scope {
    int week, part;
    json_t *artifact;   /* of artifact.h: becomes the document's "artefact"; borrowed */
    const json_t *only; /* with an artifact: the ids of its labs, in place of weeks */
};

enum { PORTFOLIO_EDIT_LINES = 60, PORTFOLIO_COUNTERS = 24 };

/*
 * ridge.portfolio/1. Times in ms since 1970, ratios t_reference / t_learner of one run.
 * {"schema","title","learner","when","scope":{"kind","n"},
 *  "journey":{"attempts","days","first","last","labs_passed","labs_begun","labs_ready","points","answers_right",
 *             "reviews"}, "calibration": predictions_summary(),
 *  "weeks":[{"n","part","title","labs":[{"id","title","ready","status","stage"}]}],
 *  "opened":[{"subject","when","reason"}] by `ridge unlock`, when the scope is all of it,
 *  "labs":[{"id","title","week","part","capstone","status","stage","points","max","attempts","hints","revealed",
 *    "milestones":[{"id","rev","stage","attempt","when","after_solution"}],
 *    "pairs":[{"bench","before":RUN,"after":RUN,"step":null|{"before","after","won","edit":[{"file","sign","text"}]}}],
 *    "roofline":{"points":[…],"peaks":[{"name","value"}],"bandwidths":[…]},
 *    "profile":null|{"attempt","reading":[{"call","case","bound","evidence"}],
 *      "counters":[…],["counter_words":{name: words},]"timeline":null|{"case","call","rows","dropped"}},
 *    "answers":[{"question","ask","text","status","when","rev","tries","ticks","self_assessed",
 *    "assessed": "self-assessed 3 of 5" or ""}],
 *    "predictions":[…as db_predictions()…]}],
 *  "answers":[{"owner","question",…}] of weeks; of an older revision of its lab an answer is "older": true,
 *  "chapters":[chapter_line() and "states":[{"id","kind","state": chapter_exercise()}]] of those with anything done,
 *  "sittings":[{"id","scope","when","end","open_book","passed","words": interview_words()}], the newest first,
 *  "capstones":[{"id","title","week","ready","status","stage"}],
 *  "attempts":{"12":{"id","lab","rev","when","status","verb","points","max","stage","sandbox","machine","source"}}}
 * RUN is {"attempt","when","ratio","lo","hi","gflops","gbps"}. `attempts` holds each attempt that another member names.
 * You own the reference; NULL with a.error when there is no such week, part or capstone.
 */
json_t *portfolio_build(struct app *a, const struct portfolio_scope *scope);

/* "attempt 12", as a link to the attempt's place on the page; an id that is not above 0 adds nothing. */
void portfolio_link(struct text *to, double id);

/* The values of "attempts" in the order of their numbers, as an array; yours. */
json_t *portfolio_by_number(const json_t *attempts);

/* One page that holds all that it shows: it has no script and fetches nothing. A document always gives the same
 * bytes. */
void portfolio_html(const json_t *doc, struct text *to);

#endif
