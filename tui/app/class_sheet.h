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
    bool copy;     /* the work is the reference's, as the last comparison said (class_similar.h) */
};

struct class_student {
    char *key, *name, *section;
    double total;   /* grades of all labs */
    double excused; /* the points of the labs that do not count for this student */
    int passed;   /* how many labs */
    int late_days; /* of the term's budget, taken so far */
};

struct class_sheet {
    char **lab; /* whole ids, sorted: the labs for which anybody handed in */
    struct class_student *student; /* sorted by key */
    struct class_cell *cell;       /* cell[student * nlabs + lab] */
    size_t nlabs, nstudents;
    size_t nnamed; /* of them; behind these stand those of labs that are graded anonymously, by pseudonym, with that lab
                      alone, whose cells of the others are empty: status "" */
    double possible; /* the points of all labs, as the gradings say them */
    double *most;    /* the most points of each lab */
    int late_days;   /* each student's budget over the term; 0: there is none */
};

/* Leaves the students whose entry of sections `keep` takes. */
void class_sheet_keep(struct class_sheet *s, bool (*keep)(const void *data, const char *section), const void *data);

/* On failure a.error says why and there is nothing to free. A class without students is no failure. */
enum app_exit class_sheet_load(struct app *a, struct class_sheet *ret);
void class_sheet_free(struct class_sheet *s); /* a zeroed one is fine */

const struct class_cell *class_sheet_cell(const struct class_sheet *s, size_t student, size_t lab);

/* All statuses that a cell may have, those of graded work first; ends with NULL. */
extern const char *const class_statuses[];

/* The sign of a cell, one column wide, which differs without colour and in ASCII; `word` (may be NULL) gets its name.
 */
const char *class_sign(const struct class_cell *c, const char **word);

/* What stands before a cell's sign: "d" another due time, "=" the reference's work; NULL: nothing. */
const char *class_sheet_mark(const struct class_cell *c);

/* Has any cell of this lab such a mark? */
bool class_sheet_marked(const struct class_sheet *s, size_t lab);

/* How many hand-ins of the lab are the reference's work? */
size_t class_sheet_copies(const struct class_sheet *s, size_t lab);

size_t class_sheet_count(const struct class_sheet *s, size_t lab, const char *status);

#endif
