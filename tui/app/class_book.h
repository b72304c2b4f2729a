/*
 * class_book.h: a lab's class as the workbook has it: who is in it, what was handed in, and the gradings that are
 * published. A regrade is a further round; until it is published the rows stay as they are.
 */
#ifndef TUI_CLASS_BOOK_H
#define TUI_CLASS_BOOK_H

#include "app.h"

struct class_book {
    /* students: as adjust_students() makes them */
    json_t *students, *submissions, *gradings, *policy; /* gradings: one a submission, of the published rounds */
    int round;                                          /* the last published one */
};

/* `lab`: its whole id. On failure a.error says why and there is nothing to close. */
enum app_exit class_book_open(struct app *a, const char *lab, struct class_book *ret);
void class_book_close(struct class_book *b);

/* The same from students and submissions that were read before: one reading serves all labs. */
enum app_exit class_book_make(struct app *a, const char *lab, json_t *students, json_t *submissions,
                              struct class_book *ret);

/* One grading a submission: the last that is done of rounds 0 to `round`, else the last there is. Rounds that
 * policy.void names are of a lab, or of phases, that were changed before anybody published them: they count nowhere. */
enum app_exit class_book_gradings(struct app *a, const char *lab, const json_t *policy, int round, json_t **ret);
bool class_book_void(const json_t *policy, int round);

/* What a student of this class could reach, which leaves out what was not judged; the lab's own where nobody is graded.
 */
double class_book_points(const json_t *lab, const json_t *rows);

/* The rows of class.h for these gradings (NULL: the published ones); where a milestone failed, why is its message. */
json_t *class_book_rows(struct app *a, const struct class_book *b, const json_t *gradings, bool to_students);

/* Gives each row that is graded its "report". */
enum app_exit class_book_add_reports(struct app *a, json_t *rows);

#endif
