/*
 * curve.h: a series that training wrote, read from a report or the workbook, in words and as a picture of a terminal.
 *
 * Everything is as runner/exec/curve.h keeps it. What does not have that form is no point; nothing here asks a database
 * or prints to a terminal of its own.
 */
#ifndef TUI_CURVE_H
#define TUI_CURVE_H

#include <jansson.h>
#include <stddef.h>
#include <stdio.h>

enum { CURVE_MOST_POINTS = 512, CURVE_HIGH = 10, CURVES_BESIDE = 8 };

struct curve {
    const char *id, *title, *unit, *call, *case_id; /* borrowed from the row */
    size_t n, bad, npoints;                         /* n values, `bad` of them not finite */
    double lo[CURVE_MOST_POINTS], hi[CURVE_MOST_POINTS]; /* of each point; NaN: nothing finite */
    double least, most, last;                       /* NaN: there is none */
    size_t least_at;                                /* the step of the least, from 0 */
    int thinned;                                    /* a point stands for several values */
};

/* The row has to outlive the curve. */
void curve_read(const json_t *row, struct curve *ret);

/* What curves that stand above one another have in common. */
struct curve_scale {
    double lo, hi;   /* of the vertical axis */
    int logarithmic; /* all values are above 0 and far apart */
    size_t n;        /* steps of the horizontal axis */
};

struct curve_scale curve_scale_of(const struct curve *list, size_t n);

/* "Loss by step: train, case eight, 600 steps" */
void curve_heading(const struct curve *c, char *ret, size_t n);
/* "Least 0.1212 at step 587, last 0.1234." and, where it is so, how many values are not finite or are drawn as one. */
void curve_words(const struct curve *c, const struct curve_scale *s, char *ret, size_t n);
/* Both axes and the series, `width` columns and height + 2 lines; nothing where nothing is finite. */
void curve_picture(const struct curve *c, const struct curve_scale *s, int width, int height, int utf8, FILE *to);

#endif
