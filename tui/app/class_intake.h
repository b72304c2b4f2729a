/*
 * class_intake.h: takes what a class handed in into the workbook: a row for each submission, refused ones with their
 * reason, and what fits nobody kept by the folder or archive that it lay in. Submissions are read by ridge-intake in
 * the sandbox alone, and nothing here runs or grades one.
 */
#ifndef TUI_CLASS_INTAKE_H
#define TUI_CLASS_INTAKE_H

#include "app.h"

struct class_intake {
    char *const *paths; /* folders and archives: each a class's, or one student's when it is named so */
    int n;
    const char *received; /* when all of them came in, as --received says it; NULL: their files' times say it */
    const char *const *endings; /* that are taken for the lab's own, as --ending says them (grader/intake/ending.h) */
    int nendings;
    volatile int *interrupted;
};

/* What Ridge chose or opened joins `notes` as {"key","note"}; what the times of a folder or an archive cannot be joins
 * `times`, a sentence each. APP_OK, or an exit code with app.error. */
enum app_exit class_intake(struct app *a, const json_t *lab, const struct class_intake *in, json_t *notes,
                          json_t *times);

/* Nobody's entries, whatever was taken in when: [{"path","why"}], yours. */
json_t *class_strangers(struct app *a, const char *lab);

/* Round 0 of what has no grading yet waits to be graded; a changed lab regrades nobody by itself. */
enum app_exit class_queue_new(struct app *a, const json_t *lab);

#endif
