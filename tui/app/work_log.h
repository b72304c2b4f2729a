/* work_log.h: what happened when, day by day, from the workbook's journal. Nothing here prints or draws. */
#ifndef TUI_WORK_LOG_H
#define TUI_WORK_LOG_H

#include <jansson.h>

#include "app.h"

enum { WORK_LOG_MOST = 20000 }; /* entries that work_log_load() reads */

/*
 * The days (day.h) from the latest to `days` ago, or all with `days` 0, that have an entry with `text` in it (small
 * letters match capitals; NULL matches every entry):
 * [{"day":"2026-11-21","hours","entries":[{...as db_journal(), "line"}]}], newest first.
 *
 * "hours" adds up the times between neighbouring entries that are at most 30 minutes apart, and the runs' own times:
 * the workbook sees no more, so a learner has spent at least as much. All entries of the day count, with `text` or
 * not. "line" is one entry in words. NULL with a->error when the workbook can't be read.
 */
json_t *work_log_load(struct app *a, int days, const char *text);

/* The same for the latest `most` entries; *ret_more: there may be older ones. */
json_t *work_log_latest(struct app *a, int most, const char *text, int *ret_more);

/* The hours of the latest `days` days, as work_log_load() adds them up; 0 when the workbook can't be read. */
double work_log_hours(struct app *a, int days);

/* The status that gives an entry its sign (PASS, FAIL, …); "" for an entry without one. */
const char *work_log_status(const json_t *entry);

#endif
