/* diary.h: what happened when, day by day, from the workbook's journal. Nothing here prints or draws. */
#ifndef TUI_DIARY_H
#define TUI_DIARY_H

#include <jansson.h>

#include "app.h"

enum { DIARY_MOST = 20000 }; /* entries that one log tells of */

/*
 * The days (day.h) from the latest to `days` ago, 0 for all, that have an entry which holds `text`
 * (small letters match capitals; NULL: any):
 * [{"day":"2026-11-21","hours","entries":[{...as db_journal(), "line"}]}], newest first.
 *
 * hours: of all the day's entries, the time between neighbours that are at most 30 minutes apart
 * and that of runs: what the workbook saw, so less than what was spent. line: one entry in words.
 * NULL with a->error when the workbook can't be read.
 */
json_t *diary_load(struct app *a, int days, const char *text);

/* The latest `most` entries only; *ret_more: there may be older ones. */
json_t *diary_latest(struct app *a, int most, const char *text, int *ret_more);

/* The hours of the latest `days` days, as there; 0 when the workbook can't be read. */
double diary_hours(struct app *a, int days);

/* A status for its sign (PASS, FAIL, …), "" for none. */
const char *diary_status(const json_t *entry);

#endif
