/*
 * class_remark.h: what an instructor says of one student's work: comments on lines, and points by hand from the lab's
 * rubric. A student is named by the key that the class shows, which is a pseudonym where a lab is graded anonymously.
 * What is said of the work of a team is said of each member, one row for each. Every row is the grader's by name, and
 * in the audit; nothing is taken back but by a further row.
 *
 * The rubric is the lab's (lab.lua). The class goes by the one that its policy has kept, so that a course that is
 * edited changes no grade by itself.
 */
#ifndef TUI_CLASS_REMARK_H
#define TUI_CLASS_REMARK_H

#include "class_book.h"

enum { CLASS_TEXT = 1000 }; /* the longest reason or comment, in bytes */

/* Foreign text on one line, without blanks around, its control characters shown; NULL with app.error where nothing is
 * left, or where it is too long. `what` begins that sentence: "--reason". Yours. */
char *class_text(struct app *a, const char *what, const char *text);

/* The student with this key: the id; 0 with app.error. */
int64_t class_student_id(struct app *a, const struct class_book *b, const char *key);

/*
 * One comment. `place`: "FILE:LINE", "FILE", where the lab has one file "LINE" alone, or NULL: of all of the work. The
 * file and line have to be there in the submission that counts (handed.h). A text "@ITEM" is the text of that item of
 * the rubric. *ret_id may be NULL.
 */
enum app_exit class_comment(struct app *a, const json_t *lab, const char *key, const char *place, const char *text,
                            int64_t *ret_id);

/* The rubric that the class goes by from here on: the lab's own, or where the lab has none the one that was kept; a new
 * reference, NULL with app.error where there is none. `changes`: did the class go by another one, by which somebody was
 * marked? Nothing is stored. */
json_t *class_rubric(struct app *a, const json_t *lab, bool *changes);

/* Items "ITEM" (all of its points) or "ITEM=N", all or none; the rubric is kept with the policy. `reason` NULL: the
 * item's own text. */
enum app_exit class_mark(struct app *a, const json_t *lab, const char *key, char *const *items, int n,
                         const char *reason);

/* Takes back the comment or mark with this number, of whomever it is in this lab. */
enum app_exit class_remark_undo(struct app *a, const char *lab, int64_t id, const char *reason);

/* Gives each comment of each row "code", the line that it is about, as a person may read it. */
enum app_exit class_remark_lines(struct app *a, json_t *rows);

#endif
