/*
 * class_book.h: a lab's class as the workbook has it: who is in it, what was handed in, and the gradings that are
 * published. A regrade is a further round; until it is published the rows stay as they are.
 */
#ifndef TUI_CLASS_BOOK_H
#define TUI_CLASS_BOOK_H

#include "app.h"

struct class_book {
    json_t *students; /* as adjust_students() makes them */
    json_t *submissions, *policy;
    json_t *gradings; /* of each submission the one that counts, from the published rounds */
    int round;        /* the last published round */
};

/* `lab`: its whole id. On failure a.error says why and there is nothing to close. */
enum app_exit class_book_open(struct app *a, const char *lab, struct class_book *ret);
void class_book_close(struct class_book *b);

/* class_book_open() with students and submissions that the caller has read: a sheet of all labs reads them once. */
enum app_exit class_book_make(struct app *a, const char *lab, json_t *students, json_t *submissions,
                              struct class_book *ret);

/* One grading a submission: the last that is done of rounds 0 to `round`, else the last there is. A round that
 * policy.void names counts nowhere: the lab or the phases were changed before anybody published the round. */
enum app_exit class_book_gradings(struct app *a, const char *lab, const json_t *policy, int round, json_t **ret);
bool class_book_void(const json_t *policy, int round);

/* The points that a student of this class could reach, without milestones that were not judged; the lab's own points
 * where nobody is graded. */
double class_book_points(const json_t *lab, const json_t *rows);

/* The rows of class.h for these gradings (NULL: the published ones). "why" of a row where a milestone failed is that
 * milestone's message. */
json_t *class_book_rows(struct app *a, const struct class_book *b, const json_t *gradings, bool to_students);

/* Gives each row that is graded its "report". */
enum app_exit class_book_add_reports(struct app *a, json_t *rows);

#endif
