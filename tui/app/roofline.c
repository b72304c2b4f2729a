/* roofline.c: the roofline as text and as SVG. */
#define _GNU_SOURCE
#include "roofline.h"
#include "canvas.h"
#include "runner/base/figure.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

double roofline_at(const struct roofline *r, double intensity)
{
    return r->npeaks && r->nbws ? fmin(r->peak[0].value, intensity * r->bw[0].value) : 0;
}

double roofline_ridge(const struct roofline *r)
{
    return r->npeaks && r->nbws && r->bw[0].value > 0 ? r->peak[0].value / r->bw[0].value : 0;
}

/* ---- axes: whole decades that hold everything -------------------------------------------------------------- */

struct axes {
    double x0, x1, y0, y1; /* log10 of FLOP/B and GFLOP/s */
};

static void stretch(double *lo, double *hi, double v)
{
    if (!(v > 0) || !isfinite(v))
        return;
    *lo = fmin(*lo, log10(v));
    *hi = fmax(*hi, log10(v));
}

static struct axes axes_of(const struct roofline *r)
{
    struct axes a = { INFINITY, -INFINITY, INFINITY, -INFINITY };
    double ridge = roofline_ridge(r);
    stretch(&a.x0, &a.x1, ridge);
    for (int k = 0; k < r->npoints; k++) {
        stretch(&a.x0, &a.x1, r->point[k].intensity);
        stretch(&a.y0, &a.y1, r->point[k].gflops);
    }
    for (int k = 0; k < r->npeaks; k++)
        stretch(&a.y0, &a.y1, r->peak[k].value);
    if (!isfinite(a.x0))
        a.x0 = a.x1 = 0;
    if (!isfinite(a.y0))
        a.y0 = a.y1 = 0;
    a.x0 = floor(a.x0 - 0.7);
    a.x1 = ceil(a.x1 + 0.7);
    stretch(&a.y0, &a.y1, roofline_at(r, pow(10, a.x0 + 0.5)));
    a.y0 = floor(a.y0 - 0.1);
    a.y1 = ceil(a.y1 + 0.1);
    return a;
}

/* ---- the plot ---------------------------------------------------------------------------------------------- */

static double sx(const struct axes *a, double intensity)
{
    return (log10(intensity) - a->x0) / (a->x1 - a->x0);
}

static double sy(const struct axes *a, double gflops)
{
    return (log10(gflops) - a->y0) / (a->y1 - a->y0);
}

/* The roof solid; lower ceilings dotted, each only where it is below what is above it. */
static void draw_ceilings(struct canvas *c, const struct axes *a, const struct roofline *r)
{
    for (int px = 0; px < canvas_columns(c); px++) {
        double x = (double)px / (canvas_columns(c) - 1);
        double ai = pow(10, a->x0 + x * (a->x1 - a->x0)), roof = roofline_at(r, ai);
        if (roof > 0)
            canvas_dot(c, x, sy(a, roof));
        for (int k = 1; k < r->npeaks && px % 4 == 0; k++)
            if (r->peak[k].value < roof)
                canvas_dot(c, x, sy(a, r->peak[k].value));
        for (int k = 1; k < r->nbws && px % 4 == 0; k++)
            if (ai * r->bw[k].value < roof)
                canvas_dot(c, x, sy(a, ai * r->bw[k].value));
    }
}

struct signs {
    const struct canvas *c;
    const struct axes *a;
    const struct roofline *r;
};

/* The roof rises before the ridge point and is flat behind. */
static char ascii_of(int col, void *of)
{
    const struct signs *s = of;
    double ai = pow(10, s->a->x0 + (col + 0.5) / s->c->w * (s->a->x1 - s->a->x0));
    return ai < roofline_ridge(s->r) ? '/' : '-';
}

/* A decade's name at its row: 10, 100, 1k, ... GFLOP/s. */
static void decade(char *ret, size_t n, double exponent)
{
    static const char *const unit[] = { "", "k", "M", "G" };
    int e = (int)lround(exponent);
    if (e >= 0 && e < 12)
        snprintf(ret, n, "%.0f%s", pow(10, e % 3), unit[e / 3]);
    else
        snprintf(ret, n, "%g", pow(10, e));
}

enum { LEFT = 8 };

static void print_body(const struct canvas *c, const struct axes *a, const struct roofline *r, int utf8, FILE *to)
{
    struct signs signs = { c, a, r };
    for (int row = 0; row < c->h; row++) {
        char name[16] = "";
        for (double e = a->y0; e <= a->y1; e++)
            if (canvas_row(c, (e - a->y0) / (a->y1 - a->y0)) == row)
                decade(name, sizeof name, e);
        fprintf(to, "%*s %s", LEFT - 2, name, utf8 ? "│" : "|");
        canvas_print_row(c, row, utf8, ascii_of, &signs, to);
        fputc('\n', to);
    }
}

static void print_x_axis(const struct canvas *c, const struct axes *a, int utf8, FILE *to)
{
    char line[256];
    int w = c->w < (int)sizeof line - 20 ? c->w : (int)sizeof line - 20;
    fprintf(to, "%*s%s", LEFT - 1, "", utf8 ? "└" : "+");
    for (int k = 0; k < w; k++)
        fputs(utf8 ? "─" : "-", to);
    memset(line, ' ', sizeof line);
    int end = 0;
    for (double e = a->x0; e <= a->x1; e++) {
        char name[16];
        decade(name, sizeof name, e);
        int at = (int)lround((e - a->x0) / (a->x1 - a->x0) * (w - 1)), n = (int)strlen(name);
        at = at + n > w ? w - n : at;
        if (at < end || at < 0)
            continue;
        memcpy(line + at, name, (size_t)n);
        end = at + n + 1;
    }
    fprintf(to, "\n%*s%.*s\n%*sGFLOP/s over FLOP/B\n", LEFT, "", end > 0 ? end : 0, line, LEFT, "");
}

/* One line a label, not one a point. */
static int told_before(const struct roofline *r, int k)
{
    for (int q = k + 1; q < r->npoints; q++)
        if (!strcmp(r->point[q].label, r->point[k].label))
            return 1;
    return 0;
}

static void print_point(const struct roofline *r, const struct roof_point *p, int width, FILE *to)
{
    char of[64] = "", rate[FIGURE];
    double roof = roofline_at(r, p->intensity);
    int n = fprintf(to, "  %c %-26s %10s GFLOP/s at %.3g FLOP/B", p->mark, p->label,
                    figure_count(p->gflops, rate), p->intensity);
    if (roof > 0)
        snprintf(of, sizeof of, "%.0f %% of its %s roof", 100 * p->gflops / roof,
                 p->intensity < roofline_ridge(r) ? "bandwidth" : "compute");
    if (*of && n + 2 + (int)strlen(of) > width)
        fprintf(to, "\n%34s%s", "", of);
    else if (*of)
        fprintf(to, ", %s", of);
    fputc('\n', to);
}

/* Nothing is faster than the machine: a run well above the roof says that the roof is not where it is drawn. */
static int too_low(const struct roofline *r)
{
    for (int k = 0; k < r->npoints; k++)
        if (roofline_ridge(r) > 0 && r->point[k].gflops > 1.1 * roofline_at(r, r->point[k].intensity))
            return 1;
    return 0;
}

static void print_legend(const struct roofline *r, int width, FILE *to)
{
    char rate[FIGURE];
    for (int k = r->npoints - 1; k >= 0; k--)
        if (!told_before(r, k))
            print_point(r, &r->point[k], width, to);
    if (!r->sketched && too_low(r))
        fputs("  A run lies above the roof, so the roof is too low: `ridge calibrate`\n"
              "  again while the machine does nothing else.\n", to);
    for (int k = 0; k < r->npeaks; k++)
        fprintf(to, "  %-28s %10s GFLOP/s%s\n", r->peak[k].name, figure_count(r->peak[k].value, rate),
                k ? "" : "   (the roof)");
    for (int k = 0; k < r->nbws; k++)
        fprintf(to, "  %-28s %10s GB/s%s\n", r->bw[k].name, figure_count(r->bw[k].value, rate),
                k ? "" : "   (the roof)");
    if (roofline_ridge(r) > 0)
        fprintf(to, "  %-28s %10.4g FLOP/B\n", "ridge point", roofline_ridge(r));
}

void roofline_text(const struct roofline *r, int width, int height, int utf8, FILE *to)
{
    struct axes a = axes_of(r);
    struct canvas c;
    if (!canvas_init(&c, width - LEFT - 1, height)) {
        draw_ceilings(&c, &a, r);
        for (int k = 0; k < r->npoints; k++)
            canvas_letter(&c, sx(&a, r->point[k].intensity), sy(&a, r->point[k].gflops), r->point[k].mark);
        if (*r->title)
            fprintf(to, "%s\n", r->title);
        print_body(&c, &a, r, utf8, to);
        print_x_axis(&c, &a, utf8, to);
        print_legend(r, width, to);
    }
    canvas_finish(&c);
}

/* ---- SVG --------------------------------------------------------------------------------------------------- */

enum { SVG_W = 720, SVG_H = 440, SVG_L = 70, SVG_R = 20, SVG_T = 40, SVG_B = 50 };

static double vx(const struct axes *a, double intensity)
{
    return SVG_L + sx(a, intensity) * (SVG_W - SVG_L - SVG_R);
}

static double vy(const struct axes *a, double gflops)
{
    return SVG_H - SVG_B - sy(a, gflops) * (SVG_H - SVG_T - SVG_B);
}

static void escaped(const char *s, FILE *to)
{
    for (; *s; s++)
        if (*s == '<' || *s == '>' || *s == '&' || *s == '"')
            fprintf(to, "&#%d;", *s);
        else
            fputc(*s, to);
}

static void svg_text(double x, double y, const char *anchor, const char *s, FILE *to)
{
    fprintf(to, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">", x, y, anchor);
    escaped(s, to);
    fputs("</text>\n", to);
}

static void svg_grid(const struct axes *a, FILE *to)
{
    char name[16];
    for (double e = a->x0; e <= a->x1; e++) {
        double x = vx(a, pow(10, e));
        fprintf(to, "<path class=\"g\" d=\"M%.1f %d V%d\"/>\n", x, SVG_T, SVG_H - SVG_B);
        decade(name, sizeof name, e);
        svg_text(x, SVG_H - SVG_B + 16, "middle", name, to);
    }
    for (double e = a->y0; e <= a->y1; e++) {
        double y = vy(a, pow(10, e));
        fprintf(to, "<path class=\"g\" d=\"M%d %.1f H%d\"/>\n", SVG_L, y, SVG_W - SVG_R);
        decade(name, sizeof name, e);
        svg_text(SVG_L - 6, y + 4, "end", name, to);
    }
    svg_text(SVG_W / 2.0, SVG_H - 10, "middle", "arithmetic intensity, FLOP/B", to);
    svg_text(8, SVG_T - 12, "start", "GFLOP/s", to);
}

static void svg_ceiling(const struct axes *a, const struct roofline *r, int peak, int k, FILE *to)
{
    double value = peak ? r->peak[k].value : r->bw[k].value;
    char rate[FIGURE];
    double x0 = pow(10, a->x0), x1 = pow(10, a->x1), meet = peak ? value / r->bw[0].value : r->peak[0].value / value;
    char name[96];
    if (peak)
        fprintf(to, "<path class=\"%s\" d=\"M%.1f %.1f H%.1f\"/>\n", k ? "c" : "r", vx(a, fmax(meet, x0)), vy(a, value),
                vx(a, x1));
    else
        fprintf(to, "<path class=\"%s\" d=\"M%.1f %.1f L%.1f %.1f\"/>\n", k ? "c" : "r", vx(a, x0), vy(a, x0 * value),
                vx(a, fmin(meet, x1)), vy(a, fmin(meet, x1) * value));
    snprintf(name, sizeof name, "%s: %s %s", peak ? r->peak[k].name : r->bw[k].name, figure_count(value, rate),
             peak ? "GFLOP/s" : "GB/s");
    if (peak)
        svg_text(SVG_W - SVG_R - 4, vy(a, value) - 4, "end", name, to);
    else
        svg_text(vx(a, x0) + 8, vy(a, x0 * value) - 8, "start", name, to);
}

void roofline_svg(const struct roofline *r, FILE *to)
{
    struct axes a = axes_of(r);
    fprintf(
        to,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" font-size=\"12\">\n"
        "<style>.g{stroke:#ddd}.r{stroke:#000;stroke-width:2;fill:none}.c{stroke:#888;stroke-dasharray:4 3;fill:none}"
        ".p{fill:#06c}.last{fill:#d20}.ref{fill:#080}.path{stroke:#06c;fill:none;opacity:.4}</style>\n"
        "<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n",
        SVG_W, SVG_H, SVG_W, SVG_H);
    svg_grid(&a, to);
    for (int k = 0; r->nbws && k < r->npeaks; k++)
        svg_ceiling(&a, r, 1, k, to);
    for (int k = 0; r->npeaks && k < r->nbws; k++)
        svg_ceiling(&a, r, 0, k, to);
    fputs("<path class=\"path\" d=\"", to);
    int begun = 0;
    for (int k = 0; k < r->npoints; k++)
        if (r->point[k].mark != 'R')
            fprintf(to, "%c%.1f %.1f", begun++ ? 'L' : 'M', vx(&a, r->point[k].intensity), vy(&a, r->point[k].gflops));
    fputs("\"/>\n", to);
    for (int k = 0; k < r->npoints; k++) {
        const struct roof_point *p = &r->point[k];
        fprintf(to, "<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"4\"><title>",
                p->mark == '@'   ? "last"
                : p->mark == 'R' ? "ref"
                                 : "p",
                vx(&a, p->intensity), vy(&a, p->gflops));
        escaped(p->label, to);
        fprintf(to, ": %.4g GFLOP/s at %.3g FLOP/B</title></circle>\n", p->gflops, p->intensity);
    }
    svg_text(SVG_W / 2.0, 20, "middle", r->title, to);
    fputs("</svg>\n", to);
}
