/*
 * course.h: how a lab's benches went from run to run, and which edit won most.
 */
#ifndef TUI_COURSE_H
#define TUI_COURSE_H

#include "app.h"

enum { COURSE_RUNS = 512 };

/* Ratios to the reference of one bench, oldest first. */
struct course {
    const char *bench; /* borrowed from the lab */
    double ratio[COURSE_RUNS];
    long long attempt[COURSE_RUNS];
    size_t n;
};

/* The latest timed runs of a bench of `lab`; n is 0 where there are none. */
void course_load(struct app *a, const char *lab, const char *bench, struct course *ret);

double course_best(const struct course *t);

/* The step between neighbouring runs that won most, by its later index; 0 when none won more than the noise. */
size_t course_step(const struct course *t);

#endif
