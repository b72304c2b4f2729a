/*
 * class_term.h: what holds for a class over all labs of a term. So far a budget of late days: each student has so
 * many for the whole term; they are taken by themselves, lab after lab in the order of the labs' due times, for what
 * would lose points by being late, until none is left. Stored as the policy of the lab CLASS_TERM, which no lab is
 * called.
 */
#ifndef TUI_CLASS_TERM_H
#define TUI_CLASS_TERM_H

#include "app.h"

#define CLASS_TERM "*"

/* The budget; 0: there is none. */
enum app_exit class_term_days(struct app *a, int *ret);
enum app_exit class_term_put(struct app *a, int days);

/*
 * {LAB: {KEY: days that are left when this lab's turn comes}}, yours; *ret is NULL where there is no budget.
 * `students`, `submissions`: of db_students() and db_submissions() of all labs. On failure a.error says why.
 */
enum app_exit class_term_left(struct app *a, json_t *students, const json_t *submissions, json_t **ret);

/* Of such a list of submissions {LAB: [its own]}, yours. */
json_t *class_term_by_lab(const json_t *submissions);

#endif
