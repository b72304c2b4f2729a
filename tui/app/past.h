/*
 * past.h: what was tried, as the history lists it: attempts and sittings with a closed book, the newest first.
 */
#ifndef TUI_PAST_H
#define TUI_PAST_H

#include <jansson.h>
#include <stdbool.h>

#include "app.h"

/*
 * At most `limit` rows, of a lab, of a deep dive ("deep/d07"), or, when `of` is NULL, of everything. An attempt is a
 * row of db_attempts() with app_stood()'s and app_cases()'s members; a sitting that has ended is a row of
 * interview_past(). NULL with a->error; you own it.
 */
json_t *past_rows(struct app *a, const char *of, int limit);

bool past_is_sitting(const json_t *row);
int64_t past_when(const json_t *row); /* when it began */

#endif
