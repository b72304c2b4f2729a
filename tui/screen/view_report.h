/*
 * view_report.h: a report (ridge.report/1) as rows: for the results of a run and for the history.
 */
#ifndef TUI_VIEW_REPORT_H
#define TUI_VIEW_REPORT_H

#include <jansson.h>

#include "screen.h"

/* Adds the rows. `dir` holds the learner's files: what a log says about them can be opened; NULL:
 * can't. `attempt` 0: not recorded. `won`: the milestones of app_standing(), so that what an earlier run won is
 * told to be won; NULL: this run alone is told. `ascii`: the terminal shows no other signs. */
void report_fill(struct pane *p, const json_t *report, int64_t attempt, const char *dir, const json_t *won, int ascii);

/* What failed in `correct`, the first few; the last row leads to all of them (view_cases.c). */
void report_fill_cases(struct pane *p, const json_t *report, const json_t *milestone);
/* 1: the row was the one for the cases, and they are open. */
int report_open_cases(struct view *v, const struct row *r, const json_t *report, int64_t attempt);

#endif
