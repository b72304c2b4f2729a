/*
 * remark.h: what people said of one student's work in one lab, and what that does to the grade: comments on lines,
 * points by hand beside the machine's, and what the student asked and was answered. Pure: rows of db_remarks() in.
 *
 * Points by hand come from a rubric: a list of items, each with points (negative ones are taken off), an id and a text.
 * Of an item the latest mark holds; "undo" takes back the one row that it is about. What an item had to give when it
 * was marked stays with the mark, so that another rubric changes no grade that was given.
 */
#ifndef RIDGE_GRADER_REMARK_H
#define RIDGE_GRADER_REMARK_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "runner/base/util.h"

/*
 * The students (of db_students()) again, a new array in the same order; one of whom something is said has
 *   "remarks": {"marks": [rows that hold], "comments": [rows that hold, by file and line],
 *               "requests": [rows, each with "answer": a row, or null]}
 * remarks: of one lab.
 */
json_t *remark_students(const json_t *students, const json_t *remarks);

/* The most that can be given by hand: the sum of what is not taken off, in points. */
double remark_possible(const json_t *rubric);

/* The item with this id, or NULL. */
json_t *remark_item(const json_t *rubric, const char *id);

/*
 * A row of class.h that is graded by the machine or not at all gets
 *   "by_hand": null where the lab has no rubric, else {"points","max","marks":[{"id","item","points","most","text",
 *              "who","at"}]}
 *   "comments": [{"id","file","line","submission","text","who","at"}]
 *   "requests": [{"id","made","text","at","answer": null or {"kind": "accept" or "decline","text","who","at"}}]
 * and, where there is a grade, grade and max of both together: the one place in which points by hand and the machine's
 * are added. A grade is never below 0.
 */
void remark_row(json_t *row, const json_t *said, const json_t *rubric);

/* Requests of a row that nobody answered yet. */
size_t remark_open(const json_t *row);

/* "style 3 of 5: names say little; transpose.cu:12: a barrier is missing", of all that holds for a row; nothing for one
 * without. Foreign text as it is. */
void remark_sentences(const json_t *row, struct text *to);
void remark_place(const json_t *comment, struct text *to); /* "FILE:12", "FILE", or nothing */

/* "3", "-2", "1.5": thousandths; 0, or -1 and *ret as it was. */
int remark_parse_points(const char *text, int64_t *ret);

#endif
