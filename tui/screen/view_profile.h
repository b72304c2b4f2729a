#ifndef RIDGE_VIEW_PROFILE_H
#define RIDGE_VIEW_PROFILE_H

#include "screen.h"

/* What a report says of the profile: what bounds each call, the counters that are not 0, the lines that cost. Nothing
 * when nothing was counted. `dir`: where the report's files are, for the editor; may be NULL. */
void profile_fill(struct pane *p, const json_t *report, const char *dir);

#endif
