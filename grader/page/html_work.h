/*
 * html_work.h: parts of a student's page about the student's own work: how far each function is right, what failed
 * with its inputs, the hints, and the source with the lines that something is said of. For html_student.c alone.
 *
 * Of hidden cases only numbers are told. Everything is bounded: HTML_LINES lines of source, cut at HTML_LINE bytes.
 */
#ifndef RIDGE_GRADER_HTML_WORK_H
#define RIDGE_GRADER_HTML_WORK_H

#include <jansson.h>

struct text;

enum { HTML_LINES = 2500, HTML_LINE = 400, HTML_FAILURES = 12, HTML_MARKS = 60 };

/* CSS of what is written here. */
extern const char html_work_style[];

/* A row a function: cases that are right, visible and hidden, and the points where credit is partial. */
void html_functions(struct text *to, const json_t *lab, const json_t *report);

/* Of each function the first visible case that failed, as it was called, with its inputs where they are small; hidden
 * ones by their number. */
void html_failures(struct text *to, const json_t *report);

void html_hints(struct text *to, const json_t *report);

/* What is said of lines of `files`, {name: text}: [{"file","line","says"}], a new array; `comments`: those of a person
 * (grader/class/remark.h), or NULL. */
json_t *html_marks(const json_t *files, const json_t *report, const json_t *comments);

/* What a milestone's message says to somebody who cannot change the machine that graded, nor sees hidden cases. */
const char *html_said(const json_t *report, const json_t *milestone);

/* `files`: {name: text}. Lines that the compiler or a check named are marked, with what was said; so are functions that
 * are not right, where they begin, and lines that a person has a comment on. */
void html_sources(struct text *to, const json_t *files, const json_t *report, const json_t *comments);

#endif
