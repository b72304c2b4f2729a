/*
 * adjust.h: what an instructor decided of one student in one lab, and what that does to the grade: another due time,
 * an excuse, a grade set by hand. Pure: rows of db_adjustments() in; nothing here reads a clock or a disk.
 *
 * Of a student and a lab the latest row of its sort holds: of "due" the due time; of "excuse" and "points", which
 * answer the same question, the grade. "undo" takes back all that came before it. What was measured stays as it is:
 * status, points, penalty and report of the grading that counts are never changed, only what is made of them.
 */
#ifndef RIDGE_GRADER_ADJUST_H
#define RIDGE_GRADER_ADJUST_H

#include <jansson.h>
#include <stdint.h>

#include "late.h"
#include "runner/base/util.h"

/*
 * The students (of db_students()) again, a new array in the same order; one of whom something holds has
 *   "adjust": {"marks": "d", "e", "p", "de" or "dp"; with d: "due": ms|null (none); with e: "excused": true;
 *              with p: "points", "most": the points by hand, and those that the lab had then;
 *              "notes": [the rows of db_adjustments() that hold]}
 * adjustments: of one lab.
 */
json_t *adjust_students(const json_t *students, const json_t *adjustments);

/* Each row of db_adjustments(), of any labs, gets "holds": does it count now? */
void adjust_mark(json_t *adjustments);

/* The due time of this "adjust" (NULL: nothing holds) in place of the lab's. */
void adjust_policy(const json_t *adjust, struct late_policy *p);

/*
 * A finished row of class.h gets "adjust": null, or the above with "measured": {"status","grade"}, what they would be
 * without an excuse or a grade by hand. An excuse makes the status EXCUSED and the grade null; points by hand are the
 * grade, late or not, and the most that there was then is "max" where nothing was graded. Due times are said in the
 * zone of p's.
 */
void adjust_row(json_t *row, const json_t *adjust, const struct late_policy *p);

/* Is it settled by hand: excused, or points given? */
int adjust_decides(const json_t *row);

/* "7", "7.5", "7.125": thousandths; 0, or -1 and *ret as it was: a sign, more places, above a million. */
int adjust_parse_points(const char *text, int64_t *ret);

/* "due 2026-12-08T23:59:00+01:00" in p's zone, "no due time", "excused", "7.5 of 10 points by hand", "undone"; then
 * ": " and the reason, as it is stored. */
void adjust_sentence(const json_t *note, const struct late_policy *p, struct text *to);

/* The sentences of all that holds for a row, "; " between them. Nothing for one without. */
void adjust_sentences(const json_t *row, struct text *to);

#endif
