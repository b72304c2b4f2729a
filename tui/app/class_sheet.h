/*
 * class_sheet.h: a whole class on one sheet: a row for each student, a column for each lab, the grade that counts in
 * the cell. The sheet is read from the gradebook with each lab's published rounds and policy; no report is opened.
 */
#ifndef TUI_CLASS_SHEET_H
#define TUI_CLASS_SHEET_H

#include <stdbool.h>

#include "app.h"

struct class_cell {
    char status[16]; /* of class.h: PASS … SUSPICIOUS, HELD, QUEUED, REFUSED, MISSING, EXCUSED */
    char stage[8];   /* "gold", or "" */
    double grade, max; /* points after the penalty; 0 where nothing is graded */
    int late_days;
    char marks[4]; /* "d" another due time, "e" excused, "p" points by hand (grader/class/adjust.h) */
};

struct class_student {
    char *key, *name, *section;
    double total;   /* grades of all labs */
    double excused; /* the points of the labs that do not count for this student */
    int passed;   /* how many labs */
};

struct class_sheet {
    char **lab; /* whole ids, sorted: the labs for which anybody handed in */
    struct class_student *student; /* sorted by key */
    struct class_cell *cell;       /* cell[student * nlabs + lab] */
    size_t nlabs, nstudents;
    double possible; /* the points of all labs, as the gradings say them */
};

/* On failure a.error says why and there is nothing to free. A class without students is no failure. */
enum app_exit class_sheet_load(struct app *a, struct class_sheet *ret);
void class_sheet_free(struct class_sheet *s); /* a zeroed one is fine */

const struct class_cell *class_sheet_cell(const struct class_sheet *s, size_t student, size_t lab);

/* The statuses of a cell, in the order of their weight; ends with NULL. */
extern const char *const class_statuses[];

/* The sign of a cell, one column wide, which differs without colour and in ASCII; `word` (may be NULL) gets its name.
 */
const char *class_sign(const struct class_cell *c, const char **word);

/* Has anybody another due time in this lab? */
bool class_sheet_extended(const struct class_sheet *s, size_t lab);

size_t class_sheet_count(const struct class_sheet *s, size_t lab, const char *status);

#endif
