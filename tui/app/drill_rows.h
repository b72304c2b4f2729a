/*
 * drill_rows.h: which drills the labs have, as lists show them.
 */
#ifndef TUI_DRILL_ROWS_H
#define TUI_DRILL_ROWS_H

#include "app.h"

/* The row of curriculum_brief(LAB)'s "drills"; NULL: there is no such drill. Borrowed. */
const json_t *drill_rows_find(struct app *a, const char *id);

/* "swizzle, bf16" in `ret`, or "". */
void drill_rows_names(struct app *a, const char *lab, char *ret, size_t n);

#endif
