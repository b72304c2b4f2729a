/*
 * canvas.h: a picture in cells of a terminal, each 2 x 4 dots of braille, for what has no braille a sign a cell.
 *
 * Places are fractions of the picture, 0 left or below to 1 right or above; what lies outside is not drawn. Axes and
 * scales are the caller's.
 */
#ifndef TUI_CANVAS_H
#define TUI_CANVAS_H

#include <stdio.h>

enum { CANVAS_WIDE = 200, CANVAS_LEAST_WIDE = 8, CANVAS_LEAST_HIGH = 4 };

struct canvas {
    int w, h; /* cells */
    unsigned char *dot;
    char *over; /* a letter that hides the dots */
};

/* At least CANVAS_LEAST_WIDE x CANVAS_LEAST_HIGH cells and at most CANVAS_WIDE wide; 0, or -1 where memory has ended.
 * canvas_finish() either way. */
int canvas_init(struct canvas *c, int w, int h);
void canvas_finish(struct canvas *c);

void canvas_dot(struct canvas *c, double x, double y);
/* All dots of the column at x from y0 to y1. */
void canvas_bar(struct canvas *c, double x, double y0, double y1);
void canvas_letter(struct canvas *c, double x, double y, char mark);

int canvas_columns(const struct canvas *c); /* dots from left to right */
int canvas_row(const struct canvas *c, double y); /* the row of cells at y, from the top */
int canvas_column(const struct canvas *c, double x); /* the column of cells at x */

/* Row `row`, without blanks at its end. Without UTF-8 a cell with dots is the sign that `ascii` says of its column, or,
 * where that is NULL, one that shows how high in the cell they are. */
void canvas_print_row(const struct canvas *c, int row, int utf8, char (*ascii)(int col, void *of), void *of, FILE *to);

#endif
