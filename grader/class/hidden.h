/* hidden.h: what a student may not read before its time: the cases that a report marks as hidden. */
#ifndef RIDGE_GRADER_HIDDEN_H
#define RIDGE_GRADER_HIDDEN_H

#include <jansson.h>
#include <stdbool.h>

/* Is it a hidden case of this ridge.report/1? */
bool hidden_case(const json_t *report, const char *id);

/* The sentence, or one that says less when it names "case ID" of a hidden case: its figures are that case's. */
const char *hidden_spares(const json_t *report, const char *sentence);

/* May students see hidden cases at once? Of an assignment's "visibility", "visible", "after_due", "after_published" or
 * "hidden", the first says so. NULL: no. */
bool hidden_are_shown(const char *visibility);

#endif
