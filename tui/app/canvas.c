/* canvas.c: dots, bars and letters in cells of braille. */
#include "canvas.h"

#include <math.h>
#include <stdlib.h>

static const unsigned char BRAILLE[4][2] = { { 0x01, 0x08 }, { 0x02, 0x10 }, { 0x04, 0x20 }, { 0x40, 0x80 } };

int canvas_init(struct canvas *c, int w, int h)
{
    *c = (struct canvas){ .w = w < CANVAS_LEAST_WIDE ? CANVAS_LEAST_WIDE : w > CANVAS_WIDE ? CANVAS_WIDE : w,
                          .h = h < CANVAS_LEAST_HIGH ? CANVAS_LEAST_HIGH : h };
    c->dot = calloc((size_t)c->w * (size_t)c->h, 1);
    c->over = calloc((size_t)c->w * (size_t)c->h, 1);
    return c->dot && c->over ? 0 : -1;
}

void canvas_finish(struct canvas *c)
{
    free(c->dot);
    free(c->over);
    *c = (struct canvas){ 0 };
}

int canvas_columns(const struct canvas *c)
{
    return 2 * c->w;
}

static int dot_column(const struct canvas *c, double x)
{
    return (int)lround(x * (2 * c->w - 1));
}

static int dot_row(const struct canvas *c, double y)
{
    return (int)lround((1 - y) * (4 * c->h - 1));
}

int canvas_row(const struct canvas *c, double y)
{
    return dot_row(c, y) / 4;
}

int canvas_column(const struct canvas *c, double x)
{
    return dot_column(c, x) / 2;
}

static void set_dot(struct canvas *c, int px, int py)
{
    if (px >= 0 && px < 2 * c->w && py >= 0 && py < 4 * c->h)
        c->dot[py / 4 * c->w + px / 2] |= BRAILLE[py % 4][px % 2];
}

void canvas_dot(struct canvas *c, double x, double y)
{
    set_dot(c, dot_column(c, x), dot_row(c, y));
}

void canvas_bar(struct canvas *c, double x, double y0, double y1)
{
    int px = dot_column(c, x), top = dot_row(c, fmin(fmax(y0, y1), 1)), end = dot_row(c, fmax(fmin(y0, y1), 0));
    for (int py = top; py <= end; py++)
        set_dot(c, px, py);
}

void canvas_letter(struct canvas *c, double x, double y, char mark)
{
    int cx = canvas_column(c, x), cy = canvas_row(c, y);
    if (cx >= 0 && cx < c->w && cy >= 0 && cy < c->h)
        c->over[cy * c->w + cx] = mark;
}

static void put_braille(FILE *to, unsigned dots)
{
    unsigned code = 0x2800u + dots;
    fprintf(to, "%c%c%c", (char)(0xe0 | code >> 12), (char)(0x80 | (code >> 6 & 63)), (char)(0x80 | (code & 63)));
}

/* ' high, . low, | all the way: what the highest and the lowest row of dots in the cell make of it. */
static char height_of(unsigned char dots)
{
    int high = dots & 0x1b, low = dots & 0xe4;
    return high && low ? ((dots & 0x09) && (dots & 0xc0) ? '|' : '-') : high ? '\'' : '.';
}

void canvas_print_row(const struct canvas *c, int row, int utf8, char (*ascii)(int col, void *of), void *of, FILE *to)
{
    int last = c->w - 1;
    while (last >= 0 && !c->over[row * c->w + last] && !c->dot[row * c->w + last])
        last--;
    for (int col = 0; col <= last; col++) {
        char over = c->over[row * c->w + col];
        unsigned char dots = c->dot[row * c->w + col];
        if (over)
            fputc(over, to);
        else if (!dots)
            fputc(' ', to);
        else if (utf8)
            put_braille(to, dots);
        else
            fputc(ascii ? ascii(col, of) : height_of(dots), to);
    }
}
