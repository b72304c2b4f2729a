/*
 * year_map.h: the 52 weeks as a map: which state each week is in, what the week rests on and what rests on the week.
 * Nothing here prints or draws.
 */
#ifndef TUI_YEAR_MAP_H
#define TUI_YEAR_MAP_H

#include "app.h"
#include "facts.h"

enum { YEAR_MAP_WEEKS = 52 };

enum year_map_cell {
    YEAR_MAP_OFF, /* the track leaves the week out, and nothing was done in the week */
    YEAR_MAP_NOT_YET,
    YEAR_MAP_OPEN,
    YEAR_MAP_PASSED,
    YEAR_MAP_GOLD,
    YEAR_MAP_STALE, /* a lab of the week has changed since it was passed */
    YEAR_MAP_CELLS
};

struct year_map {
    struct app *app;
    const json_t *track; /* borrowed from the curriculum */
    json_t *steps;       /* gate_steps() */
    struct facts facts;
    struct week_facts week[YEAR_MAP_WEEKS + 1]; /* by the week's number; [0] is empty */
    enum year_map_cell cell[YEAR_MAP_WEEKS + 1];
};

/* `track`: one of curriculum_tracks(). The curriculum must be loaded. What the workbook can't give counts as
 * not done. */
void year_map_load(struct year_map *y, struct app *a, const json_t *track);
void year_map_free(struct year_map *y); /* a zeroed one is fine */

const char *year_map_sign(enum year_map_cell c); /* one column: "·" "▣" "✓" "★" "~", a blank when off */
const char *year_map_word(enum year_map_cell c); /* "not yet" "open" "passed" "gold" "stale" "off the track" */

/*
 * One week: {"n","part","title","hours":{"read","lab","extra_read","extra_lab"},"state","on_track","labs":[…],
 * "rests_on":[…],"leads_to":[…]}. A lab is {"id","title","ready","status","stage","extra","step"}: "extra" as
 * facts_extra() says, "step" the title of the track's step with the lab, or null. "rests_on" and "leads_to" hold
 * {"topic","weeks":[n,…]} from the curriculum's graph. You own the reference; NULL when there is no such week.
 */
json_t *year_map_week(const struct year_map *y, int n);

#endif
