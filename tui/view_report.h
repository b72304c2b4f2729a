/*
 * view_report.h: a report (ridge.report/1) as rows: for the results of a run and for the history.
 */
#ifndef TUI_VIEW_REPORT_H
#define TUI_VIEW_REPORT_H

#include <jansson.h>

#include "screen.h"

/* Adds the rows. `dir` holds the learner's files: what a log says about them can be opened; NULL:
 * can't. `attempt` 0: not recorded. */
void report_fill(struct pane *p, const json_t *report, int64_t attempt, const char *dir);

#endif
