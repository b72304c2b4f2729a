/*
 * timeline_text.h: a timeline in cells of a terminal: what each cell of a lane shows, the ruler, the whole as text; and
 * where the timelines of attempts are.
 */
#ifndef TUI_TIMELINE_TEXT_H
#define TUI_TIMELINE_TEXT_H

#include <stdio.h>

#include "app.h"
#include "grader/page/timeline.h"

enum { TIMELINE_CELLS = 512, TIMELINE_LABEL = 9 }; /* cells in a row at most; columns for a lane's name */

enum timeline_fill { FILL_IDLE, FILL_RUN, FILL_COMM, FILL_EXPOSED, FILL_COMPUTE, FILLS };

struct timeline_cell {
    unsigned char fill, first; /* first: a block begins here */
    char letter;               /* of a name that fits, or 0 */
};

/*
 * The cells of a lane, `width` (at most TIMELINE_CELLS) over [from, to): the most of compute and communication that a
 * cell has, so that nothing is too short to be seen.
 */
void timeline_cells(const struct timeline *t, const struct timeline_lane *l, double from, double to, int width,
                    struct timeline_cell *ret);

/* The sign of a cell: its letter, or how it is filled. */
const char *timeline_sign(const struct timeline_cell *c, int utf8, char ret[8]);

/* "|0 ns    |10 µs": exactly `width` columns; ret holds 2 * width + 1 bytes. */
void timeline_ruler(double from, double to, int width, char *ret);

/* "step, case big: 4 ranks, 123 us; exposed at most 20 us (rank 3, 16 %)" */
void timeline_heading(const struct timeline *t, char *ret, size_t n);

const char *timeline_legend(int utf8);

struct timeline_look {
    int width, utf8;
    const char *color[FILLS], *off; /* control sequences; "" for none */
};

/* One timeline or more, above one another under one scale; `name`: what stands before each one's heading. */
void timeline_print(const struct timeline *const *t, const char *const *name, int n, const struct timeline_look *look,
                    FILE *to);

/* The newest attempt of the lab that has a timeline; 0: none. */
long long timeline_latest(struct app *a, const char *lab);

/* The report of an attempt, yours; NULL with a.error where the lab (NULL: any lab) has no such attempt, or the attempt
 * has no timeline. */
json_t *timeline_report(struct app *a, const char *lab, long long attempt);

#endif
