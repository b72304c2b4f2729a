/*
 * decide.h: what an instructor decided of many students, as a table: a due time, an excuse, points, each with a reason.
 * Pure: a table in, decisions and what is wrong with them out; who the students are is the caller's to find.
 *
 *   key     as of roster.h, or what else names a student
 *   points  Points, Grade, Score, Mark
 *   excuse  Excuse, Excused: yes, y, true, 1, x, ex or excused; no, n, false, 0 or nothing
 *   due     Due, Due time, Extension: a time with its offset, or none
 *   reason  Reason, Comment, Why
 *
 * The same in German and French. An empty cell decides nothing. Where the separator is no comma, a number may have one.
 */
#ifndef RIDGE_GRADER_DECIDE_H
#define RIDGE_GRADER_DECIDE_H

#include <jansson.h>

#include "csv.h"

/*
 * A new {"rows": [{"line","who","kind": "due", "excuse" or "points","value": ms or thousandths, null for no due time,
 * "reason"}], "bad": [{"line","column","why"}]}, or NULL with a sentence where the table has no column for a student,
 * or nothing to decide. A row of the table may give two of "rows": a due time stands beside the others. column: from 1,
 * of the cell; 0: of the whole row.
 *
 * said: "key=HEADING" and its like, as of --column. reason: of rows that have none of their own, or NULL.
 */
json_t *decide_parse(const struct csv *c, const char *const *said, size_t nsaid, const char *reason, struct err *e);

#endif
