/*
 * roofline.h: the roofline of Williams, Waterman and Patterson (CACM 52(4), 2009) as text and as SVG: attainable
 * FLOP/s over arithmetic intensity, both axes logarithmic, the lowest of all ceilings at each intensity.
 */
#ifndef TUI_ROOFLINE_H
#define TUI_ROOFLINE_H

#include <jansson.h>
#include <stdio.h>

enum { ROOF_CEILINGS = 8, ROOF_POINTS = 256 };

struct roof_ceiling {
    char name[48];
    double value; /* GFLOP/s, or GB/s */
};

struct roof_point {
    double intensity, gflops; /* FLOP/B, GFLOP/s */
    char mark;                /* what stands there: 'o' an earlier run, '@' the last, 'R' the reference */
    char label[48];
};

struct roofline {
    char title[96];
    struct roof_ceiling peak[ROOF_CEILINGS], bw[ROOF_CEILINGS]; /* the first of each is the roof */
    struct roof_point point[ROOF_POINTS]; /* in order of time; drawn over one another */
    int npeaks, nbws, npoints;
    int sketched; /* the points are drawn from memory, not run: they may lie above the roof */
};

/* Attainable GFLOP/s at an intensity; 0 without ceilings. */
double roofline_at(const struct roofline *r, double intensity);
/* FLOP/B where the roof's two parts meet; 0 without ceilings. */
double roofline_ridge(const struct roofline *r);

/* Width and height of the whole in cells; braille dots for lines when `utf8`, else / - and letters. */
void roofline_text(const struct roofline *r, int width, int height, int utf8, FILE *to);
void roofline_svg(const struct roofline *r, FILE *to);

#endif
