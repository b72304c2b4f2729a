/*
 * class_book.h: a lab's class as the workbook has it: who is in it, what was handed in, and the gradings that are
 * published. A regrade is a further round; until it is published the rows stay as they are.
 */
#ifndef TUI_CLASS_BOOK_H
#define TUI_CLASS_BOOK_H

#include "app.h"

struct class_book {
    json_t *students; /* as adjust_students(), remark_students() and team_students() make them, with "late_free" of
                         class_term.h */
    json_t *submissions, *policy; /* submissions and gradings: as team_share() makes them */
    json_t *gradings; /* each submission's grading that counts, from the published rounds */
    int round;        /* the last published round */
};

/* `lab`: its whole id. While the lab is graded anonymously, students stand by their pseudonyms in all of it
 * (grader/class/anonymous.h): "key" is the pseudonym, names and origins are empty, and only the "student" id leads to a
 * row of the workbook. On failure a.error says why and there is nothing to close. */
enum app_exit class_book_open(struct app *a, const char *lab, struct class_book *ret);
void class_book_close(struct class_book *b);

/* Rows with "lab", "student" and "key": where a lab is graded anonymously the key and the name are the pseudonym's. */
enum app_exit class_book_mask(struct app *a, json_t *rows);

/* Of a book of class_book_make() nobody's name is left where the lab is graded anonymously. */
enum app_exit class_book_hide(struct app *a, struct class_book *b);

/* class_book_open() with names, and with students and submissions that the caller has read: a sheet of all labs reads
 * them once. `left`: {KEY: late days of a budget that are left for this lab}, NULL: none. */
enum app_exit class_book_make(struct app *a, const char *lab, json_t *students, json_t *submissions, const json_t *left,
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
