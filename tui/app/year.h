/*
 * year.h: the year as a map: which state each week is in, what it rests on and what rests on it. No drawing here.
 */
#ifndef TUI_YEAR_H
#define TUI_YEAR_H

#include "app.h"
#include "facts.h"

enum { YEAR_WEEKS = 52 };

/* Off: the track leaves the week out, and nothing was done in it. */
enum year_cell { YEAR_OFF, YEAR_NOT_YET, YEAR_OPEN, YEAR_PASSED, YEAR_GOLD, YEAR_STALE, YEAR_CELLS };

struct year {
    struct app *app;
    const json_t *track; /* borrowed from the curriculum */
    json_t *steps; /* gate_steps() */
    struct facts facts;
    struct week_facts week[YEAR_WEEKS + 1]; /* by number; [0] is empty */
    enum year_cell cell[YEAR_WEEKS + 1];
};

/* `track`: one of curriculum_tracks(). The curriculum must be loaded; what the database can't give counts as not
 * done. */
void year_load(struct year *y, struct app *a, const json_t *track);
void year_free(struct year *y); /* a zeroed one is fine */

const char *year_sign(enum year_cell c); /* one column: "·" "▣" "✓" "★" "~", a blank when off */
const char *year_word(enum year_cell c); /* "not yet" "open" "passed" "gold" "stale" "off the track" */

/*
 * One week: {"n","part","title","hours":{"read","lab","extra_read","extra_lab"},"state","on_track","labs":[…],
 * "rests_on":[…],"leads_to":[…]};
 * a lab is {"id","title","ready","status","stage","extra","step"}: extra, as facts_extra() says; step is
 * the track's, or null. rests_on and leads_to hold {"topic","weeks":[n,…]} from the curriculum's graph. You own the
 * reference; NULL: no such week.
 */
json_t *year_week(const struct year *y, int n);

#endif
