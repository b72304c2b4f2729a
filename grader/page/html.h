/*
 * html.h: pages for people: a class in a lab, one student's evidence; and what every page of ours shares. Pure: rows
 * in, bytes out, the same bytes for the same rows. Pages are static: no script, nothing fetched, style inside; they
 * say in words and marks what they say in colour, and print in black.
 *
 * Foreign text comes in through html_text() and html_bytes() alone: markup is escaped, control characters and bidi
 * overrides become \xNN, as text or inside "".
 */
#ifndef RIDGE_GRADER_HTML_H
#define RIDGE_GRADER_HTML_H

#include <jansson.h>
#include <stddef.h>

#include "runner/base/util.h"

/* ---- every page ------------------------------------------------------------------------- */

/* From the doctype to the heading, which is the title. `style`: CSS besides what all pages have; ours, as it is. */
void html_begin(struct text *to, const char *title, const char *style);
void html_end(struct text *to);

void html_text(struct text *to, const char *s);
void html_bytes(struct text *to, const char *bytes, size_t n);

/* ---- a class ---------------------------------------------------------------------------- */

struct export_class;

/*
 * rows: as of export.h, each with what is known of
 *   "report": ridge.report/1 · "files": {name: source} · "sandbox": text ·
 *   "history": [{"received","mark","status","points","counts": bool}]
 */
struct html_class {
    const struct export_class *class;
    const json_t *lab, *policy; /* of curriculum.h and late.h; policy NULL: nothing was said */
    const json_t *seeds;        /* [{"round","seed","given"}], on the class's page alone; NULL: none */
    const json_t *resemblance;  /* {"copies","clusters"} of similar.h, on the class's page alone; NULL: none */
};

/* Policy, grades, how many passed what; each student links to html_student_file() beside the page. */
void html_class(const struct html_class *c, struct text *to);

/* One student's: to be handed out, so it names nobody else, links nowhere, and tells hidden cases by their count. */
void html_student(const struct html_class *c, const json_t *row, struct text *to);

/* Of that page: points by hand, comments on lines (with "code": class_remark.h), requests and their answers. */
void html_hand(const json_t *row, struct text *to);

/* The same as text: a comment of C, and the student's own files with another below each line that something is said of;
 * for systems that hand back a file under the name of the one that was handed in. */
void text_student(const struct html_class *c, const json_t *row, struct text *to);

/* A term's labs beside each other, of "ridge.total/1" (grader/class/total.h): how the grades of each lie, and what each
 * student comes to. For the instructor. */
void html_term(const char *title, const json_t *total, struct text *to);

/* "student-KEY.html", safe in any folder; free() it. */
char *html_student_file(const char *key);

/* A status as word and mark; a point in time (ms, UTC), or a dash for what is no number; the same in the zone that the
 * due time of `policy` was said in. */
void html_status(struct text *to, const char *status);
void html_time(struct text *to, const json_t *ms);
void html_time_in(struct text *to, const json_t *ms, const json_t *policy);

/* Foreign text within a cell. A table can be pasted into a spreadsheet: what export_cell() marks as a formula is marked
 * here, too. */
void html_cell(struct text *to, const char *s);

/* A table's cell with row[key] to two decimals, empty when it is no number. */
void html_number_cell(struct text *to, const json_t *row, const char *key);

#endif
